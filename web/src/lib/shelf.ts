/** The tables this browser knows: seat links it was given, and how far each was watched. */

import { forgetTable } from "./keep";
import { storage } from "./settings.svelte";

export interface Shelved {
  token: string;
  /** Last moment that was on the screen. */
  seen: number;
  opened: number;
  /** Which game it is, so that its board can be fetched before the server answers. */
  game?: string;
}

const KEY = "ardennes.tables";
const MOST = 100;

export function readShelf(text: string | null): Shelved[] {
  try {
    const list = JSON.parse(text ?? "[]") as unknown;
    if (!Array.isArray(list)) return [];
    return list.filter((one): one is Shelved => typeof (one as Shelved)?.token === "string");
  } catch {
    return [];
  }
}

function write(list: Shelved[]): void {
  try {
    storage()?.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // Without storage the lobby knows only the account's tables.
  }
}

export const shelf = {
  all(): Shelved[] {
    return readShelf(storage()?.getItem(KEY) ?? null);
  },
  find(token: string): Shelved | undefined {
    return this.all().find((one) => one.token === token);
  },
  /** Puts a table on top of the shelf. */
  keep(token: string, seen?: number, game?: string): void {
    const list = this.all();
    const old = list.find((one) => one.token === token);
    const entry = { token, seen: seen ?? old?.seen ?? -1, opened: Date.now(), game: game ?? old?.game };
    write([entry, ...list.filter((one) => one.token !== token)]);
  },
  /** Records how far a table was watched, without changing the order. */
  saw(token: string, seen: number): void {
    const list = this.all();
    const old = list.find((one) => one.token === token);
    if (!old || old.seen === seen) return;
    old.seen = seen;
    write(list);
  },
  drop(token: string): void {
    void forgetTable(token);
    write(this.all().filter((one) => one.token !== token));
  },
};
