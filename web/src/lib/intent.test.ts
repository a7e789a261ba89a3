import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ahead, Decision } from "./api";
import { question } from "../board/sample";
import { Intent, joined, meaningOf, type AheadStep, type Source } from "./intent.svelte";

const step = (verb: string, argument: string | number | null): { verb: string; argument: string | number | null } => ({ verb, argument });

function made(verb: string, argument: string | number | null, more: Partial<AheadStep> = {}): AheadStep {
  return { verb, argument, kind: "unit", usual: false, title: "", offered: [], options: [], ...more };
}

function ahead(steps: AheadStep[], decision: Decision, more: Partial<Ahead> = {}): Ahead {
  return { decision, steps, preview: null, focus: { units: [], places: [] }, stop: "", final: [], ...more };
}

const phase = { ...question({ unit: ["a", "b", "c"], done: [null] }, { unit: "unit", done: "none" }), picks: ["unit"], ends: ["done"] };
const reach = (places: string[]): Decision => question({ hex: places, stay: [null] }, { hex: "place", stay: "none" });
const REACH: Record<string, string[]> = { a: ["01", "02"], b: ["02", "03"], c: ["04"] };

/** What the server says to a group: the first one's question, with the places that all of them can go to. */
function behind(group: readonly { argument: unknown }[], before: AheadStep[] = []): Ahead {
  const [first, ...others] = group.map(({ argument }) => String(argument));
  const places = REACH[first!]!.filter((place) => others.every((other) => REACH[other]!.includes(place)));
  const decision = reach(places);
  return ahead([...before, made("unit", first!, { offered: ["a", "b", "c"] })], { ...decision, choices: places.length ? { hex: places } : {} });
}

/** A server for the movement of three units. */
function table(more: Partial<Source> = {}): { intent: Intent; asked: ReturnType<typeof vi.fn>; failed: ReturnType<typeof vi.fn> } {
  const asked = vi.fn(async (choices: { verb: string; argument: unknown }[], _without: unknown, group: { argument: unknown }[]) => {
    if (group.length) return behind(group);
    const unit = String(choices.at(-1)?.argument);
    if (!REACH[unit]) throw new Error("not offered");
    return ahead([made("unit", unit, { offered: ["a", "b", "c"] })], reach(REACH[unit]));
  });
  const failed = vi.fn();
  const intent = new Intent({ question: () => phase, ahead: asked as never, together: () => [], failed, ...more });
  return { intent, asked, failed };
}

describe("a pick", () => {
  let { intent, asked, failed } = table();
  beforeEach(() => ({ intent, asked, failed } = table()));

  it("stays on the page, with the question behind it", async () => {
    expect(intent.active).toBe(false);
    await intent.pick(step("unit", "a"));
    expect(intent.question?.choices.hex).toEqual(["01", "02"]);
    expect(intent.units).toEqual(["a"]);
    expect(intent.sent(step("hex", "01"))).toEqual([step("unit", "a"), step("hex", "01")]);
  });
  it("is changed by picking another, and everything after it falls away", async () => {
    await intent.pick(step("unit", "a"));
    await intent.change(0, step("unit", "b"));
    expect(intent.sent(step("hex", "03"))).toEqual([step("unit", "b"), step("hex", "03")]);
  });
  it("is let go", async () => {
    await intent.pick(step("unit", "a"));
    await intent.drop(step("unit", "a"));
    expect(intent.active).toBe(false);
    expect(intent.question).toBe(phase);
  });
  it("that the server refuses leaves everything as it was, and says so", async () => {
    await intent.pick(step("unit", "a"));
    await intent.change(0, step("unit", "x"));
    expect(failed).toHaveBeenCalledOnce();
    expect(intent.units).toEqual(["a"]);
  });
  it("does not come back when the answer is late", async () => {
    const late = intent.pick(step("unit", "a"));
    intent.letGo();
    await late;
    expect(intent.active).toBe(false);
    expect(intent.found).toBeNull();
  });
  it("is looked at once, however often the pointer comes by", async () => {
    await intent.peek(step("unit", "a"));
    await intent.peek(step("unit", "a"));
    await intent.pick(step("unit", "a"));
    expect(asked).toHaveBeenCalledOnce();
    intent.reset();
    await intent.peek(step("unit", "a"));
    expect(asked).toHaveBeenCalledTimes(2);
  });
});

describe("an attack", () => {
  /** Units that can only help join by themselves; so does the usual table. */
  const source: Source = {
    question: () => ({ ...question({ attack: ["x", "y"] }, { attack: "unit" }), picks: ["attack"] }),
    ahead: async (choices, without) => {
      const off = without.map(({ argument }) => argument);
      const helpers = ["a", "b"].filter((unit) => !off.includes(unit));
      const table = choices.find(({ verb }) => verb === "crt")?.argument ?? "primary";
      const options = ["primary", "secondary"].map((argument) => ({ argument, label: argument, note: "" }));
      return ahead(
        [
          made("attack", choices[0]!.argument, { offered: ["x", "y"] }),
          ...helpers.map((unit) => made("unit", unit, { usual: true, offered: ["a", "b"] })),
          made("crt", table, { kind: "word", usual: table === "primary", options }),
        ],
        question({ roll: [null] }, { roll: "none" }),
      );
    },
    together: () => [],
    failed: () => undefined,
  };
  it("takes along who can only help, and lets the player take them off", async () => {
    const intent = new Intent(source);
    await intent.pick(step("attack", "x"));
    expect(intent.sent(step("roll", null)).map(({ argument }) => argument)).toEqual(["x", "a", "b", "primary", null]);
    await intent.drop(step("unit", "a"));
    expect(intent.sent(step("roll", null)).map(({ argument }) => argument)).toEqual(["x", "b", "primary", null]);
  });
  it("changes its table in place", async () => {
    const intent = new Intent(source);
    await intent.pick(step("attack", "x"));
    await intent.pick(step("crt", "secondary"));
    expect(intent.wishes).toEqual([step("attack", "x"), step("crt", "secondary")]);
    await intent.pick(step("crt", "primary"));
    expect(intent.wishes).toEqual([step("attack", "x"), step("crt", "primary")]);
  });
  it("is dropped with its target", async () => {
    const intent = new Intent(source);
    await intent.pick(step("attack", "x"));
    await intent.drop(step("attack", "x"));
    expect(intent.active).toBe(false);
  });
});

describe("a pick that rolls a die", () => {
  it("takes a button, and another pick takes its place", async () => {
    const ask = vi.fn(async (choices: { verb: string; argument: string | number | null }[]) =>
      choices.at(-1)?.argument === "a"
        ? ahead([made("unit", "a", { offered: ["a", "b"] })], phase, { stop: "A die is rolled at once." })
        : ahead([made("unit", "b", { offered: ["a", "b"] })], reach(["03"])),
    );
    const { intent } = table({ ahead: ask });
    await intent.pick(step("unit", "a"));
    expect(intent.stop).toBe("A die is rolled at once.");
    expect(intent.sent(null)).toEqual([step("unit", "a")]);
    await intent.pick(step("unit", "b"));
    expect(intent.wishes).toEqual([step("unit", "b")]);
  });
});

describe("a group", () => {
  it("goes where the server says that all of it can go", async () => {
    const { intent, asked } = table();
    await intent.pick(step("unit", "a"), [step("unit", "b")]);
    expect(intent.question?.choices).toEqual({ hex: ["02"] });
    expect(asked).toHaveBeenCalledExactlyOnceWith([], [], [step("unit", "a"), step("unit", "b")]);
    expect(intent.units).toEqual(["a", "b"]);
    expect(intent.sent(step("hex", "02"))).toEqual([step("unit", "a"), step("hex", "02"), step("unit", "b"), step("hex", "02")]);
  });
  it("without a common destination is left to the player", async () => {
    const apart = [step("unit", "a"), step("unit", "c")];
    expect(joined(apart, behind(apart))).toBeNull();
  });
  it("with a member that would roll a die is left to the player", () => {
    const both = [step("unit", "a"), step("unit", "b")];
    expect(joined(both, { ...behind(both), stop: "A die is rolled at once." })).toBeNull();
  });
  it("shrinks to the one that is picked out of it", async () => {
    const { intent } = table();
    await intent.pick(step("unit", "a"), [step("unit", "b")]);
    await intent.only([step("unit", "b")]);
    expect(intent.sent(step("hex", "03"))).toEqual([step("unit", "b"), step("hex", "03")]);
  });
  it("forms by itself where the units of a stack belong together", async () => {
    const both = [step("unit", "a"), step("unit", "b")];
    const { intent } = table({
      ahead: async (_choices, _without, group) => {
        const space = made("activate", "P", { kind: "place" });
        return group.length ? behind(group, [space]) : ahead([space], phase);
      },
      together: (decision) => (decision === phase ? both : []),
    });
    await intent.pick(step("activate", "P"));
    expect(intent.group).toEqual(both);
    expect(intent.sent(step("hex", "02")).map(({ argument }) => argument)).toEqual(["P", "a", "02", "b", "02"]);
  });
});

describe("a click with something in hand", () => {
  const hand = { steps: [made("unit", "a", { offered: ["a", "b"] })], group: [], stop: "", member: undefined };
  const none = { unit: false, place: false };

  it("on the same piece lets go", () => {
    expect(meaningOf(hand, { unit: "a", place: "01", own: true }, none)).toEqual({ do: "drop", step: hand.steps[0] });
  });
  it("on another own piece picks that one, even where the first could go", () => {
    expect(meaningOf(hand, { unit: "b", place: "02", own: true }, { unit: false, place: true })).toEqual({ do: "change", at: 0, step: step("unit", "b") });
  });
  it("on a place goes there, also if another piece stands in it", () => {
    expect(meaningOf(hand, { unit: null, place: "02", own: false }, { unit: false, place: true })).toEqual({ do: "offer", unit: false, place: true });
  });
  it("on an enemy in a destination goes there", () => {
    expect(meaningOf(hand, { unit: "x", place: "02", own: false }, { unit: false, place: true })).toEqual({ do: "offer", unit: false, place: true });
  });
  it("on a piece that can be added adds it, and on one that was added takes it off", () => {
    const attack = { ...hand, steps: [made("attack", "x", { offered: ["x", "y"] }), made("unit", "a", { usual: true, offered: ["a", "b"] })] };
    expect(meaningOf(attack, { unit: "b", place: "03", own: true }, { unit: true, place: false })).toEqual({ do: "offer", unit: true, place: false });
    expect(meaningOf(attack, { unit: "a", place: "01", own: true }, none)).toEqual({ do: "drop", step: attack.steps[1] });
    expect(meaningOf(attack, { unit: "y", place: "05", own: false }, none)).toEqual({ do: "change", at: 0, step: step("attack", "y") });
  });
  it("on a piece whose place is offered too may mean either, unless the place has a marker to click", () => {
    const card = { ...hand, steps: [made("card", "c", { kind: "card", offered: ["c"] })] };
    const both = { unit: true, place: true };
    expect(meaningOf(card, { unit: "b", place: "03", own: true }, { ...both, marked: false })).toEqual({ do: "offer", unit: true, place: true });
    expect(meaningOf(card, { unit: "b", place: "03", own: true }, { ...both, marked: true })).toEqual({ do: "offer", unit: true, place: false });
  });
  it("on a space that was activated lets go, on another with own pieces changes to it", () => {
    const space = { ...hand, steps: [made("activate", "P", { kind: "place", offered: ["P", "Q"] }), made("unit", "a", { usual: true, offered: ["a"] })] };
    expect(meaningOf(space, { unit: null, place: "P", own: false }, none)).toEqual({ do: "drop", step: space.steps[0] });
    expect(meaningOf(space, { unit: "q", place: "Q", own: true }, { unit: false, place: true })).toEqual({ do: "change", at: 0, step: step("activate", "Q") });
    expect(meaningOf(space, { unit: null, place: "Q", own: false }, { unit: false, place: true })).toEqual({ do: "offer", unit: false, place: true });
  });
  it("on the place where a unit has come in stops there, if that is a destination now", () => {
    const entry = { ...hand, steps: [made("unit", "a", { offered: ["a", "b"] }), made("hex", "01", { kind: "place", offered: ["01", "02"] })] };
    expect(meaningOf(entry, { unit: null, place: "01", own: false }, { unit: false, place: true, goes: true })).toEqual({ do: "offer", unit: false, place: true });
    expect(meaningOf(entry, { unit: null, place: "01", own: false }, { unit: false, place: true })).toEqual({ do: "drop", step: entry.steps[1] });
    const attack = { ...hand, steps: [made("attack", "01", { kind: "place", offered: ["01"] }), made("unit", "a", { usual: true, offered: ["a"] })] };
    expect(meaningOf(attack, { unit: null, place: "01", own: false }, { unit: false, place: true, goes: true })).toEqual({ do: "drop", step: attack.steps[0] });
  });
  it("of a group takes only the one clicked; one outside changes the selection", () => {
    const group = { steps: [], group: [step("unit", "a"), step("unit", "b")], stop: "", member: made("unit", "a", { offered: ["a", "b", "c"] }) };
    expect(meaningOf(group, { unit: "b", place: "01", own: true }, none)).toEqual({ do: "only", step: step("unit", "b") });
    expect(meaningOf(group, { unit: "c", place: "02", own: true }, { unit: false, place: true })).toEqual({ do: "change", at: 0, step: step("unit", "c") });
  });
  it("with a die ahead changes the pick rather than adding to it", () => {
    const stopped = { ...hand, stop: "A die is rolled at once." };
    expect(meaningOf(stopped, { unit: "b", place: "02", own: true }, { unit: true, place: false })).toEqual({ do: "change", at: 0, step: step("unit", "b") });
  });
});
