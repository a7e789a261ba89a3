"""Free set-up: a side places its units where its rules allow, moves and swaps them, or puts the rest where they were in history.

A game subclasses `FreeSetUp` and says which units take part, where each may be placed, and where it was in history. Units not placed yet
are in one of the game's boxes. Every choice brings the end closer: units on the map may be moved again only `moves` times in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Undone
from ardennes.core.wording import counted


@dataclass(frozen=True, slots=True)
class FreeSetUp(Frame):
    """A side sets up its units. `holding` is the unit in hand, -1 for none."""

    side: Side
    moves: int
    """How often a unit that stands may still be moved."""
    holding: Unit

    title: ClassVar[str] = "Set-up"
    case: ClassVar[str] = ""
    """The rule that allows it."""
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    labels: ClassVar[dict[str, str]] = {
        "unit": "Place",
        "hex": "Place here",
        "rest": "The rest as in history",
        "done": "Set-up is done",
    }

    # --- what a game says ------------------------------------------------------------------------------------------------------------

    def taking_part(self, s: Any) -> Units:
        """The units that the side sets up."""
        raise NotImplementedError

    def allowed(self, s: Any, unit: Unit) -> Iterator[Limit]:
        """What limits where a unit may stand, friends apart."""
        raise NotImplementedError

    def has_room(self, s: Any, place: Place, unit: Unit) -> bool:
        """Would stacking allow one more unit there?"""
        raise NotImplementedError

    def standing(self, s: Any, place: Place) -> Units:
        """The units of the side in a place."""
        raise NotImplementedError

    def history(self, s: Any, unit: Unit) -> Place:
        """Where the unit stood."""
        raise NotImplementedError

    def put(self, s: Any, unit: Unit, place: Place) -> None:
        """Put a unit into a place; -1: back among those that wait."""
        raise NotImplementedError

    def unfinished(self, s: Any) -> Refusal | None:
        """What the rules ask of the whole set-up and is not yet so."""
        return None

    # --- the question ----------------------------------------------------------------------------------------------------------------

    def waiting(self, s: Any) -> Units:
        """Units that do not stand on the map yet."""
        return sum(1 << u for u in each(self.taking_part(s)) if s.at[u] < 0)

    def places(self, s: Any, unit: Unit) -> Places:
        """Where a unit may go: where there is room, or where it can swap."""
        here = s.at[unit]
        out = 0
        for place in each(offered(self.allowed(s, unit))):
            if place != here and (self.has_room(s, place, unit) or self.partner(s, place, unit) >= 0):
                out |= 1 << place
        return out

    def partner(self, s: Any, place: Place, unit: Unit) -> Unit:
        """The unit that gives up its place: it goes where the other came from, or waits again. -1 if none can."""
        here = s.at[unit]
        if here < 0 and not self.moves:
            return -1
        for u in each(self.standing(s, place) & self.taking_part(s)):
            if here < 0 or offered(self.allowed(s, u)) >> here & 1:
                return u
        return -1

    def decide(self, s: Any) -> Decision | None:
        side = s.game.sides[self.side]
        if self.holding >= 0:
            name = s.game.unit_title(self.holding)
            decision: Decision = s.ask(side, f"Where do you put {name}?", self.case, hex=self.places(s, self.holding))
            return decision
        waiting = self.waiting(s)
        units = self.taking_part(s) if self.moves else waiting
        n = waiting.bit_count()
        prompt = f"Set up: {counted(n, 'unit')} to place" if n else "Set up: move or swap units, or finish"
        decision = s.ask(
            side,
            prompt,
            self.case,
            unit=sum(1 << u for u in each(units) if self.places(s, u)),
            rest=NOTHING if waiting else (),
            done=NOTHING if not waiting and self.unfinished(s) is None else (),
        )
        return decision

    def on_unit(self, s: Any, unit: Unit) -> None:
        s.become(replace(self, holding=unit))

    def on_hex(self, s: Any, place: Place) -> None:
        unit = self.holding
        here = s.at[unit]
        moved = here >= 0
        if not self.has_room(s, place, unit):
            other = self.partner(s, place, unit)
            self.put(s, other, -1)
            self.put(s, unit, place)
            if here >= 0:
                self.put(s, other, here)
            moved = True
        else:
            self.put(s, unit, place)
        s.become(replace(self, holding=-1, moves=self.moves - moved))

    def on_rest(self, s: Any, _: None) -> None:
        """Units that wait go where they stood; where there is no room, to the nearest place that has some."""
        for u in each(self.waiting(s)):
            allowed = offered(self.allowed(s, u))
            home = self.history(s, u)
            near = 1 << home
            while True:
                free = [p for p in each(near & allowed) if self.has_room(s, p, u)]
                if free:
                    self.put(s, u, free[0])
                    break
                wider = s.game.board.grow(near, 1)
                if wider == near:
                    break  # nowhere: it goes on waiting
                near = wider

    def on_done(self, s: Any, _: None) -> None:
        s.pop()

    # --- why not ---------------------------------------------------------------------------------------------------------------------

    def limits_unit(self, s: Any) -> Iterator[Limit]:
        yield Limit(self.case, self.taking_part(s), "you do not set up {}")
        yield Limit(
            self.case, -1 if self.moves else self.waiting(s), "{} is already set up, and no more units may be moved"
        )

    def limits_hex(self, s: Any) -> Iterator[Limit]:
        if self.holding < 0:
            yield Limit(self.case, 0, "choose a unit first")
            return
        yield Limit(
            self.case, ~(1 << s.at[self.holding]) if s.at[self.holding] >= 0 else -1, "the unit is already in {}"
        )
        yield from self.allowed(s, self.holding)
        yield Limit(self.case, self.places(s, self.holding), "there is no room in {}")

    def why_done(self, s: Any, _: None) -> Refusal:
        waiting = self.waiting(s)
        if waiting:
            return Refusal(self.case, f"{counted(waiting.bit_count(), 'unit')} still to be placed")
        return self.unfinished(s) or Refusal(self.case, "the set-up is not finished")

    def undone(self, s: Any) -> Undone | None:
        return Undone(must=self.waiting(s))
