/** What the player does: picks, destinations, attacks and buttons become steps to send; the last kind of action can be repeated, the last
 * intention undone. */

import type { Ahead, Argument, Decision, Point, Preview } from "./api";
import { leftUndone, type ChoiceButton, type Finality } from "./choices";
import { api, type Step } from "./client";
import { pieceOf } from "./forces";
import { stepKey } from "./intent.svelte";
import type { Screen } from "./screen.svelte";
import { settings } from "./settings.svelte";

type FinalStep = Ahead["final"][number];

/** Two clicks closer together than this, in milliseconds, never answer two questions. */
const QUICK = 300;
/** What stands on the board or lies on the table. */
const PIECES = new Set(["unit", "formation", "card", "box"]);
/** How long the pointer rests on something before the page asks what it could do, in milliseconds. */
const HOVER = 60;
/** The card of a fight that is only pointed at is on the left, unless the pointer is nearer to the edge than this. */
const GLIMPSE = 430;

export class Actions {
  /** What was clicked and waits for a button, or another click: a destination that starts a fight, with its card, or what cannot be undone. */
  armed = $state.raw<{ step: Step; preview: Preview | null; final: Finality } | null>(null);
  #glimpse = $state.raw<{ step: Step; preview: Preview; left: boolean; asked: string } | null>(null);
  /** Where the piece under the pointer could go. */
  ghost = $state.raw<Decision | null>(null);
  /** What is under the pointer, and what was there last. */
  hovered: { unit: string | null; place: string } | null = null;
  #last = "";
  /** What the pointer was on when the player let go: it shows nothing until the pointer has been somewhere else. */
  #dropped = "";
  /** The button under the pointer, and the question it answers. */
  #pointed = "";
  /** The button that waits for a yes. */
  confirming = $state.raw<ChoiceButton | null>(null);
  /** Too soon after the last answer to give another. */
  locked = $state(false);
  /** The choices of the question that cannot be undone. */
  #final = $state.raw<{ question: Decision | null; choices: FinalStep[] }>({ question: null, choices: [] });
  /** The last step that was sent, and how many answers there were after it: an undo takes back all of it. */
  #sent = { answers: -1, choices: 0 };
  /** What was done last with each kind of pick, to repeat: what was picked first, and the choice that committed to it. The latest is last. */
  #done = new Map<string, { first: Step; step: Step }>();

  constructor(private readonly screen: Screen) {}

  /** The fight that a click on the place or the button under the pointer would start; none once something else is in hand. */
  get glimpse(): { step: Step; preview: Preview; left: boolean } | null {
    return this.#glimpse?.asked === this.#asked() ? this.#glimpse : null;
  }

  set glimpse(found: { step: Step; preview: Preview; left: boolean } | null) {
    this.#glimpse = found && { ...found, asked: this.#asked() };
  }

  /** The choices of the question that cannot be undone. */
  final: readonly FinalStep[] = $derived.by(() =>
    this.screen.intent.found ? this.screen.intent.found.final : this.#final.question === this.screen.asked ? this.#final.choices : [],
  );

  /** Takes a choice: a pick stays in hand, anything else is sent with the picks that led to it. */
  async choose(verb: string, argument: Argument): Promise<void> {
    if (!this.screen.mine || !this.screen.question) return;
    this.screen.adviser.close();
    this.screen.playback.attack = this.screen.preview;
    this.screen.selected = null;
    this.screen.card = null;
    this.armed = null;
    this.screen.point([]);
    const step = { verb, argument };
    if (!this.screen.question.picks.includes(verb)) return this.#commit(step);
    const button = ["none", "word", "number"].includes(this.screen.question.kinds[verb] ?? "");
    await this.screen.intent.pick(step);
    if (button && this.screen.intent.stop) await this.#commit(null); // it was a button already
  }

  /** Takes what the player has clicked. A place that starts a fight shows its card first, unless the pointer has shown it already. A card, a
   * piece or a place with own pieces in a reaction, a piece with something in hand or in a question that is about none in particular, and a piece
   * that cannot be taken back wait for a button, unless there is nothing else to answer. So does a place that cannot be taken back if nothing on
   * the map goes there. */
  async enter(verb: string, argument: Argument): Promise<void> {
    const { question } = this.screen;
    const step = { verb, argument };
    const known = [this.glimpse, this.armed].find((one) => one && stepKey(one.step) === stepKey(step));
    const forced = Object.keys(question?.choices ?? {}).length === 1;
    const piece = PIECES.has(question?.kinds[verb] ?? "") || this.#holds(step);
    const thing = !!question && !forced && piece && !question.picks.includes(verb);
    const aimed = this.isPlaceOffer(verb) && !this.screen.intent.active && !this.screen.view?.focus.units.length;
    if ((thing || aimed) && known === this.armed && known) {
      this.armed = null; // the same again: let go
      return;
    }
    // a piece that would send what is in hand with it, such as a card, is not a mere click either
    const careful = thing && (question.kinds[verb] === "card" || question.window !== "" || this.screen.intent.active || this.#open());
    if (thing || aimed || (!known && this.isPlaceOffer(verb) && this.#attacks(step))) {
      const asked = this.#asked();
      const { preview, final } = await this.wouldDo(step);
      if (asked !== this.#asked()) return;
      // what the pointer has shown already need not be shown again, but a button is still waited for
      if ((preview && !known) || careful || ((thing || aimed) && final)) {
        this.armed = { step, preview, final };
        return;
      }
    }
    await this.choose(verb, argument);
  }

  /** Which question is on the screen: the table is sent anew now and then, and the question in it is still the same one. */
  #asked(): string {
    return JSON.stringify([this.screen.store.table?.view.answers, this.screen.intent.wishes, this.screen.intent.group]);
  }

  /** The fight that a choice would start, and why it cannot be undone. */
  async wouldDo(step: Step): Promise<{ preview: Preview | null; final: Finality }> {
    const { table } = this.screen.store;
    const nothing = { preview: null, final: "" as const };
    if (!table || !this.screen.mine) return nothing;
    return api.fight(this.screen.token, this.screen.intent.sent(step), table.view.answers).catch(() => nothing);
  }

  /** What a piece or a card is called; "" for anything else. */
  nameOf({ verb, argument }: Step): string {
    const kind = this.screen.question?.kinds[verb] ?? "";
    if (kind === "unit") return pieceOf(this.screen.view, String(argument))?.name ?? "";
    return PIECES.has(kind) ? this.screen.titleOf(kind, String(argument)) : "";
  }

  isPlaceOffer(verb: string): boolean {
    return this.screen.question?.kinds[verb] === "place" && !this.screen.question.picks.includes(verb);
  }

  /** May the player leave this question, and is it about nothing in particular? Then a click on a piece may be meant to look at it. */
  #open(): boolean {
    const { question, view } = this.screen;
    return !!question?.ends.length && !view?.focus.units.length && !view?.focus.places.length;
  }

  /** Is this a place in a reaction where own pieces are? A click on it may just as well mean them. */
  #holds({ verb, argument }: Step): boolean {
    const { question, view } = this.screen;
    if (!question?.window || question.kinds[verb] !== "place") return false;
    return !!view?.pieces.some(({ at, side }) => at === String(argument) && side === view.asked);
  }

  /** Does this choice mean an attack? */
  #attacks({ verb, argument }: Step): boolean {
    const hints = this.screen.question?.hints[verb] ?? {};
    return !!{ ...hints["*"], ...hints[String(argument)] }.attack;
  }

  /** Sends what is in hand with the choice that commits to it. */
  async #commit(last: Step | null): Promise<void> {
    if (this.locked || this.screen.store.busy) return;
    const steps = this.screen.intent.sent(last);
    const kind = last?.verb ?? "";
    const ends = kind !== "" && !!this.screen.question?.ends.includes(kind);
    const first = this.screen.intent.wishes[0] ?? this.screen.intent.group[0] ?? null;
    if (!(await this.#send(steps))) return;
    const deed = steps.at(-1);
    if (first && deed && !ends && stepKey(first) !== stepKey(deed)) {
      this.#done.delete(first.verb);
      this.#done.set(first.verb, { first, step: deed });
    }
  }

  /** Plays choices that a planner proposes, as one step. */
  async playAll(steps: Step[]): Promise<void> {
    if (this.locked || this.screen.store.busy) return;
    this.screen.playback.attack = null;
    this.screen.selected = null;
    await this.#send(steps);
  }

  async #send(steps: Step[]): Promise<boolean> {
    this.screen.rollsFrom = this.screen.store.story.length;
    this.locked = true;
    window.setTimeout(() => (this.locked = false), QUICK);
    this.glimpse = null;
    this.ghost = null;
    const done = steps.length === 1 ? this.screen.store.choose(steps[0]!.verb, steps[0]!.argument) : this.screen.store.chooseAll(steps);
    if (!(await done)) return false;
    this.screen.intent.reset();
    this.armed = null;
    this.#sent = { answers: this.screen.store.table?.view.answers ?? -1, choices: steps.length };
    return true;
  }

  /** Drops what is in hand: a unit, a card, the units of an attack. */
  letGo(): boolean {
    if (!this.armed && !this.screen.intent.active) return false;
    if (this.armed) this.armed = null;
    else this.screen.intent.letGo();
    this.glimpse = null;
    this.hovered = null;
    this.#dropped = this.#last;
    return true;
  }

  /** Another question: what was in hand belonged to the old one. */
  async renew(): Promise<void> {
    this.screen.intent.reset();
    this.screen.adviser.close();
    this.screen.table = null;
    this.armed = null;
    this.glimpse = null;
    this.ghost = null;
    if (this.screen.dialog === "confirm") this.screen.dialog = null;
    const question = this.screen.asked;
    await this.screen.store.drawn;
    if (!question || question !== this.screen.asked || !this.screen.store.table) return;
    const found = await api.ahead(this.screen.token, [], this.screen.store.table.view.answers).catch(() => null);
    if (found && question === this.screen.asked) this.#final = { question, choices: found.final };
  }

  press(button: ChoiceButton, sure = false): void {
    if (button.commits) return void (this.armed ? this.choose(this.armed.step.verb, this.armed.step.argument) : this.#commit(null));
    if (!sure && settings.saved.confirm && button.ends && leftUndone(this.screen.question, this.screen.view)) {
      this.confirming = button;
      this.screen.dialog = "confirm";
      return;
    }
    void this.#start(button);
  }

  /** Does what a button says. If that starts a fight, its card comes first, unless the pointer has shown it already. */
  async #start(button: ChoiceButton): Promise<void> {
    const { verb, argument } = button;
    const step = { verb, argument };
    const shown = this.screen.layout !== "phone" && this.glimpse && stepKey(this.glimpse.step) === stepKey(step);
    if (!shown && this.#mayFight(button)) {
      const asked = this.#asked();
      const { preview, final } = await this.wouldDo(step);
      if (asked !== this.#asked()) return;
      if (preview) {
        this.armed = { step, preview, final };
        return;
      }
    }
    await this.choose(verb, argument);
  }

  /** Could this button start a fight whose card is not on the screen? */
  #mayFight({ verb, final, commits }: ChoiceButton): boolean {
    return final === "rolls" && !commits && !this.armed && !this.screen.preview && !this.screen.question?.picks.includes(verb);
  }

  /** Shows the fight that a button would start, while the pointer is on it. */
  async point(button: ChoiceButton | null): Promise<void> {
    const at = button ? `${stepKey(button)} ${this.#asked()}` : "";
    if (at === this.#pointed) return; // a press gives a button the focus too
    this.#pointed = at;
    this.glimpse = null;
    if (!button || !this.#mayFight(button)) return;
    await new Promise((done) => window.setTimeout(done, HOVER));
    if (this.#pointed !== at) return;
    const step = { verb: button.verb, argument: button.argument };
    const { preview } = await this.wouldDo(step);
    if (preview && this.#pointed === at && !this.armed && at.endsWith(this.#asked())) this.glimpse = { step, preview, left: true };
  }

  /** The units that a question offers to pick, if all of them are in one stack. */
  together(decision: Decision): Step[] {
    const picks = Object.entries(decision.choices).filter(([verb]) => decision.picks.includes(verb));
    if (picks.length !== 1 || decision.kinds[picks[0]![0]] !== "unit") return [];
    const [verb, units] = picks[0]!;
    const places = new Set(units.map((unit) => pieceOf(this.screen.playback.view, String(unit))?.at ?? ""));
    const at = [...places][0];
    const steps = this.screen.intent.found?.steps ?? [];
    const asPlace = this.screen.intent.wishes.some(({ argument }) => argument === at) || steps.some(({ argument }) => argument === at);
    return places.size === 1 && asPlace ? units.map((argument) => ({ verb, argument })) : [];
  }

  /** Shows where a piece could go, or the fight that a click would start, while the pointer is on it. */
  async hover(thing: { unit: string | null; place: string } | null, x = 0): Promise<void> {
    this.ghost = null;
    if (!thing && this.#pointed.endsWith(this.#asked())) return; // the pointer has gone on to a button
    this.#pointed = "";
    this.glimpse = null;
    this.hovered = thing;
    if (!thing) return;
    const { unit, place } = thing;
    this.#last = `${unit} ${place}`;
    if (this.#last === this.#dropped) return;
    this.#dropped = "";
    const question = this.screen.question;
    if (!question || this.armed) return;
    const offered = (name: string | null, kind: string): Step | undefined =>
      Object.entries(question.choices).flatMap(([verb, all]) => (question.kinds[verb] === kind && name !== null && all.includes(name) ? [{ verb, argument: name }] : []))[0];
    const still = (): boolean => this.hovered === thing && this.screen.question === question;
    const step = offered(unit, "unit") ?? offered(place, "place");
    if (!step) return;
    await new Promise((done) => window.setTimeout(done, HOVER));
    if (!still()) return;
    if (question.picks.includes(step.verb)) {
      const found = await this.screen.intent.peek(step).catch(() => null);
      if (found && still()) {
        if (!found.stop) this.ghost = found.decision;
        if (found.preview) this.glimpse = { step, preview: found.preview, left: x > GLIMPSE };
      }
    } else if (this.#attacks(step)) {
      const { preview } = await this.wouldDo(step);
      if (preview && still()) this.glimpse = { step, preview, left: x > GLIMPSE };
    }
  }

  /** Takes back the last intention; first of all what is only in hand. */
  async undo(all = false): Promise<void> {
    this.screen.selected = null;
    if (this.letGo() && !all) return;
    const { answers, choices } = this.#sent;
    await this.screen.store.undo(all, answers === this.screen.store.table?.view.answers ? choices : 0);
    this.screen.rollsFrom = this.screen.store.story.length;
  }

  /** Does with what is in hand what was done last: the same button or, by key, the same destination. False if it cannot. */
  repeat(buttonsOnly = false): boolean {
    const { intent, question } = this.screen;
    const last = this.#done.get((intent.wishes[0] ?? intent.group[0])?.verb ?? "")?.step;
    if (!last || !question) return false;
    const button = this.screen.buttons.find((one) => one.verb === last.verb && !one.ends && !one.guarded && !one.unit);
    if (button) this.press(button);
    else if (!buttonsOnly && this.isPlaceOffer(last.verb) && question.choices[last.verb]?.includes(last.argument)) void this.enter(last.verb, last.argument);
    else return false;
    return true;
  }

  /** A double click on a piece: picked up by the first click, it does what the last button did. */
  async doAgain(): Promise<void> {
    await this.screen.intent.settled;
    this.repeat(true);
  }

  /** Picks up the nearest piece that can do what was done last. */
  takeNext(): boolean {
    const { intent, question, view, land } = this.screen;
    const first = [...this.#done.values()].findLast((one) => question?.picks.includes(one.first.verb))?.first;
    if (!first || !question || intent.active || this.armed) return false;
    const spot = (name: Argument): Point | undefined => land?.places[pieceOf(view, String(name))?.at ?? String(name)]?.c;
    const from = spot(first.argument);
    const far = (name: Argument): number => {
      const to = spot(name);
      return from && to ? Math.hypot(to[0] - from[0], to[1] - from[1]) : Infinity;
    };
    const next = (question.choices[first.verb] ?? []).filter((one) => one !== first.argument).toSorted((a, b) => far(a) - far(b))[0];
    if (next === undefined) return false;
    void this.choose(first.verb, next);
    return true;
  }
}
