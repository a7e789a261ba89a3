/** Where the board opens: on the front and the units that can act, at a scale at which the names on counters can be read. */

import type { BoardFacts, Piece, PlaceId, Point, UnitId } from "../lib/api";
import { centred, clamp, fit, freeBox, type Camera, type Lens } from "./camera";
import { boxOf, usualWidth, type Box } from "./geometry";
import { GROWN } from "./stacks";

/** Width of a counter in pixels: its name can be read; more is not needed. */
export const READABLE = 44;
export const LARGE = 60;
/** A board this wide is on a very large screen, where everything is drawn larger by this much. */
const VAST = 2000;
const GROWS = 1.4;
/** The share of a hex that a counter takes up at this scale (see `sizeOnHex`). */
const SHARE = 0.72;
/** Enemies within this many places of each other are in contact. */
const CONTACT = 2.2;
/** If more than this share of the places is offered, their middle is no place in particular. */
const ANYWHERE = 0.3;

/** Width of a counter in board units, when its name is drawn. */
export function counterWidth(facts: BoardFacts): number {
  if (facts.kind === "hex") return usualWidth(facts) * SHARE;
  const sizes = Object.values(facts.places)
    .map((place) => place.counter || 64)
    .sort((a, b) => a - b);
  // When zoomed out, counters on areas are drawn larger than to scale.
  return (sizes[sizes.length >> 1] ?? 64) * GROWN * 0.85;
}

/** Places of pieces that are close to the enemy. */
export function frontOf(facts: BoardFacts, pieces: readonly Piece[], width: number): PlaceId[] {
  const all = pieces.flatMap((piece) => {
    const c = piece.at ? facts.places[piece.at]?.c : undefined;
    return c ? [{ side: piece.side, at: piece.at!, c }] : [];
  });
  const far = width * CONTACT;
  return [...new Set(all.filter((a) => all.some((b) => a.side !== b.side && Math.hypot(a.c[0] - b.c[0], a.c[1] - b.c[1]) <= far)).map(({ at }) => at))];
}

/** What matters when the board opens: what is asked about, the units that can act, where they can be put, the front, or simply the pieces. */
export function matters(facts: BoardFacts, pieces: readonly Piece[], asked: { places: readonly PlaceId[]; units: Iterable<UnitId>; offered: Iterable<PlaceId> }): Point[] {
  const where = new Map(pieces.map(({ id, at }) => [id, at]));
  const points = (places: Iterable<PlaceId | null | undefined>): Point[] => [...places].flatMap((place) => (place && facts.places[place] ? [facts.places[place].c] : []));
  const units = points([...asked.units].map((unit) => where.get(unit)));
  const offered = points(asked.offered);
  const anywhere = offered.length > ANYWHERE * Object.keys(facts.places).length;
  const tries = [() => points(asked.places), () => units, () => (anywhere ? [] : offered), () => points(frontOf(facts, pieces, usualWidth(facts))), () => points(pieces.map(({ at }) => at)), () => offered];
  for (const look of tries) {
    const found = look();
    if (found.length) return found;
  }
  return [];
}

/** The camera that shows the points as large as they fit, but readable; if they do not all fit, as many of them as possible. */
export function openingOn(points: readonly Point[], width: number, counter: number, map: Box, lens: Lens): Camera {
  const whole = clamp(fit(map, lens), map, lens);
  const pixels = lens.width >= VAST ? GROWS : 1;
  const [least, most] = [(READABLE * pixels) / counter, Math.max(whole.k, (LARGE * pixels) / counter)];
  if (!points.length || whole.k >= most) return whole;
  const around = (some: readonly Point[]): Box => {
    const box = boxOf(some);
    const edge = width * 1.1;
    return { x: box.x - edge, y: box.y - edge, w: box.w + 2 * edge, h: box.h + 2 * edge };
  };
  const all = fit(around(points), lens, most);
  if (all.k >= least) return clamp(all, map, lens);
  const k = Math.max(least, whole.k);
  const free = freeBox(lens);
  const [w, h] = [free.w / k - 2 * width, free.h / k - 2 * width];
  const near = ([x, y]: Point): Point[] => points.filter(([a, b]) => Math.abs(a - x) <= w / 2 && Math.abs(b - y) <= h / 2);
  let best: Point[] = [];
  for (const point of points) {
    const some = near(point);
    if (some.length > best.length) best = some;
  }
  const box = boxOf(best.length ? best : points.slice(0, 1));
  return clamp(centred({ ...whole, k }, [box.x + box.w / 2, box.y + box.h / 2], lens), map, lens);
}
