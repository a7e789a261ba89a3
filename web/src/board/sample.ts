/** A small board and pieces for the tests. */

import type { BoardFacts, Decision, Piece, PlaceFacts, PlaceId, Point } from "../lib/api";

const HIGH = 100 / Math.sqrt(3);

/** Rows of hexes 100 wide, numbered row and column from the north-west; every second row is shifted half a hex east. */
export function hexBoard(rows: number, columns: number): BoardFacts {
  const number = (row: number, column: number): PlaceId => `${String(row).padStart(2, "0")}${String(column).padStart(2, "0")}`;
  const places: Record<PlaceId, PlaceFacts> = {};
  const centre = (row: number, column: number): Point => [column * 100 + (row % 2 ? 0 : 50), row * HIGH * 1.5];
  for (let row = 1; row <= rows; row++) {
    for (let column = 1; column <= columns; column++) {
      const [x, y] = centre(row, column);
      const shift = row % 2 ? -1 : 0;
      const around: [number, number][] = [
        [row, column + 1],
        [row + 1, column + shift + 1],
        [row + 1, column + shift],
        [row, column - 1],
        [row - 1, column + shift],
        [row - 1, column + shift + 1],
      ];
      const inside = ([r, c]: [number, number]): boolean => r >= 1 && r <= rows && c >= 1 && c <= columns;
      const p = [30, 90, 150, 210, 270, 330].map((angle): Point => {
        const a = (angle * Math.PI) / 180;
        return [x + Math.cos(a) * HIGH, y + Math.sin(a) * HIGH];
      });
      const n = around.map((at) => (inside(at) ? number(...at) : null));
      places[number(row, column)] = { c: [x, y], p, title: number(row, column), text: "forest, minor road", n, aliases: [] };
    }
  }
  const size: [number, number] = [columns * 100 + 150, rows * HIGH * 1.5 + 2 * HIGH];
  return { kind: "hex", size, sheet: [0, 0, ...size], places, images: { light: "", dark: "" }, hex_width: 100, fronts: {}, sides: [], windows: {} };
}

/** Square areas in rows, with names instead of numbers: neighbours in any order, and their own counter size. */
export function areaBoard(names: readonly string[], columns: number): BoardFacts {
  const places: Record<PlaceId, PlaceFacts> = {};
  names.forEach((name, i) => {
    const [x, y] = [(i % columns) * 300 + 150, Math.floor(i / columns) * 300 + 150];
    const p: Point[] = [[x - 150, y - 150], [x + 150, y - 150], [x + 150, y + 150], [x - 150, y + 150]];
    const around = [i - columns, i + columns, ...(i % columns ? [i - 1] : []), ...((i + 1) % columns ? [i + 1] : [])];
    const n = around.flatMap((other) => names[other] ?? []);
    places[name] = { c: [x, y], p, title: name, text: "woods", n, aliases: [], counter: 64 };
  });
  const size: [number, number] = [columns * 300, Math.ceil(names.length / columns) * 300];
  return { kind: "area", size, sheet: [0, 0, ...size], places, images: { light: "", dark: "" }, hex_width: 100, fronts: {}, sides: [], windows: {} };
}

export function piece(id: string, at: PlaceId | null, more: Partial<Piece> = {}): Piece {
  const plain = { name: id, side: "red", factors: "3-5", formation: null, badges: [], symbol: "", quality: "" as const, steps: null, done: false };
  return { ...plain, id, at, ...more };
}

export function question(choices: Decision["choices"], kinds: Decision["kinds"], hints: Decision["hints"] = {}): Decision {
  return { title: "", prompt: "", cases: [], choices, kinds, hints, picks: [], ends: [], warned: {}, undone: null, window: "", cards: [] };
}
