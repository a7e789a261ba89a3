/** The last known position of each table, kept on this device for when the server is away. */

import type { BoardFacts, StoryEvent, Summary, Table, Theme } from "./api";
import { worker } from "./build.svelte";

const NAME = "ardennes-tables";
const MOST = 30;
/** A position is written at most this often, in milliseconds. */
const OFTEN = 500;

export interface Kept {
  /** When it was the present. */
  at: number;
  table: Table;
}

/** The store, or null where the browser has none (a page that is not served securely) or keeps no page that could show it. */
async function store(): Promise<Cache | null> {
  try {
    return (await worker) ? await caches.open(NAME) : null;
  } catch {
    return null;
  }
}

const address = (token: string): string => `/kept/${token}`;
const LIST = "/kept";

async function read<T>(key: string): Promise<T | null> {
  try {
    return ((await (await (await store())?.match(key))?.json()) as T | undefined) ?? null;
  } catch {
    return null;
  }
}

async function write(key: string, value: unknown): Promise<void> {
  try {
    const cache = await store();
    if (!cache) return;
    await cache.put(key, new Response(JSON.stringify(value)));
    const old = (await cache.keys()).slice(0, -MOST - 1);
    await Promise.all(old.map((one) => cache.delete(one)));
  } catch {
    // The storage is full: the position cannot be shown without the server, nothing more.
  }
}

const waiting = new Map<string, { table: Table; story: StoryEvent[] }>();

/** Keeps a table as it stands; of several in quick succession, the last. */
export function keepTable(token: string, table: Table, story: StoryEvent[]): void {
  const already = waiting.has(token);
  waiting.set(token, { table, story });
  if (already) return;
  void worker.then(() => new Promise((done) => setTimeout(done, OFTEN))).then(() => {
    const last = waiting.get(token)!;
    waiting.delete(token);
    void write(address(token), { at: Date.now(), table: { ...last.table, story: last.story, story_from: 0 } } satisfies Kept);
  });
}

/** Has the service worker keep all that a table needs to be looked at without the server. Most of it is in the browser's cache already. */
export async function stock({ game, printed }: Pick<Table, "game" | "printed">, facts: BoardFacts, theme: Theme): Promise<void> {
  if (!(await worker)) return;
  const about = ["board", "things", "briefings", "rules"].map((what) => `/api/games/${encodeURIComponent(game)}/${what}`);
  for (const url of ["/api/games", ...about, printed, facts.images[theme], facts.far?.[theme], facts.whole?.[theme], "/api/history"]) {
    if (url && !(await caches.match(url, { ignoreVary: true }))) await fetch(url).catch(() => undefined);
  }
}

export const recallTable = (token: string): Promise<Kept | null> => read<Kept>(address(token));

export async function forgetTable(token: string): Promise<void> {
  await (await store())?.delete(address(token));
}

/** The lobby's list of tables. */
export const keepList = (list: Summary[]): Promise<void> => write(LIST, list);
export const recallList = async (): Promise<Summary[]> => (await read<Summary[]>(LIST)) ?? [];
