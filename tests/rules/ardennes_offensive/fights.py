"""Fights with a wanted result, and hexes and units found by what they are instead of by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    CLEAR,
    COLUMNS,
    CRTS,
    DIVISIONS,
    HEX_NAMES,
    LIVE,
    MECH,
    ROAD_HEXES,
    ROUGH,
    SIDES,
    SOURCES,
    STRENGTH,
    TOWNS,
    UNIT_NAMES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.facts import SIDE as SIDE_OF
from tests.rules.ardennes_offensive.table import offered, situation

GERMAN, ALLIED = "german-combat", "allied-combat"
POINTS = ("NE", "E", "SE", "SW", "W", "NW")
"""Clockwise."""
ARENA = "0931"
"""The middle of dry, clear ground without towns, three hexes in every direction."""

# --- hexes -------------------------------------------------------------------------------------------------------------------------------


def number(name: str) -> int:
    return BOARD.index[name]


def names(places: int) -> list[str]:
    return HEX_NAMES.list_of(places)


def step(start: str, point: str, count: int = 1) -> str:
    """The hex this many steps away in a direction."""
    place = number(start)
    for _ in range(count):
        place = BOARD.step(place, BOARD.compass.index(point))
        assert place >= 0, "off the map"
    return BOARD.names[place]


def ring(centre: str) -> list[str]:
    """The six neighbours, clockwise from the north-east."""
    return [step(centre, point) for point in POINTS]


def distance(a: str, b: str) -> int:
    return BOARD.distance(number(a), number(b))


def around(centre: str, radius: int) -> list[str]:
    """All hexes exactly this far away."""
    return [h for h in names(BOARD.within(number(centre), radius)) if distance(centre, h) == radius]


@cache
def to_source(side: str, place: str) -> int:
    """How far the nearest road exit of a side is."""
    return min(BOARD.distance(number(place), p) for p in each(SOURCES[SIDES.index(side)]))


def side(a: str, b: str) -> dict[str, Any]:
    """What is on the side between two neighbours."""
    return dict(BOARD.sides.get((number(a), number(b)), {}))


def is_live(name: str) -> bool:
    return bool(LIVE >> number(name) & 1)


def is_road(name: str) -> bool:
    return bool(ROAD_HEXES >> number(name) & 1)


def is_rough(name: str) -> bool:
    return bool(ROUGH >> number(name) & 1)


def is_clear(name: str) -> bool:
    return bool(CLEAR >> number(name) & 1)


def is_town(name: str) -> bool:
    return bool(TOWNS >> number(name) & 1)


def is_wall(name: str) -> bool:
    return bool(WEST_WALL >> number(name) & 1)


HEXES = [name for name in BOARD.index if is_live(name)]
"""All hexes of the live map."""

# --- units -------------------------------------------------------------------------------------------------------------------------------


def squad(owner: str, *strengths: int, mech: bool | None = None, but: Iterable[str] = ()) -> list[str]:
    """Units of a side with these printed strengths, all different, that can stack; mechanized or not, if it matters."""
    out: list[str] = []
    no = set(but)
    for wanted in strengths:
        found = next(
            (
                UNIT_NAMES.names[u]
                for u, strength in enumerate(STRENGTH)
                if strength == wanted
                and SIDES[SIDE_OF[u]] == owner
                and not DIVISIONS >> u & 1
                and (mech is None or bool(MECH >> u & 1) == mech)
                and UNIT_NAMES.names[u] not in {*out, *no}
                and not UNIT_NAMES.names[u].startswith(("uk-", "de-heydte"))
            ),
            "",
        )
        assert found, f"{owner} has too few units of strength {wanted}"
        out.append(found)
    return out


def strength(unit: str) -> int:
    return STRENGTH[UNIT_NAMES.index[unit]]


def divisions(count: int) -> list[str]:
    """German infantry divisions."""
    return UNIT_NAMES.list_of(DIVISIONS)[:count]


def filled(hexes: Sequence[str], but: Iterable[str] = ()) -> dict[str, str]:
    """Three Allied foot regiments in each of these hexes: no room for another."""
    spare = [
        UNIT_NAMES.names[u]
        for u in range(len(STRENGTH))
        if SIDES[SIDE_OF[u]] == "allied" and not MECH >> u & 1 and UNIT_NAMES.names[u] not in set(but)
    ][::-1]
    return {spare.pop(): place for place in hexes for _ in range(3)}


# --- fights ------------------------------------------------------------------------------------------------------------------------------


def plan(match: Match, hexes: str | Sequence[str], attackers: Iterable[str]) -> None:
    """Choose what is attacked and by whom, without going on."""
    wanted = [hexes] if isinstance(hexes, str) else list(hexes)
    match.play("attack", wanted[0])
    for unit in attackers:
        if unit not in preview(match).get("attackers", ()):
            match.play("unit", unit)
    for place in wanted[1:]:
        match.play("target", place)
    assert set(preview(match)["attackers"]) == set(attackers)


def preview(match: Match) -> dict[str, Any]:
    return match.preview() or match.preview(match.decision.side) or {}


def strengths(match: Match) -> tuple[int, int]:
    """Attack and defence of the current fight."""
    attack, defence = preview(match)["sides"]
    assert (attack["role"], defence["role"]) == ("attack", "defence")
    return attack["total"], defence["total"]


def odds(match: Match) -> str:
    return str(preview(match)["compare"]["text"])


def table(match: Match) -> str:
    return str(preview(match)["tables"][0]["id"])


def compare(
    phase: str, attackers: dict[str, str], target: str, defenders: Iterable[str], **fields: Any
) -> tuple[int, int]:
    """Strengths when these units, each in its hex, attack a hex with these units."""
    match = situation(phase, attackers | dict.fromkeys(defenders, target), **fields)
    plan(match, target, attackers)
    return strengths(match)


def begin(match: Match, hexes: str | Sequence[str], attackers: Iterable[str], waive: Iterable[str] = ()) -> None:
    """Plan and start a fight, up to the odds or the die; nobody but these hexes gives up an immunity."""
    plan(match, hexes, attackers)
    match.play("fight", hexes if isinstance(hexes, str) else hexes[0])
    while "pass" in match.decision.choices:
        wanted = [h for h in offered(match, "waive") if h in waive]
        match.play(*(("waive", wanted[0]) if wanted else ("pass", None)))


def fight(
    match: Match, hexes: str | Sequence[str], attackers: Iterable[str], result: str, waive: Iterable[str] = ()
) -> None:
    """A whole fight up to a wanted result: a column that has it, and the die for it."""
    begin(match, hexes, attackers, waive)
    finish(match, result)


def finish(match: Match, result: str) -> None:
    """Roll for a wanted result, at the odds as they are or at the highest lower odds that have it."""
    crt = CRTS[table(match)]
    base = COLUMNS.index(odds(match))
    lower = [COLUMNS.index(c) for c in offered(match, "odds")]
    cells = [(c, die) for c in (base, *lower[::-1]) for die in range(1, 7) if crt.result(die, c) == result]
    assert cells, f"{result} cannot be had at {COLUMNS[base]} or the odds that are allowed below"
    wanted, die = cells[0]
    if "roll" in match.decision.choices:
        match.play(*(("roll", None) if wanted == base else ("odds", COLUMNS[wanted])))
    match.play("die", die)


def road_chain(length: int, wanted: Any = lambda names: True) -> list[str]:
    """Hexes in a line along a road, on dry ground or by bridge, that are as wanted."""
    for place in each(ROAD_HEXES & LIVE):
        found = _along([BOARD.names[place]], length, wanted)
        if found:
            return found
    raise AssertionError("the board has no such road")


def _along(sofar: list[str], length: int, wanted: Any) -> list[str]:
    if len(sofar) == length:
        return sofar if wanted(sofar) else []
    for other in ring_live(sofar[-1]):
        if side(sofar[-1], other).get("road") and other not in sofar and distance(sofar[0], other) == len(sofar):
            found = _along([*sofar, other], length, wanted)
            if found:
                return found
    return []


def ring_live(centre: str) -> list[str]:
    """The neighbours on the live map."""
    return [h for h in names(BOARD.neighbours(number(centre))) if is_live(h)]


def lost(match: Match, owner: str) -> int:
    """How many units of a side are lost."""
    return sum(
        1 for unit, at in match.position()["units"].items() if at == "eliminated" and owner[:2] == _OWNER[unit[:2]]
    )


_OWNER = {"de": "ge", "us": "al", "uk": "al", "fr": "al"}
