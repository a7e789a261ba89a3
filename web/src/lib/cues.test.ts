import { describe, expect, it } from "vitest";
import type { StoryEvent } from "./api";
import { cuesOf } from "./cues";

const event = (n: number, more: Partial<StoryEvent> = {}): StoryEvent =>
  ({ n, units: [], places: [], parts: [], moves: [], roll: null, handful: null, draw: null, combat: false, side: "red", ...more }) as unknown as StoryEvent;
const move = event(1, { moves: [{ unit: "a", from: "1", to: "2" }] as unknown as StoryEvent["moves"] });
const roll = event(2, { roll: { die: 3 } as unknown as StoryEvent["roll"], combat: true, units: ["a", "b"] });

describe("the sounds of new events", () => {
  it("are none if nothing moves, rolls or is lost", () => {
    expect(cuesOf([event(1)], [], [])).toEqual([]);
  });

  it("tell moves, dice and hits, dice first", () => {
    expect(cuesOf([move], [], [])).toEqual(["move"]);
    expect(cuesOf([move, roll], [{ unit: "b", gone: true }], [])).toEqual(["dice", "hit", "move"]);
  });

  it("leave the dice and hits of a fight that is played out to the fight", () => {
    expect(cuesOf([roll], [{ unit: "b", gone: true }], [roll])).toEqual([]);
    expect(cuesOf([roll, move], [], [roll])).toEqual(["move"]);
  });

  it("do not take a unit that left the board without a fight for a hit", () => {
    expect(cuesOf([move], [{ unit: "a", gone: true }], [])).toEqual(["move"]);
  });
});
