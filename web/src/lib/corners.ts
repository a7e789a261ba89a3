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

/** What takes up room at an edge of the board, in pixels: on a phone the zoom buttons and drawn chits, anywhere the bar over the others' moves. */
export const ROOM = { zoom: 58, chits: 280, bar: 78 };

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

/** A card over another one is worse than over so many things. */
const CARD = 100;

/** The first corner whose box hides the fewest of the things, and no other card if that can be helped. */
export function freeCorner(
  ground: Rect,
  size: { width: number; height: number },
  margins: Margins,
  things: Rect[],
  order: readonly Corner[] = CORNERS,
  cards: Rect[] = [],
): Corner {
  let best: { corner: Corner; hidden: number } = { corner: order[0] ?? CORNERS[0], hidden: Infinity };
  for (const corner of order) {
    const box = cornerBox(ground, size, corner, margins);
    const hidden = things.filter((thing) => meets(box, thing)).length + CARD * cards.filter((other) => meets(box, other)).length;
    if (hidden < best.hidden) best = { corner, hidden };
  }
  return best.corner;
}

/** Finds a free corner for a card once the board has come to rest; the returned function cancels that. */
export function keepClear(card: HTMLElement, margins: Margins, order: readonly Corner[], set: (corner: Corner) => void): () => void {
  return once(card, (ground, things) => {
    const k = settings.scale;
    const scaled = { left: margins.left * k, right: margins.right * k, top: margins.top * k, bottom: margins.bottom * k };
    const others = [...(card.parentElement?.querySelectorAll(".corner") ?? [])].filter((one) => one !== card);
    set(freeCorner(ground, card.getBoundingClientRect(), scaled, things, order, others.map((one) => one.getBoundingClientRect())));
  });
}

/** A card as wide as a phone: at the bottom or at the top, whole or cut down to the essentials. */
export interface Band {
  top: boolean;
  brief: boolean;
}

const BANDS: readonly Band[] = [{ top: false, brief: false }, { top: true, brief: false }, { top: false, brief: true }, { top: true, brief: true }];
/** Distances of a band from the edges: below it are the zoom buttons. */
const ABOVE = 12;
const BELOW = 60;

/** The first of these places that hides the fewest of the things. A brief card is no higher than `least`. */
export function freeBand(ground: Rect, height: number, least: number, things: Rect[]): Band {
  const hidden = ({ top, brief }: Band): number => {
    const high = brief ? Math.min(height, least) : height;
    const start = top ? ground.top + ABOVE : ground.bottom - BELOW - high;
    return things.filter((thing) => meets({ left: ground.left, right: ground.right, top: start, bottom: start + high }, thing)).length;
  };
  return BANDS.reduce((best, band) => (hidden(band) < hidden(best) ? band : best));
}

/** The same once the board has come to rest. */
export function keepBandClear(card: HTMLElement, height: () => number, least: number, set: (band: Band) => void): () => void {
  return once(card, (ground, things) => set(freeBand(ground, height() * settings.scale, least * settings.scale, things)));
}

/** How often the board is looked at until it has come to rest, in milliseconds. */
const LOOK = 130;

/** Calls back with the board and with what can be clicked on it once it has come to rest; the returned function cancels that. On a slow machine
 * the flight to a new question takes longer than it should, so only positions that no longer change are known. */
function once(card: HTMLElement, found: (ground: Rect, things: Rect[]) => void): () => void {
  let last = "";
  const look = (): void => {
    const ground = card.parentElement;
    if (!ground) return;
    const offered = [...ground.querySelectorAll("[data-offered], [data-selected], [data-lit]")].filter((one) => !card.contains(one));
    const things = offered.map((one) => one.getBoundingClientRect());
    const now = JSON.stringify(things);
    const moves = now !== last || !!ground.querySelector("[data-moving], [data-busy]");
    last = now;
    if (moves) timer = setTimeout(look, LOOK);
    else found(ground.getBoundingClientRect(), things);
  };
  let timer = setTimeout(look, LOOK);
  return () => clearTimeout(timer);
}
