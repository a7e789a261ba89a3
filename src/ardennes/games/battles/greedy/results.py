"""What follows a fight: losses, holding on, retreats and advances of the player `greedy`."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place
from ardennes.core.names import each
from ardennes.games.battles.advance import Advance, AdvanceTo, destinations
from ardennes.games.battles.facts import GERMAN, SIDE
from ardennes.games.battles.greedy.moves import Moving
from ardennes.games.battles.greedy.scene import standing
from ardennes.games.battles.greedy.worth import cheapest_step, worth
from ardennes.games.battles.results import Losses
from ardennes.games.battles.retreat import Excess, Hold, Retreat, reach_from, wet
from ardennes.games.battles.state import BattlesState

Choice = tuple[str, Any]


def lose(s: BattlesState, frame: Losses) -> Choice:
    """b9.5: whose step is worth least."""
    assert s.decision is not None
    return "lose", cheapest_step(s, each(s.decision.raw["lose"]))


def excess(s: BattlesState, frame: Excess) -> Choice:
    """b9.65: the unit that is worth least."""
    assert s.decision is not None
    return "lose", min(each(s.decision.raw["lose"]), key=lambda u: (worth(s, u), u))


class Retreating:
    """Retreats and advances, which look at what the player wants."""

    def __init__(self, moving: Moving) -> None:
        self._moving = moving

    def hold(self, s: BattlesState, frame: Hold) -> Choice:
        """b9.64: a step for staying in a place that counts, if enough are left to keep it."""
        scene = self._moving.scene_of(s, frame.side)
        units = frame.units & s.on_map(frame.side)
        here = s.at[units.bit_length() - 1]
        points = scene.points.get(here, 0.0)
        mine = bool(s.held >> here & 1) == (frame.side == GERMAN)
        steps = sum(s.steps(u) for u in each(units))
        stay = frame.left == 1 and mine and points >= 3 and steps > 2
        return ("hold", None) if stay else ("retreat", None)

    def retreat(self, s: BattlesState, frame: Retreat) -> Choice:
        """b9.61: where the stack can get away, is in supply, and is most use."""
        assert s.decision is not None
        scene = self._moving.scene_of(s, frame.side)
        units = frame.units & s.on_map(frame.side)
        here = s.at[units.bit_length() - 1]
        lead = max(each(units), key=lambda u: (s.strength(u), -u))
        others = standing(s, frame.side, units)

        def rating(place: Place) -> tuple[float, int]:
            value = scene.value(s, lead, place, False, others)
            value -= 1.2 if wet(s, here, place) else 0.0
            short = frame.left - 1 - reach_from(s, units, place, frame.left - 1)
            if frame.left == 1 and (s.units_at(place, frame.side) | units).bit_count() > 3:
                value -= 0.3
            return value - 1.2 * max(0, short), -place

        return "hex", max(each(s.decision.raw["hex"]), key=rating)

    def advance(self, s: BattlesState, frame: Advance) -> Choice:
        """b9.71: whoever gains most by it."""
        assert s.decision is not None
        direct, some = (s.decision.raw.get(verb, 0) for verb in ("advance", "unit"))
        best, unit = 0.0, -1
        for u in each(direct | some):
            gain = self._best(s, u)[0]
            if gain > best + 1e-9:
                best, unit = gain, u
        if unit < 0:
            return "done", None
        return ("advance" if direct >> unit & 1 else "unit"), unit

    def advance_to(self, s: BattlesState, frame: AdvanceTo) -> Choice:
        return "hex", self._best(s, frame.unit)[1]

    def _best(self, s: BattlesState, unit: int) -> tuple[float, Place]:
        """The best hex of an advance, and what it gains."""
        side = SIDE[unit]
        scene = self._moving.scene_of(s, side)
        others = standing(s, side, 1 << unit)
        here = scene.value(s, unit, s.at[unit], False, others)
        best, place = -99.0, -1
        for p in each(destinations(s, unit)):
            value = scene.value(s, unit, p, False, others) - here
            if p == s.target and not others >> p & 1:
                value += 0.3  # the ground that was fought for
            if value > best:
                best, place = value, p
        return best, place
