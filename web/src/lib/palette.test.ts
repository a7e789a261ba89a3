import { describe, expect, it } from "vitest";
import paletteCss from "../styles/palette.css?raw";
import tokensCss from "../styles/tokens.css?raw";

/** What people without red or green cones see (Machado, Oliveira and Fernandes 2009), on linear light. */
const EYES = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
};
/** Colours that must not be taken for one another. */
const GROUPS = [["ger", "us", "uk"], ["st-click", "st-zoc", "st-supply", "st-unsup"], ["ok", "danger", "ink-3"]];
/** On the map, which has the same colours in every palette: lines on the ground, and the path of a move on a road. */
const MAP = [["river", "road1"], ["river", "forest"], ["river", "woods"], ["river", "land-lo"], ["road1", "land-lo"], ["st-path", "road1"], ["border", "road1"]] as const;
/** Difference in CIE Lab that nobody overlooks next to each other. */
const CLEAR = 20;

type Three = [number, number, number];

function linear(hex: string): Three {
  return [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Three;
}

function times(matrix: number[][], v: readonly number[]): Three {
  return matrix.map((row) => Math.min(1, Math.max(0, row.reduce((sum, a, i) => sum + a * v[i]!, 0)))) as Three;
}

function lab(rgb: Three): Three {
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb);
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [a, b, c] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * b - 16, 500 * (a - b), 200 * (b - c)];
}

function luminance(hex: string): number {
  return times([[0.2126, 0.7152, 0.0722]], linear(hex))[0];
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((one, other) => one - other) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The colours of a rule in a style sheet. */
function colours(file: string, selector: string): Record<string, string> {
  const css = file.replace(/\/\*[^]*?\*\//g, "").replaceAll('"', "");
  const rule = css.split("}").find((one) => one.split("{")[0]!.trim() === selector)?.split("{")[1] ?? "";
  return Object.fromEntries([...rule.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name, value]) => [name!, value!]));
}

const light = { ...colours(tokensCss, ":root"), ...colours(paletteCss, "[data-palette=safe]") };
const dark = { ...light, ...colours(tokensCss, "[data-theme=dark]"), ...colours(paletteCss, "[data-theme=dark][data-palette=safe]") };

describe.each([["light", light], ["dark", dark]] as const)("the colour-blind palette, %s", (_, palette) => {
  const pairs = [...GROUPS.flatMap((group) => group.flatMap((a, i) => group.slice(i + 1).map((b) => [a, b] as const))), ...MAP];

  it.each(pairs)("tells %s from %s", (a, b) => {
    for (const [name, matrix] of Object.entries(EYES)) {
      const [one, other] = [a, b].map((token) => lab(times(matrix, linear(palette[token as keyof typeof palette]!))));
      expect(Math.hypot(...one!.map((value, i) => value - other![i]!)), name).toBeGreaterThan(CLEAR);
    }
  });

  it.each([["ok", "surface"], ["danger", "surface"], ["danger", "surface-3"], ["ger-ink", "ger"], ["us-ink", "us"], ["uk-ink", "uk"], ["us-text", "surface"], ["ger-text", "surface"], ["on-fill", "danger-fill"]])(
    "%s can be read on %s", (text, ground) => {
      expect(contrast(palette[text as keyof typeof palette]!, palette[ground as keyof typeof palette]!)).toBeGreaterThan(4.5);
    },
  );
});
