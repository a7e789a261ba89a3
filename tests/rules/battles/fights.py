"""Small fights of Battles for rule tests: units by strength, an open arena, attacks with a wanted result."""

from __future__ import annotations

from typing import Any

from ardennes import Match
from ardennes.games.battles import strength
from ardennes.games.battles.facts import (
    ARTILLERY,
    BARRAGE,
    BOARD,
    COLUMNS,
    COMBAT,
    CRT,
    ENGINEERS,
    FPF,
    HEX_NAMES,
    MECH,
    OF_SIDE,
    SIDES,
    STRENGTH,
    UNIT_NAMES,
    hex_at,
)
from tests.rules.battles.table import offered, situation, state

ARENA = "D0711"
"""Clear, as is everything within three hexes to the north and west; no river within four hexes."""
GERMAN, ALLIED = "german-combat", "allied-combat"


def _find(side: str, wanted: int, ready: Any, used: list[str]) -> str:
    units = OF_SIDE[SIDES.index(side)] & wanted
    for name in UNIT_NAMES.list_of(units):
        if name not in used and ready(UNIT_NAMES.index[name]):
            return name
    raise AssertionError("no such unit in the game")


def squad(side: str, *strengths: int, mech: bool = False) -> list[str]:
    """Different combat units of a side with these strengths."""
    out: list[str] = []
    for value in strengths:
        group = COMBAT & (MECH if mech else ~MECH)
        out.append(_find(side, group, lambda u, value=value: STRENGTH[u] == value, out))
    return out


def guns(side: str, *barrages: int, fpf: int | None = None, mech: bool = False) -> list[str]:
    """Different artillery units of a side with these Barrage Strengths."""
    out: list[str] = []
    for value in barrages:
        group = ARTILLERY & (MECH if mech else ~MECH)
        fits = lambda u, value=value: BARRAGE[u] == value and fpf in (None, FPF[u])  # noqa: E731
        out.append(_find(side, group, fits, out))
    return out


def engineer(side: str) -> str:
    """An engineer unit."""
    return _find(side, ENGINEERS, lambda u: True, [])


def step(place: str, *points: str) -> str:
    """The hex you get to by these points of the compass."""
    here = hex_at(place)
    for point in points:
        here = BOARD.step(here, BOARD.compass.index(point))
    return HEX_NAMES.names[here]


def ring(place: str) -> list[str]:
    """The hexes around a hex."""
    return HEX_NAMES.list_of(BOARD.neighbours(hex_at(place)))


def battle(phase: str, units: dict[str, str], **more: Any) -> Match:
    """A situation in the open, in Clervaux unless told otherwise."""
    return situation(phase, units, **({"scenario": "clervaux"} | more))


def plan(match: Match, target: str, units: list[str], barrage: list[str] | None = None, **fire: list[str]) -> Match:
    """Choose a hex and who attacks it; `normal` and `withering` name guns with Saturation Fire."""
    match.play("target", target)
    s = state(match)
    picked = UNIT_NAMES.list_of(s.attackers | s.guns)
    for verb, some in (("join", units), ("gun", barrage or []), *fire.items()):
        for unit in some:
            if unit not in picked:
                match.play(verb, unit)
    return match


def declare(match: Match, target: str, units: list[str], barrage: list[str] | None = None, **fire: list[str]) -> Match:
    """Choose a hex and who attacks it, and attack; up to the first question of the defender or of chance."""
    plan(match, target, units, barrage, **fire).play("attack")
    return match


def column(match: Match) -> str:
    """The column on which the attack will be resolved."""
    return COLUMNS[strength.column(state(match))]


def totals(match: Match) -> tuple[int, int]:
    """The attack and defence totals."""
    return strength.attack(state(match)), strength.defence(state(match))


def roll(match: Match, result: str) -> Match:
    """Roll the die that gives a result."""
    assert match.decision.side == "chance" and match.decision.cases == ("9.4",), match.decision
    on = strength.column(state(match))
    die = next((n for n in range(1, 7) if CRT.result(n, on) == result), None)
    assert die is not None, f"{result} is not on {COLUMNS[on]}"
    match.play("die", die)
    return match


def fight(match: Match, target: str, units: list[str], result: str, barrage: list[str] | None = None) -> Match:
    """An attack without FPF that ends with a result."""
    declare(match, target, units, barrage)
    if match.decision.cases == ("b10.3",):
        match.play("ready")
    return roll(match, result)


def strengths(match: Match) -> dict[str, int]:
    """What the units on the map have left."""
    s = state(match)
    return {name: s.strength(u) for name, u in UNIT_NAMES.index.items() if s.at[u] >= 0}


def choices(match: Match, verb: str) -> set[Any]:
    """What is offered for a verb, as a set."""
    return set(offered(match, verb))


def until(match: Match, turn: int, side: str, frame: str) -> Match:
    """Let everybody pass and every die show 1 until a side is asked by a kind of frame on a turn."""
    for _ in range(200):
        if state(match).turn == turn and (match.decision.side, type(match.state.stack[-1]).__name__) == (side, frame):
            return match
        verb = next((v for v in ("done", "ready", "die", "sum") if v in match.decision.choices), "")
        assert verb, match.decision
        match.play(verb, match.decision.choices[verb][0])
    raise AssertionError(f"{side} is not asked by {frame} on turn {turn}")


def told(match: Match, verb: str, argument: Any = None) -> list[tuple[Any, ...]]:
    """The events that an answer causes; the match stays as it is."""
    s = state(match).clone()
    table = s.tables.get(verb)
    s.events.clear()
    s.apply(verb, argument if table is None else table.index[argument])
    return [event for event in s.events if event[0]]


def go(match: Match, unit: str, place: str, how: str = "hex") -> Match:
    """Move a unit to a hex."""
    match.play("unit", unit)
    match.play(how, place)
    return match
