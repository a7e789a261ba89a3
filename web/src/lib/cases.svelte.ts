/** What players call the cases of the game on the screen: a case that is not listed is called by its number. */

import type { Things } from "./things";

let names = $state.raw<Readonly<Record<string, { title: string }>>>({});

/** Takes the names from what the server says about the game's things. */
export function learnCases(things: Things): void {
  names = things.case ?? {};
}

export function caseName(rule: string): string {
  return names[rule]?.title ?? rule;
}
