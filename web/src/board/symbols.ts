/** Counter art, drawn in a 64 x 64 box: silhouettes, side marks, type symbols. */

import type { Mark, Piece, SideInfo } from "../lib/api";
import type { Detail } from "./stacks";

/** Names of a counter's colour tokens: body, edge of the stack below, ink. */
export const TOKENS: Record<Mark, string> = { cross: "ger", star: "us", roundel: "uk", none: "us" };

const CUT = "M7 1H57L63 7V57L57 63H7L1 57V7Z";
const ROUND = "M11 1H53A10 10 0 0 1 63 11V53A10 10 0 0 1 53 63H11A10 10 0 0 1 1 53V11A10 10 0 0 1 11 1Z";

/** Cut corners for the cross, rounded ones for all others. */
export function silhouette(mark: Mark): string {
  return mark === "cross" ? CUT : ROUND;
}

/** The coloured band at the top of the silhouette. */
export function band(mark: Mark, high: number): string {
  return mark === "cross" ? `M7 1H57L63 7V${high}H1V7Z` : `M11 1H53A10 10 0 0 1 63 11V${high}H1V11A10 10 0 0 1 11 1Z`;
}

export const CROSS = "M-1.7 -5.4H1.7V-1.7H5.4V1.7H1.7V5.4H-1.7V1.7H-5.4V-1.7H-1.7Z";
export const STAR = "M0 -5.6L1.3 -1.8H5.3L2.1 .6L3.3 4.5L0 2.1L-3.3 4.5L-2.1 .6L-5.3 -1.8H-1.3Z";

/** The mark of a piece: its own, or that of its side. */
export function markOf(piece: Piece, sides: readonly SideInfo[]): Mark {
  const own = piece.mark as Mark | undefined;
  return own ?? sides.find(({ id }) => id === piece.side)?.mark ?? "none";
}

/** Formation colours that are too light for cream letters. */
const LIGHT_BANDS = new Set(["f-lviii", "f-lxxx", "f-iii"]);

export function bandColours(piece: Piece): { fill: string; ink: string } {
  return colourBand(piece.formation?.color);
}

/** The fill of a colour token, and the ink that can be read on it. */
export function colourBand(color: string | null | undefined): { fill: string; ink: string } {
  const token = color?.replace(/^--/, "") ?? "";
  if (!token) return { fill: "#3A3A34", ink: "#FDFAF0" };
  return { fill: `var(--${token})`, ink: LIGHT_BANDS.has(token) ? "#15130C" : "#FDFAF0" };
}

export interface TypeSymbol {
  /** Strokes without fill. */
  lines: string;
  /** Filled shapes. */
  solid: string;
}

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
  stroke: number;
}

export const FRAMES: Record<Detail, Frame> = {
  S: { x: 13, y: 14.5, w: 38, h: 22, stroke: 2.6 },
  M: { x: 15, y: 18, w: 34, h: 20.5, stroke: 2 },
  L: { x: 17, y: 20.5, w: 30, h: 18.5, stroke: 1.5 },
};

type Part = "x" | "slash" | "oval" | "disc" | "gull" | "glider" | "gun" | "engineer" | "staff" | "rocket" | "antitank";

/** Words in a piece's type, the more specific first, and what is drawn for them. */
const WORDS: [RegExp, Part[]][] = [
  [/\bhq\b|headquarters|staff/i, ["staff"]],
  [/glider/i, ["x", "glider"]],
  [/para|airborne/i, ["x", "gull"]],
  [/combined|kampf|combat command|battle ?group|task force/i, ["x", "disc"]],
  [/mech|panzergren|armou?red inf|motor/i, ["x", "oval"]],
  [/cavalry/i, ["slash", "oval"]],
  [/recon|scout/i, ["slash"]],
  [/anti-?tank|tank destroyer/i, ["antitank"]],
  [/armou?r|panzer|tank/i, ["oval"]],
  [/rocket|nebel/i, ["rocket"]],
  [/artill|gun|flak/i, ["gun"]],
  [/engin|pion/i, ["engineer"]],
  [/inf|volks|fusil|grenad|rifle|guard|security|ranger/i, ["x"]],
];

/** The same by the entity in a 20-digit symbol code, for types that match none. */
const ENTITIES: Record<string, Part[]> = {
  "1205": ["oval"],
  "1211": ["x"],
  "1213": ["slash"],
  "1303": ["gun"],
  "1407": ["engineer"],
};

export function partsOf(type: string | undefined, symbol: string): Part[] {
  const found = WORDS.find(([words]) => words.test(type ?? ""))?.[1];
  return found ?? (/^\d{20}$/.test(symbol) ? (ENTITIES[symbol.slice(10, 14)] ?? []) : []);
}

const oval = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

export function typeSymbol(type: string | undefined, symbol: string, { x, y, w, h }: Frame): TypeSymbol {
  const [cx, cy] = [x + w / 2, y + h / 2];
  const out: TypeSymbol = { lines: "", solid: "" };
  const draw: Record<Part, () => void> = {
    x: () => (out.lines += `M${x} ${y}L${x + w} ${y + h}M${x + w} ${y}L${x} ${y + h}`),
    slash: () => (out.lines += `M${x} ${y + h}L${x + w} ${y}`),
    oval: () => (out.lines += oval(cx, cy, w * 0.34, h * 0.3)),
    disc: () => (out.solid += oval(cx, cy, w * 0.34, h * 0.3)),
    gull: () => {
      const [r, up] = [w * 0.1, -h * 0.34];
      out.lines += `M${cx - w * 0.2} ${y + h - 1.2}q${r} ${up} ${2 * r} 0q${r} ${up} ${2 * r} 0`;
    },
    glider: () => (out.lines += `M${cx - w * 0.24} ${y + h * 0.72}H${cx + w * 0.24}L${cx} ${y + h}Z`),
    gun: () => (out.solid += oval(cx, cy, h * 0.2, h * 0.2)),
    rocket: () => (out.lines += `M${cx - w * 0.16} ${y + h * 0.48}L${cx} ${y + h * 0.22}L${cx + w * 0.16} ${y + h * 0.48}M${cx} ${y + h * 0.3}V${y + h * 0.8}`),
    engineer: () =>
      (out.lines += `M${cx - w * 0.24} ${y + h * 0.74}V${y + h * 0.28}H${cx + w * 0.24}V${y + h * 0.74}M${cx} ${y + h * 0.28}V${y + h * 0.66}`),
    staff: () => (out.solid += `M${x} ${y}h${w}v${h * 0.34}h${-w}Z`),
    antitank: () => (out.lines += `M${x} ${y + h}L${cx} ${y}L${x + w} ${y + h}`),
  };
  for (const part of partsOf(type, symbol)) draw[part]();
  return out;
}

/** Size sign above the symbol: crosses for brigade and up, strokes below. */
export function sizeSign(size: string | undefined, x: number, y: number): string {
  const sign = (size ?? "").toUpperCase();
  if (/^X+$/.test(sign)) {
    return [...sign].map((_, i) => `M${x + (i - (sign.length - 1) / 2) * 5 - 1.8} ${y - 1.7}l3.6 3.4m0 -3.4l-3.6 3.4`).join("");
  }
  if (/^I+$/.test(sign)) return [...sign].map((_, i) => `M${x + (i - (sign.length - 1) / 2) * 3.4} ${y - 1.9}v3.8`).join("");
  return "";
}

/** Font size at which a name fits into the band. */
export function nameSize(name: string): number {
  return name.length <= 8 ? 12.6 : name.length <= 11 ? 10.8 : Math.min(9.2, 130 / name.length);
}

/** Font size of the factors: long ones, such as "(12)-10", are smaller. */
export function factorsSize(text: string, detail: Detail): number {
  const full = { S: 24, M: 21.5, L: 20.5 }[detail];
  return text.length <= 5 ? full : Math.max(11, (full * 5.4) / text.length);
}

/** The mark of a side. */
export function markOfSide(side: string | null, sides: readonly SideInfo[]): Mark {
  return sides.find(({ id }) => id === side)?.mark ?? "none";
}
