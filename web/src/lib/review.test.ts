import { describe, expect, it, vi } from "vitest";
import type { Review } from "./api";
import { Reviewer, reviewWords } from "./review.svelte";

const CHOICE = { moment: 4, turn: 2, date: "17 Dec", side: "red", done: "Stay", better: "Attack B", loss: 0.123 };
const under = (progress: number): Review => ({ progress, failed: false, choices: null });
const DONE: Review = { progress: 1, failed: false, choices: [CHOICE] };

function reviewer(...answers: Review[]): { one: Reviewer; seen: (number | null)[]; failed: ReturnType<typeof vi.fn>; start: ReturnType<typeof vi.fn> } {
  const seen: (number | null)[] = [];
  const failed = vi.fn();
  const next = async (): Promise<Review> => answers.shift()!;
  const start = vi.fn(next);
  const one: Reviewer = new Reviewer({ start: start as never, status: next, failed, wait: async () => void seen.push(one.progress) });
  return { one, seen, failed, start };
}

describe("a review", () => {
  it("shows how far it is until it is done", async () => {
    const { one, seen, failed } = reviewer(under(0), under(0.5), DONE);
    await one.start();
    expect(seen).toEqual([0, 0.5]);
    expect(one.choices).toEqual([CHOICE]);
    expect(one.progress).toBeNull();
    expect(failed).not.toHaveBeenCalled();
  });
  it("that fails says so and can be started again", async () => {
    const { one, failed } = reviewer(under(0), { progress: null, failed: true, choices: null }, DONE);
    await one.start();
    expect(failed).toHaveBeenCalledOnce();
    expect(one.progress).toBeNull();
    await one.start();
    expect(one.choices).toEqual([CHOICE]);
  });
  it("is not started by looking", async () => {
    const { one, start } = reviewer({ progress: null, failed: false, choices: null });
    await one.look();
    expect(start).not.toHaveBeenCalled();
    expect(one.progress).toBeNull();
  });
  it("that was done before is shown at once", async () => {
    const { one, start } = reviewer(DONE);
    await one.look();
    expect(start).not.toHaveBeenCalled();
    expect(one.choices).toEqual([CHOICE]);
  });
  it("says what would have been better, and for whom where several play", () => {
    const sides = [{ id: "red", title: "Red", mark: "none" as const }];
    expect(reviewWords(CHOICE, sides, false)).toBe("Better: Attack B (12% more chance to win)");
    expect(reviewWords(CHOICE, sides, true)).toBe("Red. Better: Attack B (12% more chance to win)");
  });
});
