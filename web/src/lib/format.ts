/** Formatting of dates, percentages, names and counts. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const LONG = [
  "January", "February", "March", "April", "May", "June",
  "July", "August", "September", "October", "November", "December",
];

function split(iso: string): [number, number, number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}

/** "1944-12-16" as "16 Dec". */
export function shortDate(iso: string): string {
  const parts = split(iso);
  return parts ? `${parts[2]} ${MONTHS[parts[1] - 1]}` : iso;
}

/** "1944-12-16" as "16 December 1944". */
export function longDate(iso: string): string {
  const parts = split(iso);
  return parts ? `${parts[2]} ${LONG[parts[1] - 1]} ${parts[0]}` : iso;
}

/** "16 Dec" as "16 December", for headings; other text is returned unchanged. */
export function spokenDate(date: string): string {
  const match = /^(\d{1,2}) ([A-Z][a-z]{2})\b(.*)$/.exec(date);
  const month = match ? MONTHS.indexOf(match[2] ?? "") : -1;
  return match && month >= 0 ? `${match[1]} ${LONG[month]}${match[3]}` : date;
}

/** How long ago, in words. */
export function ago(iso: string | null, now: number = Date.now()): string {
  const then = iso ? Date.parse(iso) : NaN;
  if (Number.isNaN(then)) return "";
  const seconds = Math.max(0, Math.round((now - then) / 1000));
  if (seconds < 60) return "just now";
  const steps: [number, string][] = [[60, "minute"], [24, "hour"], [7, "day"], [520, "week"]];
  let amount = seconds / 60;
  for (const [size, name] of steps) {
    if (amount < size || name === "week") {
      const whole = Math.max(1, Math.floor(amount));
      return `${whole} ${name}${whole === 1 ? "" : "s"} ago`;
    }
    amount /= size;
  }
  return "";
}

/** A chance between 0 and 1 as a whole percentage; small chances never round to 0, near certainties never to 100. */
export function percent(chance: number): string {
  if (chance <= 0) return "0%";
  if (chance < 0.01) return "<1%";
  if (chance < 1 && chance > 0.99) return ">99%";
  return `${Math.round(chance * 100)}%`;
}

/** "red-combat_phase" as "Red combat phase". */
export function humanise(id: string): string {
  const text = id.replace(/[-_]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Capitalises the first letter and leaves the rest alone. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "1 turn", "3 turns". */
export function count(n: number, noun: string, several = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : several}`;
}

/** The words that all of these begin with, with the space after them; "" if one of them has no others. */
export function sharedStart(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  const words = first.split(" ");
  for (let n = words.length - 1; n > 0 && others.length; n--) {
    const start = `${words.slice(0, n).join(" ")} `;
    if (others.every((text) => text.startsWith(start) && text.length > start.length)) return start;
  }
  return "";
}

/** A heading and what follows it: "Attack" and "Attack on 1 Inf" are "Attack" and " on 1 Inf", other titles get a full stop. */
export function headed(title: string, text: string): [string, string] {
  const again = title !== "" && text.toLowerCase().startsWith(title.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(title.length));
  if (again) return [text.slice(0, title.length), text.slice(title.length)];
  return [title && `${title}.`, title ? ` ${text}` : text];
}

/** How many letters wide a text is on two lines. */
export function twoLines(text: string): number {
  const breaks = [...text.matchAll(/ /g)].map(({ index }) => Math.max(index, text.length - index - 1));
  return Math.min(text.length, ...breaks);
}
