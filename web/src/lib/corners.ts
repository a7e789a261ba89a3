/** Where a floating card can go without hiding what can be clicked. */

import { settings } from "./settings.svelte";

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const CORNERS = ["bottom-right", "bottom-left", "top-right", "top-left"] as const;
export type Corner = (typeof CORNERS)[number];

export interface Margins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The offsets of a card in a corner, as its style. */
export const offsets = ({ left, right, top, bottom }: Margins): string => `--left: ${left}px; --right: ${right}px; --top: ${top}px; --bottom: ${bottom}px`;

function meets(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The box of a card of this size in a corner of the area. */
export function cornerBox(ground: Rect, size: { width: number; height: number }, corner: Corner, margins: Margins): Rect {
  const left = corner.endsWith("left") ? ground.left + margins.left : ground.right - margins.right - size.width;
  const top = corner.startsWith("top") ? ground.top + margins.top : ground.bottom - margins.bottom - size.height;
  return { left, top, right: left + size.width, bottom: top + size.height };
}

/** The first corner whose box hides the fewest of the things. */
export function freeCorner(
  ground: Rect,
  size: { width: number; height: number },
  margins: Margins,
  things: Rect[],
  order: readonly Corner[] = CORNERS,
): Corner {
  let best: { corner: Corner; hidden: number } = { corner: order[0] ?? CORNERS[0], hidden: Infinity };
  for (const corner of order) {
    const box = cornerBox(ground, size, corner, margins);
    const hidden = things.filter((thing) => meets(box, thing)).length;
    if (hidden < best.hidden) best = { corner, hidden };
  }
  return best.corner;
}

/** Finds a free corner for a card once the board has come to rest; the returned function cancels that. */
export function keepClear(card: HTMLElement, margins: Margins, order: readonly Corner[], set: (corner: Corner) => void): () => void {
  // The board first pans for a new question (at most 220 ms); only then are positions known.
  const timer = setTimeout(() => {
    const ground = card.parentElement;
    if (!ground) return;
    const things = [...ground.querySelectorAll("[data-offered], [data-selected], [data-lit]")].filter((one) => !card.contains(one));
    const k = settings.scale;
    const scaled = { left: margins.left * k, right: margins.right * k, top: margins.top * k, bottom: margins.bottom * k };
    const boxes = things.map((one) => one.getBoundingClientRect());
    set(freeCorner(ground.getBoundingClientRect(), card.getBoundingClientRect(), scaled, boxes, order));
  }, 260);
  return () => clearTimeout(timer);
}
