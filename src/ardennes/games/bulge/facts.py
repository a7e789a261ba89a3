"""The facts of the game, read once from `data/`: units, board, charts. Nothing here changes in play."""

from __future__ import annotations

import tomllib
from typing import Any

from ardennes.board import Layer, Way
from ardennes.board.hexes import HexBoard, minus
from ardennes.core.errors import BadInput
from ardennes.core.names import Names, bits
from ardennes.core.results import ResultsTable
from ardennes.core.roster import Roster, data_board, data_text

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PACKAGE = __name__.rpartition(".")[0]

# --- charts ----------------------------------------------------------------------------------------------------------------------------

TABLES: dict[str, Any] = tomllib.loads(data_text(PACKAGE, "tables.toml"))
LAST_TURN = len(TABLES["turn"])
TURNS: list[dict[str, Any]] = [{}, *TABLES["turn"]]
"""By game turn, from 1."""
FIRST_DAY = "1944-12-16"
WEATHERS = ("overcast", "mist", "clear")
SHIFTS: dict[str, int] = TABLES["combat"]["shifts"]
MORE: dict[str, int] = TABLES["terrain"]["more"]
MISSIONS: tuple[str, ...] = tuple(TABLES["air"]["missions"])
CAP, INTERDICTION, SUPPORT, RESUPPLY = range(4)
MECH_MARKERS: int = TABLES["air"]["mechanized_markers"]
MA = 5
DIE = (1, 2, 3, 4, 5, 6)

COLUMNS: tuple[str, ...] = tuple(TABLES["combat"]["columns"])
OUTCOMES: dict[str, dict[str, str]] = {k: v for k, v in TABLES["combat"]["outcomes"].items() if k != "source"}
"""The results of a fight and what they mean, from best to worst for the attacker."""
PRIMARY, SECONDARY = "primary", "secondary"
CRTS = {
    name: ResultsTable(
        name,
        f"{name.capitalize()} table",
        COLUMNS,
        tuple(TABLES["combat"]["lowest"]),
        tuple(tuple(row) for row in TABLES["combat"][name]),
        OUTCOMES,
        short=tuple(c.replace(" or less", "").replace(" or more", "").replace(" to ", " ") for c in COLUMNS),
    )
    for name in (PRIMARY, SECONDARY)
}
column_of = CRTS[PRIMARY].column_of
"""12.1 step 4: the column for a differential."""
shifted = CRTS[PRIMARY].shifted
"""12.1-5: the final column for a differential and shifts."""

# --- board -----------------------------------------------------------------------------------------------------------------------------


BOARD = data_board(PACKAGE, HexBoard)
HEX_NAMES = Names("hex", BOARD.names)
ALL = BOARD.all
EVERY: Layer = BOARD.everywhere
NEAR = tuple(BOARD.neighbours(i) for i in range(len(BOARD.names)))
"""For each hex its neighbours."""
ROAD = BOARD.side_layer("road")
RIVER = BOARD.side_layer("river")
OVER_RIVER_OF = tuple(BOARD.spread(1 << i, RIVER) for i in range(len(BOARD.names)))
"""For each hex its neighbours on the other side of a river."""
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
"""2.1: a hex counts as the first of these it contains."""
COST = [0 if not t else int(TABLES["terrain"][t]["mp"]) for t in TERRAIN]
ENTERED_AT = tuple((cost, bits(i for i, c in enumerate(COST) if c == cost)) for cost in sorted(set(COST) - {0}))
"""Pairs of a cost and the hexes that cost that much to enter off road."""

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
"""Road hexes on each side's friendly edges (2.3.1, 14.0)."""


def _entry_hexes(edge: str) -> int:
    if edge == "E":
        return ROADS_OFF["E"]
    first, last = TABLES["reinforcements"]["edges"][edge]
    return ROADS_OFF[edge] & bits(i for name, i in BOARD.index.items() if first <= name <= last)


ENTRY_HEXES = {edge: _entry_hexes(edge) for edge in "NESW"}
ANY_ENTRY = ENTRY_HEXES["N"] | ENTRY_HEXES["E"] | ENTRY_HEXES["S"] | ENTRY_HEXES["W"]


def defence_of(place: int, side: int) -> list[tuple[str, int]]:
    """What the hex adds to a defender of this side, by name (D-TEC), without river sides, which depend on the attack."""
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

# --- units -----------------------------------------------------------------------------------------------------------------------------

ROSTER = Roster(PACKAGE, SIDES)
UNIT_NAMES = ROSTER.names
SIDE = ROSTER.side
OF_SIDE = ROSTER.of_side
CF = ROSTER.column("cf", int)
STRONGER = {cf: bits(u for u, other in enumerate(CF) if other > cf) for cf in set(CF)}
"""For each combat factor the units that have more."""
_SETUP = ROSTER.column("setup", str)
START = [HEX_NAMES.index[setup] if setup.isdigit() else -1 for setup in _SETUP]
"""The set-up hex of each unit, -1 for none (4.0)."""
EDGE = ["" if setup.isdigit() or setup == "drop" else setup[-1] for setup in _SETUP]
"""The edge by which each reinforcement comes: N, E, S or W (13.0)."""
DUE_ON = [int(setup[:-1]) if edge else int(setup == "drop") for setup, edge in zip(_SETUP, EDGE, strict=True)]
"""The turn on which each reinforcement arrives, or 0."""
if set(ROSTER.column("ma", int)) != {MA}:
    raise BadInput(f"every unit has a movement allowance of {MA}", where="bulge/units.csv")
MECH = ROSTER.where(lambda row: row["mech"] == "yes")
FOOT_ALLIED = ROSTER.where(lambda row: row["side"] == "allied" and row["type"] in ("infantry", "airborne"))
"""10.2-2: the units that can be given a mechanized marker."""
BRITISH = ROSTER.where(lambda row: row["nation"] == "UK")
BY_TURN = tuple(
    [
        bits(u for u, due in enumerate(DUE_ON) if EDGE[u] and SIDE[u] == side and due <= turn)
        for turn in range(LAST_TURN + 1)
    ]
    for side in (GERMAN, ALLIED)
)
"""Each side's reinforcements that are due by a turn (13.0)."""
PARATROOPS = _SETUP.index("drop")
"""15.0: the unit that makes the airdrop."""
