/** Which options of a game go together, and why one cannot be chosen. */

import type { GameInfo, OptionInfo, OptionSetting } from "./api";

type Chosen = Record<string, OptionSetting>;

/** "Fog: Yes" */
function named(game: GameInfo, id: string, value: OptionSetting): string {
  const option = game.options.find((one) => one.id === id);
  return `${option?.title ?? id}: ${option?.values.find((one) => one.value === value)?.label ?? value}`;
}

/** Why an option has to stay as it is; "" if it can be chosen. */
export function barred(game: GameInfo, scenario: string, chosen: Chosen, option: OptionInfo): string {
  const about = game.scenarios.find((one) => one.id === scenario);
  if (about?.options && !about.options.includes(option.id)) return `Not part of the scenario "${about.title}".`;
  const need = option.needs.find((one) => chosen[one.option] !== one.value);
  if (need) return `Needs ${named(game, need.option, need.value)}.`;
  const bar = option.excludes.find((one) => chosen[one.option] === one.value);
  if (bar) return `Cannot go together with ${named(game, bar.option, bar.value)}.`;
  return "";
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
