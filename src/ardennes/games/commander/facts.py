"""The facts of the game, read once from `data/`: units, board, calendar. Nothing here changes in play."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from importlib import resources

from ardennes.board import load_board
from ardennes.board.areas import AreaBoard
from ardennes.core.errors import BadInput
from ardennes.core.names import Names, bits

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8")


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(_text(name))))


# --- calendar and clock ------------------------------------------------------------------------------------------------------------------

FIRST_DAY, LAST_DAY = 16, 28
RACE_LAST_DAY = 18
"""13-race."""
HOURS = ("0530", "0700", "0830", "1000", "1130", "1300", "1430", "1600", "1730", "1900")
"""D-time-track."""
NIGHTFALL = len(HOURS) - 1
"""4-end-of-day: the space in which only the player without the initiative has a turn."""
SURPRISE_TURNS = 3
ISO_DATES = {day: f"1944-12-{day}" for day in range(FIRST_DAY, LAST_DAY + 1)}


@dataclass(frozen=True, slots=True)
class DayFacts:
    """One day of the calendar (D-calendar)."""

    day: int
    initiative: int
    replacements: tuple[tuple[int, int], tuple[int, int]]
    """Infantry and armor points of each side (11-points)."""
    german_wins: int | None
    """12-victory-determination: the German wins at this total or above; None: no check on this day."""
    allied_wins: int | None
    """The Allies win at this total or below."""
    attack_bonus: bool
    airpower: bool
    german_strategic: bool
    supply: tuple[bool, bool]
    """4-3-supply-check: which sides are checked."""
    short_of_fuel: int
    """9-fuel-shortage: German units that stay without fuel."""
    commando: bool
    note: str
    source: str


def _day(row: dict[str, str]) -> DayFacts:
    def number(name: str) -> int | None:
        return int(row[name]) if row[name] else None

    def flag(name: str) -> bool:
        return row[name] == "1"

    return DayFacts(
        int(row["day"]),
        SIDES.index(row["initiative"]),
        (
            (int(row["german_infantry"]), int(row["german_armor"])),
            (int(row["allied_infantry"]), int(row["allied_armor"])),
        ),
        number("german_wins"),
        number("allied_wins"),
        flag("attack_bonus"),
        flag("airpower"),
        flag("german_strategic"),
        (flag("german_supply"), flag("allied_supply")),
        int(row["short_of_fuel"]),
        flag("commando"),
        row["note"],
        row["source"],
    )


DAYS: dict[int, DayFacts] = {int(row["day"]): _day(row) for row in _rows("calendar.csv")}
FUEL_MARKERS = 3
"""9-fuel-shortage: so many German units are named by the Allied player."""
AIR_SUPPLY_FROM = 23
"""9-air-supply."""
BRITISH_FREE_FROM = 26
"""7-british."""
BREAKTHROUGH_FROM = 17
"""8-breakthrough-limits."""
MEUSE_VP = 3
"""12-meuse."""

# --- units -------------------------------------------------------------------------------------------------------------------------------

INFANTRY, MECH, ARMOR = "infantry", "mech", "armor"
TYPE_TITLES = {INFANTRY: "infantry", MECH: "mechanized infantry", ARMOR: "armor"}
STACK = 3
"""7-stacking: units of one side in a space."""
MOST_STRENGTH = 6
VP_STRENGTH = 4
"""2-vp-symbol: eliminating a unit of this full strength or more gains or costs a VP."""
WEAK = 3
"""11-eligible: replacements go to units of this strength or less."""
UNSUPPLIED_CHANCE = 2
"""8-oos-hit-chance."""


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One unit with all its counters (2-units)."""

    id: str
    name: str
    side: int
    nation: str
    type: str
    strength: int
    bonus: bool
    attack: int
    defence: int
    elite: bool
    start: str
    """Space of the set-up, or ''."""
    due: int
    """Day of arrival, 0 for none."""
    reserve: bool
    """10-okw."""
    letters: tuple[str, ...]
    source: str


def _unit(row: dict[str, str]) -> UnitFacts:
    if row["side"] not in SIDES or row["type"] not in TYPE_TITLES or not 1 <= int(row["strength"]) <= MOST_STRENGTH:
        raise BadInput(f"unit {row['id']}: side, type or strength is wrong", where="commander/units.csv")
    return UnitFacts(
        row["id"],
        row["name"],
        SIDES.index(row["side"]),
        row["nation"],
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


UNITS = tuple(_unit(row) for row in _rows("units.csv"))
UNIT_NAMES = Names("unit", [u.id for u in UNITS])
SIDE = [u.side for u in UNITS]
FULL = [u.strength for u in UNITS]
OF_SIDE = tuple(bits(i for i, u in enumerate(UNITS) if u.side == side) for side in (GERMAN, ALLIED))
FOOT = bits(i for i, u in enumerate(UNITS) if u.type == INFANTRY)
TANKS = bits(i for i, u in enumerate(UNITS) if u.type == ARMOR)
MOTORIZED = ~FOOT & (OF_SIDE[GERMAN] | OF_SIDE[ALLIED])
"""7-armor-mech: armor and mechanized infantry."""
ELITE_INFANTRY = bits(i for i, u in enumerate(UNITS) if u.elite and u.type == INFANTRY)
BRITISH = bits(i for i, u in enumerate(UNITS) if u.nation == "uk")
VP_UNITS = bits(i for i, u in enumerate(UNITS) if u.strength >= VP_STRENGTH)
RESERVE_UNITS = bits(i for i, u in enumerate(UNITS) if u.reserve)
DICE = [[strength + u.bonus for strength in range(MOST_STRENGTH + 1)] for u in UNITS]
"""2-bonus-die: dice by unit and strength."""


@dataclass(frozen=True, slots=True)
class Formation:
    """Size and names of a unit, and the corps it fought under (history; for show only)."""

    size: str
    title: str
    said: str
    """The name in a sentence."""
    corps: str
    corps_title: str
    color: str
    """The colour of its band, by name."""


def _formations() -> tuple[Formation, ...]:
    rows = {row["unit"]: row for row in _rows("formations.csv")}
    keys = ("size", "title", "said", "corps", "corps_title", "color")
    return tuple(Formation(*(rows[u.id][key] for key in keys)) for u in UNITS)


FORMATIONS = _formations()

# --- board -------------------------------------------------------------------------------------------------------------------------------


def _board() -> AreaBoard:
    board = load_board(_text("map.json"), "commander/map.json")
    assert isinstance(board, AreaBoard)
    return board


BOARD = _board()
SPACE_NAMES = Names("space", BOARD.names)
SPACES = len(BOARD.names)
ALL = BOARD.all
NEAR = BOARD.everywhere
"""Neighbours of each space; so are the sets below."""
ROAD = BOARD.side_layer("road")
RIVER = BOARD.side_layer("river")
MEUSE = BOARD.layer(lambda a, b, what: what.get("river") == "Meuse")
BRIDGE = tuple(road & river for road, river in zip(ROAD, RIVER, strict=True))

TITLES = [str(p.get("town") or name) for name, p in zip(BOARD.names, BOARD.places, strict=True)]
TERRAIN = [str(p["terrain"][0]) for p in BOARD.places]
CLEAR = bits(i for i, t in enumerate(TERRAIN) if t == "clear")
FOREST = bits(i for i, t in enumerate(TERRAIN) if t == "forest")
REDUCTION: list[tuple[int, int]] = [(p["reduction"][0], p["reduction"][1]) for p in BOARD.places]
"""8-terrain-reduction: if the defender controls the space, if the attacker does."""
VALUE = [int(p.get("vp", 0)) for p in BOARD.places]
ARTILLERY = BOARD.where(lambda p: bool(p.get("artillery")))
EXITS = BOARD.where(lambda p: bool(p.get("exit")))
EDGE = {
    edge: bits(i for i, p in enumerate(BOARD.places) if edge in p.get("edge", ()))
    for edge in ("north", "east", "south", "west")
}
SOURCES = (EDGE["east"], (EDGE["north"] | EDGE["south"] | EDGE["west"]) & ~EDGE["east"])
"""9-map-edges: the edge spaces of each side."""
FAR_BANK = BOARD.where(lambda p: p["bank"] == "west")
"""North or west of the Meuse."""
AT_MEUSE = bits(i for i, near in enumerate(MEUSE) if near)
GERMAN_AT_START = BOARD.where(lambda p: p["control"] == "german")
"""3-D."""
BASTOGNE = BOARD.index["Bastogne"]


def _letters() -> dict[str, int]:
    out: dict[str, int] = {}
    for i, p in enumerate(BOARD.places):
        for letter in p.get("entry", ()):
            out[letter] = out.get(letter, 0) | 1 << i
    return out


ENTRY = _letters()
"""Spaces by entry letter."""
LETTERED = bits(i for i, p in enumerate(BOARD.places) if p.get("entry"))
ON_TIME = [bits(i for i in range(SPACES) for x in u.letters if ENTRY[x] >> i & 1) for u in UNITS]
"""10-reinforcements: where each unit arrives on its day."""


def _late(u: UnitFacts, own: int) -> int:
    if u.nation == "uk":
        return own
    out = LETTERED & SOURCES[u.side]
    if u.nation == "us" and own & EDGE["north"]:
        out &= ~EDGE["south"]
    elif u.nation == "us" and own & EDGE["south"]:
        out &= ~EDGE["north"]
    return out


LATE = [_late(u, own) for u, own in zip(UNITS, ON_TIME, strict=True)]
"""10-delayed-arrival: where each unit arrives a day late."""
