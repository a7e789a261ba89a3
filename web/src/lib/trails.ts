/** What the other side did last, as arrows and fights on the map: until the player's next action. */

import type { PlaceId, SideId, StoryEvent, UnitId } from "./api";

export interface Trail {
  unit: UnitId;
  side: SideId | null;
  /** From where it started to where it went, leg by leg. */
  places: PlaceId[];
}

export interface Trails {
  moves: Trail[];
  fights: PlaceId[];
}

export const NO_TRAILS: Trails = { moves: [], fights: [] };

/** The part of the story since the player's last action. What the player had to do in another side's fights, such as a retreat, is part of those. */
export function since(story: readonly StoryEvent[], own: (side: SideId) => boolean): StoryEvent[] {
  const owner = new Map<string, SideId>();
  const phase = ({ turn, phase }: StoryEvent): string => `${turn} ${phase}`;
  for (const event of story) if (event.side !== null && !owner.has(phase(event))) owner.set(phase(event), event.side);
  const last = story.findLastIndex((event) => event.side !== null && own(event.side) && (!event.combat || own(owner.get(phase(event)) ?? event.side)));
  return story.slice(last + 1);
}

/** The moves and fights of other sides among some events. */
export function trailsOf(events: readonly StoryEvent[], own: (side: SideId) => boolean, onBoard: (place: PlaceId) => boolean): Trails {
  const moves = new Map<UnitId, Trail>();
  const fights = new Set<PlaceId>();
  for (const event of events) {
    if (event.side === null || own(event.side)) continue;
    if (event.combat && !event.moves.length) event.places.filter(onBoard).forEach((place) => fights.add(place));
    for (const { unit, from, to } of event.moves) {
      const known = moves.get(unit) ?? { unit, side: event.side, places: from && onBoard(from) ? [from] : [] };
      if (to && onBoard(to)) moves.set(unit, { ...known, places: [...known.places, to] });
      else moves.delete(unit);
    }
  }
  return { moves: [...moves.values()].filter(({ places }) => places.length > 1 && places[0] !== places.at(-1)), fights: [...fights] };
}
