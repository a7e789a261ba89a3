/** Small made-up data for the tests. */

import type { Piece, StoryEvent, Table, View } from "./api";

export function anEvent(n: number, more: Partial<StoryEvent> = {}): StoryEvent {
  return {
    n, moment: n + 1, turn: 1, date: "16 Dec", phase: "movement", phase_title: "Movement", side: "red", kind: "moves", case: "10.0",
    parts: [{ t: `Event ${n}.` }], units: [], places: [], roll: null, draw: null, combat: false, moves: [], ...more,
  };
}

export function aPiece(id: string, more: Partial<Piece> = {}): Piece {
  return {
    id, name: id, side: "red", at: "0101", factors: "3-5", formation: null, badges: [], symbol: "", quality: "",
    steps: null, done: false, ...more,
  };
}

export function aTurn(date: string, number = 1): View["turn"] {
  return { number, of: 9, date, iso: "" };
}

export function aView(more: Partial<View> = {}): View {
  return {
    game: "test", scenario: "A test", side: "red", turn: aTurn("16 Dec"), phase: "movement", phase_title: "Movement", ending: "",
    asked: "red", answers: 0, days: [], gauge: null, calendar: [], tracks: [], boxes: [], hand: [], hands: {}, piles: [], places: {}, pieces: [],
    focus: { units: [], places: [] }, markers: [], decision: null, result: null, ...more,
  };
}

let tables = 0;

/** A table; each call gives a different state of the game unless the digests are the same. */
export function aTable(more: Partial<Table> = {}): Table {
  return {
    digest: `digest ${++tables}`,
    id: "1", game: "test", scenario: "one", options: {}, role: "red", side: "red", host: true, view: aView(),
    preview: null, story: [], story_from: 0, story_mark: "0", moments: 1, players: [], thinking: null,
    printed: "", imagined: null, orders: null, names: {}, undo: { can: false, why: null }, free_undo: false, chat: [], note: "", mail: "", notify: false, links: {},
    created: "", moved_at: "", over: false, draw_offer: null,
 hand_over: null, begun: false, ...more,
  };
}
