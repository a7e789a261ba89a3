/** Finding rules: by case, by words, and what belongs to the present question. */

import type { RuleCase } from "./api";

/** The rule of a case; a finer case than the ledger has ("12.1-6") falls back to the coarser one ("12.1"). */
export function findCase(rules: RuleCase[], wanted: string): RuleCase | null {
  let key = wanted.trim();
  while (key) {
    const found = rules.find((rule) => rule.case === key);
    if (found) return found;
    const cut = Math.max(key.lastIndexOf("-"), key.lastIndexOf(" "));
    key = cut > 0 ? key.slice(0, cut) : "";
  }
  return null;
}

/** Rules that hold all words, those with the words in title or number first. */
export function searchRules(rules: RuleCase[], query: string): RuleCase[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const ranked: { rule: RuleCase; rank: number }[] = [];
  for (const rule of rules) {
    const head = `${rule.case} ${rule.title}`.toLowerCase();
    const all = `${head} ${rule.text} ${rule.reading}`.toLowerCase();
    if (!words.every((word) => all.includes(word))) continue;
    const rank = rule.case.toLowerCase() === words[0] ? 0 : words.every((word) => head.includes(word)) ? 1 : 2;
    ranked.push({ rule, rank });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map((one) => one.rule);
}

/** The rules of the cases, each once, in order. */
export function inForce(rules: RuleCase[], cases: string[]): RuleCase[] {
  const out: RuleCase[] = [];
  for (const wanted of cases) {
    const rule = findCase(rules, wanted);
    if (rule && !out.includes(rule)) out.push(rule);
  }
  return out;
}

/** Rules that the given ones depend on, without the given ones. */
export function seeAlso(rules: RuleCase[], shown: RuleCase[]): RuleCase[] {
  return inForce(rules, shown.flatMap((rule) => rule.depends ?? [])).filter((rule) => !shown.includes(rule));
}
