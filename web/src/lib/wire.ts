/** Putting a table together from what the server sends: all of it once, and then what has changed. */

import type { ChatLine, Piece, PieceState, Printed, SentTable, SentView, StoryEvent, Table, TableAnswer, TableChange, View } from "./api";
import { mergeStory } from "./story";

export function isChange(answer: TableAnswer): answer is TableChange {
  return "from" in answer;
}

/** A piece with what is printed on it. */
function whole(piece: PieceState, printed: Printed): Piece {
  return { badges: [], factors: "", steps: null, done: false, formation: null, symbol: "", quality: "", ...printed[piece.id], ...piece } as unknown as Piece;
}

/** A view with what is printed on its pieces. */
export function wholeView(view: SentView, printed: Printed): View {
  return { ...view, pieces: view.pieces.map((piece) => whole(piece, printed)) } as unknown as View;
}

/** A table with what is printed on its pieces. Its story is still as it was sent. */
export function wholeTable(table: SentTable, printed: Printed): Table {
  return { ...table, view: wholeView(table.view, printed) };
}

function without<T>(entries: Record<string, T>, gone: readonly string[] = []): Record<string, T> {
  return gone.length ? Object.fromEntries(Object.entries(entries).filter(([key]) => !gone.includes(key))) : entries;
}

/** The pieces after a change. Those that are as they were stay the same objects. */
function piecesAfter(old: Piece[], change: TableChange, printed: Printed): Piece[] {
  if (!change.pieces && !change.gone?.pieces && !change.order) return old;
  const pieces = new Map(old.map((piece) => [piece.id, piece]));
  for (const id of change.gone?.pieces ?? []) pieces.delete(id);
  for (const [id, piece] of Object.entries(change.pieces ?? {})) pieces.set(id, whole(piece, printed));
  const order = change.order ?? [...pieces.keys()];
  return order.flatMap((id) => pieces.get(id) ?? []);
}

/** The table after a change, with its whole story. Null if the change is for another version: then the table must be fetched. */
export function changed(table: Table, story: StoryEvent[], change: TableChange, printed: Printed): Table | null {
  if (change.from !== table.digest) return null;
  const all = mergeStory(story, change);
  if (all === null) return null;
  const view = {
    ...without<unknown>(table.view, change.gone?.view),
    ...change.view,
    places: { ...without(table.view.places, change.gone?.places), ...change.places },
    pieces: piecesAfter(table.view.pieces, change, printed),
  } as unknown as View;
  return {
    ...table,
    ...change.table,
    view,
    story: all,
    story_from: 0,
    story_mark: change.story_mark,
    digest: change.digest,
    chat: joinTalk(table.chat, change.chat ?? []),
  };
}

/** The chat with new lines; those that are there already are not added again. */
export function joinTalk(chat: ChatLine[], lines: ChatLine[]): ChatLine[] {
  const known = new Set(chat.map((line) => line.number));
  const fresh = lines.filter((line) => !known.has(line.number));
  return fresh.length ? [...chat, ...fresh] : chat;
}
