/** The game screen: which panel, card or dialog is open, what is selected, and what the buttons do. */

import { tick } from "svelte";
import type { MenuAction } from "../game/MenuDialog.svelte";
import { PANELS, type PanelId } from "../panels/SidePanel.svelte";
import type { BoardFacts, Explanation, Order, Piece, StoryEvent, View } from "./api";
import { choiceButtons, type ChoiceButton } from "./choices";
import { api } from "./client";
import { copyText, saveFile } from "./files";
import { pieceOf } from "./forces";
import type { KeyActions } from "./keys";
import { library } from "./library";
import { Overlays } from "./overlays.svelte";
import { Playback } from "./playback.svelte";
import { linkTo } from "./router";
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { shelf } from "./shelf";
import { lastDraws, lastRoll, momentOf, placesOf } from "./story";
import { TableStore, type Thing } from "./table.svelte";
import { asksFor, formationOf, offersOfKind, printed, sideOffers, unitsOf, type Draw, type SideOffer, type Things } from "./things";
import { toasts } from "./toasts.svelte";
import { windowed } from "./window";

export type DialogId = MenuAction | "menu" | "result" | "order" | null;
export type Layout = "wide" | "tablet" | "phone";

/** What the board can be told to do. */
export interface BoardHandle {
  centerOn(place: string): void;
  pointAt(place: string): void;
  fit(): void;
  zoom(by: 1 | -1): void;
  focus(): void;
}

/** The prompt bar holds at most this many buttons besides Undo. */
const FEW = 2;

export class Screen {
  readonly store: TableStore;
  readonly playback: Playback;
  readonly overlays: Overlays;
  board: BoardHandle | null = null;

  layout = $state<Layout>("wide");
  panel = $state<PanelId>("story");
  /** Tablet and phone: is the panel open over the board? On a wide screen the player's setting decides. */
  slid = $state(false);
  sheet = $state<"overlays" | null>(null);
  dialog = $state<DialogId>(null);
  wanted = $state<string | null>(null);
  selected = $state<string | null>(null);
  pointed = $state.raw<StoryEvent | null>(null);
  /** Units to light up: those that a button or an entry of a list is about. */
  pointedUnits = $state.raw<readonly string[]>([]);
  pointedPlaces = $state.raw<readonly string[]>([]);
  /** What is printed on cards, chits and formations. */
  things = $state.raw<Things>({});
  /** Phone, or a question about something else: has the player opened the hand, the boxes? */
  handOpen = $state(false);
  boxesOpen = $state(false);
  /** The card or pile that the player looks at. */
  card = $state<string | null>(null);
  pile = $state<string | null>(null);
  facts = $state(false);
  lift = $state(false);
  /** Rolls from this story number on are still news. */
  rollsFrom = $state(0);
  /** The side that has taken over, in hot-seat play. */
  opened = $state<string | null>(null);
  replayBar = $state(false);
  read = $state(0);
  /** How many choices this player has made in a row that only pick something: they can be dropped together. */
  picks = $state(0);

  constructor(readonly token: string) {
    this.store = new TableStore(token);
    this.playback = new Playback(this.store);
    this.overlays = new Overlays(token);
  }

  sides = $derived.by(() => this.store.game?.sides ?? []);
  /** The board, or the part of it that the scenario is played on. */
  land: BoardFacts | null = $derived.by(() => {
    const facts = this.store.facts;
    const id = this.store.table?.scenario;
    const scenario = this.store.game?.scenarios.find((one) => one.id === id);
    return facts && windowed(facts, scenario?.window ?? "");
  });
  view: View | null = $derived.by(() => this.playback.view);
  curtain = $derived.by(() => {
    const side = this.store.table?.hand_over ?? null;
    return side !== null && side !== this.opened ? side : null;
  });
  mode: "play" | "replay" | "catchup" = $derived.by(() =>
    this.playback.replaying ? "replay" : this.playback.catching ? "catchup" : "play",
  );
  mine = $derived.by(() => this.mode === "play" && this.curtain === null && this.store.mine);
  buttons: ChoiceButton[] = $derived.by(() =>
    this.mine && this.store.table ? choiceButtons(this.store.table.view, (place) => this.isOnBoard(place), this.things) : [],
  );
  preview = $derived.by(() => (this.mode === "play" && this.curtain === null ? (this.store.table?.preview ?? null) : null));
  /** Buttons for the prompt bar; if there are too many, or there are pieces off the board, they go on a separate card. */
  few: ChoiceButton[] = $derived.by(() => {
    if (this.preview) return [];
    const plain = this.buttons.filter((button) => !button.unit);
    if (this.question?.cards.length) return []; // they stand below the card that they are about
    return plain.length <= FEW ? plain : plain.filter((button) => button.main);
  });
  many: ChoiceButton[] = $derived.by(() =>
    this.preview ? [] : this.buttons.filter((button) => !this.few.includes(button)),
  );
  piece: Piece | null = $derived.by(() => pieceOf(this.view, this.selected));
  roll: StoryEvent | null = $derived.by(() => lastRoll(this.playback.story, this.rollsFrom));
  draws: (StoryEvent & { draw: Draw })[] = $derived.by(() => lastDraws(this.playback.story, this.rollsFrom));
  /** The question, if it is for this screen. */
  question = $derived.by(() => (this.mine ? (this.store.table?.view.decision ?? null) : null));
  cardOffers = $derived.by(() => offersOfKind(this.question, "card"));
  /** What can be chosen between two places. */
  betweens: SideOffer[] = $derived.by(() => sideOffers(this.question, this.things));
  formations: ReadonlyMap<string, readonly string[]> = $derived.by(() => {
    const all = [...offersOfKind(this.question, "formation")];
    return new Map(all.flatMap(([name, [offer]]) => (offer ? [[name, unitsOf(offer, this.things, this.view?.pieces ?? [])] as const] : [])));
  });
  /** The boxes to show next to the map: those that the question is about, or all of them if the player wants. */
  boxes = $derived.by(() => {
    const view = this.view;
    if (!view) return [];
    const offered = offersOfKind(this.question, "box");
    const units = offersOfKind(this.question, "unit");
    for (const members of this.formations.values()) for (const unit of members) units.set(unit, []);
    const about = new Set(this.mode === "play" ? (view.focus?.units ?? []) : []);
    return (view.boxes ?? [])
      .map((box) => ({ ...box, pieces: view.pieces.filter((piece) => piece.at === box.id), offers: offered.get(box.id) ?? [] }))
      .filter(({ pieces, offers }) => offers.length || (this.boxesOpen && pieces.length) || pieces.some(({ id }) => units.has(id) || about.has(id)));
  });
  /** The standing order of this seat. */
  order: Order | null = $derived.by(() => this.store.table?.orders ?? null);
  panelOpen = $derived.by(() => (this.layout === "wide" ? settings.saved.panel : this.slid));
  unread = $derived.by(() => Math.max(0, (this.store.table?.chat.length ?? 0) - this.read));
  cases: string[] = $derived.by(() => {
    const cases = [...(this.store.table?.view.decision?.cases ?? [])];
    if (this.preview?.case) cases.push(this.preview.case);
    for (const shift of this.preview?.shifts ?? []) if (shift.case) cases.push(shift.case);
    return [...new Set(cases)];
  });
  highlight = $derived.by(() => {
    if (this.pointed) return { units: this.pointed.units, places: this.pointed.places };
    if (this.pointedUnits.length || this.pointedPlaces.length) return { units: this.pointedUnits, places: this.pointedPlaces };
    if (this.mode === "catchup") {
      const fresh = this.playback.fresh;
      return { units: fresh.flatMap((event) => event.units), places: fresh.flatMap((event) => event.places) };
    }
    return null;
  });

  /** Places that should be in view: those the question is about or, when looking at the past, where the last thing happened. */
  scene: string[] = $derived.by(() => {
    const view = this.view;
    if (!view) return [];
    if (this.mode === "play") return view.focus?.places ?? [];
    const events = this.playback.fresh.length ? this.playback.fresh : this.playback.story.slice(-1);
    const places = events.length ? placesOf(events, view) : view.pieces.flatMap(({ at }) => at ?? []).slice(0, 1);
    return places.filter((place) => this.isOnBoard(place));
  });

  isOnBoard(place: string): boolean {
    return !!this.land?.places[place];
  }

  async open(moment: number | null): Promise<void> {
    await this.store.open();
    const game = this.store.table?.game;
    if (game) this.things = await library.things(game).catch(() => ({}));
    this.rollsFrom = this.store.story.length;
    this.read = this.store.table?.chat.length ?? 0;
    if (moment !== null) await this.playback.go(moment, false, true);
  }

  close(): void {
    this.store.close();
    this.playback.close();
  }

  /** Lights what a button is about. */
  point(units: readonly string[], places: readonly string[] = []): void {
    this.pointedUnits = units;
    this.pointedPlaces = places;
  }

  // ---- choices

  async choose(verb: string, argument: string | number | null): Promise<void> {
    if (!this.mine) return;
    this.selected = null;
    this.card = null;
    this.point([]);
    const before = this.store.story.length;
    const pick = this.question?.picks.includes(verb);
    if (!(await this.store.choose(verb, argument))) return;
    this.rollsFrom = before;
    this.picks = pick ? this.picks + 1 : 0;
  }

  /** Drops what has only been picked so far: a unit, a card, the units of an attack. */
  async letGo(): Promise<void> {
    for (let left = this.picks; left > 0 && this.store.table?.undo.can; left--) await this.undo();
    this.picks = 0;
  }

  press(button: ChoiceButton): void {
    void this.choose(button.verb, button.argument);
  }

  why(about: Thing): Promise<Explanation> {
    if (this.mode === "replay") return Promise.resolve({ text: "You are looking at the past. Go back to now to play.", case: "" });
    if (this.mode === "catchup") return Promise.resolve({ text: "The other players' moves are still being shown.", case: "" });
    // A unit stands for its formation if formations are asked for.
    const formation = about.unit && asksFor(this.question, "formation") && !asksFor(this.question, "unit") ? formationOf(about.unit, this.things) : null;
    return this.store.why(formation ? { formation } : about);
  }

  /** Gives a standing order, or takes it back. */
  async giveOrder(order: Order | null): Promise<void> {
    this.dialog = null;
    try {
      await api.order(this.token, order);
      await this.store.refresh();
    } catch (error) {
      toasts.fail(error);
    }
  }

  titleOf(kind: string, name: string): string {
    return printed(this.things, kind, name).title;
  }

  // ---- panels and cards

  pick(panel: PanelId): void {
    const same = this.panelOpen && this.panel === panel;
    this.panel = panel;
    if (this.layout === "wide") settings.set({ panel: true });
    else this.slid = this.layout === "tablet" ? !same : true;
    if (panel === "talk") this.read = this.store.table?.chat.length ?? 0;
    this.sheet = null;
  }

  fold(): void {
    if (this.layout === "wide") settings.set({ panel: !settings.saved.panel });
    else this.slid = !this.slid;
  }

  openRule(rule: string): void {
    this.wanted = rule;
    if (this.dialog) this.dialog = null;
    if (!this.panelOpen || this.panel !== "rules") this.pick("rules");
  }

  showUnit(unit: string): void {
    this.selected = unit;
    const at = pieceOf(this.view, unit)?.at;
    if (at && this.isOnBoard(at)) this.showPlace(at);
  }

  showPlace(place: string): void {
    if (this.layout === "phone") this.slid = false;
    if (this.isOnBoard(place)) this.board?.centerOn(place);
  }

  /** Closes the search and goes to the place found; the keyboard continues from there. */
  async goToPlace(place: string): Promise<void> {
    this.dialog = null;
    if (this.layout === "phone") this.slid = false;
    await tick();
    this.board?.pointAt(place);
  }

  // ---- replay

  goTo(event: StoryEvent): void {
    this.replayBar = true;
    if (this.layout === "phone") this.slid = false;
    void this.playback.go(momentOf(this.playback.moments, event.n));
  }

  async share(moment: number): Promise<void> {
    try {
      const shared = await api.share(this.token, moment);
      const link = linkTo(shared.token, shared.moment);
      const copied = await copyText(link);
      toasts.show(copied ? "Link to this moment copied. It shows only public information." : link, "good");
    } catch (error) {
      toasts.fail(error);
    }
  }

  async branch(moment: number): Promise<void> {
    try {
      const { token, imagined } = await api.branch(this.token, moment);
      shelf.keep(token, 0);
      void session.claim(token);
      const guessed = imagined ? " What you could not know was drawn at random." : "";
      toasts.show(`New table, continuing from this moment. Both sides play on this screen.${guessed}`, "good");
      location.hash = `#/g/${token}`;
    } catch (error) {
      toasts.fail(error);
    }
  }

  // ---- the menu

  async act(action: MenuAction): Promise<void> {
    this.dialog = null;
    if (action === "record" || action === "position") {
      try {
        const found = await (action === "record" ? api.record(this.token) : api.position(this.token));
        saveFile(found);
        if (found.name.includes("diary")) {
          toasts.show("The record would show secrets, so this is a diary: the game as you saw it. You can continue from it, too.", "info");
        }
      } catch (error) {
        toasts.fail(error);
      }
    } else if (action === "claim") {
      try {
        await api.claim(this.token);
        toasts.show("Seat added to your list.", "good");
      } catch (error) {
        toasts.fail(error);
      }
    } else if (action === "undo") {
      await this.undo(true);
    } else if (action === "rules" || action === "history" || action === "talk") {
      this.pick(action);
    } else if (action === "replay") {
      this.replayBar = true;
      if (this.layout === "phone") this.slid = false;
      await this.playback.go(0);
    } else {
      this.dialog = action;
    }
  }

  // ---- keys

  keys: KeyActions = {
    main: () => {
      if (this.curtain) return false;
      const main = this.buttons.find((button) => button.main && !button.guarded);
      if (main) this.press(main);
      return !!main;
    },
    pick: (index) => {
      const some = this.buttons.filter((one) => !one.unit && (!one.main || one.guarded));
      const button = [...some.filter((one) => !one.main), ...some.filter((one) => one.main)][index];
      if (button) this.press(button);
      return !!button;
    },
    undo: (all) => {
      if (this.mode === "play" && this.store.table?.role !== "watch") void this.undo(all);
    },
    escape: () => this.#escape(),
    find: () => (this.dialog = "find"),
    help: () => (this.dialog = "help"),
    facts: (on) => (this.facts = on === "toggle" ? !this.facts : on),
    lift: (on) => (this.lift = on),
    fold: () => this.fold(),
    panel: (index) => {
      const at = PANELS.findIndex((one) => one.id === this.panel);
      const next = PANELS[index === "next" ? (at + 1) % PANELS.length : index];
      if (next) this.pick(next.id);
    },
    step: (by) => void this.playback.go(this.playback.shown + by, by > 0),
    stepTurn: (by) => void this.playback.stepTurn(by),
    play: () => this.playback.toggle(),
    now: () => this.playback.skip(),
    overlay: (key) => {
      const info = this.store.game?.overlays.find((one) => one.key.toUpperCase() === key);
      if (info) this.overlays.toggle(info, this.sides, this.store.table?.side ?? this.store.table?.view.asked ?? null);
      return !!info;
    },
  };

  async undo(all = false): Promise<void> {
    this.selected = null;
    this.picks = all ? 0 : Math.max(0, this.picks - 1);
    await this.store.undo(all);
    this.rollsFrom = this.store.story.length;
  }

  #escape(): boolean {
    if (this.sheet) this.sheet = null;
    else if (this.handOpen) this.handOpen = false;
    else if (this.boxesOpen) this.boxesOpen = false;
    else if (this.slid && this.layout !== "wide") this.slid = false;
    else if (this.selected) this.selected = null;
    else if (this.wanted) this.wanted = null;
    else if (this.mine && this.picks > 0) void this.letGo();
    else return false;
    return true;
  }
}
