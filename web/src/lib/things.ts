/** Cards, chits, formations and boxes: what is printed on them, where they lie, and which of them can be chosen. */

import type { Argument, Decision, Hint, Piece, SideId, StoryEvent, UnitId, View } from "./api";

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
  [key: string]: unknown;
}

/** By kind ("card") and name. */
export type Things = Record<string, Record<string, Printed>>;

/** A deck, discards, a cup. */
export type Pile = View["piles"][number];
/** A chit that was drawn, as the story has it. */
export type Draw = NonNullable<StoryEvent["draw"]>;

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
