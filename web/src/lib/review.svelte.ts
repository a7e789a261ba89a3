/** After a game: where the player's choices cost most. The server looks for them, which takes a while. */

import type { Review, ReviewedChoice, SideInfo } from "./api";
import { percent } from "./format";
import { sideOf } from "./sides";

export interface Source {
  start(): Promise<Review>;
  status(): Promise<Review>;
  /** Waits before the next look. */
  wait(): Promise<void>;
  failed(error: unknown): void;
}

export class Reviewer {
  /** From 0 to 1 while it is under way; null otherwise. */
  progress = $state<number | null>(null);
  choices = $state.raw<ReviewedChoice[] | null>(null);
  #closed = false;

  constructor(private readonly source: Source) {}

  /** Shows what was found before, if there is any. */
  async look(): Promise<void> {
    const found = await this.source.status().catch(() => null);
    if (!found || this.#closed || this.progress !== null) return;
    this.choices = found.choices;
    if (!found.choices && found.progress !== null) await this.#follow(found);
  }

  async start(): Promise<void> {
    if (this.progress !== null) return;
    this.progress = 0;
    try {
      await this.#follow(await this.source.start());
    } catch (error) {
      if (!this.#closed) this.source.failed(error);
    } finally {
      this.progress = null;
    }
  }

  async #follow(now: Review): Promise<void> {
    for (let found = now; !this.#closed; found = await this.source.status()) {
      if (found.failed || found.progress === null) throw new Error("The review failed. Try again.");
      this.choices = found.choices;
      this.progress = found.choices ? null : found.progress;
      if (found.choices) return;
      await this.source.wait();
    }
  }

  close(): void {
    this.#closed = true;
  }
}

/** What a choice cost, and what would have been better. */
export function reviewWords({ better, loss, side }: ReviewedChoice, sides: SideInfo[], several: boolean): string {
  const said = `Better: ${better} (${percent(loss)} more chance to win)`;
  return several ? `${sideOf(sides, side)?.title ?? side}. ${said}` : said;
}
