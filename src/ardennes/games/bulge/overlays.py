"""Map overlays: supply, zones of control, reach, threat, exits."""

from __future__ import annotations

from typing import Any

from ardennes.board import Reached
from ardennes.core.kinds import Side, Unit
from ardennes.core.names import each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import ALL, EDGE, EXITS, HEX_NAMES, MA, SIDE, SIDES, SOURCES, UNIT_NAMES
from ardennes.games.bulge.movement import Move, travel, usable_entries
from ardennes.games.bulge.state import DUE, BulgeState

OVERLAYS = (
    Overlay("supply", "Supply", "S", "Where a side's units are in supply, and by which road.", "14.0", "side"),
    Overlay("zones", "Zones", "Z", "A side's zone of control.", "9.0", "side"),
    Overlay("reach", "Reach", "R", "How far a unit could go this turn, and what it costs.", "10.0", "unit"),
    Overlay(
        "threat",
        "Threat",
        "T",
        "Where a side's units could get to in their next movement phase if nothing stops them.",
        "10.0",
        "side",
    ),
    Overlay("victory", "Exits", "V", "Hexes by which German units leave the map for victory points.", "3.1"),
    *GENERAL,
)


def overlay(s: BulgeState, overlay: str, of: str) -> dict[str, Any]:
    """One overlay. Both sides know everything on the map."""
    out = Layers()
    match overlay:
        case "supply":
            _supply(s, out, SIDES.index(of))
        case "zones":
            side = SIDES.index(of)
            zone = s.zoc(side) & ALL
            out.area("zone", HEX_NAMES.list_of(zone), f"{of.capitalize()} zone of control", of)
        case "reach":
            _reach(s, out, UNIT_NAMES.index[of])
        case "threat":
            _threat(s, out, SIDES.index(of))
        case "victory":
            labels = {HEX_NAMES.names[place]: f"×{factor}" for place, factor in EXITS.items()}
            out.area("victory", list(labels), "Exits: strength times factor", None, labels)
    return out.plain()


def _supply(s: BulgeState, out: Layers, side: Side) -> None:
    owner = SIDES[side]
    supplied = supply.supplied_hexes(s, side)
    free = " (German units need no line until GT 3)" if supply.free_supply(s, side) else ""
    out.area("supply", HEX_NAMES.list_of(supplied), f"{owner.capitalize()} supply{free}", owner)
    sources = SOURCES[side] & supply.terms(s, side)[3]
    out.area(
        "supply", HEX_NAMES.list_of(sources), "Sources of supply", owner, dict.fromkeys(HEX_NAMES.list_of(sources), "S")
    )
    lines = supply.lines(*supply.terms(s, side))
    cut = 0
    for unit in each(s.on_map(side)):
        place = s.at[unit]
        if supplied >> place & 1:
            line = lines.way(place)
            if len(line) > 1:
                out.line("supply", [HEX_NAMES.names[p] for p in reversed(line)], owner)
        elif s.resupplied >> unit & 1:
            out.units[UNIT_NAMES.names[unit]] = "resupplied from the air"
        else:
            cut |= 1 << place
            out.units[UNIT_NAMES.names[unit]] = "no supply line" + (", but none needed yet" if free else "")
    out.area("cut", HEX_NAMES.list_of(cut), f"{owner.capitalize()} units without a supply line", owner)


def _reach(s: BulgeState, out: Layers, unit: Unit) -> None:
    ways, text = _ways(s, unit)
    costs: dict[str, str] = {}
    for way in ways:
        for spent, places in way.by_cost():
            for place in each(places):
                name = HEX_NAMES.names[place]
                if name not in costs or int(costs[name]) > spent:
                    costs[name] = str(spent)
    if s.at[unit] >= 0:
        costs.pop(HEX_NAMES.names[s.at[unit]], None)
    out.area("reach", sorted(costs), text, SIDES[SIDE[unit]], costs)
    if not costs:
        out.units[UNIT_NAMES.names[unit]] = text


def _ways(s: BulgeState, unit: Unit) -> tuple[list[Reached], str]:
    """The ways a unit could go, and a caption."""
    name = s.name(unit)
    top = s.stack[-1]
    if isinstance(top, Move) and top.unit == unit:
        return [travel(s, unit, top.mp, top.entry)], f"{name}: {top.mp} movement points"
    if s.at[unit] == DUE and EDGE[unit]:
        entries = usable_entries(s, unit)
        return [travel(s, unit, MA, place) for place in each(entries)], f"{name}: where it could enter"
    if s.at[unit] < 0:
        return [], f"{name} is not on the map"
    if s.zoc(1 - SIDE[unit]) >> s.at[unit] & 1:
        return [], f"{name} is pinned in an enemy zone of control"
    more = "" if supply.in_supply(s, unit) else "; it is out of supply, so it will have to roll for them"
    return [travel(s, unit, MA)], f"{name}: {MA} movement points{more}"


def _threat(s: BulgeState, out: Layers, side: Side) -> None:
    reached = s.occupied(side)
    for unit in each(s.units_in(side, ~s.zoc(1 - side))):
        reached |= travel(s, unit, MA).everywhere
    owner = SIDES[side]
    out.area("threat", HEX_NAMES.list_of(reached), f"Where {owner.capitalize()} units could get to", owner)
