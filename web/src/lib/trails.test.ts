import { describe, expect, it } from "vitest";
import type { StoryEvent } from "./api";
import { since, trailsOf } from "./trails";

const event = (n: number, side: string | null, phase: string, more: Partial<StoryEvent> = {}): StoryEvent => ({
  n, moment: n, turn: 1, date: "", phase, phase_title: phase, side, kind: "x", case: "", parts: [], units: [], places: [], roll: null, draw: null, combat: false, moves: [], ...more,
});
const move = (unit: string, from: string | null, to: string | null) => ({ moves: [{ unit, from, to, path: [] }] });
const mine = (side: string): boolean => side === "blue";

describe("what the other side did last", () => {
  const story = [
    event(0, "blue", "blue-move", move("b1", "h1", "h2")),
    event(1, "red", "red-move", move("r1", "h3", "h4")),
    event(2, "red", "red-fight", { combat: true, places: ["h2"] }),
    event(3, "blue", "red-fight", { combat: true, ...move("b1", "h2", "h1") }),
    event(4, "red", "red-fight", { combat: true, ...move("r1", "h4", "h2") }),
    event(5, null, "night"),
  ];
  it("goes back to the player's last action in a phase of its own", () => {
    expect(since(story, mine).map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
    expect(since([...story, event(6, "blue", "blue-fight")], mine)).toEqual([]);
  });
  it("goes back to any action outside a fight where both sides act in the same phase", () => {
    const shared = [event(0, "red", "turns", move("r1", "h1", "h2")), event(1, "blue", "turns", move("b1", "h5", "h6")), event(2, "red", "turns")];
    expect(since(shared, mine).map(({ n }) => n)).toEqual([2]);
  });
  it("is one arrow per unit, leg by leg, and the places that were fought over", () => {
    const trails = trailsOf(since(story, mine), mine, (place) => place.startsWith("h"));
    expect(trails).toEqual({ moves: [{ unit: "r1", side: "red", places: ["h3", "h4", "h2"] }], fights: ["h2"] });
  });
  it("has no arrow for a unit that left the board or came back to where it was", () => {
    const gone = [event(0, "red", "x", move("r1", "h1", "h2")), event(1, "red", "x", move("r1", "h2", null)), event(2, "red", "x", move("r2", "h1", "h2")), event(3, "red", "x", move("r2", "h2", "h1"))];
    expect(trailsOf(gone, mine, () => true).moves).toEqual([]);
  });
});
