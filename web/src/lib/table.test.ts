import { afterEach, describe, expect, it, vi } from "vitest";
import type { GameInfo, SentTable, TableChange } from "./api";
import { api, Refusal } from "./client";
import type { Live } from "./live";
import { Playback } from "./playback.svelte";
import { settings } from "./settings.svelte";
import { shelf } from "./shelf";
import { TableStore } from "./table.svelte";
import { anEvent, aPiece, aTable, aTurn, aView } from "./testing";
import { toasts } from "./toasts.svelte";

function store(more = {}): TableStore {
  const made = new TableStore("T");
  made.game = { id: "test", sides: [] } as unknown as GameInfo;
  made.apply(aTable(more));
  return made;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  toasts.list = [];
});

describe("a table", () => {
  it("plays its own side, or all sides in hot-seat play", () => {
    expect(store().acts("red")).toBe(true);
    expect(store().acts("blue")).toBe(false);
    expect(store({ role: "all" }).acts("blue")).toBe(true);
    expect(store({ role: "watch" }).acts("red")).toBe(false);
  });

  it("drops an answer that is older than what is shown", () => {
    const one = store({ view: aView({ answers: 5 }) });
    one.apply(aTable({ view: aView({ answers: 4 }) }));
    expect(one.table?.view.answers).toBe(5);
  });

  it("keeps the current view when a payload has nothing new about the game", () => {
    const one = store({ digest: "same" });
    const [view, change] = [one.table?.view, vi.fn()];
    one.onchange = change;
    const line = { number: 1, side: "blue", name: "", text: "Hello", at: "" };
    one.apply(aTable({ digest: "same", chat: [line] }));
    expect(one.table?.view).toBe(view);
    expect(one.table?.chat).toEqual([line]);
    expect(change).not.toHaveBeenCalled();
    one.apply(aTable());
    expect(one.table?.view).not.toBe(view);
  });

  it("continues with what the live connection reported before the response", async () => {
    const one = store({ view: aView({ answers: 2 }) });
    let answer = (_: SentTable): void => undefined;
    vi.spyOn(api, "choose").mockImplementationOnce(() => new Promise((done) => (answer = done)));
    const late = one.choose("hex", "0101");
    expect(one.busy).toBe(true);
    one.hear({ type: "table", table: aTable({ view: aView({ answers: 3 }) }) });
    one.hear({ type: "table", table: aTable({ view: aView({ answers: 3, turn: aTurn("news", 2) }) }) });
    expect(one.busy).toBe(false);
    vi.spyOn(api, "choose").mockImplementationOnce(() => new Promise(() => undefined));
    void one.choose("hex", "0102");
    answer(aTable({ view: aView({ answers: 3, turn: aTurn("old") }) }));
    expect(await late).toBe(true);
    expect(one.table?.view.turn.date).toBe("news");
    expect(one.busy).toBe(true);
  });

  it("sends the number of the choice it answers, and shows nothing before the server says yes", async () => {
    const one = store({ digest: "d", view: aView({ answers: 2 }), story_mark: "m" });
    const choose = vi.spyOn(api, "choose").mockResolvedValue(aTable({ view: aView({ answers: 3 }) }));
    const done = one.choose("hex", "0101");
    expect(one.busy).toBe(true);
    expect(await one.choose("hex", "0102")).toBe(false);
    expect(await done).toBe(true);
    expect(choose).toHaveBeenCalledOnce();
    expect(choose).toHaveBeenCalledWith("T", "hex", "0101", 2, { known: "d", story: "m", said: 0 }, false);
    expect(one.table?.view.answers).toBe(3);
    expect(one.busy).toBe(false);
  });

  it("shows the current state after a stale choice, and names the rule after a refused one", async () => {
    const one = store();
    const fresh = vi.spyOn(api, "table").mockResolvedValue(aTable({ view: aView({ answers: 9 }) }));
    vi.spyOn(api, "choose").mockRejectedValueOnce(new Refusal(409, "stale", "old"));
    expect(await one.choose("hex", "0101")).toBe(false);
    expect(fresh).toHaveBeenCalledOnce();
    expect(one.table?.view.answers).toBe(9);
    expect(toasts.list.at(-1)?.tone).toBe("info");
    vi.spyOn(api, "choose").mockRejectedValueOnce(new Refusal(422, "refused", "Not there", "9.1"));
    await one.choose("hex", "0101");
    expect(toasts.list.at(-1)).toMatchObject({ text: "Not there", rule: "9.1", tone: "error" });
  });

  it("says why nothing can be taken back without asking the server", async () => {
    const one = store({ undo: { can: false, why: "A die has been rolled." } });
    const undo = vi.spyOn(api, "undo");
    await one.undo();
    await one.undo(true);
    expect(undo).not.toHaveBeenCalled();
    expect(toasts.list.at(-1)?.text).toBe("A die has been rolled.");
  });
});

/** A live connection that is up and keeps what is sent to it. */
function connected(one: TableStore): { sent: string[]; live: Live } {
  const sent: string[] = [];
  const live = { up: true, open: () => undefined, startOver: () => sent.push("lost"), sync: async () => (sent.push("ping"), true) } as unknown as Live;
  one.follow(live);
  return { sent, live };
}

const next = (from: string, digest: string, more: Partial<TableChange> = {}): TableChange => ({
  from, digest, story: [], story_from: 0, story_mark: "0", ...more,
});

describe("a table with a live connection", () => {
  it("asks only whether a choice counts, and shows what the connection brings", async () => {
    const one = store({ digest: "a", view: aView({ answers: 2 }) });
    connected(one);
    const choose = vi.spyOn(api, "choose").mockResolvedValue({ answers: 3 });
    const done = one.choose("hex", "0101");
    expect(choose.mock.calls[0]?.at(-1)).toBe(true);
    await Promise.resolve();
    expect(one.busy).toBe(true);
    one.hear({ type: "change", change: next("a", "b", { view: { answers: 3 } }) });
    expect(await done).toBe(true);
    expect(one.table?.view.answers).toBe(3);
    expect(one.busy).toBe(false);
  });

  it("asks the connection when it is slow", async () => {
    vi.useFakeTimers();
    const one = store({ digest: "a", view: aView({ answers: 2 }) });
    const { sent, live } = connected(one);
    live.sync = async () => {
      sent.push("ping");
      one.hear({ type: "change", change: next("a", "b", { view: { answers: 3 } }) });
      return true;
    };
    vi.spyOn(api, "choose").mockResolvedValue({ answers: 3 });
    const done = one.choose("hex", "0101");
    await vi.advanceTimersByTimeAsync(399);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(await done).toBe(true);
    expect(sent).toEqual(["ping"]);
    expect(one.table?.view.answers).toBe(3);
  });

  it("asks once for the whole table when a change is for another version", () => {
    const one = store({ digest: "a" });
    const { sent } = connected(one);
    const before = one.table;
    one.hear({ type: "change", change: next("x", "y", { view: { answers: 7 } }) });
    one.hear({ type: "change", change: next("y", "z", { view: { answers: 8 } }) });
    expect(one.table).toBe(before);
    expect(sent).toEqual(["lost"]);
    one.hear({ type: "table", table: aTable({ digest: "z", view: aView({ answers: 8 }) }) });
    expect(one.table?.view.answers).toBe(8);
    one.hear({ type: "change", change: next("q", "r") });
    expect(sent).toEqual(["lost", "lost"]);
  });

  it("drops an answer that was under way while the connection brought news", async () => {
    const one = store({ digest: "a", view: aView({ turn: aTurn("old") }) });
    let answer = (_: TableChange): void => undefined;
    const asked = vi.spyOn(api, "table").mockImplementationOnce(() => new Promise((done) => (answer = done)));
    const looked = one.refresh();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    one.hear({ type: "change", change: next("a", "b", { view: { turn: aTurn("newer") } }) });
    answer(next("b", "a", { view: { turn: aTurn("older") } }));
    await looked;
    expect(one.table?.view.turn.date).toBe("newer");
  });

  it("takes back the story and the pieces of an undo that comes as a change", () => {
    const here = [aPiece("u", { at: "0102" }), aPiece("v")];
    const one = store({ digest: "a", story: [anEvent(0), anEvent(1)], view: aView({ pieces: here }) });
    const change = vi.fn();
    one.onchange = change;
    one.hear({ type: "change", change: next("a", "b", { story_from: 1, pieces: { u: aPiece("u", { at: "0101" }) } }) });
    expect(one.story).toHaveLength(1);
    expect(one.table?.view.pieces.map((piece) => piece.at)).toEqual(["0101", "0101"]);
    expect(one.table?.view.pieces[1]).toBe(here[1]);
    expect(change).toHaveBeenCalledWith(expect.objectContaining({ undone: true }));
  });
});

describe("what is shown", () => {
  const moment = (i: number) => ({ view: aView({ turn: aTurn(`m${i}`) }), story_to: i });

  function playing(): { one: TableStore; playback: Playback } {
    vi.useFakeTimers();
    vi.spyOn(api, "moment").mockImplementation(async (_token, i) => moment(i));
    const one = new TableStore("T");
    const playback = new Playback(one);
    one.apply(aTable({ moments: 1 }));
    return { one, playback };
  }

  it("is the present at once after the player's own choice", () => {
    const { one, playback } = playing();
    const moves = [{ unit: "a", from: "0101", to: "0102" }];
    one.apply(aTable({ moments: 2, story: [anEvent(0, { moves })], view: aView({ answers: 1 }) }));
    expect(playback.catching).toBe(false);
    expect(playback.moves).toEqual(moves);
    playback.close();
  });

  it("plays others' moves one by one, ending in the present", async () => {
    settings.set({ speed: 1 });
    const { one, playback } = playing();
    const story = [0, 1, 2].map((n) => anEvent(n, { side: "blue", moves: [{ unit: `u${n}`, from: null, to: "0101" }] }));
    one.apply(aTable({ moments: 4, story, view: aView({ turn: aTurn("now") }) }));
    expect(playback.catching).toBe(true);
    expect(playback.view?.turn.date).toBe("16 Dec");
    await vi.advanceTimersByTimeAsync(1);
    expect(playback.view?.turn.date).toBe("m1");
    expect(playback.story).toHaveLength(1);
    expect(playback.moves.map((move) => move.unit)).toEqual(["u0"]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(playback.catching).toBe(false);
    expect(playback.view?.turn.date).toBe("now");
    expect(playback.moves.map((move) => move.unit)).toEqual(["u2"]);
    playback.close();
  });

  it("can be stepped, and skipped", async () => {
    settings.set({ speed: 1 });
    const { one, playback } = playing();
    one.apply(aTable({ moments: 9, story: Array.from({ length: 8 }, (_, n) => anEvent(n, { side: "blue" })) }));
    await vi.advanceTimersByTimeAsync(1);
    playback.stepOn();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(playback.step).toBe(2);
    playback.skip();
    expect(playback.catching).toBe(false);
    expect(playback.shown).toBe(8);
    playback.close();
  });

  it("goes back to a moment and to the present again", async () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 6, story: [anEvent(0)] }));
    playback.skip();
    await playback.go(2);
    expect(playback.replaying).toBe(true);
    expect(playback.view?.turn.date).toBe("m2");
    expect(playback.view?.decision).toBeNull();
    await playback.go(99);
    expect(playback.replaying).toBe(false);
    playback.close();
  });

  it("goes to the first moment of a turn", async () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 6, story: [0, 1, 2, 3].map((n) => anEvent(n, { turn: n < 2 ? 1 : 2 })) }));
    playback.skip();
    await playback.goToTurn(2);
    expect(playback.moment).toBe(3);
    playback.close();
  });

  it("stays at the moment a link names, even if it is the newest and the game goes on", async () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 3, story: [anEvent(0)] }));
    playback.skip();
    await playback.go(2, false, true);
    expect(playback.moment).toBe(2);
    one.apply(aTable({ moments: 5, story: [anEvent(0), anEvent(1, { side: "blue" })] }));
    expect(playback.shown).toBe(2);
    expect(playback.view?.turn.date).toBe("m2");
    playback.now();
    expect(playback.replaying).toBe(false);
    playback.close();
  });

  it("starts with the old situation when it shows what was missed", async () => {
    settings.set({ speed: 1 });
    const { one, playback } = playing();
    one.apply(aTable({ moments: 4, story: [0, 1, 2].map((n) => anEvent(n, { side: "blue" })) }));
    playback.skip();
    playback.watchFrom(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(playback.view?.turn.date).toBe("m1");
    expect(playback.fresh).toEqual([]);
    await vi.advanceTimersByTimeAsync(600);
    expect(playback.view?.turn.date).toBe("m2");
    expect(playback.fresh).toHaveLength(1);
    playback.close();
  });

  it("plays a replay to its end", async () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 4, story: [anEvent(0)] }));
    playback.skip();
    playback.toggle();
    await vi.advanceTimersByTimeAsync(1);
    expect(playback.moment).toBe(0);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(playback.replaying).toBe(false);
    expect(playback.playing).toBe(false);
    playback.close();
  });

  it("offers what others did while the player was away, but not the player's own moves", async () => {
    for (const [side, offered] of [["blue", 0], ["red", null]] as const) {
      vi.useFakeTimers();
      shelf.keep("T", 0);
      const one = new TableStore("T");
      const playback = new Playback(one);
      one.apply(aTable({ moments: 3, story: [anEvent(0, { side }), anEvent(1, { side })] }));
      await vi.advanceTimersByTimeAsync(5);
      expect(playback.missed).toBe(offered);
      playback.close();
    }
  });

  it("stops playing when an undo removes what was to be played", () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 5, story: [0, 1, 2, 3].map((n) => anEvent(n, { side: "blue" })) }));
    one.apply(aTable({ moments: 2, story: [anEvent(0, { side: "blue" })], story_from: 0 }));
    expect(playback.catching).toBe(false);
    playback.close();
  });
});
