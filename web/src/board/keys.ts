/** The keys of the board. */

import type { BoardFacts } from "../lib/api";
import { toBoard } from "./camera";
import { isDirection, nearest, neighbour, nextOffered, Typing, type Cursor } from "./keyboard";
import type { BoardView } from "./view.svelte";

export interface KeyTarget {
  facts: BoardFacts;
  board: BoardView;
  readonly cursor: Cursor | null;
  readonly order: readonly Cursor[];
  /** Was the board last used with the keys, so that digits are the number of a place? */
  readonly keyed: boolean;
  move(to: Cursor | null): void;
  pick(at: Cursor): void;
  /** Is what Enter picked here in hand, so that Enter once more means the main button? Your own pieces are put down instead. */
  held(at: Cursor): boolean;
  why(at: Cursor): void;
  /** Dismisses tips and the cursor; false if there was nothing to dismiss. */
  close(): boolean;
}

/** Without a cursor the arrows pan the map; the other direction keys put a cursor at the centre of the view. */
const PAN: Record<string, [number, number]> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** A single 0 shows the whole map; as the start of a number it waits for the rest of it. */
const ALONE = 450;
/** Enter twice within this time, in milliseconds, counts once. */
const QUICK = 300;

export function keyHandler(target: KeyTarget): (event: KeyboardEvent) => void {
  const typing = new Typing(target.facts);
  let lone = 0;
  /** What Enter picked last, and when. */
  let entered: { at: Cursor; time: number } | null = null;

  const middle = () => toBoard(target.board.camera, [target.board.width / 2, target.board.height / 2]);

  function handle(event: KeyboardEvent): boolean {
    const { cursor, board, facts } = target;
    const { key } = event;
    if (key === "Tab") {
      const next = nextOffered(target.order, cursor, event.shiftKey, facts);
      // After the last stop, focus moves on to the rest of the page.
      target.move(next);
      return next !== null;
    }
    if (isDirection(key) && cursor && !event.shiftKey) {
      const to = neighbour(facts, cursor.place, key);
      if (to !== null) target.move({ place: to, unit: null });
      return true;
    }
    const pan = PAN[key];
    if (isDirection(key) && !cursor && !pan) {
      const place = nearest(facts, middle());
      if (place !== null) target.move({ place, unit: null });
      return true;
    }
    if (pan) {
      board.panBy(pan[0] * board.width * 0.2, pan[1] * board.height * 0.2);
      return true;
    }
    if (key === "Enter") {
      if (!cursor) return false;
      const again = entered && entered.at.place === cursor.place && entered.at.unit === cursor.unit && target.held(cursor) ? entered : null;
      if (again) return event.timeStamp - again.time < QUICK;
      entered = { at: cursor, time: event.timeStamp };
      target.pick(cursor);
      return true;
    }
    if (key === "?") {
      if (cursor) target.why(cursor);
      return cursor !== null;
    }
    if (key === "Escape") return target.close();
    if (key === "+" || key === "=") board.zoomBy(1.4);
    else if (key === "-" || key === "_") board.zoomBy(1 / 1.4);
    else if (/^\d$/.test(key) && ((typing.numbered && target.keyed) || key === "0")) number(key);
    else return false;
    return true;
  }

  function number(key: string): void {
    window.clearTimeout(lone);
    const found = typing.type(key, performance.now(), middle());
    if (found !== null) target.move({ place: found, unit: null });
    else if (typing.text === "0") lone = window.setTimeout(() => target.board.fit(), ALONE);
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (!handle(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
