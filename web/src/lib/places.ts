/** Finding a place by what a player types: its name, its number or an alias. */

import type { BoardFacts, PlaceId } from "./api";

export interface FoundPlace {
  id: PlaceId;
  title: string;
  text: string;
}

/** Strips accents, capitals and punctuation: "st vith" finds "St. Vith", "malmedy" finds "Malmédy". */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Places whose name starts with the text, then those with a word that does, then those that contain it; at most `most`. */
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
