/** The lists of the lobby: what waits for oneself, what is under way, what is over. */

import type { GameInfo, Summary } from "./api";
import { ago } from "./format";
import { sideOf } from "./sides";

/** Own and account lists as one, each table once; those that wait first, the over ones last, the latest first. */
export function joinLists(...lists: Summary[][]): Summary[] {
  const seen = new Map<string, Summary>();
  for (const one of lists.flat()) if (!seen.has(one.token)) seen.set(one.token, one);
  const rank = (one: Summary): number => (one.over ? 2 : one.your_turn ? 0 : 1);
  return [...seen.values()].sort((a, b) => rank(a) - rank(b) || Date.parse(b.moved_at) - Date.parse(a.moved_at));
}

/** Against whom, in words. */
export function against(one: Summary, game: GameInfo | undefined): string {
  if (one.role === "watch") return "you watch";
  if (one.role === "all") return "both sides at one screen";
  const own = sideOf(game?.sides ?? [], one.role)?.title ?? one.role;
  const others = one.players.filter((player) => player.side !== one.role);
  const names = others.map((player) => {
    if (player.player !== "human") return game?.players.find((program) => program.id === player.player)?.title ?? player.player;
    return player.name || "a person";
  });
  return `you lead the ${own} side against ${names.join(" and ")}`;
}

/** The state in words: who moves, since when, or how it ended. */
export function stateOf(one: Summary): string {
  if (one.over) return one.result || "over";
  const when = ago(one.moved_at);
  if (one.your_turn) return `your move, last one ${when}`;
  return one.role === "watch" ? `last move ${when}` : `waiting, last move ${when}`;
}
