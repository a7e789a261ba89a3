/** The keys of the game screen. The board has its own, when it has the focus. */

export interface KeyHelp {
  keys: string[];
  text: string;
}

/** Does the event belong to something that takes text? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio", "range", "file"].includes(target.type);
  return ["TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Would Enter or Space press what has the focus? */
export function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && !!target.closest("button, a[href], summary, [role=menuitem], [role=tab], input");
}

export const HELP: { title: string; keys: KeyHelp[] }[] = [
  {
    title: "Play",
    keys: [
      { keys: ["Enter"], text: "main button; on the board: pick what has the focus" },
      { keys: ["1", "…", "9"], text: "the other buttons, in order" },
      { keys: ["U"], text: "undo" },
      { keys: ["Shift+U"], text: "undo everything since the last roll" },
      { keys: ["Esc"], text: "close a card or panel, drop the selection; never undoes" },
    ],
  },
  {
    title: "Board",
    keys: [
      { keys: ["Tab"], text: "walk the offered pieces and places in reading order" },
      { keys: ["Arrows"], text: "to the neighbouring place; Home, PageUp, End, PageDown go diagonally" },
      { keys: ["/"], text: "go to a place by its name or number" },
      { keys: ["0", "…", "9"], text: "on the board: the number of a place, where places have one" },
      { keys: ["?"], text: "on the board: why not here? elsewhere: this list" },
      { keys: ["+", "-", "0"], text: "closer, further, whole board" },
    ],
  },
  {
    title: "Look",
    keys: [
      { keys: ["F"], text: "facts: the exact diagram, while held or as a switch" },
      { keys: ["Space"], text: "lift the pieces, while held" },
      { keys: ["]"], text: "fold the panel" },
      { keys: ["[", "Alt+1–5"], text: "next panel; Story, Forces, Rules, History, Talk" },
    ],
  },
  {
    title: "Replay",
    keys: [
      { keys: [",", "."], text: "one moment back or forth" },
      { keys: ["Shift+,", "Shift+."], text: "one turn back or forth" },
      { keys: ["P"], text: "play or pause" },
      { keys: ["N"], text: "back to now; skips the moves of others" },
    ],
  },
];

export interface KeyActions {
  main(): boolean;
  pick(index: number): boolean;
  undo(all: boolean): void;
  find(): void;
  escape(): boolean;
  help(): void;
  facts(on: boolean | "toggle"): void;
  lift(on: boolean): void;
  fold(): void;
  panel(index: number | "next"): void;
  step(by: 1 | -1): void;
  stepTurn(by: 1 | -1): void;
  play(): void;
  now(): void;
  overlay(key: string): boolean;
}

/** Which key does what; true when the key was used. Holding F or Space shows something while it is held. */
export function keyDown(event: KeyboardEvent, act: KeyActions): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || isTyping(event.target)) return false;
  if (document.querySelector("dialog[open]")) return false;
  if (event.altKey) {
    const index = ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5"].indexOf(event.code);
    if (index < 0) return false;
    act.panel(index);
    return true;
  }
  const pressable = isPressable(event.target);
  switch (event.key) {
    case "Enter":
      return pressable ? false : act.main();
    case " ":
      if (pressable) return false;
      if (!event.repeat) act.lift(true);
      return true;
    case "Escape":
      return act.escape();
    case "/":
      act.find();
      return true;
    case "?":
      act.help();
      return true;
    case "]":
      act.fold();
      return true;
    case "[":
      act.panel("next");
      return true;
    case ",":
      act.step(-1);
      return true;
    case ".":
      act.step(1);
      return true;
    case "<":
    case ";":
      act.stepTurn(-1);
      return true;
    case ">":
    case ":":
      act.stepTurn(1);
      return true;
  }
  if (/^[1-9]$/.test(event.key)) return act.pick(Number(event.key) - 1);
  const letter = event.key.length === 1 ? event.key.toUpperCase() : "";
  switch (letter) {
    case "U":
      if (!event.repeat) act.undo(event.shiftKey);
      return true;
    case "F":
      if (!event.repeat) act.facts("toggle");
      return true;
    case "P":
      act.play();
      return true;
    case "N":
      act.now();
      return true;
  }
  return letter !== "" && act.overlay(letter);
}

/** Letting go of a key that was held. */
export function keyUp(event: KeyboardEvent, act: Pick<KeyActions, "lift" | "facts">, held: number): void {
  if (event.key === " ") act.lift(false);
  // A long press of F was a look, a short one a switch.
  if (event.key.toUpperCase() === "F" && held > 350) act.facts(false);
}
