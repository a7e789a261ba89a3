import { afterEach, describe, expect, it, vi } from "vitest";
import { keyDown, keyUp, type KeyActions } from "./keys";

function actions(): KeyActions & Record<string, ReturnType<typeof vi.fn>> {
  const names = ["main", "pick", "undo", "find", "escape", "help", "facts", "lift", "repeat", "next", "fold", "panel", "step", "stepTurn", "play", "now", "advise", "overlay"];
  return Object.fromEntries(names.map((name) => [name, vi.fn(() => true)])) as never;
}

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body): { used: boolean; act: ReturnType<typeof actions> } {
  const act = actions();
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  Object.defineProperty(event, "target", { value: target });
  return { used: keyDown(event, act), act };
}

afterEach(() => document.body.replaceChildren());

describe("keys", () => {
  it("do what the buttons do", () => {
    expect(press("Enter").act.main).toHaveBeenCalled();
    expect(press("u").act.undo).toHaveBeenCalledWith(false);
    expect(press("U", { shiftKey: true }).act.undo).toHaveBeenCalledWith(true);
    expect(press("/").act.find).toHaveBeenCalled();
    expect(press("?").act.help).toHaveBeenCalled();
    expect(press("3").act.pick).toHaveBeenCalledWith(2);
    expect(press("w").act.advise).toHaveBeenCalledOnce();
    expect(press("s").act.overlay).toHaveBeenCalledWith("S");
    expect(press(".").act.step).toHaveBeenCalledWith(1);
    expect(press("1", { altKey: true, code: "Digit1" }).act.panel).toHaveBeenCalledWith(0);
  });

  it("leave typing, browser shortcuts and focused buttons alone", () => {
    expect(press("u", {}, document.createElement("textarea")).used).toBe(false);
    expect(press("u", { ctrlKey: true }).used).toBe(false);
    const button = document.createElement("button");
    expect(press("Enter", {}, button).act.main).not.toHaveBeenCalled();
    expect(press(" ", {}, button).act.lift).not.toHaveBeenCalled();
  });

  it("never undo on Escape", () => {
    const { act } = press("Escape");
    expect(act.escape).toHaveBeenCalled();
    expect(act.undo).not.toHaveBeenCalled();
  });

  it("do nothing while a dialog is open", () => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("open", "");
    document.body.append(dialog);
    expect(press("u").used).toBe(false);
  });

  it("show something while they are held", () => {
    const act = actions();
    keyUp(new KeyboardEvent("keyup", { key: " " }), act, 10);
    expect(act.lift).toHaveBeenCalledWith(false);
    expect(act.next).toHaveBeenCalledTimes(1);
    keyUp(new KeyboardEvent("keyup", { key: " " }), act, 900);
    expect(act.next).toHaveBeenCalledTimes(1);
    keyUp(new KeyboardEvent("keyup", { key: "f" }), act, 100);
    expect(act.facts).not.toHaveBeenCalled();
    keyUp(new KeyboardEvent("keyup", { key: "f" }), act, 900);
    expect(act.facts).toHaveBeenCalledWith(false);
  });
});
