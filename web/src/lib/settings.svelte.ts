/** The player's settings on this device, kept in the browser's local storage and applied at once. */

import type { Theme } from "./api";

/** What each setting that is a choice can be; the first is the default. `public/first.js` knows theme, text and palette too. */
export const CHOICES = {
  theme: ["auto", "light", "dark"],
  /** Speed at which fights and other players' moves are shown; 0 skips them. */
  speed: [1, 2, 0],
  text: ["normal", "large", "larger"],
  /** "safe": colours that people with red-green colour blindness can tell apart. */
  palette: ["standard", "safe"],
  /** How long an AI that looks ahead thinks, in seconds a turn; 0: as long as its level does. */
  think: [0, 1, 5, 15, 60],
} as const;

export type ThemeChoice = (typeof CHOICES.theme)[number];
export type Speed = (typeof CHOICES.speed)[number];
export type TextSize = (typeof CHOICES.text)[number];
export type Palette = (typeof CHOICES.palette)[number];
export type Think = (typeof CHOICES.think)[number];

/** How much larger than normal the text is, and everything around it. */
export const SCALES: Record<TextSize, number> = { normal: 1, large: 1.15, larger: 1.3 };

export interface Saved {
  theme: ThemeChoice;
  speed: Speed;
  text: TextSize;
  palette: Palette;
  think: Think;
  /** Such an AI also thinks while you do. */
  ponder: boolean;
  name: string;
  panel: boolean;
  still: boolean;
  /** Ask before a phase ends or you pass with something left to do. */
  confirm: boolean;
  /** Show a briefing before the first question of a game. */
  briefing: boolean;
  sound: boolean;
  /** Loudness of the sounds, from 0 to 1. */
  volume: number;
}

/** The colour of the browser's own bars: that of the top bar (tokens.css). */
const SURFACE: Record<Theme, string> = { light: "#FBF7EC", dark: "#1E201A" };
const KEY = "ardennes.settings";
const LONGEST_NAME = 80;
const DEFAULT: Readonly<Saved> = {
  theme: "auto", speed: 1, text: "normal", palette: "standard", think: 0, ponder: false, name: "", panel: true, still: false, confirm: true, briefing: true, sound: false, volume: 0.6,
};

function fits(key: keyof Saved, value: unknown): boolean {
  if (key in CHOICES) return (CHOICES[key as keyof typeof CHOICES] as readonly unknown[]).includes(value);
  if (key === "volume") return typeof value === "number" && value >= 0 && value <= 1;
  if (key === "name") return typeof value === "string" && value.length <= LONGEST_NAME;
  return typeof value === typeof DEFAULT[key];
}

/** Reads saved settings; missing or broken values get their defaults. */
export function readSettings(text: string | null): Saved {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "{}");
  } catch {
    found = null;
  }
  const kept = Object.entries(found && typeof found === "object" ? found : {}).filter(([key, value]) => key in DEFAULT && fits(key as keyof Saved, value));
  return { ...DEFAULT, ...(Object.fromEntries(kept) as Partial<Saved>) };
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
  /** How much larger than normal everything but the map is. */
  scale: number = $derived(SCALES[this.#saved.text]);

  constructor() {
    query("(prefers-color-scheme: dark)")?.addEventListener("change", (event) => (this.#systemDark = event.matches));
    query("(prefers-reduced-motion: reduce)")?.addEventListener("change", (event) => (this.#systemStill = event.matches));
    // Changed in another window.
    globalThis.addEventListener?.("storage", (event) => {
      if (event.key === KEY) this.#saved = readSettings(event.newValue);
    });
  }

  get saved(): Readonly<Saved> {
    return this.#saved;
  }

  /** Does the system itself ask for less motion? */
  get systemStill(): boolean {
    return this.#systemStill;
  }

  set(change: Partial<Saved>): void {
    this.#saved = { ...this.#saved, ...change };
    try {
      storage()?.setItem(KEY, JSON.stringify(this.#saved));
    } catch {
      // If storage is full or blocked, the setting is lost at the end of the visit, nothing more.
    }
  }

  /** Puts everything that is in the settings dialog back to its default; the player's name is kept. */
  reset(): void {
    this.set({ ...DEFAULT, name: this.#saved.name, panel: this.#saved.panel });
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

/** Shows the settings that style sheets look at. */
export function dress(root: HTMLElement, { theme, still, saved }: Pick<Settings, "theme" | "still" | "saved">): void {
  root.dataset.theme = theme;
  root.dataset.text = saved.text;
  root.dataset.palette = saved.palette;
  if (still) root.dataset.still = "";
  else delete root.dataset.still;
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", SURFACE[theme]);
}

export const settings = new Settings();
