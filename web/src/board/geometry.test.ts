import { describe, expect, it } from "vitest";
import { inside, outlineOf, PlaceFinder, softPath, usualWidth } from "./geometry";
import { hexBoard } from "./sample";

const facts = hexBoard(6, 6);
const loops = (d: string): number => d.split("M").length - 1;
const corners = (d: string): number => d.split(/[ML]/).length - 1;

describe("outlines", () => {
  it("of one place are its own", () => {
    expect(corners(outlineOf(["0303"], facts))).toBe(6);
  });
  it("leave out the sides that two places share", () => {
    expect(corners(outlineOf(["0303", "0304"], facts))).toBe(10);
  });
  it("count a place named twice only once", () => {
    expect(outlineOf(["0303", "0303"], facts)).toBe(outlineOf(["0303"], facts));
  });
  it("of separate places, and of a ring with a hole, are several lines", () => {
    expect(loops(outlineOf(["0101", "0505"], facts))).toBe(2);
    const ring = facts.places["0303"]!.n.filter((name) => name !== null);
    expect(loops(outlineOf(ring, facts))).toBe(2);
  });
});

describe("the place under a point", () => {
  const finder = new PlaceFinder(facts.places);
  it("is found by its outline", () => {
    for (const [name, { c }] of Object.entries(facts.places)) expect(finder.at([c[0] + 30, c[1] - 20])).toBe(name);
  });
  it("is none off the board", () => {
    expect(finder.at([-400, 50])).toBeNull();
  });
});

it("a point is inside a polygon or not", () => {
  const square: [number, number][] = [[0, 0], [10, 0], [10, 10], [0, 10]];
  expect(inside([5, 5], square)).toBe(true);
  expect(inside([15, 5], square)).toBe(false);
});

it("a soft line starts and ends where the path does", () => {
  const d = softPath([[0, 0], [100, 0], [100, 100]]);
  expect(d.startsWith("M0 0")).toBe(true);
  expect(d.endsWith("L100 100")).toBe(true);
});

it("the typical width of a board without hexes is that of its median area", () => {
  expect(usualWidth(facts)).toBe(100);
  expect(usualWidth({ ...facts, kind: "area", hex_width: 0 })).toBeCloseTo(Math.sqrt(100 * (200 / Math.sqrt(3))), 0);
});
