/** The game screen: which panel, card or dialog is open, what is selected, and what the buttons do. */

import { tick } from "svelte";
import type { MenuAction } from "../game/MenuDialog.svelte";
import { PANELS, type PanelId } from "../panels/SidePanel.svelte";
import { Actions } from "./actions.svelte";
import { Adviser } from "./advice.svelte";
import type { BoardFacts, Briefings, Decision, Explanation, Order, Piece, Say, StoryEvent, View } from "./api";
import { briefed, briefingsFor } from "./briefings";
import { learnCases } from "./cases.svelte";
import { choiceButtons, commitButton, type ChoiceButton, type Finality, fullLabel, isGrid, mainForTable } from "./choices";
import { api, type Step } from "./client";
import { copyText, saveFile } from "./files";
import { concerned, pieceOf } from "./forces";
import { Intent, stepKey } from "./intent.svelte";
import type { KeyActions } from "./keys";
import { library } from "./library";
import { rematch } from "./newgame";
import { Overlays } from "./overlays.svelte";
import { Playback } from "./playback.svelte";
import { linkTo, routeHash } from "./router";
import { session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { shelf } from "./shelf";
import { lastDraws, lastRoll, momentOf, placesOf, type Rolled } from "./story";
import { TableStore, type Thing } from "./table.svelte";
import { asksFor, formationOf, offersOfKind, printed, sideOffers, unitsOf, type Draw, type SideOffer, type Things } from "./things";
import { NO_TRAILS, since, trailsOf, type Trails } from "./trails";
import { toasts } from "./toasts.svelte";
import { windowed } from "./window";

export type DialogId = MenuAction | "menu" | "order" | "confirm" | null;
/** The present, the past, other players' moves, or a fight that is being played out. */
export type Mode = "play" | "replay" | "catchup" | "fight";
export type Layout = "wide" | "tablet" | "phone";

/** What the board can be told to do. */
export interface BoardHandle {
  centerOn(place: string): void;
  pointAt(place: string): void;
  fit(): void;
  zoom(by: 1 | -1): void;
  focus(): void;
}

/** So many letters of buttons leave room for the question beside them. */
const ROOM = 48;
/** The prompt bar holds at most this many buttons besides Undo. */
const FEW = 2;
/** The overlay that shows how the front really ran. */
const FRONT = "front";
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
  /** The table of a fight that the player wants to see. */
  table = $state<string | null>(null);
  /** Rolls from this story number on are still news. */
  rollsFrom = $state(0);
  /** The side that has taken over, in hot-seat play. */
  opened = $state<string | null>(null);
  replayBar = $state(false);
  /** The moment from which the player may play on. */
  branching = $state(0);
  read = $state(0);
  /** What the player is about to do. */
  readonly intent: Intent;
  /** What the player does. */
  readonly actions: Actions;
  /** What a planner would do. */
  readonly adviser: Adviser;
  /** The briefing has been on the screen. */
  #briefed = $state(false);
  #briefings = $state.raw<Briefings>({});
  constructor(readonly token: string) {
    this.store = new TableStore(token);
    this.playback = new Playback(this.store);
    this.overlays = new Overlays(token);
    this.#briefed = briefed.has(token);
    this.actions = new Actions(this);
    this.intent = new Intent({
      question: () => this.asked,
      ahead: (choices, without, group) => api.ahead(token, choices, this.store.table?.view.answers ?? 0, without, group),
      together: (decision) => this.actions.together(decision),
      failed: (error) => toasts.fail(error),
    });
    this.adviser = new Adviser({
      answers: () => (this.advisable ? (this.store.table?.view.answers ?? null) : null),
      ask: (answers) => api.advice(token, answers),
      play: (choices) => this.actions.playAll(choices),
      failed: (error) => toasts.fail(error),
    });
  }

  sides = $derived.by(() => this.store.game?.sides ?? []);
  /** The board, or the part of it that the scenario is played on. */
  land: BoardFacts | null = $derived.by(() => {
    const facts = this.store.facts;
    const id = this.store.table?.scenario;
    const scenario = this.store.game?.scenarios.find((one) => one.id === id);
    return facts && windowed(facts, scenario?.window ?? "");
  });
  /** The question that the server asks this screen. */
  asked: Decision | null = $derived.by(() => (this.mine ? (this.store.table?.view.decision ?? null) : null));
  /** The situation; while something is in hand, with the question behind it. */
  view: View | null = $derived.by(() => {
    const view = this.playback.view;
    const found = this.asked ? this.intent.found : null;
    return view && found ? { ...view, decision: found.decision, focus: { places: found.focus.places, units: [...new Set([...found.focus.units, ...this.intent.units])] } } : view;
  });
  /** The side to hand over to; a fight is first played out before those who fought it, on the view that they had. */
  curtain = $derived.by(() => {
    const side = this.store.table?.hand_over ?? null;
    return side !== null && side !== this.opened && !this.playback.stage.active ? side : null;
  });
  mode: Mode = $derived.by(() =>
    this.playback.replaying ? "replay" : this.playback.catching ? "catchup" : this.playback.stage.active ? "fight" : "play",
  );
  mine = $derived.by(() => this.mode === "play" && this.curtain === null && this.store.mine);
  /** May this screen ask what a planner would do? Not against another person. */
  advisable: boolean = $derived.by(() => {
    const table = this.store.table;
    if (!table || !this.mine || this.store.kept !== null) return false;
    return table.role === "all" || table.players.every(({ side, player }) => side === table.role || player !== "human");
  });
  buttons: ChoiceButton[] = $derived.by(() => {
    if (!this.mine || !this.view) return [];
    const { intent, view } = this;
    const { armed } = this.actions;
    if (armed) return [commitButton(view.decision, armed.step, armed.final, "", this.actions.nameOf(armed.step))];
    const final = new Map(this.actions.final.map((one) => [stepKey(one), one.how]));
    const finality = (step: Step): Finality => final.get(stepKey(step)) ?? "";
    if (intent.stop) {
      const last = intent.steps.at(-1)!;
      return [commitButton(view.decision, last, finality(last), intent.stop, this.land?.places[this.held ?? ""]?.title)];
    }
    const inHand = new Set(intent.steps.map(({ argument }) => String(argument)));
    const all = choiceButtons(view, (place) => this.isOnBoard(place) && !inHand.has(place), this.things);
    const marked = all.map((button) => ({ ...button, final: finality(button) }));
    return mainForTable(marked, this.preview?.tables ?? [], this.table);
  });
  /** The place in hand that takes a button to send. */
  held: string | null = $derived.by(() => {
    const last = this.mine && this.intent.stop ? this.intent.steps.at(-1) : undefined;
    return last?.kind === "place" ? String(last.argument) : null;
  });
  preview = $derived.by(() => {
    if (this.mode !== "play" || this.curtain !== null) return null;
    return this.actions.armed?.preview ?? (this.intent.active ? this.intent.preview : (this.store.table?.preview ?? null));
  });
  /** What the board shows of an attack: the one being considered, or the one being fought. */
  attack = $derived.by(() => (this.mode === "fight" ? this.playback.attack : this.preview));
  /** Buttons for the prompt bar; if there are too many, or there are pieces off the board, they go on a separate card. */
  few: ChoiceButton[] = $derived.by(() => {
    if (this.preview) return [];
    const plain = this.buttons.filter((button) => !button.unit);
    if (this.question?.cards.length) return []; // they stand below the card that they are about
    // Answers that each say what they mean need the room to say it.
    const telling = plain.length > 1 && plain.every((button) => button.note);
    const letters = plain.map((button) => fullLabel(button).length).reduce((sum, n) => sum + n, 0);
    return plain.length <= FEW && !telling && (plain.length === 1 || letters <= ROOM) ? plain : plain.filter((button) => button.main);
  });
  /** The key of the button that has the last place, after all others, wherever they are. */
  lastKey: number = $derived.by(() => 1 + this.buttons.filter((one) => !one.unit && !one.last).length);
  many: ChoiceButton[] = $derived.by(() =>
    this.preview ? [] : this.buttons.filter((button) => !this.few.includes(button)),
  );
  /** The unit that overlays about one unit show: the one selected, in hand or asked about. */
  subject: string | null = $derived.by(() => this.selected ?? this.view?.focus?.units[0] ?? null);
  piece: Piece | null = $derived.by(() => pieceOf(this.view, this.selected));
  /** The story up to the dice on the table, which may still be tumbling. */
  #thrown: StoryEvent[] = $derived.by(() => {
    const { stage, story } = this.playback;
    return stage.active ? this.store.story.slice(0, stage.shown) : story;
  });
  roll: Rolled | null = $derived.by(() => lastRoll(this.#thrown, this.rollsFrom));
  draws: (StoryEvent & { draw: Draw })[] = $derived.by(() => lastDraws(this.#thrown, this.rollsFrom));
  /** The question, if it is for this screen. */
  question: Decision | null = $derived.by(() => (this.mine ? (this.view?.decision ?? null) : null));
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
    // A formation is not chosen by those of its pieces that are lost.
    const graves = new Set((view.boxes ?? []).filter(({ lost }) => lost).map(({ id }) => id));
    const lost = new Set(view.pieces.filter(({ at }) => graves.has(at ?? "")).map(({ id }) => id));
    for (const members of this.formations.values()) for (const unit of members) if (!lost.has(unit)) units.set(unit, []);
    const about = new Set(this.mode === "play" ? concerned(view.focus?.units ?? [], lost) : []);
    return (view.boxes ?? [])
      .map((box) => ({ ...box, pieces: view.pieces.filter((piece) => piece.at === box.id), offers: offered.get(box.id) ?? [] }))
      .filter(({ pieces, offers }) => offers.length || (this.boxesOpen && pieces.length) || pieces.some(({ id }) => units.has(id) || about.has(id)));
  });
  /** The briefings of the sides that are played here. */
  briefings = $derived.by(() => (this.store.table ? briefingsFor(this.#briefings, this.store.table) : []));
  /** A briefing that nobody has read here yet; it waits until the others' moves have been shown. Once a choice has been made, its time is past. */
  toBrief = $derived.by(() => {
    const table = this.store.table;
    if (!table || table.over || this.store.status !== "ready" || this.mode !== "play" || this.curtain !== null) return false;
    return settings.saved.briefing && this.briefings.length > 0 && !table.begun && !this.#briefed;
  });
  /** The standing order of this seat. */
  order: Order | null = $derived.by(() => this.store.table?.orders ?? null);
  panelOpen = $derived.by(() => (this.layout === "wide" ? settings.saved.panel : this.slid));
  unread = $derived.by(() => Math.max(0, (this.store.table?.chat.length ?? 0) - this.read));
  cases: string[] = $derived.by(() => {
    const cases = [...(this.view?.decision?.cases ?? [])];
    if (this.preview?.case) cases.push(this.preview.case);
    for (const shift of this.preview?.shifts ?? []) if (shift.case) cases.push(shift.case);
    return [...new Set(cases)];
  });
  highlight = $derived.by(() => {
    if (this.pointed) return { units: this.pointed.units, places: this.pointed.places };
    if (this.pointedUnits.length || this.pointedPlaces.length) return { units: this.pointedUnits, places: this.pointedPlaces };
    const advised = this.adviser.found;
    if (advised) return { units: advised.units, places: advised.places };
    if (this.held) return { units: [], places: [this.held] };
    const { armed } = this.actions;
    if (armed && !armed.preview && this.actions.isPlaceOffer(armed.step.verb)) return { units: [], places: [String(armed.step.argument)] };
    const { stage, fresh } = this.playback;
    if (stage.active) {
      const fought = [...(this.roll?.about ? [this.roll.about] : []), ...stage.events.filter(({ combat, moves }) => combat && !moves.length)];
      return { units: fought.flatMap((event) => event.units), places: fought.flatMap((event) => event.places) };
    }
    if (this.mode === "catchup") {
      return { units: fresh.flatMap((event) => event.units), places: fresh.flatMap((event) => event.places) };
    }
    return null;
  });

  /** What the other side did since this player's last action: in hot-seat play, the player is whoever is asked. */
  trails: Trails = $derived.by(() => {
    const table = this.store.table;
    if (!table || table.over || this.mode === "replay") return NO_TRAILS;
    const story = this.playback.story;
    const doer = story.findLast((event) => event.side !== null)?.side ?? null;
    const me = table.role === "all" ? table.view.asked : table.role === "watch" ? null : table.role;
    const own = (side: string): boolean => (me === null ? side !== doer : side === me);
    return trailsOf(since(story, own), own, (place) => this.isOnBoard(place));
  });

  /** Places that should be in view: those the question is about or, when looking at the past, where the last thing happened. */
  scene: string[] = $derived.by(() => {
    const view = this.view;
    if (!view) return [];
    const advised = this.adviser.found;
    if (advised) return [...advised.places, ...advised.units.flatMap((unit) => pieceOf(view, unit)?.at ?? [])].filter((place) => this.isOnBoard(place));
    if (this.mode === "play") return view.focus?.places ?? [];
    const { stage, fresh } = this.playback;
    const events = stage.active ? stage.events : fresh.length ? fresh : this.playback.story.slice(-1);
    const places = events.length ? placesOf(events, view) : view.pieces.flatMap(({ at }) => at ?? []).slice(0, 1);
    return places.filter((place) => this.isOnBoard(place));
  });

  isOnBoard(place: string): boolean {
    return !!this.land?.places[place];
  }

  async open(moment: number | null): Promise<void> {
    await this.store.open();
    const game = this.store.table?.game;
    if (game) void this.#loadBriefings(game);
    if (game) this.things = await library.things(game).catch(() => ({}));
    learnCases(this.things);
    this.rollsFrom = this.store.story.length;
    this.read = this.store.table?.chat.length ?? 0;
    if (moment !== null) await this.playback.go(moment, false, true);
  }

  /** Only who has not read a briefing yet waits for it. */
  async #loadBriefings(game: string): Promise<void> {
    if (!settings.saved.briefing || this.#briefed || this.store.table?.begun) await this.store.drawn;
    this.#briefings = await library.briefings(game).catch(() => ({}));
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

  why(about: Thing): Promise<Explanation> {
    if (this.mode === "replay") return Promise.resolve({ text: "You are looking at the past. Go back to now to play.", case: "" });
    if (this.mode === "catchup") return Promise.resolve({ text: "The other players' moves are still being shown.", case: "" });
    // A unit stands for its formation if formations are asked for.
    const formation = about.unit && asksFor(this.question, "formation") && !asksFor(this.question, "unit") ? formationOf(about.unit, this.things) : null;
    const behind = this.intent.stop ? [] : this.intent.steps.map(({ verb, argument }) => ({ verb, argument }));
    return this.store.why(formation ? { formation } : about, behind, about.place ? this.intent.group : []);
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
    const { short, title } = printed(this.things, kind, name);
    return short || title;
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

  /** Asks who plays on from a moment. */
  askBranch(moment: number): void {
    this.branching = moment;
    this.dialog = "branch";
  }

  /** A new game from a moment: `seats` says who plays each side. */
  async branch(moment: number, seats: Record<string, string>): Promise<void> {
    this.dialog = null;
    try {
      const { token, imagined } = await api.branch(this.token, moment, seats);
      shelf.keep(token, 0);
      briefed.add(token);
      void session.claim(token);
      const guessed = imagined ? " What you could not know was drawn at random." : "";
      const together = Object.values(seats).every((player) => player === "human") ? " Both sides play on this screen." : "";
      toasts.show(`New table, continuing from this moment.${together}${guessed}`, "good");
      location.hash = `#/g/${token}`;
    } catch (error) {
      toasts.fail(error);
    }
  }

  // ---- the end, and in between

  /** Shows the briefing, which counts as read from now on. */
  brief(): void {
    briefed.add(this.token);
    this.#briefed = true;
    this.dialog = "briefing";
  }

  /** Shows a moment that the report names. */
  showMoment(moment: number): void {
    this.dialog = null;
    this.replayBar = true;
    if (this.layout === "phone") this.slid = false;
    void this.playback.go(moment, false, true);
  }

  /** Shows the front of this day in December 1944 beside the one on the board. */
  showFront(): void {
    this.dialog = null;
    const info = this.store.game?.overlays.find(({ id }) => id === FRONT);
    if (info && !this.overlays.has(FRONT)) this.overlays.toggle(info, this.sides, null);
  }

  /** Resigns, or offers, accepts or declines a draw. */
  async talk(say: Say): Promise<void> {
    this.dialog = null;
    if (!(await this.store.talk(say)) || say !== "offer-draw" || this.store.table?.over) return;
    if (this.store.table?.draw_offer) toasts.show("Draw offered.", "good");
    else toasts.show("The draw was declined.", "info");
  }

  /** Starts another game with the same players. If one of them is elsewhere, its links are shown (`invite`). */
  async again(swap: boolean, invite: (token: string) => void): Promise<void> {
    const { table } = this.store;
    if (!table) return;
    try {
      const wanted = rematch(table, swap, settings.saved.name);
      const { token } = await api.createTable(wanted);
      shelf.keep(token, 0, table.game);
      if (!swap) briefed.add(token);
      void session.claim(token);
      if (wanted.seat) invite(token);
      location.hash = routeHash({ screen: "table", token, moment: null });
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
          toasts.show("The record would give away secrets, so this is a diary: the game as you saw it. You can continue from it, too.", "info");
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
      await this.actions.undo(true);
    } else if (action === "rules" || action === "history" || action === "talk") {
      this.pick(action);
    } else if (action === "branch") {
      this.askBranch(this.playback.shown);
    } else if (action === "replay") {
      this.replayBar = true;
      if (this.layout === "phone") this.slid = false;
      await this.playback.go(0);
    } else {
      this.dialog = action;
    }
  }

  /** Asks what a planner would do, with nothing in hand; the same again closes the answer. */
  advise(): boolean {
    if (this.adviser.open) this.adviser.close();
    else if (this.advisable) {
      while (this.actions.letGo());
      void this.adviser.ask();
    } else return false;
    return true;
  }

  // ---- keys

  keys: KeyActions = {
    main: () => {
      if (this.curtain) return false;
      const main = this.buttons.find((button) => button.main && !button.guarded && !button.ends);
      if (main) this.actions.press(main);
      return !!main;
    },
    pick: (index) => {
      const plain = this.buttons.filter((one) => !one.unit);
      if (isGrid(plain)) return false;
      const button = [...plain.filter((one) => !one.last), ...plain.filter((one) => one.last)][index];
      if (!button || (button.main && !button.guarded && !button.ends)) return false;
      this.actions.press(button);
      return true;
    },
    undo: (all) => {
      if (this.mode === "play" && this.store.table?.role !== "watch") void this.actions.undo(all);
    },
    escape: () => this.#escape(),
    find: () => (this.dialog = "find"),
    help: () => (this.dialog = "help"),
    facts: (on) => (this.facts = on === "toggle" ? !this.facts : on),
    lift: (on) => (this.lift = on),
    repeat: () => this.actions.repeat(),
    next: () => this.lift && this.actions.takeNext(),
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
    advise: () => this.advise(),
    overlay: (key) => {
      const info = this.store.game?.overlays.find((one) => one.key.toUpperCase() === key);
      if (info) this.overlays.toggle(info, this.sides, this.store.table?.side ?? this.store.table?.view.asked ?? null);
      return !!info;
    },
  };

  #escape(): boolean {
    if (this.sheet) this.sheet = null;
    else if (this.handOpen) this.handOpen = false;
    else if (this.boxesOpen) this.boxesOpen = false;
    else if (this.slid && this.layout !== "wide") this.slid = false;
    else if (this.adviser.open) this.adviser.close();
    else if (this.actions.letGo()) return true;
    else if (this.selected) this.selected = null;
    else if (this.wanted) this.wanted = null;
    else return false;
    return true;
  }
}
