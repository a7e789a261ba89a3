/** Which sounds belong to what has just appeared on the screen. Knows no game: events say whether they move, roll or fight. */

import type { StoryEvent } from "./api";
import type { Cue } from "./sound";
import type { Loss } from "./fight";
import { diceOf } from "./story";

/** The cues for new events. Dice and losses of a fight that is played out (`staged`) sound when they fall, not here. */
export function cuesOf(fresh: readonly StoryEvent[], losses: readonly Loss[], staged: readonly StoryEvent[]): Cue[] {
  const untold = fresh.filter((event) => !staged.includes(event));
  const named = new Set(untold.filter(({ combat }) => combat).flatMap(({ units }) => units));
  const cues: Cue[] = [];
  if (untold.some(diceOf)) cues.push("dice");
  if (losses.some(({ unit }) => named.has(unit))) cues.push("hit");
  if (fresh.some(({ moves }) => moves.length)) cues.push("move");
  return cues;
}
