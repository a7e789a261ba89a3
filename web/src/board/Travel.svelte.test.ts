import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import type { Move, Piece } from "../lib/api";
import { hexBoard, piece } from "./sample";
import Travel from "./Travel.svelte";

afterEach(() => vi.unstubAllGlobals());

it("lets pieces arrive that had not set out when the next question came", async () => {
  vi.stubGlobal("requestAnimationFrame", () => 1); // the first frame does not come in time
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  const unit: Piece = piece("a", "0303");
  const onend = vi.fn();
  const props = $state({
    facts: hexBoard(5, 5),
    moves: [{ unit: "a", from: "0101", to: "0303" }] as Move[],
    pieces: new Map([["a", unit]]),
    sides: [],
    size: 60,
    detail: "M" as const,
    reduced: true,
    speed: 1,
    travelling: new Set<string>(),
    onstart: vi.fn(),
    onend,
  });
  const app = mount(Travel, { target: document.createElementNS("http://www.w3.org/2000/svg", "svg"), props });
  flushSync();
  expect(props.travelling).toEqual(new Set(["a"]));
  props.moves = [];
  flushSync();
  expect(props.travelling).toEqual(new Set());
  expect(onend).toHaveBeenCalledOnce();
  await unmount(app);
});
