/** Turns a decision into buttons: everything that cannot be picked on the board itself. */

import type { Argument, ChoiceKind, Decision, Hint, Piece, PlaceId, PreviewTable, UnitId, View } from "./api";
import { count, humanise } from "./format";
import { unitsOf, type Things } from "./things";

/** A choice rolls a die or draws something at once, or it reveals something: it cannot be undone. */
export type Finality = "" | "rolls" | "reveals";

export interface ChoiceButton {
  verb: string;
  argument: Argument;
  label: string;
  /** What is done with the thing on the label ("Activate"). */
  action: string;
  note: string;
  /** Enter presses it, and it stands out. */
  main: boolean;
  /** It has the last place, as the game's main one: another may become the main one, but none changes its place. */
  last: boolean;
  /** It lets a chance go by, which may be final: no key that is pressed again and again does it. */
  guarded: boolean;
  danger: boolean;
  /** Ends a phase, passes, or leaves something be: no key does it by default, and the page may ask first. */
  ends: boolean;
  /** Why it cannot be undone; "" if it can. */
  final: Finality;
  /** It commits to what is in hand. */
  commits: boolean;
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

/** So many short answers, such as numbers, that they make a grid without keys: 1 would not be the 1 of 12. */
export function isGrid(buttons: readonly ChoiceButton[]): boolean {
  return buttons.length > 24 && buttons.every(isShort);
}

/** A number, or a word as short, which can be side by side with others. */
export const isShort = ({ label, note }: ChoiceButton): boolean => label.length <= 5 && !note;

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
        last: false,
        guarded: decision.window !== "" || (hint.passes ?? false),
        danger: hint.danger ?? false,
        ends: decision.ends.includes(verb),
        final: "",
        commits: false,
        unit,
        units: kind === "formation" ? unitsOf({ verb, argument, hint }, things, view.pieces) : (hint.units ?? []),
        places: things[kind]?.[String(argument)]?.between ?? [],
      });
    }
  }
  return markMain(buttons);
}

/** The button that commits to what is in hand where picking it would do more than pick. */
export function commitButton(decision: Decision | null, { verb, argument }: { verb: string; argument: Argument }, final: Finality, note: string, name = ""): ChoiceButton {
  const hint = decision ? hintOf(decision, verb, argument) : {};
  return {
    verb, argument, label: name ? `${hint.action || hint.label || humanise(verb)}: ${name}` : hint.label || humanise(verb), action: "", note, main: true, last: true, guarded: false, danger: false, ends: false, final, commits: true, unit: null, units: [], places: [],
  };
}

/** A choice's label where no heading says what is done with the thing on it. */
export function fullLabel({ action, label }: ChoiceButton): string {
  return action ? `${action}: ${label}` : label;
}

/** What is left undone if the player moves on, in words: "6 units could still act: 1 SS, ..."; "" if nothing is. */
export function leftUndone(decision: Decision | null, view: View | null): string {
  const undone = decision?.undone;
  if (!undone) return "";
  const names = (ids: readonly UnitId[]): string => {
    const found = ids.map((id) => view?.pieces.find((piece) => piece.id === id)?.name ?? id);
    return found.length > LISTED ? `${found.slice(0, LISTED).join(", ")} and ${found.length - LISTED} more` : found.join(", ");
  };
  const parts = [
    undone.must.length ? `${count(undone.must.length, "unit")} still ${undone.must.length === 1 ? "has" : "have"} to act: ${names(undone.must)}.` : "",
    undone.could.length ? `${count(undone.could.length, "unit")} could still act: ${names(undone.could)}.` : "",
    undone.text ? `${undone.text.charAt(0).toUpperCase()}${undone.text.slice(1)}.` : "",
  ];
  return parts.filter(Boolean).join(" ");
}

const LISTED = 6;

/** At most one main button: the first that claims it, or the only one there is. */
function markMain(buttons: ChoiceButton[]): ChoiceButton[] {
  const claimed = buttons.findIndex((button) => button.main);
  const plain = buttons.filter((button) => !button.unit && !button.units.length);
  const only = plain.length === 1 && buttons.length === 1 && !plain[0]!.ends ? plain[0] : undefined;
  const main = claimed >= 0 ? buttons[claimed] : only;
  return buttons.map((button) => ({ ...button, main: button === main, last: button === main }));
}

/** The table that the card of a fight shows: the one the player wants to see, or else the one that is chosen or that Enter would choose. */
export function tableShown(tables: readonly PreviewTable[], wanted: string | null, buttons: readonly ChoiceButton[]): PreviewTable | undefined {
  const main = buttons.find((button) => button.main);
  return (
    tables.find(({ id }) => id === wanted) ??
    tables.find(({ chosen }) => chosen) ??
    tables.find(({ id }) => main && id === String(main.argument)) ??
    tables[0]
  );
}

/** Enter means the table that the player sees: if buttons choose the table, the one of the table that is shown is the main one. */
export function mainForTable(buttons: ChoiceButton[], tables: readonly PreviewTable[], wanted: string | null): ChoiceButton[] {
  const isTable = (button: ChoiceButton): boolean => tables.some(({ id }) => id === String(button.argument));
  const main = buttons.find((button) => button.main);
  const instead = buttons.find((button) => isTable(button) && String(button.argument) === wanted);
  if (!instead || (main && !isTable(main))) return buttons;
  return buttons.map((button) => ({ ...button, main: button === instead }));
}

/** Can any part of the decision be picked on the board? */
export function hasBoardChoices(view: View, isOnBoard: (place: PlaceId) => boolean): boolean {
  const decision = view.decision;
  if (!decision) return false;
  const total = Object.values(decision.choices).reduce((sum, offered) => sum + offered.length, 0);
  return choiceButtons(view, isOnBoard).length < total;
}
