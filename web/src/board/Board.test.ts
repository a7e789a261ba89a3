import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { View } from "../lib/api";
import Board from "./Board.svelte";
import { hexBoard, piece, question } from "./sample";

const facts = hexBoard(5, 5);
const decision = question(
  { hex: ["0102", "0103"], exit: ["0102"], unit: ["a"] },
  { hex: "place", exit: "place", unit: "unit" },
  { hex: { "*": { label: "Move here", cost: 1 } as never } },
);
const pieces = [piece("a", "0303"), piece("b", "0303"), piece("c", "0404", { side: "blue" }), piece("gone", "eliminated")];
const view = { side: "red", asked: "red", pieces, focus: { units: [], places: [] }, places: {} } as unknown as View;

function show(more: Record<string, unknown> = {}) {
  const onchoose = vi.fn();
  const onwhy = vi.fn(async () => ({ text: "Too far.", case: "9.1" }));
  const sides = [
    { id: "red", title: "Red", mark: "cross" as const },
    { id: "blue", title: "Blue", mark: "star" as const },
  ];
  const props = { facts, theme: "light" as const, view, decision, sides, onchoose, onwhy, ...more };
  const app = mount(Board, { target: document.body, props });
  flushSync();
  const board = document.querySelector<HTMLElement>("[data-testid=board]")!;
  const press = (key: string): void => {
    board.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    flushSync();
  };
  const active = (): Element | null => document.getElementById(board.getAttribute("aria-activedescendant") ?? "");
  return { app, board, press, active, onchoose, onwhy };
}

let shown: ReturnType<typeof show> | null = null;
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
  if (shown) await unmount(shown.app);
  shown = null;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("the board", () => {
  it("lights up a piece that can be clicked even if the question is about it, unless it is in hand or a target", () => {
    const gold = (unit: string): number => document.querySelectorAll(`[data-unit="${unit}"] [stroke="var(--st-click)"]`).length;
    shown = show({ focusUnits: ["a", "b"] });
    expect(gold("a")).toBeGreaterThan(0);
    void unmount(shown.app);
    shown = show({ focusUnits: ["a"], intent: { units: ["a"], active: true, steps: [], group: [] } });
    expect(gold("a")).toBe(0);
  });

  it("has an element for each place and piece on it, and marks what can be clicked", () => {
    shown = show();
    expect(document.querySelectorAll("[data-place]")).toHaveLength(25);
    expect([...document.querySelectorAll<SVGElement>("[data-place][data-offered]")].map((node) => node.dataset.place)).toEqual(["0102", "0103"]);
    expect([...document.querySelectorAll<SVGElement>("[data-unit]")].map((node) => node.dataset.unit).sort()).toEqual(["a", "b", "c"]);
    expect(document.querySelector("[data-unit=a]")!.hasAttribute("data-offered")).toBe(true);
  });

  it("rings each of a few places without costs, and only dots where there are many", () => {
    const rings = (): number => document.querySelectorAll("[data-look=ring]").length;
    const places = Object.keys(facts.places).filter((place) => !["0303", "0404"].includes(place));
    shown = show({ decision: question({ hex: places.slice(0, 3) }, { hex: "place" }) });
    expect(rings()).toBe(3);
    void unmount(shown.app);
    shown = show({ decision: question({ hex: places.slice(0, 12) }, { hex: "place" }) });
    expect(rings()).toBe(0);
    void unmount(shown.app);
    shown = show(); // places with costs have the outline of a reach
    expect(rings()).toBe(0);
  });

  it("copes with a place that is offered twice, lit twice and on the path twice", () => {
    const highlight = { units: ["a", "a"], places: ["0102", "0102"] };
    const lines = [{ style: "moved" as const, side: "red", places: ["0101", "0101", "0102"] }];
    const overlays = [
      { areas: [{ style: "reach" as const, side: null, places: ["0102", "0102"], labels: { "0102": "1" }, text: "" }], lines, units: {} },
      { areas: [], lines, units: {} },
    ];
    expect(() => (shown = show({ highlight, overlays, focusUnits: ["a", "a"] }))).not.toThrow();
  });

  it("can be played by keyboard alone", () => {
    shown = show();
    shown.board.focus();
    flushSync();
    shown.press("Tab");
    expect(shown.active()?.getAttribute("aria-label")).toContain("0102, forest");
    shown.press("Tab");
    shown.press("Tab");
    expect(shown.active()?.getAttribute("aria-label")).toContain("a, Red, 3-5");
    expect(document.querySelectorAll("[data-fan]")).toHaveLength(2);
    shown.press("Enter");
    expect(shown.onchoose).toHaveBeenCalledWith("unit", "a");
  });

  it("opens a menu if a click could mean several things", () => {
    shown = show();
    shown.board.focus();
    flushSync();
    shown.press("Tab");
    shown.press("Enter");
    const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
    expect(items.map(({ dataset }) => dataset.verb)).toEqual(["hex", "exit"]);
    items[1]!.click();
    expect(shown.onchoose).toHaveBeenCalledWith("exit", "0102");
  });

  it("asks which piece goes where the question is about a place that is clicked itself", () => {
    const into = { ...view, focus: { units: [], places: ["0202"] } } as unknown as View;
    const advance = question({ advance: ["a", "b"] }, { advance: "unit" }, { advance: { "*": { label: "Advance" } as never } });
    for (const [place, labels] of [["0202", ["Advance: a", "Advance: b"]], ["0505", []]] as const) {
      shown = show({ view: into, decision: advance });
      shown.board.focus();
      flushSync();
      for (const key of place) shown.press(key);
      shown.press("Enter");
      const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
      expect(items.map((item) => item.textContent?.trim())).toEqual(labels);
      expect(shown.onchoose).not.toHaveBeenCalled();
      items[1]?.click();
      if (items.length) expect(shown.onchoose).toHaveBeenCalledWith("advance", "b");
      void unmount(shown.app);
    }
    shown = null;
  });

  it("says why a place is not offered, and what an offered one does", async () => {
    shown = show();
    shown.board.focus();
    flushSync();
    for (const key of "0505") shown.press(key);
    shown.press("?");
    await vi.waitFor(() => expect(document.querySelector("[data-testid=refusal]")?.textContent).toContain("Too far."), 60_000);
    expect(shown.onwhy).toHaveBeenCalledWith({ place: "0505" });
    for (const key of "0103") shown.press(key);
    shown.press("?");
    expect(document.querySelector("[data-testid=place-tip]")?.textContent).toContain("Move here for 1");
  });
});
