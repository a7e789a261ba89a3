"""Map overlays: control, supply, reach, threat, victory points."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.games.commander.facts import (
    ALL,
    DAYS,
    EXITS,
    GERMAN,
    NEAR,
    SIDE,
    SIDES,
    SOURCES,
    SPACE_NAMES,
    UNIT_NAMES,
    VALUE,
)
from ardennes.games.commander.reach import reach
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import network, supplied_spaces

OVERLAYS = (
    Overlay("control", "Control", "C", "Who controls which space, and where both sides are.", "6-control"),
    Overlay("supply", "Supply", "S", "Where a side's units are in supply, and by which route.", "9-in-supply", "side"),
    Overlay("reach", "Reach", "R", "How far a unit could go if it were active now.", "7-movement", "unit"),
    Overlay("threat", "Threat", "T", "Where a side's units could get to in one turn.", "7-movement", "side"),
    Overlay("victory", "Victory points", "V", "Values of spaces, and exits.", "12-victory-points"),
    *GENERAL,
)


def overlay(s: CommanderState, overlay: str, of: str) -> dict[str, Any]:
    """One overlay. Both sides know everything."""
    out = Layers()
    match overlay:
        case "control":
            for number, owner in enumerate(SIDES):
                places = s.controlled(number) & ALL
                out.area("zone", SPACE_NAMES.list_of(places), f"{owner.capitalize()} control", owner)
            out.area("threat", SPACE_NAMES.list_of(s.contested()), "Contested")
        case "supply":
            _supply(s, out, SIDES.index(of))
        case "reach":
            _reach(s, out, UNIT_NAMES.index[of])
        case "threat":
            side = SIDES.index(of)
            places = s._occ[side]
            for u in each(s.on_map(side) & ~s.unsupplied()):
                places |= reach(s, u).all
            out.area("threat", SPACE_NAMES.list_of(places), f"Where {of.capitalize()} units could get to", of)
        case "victory":
            _victory(s, out)
    return out.plain()


def _supply(s: CommanderState, out: Layers, side: Side) -> None:
    owner = SIDES[side]
    found, where = network(s, side), supplied_spaces(s, side)
    free = "" if DAYS[s.day].supply[side] else " (not checked yet)"
    out.area("supply", SPACE_NAMES.list_of(found), f"{owner.capitalize()} supply network{free}", owner)
    sources = SPACE_NAMES.list_of(SOURCES[side] & found)
    out.area("supply", sources, "Sources of supply", owner, dict.fromkeys(sources, "S"))
    back = _ways_back(SOURCES[side] & found, found)
    cut = 0
    for u in each(s.on_map(side)):
        place = s.at[u]
        if not where >> place & 1:
            cut |= 1 << place
            out.units[UNIT_NAMES.names[u]] = "no supply route"
        elif s.short >> u & 1:
            out.units[UNIT_NAMES.names[u]] = "short of fuel"
    for place in each(s._occ[side] & where):
        line = _line(place, found, back)
        if len(line) > 1:
            out.line("supply", [SPACE_NAMES.names[p] for p in line], owner)
    out.area("cut", SPACE_NAMES.list_of(cut), f"{owner.capitalize()} units without supply", owner)


def _ways_back(sources: Places, found: Places) -> dict[Place, Place]:
    """For each space in the network, the next one on a shortest way to a source (for a source, itself)."""
    out = {p: p for p in each(sources)}
    ring = each(sources)
    while ring:
        further = []
        for p in ring:
            for q in each(NEAR[p] & found):
                if q not in out:
                    out[q] = p
                    further.append(q)
        ring = further
    return out


def _line(place: Place, found: Places, back: dict[Place, Place]) -> list[Place]:
    out = [place]
    if place not in back:
        beside = each(NEAR[place] & found)
        if not beside:
            return out
        out.append(beside[0])
    while back[out[-1]] != out[-1]:
        out.append(back[out[-1]])
    return out


def _reach(s: CommanderState, out: Layers, unit: Unit) -> None:
    name, owner = s.name(unit), SIDES[SIDE[unit]]
    if s.at[unit] < 0:
        out.units[UNIT_NAMES.names[unit]] = f"{name} is not on the map"
        return
    if s.unsupplied() >> unit & 1:
        out.units[UNIT_NAMES.names[unit]] = f"{name} cannot move: no supply or no fuel"
        return
    labels = {SPACE_NAMES.names[p]: str(n) for n, places in enumerate(reach(s, unit), start=1) for p in each(places)}
    used = "; it has already been activated today" if s.cubes >> unit & 1 else ""
    out.area("reach", list(labels), f"{name}: spaces entered{used}", owner, labels)


def _victory(s: CommanderState, out: Layers) -> None:
    for number, side in enumerate(SIDES):
        places = [p for p in each(s.controlled(number)) if VALUE[p]]
        labels = {SPACE_NAMES.names[p]: str(VALUE[p]) for p in places}
        text = "Points the Germans have" if number == GERMAN else "Points the Germans can still take"
        out.area("victory", list(labels), text, side, labels)
    out.area("victory", SPACE_NAMES.list_of(EXITS), "Exits: a German unit that leaves earns its strength")
