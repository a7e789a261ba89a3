"""What is plotted before the game, and fuel: the answers of the player `greedy`."""

from __future__ import annotations

from typing import Any

from ardennes.board import reach_back
from ardennes.core.kinds import Place, Units
from ardennes.core.names import each
from ardennes.games.battles import greif
from ardennes.games.battles.dumps import Fill, Pay, Petrol, PlotDumps, unplaced
from ardennes.games.battles.facts import (
    ALLIED,
    BOARD,
    COMBAT,
    DUE,
    DUMP_HEXES,
    GERMAN,
    IN_FORMATION,
    OF_SIDE,
    PLAN_ROWS,
    PLANS,
    hex_at,
)
from ardennes.games.battles.greedy.field import FAR, arrival, slow_ways
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greif import PlotTargets
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.supply_phase import Shortage
from ardennes.games.battles.victory import ChoosePlan

Choice = tuple[str, Any]
_W: dict[str, float] = WEIGHTS.part("petrol")


def _german_way(s: BattlesState) -> list[int]:
    """By hex, how far it is for German vehicles."""
    ways = slow_ways(s, GERMAN, "mech", 0, s.occupied(ALLIED))
    return arrival(s.occupied(GERMAN), ways, s.window)


def choose_plan(s: BattlesState, frame: ChoosePlan) -> Choice:
    """b23.2: the plan whose places are nearest for their points."""
    assert s.decision is not None
    way = _german_way(s)

    def near(plan: int) -> tuple[float, int]:
        rows = PLAN_ROWS[plan]["values"]
        return sum(points / (10 + way[hex_at(name)]) for name, points in rows.items()), -plan

    return "plan", max(each(s.decision.raw["plan"] & PLANS.all), key=near)


# --- dumps (16.51) -----------------------------------------------------------------------------------------------------------------------


def plot_dumps(s: BattlesState, frame: PlotDumps) -> Choice:
    """The fuel goes where the Germans come last."""
    assert s.decision is not None
    sites = each(s.decision.raw.get("dump", 0))
    if not sites:
        return "spread", None
    way = _german_way(s)
    return "dump", max(sites, key=lambda d: (way[DUMP_HEXES[d]], -d))


def fill(s: BattlesState, frame: Fill) -> Choice:
    """Two thirds in the safest site, the rest in the next."""
    left = unplaced(s)
    return "points", left if sum(s.stocks) else -(-2 * left // 3)


# --- Operation Greif (16.41) --------------------------------------------------------------------------------------------------------------


def traffic(s: BattlesState) -> dict[Place, float]:
    """The Allied strength that will probably come by each road hex: reinforcements on their way to the front."""
    ways = slow_ways(s, ALLIED, "mech", 0, 0)
    front = BOARD.grow(s.occupied(GERMAN), 3) & s.occupied(ALLIED)
    found = reach_back(BOARD, [front or s.occupied(ALLIED)], FAR - 1, ways, 0)
    out: dict[Place, float] = {}
    for u in each(s.in_box(DUE) & OF_SIDE[ALLIED]):
        gate = s.entry[u]
        cost = found.cost(gate)
        if cost is None:
            continue
        worth = (1.0 + s.strength(u)) / (2.0 + s.due[u] - int(s.plan["first"]))
        for step, place in enumerate(found.way(gate)[::-1]):
            if greif.sites(s) >> place & 1 and step:
                late = s.has("greif_infiltration_time") and int(s.plan["first"]) + greif.delay(s, place) > s.due[u]
                out[place] = out.get(place, 0.0) + (0.1 * worth if late else worth)
    return out


def plot_targets(s: BattlesState, frame: PlotTargets) -> Choice:
    """Roads by which most reinforcements come, not next to another target."""
    assert s.decision is not None
    verb = "primary" if s.decision.raw.get("primary") else "secondary"
    sites = s.decision.raw.get(verb, 0)
    if not sites:
        return "fill", None
    load = traffic(s)
    primary, secondary = greif.plotted(s)
    taken = BOARD.grow(primary | secondary, 1)
    free = [p for p in each(sites & ~taken) if load.get(p)]
    if not free:
        return "fill", None
    return verb, max(free, key=lambda p: (load[p], -p))


# --- fuel (11.7, 16.53) -------------------------------------------------------------------------------------------------------------------


def _use(s: BattlesState, units: Units) -> float:
    """The strength of some units, more near the enemy."""
    close = BOARD.grow(s.occupied(ALLIED), 4)
    return sum(s.strength(u) * (1.5 if close >> s.at[u] & 1 else 1.0) for u in each(units & s.on_map(GERMAN) & COMBAT))


def shortage(s: BattlesState, frame: Shortage) -> Choice:
    """11.7: the formation that can best do without."""
    assert s.decision is not None
    return "formation", min(each(s.decision.raw["formation"]), key=lambda f: (_use(s, IN_FORMATION[f]), f))


def petrol(s: BattlesState, frame: Petrol) -> Choice:
    """16.53: fuel for the strongest formation that lacks it, then for a group of other units."""
    assert s.decision is not None
    raw = s.decision.raw
    if not frame.group:
        some = [(_use(s, IN_FORMATION[f] & s.unsupplied), -f) for f in each(raw.get("formation", 0))]
        if some and max(some)[0] >= _W["formation"]:
            return "formation", -max(some)[1]
        units = each(raw.get("unit", 0) & COMBAT)
        if sum(sorted((s.strength(u) for u in units), reverse=True)[:6]) < _W["group"]:
            return "done", None
    units = each(raw.get("unit", 0) & COMBAT)
    if units:
        return "unit", max(units, key=lambda u: (s.strength(u), -u))
    return "fuel", None


def pay(s: BattlesState, frame: Pay) -> Choice:
    """16.55: from the dump with most points."""
    assert s.decision is not None
    return "dump", max(each(s.decision.raw["dump"]), key=lambda d: (s.left[d], -d))
