import { describe, expect, it } from "vitest";
import { neighbour, nearest, nextOffered, readingOrder, Typing } from "./keyboard";
import { offersOf } from "./offers";
import { hexBoard, piece, question } from "./sample";
import { stacksOf } from "./stacks";

const facts = hexBoard(5, 5);
const decision = question(
  { unit: ["b", "a", "c"], hex: ["0501", "0102", "0102"], exit: ["0102"], done: [null] },
  { unit: "unit", hex: "place", exit: "place", done: "none" },
);
const offers = offersOf(decision);
const stacks = stacksOf(facts, [piece("a", "0303"), piece("b", "0303"), piece("c", "0201")], 1, {
  offered: new Set(offers.units.keys()),
  first: new Set(),
});
const order = readingOrder(facts, offers, stacks);

describe("Tab", () => {
  it("visits the offered things in reading order, each once", () => {
    expect(order.map(({ unit, place }) => unit ?? place)).toEqual(["0102", "c", "a", "b", "0501"]);
  });
  it("starts at either end and leaves the board after the last", () => {
    expect(nextOffered(order, null, false, facts)).toEqual(order[0]);
    expect(nextOffered(order, null, true, facts)).toEqual(order.at(-1));
    expect(nextOffered(order, order.at(-1)!, false, facts)).toBeNull();
    expect(nextOffered(order, order[0]!, true, facts)).toBeNull();
  });
  it("continues from a place that is not offered", () => {
    expect(nextOffered(order, { place: "0301", unit: null }, false, facts)?.unit).toBe("a");
    expect(nextOffered(order, { place: "0301", unit: null }, true, facts)?.unit).toBe("c");
  });
});

describe("neighbours", () => {
  it("are in the direction of the six keys", () => {
    const around = ["ArrowRight", "PageDown", "End", "ArrowLeft", "Home", "PageUp"].map((key) => neighbour(facts, "0303", key));
    expect(around).toEqual(["0304", "0403", "0402", "0302", "0202", "0203"]);
  });
  it("up and down go to one of the two rows", () => {
    expect(["0202", "0203"]).toContain(neighbour(facts, "0303", "ArrowUp"));
    expect(["0402", "0403"]).toContain(neighbour(facts, "0303", "ArrowDown"));
  });
  it("end at the edge of the board", () => {
    expect(neighbour(facts, "0101", "ArrowLeft")).toBeNull();
    expect(neighbour(facts, "0101", "Home")).toBeNull();
  });
});

describe("a typed number", () => {
  it("leads to its place", () => {
    const typing = new Typing(facts);
    expect("030".split("").map((key, i) => typing.type(key, i * 100, [0, 0]))).toEqual([null, null, null]);
    expect(typing.type("4", 400, [0, 0])).toBe("0304");
  });
  it("starts again after a pause", () => {
    const typing = new Typing(facts);
    typing.type("9", 0, [0, 0]);
    expect("0304".split("").map((key, i) => typing.type(key, 5000 + i, [0, 0])).at(-1)).toBe("0304");
  });
  it("that is on several sheets means the nearest", () => {
    const sheets = { ...facts, places: { A0101: facts.places["0101"]!, B0101: facts.places["0505"]! } };
    const typing = new Typing(sheets);
    expect("0101".split("").map((key, i) => typing.type(key, i, facts.places["0505"]!.c)).at(-1)).toBe("B0101");
  });
});

it("the place nearest to a point is found", () => {
  expect(nearest(facts, [105, 90])).toBe("0101");
});
