import { describe, expect, it } from "vitest";
import type { BoardFacts, PlaceFacts, Point } from "./api";
import { crop } from "./crop";
import { aPiece, aView } from "./testing";

const place = (c: Point): PlaceFacts => ({ c, p: [], title: "", text: "", n: [], aliases: [] });
const facts: BoardFacts = {
  kind: "hex", size: [3000, 2000], sheet: [0, 0, 3000, 2000], hex_width: 100, images: { light: "", dark: "" }, fronts: {}, sides: [], windows: {},
  places: { a: place([2000, 1000]), b: place([2100, 1000]), c: place([200, 200]) },
};

describe("a small picture of a game", () => {
  it("shows where most pieces are", () => {
    const view = aView({ pieces: [aPiece("1", { at: "c" }), aPiece("2", { at: "a" }), aPiece("3", { at: "b" }), aPiece("4", { at: "box" })] });
    expect(crop(facts, view, 2)).toEqual({ x: 1550, y: 775, w: 900, h: 450 });
  });
  it("shows what the question is about, and stays on the sheet", () => {
    const view = aView({ pieces: [aPiece("2", { at: "a" })], focus: { units: [], places: ["c"] } });
    expect(crop(facts, view, 2)).toMatchObject({ x: 0, y: 0 });
  });
  it("shows the middle of an empty board", () => {
    expect(crop(facts, aView(), 2)).toMatchObject({ x: 1050, y: 775 });
  });
});
