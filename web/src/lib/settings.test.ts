import { afterEach, describe, expect, it } from "vitest";
import { dress, readSettings, settings } from "./settings.svelte";

const DEFAULT = readSettings(null);

describe("saved settings", () => {
  it("are quiet, careful and follow the system unless the player says otherwise", () => {
    expect(DEFAULT).toMatchObject({ theme: "auto", speed: 1, text: "normal", palette: "standard", sound: false, confirm: true, briefing: true, still: false });
  });

  it("keep every good value", () => {
    const all = { theme: "dark", speed: 0, text: "larger", palette: "safe", think: 15, ponder: true, name: "Ann", panel: false, still: true, confirm: false, briefing: false, sound: true, volume: 0.25 };
    expect(readSettings(JSON.stringify(all))).toEqual(all);
  });

  it.each([
    { theme: "pink" }, { speed: 3 }, { speed: "1" }, { text: "huge" }, { text: null }, { palette: ["safe"] }, { think: 3 }, { ponder: 1 }, { name: 7 }, { name: "x".repeat(81) },
    { confirm: "no" }, { sound: 1 }, { volume: 2 }, { volume: -0.1 }, { volume: null }, { panel: {} }, { unknown: true }, { __proto__: 1 },
  ])("replace a broken value by its default: %j", (bad) => {
    expect(readSettings(JSON.stringify({ ...bad, still: true }))).toEqual({ ...DEFAULT, still: true });
  });

  it.each(["", "{", "null", "7", '"text"', "[1, 2]"])("survive anything in storage: %s", (text) => {
    expect(readSettings(text)).toEqual(DEFAULT);
  });
});

describe("settings in use", () => {
  afterEach(() => settings.reset());

  it("are kept on the device, and a reset keeps the name", () => {
    settings.set({ text: "large", name: "Ann", sound: true });
    expect(readSettings(localStorage.getItem("ardennes.settings"))).toEqual({ ...DEFAULT, text: "large", name: "Ann", sound: true });
    settings.reset();
    expect(readSettings(localStorage.getItem("ardennes.settings"))).toEqual({ ...DEFAULT, name: "Ann" });
    settings.set({ name: "" });
  });

  it("change here when they change in another window", () => {
    window.dispatchEvent(new StorageEvent("storage", { key: "ardennes.settings", newValue: '{"palette": "safe"}' }));
    expect(settings.saved.palette).toBe("safe");
    window.dispatchEvent(new StorageEvent("storage", { key: "something.else", newValue: "{}" }));
    expect(settings.saved.palette).toBe("safe");
  });

  it("show in the attributes that the style sheets look at", () => {
    const root = document.documentElement;
    settings.set({ theme: "dark", text: "larger", palette: "safe", still: true });
    dress(root, settings);
    expect(root.dataset).toMatchObject({ theme: "dark", text: "larger", palette: "safe" });
    expect(root.hasAttribute("data-still")).toBe(true);
    settings.reset();
    dress(root, settings);
    expect(root.dataset).toMatchObject({ text: "normal", palette: "standard" });
    expect(root.hasAttribute("data-still")).toBe(false);
  });
});
