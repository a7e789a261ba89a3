import { describe, expect, it } from "vitest";
import type { GameInfo, RuleCase, Summary } from "./api";
import { asFile, fileKind } from "./files";
import { concerned, inBoxes, onTheMap } from "./forces";
import { defaultSetup, FRIEND, newTable, SAME_SCREEN } from "./newgame";
import { facts, figures, states } from "./piece";
import { findCase, Marker, searchRules, searchTerms, seeAlso } from "./rules";
import { readSettings } from "./settings.svelte";
import { readShelf, shelf } from "./shelf";
import { against, joinLists } from "./summaries";
import { aPiece, aView } from "./testing";

const GAME: GameInfo = {
  id: "test", title: "Test", about: "", length: "", difficulty: 1, playable: true,
  sides: [{ id: "red", title: "Red", mark: "cross" }, { id: "blue", title: "Blue", mark: "star" }],
  scenarios: [{ id: "one", title: "One", turns: 3, about: "", window: "", options: null }],
  options: [{ id: "fog", title: "Fog", values: [], default: false, about: "", case: "", case_name: "", rule: "", needs: [], excludes: [] }],
  players: [
    { id: "weak", title: "Weak", about: "", sides: {}, usual: false, thinks: false },
    { id: "strong", title: "Strong", about: "", sides: {}, usual: true, thinks: true },
    { id: "bold", title: "Bold", about: "Takes risks.", sides: { blue: { title: "General Blue", about: "Never waits." } }, usual: false, thinks: false },
  ],
  overlays: [], windows: [], far: null, whole: null, picture: { light: "", dark: "" }, board: { light: "", dark: "" },
};

describe("a new game", () => {
  it("is one click: first scenario, first side, usual opponent", () => {
    expect(newTable(GAME, defaultSetup(GAME), "Ann")).toEqual({
      game: "test", scenario: "one", options: {}, seats: { red: "human", blue: "strong" }, same_screen: false, name: "Ann",
    });
  });

  it("tells an AI that looks ahead how long to think, and no other", () => {
    const seats = (opponent: string, think: number, ponder: boolean) => newTable(GAME, { ...defaultSetup(GAME), opponent }, "", { think, ponder }).seats;
    expect(seats("strong", 5, true)).toEqual({ red: "human", blue: "strong@5+" });
    expect(seats("strong", 5, false)).toEqual({ red: "human", blue: "strong@5" });
    expect(seats("strong", 0, true)).toEqual({ red: "human", blue: "strong+" });
    expect(seats("weak", 5, true)).toEqual({ red: "human", blue: "weak" });
  });

  it("distinguishes hot-seat play from an invitation", () => {
    const setup = { ...defaultSetup(GAME), side: "blue" };
    expect(newTable(GAME, { ...setup, opponent: SAME_SCREEN }, "")).toMatchObject({ same_screen: true, seats: { red: "human", blue: "human" } });
    expect(newTable(GAME, { ...setup, opponent: FRIEND }, "")).toMatchObject({ same_screen: false, seat: "blue" });
  });

  it("sends only options that differ, seats set by hand, and a seed if there is one", () => {
    const setup = { ...defaultSetup(GAME), options: { fog: true }, seats: { red: "weak", blue: "weak" }, seed: " 7 " };
    expect(newTable(GAME, setup, "")).toMatchObject({ options: { fog: true }, seats: { red: "weak", blue: "weak" }, seed: "7", same_screen: false });
  });
});

describe("the lists of the lobby", () => {
  const one = (token: string, more: Partial<Summary>): Summary => ({
    token, game: "test", title: "Test", scenario: "one", role: "red", side: "red", turn_text: "", your_turn: false,
    moved_at: "2026-01-01T00:00:00Z", over: false, players: [], result: null, ...more,
  });

  it("puts waiting games first, finished ones last, and each table once", () => {
    const list = joinLists(
      [one("over", { over: true }), one("old", {}), one("new", { moved_at: "2026-01-02T00:00:00Z" })],
      [one("mine", { your_turn: true }), one("old", {})],
    );
    expect(list.map((entry) => entry.token)).toEqual(["mine", "new", "old", "over"]);
  });

  it("names the opponent", () => {
    const players = [{ side: "blue", player: "strong", name: "", online: false, seen_at: null }];
    expect(against(one("a", { players }), GAME)).toBe("you play Red against Strong");
    expect(against(one("a", { players: [{ ...players[0]!, player: "strong@5+" }] }), GAME)).toBe("you play Red against Strong");
    const bold = [{ side: "blue", player: "bold", name: "", online: false, seen_at: null }];
    expect(against(one("a", { players: bold }), GAME)).toBe("you play Red against General Blue");
    const old = [{ side: "blue", player: "greedy", name: "", online: false, seen_at: null }];
    expect(against(one("a", { players: old }), GAME)).toBe("you play Red against Greedy");
    expect(against(one("a", { role: "all" }), GAME)).toBe("both sides, hot-seat");
  });
});

describe("what the browser keeps", () => {
  it("survives broken storage", () => {
    expect(readSettings("{broken").theme).toBe("auto");
    expect(readSettings('{"theme":"dark"}')).toMatchObject({ theme: "dark", speed: 1 });
    expect(readShelf("7")).toEqual([]);
    expect(readShelf('[{"token":"a","seen":1,"opened":0},{"x":1}]')).toHaveLength(1);
  });

  it("puts the last table on top and remembers how far it was watched", () => {
    shelf.keep("a");
    shelf.keep("b");
    shelf.saw("a", 5);
    shelf.keep("a");
    expect(shelf.all().map((entry) => [entry.token, entry.seen])).toEqual([["a", 5], ["b", -1]]);
    shelf.drop("a");
    expect(shelf.find("a")).toBeUndefined();
  });
});

describe("forces", () => {
  it("does not count the units lost in a fight among those that its next question is about", () => {
    const lost = new Set(["de-1"]);
    expect(concerned(["de-1", "de-2"], lost)).toEqual(["de-2"]);
    expect(concerned(["de-1"], lost)).toEqual(["de-1"]);
  });
  const view = aView({
    boxes: [{ id: "due", title: "To come", lost: false }, { id: "lost", title: "Lost", lost: true }],
    pieces: [
      aPiece("a", { formation: { id: "v", title: "V", color: null } }), aPiece("b", { side: "blue" }), aPiece("c", { at: "due" }),
      aPiece("d", { formation: { id: "v", title: "V", color: null } }),
    ],
  });

  it("are sorted by side and formation on the map, by box off it", () => {
    const forces = onTheMap(view, GAME.sides, (place) => place === "0101");
    expect(forces.map((side) => [side.side.id, side.groups.map((group) => group.pieces.length)])).toEqual([["red", [2]], ["blue", [1]]]);
    expect(inBoxes(view).map((box) => [box.id, box.pieces.length])).toEqual([["due", 1]]);
  });

  it("tell everything about a piece", () => {
    const piece = aPiece("a", { strength: 3, movement: 5, steps: [1, 2], badges: ["out"], status: ["moved"], done: true, nation: "US", supplied: false });
    expect(figures(piece).map((figure) => figure.value)).toEqual(["3", "5", "1 / 2"]);
    const gun = aPiece("b", { strength: 6, movement: 4, figures: { barrage: 6, FPF: 2, movement: 4 } });
    expect(figures(gun).map(({ value, label }) => `${value} ${label}`)).toEqual(["6 barrage", "2 FPF", "4 movement"]);
    expect(facts(gun)).toEqual([]);
    expect(states(piece)).toEqual(["Out of supply", "Moved", "Has acted"]);
    expect(facts(piece)).toEqual([{ label: "Nation", text: "US" }, { label: "Supplied", text: "no" }]);
  });
});

describe("rules", () => {
  const rule = (id: string, title: string, text: string, depends: string[] = []): RuleCase => ({
    case: id, name: id, title, kind: "rule", text, tables: [], reading: "", checks: [], depends, source: "",
  });
  const rules = [rule("9.1", "Zones", "Stop here."), rule("12.1", "Attacks", "Zones matter.", ["9.1"]), rule("12.1-6", "Rolling", "Roll.")];

  it("are found by case, even by a finer one than exists", () => {
    expect(findCase(rules, "12.1-6")?.title).toBe("Rolling");
    expect(findCase(rules, "12.1-9")?.title).toBe("Attacks");
    expect(findCase(rules, "99")).toBeNull();
  });

  it("are found by words, titles first", () => {
    expect(searchRules(rules, "zones").map((one) => one.case)).toEqual(["9.1", "12.1"]);
    expect(searchRules(rules, "  ")).toEqual([]);
  });

  it("are found by the beginnings of words, in tables and details too, with or without accents", () => {
    const more: RuleCase = {
      ...rule("D", "Chart", "abridged"),
      tables: [{ title: "Prices", columns: ["Terrain"], rows: [["Wild woods"]] }],
      checks: ["Schönberg is small."],
    };
    const found = (query: string): string[] => searchRules([...rules, more], query).map((one) => one.case);
    expect(found("wild wood")).toEqual(["D"]);
    expect(found("schonberg")).toEqual(["D"]);
    expect(found("bridge")).toEqual([]);
    expect(found("(")).toEqual([]);
  });

  it("say what their terms mean, once each, and where else to look", () => {
    const marker = new Marker([{ term: "MP", meaning: "movement point" }, { term: "enemy zone", meaning: "beside an enemy" }], rules);
    expect(marker.blocks("Five MP (9.1, 12.1-6), or 1 MP.\n- in an enemy zone\n- elsewhere (1.0 MP)")).toEqual([
      {
        list: false,
        lines: [[
          { t: "Five " }, { t: "MP", meaning: "movement point" }, { t: " " }, { t: "(" }, { t: "9.1", rule: "9.1" }, { t: ", " },
          { t: "12.1-6", rule: "12.1-6" }, { t: ")" }, { t: ", or 1 MP." },
        ]],
      },
      { list: true, lines: [[{ t: "in an " }, { t: "enemy zone", meaning: "beside an enemy" }], [{ t: "elsewhere " }, { t: "(1.0 MP)" }]] },
    ]);
  });

  it("have a glossary that is searched by the beginning of a term", () => {
    const glossary = [{ term: "MP", meaning: "movement point" }, { term: "Führer", meaning: "" }];
    expect(searchTerms(glossary, "fuhr").map((one) => one.term)).toEqual(["Führer"]);
    expect(searchTerms(glossary, " ")).toEqual([]);
  });

  it("name what they depend on", () => {
    expect(seeAlso(rules, rules.slice(1, 2)).map((one) => one.case)).toEqual(["9.1"]);
  });
});

describe("files", () => {
  it("are told apart", () => {
    expect(fileKind('{"game":"test","commitment":"ab"}\n["red","done",null]\n')).toBe("record");
    expect(fileKind("game: test\nturn: 3\n")).toBe("position");
    expect(fileKind('{"game": "test"}')).toBe("position");
    expect(asFile(" a\nb")).toBe("a\nb\n");
  });
});
