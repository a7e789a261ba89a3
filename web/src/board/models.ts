/** What the board shows, derived from facts, view and question. */

import type { BoardFacts, OverlayResult, Piece, PlaceId, SideInfo, UnitId, View } from "../lib/api";
import type { Box } from "./geometry";
import { costOf, labelOf, type Offer, type Offers } from "./offers";
import { offerName, pieceName, placeTitle } from "./speech";
import type { TipContent } from "./Tip.svelte";
import type { MenuItem } from "./VerbMenu.svelte";

/** A thing on the board: a piece, or a place. */
export interface Thing {
  place: PlaceId;
  unit: UnitId | null;
}

/** Texts that overlays attach to pieces. */
export function unitTexts(overlays: readonly OverlayResult[]): Map<UnitId, string> {
  return new Map(overlays.flatMap(({ units }) => Object.entries(units ?? {})));
}

/** Box around a set of places, in board units. */
export function boxAround(facts: BoardFacts, places: readonly PlaceId[]): Box | null {
  const points = places.flatMap((place) => facts.places[place]?.p ?? []);
  if (!points.length) return null;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

/** The offered place nearest to a refused one, if it is close by. */
export function nearMiss(facts: BoardFacts, offers: Offers, refused: PlaceId, width: number): string {
  const from = facts.places[refused]?.c;
  if (!from) return "";
  let best: PlaceId | null = null;
  let least = width * 2.6;
  for (const place of offers.places.keys()) {
    const c = facts.places[place]?.c;
    const far = c ? Math.hypot(c[0] - from[0], c[1] - from[1]) : Infinity;
    if (far < least) {
      least = far;
      best = place;
    }
  }
  return best === null ? "" : `Nearest place you can pick: ${placeTitle(facts, best)}.`;
}

export interface TipInput {
  /** What pieces are in for. */
  warned: Readonly<Record<UnitId, string>>;
  /** The place can be gone to, but a click on the piece in it picks that up. */
  stop: boolean;
  facts: BoardFacts;
  view: View;
  sides: readonly SideInfo[];
  offers: readonly Offer[];
  pieces: readonly Piece[];
  texts: ReadonlyMap<UnitId, string>;
}

/** What is worth knowing about a place or a piece at a glance. */
export function factsTip({ place, unit }: Thing, input: TipInput): TipContent {
  const { facts, view, sides, offers, pieces, texts, warned, stop } = input;
  const piece = pieces.find(({ id }) => id === unit);
  const value = view.places?.[place];
  const lines = pieces
    .filter((other) => other !== piece)
    .map((other) => pieceName(other, sides, texts.get(other.id)));
  const kinds = (view.markers ?? []).filter(({ at }) => at === place).map(({ kind }) => kind ?? "");
  if (kinds.length) lines.push(kinds.join(", "));
  const said = value ? value.title || `Value ${value.value ?? ""}` : "";
  const known = facts.places[place]?.title ?? "";
  const news = known && said.startsWith(known) ? said.slice(known.length).replace(/^[:, ]+/, "") : said; // the tip has the name already
  if (news) lines.push(news.charAt(0).toUpperCase() + news.slice(1));
  if (unit && warned[unit]) lines.push(`${warned[unit].charAt(0).toUpperCase()}${warned[unit].slice(1)}.`);
  if (offers.length) lines.push(offerName(offers));
  if (stop) lines.push("To move here, drag onto it or click its gold marker; clicking the piece picks it up.");
  const ground = [facts.places[place]?.text, !piece || facts.places[place]?.title === place ? "" : placeTitle(facts, place)];
  return {
    kind: "facts",
    title: piece ? piece.title || piece.name : placeTitle(facts, place),
    detail: piece
      ? [piece.factors, piece.formation?.title, texts.get(piece.id), `at ${placeTitle(facts, place)}`].filter(Boolean).join(" · ")
      : ground.filter(Boolean).join(" · "),
    lines,
    why: "",
    case: "",
    near: "",
  };
}

/** Entries of the menu for a click that could mean several things. */
export function menuItems(offers: readonly Offer[], pieces: ReadonlyMap<UnitId, Piece>, several: boolean): MenuItem[] {
  return offers.map((offer) => {
    const name = offer.kind === "unit" && several ? pieces.get(String(offer.argument))?.name : "";
    return {
      offer,
      label: name ? `${labelOf(offer)}: ${name}` : labelOf(offer),
      note: [costOf(offer), offer.hint.note].filter(Boolean).join(" · "),
    };
  });
}
