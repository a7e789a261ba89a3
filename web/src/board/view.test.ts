import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BoardView } from "./view.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("turning the wheel at the limit leaves the board on whole pixels", () => {
  const sheet = { x: 0, y: 0, w: 1013, h: 707 };
  const board = new BoardView(sheet, sheet, 40);
  board.resize(800, 601);
  board.zoomAt([333, 111], 1.7);
  board.zoomAt([333, 111], 0.01);
  vi.runAllTimers();
  const rested = board.camera;
  expect([rested.x % 1, rested.y % 1].map(Math.abs)).toEqual([0, 0]);
  board.zoomAt([333, 111], 0.5);
  expect(board.camera).toEqual(rested);
});

test("a hand of cards that shrinks after an answer does not move the board", () => {
  const sheet = { x: 0, y: 0, w: 1000, h: 1000 };
  const board = new BoardView(sheet, sheet, 40);
  board.resize(800, 600);
  const before = board.camera;
  board.setInsets({ top: 0, right: 0, bottom: 260, left: 0 });
  const opened = board.camera;
  expect(opened).not.toEqual(before); // its height is known a moment after the board has opened
  board.keep();
  board.setInsets({ top: 0, right: 0, bottom: 60, left: 0 });
  expect(board.camera).toEqual(opened);
});
