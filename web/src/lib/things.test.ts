import { describe, expect, it } from "vitest";
import { offersOf } from "../board/offers";
import { question, hexBoard } from "../board/sample";
import type { GameInfo, OptionInfo } from "./api";
import { choiceButtons } from "./choices";
import { barred, settled } from "./options";
import { lastDraws } from "./story";
import { anEvent, aPiece, aView } from "./testing";
import { asksFor, cardMap, countByTitle, formationOf, offersOfKind, outlookOf, printed, sideOffers, unitsOf, type Things } from "./things";
import { windowed } from "./window";

const THINGS: Things = {
  formation: { first: { title: "First Corps", text: "", kind: "", side: "red", units: ["a", "b"] } },
  chit: { h1: { title: "Hit", text: "", kind: "", side: null }, h2: { title: "Hit", text: "", kind: "", side: null } },
};

describe("what can be chosen besides pieces and places", () => {
  const asked = question({ card: ["march"], formation: ["first"], box: ["reserve", "hidden"], pass: [null] }, { card: "card", formation: "formation", box: "box", pass: "none" });

  it("is found by its kind", () => {
    expect([...offersOfKind(asked, "card").keys()]).toEqual(["march"]);
    expect(asksFor(asked, "box")).toBe(true);
    expect(asksFor(asked, "unit")).toBe(false);
    expect(asksFor(null, "box")).toBe(false);
  });

  it("needs no button where it can be clicked itself: a card, a box next to the map, a piece in it", () => {
    const view = aView({
      boxes: [{ id: "reserve", title: "Reserve", lost: false }],
      pieces: [aPiece("c", { at: "reserve" })],
      decision: { ...asked, choices: { ...asked.choices, unit: ["c"] }, kinds: { ...asked.kinds, unit: "unit" } },
    });
    const buttons = choiceButtons(view, () => false, THINGS);
    expect(buttons.map(({ verb, argument }) => `${verb} ${argument ?? ""}`)).toEqual(["formation first", "box hidden", "pass "]);
    expect(buttons[0]?.units).toEqual(["a", "b"]);
  });

  it("offers a formation on each of its units", () => {
    const offers = offersOf(asked, new Map([["first", ["a", "b"]]]));
    expect(offers.units.get("b")?.[0]?.argument).toBe("first");
    expect(offers.units.get("a")?.[0]?.units).toEqual(["a", "b"]);
  });

  it("knows a formation's units from the hint, from what is printed, or from the pieces", () => {
    const offer = offersOfKind(asked, "formation").get("first")![0]!;
    expect(unitsOf(offer, THINGS, [])).toEqual(["a", "b"]);
    expect(unitsOf({ ...offer, hint: { units: ["z"] } }, THINGS, [])).toEqual(["z"]);
    expect(unitsOf(offer, {}, [aPiece("p", { formation: { id: "first", title: "", color: null } })])).toEqual(["p"]);
    expect(formationOf("b", THINGS)).toBe("first");
    expect(formationOf("x", THINGS)).toBeNull();
  });

  it("can be told in a few words per verb before it is chosen", () => {
    const ahead = question(
      { formation: ["first", "second"], unit: ["a", "b", "c"], deploy: [null] },
      { formation: "formation", unit: "unit", deploy: "none" },
      {
        formation: { first: { label: "First Corps", action: "Activate" }, second: { label: "Second Corps", action: "Activate" } },
        unit: { "*": { label: "One unit alone" }, a: { label: "One unit alone", note: "tired" } },
        deploy: { "": { label: "Bring in reserves" } },
      },
    );
    expect(outlookOf(ahead)).toEqual([
      { what: "Activate", which: "First Corps, Second Corps", on: "button" },
      { what: "One unit alone", which: "3 to choose from", on: "board" },
      { what: "Bring in reserves", which: "", on: "button" },
    ]);
  });

  it("is offered on the board if it is between two places", () => {
    const bridges: Things = { bridge: { b1: { title: "Our", text: "", kind: "", side: null, between: ["0101", "0102"] } } };
    const asks = question({ repair: ["b1"], build: ["b2"] }, { repair: "bridge", build: "bridge" }, { repair: { b1: { label: "Our", action: "Repair" } } });
    expect(sideOffers(asks, bridges).map(({ verb, between, label }) => [verb, between, label])).toEqual([["repair", ["0101", "0102"], "Repair: Our"]]);
    expect(choiceButtons(aView({ decision: asks }), () => true, bridges).map(({ places }) => places)).toEqual([["0101", "0102"], []]);
  });

  it("shows on a card where its formations are, if any of them is on the board", () => {
    const facts = { ...hexBoard(5, 5), images: { light: "light.webp", dark: "dark.webp" } };
    const card = { ...printed({}, "card", "march"), formations: ["first"] };
    const at = (place: string) => aView({ pieces: [aPiece("a", { at: place }), aPiece("x", { at: "0303" })] });
    const map = cardMap(card, THINGS, at("0202"), facts, "light");
    expect(map?.spots).toEqual([facts.places["0202"]?.c]);
    expect(cardMap(card, THINGS, at("reserve"), facts, "light")).toBeNull();
  });

  it("counts things of one title together", () => {
    expect(countByTitle(["h1", "h2"], "chit", THINGS)).toEqual([{ title: "Hit", count: 2 }]);
  });
});

describe("a chance to react", () => {
  it("is not passed by the key that is pressed again and again", () => {
    const asked = { ...question({ pass: [null] }, { pass: "none" }, { pass: { "": { label: "Pass", main: true } } }), window: "Ambush" };
    expect(choiceButtons(aView({ decision: asked }), () => true)[0]).toMatchObject({ main: true, guarded: true });
    expect(choiceButtons(aView({ decision: { ...asked, window: "" } }), () => true)[0]).toMatchObject({ main: true, guarded: false });
  });
  it("is not passed by that key either if only the choice itself says that it passes", () => {
    const asked = question({ ready: [null] }, { ready: "none" }, { ready: { "": { label: "No tactics", main: true, passes: true } } });
    expect(choiceButtons(aView({ decision: asked }), () => true)[0]).toMatchObject({ main: true, guarded: true });
  });
});

describe("chits that were drawn", () => {
  const chit = (n: number) => anEvent(n, { combat: true, draw: { chit: `c${n}`, title: "Fight", text: "", kind: "for", face: "", total: "" } });

  it("are those of the last fight, also with something else in between", () => {
    const story = [chit(0), anEvent(1), chit(2), anEvent(3, { combat: true }), chit(4), anEvent(5)];
    expect(lastDraws(story, 0).map(({ n }) => n)).toEqual([2, 4]);
    expect(lastDraws(story, 4).map(({ n }) => n)).toEqual([2, 4]);
  });

  it("are gone once they are no news", () => {
    expect(lastDraws([chit(0), anEvent(1)], 1)).toEqual([]);
    expect(lastDraws([], 0)).toEqual([]);
  });
});

describe("a part of the board", () => {
  const [one, two, three] = ["0101", "0102", "0103"];
  const facts = { ...hexBoard(2, 3), windows: { A: [one!, two!], B: [three!] } };

  it("has only its own places, and nothing beyond its edge", () => {
    const part = windowed(facts, "A");
    expect(Object.keys(part.places)).toEqual([one, two]);
    expect(part.places[two!]!.n.filter(Boolean)).toEqual([one]);
    expect(part.window).toEqual([one, two]);
  });

  it("can be several sheets, or the whole board", () => {
    expect(Object.keys(windowed(facts, "A+B").places)).toEqual([one, two, three]);
    expect(windowed(facts, "")).toBe(facts);
  });
});

describe("options", () => {
  const option = (id: string, more: Partial<OptionInfo> = {}): OptionInfo => ({
    id, title: id, values: [{ value: false, label: "No" }, { value: true, label: "Yes" }], default: false, about: "", case: "", case_name: "", rule: "", needs: [], excludes: [], ...more,
  });
  const game = {
    scenarios: [{ id: "all", title: "All", options: null }, { id: "few", title: "Few", options: ["fog"] }],
    options: [option("fog"), option("thick", { needs: [{ option: "fog", value: true }] }), option("sun", { excludes: [{ option: "fog", value: true }] })],
  } as unknown as GameInfo;

  it("say what bars them", () => {
    expect(barred(game, "all", { fog: false, thick: false, sun: false }, game.options[1]!)).toBe("Needs fog: Yes.");
    expect(barred(game, "all", { fog: true, thick: false, sun: false }, game.options[1]!)).toBe("");
    expect(barred(game, "all", { fog: true }, game.options[2]!)).toBe("Cannot be combined with fog: Yes.");
    const both = option("both", { needs: [{ option: "fog", value: true }, { option: "sun", value: true }] });
    expect(barred(game, "all", { fog: false, sun: false }, both)).toBe("Needs fog: Yes and sun: Yes.");
    expect(barred(game, "all", { sun: false }, option("shade", { excludes: [{ option: "sun", value: false }] }))).toBe("Needs sun: Yes.");
    expect(barred(game, "few", { fog: true }, game.options[1]!)).toBe('Not available in the scenario "Few".');
  });

  it("go back to their default when they cannot be chosen any more", () => {
    expect(settled(game, "all", { fog: false, thick: true, sun: false })).toEqual({ fog: false, thick: false, sun: false });
    expect(settled(game, "few", { fog: true, thick: true, sun: true })).toEqual({ fog: true, thick: false, sun: false });
  });
});
