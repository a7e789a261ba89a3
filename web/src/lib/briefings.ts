/** What a newcomer reads before the first question: whose briefing it is, and who has seen it. */

import type { Briefing, Briefings, BriefingText, SideId, Table } from "./api";
import { storage } from "./settings.svelte";

const KEY = "ardennes.briefed";
const MOST = 200;

/** The briefings of the sides that are played from this screen, for the turn that is being played; none for spectators. */
export function briefingsFor(briefings: Briefings, table: Table): { side: SideId; briefing: BriefingText }[] {
  const all = briefings[table.scenario] ?? {};
  const own = table.role === "all" ? table.players.filter(({ player }) => player === "human").map(({ side }) => side) : [table.role];
  return own.flatMap((side) => (all[side] ? [{ side, briefing: atTurn(all[side], table.view.turn.number) }] : []));
}

/** What matters in some turn: the last part that has begun by then. */
function atTurn(briefing: Briefing, turn: number): BriefingText {
  return briefing.later.findLast((one) => one.turn <= turn) ?? briefing;
}

export function readBriefed(text: string | null): string[] {
  try {
    const list = JSON.parse(text ?? "[]") as unknown;
    return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** The seats whose briefing was on this browser's screen. */
export const briefed = {
  has(token: string): boolean {
    return readBriefed(storage()?.getItem(KEY) ?? null).includes(token);
  },
  add(token: string): void {
    if (this.has(token)) return;
    try {
      storage()?.setItem(KEY, JSON.stringify([token, ...readBriefed(storage()?.getItem(KEY) ?? null)].slice(0, MOST)));
    } catch {
      // Without storage it is shown again with the next visit.
    }
  },
};
