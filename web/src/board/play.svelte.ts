/** What the player does on the board, and how the board responds: picks, menus, tips, fanned-out stacks. */

import type { Argument, BoardFacts, Decision, Explanation, Piece, PlaceId, Point, SideInfo, UnitId, View } from "../lib/api";
import { toBoard } from "./camera";
import type { Box, PlaceFinder } from "./geometry";
import type { Gesture } from "./gestures";
import { factsTip, menuItems, nearMiss, type Thing } from "./models";
import { asks, meant, type Offer, type Offers } from "./offers";
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
  hovered(place: PlaceId | null): void;
  why(thing: { unit?: UnitId; place?: PlaceId }): Promise<Explanation>;
}

/** Pixels a finger needs. */
const FINGER = 44;
/** A hex smaller than this cannot be hit with a finger; a tap zooms in to this size. */
const SMALL = 40;
const LARGE = 66;
const REST = 250;
const WHY = 350;
const FAN_OPENS = 140;
const FAN_CLOSES = 260;

export class Play {
  hover = $state.raw<Thing | null>(null);
  fan = $state.raw<{ key: string; pinned: boolean; touch: boolean } | null>(null);
  menu = $state.raw<{ items: MenuItem[]; anchor: Box; title: string } | null>(null);
  tip = $state.raw<{ thing: Thing; content: TipContent } | null>(null);

  private resting = 0;
  private fanning = 0;

  constructor(private readonly table: Table) {}

  get open(): boolean {
    return Boolean(this.fan || this.menu || this.tip);
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
    this.menu = null;
    this.tip = null;
  }

  choose(offer: Offer): void {
    this.clear();
    if (offer.kind === "unit") this.table.select(String(offer.argument));
    this.table.choose(offer.verb, offer.argument);
  }

  /** A click on a thing: do what it means, ask if it could mean several things, say why not if it means nothing. `also`: other pieces that may
   * be meant. `every`: ask also if the click has one usual meaning. */
  pick(thing: Thing, also: readonly UnitId[] = [], every = false): void {
    const { offers, pieces, facts } = this.table;
    const found = meant(offers, thing.unit, thing.place);
    const all = found.length ? found : also.flatMap((unit) => offers.units.get(unit) ?? []);
    const usual = all.filter(({ hint }) => !hint.minor);
    if (all.length === 1 || (usual.length === 1 && !every)) return this.choose(usual[0] ?? all[0]!);
    if (thing.unit) this.table.select(thing.unit);
    if (!all.length) return void this.refuse(thing);
    this.clear();
    const title = (thing.unit && pieces.get(thing.unit)?.name) || placeTitle(facts, thing.place);
    this.menu = { items: menuItems(all, pieces, !thing.unit), anchor: this.table.boxOf(thing.place), title };
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
    if (this.table.view !== view || this.menu) return;
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
    return factsTip(thing, { facts, view, sides, offers: meant(offers, thing.unit, thing.place), pieces, texts });
  }

  /** A resting pointer shows what is under it and, if the question asks for such a thing, why it is not offered. */
  private rest(thing: Thing): void {
    if (this.menu || this.tip?.content.kind === "refusal") return;
    this.tip = { thing, content: this.glance(thing) };
    const { decision, offers } = this.table;
    const unit = this.refusedUnit(thing);
    if (!asks(decision, unit ? "unit" : "place") || meant(offers, thing.unit, thing.place).length) return;
    this.resting = window.setTimeout(async () => {
      const told = await this.table.why(unit ? { unit } : { place: thing.place });
      if (this.tip?.thing !== thing || this.tip.content.kind !== "facts") return;
      this.tip = { thing, content: { ...this.tip.content, why: told.text, case: told.case } };
    }, WHY);
  }

  // ---- pointer

  private at(point: Point, touch: boolean): { stack: Stack | null; place: PlaceId | null } {
    const { board, stacks, lift, finder } = this.table;
    const spot = toBoard(board.camera, point);
    const slack = touch ? Math.max(0, FINGER / 2 / board.camera.k - (stacks[0]?.size ?? 0) / 2) : 0;
    const stack = lift ? null : stackAt(stacks, spot, slack);
    return { stack, place: stack?.place ?? finder.at(spot) };
  }

  tap({ at, touch }: Gesture): void {
    const { board, width } = this.table;
    if (this.menu) return void (this.menu = null);
    const pixels = width * board.camera.k;
    if (touch && pixels < SMALL) {
      this.clear();
      return board.zoomBy(LARGE / pixels, at);
    }
    const { stack, place } = this.at(at, touch);
    if (stack) return this.tapStack(stack, touch);
    if (place) return this.pick({ place, unit: null });
    this.clear();
    this.table.select(null);
  }

  private tapStack(stack: Stack, touch: boolean): void {
    const { offers } = this.table;
    const offered = stack.pieces.filter(({ id }) => offers.units.has(id));
    const open = this.fan?.key === stack.key && this.fan.pinned;
    const several = offered.length > 1 && !offers.places.has(stack.place);
    if (stack.pieces.length > 1 && !open && (touch || several)) {
      this.clear();
      this.fan = { key: stack.key, pinned: true, touch };
      return;
    }
    this.pick({ place: stack.place, unit: (offered[0] ?? stack.pieces[0]!).id });
  }

  hold({ at, touch }: Gesture): void {
    const { stack, place } = this.at(at, touch);
    this.clear();
    const thing = place ? { place, unit: stack?.pieces[0]?.id ?? null } : null;
    if (thing && meant(this.table.offers, null, thing.place).length > 1) this.pick({ place: thing.place, unit: null }, [], true);
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
    if (thing?.place !== this.hover?.place) this.table.hovered(thing?.place ?? null);
    this.hover = thing;
    window.clearTimeout(this.resting);
    if (this.tip?.content.kind === "facts") this.tip = null;
    if (thing) this.resting = window.setTimeout(() => this.rest(thing), REST);
  }

  private openFan(stack: Stack | null): void {
    window.clearTimeout(this.fanning);
    if ((this.fan?.pinned && !stack) || (stack && this.fan?.key === stack.key)) return;
    const fan = stack ? { key: stack.key, pinned: false, touch: false } : null;
    this.fanning = window.setTimeout(() => (this.fan = fan), fan ? FAN_OPENS : FAN_CLOSES);
  }

  inFan(inside: boolean): void {
    window.clearTimeout(this.fanning);
    if (!inside && this.fan && !this.fan.pinned) this.openFan(null);
  }
}
