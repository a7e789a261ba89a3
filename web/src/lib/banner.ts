/** What to announce when the game has moved on: a new day, a new phase, or the other side's turn to act. */

import type { SideId, SideInfo, View } from "./api";
import { spokenDate } from "./format";
import { sideOf } from "./sides";

export interface Stand {
  turn: number;
  date: string;
  phase: string;
  /** The side whose turn it is to act; a question in the middle of something, such as a retreat, does not change it. */
  side: SideId | null;
}

export interface Announcement {
  title: string;
  text: string;
  side: SideInfo | null;
}

/** Where a game stands. `before` is where it stood. */
export function standOf(view: View, before: Stand | null): Stand {
  const open = !view.focus?.units.length && !view.focus?.places.length && !view.decision?.window;
  return { turn: view.turn.number, date: view.turn.date, phase: view.phase_title, side: open ? view.asked : (before?.side ?? view.asked) };
}

export function announced(before: Stand, now: Stand, sides: SideInfo[]): Announcement | null {
  const side = sideOf(sides, now.side);
  if (now.turn !== before.turn) return { title: spokenDate(now.date), text: now.phase, side };
  if (now.phase !== before.phase) return { title: now.phase, text: now.date, side };
  if (now.side !== before.side && side) return { title: `${side.title} to act`, text: [now.phase, now.date].filter(Boolean).join(", "), side };
  return null;
}
