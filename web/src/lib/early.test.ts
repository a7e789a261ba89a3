import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "./client";
import { takeEarly } from "./early";

afterEach(() => {
  delete window.early;
  vi.restoreAllMocks();
});

const answer = (body: unknown, status = 200): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body), { status }));

describe("what was asked for before the page was there", () => {
  it("is taken once, and only by who holds the same token", async () => {
    window.early = { "/table T": answer({ id: "early" }) };
    expect(takeEarly("/table", "U")).toBeNull();
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(() => answer({ id: "late" }));
    expect((await api.table("T")).id).toBe("early");
    expect(asked).not.toHaveBeenCalled();
    expect((await api.table("T")).id).toBe("late");
  });

  it("says no as the server does", async () => {
    window.early = { "/table T": answer({ error: { code: "unknown", message: "no such table" } }, 404) };
    await expect(api.table("T")).rejects.toMatchObject({ status: 404, code: "unknown" });
  });

  it("counts as unreachable when it never came", async () => {
    window.early = { "/games ": Promise.reject(new TypeError("offline")) };
    await expect(api.games()).rejects.toMatchObject({ code: "unreachable" });
  });
});
