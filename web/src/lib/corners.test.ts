import { describe, expect, it } from "vitest";
import { freeCorner } from "./corners";

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
});
