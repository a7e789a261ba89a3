import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Later } from "./later.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a part is fetched once, when it is first needed", async () => {
  const fetch = vi.fn(async () => ({ default: "dialogs" }));
  const later = new Later(fetch);
  expect(later.part).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
  await Promise.all([later.need(), later.need()]);
  expect(later.part).toBe("dialogs");
  await later.need();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a part that could not be fetched is asked for again", async () => {
  const fetch = vi.fn(async () => ({ default: "dialogs" })).mockRejectedValueOnce(new Error("away"));
  const later = new Later(fetch);
  await expect(later.need()).rejects.toThrow("away");
  expect(later.part).toBeNull();
  await later.need();
  expect(later.part).toBe("dialogs");
});

test("a part that nobody has asked for comes by itself, unless the player has left", async () => {
  const fetch = vi.fn(async () => ({ default: "dialogs" }));
  new Later(fetch).soon()();
  await vi.runAllTimersAsync();
  expect(fetch).not.toHaveBeenCalled();
  const later = new Later(fetch);
  later.soon();
  await vi.runAllTimersAsync();
  expect(later.part).toBe("dialogs");
});
