/** What never changes during a visit, fetched once: games, boards, rules, history. */

import type { BoardFacts, Briefings, GameInfo, HistoryDay, Printed, Rulebook, Table } from "./api";
import { api } from "./client";
import type { Things } from "./things";
import { isChange, wholeTable } from "./wire";

function once<T>(fetch: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () =>
    (kept ??= fetch().catch((error: unknown) => {
      kept = null;
      throw error;
    }));
}

function oncePer<T>(fetch: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const kept = new Map<string, () => Promise<T>>();
  return (key) => {
    let one = kept.get(key);
    if (!one) kept.set(key, (one = once(() => fetch(key))));
    return one();
  };
}

export const library: {
  games(): Promise<GameInfo[]>;
  board(game: string): Promise<BoardFacts>;
  things(game: string): Promise<Things>;
  briefings(game: string): Promise<Briefings>;
  rules(game: string): Promise<Rulebook>;
  history(): Promise<HistoryDay[]>;
  printed(address: string): Promise<Printed>;
} = {
  games: once(api.games),
  board: oncePer(api.board),
  things: oncePer(api.things),
  briefings: oncePer(api.briefings),
  rules: oncePer(api.rules),
  history: once(api.history),
  printed: oncePer(api.printed),
};

/** A table as it stands, with what is printed on its pieces. */
export async function lookAt(token: string): Promise<Table> {
  const sent = await api.table(token);
  if (isChange(sent)) throw new Error("The server sent changes to a table that is not here yet.");
  return wholeTable(sent, await library.printed(sent.printed));
}
