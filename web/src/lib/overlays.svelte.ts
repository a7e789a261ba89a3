/** The overlays that are switched on, and what the server says about them for the moment shown. */

import type { OverlayInfo, OverlayResult, SideId, SideInfo, UnitId } from "./api";
import { api } from "./client";
import { toasts } from "./toasts.svelte";

export interface Shown {
  id: string;
  of: string;
}

/** The results with the overlay they belong to, for the board. */
export type NamedOverlay = OverlayResult & { id: string };

/** Overlays that are about the enemy rather than the player's own side. */
const OF_THE_ENEMY = new Set(["threat", "zones"]);

/** The side an overlay starts with: the player's own, or the enemy's where that is more useful. */
export function firstSide(id: string, sides: readonly SideInfo[], own: SideId | null): SideId {
  const first = own ?? sides[0]?.id ?? "";
  return OF_THE_ENEMY.has(id) ? (sides.find((side) => side.id !== first)?.id ?? first) : first;
}

/** What the signs mean, one line each; an overlay with nothing to draw says so. */
export function legendOf(infos: readonly OverlayInfo[], results: readonly NamedOverlay[]): { id: string; style: string; text: string; color?: string }[] {
  const lines = results.flatMap(({ id, areas = [], lines = [], units = {} }) => {
    const info = infos.find((one) => one.id === id);
    const told = areas.filter(({ text, style }) => text && (style !== "part" || areas.length < 2)).map(({ style, text, color }) => ({ id, style: String(style), text, ...(color ? { color } : {}) }));
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

  /** Toggles an overlay. A per-side overlay starts with one side; a per-unit overlay follows the selected unit. */
  toggle(info: OverlayInfo, sides: readonly SideInfo[], own: SideId | null): void {
    if (this.has(info.id)) this.shown = this.shown.filter((one) => one.id !== info.id);
    else this.shown = [...this.shown, { id: info.id, of: info.of === "side" ? firstSide(info.id, sides, own) : "" }];
    void this.refresh();
  }

  /** Toggles one side of an active overlay; switching off the last side switches off the overlay. */
  toggleSide(id: string, side: SideId): void {
    if (this.has(id, side)) this.shown = this.shown.filter((one) => one.id !== id || one.of !== side);
    else this.shown = [...this.shown, { id, of: side }];
    void this.refresh();
  }

  clear(): void {
    this.shown = [];
    this.results = [];
  }

  /** Sets the unit that per-unit overlays are about. */
  about(unit: UnitId | null, infos: OverlayInfo[]): void {
    if (unit === this.#unit) return;
    this.#unit = unit;
    const ofUnit = new Set(infos.filter((info) => info.of === "unit").map((info) => info.id));
    if (this.shown.some((one) => ofUnit.has(one.id))) void this.refresh(infos);
  }

  #infos: OverlayInfo[] = [];

  /** Asks the server again, about the present (null) or a moment; an answer that arrives after a newer request is dropped. */
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
