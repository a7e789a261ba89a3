"""16.0 Victory, 10.3 the change of table, and the ends of player-turns and game-turns."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import Decision
from ardennes.core.game import Result
from ardennes.core.kinds import Place, Side
from ardennes.core.state import Frame
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BASTOGNE,
    BOARD,
    DIE,
    EVERY,
    EXIT_SECTION,
    EXITS,
    GERMAN,
    LAST_TURN,
    SIDES,
    TABLES,
)
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import out_now

_RULES = TABLES["victory"]
NEEDED: int = _RULES["needed"]
EARLY: int = _RULES["early_until"]
NEED_BASTOGNE = frozenset(_RULES["bastogne_sections"])
RELEASED_AT: int = TABLES["reinforcements"]["british_released_at"]
INITIAL_UNTIL: int = TABLES["combat"]["initial_until"]
SWITCH: int = TABLES["combat"]["switch"]


def supplied(s: OffensiveState, side: Side) -> int:
    """16.0G: the units of a side that are in supply right now, whatever was found in the Supply Judgment Phase."""
    return s.active(side) & ~out_now(s, side)[0]


def exit_points(s: OffensiveState) -> dict[Place, int]:
    """16.0B to H: the exit hexes that score for the Germans now, with their points."""
    fed = supplied(s, GERMAN)
    there = s.places_of(fed)
    controls = there | BOARD.spread(s.places_of(fed & ~s.road), EVERY)
    held = controls & ~s.live(ALLIED)
    bastogne = there >> BASTOGNE & 1
    return {
        place: n
        for place, n in EXITS.items()
        if held >> place & 1 and (bastogne or EXIT_SECTION[place] not in NEED_BASTOGNE)
    }


def points(s: OffensiveState) -> tuple[int, int]:
    """16.0: the points of German and Allies right now."""
    return s.losses(ALLIED) + sum(exit_points(s).values()), s.losses(GERMAN)


def judge(turn: int, german: int, allied: int) -> Result | None:
    """16.1, 16.2, 16.3: how the game ends after a game-turn with these points; None: it goes on."""
    if turn <= EARLY and german >= NEEDED:
        return Result(SIDES[GERMAN], "immediate victory", german)
    if turn < LAST_TURN:
        return None
    if german < NEEDED:
        return Result(SIDES[ALLIED], "cumulative victory", german)
    if german >= _RULES["german_ratio"] * allied:
        return Result(SIDES[GERMAN], "victory", german)
    return (
        Result(SIDES[ALLIED], "victory", german)
        if german < _RULES["allied_ratio"] * allied
        else Result(None, "draw", german)
    )


@dataclass(frozen=True, slots=True)
class TableRoll(Frame):
    """10.3 From game-turn 6 on a die decides each turn whether the Germans change to the Standard table."""

    def decide(self, s: OffensiveState) -> Decision | None:
        if s.turn <= INITIAL_UNTIL or s.standard:
            s.pop()
            return None
        return s.ask_chance("Which table?", "10.3", die=DIE)

    def on_die(self, s: OffensiveState, die: int) -> None:
        s.standard = die == SWITCH
        s.tell("table_changes" if s.standard else "table_stays", die)
        s.pop()


@dataclass(frozen=True, slots=True)
class EndOfPlayerTurn(Frame):
    """4.1 The last phase of a player-turn: markers are removed."""

    side: Side

    def decide(self, s: OffensiveState) -> None:
        clear(s)
        s.pop()


def clear(s: OffensiveState) -> None:
    """4.1, 13.2C: supply and interdiction markers are removed, and nobody has moved or fought."""
    s.unsupplied = s.isolated = s.cut = 0
    s.moved = s.fought = s.attacked = s.joined = s.obliged = s.spent = s.awake = 0
    s.drop_plans()


@dataclass(frozen=True, slots=True)
class Tabulate(Frame):
    """16.0E Points are counted at the end of the game-turn, the British are perhaps released, and the next game-turn begins."""

    def decide(self, s: OffensiveState) -> None:
        exits = exit_points(s)
        german, allied = s.losses(ALLIED) + sum(exits.values()), s.losses(GERMAN)
        for place, n in exits.items():
            s.tell("holds", GERMAN, place, n)
        s.tell("tabulated", s.turn, german, allied)
        s.result = judge(s.turn, german, allied)
        if s.result is not None:
            s.tell("over", s.result.winner or "nobody", german, allied)
        else:
            if german >= RELEASED_AT and not s.released:
                s.released = True
                s.tell("released", german)
            s.turn += 1
        s.pop()
