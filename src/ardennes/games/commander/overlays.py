"""Map overlays: control, supply, reach, threat, victory points. Both sides know everything."""

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.games.commander.facts import ALL, ALLIED, DAYS, EXITS, GERMAN, NEAR, SIDE, SIDES, SOURCES, VALUE
from ardennes.games.commander.reach import reach
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.supply import network, supplied_spaces


def _control(s: CommanderState, out: Layers, of: int) -> None:
    for side, owner in enumerate(SIDES):
        out.area("zone", s.controlled(side) & ALL, f"{owner.capitalize()} control", side)
    out.area("threat", s.contested(), "Contested")


def _supply(s: CommanderState, out: Layers, side: Side) -> None:
    owner = SIDES[side].capitalize()
    found, where = network(s, side), supplied_spaces(s, side)
    free = "" if DAYS[s.day].supply[side] else " (not checked yet)"
    out.area("supply", found, f"{owner} supply network{free}", side)
    out.area("supply", SOURCES[side] & found, "Sources of supply", side, "S")
    back = _ways_back(SOURCES[side] & found, found)
    cut = 0
    for u in each(s.on_map(side)):
        place = s.at[u]
        if not where >> place & 1:
            cut |= 1 << place
            out.note(u, "no supply route")
        elif s.short >> u & 1:
            out.note(u, "short of fuel")
    for place in each(s._occ[side] & where):
        line = _line(place, found, back)
        if len(line) > 1:
            out.line("supply", line, side)
    out.area("cut", cut, f"{owner} units without supply", side)


def _ways_back(sources: Places, found: Places) -> dict[Place, Place]:
    """For each space in the network, the next one on a shortest way to a source (for a source, itself)."""
    out = {p: p for p in each(sources)}
    queue = list(out)
    for p in queue:
        for q in each(NEAR[p] & found):
            if q not in out:
                out[q] = p
                queue.append(q)
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
    name = s.name(unit)
    if s.at[unit] < 0:
        out.note(unit, f"{name} is not on the map")
    elif s.unsupplied() >> unit & 1:
        out.note(unit, f"{name} cannot move: no supply or no fuel")
    else:
        labels = {p: str(n) for n, places in enumerate(reach(s, unit), start=1) for p in each(places)}
        used = "; it has already been activated today" if s.cubes >> unit & 1 else ""
        out.labelled("reach", labels, f"{name}: spaces entered{used}", SIDE[unit])


def _threat(s: CommanderState, out: Layers, side: Side) -> None:
    places = s._occ[side]
    for u in each(s.on_map(side) & ~s.unsupplied()):
        places |= reach(s, u).all
    out.area("threat", places, f"Where {SIDES[side].capitalize()} units could get to", side)


def _victory(s: CommanderState, out: Layers, of: int) -> None:
    for side, text in ((GERMAN, "Points the Germans have"), (ALLIED, "Points the Germans can still take")):
        out.labelled("victory", {p: str(VALUE[p]) for p in each(s.controlled(side)) if VALUE[p]}, text, side)
    out.area("victory", EXITS, "Exits: a German unit that leaves earns its strength")


_ROUTES = "Where a side's units are in supply, and by which route."
OVERLAYS = (
    Overlay(
        "control", "Control", "C", "Who controls which space, and where both sides are.", "6-control", "", _control
    ),
    Overlay("supply", "Supply", "S", _ROUTES, "9-in-supply", "side", _supply),
    Overlay("reach", "Reach", "R", "How far a unit could go if it were active now.", "7-movement", "unit", _reach),
    Overlay("threat", "Threat", "T", "Where a side's units could get to in one turn.", "7-movement", "side", _threat),
    Overlay("victory", "Victory points", "V", "Values of spaces, and exits.", "12-victory-points", "", _victory),
    *GENERAL,
)
