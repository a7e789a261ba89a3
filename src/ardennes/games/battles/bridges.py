"""b12.1 to b12.3 The Bridge Phase: demolition of bridges, and of dumps that were retaken (16.56)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.fields import One, Some
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.battles import dumps
from ardennes.games.battles.facts import (
    ARTILLERY,
    BRIDGE_AT,
    BRIDGES,
    DIE,
    ENGINEERS,
    GERMAN,
    OF_SIDE,
    ROSTER,
    RULES,
    SIDES,
)
from ardennes.games.battles.state import BattlesState, Bridges

Bridge = Annotated[int, One("bridge")]
Dumps = Annotated[int, Some("dump")]
_ENGINEER, _ENGINEER_DIE, _ARTILLERY_DIE = (
    int(RULES[name]) for name in ("engineer_strength", "engineer_die", "artillery_die")
)


def blowable(s: BattlesState, side: Side) -> Bridges:
    """b12.3: the intact bridges that a side may blow: the Allies any, the Germans those that their engineers have built."""
    intact = BRIDGES.all & ~s.blown
    return intact & s.german_built if side == GERMAN else intact


def touching(s: BattlesState, unit: Unit) -> Bridges:
    """The bridges at the hex of a unit."""
    return BRIDGE_AT.get(s.at[unit], 0)


def chance_to_blow(s: BattlesState, unit: Unit) -> int:
    """b12.1: the faces of the die, from 1 on, with which the unit succeeds."""
    if ENGINEERS >> unit & 1:
        return max(0, min(6, _ENGINEER - _ENGINEER_DIE))
    if ARTILLERY >> unit & 1:
        return max(0, min(6, s.fpf_strength(unit) - _ARTILLERY_DIE))
    return max(0, min(6, s.strength(unit)))


@dataclass(frozen=True, slots=True)
class BridgePhase(Frame):
    """b12.1 Each eligible unit may try to blow one intact bridge of its hex; 16.56 retaken dumps may be destroyed."""

    side: Side
    tried: Units = 0
    """Units that have had their attempt."""
    gone: Dumps = 0
    """16.56: dumps that have been fired at in this phase."""

    title = "Bridges"
    main: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {
        "unit": "Blow a bridge",
        "destroy": "Destroy the dump",
        "done": "End the Bridge Phase",
    }
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def decide(self, s: BattlesState) -> Decision | None:
        units, destroy = offered(self.limits_unit(s)), offered(self.limits_destroy(s))
        if not units and not destroy:
            s.pop()
            return None
        prompt = "Blow bridges" + (" and destroy dumps" if destroy else "") + ", or continue"
        return s.ask(SIDES[self.side], prompt, "b12.1", unit=units, destroy=destroy, done=NOTHING)

    def limits_unit(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("b12.3", -1 if s.turn > int(RULES["no_demolition"]) else 0, "no bridge can be blown on game turn 1")
        yield Limit("b12.1", OF_SIDE[self.side], "{} belongs to the other side")
        yield Limit("b12.1", s.on_map(self.side), "{} is not on the map")
        yield Limit("b12.1", ~self.tried, "{} has had its attempt in this phase")
        yield Limit("b12.2", ~s.attacked, "{} attacked in its side's last Combat Phase")
        yield Limit("b12.2", ~s.unsupplied, "{} is out of supply")
        yield Limit("b12.2", ~s.marching, "{} is in march mode")
        mine = s.on_map(self.side)
        yield Limit("b12.1", bits(u for u in each(mine) if touching(s, u) & ~s.blown), "{} is at no intact bridge")
        can = blowable(s, self.side)
        yield Limit(
            "b12.3",
            bits(u for u in each(mine) if touching(s, u) & can),
            "the Germans may only blow bridges that their own engineers have built",
        )

    def limits_destroy(self, s: BattlesState) -> Limits:
        yield from dumps.destroy_limits(s, self.side)
        yield "16.56-destroy", ~self.gone, "the units at {} have had their attempt in this phase"

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        s.push(Demolish(self.side, unit, -1))

    def on_destroy(self, s: BattlesState, dump: int) -> None:
        s.become(replace(self, gone=self.gone | 1 << dump))
        dumps.open_destruction(s, dump)

    def on_done(self, s: BattlesState, _: None) -> None:
        s.pop()


@dataclass(frozen=True, slots=True)
class Demolish(Frame):
    """b12.1 One unit tries to blow one bridge of its hex: the die must not be above its strength."""

    side: Side
    unit: Unit
    bridge: Bridge

    title = "Demolition"
    labels: ClassVar[dict[str, str]] = {"blow": "Blow"}
    below: ClassVar[tuple[str, ...]] = ("BridgePhase",)

    def decide(self, s: BattlesState) -> Decision | None:
        name = ROSTER.name[self.unit]
        if self.bridge < 0:
            prompt = f"Which bridge? {name} {self._odds(s)}"
            return s.ask(SIDES[self.side], prompt, "b12.1", blow=self._open(s))
        return s.ask_chance(f"{name} lays its charges", "b12.1", die=DIE)

    def _open(self, s: BattlesState) -> Bridges:
        return offered(self.limits_blow(s))

    def limits_blow(self, s: BattlesState) -> Iterator[Limit]:
        yield Limit("b12.1", touching(s, self.unit), "{} is not at the hex of the unit")
        yield Limit("b12.1", ~s.blown, "{} is already down")
        yield Limit("b12.3", blowable(s, self.side), "the Germans may only blow bridges that their own engineers built")

    def _odds(self, s: BattlesState) -> str:
        faces = chance_to_blow(s, self.unit)
        if faces == len(DIE):
            return "succeeds on any die"
        if not faces:
            return "cannot succeed"
        return f"succeeds on {('a 1', '1 or 2')[faces - 1] if faces < 3 else f'1 to {faces}'}"

    def on_blow(self, s: BattlesState, bridge: int) -> None:
        s.become(replace(self, bridge=bridge))

    def on_die(self, s: BattlesState, die: int) -> None:
        done = die <= chance_to_blow(s, self.unit)
        s.tell("blows" if done else "fails_to_blow", self.unit, self.bridge, die)
        if done:
            s.set_bridge(self.bridge, False)
        s.pop()
        phase = s.stack[-1]
        assert isinstance(phase, BridgePhase)
        s.become(replace(phase, tried=phase.tried | 1 << self.unit))

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.at[self.unit] < 0 or not touching(s, self.unit) & blowable(s, self.side):
            return "the unit is at no bridge that it could blow (case b12.1)"
        if self.bridge >= 0 and not self._open(s) >> self.bridge & 1:
            return "the unit cannot blow this bridge (case b12.1)"
        return ""
