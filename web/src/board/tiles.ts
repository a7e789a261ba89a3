/**
 * The board's picture as bitmaps. A large SVG is slow to paint, and a browser would repaint it for every step of a zoom.
 * So it is painted in tiles at the camera's resting scale, the visible ones first, a few at a time and never during a
 * gesture. Below them is the whole board, painted once at the scale of the whole map: from a photograph if there is one,
 * which the browser decodes beside its other work, so that the board can be played sooner.
 */

import type { Box } from "./geometry";

export interface Tile {
  column: number;
  row: number;
}

/** Side of a tile in pixels. */
export const TILE = 512;

/** Tiles of a picture of this size that touch the box (all in device pixels), nearest to its centre first. */
export function tilesFor(size: { w: number; h: number }, seen: Box, around = 0): Tile[] {
  const columns = Math.ceil(size.w / TILE);
  const rows = Math.ceil(size.h / TILE);
  const [left, right] = [Math.floor((seen.x - around) / TILE), Math.floor((seen.x + seen.w + around) / TILE)];
  const [top, bottom] = [Math.floor((seen.y - around) / TILE), Math.floor((seen.y + seen.h + around) / TILE)];
  const out: Tile[] = [];
  for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++) {
    for (let column = Math.max(0, left); column <= Math.min(columns - 1, right); column++) out.push({ column, row });
  }
  const [x, y] = [seen.x + seen.w / 2, seen.y + seen.h / 2];
  const far = ({ column, row }: Tile): number => Math.hypot((column + 0.5) * TILE - x, (row + 0.5) * TILE - y);
  return out.sort((a, b) => far(a) - far(b));
}

interface Level {
  /** Upper left corner in board units, aligned to a whole pixel of this level, or its tiles would be blurred. */
  x: number;
  y: number;
  /** Device pixels per board unit. */
  scale: number;
  image: HTMLImageElement;
  node: HTMLDivElement;
  tiles: Map<string, HTMLCanvasElement>;
}

export interface Scene {
  /** Pixels per board unit at rest. */
  k: number;
  /** The visible part, in board units. */
  seen: Box;
  /** Nothing is painted while something moves. */
  moving: boolean;
}

/** How many tiles of a level are kept; beyond that the farthest are dropped first. */
const KEPT = 60;
/** The whole board is never painted larger than this. */
const LARGEST = 3200;

/** How long tiles are painted in one frame, in milliseconds: the rest of it is for laying them out and for everything else. */
const SHARE = 7;

/** Text is missing from the first painting of an SVG picture, which only triggers loading its fonts; so the first one is small. */
const FONTS = 40;

/** Pictures kept ready: two themes, zoomed in and zoomed out. */
const READY = 4;
const ready = new Map<string, Promise<HTMLImageElement>>();

/** Fetches a picture and prepares it for painting, once. May be called before there is a board to paint it on. `later`: everything else comes
 * first. */
export function preparePicture(url: string, later = false): Promise<HTMLImageElement> {
  let coming = ready.get(url);
  if (!coming) {
    coming = fetchImage(url, later);
    coming.catch(() => ready.delete(url));
    ready.set(url, coming);
    const oldest = ready.keys().next();
    if (ready.size > READY && !oldest.done) ready.delete(oldest.value);
  }
  return coming;
}

async function fetchImage(url: string, later: boolean): Promise<HTMLImageElement> {
  const image = new Image();
  if (later) image.fetchPriority = "low";
  image.src = url;
  await image.decode();
  if (!url.includes(".svg")) return image;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context?.drawImage(image, 0, 0, 1, 1);
  context?.getImageData(0, 0, 1, 1);
  await new Promise((done) => window.setTimeout(done, FONTS));
  return image;
}

/** At most this long after the board can be played, in milliseconds, its detailed picture is fetched. */
const SOON = 500;

/** Calls back when what has just been laid out is on the screen and nothing else is going on. */
function whenSeen(then: () => void): void {
  const idle = typeof requestIdleCallback === "undefined" ? () => window.setTimeout(then, 100) : () => requestIdleCallback(then, { timeout: SOON });
  requestAnimationFrame(() => requestAnimationFrame(idle));
}

/** Draws on a canvas once and for all. Chromium without a graphics card copies each canvas that was drawn on directly with every frame in which
 * anything on the page changes, every step of a zoom included; a bitmap that was handed over is copied once. */
function draw(canvas: HTMLCanvasElement, how: (context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D) => void): boolean {
  const copy = typeof OffscreenCanvas === "undefined" ? null : new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy?.getContext("2d") ?? canvas.getContext("2d");
  if (!context) return false;
  how(context);
  if (copy) canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(copy.transferToImageBitmap());
  return true;
}

/** Paints a picture into a host element as the scene needs it. */
export class Painter {
  private base: Level | null = null;
  private levels: Level[] = [];
  private scene: Scene | null = null;
  private timer = 0;
  private urlAt: (k: number) => string = () => "";
  private readonly images = new Map<string, HTMLImageElement | Promise<HTMLImageElement>>();
  private gone = false;
  /** The board has been on the screen: it can be played, so there is time for details. */
  private seen = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly sheet: Box,
    private readonly onready: () => void,
  ) {}

  private get ratio(): number {
    return Math.min(3, window.devicePixelRatio || 1);
  }

  /** Switches to other pictures, by scale, and first to that of the whole board; the current ones stay until the new one can be shown. */
  async load(urlAt: (k: number) => string, whole: string, fitScale: number): Promise<void> {
    this.urlAt = urlAt;
    // With less detail even if the whole board is large enough for more: it can be played sooner, and details follow.
    const image = await this.image(whole);
    if (this.gone || this.urlAt !== urlAt) return;
    const old = [this.base, ...this.levels];
    this.levels = [];
    const most = LARGEST / Math.max(this.sheet.w, this.sheet.h);
    this.base = this.level(Math.min(most, fitScale * this.ratio), image);
    const { w, h } = this.pixels(this.base);
    for (const tile of tilesFor({ w, h }, { x: 0, y: 0, w, h })) this.paint(this.base, tile);
    for (const level of old) level?.node.remove();
    this.show(this.scene ?? { k: fitScale, seen: this.sheet, moving: false });
    this.onready();
    if (this.seen) return;
    whenSeen(() => {
      this.seen = true;
      this.work();
    });
  }

  private image(url: string): HTMLImageElement | Promise<HTMLImageElement> {
    const known = this.images.get(url);
    if (known) return known;
    const coming = preparePicture(url, this.base !== null).then((image) => {
      this.images.set(url, image);
      return image;
    });
    this.images.set(url, coming);
    return coming;
  }

  show(scene: Scene): void {
    this.scene = scene;
    for (const level of [this.base, ...this.levels]) if (level) this.put(level, scene.k);
    window.clearTimeout(this.timer);
    if (!scene.moving) this.timer = window.setTimeout(() => this.work(), 30);
  }

  stop(): void {
    this.gone = true;
    window.clearTimeout(this.timer);
  }

  private level(scale: number, image: HTMLImageElement): Level {
    const node = document.createElement("div");
    node.className = "level";
    this.host.append(node);
    const whole = (value: number): number => Math.floor(value * scale) / scale;
    return { x: whole(this.sheet.x), y: whole(this.sheet.y), scale, image, node, tiles: new Map() };
  }

  private pixels(level: Level): { w: number; h: number } {
    return { w: Math.ceil(this.sheet.w * level.scale) + 1, h: Math.ceil(this.sheet.h * level.scale) + 1 };
  }

  /** The level is laid out in its own pixels and scaled as a whole. */
  private put(level: Level, k: number): void {
    const grown = k / level.scale;
    level.node.style.transform = `translate(${level.x * k}px, ${level.y * k}px) scale(${grown})`;
  }

  private paint(level: Level, { column, row }: Tile): void {
    const size = this.pixels(level);
    const canvas = document.createElement("canvas");
    const [left, top] = [column * TILE, row * TILE];
    // Tiles overlap a little, or their edges would show when scaled.
    canvas.width = Math.min(TILE + 2, size.w - left);
    canvas.height = Math.min(TILE + 2, size.h - top);
    canvas.style.transform = `translate(${left}px, ${top}px)`;
    const { scale, image, x, y } = level;
    const drawn = draw(canvas, (context) =>
      context.drawImage(image, (this.sheet.x - x) * scale - left, (this.sheet.y - y) * scale - top, this.sheet.w * scale, this.sheet.h * scale),
    );
    if (!drawn) return;
    level.tiles.set(`${column},${row}`, canvas);
    level.node.append(canvas);
  }

  /** Paints tiles for part of a frame, then schedules the next; once all visible ones are there, levels at other scales are removed. */
  private work(): void {
    const end = performance.now() + SHARE;
    while (this.paintNext()) {
      if (performance.now() < end) continue;
      this.timer = window.setTimeout(() => requestAnimationFrame(() => this.work()), 0);
      return;
    }
  }

  /** Paints the tile that is most needed; false if there is none, or it has to wait. */
  private paintNext(): boolean {
    const scene = this.scene;
    if (this.gone || !this.seen || !this.base || !scene || scene.moving) return false;
    const scale = scene.k * this.ratio;
    const image = this.image(this.urlAt(scene.k));
    if (image instanceof Promise) {
      void image.then(() => this.work()).catch(() => undefined);
      return false;
    }
    if (image === this.base.image && scale < this.base.scale * 1.02) {
      this.keep(null);
      return false;
    }
    let level = this.levels.find((other) => other.image === image && Math.abs(other.scale / scale - 1) < 0.004);
    if (!level) {
      level = this.level(scale, image);
      this.levels.push(level);
      this.put(level, scene.k);
    }
    const seen = {
      x: (scene.seen.x - level.x) * scale,
      y: (scene.seen.y - level.y) * scale,
      w: scene.seen.w * scale,
      h: scene.seen.h * scale,
    };
    const absent = (tile: Tile): boolean => !level.tiles.has(`${tile.column},${tile.row}`);
    let next = tilesFor(this.pixels(level), seen).find(absent);
    if (!next) {
      this.keep(level);
      next = tilesFor(this.pixels(level), seen, TILE).find(absent);
    }
    if (!next) {
      this.trim(level, seen);
      return false;
    }
    this.paint(level, next);
    return true;
  }

  private keep(wanted: Level | null): void {
    for (const level of this.levels) if (level !== wanted) level.node.remove();
    this.levels = wanted ? [wanted] : [];
  }

  private trim(level: Level, seen: Box): void {
    if (level.tiles.size <= KEPT) return;
    const near = new Set(tilesFor(this.pixels(level), seen, TILE * 2).slice(0, KEPT).map(({ column, row }) => `${column},${row}`));
    for (const [key, canvas] of level.tiles) {
      if (near.has(key)) continue;
      canvas.remove();
      level.tiles.delete(key);
    }
  }
}
