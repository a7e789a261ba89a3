/** What never changes during a visit, fetched once: games, boards, rules, history. */

import type { BoardFacts, GameInfo, HistoryDay, Rulebook } from "./api";
import { api } from "./client";

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
  rules(game: string): Promise<Rulebook>;
  history(): Promise<HistoryDay[]>;
} = {
  games: once(api.games),
  board: oncePer(api.board),
  rules: oncePer(api.rules),
  history: once(api.history),
};
