import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Corner, freeBand, freeCorner, keepClear } from "./corners";

const ground = { left: 0, top: 0, right: 1000, bottom: 600 };
const size = { width: 300, height: 100 };
const margins = { left: 10, right: 10, top: 10, bottom: 10 };
const at = (x: number, y: number) => ({ left: x - 20, top: y - 20, right: x + 20, bottom: y + 20 });

describe("a card over the board", () => {
  it("is at the bottom right when nothing is there", () => {
    expect(freeCorner(ground, size, margins, [at(500, 300)])).toBe("bottom-right");
  });
  it("makes room for what can be clicked", () => {
    expect(freeCorner(ground, size, margins, [at(900, 550)])).toBe("bottom-left");
    expect(freeCorner(ground, size, margins, [at(900, 550), at(100, 550)])).toBe("top-right");
  });
  it("hides as little as it can when every corner is taken", () => {
    const things = [at(900, 550), at(800, 550), at(100, 550), at(150, 550), at(900, 50), at(800, 50), at(100, 50)];
    expect(freeCorner(ground, size, margins, things)).toBe("top-left");
  });
  it("does not lie over another card, even where it hides more of the board elsewhere", () => {
    const card = { left: 10, top: 10, right: 400, bottom: 160 };
    const order = ["top-left", "top-right"] as const;
    expect(freeCorner(ground, size, margins, [at(900, 50)], order)).toBe("top-left");
    expect(freeCorner(ground, size, margins, [at(900, 50)], order, [card])).toBe("top-right");
  });
});

describe("a card as wide as a phone", () => {
  const screen = { left: 0, top: 50, right: 390, bottom: 650 };
  const band = (...things: ReturnType<typeof at>[]) => freeBand(screen, 300, 130, things);
  it("is whole, at the bottom or else at the top", () => {
    expect(band(at(200, 200))).toEqual({ top: false, brief: false });
    expect(band(at(200, 500))).toEqual({ top: true, brief: false });
  });
  it("is cut down to the essentials where it would hide what can be clicked", () => {
    expect(band(at(200, 350), at(200, 200))).toEqual({ top: false, brief: true });
    expect(band(at(200, 350), at(200, 500))).toEqual({ top: true, brief: true });
  });
  it("hides as little as it can", () => {
    expect(band(at(200, 100), at(100, 100), at(200, 350), at(200, 550))).toEqual({ top: false, brief: true });
  });
});

describe("a card that looks for room", () => {
  let rest: { left: number; top: number };
  let card: HTMLElement;
  let board: HTMLElement;
  const found: Corner[] = [];
  const boxed = (one: Element, box: () => { left: number; top: number; right: number; bottom: number }): void => {
    one.getBoundingClientRect = () => ({ ...box(), width: 0, height: 0, x: 0, y: 0, toJSON: box }) as DOMRect;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = `<div><div id="board"><i data-offered></i></div><div id="card"></div></div>`;
    board = document.querySelector<HTMLElement>("#board")!;
    card = document.querySelector<HTMLElement>("#card")!;
    rest = { left: 500, top: 300 };
    found.length = 0;
    boxed(board.parentElement!, () => ground);
    boxed(card, () => ({ left: 0, top: 0, right: 0, bottom: 0 }));
    boxed(board.firstElementChild!, () => at(rest.left, rest.top));
    keepClear(card, margins, ["bottom-right", "bottom-left"], (corner) => found.push(corner));
  });
  afterEach(() => vi.useRealTimers());

  it("waits for a board that is still on its way on a slow machine", () => {
    board.dataset.moving = "";
    vi.advanceTimersByTime(2000);
    expect(found).toEqual([]);
    rest = { left: 990, top: 590 };
    delete board.dataset.moving;
    vi.advanceTimersByTime(300);
    expect(found).toEqual(["bottom-left"]);
  });

  it("waits for pieces whose places still change", () => {
    for (let step = 0; step < 5; step++) {
      rest = { left: 500 + 98 * step, top: 300 + 58 * step };
      vi.advanceTimersByTime(140);
    }
    expect(found).toEqual([]);
    rest = { left: 990, top: 590 };
    vi.advanceTimersByTime(300);
    expect(found).toEqual(["bottom-left"]);
  });
});
