"""b18 to b23 Set-up: who is where, what is due, and which map edges give supply."""

from __future__ import annotations

from functools import cache

from ardennes.core.kinds import Places, Side
from ardennes.core.names import bits
from ardennes.games.battles.facts import (
    ARTILLERY,
    BLOWN_AT_START,
    DUE,
    ENTRIES,
    EXITS,
    RULES,
    SCENARIOS,
    SETUP_ROWS,
    SIDES,
    SKORZENY,
    SOURCES,
    UNIT_NAMES,
    bridge_at,
    hex_at,
)
from ardennes.games.battles.state import BattlesState, window


def rows_of(scenario: str) -> list[dict[str, str]]:
    """The rows of setups.csv of a scenario."""
    return [row for row in SETUP_ROWS if row["scenario"] == scenario]


def place_all(s: BattlesState) -> None:
    """Everybody in the set-up hex, the others on the schedule; bridges, works, positions and control as at the start."""
    plan = s.plan
    s.turn = plan["first"]
    s.blown = blown_first(s.setup.scenario)
    too_late = SKORZENY if s.has("greif") and plan["first"] > int(RULES["removed_after"]) else 0  # 16.45
    for row in rows_of(s.setup.scenario):
        u = UNIT_NAMES.index[row["unit"]]
        if too_late >> u & 1:
            continue
        s.release[u] = int(row["release"] or 0)
        if int(row["turn"]):
            s.at[u], s.due[u], s.entry[u] = DUE, int(row["turn"]), hex_at(row["hex"])
            s.must_march |= (row["mode"] == "march") << u
        else:
            s.at[u] = hex_at(row["hex"])
            s.battery |= (bool(ARTILLERY >> u & 1) and row["mode"] == "battery") << u
            s.rooted |= 1 << u
        s.lost[u] = int(row["lost"] or 0)
    for work in plan["works"]:
        for name in work["units"]:  # b12.6: any of them is enough; `started` keeps several from being too early
            s.work[UNIT_NAMES.index[name]] = bridge_at(work["bridge"]) + 1
            s.begun[UNIT_NAMES.index[name]] = work["turn"] - int(RULES["one_engineer"])
    s.german_built = _bridges(s.setup.scenario, "intact")
    s.forts = bits(hex_at(name) for name in plan["fortified"])
    s.held = bits(hex_at(name) for name in plan["german_at_start"])
    s.refresh()


def _bridges(scenario: str, kind: str) -> int:
    """The bridges that a scenario names ("blown", "intact")."""
    return bits(bridge_at(name) for name in SCENARIOS[scenario].get(kind, []))


@cache
def blown_first(scenario: str) -> int:
    """b12.6, b22.1: the bridges that are down when a scenario begins."""
    return (BLOWN_AT_START | _bridges(scenario, "blown")) & ~_bridges(scenario, "intact")


@cache
def started(scenario: str) -> dict[int, int]:
    """b12.6: the bridges on which work has begun before the scenario, each with the turn on which it stands at the earliest."""
    return {bridge_at(work["bridge"]): int(work["turn"]) for work in SCENARIOS[scenario]["works"]}


@cache
def _named(scenario: str, kind: str, side: str) -> Places | None:
    """The hexes that a scenario names for a side ("supply", "entries"); None if it uses those of the board."""
    row = SCENARIOS[scenario].get(kind)
    return None if row is None else bits(hex_at(name) for name in row[side])


def sources(s: BattlesState, side: Side) -> Places:
    """b11.31: the supply sources of a side: the scenario's or the board's, without those that are closed on this turn."""
    named = _named(s.setup.scenario, "supply", SIDES[side])
    out = SOURCES[side] & s.window if named is None else named
    for row in s.plan.get("closed", []):
        if row["side"] == SIDES[side] and row["from"] <= s.turn <= row["to"]:
            out &= ~(1 << hex_at(row["hex"]))
    return out


def entries(s: BattlesState, side: Side) -> Places:
    """b15.3: where reinforcements of a side come in if their own hex is blocked."""
    named = _named(s.setup.scenario, "entries", SIDES[side])
    return ENTRIES[side] & s.window if named is None else named


def exits(s: BattlesState) -> Places:
    """b17.4: the hexes by which German units can leave the map."""
    return exit_hexes(s.setup.scenario)


@cache
def exit_hexes(scenario: str) -> Places:
    """b17.4: the exits of a scenario."""
    named = SCENARIOS[scenario].get("exits")
    return EXITS & window(scenario) if named is None else bits(hex_at(name) for name in named)


@cache
def lost_before(scenario: str) -> tuple[int, ...]:
    """b17.3: the steps that each unit has lost before the scenario begins."""
    out = [0] * len(UNIT_NAMES)
    for row in rows_of(scenario):
        out[UNIT_NAMES.index[row["unit"]]] = int(row["lost"] or 0)
    return tuple(out)
