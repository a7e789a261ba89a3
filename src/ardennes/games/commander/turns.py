"""4 Turns: activating a space, passing, the passage of time, the end of a day; 5-surprise-turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.story import listed
from ardennes.games.commander.facts import GERMAN, HOURS, NIGHTFALL, SIDES, SPACE_NAMES, SURPRISE_TURNS
from ardennes.games.commander.movement import Moves, frozen_warning
from ardennes.games.commander.preview import next_battle
from ardennes.games.commander.reach import frozen
from ardennes.games.commander.state import CommanderState, space_title


@dataclass(frozen=True, slots=True)
class Turns(Frame):
    """4-initiative Players alternate turns until the day ends, the player with the initiative first."""

    def decide(self, s: CommanderState) -> None:
        begin_turn(s, s.initiative())


@dataclass(frozen=True, slots=True)
class SurpriseTurns(Frame):
    """5-surprise-turns Three German turns in a row before 16 December."""

    def decide(self, s: CommanderState) -> None:
        s.surprise = True
        s.time = 0
        begin_turn(s, GERMAN)


def begin_turn(s: CommanderState, side: Side) -> None:
    """Replace the top frame with a side's turn."""
    s.begin(s.turn, "surprise" if s.surprise else f"{SIDES[side]}-turn")
    s.become(Turn(side))


def may_pass(s: CommanderState, side: Side) -> bool:
    """4-passing: can this side pass?"""
    if not s.ready(side):
        return True
    if s.surprise:
        return False
    return side != s.initiative() or s.passed


@dataclass(frozen=True, slots=True)
class Turn(Frame):
    """4-activation A player picks a space and activates all of their units there that can still be activated, or passes."""

    side: Side
    title = "Activation"
    labels: ClassVar[dict[str, str]] = {"activate": "Activate", "pass": "Pass"}
    picks: ClassVar[frozenset[str]] = frozenset({"activate"})

    def limits_activate(self, s: CommanderState) -> Limits:
        yield "4-activation", s._occ[self.side], "none of your units is in {}"
        ready = s.places_of(s.ready(self.side))
        idle = s.on_map(self.side) & ~s.cubes

        def why(place: Place) -> str:
            return self._why_idle(s, place)

        yield "9-oos-effects", ready | ~s.places_of(idle & s.oos), why
        yield "9-fuel-shortage", ready | ~s.places_of(idle & s.short), why
        yield "2-activation-cubes", ready, why

    def _why_idle(self, s: CommanderState, place: Place) -> str:
        units = s.units_at(place, self.side)
        done, cut = units & s.cubes, units & s.oos & ~s.cubes
        parts = ((cut, "out of supply"), (units & ~(done | cut), "short of fuel"), (done, "already activated today"))
        told = [f"{listed([s.name(u) for u in each(some)])} {why}" for some, why in parts if some]
        return f"none of your units in {space_title(place)} can act: {'; '.join(told)}"

    def decide(self, s: CommanderState) -> Decision | None:
        if not s.ready(self.side):
            self.on_pass(s, None)
            return None
        free = may_pass(s, self.side)
        when = f"surprise turn {s.time + 1}" if s.surprise else HOURS[s.time]
        prompt = f"{s.day} December, {when}: activate a space" + (", or pass" if free else "")
        choices = {"activate": offered(self.limits_activate(s)), "pass": NOTHING if free else ()}
        return s.ask(SIDES[self.side], prompt, "4-activation", **choices)

    def on_activate(self, s: CommanderState, place: Place) -> None:
        s.active = s.ready(self.side) & s.units_at(place, self.side)
        s.tell("activates", self.side, place, s.active)
        s.become(EndTurn(self.side, False), Moves(self.side))

    def on_pass(self, s: CommanderState, _: None) -> None:
        s.tell("passes", self.side)
        s.become(EndTurn(self.side, True))

    def why_pass(self, s: CommanderState, _: None) -> Refusal:
        if s.surprise:
            return Refusal(
                "4-passing", "in the surprise turns you must activate a space while you have units left to activate"
            )
        return Refusal(
            "4-passing",
            "with the initiative you may pass only if you have no unit left to activate, or if your opponent has just passed",
        )

    def hints(self, s: CommanderState) -> Hints:
        ready = s.ready(self.side)
        still = frozen(s, self.side)
        notes = {}
        for p in each(s.places_of(ready)):
            units = s.units_at(p, self.side) & ready
            stuck = f"; cannot move: {s.roster.listed(units & still)}" if units & still else ""
            notes[p] = s.roster.listed(units) + stuck
        spaces: dict[str, dict[str, Any]] = {SPACE_NAMES.names[p]: {"note": note} for p, note in notes.items()}
        for p in each(s._occ[1 - self.side] & s.places_of(ready)):
            if not s.units_at(p, self.side) & ready & ~still:  # all they can do is fight
                spaces[SPACE_NAMES.names[p]]["action"] = "Attack"
        return {"activate": spaces, "pass": {"": {"note": "the day ends"}} if s.passed else {}}

    def fight(self, s: CommanderState, verb: str, raw: Any) -> dict[str, Any] | None:
        """8-mandatory: activating a contested space leads to a battle there, unless the units leave it."""
        return next_battle(s, self.side, 1 << raw & s._occ[1 - self.side]) if verb == "activate" else None

    def warns(self, s: CommanderState) -> dict[str, Units]:
        return frozen_warning(s, self.side)

    def undone(self, s: CommanderState) -> Undone | None:
        if not may_pass(s, self.side):
            return None
        return Undone(could=s.ready(self.side), text="the day ends" if s.passed else "")

    def misfit(self, s: CommanderState, at: int) -> str:
        return "the surprise turns are German" if s.surprise and self.side != GERMAN else ""


@dataclass(frozen=True, slots=True)
class EndTurn(Frame):
    """4-place-cubes All activated units get a cube; time passes (4-passage-of-time) or the day ends (4-end-of-day)."""

    side: Side
    passes: bool

    def decide(self, s: CommanderState) -> None:
        s.cubes |= s.active
        s.active = s.moved = s.broke = 0
        s.over = [-1] * len(s.over)
        if s.surprise:
            s.time += 1
            if s.time == SURPRISE_TURNS:
                s.pop()
            else:
                begin_turn(s, GERMAN)
            return
        initiative = self.side == s.initiative()
        if initiative:
            s.time += 1
        twice = self.passes and s.passed
        s.passed = self.passes
        late = s.time == NIGHTFALL and not initiative
        if late or twice or not (s.ready(GERMAN) or s.ready(1 - GERMAN)):
            s.tell("evening", s.day)
            s.pop()
        else:
            begin_turn(s, 1 - self.side)

    def misfit(self, s: CommanderState, at: int) -> str:
        return "the surprise turns are German" if s.surprise and self.side != GERMAN else ""
