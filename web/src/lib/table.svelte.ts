/** One table on the screen: what the server last said, the live connection, and the choices made here. */

import type {
  Argument, BoardFacts, ChatLine, Done, Explanation, GameInfo, LiveMessage, Order, Printed, Say, SentView, SideId, StoryEvent, Table, TableAnswer, View,
} from "./api";
import { preparePicture } from "../board/tiles";
import { api, isAway, NOTHING, Refusal, type Has, type Step } from "./client";
import { build } from "./build.svelte";
import { forgetTable, keepTable, recallTable, stock } from "./keep";
import { library } from "./library";
import { Live } from "./live";
import { settings } from "./settings.svelte";
import { shelf } from "./shelf";
import { mergeStory } from "./story";
import { toasts } from "./toasts.svelte";
import { changed, isChange, joinTalk, wholeTable, wholeView } from "./wire";

/** How long the live connection may take to bring what a choice has changed before it is asked, in milliseconds. */
const SLOW = 400;
/** How long to wait before a table that could not be loaded is asked for again, in milliseconds. */
const AGAIN = 2500;

/** Something that a player may want to choose. */
export interface Thing {
  unit?: string;
  place?: string;
  card?: string;
  formation?: string;
  box?: string;
}

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
  /** The server is away, and this is the position as it was at this time; it can only be looked at. Null: this is the present. */
  kept = $state<number | null>(null);
  /** A choice is being sent; nothing else can be chosen in the meantime. */
  busy = $state(false);

  onchange: ((change: Change) => void) | null = null;
  /** Fulfilled when the board can be played: what nobody waits for, such as a look for a newer page, is put off until then. */
  readonly drawn: Promise<void>;
  #draw!: () => void;
  #live: Live | null = null;
  #again: Promise<void> | null = null;
  #closed = false;
  #printed: Printed = {};
  #sent = 0;
  /** How many tables and changes the live connection has brought. */
  #brought = 0;
  /** The live connection was asked to start over: changes until then are for another version. */
  #astray = false;
  /** Those who wait for the counter of answers to get somewhere. */
  #waiting = new Set<() => void>();

  constructor(readonly token: string) {
    this.drawn = new Promise((done) => (this.#draw = done));
  }

  /** The board has been laid out, and will be seen with the next frame. */
  isDrawn(): void {
    requestAnimationFrame(() => setTimeout(this.#draw));
  }

  /** Loads the table and opens the live connection. */
  async open(): Promise<void> {
    const expected = shelf.find(this.token)?.game;
    if (expected) void library.board(expected).catch(() => undefined);
    try {
      const [sent, games] = await Promise.all([api.table(this.token), library.games()]);
      if (isChange(sent)) throw new Error("The server sent changes to a table that is not here yet.");
      const game = games.find((one) => one.id === sent.game) ?? null;
      // The picture loads together with what is drawn on it.
      const picture = (game?.whole ?? game?.far ?? game?.board)?.[settings.theme];
      if (picture) preparePicture(picture).catch(() => undefined);
      const [facts, printed] = await Promise.all([library.board(sent.game), library.printed(sent.printed)]);
      if (this.#closed) return;
      this.game = game;
      this.facts = facts;
      this.#printed = printed;
      shelf.keep(this.token, undefined, sent.game);
      this.take(sent);
      this.status = "ready";
      void stock(sent, facts, settings.theme);
    } catch (error) {
      if (this.#closed) return;
      if (!isAway(error) || !(await this.#recall())) {
        this.#failed(error);
        return;
      }
    }
    this.follow(
      new Live({
        token: this.token,
        has: () => this.#has,
        message: (message) => this.hear(message),
        connected: (up) => this.#connected(up),
        unknown: () => (this.status = "missing"),
        poll: () => this.refresh(),
      }),
    );
  }

  /** Shows the last known position, because the server is away; false if there is none. */
  async #recall(): Promise<boolean> {
    try {
      const found = await recallTable(this.token);
      if (!found) return false;
      const { game, printed } = found.table;
      const [games, facts, words] = await Promise.all([library.games(), library.board(game), library.printed(printed)]);
      if (this.#closed) return false;
      this.game = games.find((one) => one.id === game) ?? null;
      this.facts = facts;
      this.#printed = words;
      this.online = false;
      this.kept = found.at;
      this.apply(found.table);
      this.status = "ready";
      return true;
    } catch {
      return false; // not all of it was kept
    }
  }

  /** Says why the table is not there. If the server is only away, it is asked again. */
  #failed(error: unknown): void {
    this.status = error instanceof Refusal && error.status === 404 ? "missing" : "failed";
    this.problem = isAway(error) ? "The server cannot be reached. This page keeps trying." : error instanceof Error ? error.message : String(error);
    if (this.status === "missing") void forgetTable(this.token);
    if (isAway(error)) setTimeout(() => this.#closed || void this.open(), AGAIN);
  }

  /** Opens the live connection. */
  follow(live: Live): void {
    this.#live = live;
    live.open();
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
    return !!view?.decision && this.kept === null && this.acts(view.asked);
  }

  /** What is known here of the table. */
  get #has(): Has {
    const table = this.table;
    return table ? { known: table.digest, story: table.story_mark, said: table.chat.at(-1)?.number ?? 0 } : NOTHING;
  }

  /** A view as the server sent it, with what is printed on its pieces. */
  complete(view: SentView): View {
    return wholeView(view, this.#printed);
  }

  /** Takes over what the server sent; false if it is a change to another version than the one that is shown. */
  take(answer: TableAnswer): boolean {
    this.kept = null;
    if (!isChange(answer)) {
      this.apply(wholeTable(answer, this.#printed));
      return true;
    }
    const old = this.table;
    if (!old) return false;
    if (answer.digest === old.digest) {
      // The game is as it was. What hangs on the view that is shown, such as an open menu, stays.
      this.#change({ ...(answer.table?.players && { players: answer.table.players }), chat: joinTalk(old.chat, answer.chat ?? []) });
      return true;
    }
    const next = changed(old, this.story, answer, this.#printed);
    if (next === null) return false;
    this.#show(next);
    return true;
  }

  /** Applies a whole table. One that is older than what is shown is dropped. */
  apply(table: Table): void {
    const old = this.table;
    if (old && table.view.answers < old.view.answers && table.side === old.side) return;
    if (old && table.digest === old.digest) {
      this.#change({ players: table.players, chat: table.chat });
      return;
    }
    const story = mergeStory(this.story, table);
    if (story === null) {
      void this.#reload();
      return;
    }
    this.#show({ ...table, story });
  }

  #show(next: Table): void {
    const old = this.table;
    if (old && next.view.answers > old.view.answers) this.busy = false;
    const kept = commonLength(this.story, next.story);
    const change: Change = { first: old === null, fresh: next.story.slice(kept), undone: kept < this.story.length };
    this.story = next.story;
    this.table = next;
    this.thinking = next.thinking;
    if (this.kept === null) keepTable(this.token, next, next.story);
    for (const look of this.#waiting) look();
    this.onchange?.(change);
  }

  /** Gets whatever is new: from the live connection if it is up, else over plain HTTP. */
  async refresh(): Promise<void> {
    if (await this.#live?.sync()) return;
    const brought = this.#brought;
    const answer = await api.table(this.token, this.#has);
    // What the live connection has brought in the meantime may be newer than this answer.
    if (brought === this.#brought && !this.take(answer)) await this.#reload();
  }

  /** Makes a choice. Nothing is shown before the server has accepted it. */
  async choose(verb: string, argument: Argument): Promise<boolean> {
    const table = this.table;
    if (!table || this.busy) return false;
    return this.#send((brief) => api.choose(this.token, verb, argument, table.view.answers, this.#has, brief));
  }

  /** Makes several choices as one step: all of them count, or none. */
  async chooseAll(choices: Step[]): Promise<boolean> {
    const table = this.table;
    if (!table || this.busy) return false;
    return this.#send((brief) => api.steps(this.token, choices, table.view.answers, this.#has, brief));
  }

  /** Sets the standing order of this seat; null clears it. */
  async order(order: Order | null): Promise<void> {
    await api.order(this.token, order);
    this.#change({ orders: order });
    await this.refresh();
  }

  /** Takes back the player's last intention (the last `choices` choices, if it is known how many there were), or everything since chance
   * or another side last acted. */
  async undo(all = false, choices = 0): Promise<void> {
    const table = this.table;
    if (!table || this.busy) return;
    if (!table.undo.can) {
      toasts.show(table.undo.why || "There is nothing to undo.", "info");
      return;
    }
    await this.#send((brief) => api.undo(this.token, table.view.answers, all, choices, this.#has, brief));
  }

  /** Resigns, or offers, accepts or declines a draw; did it count? */
  async talk(say: Say): Promise<boolean> {
    return this.#send((brief) => api.talk(this.token, say, this.#has, brief));
  }

  /** Sends a choice or an undo; did it count? If the live connection is up, it brings what has changed, and the answer only says that it
   * counted; otherwise the answer has it. The live connection may be faster: then the next question can be answered already. */
  async #send(call: (brief: boolean) => Promise<TableAnswer | Done>): Promise<boolean> {
    const number = ++this.#sent;
    this.busy = true;
    try {
      const brought = this.#brought;
      const answer = await call(!!this.#live?.up);
      if (!("digest" in answer)) await this.#reach(answer.answers);
      else if (brought === this.#brought && !this.take(answer)) await this.#reload();
      return true;
    } catch (error) {
      await this.#recover(error);
      return false;
    } finally {
      if (number === this.#sent) this.busy = false;
    }
  }

  /** Waits until the table has got as far as the counter says. */
  async #reach(answers: number): Promise<void> {
    const there = (): boolean => (this.table?.view.answers ?? 0) >= answers;
    if (there()) return;
    await new Promise<void>((done) => {
      const look = (): void => {
        if (!there()) return;
        this.#waiting.delete(look);
        clearTimeout(late);
        done();
      };
      // The connection may be to another process of the server, which has not heard of the choice yet.
      const late = setTimeout(() => {
        void this.refresh()
          .catch(() => undefined)
          .finally(() => {
            this.#waiting.delete(look);
            done();
          });
      }, SLOW);
      this.#waiting.add(look);
    });
    if (!there()) await this.#reload();
  }

  /** Why something cannot be picked now. */
  async why(about: Thing, behind: Step[] = [], group: Step[] = []): Promise<Explanation> {
    try {
      return await api.why(this.token, about, behind, group);
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
    const looked = this.refresh().catch(() => undefined);
    if (!(error instanceof Refusal && error.code === "unreachable")) await looked;
  }

  /** Fetches everything again; concurrent callers share one request. */
  async #reload(): Promise<void> {
    const brought = this.#brought;
    this.#again ??= api
      .table(this.token)
      .then((table) => void (brought === this.#brought && this.take(table)))
      .catch(() => undefined)
      .finally(() => (this.#again = null));
    await this.#again;
  }

  #connected(up: boolean): void {
    this.online = up;
    this.#astray = false;
    // A server that comes back may have a newer page.
    if (up) void this.drawn.then(() => build.check());
  }

  /** A message of the live connection. These come in order, and the first is about the present: so they are never older than what is shown. */
  hear(message: LiveMessage): void {
    if (message.type === "table" || message.type === "change") {
      this.#brought++;
      if (this.take(message.type === "table" ? message.table : message.change)) this.#astray = false;
      else if (!this.#astray) {
        this.#astray = true;
        this.#live?.startOver();
      }
    } else if (message.type === "players") this.#change({ players: message.players });
    else if (message.type === "chat") this.#heard(message.line);
  }

  #heard(line: ChatLine): void {
    const chat = this.table?.chat ?? [];
    this.#change({ chat: joinTalk(chat, [line]) });
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
