/** The keys of the game screen. The board has its own when it has focus. */

export interface KeyHelp {
  keys: string[];
  text: string;
}

/** Does the event belong to a text field? */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) return !["button", "checkbox", "radio", "range", "file"].includes(target.type);
  return ["TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Would Enter or Space activate the focused element? */
export function isPressable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && !!target.closest("button, a[href], summary, [role=menuitem], [role=tab], input");
}

export const HELP: { title: string; keys: KeyHelp[] }[] = [
  {
    title: "Play",
    keys: [
      { keys: ["Enter"], text: "main button, unless it ends a phase or passes; on the board: pick what has the focus" },
      { keys: ["Space"], text: "repeat: picks up the next piece, then the same button or destination as last time" },
      { keys: ["Double click"], text: "on a piece: picks it up and presses the same button as last time, such as Attack" },
      { keys: ["1", "…", "9"], text: "the other buttons, in order" },
      { keys: ["W"], text: "what would you do? Asks a planner, in games against the AI and in hot-seat games" },
      { keys: ["U"], text: "undo" },
      { keys: ["Shift+U"], text: "undo everything since the last roll" },
      { keys: ["Esc"], text: "put down what you have picked up (so does a right click), or close a card or panel; never undoes anything" },
    ],
  },
  {
    title: "Board",
    keys: [
      { keys: ["Tab"], text: "next piece or place you can pick" },
      { keys: ["Arrows"], text: "neighbouring place; Home, PageUp, End, PageDown go diagonally" },
      { keys: ["/"], text: "go to a place by name or number" },
      { keys: ["0", "…", "9"], text: "on the board, once you move there with the keys: go to the place with that number, if places are numbered" },
      { keys: ["?"], text: "on the board: why not here? elsewhere: this list" },
      { keys: ["+", "-", "0"], text: "zoom in, zoom out, whole board" },
      { keys: ["Ctrl+click"], text: "on a piece, with another in hand: they go together, where both can go" },
      { keys: ["Shift+click"], text: "where the route matters: go by way of this place (on a touch screen, press and hold)" },
    ],
  },
  {
    title: "Look",
    keys: [
      { keys: ["F"], text: "exact diagram of the board: hold, or press to toggle" },
      { keys: ["Space"], text: "hold, with nothing picked up: hides the pieces" },
      { keys: ["]"], text: "hide or show the panel" },
      { keys: ["[", "Alt+1–5"], text: "next panel; Story, Forces, Rules, History, Chat" },
    ],
  },
  {
    title: "Replay",
    keys: [
      { keys: [",", "."], text: "one step back or forward" },
      { keys: ["Shift+,", "Shift+."], text: "one turn back or forward" },
      { keys: ["P"], text: "play or pause" },
      { keys: ["N"], text: "back to now; skips other players' moves" },
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
  /** Repeats the last kind of action; false if nothing is in hand to repeat it on. */
  repeat(): boolean;
  /** Picks up the next piece for the last kind of action. */
  next(): boolean;
  fold(): void;
  panel(index: number | "next"): void;
  step(by: 1 | -1): void;
  stepTurn(by: 1 | -1): void;
  play(): void;
  now(): void;
  /** Asks what a planner would do; false if it cannot be asked now. */
  advise(): boolean;
  overlay(key: string): boolean;
}

/** Handles a key; true if it was used. F and Space show something while held. */
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
      if (!event.repeat && !act.repeat()) act.lift(true);
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
    case "W":
      return event.repeat || act.advise();
  }
  return letter !== "" && act.overlay(letter);
}

/** Space held for longer, in milliseconds, only shows what is under the pieces. */
const PEEK = 300;

/** Handles the release of a held key. */
export function keyUp(event: KeyboardEvent, act: Pick<KeyActions, "lift" | "facts" | "next">, held: number): void {
  if (event.key === " ") {
    if (held < PEEK) act.next();
    act.lift(false);
  }
  // A long press of F was a peek, a short one a toggle.
  if (event.key.toUpperCase() === "F" && held > 350) act.facts(false);
}
