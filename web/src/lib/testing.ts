/** Small made-up data for the tests. */

import type { Piece, StoryEvent, Table, View } from "./api";

export function anEvent(n: number, more: Partial<StoryEvent> = {}): StoryEvent {
  return {
    n, turn: 1, date: "16 Dec", phase: "movement", phase_title: "Movement", side: "red", kind: "moves", case: "10.0",
    parts: [{ t: `Event ${n}.` }], units: [], places: [], roll: null, combat: false, moves: [], ...more,
  };
}

export function aPiece(id: string, more: Partial<Piece> = {}): Piece {
  return {
    id, name: id, side: "red", at: "0101", factors: "3-5", formation: null, badges: [], symbol: "", quality: "",
    steps: null, done: false, ...more,
  };
}

export function aView(more: Partial<View> = {}): View {
  return {
    game: "test", scenario: "A test", turn: { number: 1, date: "16 Dec" }, phase: "movement", phase_title: "Movement",
    asked: "red", answers: 0, days: [], gauge: null, calendar: [], tracks: [], boxes: [], places: {}, pieces: [],
    focus: { units: [], places: [] }, markers: [], decision: null, result: null, ...more,
  };
}

let tables = 0;

/** A table; each is another state of the game, unless the digests say otherwise. */
export function aTable(more: Partial<Table> = {}): Table {
  return {
    digest: `digest ${++tables}`,
    id: "1", game: "test", scenario: "one", options: {}, role: "red", side: "red", host: true, view: aView(),
    preview: null, story: [], story_from: 0, story_mark: "0", moments: 1, players: [], thinking: null,
    undo: { can: false, why: null }, free_undo: false, chat: [], note: "", mail: "", notify: false, links: {},
    created: "", moved_at: "", over: false, hand_over: null, ...more,
  };
}
