/** The story of a game: keeping it in step with the server, and laying it out in groups and paragraphs. */

import type { Moment, PlaceId, StoryEvent, SideId, View } from "./api";
import { spokenDate } from "./format";
import type { Draw } from "./things";

/** Appends what the server sent to what is known. Null if it does not fit: then everything must be fetched again. */
export function mergeStory(known: StoryEvent[], patch: { story: StoryEvent[]; story_from: number }): StoryEvent[] | null {
  if (patch.story_from > known.length) return null;
  return [...known.slice(0, patch.story_from), ...patch.story];
}

/** The moments of the replay, put together from the events that led to them; the last is the present. */
export function momentsOf(story: readonly StoryEvent[], count: number): Moment[] {
  const events = new Map<number, StoryEvent[]>();
  for (const event of story) events.set(event.moment, [...(events.get(event.moment) ?? []), event]);
  let last: StoryEvent | undefined;
  return Array.from({ length: count }, (_, i) => {
    const own = events.get(i) ?? [];
    last = own.at(-1) ?? last;
    return {
      i,
      turn: last?.turn ?? 1,
      date: last?.date ?? "",
      label: own[0] ? plainText(own[0]) : i ? "Now" : "Start",
      phase_title: last?.phase_title ?? "",
      combat: own.some((event) => event.combat),
      events: own[0] && last ? [own[0].n, last.n] : [],
    };
  });
}

export interface Paragraph {
  side: SideId | null;
  case: string;
  events: StoryEvent[];
}

export interface StoryGroup {
  key: string;
  /** "22 December · Movement" where a day begins, otherwise just the phase. */
  title: string;
  turn: number;
  date: string;
  paragraphs: Paragraph[];
}

const LONGEST = 5;

/** Events in a row that say the same, such as cards drawn unseen: the last of them, and how many there are. */
export function runsOf(events: readonly StoryEvent[]): { event: StoryEvent; times: number }[] {
  const out: { event: StoryEvent; times: number }[] = [];
  for (const event of events) {
    const last = out.at(-1);
    if (last && plainText(last.event) === plainText(event)) out[out.length - 1] = { event, times: last.times + 1 };
    else out.push({ event, times: 1 });
  }
  return out;
}

function joins(paragraph: Paragraph | undefined, event: StoryEvent): paragraph is Paragraph {
  const last = paragraph?.events.at(-1);
  if (!paragraph || !last) return false;
  if (runsOf(paragraph.events).length >= LONGEST && plainText(last) !== plainText(event)) return false;
  if (event.roll || last.roll || event.combat !== last.combat) return false;
  return last.side === event.side && last.kind === event.kind && paragraph.case === event.case;
}

/** Groups by day and phase, and joins runs of similar events into paragraphs. */
export function groupStory(story: StoryEvent[]): StoryGroup[] {
  const groups: StoryGroup[] = [];
  for (const event of story) {
    let group = groups.at(-1);
    if (!group || group.turn !== event.turn || !group.key.endsWith(`|${event.phase}`)) {
      const newDay = !group || group.date !== event.date || group.turn !== event.turn;
      const phase = event.phase_title || event.phase;
      group = {
        key: `${event.n}|${event.phase}`,
        title: newDay ? [spokenDate(event.date), phase].filter(Boolean).join(" · ") : phase,
        turn: event.turn,
        date: event.date,
        paragraphs: [],
      };
      groups.push(group);
    }
    const last = group.paragraphs.at(-1);
    if (joins(last, event)) last.events.push(event);
    else group.paragraphs.push({ side: event.side, case: event.case, events: [event] });
  }
  return groups;
}

/** The moment by which an event had happened; the last one if the event is too new to be listed. */
export function momentOf(moments: Moment[], n: number): number {
  const found = moments.find((moment) => {
    const [first, last = first] = [moment.events[0], moment.events.at(-1)];
    return first !== undefined && last !== undefined && first <= n && n <= last;
  });
  return found?.i ?? Math.max(0, moments.length - 1);
}

/** Was something left to chance in this event: a die, a handful of dice, a chit? */
export function diceOf(event: StoryEvent): boolean {
  return !!(event.roll || event.handful || event.draw);
}

/** The last dice and what they were about. */
export interface Rolled {
  /** In a fight: who attacked whom. */
  about: StoryEvent | null;
  /** The dice that were rolled in a row. */
  dice: StoryEvent[];
  /** In a fight: what came of it. */
  results: StoryEvent[];
}

/** The last roll of dice, unless it is older than `since` or another side has done something in a phase of its own since then. */
export function lastRoll(story: readonly StoryEvent[], since: number): Rolled | null {
  const rolled = (event: StoryEvent | undefined): boolean => !!(event?.roll || event?.handful);
  let end = story.length - 1;
  while (end >= Math.max(0, since) && !rolled(story[end])) end--;
  if (end < Math.max(0, since)) return null;
  let start = end;
  while (rolled(story[start - 1]) && story[start - 1]?.combat === story[end]?.combat) start--;
  const dice = story.slice(start, end + 1);
  const { side: roller, phase_title: phase } = dice[0]!;
  if (roller && story.slice(end + 1).some((event) => event.side && event.side !== roller && event.phase_title !== phase)) return null;
  if (!dice[0]?.combat) return { about: null, dice: dice.slice(-1), results: [] };
  let about: StoryEvent | null = null;
  for (let i = start - 1; story[i]?.combat && !diceOf(story[i]!) && !story[i]!.moves.length; i--) {
    if (story[i]!.units.length > (about?.units.length ?? 0)) about = story[i]!;
  }
  const results: StoryEvent[] = [];
  for (let i = end + 1; story[i]?.combat && story[i]?.moment === story[end]?.moment; i++) results.push(story[i]!);
  return { about, dice, results };
}

/** The chits of the last fight in which any were drawn, unless it is older than `since`. A fight is a row of events that belong to one,
 * whose draws have the same title. */
export function lastDraws(story: StoryEvent[], since: number): (StoryEvent & { draw: Draw })[] {
  let end = story.length - 1;
  while (end >= Math.max(0, since) && !drawn(story[end])) end--;
  if (end < since) return [];
  let start = end;
  while (start > 0 && story[start - 1]?.combat) start--;
  const title = story[end]?.draw?.title;
  return story.slice(start, end + 1).filter(drawn).filter(({ draw }) => draw.title === title);
}

function drawn(event: StoryEvent | undefined): event is StoryEvent & { draw: Draw } {
  return !!event?.draw;
}

/** An event as one plain sentence. */
export function plainText(event: StoryEvent): string {
  return event.parts.map((part) => part.t).join("");
}

/** Where events took place: the places they name, and where the pieces they name are now. */
export function placesOf(events: readonly StoryEvent[], view: Pick<View, "pieces">): PlaceId[] {
  const units = new Set(events.flatMap((event) => event.units));
  const stood = view.pieces.flatMap(({ id, at }) => (units.has(id) && at ? [at] : []));
  return [...new Set([...events.flatMap((event) => event.places), ...stood])];
}
