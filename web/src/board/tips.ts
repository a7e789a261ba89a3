/** Where a tip opens: next to its place, in the free part of the screen, covering as little as possible of what matters. */

import { overlap, type Box } from "./geometry";

export interface Size {
  w: number;
  h: number;
}

/**
 * The corner of a tip of this size next to the anchor (screen pixels). `avoid` are boxes it should not cover, such as a path;
 * the anchor itself is never covered if there is room anywhere.
 */
export function tipSpot(anchor: Box, size: Size, free: Box, avoid: readonly Box[] = [], gap = 10): { x: number; y: number } {
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
    const covered = avoid.reduce((sum, other) => sum + overlap(box, other), 0);
    const moved = Math.abs(x - wantedX) + Math.abs(y - wantedY);
    const bad = overlap(box, anchor) * 100 + covered * 4 + moved * 20 + rank;
    if (bad < least) {
      least = bad;
      best = { x, y };
    }
  });
  return best;
}
