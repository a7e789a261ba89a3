/** What the lobby sends for a new game. */

import type { GameInfo, NewTable, OptionSetting, SideId } from "./api";

export const SAME_SCREEN = "same";
export const FRIEND = "friend";

export interface Setup {
  scenario: string;
  side: SideId;
  /** SAME_SCREEN, FRIEND, or the id of an AI. */
  opponent: string;
  /** Seats set individually; they override side and opponent. */
  seats: Record<SideId, string>;
  options: Record<string, OptionSetting>;
  seed: string;
}

/** The default set-up: first scenario, first side, and the strongest AI as the opponent (they are listed weakest first). */
export function defaultSetup(game: GameInfo): Setup {
  return {
    scenario: game.scenarios[0]?.id ?? "",
    side: game.sides[0]?.id ?? "",
    opponent: game.players.at(-1)?.id ?? SAME_SCREEN,
    seats: {},
    options: Object.fromEntries(game.options.map((option) => [option.id, option.default])),
    seed: "",
  };
}

/** Who plays each side: "human" or the id of an AI. */
export function seatsOf(game: GameInfo, setup: Setup): Record<SideId, string> {
  const people = setup.opponent === SAME_SCREEN || setup.opponent === FRIEND;
  return Object.fromEntries(
    game.sides.map((side) => [
      side.id,
      setup.seats[side.id] ?? (side.id === setup.side || people ? "human" : setup.opponent),
    ]),
  );
}

/** The request for the table. */
export function newTable(game: GameInfo, setup: Setup, name: string): NewTable {
  const seats = seatsOf(game, setup);
  const people = Object.values(seats).filter((player) => player === "human").length;
  const changed = Object.entries(setup.options).filter(
    ([id, value]) => game.options.find((option) => option.id === id)?.default !== value,
  );
  const request: NewTable = {
    game: game.id,
    scenario: setup.scenario,
    options: Object.fromEntries(changed),
    seats,
    same_screen: people > 1 && setup.opponent !== FRIEND,
    name,
  };
  if (people > 1 && setup.opponent === FRIEND && seats[setup.side] === "human") request.seat = setup.side;
  if (setup.seed.trim()) request.seed = setup.seed.trim();
  return request;
}
