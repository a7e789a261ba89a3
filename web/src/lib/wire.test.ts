import { describe, expect, it } from "vitest";
import type { PieceState, Printed, SentTable, TableChange } from "./api";
import { momentsOf } from "./story";
import { anEvent, aTable, aView } from "./testing";
import { changed, wholeTable } from "./wire";

const printed: Printed = {
  a: { id: "a", name: "1st", side: "red" },
  b: { id: "b", name: "2nd", side: "blue" },
};
const sent = (...pieces: PieceState[]): SentTable => ({ ...aTable({ digest: "one", view: aView() }), view: { ...aView(), pieces, places: { x: { value: "1" }, y: {} } } });
const change = (more: Partial<TableChange>): TableChange => ({ from: "one", digest: "two", story: [], story_from: 0, story_mark: "", ...more });

describe("a table put together", () => {
  it("has on its pieces what is printed on them", () => {
    const { pieces } = wholeTable(sent({ id: "a", at: "x", factors: "3-4" }), printed).view;
    expect(pieces[0]).toMatchObject({ id: "a", name: "1st", side: "red", at: "x", factors: "3-4", badges: [], done: false });
  });

  it("changes piece by piece, place by place and key by key", () => {
    const table = wholeTable(sent({ id: "a", at: "x" }, { id: "b", at: "y" }), printed);
    const next = changed(table, [], change({
      table: { thinking: "blue" },
      view: { asked: "blue" },
      pieces: { b: { id: "b", at: "x" } },
      places: { y: { control: "red" } },
      gone: { places: ["x"] },
      story: [anEvent(0)],
    }), printed);
    expect(next?.thinking).toBe("blue");
    expect(next?.view.asked).toBe("blue");
    expect(next?.view.pieces[0]).toBe(table.view.pieces[0]);
    expect(next?.view.pieces[1]).toMatchObject({ name: "2nd", at: "x" });
    expect(next?.view.places).toEqual({ y: { control: "red" } });
    expect(next?.story).toHaveLength(1);
    expect(next?.digest).toBe("two");
    expect(table.view.pieces[1]?.at).toBe("y");
  });

  it("loses and orders pieces as it is told", () => {
    const table = wholeTable(sent({ id: "a", at: "x" }), printed);
    const more = changed(table, [], change({ pieces: { b: { id: "b", at: "y" } }, order: ["b", "a"] }), printed);
    expect(more?.view.pieces.map((piece) => piece.id)).toEqual(["b", "a"]);
    expect(changed(table, [], change({ gone: { pieces: ["a"] } }), printed)?.view.pieces).toEqual([]);
  });

  it("does not take a change to another version, nor one whose story does not fit", () => {
    const table = wholeTable(sent(), printed);
    expect(changed(table, [], change({ from: "zero" }), printed)).toBeNull();
    expect(changed(table, [], change({ story_from: 3 }), printed)).toBeNull();
  });
});

describe("the moments of the replay", () => {
  it("are those that events led to, and the present", () => {
    const story = [anEvent(0, { moment: 1 }), anEvent(1, { moment: 1, combat: true }), anEvent(2, { moment: 2, turn: 2 })];
    const moments = momentsOf(story, 4);
    expect(moments.map((one) => one.label)).toEqual(["Start", "Event 0.", "Event 2.", "Now"]);
    expect(moments.map((one) => one.events)).toEqual([[], [0, 1], [2, 2], []]);
    expect(moments.map((one) => one.turn)).toEqual([1, 1, 2, 2]);
    expect(moments[1]?.combat).toBe(true);
  });
});
