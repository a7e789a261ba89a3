"""b18, b19 Set-up: who is where, what is due, and which map edges give supply."""

from __future__ import annotations

from functools import cache

from ardennes.core.kinds import Places, Side
from ardennes.core.names import bits
from ardennes.games.battles.facts import (
    ABSENT,
    ALLIED,
    ARTILLERY,
    BLOWN_AT_START,
    BOARD,
    DUE,
    EVERY,
    EXITS,
    SETUP_ROWS,
    SOURCES,
    STEPS,
    TABLES,
    UNIT_NAMES,
    bridge_at,
    hex_at,
)
from ardennes.games.battles.state import BattlesState


def place_all(s: BattlesState) -> None:
    """Everybody in the set-up hex, the others on the schedule; bridges, works, positions and control as at the start."""
    plan = s.plan
    s.turn = plan["first"]
    s.blown = BLOWN_AT_START
    for row in SETUP_ROWS:
        if row["scenario"] != plan["id"]:
            continue
        u = UNIT_NAMES.index[row["unit"]]
        s.release[u] = int(row["release"] or 0)
        if int(row["turn"]):
            s.at[u], s.due[u], s.entry[u] = DUE, int(row["turn"]), hex_at(row["hex"])
            s.must_march |= (row["mode"] == "march") << u
        else:
            s.at[u] = hex_at(row["hex"])
            s.battery |= (bool(ARTILLERY >> u & 1) and row["mode"] == "battery") << u
            s.rooted |= 1 << u
        s.lost[u] = int(row.get("lost") or 0)
    for u in range(len(STEPS)):
        if s.at[u] == ABSENT:
            s.lost[u] = 0
    for work in plan["works"]:
        for name in work["units"]:
            s.work[UNIT_NAMES.index[name]] = bridge_at(work["bridge"]) + 1
            s.begun[UNIT_NAMES.index[name]] = work["turn"] - int(TABLES["game"]["one_engineer"])
    for name in plan.get("blown", []):
        s.blown |= 1 << bridge_at(name)
    for name in plan.get("intact", []):
        s.blown &= ~(1 << bridge_at(name))
    s.forts = bits(hex_at(name) for name in plan["fortified"])
    s.held = bits(hex_at(name) for name in plan["german_at_start"])
    s.refresh()


@cache
def edge(window: Places) -> Places:
    """The hexes at the edge of the maps in play."""
    return window & BOARD.spread(BOARD.all & ~window, EVERY) | window & BOARD.where(
        lambda p: "road_off" in p or "supply" in p or "exit" in p
    )


def sources(s: BattlesState, side: Side) -> Places:
    """b11.31: the supply sources of a side: the board's, inside the window; a scenario may add or close some by turn."""
    out = SOURCES[side] & s.window
    for row in s.plan.get("sources", []):
        if (row["side"] == "allied") == (side == ALLIED) and row.get("from", 1) <= s.turn <= row.get("to", 99):
            out |= 1 << hex_at(row["hex"])
    for row in s.plan.get("closed", []):
        if (row["side"] == "allied") == (side == ALLIED) and row.get("from", 1) <= s.turn <= row.get("to", 99):
            out &= ~(1 << hex_at(row["hex"]))
    return out


def exits(s: BattlesState) -> Places:
    """b17.4: the hexes by which German units can leave the map."""
    return EXITS & s.window
