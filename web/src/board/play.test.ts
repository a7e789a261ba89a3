import { describe, expect, it } from "vitest";
import { nearMiss } from "./models";
import { asks, clearly, costsOf, labelOf, meant, offersOf, otherwiseIn } from "./offers";
import { hexBoard, piece, question } from "./sample";
import { pieceName, placeName, placeTitle } from "./speech";
import { markOf, partsOf, typeSymbol, FRAMES } from "./symbols";
import { tipSpot } from "./tips";
import { tilesFor, TILE } from "./tiles";
import { along, arrow, journeys, wayTo } from "./ways";
import { wheelFactor } from "./gestures";
import { overlap } from "./geometry";

const facts = hexBoard(5, 5);
const sides = [{ id: "red", title: "Red", mark: "cross" as const }];

describe("what can be clicked", () => {
  const decision = question(
    { hex: ["0101", "0102"], exit: ["0102"], unit: ["a"], done: [null] },
    { hex: "place", exit: "place", unit: "unit", done: "none" },
    { hex: { "*": { label: "Move here" }, "0101": { cost: 2 } }, exit: { "0102": { label: "Leave", danger: true } } },
  );
  const offers = offersOf(decision);

  it("is found by piece and by place; buttons are left to the page", () => {
    expect([...offers.places.keys()]).toEqual(["0101", "0102"]);
    expect(meant(offers, "a", "0102").map(({ verb }) => verb)).toEqual(["unit", "hex", "exit"]);
    expect(meant(offers, null, "0303")).toEqual([]);
  });
  it("uses the game's hint for all arguments, and for one", () => {
    expect(labelOf(offers.places.get("0101")![0]!)).toBe("Move here");
    expect(labelOf(offers.units.get("a")![0]!)).toBe("Unit");
    expect([...costsOf(offers)]).toEqual([["0101", "2"]]);
  });
  it("tells the places of the usual choice from those of another, whatever a click seldom means", () => {
    const march = question(
      { hex: ["0101", "0102"], via: ["0101"], march: ["0102", "0103"] },
      { hex: "place", via: "place", march: "place" },
      { via: { "*": { minor: true } }, march: { "0102": { minor: true } } },
    );
    expect([...otherwiseIn(offersOf(march))]).toEqual(["0103"]);
    expect(otherwiseIn(offersOf(null)).size).toBe(0);
  });
  it("means one thing at once, unless it seldom means it: then the page asks", () => {
    const march = offersOf(question(
      { hex: ["0101"], force: ["0101", "0102"] },
      { hex: "place", force: "place" },
      { force: { "*": { minor: true } } },
    ));
    const at = (place: string) => march.places.get(place) ?? [];
    expect(clearly(at("0101"), false)?.verb).toBe("hex");
    expect(clearly(at("0101"), true)?.verb).toBe("force");
    expect(clearly(at("0102"), false)).toBeNull();
    expect(clearly(at("0102"), true)?.verb).toBe("force");
    expect(clearly(offers.places.get("0101") ?? [], true)?.verb).toBe("hex");
  });
  it("says whether pieces or places are asked for", () => {
    expect(asks(decision, "place")).toBe(true);
    expect(asks(question({ done: [null] }, { done: "none" }), "unit")).toBe(false);
    expect(asks(null, "unit")).toBe(false);
  });
  it("names the offered place nearest to a refused one, if there is one", () => {
    expect(nearMiss(facts, offers, "0202", 100)).toBe("Nearest place you can pick: 0102.");
    expect(nearMiss(facts, offers, "0201", 100)).toBe("Nearest place you can pick: 0101.");
    expect(nearMiss(facts, offers, "0505", 100)).toBe("");
  });
  it("is announced with ground, pieces and cost", () => {
    const tank = piece("a", "0101", { title: "2nd Panzer", badges: ["road"] });
    expect(placeName(facts, "0101", [tank], offers.places.get("0101")!, sides)).toBe(
      "0101, forest, minor road; 2nd Panzer, Red, 3-5, road mode; Move here for 2",
    );
    expect(pieceName(piece("b", "0101", { done: true, steps: [1, 2] }), sides)).toBe("b, Red, 3-5, 1 of 2 steps, has acted");
    expect(placeTitle({ ...facts, places: { "0101": { ...facts.places["0101"]!, title: "Spa" } } }, "0101")).toBe("Spa (0101)");
    expect(placeTitle({ ...facts, places: { Prum: { ...facts.places["0101"]!, title: "Prüm" } } }, "Prum")).toBe("Prüm");
  });
});

describe("paths", () => {
  const offer = { verb: "hex", argument: "0104", kind: "place" as const, hint: {} };
  it("are as the game gives them, else straight", () => {
    const before = { "0104": "0103", "0103": "0102", "0102": "0101" };
    expect(wayTo([{ ...offer, hint: { before } }], "0104", "0101")).toEqual(["0101", "0102", "0103", "0104"]);
    expect(wayTo([offer], "0104", "0101")).toEqual(["0101", "0104"]);
    expect(wayTo([offer], "0104", null)).toEqual([]);
  });
  it("never go in circles", () => {
    expect(wayTo([{ ...offer, hint: { before: { "0104": "0103", "0103": "0104" } } }], "0104", null)).toEqual(["0103", "0104"]);
  });
  it("are travelled at constant speed, 360 ms per step and 900 at most", () => {
    const [short] = journeys([{ unit: "a", from: "0101", to: "0102" }], facts);
    expect(short!.takes).toBe(360);
    const [long] = journeys([{ unit: "a", from: "0101", to: "0505", path: ["0101", "0105", "0505", "0501", "0105"] }], facts);
    expect(long!.takes).toBe(900);
    expect(along([[0, 0], [100, 0], [100, 300]], 0.5)).toEqual([100, 100]);
  });
  it("of one piece in a row are one journey; moves from or to off the board are not shown", () => {
    const moves = [
      { unit: "a", from: "0101", to: "0102" },
      { unit: "a", from: "0102", to: "0103" },
      { unit: "b", from: "0201", to: "eliminated" },
      { unit: "c", from: null, to: "0101" },
    ];
    expect(journeys(moves, facts).map(({ unit, places }) => [unit, places.length])).toEqual([["a", 3]]);
    expect(journeys(moves, facts, 2)[0]!.takes).toBeCloseTo(journeys(moves, facts)[0]!.takes / 2);
  });
  it("drawn as arrows need some room", () => {
    expect(arrow([0, 0], [10, 0], 64)).toBeNull();
    expect(arrow([0, 0], [200, 0], 64)?.shaft).toBe("M36.0 0.0L141.0 0.0");
  });
  it("drawn as arrows leave what they point at free, from whatever direction", () => {
    for (let turn = 0; turn < 360; turn += 15) {
      const from: [number, number] = [100 * Math.cos((turn * Math.PI) / 180), 100 * Math.sin((turn * Math.PI) / 180)];
      const { head } = arrow(from, [0, 0], 64)!;
      const corners = head.match(/-?[\d.]+ -?[\d.]+/g)!.map((one) => one.split(" ").map(Number));
      expect(corners).toHaveLength(3);
      for (const [x, y] of corners) expect(Math.max(Math.abs(x!), Math.abs(y!)), `${turn}°`).toBeGreaterThanOrEqual(32);
    }
  });
});

describe("a tip", () => {
  const free = { x: 0, y: 0, w: 1000, h: 600 };
  const size = { w: 260, h: 120 };
  it("is next to its place, on the screen, and off the path", () => {
    for (const anchor of [{ x: 10, y: 10, w: 60, h: 60 }, { x: 920, y: 540, w: 60, h: 60 }, { x: 500, y: 300, w: 60, h: 60 }]) {
      const box = { ...tipSpot(anchor, size, free), ...size };
      expect(overlap(box, anchor)).toBe(0);
      expect(box.x >= 0 && box.y >= 0 && box.x + box.w <= 1000 && box.y + box.h <= 600).toBe(true);
    }
    const path = { x: 560, y: 280, w: 400, h: 100 };
    const anchor = { x: 500, y: 300, w: 60, h: 60 };
    expect(overlap({ ...tipSpot(anchor, size, free, [path]), ...size }, path)).toBe(0);
  });
  it("leaves the pieces around its place free if it can, also near the edge of the screen", () => {
    for (const anchor of [{ x: 500, y: 300, w: 60, h: 60 }, { x: 640, y: 530, w: 60, h: 60 }]) {
      const east = { ...anchor, x: anchor.x + 62 };
      const north = { ...anchor, x: anchor.x + 31, y: anchor.y - 54 };
      const box = { ...tipSpot(anchor, size, free, [], [anchor, east, north]), ...size };
      expect([east, north].map((other) => overlap(box, other))).toEqual([0, 0]);
      expect(overlap(box, anchor)).toBe(0);
    }
  });
});

describe("the picture", () => {
  it("is painted only where it is visible, the middle first", () => {
    const tiles = tilesFor({ w: 5000, h: 4000 }, { x: 600, y: 600, w: 1000, h: 700 });
    expect(tiles).toHaveLength(3 * 2);
    expect(tiles[0]).toEqual({ column: 2, row: 1 });
    expect(tilesFor({ w: 100, h: 100 }, { x: -500, y: -500, w: 5000, h: 5000 })).toEqual([{ column: 0, row: 0 }]);
    expect(tilesFor({ w: 5000, h: 4000 }, { x: 600, y: 600, w: 10, h: 10 }, TILE)).toHaveLength(9);
  });
});

describe("counters", () => {
  it("take their mark from the piece, or from its side", () => {
    expect(markOf(piece("a", null), sides)).toBe("cross");
    expect(markOf(piece("a", null, { mark: "roundel" }), sides)).toBe("roundel");
    expect(markOf(piece("a", null, { side: "other" }), sides)).toBe("none");
  });
  it("have a symbol for each type, or for the code if the type says nothing", () => {
    expect(partsOf("panzergrenadier", "")).toEqual(["x", "oval"]);
    expect(partsOf("armor", "")).toEqual(["oval"]);
    expect(partsOf("airborne", "")).toEqual(["x", "gull"]);
    expect(partsOf("whatever", "10031000161213000000")).toEqual(["slash"]);
    expect(partsOf(undefined, "")).toEqual([]);
    expect(typeSymbol("artillery", "", FRAMES.L).solid).not.toBe("");
  });
});

it("one turn of the wheel zooms a little, a pinch on the trackpad more, and no event wildly", () => {
  expect(wheelFactor({ deltaY: -100, deltaMode: 0, ctrlKey: false })).toBeGreaterThan(1.2);
  expect(wheelFactor({ deltaY: -10, deltaMode: 0, ctrlKey: true })).toBeGreaterThan(1.1);
  expect(wheelFactor({ deltaY: -9999, deltaMode: 2, ctrlKey: false })).toBeLessThan(2);
});
