/** Which of the other players' moments are played one by one, and which are simply shown. */

import type { Move, StoryEvent, SideId } from "./api";

/** Should the new part of the story be played step by step? The player's own choices never are. */
export function worthWatching(fresh: StoryEvent[], own: (side: SideId) => boolean): boolean {
  return fresh.some((event) => event.side !== null && !own(event.side));
}

/** The moves of the events, in order. */
export function movesOf(events: StoryEvent[]): Move[] {
  return events.flatMap((event) => event.moves ?? []);
}

/** How long a step stays on the screen, in milliseconds: fights and dice longer than plain moves, unless they have been played out already. */
export function stepTime(events: StoryEvent[], speed: number, still: boolean, played = false): number {
  const roll = !played && events.some((event) => event.roll || event.handful);
  const combat = !played && events.some((event) => event.combat);
  const moves = movesOf(events).length;
  const base = roll ? 1700 : combat ? 1100 : moves ? 420 + Math.min(480, moves * 120) : 650;
  return (still ? Math.max(base, 900) : base) / Math.max(1, speed);
}
