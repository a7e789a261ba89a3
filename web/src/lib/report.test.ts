import { describe, expect, it } from "vitest";
import type { Briefings, Report, ReportTurn, SideInfo } from "./api";
import { briefingsFor, readBriefed } from "./briefings";
import { rematch } from "./newgame";
import { curveOf, figure, fightWords, lossBars, luckVerdict, luckWords } from "./report";
import { aTable } from "./testing";

const sides = [{ id: "red", title: "Red", mark: "cross" }, { id: "blue", title: "Blue", mark: "star" }] as SideInfo[];
const row = (turn: number, points: number, ...marks: [number, string][]): ReportTurn =>
  ({ turn, date: `${15 + turn} Dec`, points, moment: turn * 10, marks: marks.map(([at, text]) => ({ at, text })), lost: {} });
const days = (n: number): { turn: number; date: string }[] => Array.from({ length: n }, (_, i) => ({ turn: i + 1, date: `${16 + i} Dec` }));

describe("the curve of points", () => {
  it("has a dot for each turn played, from left to right, more points higher", () => {
    const { dots, path } = curveOf([row(1, 0), row(2, 10), row(3, 5)], days(3), 344, 138);
    // 300 px for three turns, 100 px for 10 points.
    expect(dots.map(({ x, y }) => [x, y])).toEqual([[84, 116], [184, 16], [284, 66]]);
    expect(path).toBe("M84 116L184 16L284 66");
  });
  it("leaves room for the turns to come", () => {
    const { dots, days: labels } = curveOf([row(1, 3)], days(6), 344, 138);
    expect(dots).toHaveLength(1);
    expect(dots[0]!.x).toBe(59);
    expect(labels).toHaveLength(6);
  });
  it("drops labels where there is no room for all of them", () => {
    expect(curveOf([row(1, 3)], days(18), 344, 138).days.map(({ label }) => label)).toEqual(["16 Dec", "19 Dec", "22 Dec", "25 Dec", "28 Dec", "31 Dec"]);
    const halves = days(6).map((day) => ({ ...day, date: `${day.date} AM` }));
    expect(curveOf([{ ...row(1, 3), date: "16 Dec AM" }], halves, 344, 138).days).toHaveLength(3);
  });
  it("draws a threshold that changes as one line of steps to the right edge, with the last text", () => {
    const rows = [row(1, 0, [10, "Red wins at 10"], [-5, "Blue wins at -5"]), row(2, 2, [20, "Red wins at 20"], [-5, "Blue wins at -5"])];
    const { thresholds, ticks } = curveOf(rows, days(2), 344, 138);
    expect(ticks.map(({ value }) => value)).toEqual([-5, 0, 5, 10, 15, 20]);
    expect(thresholds.map(({ text, path }) => [text, path])).toEqual([
      ["Red wins at 20", "M34 56H184L184 16H334"],
      ["Blue wins at -5", "M34 116H184L184 116H334"],
    ]);
  });
  it("keeps the texts of close thresholds apart", () => {
    const { thresholds } = curveOf([row(1, 0, [50, "a"], [49, "b"], [48, "c"])], days(1), 344, 138);
    const ys = thresholds.map(({ y }) => y);
    expect(ys[1]! - ys[0]!).toBeGreaterThanOrEqual(14);
    expect(ys[2]! - ys[1]!).toBeGreaterThanOrEqual(14);
  });
  it("is drawn when nobody has a point", () => {
    const { dots, ticks } = curveOf([row(1, 0)], [], 344, 138);
    expect(dots[0]).toMatchObject({ x: 184, y: 116 });
    expect(ticks.map(({ value }) => value)).toEqual([0, 1]);
  });
  it("takes round values for the scale, five steps at most", () => {
    for (const top of [3, 7, 29, 61, 85, 140, 999]) {
      const { ticks } = curveOf([row(1, top)], days(1), 344, 138);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks.at(-1)!.value).toBeGreaterThanOrEqual(top);
    }
  });
});

describe("the report in words", () => {
  const report: Report = {
    title: "Red VP", points: [], unit: "hit",
    losses: [{ side: "red", units: 1, steps: 2 }, { side: "blue", units: 2, steps: 8 }],
    luck: [{ side: "red", dice: 9, got: 24, expected: 20.41 }, { side: "blue", dice: 3, got: -1, expected: -1.67 }],
    fights: [],
  };
  it("says what the dice brought and what was to be expected", () => {
    expect(luckWords(report.luck[0]!, "hit", sides)).toBe("Red: 24 hits, 20.4 expected.");
    expect(luckWords(report.luck[1]!, "hit", sides)).toBe("Blue: −1 hit, −1.7 expected.");
    expect(luckWords({ side: "blue", dice: 0, got: 0, expected: 0 }, "hit", sides)).toBe("Blue: no hits, none expected.");
  });
  it("says who was luckier", () => {
    expect(luckVerdict(report, sides)).toBe("Luck favoured the Red side by 2.9 hits.");
    expect(luckVerdict({ ...report, luck: report.luck.slice(1) }, sides)).toBe("Neither side was luckier.");
    expect(luckVerdict({ ...report, luck: [] }, sides)).toBe("");
  });
  it("counts steps, or units where each has one step", () => {
    expect(lossBars(report.losses)).toEqual([
      { side: "red", text: "2 steps, including 1 whole unit", share: 0.25 },
      { side: "blue", text: "8 steps, including 2 whole units", share: 1 },
    ]);
    expect(lossBars([{ side: "red", units: 0, steps: 0 }, { side: "blue", units: 1, steps: 1 }]).map(({ text }) => text)).toEqual(["none", "1 unit"]);
    expect(lossBars([{ side: "red", units: 0, steps: 3 }])[0]!.text).toBe("3 steps");
  });
  it("tells what a fight cost and brought", () => {
    const fight = { moment: 3, turn: 1, date: "16 Dec", title: "Attack", place: "0101", by: "red", lost: { red: 0, blue: 2 }, points: 3, luck: -1.25 };
    expect(fightWords(fight, report, sides)).toBe("Blue loss 2 · Red VP +3 · Red luck −1.2");
    expect(fightWords({ ...fight, points: 0, luck: 0.1 }, report, sides)).toBe("Blue loss 2");
  });
  it("writes numbers with one decimal and a minus sign", () => {
    expect([figure(2), figure(-0.54), figure(0.04, true), figure(1.26, true)]).toEqual(["2", "−0.5", "0", "+1.3"]);
  });
});

describe("a rematch", () => {
  const seat = (side: string, player: string) => ({ side, player, name: "", online: true, seen_at: null });
  const over = aTable({ game: "g", scenario: "s", options: { fog: true }, role: "red", players: [seat("red", "human"), seat("blue", "greedy")] });
  it("has the same game, options and players", () => {
    expect(rematch(over, false, "Ann")).toEqual({ game: "g", scenario: "s", options: { fog: true }, seats: { red: "human", blue: "greedy" }, same_screen: false, name: "Ann" });
  });
  it("swaps the sides", () => {
    expect(rematch(over, true, "Ann")).toMatchObject({ seats: { red: "greedy", blue: "human" } });
  });
  it("keeps the player's seat, or takes the other one, against somebody far away", () => {
    const far = { ...over, players: [seat("red", "human"), seat("blue", "human")] };
    expect(rematch(far, false, "")).toMatchObject({ seat: "red", same_screen: false });
    expect(rematch(far, true, "")).toMatchObject({ seat: "blue" });
  });
  it("stays on one screen", () => {
    const here = { ...over, role: "all", players: [seat("red", "human"), seat("blue", "human")] };
    expect(rematch(here, true, "")).toMatchObject({ same_screen: true, seats: { red: "human", blue: "human" } });
    expect(rematch(here, true, "")).not.toHaveProperty("seat");
  });
});

describe("a briefing", () => {
  const brief = { who: "You.", wins: "Points.", rules: [], first: "Go.", later: [3, 5].map((turn) => ({ turn, who: "You.", wins: "Points.", rules: [], first: `From ${turn}.` })) };
  const all = { one: { red: brief, blue: brief } } as Briefings;
  const seat = (side: string, player: string) => ({ side, player, name: "", online: true, seen_at: null });
  it("is for the sides that play here", () => {
    const players = [seat("red", "human"), seat("blue", "greedy")];
    expect(briefingsFor(all, aTable({ role: "red", players })).map(({ side }) => side)).toEqual(["red"]);
    expect(briefingsFor(all, aTable({ role: "all", players })).map(({ side }) => side)).toEqual(["red"]);
    expect(briefingsFor(all, aTable({ role: "watch", players }))).toEqual([]);
    expect(briefingsFor(all, aTable({ role: "red", scenario: "two", players }))).toEqual([]);
  });
  it("speaks of the turn that is being played", () => {
    const at = (number: number): string | undefined => {
      const table = aTable({ role: "red", players: [seat("red", "human")] });
      return briefingsFor(all, { ...table, view: { ...table.view, turn: { ...table.view.turn, number } } })[0]?.briefing.first;
    };
    expect([1, 2, 3, 4, 5, 9].map(at)).toEqual(["Go.", "Go.", "From 3.", "From 3.", "From 5.", "From 5."]);
  });
  it("is remembered, whatever else lies in the storage", () => {
    expect(readBriefed('["a", 3, "b"]')).toEqual(["a", "b"]);
    expect([readBriefed("{"), readBriefed(null), readBriefed("{}")]).toEqual([[], [], []]);
  });
});
