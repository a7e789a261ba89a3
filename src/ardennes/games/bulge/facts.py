"""The facts of the game, read once from `data/`: units, board, charts. Nothing here changes in play."""

from __future__ import annotations

import csv
import io
import tomllib
from dataclasses import dataclass
from datetime import date, timedelta
from importlib import resources
from typing import Any

from ardennes.board import Layer, Way, load_board
from ardennes.board.hexes import HexBoard, minus
from ardennes.core.errors import BadInput
from ardennes.core.names import Names, bits

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8")


# --- charts ----------------------------------------------------------------------------------------------------------------------------

TABLES: dict[str, Any] = tomllib.loads(_text("tables.toml"))
LAST_TURN = len(TABLES["turn"])
TURNS: list[dict[str, Any]] = [{}, *TABLES["turn"]]
"""By game turn, from 1."""
FIRST_DAY = date(1944, 12, 16)
ISO_DATES = ["", *((FIRST_DAY + timedelta(days=n)).isoformat() for n in range(LAST_TURN))]
"""The day of each game turn."""
WEATHERS = ("overcast", "mist", "clear")
COLUMNS: tuple[str, ...] = tuple(TABLES["combat"]["columns"])
RESULTS: dict[str, list[list[str]]] = {t: TABLES["combat"][t] for t in ("primary", "secondary")}
OUTCOMES: dict[str, dict[str, str]] = {k: v for k, v in TABLES["combat"]["outcomes"].items() if k != "source"}
"""The results of a fight with what they mean, from the best for the attacker to the worst."""
SHIFTS: dict[str, int] = TABLES["combat"]["shifts"]
MORE: dict[str, int] = TABLES["terrain"]["more"]
MISSIONS: tuple[str, ...] = tuple(TABLES["air"]["missions"])
CAP, INTERDICTION, SUPPORT, RESUPPLY = range(4)
MECH_MARKERS: int = TABLES["air"]["mechanized_markers"]
MA = 5


def column_of(differential: int) -> int:
    """12.1 step 4: the column in which a differential lies; beyond the ends, the end column."""
    lowest = TABLES["combat"]["lowest"]
    return max((i for i, low in enumerate(lowest) if differential >= low), default=0)


# --- units -----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One counter (2.3.1)."""

    id: str
    side: int
    nation: str
    name: str
    type: str
    mech: bool
    size: str
    cf: int
    start: str
    """Hex of the set-up, or ''."""
    due: int
    """Turn of arrival, 0 for none."""
    edge: str
    """N, E, S or W."""
    source: str


def _units() -> tuple[UnitFacts, ...]:
    out = []
    for row in csv.DictReader(io.StringIO(_text("units.csv"))):
        setup = row["setup"]
        start, due, edge = "", 0, ""
        if setup.isdigit():
            start = setup
        elif setup == "drop":
            due = 1
        else:
            due, edge = int(setup[:-1]), setup[-1]
        if row["side"] not in SIDES or int(row["ma"]) != MA:
            raise BadInput(f"unit {row['id']}: side or movement allowance is wrong", where="bulge/units.csv")
        side = SIDES.index(row["side"])
        mech = row["mech"] == "yes"
        cf, source = int(row["cf"]), row["source"]
        out.append(
            UnitFacts(
                row["id"],
                side,
                row["nation"],
                row["name"],
                row["type"],
                mech,
                row["size"],
                cf,
                start,
                due,
                edge,
                source,
            )
        )
    return tuple(out)


UNITS = _units()
UNIT_NAMES = Names("unit", [u.id for u in UNITS])
CF = [u.cf for u in UNITS]
SIDE = [u.side for u in UNITS]
NUMBERS_OF = tuple([i for i, u in enumerate(UNITS) if u.side == side] for side in (GERMAN, ALLIED))
MECH = bits(i for i, u in enumerate(UNITS) if u.mech)
FOOT_ALLIED = bits(i for i, u in enumerate(UNITS) if u.side == ALLIED and u.type in ("infantry", "airborne"))
"""10.2-2: those a mechanized marker can go on."""
BRITISH = bits(i for i, u in enumerate(UNITS) if u.nation == "UK")
BY_TURN = tuple(
    [
        bits(i for i, u in enumerate(UNITS) if u.side == side and u.edge and u.due <= turn)
        for turn in range(LAST_TURN + 1)
    ]
    for side in (GERMAN, ALLIED)
)
"""Reinforcements of each side that are due by a turn (13.0)."""
PARATROOPS = next(i for i, u in enumerate(UNITS) if u.side == GERMAN and u.due == 1 and not u.edge)
"""15.0: the unit of the airdrop."""


@dataclass(frozen=True, slots=True)
class Formation:
    """The names of a unit and the corps it fought under (history; for show only)."""

    title: str
    said: str
    """The name in a sentence."""
    corps: str
    corps_title: str
    color: str
    """The colour of its band, by name; '' for none."""


def _formations() -> tuple[Formation, ...]:
    rows = {row["unit"]: row for row in csv.DictReader(io.StringIO(_text("formations.csv")))}
    keys = ("title", "said", "corps", "corps_title", "color")
    return tuple(Formation(*(rows[u.id][key] for key in keys)) for u in UNITS)


FORMATIONS = _formations()

# --- board -----------------------------------------------------------------------------------------------------------------------------


def _board() -> HexBoard:
    board = load_board(_text("map.json"), "bulge/map.json")
    assert isinstance(board, HexBoard)
    return board


BOARD = _board()
HEX_NAMES = Names("hex", BOARD.names)
ALL = BOARD.all
EVERY: Layer = BOARD.everywhere
ROAD = BOARD.side_layer("road")
RIVER = BOARD.side_layer("river")
BRIDGE = BOARD.side_layer("bridge")
MEUSE = BOARD.layer(lambda a, b, what: what.get("river") == "Meuse")
DRY = minus(EVERY, RIVER)
NO_MEUSE = minus(EVERY, MEUSE)
ROAD_HEXES = BOARD.where(lambda p: "road_off" in p) | BOARD.spread(ALL, ROAD)

_PRIORITY = ("heavy", "light", "rough", "clear")
TERRAIN = [
    "" if not name else next(t for t in _PRIORITY if t in BOARD.places[i]["terrain"])
    for i, name in enumerate(BOARD.names)
]
"""2.1: a hex counts as the first of these that is in it."""
COST = [0 if not t else int(TABLES["terrain"][t]["mp"]) for t in TERRAIN]
ENTERED_AT = tuple((cost, bits(i for i, c in enumerate(COST) if c == cost)) for cost in sorted(set(COST) - {0}))
"""Pairs of cost and the hexes entered at that cost off road."""

OFF_ROAD: Way = (DRY, ENTERED_AT)
OVER_RIVER: Way = (RIVER, tuple((cost + MORE["river_mp"], places) for cost, places in ENTERED_AT))
OVER_RIVER_NOT_MEUSE: Way = (minus(RIVER, MEUSE), OVER_RIVER[1])
AT_ROAD_RATE = ((MORE["road_mp"], ALL),)

EXITS = {i: int(p["exit"]) for i, p in enumerate(BOARD.places) if "exit" in p}
"""3.1: designated exit hexes with their factor."""
EXIT_HEXES = bits(EXITS)
_EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}
ROADS_OFF = {
    edge: bits(i for i, p in enumerate(BOARD.places) if p.get("road_off") == name) for edge, name in _EDGES.items()
}
"""Hexes whose road leads off the map, by edge."""
SOURCES = (ROADS_OFF["E"], ROADS_OFF["N"] | ROADS_OFF["W"] | ROADS_OFF["S"])
"""Road hexes at the friendly edges of each side (2.3.1, 14.0)."""


def _entry_hexes(edge: str) -> int:
    if edge == "E":
        return ROADS_OFF["E"]
    first, last = TABLES["reinforcements"]["edges"][edge]
    return ROADS_OFF[edge] & bits(i for name, i in BOARD.index.items() if first <= name <= last)


ENTRY_HEXES = {edge: _entry_hexes(edge) for edge in "NESW"}
ANY_ENTRY = ENTRY_HEXES["N"] | ENTRY_HEXES["E"] | ENTRY_HEXES["S"] | ENTRY_HEXES["W"]


def defence_of(place: int, side: int) -> list[tuple[str, int]]:
    """What the hex adds to a defender of this side, by name (D-TEC); river sides depend on the attack and are not in it."""
    what = BOARD.places[place]
    terrain = TERRAIN[place]
    out = [(terrain, int(TABLES["terrain"][terrain]["defence"]))]
    if what.get("town"):
        out.append(("town", MORE["town_defence"]))
    if what.get("west_wall") and side == GERMAN:
        out.append(("west wall", MORE["west_wall_defence"]))
    return [(name, n) for name, n in out if n]


DEFENCE = tuple(
    [sum(n for _, n in defence_of(i, side)) if name else 0 for i, name in enumerate(BOARD.names)]
    for side in (GERMAN, ALLIED)
)
