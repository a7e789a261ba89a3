"""The facts of the game, read once from `data/`: units, board, calendar. Nothing here changes in play."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.board.areas import AreaBoard
from ardennes.core.names import Names, bits
from ardennes.core.roster import Roster, data_board, data_rows

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PACKAGE = "ardennes.games.commander"


# --- calendar and clock ------------------------------------------------------------------------------------------------------------------

FIRST_DAY, LAST_DAY = 16, 28
RACE_LAST_DAY = 18
"""13-race."""
FIRST_DATE = f"1944-12-{FIRST_DAY}"
HOURS = ("0530", "0700", "0830", "1000", "1130", "1300", "1430", "1600", "1730", "1900")
"""D-time-track."""
NIGHTFALL = len(HOURS) - 1
"""4-end-of-day: the track space where only the player without the initiative has a turn."""
SURPRISE_TURNS = 3


def turn_of(day: int) -> int:
    """The number of a day of December, from 1."""
    return day - FIRST_DAY + 1


@dataclass(frozen=True, slots=True)
class DayFacts:
    """One day of the calendar (D-calendar)."""

    day: int
    initiative: int
    replacements: tuple[tuple[int, int], ...]
    """Each side's infantry and armor points (11-points)."""
    german_wins: int | None
    """12-victory-determination: the Germans win at this total or above; None if there is no check on this day."""
    allied_wins: int | None
    """The Allies win at this total or below."""
    attack_bonus: bool
    airpower: bool
    german_strategic: bool
    supply: tuple[bool, ...]
    """4-3-supply-check: which sides are checked."""
    short_of_fuel: int
    """9-fuel-shortage: how many German units are left without fuel."""
    commando: bool
    note: str


def _day(row: dict[str, str]) -> DayFacts:
    german, allied = (int(row[name]) if row[name] else None for name in ("german_wins", "allied_wins"))
    return DayFacts(
        int(row["day"]),
        SIDES.index(row["initiative"]),
        tuple((int(row[f"{side}_infantry"]), int(row[f"{side}_armor"])) for side in SIDES),
        german,
        allied,
        row["attack_bonus"] == "1",
        row["airpower"] == "1",
        row["german_strategic"] == "1",
        tuple(row[f"{side}_supply"] == "1" for side in SIDES),
        int(row["short_of_fuel"]),
        row["commando"] == "1",
        row["note"],
    )


DAYS: dict[int, DayFacts] = {int(row["day"]): _day(row) for row in data_rows(PACKAGE, "calendar.csv")}
FUEL_MARKERS = 3
"""9-fuel-shortage: how many German units the Allied player names."""
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
"""7-stacking: the most units a side can have in a space."""
STACKED = f"{{}} already holds {STACK} of your units"
MOST_STRENGTH = 6
VP_STRENGTH = 4
"""2-vp-symbol: the elimination of a unit with at least this full strength gains or costs a VP."""
WEAK = 3
"""11-eligible: replacements go to units of this strength or less."""
UNSUPPLIED_CHANCE = 2
"""8-oos-hit-chance."""

ROSTER = Roster(PACKAGE, SIDES)
UNIT_NAMES = ROSTER.names
UNITS = len(ROSTER)
SIDE = ROSTER.side
OF_SIDE = ROSTER.of_side
TYPE = ROSTER.column("type", str)
FULL = ROSTER.column("strength", int)
ATTACK = ROSTER.column("attack", int)
"""2-hit-chance: by unit, like the lists around it."""
DEFENCE = ROSTER.column("defence", int)
CHANCE = [str(a) if a == d else f"{a}/{d}" for a, d in zip(ATTACK, DEFENCE, strict=True)]
"""Hit chance, in attack and defence if they differ."""
START = ROSTER.column("start", str)
"""Set-up space, or ''."""
ARRIVES = ROSTER.column("due", lambda due: int(due) if due.isdigit() else 0)
"""Day of arrival, or 0."""
LETTERS = ROSTER.column("letters", str.split)
FOOT = ROSTER.where(lambda row: row["type"] == INFANTRY)
TANKS = ROSTER.where(lambda row: row["type"] == ARMOR)
MOTORIZED = ~FOOT & (OF_SIDE[GERMAN] | OF_SIDE[ALLIED])
"""7-armor-mech: armor and mechanized infantry."""
ELITE = ROSTER.where(lambda row: bool(row["elite"]))
ELITE_INFANTRY = ELITE & FOOT
BONUS = ROSTER.where(lambda row: row["bonus"] == "1")
"""2-bonus-die."""
BRITISH = ROSTER.where(lambda row: row["nation"] == "British")
AMERICAN = ROSTER.where(lambda row: row["nation"] == "US")
VP_UNITS = bits(u for u in range(UNITS) if FULL[u] >= VP_STRENGTH)
RESERVE_UNITS = ROSTER.where(lambda row: row["due"] == "okw")
"""10-okw."""
DICE = [[strength + (BONUS >> u & 1) for strength in range(MOST_STRENGTH + 1)] for u in range(UNITS)]
"""2-bonus-die: number of dice by unit and strength."""

# --- board -------------------------------------------------------------------------------------------------------------------------------

BOARD = data_board(PACKAGE, AreaBoard)
SPACE_NAMES = Names("space", BOARD.names)
SPACES = len(BOARD.names)
ALL = BOARD.all
NEAR = BOARD.everywhere
"""Each space's neighbours; the sets below have the same form."""
ROAD = BOARD.side_layer("road")
RIVER = BOARD.side_layer("river")
MEUSE = BOARD.layer(lambda a, b, what: what.get("river") == "Meuse")
BRIDGE = tuple(road & river for road, river in zip(ROAD, RIVER, strict=True))

TITLES = [str(p.get("town") or name) for name, p in zip(BOARD.names, BOARD.places, strict=True)]
TERRAIN = [str(p["terrain"][0]) for p in BOARD.places]
CLEAR = bits(i for i, t in enumerate(TERRAIN) if t == "clear")
FOREST = bits(i for i, t in enumerate(TERRAIN) if t == "forest")
REDUCTION: list[tuple[int, int]] = [(p["reduction"][0], p["reduction"][1]) for p in BOARD.places]
"""8-terrain-reduction: the values if the defender controls the space, and if the attacker does."""
VALUE = [int(p.get("vp", 0)) for p in BOARD.places]
ARTILLERY = BOARD.where(lambda p: bool(p.get("artillery")))
EXITS = BOARD.where(lambda p: bool(p.get("exit")))
EDGE = {
    edge: bits(i for i, p in enumerate(BOARD.places) if edge in p.get("edge", ()))
    for edge in ("north", "east", "south", "west")
}
SOURCES = (EDGE["east"], (EDGE["north"] | EDGE["south"] | EDGE["west"]) & ~EDGE["east"])
"""9-map-edges: each side's edge spaces."""
FAR_BANK = BOARD.where(lambda p: p["bank"] == "west")
"""North or west of the Meuse."""
AT_MEUSE = bits(i for i, near in enumerate(MEUSE) if near)
GERMAN_AT_START = BOARD.where(lambda p: p["control"] == "german")
"""3-D."""
BASTOGNE = BOARD.index["Bastogne"]
ENTRY = {
    letter: bits(i for i, p in enumerate(BOARD.places) if letter in p.get("entry", ()))
    for letter in dict.fromkeys(letter for p in BOARD.places for letter in p.get("entry", ()))
}
"""Spaces by entry letter."""
LETTERED = BOARD.where(lambda p: bool(p.get("entry")))
ON_TIME = [bits(i for i in range(SPACES) for x in letters if ENTRY[x] >> i & 1) for letters in LETTERS]
"""10-reinforcements: where each unit arrives if it is on time."""


def _late(unit: int) -> int:
    own = ON_TIME[unit]
    if BRITISH >> unit & 1:
        return own
    out = LETTERED & SOURCES[SIDE[unit]]
    if AMERICAN >> unit & 1 and own & EDGE["north"]:
        out &= ~EDGE["south"]
    elif AMERICAN >> unit & 1 and own & EDGE["south"]:
        out &= ~EDGE["north"]
    return out


LATE = [_late(u) for u in range(UNITS)]
"""10-delayed-arrival: where each unit arrives if it is late."""
