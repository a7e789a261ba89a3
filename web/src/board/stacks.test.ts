import { describe, expect, it } from "vitest";
import { hexBoard, piece } from "./sample";
import { detailAt, fanBox, fanOf, ranked, sizeOnHex, stackAt, stacksOf } from "./stacks";

const facts = hexBoard(4, 4);
const plain = { offered: new Set<string>(), first: new Set<string>() };

describe("stacks", () => {
  it("hold the pieces of one side in one place, and leave out what is not on the board", () => {
    const pieces = [piece("a", "0101"), piece("b", "0101"), piece("c", "0202"), piece("d", "eliminated"), piece("e", null)];
    const stacks = stacksOf(facts, pieces, 0.5, plain);
    expect(stacks.map(({ place, pieces }) => [place, pieces.length])).toEqual([["0101", 2], ["0202", 1]]);
  });

  it("show on top what is asked about, then what can be clicked, then what can still act, then the strongest", () => {
    const all = [piece("weak", "0101", { factors: "1-5" }), piece("done", "0101", { factors: "[9]-5", done: true }), piece("strong", "0101", { factors: "6-5" })];
    expect(ranked(all, plain).map(({ id }) => id)).toEqual(["strong", "weak", "done"]);
    expect(ranked(all, { ...plain, offered: new Set(["weak"]) })[0]!.id).toBe("weak");
    expect(ranked(all, { offered: new Set(["weak"]), first: new Set(["done"]) })[0]!.id).toBe("done");
  });

  it("of two sides in one place are side by side and do not overlap", () => {
    const [left, right] = stacksOf(facts, [piece("a", "0202"), piece("b", "0202", { side: "blue" })], 1, plain);
    expect(Math.abs(left!.x - right!.x)).toBeGreaterThanOrEqual(left!.size);
  });

  it("have unique keys", () => {
    const pieces = [piece("a", "0202"), piece("b", "0202", { side: "blue" }), piece("c", "0203")];
    const keys = stacksOf(facts, pieces, 1, plain).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("have the size and detail that the scale allows", () => {
    expect(sizeOnHex(36)).toEqual({ share: 0.84, detail: "S" });
    expect(sizeOnHex(60)).toEqual({ share: 0.72, detail: "M" });
    expect(sizeOnHex(92)).toEqual({ share: 0.64, detail: "L" });
    expect([28, 44, 64].map(detailAt)).toEqual(["S", "M", "L"]);
  });

  it("are hit where they are, the upper before the lower, with some tolerance for fingers", () => {
    const stacks = stacksOf(facts, [piece("a", "0202"), piece("b", "0302")], 0.3, plain);
    const at = facts.places["0202"]!.c;
    expect(stackAt(stacks, at)?.place).toBe("0202");
    expect(stackAt(stacks, [at[0] + 60, at[1]])).toBeNull();
    expect(stackAt(stacks, [at[0] + 60, at[1]], 30)?.place).toBe("0202");
  });

  it("are hit where they are even if a finger would reach the next one", () => {
    const stacks = stacksOf(facts, [piece("a", "0202"), piece("b", "0203")], 0.3, plain);
    const at = facts.places["0202"]!.c;
    expect(stackAt(stacks, at, 300)?.place).toBe("0202");
    expect(stackAt(stacks, [at[0] - 60, at[1]], 300)?.place).toBe("0202");
  });
});

describe("on areas", () => {
  const room = { ...facts.places["0101"]!, counter: 60, stack: { red: [[0, 0], [70, 0]] as [number, number][], blue: [[0, 90]] as [number, number][] } };
  const areas = { ...facts, kind: "area" as const, places: { Spa: room } };

  it("each piece has a spot, and the rest go on the last one", () => {
    const stacks = stacksOf(areas, ["a", "b", "c"].map((id) => piece(id, "Spa")), 1, plain);
    expect(stacks.map(({ x, pieces }) => [x, pieces.length])).toEqual([[0, 1], [70, 2]]);
  });

  it("the pieces of a side become one larger stack when zoomed out", () => {
    const stacks = stacksOf(areas, ["a", "b"].map((id) => piece(id, "Spa")), 0.3, plain);
    expect(stacks).toHaveLength(1);
    expect(stacks[0]!.size * 0.3).toBeGreaterThan(25);
  });

  it("the larger stacks of two sides do not lie over each other", () => {
    for (const blue of [[10, 20], [-30, 5], [0, 0]] as [number, number][]) {
      const close = { ...areas, places: { Spa: { ...room, stack: { red: [[0, 0]] as [number, number][], blue: [blue] } } } };
      const [a, b] = stacksOf(close, [piece("a", "Spa"), piece("b", "Spa", { side: "blue" })], 0.3, plain);
      expect(Math.max(Math.abs(a!.x - b!.x), Math.abs(a!.y - b!.y))).toBeGreaterThanOrEqual(a!.size);
    }
  });
});

describe("on neighbouring areas", () => {
  const near = (x: number, y: number) => ({ ...facts.places["0101"]!, c: [x, y] as [number, number], counter: 60, stack: { red: [[x, y]] as [number, number][], blue: [[x, y + 64]] as [number, number][] } });
  const areas = { ...facts, kind: "area" as const, places: { Spa: near(0, 0), Huy: near(30, 90), Ciney: near(0, 170) } };
  const pieces = [piece("a", "Spa"), piece("b", "Spa", { side: "blue" }), piece("c", "Huy"), piece("d", "Ciney", { side: "blue" })];

  it("stacks do not lie over each other, stay near their spots, and keep their keys", () => {
    for (const k of [0.3, 0.5, 0.7]) {
      const stacks = stacksOf(areas, pieces, k, plain);
      for (const a of stacks) {
        for (const b of stacks.filter((other) => other !== a)) {
          expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)), `${a.key} and ${b.key} at ${k}`).toBeGreaterThanOrEqual(a.size);
        }
        const [x, y] = a.key.split("|")[2]!.split(",").map(Number);
        expect(Math.max(Math.abs(a.x - x!), Math.abs(a.y - y!))).toBeLessThan(a.size * 0.7);
      }
    }
  });
});

describe("a fanned-out stack", () => {
  const pieces = Array.from({ length: 7 }, (_, i) => piece(`u${i}`, "0101"));
  const free = { x: 0, y: 0, w: 390, h: 600 };

  it("stays on the screen, keeps its pieces apart, and gives each a target of 44 pixels", () => {
    for (const [x, y] of [[0, 0], [350, 10], [200, 300], [380, 560]] as const) {
      const spots = fanOf(pieces, { x, y, w: 40, h: 40 }, free, true);
      for (const spot of spots) {
        expect(spot.size).toBeGreaterThanOrEqual(44);
        expect(spot.x - spot.size / 2).toBeGreaterThanOrEqual(0);
        expect(spot.x + spot.size / 2).toBeLessThanOrEqual(390);
        expect(spot.y - spot.size / 2).toBeGreaterThanOrEqual(0);
        expect(spot.y + spot.size / 2).toBeLessThanOrEqual(600);
      }
      const places = spots.map((spot) => `${spot.x} ${spot.y}`);
      expect(new Set(places).size).toBe(pieces.length);
    }
  });

  it("is above the stack if there is room, and its box contains both", () => {
    const anchor = { x: 180, y: 300, w: 40, h: 40 };
    const spots = fanOf(pieces.slice(0, 3), anchor, free, false);
    expect(spots.every(({ y, size }) => y + size / 2 <= anchor.y)).toBe(true);
    expect(fanBox(spots, anchor).h).toBeGreaterThan(80);
  });
});
