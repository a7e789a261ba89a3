/** Turns a decision into buttons: everything that cannot be picked on the board itself. */

import type { Argument, ChoiceKind, Decision, Hint, Piece, PlaceId, UnitId, View } from "./api";
import { humanise } from "./format";
import { unitsOf, type Things } from "./things";

export interface ChoiceButton {
  verb: string;
  argument: Argument;
  label: string;
  /** What is done with the thing on the label ("Activate"). */
  action: string;
  note: string;
  main: boolean;
  /** Passing a chance to react cannot be undone: no key that one presses again and again does it. */
  guarded: boolean;
  danger: boolean;
  /** The chosen piece, if it is in a box off the board. */
  unit: Piece | null;
  /** What the choice is about; it is lit while the pointer is on the button. */
  units: UnitId[];
  places: PlaceId[];
}

/** What is chosen by clicking on it elsewhere than on the board: cards in the hand, boxes next to the map and the pieces in them. */
const ELSEWHERE = new Set(["card", "box"]);

/** The argument as a key into the hints: "" for none. */
export function argumentKey(argument: Argument): string {
  return argument === null ? "" : String(argument);
}

/** The game's hint for a choice: its own, or else the one for all arguments of the verb ("*"). */
export function hintOf(decision: Decision, verb: string, argument: Argument): Hint {
  const hints = decision.hints?.[verb];
  return hints?.[argumentKey(argument)] ?? hints?.["*"] ?? {};
}

export function kindOf(decision: Decision, verb: string): ChoiceKind {
  const kind = decision.kinds?.[verb];
  if (kind) return kind;
  return decision.choices[verb]?.[0] === null ? "none" : "word";
}

/** A choice without its own label: if there is only one verb, the prompt says what it is about. */
function fallbackLabel(verb: string, argument: Argument, verbs: number): string {
  if (argument === null) return humanise(verb);
  return humanise(verbs === 1 ? String(argument) : `${verb} ${argument}`);
}

/** The choices that need a button, in the order the game offers them; the main one is marked once. */
export function choiceButtons(view: View, isOnBoard: (place: PlaceId) => boolean, things: Things = {}): ChoiceButton[] {
  const decision = view.decision;
  if (!decision) return [];
  const pieces = new Map<UnitId, Piece>(view.pieces.map((piece) => [piece.id, piece]));
  const buttons: ChoiceButton[] = [];
  const verbs = Object.keys(decision.choices).length;
  const boxes = new Set((view.boxes ?? []).map(({ id }) => id));
  for (const [verb, offered] of Object.entries(decision.choices)) {
    const kind: string = kindOf(decision, verb);
    for (const argument of offered) {
      let unit: Piece | null = null;
      if (kind === "unit") {
        unit = pieces.get(String(argument)) ?? null;
        if (unit?.at && (isOnBoard(unit.at) || boxes.has(unit.at))) continue;
      } else if (ELSEWHERE.has(kind) && (kind !== "box" || boxes.has(String(argument)))) {
        continue;
      } else if (kind === "place" && isOnBoard(String(argument))) {
        continue;
      }
      const hint = hintOf(decision, verb, argument);
      const own = decision.hints?.[verb]?.[argumentKey(argument)]?.label;
      const name = unit ? unit.title || unit.name : kind === "place" ? String(argument) : fallbackLabel(verb, argument, verbs);
      buttons.push({
        verb,
        argument,
        label: own || (unit || kind === "place" ? name : hint.label || name),
        action: hint.action ?? "",
        note: hint.note ?? "",
        main: hint.main ?? false,
        guarded: decision.window !== "",
        danger: hint.danger ?? false,
        unit,
        units: kind === "formation" ? unitsOf({ verb, argument, hint }, things, view.pieces) : (hint.units ?? []),
        places: things[kind]?.[String(argument)]?.between ?? [],
      });
    }
  }
  return markMain(buttons);
}

/** Exactly one main button: the first that claims it, or the only one there is. */
function markMain(buttons: ChoiceButton[]): ChoiceButton[] {
  const claimed = buttons.findIndex((button) => button.main);
  const plain = buttons.filter((button) => !button.unit && !button.units.length);
  const main = claimed >= 0 ? buttons[claimed] : plain.length === 1 && buttons.length === 1 ? plain[0] : undefined;
  return buttons.map((button) => ({ ...button, main: button === main }));
}

/** Can any part of the decision be picked on the board? */
export function hasBoardChoices(view: View, isOnBoard: (place: PlaceId) => boolean): boolean {
  const decision = view.decision;
  if (!decision) return false;
  const total = Object.values(decision.choices).reduce((sum, offered) => sum + offered.length, 0);
  return choiceButtons(view, isOnBoard).length < total;
}
