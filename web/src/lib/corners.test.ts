import { describe, expect, it } from "vitest";
import { freeBand, freeCorner } from "./corners";

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
