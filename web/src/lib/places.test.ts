import { describe, expect, it } from "vitest";
import type { PlaceFacts } from "./api";
import { findPlaces } from "./places";

const place = (title: string, aliases: string[] = []): PlaceFacts => ({ c: [0, 0], p: [], title, text: "forest", n: [], aliases });
const hexes = { places: { "0805": place("0805"), "1512": place("Bastogne (1512)", ["B0805"]), "0407": place("Malmédy (0407)") } };
const areas = { places: { "st-vith": place("St. Vith"), vianden: place("Vianden"), "trois-ponts": place("Trois-Ponts", ["Three Bridges"]) } };

describe("finding a place", () => {
  it("accepts names without accents, punctuation and capitals", () => {
    expect(findPlaces(hexes, "malmedy").map(({ id }) => id)).toEqual(["0407"]);
    expect(findPlaces(areas, "st vith").map(({ id }) => id)).toEqual(["st-vith"]);
    expect(findPlaces(areas, "St. Vith").map(({ id }) => id)).toEqual(["st-vith"]);
    expect(findPlaces(areas, "three").map(({ id }) => id)).toEqual(["trois-ponts"]);
  });

  it("puts an exact match before names that only contain the text", () => {
    expect(findPlaces(hexes, "0805").map(({ id }) => id)).toEqual(["0805", "1512"]);
    expect(findPlaces(areas, "vi").map(({ title }) => title)).toEqual(["Vianden", "St. Vith"]);
  });

  it("finds nothing for empty text, and never more than a handful", () => {
    expect(findPlaces(areas, " . ")).toEqual([]);
    const many = { places: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`a${i}`, place(`Area ${i}`)])) };
    expect(findPlaces(many, "area", 5)).toHaveLength(5);
  });
});
