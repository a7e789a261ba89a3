/** Plane geometry in units of the drawn board: outlines, hit tests, curves. */

import type { BoardFacts, PlaceFacts, PlaceId, Point } from "../lib/api";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

/** Points as the `d` of an SVG path. */
export function pathOf(points: readonly Point[], closed = false): string {
  const body = points.map(([x, y], i) => `${i ? "L" : "M"}${short(x)} ${short(y)}`).join("");
  return closed && body ? `${body}Z` : body;
}

/** The same shape, shrunk or grown around a point. */
export function scaled(points: readonly Point[], centre: Point, factor: number): Point[] {
  return points.map(([x, y]) => [centre[0] + (x - centre[0]) * factor, centre[1] + (y - centre[1]) * factor]);
}

export function boxOf(points: Iterable<Point>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left > right ? { x: 0, y: 0, w: 0, h: 0 } : { x: left, y: top, w: right - left, h: bottom - top };
}

/** The area where two boxes overlap. */
export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** Is the point inside the polygon (even-odd)? */
export function inside(point: Point, polygon: readonly Point[]): boolean {
  const [x, y] = point;
  let is = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) is = !is;
  }
  return is;
}

/** Finds the place under a point without testing all of them. */
export class PlaceFinder {
  private readonly cells = new Map<string, PlaceId[]>();
  private readonly step: number;

  constructor(private readonly places: Record<PlaceId, PlaceFacts>) {
    const boxes = Object.entries(places).map(([name, place]) => [name, boxOf(place.p)] as const);
    this.step = Math.max(1, boxes.reduce((sum, [, box]) => sum + box.w, 0) / Math.max(1, boxes.length));
    for (const [name, box] of boxes) {
      for (let i = this.cell(box.x); i <= this.cell(box.x + box.w); i++) {
        for (let j = this.cell(box.y); j <= this.cell(box.y + box.h); j++) {
          const key = `${i},${j}`;
          const cell = this.cells.get(key);
          if (cell) cell.push(name);
          else this.cells.set(key, [name]);
        }
      }
    }
  }

  private cell(value: number): number {
    return Math.floor(value / this.step);
  }

  at(point: Point): PlaceId | null {
    const names = this.cells.get(`${this.cell(point[0])},${this.cell(point[1])}`) ?? [];
    return names.find((name) => inside(point, this.places[name]!.p)) ?? null;
  }
}

const corner = ([x, y]: Point): string => `${Math.round(x)},${Math.round(y)}`;

/**
 * Outline of a set of places: the sides that belong to only one of them, joined into closed lines.
 * Neighbours must share their corners, as the boards' places do.
 */
export function outlineOf(places: readonly PlaceId[], facts: BoardFacts): string {
  const next = new Map<string, [Point, Point][]>();
  const seen = new Map<string, [Point, Point]>();
  for (const name of new Set(places)) {
    const polygon = facts.places[name]?.p ?? [];
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length]!;
      const [from, to] = [corner(a), corner(b)];
      if (from === to) return;
      if (seen.delete(`${to}|${from}`) || seen.delete(`${from}|${to}`)) return;
      seen.set(`${from}|${to}`, [a, b]);
    });
  }
  for (const side of seen.values()) {
    const from = corner(side[0]);
    const more = next.get(from);
    if (more) more.push(side);
    else next.set(from, [side]);
  }
  let d = "";
  for (const [start, sides] of next) {
    while (sides.length) {
      const loop: Point[] = [];
      let side = sides.pop();
      while (side) {
        loop.push(side[0]);
        const to = corner(side[1]);
        if (to === start) break;
        side = next.get(to)?.pop();
      }
      d += pathOf(loop, true);
    }
  }
  return d;
}

/** The share of a leg taken up by the bend before and after a place. */
const BEND = 0.28;

/** A line through the centres of places, with soft bends. */
export function softPath(points: readonly Point[]): string {
  if (points.length < 3) return pathOf(points);
  const at = ([x, y]: Point) => `${short(x)} ${short(y)}`;
  const towards = (a: Point, b: Point): Point => [a[0] + (b[0] - a[0]) * BEND, a[1] + (b[1] - a[1]) * BEND];
  let d = `M${at(points[0]!)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, here, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    d += `L${at(towards(here, before))}Q${at(here)} ${at(towards(here, after))}`;
  }
  return `${d}L${at(points.at(-1)!)}`;
}

/** Box of the map proper: all places, without the sheet's margins. */
export function mapBox(facts: BoardFacts): Box {
  return boxOf(Object.values(facts.places).flatMap((place) => place.p));
}

/** What must be large enough to play with, in board units: a hex, or a counter on an area as drawn when zoomed out. */
export function handyWidth(facts: BoardFacts): number {
  if (facts.kind === "hex") return usualWidth(facts);
  const sizes = Object.values(facts.places)
    .map((place) => place.counter || 64)
    .sort((a, b) => a - b);
  return Math.min(usualWidth(facts), (sizes[sizes.length >> 1] ?? 64) * 1.9);
}

/** Width of a typical place in board units: a hex, or the side of a square with the median area. */
export function usualWidth(facts: BoardFacts): number {
  if (facts.kind === "hex" && facts.hex_width > 0) return facts.hex_width;
  const sizes = Object.values(facts.places)
    .map((place) => boxOf(place.p))
    .map((box) => Math.sqrt(box.w * box.h))
    .sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 100;
}

/** Overlays that say something about a place itself, rather than what it costs to go there. */
const ABOUT_PLACES = new Set(["victory", "supply", "cut", "moved"]);
/** The longest text that a sign has room for. */
const SIGN_TEXT = 3;

/** Does an overlay's text about a place need a plate above the pieces? */
export function onPlate(style: string, text: string, taken: boolean): boolean {
  return ABOUT_PLACES.has(style) && (taken || text.length > SIGN_TEXT);
}
