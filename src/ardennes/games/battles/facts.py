"""The facts of the game, read once from `data/`: units, set-ups, board, charts. Nothing here changes in play."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from ardennes.board import Layer
from ardennes.board.hexes import HexBoard, minus
from ardennes.core.kinds import box_numbers
from ardennes.core.names import Names, bits, each
from ardennes.core.results import ResultsTable
from ardennes.core.roster import Roster, data_board, data_rows, data_text

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PACKAGE = __name__.rpartition(".")[0]
DIE = (1, 2, 3, 4, 5, 6)

# --- charts ----------------------------------------------------------------------------------------------------------------------------

TABLES: dict[str, Any] = tomllib.loads(data_text(PACKAGE, "tables.toml"))
RULES: dict[str, Any] = TABLES["game"]
FIRST_DAY: str = RULES["first_day"]
COLUMNS: tuple[str, ...] = tuple(TABLES["combat"]["columns"])
CRT = ResultsTable(
    "crt",
    "Combat Results Table",
    COLUMNS,
    tuple(range(len(COLUMNS))),
    tuple(tuple(row) for row in TABLES["combat"]["rows"]),
    TABLES["combat"]["outcomes"],
)
"""9.4. Its `lowest` is just the number of the column: odds become a column by `odds_column`."""
EVEN = COLUMNS.index("1-1")
SCENARIOS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["scenario"]}


def odds_column(attack: int, defence: int) -> int:
    """b9.3: the column for two strengths, rounded in the defender's favour, without shifts; -1 if it is below 1-3.

    >>> COLUMNS[odds_column(13, 8)], COLUMNS[odds_column(4, 5)], COLUMNS[odds_column(5, 14)], odds_column(1, 4)
    ('1-1', '1-2', '1-3', -1)
    """
    if attack <= 0:
        return -1
    if attack >= defence:
        return min(EVEN + attack // max(defence, 1) - 1, len(COLUMNS) - 1)
    return max(EVEN + 1 - -(-defence // attack), -1)


# --- board -----------------------------------------------------------------------------------------------------------------------------

BOARD = data_board(PACKAGE, HexBoard)
HEX_NAMES = Names("hex", BOARD.names)
ALL = BOARD.all


def hex_at(name: str) -> int:
    """The hex of a name on any of its maps ("D2308" and "B0108" are the same)."""
    return BOARD.index[name]


def _terrain(code: str) -> int:
    return BOARD.where(lambda p: code in p["terrain"])


CLEAR, LIGHT, HEAVY = _terrain("clear"), _terrain("light"), _terrain("heavy")
TOWN, CITY = _terrain("town"), _terrain("city")
TERRAIN = {"clear": CLEAR, "light": LIGHT, "heavy": HEAVY, "town": TOWN, "city": CITY}
"""b2.4: each hex has one terrain."""
WESTWALL = BOARD.where(lambda p: bool(p.get("west_wall")))

EVERY: Layer = BOARD.everywhere
ROAD: Layer = BOARD.side_layer("road")
RIVER: Layer = BOARD.side_layer("river")
"""Sides with a river, bridged or not."""
DRY: Layer = minus(EVERY, RIVER)
BIG_RIVER: Layer = BOARD.layer(lambda a, b, what: what.get("river") in RULES["bad_bridge_rivers"])
"""b7.1, b9.1: the Meuse and the Moselle."""
ROAD_HEXES = BOARD.spread(ALL, ROAD) | BOARD.where(lambda p: "road_off" in p)

BRIDGE_SIDES: tuple[tuple[int, int], ...] = tuple(
    sorted((a, b) for (a, b), what in BOARD.sides.items() if a < b and what.get("bridge"))
)
"""b12.5: the sides that have, or can get, a bridge."""
BRIDGES = Names("bridge", ["-".join(sorted((HEX_NAMES.names[a], HEX_NAMES.names[b]))) for a, b in BRIDGE_SIDES])
"""The bridges, by number; a set of bridges is a bit set."""
BRIDGE_HEXES = [1 << a | 1 << b for a, b in BRIDGE_SIDES]
"""The two hexes of each bridge."""
BLOWN_AT_START = bits(n for n, (a, b) in enumerate(BRIDGE_SIDES) if BOARD.sides[a, b].get("bridge") == "blown")
"""b12.6"""
BIG_BRIDGES = bits(
    n for n, (a, b) in enumerate(BRIDGE_SIDES) if BOARD.sides[a, b].get("river") in RULES["bad_bridge_rivers"]
)
BRIDGE_AT: dict[int, int] = {
    place: bits(n for n, hexes in enumerate(BRIDGE_HEXES) if hexes >> place & 1)
    for place in {p for pair in BRIDGE_SIDES for p in pair}
}
"""The bridges that touch a hex."""
BRIDGE_OF: dict[tuple[int, int], int] = {pair: n for n, (a, b) in enumerate(BRIDGE_SIDES) for pair in ((a, b), (b, a))}


def bridge_at(name: str) -> int:
    """The bridge of a name such as "D1916-D1917", in either order and by any map's names."""
    a, b = (hex_at(part) for part in name.split("-"))
    return BRIDGE_OF[a, b]


def _layer_of(bridges: int) -> Layer:
    """The sides of some bridges."""
    pairs = {pair for n, (a, b) in enumerate(BRIDGE_SIDES) if bridges >> n & 1 for pair in ((a, b), (b, a))}
    return BOARD.layer(lambda a, b, what: (a, b) in pairs)


_EACH_BRIDGE: tuple[Layer, ...] = tuple(_layer_of(1 << n) for n in range(len(BRIDGE_SIDES)))
_DRY_ROAD: Layer = minus(ROAD, minus(RIVER, _layer_of(BRIDGES.all)))
"""Road steps that need no bridge, and those over one."""


@cache
def layer_of(bridges: int) -> Layer:
    """The sides of some bridges."""
    out = list(minus(EVERY, EVERY))
    for n in each(bridges):
        for direction, places in enumerate(_EACH_BRIDGE[n]):
            out[direction] |= places
    return tuple(out)


@cache
def open_sides(blown: int) -> tuple[Layer, Layer]:
    """With some bridges blown: the sides without a river or with an intact bridge, and the road steps (b5.2)."""
    return join(DRY, layer_of(BRIDGES.all & ~blown)), minus(_DRY_ROAD, layer_of(blown))


def join(one: Layer, other: Layer) -> Layer:
    """The sides of two layers together."""
    return tuple(a | b for a, b in zip(one, other, strict=True))


SOURCES: tuple[int, int] = (
    BOARD.where(lambda p: p.get("supply") == "german"),
    BOARD.where(lambda p: p.get("supply") == "allied"),
)
"""b11.31: the supply sources of each side on all maps; a scenario uses those at the edge of its window (`sources`)."""
ENTRIES: tuple[int, int] = (
    BOARD.where(lambda p: p.get("entry") == "german"),
    BOARD.where(lambda p: p.get("entry") == "allied"),
)
"""b15.3: where blocked reinforcements come in instead."""
EXITS = BOARD.where(lambda p: "exit" in p)
"""b17.4"""

# --- units -----------------------------------------------------------------------------------------------------------------------------

ROSTER = Roster(PACKAGE, SIDES)
UNIT_NAMES = ROSTER.names
SIDE = ROSTER.side
OF_SIDE = ROSTER.of_side
KIND = ROSTER.column("kind", str)
"""b3.3: infantry, armor, engineer, sp_artillery, ..."""
MOBILITY = ROSTER.column("mobility", str)
"""b3.3: foot, mech or artillery."""
FOOT = bits(u for u, m in enumerate(MOBILITY) if m == "foot")
MECH = bits(u for u, m in enumerate(MOBILITY) if m == "mech")
TOWED = bits(u for u, m in enumerate(MOBILITY) if m == "artillery")
ENGINEERS = ROSTER.where(lambda row: row["kind"] == "engineer")
ARTILLERY = ROSTER.where(lambda row: row["kind"] in ("artillery", "sp_artillery", "werfer"))
"""b3.4"""
COMBAT = ROSTER.where(lambda row: row["strength"].isdigit() and int(row["strength"]) > 0)
"""b3.6: units that can attack."""
GROUND = COMBAT | ENGINEERS
ARMOR = ROSTER.where(lambda row: row["kind"] == "armor")


def _number(text: str) -> int:
    return int(text.strip("()") or 0)


STRENGTH = ROSTER.column("strength", _number)
"""The full strength; 0 for artillery."""
REDUCED = ROSTER.column("reduced", _number)
STEPS = [2 if reduced else 1 for reduced in REDUCED]
"""b3.1"""
MA = ROSTER.column("ma", int)
BARRAGE = ROSTER.column("barrage", _number)
FPF = ROSTER.column("fpf", _number)

FORMATIONS = Names("formation", sorted({row["division"] for row in ROSTER.rows if row["division"]}))
"""b3.5: divisions and brigades."""
FORMATION = [FORMATIONS.index.get(row["division"], -1) for row in ROSTER.rows]
"""The formation of each unit, -1 for an independent one."""
IN_FORMATION = [bits(u for u, f in enumerate(FORMATION) if f == n) for n in range(len(FORMATIONS))]
SKORZENY = ROSTER.where(lambda row: row["division"] == "150 Pz Bde")
"""16.45"""
CAPTORS = bits(UNIT_NAMES.index[name] for name in RULES["captors"])
"""b9.34: they hold a captured part of the Westwall as long as they stay in their set-up hexes."""
KEPT_EAST = UNIT_NAMES.index[RULES["kept_east"]]
"""b15.7"""

SETUP_ROWS = data_rows(PACKAGE, "setups.csv")

# --- dumps (16.5) ----------------------------------------------------------------------------------------------------------------------

DUMP_HEXES: tuple[int, ...] = tuple(i for i, p in enumerate(BOARD.places) if p.get("dump"))
DUMPS = Names("dump", [HEX_NAMES.names[p] for p in DUMP_HEXES])
"""16.58: the hexes that can hold a dump in any scenario."""
DUMP_AT = {place: n for n, place in enumerate(DUMP_HEXES)}


@cache
def dump_sites(scenario: str) -> int:
    """16.58: the dumps (as a set of DUMPS) that a scenario knows."""
    return bits(n for n, p in enumerate(DUMP_HEXES) if scenario in BOARD.places[p]["dump"])


# --- victory plans ---------------------------------------------------------------------------------------------------------------------

PLAN_ROWS: tuple[dict[str, Any], ...] = tuple(
    row for scenario in TABLES["scenario"] for row in scenario.get("plans", [])
)
PLANS = Names("plan", [row["id"] for row in PLAN_ROWS])
"""b23.2: the secret victory plans of the German player in the campaign."""

# --- boxes -----------------------------------------------------------------------------------------------------------------------------

BOXES = Names("box", ["absent", "due", "waiting", "eliminated", "exited", "withdrawn"])
BOX = box_numbers(BOXES)
ABSENT, DUE, WAITING, LOST, EXITED, WITHDRAWN = (BOX[name] for name in BOXES.names)
"""Due: comes on a later turn. Waiting: its turn has come, it is not on the map yet. Withdrawn: 16.45."""
