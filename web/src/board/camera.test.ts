import { describe, expect, it } from "vitest";
import { between, centred, clamp, fit, freeBox, NO_INSETS, pinch, shown, toBoard, toScreen, zoomAt, type Lens } from "./camera";

const lens: Lens = { width: 1000, height: 600, insets: NO_INSETS };
const map = { x: -100, y: -50, w: 2000, h: 1500 };

describe("the camera", () => {
  it("shows the whole box in the middle of the free part of the screen", () => {
    const covered = { ...lens, insets: { top: 0, right: 0, bottom: 0, left: 400 } };
    const camera = fit({ x: 0, y: 0, w: 1200, h: 300 }, covered);
    expect(camera.k).toBe(0.5);
    expect(toScreen(camera, [0, 150])).toEqual([400, 300]);
    expect(toScreen(camera, [1200, 150])).toEqual([1000, 300]);
  });

  it("ignores insets that leave no room", () => {
    expect(freeBox({ ...lens, insets: { top: 0, right: 0, bottom: 580, left: 0 } })).toEqual({ x: 0, y: 0, w: 1000, h: 600 });
  });

  it("keeps the point under the pointer when it zooms", () => {
    const camera = { x: 13, y: -40, k: 0.4 };
    const before = toBoard(camera, [300, 200]);
    const [x, y] = toBoard(zoomAt(camera, [300, 200], 1.3), [300, 200]);
    expect(x).toBeCloseTo(before[0]);
    expect(y).toBeCloseTo(before[1]);
  });

  it("keeps what is under two fingers under them, and stops at the largest scale", () => {
    const start = { x: 0, y: 0, k: 1 };
    const camera = pinch(start, [[100, 100], [200, 100]], [[50, 300], [250, 300]], 0.1, 10);
    expect(camera.k).toBe(2);
    expect(toScreen(camera, [100, 100])).toEqual([50, 300]);
    expect(pinch(start, [[0, 0], [10, 0]], [[0, 0], [900, 0]], 0.1, 3).k).toBe(3);
  });

  it("shows no empty space next to a map that is larger than the screen", () => {
    const lost = clamp({ x: 9000, y: -9000, k: 1 }, map, lens);
    expect(toScreen(lost, [map.x, 0])[0]).toBe(0);
    expect(toScreen(lost, [0, map.y + map.h])[1]).toBe(600);
  });

  it("keeps a map that is smaller than the screen in its middle", () => {
    const camera = clamp({ x: 700, y: 0, k: 0.2 }, map, lens);
    const [left] = toScreen(camera, [map.x, 0]);
    const [right] = toScreen(camera, [map.x + map.w, 0]);
    expect(left).toBeCloseTo(1000 - right);
  });

  it("pans no farther than needed, and not at all if everything is visible", () => {
    const camera = { x: 0, y: 0, k: 1 };
    expect(shown(camera, { x: 100, y: 100, w: 50, h: 50 }, lens, 24)).toEqual(camera);
    expect(shown(camera, { x: 990, y: 100, w: 50, h: 50 }, lens, 24).x).toBe(-64);
    const card = { ...lens, insets: { top: 0, right: 0, bottom: 0, left: 400 } };
    expect(shown(camera, { x: 100, y: 100, w: 50, h: 50 }, card, 24).x).toBe(324);
  });

  it("shows what is fought over where there is no room for all who fight", () => {
    const camera = { k: 1, x: 0, y: 0 };
    const [all, target] = [{ x: 0, y: 100, w: 1600, h: 50 }, { x: 0, y: 100, w: 60, h: 50 }];
    expect(shown(camera, all, lens, 40).x).toBe(-300);
    const to = shown(camera, all, lens, 40, target);
    expect(to.x).toBe(8);
    expect(shown(to, all, lens, 40, target)).toEqual(to);
  });

  it("zooms at an even rate during a flight", () => {
    const from = centred({ x: 0, y: 0, k: 0.5 }, [100, 100], lens);
    const to = centred({ x: 0, y: 0, k: 2 }, [100, 100], lens);
    const half = between(from, to, 0.5);
    expect(half.k).toBeCloseTo(1);
    expect(toScreen(half, [100, 100])[0]).toBeCloseTo(500);
    expect(between(from, to, 1)).toBe(to);
  });
});
