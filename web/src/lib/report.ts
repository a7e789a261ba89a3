/** How a game has gone, drawn and put into words. */

import type { Report, ReportFight, ReportLosses, ReportLuck, ReportTurn, SideInfo } from "./api";
import { count } from "./format";
import { sideOf } from "./sides";

export interface Dot {
  x: number;
  y: number;
  turn: ReportTurn;
}

/** A threshold, as a line that steps from turn to turn; its label stands at the right end. */
export interface Threshold {
  path: string;
  text: string;
  y: number;
}

export interface Curve {
  path: string;
  dots: Dot[];
  thresholds: Threshold[];
  /** Values on the left, and where they are. */
  ticks: { y: number; value: number }[];
  /** Turns below, as many as there is room for. */
  days: { x: number; label: string }[];
}

/** Room for the values, the labels and the turns. */
const EDGE = { left: 34, right: 10, top: 16, bottom: 22 };
/** How much room a letter of a turn's label needs, the gap between two labels, and the line of a threshold's text. */
const LETTER = 6;
const GAP = 10;
const LINE = 14;

/** The points turn by turn as a curve, over all the turns that the game has. */
export function curveOf(rows: readonly ReportTurn[], days: readonly { turn: number; date: string }[], width: number, height: number): Curve {
  const turns = [...new Map([...days, ...rows].map(({ turn, date }) => [turn, date])).entries()].sort(([a], [b]) => a - b);
  const values = rows.flatMap(({ points, marks }) => [points, ...marks.map(({ at }) => at)]);
  const step = stepFor(Math.max(...values, 1) - Math.min(...values, 0));
  const low = Math.floor(Math.min(...values, 0) / step) * step;
  const high = Math.ceil(Math.max(...values, 1) / step) * step;
  const wide = (width - EDGE.left - EDGE.right) / Math.max(1, turns.length);
  const order = new Map(turns.map(([turn], i) => [turn, i]));
  const start = (turn: number): number => round(EDGE.left + wide * (order.get(turn) ?? 0));
  const middle = (turn: number): number => round(start(turn) + wide / 2);
  const y = (value: number): number => round(EDGE.top + ((high - value) / (high - low)) * (height - EDGE.top - EDGE.bottom));
  const dots = rows.map((turn) => ({ x: middle(turn.turn), y: y(turn.points), turn }));
  const labels = turns.map(([turn, date]) => ({ x: middle(turn), label: date || String(turn) }));
  const every = Math.max(1, Math.ceil((LETTER * Math.max(...labels.map(({ label }) => label.length)) + GAP) / wide));
  return {
    path: dots.map((dot, i) => `${i ? "L" : "M"}${dot.x} ${dot.y}`).join(""),
    dots,
    thresholds: apart(thresholdsOf(rows, start, wide, width - EDGE.right, y)),
    ticks: range(low, high, step).map((value) => ({ y: y(value), value })),
    days: labels.filter((_, i) => i % every === 0),
  };
}

/** One line for each threshold: in every turn the same text, whatever the number in it. After the last turn played it goes on as it is. */
function thresholdsOf(rows: readonly ReportTurn[], start: (turn: number) => number, wide: number, end: number, y: (value: number) => number): Threshold[] {
  const last = rows.at(-1);
  return (last?.marks ?? []).map(({ text, at }) => {
    const kind = kindOf(text);
    let path = "";
    for (const row of rows) {
      const mark = row.marks.find((one) => kindOf(one.text) === kind);
      if (mark) path += `${path ? "L" : "M"}${start(row.turn)} ${y(mark.at)}H${round(row === last ? end : start(row.turn) + wide)}`;
    }
    return { path, text, y: y(at) - 4 };
  });
}

function kindOf(text: string): string {
  return text.replace(/[-−]?\d+/g, "#");
}

/** Moves labels that would cover each other apart, the lower ones down. */
function apart(thresholds: Threshold[]): Threshold[] {
  let above = -Infinity;
  return thresholds
    .toSorted((a, b) => a.y - b.y)
    .map((one) => {
      above = Math.max(one.y, above + LINE);
      return { ...one, y: above };
    });
}

/** A round step that divides a span into at most five. */
function stepFor(span: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(span, 1) / 5));
  return [1, 2, 5, 10].map((by) => Math.max(1, by * size)).find((step) => span / step <= 5) ?? 10 * size;
}

function range(low: number, high: number, step: number): number[] {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A number with one decimal at most, and a real minus sign. */
export function figure(value: number, plus = false): string {
  const shown = round(value);
  return `${shown < 0 ? "−" : plus && shown > 0 ? "+" : ""}${Math.abs(shown)}`;
}

/** "German: 24 hits, 20.4 expected." Dice or chits: the game decides. */
export function luckWords(row: ReportLuck, unit: string, sides: SideInfo[]): string {
  const title = sideOf(sides, row.side)?.title ?? row.side;
  if (!row.dice) return `${title}: no ${unit}s, none expected.`;
  const got = round(row.got);
  return `${title}: ${figure(got)} ${unit}${Math.abs(got) === 1 ? "" : "s"}, ${figure(row.expected)} expected.`;
}

/** Who was lucky: how much better the dice of one side were than those of the other, as they should have been. */
export function luckVerdict({ luck, unit }: Report, sides: SideInfo[]): string {
  const best = luck.toSorted((a, b) => b.got - b.expected - (a.got - a.expected));
  const [first, last] = [best[0], best.at(-1)];
  if (!first || !last || !luck.some(({ dice }) => dice)) return "";
  const gap = round(first.got - first.expected - (last.got - last.expected));
  if (gap < 1) return "Neither side was luckier.";
  return `Luck favoured the ${sideOf(sides, first.side)?.title ?? first.side} side by ${figure(gap)} ${unit}${gap === 1 ? "" : "s"}.`;
}

/** What a side has lost, and how long its bar is. Where units have a single step, units say it all. */
export function lossBars(losses: readonly ReportLosses[]): { side: string; text: string; share: number }[] {
  const most = Math.max(1, ...losses.map(({ steps }) => steps));
  const single = losses.every(({ units, steps }) => units === steps);
  return losses.map(({ side, units, steps }) => ({
    side,
    text: steps === 0 ? "none" : single ? count(units, "unit") : count(steps, "step") + (units ? `, including ${count(units, "whole unit")}` : ""),
    share: steps / most,
  }));
}

/** What a fight cost and brought. */
export function fightWords(fight: ReportFight, report: Report, sides: SideInfo[]): string {
  const name = (side: string): string => sideOf(sides, side)?.title ?? side;
  const lost = Object.entries(fight.lost).filter(([, steps]) => steps > 0).map(([side, steps]) => `${name(side)} loss ${steps}`);
  const points = fight.points ? [`${report.title} ${figure(fight.points, true)}`] : [];
  const luck = Math.abs(fight.luck) >= 0.5 ? [`${name(fight.by)} luck ${figure(fight.luck, true)}`] : [];
  return [...lost, ...points, ...luck].join(" · ");
}
