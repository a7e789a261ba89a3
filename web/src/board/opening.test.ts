import { describe, expect, it } from "vitest";
import type { BoardFacts, Piece, Point } from "../lib/api";
import { NO_INSETS, toScreen, type Lens } from "./camera";
import { frontOf, LARGE, matters, openingOn, READABLE } from "./opening";

const width = 100;
const counter = 72;
const map = { x: 0, y: 0, w: 4000, h: 3000 };
const screen = (w: number, h: number): Lens => ({ width: w, height: h, insets: { ...NO_INSETS, bottom: 58 } });
const front: Point[] = Array.from({ length: 12 }, (_, i) => [3000 + (i % 3) * 100, 300 + i * 200]);
const seen = (camera: { x: number; y: number; k: number }, { width: w, height: h }: Lens): Point[] =>
  front.filter((point) => {
    const [x, y] = toScreen(camera, point);
    return x >= 0 && y >= 0 && x <= w && y <= h - 58;
  });

describe("the opening", () => {
  it("shows all that can act if it fits at a readable size", () => {
    const lens = screen(1900, 2000);
    const camera = openingOn(front, width, counter, map, lens);
    expect(camera.k * counter).toBeGreaterThanOrEqual(READABLE);
    expect(seen(camera, lens)).toHaveLength(12);
  });
  it("shows as much of it as fits on a small screen, still readable", () => {
    const lens = screen(390, 600);
    const camera = openingOn(front, width, counter, map, lens);
    expect(camera.k * counter).toBeGreaterThanOrEqual(READABLE - 0.01);
    expect(seen(camera, lens).length).toBeGreaterThanOrEqual(3);
  });
  it("draws counters larger on a very large screen, as everything else is", () => {
    const camera = openingOn(front, width, counter, map, screen(2500, 1500));
    expect(camera.k * counter).toBeGreaterThan(READABLE * 1.3);
  });
  it("does not make a few counters enormous", () => {
    const camera = openingOn(front.slice(0, 1), width, counter, map, screen(1400, 900));
    expect(camera.k * counter).toBeLessThanOrEqual(LARGE + 0.01);
  });
  it("shows the whole board where even that is large", () => {
    const camera = openingOn(front, width, counter, { x: 0, y: 0, w: 600, h: 400 }, screen(3000, 2000));
    expect(camera.k).toBeGreaterThan(LARGE / counter);
  });
});

describe("what matters", () => {
  const facts = { kind: "hex", hex_width: 100, places: Object.fromEntries([0, 1, 2, 9].map((i) => [`h${i}`, { c: [i * 100, 0], p: [] }])) } as unknown as BoardFacts;
  const piece = (id: string, side: string, at: string | null): Piece => ({ id, side, at }) as unknown as Piece;
  const pieces = [piece("r1", "red", "h0"), piece("b1", "blue", "h2"), piece("b2", "blue", "h9"), piece("b3", "blue", null)];

  it("is what is asked about, then the units that can act, then the front", () => {
    const none = { places: [], units: [], offered: [] };
    expect(matters(facts, pieces, { ...none, places: ["h1"], units: ["b2"] })).toEqual([[100, 0]]);
    expect(matters(facts, pieces, { ...none, units: ["b2", "b3"], offered: ["h1"] })).toEqual([[900, 0]]);
    expect(matters(facts, pieces, none)).toEqual([[0, 0], [200, 0]]);
    expect(matters(facts, pieces, { ...none, offered: ["h9"] })).toEqual([[900, 0]]);
    expect(matters(facts, pieces, { ...none, offered: ["h0", "h1", "h9"] })).toEqual([[0, 0], [200, 0]]); // that is anywhere
    expect(matters(facts, [], { ...none, offered: ["h0", "h1"] })).toEqual([[0, 0], [100, 0]]);
    expect(frontOf(facts, pieces, 100)).toEqual(["h0", "h2"]);
  });
});
