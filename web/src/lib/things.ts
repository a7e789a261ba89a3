/** Cards, chits, formations and boxes: what is printed on them, where they lie, and which of them can be chosen. */

import type { Argument, BoardFacts, Decision, Hint, Piece, PlaceId, Point, SideId, StoryEvent, UnitId, View } from "./api";

export interface PrintedLine {
  tag: string;
  text: string;
}

/** What is printed on a card, a chit, a formation or a box; it never changes. */
export interface Printed {
  title: string;
  text: string;
  /** One word: "event", "hit". */
  kind: string;
  side: SideId | null;
  case?: string;
  /** Name of a colour token ("--f-xlvii"). */
  color?: string | null;
  /** A formation's units. */
  units?: UnitId[];
  /** The title where there is little room. */
  short?: string;
  /** A card's number. */
  corner?: string;
  /** What a card does, or what each side of a chit says: a few words under a tag. */
  lines?: PrintedLine[];
  foot?: PrintedLine | null;
  /** The formations that a card is about. */
  formations?: string[];
  /** The two places between which it is, such as a bridge, or the one where it is. */
  between?: PlaceId[];
  [key: string]: unknown;
}

/** By kind ("card") and name. */
export type Things = Record<string, Record<string, Printed>>;

/** A deck, discards, a cup. */
export type Pile = View["piles"][number];
/** A chit that was drawn, as the story has it. */
export type Draw = NonNullable<StoryEvent["draw"]>;
/** A chit that was drawn: what is read off it and what that means. */
export type DrawnChit = Pick<Draw, "chit" | "face" | "text" | "kind">;

export const handOf = (view: View | null): string[] => view?.hand ?? [];
export const handsOf = (view: View | null): Record<SideId, number> => view?.hands ?? {};
export const pilesOf = (view: View | null): Pile[] => view?.piles ?? [];

/** Does the game have cards or chits at all? */
export const hasCards = (view: View | null): boolean => Object.keys(handsOf(view)).length > 0 || pilesOf(view).length > 0;

/** A thing as it is printed; by its name if nothing is known of it. */
export function printed(things: Things, kind: string, name: string): Printed {
  return things[kind]?.[name] ?? { title: name, text: "", kind: "", side: null };
}

export interface ThingOffer {
  verb: string;
  argument: Argument;
  hint: Hint;
}

/** What a question offers of one kind ("card", "box", "formation"), by name. */
export function offersOfKind(decision: Decision | null | undefined, kind: string): Map<string, ThingOffer[]> {
  const out = new Map<string, ThingOffer[]>();
  for (const [verb, offered] of Object.entries(decision?.choices ?? {})) {
    if (decision?.kinds[verb] !== kind) continue;
    for (const argument of offered) {
      const name = String(argument);
      const hints = decision?.hints?.[verb] ?? {};
      const offer = { verb, argument, hint: { ...hints["*"], ...hints[name] } };
      out.set(name, [...(out.get(name) ?? []), offer]);
    }
  }
  return out;
}

/** A thing on the map that can be chosen, between two places or in one. */
export interface SideOffer extends ThingOffer {
  between: readonly PlaceId[];
  label: string;
}

export function sideOffers(decision: Decision | null | undefined, things: Things): SideOffer[] {
  return [...new Set(Object.values(decision?.kinds ?? {}))].flatMap((kind) =>
    [...offersOfKind(decision, kind)].flatMap(([name, offers]) => {
      const between = things[kind]?.[name]?.between;
      return between ? offers.map((offer) => ({ ...offer, between, label: [offer.hint.action, offer.hint.label].filter(Boolean).join(": ") })) : [];
    }),
  );
}

/** Does the question ask for things of a kind? */
export function asksFor(decision: Decision | null | undefined, kind: string): boolean {
  return Object.entries(decision?.kinds ?? {}).some(([verb, one]) => one === kind && verb in (decision?.choices ?? {}));
}

/** The units that an offered formation consists of. */
export function unitsOf(offer: ThingOffer, things: Things, pieces: readonly Piece[]): UnitId[] {
  const name = String(offer.argument);
  return offer.hint.units?.length ? offer.hint.units : (things.formation?.[name]?.units ?? pieces.filter((piece) => piece.formation?.id === name).map(({ id }) => id));
}

/** The formation of a unit, by what is printed on it. */
export function formationOf(unit: UnitId, things: Things): string | null {
  return Object.entries(things.formation ?? {}).find(([, { units }]) => units?.includes(unit))?.[0] ?? null;
}

/** How many of each there are, by title: "Hit 2, Miss 3". */
export function countByTitle(names: readonly string[], kind: string, things: Things): { title: string; count: number }[] {
  const out = new Map<string, number>();
  for (const name of names) {
    const { title } = printed(things, kind, name);
    out.set(title, (out.get(title) ?? 0) + 1);
  }
  return [...out].map(([title, count]) => ({ title, count }));
}

/** A small piece of the map on a card: where its formations are. */
export interface CardMap {
  image: string;
  sheet: readonly number[];
  x: number;
  y: number;
  w: number;
  h: number;
  /** The width of a place. */
  unit: number;
  spots: Point[];
}

/** How many places wide the map on a card is, and its shape. */
const MAP = { wide: 9, shape: 184 / 44 };

/** Where the units of a card's formations are, if they are on the board at all. */
export function cardMap(card: Printed, things: Things, view: View | null, facts: BoardFacts | null, theme: "light" | "dark"): CardMap | null {
  const units = new Set((card.formations ?? []).flatMap((name) => things.formation?.[name]?.units ?? []));
  const image = (facts?.whole ?? facts?.far ?? facts?.images)?.[theme];
  if (!facts || !image || !units.size) return null;
  const spots = (view?.pieces ?? []).flatMap(({ id, at }) => (units.has(id) && at && facts.places[at] ? [facts.places[at].c] : []));
  if (!spots.length) return null;
  const middle = (axis: 0 | 1): number => [...spots].map((spot) => spot[axis]).sort((a, b) => a - b)[Math.floor(spots.length / 2)]!;
  const w = Math.min(facts.hex_width * MAP.wide, facts.sheet[2]!);
  const h = w / MAP.shape;
  return { image, sheet: facts.sheet, x: middle(0) - w / 2, y: middle(1) - h / 2, w, h, unit: facts.hex_width, spots };
}

/** What a question offers, in a few words per verb: "Activate: LXXXV Corps", "One unit alone: 12 to choose from". */
export interface Outlook {
  what: string;
  which: string;
  /** Where it is chosen. */
  on: "board" | "button";
}

const LISTED = 4;

export function outlookOf(decision: Decision): Outlook[] {
  return Object.entries(decision.choices).map(([verb, offered]) => {
    const hints = decision.hints?.[verb] ?? {};
    const kind = decision.kinds[verb];
    const some = offered.map((argument) => hints[argument === null ? "" : String(argument)] ?? hints["*"] ?? {});
    const label = some[0]?.label ?? hints["*"]?.label ?? verb;
    if (kind === "unit" || kind === "place") {
      return { what: hints["*"]?.label ?? label, which: `${offered.length} to choose from`, on: "board" };
    }
    const action = some[0]?.action;
    if (!action) return { what: some.map((hint) => hint.label ?? "").join(", "), which: some[0]?.note ?? "", on: "button" };
    const names = some.slice(0, LISTED).map((hint) => hint.label ?? "");
    const more = offered.length > LISTED ? ` and ${offered.length - LISTED} more` : "";
    return { what: action, which: names.join(", ") + more, on: "button" };
  });
}
