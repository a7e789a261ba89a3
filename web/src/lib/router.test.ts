import { describe, expect, it } from "vitest";
import { linkTo, parseRoute, routeHash, tokenIn } from "./router";

describe("addresses", () => {
  it("finds lobby, table and moment", () => {
    expect(parseRoute("")).toEqual({ screen: "lobby" });
    expect(parseRoute("#/")).toEqual({ screen: "lobby" });
    expect(parseRoute("#/g/Ab12")).toEqual({ screen: "table", token: "Ab12", moment: null });
    expect(parseRoute("#/g/Ab12/m/0")).toEqual({ screen: "table", token: "Ab12", moment: 0 });
  });

  it("finds a game's rules and a single rule", () => {
    expect(parseRoute("#/rules/bulge")).toEqual({ screen: "rules", game: "bulge", rule: null });
    expect(parseRoute("#/rules/commander/8-mod-def-river")).toEqual({ screen: "rules", game: "commander", rule: "8-mod-def-river" });
    expect(parseRoute("#/rules/bulge/12.2-De")).toEqual({ screen: "rules", game: "bulge", rule: "12.2-De" });
  });

  it("shows the lobby for anything unknown", () => {
    for (const hash of ["#/g/", "#/g/a b", "#/x", "#/g/Ab12/m/x", "#/g/Ab12/m/12345678", "#/rules/", "#/rules/a b", "#/rules/bulge/a b"]) {
      expect(parseRoute(hash)).toEqual({ screen: "lobby" });
    }
  });

  it("writes what it reads", () => {
    for (const hash of ["#/", "#/g/Ab12", "#/g/Ab12/m/7", "#/rules/bulge", "#/rules/bulge/12.3"]) expect(routeHash(parseRoute(hash))).toBe(hash);
  });

  it("makes complete links and finds the token in them", () => {
    expect(tokenIn(linkTo("Ab12Cd34Ef56Gh78", 3))).toBe("Ab12Cd34Ef56Gh78");
    expect(tokenIn("  Ab12Cd34Ef56Gh78 ")).toBe("Ab12Cd34Ef56Gh78");
    expect(tokenIn("no token at all")).toBeNull();
    expect(tokenIn('{"format": 1}')).toBeNull();
  });
});
