"""The facts of the game, read once from `data/`: units, board, charts. Nothing here changes in play."""

from __future__ import annotations

import tomllib
from typing import Any

from ardennes.board import Layer, load_board
from ardennes.board.hexes import HexBoard, minus
from ardennes.core.kinds import box_numbers
from ardennes.core.names import Names, bits
from ardennes.core.results import ResultsTable
from ardennes.core.roster import Roster, data_text

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PACKAGE = __name__.rpartition(".")[0]
DIE = (1, 2, 3, 4, 5, 6)

# --- charts ----------------------------------------------------------------------------------------------------------------------------

TABLES: dict[str, Any] = tomllib.loads(data_text(PACKAGE, "tables.toml"))
LAST_TURN: int = TABLES["game"]["turns"]
FIRST_DAY: str = TABLES["game"]["first_day"]
COLUMNS: tuple[str, ...] = tuple(TABLES["combat"]["columns"])
INITIAL, STANDARD = "initial", "standard"
CRTS = {
    name: ResultsTable(
        name,
        title,
        COLUMNS,
        tuple(range(len(COLUMNS))),
        tuple(tuple(row) for row in TABLES["combat"][name]["rows"]),
        TABLES["combat"]["outcomes"],
    )
    for name, title in ((INITIAL, "German Initial table"), (STANDARD, "Standard table"))
}
"""10.0: the two tables. Their `lowest` is just the number of the column: odds become a column by `odds_column`."""


def odds_column(attack: int, defence: int) -> int:
    """9.3K, 10.1: the column for two strengths, rounded in the defender's favour.

    >>> COLUMNS[odds_column(26, 9)], COLUMNS[odds_column(1, 5)], COLUMNS[odds_column(9, 10)], COLUMNS[odds_column(99, 5)]
    ('2-1', '1-2', '1-2', '9-1')
    """
    if attack < defence:
        return 0
    return min(attack // defence, len(COLUMNS) - 1) if defence else len(COLUMNS) - 1


# --- board -----------------------------------------------------------------------------------------------------------------------------

_board = load_board(data_text(PACKAGE, "map.json"), "ardennes_offensive/map.json")
assert isinstance(_board, HexBoard)
BOARD = _board
HEX_NAMES = Names("hex", BOARD.names)
ALL = BOARD.all


def _terrain(code: str) -> int:
    return BOARD.where(lambda p: code in p["terrain"])


MAP_EDGE = _terrain("edge")
"""5.3L: the Allied Map Edge hexes."""
SHUT = _terrain("out")
CLOSED = SHUT | _terrain("impassable")
"""E-MAP-1, 11.0-impassable: hexes that nobody may ever enter; `SHUT` are those of E-MAP-1."""
LIVE = ALL & ~MAP_EDGE & ~CLOSED
"""The hexes in which units can stand and fight."""
ROUGH = _terrain("rough") & LIVE
CLEAR = LIVE & ~ROUGH
TOWNS = BOARD.where(lambda p: bool(p.get("town"))) & LIVE
"""11.0-town"""
CLEARED_WALL = BOARD.where(lambda p: p.get("west_wall") == "cleared") & LIVE
WEST_WALL = BOARD.where(lambda p: bool(p.get("west_wall"))) & LIVE & ~CLEARED_WALL
"""11.0-westwall; `CLEARED_WALL` are the cleared ones (11.0-cleared)."""
BASTOGNE = HEX_NAMES.index["2520"]

EVERY: Layer = BOARD.everywhere
ROAD: Layer = BOARD.side_layer("road")
BRIDGE: Layer = BOARD.side_layer("bridge")
RIVER: Layer = BOARD.side_layer("river")
"""Sides with a river, bridged or not."""
FORD: Layer = BOARD.side_layer("ford")
MEUSE: Layer = BOARD.layer(lambda a, b, what: what.get("river") == "Meuse")
DRY: Layer = minus(minus(EVERY, RIVER), FORD)
START_LINE: Layer = BOARD.side_layer("front")
"""E-MAP-5"""
ROAD_HEXES = BOARD.where(lambda p: "road_off" in p) | BOARD.spread(ALL, ROAD)
ROAD_BESIDE = [BOARD.spread(1 << place, ROAD) for place in range(len(BOARD.names))]
"""By hex, the next hexes on its roads."""

BRIDGE_SIDES: tuple[tuple[int, int], ...] = tuple(
    sorted((a, b) for (a, b), what in BOARD.sides.items() if a < b and what.get("bridge"))
)
BRIDGES = Names("bridge", [f"{HEX_NAMES.names[a]}-{HEX_NAMES.names[b]}" for a, b in BRIDGE_SIDES])
"""The bridges, by number; a set of bridges is a bit set."""
BRIDGE_HEXES = [1 << a | 1 << b for a, b in BRIDGE_SIDES]
"""The two hexes of each bridge."""

SECTIONS: tuple[str, ...] = tuple(TABLES["reinforcements"]["sections"])
"""14.1A: the sections of the Allied map edge in order, from the northeast by the west to the southeast."""
EXITS: dict[int, int] = {i: int(p["exit"]) for i, p in enumerate(BOARD.places) if "exit" in p}
"""16.0B: the road exit hexes (live hexes next to the Allied map edge) with their points."""
EXIT_SECTION: dict[int, str] = {
    place: next(
        str(BOARD.places[edge]["edge"])
        for edge in range(len(BOARD.names))
        if BOARD.spread(1 << place, ROAD if BOARD.spread(1 << place, ROAD) & MAP_EDGE else EVERY) & MAP_EDGE & 1 << edge
    )
    for place in EXITS
}
"""The section that the road of each exit hex leads to."""
EAST = bits(i for i, p in enumerate(BOARD.places) if p.get("road_off") == "east") & LIVE
"""12.2D, 14.1A: where the roads of the German edge come in."""
GATES: dict[str, int] = {
    **{section: bits(p for p, name in EXIT_SECTION.items() if name == section) for section in SECTIONS},
    "E": EAST,
}
"""14.1A: the live road hexes by which each section's reinforcements come in; "E" is the German edge."""
SOURCES = (EAST, bits(EXITS))
"""12.2: each side's supply sources."""

_BEHIND = BOARD.where(lambda p: p.get("front") == "german")
GERMAN_SIDE = _BEHIND & LIVE
"""The hexes behind the German side of the start line; the other live hexes are the Allied side."""
OWN_GROUND = (GERMAN_SIDE, LIVE & ~GERMAN_SIDE)
FRONT_LINE = (
    BOARD.spread(ALL & ~_BEHIND, START_LINE) & OWN_GROUND[GERMAN],
    BOARD.spread(_BEHIND, START_LINE) & OWN_GROUND[ALLIED],
)
"""17.0: each side's hexes that touch the start line, also where the hex across it is closed."""

# --- units -----------------------------------------------------------------------------------------------------------------------------

ROSTER = Roster(PACKAGE, SIDES)
UNIT_NAMES = ROSTER.names
SIDE = ROSTER.side
OF_SIDE = ROSTER.of_side
STRENGTH = ROSTER.column("strength", int)
MA = ROSTER.column("ma", int)
MECH = ROSTER.where(lambda row: row["mech"] == "yes")
DIVISIONS = ROSTER.where(lambda row: row["size"] == "XX")
"""8.2C: German infantry divisions, which never stack."""
HEYDTE = UNIT_NAMES.index["de-heydte"]
"""15.0: the paratroops."""
START = [HEX_NAMES.index[hex_] if hex_ else -1 for hex_ in ROSTER.column("start", str)]
"""17.0: the hex of each unit in the historical set-up, -1 for none."""
HISTORICAL, CHANGED = "historical", "changed"


def _schedule(column: str) -> list[tuple[int, str]]:
    def read(text: str) -> tuple[int, str]:
        if text == "drop":
            return TABLES["reinforcements"]["drop_turn"], "drop"
        turn, _, where = text.partition(" ")
        return (int(turn), where) if text else (0, "")

    return ROSTER.column(column, read)


SCHEDULES = {HISTORICAL: _schedule("historical"), CHANGED: _schedule("changed")}
"""14.0: by rate, the turn and section ("NE", ..., "WB": West, restricted; "E"; "drop") of each unit, (0, "") if it does not come as a
reinforcement. `changed` is the accelerated rate of the Germans and the slowed rate of the Allies."""
BRITISH_WEST = ROSTER.where(lambda row: row["historical"].endswith("WB"))
"""14.3C: the units that come by "WB" at the historical rate. At the slowed rate nobody is restricted."""

# --- boxes -----------------------------------------------------------------------------------------------------------------------------

BOXES = Names("box", ["absent", "due", "eliminated", *(f"entry-{name.lower()}" for name in (*SECTIONS, "E"))])
BOX = box_numbers(BOXES)
ABSENT, DUE, ELIMINATED = BOX["absent"], BOX["due"], BOX["eliminated"]
ENTRY = {name: BOX[f"entry-{name.lower()}"] for name in (*SECTIONS, "E")}
"""14.1A: units that have arrived and wait off the map, by section."""
