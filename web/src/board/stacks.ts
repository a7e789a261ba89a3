/** Which pieces are where on the board, how large, and in what order. */

import type { BoardFacts, Piece, PlaceFacts, PlaceId, Point, SideId, UnitId } from "../lib/api";
import type { Box } from "./geometry";

/** How much of a counter is drawn: S far, M between, L near. */
export type Detail = "S" | "M" | "L";

export interface Stack {
  key: string;
  place: PlaceId;
  side: SideId;
  /** Top first. */
  pieces: Piece[];
  /** Centre and width in board units. */
  x: number;
  y: number;
  size: number;
  detail: Detail;
}

/** Below this many pixels per hex the map counts as zoomed out. */
export const FAR = 44;
const NEAR = 72;
/** Size in pixels of the smallest counter on an area board, if it fits: its name can be read. */
const LEAST = 44;
/** How much larger than drawn a counter on an area board may be. */
export const GROWN = 1.9;

/** The share of a hex that a counter takes up, and its level of detail, by pixels per hex. */
export function sizeOnHex(pixels: number): { share: number; detail: Detail } {
  if (pixels < FAR) return { share: 0.84, detail: "S" };
  return pixels <= NEAR ? { share: 0.72, detail: "M" } : { share: 0.64, detail: "L" };
}

/** The level of detail that is legible on a counter of this size in pixels. */
export function detailAt(pixels: number): Detail {
  return pixels <= 36 ? "S" : pixels <= 50 ? "M" : "L";
}

/** Strength as a number: the first one among the printed factors. */
export function strengthOf(piece: Piece): number {
  const found = /\d+/.exec(piece.factors ?? "");
  return found ? Number(found[0]) : 0;
}

export interface Ranking {
  offered: ReadonlySet<UnitId>;
  /** Pieces that the question is about go on top. */
  first: ReadonlySet<UnitId>;
}

/** Top of a stack: what is asked about, then what may be clicked, then what may still act, then the strongest. */
export function ranked(pieces: readonly Piece[], ranking: Ranking): Piece[] {
  const rank = (piece: Piece): number[] => [
    ranking.first.has(piece.id) ? 0 : 1,
    ranking.offered.has(piece.id) ? 0 : 1,
    piece.done ? 1 : 0,
    -strengthOf(piece),
  ];
  return pieces
    .map((piece, i) => ({ piece, i, rank: rank(piece) }))
    .sort((a, b) => {
      const at = a.rank.findIndex((value, j) => value !== b.rank[j]);
      return at < 0 ? a.i - b.i : a.rank[at]! - b.rank[at]!;
    })
    .map(({ piece }) => piece);
}

/** All stacks on the board at a scale of k pixels per unit. */
export function stacksOf(facts: BoardFacts, pieces: readonly Piece[], k: number, ranking: Ranking): Stack[] {
  const at = new Map<PlaceId, Map<SideId, Piece[]>>();
  for (const piece of pieces) {
    if (piece.at === null || !(piece.at in facts.places)) continue;
    const here = at.get(piece.at) ?? new Map<SideId, Piece[]>();
    at.set(piece.at, here);
    here.set(piece.side, [...(here.get(piece.side) ?? []), piece]);
  }
  const out: Stack[] = [];
  for (const [place, sides] of at) {
    const ordered = [...sides].sort(([a], [b]) => (a < b ? -1 : 1)).map(([side, all]) => [side, ranked(all, ranking)] as const);
    const room = facts.places[place]!;
    out.push(...(facts.kind === "hex" ? onHex(facts, place, room, ordered, k) : onArea(place, room, ordered, k)));
  }
  // Southern stacks overlap northern ones, as if seen from the south.
  return (facts.kind === "hex" ? out : untangled(out)).sort((a, b) => a.y - b.y || a.x - b.x);
}

type Sides = readonly (readonly [SideId, Piece[]])[];

function onHex(facts: BoardFacts, place: PlaceId, room: PlaceFacts, sides: Sides, k: number): Stack[] {
  const width = facts.hex_width || 100;
  const { share, detail } = sizeOnHex(width * k);
  const [x, y] = room.c;
  if (sides.length === 1) return [stack(place, sides[0]!, x, y, width * share, detail)];
  const size = (width * 0.92) / sides.length;
  return sides.map((side, i) =>
    stack(place, side, x + (i - (sides.length - 1) / 2) * (size + 2), y, size, detailAt(size * k)),
  );
}

/** In an area each piece gets its own spot while there are any; the rest go on the last one. */
function onArea(place: PlaceId, room: PlaceFacts, sides: Sides, k: number): Stack[] {
  const drawn = room.counter || 64;
  // When zoomed out, where single counters would be illegible, each side has one larger stack.
  const size = Math.max(drawn, Math.min(LEAST / k, drawn * GROWN));
  const detail = detailAt(size * k);
  const spots = room.stack;
  if (spots && size > drawn * 1.15) {
    const middles = apart(sides.map(([side, pieces]) => middleOf(spots[side] ?? [room.c], pieces.length)), size * 1.04);
    return sides.map((side, i) => stack(place, side, ...middles[i]!, size, detail));
  }
  if (spots && sides.every(([side]) => spots[side]?.length)) {
    return sides.flatMap(([side, pieces]) => spread(place, side, pieces, spots[side]!, size, detail));
  }
  const all = sides.flatMap(([side, pieces]) => pieces.map((piece) => [side, piece] as const));
  const row: Sides = all.length <= 3 ? all.map(([side, piece]): readonly [SideId, Piece[]] => [side, [piece]]) : sides;
  const step = size * 1.06;
  return row.map((side, i) => stack(place, side, room.c[0] + (i - (row.length - 1) / 2) * step, room.c[1], size, detail));
}

/** Centre of the spots that this many pieces would take. */
function middleOf(spots: readonly Point[], pieces: number): Point {
  const used = spots.slice(0, Math.max(1, pieces));
  return [used.reduce((sum, [x]) => sum + x, 0) / used.length, used.reduce((sum, [, y]) => sum + y, 0) / used.length];
}

/** Two stacks that would lie over each other, moved apart along the direction in which they already are farther apart. */
function apart(middles: Point[], least: number): Point[] {
  const [a, b] = middles;
  if (middles.length !== 2 || !a || !b) return middles;
  const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1;
  const lacks = least - Math.abs(b[axis] - a[axis]);
  if (lacks <= 0) return middles;
  const push = ((b[axis] < a[axis] ? -1 : 1) * lacks) / 2;
  const moved = ([x, y]: Point, by: number): Point => (axis === 0 ? [x + by, y] : [x, y + by]);
  return [moved(a, -push), moved(b, push)];
}

/** How far a stack may be moved from its spot, and how often all are moved a little, so that those of neighbouring areas do not lie over each
 * other; their keys stay. */
const ASIDE = 0.6;
const ROUNDS = 12;

function untangled(stacks: readonly Stack[]): Stack[] {
  const out = stacks.map((one) => ({ ...one }));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < out.length; i++) {
      for (let j = i + 1; j < out.length; j++) {
        const [a, b] = [out[i]!, out[j]!];
        const least = ((a.size + b.size) / 2) * 1.04;
        const lacks = { x: least - Math.abs(b.x - a.x), y: least - Math.abs(b.y - a.y) };
        if (lacks.x <= 0.01 || lacks.y <= 0.01) continue;
        const axis = lacks.x < lacks.y ? "x" : "y";
        const push = ((b[axis] < a[axis] ? -1 : 1) * lacks[axis]) / 2;
        a[axis] = near(a[axis] - push, stacks[i]![axis], a.size * ASIDE);
        b[axis] = near(b[axis] + push, stacks[j]![axis], b.size * ASIDE);
      }
    }
  }
  return out;
}

const near = (value: number, home: number, far: number): number => Math.max(home - far, Math.min(home + far, value));

function spread(place: PlaceId, side: SideId, pieces: Piece[], spots: Point[], size: number, detail: Detail): Stack[] {
  return spots.slice(0, pieces.length).map(([x, y], i) => {
    const last = i === spots.length - 1;
    return stack(place, [side, last ? pieces.slice(i) : pieces.slice(i, i + 1)], x, y, size, detail);
  });
}

function stack(
  place: PlaceId,
  [side, pieces]: readonly [SideId, Piece[]],
  x: number,
  y: number,
  size: number,
  detail: Detail,
): Stack {
  return { key: `${place}|${side}|${Math.round(x)},${Math.round(y)}`, place, side, pieces, x, y, size, detail };
}

/** The stack under a board point, topmost first; if there is none, the nearest within reach of a finger. */
export function stackAt(stacks: readonly Stack[], [x, y]: Point, slack = 0): Stack | null {
  const far = (it: Stack): number => Math.max(Math.abs(x - it.x), Math.abs(y - it.y)) - it.size / 2;
  const hit = stacks.findLast((it) => far(it) <= 0);
  if (hit) return hit;
  return stacks.reduce<Stack | null>((best, it) => (far(it) <= slack && (!best || far(it) < far(best)) ? it : best), null);
}

export interface FanSpot {
  piece: Piece;
  x: number;
  y: number;
  size: number;
}

/**
 * A stack fanned out in rows above (or, if there is no room, below) its place, in screen pixels.
 * `anchor` is the box of the stack on the screen, `free` where the fan may lie.
 */
export function fanOf(pieces: readonly Piece[], anchor: Box, free: Box, touch: boolean): FanSpot[] {
  const size = touch ? 56 : 52;
  const step = size + 8;
  const row = Math.max(1, Math.min(pieces.length, Math.floor((free.w - 8) / step)));
  const rows = Math.ceil(pieces.length / row);
  const gap = 10;
  const above = anchor.y - gap - rows * step >= free.y;
  const top = above ? anchor.y - gap - rows * step : Math.min(anchor.y + anchor.h + gap, free.y + free.h - rows * step);
  return pieces.map((piece, i) => {
    const line = Math.floor(i / row);
    const inRow = Math.min(row, pieces.length - line * row);
    const wide = inRow * step;
    const left = Math.max(free.x, Math.min(anchor.x + anchor.w / 2 - wide / 2, free.x + free.w - wide));
    return { piece, x: left + (i - line * row) * step + step / 2, y: top + line * step + step / 2, size };
  });
}

/** Box around a fan and the gap between it and its stack, in which the pointer may move without closing it. */
export function fanBox(spots: readonly FanSpot[], anchor: Box): Box {
  const left = Math.min(anchor.x, ...spots.map((spot) => spot.x - spot.size / 2 - 8));
  const right = Math.max(anchor.x + anchor.w, ...spots.map((spot) => spot.x + spot.size / 2 + 8));
  const top = Math.min(anchor.y, ...spots.map((spot) => spot.y - spot.size / 2 - 8));
  const bottom = Math.max(anchor.y + anchor.h, ...spots.map((spot) => spot.y + spot.size / 2 + 8));
  return { x: left, y: top, w: right - left, h: bottom - top };
}
