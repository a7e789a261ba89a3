"""Map overlays: supply, zones of control, reach, threat, artillery, bridges, points, Greif targets, dumps. Secrets are drawn for their
owner's eyes only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.core.overlay import GENERAL, Layers, Overlay
from ardennes.core.wording import counted
from ardennes.games.battles import dumps, greif, movement, supply, victory
from ardennes.games.battles.building import crew_of, ready_on
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    BARRAGE,
    BOARD,
    BRIDGE_SIDES,
    BRIDGES,
    CLEAR,
    DUMP_HEXES,
    EVERY,
    FPF,
    GERMAN,
    GROUND,
    PLAN_ROWS,
    RULES,
    SIDE,
    SIDES,
    WAITING,
    dump_sites,
    hex_at,
)
from ardennes.games.battles.movement import FORCED, MARCH, NORMAL
from ardennes.games.battles.setup import exits
from ardennes.games.battles.state import BattlesState, foe
from ardennes.games.battles.strength import MOST_GUNS, RANGE, barrage_value, best_guns

Draw = Callable[[BattlesState, Layers, int, str | None], None]
"""Adds what an overlay shows of a side or unit (-1 for neither) to a side's eyes (None: a spectator)."""


def overlay(s: BattlesState, eyes: str | None, overlay: str, of: str) -> dict[str, Any]:
    """One overlay, as a side sees it."""
    game = s.game
    out = Layers(game=game)
    number = SIDES.index(of) if of in SIDES else game.unit_names.index.get(of, -1)
    if overlay in _DRAWN:
        _DRAWN[overlay](s, out, number, eyes)
    return out.plain()


def _owner(side: Side) -> str:
    return SIDES[side].capitalize()


# --- supply and zones --------------------------------------------------------------------------------------------------------------------


def _supply(s: BattlesState, out: Layers, side: Side, _: str | None) -> None:
    """b11.1 to b11.3: where lines can be traced now, and each unit's line. What counts until the next turn is on the counters."""
    every, on_foot = supply.lines(s, side, False), supply.lines(s, side, True)
    out.area("supply", every, f"{_owner(side)} supply", side)
    out.area("reach", on_foot & ~every, f"{_owner(side)} supply for foot units only (across rivers)", side)
    out.area("supply", s.sources(side) & ~supply.blocked(s, side), "Supply sources", side, "S")
    free = side == GERMAN and s.turn <= int(RULES["unlimited_until"])
    cut = 0
    for unit in each(s.on_map(side)):
        line = supply.path(s, unit)
        if len(line) > 1:
            out.line("supply", line, side)
        told = "out of supply this turn" if s.unsupplied >> unit & 1 else ""
        if not line:
            cut |= 1 << s.at[unit]
            later = f"no line now, but none is needed until turn {RULES['unlimited_until']}" if free else "no line now"
            out.note(unit, f"{told}; {later}" if told else later)
        elif told:
            out.note(unit, told)
    out.area("cut", cut, f"{_owner(side)} units without a line of supply", side)


def _zones(s: BattlesState, out: Layers, side: Side, _: str | None) -> None:
    out.area("zone", s.zoc(side), f"{_owner(side)} zone of control", side)


# --- movement ----------------------------------------------------------------------------------------------------------------------------


def _reach(s: BattlesState, out: Layers, unit: Unit, _: str | None) -> None:
    """b5, b6, 15: where a unit can go by itself, in march mode and by a forced march; where a battery can fire."""
    name, side = s.name(unit), SIDE[unit]
    if s.at[unit] < 0 and s.at[unit] != WAITING:
        out.note(unit, f"{name} is not on the map")
        return
    if s.at[unit] >= 0 and (s.battery | s.changing) >> unit & 1:
        _range(s, out, unit)
        return
    normal = movement.trip(s, unit, NORMAL)
    march = movement.trip(s, unit, MARCH)
    must = s.must_march >> unit & 1 and s.at[unit] < 0
    shown: Places = 0
    if not must:
        costs = {place: str(cost) for place, cost in normal.costs()}
        shown = bits(costs)
        out.labelled("reach", costs, f"{name}: {counted(normal.budget, 'movement point')}", side)
    more = [("by road in march mode", march)]
    if s.has("forced_march") and s.at[unit] >= 0 and movement.forced_bonus(unit) and not s.fatigued >> unit & 1:
        more.append(("by a forced march", movement.trip(s, unit, FORCED)))
    for how, trip in more:
        costs = {place: str(cost) for place, cost in trip.costs() if not shown >> place & 1}
        out.labelled("threat", costs, f"{name}: {how}, {trip.budget} points", side)
        shown |= bits(costs)
    if not shown:
        out.note(unit, f"{name} cannot move")
    elif bar := movement.march_bar(s, unit):
        out.note(unit, f"no march mode: {bar}")


def _threat(s: BattlesState, out: Layers, side: Side, _: str | None) -> None:
    """Where the units of a side could get to if it were their turn, and what their guns reach."""
    movers = s.on_map(side) & ~(ARTILLERY & (s.battery | s.changing))
    movers &= ~bits(u for u in each(movers) if not s.released(u)) & ~movement.surprised(s, side)
    reached = s.occupied(side)
    for unit in each(movers):
        reached |= movement.trip(s, unit).ends
    out.area("threat", reached, f"Where {_owner(side)} units could get to", side)
    beside = BOARD.spread(reached, EVERY) & s.occupied(foe(side))
    out.area("victory", beside, f"{_owner(foe(side))} units that they could attack", foe(side))


# --- artillery ---------------------------------------------------------------------------------------------------------------------------


def _fire(s: BattlesState, out: Layers, side: Side, units: Units, text: str) -> None:
    """b10.13, b10.14: the hexes in range of some batteries with the barrage that can fall there, halved where 10.19 says so; and those
    where nobody observes it."""
    near = BOARD.spread(s.places_of(s.on_map(side) & GROUND & ~s.marching), EVERY)
    seen: dict[Place, str] = {}
    unseen: dict[Place, str] = {}
    for place in each(BOARD.grow(s.places_of(units), RANGE) & s.window & ~s.occupied(side)):
        guns = s.units_in(side, BOARD.within(place, RANGE)) & units
        total = sum(BARRAGE[u] for u in each(best_guns(guns, MOST_GUNS)))
        close = s.units_in(side, BOARD.neighbours(place)) & units
        into = seen if (CLEAR | near) >> place & 1 or close else unseen
        into[place] = str(barrage_value(s, place, total))
    enemies = s.occupied(foe(side))
    out.labelled("reach", {p: n for p, n in seen.items() if not enemies >> p & 1}, f"{text}: barrage by hex", side)
    out.labelled("victory", {p: n for p, n in seen.items() if enemies >> p & 1}, "Enemy units under it", side)
    out.labelled("zone", unseen, "In range, but nobody next to it observes the fire", side)


def _guns(s: BattlesState, out: Layers, side: Side, _: str | None) -> None:
    """b10.13: what all batteries of a side can do, at most three together."""
    mine = s.on_map(side) & ARTILLERY
    ready = mine & s.in_battery()
    _fire(s, out, side, ready, f"{_owner(side)} batteries, at most {MOST_GUNS} together")
    for unit in each(mine):
        state = "in battery" if ready >> unit & 1 else "changing" if s.changing >> unit & 1 else "in movement mode"
        out.note(unit, f"barrage {BARRAGE[unit]}, FPF {FPF[unit]}, {state}")


def _range(s: BattlesState, out: Layers, unit: Unit) -> None:
    """b10.13: what one battery can do, by range."""
    name, side, here = s.name(unit), SIDE[unit], s.at[unit]
    if s.changing >> unit & 1:
        out.note(unit, f"{name} is changing its mode: it neither moves nor fires")
        return
    inner = 1 << here
    for far in range(1, RANGE + 1):
        wider = inner | BOARD.within(here, far)
        worth = {p: str(barrage_value(s, p, BARRAGE[unit])) for p in each(wider & ~inner & s.window)}
        inner = wider
        out.labelled("reach" if far < RANGE else "threat", worth, f"{name}: barrage at range {far}", side)
    out.note(unit, f"{name} is in battery: it fires and does not move")


# --- bridges and points ------------------------------------------------------------------------------------------------------------------


def _bridges(s: BattlesState, out: Layers, _: int, __: str | None) -> None:
    """b12: bridges that stand, those the Germans have built, blown ones and those being built."""
    here = bits(n for n, (a, b) in enumerate(BRIDGE_SIDES) if s.window >> a & s.window >> b & 1)
    for text, some, style, side in (
        ("Bridges that only the Allies may blow", here & ~s.blown & ~s.german_built, "supply", ALLIED),
        ("Bridges built by German engineers", here & s.german_built, "reach", GERMAN),
    ):
        for bridge in each(some):
            out.line(style, BRIDGE_SIDES[bridge], side)
        out.area(style, _ends(some), text, side)
    for bridge in each(here & s.blown):
        out.bar("front", *BRIDGE_SIDES[bridge])
    out.area("cut", _ends(here & s.blown), "Blown bridges")
    for unit in each(bits(u for u, work in enumerate(s.work) if work)):
        bridge = s.work[unit] - 1
        ready = ready_on(s, bridge, crew_of(s, bridge))
        when = f"ready on turn {ready}" if ready else "needs a second engineer"
        out.note(unit, f"builds {BRIDGES.names[bridge]}: {when}")


def _ends(some: int) -> Places:
    return bits(place for bridge in each(some) for place in BRIDGE_SIDES[bridge])


def _victory(s: BattlesState, out: Layers, _: int, eyes: str | None) -> None:
    """b17.2, b17.4, b23.2: places that count and who holds them, exits, and for the German player the places of the plan."""
    values, scored = victory.values(s), victory.scored(s)
    for text, places, style, side in (
        ("Places that score for the Germans now", scored, "victory", GERMAN),
        ("In German hands, but without a line of supply: they do not score", s.held & ~scored, "cut", GERMAN),
        ("Places in Allied hands", ~s.held, "supply", ALLIED),
    ):
        out.labelled(style, {p: str(n) for p, n in values.items() if places >> p & 1}, text, side)
    out.area("victory", exits(s), "German exits", None, "×")
    if eyes == SIDES[GERMAN] and s.scheme >= 0:
        row = PLAN_ROWS[s.scheme]
        extra = {hex_at(name): f"+{points}" for name, points in row["values"].items()}
        out.labelled("moved", extra, f"Your secret plan: {row['title']}", GERMAN)


# --- secrets -----------------------------------------------------------------------------------------------------------------------------


def _secrets(s: BattlesState, out: Layers, _: int, eyes: str | None) -> None:
    _greif(s, out, eyes)
    _dumps(s, out, eyes)


def _greif(s: BattlesState, out: Layers, eyes: str | None) -> None:
    """16.4: discovered targets, hexes known to be harmless, and to German eyes the targets themselves."""
    if not s.has("greif"):
        return
    if eyes == SIDES[GERMAN]:
        primary, secondary = greif.plotted(s)
        for text, places, sign in (
            ("Your targets", primary, "1"),
            ("Your secondary targets: they work on a 1 or 2", secondary, "2"),
        ):
            soon = {p: sign if greif.active(s, p) else f"{sign}, turn {greif.active_on(s, p)}" for p in each(places)}
            out.labelled("victory", soon, text, GERMAN)
    out.area("cut", s.found, "Discovered: they stop Allied units and supply", GERMAN)
    out.area("supply", s.past, "Cleared, or given away", ALLIED)
    out.area("reach", s.proven & ~s.past & ~s.found, "Known to be harmless", ALLIED)


def _dumps(s: BattlesState, out: Layers, eyes: str | None) -> None:
    """16.5: sites, captured dumps with their points, and to Allied eyes what is in the others."""
    if not s.has("dumps"):
        return
    left = dump_sites(s.setup.scenario) & ~s.taken
    if eyes == SIDES[ALLIED]:
        mine = {DUMP_HEXES[d]: str(s.stocks[d]) for d in each(left)}
        out.labelled("supply", mine, "Your dumps and their Petrol Points", ALLIED)
    else:
        out.area("supply", bits(DUMP_HEXES[d] for d in each(left)), "Where American fuel may be", ALLIED, "?")
    for side in (GERMAN, ALLIED):
        held = s.german_dumps if side == GERMAN else s.taken & ~s.german_dumps
        points = {dumps.place_of(s, d): str(s.left[d]) for d in each(held) if s.left[d]}
        out.labelled("victory", points, f"Captured dumps in {_owner(side)} hands", side)
    emptied = bits(DUMP_HEXES[d] for d in each(s.taken) if not s.left[d])
    out.area("cut", emptied, "Sites that the Germans have reached: nothing is left there")


_NEXT = "Where a side's units could get to in their next move, and whom they could attack."
_FIRE = "What the batteries of a side can barrage, and with how much."
OVERLAYS = (
    Overlay("supply", "Supply", "S", "Where a side can trace lines of supply now.", "b11.1", "side"),
    Overlay("zones", "Zones", "Z", "A side's zone of control.", "b7.1", "side"),
    Overlay("reach", "Reach", "R", "How far a unit can go or march; what a battery can hit.", "b5.1", "unit"),
    Overlay("threat", "Threat", "T", _NEXT, "b5.1", "side"),
    Overlay("guns", "Guns", "G", _FIRE, "b10.13", "side"),
    Overlay("bridges", "Bridges", "B", "Bridges that stand, are blown, or are being built.", "b12.1"),
    Overlay("victory", "Points", "V", "Places that count, who holds them, and the German exits.", "b17.2"),
    Overlay("secrets", "Plots", "C", "Commandos and American fuel, as far as you know.", "16-options"),
    *GENERAL,
)
_DRAWN: dict[str, Draw] = {
    "supply": _supply,
    "zones": _zones,
    "reach": _reach,
    "threat": _threat,
    "guns": _guns,
    "bridges": _bridges,
    "victory": _victory,
    "secrets": _secrets,
}
