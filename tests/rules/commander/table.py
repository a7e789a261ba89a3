"""Setting up a small situation of Commander for a rule test, with the dice in the test's hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import ardennes
from ardennes import Match
from ardennes.games.commander.battle import Battle
from ardennes.games.commander.facts import BOARD, ROSTER, SPACE_NAMES, UNIT_NAMES, VALUE
from ardennes.games.commander.odds import dice_of
from ardennes.games.commander.state import CommanderState
from tests.rules.answers import refused as refused

START = ("Gemund", "Stadtkyll", "Baasem", "Prum", "Dasburg", "Bitburg", "Kruchten", "Trier")
"""German control at the start (3-D)."""
NORTH = ("Monschau", "Elsenborn", "Eupen", "Malmedy", "Losheim")
EVERYWHERE = tuple(SPACE_NAMES.index)


@dataclass(frozen=True)
class Facts:
    """A unit as its row of units.csv has it."""

    id: str
    name: str
    side: int
    type: str
    strength: int
    bonus: bool
    attack: int
    defence: int
    elite: bool
    start: str
    due: int
    reserve: bool
    letters: tuple[str, ...]
    source: str


def _facts(row: Mapping[str, str]) -> Facts:
    return Facts(
        row["id"],
        row["name"],
        ("german", "allied").index(row["side"]),
        row["type"],
        int(row["strength"]),
        row["bonus"] == "1",
        int(row["attack"]),
        int(row["defence"]),
        bool(row["elite"]),
        row["start"],
        int(row["due"]) if row["due"].isdigit() else 0,
        row["due"] == "okw",
        tuple(row["letters"].split()),
        row["source"],
    )


UNITS = tuple(_facts(row) for row in ROSTER.rows)


def facts(unit: str) -> Facts:
    """The facts of a unit by its id."""
    return UNITS[UNIT_NAMES.index[unit]]


def situation(
    phase: str, units: Mapping[str, str], *, german: Iterable[str] = START, scenario: str = "campaign", **fields: Any
) -> Match:
    """A position on 18 December at 0530 by default; dice are rolled by hand.

    All units that are not given are absent; "Spa/2" is Spa with strength 2.
    `phase` is a name such as "german-turn"; `german` are the spaces under German control, to which those with German units alone are
    added and from which those with Allied units alone are taken. `fields` are fields of the state as a position writes them.
    """
    at: dict[str, str] = {}
    lost: dict[str, int] = {}
    for unit, place in units.items():
        at[unit], _, strength = place.partition("/")
        lost[unit] = facts(unit).strength - int(strength) if strength else 0
    held = {side: {p for u, p in at.items() if facts(u).side == side} for side in (0, 1)}
    control = ((set(german) | held[0]) - (held[1] - held[0])) - {p for p in held[0] if p not in german and p in held[1]}
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "commander",
        "scenario": scenario,
        "day": 18,
        "phase": phase,
        "units": at,
        "lost": {u: n for u, n in lost.items() if n},
        "german": sorted(control & set(SPACE_NAMES.index)),
    }
    return ardennes.load_position(data | fields, chance="manual")


def state(match: Match) -> CommanderState:
    assert isinstance(match.state, CommanderState)
    return match.state


def offered(match: Match, verb: str) -> list[Any]:
    """The arguments offered for a verb now, sorted."""
    return sorted(match.decision.choices.get(verb, []), key=str)


def asked(match: Match) -> str:
    """The kind of the pending question."""
    return type(match.state.stack[-1]).__name__


# --- reading -----------------------------------------------------------------------------------------------------------------------------


def number(unit: str) -> int:
    return UNIT_NAMES.index[unit]


def space(name: str) -> int:
    return BOARD.index[name]


def where(match: Match, unit: str) -> str:
    """The space or box of a unit."""
    return match.game.place_name(state(match).at[number(unit)])


def strength(match: Match, unit: str) -> int:
    return state(match).strength(number(unit))


def vp(match: Match) -> int:
    return state(match)._vp


def value(*names: str) -> int:
    """The VP of some spaces together."""
    return sum(VALUE[space(name)] for name in names)


def has(match: Match, marker: str, unit: str) -> bool:
    """Does the unit have this marker ("cubes", "oos", "short", "active")?"""
    return bool(getattr(state(match), marker) >> number(unit) & 1)


def controls(match: Match, name: str) -> str:
    """Who controls a space."""
    return match.game.sides[state(match).controller(space(name))]


def contested(match: Match, name: str) -> bool:
    return bool(state(match).contested() >> space(name) & 1)


def supplied(match: Match, unit: str) -> bool:
    return not has(match, "oos", unit)


# --- playing -----------------------------------------------------------------------------------------------------------------------------


def goals(match: Match, unit: str) -> list[str]:
    """Where an active unit may go (on a copy: the match stays as it is)."""
    copy = match.at(match.count)
    if unit not in offered(copy, "unit"):
        return []
    copy.play("unit", unit)
    return offered(copy, "space")


def go(match: Match, unit: str, to: str, via: str = "") -> None:
    """Move an active unit, the direct way unless a middle space is named."""
    match.play("unit", unit)
    match.play("space", to)
    if asked(match) == "Via":
        if via:
            match.play("via", via)
        else:
            match.play("direct")


def assault(phase: str, units: Mapping[str, str], place: str, **fields: Any) -> Match:
    """Units of both sides in one space, which is activated without moving anyone: a battle is about to be rolled."""
    match = situation(phase, units, **fields)
    match.play("activate", place)
    end_moves(match)
    return match


def why_not(match: Match, unit: str, to: str) -> str:
    """The case by which a move of an active unit is refused (on a copy)."""
    copy = match.at(match.count)
    copy.play("unit", unit)
    return refused(copy, "space", to)


def end_moves(match: Match) -> None:
    """End movement, if it is still asked."""
    if match.result is None and asked(match) == "Moves":
        match.play("done")


def battle(match: Match) -> Battle:
    top = match.state.stack[-1]
    assert isinstance(top, Battle), f"{type(top).__name__} is asked"
    return top


def next_roll(match: Match) -> tuple[str, int, int]:
    """The unit that rolls next, its dice and its modified hit chance."""
    frame = battle(match)
    unit = frame.roller()
    return UNIT_NAMES.names[unit], dice_of(state(match), unit), frame.chance(state(match), unit)


def roll(match: Match, unit: str, *dice: int) -> int:
    """Roll the dice of a unit as the rulebook has them; returns the hits."""
    who, count, chance = next_roll(match)
    assert (who, count) == (unit, len(dice))
    hits = sum(die <= chance for die in dice)
    match.play("hits", hits)
    return hits


def rolls(match: Match) -> dict[str, tuple[int, int]]:
    """Dice and hit chance of every unit of the battle (on a copy)."""
    copy = match.at(match.count)
    out: dict[str, tuple[int, int]] = {}
    while asked(copy) == "Battle":
        frame = battle(copy)
        unit, dice, chance = next_roll(copy)
        out[unit] = (dice, chance)
        copy.play("hits", offered(copy, "hits")[0])
        if asked(copy) == "Battle" and battle(copy).place != frame.place:
            break
    return out


def fight(match: Match, on_defender: int, on_attacker: int = 0) -> None:
    """Roll all dice of a battle so that these hits come out before terrain."""
    left = [on_attacker, on_defender]
    while asked(match) == "Battle":
        frame = battle(match)
        mine = frame.attackers >> frame.roller() & 1
        hits = min(left[mine], max(offered(match, "hits")))
        left[mine] -= hits
        match.play("hits", hits)
    assert left == [0, 0], "there are not so many dice"


def pass_all(match: Match) -> None:
    """Pass, or activate without moving, until the day is over (all battles go without hits)."""
    day = state(match).day
    while match.result is None and state(match).day == day:
        step(match)


def step(match: Match) -> None:
    """The quietest answer to the pending question."""
    choices = match.decision.choices
    for verb in ("pass", "done", "stay", "stand", "direct"):
        if verb in choices:
            match.play(verb)
            return
    verb = next(iter(choices))
    match.play(verb, choices[verb][0])
