/** The moving camera: gestures, flights, and the board's resting scale. */

import type { Point } from "../lib/api";
import { between, centred, clamp, fit, NO_INSETS, pinch, same, shown, toBoard, zoomAt, type Camera, type Insets, type Lens } from "./camera";
import type { Box } from "./geometry";

/** Is this much more or less room than a panel or a line of text takes? */
const differ = (was: number, now: number): boolean => Math.min(was, now) < 0.75 * Math.max(was, now);

/** After this many milliseconds without a change of scale, everything is redrawn at the new scale: longer than between two turns of the wheel
 * on a busy machine, or it would be redrawn in the middle of a zoom. */
const REST = 220;
const FLIGHT = 220;

export class BoardView {
  camera = $state.raw<Camera>({ x: 0, y: 0, k: 1 });
  /** The scale at which the live drawing is laid out; between gestures that of the camera. */
  rest = $state(1);
  width = $state(0);
  height = $state(0);
  insets = $state.raw<Insets>(NO_INSETS);
  /** During gestures and flights. */
  moving = $state(false);
  reduced = false;

  private touched = false;
  /** Where the player was looking before the board moved by itself. */
  private back: Camera | null = null;
  private pinchStart: Camera | null = null;
  private frame = 0;
  private timer = 0;
  private dragging = false;

  constructor(
    private readonly sheet: Box,
    private readonly home: Box,
    private readonly usual: number,
    /** What to show first; null: the whole board. */
    private readonly opening: (map: Box, lens: Lens) => Camera | null = () => null,
  ) {}

  get lens(): { width: number; height: number; insets: Insets } {
    return { width: this.width, height: this.height, insets: this.insets };
  }

  get least(): number {
    return Math.min(fit(this.home, this.lens).k, fit(this.sheet, this.lens).k);
  }

  get most(): number {
    return Math.max(240 / this.usual, this.least * 2);
  }

  /** The visible part of the board, in board units. */
  get seen(): Box {
    const [x, y] = toBoard(this.camera, [0, 0]);
    return { x, y, w: this.width / this.camera.k, h: this.height / this.camera.k };
  }

  /** The element has this size now. Until the first gesture, the view stays the initial one. Later, a little more or less room does not move the
   * board; in another window or on a turned phone, what was in the middle stays there. */
  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    const first = this.width === 0;
    const other = differ(this.width, width) || differ(this.height, height);
    const middle = toBoard(this.camera, [this.width / 2, this.height / 2]);
    this.width = width;
    this.height = height;
    if (first || !this.touched) return this.jump(this.start());
    const { k } = this.camera;
    const camera = other ? { k, x: width / 2 - middle[0] * k, y: height / 2 - middle[1] * k } : this.camera;
    this.jump(clamp(camera, this.home, this.lens));
  }

  /** Cards come and go without moving the board; the next flight takes them into account. What lies along the lower edge, such as a hand of
   * cards, is there from the beginning, but its height is known a moment later. */
  setInsets(insets: Insets): void {
    const lower = this.insets.bottom !== insets.bottom;
    this.insets = insets;
    if (lower && this.width && !this.touched) this.jump(this.start());
  }

  /** The game goes on: from now on, the board does not go back to its first view by itself. */
  keep(): void {
    this.touched = true;
  }

  private start(): Camera {
    return this.opening(this.home, this.lens) ?? this.whole();
  }

  private whole(): Camera {
    return clamp(fit(this.home, this.lens, this.most), this.home, this.lens);
  }

  fit(): void {
    this.byHand();
    this.fly(this.whole());
  }

  /** The player moves the board: it stays where the player puts it. */
  private byHand(): void {
    this.touched = true;
    this.back = null;
  }

  private set(camera: Camera): void {
    const scaled = camera.k !== this.camera.k;
    this.camera = camera;
    if (scaled || this.moving) this.settle();
  }

  private jump(camera: Camera): void {
    cancelAnimationFrame(this.frame);
    this.set(camera);
    this.land();
  }

  /** Redraws when nothing has moved for a while. */
  private settle(): void {
    this.moving = true;
    window.clearTimeout(this.timer);
    if (!this.dragging) this.timer = window.setTimeout(() => this.land(), REST);
  }

  private land(): void {
    window.clearTimeout(this.timer);
    const { k, x, y } = this.camera;
    // Whole pixels keep text sharp.
    this.camera = { k, x: Math.round(x), y: Math.round(y) };
    this.moving = false;
    this.rest = k;
  }

  /** Flies to a camera, or jumps there if motion is not wanted. */
  fly(to: Camera, takes = FLIGHT): void {
    cancelAnimationFrame(this.frame);
    if (same(this.camera, to)) return this.jump(to);
    if (this.reduced || takes <= 0) return this.jump(to);
    const from = this.camera;
    const start = performance.now();
    this.moving = true;
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - start) / takes));
      this.set(between(from, to, 1 - Math.pow(1 - t, 3)));
      if (t < 1) this.frame = requestAnimationFrame(step);
      else this.land();
    };
    this.frame = requestAnimationFrame(step);
  }

  dragStart(): void {
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.timer);
    this.byHand();
    this.dragging = true;
    this.moving = true;
  }

  drag([dx, dy]: Point): void {
    this.set(clamp({ k: this.camera.k, x: this.camera.x + dx, y: this.camera.y + dy }, this.home, this.lens));
  }

  startPinch(): void {
    this.pinchStart = this.camera;
  }

  pinch(from: [Point, Point], to: [Point, Point]): void {
    if (!this.pinchStart) return;
    this.set(clamp(pinch(this.pinchStart, from, to, this.least, this.most), this.home, this.lens));
  }

  /** A flicked board glides on for a moment. */
  dragEnd([vx, vy]: Point): void {
    this.dragging = false;
    const speed = Math.hypot(vx, vy);
    if (this.reduced || speed < 0.25) return this.land();
    let [left, last] = [1, performance.now()];
    const step = (now: number): void => {
      const span = Math.min(40, Math.max(0, now - last));
      last = now;
      const before = this.camera;
      this.set(clamp({ k: before.k, x: before.x + vx * left * span, y: before.y + vy * left * span }, this.home, this.lens));
      left *= Math.exp(-span / 130);
      if (speed * left > 0.04) this.frame = requestAnimationFrame(step);
      else this.land();
    };
    this.frame = requestAnimationFrame(step);
  }

  zoomAt(at: Point, factor: number): void {
    cancelAnimationFrame(this.frame);
    this.byHand();
    const k = Math.min(this.most, Math.max(this.least, this.camera.k * factor));
    // At the limit nothing moves: off whole pixels, the board would be blurred.
    if (k !== this.camera.k) this.set(clamp(zoomAt(this.camera, at, k), this.home, this.lens));
  }

  /** Zooms one step in or out, around the centre of the free part or a point. */
  zoomBy(factor: number, at?: Point): void {
    this.byHand();
    const k = Math.min(this.most, Math.max(this.least, this.camera.k * factor));
    const middle: Point = at ?? [
      (this.insets.left + this.width - this.insets.right) / 2,
      (this.insets.top + this.height - this.insets.bottom) / 2,
    ];
    this.fly(clamp(zoomAt(this.camera, middle, k), this.home, this.lens));
  }

  panBy(dx: number, dy: number): void {
    this.byHand();
    this.fly(clamp({ k: this.camera.k, x: this.camera.x + dx, y: this.camera.y + dy }, this.home, this.lens), 140);
  }

  centre(point: Point, k = this.camera.k): void {
    this.byHand();
    this.fly(clamp(centred({ ...this.camera, k: Math.min(this.most, Math.max(this.least, k)) }, point, this.lens), this.home, this.lens));
  }

  /** Pans only if the box is not in view already, and goes back to where the player was looking as soon as the box is in view there. `held`:
   * something is in hand, so that the board does not go back under the pointer. */
  show(box: Box, margin = 24, core: Box | null = null, held = false): void {
    if (!this.width || (held && same(this.camera, shown(this.camera, box, this.lens, margin, core)))) return;
    if (this.back && same(this.back, shown(this.back, box, this.lens, margin, core))) return this.comeBack();
    const to = shown(this.camera, box, this.lens, margin, core);
    if (same(this.camera, to)) return;
    this.touched = true;
    this.back ??= this.camera;
    this.fly(to);
  }

  /** Back to where the player was looking before the board moved by itself. */
  comeBack(): void {
    if (this.back) this.fly(this.back);
    this.back = null;
  }

  /** Does this, or where the board would come back to, show any of these boxes? */
  shows(boxes: readonly Box[], camera: Camera = this.back ?? this.camera): boolean {
    return boxes.some((box) => same(camera, shown(camera, box, this.lens, 4)));
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    window.clearTimeout(this.timer);
  }
}
