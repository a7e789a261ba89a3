import { afterEach, describe, expect, it, vi } from "vitest";
import { api } from "./client";
import { takeEarly } from "./early";

afterEach(() => {
  delete window.early;
  vi.restoreAllMocks();
});

const answer = (body: unknown, status = 200): Promise<Response> => Promise.resolve(new Response(JSON.stringify(body), { status }));

describe("a request made before the page loaded", () => {
  it("is used once, and only with the same token", async () => {
    window.early = { "/table T": answer({ id: "early" }) };
    expect(takeEarly("/table", "U")).toBeNull();
    const asked = vi.spyOn(globalThis, "fetch").mockImplementation(() => answer({ id: "late" }));
    expect(await api.table("T")).toMatchObject({ id: "early" });
    expect(asked).not.toHaveBeenCalled();
    expect(await api.table("T")).toMatchObject({ id: "late" });
  });

  it("is refused as the server refused it", async () => {
    window.early = { "/table T": answer({ error: { code: "unknown", message: "no such table" } }, 404) };
    await expect(api.table("T")).rejects.toMatchObject({ status: 404, code: "unknown" });
  });

  it("counts as unreachable if there was no response", async () => {
    window.early = { "/games ": Promise.reject(new TypeError("offline")) };
    await expect(api.games()).rejects.toMatchObject({ code: "unreachable" });
  });
});
