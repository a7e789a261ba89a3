import { describe, expect, it } from "vitest";
import type { Decision, PreviewTable } from "./api";
import { choiceButtons, fullLabel, hasBoardChoices, hintOf, mainForTable, tableShown } from "./choices";
import { sharedStart } from "./format";
import { aPiece, aView } from "./testing";

const onBoard = (place: string): boolean => /^\d{4}$/.test(place);

function decision(more: Partial<Decision>): Decision {
  return { title: "", prompt: "", cases: [], choices: {}, kinds: {}, hints: {}, picks: [], ends: [], warned: {}, undone: null, window: "", cards: [], ...more };
}

describe("choices as buttons", () => {
  it("leaves out what can be picked on the board", () => {
    const view = aView({
      pieces: [aPiece("a")],
      decision: decision({ choices: { unit: ["a"], hex: ["0102"], done: [null] }, kinds: { unit: "unit", hex: "place", done: "none" } }),
    });
    expect(choiceButtons(view, onBoard).map((button) => button.verb)).toEqual(["done"]);
    expect(hasBoardChoices(view, onBoard)).toBe(true);
  });

  it("gives a button to a piece in a box", () => {
    const view = aView({
      pieces: [aPiece("a", { at: "due", title: "The 9th" })],
      decision: decision({ choices: { unit: ["a"] }, kinds: { unit: "unit" }, hints: { unit: { "*": { label: "Enter" } } } }),
    });
    const [button] = choiceButtons(view, onBoard);
    expect(button?.label).toBe("The 9th");
    expect(button?.unit?.id).toBe("a");
    expect(hasBoardChoices(view, onBoard)).toBe(false);
  });

  it("takes labels, main and danger from the hints", () => {
    const view = aView({
      decision: decision({
        choices: { crt: ["one", "two"], roll: [null] },
        kinds: { crt: "word", roll: "none" },
        hints: { crt: { one: { label: "First table" } }, roll: { "": { label: "Roll the die", main: true, danger: true } } },
      }),
    });
    const buttons = choiceButtons(view, onBoard);
    expect(buttons.map((button) => button.label)).toEqual(["First table", "Crt two", "Roll the die"]);
    expect(buttons.map((button) => button.main)).toEqual([false, false, true]);
    expect(buttons[2]?.danger).toBe(true);
  });

  it("say what is done with a thing where no heading does, so that many of a kind can share it", () => {
    const view = aView({
      decision: decision({
        choices: { points: [1, 2], ready: [null] },
        kinds: { points: "number", ready: "none" },
        hints: { points: { "1": { action: "Try to gain", label: "1 (5 in 6)" }, "2": { action: "Try to gain", label: "2 (4 in 6)" } }, ready: { "": { label: "Continue" } } },
      }),
    });
    const said = choiceButtons(view, onBoard).map(fullLabel);
    expect(said).toEqual(["Try to gain: 1 (5 in 6)", "Try to gain: 2 (4 in 6)", "Continue"]);
    expect(sharedStart(said.slice(0, 2))).toBe("Try to gain: ");
  });

  it("makes a single button the main one, and never marks two", () => {
    const lonely = aView({ decision: decision({ choices: { done: [null] }, kinds: { done: "none" } }) });
    expect(choiceButtons(lonely, onBoard)[0]?.main).toBe(true);
    const two = aView({
      decision: decision({ choices: { a: [null], b: [null] }, hints: { a: { "": { main: true } }, b: { "": { main: true } } } }),
    });
    expect(choiceButtons(two, onBoard).filter((button) => button.main)).toHaveLength(1);
  });

  it("falls back to the hint for all arguments", () => {
    const one = decision({ hints: { hex: { "*": { label: "Move here" }, "0102": { label: "Move here", cost: 3 } } } });
    expect(hintOf(one, "hex", "0102").cost).toBe(3);
    expect(hintOf(one, "hex", "0103").label).toBe("Move here");
  });

  it("gives values, words and cards without a label a readable one", () => {
    const dice = aView({ decision: decision({ choices: { dice: Array.from({ length: 13 }, (_, i) => i) }, kinds: { dice: "number" } }) });
    expect(choiceButtons(dice, onBoard).map((button) => button.label)).toEqual(Array.from({ length: 13 }, (_, i) => String(i)));
    const hand = aView({ decision: decision({ choices: { card: ["fog-and-frost"], pass: [null] }, kinds: { card: "word", pass: "none" } }) });
    expect(choiceButtons(hand, onBoard).map((button) => button.label)).toEqual(["Card fog and frost", "Pass"]);
  });

  it("gives a button to a place that is not on the board, whatever it is called", () => {
    const view = aView({ decision: decision({ choices: { to: ["St. Vith", "Off the map"] }, kinds: { to: "place" } }) });
    const known = (place: string): boolean => place === "St. Vith";
    expect(choiceButtons(view, known).map((button) => button.label)).toEqual(["Off the map"]);
  });
});

describe("the tables of a fight", () => {
  const tables = ["one", "two"].map((id): PreviewTable => ({ id, title: id, chosen: false, columns: [], outcomes: [] }));
  const asked = (main: string, more: Decision["choices"] = {}): ReturnType<typeof choiceButtons> =>
    choiceButtons(aView({ decision: decision({ choices: { crt: ["one", "two"], ...more }, hints: { crt: { [main]: { main: true } }, roll: { "": { main: true } } } }) }), onBoard);

  it("show the one that Enter would choose", () => {
    expect(tableShown(tables, null, asked("two"))?.id).toBe("two");
    expect(tableShown(tables, "one", asked("two"))?.id).toBe("one");
    expect(tableShown([tables[0]!, { ...tables[1]!, chosen: true }], null, [])?.id).toBe("two");
  });
  it("make Enter choose the one that is shown, and no button changes its place", () => {
    const buttons = mainForTable(asked("one"), tables, "two");
    expect(buttons.map(({ argument, main, last }) => [argument, main, last])).toEqual([["one", false, true], ["two", true, false]]);
  });
  it("leave a main button that is about something else as it is", () => {
    const buttons = asked("none", { roll: [null] });
    expect(mainForTable(buttons, tables, "two")).toBe(buttons);
  });
});
