import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Piece, StoryEvent } from "./api";
import { beatsOf, lossesOf } from "./fight";
import { Stage } from "./stage.svelte";

const event = (n: number, more: Partial<StoryEvent> = {}): StoryEvent => ({
  n, moment: 1, turn: 1, date: "1944-12-16", phase: "combat", phase_title: "Combat", side: "red", kind: "x", case: "", parts: [{ t: `Event ${n}.` }],
  units: [], places: [], roll: null, draw: null, combat: true, moves: [], ...more,
});
const piece = (id: string, side: string, at: string | null, steps: [number, number] = [2, 2]): Piece => ({ id, side, at, steps }) as unknown as Piece;
const handful = (dice: number, hits: number) => ({ dice, hits, title: "", text: "" });
const onBoard = (place: string): boolean => place.startsWith("hex");

const before = { pieces: [piece("a", "red", "hex1"), piece("b", "red", "hex1"), piece("c", "blue", "hex2"), piece("d", "blue", "hex2")] };
const after = { pieces: [piece("a", "red", "hex1", [1, 2]), piece("b", "red", "hex2"), piece("c", "blue", "dead"), piece("d", "blue", "hex3")] };

describe("the losses of a fight", () => {
  it("are pieces with fewer steps and pieces that have left the board, not those that moved", () => {
    expect(lossesOf(before, after, onBoard)).toEqual([
      { unit: "a", gone: false },
      { unit: "c", gone: true },
    ]);
  });
});

describe("the beats of a fight", () => {
  it("roll the handfuls of each side together, then the losses fall", () => {
    const events = [
      event(0, { units: ["a", "b", "c", "d"] }),
      event(1, { units: ["a"], handful: handful(4, 2) }),
      event(2, { units: ["b"], handful: handful(2, 0) }),
      event(3, { units: ["c"], handful: handful(3, 1) }),
      event(4),
    ];
    const beats = beatsOf(events, before, after, onBoard);
    expect(beats.map((beat) => beat.events.map(({ n }) => n))).toEqual([[1, 2], [3], []]);
    expect(beats.at(-1)?.losses.map(({ unit }) => unit)).toEqual(["a", "c"]);
  });
  it("turn chits one after the other and roll single dice one by one", () => {
    const draw = { chit: "x", title: "", text: "", kind: "for" as const, face: "", total: "" };
    const roll = { die: 3, title: "", text: "" };
    const beats = beatsOf([event(0, { draw }), event(1, { draw }), event(2, { roll }), event(3, { roll })], before, before, onBoard);
    expect(beats.map((beat) => beat.events.length)).toEqual([2, 1, 1]);
    expect(beats[0]!.rolls).toBeGreaterThan(beats[1]!.rolls);
  });
  it("are none for a plain move, or a piece that left the board without a fight", () => {
    const moved = event(0, { combat: false, units: ["c"], moves: [{ unit: "c", from: "hex2", to: null, path: [] }] });
    expect(beatsOf([moved], before, after, onBoard)).toEqual([]);
  });
});

describe("a fight on the stage", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const events = [event(7), event(8, { roll: { die: 3, title: "", text: "" } }), event(9, { units: ["c"] })];

  it("tells the story up to the dice, then their result when they have landed, and the rest with the losses", async () => {
    const stage = new Stage();
    const over = vi.fn();
    void stage.play(events, beatsOf(events, before, after, onBoard), 1).then(over);
    expect([stage.active, stage.rolling, stage.told, stage.shown]).toEqual([true, true, 8, 9]);
    vi.advanceTimersByTime(700);
    expect([stage.rolling, stage.told]).toEqual([false, 9]);
    vi.advanceTimersByTime(650);
    expect([stage.told, stage.losses.length]).toEqual([10, 1]);
    await vi.advanceTimersByTimeAsync(801);
    expect(stage.active).toBe(false);
    expect(over).toHaveBeenCalledOnce();
  });
  it("takes half the time at the fast pace, and none if it is skipped", async () => {
    const stage = new Stage();
    const over = vi.fn();
    void stage.play(events, beatsOf(events, before, after, onBoard), 2).then(over);
    vi.advanceTimersByTime(350);
    expect(stage.told).toBe(9);
    stage.skip();
    await vi.advanceTimersByTimeAsync(0);
    expect([stage.active, stage.losses.length]).toEqual([false, 0]);
    expect(over).toHaveBeenCalledOnce();
  });
});
