/** The player's settings on this machine: theme, speed, name. Kept in the browser's local storage. */

import type { Theme } from "./api";

export type ThemeChoice = "light" | "dark" | "auto";
/** Speed at which other players' moves are shown; 0 skips them. */
export type Speed = 1 | 2 | 0;

export interface Saved {
  theme: ThemeChoice;
  speed: Speed;
  name: string;
  panel: boolean;
  still: boolean;
}

const KEY = "ardennes.settings";
const DEFAULT: Saved = { theme: "auto", speed: 1, name: "", panel: true, still: false };

/** Reads saved settings; missing or broken values get their defaults. */
export function readSettings(text: string | null): Saved {
  try {
    return { ...DEFAULT, ...(JSON.parse(text ?? "{}") as Partial<Saved>) };
  } catch {
    return { ...DEFAULT };
  }
}

function query(text: string): MediaQueryList | null {
  return typeof matchMedia === "function" ? matchMedia(text) : null;
}

class Settings {
  #saved = $state<Saved>(readSettings(storage()?.getItem(KEY) ?? null));
  #systemDark = $state(query("(prefers-color-scheme: dark)")?.matches ?? false);
  #systemStill = $state(query("(prefers-reduced-motion: reduce)")?.matches ?? false);

  /** The theme that is shown. */
  theme: Theme = $derived(
    this.#saved.theme === "auto" ? (this.#systemDark ? "dark" : "light") : this.#saved.theme,
  );
  /** No moving pieces, no tumbling dice: requested by the system or the player. */
  still: boolean = $derived(this.#systemStill || this.#saved.still);

  constructor() {
    query("(prefers-color-scheme: dark)")?.addEventListener("change", (event) => (this.#systemDark = event.matches));
    query("(prefers-reduced-motion: reduce)")?.addEventListener("change", (event) => (this.#systemStill = event.matches));
  }

  get saved(): Readonly<Saved> {
    return this.#saved;
  }

  set(change: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...change };
    try {
      storage()?.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // If storage is full or blocked, the setting is lost at the end of the visit, nothing more.
    }
  }
}

/** Local storage, or null if the browser blocks it. */
export function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const settings = new Settings();
