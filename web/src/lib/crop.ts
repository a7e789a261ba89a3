/** Which part of a map is worth showing in miniature: where most pieces are, those in the question first. */

import type { BoardFacts, View } from "./api";

export interface Crop {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** How many places wide the crop is. */
const WIDE = 9;

export function crop(facts: BoardFacts, view: View, shape: number): Crop {
  const [, , sheetW, sheetH] = facts.sheet;
  const w = Math.min(facts.hex_width * WIDE, sheetW);
  const h = w / shape;
  const standing = view.pieces.flatMap((piece) => (piece.at && facts.places[piece.at] ? [facts.places[piece.at]!.c] : []));
  const asked = (view.focus?.places ?? []).flatMap((place) => (facts.places[place] ? [facts.places[place].c] : []));
  const around = asked.length ? asked : standing;
  const near = ([x, y]: readonly [number, number]): number =>
    standing.filter(([a, b]) => Math.abs(a - x) < w / 2 && Math.abs(b - y) < h / 2).length;
  const middle = around.reduce((best, point) => (near(point) > near(best) ? point : best), around[0] ?? [sheetW / 2, sheetH / 2]);
  const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)));
  return {
    x: clamp(middle[0] - w / 2, facts.sheet[0], facts.sheet[0] + sheetW - w),
    y: clamp(middle[1] - h / 2, facts.sheet[1], facts.sheet[1] + sheetH - h),
    w,
    h,
  };
}
