import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "./settings.svelte";

/** An audio layer that only counts. */
let made = 0;
let started = 0;
let loud = { value: -1 };

function parameter(): object {
  return { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
}

class Node {
  frequency = parameter();
  Q = parameter();
  gain = loud;
  connect = (other: unknown): unknown => other;
  start = (): void => void started++;
  stop = vi.fn();
}

class FakeAudio {
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  constructor() {
    made++;
  }
  resume = async (): Promise<void> => undefined;
  createGain = (): object => Object.assign(new Node(), { gain: loud.value < 0 ? loud : parameter() });
  createOscillator = (): object => new Node();
  createBufferSource = (): object => new Node();
  createBiquadFilter = (): object => new Node();
  createBuffer = (): object => ({ getChannelData: () => new Float32Array(100) });
}

async function fresh(): Promise<typeof import("./sound")> {
  vi.resetModules();
  const { settings: own } = await import("./settings.svelte");
  own.set({ ...settings.saved });
  return import("./sound");
}

beforeEach(() => {
  made = started = 0;
  loud = { value: -1 };
  vi.stubGlobal("AudioContext", FakeAudio);
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.reset();
});

describe("sound", () => {
  it("is off by default: no audio is even set up", async () => {
    const { sound } = await fresh();
    window.dispatchEvent(new Event("pointerdown"));
    expect(sound.play("dice")).toBe(false);
    expect([made, started]).toEqual([0, 0]);
  });

  it("never sounds before the player has touched the page", async () => {
    settings.set({ sound: true });
    const { sound } = await fresh();
    expect(sound.play("dice")).toBe(false);
    expect(made).toBe(0);
    window.dispatchEvent(new Event("keydown"));
    expect(sound.play("dice")).toBe(true);
    expect(made).toBe(1);
  });

  it.each(["dice", "move", "hit", "turn", "end"] as const)("has something for %s, as loud as the player likes", async (cue) => {
    settings.set({ sound: true, volume: 0.5 });
    const { sound } = await fresh();
    window.dispatchEvent(new Event("pointerdown"));
    expect(sound.play(cue)).toBe(true);
    expect(started).toBeGreaterThan(0);
    expect(loud.value).toBe(0.25);
  });

  it("does not repeat a cue at once, and is silent at volume 0 and without audio", async () => {
    settings.set({ sound: true });
    const { sound } = await fresh();
    window.dispatchEvent(new Event("pointerdown"));
    expect([sound.play("move"), sound.play("move"), sound.play("hit")]).toEqual([true, false, true]);
    settings.set({ volume: 0 });
    const silent = await fresh();
    window.dispatchEvent(new Event("pointerdown"));
    expect(silent.sound.play("move")).toBe(false);
    vi.stubGlobal("AudioContext", undefined);
    settings.set({ volume: 1 });
    const deaf = await fresh();
    window.dispatchEvent(new Event("pointerdown"));
    expect(deaf.sound.play("move")).toBe(false);
  });
});
