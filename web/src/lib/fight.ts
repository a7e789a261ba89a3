/** A fight as a sequence of beats: units close in, dice roll or chits are turned, then losses fall on the counters. */

import type { Piece, SideId, StoryEvent, UnitId, View } from "./api";
import { diceOf } from "./story";

export interface Loss {
  unit: UnitId;
  /** Nothing of it is left on the board. */
  gone: boolean;
}

export interface Beat {
  /** The events whose dice or chits come up in this beat: they are told when these have landed. */
  events: StoryEvent[];
  losses: Loss[];
  /** The story is told up to this number when the beat begins, and up to the other when its dice have landed. */
  from: number;
  to: number;
  /** Milliseconds until the dice have landed, and until the next beat. */
  rolls: number;
  takes: number;
}

const ROLL = 700;
const READ = 650;
const CHIT = 520;
const LOSS = 800;
const MOVE = 450;
const MOVES = 2700;

/** What counts as one throw: the handfuls of one side are rolled together, and so are runs of chits. */
function together(a: StoryEvent, b: StoryEvent, sideOf: (unit: UnitId) => SideId | undefined): boolean {
  if (a.handful && b.handful) return sideOf(a.units[0] ?? "") === sideOf(b.units[0] ?? "");
  return !!a.draw && !!b.draw;
}

/** Which pieces were lost or weakened from one view to the next; pieces that come back or are only marked do not count. */
export function lossesOf(before: Pick<View, "pieces">, after: Pick<View, "pieces">, onBoard: (place: string) => boolean): Loss[] {
  const now = new Map(after.pieces.map((piece) => [piece.id, piece]));
  return before.pieces.flatMap((old): Loss[] => {
    if (!old.at || !onBoard(old.at)) return [];
    const piece = now.get(old.id);
    const gone = !piece?.at || !onBoard(piece.at);
    return gone || weaker(old, piece) ? [{ unit: old.id, gone }] : [];
  });
}

function weaker(old: Piece, now: Piece): boolean {
  return !!old.steps && !!now.steps && now.steps[0] < old.steps[0];
}

/** What happened before the first dice: units that moved into the fight. */
export function leadOf(events: readonly StoryEvent[]): StoryEvent[] {
  const first = events.findIndex(diceOf);
  return events.slice(0, Math.max(0, first));
}

/** A view after some moves. */
export function afterMoves(view: View, events: readonly StoryEvent[]): View {
  const to = new Map(events.flatMap(({ moves }) => moves).map(({ unit, to }) => [unit, to]));
  return to.size ? { ...view, pieces: view.pieces.map((piece) => (to.has(piece.id) ? { ...piece, at: to.get(piece.id) ?? null } : piece)) } : view;
}

/** The beats of what has happened between two views. None if no dice were rolled and nobody was lost in a fight. */
export function beatsOf(events: readonly StoryEvent[], before: Pick<View, "pieces">, after: Pick<View, "pieces">, onBoard: (place: string) => boolean): Beat[] {
  const sides = new Map(before.pieces.map(({ id, side }) => [id, side]));
  const beats: Beat[] = [];
  for (const event of events) {
    if (!diceOf(event)) continue;
    const last = beats.at(-1);
    const thrown = last?.events.at(-1);
    if (last && thrown && together(thrown, event, (unit) => sides.get(unit))) last.events.push(event);
    else beats.push({ events: [event], losses: [], from: event.n, to: 0, rolls: 0, takes: 0 });
  }
  for (const beat of beats) {
    beat.rolls = beat.events[0]?.draw ? CHIT * beat.events.length : ROLL;
    beat.takes = beat.rolls + READ;
    beat.to = beat.events.at(-1)!.n + 1;
  }
  const end = (events.at(-1)?.n ?? 0) + 1;
  const moves = beats.length ? leadOf(events).flatMap((event) => event.moves).length : 0;
  if (moves) beats.unshift({ events: [], losses: [], from: beats[0]!.from, to: beats[0]!.from, rolls: 0, takes: Math.min(MOVES, MOVE * moves) });
  const named = new Set(events.filter(({ combat }) => combat).flatMap(({ units }) => units));
  const felt = lossesOf(before, after, onBoard).filter(({ unit }) => named.has(unit));
  if (felt.length) beats.push({ events: [], losses: felt, from: end, to: end, rolls: 0, takes: LOSS });
  return beats;
}
