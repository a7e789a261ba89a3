/** A scenario on a part of the board: only that part is shown, searched and panned over. */

import type { BoardFacts, PlaceId } from "./api";

/** A part of the board is a sheet of it, or several joined by "+". */
export function windowed(facts: BoardFacts, name: string): BoardFacts & { window?: PlaceId[] } {
  const parts = facts.windows;
  const inside = new Set(name ? name.split("+").flatMap((part) => parts[part] ?? []) : []);
  if (!inside.size) return facts;
  const places = Object.entries(facts.places)
    .filter(([id]) => inside.has(id))
    .map(([id, place]) => [id, { ...place, n: place.n.map((other) => (other !== null && inside.has(other) ? other : null)) }] as const);
  return {
    ...facts,
    places: Object.fromEntries(places),
    sides: facts.sides?.filter(({ a, b }) => inside.has(a) && inside.has(b)),
    window: [...inside],
  };
}
