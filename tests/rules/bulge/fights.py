"""Fights with a wanted result, and hexes found by what they are instead of by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ardennes import Match
from ardennes.games.bulge.facts import (
    BOARD,
    COLUMNS,
    CRTS,
    ENTRY_HEXES,
    HEX_NAMES,
    OUTCOMES,
    ROAD_HEXES,
    SIDES,
    SOURCES,
    TERRAIN,
)
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.moves import along_roads
from tests.rules.bulge.table import offered, situation

POINTS = ("NE", "E", "SE", "SW", "W", "NW")
"""Clockwise, as in the scatter diagram."""
ENOUGH = {"german": 9, "allied": 9}
"""Ground support that brings any fight into any column."""

# --- hexes -------------------------------------------------------------------------------------------------------------------------------


def number(name: str) -> int:
    return BOARD.index[name]


def names(places: int) -> list[str]:
    return HEX_NAMES.list_of(places)


def step(start: str, point: str, count: int = 1) -> str:
    """The hex this many steps away in a direction; '' off the map."""
    place = number(start)
    for _ in range(count):
        place = BOARD.step(place, BOARD.compass.index(point))
        if place < 0:
            return ""
    return BOARD.names[place]


def ring(centre: str) -> list[str]:
    """The six neighbours, clockwise from the north-east; '' off the map."""
    return [step(centre, point) for point in POINTS]


def distance(a: str, b: str) -> int:
    return BOARD.distance(number(a), number(b))


def around(centre: str, radius: int) -> list[str]:
    """All hexes at most this far away."""
    return names(BOARD.within(number(centre), radius))


def is_inland(centre: str, radius: int) -> bool:
    """Is everything within the radius on the map?"""
    return len(around(centre, radius)) == 1 + 3 * radius * (radius + 1)


def side(a: str, b: str) -> dict[str, Any]:
    """What is on the side between two neighbours."""
    return dict(BOARD.sides.get((number(a), number(b)), {}))


def is_road(name: str) -> bool:
    return bool(ROAD_HEXES >> number(name) & 1)


def terrain(name: str) -> str:
    return TERRAIN[number(name)]


def what(name: str) -> dict[str, Any]:
    return dict(BOARD.places[number(name)])


def hexes(wanted: Callable[[str], bool]) -> Iterator[str]:
    return (name for name in BOARD.index if wanted(name))


def find(wanted: Callable[[str], bool]) -> str:
    """The first hex of this sort; the board must have one."""
    found = next(hexes(wanted), "")
    assert found, "the board has no such hex"
    return found


def is_plain(name: str, kind: str = "clear", radius: int = 2) -> bool:
    """This terrain and nothing else that helps a defender, well inside the map."""
    more = what(name)
    return (
        terrain(name) == kind
        and not more.get("town")
        and not more.get("west_wall")
        and is_inland(name, radius)
        and not any("river" in side(name, other) for other in ring(name))
    )


def plain(kind: str = "clear", radius: int = 2) -> str:
    return find(lambda name: is_plain(name, kind, radius))


def entries(edge: str) -> list[str]:
    """Entry hexes of an edge (N, E, S, W)."""
    return names(ENTRY_HEXES[edge])


# --- units -------------------------------------------------------------------------------------------------------------------------------


def of_strength(owner: str, *factors: int) -> list[str]:
    """Units of a side with these printed factors, all different."""
    out: list[str] = []
    for factor in factors:
        fit = (
            u.id for u in UNITS if SIDES[u.side] == owner and u.cf == factor and u.id not in out and u.nation != "UK"
        )
        found = next(fit, "")
        assert found, f"{owner} has too few units of strength {factor}"
        out.append(found)
    return out


def strength(unit: str) -> int:
    return next(u.cf for u in UNITS if u.id == unit)


def supplied(match: Match, unit: str) -> bool:
    return bool(next(p["supplied"] for p in match.view()["pieces"] if p["id"] == unit))


def cut_off(owner: str) -> dict[str, Any]:
    """Enemy markers on every road from a friendly edge: the side has no supply line anywhere, and movement inside is as usual."""
    enemy = SIDES[1 - SIDES.index(owner)]
    return {enemy: names(SOURCES[SIDES.index(owner)])}


def vp(match: Match) -> int:
    return int(match.position().get("vp", 0))


# --- fights ------------------------------------------------------------------------------------------------------------------------------


def battle(units: dict[str, str], phase: str = "german-combat-before-movement", **fields: Any) -> Match:
    """A combat phase on game turn 3 (all Germans in supply, no surprise), overcast, with ground support for every column."""
    usual: dict[str, Any] = {"turn": 3, "support": ENOUGH}
    return situation(phase, units, **(usual | fields))


def die_for(table: str, column: int, result: str) -> int | None:
    """The lowest die that gives a result in a column."""
    return next((die for die in range(1, 7) if CRTS[table].rows[die - 1][column] == result), None)


def declare(match: Match, target: str, attackers: Iterable[str]) -> None:
    """Name the target and the attackers."""
    wanted = list(attackers)
    match.play("attack", target)
    for unit in wanted:
        if unit in offered(match, "unit"):
            match.play("unit", unit)
    assert chosen(match) == set(wanted)


def chosen(match: Match) -> set[str]:
    """The units that take part in the current fight."""
    return set(preview(match)["attackers"])


def preview(match: Match) -> dict[str, Any]:
    found = match.preview()
    assert found is not None
    return found


def strengths(match: Match) -> tuple[int, int]:
    """Attack and defence of the current fight, terrain included."""
    attack, defence = preview(match)["sides"]
    assert (attack["role"], defence["role"]) == ("attack", "defence")
    return attack["total"], defence["total"]


def difference(match: Match) -> int:
    attack, defence = strengths(match)
    shown = preview(match)["compare"]["text"]
    assert shown == (f"{attack - defence:+d}" if attack != defence else "0")
    return attack - defence


def terrain_rows(match: Match) -> dict[str, int]:
    """What helps the defender besides his own strength."""
    return {row["text"]: int(row["value"]) for row in preview(match)["sides"][1]["rows"] if row["unit"] is None}


def shift_rows(match: Match) -> dict[str, int]:
    """The shifts that are known, in columns to the right."""
    out = {}
    for row in preview(match)["shifts"]:
        count, way = row["value"].split()
        out[row["text"].split(",")[0]] = int(count) if way == "right" else -int(count)
    return out


def columns(match: Match) -> list[int]:
    """The columns in which the die may be rolled, if known."""
    table = preview(match)["tables"][0]
    return [number for number, row in enumerate(table["columns"]) if row["state"] == "final"]


def column(match: Match) -> int:
    """The column of the current fight, if known."""
    (only,) = columns(match)
    return only


def told(die: int, column: int, result: str) -> str:
    """How the log describes a fight's die roll."""
    return f"A roll of {die} in column {COLUMNS[column]}: {OUTCOMES[result]['told']}."


def fight(match: Match, target: str, attackers: Iterable[str], result: str) -> None:
    """A whole fight up to a wanted result: ground support, a lower column and the die are chosen to give it."""
    declare(match, target, attackers)
    base = column(match)
    cells = [(t, c) for t in offered(match, "crt") for c in range(len(COLUMNS)) if die_for(t, c, result)]
    assert cells, f"no table has {result}"
    table, wanted = min(cells, key=lambda cell: abs(cell[1] - base))
    match.play("crt", table)
    if offered(match, "support"):
        match.play("support", max(0, wanted - base))
    if match.decision.side != "chance":
        if wanted < base:
            match.play("column", COLUMNS[wanted])
        else:
            match.play("roll")
    die = die_for(table, wanted, result)
    match.play("die", die)
    assert any(line.endswith(f"{COLUMNS[wanted]}: {OUTCOMES[result]['told']}.") for line in match.log[-8:]), match.log[
        -8:
    ]


# --- roads -------------------------------------------------------------------------------------------------------------------------------


def road_chain(start: str, end: str) -> list[str]:
    """A shortest way by road, both ends included."""
    steps = along_roads(start, len(BOARD.index))
    chain = [end]
    while chain[-1] != start:
        here = chain[-1]
        chain.append(next(h for h in ring(here) if h and steps.get(h) == steps[here] - 1 and "road" in side(h, here)))
    return chain[::-1]


def all_roads(*but: str) -> list[str]:
    """Every road hex except these."""
    return [name for name in names(ROAD_HEXES) if name not in but]
