"""The facts of the game, read once from `data/`: board, units, formations, cards, chits, charts. Nothing here changes in play."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from ardennes.board import Layer
from ardennes.board.hexes import HexBoard, minus
from ardennes.board.search import flood
from ardennes.core.kinds import box_numbers
from ardennes.core.names import Names, bits, each
from ardennes.core.roster import Roster, data_board, data_rows, data_text

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
PACKAGE = __name__.rpartition(".")[0]

# --- dates (2-dates) --------------------------------------------------------------------------------------------------

TABLES: dict[str, Any] = tomllib.loads(data_text(PACKAGE, "tables.toml"))
FIRST_DAY: str = TABLES["game"]["first_day"]
FIRST_DATE: int = TABLES["game"]["first_date"]
"""The date of turn 1: turn `t` is December `t + FIRST_DATE - 1`."""
LAST_DATE: int = TABLES["game"]["last_date"]
DAYS = range(FIRST_DATE, LAST_DATE + 1)


@cache
def on_date(dates: str, day: int) -> bool:
    """2-dates: does a mark such as "18", "18+", "18-23" or "16-17,24-29" cover this day of December? An empty mark always does.

    >>> on_date("18+", 17), on_date("18-23", 23), on_date("16-17,24-29", 20), on_date("", 16)
    (False, True, False, True)
    """
    if not dates:
        return True
    for part in dates.split(","):
        if part.endswith("+"):
            if day >= int(part[:-1]):
                return True
        else:
            low, _, high = part.partition("-")
            if int(low) <= day <= int(high or low):
                return True
    return False


@cache
def rule_on(rule: str, day: int) -> bool:
    """Is a date-dependent rule of `[dates]` in force on this day? ("surprise", "boundaries", "fuel", ...)"""
    return on_date(TABLES["dates"][rule], day)


CALENDAR: dict[int, dict[str, Any]] = {row["date"]: row for row in TABLES["calendar"]["days"]}
"""By day: `far`, `german` and `allied` (supplemental cards), `hand` (Allied), and the victory levels `below`, `above`, `level`."""


def hand_size(side: int, day: int) -> int:
    """5-hand-size"""
    return int(TABLES["game"]["german_hand"] if side == GERMAN else CALENDAR[day]["hand"])


# --- board ------------------------------------------------------------------------------------------------------------

BOARD = data_board(PACKAGE, HexBoard)
HEX_NAMES = Names("hex", BOARD.names)
HEX = HEX_NAMES.index
ALL = BOARD.all
EVERY: Layer = BOARD.everywhere


def _terrain(code: str) -> int:
    return BOARD.where(lambda p: code in p["terrain"])


CLEAR, BROKEN, WOODS, FOREST, CITIES = (_terrain(c) for c in ("clear", "broken", "woods", "forest", "city"))
TOWNS = BOARD.where(lambda p: bool(p.get("town"))) & ~CITIES
"""2.1-terrain: hexes with a town; cities apart."""
BUILT = TOWNS | CITIES
"""Town and city hexes: all that can be owned (12.1)."""
TERRAIN: dict[str, int] = {
    "clear": CLEAR,
    "broken": BROKEN,
    "woods": WOODS,
    "forest": FOREST,
    "town": TOWNS,
    "city": CITIES,
}
"""9.4-terrain: the hexes of each kind. A town hex is in two of them."""
TOWN_VP: dict[int, int] = {i: int(BOARD.places[i].get("vp", 0)) for i in each(BUILT)}
"""2.1-vp-hexes"""
WESTWALL = BOARD.where(lambda p: bool(p.get("west_wall")))
DEPOT_HEXES = BOARD.where(lambda p: bool(p.get("depot")))
"""10.42: where the fuel depots start."""
GERMAN_GROUND = BOARD.where(lambda p: p.get("front") == "german")
"""12.1: the hexes of the Westwall and east of it."""
GERMAN_TOWNS = BUILT & GERMAN_GROUND
"""12.1: the towns that are German on 16 December."""
ROW_COL = BOARD.row_col
COLUMN = [col for _, col in BOARD.row_col]
"""7.5-national: the column of each hex; higher is farther west."""

ROAD: Layer = BOARD.side_layer("road")
"""Sides with a road, whether or not its bridge is intact. `EnemyActionState.roads` is what can be used."""
ROAD_HEXES = BOARD.spread(ALL, ROAD) | BOARD.where(lambda p: "road_off" in p)
RIVER: Layer = BOARD.side_layer("river")
"""Sides with a river, bridged or not."""
DRY: Layer = minus(EVERY, RIVER)
MEUSE: Layer = BOARD.layer(lambda a, b, what: what.get("river") == "Meuse")
WEST_BANK = flood(BOARD, BOARD.set_of("0117"), minus(EVERY, MEUSE), ALL)
"""2.1-meuse: west or north of the Meuse."""
EAST_BANK = ALL & ~WEST_BANK
BESIDE_MEUSE = BOARD.spread(ALL, MEUSE)
"""7.72: the hexes that a Meuse side borders."""

RIVER_SIDES: tuple[tuple[int, int], ...] = tuple(
    sorted((a, b) for (a, b), what in BOARD.sides.items() if a < b and what.get("river"))
)
RIVERS = Names("river side", [f"{HEX_NAMES.names[a]}-{HEX_NAMES.names[b]}" for a, b in RIVER_SIDES])
"""The river hexsides by number ("1707-1708"). A set of bridges is a set of these."""
RIVER_TITLES = [f"{BOARD.sides[pair]['river']} ({name})" for pair, name in zip(RIVER_SIDES, RIVERS.names, strict=True)]
"""What people call a river side: "Our (1707-1708)"."""
RIVER_NUMBER: dict[tuple[int, int], int] = {
    pair: n for n, (a, b) in enumerate(RIVER_SIDES) for pair in ((a, b), (b, a))
}
"""The river side between two hexes, either way round."""
BANKS = [1 << a | 1 << b for a, b in RIVER_SIDES]
"""The two hexes of each river side."""
SIDES_OF_HEX: list[int] = [0] * len(BOARD.names)
"""The river sides of each hex, as a set."""
for _n, (_a, _b) in enumerate(RIVER_SIDES):
    SIDES_OF_HEX[_a] |= 1 << _n
    SIDES_OF_HEX[_b] |= 1 << _n


def _sides_where(attribute: str, *values: Any) -> int:
    return bits(n for n, pair in enumerate(RIVER_SIDES) if BOARD.sides[pair].get(attribute) in values)


PRINTED_BRIDGES = bits(n for n, pair in enumerate(RIVER_SIDES) if BOARD.sides[pair].get("bridge"))
"""12.2: where a road crosses a river."""
BLOWN_AT_START = _sides_where("bridge", "blown")
"""12.21"""
GERMAN_BRIDGES = _sides_where("owner", "german")
"""12.2-start"""
MEUSE_SIDES = _sides_where("river", "Meuse")


@lru_cache(maxsize=1024)
def layer_of(sides: int) -> Layer:
    """A set of river sides as a layer."""
    out = [0] * len(EVERY)
    for n in each(sides):
        a, b = RIVER_SIDES[n]
        out[BOARD.direction(a, b)] |= 1 << a
        out[BOARD.direction(b, a)] |= 1 << b
    return tuple(out)


def plus(layer: Layer, other: Layer) -> Layer:
    """The sides of either layer."""
    return tuple(x | y for x, y in zip(layer, other, strict=True))


@lru_cache(maxsize=1024)
def usable_roads(bridges: int) -> Layer:
    """7.2, 12.23: the road sides that can be used when these river sides have an intact bridge. A new bridge joins no roads."""
    return minus(ROAD, layer_of(PRINTED_BRIDGES & ~bridges))


@lru_cache(maxsize=1024)
def open_sides(bridges: int) -> Layer:
    """Sides that can be crossed without river penalty when these river sides have an intact bridge, new ones included."""
    return plus(DRY, layer_of(bridges))


EDGES = BOARD.where(lambda p: p.get("supply") in SIDES)
"""The hexes on the map edge."""
FRIENDLY_EDGE = tuple(BOARD.where(lambda p, side=side: p.get("supply") == side) for side in SIDES)  # type: ignore[misc]
"""10-edges: the map edge hexes that are friendly to each side."""
ROAD_OFF: dict[int, str] = {i: str(p["road_off"]) for i, p in enumerate(BOARD.places) if "road_off" in p}
"""Hexes with a road off the map, and over which edge it goes."""
SOURCES = tuple(bits(ROAD_OFF) & edge for edge in FRIENDLY_EDGE)
"""10.1-heads: where each side's supply roads begin."""
EXIT_UNTIL: dict[int, int] = {
    i: int(p.get("exit_until", LAST_DATE)) for i, p in enumerate(BOARD.places) if "exit" in p and not p.get("no_exit")
}
"""2.1-exit: the German exit hexes, each with the last date on which it is open."""


def exit_edge(place: int) -> str:
    """7.8, 7.81: the edge of an exit hex: "west", "south", "north-east" or "north-west" (of the Meuse; 0116 counts as east of it)."""
    edge = ROAD_OFF[place]
    return edge if edge != "north" else "north-west" if WEST_BANK >> place & 1 else "north-east"


def _area(names: list[str]) -> int:
    out = 0
    for part in names:
        first, _, last = part.partition("-")
        row = first[:2]
        out |= BOARD.set_of(*(f"{row}{c:02}" for c in range(int(first[2:]), int((last or first)[2:]) + 1)))
    return out


_AREAS: dict[str, int] = {
    name: _area(rows) for name, rows in json.loads(data_text(PACKAGE, "map.json"))["sheet"]["areas"].items()
}
ARMY_AREA: dict[str, int] = {
    "6pa": _AREAS["6th Panzer Army"],
    "5pa": _AREAS["5th Panzer Army"],
    "7a": _AREAS["7th Army"],
    "": ALL,
}
"""7.61: the operational area of each German army; "" is the OKW Reserve, which has none."""
CORPS_AREA: dict[str, int] = {
    "v": _AREAS["V Corps"],
    "xviii": _AREAS["XVIII Corps"],
    "vii": _AREAS["VII Corps"],
    "viii": _AREAS["VIII Corps"],
    "xii": _AREAS["XII Corps"],
    "iii": _AREAS["III Corps"],
}
"""7.7: the operational area of each US corps."""
CORPS_AREA["xxx"] = CORPS_AREA["v"] | CORPS_AREA["xviii"] | CORPS_AREA["vii"]
"""11.51: once a German unit has crossed the Meuse, XXX Corps deploys like a corps of the US 1st Army."""

# --- movement ---------------------------------------------------------------------------------------------------------

INFANTRY, MECHANIZED = 0, 1
COSTS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple(
        (int(TABLES["movement"][code]["cost"][kind]), TERRAIN[code])
        for code in ("clear", "broken", "woods", "forest", "city")
    )
    for kind in (INFANTRY, MECHANIZED)
)
"""7: pairs (cost, hexes) for infantry and for mechanized units, off road. A town costs what its ground costs."""
FREEZE_COSTS: tuple[tuple[int, int], ...] = tuple(
    (int(TABLES["movement"][code]["freeze"]), TERRAIN[code]) for code in ("clear", "broken", "woods", "forest", "city")
)
"""Ground Freeze: the same for mechanized units on that day."""

# --- formations (2.21-colors, 2.3-formation) --------------------------------------------------------------------------

_GROUPS = data_rows(PACKAGE, "groups.csv")
GROUPS = Names("formation", [row["id"] for row in _GROUPS])
"""Armies ("army-5pa"), corps ("xlvii", "okw", "xxx") and the divisions and brigades on cards ("de-2p", "us-101", "uk-ga")."""
GROUP = GROUPS.index
GROUP_ROWS = _GROUPS
GROUP_TITLE = [row["title"] for row in _GROUPS]
GROUP_SIDE = [SIDES.index(row["side"]) for row in _GROUPS]
GROUP_KIND = [row["kind"] for row in _GROUPS]
"""army, corps or division"""
CORPS = bits(g for g, kind in enumerate(GROUP_KIND) if kind == "corps")
OKW, XXX = GROUP["okw"], GROUP["xxx"]

# --- units ------------------------------------------------------------------------------------------------------------

ROSTER = Roster(PACKAGE, SIDES)
UNIT_NAMES = ROSTER.names
UNIT = UNIT_NAMES.index
SIDE = ROSTER.side
OF_SIDE = ROSTER.of_side
STEPS = ROSTER.column("steps", int)
MA = ROSTER.column("ma", int)
_PARTS = [[text.strip("[]") for text in row["strength"].split("/")] for row in ROSTER.rows]
STRENGTH: list[tuple[int, ...]] = [(0, *(int(x) for x in reversed(parts))) for parts in _PARTS]
"""2.21-strength: STRENGTH[unit][steps left]; bracketed strengths are plain numbers here (see BRACKETED)."""
BRACKETED: list[tuple[bool, ...]] = [
    (False, *("[" in x for x in reversed(row["strength"].split("/")))) for row in ROSTER.rows
]
"""BRACKETED[unit][steps left]"""
QUALITY: list[str] = [" " + "".join(reversed(row["quality"].split("/"))) for row in ROSTER.rows]
"""2.21-quality: QUALITY[unit][steps left]: G green, R regular, E elite."""
TYPES: list[tuple[str, ...]] = [("", *reversed(row["types"].split("/"))) for row in ROSTER.rows]
"""2.21-types: TYPES[unit][steps left]: infantry, parachute, airborne, glider, mech, armor, recon, combined."""
ON_FOOT = ("infantry", "parachute", "airborne", "glider")
MECH = ROSTER.where(lambda row: row["type"] not in ON_FOOT)
"""2.21-types: mechanized units. (No unit changes between foot and mechanized when it loses steps.)"""
ARMY_OF = ROSTER.column("army", str)
"""6pa, 5pa, 7a, 1a, 3a; "" for OKW and the British."""
CORPS_OF = [GROUP[row["corps"]] for row in ROSTER.rows]
DIVISION_OF = [GROUP[row["division"]] if row["division"] else -1 for row in ROSTER.rows]
"""The division of each unit for 11.1 and 11.2, -1 for none. A brigade or division that is one unit is its own."""
IN_GROUP: list[int] = [
    ROSTER.where(
        lambda row, g=row: (  # type: ignore[misc]
            g["army"] == row["army"]
            if g["kind"] == "army"
            else g["id"] == row["corps"]
            if g["kind"] == "corps"
            else g["id"] in (*row["keys"].split(), row["division"])
        )
    )
    for row in _GROUPS
]
"""The units of each formation. Peiper is in two divisions' lists: its own card and the 1st SS (2.21)."""
IN_CORPS = {c: IN_GROUP[c] for c in each(CORPS)}
VDH = UNIT["de-vdh"]
"""9.24: the von der Heydte unit."""
DINANT_UNIT, DINANT = UNIT[TABLES["reserves"]["dinant_unit"]], HEX[TABLES["reserves"]["dinant"]]
"""7.72, 11.51"""
BRITISH = IN_GROUP[XXX]
US_AIRBORNE = bits(GROUP[name] for name in ("us-82", "us-101", "us-17"))
"""11.2-airborne: the divisions of four units."""
START = [HEX[hex_] if hex_ else -1 for hex_ in ROSTER.column("start", str)]
"""3-units: where each unit is on 16 December, -1 for those that come later."""
START_IPS = bits(START[u] for u, row in enumerate(ROSTER.rows) if row["ip"])
ENTRY = ROSTER.column("entry", lambda text: int(text) if text.isdigit() else 0)
"""2.21-entry: the printed date of each reserve unit; 0 for units on the map at start, OKW and von der Heydte."""
STRATEGIC = ROSTER.where(lambda row: bool(row["strategic"]))
"""2.21-entry: units with an S after their date."""
CRISIS_AT = [HEX.get(row["crisis"], -1) for row in ROSTER.rows]
"""15.5: where each unit is on 22 December, -1 for the others."""


def _crisis(mark: str) -> int:
    return ROSTER.where(lambda row: mark in row["crisis_marks"].split())


CRISIS_ELIMINATED = ROSTER.where(lambda row: row["crisis"] == "eliminated")
CRISIS_REDUCED, CRISIS_LOW, CRISIS_IP = _crisis("reduced"), _crisis("low"), _crisis("ip")

# --- boxes (2.1-boxes) ------------------------------------------------------------------------------------------------

BOXES = Names("box", ["absent", "calendar", "reserve", "eliminated", "exited", "okw", "vdh"])
BOX = box_numbers(BOXES)
ABSENT, ON_CALENDAR, RESERVE, ELIMINATED, EXITED, OKW_BOX, VDH_BOX = (BOX[name] for name in BOXES.names)
BOX_TITLES = {
    "calendar": "Calendar",
    "reserve": "Reserve",
    "eliminated": "Eliminated",
    "exited": "Off the map",
    "okw": "OKW Reserve",
    "vdh": "Von der Heydte",
}

# --- events, reactions, tactics ---------------------------------------------------------------------------------------

EVENTS = Names("event", [row["id"] for row in TABLES["event"]])
EVENT = EVENTS.index
EVENT_ROWS: list[dict[str, Any]] = TABLES["event"]
SPECIAL = bits(e for e, row in enumerate(EVENT_ROWS) if row["kind"] == "special")
EVENTS_OF = tuple(bits(e for e, row in enumerate(EVENT_ROWS) if row["side"] == side) for side in SIDES)
REACTIONS = Names("reaction", [row["id"] for row in TABLES["reaction"]])
REACTION = REACTIONS.index
REACTION_ROWS: list[dict[str, Any]] = TABLES["reaction"]
TACTICS = Names("tactic", [row["id"] for row in TABLES["tactic"]])
TACTIC = TACTICS.index
TACTIC_ROWS: list[dict[str, Any]] = TABLES["tactic"]
TACTICS_OF = tuple(bits(t for t, row in enumerate(TACTIC_ROWS) if side in row["dates"]) for side in SIDES)
ATTACKING = bits(t for t, row in enumerate(TACTIC_ROWS) if row["role"] != "defend")
DEFENDING = bits(t for t, row in enumerate(TACTIC_ROWS) if row["role"] != "attack")
ARTILLERY = bits(TACTIC[name] for name in ("artillery", "corps-artillery", "fixed-artillery"))
"""9.4-air-artillery: the tactics that make artillery chits count."""
BATTALIONS = bits(TACTIC[name] for name in ("panzer-battalion", "tank-battalion"))
"""9.4-armor: the tactics that count as armor."""
SAPPERS = bits(TACTIC[name] for name in ("engineers", "combat-engineers"))
"""12.31, 12.34: the tactics that place or remove an improved position."""

# --- cards (2.3) ------------------------------------------------------------------------------------------------------

Dated = tuple[tuple[int, str], ...]
"""Things with the dates on which the card has them: (number in their table, dates)."""


def _dated(text: str, names: Names) -> Dated:
    out = []
    for part in filter(None, (p.strip() for p in text.split(";"))):
        name, _, dates = part.partition(" ")
        if name != "any":
            out.append((names.index[name], dates))
    return tuple(out)


@dataclass(frozen=True, slots=True, eq=False)
class CardFacts:
    """What is printed on a card."""

    name: str
    side: int
    number: int
    title: str
    kind: str
    """army group, army, corps, division or none"""
    corps: int
    """The corps of a corps or division card, a formation; -1 for none."""
    army: str
    entry: int
    """2.3-entry: the date from which it is available; 0 for OKW cards (11.4)."""
    primary: bool
    activate: tuple[int, ...]
    """The formations that it can activate, one at a time. An army card can also activate the OKW Reserve where 11.42 allows it."""
    stacked: bool
    """6.1, 9.23: units stacked with the corps are active too, and every attack has a free tactic."""
    kampfgruppe: str
    """6.4: the army whose units it can gather, "all" for any, "" for no Kampfgruppe."""
    one_unit: bool
    """6.3"""
    deploy: int
    """The units that it can bring in from the Reserve box; 0 for none."""
    deploy_one: int
    """The corps from which it can bring in one reserve unit, -1 for none."""
    rp: int
    """13.1: replacement points."""
    ignore_zoc: Dated
    """5.21: formations that ignore zones of control on a date."""
    events: Dated
    any_event: bool
    """It can be played as any command event of its side."""
    special: Dated
    reactions: Dated
    tactics: Dated
    any_tactic: bool
    """9.22"""
    returns: str
    """The dates on which it goes back to the draw pile after use as a tactic; "" for never."""
    no_fuel: tuple[tuple[int, tuple[int, ...]], ...]
    """2.3-no-fuel: formations with the days on which they may lack fuel."""
    text: str
    source: str

    @cache  # noqa: B019  the cards live as long as the program
    def events_on(self, day: int) -> int:
        """The command and special events it can be played as on a day, as a set. Where and when is up to the event."""
        out = bits(e for e, dates in (*self.events, *self.special) if on_date(dates, day))
        if self.any_event:
            out |= EVENTS_OF[self.side] & ~SPECIAL
        return out & bits(e for e in each(out) if on_date(EVENT_ROWS[e]["dates"], day))

    @cache  # noqa: B019  the cards live as long as the program
    def tactics_on(self, day: int) -> int:
        """The tactics it can be played as on a day."""
        out = bits(t for t, dates in self.tactics if on_date(dates, day))
        if self.any_tactic:
            out |= TACTICS_OF[self.side]
        return out & bits(t for t in each(out) if on_date(TACTIC_ROWS[t]["dates"].get(SIDES[self.side], "0"), day))

    def reactions_on(self, day: int) -> int:
        """The reactions it can be played as on a day."""
        return bits(r for r, dates in self.reactions if on_date(dates, day))

    def without_fuel(self, day: int) -> int:
        """10.4: the formation on the card that lacks fuel on a day, -1 for none."""
        return next((g for g, days in self.no_fuel if day in days), -1)


def _units_of(text: str, side: int) -> int:
    if text == "all":
        return OF_SIDE[side]
    out = 0
    for name in text.split():
        out |= IN_GROUP[GROUP[name]]
    return out


def _card(row: dict[str, str]) -> CardFacts:
    side = SIDES.index(row["side"])
    return CardFacts(
        row["id"],
        side,
        int(row["number"]),
        row["title"],
        row["kind"],
        GROUP[row["corps"]] if row["corps"] else -1,
        row["army"],
        int(row["entry"]) if row["entry"].isdigit() else 0,
        bool(row["primary"]),
        tuple(GROUP[name] for name in row["activate"].split()),
        bool(row["stacked"]),
        row["kampfgruppe"],
        bool(row["one_unit"]),
        _units_of(row["deploy"], side),
        GROUP[row["deploy_one"]] if row["deploy_one"] else -1,
        int(row["rp"] or 0),
        _dated(row["ignore_zoc"], GROUPS),
        _dated(row["events"], EVENTS),
        row["events"] == "any",
        _dated(row["special"], EVENTS),
        _dated(row["reactions"], REACTIONS),
        _dated(row["tactics"], TACTICS),
        row["tactics"] == "any",
        row["returns"],
        tuple(
            (GROUP[part.split()[0]], tuple(int(d) for d in part.split()[1:]))
            for part in row["no_fuel"].split(";")
            if part.strip()
        ),
        row["text"],
        row["source"],
    )


CARD_FACTS = [_card(row) for row in data_rows(PACKAGE, "cards.csv")]
CARDS = Names("card", [card.name for card in CARD_FACTS], pools=[SIDES[card.side] for card in CARD_FACTS])
CARD = CARDS.index
DECK = tuple(bits(c for c, card in enumerate(CARD_FACTS) if card.side == side) for side in (GERMAN, ALLIED))
"""All cards of each side."""
PRIMARY = bits(c for c, card in enumerate(CARD_FACTS) if card.primary)
SUPPLEMENTAL = CARDS.all & ~PRIMARY
OKW_CARDS = bits(c for c, card in enumerate(CARD_FACTS) if not card.entry)
BRITISH_CARDS = bits(c for c, card in enumerate(CARD_FACTS) if card.corps == XXX)


@cache
def cards_with_reaction(reaction: str, day: int) -> int:
    """The cards that can be played as a reaction on a day, whoever has them."""
    bit = 1 << REACTION[reaction]
    return bits(c for c, card in enumerate(CARD_FACTS) if card.reactions_on(day) & bit)


@cache
def cards_with_event(event: str, day: int) -> int:
    """The cards that can be played as an event on a day, whoever has them."""
    bit = 1 << EVENT[event]
    return bits(c for c, card in enumerate(CARD_FACTS) if card.events_on(day) & bit)


@cache
def cards_with_tactics(side: int, day: int) -> int:
    """The cards of a side that can be played as any tactic on a day."""
    return bits(c for c in each(DECK[side]) if CARD_FACTS[c].tactics_on(day))


# --- chits (2.22, 9.4) ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChitSide:
    """One side of a chit: a situation, and the hits if it applies."""

    situation: str
    """"ratio", "terrain", "flank", "one-hex", "adjacent", "disordered", "armor", "combined", "elite", "green", "artillery", "air",
    "engineers", "recon", "ip", "large", "date", "allied-attack" or "5pa-attack"."""
    detail: str
    """What it is about: ">=3" (attacker to defender), "woods forest city", "attacker" or "defender", "german" or "allied", "16"."""
    hits: tuple[tuple[str, int], ...]
    """9.5: pairs of A (attacker), D (defender), G (German) or U (Allied) and a number."""


@dataclass(frozen=True, slots=True)
class ChitFacts:
    """A combat chit."""

    name: str
    front: ChitSide
    back: ChitSide
    priority: str
    """2.22-priority: "front" or "back" if both situations can apply at once, else ""."""
    blue: bool
    """9.41"""
    source: str


def _chit_side(text: str, hits: str) -> ChitSide:
    situation, _, detail = text.partition(" ")
    return ChitSide(situation, detail, tuple((h, int(n)) for h, n in re.findall(r"([ADGU])(-?\d+)", hits)))


CHIT_FACTS = [
    ChitFacts(
        row["id"],
        _chit_side(row["front"], row["front_hits"]),
        _chit_side(row["back"], row["back_hits"]),
        row["priority"],
        bool(row["blue"]),
        row["source"],
    )
    for row in data_rows(PACKAGE, "chits.csv")
]
CHITS = Names("chit", [chit.name for chit in CHIT_FACTS])
BLUE = bits(c for c, chit in enumerate(CHIT_FACTS) if chit.blue)

# --- scenarios (15) ---------------------------------------------------------------------------------------------------

SCENARIOS: dict[str, dict[str, Any]] = {row["id"]: row for row in TABLES["scenario"]}
CRISIS: dict[str, Any] = TABLES["crisis"]
"""15.5: markers, ownership and cards on 22 December."""
CRISIS_BLOWN = bits(RIVERS.index[name] for name in CRISIS["blown"])
CRISIS_BRIDGES = bits(RIVERS.index[name] for name in CRISIS["german_bridges"])
CRISIS_TOWNS = BOARD.set_of(*CRISIS["german_towns"])
CRISIS_ROADBLOCKS = BOARD.set_of(*CRISIS["roadblocks"])
CRISIS_WALL = WESTWALL & ~BOARD.set_of(*CRISIS["front_wall"])
"""15.5-markers: the Westwall hexes that can cost points."""

_CRISIS_DATES = {
    unit: day
    for name, day in CRISIS["arrivals"].items()
    for unit in each(IN_GROUP[GROUP[name]] if name in GROUP else 1 << UNIT[name])
}
CRISIS_ENTRY = [_CRISIS_DATES.get(unit, day) for unit, day in enumerate(ENTRY)]
"""15.5-other: the dates of reserves in Crisis at the Meuse, where some divisions and units have another one."""
