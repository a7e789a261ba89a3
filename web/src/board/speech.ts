/** How a place or a piece is announced to screen readers. */

import type { BoardFacts, Piece, PlaceId, SideInfo } from "../lib/api";
import { costOf, labelOf, type Offer } from "./offers";

const STATES: Record<string, string> = {
  lowsupply: "low supply",
  out: "out of supply",
  isolated: "isolated",
  dispersed: "dispersed",
  road: "road mode",
  nofuel: "no fuel",
  noammo: "out of ammunition",
  burnt: "burnt tubes",
  tired: "fatigued",
  battery: "in battery",
  changing: "changing mode",
  works: "building",
};

/** Id of the element for a piece or place; names may contain spaces, ids may not. */
export function idOf(uid: string, kind: "unit" | "place", name: string): string {
  return `${uid}-${kind}-${encodeURIComponent(name)}`;
}

/** "Bastogne (1512)", or just the number if the place has no name; "Prüm" if its id is only that name in plain letters. */
export function placeTitle(facts: BoardFacts, place: PlaceId): string {
  const title = facts.places[place]?.title ?? "";
  if (!title) return place;
  return title.includes(place) || plain(title).includes(plain(place)) ? title : `${title} (${place})`;
}

/** Without accents. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

/** "2nd Panzer Division, German, 3-5, road mode, has acted" */
export function pieceName(piece: Piece, sides: readonly SideInfo[], extra = ""): string {
  const side = sides.find(({ id }) => id === piece.side)?.title ?? piece.side;
  const lost = piece.steps && piece.steps[1] > 1 ? `${piece.steps[0]} of ${piece.steps[1]} steps` : "";
  const states = (piece.badges ?? []).map((badge) => STATES[badge] ?? badge);
  return [piece.title || piece.name, side, piece.factors, piece.quality, lost, ...states, piece.done ? "has acted" : "", extra]
    .filter(Boolean)
    .join(", ");
}

/** "can be reached for 4", or whatever else a click does. */
export function offerName(offers: readonly Offer[]): string {
  return offers
    .map((offer) => {
      const cost = costOf(offer);
      const what = [labelOf(offer), cost && `for ${cost}`].filter(Boolean).join(" ");
      return offer.hint.note ? `${what}: ${offer.hint.note}` : what;
    })
    .join("; ");
}

/** A place with its terrain, what is there and what can be done. */
export function placeName(
  facts: BoardFacts,
  place: PlaceId,
  pieces: readonly Piece[],
  offers: readonly Offer[],
  sides: readonly SideInfo[],
): string {
  const ground = [placeTitle(facts, place), facts.places[place]?.text].filter(Boolean).join(", ");
  return [ground, ...pieces.map((piece) => pieceName(piece, sides)), offerName(offers)].filter(Boolean).join("; ");
}
