/** One table on the screen: what the server last said, the live connection, and the choices made here. */

import type { Argument, BoardFacts, ChatLine, Explanation, GameInfo, SideId, StoryEvent, Table } from "./api";
import { preparePicture } from "../board/tiles";
import { api, Refusal } from "./client";
import { library } from "./library";
import { Live, type LiveMessage } from "./live";
import { settings } from "./settings.svelte";
import { shelf } from "./shelf";
import { mergeStory } from "./story";
import { toasts } from "./toasts.svelte";

export type Status = "loading" | "ready" | "missing" | "failed";

/** What changed with the last payload, for Playback to show. */
export interface Change {
  first: boolean;
  fresh: StoryEvent[];
  undone: boolean;
}

export class TableStore {
  status = $state<Status>("loading");
  problem = $state("");
  table = $state.raw<Table | null>(null);
  story = $state.raw<StoryEvent[]>([]);
  game = $state.raw<GameInfo | null>(null);
  facts = $state.raw<BoardFacts | null>(null);
  thinking = $state<SideId | null>(null);
  online = $state(true);
  /** A choice is being sent; nothing else can be chosen in the meantime. */
  busy = $state(false);

  onchange: ((change: Change) => void) | null = null;
  #live: Live | null = null;
  #again: Promise<void> | null = null;
  #closed = false;
  #mark = "";
  #sent = 0;

  constructor(readonly token: string) {}

  /** Loads the table and opens the live connection. */
  async open(): Promise<void> {
    const expected = shelf.find(this.token)?.game;
    if (expected) void library.board(expected).catch(() => undefined);
    try {
      const [table, games] = await Promise.all([api.table(this.token), library.games()]);
      const game = games.find((one) => one.id === table.game) ?? null;
      const facts = await library.board(table.game);
      if (this.#closed) return;
      // The picture loads while the pieces are being laid out.
      preparePicture((facts.far ?? facts.images)[settings.theme]).catch(() => undefined);
      this.game = game;
      this.facts = facts;
      shelf.keep(this.token, undefined, table.game);
      this.apply(table);
      this.status = "ready";
    } catch (error) {
      if (this.#closed) return;
      this.status = error instanceof Refusal && error.status === 404 ? "missing" : "failed";
      this.problem = error instanceof Error ? error.message : String(error);
      return;
    }
    this.#live = new Live({
      token: this.token,
      mark: () => this.#mark,
      message: (message) => this.#hear(message),
      connected: (up) => (this.online = up),
      unknown: () => (this.status = "missing"),
      poll: () => this.refresh(),
    });
    this.#live.open();
  }

  close(): void {
    this.#closed = true;
    this.#live?.close();
  }

  /** Does this screen play the side? */
  acts(side: SideId | null): boolean {
    const table = this.table;
    if (!table || side === null) return false;
    return table.role === "all" || table.role === side;
  }

  /** Is it this screen's turn to answer? */
  get mine(): boolean {
    const view = this.table?.view;
    return !!view?.decision && this.acts(view.asked);
  }

  /** Applies a payload. One that is older than what is shown is dropped. */
  apply(table: Table): void {
    const old = this.table;
    if (old && table.view.answers < old.view.answers && table.side === old.side) return;
    if (old && table.digest === old.digest) {
      // The game is as it was. What hangs on the view that is shown, such as an open menu, stays.
      this.#change({ players: table.players, chat: table.chat });
      return;
    }
    if (old && table.view.answers > old.view.answers) this.busy = false;
    const story = mergeStory(this.story, table);
    if (story === null) {
      void this.#reload();
      return;
    }
    const kept = commonLength(this.story, story);
    const change: Change = { first: old === null, fresh: story.slice(kept), undone: kept < this.story.length };
    this.story = story;
    this.#mark = table.story_mark ?? "";
    this.table = { ...table, story };
    this.thinking = table.thinking;
    this.onchange?.(change);
  }

  /** Fetches the table again over plain HTTP. */
  async refresh(): Promise<void> {
    this.apply(await api.table(this.token, this.#mark));
  }

  /** Makes a choice. The answer is the new table; nothing is shown before the server has accepted it. */
  async choose(verb: string, argument: Argument): Promise<boolean> {
    const table = this.table;
    if (!table || this.busy) return false;
    return this.#send(() => api.choose(this.token, verb, argument, table.view.answers, this.#mark));
  }

  /** Takes back the player's last choice, or all of them since chance or another side last acted. */
  async undo(all = false): Promise<void> {
    const table = this.table;
    if (!table || this.busy) return;
    if (!table.undo.can) {
      toasts.show(table.undo.why || "There is nothing to undo.", "info");
      return;
    }
    await this.#send(() => api.undo(this.token, table.view.answers, this.#mark, all));
  }

  /** Sends a choice or an undo; did it count? The live connection may tell of it before the answer comes, and of what came after it:
   * then the next question can be answered already, and the answer brings nothing new. */
  async #send(call: () => Promise<Table>): Promise<boolean> {
    const number = ++this.#sent;
    this.busy = true;
    try {
      const table = await call();
      if (!this.table || table.view.answers > this.table.view.answers) this.apply(table);
      return true;
    } catch (error) {
      await this.#recover(error);
      return false;
    } finally {
      if (number === this.#sent) this.busy = false;
    }
  }

  /** Why something cannot be picked now. */
  async why(about: { unit?: string; place?: string }): Promise<Explanation> {
    try {
      return await api.why(this.token, about);
    } catch (error) {
      if (error instanceof Refusal) return { text: error.message, case: error.rule };
      throw error;
    }
  }

  async say(text: string): Promise<void> {
    this.#heard(await api.chat(this.token, text));
  }

  /** The player's name at this table, and where notifications go. */
  async sit(seat: { name: string; mail: string; notify: boolean }): Promise<void> {
    await api.seat(this.token, seat);
    this.#change({ mail: seat.mail, notify: seat.notify });
    await this.refresh();
  }

  /** Saves the player's private note, here and on the server. */
  async keepNote(text: string): Promise<void> {
    await api.note(this.token, text);
    this.#change({ note: text });
  }

  async #recover(error: unknown): Promise<void> {
    if (error instanceof Refusal && error.code === "stale") {
      toasts.show("The game has moved on. This is the current position.", "info");
    } else {
      toasts.fail(error);
    }
    await this.#reload();
  }

  /** Fetches everything again; concurrent callers share one request. */
  async #reload(): Promise<void> {
    this.#again ??= api
      .table(this.token)
      .then((table) => this.apply(table))
      .catch(() => undefined)
      .finally(() => (this.#again = null));
    await this.#again;
  }

  #hear(message: LiveMessage): void {
    if (message.type === "table") this.apply(message.table);
    else if (message.type === "thinking") this.thinking = message.side;
    else if (message.type === "players") this.#change({ players: message.players });
    else if (message.type === "chat") this.#heard(message.line);
  }

  #heard(line: ChatLine): void {
    const chat = this.table?.chat ?? [];
    if (!chat.some((old) => old.number === line.number)) this.#change({ chat: [...chat, line] });
  }

  #change(change: Partial<Table>): void {
    if (this.table) this.table = { ...this.table, ...change };
  }
}

/** The number of leading events that are the same in both stories. */
export function commonLength(a: StoryEvent[], b: StoryEvent[]): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && (a[i] === b[i] || sameEvent(a[i], b[i]))) i++;
  return i;
}

function sameEvent(a: StoryEvent | undefined, b: StoryEvent | undefined): boolean {
  if (!a || !b) return false;
  return JSON.stringify(a) === JSON.stringify(b);
}
