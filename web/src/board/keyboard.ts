/** Where the keyboard goes on the board: reading order, neighbours, typed numbers. */

import type { BoardFacts, PlaceId, Point, UnitId } from "../lib/api";
import type { Offers } from "./offers";
import type { Stack } from "./stacks";

/** What the keyboard points at: a place, or one piece on it. */
export interface Cursor {
  place: PlaceId;
  unit: UnitId | null;
}

/** Everything offered on the board in reading order: rows from the north, each row from the west; pieces before their place. */
export function readingOrder(facts: BoardFacts, offers: Offers, stacks: readonly Stack[]): Cursor[] {
  const found: { cursor: Cursor; at: Point; rank: number }[] = [];
  for (const stack of stacks) {
    stack.pieces.forEach((piece, i) => {
      if (offers.units.has(piece.id)) {
        found.push({ cursor: { place: stack.place, unit: piece.id }, at: facts.places[stack.place]!.c, rank: i });
      }
    });
  }
  for (const place of offers.places.keys()) {
    const c = facts.places[place]?.c;
    if (c) found.push({ cursor: { place, unit: null }, at: c, rank: 1000 });
  }
  return found
    .sort((a, b) => Math.round(a.at[1]) - Math.round(b.at[1]) || a.at[0] - b.at[0] || a.rank - b.rank)
    .map(({ cursor }) => cursor);
}

const equal = (a: Cursor, b: Cursor): boolean => a.place === b.place && a.unit === b.unit;

/** The next (or previous) offered thing after the cursor; null at the end, where focus moves on to the rest of the page. */
export function nextOffered(order: readonly Cursor[], cursor: Cursor | null, back: boolean, facts: BoardFacts): Cursor | null {
  if (!cursor) return (back ? order.at(-1) : order[0]) ?? null;
  const at = order.findIndex((other) => equal(other, cursor));
  if (at >= 0) return order[at + (back ? -1 : 1)] ?? null;
  const here = facts.places[cursor.place]?.c;
  if (!here) return order[0] ?? null;
  const after = ({ place }: Cursor): boolean => {
    const [x, y] = facts.places[place]!.c;
    return Math.round(y) > Math.round(here[1]) || (Math.round(y) === Math.round(here[1]) && x >= here[0]);
  };
  return (back ? order.filter((other) => !after(other)).at(-1) : order.find(after)) ?? null;
}

/** Directions of the keys, as the angle on the screen (0 = east, clockwise). */
const ANGLES: Record<string, number> = {
  ArrowRight: 0,
  PageDown: 60,
  ArrowDown: 90,
  End: 120,
  ArrowLeft: 180,
  Home: 240,
  ArrowUp: 270,
  PageUp: 300,
};

export function isDirection(key: string): boolean {
  return key in ANGLES;
}

/** Half the angle within which a neighbour counts as being in that direction. */
const WIDE = 62;

/** The neighbour in the direction of a key: the one whose centre is closest to that direction. */
export function neighbour(facts: BoardFacts, place: PlaceId, key: string): PlaceId | null {
  const here = facts.places[place];
  const wanted = ANGLES[key];
  if (!here || wanted === undefined) return null;
  let best: PlaceId | null = null;
  let least = WIDE;
  for (const other of here.n) {
    const there = other === null ? undefined : facts.places[other];
    if (!there) continue;
    const angle = (Math.atan2(there.c[1] - here.c[1], there.c[0] - here.c[0]) * 180) / Math.PI;
    const off = Math.abs(((angle - wanted + 540) % 360) - 180);
    if (off < least - 1e-6) {
      least = off;
      best = other;
    }
  }
  return best;
}

/** The place nearest to a point. */
export function nearest(facts: BoardFacts, [x, y]: Point): PlaceId | null {
  let best: PlaceId | null = null;
  let least = Infinity;
  for (const [name, { c }] of Object.entries(facts.places)) {
    const far = Math.hypot(c[0] - x, c[1] - y);
    if (far < least) {
      least = far;
      best = name;
    }
  }
  return best;
}

const digits = (name: string): string => name.replace(/\D/g, "");

/**
 * Collects typed digits until they name a place. On boards of several sheets, where one number can name several
 * places, the nearest to the point is meant.
 */
export class Typing {
  text = "";
  private last = 0;
  private readonly numbers = new Map<string, PlaceId[]>();
  private readonly longest: number;

  constructor(private readonly facts: BoardFacts) {
    for (const [name, place] of Object.entries(facts.places)) {
      for (const number of new Set([name, ...(place.aliases ?? [])].map(digits).filter(Boolean))) {
        this.numbers.set(number, [...(this.numbers.get(number) ?? []), name]);
      }
    }
    this.longest = Math.max(0, ...[...this.numbers.keys()].map((number) => number.length));
  }

  /** Do places have numbers here? Where they only have names, digits are left for other uses. */
  get numbered(): boolean {
    return this.longest > 0;
  }

  /** Digits start a number, or continue one typed less than 1.5 s ago. */
  type(key: string, now: number, near: Point): PlaceId | null {
    if (now - this.last > 1500) this.text = "";
    this.last = now;
    this.text = (this.text + key).slice(-Math.max(1, this.longest));
    const found = this.numbers.get(this.text);
    if (!found) return null;
    this.text = "";
    const far = (name: PlaceId): number => Math.hypot(this.facts.places[name]!.c[0] - near[0], this.facts.places[name]!.c[1] - near[1]);
    return [...found].sort((a, b) => far(a) - far(b))[0] ?? null;
  }
}
