import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import type { DrawnChit, Things } from "../lib/things";
import Chits from "./Chits.svelte";

const draws = ["x", "y", "z"].map((chit) => ({ chit, kind: "for", face: "1", text: "one hit" })) as unknown as DrawnChit[];
const open = (): number => document.querySelectorAll(".chit.open").length;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("drawn chits", () => {
  it("turn over one after another and stay open", async () => {
    vi.useFakeTimers();
    vi.spyOn(settings, "still", "get").mockReturnValue(false);
    const app = mount(Chits, { target: document.body, props: { draws, things: {} as Things, old: 1 } });
    flushSync();
    expect(open()).toBe(1);
    for (const wanted of [2, 3, 3]) {
      vi.advanceTimersByTime(520);
      flushSync();
      expect(open()).toBe(wanted);
    }
    await unmount(app);
  });

  it("stay open when the same draws are told anew, and other draws begin face down", async () => {
    vi.useFakeTimers();
    vi.spyOn(settings, "still", "get").mockReturnValue(false);
    const props = $state({ draws, things: {} as Things });
    const app = mount(Chits, { target: document.body, props });
    flushSync();
    vi.advanceTimersByTime(1040);
    flushSync();
    expect(open()).toBe(2);
    props.draws = [...draws];
    flushSync();
    expect(open()).toBe(2);
    vi.advanceTimersByTime(520);
    flushSync();
    expect(open()).toBe(3);
    props.draws = draws.slice(1);
    flushSync();
    expect(open()).toBe(0);
    await unmount(app);
  });
});
