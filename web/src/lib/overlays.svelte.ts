/** The overlays that are switched on, and what the server says about them at the moment shown. */

import type { OverlayInfo, OverlayResult, SideId, SideInfo, UnitId } from "./api";
import { api } from "./client";
import { toasts } from "./toasts.svelte";

export interface Shown {
  id: string;
  of: string;
}

/** The results with the overlay they belong to, for the board. */
export type NamedOverlay = OverlayResult & { id: string };

/** Overlays that are asked about the enemy rather than about oneself. */
const OF_THE_ENEMY = new Set(["threat", "zones"]);

/** The side an overlay begins with: one's own, or the enemy's where that is what one wants to know. */
export function firstSide(id: string, sides: readonly SideInfo[], own: SideId | null): SideId {
  const first = own ?? sides[0]?.id ?? "";
  return OF_THE_ENEMY.has(id) ? (sides.find((side) => side.id !== first)?.id ?? first) : first;
}

/** What the drawn signs mean, a line each; an overlay with nothing to draw says so. */
export function legendOf(infos: readonly OverlayInfo[], results: readonly NamedOverlay[]): { id: string; style: string; text: string }[] {
  const lines = results.flatMap(({ id, areas = [], lines = [], units = {} }) => {
    const info = infos.find((one) => one.id === id);
    const told = areas.filter(({ text }) => text).map(({ style, text }) => ({ id, style: String(style), text }));
    if (told.length || !info) return told;
    const empty = !areas.length && !lines.length && !Object.keys(units).length;
    const style = String(areas[0]?.style ?? lines[0]?.style ?? "");
    return [{ id, style: empty ? "" : style, text: empty ? `${info.title}: nothing to show` : info.about || info.title }];
  });
  return lines.filter((line, i) => lines.findIndex((other) => other.text === line.text) === i);
}

export class Overlays {
  shown = $state<Shown[]>([]);
  results = $state.raw<NamedOverlay[]>([]);
  #unit: UnitId | null = null;
  #moment: number | null = null;
  #run = 0;

  constructor(readonly token: string) {}

  has(id: string, of?: string): boolean {
    return this.shown.some((one) => one.id === id && (of === undefined || one.of === of));
  }

  /** Switches an overlay. One of a side begins with one of the sides; one of a unit follows the unit that is selected. */
  toggle(info: OverlayInfo, sides: readonly SideInfo[], own: SideId | null): void {
    if (this.has(info.id)) this.shown = this.shown.filter((one) => one.id !== info.id);
    else this.shown = [...this.shown, { id: info.id, of: info.of === "side" ? firstSide(info.id, sides, own) : "" }];
    void this.refresh();
  }

  /** Switches one side of an overlay that is on; the last side takes the overlay with it. */
  toggleSide(id: string, side: SideId): void {
    if (this.has(id, side)) this.shown = this.shown.filter((one) => one.id !== id || one.of !== side);
    else this.shown = [...this.shown, { id, of: side }];
    void this.refresh();
  }

  clear(): void {
    this.shown = [];
    this.results = [];
  }

  /** Which unit the overlays of a unit are about. */
  about(unit: UnitId | null, infos: OverlayInfo[]): void {
    if (unit === this.#unit) return;
    this.#unit = unit;
    const ofUnit = new Set(infos.filter((info) => info.of === "unit").map((info) => info.id));
    if (this.shown.some((one) => ofUnit.has(one.id))) void this.refresh(infos);
  }

  #infos: OverlayInfo[] = [];

  /** Asks the server again, about the present (null) or a moment; an answer that comes after a newer question is dropped. */
  async refresh(infos: OverlayInfo[] = this.#infos, moment: number | null = this.#moment): Promise<void> {
    this.#infos = infos;
    this.#moment = moment;
    const run = ++this.#run;
    const results = await Promise.all(this.shown.map((one) => this.#fetch(one)));
    if (run === this.#run) this.results = results.filter((one) => one !== null);
  }

  async #fetch({ id, of }: Shown): Promise<NamedOverlay | null> {
    const info = this.#infos.find((one) => one.id === id);
    const about = info?.of === "unit" ? this.#unit : of;
    if (info?.of === "unit" && !about) return null;
    try {
      return { ...(await api.overlay(this.token, id, about ?? "", this.#moment)), id };
    } catch (error) {
      toasts.fail(error);
      return null;
    }
  }
}
