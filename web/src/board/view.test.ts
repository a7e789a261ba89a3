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

test("what was in the middle stays there on a turned phone, but a panel beside the board does not move it", () => {
  const sheet = { x: 0, y: 0, w: 3000, h: 3000 };
  const board = new BoardView(sheet, sheet, 40);
  board.resize(400, 800);
  board.keep();
  board.zoomAt([200, 400], 1 / board.camera.k);
  const { x, y, w, h } = board.seen;
  const before = [x + w / 2, y + h / 2];
  board.resize(800, 400);
  const after = board.seen;
  expect([after.x + after.w / 2, after.y + after.h / 2].map(Math.round)).toEqual(before.map(Math.round));
  const still = board.camera;
  board.resize(650, 390);
  expect(board.camera).toEqual(still);
});

test("the board goes back to where the player was looking, but not under the pointer with something in hand", () => {
  const sheet = { x: 0, y: 0, w: 3000, h: 3000 };
  const board = new BoardView(sheet, sheet, 40);
  board.reduced = true;
  board.resize(800, 600);
  board.centre([1000, 1000], 1);
  const looking = board.camera;
  const [here, there] = [{ x: 1000, y: 1200, w: 40, h: 40 }, { x: 1000, y: 1400, w: 40, h: 40 }];
  board.show(there);
  const moved = board.camera;
  expect(moved).not.toEqual(looking);
  board.show(here, 24, null, true);
  expect(board.camera).toEqual(moved);
  board.show(here);
  expect(board.camera).toEqual(looking);
});
