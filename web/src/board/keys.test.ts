import { expect, test, vi } from "vitest";
import type { Cursor } from "./keyboard";
import { keyHandler, type KeyTarget } from "./keys";
import { hexBoard } from "./sample";

/** A board whose cursor is at a place, and a press of Enter this many milliseconds after the page was opened: did the board use it? */
function board(cursor: Cursor, held: boolean) {
  const pick = vi.fn();
  const target = { facts: hexBoard(3, 3), cursor, order: [], held: () => held, pick } as unknown as KeyTarget;
  const handle = keyHandler(target);
  const enter = (at: number): boolean => {
    const stopPropagation = vi.fn();
    handle({ key: "Enter", timeStamp: at, preventDefault: vi.fn(), stopPropagation } as unknown as KeyboardEvent);
    return stopPropagation.mock.calls.length > 0;
  };
  return { enter, pick };
}

test("Enter once more on what it has picked is left to the main button", () => {
  const { enter, pick } = board({ place: "0101", unit: null }, true);
  expect(enter(1000)).toBe(true);
  expect(enter(1100)).toBe(true); // too quick: counts once
  expect(enter(2000)).toBe(false);
  expect(pick).toHaveBeenCalledTimes(1);
});

test("Enter picks again if nothing has been picked", () => {
  const { enter, pick } = board({ place: "0101", unit: "a" }, false);
  expect([enter(1000), enter(2000)]).toEqual([true, true]);
  expect(pick).toHaveBeenCalledTimes(2);
});
