"""b10.1, b10.11, b10.12 The modes of artillery: in battery it fires, in movement mode it moves, while changing it does neither. Dump
counters (16.57) change their mode in the same segment."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints
from ardennes.games.battles import dump_counters
from ardennes.games.battles.facts import ARTILLERY, OF_SIDE, SIDES, UNIT_NAMES
from ardennes.games.battles.state import BattlesState, guns

COMPLETE, DECLARE = 0, 1
"""The stages of the segment."""
BATTERY, MOVEMENT = "in battery", "in movement mode"


def new_mode(s: BattlesState, unit: Unit) -> str:
    """The mode that a change leads to."""
    return MOVEMENT if s.battery >> unit & 1 else BATTERY


def complete(s: BattlesState, side: Side) -> None:
    """b10.11: what was declared in the last Artillery Mode Segment is done."""
    done: Units = s.changing & guns(s, side)
    limbered = done & s.battery
    s.changing &= ~done
    s.battery ^= done
    dump_counters.complete(s, side)
    for units, mode in ((done & ~limbered, BATTERY), (limbered, MOVEMENT)):
        if units:
            s.tell("in_mode", units, mode)


def to_movement(s: BattlesState, units: Units) -> None:
    """b10.4: artillery that has retreated is in movement mode."""
    s.battery &= ~units
    s.changing &= ~(units & ARTILLERY)


@dataclass(frozen=True, slots=True)
class ArtilleryMode(Frame):
    """b10.11 Changes of last turn are complete, then the side begins new ones. With quick artillery (b10.12) they are made at once."""

    side: Side
    stage: int

    title = "Artillery"
    main: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {
        "unit": "Change its mode",
        "dump": "Change the dump's mode",
        "done": "End the segment",
    }
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        if self.stage == COMPLETE:
            complete(s, self.side)
            s.become(replace(self, stage=DECLARE))
            return None
        units, dumps = offered(self.limits_unit(s)), offered(self.limits_dump(s))
        if not units and not dumps:
            s.pop()
            return None
        prompt = f"Change the mode of artillery{' and dumps' if dumps else ''}, or continue"
        return s.ask(SIDES[self.side], prompt, "b10.11", unit=units, dump=dumps, done=NOTHING)

    def limits_unit(self, s: BattlesState) -> Limits:
        yield "b10.11", OF_SIDE[self.side], "{} belongs to the other side"
        yield "b10.1", ARTILLERY, "only artillery has modes"
        yield "b10.11", s.on_map(self.side), "{} is not on the map"
        yield "b10.11", ~s.changing, "{} is already changing its mode"
        yield "b10.12", ~s.busy, "{} has changed its mode in this player-turn"
        if s.has("artillery_quick_mode"):  # a change that takes a turn ends after the march
            yield "b10.12", ~s.marching, "{} is in march mode until your Movement Segment, so it cannot change at once"

    def limits_dump(self, s: BattlesState) -> Limits:
        return dump_counters.mode_limits(s, self.side)

    def hints(self, s: BattlesState) -> Hints:
        quick = s.has("artillery_quick_mode")
        more = "at once, without moving or barraging this turn" if quick else "from its next turn on"
        notes = {}
        for u in each(s.offers("unit")):
            notes[UNIT_NAMES.names[u]] = {"note": f"{new_mode(s, u)} {more}"}
        return {"unit": notes}

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        mode = new_mode(s, unit)
        if s.has("artillery_quick_mode"):
            s.battery ^= 1 << unit
            s.busy |= 1 << unit
            s.tell("quick_mode", unit, mode)
        else:
            s.changing |= 1 << unit
            s.tell("changes_mode", unit, mode)

    def on_dump(self, s: BattlesState, dump: int) -> None:
        dump_counters.begin_change(s, dump)

    def on_done(self, s: BattlesState, _: None) -> None:
        s.pop()

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if COMPLETE <= self.stage <= DECLARE else f"there is no stage {self.stage} of the segment"
