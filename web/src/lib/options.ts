/** Which options of a game go together, and why one cannot be chosen. */

import type { GameInfo, OptionInfo, OptionSetting } from "./api";

type Chosen = Record<string, OptionSetting>;

/** "Fog: Yes"; "Fog: Light or Thick" for several values. */
function named(game: GameInfo, id: string, ...values: OptionSetting[]): string {
  const option = game.options.find((one) => one.id === id);
  const labels = values.map((value) => option?.values.find((one) => one.value === value)?.label ?? value);
  return `${option?.title ?? id}: ${labels.join(" or ")}`;
}

/** Why an option and another with this value exclude each other; if that is the other's default, what it has to be instead. */
function conflict(game: GameInfo, id: string, value: OptionSetting): string {
  const option = game.options.find((one) => one.id === id);
  if (value !== option?.default) return `Cannot be combined with ${named(game, id, value)}.`;
  const rest = option.values.map((one) => one.value).filter((one) => one !== value);
  return `Needs ${named(game, id, ...rest)}.`;
}

/** Why an option has to stay as it is; "" if it can be chosen. */
export function barred(game: GameInfo, scenario: string, chosen: Chosen, option: OptionInfo): string {
  const about = game.scenarios.find((one) => one.id === scenario);
  if (about?.options && !about.options.includes(option.id)) return `Not available in the scenario "${about.title}".`;
  const missing = option.needs.filter((one) => chosen[one.option] !== one.value);
  if (missing.length) return `Needs ${missing.map((one) => named(game, one.option, one.value)).join(" and ")}.`;
  const bar = option.excludes.find((one) => chosen[one.option] === one.value);
  return bar ? conflict(game, bar.option, bar.value) : "";
}

/** The options without those that cannot be chosen: these go back to their default. One may depend on another, so until nothing changes. */
export function settled(game: GameInfo, scenario: string, chosen: Chosen): Chosen {
  const out = { ...chosen };
  for (let i = 0; i <= game.options.length; i++) {
    const wrong = game.options.find((option) => out[option.id] !== option.default && barred(game, scenario, out, option));
    if (!wrong) break;
    out[wrong.id] = wrong.default;
  }
  return out;
}
