/**
 * What the player is about to do. Picks (a unit, a stack, a card, a target) stay on the page: each can be changed or dropped, and the server
 * only says which question lies behind them. A destination, an attack or a button sends all of it as one step.
 */

import type { Ahead, Argument, Decision, PlaceId, Preview, UnitId } from "./api";
import type { Step } from "./client";

export type AheadStep = Ahead["steps"][number];
/** What lies behind the picks. `member`: of a group, the pick that each of its members is. */
export type Found = Ahead & { member?: AheadStep };

/** What the intention needs to know and ask. */
export interface Source {
  /** The question that the server asks this screen; null if it is not asked. */
  question(): Decision | null;
  /** What lies behind these picks. With a group: what lies behind its first member, with only the places that all of it can go to. */
  ahead(choices: Step[], without: Step[], group: Step[]): Promise<Ahead>;
  /** The picks of a question that belong together, such as the units of one stack: they go as a group until one of them is picked. */
  together(decision: Decision): Step[];
  /** A pick cannot be made after all. */
  failed(error: unknown): void;
}

const same = (a: Step, b: Step): boolean => a.verb === b.verb && a.argument === b.argument;
const plain = ({ verb, argument }: Step): Step => ({ verb, argument });
const isThing = ({ kind }: AheadStep): boolean => !["none", "word", "number"].includes(kind);

export class Intent {
  /** What the player has picked, in order. */
  wishes = $state.raw<Step[]>([]);
  /** Picks that players usually make and this one has taken off. */
  without = $state.raw<Step[]>([]);
  /** Several picks instead of the last one: they go together. */
  group = $state.raw<Step[]>([]);
  /** What lies behind the picks; null before anything is picked, and until the server has answered. */
  found = $state.raw<Found | null>(null);
  /** Resolves once the server has answered. */
  settled: Promise<void> = Promise.resolve();
  waiting = $state(false);

  #number = 0;
  #cache = new Map<string, Promise<Ahead>>();

  constructor(private readonly source: Source) {}

  get active(): boolean {
    return this.wishes.length > 0 || this.group.length > 0;
  }

  /** The question behind the picks, or the one that is asked. */
  get question(): Decision | null {
    return this.found?.decision ?? this.source.question();
  }

  get preview(): Preview | null {
    return this.found?.preview ?? null;
  }

  /** The picks with those that players usually make, as they would be sent. */
  get steps(): AheadStep[] {
    return this.found?.steps ?? [];
  }

  get member(): AheadStep | undefined {
    return this.found?.member;
  }

  /** The units in hand. */
  get units(): UnitId[] {
    const steps = this.group.length ? this.group : this.steps.filter(({ kind }) => kind === "unit");
    return steps.map(({ argument }) => String(argument));
  }

  /** Drops everything: another question is asked. */
  reset(): void {
    this.#cache.clear();
    this.letGo();
  }

  /** Drops everything that is in hand. */
  letGo(): void {
    this.#number++;
    this.waiting = false;
    if (!this.active && !this.found) return;
    this.wishes = [];
    this.without = [];
    this.group = [];
    this.found = null;
  }

  /** Picks something that the current question offers. */
  pick(step: Step, more: Step[] = []): Promise<void> {
    const wishes = this.#stopped ? this.wishes.slice(0, -1) : this.wishes;
    const instead = this.steps.find((one) => one.verb === step.verb && !isThing(one));
    const kept = instead ? wishes.filter(({ verb }) => verb !== step.verb) : wishes;
    const again = step.argument === null && wishes.some((one) => same(one, step));
    if (again) return this.#look(wishes, [], []); // all of them after all
    const without = this.without.filter((one) => !same(one, step));
    return more.length ? this.#look(kept, without, [plain(step), ...more]) : this.#look([...kept, plain(step)], without, []);
  }

  /** Changes a pick that was made on the way: everything after it falls away. */
  change(at: number, step: Step, more: Step[] = []): Promise<void> {
    const kept = this.steps.slice(0, at).filter(({ usual }) => !usual).map(plain);
    return more.length ? this.#look(kept, [], [plain(step), ...more]) : this.#look([...kept, plain(step)], [], []);
  }

  /** Takes one pick off: with the first one everything falls away. */
  drop(step: Step): Promise<void> {
    if (this.group.some((one) => same(one, step))) return this.only(this.group.filter((one) => !same(one, step)));
    const at = this.steps.findIndex((one) => same(one, step));
    const found = this.steps[at];
    if (!found) return Promise.resolve();
    if (at === 0) {
      this.letGo();
      return Promise.resolve();
    }
    if (found.usual) return this.#look(this.wishes, [...this.without, plain(step)], this.group);
    const left = this.wishes.filter((one) => !same(one, step));
    // What depended on it falls away too.
    return this.#look(left, [...this.without, plain(step)], []);
  }

  /** Makes these the group, or the pick if there is only one. */
  only(members: Step[]): Promise<void> {
    if (!members.length) {
      this.letGo();
      return Promise.resolve();
    }
    return members.length > 1 ? this.#look(this.wishes, this.without, members) : this.#look([...this.wishes, members[0]!], this.without, []);
  }

  /** What lies behind a pick, before it is made. */
  peek(step: Step): Promise<Ahead> {
    return this.#ahead([...this.wishes, plain(step)], this.without);
  }

  /** Everything to send if the player commits to this. */
  sent(last: Step | null): Step[] {
    if (this.group.length && last) {
      const before = this.steps.map(plain);
      return [...before, ...this.group.flatMap((one) => [one, plain(last)])];
    }
    return [...this.steps.map(plain), ...(last ? [plain(last)] : [])];
  }

  /** Why the last pick takes a button to make ("A die is rolled at once"); "" if it does not. */
  get stop(): string {
    return this.found?.stop ?? "";
  }

  get #stopped(): boolean {
    return this.stop !== "";
  }

  #ahead(choices: Step[], without: Step[], group: Step[] = []): Promise<Ahead> {
    const key = JSON.stringify([choices, without, group]);
    let found = this.#cache.get(key);
    if (!found) {
      found = this.source.ahead(choices, without, group);
      this.#cache.set(key, found);
      found.catch(() => this.#cache.delete(key));
    }
    return found;
  }

  #look(wishes: Step[], without: Step[], group: Step[]): Promise<void> {
    const number = ++this.#number;
    const before = { wishes: this.wishes, without: this.without, group: this.group, found: this.found };
    this.wishes = wishes;
    this.without = without;
    this.group = group;
    this.waiting = true;
    this.settled = this.#load(number, before);
    return this.settled;
  }

  async #load(number: number, before: Pick<Intent, "wishes" | "without" | "group" | "found">): Promise<void> {
    const { wishes, without } = this;
    try {
      let group = this.group;
      let found: Found | null = group.length ? null : await this.#ahead(wishes, without);
      if (found && !found.stop && number === this.#number) {
        const together = this.source.together(found.decision);
        if (together.length > 1 && !without.length) {
          group = together;
          found = null;
        }
      }
      if (!found) {
        found = joined(group, await this.#ahead(wishes, without, group));
        // Nowhere to go together: the player picks one.
        if (!found) {
          found = await this.#ahead(wishes, without);
          group = [];
        }
      }
      if (number !== this.#number) return;
      this.group = group;
      this.found = found;
    } catch (error) {
      if (number !== this.#number) return;
      Object.assign(this, before);
      this.source.failed(error);
    } finally {
      if (number === this.#number) this.waiting = false;
    }
  }
}

/** What a group can do together, as the server says. Null if there is nothing. */
export function joined(group: readonly Step[], found: Ahead): Found | null {
  const { decision, focus } = found;
  if (found.stop || !Object.keys(decision.choices).length) return null;
  const isMember = (step: Step): boolean => group.some((member) => same(step, member));
  const units = [...new Set([...focus.units, ...group.map(({ argument }) => String(argument))])];
  const prompt = `Move ${group.length} units together`;
  return {
    ...found,
    decision: { ...decision, prompt, ends: [] },
    steps: found.steps.filter((step) => !isMember(step)),
    member: found.steps.find(isMember),
    focus: { ...focus, units },
    preview: null,
    final: [],
  };
}

/** A thing that was clicked. */
export interface Clicked {
  unit: UnitId | null;
  place: PlaceId | null;
  /** Is it a piece of the player's own side? */
  own: boolean;
}

export type Meaning =
  /** Take this pick off. */
  | { do: "drop"; step: Step }
  /** Of the group, only this one. */
  | { do: "only"; step: Step }
  /** Change an earlier pick. */
  | { do: "change"; at: number; step: Step }
  /** Whatever the question offers for it: `unit`, and `place`, say which offers count. */
  | { do: "offer"; unit: boolean; place: boolean };

/** What a click means while something is in hand: first what it means for the pieces in hand, then what the question offers. A click on
 * another of your own pieces changes the selection even where the first could go; the place itself is still a destination. The same place
 * again lets go, unless it is the last pick and now a destination (`goes`): a unit that enters the map stops where it came in. Where the
 * place has no marker of its own beside the piece (`marked`), the click may mean either. */
export function meaningOf(intent: Pick<Intent, "steps" | "group" | "stop" | "member">, clicked: Clicked, offers: { unit: boolean; place: boolean; goes?: boolean; marked?: boolean }): Meaning {
  const { unit, place, own } = clicked;
  const { steps, group, stop, member } = intent;
  const one = group.find(({ argument }) => argument === unit);
  if (unit && one) return { do: "only", step: one };
  if (unit) {
    const made = steps.find(({ kind, argument }) => kind === "unit" && argument === unit);
    if (made) return { do: "drop", step: made };
    if (offers.unit && !stop) return { do: "offer", unit: true, place: offers.place && !offers.marked };
    const at = last(steps, (step) => step.kind === "unit" && step.offered.includes(unit));
    if (at >= 0) return { do: "change", at, step: { verb: steps[at]!.verb, argument: unit } };
    if (member?.offered.includes(unit)) return { do: "change", at: steps.length, step: { verb: member.verb, argument: unit } };
  }
  const made = place ? steps.find(({ kind, argument }) => kind === "place" && argument === place) : undefined;
  const at = place ? last(steps, (step) => step.kind === "place" && step.offered.includes(place)) : -1;
  const change = (): Meaning => ({ do: "change", at, step: { verb: steps[at]!.verb, argument: place } });
  if (made && (own || !offers.place)) return { do: "drop", step: made };
  if (made && offers.goes && made === steps.at(-1) && !stop) return { do: "offer", unit: false, place: true };
  if (own && at >= 0) return change();
  if (made) return { do: "drop", step: made };
  if (offers.place) return { do: "offer", unit: false, place: true };
  if (at >= 0) return change();
  return { do: "offer", unit: offers.unit, place: offers.place };
}

/** Which of the picks in hand a card is, or could be instead of another card; -1 if none. */
export const cardStep = (steps: readonly AheadStep[], card: string): number =>
  last(steps, ({ kind, argument, offered }) => kind === "card" && (argument === card || offered.includes(card)));

function last<T>(all: readonly T[], fits: (one: T) => boolean): number {
  for (let at = all.length - 1; at >= 0; at--) if (fits(all[at]!)) return at;
  return -1;
}

/** The argument of a step as a key. */
export const stepKey = ({ verb, argument }: { verb: string; argument: Argument }): string => `${verb} ${argument ?? ""}`;
