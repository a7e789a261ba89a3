/** The camera: screen = camera.x + camera.k * board. All functions are pure. */

import type { Point } from "../lib/api";
import type { Box } from "./geometry";

export interface Camera {
  x: number;
  y: number;
  /** Pixels per board unit. */
  k: number;
}

export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Lens {
  /** Width and height of the board element. */
  width: number;
  height: number;
  /** What cards and bars cover at its edges. */
  insets: Insets;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The part of the board element that nothing covers. */
export function freeBox(lens: Lens): Box {
  const { top, right, bottom, left } = lens.insets;
  const w = lens.width - left - right;
  const h = lens.height - top - bottom;
  // Insets that leave next to nothing (a sheet over a phone's board) are ignored.
  if (w < 60 || h < 60) return { x: 0, y: 0, w: lens.width, h: lens.height };
  return { x: left, y: top, w, h };
}

export function toBoard(camera: Camera, [x, y]: Point): Point {
  return [(x - camera.x) / camera.k, (y - camera.y) / camera.k];
}

export function toScreen(camera: Camera, [x, y]: Point): Point {
  return [camera.x + camera.k * x, camera.y + camera.k * y];
}

/** Fits the whole box into the free part of the screen, centred. */
export function fit(box: Box, lens: Lens, most = Infinity): Camera {
  const free = freeBox(lens);
  const k = Math.min(most, free.w / box.w, free.h / box.h);
  return { k, x: free.x + (free.w - box.w * k) / 2 - box.x * k, y: free.y + (free.h - box.h * k) / 2 - box.y * k };
}

/** Changes the scale and keeps the board point under `at` (screen) where it is. */
export function zoomAt(camera: Camera, at: Point, k: number): Camera {
  const [x, y] = toBoard(camera, at);
  return { k, x: at[0] - x * k, y: at[1] - y * k };
}

/** Two fingers: what was under them at the start stays under them. */
export function pinch(start: Camera, from: [Point, Point], to: [Point, Point], least: number, most: number): Camera {
  const span = ([a, b]: [Point, Point]) => Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
  const middle = ([a, b]: [Point, Point]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const k = Math.min(most, Math.max(least, (start.k * span(to)) / span(from)));
  const held = toBoard(start, middle(from));
  const [x, y] = middle(to);
  return { k, x: x - held[0] * k, y: y - held[1] * k };
}

/** Clamps the camera so that the map never leaves the screen: a small map stays centred, a large one covers the whole free part. */
export function clamp(camera: Camera, map: Box, lens: Lens): Camera {
  const free = freeBox(lens);
  const along = (at: number, start: number, size: number, from: number, room: number): number => {
    const length = size * camera.k;
    if (length <= room) return from + (room - length) / 2 - start * camera.k;
    const first = from - start * camera.k;
    const last = from + room - (start + size) * camera.k;
    return Math.min(first, Math.max(last, at));
  };
  return {
    k: camera.k,
    x: along(camera.x, map.x, map.w, free.x, free.w),
    y: along(camera.y, map.y, map.h, free.y, free.h),
  };
}

/** Centres a board point in the free part. */
export function centred(camera: Camera, [x, y]: Point, lens: Lens): Camera {
  const free = freeBox(lens);
  return { k: camera.k, x: free.x + free.w / 2 - x * camera.k, y: free.y + free.h / 2 - y * camera.k };
}

/** The smallest camera move that brings a board box into the free part; the same camera if it is already there. Where there is no room for all of
 * it, its core is in view. */
export function shown(camera: Camera, box: Box, lens: Lens, margin = 24, core: Box | null = null): Camera {
  const free = freeBox(lens);
  const along = (at: number, start: number, size: number, from: number, room: number): number => {
    const low = at + start * camera.k;
    const length = size * camera.k;
    if (length > room - 2 * margin) return from + (room - length) / 2 - start * camera.k;
    if (low < from + margin) return at + (from + margin - low);
    if (low + length > from + room - margin) return at - (low + length - (from + room - margin));
    return at;
  };
  const to = {
    k: camera.k,
    x: along(camera.x, box.x, box.w, free.x, free.w),
    y: along(camera.y, box.y, box.h, free.y, free.h),
  };
  return core ? shown(to, core, lens, Math.min(margin, 8)) : to;
}

/** Interpolates between two cameras; the scale changes at a visually even rate, and a point that both show in the same spot stays there. */
export function between(from: Camera, to: Camera, t: number): Camera {
  if (t <= 0) return from;
  if (t >= 1) return to;
  const k = from.k * Math.pow(to.k / from.k, t);
  const grown = to.k === from.k ? t : (k - from.k) / (to.k - from.k);
  return { k, x: from.x + (to.x - from.x) * grown, y: from.y + (to.y - from.y) * grown };
}

export function same(a: Camera, b: Camera): boolean {
  return Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.k / b.k - 1) < 0.0005;
}
