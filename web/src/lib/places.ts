/** Finding a place by what a player types: its name, its number, another name it has. */

import type { BoardFacts, PlaceId } from "./api";

export interface FoundPlace {
  id: PlaceId;
  title: string;
  text: string;
}

/** Without accents, capitals and signs: "St. Vith" is found by "st vith", "Malmédy" by "malmedy". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Places whose name begins with the text, then those with a word that does, then those that hold it; at most `most`. */
export function findPlaces(facts: Pick<BoardFacts, "places">, query: string, most = 8): FoundPlace[] {
  const wanted = plain(query);
  if (!wanted) return [];
  const found: { place: FoundPlace; rank: number }[] = [];
  for (const [id, { title, text, aliases }] of Object.entries(facts.places)) {
    const names = [id, title, ...(aliases ?? [])].map(plain).filter(Boolean);
    const rank = Math.min(...names.map((name) => rankOf(name, wanted)));
    if (rank < Infinity) found.push({ place: { id, title: title || id, text }, rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.place.title.localeCompare(b.place.title))
    .slice(0, most)
    .map(({ place }) => place);
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 2;
  return name.includes(wanted) ? 3 : Infinity;
}
