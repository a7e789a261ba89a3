"""16.4 Operation Greif: secret targets that stop Allied units and their supply."""

# EVENTS_USED (kind: what fills the gaps)
#   plots_targets: (none)           16.41, the German player has noted his targets
#   target_found: unit place        16.41, a unit runs into a target
#   target_struck: place die        16.46, a secondary target fails and is struck off
#   target_cleared: place die       16.43
#   target_holds: place die         16.43, the roll fails
#   withdrawn: units                16.45

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Place, Places, Unit
from ardennes.core.limits import Limit, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.core.wording import counted
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    DIE,
    DUE,
    ENGINEERS,
    GERMAN,
    HEX_NAMES,
    ROAD_HEXES,
    RULES,
    SIDES,
    SKORZENY,
    TABLES,
    WAITING,
    WITHDRAWN,
    hex_at,
)
from ardennes.games.battles.state import BattlesState

_GREIF = TABLES["greif"]
START = hex_at(_GREIF["start"])
"""16.47: Stadtkyll."""


def sites(s: BattlesState) -> Places:
    """16.41: the hexes that can be targets: road hexes of the maps in play."""
    return ROAD_HEXES & s.window


def wanted(s: BattlesState) -> tuple[int, int]:
    """16.41, 16.46: how many primary and secondary targets the German player has."""
    if s.has("greif_secondary_targets"):
        return int(_GREIF["primary"]), int(_GREIF["secondary"])
    return int(_GREIF["targets"]), 0


def imagined_targets(s: BattlesState, rng: random.Random, number: int, taken: Places = 0) -> Places:
    """Targets that fit what everybody knows: not found, not struck off, not a hex where nothing happened."""
    free = each(sites(s) & ~(s.found | s.past | s.proven | taken))
    return bits(rng.sample(free, min(number, len(free))))


# --- infiltration time (16.47) -----------------------------------------------------------------------------------------------------------


@cache
def _infiltration(scenario: str, window: Places, bad: bool, blown: int) -> tuple[int, ...]:
    """The mechanized cost from Stadtkyll to every hex, past all units; -1 where nothing leads."""
    from ardennes.games.battles.movement import plain_costs

    return plain_costs(START, window, bad, blown)


def delay(s: BattlesState, place: Place) -> int:
    """16.47: the full turns that must pass before a target works."""
    from ardennes.games.battles.facts import BLOWN_AT_START

    first_bad = int(s.plan["first"]) < int(RULES["early_frost" if s.has("early_frost") else "frost"])
    cost = _infiltration(s.setup.scenario, s.window, first_bad, BLOWN_AT_START)[place]
    per_turn = int(_GREIF["mp_per_turn"])
    return -(-cost // per_turn) if cost >= 0 else 99


def active(s: BattlesState, place: Place) -> bool:
    """Would a target in this hex work now?"""
    return not s.has("greif_infiltration_time") or s.turn >= int(s.plan["first"]) + delay(s, place)


# --- plotting ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlotTargets(Frame):
    """16.41, 16.46 The German player secretly notes his targets."""

    title = "Operation Greif"
    labels: ClassVar[dict[str, str]] = {
        "primary": "Primary target",
        "secondary": "Secondary target",
        "fill": "Choose the rest for me",
    }
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        primary, secondary = self._left(s)
        if not s.has("greif") or not (primary or secondary):
            if s.has("greif"):
                s.tell("plots_targets")
            s.pop()
            return None
        prompt = f"Choose {counted(primary, 'primary target')}" if primary else ""
        if secondary:
            more = counted(secondary, "secondary target")
            prompt = f"{prompt} and {more}" if prompt else f"Choose {more}"
        return s.ask(
            SIDES[GERMAN],
            prompt,
            "16.41",
            primary=offered(self.limits_primary(s)),
            secondary=offered(self.limits_secondary(s)),
            fill=NOTHING,
        )

    def _left(self, s: BattlesState) -> tuple[int, int]:
        if not s.has("greif"):
            return 0, 0
        primary, secondary = wanted(s)
        return primary - s.targets.bit_count(), secondary - s.secondary.bit_count()

    def _limits(self, s: BattlesState, left: int) -> Iterator[Limit]:
        yield Limit("16.41", ROAD_HEXES, "{} has no road")
        yield Limit("16.41", s.window, "{} is not on the maps in play")
        yield Limit("16.41", ~(s.targets | s.secondary), "{} is a target already")
        yield Limit("16.41", -1 if left > 0 else 0, "there are no more targets of this kind")

    def limits_primary(self, s: BattlesState) -> Iterator[Limit]:
        return self._limits(s, self._left(s)[0])

    def limits_secondary(self, s: BattlesState) -> Iterator[Limit]:
        return self._limits(s, self._left(s)[1])

    def on_primary(self, s: BattlesState, place: Place) -> None:
        s.targets |= 1 << place

    def on_secondary(self, s: BattlesState, place: Place) -> None:
        s.secondary |= 1 << place

    def on_fill(self, s: BattlesState, _: None) -> None:
        primary, secondary = self._left(s)
        ranked = [p for p in likely(s) if not (s.targets | s.secondary) >> p & 1]
        s.targets |= bits(ranked[:primary])
        s.secondary |= bits(ranked[primary : primary + secondary])

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if s.has("greif") else "there are no targets in this game (case 16.4)"


def likely(s: BattlesState) -> list[Place]:
    """Good targets, best first: road junctions behind the Allied front where reinforcements come by. Ties by name."""
    from ardennes.board.bits import each as every
    from ardennes.games.battles.facts import BOARD, ROAD

    theirs = every(s.occupied(ALLIED))
    ours = every(s.occupied(GERMAN))
    entries = {s.entry[u] for u in range(len(s.entry)) if s.entry[u] >= 0}

    def worth(place: Place) -> tuple[int, str]:
        far = BOARD.distances(place)
        roads = BOARD.spread(1 << place, ROAD).bit_count()
        gate = 2 if min((far[e] for e in entries), default=9) in (1, 2, 3) else 0
        front = min((far[p] for p in ours), default=9)
        crowded = 3 if any(p == place for p in theirs) else 0
        return (roads * 2 + gate + (2 if 4 <= front <= 12 else 0) - crowded, HEX_NAMES.names[place])

    return sorted(every(sites(s)), key=lambda p: (-worth(p)[0], worth(p)[1]))


# --- in play -----------------------------------------------------------------------------------------------------------------------------


def meets(s: BattlesState, unit: Unit, place: Place) -> str:
    """16.41, 16.42, 16.46: what an Allied unit meets as it moves into a hex: "stop" (a target, or one that was discovered before), "roll"
    (a secondary target) or "" for nothing."""
    if not s.has("greif"):
        return ""
    if s.found >> place & 1:
        return "stop"
    if not active(s, place):
        return ""
    if s.targets >> place & 1:
        return "stop"
    return "roll" if s.secondary >> place & 1 else ""


def passed(s: BattlesState, place: Place) -> None:
    """An Allied unit has moved into a hex and nothing happened: it is no target. Everybody can tell, so nobody may take it back."""
    if s.has("greif") and active(s, place) and sites(s) >> place & 1 and not s.proven >> place & 1:
        s.proven |= 1 << place
        s.revealed()


def discover(s: BattlesState, unit: Unit, place: Place) -> None:
    """16.41, 16.44: a unit is stopped by a target, which everybody knows from now on."""
    if not s.found >> place & 1:
        s.targets &= ~(1 << place)
        s.secondary &= ~(1 << place)
        s.found |= 1 << place
        s.fresh |= 1 << place
        s.revealed()
        s.tell("target_found", unit, place)
    if s.fresh >> place & 1:
        s.stopped_by[unit] = place


def strike_off(s: BattlesState, place: Place, die: int) -> None:
    """16.46: a secondary target has failed."""
    s.secondary &= ~(1 << place)
    s.past |= 1 << place
    s.revealed()
    s.tell("target_struck", place, die)


def works(die: int) -> bool:
    """16.46: does a secondary target work?"""
    return die in _GREIF["secondary_works"]


def modifier(s: BattlesState, place: Place) -> int:
    """16.44: what is added to the clearing die: an engineer, and a unit that is neither and was not stopped here at the discovery."""
    here = s.units_at(place, ALLIED)
    others = bits(u for u in each(here & ~ARTILLERY & ~ENGINEERS) if s.stopped_by[u] != place)
    return int(_GREIF["engineer"]) * bool(here & ENGINEERS) + int(_GREIF["others"]) * bool(others)


def open_clearing(s: BattlesState) -> None:
    """b4.1, step A5: from the turn after the discovery on, one die for each target."""
    due = s.found & ~s.fresh
    if due:
        s.push(ClearTargets(due))


@dataclass(frozen=True, slots=True)
class ClearTargets(Frame):
    """16.43 The Allied player rolls one die for each discovered target; 6 or more clears it."""

    left: Places

    title = "Clear targets"
    below: ClassVar[tuple[str, ...]] = ("SupplyPhase",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not self.left:
            s.pop()
            return None
        name = s.game.place_titles[each(self.left)[0]]
        return s.ask_chance(f"Is {name} cleared?", "16.43", die=DIE)

    def on_die(self, s: BattlesState, die: int) -> None:
        place = each(self.left)[0]
        s.become(replace(self, left=self.left & ~(1 << place)))
        if die + modifier(s, place) >= int(_GREIF["clear_on"]):
            s.found &= ~(1 << place)
            s.past |= 1 << place
            s.tell("target_cleared", place, die)
        else:
            s.tell("target_holds", place, die)

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if not self.left & ~s.found else "only discovered targets can be cleared (case 16.43)"


def remove_skorzeny(s: BattlesState) -> None:
    """16.45: the 150th Panzer Brigade leaves after game turn 9, without points."""
    if s.has("greif") and s.turn >= int(RULES["removed_after"]):
        gone = bits(u for u in each(SKORZENY) if s.at[u] >= 0 or s.at[u] in (DUE, WAITING))
        for u in each(gone):
            s.forget(u)
            s.place(u, WITHDRAWN)
        if gone:
            s.tell("withdrawn", gone)
