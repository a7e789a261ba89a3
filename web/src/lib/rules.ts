/** Finding rules: by case, by words, and those of the current question; and the text of a rule with its terms and references. */

import type { RuleCase, Term } from "./api";

const ITEM = "- ";

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

/** Lower-case text without accents. */
function plain(text: string): string {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
}

/** Does the text contain all these words, or words that begin with them? */
function holds(text: string, words: RegExp[]): boolean {
  const all = plain(text);
  return words.every((word) => word.test(all));
}

function wordsOf(query: string): RegExp[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return words.map((word) => new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}`, "u"));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** Rules that contain all words, those with the words in title or number first. */
export function searchRules(rules: RuleCase[], query: string): RuleCase[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const ranked: { rule: RuleCase; rank: number }[] = [];
  for (const rule of rules) {
    const head = `${rule.case} ${rule.name} ${rule.title}`;
    const tables = rule.tables.flatMap((table) => [table.title, ...table.columns, ...table.rows.flat()]);
    if (!holds([head, rule.text, rule.reading, ...rule.checks, ...tables].join("\n"), words)) continue;
    const rank = plain(rule.case) === plain(query.trim()) ? 0 : holds(head, words) ? 1 : 2;
    ranked.push({ rule, rank });
  }
  return ranked.sort((a, b) => a.rank - b.rank).map((one) => one.rule);
}

/** Terms of the glossary whose name begins with what is searched for. */
export function searchTerms(glossary: Term[], query: string): Term[] {
  const wanted = plain(query.trim());
  return wanted ? glossary.filter((one) => plain(one.term).startsWith(wanted)) : [];
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

// --- the text of a rule ------------------------------------------------------------------------------------------------------------------

/** A part of a line: plain text, a term of the glossary, or the name of another case. */
export interface TextPart {
  t: string;
  meaning?: string;
  rule?: string;
}

/** A paragraph, or the items of a list; each is a line in parts. */
export interface Block {
  list: boolean;
  lines: TextPart[][];
}

/** Divides a text into paragraphs and lists, and marks references and, the first time each occurs, terms. */
export class Marker {
  readonly #names: Map<string, string>;
  readonly #meanings: Map<string, string>;
  readonly #pattern: RegExp | null;
  readonly #seen = new Set<string>();

  constructor(glossary: Term[], cases: RuleCase[]) {
    this.#names = new Map(cases.map((rule) => [rule.case, rule.name]));
    this.#meanings = new Map(glossary.map((one) => [one.term, one.meaning]));
    const longest = [...this.#meanings.keys()].sort((a, b) => b.length - a.length).map(escaped);
    this.#pattern = longest.length ? new RegExp(`(?<![\\p{L}\\p{N}-])(?:${longest.join("|")})(?![\\p{L}\\p{N}-])`, "gu") : null;
  }

  blocks(text: string): Block[] {
    const out: Block[] = [];
    for (const line of text.split("\n").filter(Boolean)) {
      const list = line.startsWith(ITEM);
      const parts = this.line(list ? line.slice(ITEM.length) : line);
      const last = out.at(-1);
      if (list && last?.list) last.lines.push(parts);
      else out.push({ list, lines: [parts] });
    }
    return out;
  }

  /** One line in parts. Case numbers in brackets are references if there is nothing else in the brackets. */
  line(text: string): TextPart[] {
    const out: TextPart[] = [];
    for (const piece of text.split(/(\([^()]+\))/)) {
      const inside = piece.startsWith("(") ? piece.slice(1, -1).split(/(, | and |^see )/) : [];
      const names = inside.filter((one, i) => i % 2 === 0 && one !== "");
      if (names.length && names.every((one) => this.#names.has(one))) {
        out.push({ t: "(" });
        for (const one of inside) if (one) out.push(this.#names.has(one) ? { t: this.#names.get(one)!, rule: one } : { t: one });
        out.push({ t: ")" });
      } else if (piece) {
        out.push(...this.#terms(piece));
      }
    }
    return out;
  }

  #terms(text: string): TextPart[] {
    const out: TextPart[] = [];
    let from = 0;
    for (const found of this.#pattern ? text.matchAll(this.#pattern) : []) {
      const term = found[0];
      if (this.#seen.has(term)) continue;
      this.#seen.add(term);
      if (found.index > from) out.push({ t: text.slice(from, found.index) });
      out.push({ t: term, meaning: this.#meanings.get(term) ?? "" });
      from = found.index + term.length;
    }
    if (from < text.length) out.push({ t: text.slice(from) });
    return out;
  }
}
