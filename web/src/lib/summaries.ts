/** The lobby's lists: games waiting for the player, in progress, and finished. */

import type { GameInfo, Summary } from "./api";
import { ago, humanise } from "./format";
import { programOf, programOn } from "./newgame";
import { sideOf } from "./sides";

/** Merges the browser's and the account's lists, each table once: waiting ones first, finished ones last, most recent first within each. */
export function joinLists(...lists: Summary[][]): Summary[] {
  const seen = new Map<string, Summary>();
  for (const one of lists.flat()) if (!seen.has(one.token)) seen.set(one.token, one);
  const rank = (one: Summary): number => (one.over ? 2 : one.your_turn ? 0 : 1);
  return [...seen.values()].sort((a, b) => rank(a) - rank(b) || Date.parse(b.moved_at) - Date.parse(a.moved_at));
}

/** The opponent, in words. */
export function against(one: Summary, game: GameInfo | undefined): string {
  if (one.role === "watch") return "you are watching";
  if (one.role === "all") return "both sides, hot-seat";
  const own = sideOf(game?.sides ?? [], one.role)?.title ?? one.role;
  const others = one.players.filter((player) => player.side !== one.role);
  const names = others.map((player) => {
    const program = programOf(game?.players, player.player);
    if (player.player !== "human") return program ? programOn(program, player.side).title : humanise(player.player);
    return player.name || "another player";
  });
  return `you play ${own} against ${names.join(" and ")}`;
}

/** The state in words: whose move it is, since when, or how it ended. */
export function stateOf(one: Summary): string {
  if (one.over) return one.result || "over";
  const when = ago(one.moved_at);
  if (one.your_turn) return `your move, last move ${when}`;
  return one.role === "watch" ? `last move ${when}` : `waiting, last move ${when}`;
}
