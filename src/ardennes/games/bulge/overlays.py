"""Map overlays: supply, zones of control, reach, threat, exits. Both sides know everything on the map."""

from __future__ import annotations

from ardennes.board import Reached
from ardennes.core.kinds import Side, Unit
from ardennes.core.names import each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import ALL, EDGE, EXITS, HEX_NAMES, MA, SIDE, SIDES, SOURCES
from ardennes.games.bulge.movement import Move, travel, usable_entries
from ardennes.games.bulge.state import DUE, BulgeState


def _supply(s: BulgeState, out: Layers, side: Side) -> None:
    owner = SIDES[side].capitalize()
    supplied = supply.supplied_hexes(s, side)
    free = supply.free_supply(s, side)
    need = " (German units need no line until GT 3)" if free else ""
    terms = supply.terms(s, side)
    out.area("supply", supplied, f"{owner} supply{need}", side)
    out.area("supply", SOURCES[side] & terms[3], "Sources of supply", side, "S")
    lines = supply.lines(*terms)
    cut = 0
    for unit in each(s.on_map(side)):
        place = s.at[unit]
        if supplied >> place & 1:
            line = lines.way(place)
            if len(line) > 1:
                out.line("supply", line[::-1], side)
        elif s.resupplied >> unit & 1:
            out.note(unit, "resupplied from the air")
        else:
            cut |= 1 << place
            out.note(unit, "no supply line, but none needed yet" if free else "no supply line")
    out.area("cut", cut, f"{owner} units without a supply line", side)


def _zones(s: BulgeState, out: Layers, side: Side) -> None:
    out.area("zone", s.zoc(side) & ALL, f"{SIDES[side].capitalize()} zone of control", side)


def _reach(s: BulgeState, out: Layers, unit: Unit) -> None:
    ways, text = _ways(s, unit)
    costs: dict[int, int] = {}
    for way in ways:
        for spent, places in way.by_cost():
            for place in each(places):
                costs[place] = min(spent, costs.get(place, spent))
    costs.pop(s.at[unit], None)
    by_name = sorted(costs, key=HEX_NAMES.names.__getitem__)
    out.labelled("reach", {place: str(costs[place]) for place in by_name}, text, SIDE[unit])
    if not costs:
        out.note(unit, text)


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
    out.area("threat", reached, f"Where {SIDES[side].capitalize()} units could get to", side)


def _exits(s: BulgeState, out: Layers, of: int) -> None:
    out.labelled("victory", {p: f"×{factor}" for p, factor in EXITS.items()}, "Exits: strength times factor")


_NEXT = "Where a side's units could get to in their next movement phase if nothing stops them."
OVERLAYS = (
    Overlay("supply", "Supply", "S", "Where a side's units are in supply, and by which road.", "14.0", "side", _supply),
    Overlay("zones", "Zones", "Z", "A side's zone of control.", "9.0", "side", _zones),
    Overlay("reach", "Reach", "R", "How far a unit could go this turn, and what it costs.", "10.0", "unit", _reach),
    Overlay("threat", "Threat", "T", _NEXT, "10.0", "side", _threat),
    Overlay(
        "victory", "Exits", "V", "Hexes by which German units leave the map for victory points.", "3.1", "", _exits
    ),
    *GENERAL,
)
