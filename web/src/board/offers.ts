/** What the current question offers on the board, by piece and by place. */

import type { Argument, Decision, Hint, PlaceId, UnitId } from "../lib/api";

export interface Offer {
  verb: string;
  argument: Argument;
  kind: "unit" | "place" | "formation";
  /** `before`: for each place, the previous one on the way there. */
  hint: Hint;
  /** A formation's units: any of them stands for it. */
  units?: UnitId[];
}

export interface Offers {
  units: Map<UnitId, Offer[]>;
  places: Map<PlaceId, Offer[]>;
}

/** The game's hint for an argument; "*" stands for all that are not listed. */
function hintOf(decision: Decision | null, verb: string, name: string): Offer["hint"] {
  const hints = decision?.hints?.[verb] ?? {};
  return { ...hints["*"], ...hints[name] };
}

export function offersOf(decision: Decision | null, formations: ReadonlyMap<string, readonly UnitId[]> = new Map()): Offers {
  const out: Offers = { units: new Map(), places: new Map() };
  for (const [verb, choices] of Object.entries(decision?.choices ?? {})) {
    const kind = decision?.kinds[verb] ;
    if (kind === "formation") {
      for (const argument of choices) {
        const name = String(argument);
        const units = [...(formations.get(name) ?? [])];
        const offer: Offer = { verb, argument, kind, hint: hintOf(decision, verb, name), units };
        for (const unit of units) out.units.set(unit, [...(out.units.get(unit) ?? []), offer]);
      }
    }
    if (kind !== "unit" && kind !== "place") continue;
    const into = kind === "unit" ? out.units : out.places;
    for (const argument of choices) {
      const name = String(argument);
      const offer: Offer = { verb, argument, kind, hint: hintOf(decision, verb, name) };
      const more = into.get(name);
      if (more) more.push(offer);
      else into.set(name, [offer]);
    }
  }
  return out;
}

/** The places whose choice means an attack, as the engine says. */
export function attacksIn(offers: Offers): Set<PlaceId> {
  return new Set([...offers.places].flatMap(([place, all]) => (all.some(({ hint }) => hint.attack) ? [place] : [])));
}

/** The places where a click means something other than the first kind of choice, such as a march instead of a move: they look different. */
export function otherwiseIn(offers: Offers): Set<PlaceId> {
  const usual = (all: readonly Offer[]): string | undefined => (all.find(({ hint }) => !hint.minor) ?? all[0])?.verb;
  const first = usual([...offers.places.values()][0] ?? []);
  return new Set([...offers.places].flatMap(([place, all]) => (usual(all) === first ? [] : [place])));
}

/** The one thing that a gesture means without asking; null if it could mean several, or only something that it seldom means. `minor`: a
 * gesture for what is seldom meant, such as a click with Shift. */
export function clearly(all: readonly Offer[], minor: boolean): Offer | null {
  const usual = all.filter(({ hint }) => Boolean(hint.minor) === minor);
  if (usual.length === 1) return usual[0]!;
  return all.length === 1 && minor ? all[0]! : null;
}

/** Does the question ask for pieces, for places? */
export function asks(decision: Decision | null, kind: "unit" | "place"): boolean {
  const kinds: string[] = kind === "unit" ? ["unit", "formation"] : [kind];
  return Object.entries(decision?.choices ?? {}).some(([verb, all]) => all.length > 0 && kinds.includes(decision?.kinds[verb] ?? ""));
}

/** Everything a click on a place, or on a piece in it, could mean; a piece's own offers come first. */
export function meant(offers: Offers, unit: UnitId | null, place: PlaceId | null): Offer[] {
  return [...((unit && offers.units.get(unit)) || []), ...((place && offers.places.get(place)) || [])];
}

const words = (verb: string): string => {
  const text = verb.replaceAll("_", " ").replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export function labelOf(offer: Offer): string {
  if (offer.kind === "formation") return `${offer.hint.action || words(offer.verb)}: ${offer.hint.label || offer.argument}`;
  return offer.hint.label || words(offer.verb);
}

export function costOf(offer: Offer | undefined): string {
  const cost = offer?.hint.cost;
  return cost === null || cost === undefined ? "" : String(cost);
}

/** The costs of all offered places that have one. */
export function costsOf(offers: Offers): Map<PlaceId, string> {
  const out = new Map<PlaceId, string>();
  for (const [place, all] of offers.places) {
    const cost = all.map(costOf).find((text) => text !== "");
    if (cost) out.set(place, cost);
  }
  return out;
}
