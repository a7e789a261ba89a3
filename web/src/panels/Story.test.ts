import { flushSync, mount, tick, unmount } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { StoryEvent } from "../lib/api";
import Story from "./Story.svelte";

const line = (n: number, phase: string): StoryEvent =>
  ({ n, turn: 1, date: "1944-12-16", phase, phase_title: phase, side: null, units: [], places: [], moves: [], case: "", parts: [{ t: `Line ${n}.` }] }) as unknown as StoryEvent;
const nothing = (): void => undefined;

describe("the story", () => {
  let grow: (entries: unknown[]) => void = nothing;
  beforeEach(() => {
    vi.stubGlobal("ResizeObserver", class {
      constructor(call: typeof grow) {
        grow = call;
      }
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    });
  });

  it("keeps each heading with its own lines, so that only one is at the top", async () => {
    const props = { story: [line(0, "Move"), line(1, "Move"), line(2, "Fight")], sides: [], onhover: nothing, ongo: nothing, onunit: nothing, onplace: nothing, onrule: nothing };
    const app = mount(Story, { target: document.body, props });
    flushSync();
    const boxes = [...document.querySelectorAll("h3")].map((heading) => heading.parentElement!);
    expect(boxes.map((box) => box.querySelectorAll("h3").length)).toEqual([1, 1]);
    expect(boxes.map((box) => box.querySelectorAll("[data-event]").length)).toEqual([2, 1]);
    await unmount(app);
  });

  it("stays at its end when it becomes longer, but not for whoever has scrolled up", async () => {
    const props = { story: [line(0, "Move")], sides: [], onhover: nothing, ongo: nothing, onunit: nothing, onplace: nothing, onrule: nothing };
    const app = mount(Story, { target: document.body, props });
    flushSync();
    await tick();
    const log = document.querySelector<HTMLElement>("[role=log]")!;
    let high = 1000;
    const wentTo: number[] = [];
    Object.defineProperty(log, "scrollHeight", { get: () => high });
    Object.defineProperty(log, "clientHeight", { get: () => 500 });
    vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockImplementation(() => high);
    log.scrollTo = ((to: { top: number }) => {
      wentTo.push(to.top);
      log.scrollTop = to.top - 500;
      log.dispatchEvent(new Event("scroll"));
    }) as typeof log.scrollTo;
    const longer = async (to: number): Promise<void> => {
      high = to;
      log.dispatchEvent(new Event("scroll")); // comes late: the text has become longer in the meantime
      grow([{ target: log.firstElementChild }]);
      flushSync();
      await Promise.resolve();
      await Promise.resolve();
    };
    await longer(1200);
    expect(wentTo.at(-1)).toBe(1200);
    log.scrollTop = 100;
    await longer(1400);
    expect(wentTo.at(-1)).toBe(1200);
    await unmount(app);
  });
});
