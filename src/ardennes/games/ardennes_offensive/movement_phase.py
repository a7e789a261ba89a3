"""5.0 The two movement phases of a player-turn: units move one after the other, reinforcements among them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.ardennes_offensive import reinforcements
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    EVERY,
    GERMAN,
    MA,
    MAP_EDGE,
    MECH,
    OF_SIDE,
    ROAD_BESIDE,
    ROAD_HEXES,
    SIDES,
)
from ardennes.games.ardennes_offensive.movement import Move, to_part
from ardennes.games.ardennes_offensive.reach import mode_cost
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import allowance

_OTHERS = [f"{{}} belongs to the other side: this is a {side.capitalize()} movement phase" for side in SIDES]


def leave_road_mode(s: OffensiveState, side: Side) -> None:
    """6.7L, E-6.7L: units that fought in road mode leave it and pay for it, before anything else; those that cannot are lost, first."""
    found = s.must_leave & s.road & s.on_map(side)
    for u in each(found):
        if allowance(s, u) < mode_cost(bool(MECH >> u & 1)):
            s.eliminate(u, "lost_on_road")
            found &= ~(1 << u)
    for u in each(found):
        s.set_road(u, False)
        s.tell("must_leave", u, s.at[u])
    s.spent |= found
    s.must_leave &= ~OF_SIDE[side]
    s.must_part &= ~found


def wakeable(s: OffensiveState) -> Units:
    """5.3M: the dormant units next to an active Allied unit."""
    dormant = s.occupied(ALLIED) & MAP_EDGE
    return s.units_in(ALLIED, dormant & BOARD.spread(s.live(ALLIED), EVERY)) if dormant else 0


HARDY = bits(u for u, ma in enumerate(MA) if ma // 2 >= mode_cost(bool(MECH >> u & 1)))
"""12.6, 6.3C: the units that can change their mode with half their points."""


def changing(s: OffensiveState, side: Side, stuck: Units) -> Units:
    """6.3C, 6.5G: those of some units, each alone in its hex, that can change their mode without leaving it."""
    less = s.unsupplied | s.spent
    stuck &= ~less | HARDY & ~(s.unsupplied & s.spent)
    if not stuck:
        return 0
    columns, friends = s.columns(side), s.live(side)
    for u in each(stuck):
        place = s.at[u]
        in_the_way = columns if s.road >> u & 1 else friends
        if not ROAD_HEXES >> place & 1 or ROAD_BESIDE[place] & in_the_way:
            stuck &= ~(1 << u)
    return stuck


@dataclass(frozen=True, slots=True)
class Movement(Frame):
    """5.0 The phasing player moves any of their units, one at a time, and brings in reinforcements. `mech`: the Mechanized Movement
    Phase, in which only mechanized units move that did not fight (5.2K)."""

    side: Side
    mech: bool

    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"unit": "Move", "done": "End movement"}
    main = "done"
    picks = frozenset({"unit"})

    def limits_unit(self, s: OffensiveState) -> Limits:
        return self._limits(s, reinforcements.entering(s, self.side, self.mech), self._first(s))

    def _limits(self, s: OffensiveState, coming: Units, first: Units) -> Limits:
        side = self.side
        yield "5.1A", OF_SIDE[side], _OTHERS[side]
        if self.mech:
            yield "5.2K", MECH, "{} is not mechanized and does not move in the Mechanized Movement Phase"
            yield "5.2K", ~s.fought, "{} fought in the Combat Phase and does not move in the Mechanized Movement Phase"
        here = s.active(side) | s.awake | coming | s.moved
        yield "5.0", here, lambda u: reinforcements.why_absent(s, u)
        yield "5.0", ~s.moved, "{} has already moved, or was told to stay, in this phase"
        if first:
            yield "6.7N", first, "units that are too close on the road must be separated before {} moves"
        stuck = s.held(side) & ~s.moved
        yield "7.1A", ~stuck | changing(s, side, stuck), "{} is alone in an enemy zone of control and cannot leave it"

    def _first(self, s: OffensiveState) -> Units:
        """6.7N: the units of which one has to move before any other."""
        return to_part(s, self.side, self.mech)

    def decide(self, s: OffensiveState) -> Decision | None:
        side = self.side
        if not self.mech:
            if s.turn == 1:  # 4.2: both sides lose this phase on GT 1
                s.pop()
                return None
            if s.must_leave & s.road & s.on_map(side):
                leave_road_mode(s, side)
            if side == GERMAN and reinforcements.must_drop(s):
                s.push(reinforcements.Drop())
                return None
        if side == ALLIED and not s.moved:
            s.awake = wakeable(s)
        coming = reinforcements.entering(s, side, self.mech)
        first = self._first(s)
        units = offered(self._limits(s, coming, first))
        if not units and not s.moved:
            self.on_done(s, None)
            return None
        who = SIDES[side]
        if first:
            prompt = "Move one of the units that are too close to each other on the road"
            return s.ask(who, prompt, "5.0", "6.7N", unit=units)
        if coming:
            prompt = "Move your units; reinforcements have to come in before you can end"
            return s.ask(who, prompt, "5.0", "14.1A", unit=units)
        prompt = f"Move a unit, or end {'mechanized movement' if self.mech else 'movement'}"
        return s.ask(who, prompt, "5.0", unit=units, done=NOTHING)

    def on_unit(self, s: OffensiveState, unit: Unit) -> None:
        s.push(Move(unit))

    def on_done(self, s: OffensiveState, _: None) -> None:
        s.moved = s.awake = s.spent = 0
        if not self.mech:
            s.must_part &= ~OF_SIDE[self.side]
        s.forget_gates()
        s.pop()

    def why_done(self, s: OffensiveState, _: None) -> Refusal | None:
        if first := self._first(s):
            return Refusal("6.7N", f"units too close on the road have to be separated: {s.names(first)}")
        if must := reinforcements.entering(s, self.side, self.mech):
            return Refusal("14.1A", f"reinforcements may not be held back: {s.names(must)}")
        return None

    def undone(self, s: OffensiveState) -> Undone:
        stuck = s.held(self.side)
        return Undone(
            could=s.offers("unit") & ~stuck, must=self._first(s) or reinforcements.entering(s, self.side, self.mech)
        )

    def warns(self, s: OffensiveState) -> dict[str, Units]:
        """6.7N, 14.1A: who has to move."""
        coming = reinforcements.entering(s, self.side, self.mech)
        return {
            "has to come in during this phase": coming,
            "must move before the others: too close to a unit on the road": self._first(s) & ~coming,
        }

    def hints(self, s: OffensiveState) -> Hints:
        could = self.undone(s).could.bit_count()
        if not could or not s.offers("done"):
            return {}
        return {"done": {"": {"note": f"{counted(could, f'{SIDES[self.side].capitalize()} unit')} could still move"}}}

    def misfit(self, s: OffensiveState, at: int) -> str:
        return other_step(s, self)
