"""Map overlays: supply, zones of control, reach, threat, bridges, areas, points. Everything they show is public."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.games.enemy_action import movement, reserves, strategic, supply, victory
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_AREA,
    BUILT,
    CORPS_AREA,
    EXIT_UNTIL,
    GERMAN,
    GROUP,
    GROUP_ROWS,
    GROUP_TITLE,
    HEX_NAMES,
    RESERVE,
    RIVER_SIDES,
    SIDE,
    SIDES,
)
from ardennes.games.enemy_action.moving import Move
from ardennes.games.enemy_action.state import EnemyActionState

_STATES = {"low": "low supply", "oos": "out of supply", "isolated": "isolated"}


def _supply(s: EnemyActionState, out: Layers, side: Side) -> None:
    owner = SIDES[side].capitalize()
    fed = supply.supplied(s, side)
    out.area("supply", fed, f"{owner} supply", side)
    heads = supply.heads(s, side)
    out.area("supply", heads, f"{owner} supply heads", side)
    cut = 0
    free = side == GERMAN and s.on("german_full_supply")
    for unit in each(s.on_map(side)):
        place = s.at[unit]
        line = supply.paths(s, unit)
        if len(line) > 1:
            out.line("supply", line[::-1], side)
        elif not line:
            cut |= 1 << place
        state = next((text for name, text in _STATES.items() if getattr(s, name) >> unit & 1), "")
        if not line:
            later = "no supply line, but none needed before the 19th" if free else "no supply line now"
            out.note(unit, f"{state}; {later}" if state else later)
        elif state:
            out.note(unit, f"{state} until the next Supply Phase")
    out.area("cut", cut, f"{owner} units without a supply line", side)


def _zones(s: EnemyActionState, out: Layers, side: Side) -> None:
    out.area("zone", s.zoc(side) & ALL, f"{SIDES[side].capitalize()} zone of control", side)


def _reach(s: EnemyActionState, out: Layers, unit: Unit) -> None:
    name, side = s.name(unit), SIDE[unit]
    if s.at[unit] == RESERVE:
        places = reserves.places(s, unit)
        out.area("reach", places, f"{name}: where it could be brought in", side)
        if not places:
            out.note(unit, "there is no hex where it could be brought in now")
        return
    if s.at[unit] < 0:
        out.note(unit, f"{name} is not on the map")
        return
    top = s.stack[-1]
    moving = isinstance(top, Move) and top.unit == unit
    spent, barred = (top.spent, top.barred) if isinstance(top, Move) and moving else (0, 0)
    points = movement.allowance(s, unit)
    costs: dict[Place, int] = {}
    for cost, places in movement.reach(s, unit, spent, barred).by_cost():
        for place in each(places):
            costs[place] = cost
    costs.pop(s.at[unit], None)
    by_name = sorted(costs, key=HEX_NAMES.names.__getitem__)
    text = f"{name}: {points - spent} of {points} movement points"
    out.labelled("reach", {place: str(costs[place]) for place in by_name}, text, side)
    far = 0 if spent else strategic.reach(s, unit).everywhere & ~(1 << s.at[unit])
    out.area("threat", far & ~sum(1 << p for p in costs), f"{name}: by strategic movement only", side)
    if not costs and not far:
        out.note(unit, f"{name} cannot move")


def _threat(s: EnemyActionState, out: Layers, side: Side) -> None:
    reached = s.occupied(side)
    for unit in each(s.on_map(side)):
        reached |= movement.reach(s, unit).everywhere
    out.area("threat", reached, f"Where {SIDES[side].capitalize()} units could get to", side)


def _bridges(s: EnemyActionState, out: Layers, _: int) -> None:
    """12.2: each intact bridge in the colour of its owner, and a bar across each blown one."""
    for side in (GERMAN, ALLIED):
        places = 0
        for river in each(s.own_bridges(side)):
            a, b = RIVER_SIDES[river]
            places |= 1 << a | 1 << b
            out.line("supply", (a, b), side)
        out.area("supply", places, f"{SIDES[side].capitalize()} bridges", side)
    places = 0
    for river in each(s.blown):
        a, b = RIVER_SIDES[river]
        places |= 1 << a | 1 << b
        out.bar("front", a, b)
    out.area("cut", places, "Blown bridges")


_AREAS: dict[int, dict[str, Places]] = {
    GERMAN: {
        "army-6pa": ARMY_AREA["6pa"],
        "army-5pa": ARMY_AREA["5pa"],
        "army-7a": ARMY_AREA["7a"],
    },
    ALLIED: {corps: area for corps, area in CORPS_AREA.items() if corps != "xxx"},
}
"""By formation."""


def _areas(s: EnemyActionState, out: Layers, side: Side) -> None:
    """7.61, 7.7: the operational areas of the German armies or the US corps."""
    for name, area in _AREAS[side].items():
        color = GROUP_ROWS[GROUP[name]]["color"]
        out.area("part", area, GROUP_TITLE[GROUP[name]], side, color=f"--{color}" if color else "")


def _victory(s: EnemyActionState, out: Layers, _: int) -> None:
    for side in (GERMAN, ALLIED):
        worth = {p: str(victory.town_points(s, p)) for p in each(BUILT & s.towns(side)) if victory.town_points(s, p)}
        out.labelled("victory", worth, f"Towns and cities in {SIDES[side].capitalize()} hands that count", side)
    ways = {p: "×" for p, until in EXIT_UNTIL.items() if s.day <= until}
    out.labelled("victory", ways, "German exits")


_NEXT = "Where a side's units could get to if all of them were activated now."
OVERLAYS = (
    Overlay("supply", "Supply", "S", "Where a side is in supply now, and by which road.", "10.1", "side", _supply),
    Overlay("zones", "Zones", "Z", "A side's zone of control.", "8", "side", _zones),
    Overlay("reach", "Reach", "R", "How far a unit could go, or where a reserve could come in.", "7", "unit", _reach),
    Overlay("threat", "Threat", "T", _NEXT, "7", "side", _threat),
    Overlay("bridges", "Bridges", "B", "Who owns which bridge, and which are blown.", "12.2", "", _bridges),
    Overlay("areas", "Areas", "A", "The areas of the German armies or the US corps.", "7.61", "side", _areas),
    Overlay("victory", "Points", "V", "Towns that count, who owns them, and the German exits.", "14.1", "", _victory),
    *GENERAL,
)
