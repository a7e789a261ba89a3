/** Paths over the board: to a hovered place, as arrows, and how long a piece travels. */

import type { BoardFacts, Move, PlaceId, Point, UnitId } from "../lib/api";
import type { Offer } from "./offers";

/** The centres of the places on a path; places off the board are left out. */
export function pointsOf(facts: BoardFacts, places: readonly (PlaceId | null)[]): Point[] {
  return places.flatMap((name) => (name !== null && facts.places[name] ? [facts.places[name]!.c] : []));
}

/** The path to an offered place: as the game gives it, place by place from the end, or straight from where the piece is. */
export function wayTo(offers: readonly Offer[], place: PlaceId, from: PlaceId | null): PlaceId[] {
  for (const { hint } of offers) {
    const way = [place];
    let last = hint.before?.[place];
    while (last !== undefined && !way.includes(last)) {
      way.unshift(last);
      last = hint.before?.[last];
    }
    if (way.length > 1) return way;
  }
  return from !== null && from !== place ? [from, place] : [];
}

export interface Arrow {
  shaft: string;
  head: string;
}

/** A broad arrow from one centre to the other, on a board whose counters are `size` wide. */
export function arrow([ax, ay]: Point, [bx, by]: Point, size: number): Arrow | null {
  const far = Math.hypot(bx - ax, by - ay);
  if (far < size * 0.5) return null;
  const unit = size / 64;
  const [dx, dy] = [(bx - ax) / far, (by - ay) / far];
  const along = (d: number, side = 0): string =>
    `${(bx - dx * d * unit - dy * side * unit).toFixed(1)} ${(by - dy * d * unit + dx * side * unit).toFixed(1)}`;
  // From edge to edge, so that both counters can be read: one that lies at an angle is left at its corner.
  const edge = 32 / Math.max(Math.abs(dx), Math.abs(dy));
  const room = far / unit - 2 * edge;
  const tip = edge + Math.min(4, Math.max(0, room / 8));
  const long = Math.min(24, Math.max(15, room - 8));
  const start = Math.min(edge + 4, far / unit - tip - long);
  return {
    shaft: `M${(ax + dx * start * unit).toFixed(1)} ${(ay + dy * start * unit).toFixed(1)}L${along(tip + long - 1)}`,
    head: `M${along(tip + long, long * 0.7)}L${along(tip)}L${along(tip + long, -long * 0.7)}Z`,
  };
}

export interface Journey {
  unit: UnitId;
  places: PlaceId[];
  /** Milliseconds. */
  takes: number;
}

const PIECE = 360;
const MOST = 900;
/** All journeys of one change together take no longer than this. */
const ALL = 2700;

/** Moves to show, one after another; several legs of one piece in a row are one journey. */
export function journeys(moves: readonly Move[], facts: BoardFacts, speed = 1): Journey[] {
  const out: Journey[] = [];
  for (const move of moves) {
    const told = (move.path && move.path.length > 1 ? move.path : [move.from, move.to]).filter(
      (name): name is PlaceId => name !== null && name in facts.places,
    );
    const last = out.at(-1);
    if (last && last.unit === move.unit && last.places.at(-1) === told[0]) last.places.push(...told.slice(1));
    else if (told.length > 1) out.push({ unit: move.unit, places: [...told], takes: 0 });
  }
  const step = facts.hex_width || 100;
  for (const journey of out) {
    const hexes = legs(pointsOf(facts, journey.places)).reduce((sum, leg) => sum + leg, 0) / step;
    journey.takes = Math.min(MOST, PIECE + Math.max(0, hexes - 1) * 90);
  }
  const whole = out.reduce((sum, { takes }) => sum + takes, 0);
  const rate = (whole > ALL ? ALL / whole : 1) / speed;
  for (const journey of out) journey.takes *= rate;
  return out;
}

function legs(points: readonly Point[]): number[] {
  return points.slice(1).map(([x, y], i) => Math.hypot(x - points[i]![0], y - points[i]![1]));
}

/** Where a piece is after a fraction of its path, at constant speed. */
export function along(points: readonly Point[], share: number): Point {
  const parts = legs(points);
  let left = Math.max(0, Math.min(1, share)) * parts.reduce((sum, leg) => sum + leg, 0);
  for (let i = 0; i < parts.length; i++) {
    const leg = parts[i]!;
    if (left <= leg || i === parts.length - 1) {
      const t = leg ? Math.min(1, left / leg) : 1;
      const [ax, ay] = points[i]!;
      const [bx, by] = points[i + 1]!;
      return [ax + (bx - ax) * t, ay + (by - ay) * t];
    }
    left -= leg;
  }
  return points[0] ?? [0, 0];
}

/** An arrow along some points, `px` board units per pixel, that ends `gap` board units before the last of them. */
export function trail(points: readonly Point[], px: number, gap: number): { shaft: Point[]; head: Point[] } | null {
  const end = points.at(-1);
  const before = points.at(-2);
  if (!end || !before) return null;
  const far = Math.hypot(end[0] - before[0], end[1] - before[1]);
  if (far < 12 * px) return null;
  const [dx, dy] = [(end[0] - before[0]) / far, (end[1] - before[1]) / far];
  const stop = Math.min(gap, far * 0.45);
  const back = (d: number, side = 0): Point => [end[0] - dx * d - dy * side, end[1] - dy * d + dx * side];
  const long = Math.min(17 * px, far * 0.5);
  return { shaft: [...points.slice(0, -1), back(stop + long * 0.8)], head: [back(stop + long, 11 * px), back(stop), back(stop + long, -11 * px)] };
}

const APART = 46;
const LOZENGE = 7;

/** Lozenges at even distances along a line, as the `d` of a path: they tell a front from any road. */
export function lozenges(points: readonly Point[], px: number): string {
  const whole = legs(points).reduce((sum, leg) => sum + leg, 0);
  const many = Math.max(1, Math.floor(whole / (APART * px)));
  const r = LOZENGE * px;
  return Array.from({ length: many }, (_, i) => {
    const [x, y] = along(points, (i + 0.5) / many);
    return `M${x.toFixed(1)} ${(y - r).toFixed(1)}l${r.toFixed(2)} ${r.toFixed(2)}l${(-r).toFixed(2)} ${r.toFixed(2)}l${(-r).toFixed(2)} ${(-r).toFixed(2)}z`;
  }).join("");
}
