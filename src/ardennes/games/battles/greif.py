"""16.4 Operation Greif: secret targets that stop Allied units and their supply."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.fields import PICKED
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.limits import Limit, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
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
from ardennes.games.battles.setup import blown_first
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


def all_known(s: BattlesState) -> bool:
    """Has every target been found, so that none is a secret any more? (It counts those everybody knows of.)"""
    return not s.has("greif") or (s.found | s.past).bit_count() >= sum(wanted(s))


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
    first_bad = int(s.plan["first"]) < int(RULES["early_frost" if s.has("early_frost") else "frost"])
    cost = _infiltration(s.setup.scenario, s.window, first_bad, blown_first(s.setup.scenario))[place]
    per_turn = int(_GREIF["mp_per_turn"])
    return -(-cost // per_turn) if cost >= 0 else 99


def active_on(s: BattlesState, place: Place) -> int:
    """16.47: the turn from which a target in this hex works."""
    first = int(s.plan["first"])
    return first + delay(s, place) if s.has("greif_infiltration_time") else first


def active(s: BattlesState, place: Place) -> bool:
    """Would a target in this hex work now?"""
    return s.turn >= active_on(s, place)


# --- plotting ----------------------------------------------------------------------------------------------------------------------------


def plotted(s: BattlesState) -> tuple[Places, Places]:
    """The primary and secondary targets that have not been found, with those that the German player is choosing just now."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, MoreTargets):
        return s.targets | top.primary, s.secondary | top.secondary
    return s.targets, s.secondary


@dataclass(frozen=True, slots=True)
class PlotTargets(Frame):
    """16.41 The German player secretly notes the targets."""

    title = "Operation Greif"
    labels: ClassVar[dict[str, str]] = {
        "primary": "Primary target",
        "secondary": "Secondary target",
        "fill": "Choose the rest for me",
    }
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        primary, secondary = _left(s)
        if not (primary or secondary):
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

    def limits_primary(self, s: BattlesState) -> Iterator[Limit]:
        return _limits(s, _left(s)[0])

    def limits_secondary(self, s: BattlesState) -> Iterator[Limit]:
        return _limits(s, _left(s)[1])

    def hints(self, s: BattlesState) -> Hints:
        """16.47: from when on a target would work."""
        if not s.has("greif_infiltration_time"):
            return {}
        names = HEX_NAMES.names
        some = s.offers("primary") | s.offers("secondary")
        notes = {names[p]: {"note": f"works from turn {active_on(s, p)} on"} for p in each(some)}
        return {verb: notes for verb in ("primary", "secondary") if s.offers(verb)}

    def on_primary(self, s: BattlesState, place: Place) -> None:
        s.push(MoreTargets(GERMAN, 1 << place, 0))

    def on_secondary(self, s: BattlesState, place: Place) -> None:
        s.push(MoreTargets(GERMAN, 0, 1 << place))

    def on_fill(self, s: BattlesState, _: None) -> None:
        s.push(MoreTargets(GERMAN, *_rest(s)))

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if s.has("greif") else "there are no targets in this game (case 16.4)"


@dataclass(frozen=True, slots=True)
class MoreTargets(PlotTargets):
    """16.41 The same once they have begun. How many have been noted so far is as secret as which."""

    side: Side
    primary: Annotated[Places, PICKED]
    secondary: Annotated[Places, PICKED]

    below: ClassVar[tuple[str, ...]] = ("PlotTargets",)

    def decide(self, s: BattlesState) -> Decision | None:
        if any(_left(s)):
            return PlotTargets.decide(self, s)
        s.targets, s.secondary = plotted(s)
        s.pop()
        return None

    def on_primary(self, s: BattlesState, place: Place) -> None:
        s.become(replace(self, primary=self.primary | 1 << place))

    def on_secondary(self, s: BattlesState, place: Place) -> None:
        s.become(replace(self, secondary=self.secondary | 1 << place))

    def on_fill(self, s: BattlesState, _: None) -> None:
        primary, secondary = _rest(s)
        s.become(replace(self, primary=self.primary | primary, secondary=self.secondary | secondary))

    def misfit(self, s: BattlesState, at: int) -> str:
        both = self.primary | self.secondary
        known = s.targets | s.secondary
        if not s.has("greif") or both & ~sites(s) or self.primary & self.secondary or both & known:
            return "these cannot be targets (case 16.41)"
        return "" if min(_left(s)) >= 0 and any(_left(s)) else "there is nothing left to choose (case 16.41)"


def _left(s: BattlesState) -> tuple[int, int]:
    """How many primary and secondary targets are still to be chosen."""
    if not s.has("greif"):
        return 0, 0
    primary, secondary = (many - some.bit_count() for many, some in zip(wanted(s), plotted(s), strict=True))
    return primary, secondary


def _limits(s: BattlesState, left: int) -> Iterator[Limit]:
    yield Limit("16.41", ROAD_HEXES, "{} has no road")
    yield Limit("16.41", s.window, "{} is not on the maps in play")
    primary, secondary = plotted(s)
    yield Limit("16.41", ~(primary | secondary), "{} is already a target")
    yield Limit("16.41", -1 if left > 0 else 0, "there are no more targets of this kind")


def _rest(s: BattlesState) -> tuple[Places, Places]:
    """The best of those that are still to be chosen."""
    left, secondary = _left(s)
    known = plotted(s)
    ranked = [p for p in likely(s) if not (known[0] | known[1]) >> p & 1]
    return bits(ranked[:left]), bits(ranked[left : left + secondary])


def likely(s: BattlesState) -> list[Place]:
    """Good targets, best first: road junctions behind the Allied front where reinforcements come by; last those nearer to the Germans,
    where no Allied unit will come. Ties by name."""
    from ardennes.board.bits import each as every
    from ardennes.games.battles.facts import BOARD, ROAD

    theirs = every(s.occupied(ALLIED))
    ours = every(s.occupied(GERMAN))
    entries = {s.entry[u] for u in range(len(s.entry)) if s.entry[u] >= 0}

    def worth(place: Place) -> int:
        far = BOARD.distances(place)
        roads = BOARD.spread(1 << place, ROAD).bit_count()
        gate = 2 if min((far[e] for e in entries), default=9) in (1, 2, 3) else 0
        front = min((far[p] for p in ours), default=9)
        back = min((far[p] for p in theirs), default=9)
        crowded = 3 if back == 0 else 0
        behind = 0 if back < front else -20
        return roads * 2 + gate + (2 if 4 <= front <= 12 else 0) - crowded + behind

    return sorted(every(sites(s)), key=lambda p: (-worth(p), HEX_NAMES.names[p]))


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
    """An Allied unit has moved into a hex and nothing happened: it is not a target. Everybody can tell, so it cannot be undone."""
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
        s.stopped_by[unit] |= 1 << place


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
    others = bits(u for u in each(here & ~ARTILLERY & ~ENGINEERS) if not s.stopped_by[u] >> place & 1)
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
