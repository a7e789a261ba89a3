/** Mouse, pen, trackpad and touch, told apart: drag, pinch, wheel, tap, long press, hover. */

import type { Point } from "../lib/api";

export interface Gesture {
  /** Position on the board element, in pixels. */
  at: Point;
  touch: boolean;
  /** Shift was held. */
  shift?: boolean;
  /** Ctrl or Cmd was held. */
  more?: boolean;
  /** The piece of a fanned-out stack on which it began. */
  unit?: string;
}

export interface GestureHandlers {
  /** The pointer is put down: what is there now is what a tap means, even if the board moves before it is released. */
  press(): void;
  /** A press that was released without becoming a drag. */
  tap(gesture: Gesture): void;
  /** Held still for 450 ms. */
  hold(gesture: Gesture): void;
  hover(gesture: Gesture | null): void;
  /** A drag begins where the pointer was put down; true if it carries a piece rather than the map. */
  carry(from: Gesture): boolean;
  /** The piece is carried here. */
  carried(gesture: Gesture): void;
  /** The piece is put down here; null if it is dropped. */
  putDown(gesture: Gesture | null): void;
  /** A right click; true if it meant something. */
  aside(): boolean;
  dragStart(): void;
  /** Since the last call, in pixels. */
  drag(by: Point): void;
  pinchStart(): void;
  /** Where the two fingers were put down, and where they are now. */
  pinch(from: [Point, Point], to: [Point, Point]): void;
  /** End of a drag or pinch; speed in pixels per millisecond. */
  dragEnd(speed: Point): void;
  /** Zoom by a factor around a point. */
  zoom(at: Point, factor: number): void;
}

const SLACK = { mouse: 4, touch: 9 };
const HOLD = 450;

interface Finger {
  start: Point;
  at: Point;
  time: number;
  touch: boolean;
  /** The piece of a fanned-out stack on which it was put down: it can be dragged, while a click is the piece's own. */
  unit: string | undefined;
}

/** How much one wheel event zooms: a trackpad pinch arrives as a wheel event with Ctrl and small steps. */
export function wheelFactor(event: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
  const delta = Math.max(-240, Math.min(240, event.deltaY * lines));
  return Math.exp(-delta * (event.ctrlKey ? 0.01 : 0.0022));
}

/** Listens on an element; returns a function that stops it. */
export function listen(node: HTMLElement, on: GestureHandlers): () => void {
  const fingers = new Map<number, Finger>();
  let mode: "none" | "press" | "drag" | "pinch" | "carry" = "none";
  let held = 0;
  let pinchFrom: [Point, Point] = [[0, 0], [0, 0]];
  let trail: { at: Point; time: number }[] = [];

  const place = (event: MouseEvent): Point => {
    const box = node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  /** Tips, menus and links on the board handle their own clicks. */
  const foreign = (event: Event): boolean => event.target instanceof Element && event.target.closest("[data-own-clicks]") !== null;
  const pair = (key: "start" | "at"): [Point, Point] => {
    const [a, b] = [...fingers.values()];
    return [a![key], b![key]];
  };

  const fanned = (event: Event): string | undefined => (event.target instanceof Element ? event.target.closest<HTMLElement>("[data-fan]")?.dataset["unit"] : undefined);

  function down(event: PointerEvent): void {
    const unit = fanned(event);
    if ((foreign(event) && unit === undefined) || (event.pointerType === "mouse" && event.button !== 0 && event.button !== 1)) return;
    const at = place(event);
    const touch = event.pointerType !== "mouse";
    fingers.set(event.pointerId, { start: at, at, time: event.timeStamp, touch, unit });
    window.clearTimeout(held);
    if (fingers.size === 2) {
      if (mode === "carry") on.putDown(null);
      if (mode !== "drag") on.dragStart();
      mode = "pinch";
      for (const finger of fingers.values()) finger.start = finger.at;
      pinchFrom = pair("start");
      for (const id of fingers.keys()) capture(id);
      on.pinchStart();
    } else if (fingers.size === 1) {
      mode = "press";
      on.press();
      trail = [{ at, time: event.timeStamp }];
      held = window.setTimeout(() => {
        if (mode !== "press" || unit !== undefined) return;
        mode = "none";
        on.hold({ at, touch });
      }, HOLD);
    }
  }

  function capture(id: number): void {
    try {
      node.setPointerCapture(id);
    } catch {
      // The pointer is already gone.
    }
  }

  function move(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") on.hover(foreign(event) ? null : { at: place(event), touch: false });
      return;
    }
    const at = place(event);
    const last = finger.at;
    finger.at = at;
    if (mode === "pinch" && fingers.size >= 2) {
      on.pinch(pinchFrom, pair("at"));
    } else if (mode === "press") {
      const slack = finger.touch ? SLACK.touch : SLACK.mouse;
      if (Math.hypot(at[0] - finger.start[0], at[1] - finger.start[1]) > slack) {
        window.clearTimeout(held);
        capture(event.pointerId);
        on.hover(null);
        if (on.carry({ at: finger.start, touch: finger.touch, ...(finger.unit === undefined ? {} : { unit: finger.unit }) })) {
          mode = "carry";
          on.carried({ at, touch: finger.touch });
          return;
        }
        mode = "drag";
        on.dragStart();
        on.drag([at[0] - finger.start[0], at[1] - finger.start[1]]);
      }
    } else if (mode === "drag") {
      on.drag([at[0] - last[0], at[1] - last[1]]);
    } else if (mode === "carry") {
      on.carried({ at, touch: finger.touch });
    }
    trail = [...trail.filter(({ time }) => event.timeStamp - time < 90), { at, time: event.timeStamp }];
  }

  function speed(now: number): Point {
    const [first, last] = [trail[0], trail.at(-1)];
    if (!first || !last || now - last.time > 60 || last.time - first.time < 8) return [0, 0];
    const span = last.time - first.time;
    return [(last.at[0] - first.at[0]) / span, (last.at[1] - first.at[1]) / span];
  }

  function up(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    fingers.delete(event.pointerId);
    window.clearTimeout(held);
    if (mode === "pinch") {
      // The remaining finger continues as a drag.
      mode = fingers.size ? "drag" : "none";
      if (!fingers.size) on.dragEnd([0, 0]);
    } else if (mode === "drag") {
      if (!fingers.size) {
        mode = "none";
        on.dragEnd(speed(event.timeStamp));
      }
    } else if (mode === "carry") {
      mode = "none";
      on.putDown(event.type === "pointerup" ? { at: finger.at, touch: finger.touch, shift: event.shiftKey } : null);
    } else if (mode === "press") {
      mode = "none";
      const tapped = event.type === "pointerup" && event.button !== 1 && finger.unit === undefined;
      if (tapped) on.tap({ at: finger.at, touch: finger.touch, shift: event.shiftKey, more: event.ctrlKey || event.metaKey });
    }
  }

  function wheel(event: WheelEvent): void {
    if (foreign(event)) return;
    event.preventDefault();
    on.zoom(place(event), wheelFactor(event));
  }

  const leave = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && !fingers.size) on.hover(null);
  };
  // A long press must not open the browser's menu; a right click may if there is nothing to let go.
  const menu = (event: Event): void => {
    if ((event as PointerEvent).pointerType === "touch" || on.aside()) event.preventDefault();
  };

  const pairs: [string, (event: never) => void][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["pointerup", up],
    ["pointercancel", up],
    ["pointerleave", leave],
    ["contextmenu", menu],
  ];
  for (const [name, handler] of pairs) node.addEventListener(name, handler as EventListener);
  node.addEventListener("wheel", wheel, { passive: false });
  return () => {
    window.clearTimeout(held);
    for (const [name, handler] of pairs) node.removeEventListener(name, handler as EventListener);
    node.removeEventListener("wheel", wheel);
  };
}
