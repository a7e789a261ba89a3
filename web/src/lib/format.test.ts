import { describe, expect, it } from "vitest";
import { ago, count, headed, humanise, longDate, percent, shortDate, spokenDate, sharedStart, twoLines } from "./format";

describe("texts", () => {
  it("writes dates", () => {
    expect(shortDate("1944-12-16")).toBe("16 Dec");
    expect(longDate("1945-01-02")).toBe("2 January 1945");
    expect(spokenDate("16 Dec")).toBe("16 December");
    expect(spokenDate("16 Dec, night")).toBe("16 December, night");
    expect(spokenDate("Turn 3")).toBe("Turn 3");
    expect(shortDate("soon")).toBe("soon");
  });

  it("says how long ago", () => {
    const now = Date.parse("2026-01-10T12:00:00Z");
    expect(ago("2026-01-10T11:59:30Z", now)).toBe("just now");
    expect(ago("2026-01-10T11:58:00Z", now)).toBe("2 minutes ago");
    expect(ago("2026-01-10T11:00:00Z", now)).toBe("1 hour ago");
    expect(ago("2026-01-08T12:00:00Z", now)).toBe("2 days ago");
    expect(ago("2025-12-20T12:00:00Z", now)).toBe("3 weeks ago");
    expect(ago(null, now)).toBe("");
  });

  it("never rounds a chance to nothing or to certainty", () => {
    expect(percent(0)).toBe("0%");
    expect(percent(0.004)).toBe("<1%");
    expect(percent(1 / 6)).toBe("17%");
    expect(percent(0.996)).toBe(">99%");
    expect(percent(1)).toBe("100%");
  });

  it("makes identifiers readable", () => {
    expect(humanise("red-combat_phase")).toBe("Red combat phase");
    expect(count(1, "turn")).toBe("1 turn");
    expect(count(3, "turn")).toBe("3 turns");
  });
});

describe("the start that labels share", () => {
  it("is whole words, and leaves each label something", () => {
    expect(sharedStart(["Roll in -4 or less", "Roll in -3 to -1"])).toBe("Roll in ");
    expect(sharedStart(["Roll in 1", "Roll inside"])).toBe("Roll ");
    expect(sharedStart(["Attack", "Attack later"])).toBe("");
    expect(sharedStart(["Roll in 1", "Stay"])).toBe("");
    expect(sharedStart(["Roll in 1"])).toBe("");
  });
});

it("a heading is not said twice", () => {
  expect(headed("Attack", "Attack on 1 Inf: roll")).toEqual(["Attack", " on 1 Inf: roll"]);
  expect(headed("Exchange", "Exchange: choose units to lose")).toEqual(["Exchange", ": choose units to lose"]);
  expect(headed("Move", "Movement is over")).toEqual(["Move.", " Movement is over"]);
  expect(headed("Movement", "Move a unit")).toEqual(["Movement.", " Move a unit"]);
  expect(headed("", "Move a unit")).toEqual(["", "Move a unit"]);
});

describe("two lines", () => {
  it("are as wide as the longer one, broken where that is shortest", () => {
    expect(twoLines("Erratum: waiving shelter")).toBe("waiving shelter".length);
    expect(twoLines("Maximum draw")).toBe("Maximum".length);
    expect(twoLines("Retreat")).toBe("Retreat".length);
  });
});
