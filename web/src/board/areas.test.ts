import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { View } from "../lib/api";
import Board from "./Board.svelte";
import { handyWidth } from "./geometry";
import { areaBoard, hexBoard, piece, question } from "./sample";

const NAMES = ["St. Vith", "La Roche", "Trois-Ponts", "Gemünd", "Hotton 2", "Clervaux"];
const sides = ["red", "blue", "green"].map((id) => ({ id, title: id, mark: "none" as const }));

let app: ReturnType<typeof mount> | null = null;
beforeEach(() => {
  vi.stubGlobal("ResizeObserver", class {
    constructor(private readonly call: (entries: never[]) => void) {}
    observe(): void {
      this.call([]);
    }
    unobserve(): void {}
    disconnect(): void {}
  });
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
});
afterEach(async () => {
  if (app) await unmount(app);
  app = null;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(more: Record<string, unknown>) {
  const onchoose = vi.fn();
  const view = { side: "red", asked: "red", pieces: [piece("a b", "St. Vith")], focus: { units: [], places: [] }, places: {} } as unknown as View;
  const props = { facts: areaBoard(NAMES, 3), theme: "light" as const, view, decision: null, sides, onchoose, onwhy: vi.fn(), ...more };
  app = mount(Board, { target: document.body, props } as never);
  flushSync();
  const board = document.querySelector<HTMLElement>("[data-testid=board]")!;
  board.focus();
  const press = (key: string): KeyboardEvent => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    board.dispatchEvent(event);
    flushSync();
    return event;
  };
  const active = (): string => board.getAttribute("aria-activedescendant") ?? "";
  return { onchoose, press, active };
}

describe("a board of areas with names", () => {
  it("can be navigated and played by keyboard, and every id is valid", () => {
    const decision = question({ go: ["La Roche", "Gemünd"], act: ["a b"] }, { go: "place", act: "unit" });
    const { press, active, onchoose } = show({ decision });
    for (const chosen of [["act", "a b"], ["go", "La Roche"], ["go", "Gemünd"]] as const) {
      press("Tab");
      expect(active()).not.toMatch(/\s/);
      expect(document.getElementById(active())).not.toBeNull();
      press("Enter");
      expect(onchoose).toHaveBeenLastCalledWith(...chosen);
    }
    press("ArrowRight");
    expect(decodeURIComponent(active())).toMatch(/place-Hotton 2$/);
  });

  it("leaves the digits to the buttons where no place has a number", () => {
    const names = NAMES.filter((name) => !/\d/.test(name));
    const { press } = show({ facts: areaBoard(names, 3) });
    expect(press("3").defaultPrevented).toBe(false);
  });

  it("goes to a place by its name", () => {
    const { active } = show({});
    (app as unknown as { pointAt(place: string): void }).pointAt("Trois-Ponts");
    flushSync();
    expect(active()).toMatch(/place-Trois-Ponts$/);
  });

  it("offers more than a hundred places", () => {
    const names = Array.from({ length: 130 }, (_, i) => `Area ${String.fromCharCode(65 + (i % 26))}${"x".repeat(Math.floor(i / 26))}`);
    show({ facts: areaBoard(names, 13), decision: question({ go: names }, { go: "place" }) });
    expect(document.querySelectorAll("[data-place][data-offered]")).toHaveLength(130);
  });

  it("counts as too small by its counters, not by its wide areas", () => {
    expect(handyWidth(areaBoard(NAMES, 3))).toBeLessThan(130);
    expect(handyWidth(hexBoard(2, 2))).toBe(100);
  });
});
