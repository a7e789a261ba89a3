/** What the player does on the board, and how the board responds: picks, menus, tips, fanned-out stacks. */

import { tick } from "svelte";
import type { Argument, BoardFacts, Decision, Explanation, Piece, PlaceId, Point, SideInfo, UnitId, View } from "../lib/api";
import { meaningOf, type Intent } from "../lib/intent.svelte";
import { toBoard, type Camera } from "./camera";
import type { Box, PlaceFinder } from "./geometry";
import type { Gesture } from "./gestures";
import { factsTip, menuItems, nearMiss, type Thing } from "./models";
import { asks, clearly, meant, type Offer, type Offers } from "./offers";
import { placeTitle } from "./speech";
import { stackAt, type Stack } from "./stacks";
import type { TipContent } from "./Tip.svelte";
import type { MenuItem } from "./VerbMenu.svelte";
import type { BoardView } from "./view.svelte";

export type { Thing };

/** What the board knows; the getters track its properties. */
export interface Table {
  facts: BoardFacts;
  board: BoardView;
  /** Width of a typical place in board units. */
  width: number;
  /** What must be large enough to hit, in board units: a hex, or a counter on an area. */
  handy: number;
  finder: PlaceFinder;
  readonly view: View;
  readonly decision: Decision | null;
  readonly offers: Offers;
  readonly pieces: ReadonlyMap<UnitId, Piece>;
  readonly stacks: readonly Stack[];
  readonly sides: readonly SideInfo[];
  readonly texts: ReadonlyMap<UnitId, string>;
  readonly lift: boolean;
  /** On the screen. */
  boxOf(what: Stack | PlaceId): Box;
  choose(verb: string, argument: Argument): void;
  select(unit: UnitId | null): void;
  /** What the player is about to do; null if nothing can be done. */
  readonly intent: Intent | null;
  /** Pieces of this side are the player's own. */
  readonly own: string | null;
  letGo(): boolean;
  /** A double click on a piece. */
  again(): void;
  hovered(thing: Thing | null): void;
  why(thing: { unit?: UnitId; place?: PlaceId }): Promise<Explanation>;
}

/** Pixels a finger needs. */
const FINGER = 44;
/** A hex or counter smaller than this cannot be hit with a finger; a tap zooms in to the other size. */
const SMALL = 40;
const LARGE = 66;
const REST = 250;
const WHY = 350;
const FAN_OPENS = 140;
const FAN_CLOSES = 260;
/** The longest menu of pieces that a click on a place opens. */
const MENU = 8;
/** A second click on the same thing within this time belongs to the first: it does not let go. */
const DOUBLE = 300;

/** Where the marker of a destination is that holds your own pieces, and its radius: at the lower right corner of the stack. */
export function stopSpot({ x, y, size }: Stack): { x: number; y: number; r: number } {
  return { x: x + size * 0.44, y: y + size * 0.44, r: size * 0.25 };
}

function hitsStop(stack: Stack, [x, y]: Point, slack: number): boolean {
  const spot = stopSpot(stack);
  return Math.hypot(x - spot.x, y - spot.y) <= spot.r + slack / 2;
}

export class Play {
  hover = $state.raw<Thing | null>(null);
  fan = $state.raw<{ key: string; pinned: boolean; touch: boolean } | null>(null);
  menu = $state.raw<{ items: MenuItem[]; anchor: Box; title: string } | null>(null);
  tip = $state.raw<{ thing: Thing; content: TipContent } | null>(null);
  /** The piece that is being dragged, and where the pointer is. */
  carrying = $state.raw<{ unit: UnitId; at: Point } | null>(null);

  private resting = 0;
  private fanning = 0;
  /** The pointer is on the stack that has fanned out. */
  private inside = false;
  /** Resolves once the piece that is being dragged is in hand. */
  private taking: Promise<void> = Promise.resolve();
  /** Where the board was when the pointer was put down. */
  private pressed: Camera | null = null;
  private tapped = { time: -DOUBLE, place: "" };
  /** The places picked for what a click seldom means, such as a place on the way: a click on one takes it off again. */
  private laid = new Set<PlaceId>();
  /** The board is no longer on the screen. */
  private gone = false;

  constructor(private readonly table: Table) {}

  get open(): boolean {
    return Boolean(this.fan || this.menu || this.tip);
  }

  /** Has a click opened something that stays until it is dismissed? */
  get stays(): boolean {
    return Boolean(this.fan?.pinned || this.menu || this.tip?.content.kind === "refusal");
  }

  /** The place that is shown as refused. */
  get refused(): PlaceId | null {
    return this.tip?.content.kind === "refusal" && !this.tip.thing.unit ? this.tip.thing.place : null;
  }

  here(place: PlaceId): Piece[] {
    return this.table.stacks.filter((stack) => stack.place === place).flatMap((stack) => stack.pieces);
  }

  clear(): void {
    window.clearTimeout(this.resting);
    window.clearTimeout(this.fanning);
    this.fan = null;
    this.inside = false;
    this.menu = null;
    this.tip = null;
  }

  /** The board is taken off the screen: what was under way ends. */
  close(): void {
    this.gone = true;
    this.clear();
  }

  choose(offer: Offer): void {
    this.clear();
    if (!this.table.intent?.active) this.laid.clear();
    if (offer.kind === "place" && offer.hint.minor) this.laid.add(String(offer.argument));
    if (offer.kind === "unit") this.table.select(String(offer.argument));
    this.table.choose(offer.verb, offer.argument);
  }

  /** Does the player's own piece stand where the one in hand could go? A click on it picks it up, a click on its marker goes there. */
  isStop({ place, pieces }: Stack): boolean {
    const { intent, offers, own } = this.table;
    if (!intent?.active || intent.stop || !offers.places.has(place)) return false;
    return pieces.some(({ id, side }) => side === own && !intent.units.includes(id) && this.canPick(id, place));
  }

  /** Could a click on this piece pick it up, or change what is in hand? */
  private canPick(unit: UnitId, place: PlaceId): boolean {
    const { intent, offers, decision } = this.table;
    const picks = (all: readonly Offer[] = []): boolean => all.some(({ verb }) => decision?.picks.includes(verb));
    if (picks(offers.units.get(unit)) || (!intent?.active && picks(offers.places.get(place)))) return true;
    const steps = [...(intent?.steps ?? []), ...(intent?.member ? [intent.member] : [])];
    return steps.some(({ kind, offered }) => (kind === "unit" && offered.includes(unit)) || (kind === "place" && offered.includes(place)));
  }

  /** A click on a thing: do what it means, ask if it could mean several things, say why not if it means nothing. `also`: other pieces that may
   * be meant. `every`: ask also if the click has one usual meaning. `minor`: what it does not usually mean, such as a place on the way. */
  async pick(thing: Thing, also: readonly UnitId[] = [], every = false, minor = false): Promise<void> {
    if (this.table.intent?.waiting) await this.table.intent.settled;
    if (this.gone) return;
    const { offers, pieces, facts, intent, own, decision } = this.table;
    let found = meant(offers, thing.unit, thing.place);
    if (intent?.active) {
      const side = thing.unit ? pieces.get(thing.unit)?.side : undefined;
      const clicked = { ...thing, own: side !== undefined && side === own };
      const here = offers.places.get(thing.place) ?? [];
      const goes = !this.laid.has(thing.place) && here.some(({ verb, hint }) => !decision?.picks.includes(verb) && !hint.attack);
      const marked = this.table.stacks.some((stack) => stack.place === thing.place && this.isStop(stack));
      const meaning = meaningOf(intent, clicked, { unit: offers.units.has(thing.unit ?? ""), place: here.length > 0, goes, marked });
      if (meaning.do !== "offer") {
        this.tip = this.menu = null;
        this.table.select(null);
        if (meaning.do === "drop") return intent.drop(meaning.step);
        if (meaning.do === "only") return intent.only([meaning.step]);
        return intent.change(meaning.at, meaning.step);
      }
      found = meant(offers, meaning.unit ? thing.unit : null, meaning.place ? thing.place : null);
    }
    const direct = found.length ? found : also.flatMap((unit) => offers.units.get(unit) ?? []);
    const one = clearly(direct, minor);
    if (one && (!every || direct.length === 1)) return this.choose(one);
    this.table.select(thing.unit);
    const all = direct.length ? direct : this.whoGoes(thing);
    if (!all.length) return this.refuse(thing);
    this.clear();
    const about = all.every(({ kind }) => kind === "place") ? undefined : pieces.get(thing.unit ?? "")?.name;
    const title = about ?? placeTitle(facts, thing.place);
    this.menu = { items: menuItems(all, pieces, !thing.unit), anchor: this.table.boxOf(thing.place), title };
  }

  /** Where the question is about this place and asks for pieces (which one advances into it?): a click on the place asks which. */
  private whoGoes({ place, unit }: Thing): Offer[] {
    const { intent, offers, view } = this.table;
    if (unit || intent?.active || !view.focus.places.includes(place)) return [];
    const all = [...offers.units.values()].flat().filter(({ kind }) => kind === "unit");
    return all.length <= MENU ? all : [];
  }

  /** Says why a thing cannot be picked or, if it can, what picking it does. */
  async refuse(thing: Thing): Promise<void> {
    this.clear();
    const { offers, facts, pieces, decision, view, width } = this.table;
    if (meant(offers, thing.unit, thing.place).length) {
      this.tip = { thing, content: this.glance(thing) };
      return;
    }
    const unit = this.refusedUnit(thing);
    const told = await this.table.why(unit ? { unit } : { place: thing.place });
    if (this.gone || this.table.view !== view || this.menu) return;
    const title = unit ? `Not now: ${pieces.get(unit)?.name ?? ""}` : `Not here: ${placeTitle(facts, thing.place)}`;
    const near = asks(decision, "place") && !unit ? nearMiss(facts, offers, thing.place, width) : "";
    const content: TipContent = { kind: "refusal", title, detail: "", lines: [], why: told.text, case: told.case, near };
    this.tip = { thing: { place: thing.place, unit }, content };
  }

  /** If a place is wanted and a piece is in the way, the place is refused, not the piece. */
  private refusedUnit({ unit }: Thing): UnitId | null {
    const { decision } = this.table;
    return unit && (asks(decision, "unit") || !asks(decision, "place")) ? unit : null;
  }

  private glance(thing: Thing): TipContent {
    const { facts, view, sides, texts, offers } = this.table;
    const pieces = this.fan ? this.here(thing.place).filter(({ id }) => id === thing.unit) : this.here(thing.place);
    const stop = this.table.stacks.some((stack) => stack.place === thing.place && this.isStop(stack));
    const warned = this.table.decision?.warned ?? {};
    return factsTip(thing, { facts, view, sides, offers: meant(offers, thing.unit, thing.place), pieces, texts, warned, stop });
  }

  /** A resting pointer shows what is under it and, if the question asks for such a thing, why it is not offered. */
  private rest(thing: Thing): void {
    if (this.menu || this.tip?.content.kind === "refusal") return;
    this.tip = { thing, content: this.glance(thing) };
    const { decision, offers } = this.table;
    const unit = this.refusedUnit(thing);
    if (thing.unit && this.table.intent?.units.includes(thing.unit)) return; // in hand: the same again lets go
    if (!asks(decision, unit ? "unit" : "place") || meant(offers, thing.unit, thing.place).length || this.whoGoes(thing).length) return;
    this.resting = window.setTimeout(async () => {
      const told = await this.table.why(unit ? { unit } : { place: thing.place });
      if (this.tip?.thing !== thing || this.tip.content.kind !== "facts") return;
      this.tip = { thing, content: { ...this.tip.content, why: told.text, case: told.case } };
    }, WHY);
  }

  // ---- pointer

  private at(point: Point, touch: boolean, camera = this.table.board.camera): { stack: Stack | null; place: PlaceId | null } {
    const { stacks, lift, finder } = this.table;
    const spot = toBoard(camera, point);
    const slack = touch ? Math.max(0, FINGER / 2 / camera.k - (stacks[0]?.size ?? 0) / 2) : 0;
    const stop = lift ? undefined : stacks.find((stack) => hitsStop(stack, spot, slack) && this.isStop(stack));
    if (stop) return { stack: null, place: stop.place };
    const stack = lift ? null : stackAt(stacks, spot, slack);
    return { stack, place: stack?.place ?? finder.at(spot) };
  }

  press(): void {
    this.pressed = this.table.board.camera;
  }

  tap({ at, touch, shift, more }: Gesture): void {
    const { board, handy } = this.table;
    const camera = this.pressed ?? board.camera;
    this.pressed = null;
    if (this.menu) return void (this.menu = null);
    const pixels = handy * board.camera.k;
    if (touch && pixels < SMALL) {
      this.clear();
      return board.zoomBy(LARGE / pixels, at);
    }
    const { stack, place } = this.at(at, touch, camera);
    const now = performance.now();
    const again = now - this.tapped.time < DOUBLE && this.tapped.place === (place ?? "");
    this.tapped = { time: now, place: place ?? "" };
    if (again) return stack ? this.table.again() : undefined;
    if (stack) return this.tapStack(stack, touch, shift, more);
    if (place) return void this.pick({ place, unit: null }, [], false, shift);
    this.clear();
    this.table.select(null);
  }

  private tapStack(stack: Stack, touch: boolean, shift = false, more = false): void {
    const { offers, intent, decision } = this.table;
    const open = this.fan?.key === stack.key && this.fan.pinned;
    // A way is laid across own pieces too.
    const lays = offers.places.get(stack.place)?.some(({ verb, hint }) => hint.minor && decision?.picks.includes(verb));
    if (shift && !more && lays) return void this.pick({ place: stack.place, unit: null }, [], false, true);
    if ((shift || more) && intent?.active && stack.pieces.some(({ side }) => side === this.table.own)) return void this.toggleAll(stack);
    // A stack that is in hand is let go; another one is picked up whole, and its pieces fan out to take only some of them.
    const held = stack.pieces.filter(({ id }) => intent?.units.includes(id));
    if (held.length > 1) return void this.table.letGo();
    const takes = intent && stack.pieces.length > 1 && !held.length ? stack.pieces.filter(({ id }) => this.pickedAs(id) !== null) : [];
    if (takes.length > 1 && intent) {
      this.clear();
      this.table.select(null); // what was looked at before is not what is in hand
      this.fan = { key: stack.key, pinned: true, touch };
      const [first, ...rest] = takes.map(({ id }) => this.pickedAs(id)!);
      const steps = rest.map(({ step }) => step);
      void (first!.at === null ? intent.pick(first!.step, steps) : intent.change(first!.at, first!.step, steps));
      return;
    }
    const offered = stack.pieces.filter(({ id }) => offers.units.has(id));
    const several = offered.length > 1 && !offers.places.has(stack.place);
    const settles = offered.some(({ id }) => offers.units.get(id)?.some(({ verb }) => !decision?.picks.includes(verb)));
    const pinned = { key: stack.key, pinned: true, touch };
    const whole = !intent?.active && offers.places.get(stack.place)?.some(({ verb }) => decision?.picks.includes(verb));
    if (stack.pieces.length > 1 && !open && !held.length && !whole && (touch || (several && settles))) {
      this.clear();
      this.fan = pinned;
      return;
    }
    const meantHere = held[0] ?? offered[0] ?? stack.pieces.find(({ id }) => this.canPick(id, stack.place)) ?? stack.pieces[0]!;
    void this.pick({ place: stack.place, unit: meantHere.id }, [], false, shift);
    if (touch && whole && stack.pieces.length > 1) this.fan = pinned;
  }

  /** How a piece would be picked: as an offer of the question (`at` null), or instead of an earlier pick. */
  private pickedAs(unit: UnitId): { at: number | null; step: { verb: string; argument: string } } | null {
    const { intent, offers, decision } = this.table;
    const offer = offers.units.get(unit)?.find(({ verb, kind }) => kind === "unit" && decision?.picks.includes(verb));
    if (offer) return { at: null, step: { verb: offer.verb, argument: unit } };
    const steps = intent?.steps ?? [];
    if (intent?.member?.offered.includes(unit)) return { at: steps.length, step: { verb: intent.member.verb, argument: unit } };
    const at = steps.findLastIndex(({ kind, offered }) => kind === "unit" && offered.includes(unit));
    return at < 0 ? null : { at, step: { verb: steps[at]!.verb, argument: unit } };
  }

  /** Adds a piece of a fanned-out stack to those in hand, or takes it out. */
  async toggle(unit: UnitId): Promise<void> {
    const { intent } = this.table;
    if (!intent) return;
    if (intent.waiting) await intent.settled;
    if (this.gone) return;
    const as = this.pickedAs(unit);
    const inHand = intent.group.length ? intent.group : intent.steps.filter(({ kind }) => kind === "unit").slice(-1);
    const mine = inHand.find(({ argument }) => argument === unit);
    if (mine) return intent.drop(mine);
    if (!as) return;
    const held = inHand.map(({ verb, argument }) => ({ verb, argument }));
    await (held.length && as.at !== null ? intent.change(as.at, as.step, held) : intent.pick(as.step));
    if (!intent.active && !this.gone) await intent.pick(as.step); // there is nowhere to go together
  }

  /** Adds the pieces of another place to those in hand, or takes them out if all of them are: they go together where all can go. */
  private async toggleAll(stack: Stack): Promise<void> {
    const { intent } = this.table;
    await intent?.settled;
    const all = stack.pieces.filter(({ id }) => intent?.units.includes(id) || this.pickedAs(id) !== null);
    const others = all.filter(({ id }) => !intent?.units.includes(id));
    for (const { id } of others.length ? others : all) {
      if (!this.gone && intent?.active) await this.toggle(id);
    }
  }

  // ---- drag and drop

  /** Takes a piece along, if the drag begins on one that can be picked up. A finger drags only what is in hand or fanned out: otherwise it moves
   * the map. */
  carry({ at, touch, unit }: Gesture): boolean {
    const { intent, pieces } = this.table;
    if (unit !== undefined) return this.carryOne(unit, at);
    const { stack } = this.at(at, touch);
    if (!intent || !stack) return false;
    const own = stack.pieces.filter((piece) => piece.side === this.table.own);
    const held = own.find(({ id }) => intent.units.includes(id));
    const asked = held ? undefined : stack.pieces.find(({ id }) => this.isAsked(id));
    const piece = held ?? asked ?? (touch ? undefined : (own.find(({ id }) => this.canPick(id, stack.place)) ?? (this.targets ? own[0] : undefined)));
    if (!piece || !pieces.has(piece.id)) return false;
    this.clear();
    if (!held && !asked && this.canPick(piece.id, stack.place)) this.tapStack(stack, false);
    this.carrying = { unit: piece.id, at };
    return true;
  }

  /** Is the question where this piece goes (a victor may be asked where an enemy retreats to), or whether it goes where the question is about? */
  private isAsked(unit: UnitId): boolean {
    const { intent, offers, decision, view } = this.table;
    if (!decision || intent?.active) return false;
    if (view.focus.units.includes(unit) && offers.places.size > 0) return true;
    return view.focus.places.length > 0 && (offers.units.get(unit) ?? []).some(({ verb }) => !decision.picks.includes(verb));
  }

  /** Is the question whom to attack, so that a piece can be dragged there? */
  private get targets(): boolean {
    const { intent, offers } = this.table;
    return !intent?.active && [...offers.units.keys(), ...offers.places.keys()].some((name) => this.targetOf(name) !== undefined);
  }

  /** The pick that takes an enemy piece, or a place to attack, as the target. */
  private targetOf(name: UnitId | PlaceId): Offer | undefined {
    const { offers, decision, pieces, own } = this.table;
    const enemies = pieces.get(name)?.side === own ? [] : (offers.units.get(name) ?? []);
    const places = (offers.places.get(name) ?? []).filter(({ hint }) => hint.attack);
    return [...enemies, ...places].find(({ verb }) => decision?.picks.includes(verb));
  }

  /** Takes one piece out of a fanned-out stack. */
  private carryOne(unit: UnitId, at: Point): boolean {
    const { intent, pieces } = this.table;
    const place = pieces.get(unit)?.at;
    const alone = intent?.units.length === 1 && intent.units[0] === unit;
    if (!intent || !place || pieces.get(unit)?.side !== this.table.own || !(alone || intent.units.includes(unit) || this.canPick(unit, place))) return false;
    if (!alone) this.taking = this.pickOne({ place, unit });
    this.clear();
    this.carrying = { unit, at };
    return true;
  }

  /** Picks one piece of a fanned-out stack, even if picking it takes up the others too. */
  async pickOne(thing: { place: PlaceId; unit: UnitId }): Promise<void> {
    await this.pick(thing);
    const { intent } = this.table;
    await intent?.settled;
    const one = intent && intent.group.length > 1 ? intent.group.find(({ argument }) => argument === thing.unit) : undefined;
    if (one && !this.gone) await intent?.only([one]);
  }

  carried({ at, touch }: Gesture): void {
    if (this.carrying) this.carrying = { ...this.carrying, at };
    const { place } = this.at(at, touch);
    this.under(place ? { place, unit: null } : null);
  }

  async putDown(gesture: Gesture | null): Promise<void> {
    const carried = this.carrying;
    this.carrying = null;
    if (!carried || !gesture) return;
    const { place } = this.at(gesture.at, gesture.touch);
    await this.taking;
    if (this.table.intent?.waiting) await this.table.intent.settled;
    if (this.gone) return;
    const { offers, intent, pieces, facts, view } = this.table;
    if (!place || pieces.get(carried.unit)?.at === place) return;
    const asked = this.isAsked(carried.unit);
    if (!intent?.active && !asked) return this.against(carried.unit, place);
    const there = offers.places.get(place) ?? [];
    const all = !there.length && asked && view.focus.places.includes(place) ? (offers.units.get(carried.unit) ?? []) : there;
    const one = clearly(all, Boolean(gesture.shift));
    if (one) return this.choose(one);
    const at = all.length ? -1 : this.otherTarget(place);
    if (at >= 0) return this.against(carried.unit, place, at);
    if (!all.length) return this.refuse({ place, unit: null });
    this.menu = { items: menuItems(all, pieces, true), anchor: this.table.boxOf(place), title: placeTitle(facts, place) };
  }

  /** Which of the steps in hand could have been a target there: an enemy piece, or a place to attack, picked before the attackers. */
  private otherTarget(place: PlaceId): number {
    const { intent, pieces, own } = this.table;
    const steps = intent?.steps ?? [];
    const enemies = this.here(place).filter(({ side }) => side !== own);
    const at = steps.findLastIndex(({ kind, offered }) => (kind === "place" ? enemies.length > 0 && offered.includes(place) : enemies.some(({ id }) => offered.includes(id))));
    const made = steps[at];
    if (!made || made.argument === place || pieces.get(String(made.argument))?.at === place) return -1;
    return at;
  }

  /** A piece was dragged onto a place where there may be a target: picks the target, or changes it at this step, and adds the piece if it is not
   * among the attackers yet. */
  private async against(unit: UnitId, place: PlaceId, at = -1): Promise<void> {
    const { intent, pieces } = this.table;
    if (!intent) return;
    const step = intent.steps[at];
    const names = [...this.here(place).map(({ id }) => id), place];
    if (step) {
      await intent.change(at, { verb: step.verb, argument: names.find((name) => step.offered.includes(name))! });
    } else {
      const target = names.map((name) => this.targetOf(name)).find(Boolean);
      if (!target) return;
      await intent.pick({ verb: target.verb, argument: target.argument });
    }
    await tick(); // the board clears its tips for what is in hand now
    if (this.gone || !intent.active || intent.units.includes(unit)) return;
    if (this.pickedAs(unit)) await this.toggle(unit);
    else await this.refuse({ place: pieces.get(unit)?.at ?? place, unit });
  }

  hold({ at, touch }: Gesture): void {
    const { stack, place } = this.at(at, touch);
    this.clear();
    const thing = place ? { place, unit: stack?.pieces[0]?.id ?? null } : null;
    const here = thing ? meant(this.table.offers, null, thing.place) : [];
    if (thing && (here.length > 1 || here[0]?.hint.minor)) void this.pick({ place: thing.place, unit: null }, [], true);
    else if (stack && stack.pieces.length > 1) this.fan = { key: stack.key, pinned: true, touch };
    else if (place) this.rest({ place, unit: stack?.pieces[0]?.id ?? null });
  }

  /** The pointer is at this position, or has left. */
  point(gesture: Gesture | null): void {
    const { stack, place } = gesture && !this.table.board.moving ? this.at(gesture.at, false) : { stack: null, place: null };
    this.under(place ? { place, unit: stack?.pieces[0]?.id ?? null } : null);
    this.openFan(stack && stack.pieces.length > 1 ? stack : null);
  }

  /** Sets what is under the pointer. */
  under(thing: Thing | null): void {
    if (thing?.place === this.hover?.place && thing?.unit === this.hover?.unit) return;
    this.hover = thing;
    this.table.hovered(thing);
    window.clearTimeout(this.resting);
    if (this.tip?.content.kind === "facts") this.tip = null;
    if (thing) this.resting = window.setTimeout(() => this.rest(thing), REST);
  }

  private openFan(stack: Stack | null): void {
    window.clearTimeout(this.fanning);
    if (!stack && this.inside && this.fan) return;
    if ((this.fan?.pinned && !stack) || (stack && this.fan?.key === stack.key)) return;
    const fan = stack ? { key: stack.key, pinned: false, touch: false } : null;
    this.fanning = window.setTimeout(() => (this.fan = fan), fan ? FAN_OPENS : FAN_CLOSES);
  }

  inFan(inside: boolean): void {
    window.clearTimeout(this.fanning);
    this.inside = inside;
    if (!inside && this.fan && !this.fan.pinned) this.openFan(null);
  }
}
