import { afterEach, describe, expect, it, vi } from "vitest";
import type { OverlayInfo, SideInfo } from "./api";
import { api } from "./client";
import { firstSide, legendOf, Overlays } from "./overlays.svelte";

const sides: SideInfo[] = ["red", "blue"].map((id) => ({ id, title: id, mark: "none" }));
const info = (id: string, of: OverlayInfo["of"] = ""): OverlayInfo => ({ id, title: `The ${id}`, key: "", about: "", case: "", of });
const area = (text: string) => ({ style: "supply" as const, side: "red", places: ["a"], labels: {}, text, color: "" });

afterEach(() => vi.restoreAllMocks());

describe("an overlay", () => {
  it("of one side starts with the player's own, but threats and zones with the enemy's", () => {
    expect(firstSide("supply", sides, "blue")).toBe("blue");
    expect(firstSide("threat", sides, "blue")).toBe("red");
    expect(firstSide("zones", sides, null)).toBe("blue");
    expect(firstSide("zones", [], null)).toBe("");
  });

  it("can show either side, both, or none", async () => {
    vi.spyOn(api, "overlay").mockResolvedValue({ areas: [], lines: [], units: {} });
    const overlays = new Overlays("T");
    overlays.toggle(info("supply", "side"), sides, "red");
    expect(overlays.shown).toEqual([{ id: "supply", of: "red" }]);
    overlays.toggleSide("supply", "blue");
    overlays.toggleSide("supply", "red");
    expect(overlays.shown).toEqual([{ id: "supply", of: "blue" }]);
    overlays.toggleSide("supply", "blue");
    expect(overlays.has("supply")).toBe(false);
  });

  it("is requested for the moment that is shown", async () => {
    const asked = vi.spyOn(api, "overlay").mockResolvedValue({ areas: [], lines: [], units: {} });
    const overlays = new Overlays("T");
    const infos = [info("supply", "side")];
    overlays.toggle(infos[0]!, sides, "red");
    await overlays.refresh(infos, 4);
    expect(asked).toHaveBeenLastCalledWith("T", "supply", "red", 4);
    await overlays.refresh(infos, null);
    expect(asked).toHaveBeenLastCalledWith("T", "supply", "red", null);
  });

  it("says what its signs mean, each once, and when there is nothing to show", () => {
    const infos = [info("supply", "side"), info("moved"), { ...info("front"), about: "The front of the day" }];
    const results = [
      { id: "supply", areas: [area("In supply"), area("In supply"), area("Cut off")], lines: [], units: {} },
      { id: "moved", areas: [], lines: [], units: {} },
      { id: "front", areas: [], lines: [{ style: "front" as const, points: [] }], units: {} },
    ];
    expect(legendOf(infos, results).map(({ text }) => text)).toEqual(["In supply", "Cut off", "The moved: nothing to show", "The front of the day"]);
  });
});
