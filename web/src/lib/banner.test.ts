import { describe, expect, it } from "vitest";
import type { SideInfo, View } from "./api";
import { announced, standOf } from "./banner";

const sides = [{ id: "red", title: "Red", mark: "cross" }, { id: "blue", title: "Blue", mark: "star" }] as SideInfo[];
const view = (turn: number, phase: string, asked: string, more: Partial<View> = {}): View =>
  ({ turn: { number: turn, of: 9, date: `${15 + turn} Dec`, iso: "" }, phase_title: phase, asked, focus: { units: [], places: [] }, decision: null, ...more }) as unknown as View;

describe("the banner", () => {
  const first = standOf(view(1, "Combat", "red"), null);
  const title = (next: View): string | undefined => announced(first, standOf(next, first), sides)?.title;

  it("announces a day, a phase and whose turn it is, in this order", () => {
    expect(title(view(2, "Movement", "blue"))).toBe("17 December");
    expect(title(view(1, "Movement", "blue"))).toBe("Movement");
    expect(title(view(1, "Combat", "blue"))).toBe("Blue to act");
    expect(title(view(1, "Combat", "red"))).toBeUndefined();
  });
  it("says nothing when the other side is only asked about something that is going on", () => {
    expect(title(view(1, "Combat", "blue", { focus: { units: ["b-1"], places: [] } as unknown as View["focus"] }))).toBeUndefined();
    expect(standOf(view(1, "Combat", "blue", { focus: { units: ["b-1"], places: [] } as unknown as View["focus"] }), first).side).toBe("red");
  });
});
