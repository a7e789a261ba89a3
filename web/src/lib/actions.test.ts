import { beforeEach, expect, test, vi } from "vitest";

import { Actions } from "./actions.svelte";
import { api } from "./client";
import type { Screen } from "./screen.svelte";

const decision = (): object => ({
  choices: { space: ["Losheim"], stay: [null] },
  kinds: { space: "place", stay: "none" },
  hints: { space: { Losheim: { attack: true } } },
  picks: [],
  ends: [],
  window: "",
});

let screen: { question: object; mine: boolean; token: string; store: object; intent: { wishes: object[]; group: object[]; active: boolean; sent(): object[] } };

beforeEach(() => {
  screen = {
    question: decision(),
    mine: true,
    token: "t",
    store: { table: { view: { answers: 36 } } },
    intent: { wishes: [{ verb: "unit", argument: "de-1ss" }], group: [], active: true, sent: () => [] },
  };
});

const attack = async (meanwhile: () => void): Promise<Actions> => {
  const preview = { kind: "fight" };
  vi.spyOn(api, "fight").mockImplementation(async () => {
    meanwhile();
    return { preview, final: "rolls" } as never;
  });
  const actions = new Actions(screen as unknown as Screen);
  await actions.enter("space", "Losheim");
  return actions;
};

test("a click on an attack counts although the same question is sent once more meanwhile", async () => {
  const actions = await attack(() => (screen.question = decision()));
  expect(actions.armed?.step).toEqual({ verb: "space", argument: "Losheim" });
});

test("a click on an attack does not count once another question is asked", async () => {
  const actions = await attack(() => (screen.store = { table: { view: { answers: 37 } } }));
  expect(actions.armed).toBeNull();
});

test("a click on an attack does not count once something else is in hand", async () => {
  const actions = await attack(() => (screen.intent.wishes = []));
  expect(actions.armed).toBeNull();
});

test("the fight under the pointer is forgotten once something else is in hand", () => {
  const actions = new Actions(screen as unknown as Screen);
  actions.glimpse = { step: { verb: "space", argument: "Losheim" }, preview: {} as never, left: false };
  expect(actions.glimpse).not.toBeNull();
  screen.intent.wishes = [{ verb: "unit", argument: "de-12vg" }];
  expect(actions.glimpse).toBeNull();
});

test.each([
  ["while the server was still asked", true],
  ["before the pointer moved again over the same place", false],
])("what was let go of %s shows nothing until the pointer has been elsewhere", async (_, late) => {
  const wait = { let: (): void => undefined };
  vi.spyOn(api, "fight").mockImplementation(async () => {
    wait.let();
    return { preview: { kind: "fight" }, final: "rolls" } as never;
  });
  const actions = new Actions({ ...screen, intent: { ...screen.intent, letGo: () => undefined } } as unknown as Screen);
  if (late) wait.let = () => void actions.letGo();
  await actions.hover({ unit: null, place: "Losheim" });
  if (!late) actions.letGo();
  wait.let = () => undefined;
  expect(actions.glimpse).toBeNull();
  await actions.hover(null);
  await actions.hover({ unit: null, place: "Losheim" });
  expect(actions.glimpse).toBeNull();
  await actions.hover({ unit: null, place: "Malmedy" });
  await actions.hover({ unit: null, place: "Losheim" });
  expect(actions.glimpse).not.toBeNull();
});

test.each([false, true])("a piece that would send the card in hand waits for a button, also if the pointer has shown what it would do: %j", async (shown) => {
  screen.question = { choices: { unit: ["de-277"], event: ["engineers"] }, kinds: { unit: "unit", event: "word" }, hints: {}, picks: [], ends: [], window: "" };
  vi.spyOn(api, "fight").mockResolvedValue({ preview: null, final: "" } as never);
  const actions = new Actions(screen as unknown as Screen);
  if (shown) actions.glimpse = { step: { verb: "unit", argument: "de-277" }, preview: {} as never, left: false };
  await actions.enter("unit", "de-277");
  expect(actions.armed?.step).toEqual({ verb: "unit", argument: "de-277" });
});

test.each([["german", true], ["allied", false]])("in a reaction a place with own pieces waits for a button: %s, %j", async (side, waits) => {
  const question = { choices: { waive: ["3305"], pass: [null] }, kinds: { waive: "place", pass: "none" }, hints: {}, picks: [], ends: [], window: "immunity" };
  const view = { asked: "german", pieces: [{ id: "a", side, at: "3305" }] };
  vi.spyOn(api, "fight").mockResolvedValue({ preview: null, final: "" } as never);
  const actions = new Actions({ ...screen, question, view } as unknown as Screen);
  const chosen = vi.spyOn(actions, "choose").mockResolvedValue();
  await actions.enter("waive", "3305");
  expect(actions.armed !== null).toBe(waits);
  expect(chosen).toHaveBeenCalledTimes(waits ? 0 : 1);
});

test.each([[[], true], [["de-560-art"], false]])("where the player may change some pieces or go on, a piece waits for a button unless it is asked about: %j, %j", async (asked, waits) => {
  const question = { choices: { unit: ["de-560-art"], done: [null] }, kinds: { unit: "unit", done: "none" }, hints: {}, picks: [], ends: ["done"], window: "" };
  const view = { asked: "german", pieces: [], focus: { units: asked, places: [] } };
  const intent = { wishes: [], group: [], active: false, sent: () => [] };
  vi.spyOn(api, "fight").mockResolvedValue({ preview: null, final: "" } as never);
  const actions = new Actions({ ...screen, question, view, intent } as unknown as Screen);
  const chosen = vi.spyOn(actions, "choose").mockResolvedValue();
  await actions.enter("unit", "de-560-art");
  expect(actions.armed !== null).toBe(waits);
  expect(chosen).toHaveBeenCalledTimes(waits ? 0 : 1);
});

test.each([["rolls", [], true], ["", [], false], ["rolls", ["de-277"], false]])("a place that nothing on the map goes to waits for a button if it cannot be taken back: %j, %j", async (final, asked, waits) => {
  const question = { choices: { drop: ["0101", "0102"] }, kinds: { drop: "place" }, hints: {}, picks: [], ends: [], window: "" };
  const view = { asked: "german", pieces: [], focus: { units: asked, places: [] } };
  vi.spyOn(api, "fight").mockResolvedValue({ preview: null, final } as never);
  const intent = { wishes: [], group: [], active: false, sent: () => [] };
  const actions = new Actions({ ...screen, question, view, intent } as unknown as Screen);
  const chosen = vi.spyOn(actions, "choose").mockResolvedValue();
  await actions.enter("drop", "0101");
  expect(actions.armed !== null).toBe(waits);
  expect(chosen).toHaveBeenCalledTimes(waits ? 0 : 1);
  if (!waits) return;
  await actions.enter("drop", "0101");
  expect(actions.armed).toBeNull(); // the same again lets go
});
