/** What the screen shows: the present, a past moment (replay), or other players' moves one by one (catch-up). */

import type { Moment, MomentView, Move, Preview, StoryEvent, View } from "./api";
import { api } from "./client";
import { settings, type Speed } from "./settings.svelte";
import { shelf } from "./shelf";
import { momentsOf } from "./story";
import { afterMoves, beatsOf, leadOf, type Beat } from "./fight";
import { Stage } from "./stage.svelte";
import { movesOf, stepTime, worthWatching } from "./steps";
import type { Change, TableStore } from "./table.svelte";
import { toasts } from "./toasts.svelte";

const KEPT = 80;
/** How long the situation before the first step stays on the screen, in milliseconds. */
const START = 500;

export class Playback {
  moments: Moment[] = $derived.by(() => momentsOf(this.store.story, this.store.table?.moments ?? 0));
  /** The moment shown in a replay, or null. */
  moment = $state<number | null>(null);
  playing = $state(false);
  /** Catch-up: the moment shown, and the one to reach. */
  step = $state<number | null>(null);
  /** If others moved while this browser was away: the first moment that was missed. */
  missed = $state<number | null>(null);
  paused = $state(false);
  /** The events that led from what was shown before to what is shown now. */
  fresh = $state.raw<StoryEvent[]>([]);
  /** The fight that is being played out. */
  readonly stage = new Stage();
  /** What is on the screen while it is. */
  #held = $state.raw<View | null>(null);
  /** The attack that the player has just committed to, as it was shown before. */
  attack = $state.raw<Preview | null>(null);
  /** Their moves, to be animated. */
  moves: Move[] = $derived(movesOf(this.fresh));
  #past = $state.raw<{ view: View; storyTo: number } | null>(null);
  #seen: { i: number; view: View | null; storyTo: number } = { i: 0, view: null, storyTo: 0 };
  #cache = new Map<number, Promise<MomentView>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(readonly store: TableStore) {
    store.onchange = (change) => this.#changed(change);
  }

  /** Index of the present. */
  get last(): number {
    return Math.max(0, (this.store.table?.moments ?? 1) - 1);
  }

  get replaying(): boolean {
    return this.moment !== null;
  }

  get catching(): boolean {
    return this.step !== null;
  }

  /** The view on the screen. */
  get view(): View | null {
    if (this.stage.active && this.#held) return this.#held;
    const past = this.replaying || this.catching ? this.#past : null;
    return past?.view ?? this.store.table?.view ?? null;
  }

  /** The part of the story that had happened by what is shown. */
  get story(): StoryEvent[] {
    if (this.stage.active && this.#held) return this.store.story.slice(0, this.stage.told);
    const past = this.replaying || this.catching ? this.#past : null;
    return past ? this.store.story.slice(0, past.storyTo) : this.store.story;
  }

  /** Which moment is on the screen. */
  get shown(): number {
    return this.moment ?? this.step ?? this.last;
  }

  close(): void {
    this.#closed = true;
    this.stage.skip();
    clearTimeout(this.#timer);
  }

  // ---- replay

  /** Shows a past moment; the last one is the present, unless it should stay on the screen when the game continues (`pin`). */
  async go(i: number, animate = false, pin = false): Promise<void> {
    const target = Math.min(Math.max(0, i), this.last);
    this.stage.skip();
    this.#stopCatching();
    if (target >= this.last && !pin) {
      this.now();
      return;
    }
    const before = this.shown;
    this.moment = target;
    await this.#show(target, animate && target === before + 1);
  }

  /** Back to the present. */
  now(): void {
    this.stage.skip();
    this.playing = false;
    clearTimeout(this.#timer);
    this.moment = null;
    this.#past = null;
    this.#present([]);
  }

  /** Plays or pauses the replay. */
  toggle(): void {
    this.playing = !this.playing;
    clearTimeout(this.#timer);
    if (!this.playing) return;
    if (this.moment === null) {
      this.moment = 0;
      void this.#show(0, false);
    }
    this.#playOn();
  }

  /** The first moment of a turn. */
  async goToTurn(turn: number): Promise<void> {
    const found = this.moments.find((moment) => moment.turn === turn);
    if (found) await this.go(found.i);
  }

  /** One turn back or forward. */
  async stepTurn(by: 1 | -1): Promise<void> {
    const here = this.moments[this.shown]?.turn ?? 1;
    const turns = [...new Set(this.moments.map((moment) => moment.turn))];
    const start = this.moments.find((moment) => moment.turn === here)?.i ?? 0;
    if (by < 0 && this.shown > start) return this.go(start);
    const next = turns[turns.indexOf(here) + by];
    if (next !== undefined) await this.goToTurn(next);
    else if (by > 0) this.now();
  }

  #playOn(): void {
    if (!this.playing || this.moment === null || this.#closed) return;
    const speed = settings.saved.speed === 2 ? 2 : 1;
    this.#timer = setTimeout(async () => {
      const next = (this.moment ?? 0) + 1;
      if (next >= this.last) {
        this.now();
        return;
      }
      await this.go(next, true);
      this.#playOn();
    }, stepTime(this.fresh, speed, settings.still));
  }

  // ---- catch-up

  /** Plays what happened since a moment. */
  watchFrom(i: number): void {
    this.missed = null;
    if (i >= this.last) return;
    this.moment = null;
    this.playing = false;
    this.paused = false;
    this.step = i;
    // Starts with the situation at that moment; the first step shows what changed.
    void this.#show(i, false).then((shown) => {
      if (shown && this.step === i && !this.paused) this.#timer = setTimeout(() => void this.#advance(), START);
    });
  }

  /** Jumps to the present. */
  skip(): void {
    this.missed = null;
    this.stage.skip();
    this.#stopCatching();
    this.now();
  }

  /** One step, by hand. */
  stepOn(): void {
    this.paused = true;
    clearTimeout(this.#timer);
    void this.#advance();
  }

  /** Sets the speed; 0 skips. */
  pace(speed: Speed): void {
    settings.set({ speed });
    if (speed === 0) this.skip();
    else if (this.paused) {
      this.paused = false;
      void this.#advance();
    }
  }

  async #advance(): Promise<void> {
    if (this.step === null || this.#closed) return;
    const next = this.step + 1;
    if (next >= this.last) {
      const fresh = this.store.story.slice(this.#past?.storyTo ?? this.store.story.length);
      this.#stopCatching();
      this.#present(fresh);
      return;
    }
    this.step = next;
    const shown = await this.#show(next, true);
    if (!shown || this.step !== next || this.paused) return;
    const wait = stepTime(this.fresh, settings.saved.speed, settings.still, shown === "played");
    this.#timer = setTimeout(() => void this.#advance(), wait);
  }

  #stopCatching(): void {
    clearTimeout(this.#timer);
    this.step = null;
    this.paused = false;
    this.#past = null;
  }

  // ---- common

  /** Puts a moment on the screen; false if the screen has moved on in the meantime, "played" if a fight was played out on the way. */
  async #show(i: number, animate: boolean): Promise<boolean | "played"> {
    const wanted = (): boolean => !this.#closed && (this.moment === i || this.step === i);
    try {
      const past = await this.#fetch(i);
      if (!wanted()) return false;
      const from = animate ? (this.#past?.storyTo ?? past.story_to) : past.story_to;
      const fresh = this.store.story.slice(from, past.story_to);
      const beats = animate && this.#past ? this.#beats(fresh, this.#past.view, past.view) : [];
      if (this.#past && beats.length) {
        await this.#perform(fresh, beats, this.#past.view);
        if (!wanted()) return false;
      }
      this.fresh = beats.length ? fresh.slice(leadOf(fresh).length) : fresh;
      this.#past = { view: { ...past.view, decision: null }, storyTo: past.story_to };
      if (i + 1 < this.last) void this.#fetch(i + 1).catch(() => undefined);
      if (this.catching) shelf.saw(this.store.token, i);
      return beats.length ? "played" : true;
    } catch (error) {
      toasts.fail(error);
      this.#stopCatching();
      this.now();
      return false;
    }
  }

  #fetch(i: number): Promise<MomentView> {
    let found = this.#cache.get(i);
    if (!found) {
      found = api.moment(this.store.token, i).then((sent) => ({ ...sent, view: this.store.complete(sent.view) }));
      found.catch(() => this.#cache.delete(i));
      this.#cache.set(i, found);
      const oldest = this.#cache.keys().next();
      if (this.#cache.size > KEPT && !oldest.done) this.#cache.delete(oldest.value);
    }
    return found;
  }

  /** The beats in which something is played out: none if the player wants no such thing, or does not look. */
  #beats(fresh: StoryEvent[], before: View, after: View): Beat[] {
    if (settings.saved.speed === 0 || settings.still || document.hidden) return [];
    return beatsOf(fresh, before, after, (place) => !!this.store.facts?.places[place]);
  }

  /** Plays out a fight on the view before it. */
  async #perform(fresh: StoryEvent[], beats: Beat[], before: View): Promise<void> {
    const lead = leadOf(fresh);
    this.#held = afterMoves({ ...before, decision: null }, lead);
    this.fresh = lead;
    await this.stage.play(fresh, beats, settings.saved.speed === 2 ? 2 : 1);
  }

  /** Puts the present on the screen after a fight in it has been played out; what has come in meanwhile follows. */
  async #arrive(fresh: StoryEvent[], beats: Beat[], before: View, after: View): Promise<void> {
    const to = { i: this.last, view: after, storyTo: this.store.story.length };
    await this.#perform(fresh, beats, before);
    if (this.#closed || this.replaying || this.catching || this.#seen.storyTo >= to.storyTo) return;
    this.fresh = fresh.slice(leadOf(fresh).length);
    this.#seen = to;
    shelf.saw(this.store.token, to.i);
    if (this.last > to.i || this.store.story.length > to.storyTo) this.#follow(this.store.story.slice(to.storyTo));
  }

  /** Puts the present on the screen; `fresh` is what is new in it. */
  #present(fresh: StoryEvent[]): void {
    this.fresh = fresh;
    this.#seen = { i: this.last, view: this.store.table?.view ?? null, storyTo: this.store.story.length };
    shelf.saw(this.store.token, this.last);
  }

  #changed(change: Change): void {
    if (change.undone) this.#cache.clear();
    if (change.first) {
      const since = shelf.find(this.store.token)?.seen ?? -1;
      this.#present([]);
      this.#lookBack(since);
    } else if (this.replaying) {
      return;
    } else if (change.undone) {
      this.skip();
    } else if (!this.catching && !this.stage.active) {
      this.#follow(change.fresh);
    }
  }

  /** Shows news from the running game: the player's own choices at once, those of others step by step. */
  #follow(fresh: StoryEvent[]): void {
    const { i, view, storyTo } = this.#seen;
    const now = this.store.table?.view;
    const several = this.last > i + 1 && worthWatching(fresh, (side) => this.store.acts(side));
    if (!several || settings.saved.speed === 0 || !view) {
      const beats = view && now ? this.#beats(fresh, view, now) : [];
      if (view && now && beats.length) void this.#arrive(fresh, beats, view, now);
      else this.#present(fresh);
      return;
    }
    // The last view stays on the screen until the first step is there.
    this.#past = { view: { ...view, decision: null }, storyTo };
    this.step = i;
    this.paused = false;
    void this.#advance();
  }

  /** Offers once to show what others did while this browser was away. */
  #lookBack(since: number): void {
    const first = this.moments.slice(since + 1).find((moment) => moment.events.length)?.events[0];
    if (since < 0 || since >= this.last || first === undefined || this.replaying) return;
    if (worthWatching(this.store.story.slice(first), (side) => this.store.acts(side))) this.missed = since;
  }
}
