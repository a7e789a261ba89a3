/** "What would you do?": what a planner would do in the player's place. It is shown, never played unless the player says so. */

import type { Advice } from "./api";
import type { Step } from "./client";
import { capital, percent } from "./format";

/** What it needs to ask and do. */
export interface Source {
  /** The counter of the question that this screen is asked; null if it is not asked, or may not be advised. */
  answers(): number | null;
  ask(answers: number): Promise<Advice>;
  play(choices: Step[]): Promise<void>;
  failed(error: unknown): void;
}

export class Adviser {
  /** The planner is thinking. */
  thinking = $state(false);
  found = $state.raw<Advice | null>(null);
  /** Changes whenever an answer under way is no longer wanted. */
  #number = 0;

  constructor(private readonly source: Source) {}

  get open(): boolean {
    return this.thinking || this.found !== null;
  }

  async ask(): Promise<void> {
    const answers = this.source.answers();
    if (answers === null || this.thinking) return;
    const number = ++this.#number;
    this.found = null;
    this.thinking = true;
    try {
      const found = await this.source.ask(answers);
      if (number === this.#number) this.found = found;
    } catch (error) {
      if (number === this.#number) this.source.failed(error);
    } finally {
      if (number === this.#number) this.thinking = false;
    }
  }

  close(): void {
    this.#number++;
    this.thinking = false;
    this.found = null;
  }

  /** Plays all of it as one step. */
  async play(): Promise<void> {
    const found = this.found;
    if (!found || found.answers !== this.source.answers()) return this.close();
    this.close();
    await this.source.play(found.choices);
  }
}

const OTHERS = 2;

/** The reasons in a sentence or two: the plan, the chance to win, and the next best plans. */
export function reasons({ plan, chance, others }: Pick<Advice, "plan" | "chance" | "others">): string[] {
  if (chance === null) return [];
  const won = `${percent(chance)} to win`;
  const first = plan ? `${capital(plan)}: ${won}.` : `${won} this way.`;
  const next = others.slice(0, OTHERS).map((one) => `${one.plan}, ${percent(one.chance)}`);
  return next.length ? [first, `Next best: ${next.join("; ")}.`] : [first];
}
