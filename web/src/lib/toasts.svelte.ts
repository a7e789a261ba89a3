/** Short notices at the edge of the screen. */

import { Refusal } from "./client";

export interface Toast {
  id: number;
  text: string;
  rule: string;
  tone: "info" | "error" | "good";
}

class Toasts {
  list = $state<Toast[]>([]);
  #next = 1;

  /** Shows a notice for a while; an error stays longer. */
  show(text: string, tone: Toast["tone"] = "info", rule = ""): void {
    const id = this.#next++;
    this.list = [...this.list.filter((toast) => toast.text !== text), { id, text, rule, tone }].slice(-3);
    setTimeout(() => this.close(id), tone === "error" ? 9000 : 5000);
  }

  /** Shows what went wrong, with the rule that forbids it, if any. */
  fail(error: unknown): void {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof Refusal) this.show(error.message, "error", error.rule);
    else this.show(error instanceof Error ? error.message : String(error), "error");
  }

  close(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
