/** What the lobby sends for a new game. */

import type { GameInfo, NewTable, OptionSetting, PlayerInfo, SideId, Table } from "./api";

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

/** A program that looks ahead, told how to think: "general@5+" for five seconds a turn, and in the other side's time as well. */
export function told(game: GameInfo | null, player: string, { think, ponder }: { think: number; ponder: boolean }): string {
  if (!game?.players.find(({ id }) => id === player)?.thinks) return player;
  return `${player}${think ? `@${think}` : ""}${ponder ? "+" : ""}`;
}

/** The program that has a seat, however it was told to think. */
export function programOf<P extends { id: string }>(players: readonly P[] | undefined, player: string): P | undefined {
  const [id] = player.split(/[@+]/);
  return players?.find((one) => one.id === id);
}

/** What a program is called on a side, and how it plays. */
export function programOn(player: PlayerInfo, side: SideId | undefined): { title: string; about: string } {
  const own = side === undefined ? undefined : player.sides[side];
  return own ? { title: own.title, about: `${player.title}. ${own.about}` } : player;
}

/** The default set-up: first scenario, first side, and the usual AI as the opponent. */
export function defaultSetup(game: GameInfo): Setup {
  return {
    scenario: game.scenarios[0]?.id ?? "",
    side: game.sides[0]?.id ?? "",
    opponent: (game.players.find(({ usual }) => usual) ?? game.players.at(-1))?.id ?? SAME_SCREEN,
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
export function newTable(game: GameInfo, setup: Setup, name: string, how = { think: 0, ponder: false }): NewTable {
  const seats = Object.fromEntries(Object.entries(seatsOf(game, setup)).map(([side, player]) => [side, told(game, player, how)]));
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

/** Who plays each side of a game that branches off another: a person has `side`, or all sides in hot-seat play. */
export function branchSeats(sides: readonly { id: SideId }[], side: SideId, opponent: string): Record<SideId, string> {
  return Object.fromEntries(sides.map(({ id }) => [id, opponent === SAME_SCREEN || id === side ? "human" : opponent]));
}

/** The request for another game like this one, with the same players; `swap`: each takes the next side. */
export function rematch(table: Table, swap: boolean, name: string): NewTable {
  const { game, scenario, options, players, role } = table;
  const sides = players.map(({ side }) => side);
  const next = (side: SideId): SideId => (swap ? sides[(sides.indexOf(side) + 1) % sides.length]! : side);
  const seats = Object.fromEntries(players.map(({ side, player }) => [next(side), player]));
  const several = players.filter(({ player }) => player === "human").length > 1;
  const seat = several && sides.includes(role) ? { seat: next(role) } : {};
  return { game, scenario, options, seats, same_screen: several && role === "all", name, ...seat };
}
