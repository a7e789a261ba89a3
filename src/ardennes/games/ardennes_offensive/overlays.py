"""Map overlays: supply, zones of control, reach in both modes, exits, interdicted bridges."""

from __future__ import annotations

from typing import Any

from ardennes.board import reach
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.games.ardennes_offensive import movement, supply, victory
from ardennes.games.ardennes_offensive.bridges import open_roads
from ardennes.games.ardennes_offensive.facts import (
    BASTOGNE,
    BOARD,
    BRIDGE_SIDES,
    ENTRY,
    EXITS,
    GERMAN,
    HEX_NAMES,
    LIVE,
    MA,
    MAP_EDGE,
    SIDE,
    SIDES,
    SOURCES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.reach import Trip, explore
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.view import interdicted, without_supply

OVERLAYS = (
    Overlay("supply", "Supply", "S", "Where a side's units are in supply, and by which road.", "12.1A", "side"),
    Overlay("zones", "Zones", "Z", "A side's zone of control; columns in road mode have none.", "7.0", "side"),
    Overlay("reach", "Reach", "R", "How far a unit can go in standard mode and in road mode.", "6.5H", "unit"),
    Overlay("bridges", "Bridges", "B", "The bridges that are interdicted for a side.", "13.1A", "side"),
    Overlay("victory", "Exits", "V", "The exits, their victory points, and which of them count now.", "16.0B"),
    *GENERAL,
)
_TO_ROAD = 3
"""12.1A: the hexes from a unit to the road."""


def overlay(s: OffensiveState, overlay: str, of: str) -> dict[str, Any]:
    """One overlay. Both sides know everything on the map."""
    out = Layers(game=s.game)
    match overlay:
        case "supply":
            _supply(s, out, SIDES.index(of))
        case "zones":
            side = SIDES.index(of)
            out.area("zone", _names(s.zoc(side) & (LIVE | MAP_EDGE)), f"{of.capitalize()} zone of control", of)
        case "reach":
            _reach(s, out, UNIT_NAMES.index[of])
        case "bridges":
            _bridges(s, out, SIDES.index(of))
        case "victory":
            _exits(s, out)
    return out.plain()


def _names(places: Places) -> list[str]:
    return HEX_NAMES.list_of(places)


def _supply(s: OffensiveState, out: Layers, side: Side) -> None:
    owner = SIDES[side]
    cut = interdicted(s, side)
    free = " (German units need no path on turn 1)" if supply.free_supply(s, side) else ""
    fed = supply.supplied_hexes(s, side, cut)
    out.area("supply", _names(fed), f"{owner.capitalize()} supply{free}", owner)
    closed = s.closed_to(side)
    sources = _names(SOURCES[side] & ~closed)
    out.area("supply", sources, "Supply sources", owner, dict.fromkeys(sources, "S"))
    for line in _lines(s, side, cut):
        out.line("supply", [HEX_NAMES.names[p] for p in line], owner)
    unsupplied, isolated = without_supply(s, side)
    for unit in each(unsupplied):
        out.units[UNIT_NAMES.names[unit]] = "isolated" if isolated >> unit & 1 else "unsupplied"
    out.area("cut", _names(s.places_of(unsupplied)), f"{owner.capitalize()} units without supply", owner)


def _lines(s: OffensiveState, side: Side, cut: int) -> list[list[Place]]:
    """12.1A: for each hex with supplied units the path to a source: to the nearest road that leads to one, and along it."""
    closed = s.closed_to(side)
    allowed = LIVE & ~closed
    far = len(BOARD.names)
    roads = reach(BOARD, [SOURCES[side] & allowed], far, ((open_roads(cut), ((1, allowed),)),), allowed, 0)
    network = roads.everywhere
    out = []
    for place in each(s.live(side)):
        path = _to_road(place, network, allowed)
        if path:
            out.append([*path, *reversed(roads.way(path[-1])[:-1])])
    return [line for line in out if len(line) > 1]


def _to_road(place: Place, network: Places, allowed: Places) -> list[Place]:
    """The shortest way from a hex to the network of supplied roads; empty if it is too far."""
    paths = [[place]]
    seen = 1 << place
    for _ in range(_TO_ROAD + 1):
        found = next((path for path in paths if network >> path[-1] & 1), None)
        if found is not None:
            return found
        more = []
        for path in paths:
            for other in each(BOARD.neighbours(path[-1]) & allowed & ~seen):
                seen |= 1 << other
                more.append([*path, other])
        paths = more
    return []


def _reach(s: OffensiveState, out: Layers, unit: Unit) -> None:
    name = s.game.unit_title(unit)
    owner = SIDES[SIDE[unit]]
    at = s.at[unit]
    if at < 0 and at not in ENTRY.values():
        out.units[UNIT_NAMES.names[unit]] = f"{name} is not on the map"
        return
    unsupplied, _ = without_supply(s, SIDE[unit])
    mp = MA[unit] // 2 if unsupplied >> unit & 1 else MA[unit]
    terms = movement.terms_of(s, unit, mp=mp)._replace(cut=interdicted(s, SIDE[unit]))
    found = explore(terms)
    standard = _costs(found, found.hexes, False)
    marches = _costs(found, found.marches & ~found.hexes, True)
    out.area("reach", sorted(standard), f"{name}: {mp} movement points, in standard mode", owner, standard)
    out.area("threat", sorted(marches), f"{name}: in road mode", owner, marches)
    if not standard and not marches:
        held = at >= 0 and s.pinned(unit)
        why = "is held in an enemy zone of control" if held else "cannot move"
        out.units[UNIT_NAMES.names[unit]] = f"{name} {why}"


def _costs(found: Trip, places: Places, march: bool) -> dict[str, str]:
    return {HEX_NAMES.names[p]: str(found.cost(p, march)) for p in each(places)}


def _bridges(s: OffensiveState, out: Layers, side: Side) -> None:
    """13.1A: a bar across each interdicted bridge, and its two hexes."""
    places = 0
    for bridge in each(interdicted(s, side)):
        a, b = BRIDGE_SIDES[bridge]
        places |= 1 << a | 1 << b
        out.bar("front", a, b, 1 - side)
    who = "the Germans" if side == GERMAN else "the Allies"
    out.area("cut", _names(places), f"Bridges interdicted for {who}", SIDES[side])


def _exits(s: OffensiveState, out: Layers) -> None:
    counting = victory.exit_points(s)
    held = {HEX_NAMES.names[p]: str(n) for p, n in counting.items()}
    other = {HEX_NAMES.names[p]: str(n) for p, n in EXITS.items() if p not in counting}
    out.area("victory", list(held), "Exits that count for the Germans now", SIDES[GERMAN], held)
    town = HEX_NAMES.names[BASTOGNE]
    text = "Exits; those in the south count only with Bastogne (B)"
    out.area("victory", [*other, town], text, None, {**other, town: "B"})
