"""4 Turns: activating a space, passing, the passage of time, the end of a day; 5-surprise-turns."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.core.story import listed
from ardennes.games.commander.facts import GERMAN, HOURS, NIGHTFALL, SIDES, SURPRISE_TURNS
from ardennes.games.commander.movement import Moves
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
    """Replace the top frame by a turn of a side."""
    s.begin(s.turn, "surprise" if s.surprise else f"{SIDES[side]}-turn")
    s.become(Turn(side))


def may_pass(s: CommanderState, side: Side) -> bool:
    """4-passing."""
    if not s.ready(side):
        return True
    if s.surprise:
        return False
    return side != s.initiative() or s.passed


@dataclass(frozen=True, slots=True)
class Turn(Frame):
    """4-activation A player picks a space and activates all units of his there that can still be activated, or passes."""

    side: Side

    def decide(self, s: CommanderState) -> Decision | None:
        ready = s.ready(self.side)
        if not ready:
            self.on_pass(s, None)
            return None
        free = may_pass(s, self.side)
        when = f"surprise turn {s.time + 1}" if s.surprise else HOURS[s.time]
        prompt = f"{s.day} December, {when}: activate a space" + (", or pass" if free else "")
        places = s.spaces_of(ready)
        return s.ask(SIDES[self.side], prompt, "4-activation", **{"activate": places, "pass": NOTHING if free else ()})

    def on_activate(self, s: CommanderState, place: Place) -> None:
        s.active = s.ready(self.side) & s.units_at(place, self.side)
        s.tell("activates", self.side, place, s.active)
        s.become(EndTurn(self.side, False), Moves(self.side))

    def on_pass(self, s: CommanderState, _: None) -> None:
        s.tell("passes", self.side)
        s.become(EndTurn(self.side, True))

    def why_activate(self, s: CommanderState, place: Place) -> Refusal:
        units = s.units_at(place, self.side)
        title = space_title(place)
        if not units:
            return Refusal("4-activation", f"none of your units is in {title}")
        done, cut = units & s.cubes, units & s.oos & ~s.cubes
        idle = units & ~(done | cut)
        parts = ((cut, "out of supply"), (idle, "short of fuel"), (done, "already activated today"))
        told = [f"{listed([s.name(u) for u in each(some)])} {why}" for some, why in parts if some]
        reason = f"none of your units in {title} can act: {'; '.join(told)}"
        if cut:
            return Refusal("9-oos-effects", reason)
        return Refusal("9-fuel-shortage", reason) if idle else Refusal("2-activation-cubes", reason)

    def why_pass(self, s: CommanderState, _: None) -> Refusal:
        if s.surprise:
            return Refusal("4-passing", "in the surprise turns you must activate a unit while you have one left")
        return Refusal(
            "4-passing",
            "with the initiative you may pass only if you have no unit left to activate, or if your opponent has just passed",
        )


@dataclass(frozen=True, slots=True)
class EndTurn(Frame):
    """4-place-cubes Cubes go on all units that were activated; time passes (4-passage-of-time) or the day ends (4-end-of-day)."""

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
