import { afterEach, describe, expect, it, vi } from "vitest";
import type { GameInfo, Table } from "./api";
import { api, Refusal } from "./client";
import { Playback } from "./playback.svelte";
import { settings } from "./settings.svelte";
import { shelf } from "./shelf";
import { TableStore } from "./table.svelte";
import { anEvent, aTable, aView } from "./testing";
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

  it("keeps the view that is shown when a payload brings nothing new of the game", () => {
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

  it("goes on with what the live connection told before the answer came", async () => {
    const one = store({ view: aView({ answers: 2 }) });
    let answer = (_: Table): void => undefined;
    vi.spyOn(api, "choose").mockImplementationOnce(() => new Promise((done) => (answer = done)));
    const late = one.choose("hex", "0101");
    expect(one.busy).toBe(true);
    one.apply(aTable({ view: aView({ answers: 3 }) }));
    const news = aTable({ view: aView({ answers: 3, turn: { number: 2, date: "news" } }) });
    one.apply(news);
    expect(one.busy).toBe(false);
    vi.spyOn(api, "choose").mockImplementationOnce(() => new Promise(() => undefined));
    void one.choose("hex", "0102");
    answer(aTable({ view: aView({ answers: 3, turn: { number: 1, date: "old" } }) }));
    expect(await late).toBe(true);
    expect(one.table?.view.turn.date).toBe("news");
    expect(one.busy).toBe(true);
  });

  it("sends the number of the choice it answers, and shows nothing before the server says yes", async () => {
    const one = store({ view: aView({ answers: 2 }), story_mark: "m" });
    const choose = vi.spyOn(api, "choose").mockResolvedValue(aTable({ view: aView({ answers: 3 }) }));
    const done = one.choose("hex", "0101");
    expect(one.busy).toBe(true);
    expect(await one.choose("hex", "0102")).toBe(false);
    expect(await done).toBe(true);
    expect(choose).toHaveBeenCalledOnce();
    expect(choose).toHaveBeenCalledWith("T", "hex", "0101", 2, "m");
    expect(one.table?.view.answers).toBe(3);
    expect(one.busy).toBe(false);
  });

  it("shows how it stands after a stale choice, and names the rule after a refused one", async () => {
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

describe("what is shown", () => {
  const moment = (i: number) => ({ view: aView({ turn: { number: 1, date: `m${i}` } }), story_to: i });

  function playing(): { one: TableStore; playback: Playback } {
    vi.useFakeTimers();
    vi.spyOn(api, "moments").mockResolvedValue([]);
    vi.spyOn(api, "moment").mockImplementation(async (_token, i) => moment(i));
    const one = new TableStore("T");
    const playback = new Playback(one);
    one.apply(aTable({ moments: 1 }));
    return { one, playback };
  }

  it("is the present at once after an own choice", () => {
    const { one, playback } = playing();
    const moves = [{ unit: "a", from: "0101", to: "0102" }];
    one.apply(aTable({ moments: 2, story: [anEvent(0, { moves })], view: aView({ answers: 1 }) }));
    expect(playback.catching).toBe(false);
    expect(playback.moves).toEqual(moves);
    playback.close();
  });

  it("plays the moves of others one by one, ending in the present", async () => {
    settings.set({ speed: 1 });
    const { one, playback } = playing();
    const story = [0, 1, 2].map((n) => anEvent(n, { side: "blue", moves: [{ unit: `u${n}`, from: null, to: "0101" }] }));
    one.apply(aTable({ moments: 4, story, view: aView({ turn: { number: 1, date: "now" } }) }));
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

  it("goes to a turn also before the list of moments has come", async () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 6, story: [anEvent(0)] }));
    playback.skip();
    vi.mocked(api.moments).mockResolvedValue(
      [0, 1, 2, 3, 4, 5].map((i) => ({ i, turn: i < 3 ? 1 : 2, date: "", label: "", phase_title: "", combat: false, events: [] })),
    );
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

  it("begins with how it was when it shows what was missed", async () => {
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

  it("offers what others did while one was away, but not what one did oneself", async () => {
    for (const [side, offered] of [["blue", 0], ["red", null]] as const) {
      vi.useFakeTimers();
      shelf.keep("T", 0);
      const moments = [0, 1, 2].map((i) => ({ i, turn: 1, date: "", label: "", phase_title: "", combat: false, events: i ? [i - 1, i - 1] : [] }));
      vi.spyOn(api, "moments").mockResolvedValue(moments);
      const one = new TableStore("T");
      const playback = new Playback(one);
      one.apply(aTable({ moments: 3, story: [anEvent(0, { side }), anEvent(1, { side })] }));
      await vi.advanceTimersByTimeAsync(5);
      expect(playback.missed).toBe(offered);
      playback.close();
    }
  });

  it("stops playing when an undo takes away what was to be played", () => {
    const { one, playback } = playing();
    one.apply(aTable({ moments: 5, story: [0, 1, 2, 3].map((n) => anEvent(n, { side: "blue" })) }));
    one.apply(aTable({ moments: 2, story: [anEvent(0, { side: "blue" })], story_from: 0 }));
    expect(playback.catching).toBe(false);
    playback.close();
  });
});
