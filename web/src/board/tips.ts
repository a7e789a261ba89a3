/** Where a tip opens: next to its place, in the free part of the screen, covering as little as possible of what matters. */

import { overlap, type Box } from "./geometry";

export interface Size {
  w: number;
  h: number;
}

/**
 * The corner of a tip of this size next to the anchor (screen pixels). `avoid` are boxes it should not cover, such as a path; `rather` are
 * others that it leaves free if it can, such as pieces. The anchor itself is never covered if there is room anywhere.
 */
export function tipSpot(anchor: Box, size: Size, free: Box, avoid: readonly Box[] = [], rather: readonly Box[] = [], gap = 10): { x: number; y: number } {
  const [cx, cy] = [anchor.x + anchor.w / 2, anchor.y + anchor.h / 2];
  const right = anchor.x + anchor.w + gap;
  const left = anchor.x - gap - size.w;
  const below = anchor.y + anchor.h + gap;
  const above = anchor.y - gap - size.h;
  const spots: [number, number][] = [
    [right, cy - size.h / 2],
    [left, cy - size.h / 2],
    [cx - size.w / 2, below],
    [cx - size.w / 2, above],
    [right, anchor.y],
    [left, anchor.y],
    [right, anchor.y + anchor.h - size.h],
    [left, anchor.y + anchor.h - size.h],
    [right, below - gap],
    [left, below - gap],
    [right, above + gap],
    [left, above + gap],
  ];
  let best = { x: spots[0]![0], y: spots[0]![1] };
  let least = Infinity;
  spots.forEach(([wantedX, wantedY], rank) => {
    const x = Math.max(free.x, Math.min(wantedX, free.x + free.w - size.w));
    const y = Math.max(free.y, Math.min(wantedY, free.y + free.h - size.h));
    const box = { x, y, ...size };
    const covered = (all: readonly Box[]): number => all.reduce((sum, other) => sum + overlap(box, other), 0);
    const moved = Math.abs(x - wantedX) + Math.abs(y - wantedY);
    const bad = overlap(box, anchor) * 100 + covered(avoid) * 4 + covered(rather) + moved * 2 + rank;
    if (bad < least) {
      least = bad;
      best = { x, y };
    }
  });
  return best;
}
