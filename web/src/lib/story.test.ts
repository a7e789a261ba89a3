import { describe, expect, it } from "vitest";
import type { Moment } from "./api";
import { groupStory, lastRoll, mergeStory, momentOf, placesOf, plainText, runsOf } from "./story";
import { anEvent, aPiece } from "./testing";

describe("keeping the story", () => {
  it("appends new events to the known ones", () => {
    const known = [anEvent(0), anEvent(1)];
    expect(mergeStory(known, { story: [anEvent(2)], story_from: 2 })?.map((event) => event.n)).toEqual([0, 1, 2]);
  });

  it("replaces what an undo has changed", () => {
    const merged = mergeStory([anEvent(0), anEvent(1), anEvent(2)], { story: [anEvent(1, { kind: "attacks" })], story_from: 1 });
    expect(merged?.map((event) => event.kind)).toEqual(["moves", "attacks"]);
  });

  it("reports a gap", () => {
    expect(mergeStory([anEvent(0)], { story: [anEvent(5)], story_from: 5 })).toBeNull();
  });
});

describe("laying out the story", () => {
  it("begins a group with each phase and names the day only once", () => {
    const groups = groupStory([anEvent(0), anEvent(1, { phase: "combat", phase_title: "Combat" }), anEvent(2, { turn: 2, date: "17 Dec" })]);
    expect(groups.map((group) => group.title)).toEqual(["16 December · Movement", "Combat", "17 December · Movement"]);
  });

  it("says once what happened several times in a row", () => {
    const draw = (n: number) => anEvent(n, { kind: "draws", parts: [{ t: "A card is drawn." }] });
    const [group] = groupStory([...Array.from({ length: 7 }, (_, n) => draw(n)), anEvent(7, { kind: "draws" })]);
    expect(group?.paragraphs).toHaveLength(1);
    expect(runsOf(group?.paragraphs[0]?.events ?? []).map(({ event, times }) => [event.n, times])).toEqual([[6, 7], [7, 1]]);
  });

  it("joins similar events into one paragraph, but never dice or another side", () => {
    const [group] = groupStory([
      anEvent(0), anEvent(1), anEvent(2, { side: "blue" }),
      anEvent(3, { side: "blue", roll: { die: 4, title: "", text: "" } }), anEvent(4, { side: "blue" }),
    ]);
    expect(group?.paragraphs.map((paragraph) => paragraph.events.length)).toEqual([2, 1, 1, 1]);
  });

  it("keeps paragraphs short", () => {
    const [group] = groupStory(Array.from({ length: 12 }, (_, n) => anEvent(n)));
    expect(group?.paragraphs.map((paragraph) => paragraph.events.length)).toEqual([5, 5, 2]);
  });
});

describe("finding things in the story", () => {
  const moment = (i: number, events: number[]): Moment => ({ i, turn: 1, date: "", label: "", phase_title: "", combat: false, events });

  it("finds the moment of an event", () => {
    const moments = [moment(0, []), moment(1, [0, 2]), moment(2, [3, 3])];
    expect(momentOf(moments, 1)).toBe(1);
    expect(momentOf(moments, 3)).toBe(2);
    expect(momentOf(moments, 9)).toBe(2);
  });

  it("shows the last roll, unless it is old news", () => {
    const story = [anEvent(0, { roll: { die: 2, title: "", text: "" } }), anEvent(1)];
    expect(lastRoll(story, 0)).toEqual({ about: null, dice: [story[0]], results: [] });
    expect(lastRoll(story, 1)).toBeNull();
    expect(lastRoll([...story, anEvent(2, { side: "blue" })], 0)).not.toBeNull(); // an answer to it
    expect(lastRoll([...story, anEvent(2, { side: "blue", phase_title: "Blue movement" })], 0)).toBeNull();
  });
  it("shows the dice of a fight together, with what they are about and what came of them", () => {
    const handful = { dice: 4, hits: 2, title: "2 Pz", text: "" };
    const fought = { combat: true, moment: 1 };
    const story = [
      anEvent(0, fought), anEvent(1, { ...fought, handful }), anEvent(2, fought), // an earlier fight
      anEvent(3, { ...fought, units: ["a", "b"] }), anEvent(4, { ...fought, handful }), anEvent(5, { ...fought, handful }), anEvent(6, fought), anEvent(7),
    ];
    const last = lastRoll(story, 4)!;
    expect([last.about?.n, last.dice.map(({ n }) => n), last.results.map(({ n }) => n)]).toEqual([3, [4, 5], [6]]);
  });

  it("reads an event as a sentence", () => {
    expect(plainText(anEvent(0, { parts: [{ t: "The 2nd", unit: "a" }, { t: " moved." }] }))).toBe("The 2nd moved.");
  });
});

describe("where something happened", () => {
  it("is where the story says, and where the pieces it names are", () => {
    const events = [anEvent(0, { places: ["0101"], units: ["a", "gone"] }), anEvent(1, { places: ["0101"], units: ["a"] })];
    const pieces = [aPiece("a", { at: "0202" }), aPiece("gone", { at: null }), aPiece("b", { at: "0303" })];
    expect(placesOf(events, { pieces })).toEqual(["0101", "0202"]);
    expect(placesOf([], { pieces })).toEqual([]);
  });
});
