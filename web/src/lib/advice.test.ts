import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Advice } from "./api";
import { Adviser, reasons } from "./advice.svelte";

const ADVICE: Advice = {
  answers: 4,
  choices: [{ verb: "unit", argument: "a" }, { verb: "hex", argument: "01" }],
  text: "Move A to 01",
  units: ["a"],
  places: ["01"],
  plan: "strike wherever the odds are good",
  chance: 0.571,
  others: [{ plan: "hold back", chance: 0.52 }, { plan: "dig in", chance: 0.4 }, { plan: "give ground", chance: 0.3 }],
};

describe("advice", () => {
  let answers: number | null = 4;
  const ask = vi.fn(async () => ADVICE);
  const play = vi.fn(async () => undefined);
  const failed = vi.fn();
  let adviser = new Adviser({ answers: () => answers, ask, play, failed });
  beforeEach(() => {
    vi.clearAllMocks();
    answers = 4;
    adviser = new Adviser({ answers: () => answers, ask, play, failed });
  });

  it("is shown and plays nothing by itself", async () => {
    const asked = adviser.ask();
    expect(adviser.thinking && adviser.open).toBe(true);
    await asked;
    expect(adviser.thinking).toBe(false);
    expect(adviser.found).toBe(ADVICE);
    expect(play).not.toHaveBeenCalled();
  });
  it("is played as one step, once", async () => {
    await adviser.ask();
    await Promise.all([adviser.play(), adviser.play()]);
    expect(play).toHaveBeenCalledExactlyOnceWith(ADVICE.choices);
    expect(adviser.open).toBe(false);
  });
  it("is not played at another question", async () => {
    await adviser.ask();
    answers = 5;
    await adviser.play();
    expect(play).not.toHaveBeenCalled();
    expect(adviser.open).toBe(false);
  });
  it("that comes after it was closed is not shown", async () => {
    const asked = adviser.ask();
    adviser.close();
    await asked;
    expect(adviser.open).toBe(false);
  });
  it("is not asked for where it is not allowed", async () => {
    answers = null;
    await adviser.ask();
    expect(ask).not.toHaveBeenCalled();
    expect(adviser.open).toBe(false);
  });
  it("that fails says so and closes", async () => {
    ask.mockRejectedValueOnce(new Error("too often"));
    await adviser.ask();
    expect(failed).toHaveBeenCalledOnce();
    expect(adviser.open).toBe(false);
  });
  it("gives its reasons in words", () => {
    expect(reasons(ADVICE)).toEqual(["Strike wherever the odds are good: 57% to win.", "Next best: hold back, 52%; dig in, 40%."]);
    expect(reasons({ plan: "", chance: 0.4, others: [] })).toEqual(["40% to win this way."]);
    expect(reasons({ plan: "", chance: null, others: [] })).toEqual([]);
  });
});
