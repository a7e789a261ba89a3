import { beforeEach, expect, test, vi } from "vitest";

import { Actions } from "./actions.svelte";
import { api } from "./client";
import type { Screen } from "./screen.svelte";

const decision = (): object => ({
  choices: { space: ["Losheim"], stay: [null] },
  kinds: { space: "place", stay: "none" },
  hints: { space: { Losheim: { attack: true } } },
  picks: [],
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

test.each([false, true])("a piece that would send the card in hand waits for a button, also if the pointer has shown what it would do: %j", async (shown) => {
  screen.question = { choices: { unit: ["de-277"], event: ["engineers"] }, kinds: { unit: "unit", event: "word" }, hints: {}, picks: [], window: "" };
  vi.spyOn(api, "fight").mockResolvedValue({ preview: null, final: "" } as never);
  const actions = new Actions(screen as unknown as Screen);
  if (shown) actions.glimpse = { step: { verb: "unit", argument: "de-277" }, preview: {} as never, left: false };
  await actions.enter("unit", "de-277");
  expect(actions.armed?.step).toEqual({ verb: "unit", argument: "de-277" });
});
