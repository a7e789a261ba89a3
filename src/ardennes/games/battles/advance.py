"""b9.71 to b9.73 Advance after combat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.walk import path_to
from ardennes.core.wording import counted
from ardennes.games.battles import ground
from ardennes.games.battles.facts import BOARD, HEAVY, HEX_NAMES, MECH, ROSTER, RULES, SIDE, SIDES, UNIT_NAMES
from ardennes.games.battles.movement import open_to, roomy
from ardennes.games.battles.results import result
from ardennes.games.battles.state import BattlesState, foe

LONGEST, ON_FOOT = int(RULES["longest_advance"]), int(RULES["foot_advance"])
Before = dict[Place, Place]
"""Each hex of an advance with the one before it."""


def length(s: BattlesState, unit: Unit) -> int:
    """b9.72: how many hexes a unit may advance."""
    return max(1, min(LONGEST, result(s).retreat)) if MECH >> unit & 1 else ON_FOOT


def can_follow(s: BattlesState, unit: Unit) -> bool:
    """b9.73, b15.7: may a unit enter the hex that the defenders have left, if only to go on?"""
    if not open_to(s, unit) >> s.target & 1:
        return False
    return not MECH >> unit & 1 or bool(BOARD.spread(1 << s.at[unit], s.open()) >> s.target & 1)


def reached(s: BattlesState, unit: Unit) -> Before:
    """b9.72, b9.73: the hexes that a unit can advance to or through, each with the one before it, nearest first."""
    if not can_follow(s, unit):
        return {}
    here, zone = s.at[unit], s.zoc(foe(SIDE[unit]))
    before: Before = {s.target: here}
    free = open_to(s, unit) & ~(1 << here)
    front: Places = 1 << s.target
    for _ in range(length(s, unit) - 1):
        after: Places = 0
        for place in each(front):
            near = BOARD.spread(1 << place, s.open()) & ~HEAVY | BOARD.spread(1 << place, s.roads())
            for new in each(near & free):
                if new not in before:
                    before[new] = place
                    after |= 1 << new
        front = after & ~zone
    return before


def destinations(s: BattlesState, unit: Unit) -> Places:
    """b9.71: where a unit may end its advance."""
    return roomy(s, unit, bits(reached(s, unit)), False)


def followers(s: BattlesState, side: Side) -> Units:
    """b9.71: the attackers that may advance: ground units that have not retreated, if the attacked hex is empty."""
    if result(s).back or s.occupied(foe(side)) >> s.target & 1:
        return 0
    return s.attackers & s.on_map(side)


@dataclass(frozen=True, slots=True)
class Advance(Frame):
    """b9.71 The attackers advance, one after the other, into the hex that the defenders have left."""

    side: Side
    left: Units
    """Attackers that have not advanced."""

    title = "Advance"
    labels: ClassVar[dict[str, str]] = {
        "advance": "Advance",
        "unit": "Advance, and choose how far",
        "done": "End the advance",
    }
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("Fight",)

    def _able(self, s: BattlesState) -> Limits:
        yield "b9.71", s.attackers, "{} did not attack with its ground strength, so it does not advance"
        yield "b9.71", self.left, "{} has already advanced"
        yield "b9.73", bits(u for u in each(self.left) if can_follow(s, u)), "{} cannot cross into the hex"
        yield "b8.1", bits(u for u in each(self.left) if destinations(s, u)), "there is no room for {}"

    def limits_unit(self, s: BattlesState) -> Limits:
        yield from self._able(s)
        some = bits(u for u in each(self.left) if destinations(s, u).bit_count() > 1)
        yield "b9.72", some, "{} can advance to one hex only, so it does not have to choose how far"

    def limits_advance(self, s: BattlesState) -> Limits:
        yield from self._able(s)
        one = bits(u for u in each(self.left) if destinations(s, u).bit_count() == 1)
        yield "b9.72", one, "{} can advance to several hexes: choose it, then one of them"

    def decide(self, s: BattlesState) -> Decision | None:
        units, direct = offered(self.limits_unit(s)), offered(self.limits_advance(s))
        if not units | direct:
            s.pop()
            return None
        prompt = f"Advance into {s.game.place_titles[s.target]}, or stay"
        return s.ask(SIDES[self.side], prompt, "b9.71", advance=direct, unit=units, done=NOTHING)

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        s.push(AdvanceTo(self.side, unit))

    def on_advance(self, s: BattlesState, unit: Unit) -> None:
        """There is only one hex for it."""
        self.go(s, unit, destinations(s, unit).bit_length() - 1)

    def go(self, s: BattlesState, unit: Unit, place: Place) -> None:
        """One unit advances; the others may follow."""
        here = s.at[unit]
        path = path_to(reached(s, unit), here, place)
        s.become(replace(self, left=self.left & ~(1 << unit)))
        s.tell("advances", unit, here, place)
        s.place(unit, place)
        for passed in path:
            ground.entered(s, unit, passed)

    def on_done(self, s: BattlesState, _: None) -> None:
        s.pop()

    def undone(self, s: BattlesState) -> Undone:
        return Undone(could=s.offers("advance") | s.offers("unit"))

    def hints(self, s: BattlesState) -> Hints:
        notes = {}
        for u in each(s.offers("advance")):
            only = destinations(s, u).bit_length() - 1
            if only != s.target:
                notes[UNIT_NAMES.names[u]] = {"note": f"on to {s.game.place_titles[only]}"}
        return {"advance": notes} if notes else {}

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.target < 0 or self.left & ~followers(s, self.side):
            return "only attackers of the hex that was left can advance (case b9.71)"
        return ""


@dataclass(frozen=True, slots=True)
class AdvanceTo(Frame):
    """b9.72 How far one unit advances: foot units one hex, mechanized units as far as the result says."""

    side: Side
    unit: Unit

    title = "Advance"
    labels: ClassVar[dict[str, str]] = {"hex": "Advance here"}
    below: ClassVar[tuple[str, ...]] = ("Advance",)

    def limits_hex(self, s: BattlesState) -> Limits:
        yield "b9.72", bits(reached(s, self.unit)), lambda place: self._too_far(s, place)
        yield "b8.1", destinations(s, self.unit), "there is no room in {}"

    def _too_far(self, s: BattlesState, place: Place) -> Refusal:
        name, most = ROSTER.name[self.unit], length(s, self.unit)
        said = HEX_NAMES.names[place]
        if BOARD.distance(s.target, place) >= most:
            return Refusal("b9.72", f"{name} may advance {counted(most, 'hex', 'hexes')}; {said} is farther")
        return Refusal("b9.72", f"{name} cannot go on to {said}: enemy, river, heavy woods or a zone of control")

    def decide(self, s: BattlesState) -> Decision:
        prompt = f"How far does {ROSTER.name[self.unit]} advance?"
        return s.ask(SIDES[self.side], prompt, "b9.72", hex=offered(self.limits_hex(s)))

    def on_hex(self, s: BattlesState, place: Place) -> None:
        s.pop()
        top = s.stack[-1]
        assert isinstance(top, Advance)
        top.go(s, self.unit, place)

    def hints(self, s: BattlesState) -> Hints:
        names = HEX_NAMES.names
        return {"hex": {"*": {"before": {names[p]: names[b] for p, b in reached(s, self.unit).items()}}}}

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = s.target >= 0 and followers(s, self.side) >> self.unit & 1 and destinations(s, self.unit)
        return "" if fits else "the unit cannot advance (case b9.71)"


def attackers_advance(s: BattlesState, side: Side) -> None:
    """b9.2 step 10"""
    units = followers(s, side)
    if units:
        s.push(Advance(side, units))
