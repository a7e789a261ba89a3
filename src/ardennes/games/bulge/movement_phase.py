"""The movement phase: Allied mechanized markers (10.2-2), then units one after the other (10.0), reinforcements among them (13.0)."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.state import Frame
from ardennes.games.bulge import reinforcements, supply
from ardennes.games.bulge.facts import ALLIED, FOOT_ALLIED, GERMAN, MA, MECH_MARKERS, PARATROOPS, SIDE, SIDES
from ardennes.games.bulge.movement import Move, SupplyRoll
from ardennes.games.bulge.reinforcements import DROP_TURN
from ardennes.games.bulge.state import BulgeState


@dataclass(frozen=True, slots=True)
class Mechanize(Frame):
    """10.2-2 Up to four Allied infantry or airborne units are made mechanized before anything moves."""

    def decide(self, s: BulgeState) -> Decision | None:
        s.test_release()  # 13.0-1: also at the start of the Allied movement phase
        left = MECH_MARKERS - s.mechanized.bit_count()
        here = s.units_in(ALLIED, s.occupied(ALLIED)) | reinforcements.due_now(s, ALLIED)
        units = here & FOOT_ALLIED & ~s.mechanized if left else 0
        if not units:
            s.pop()
            return None
        prompt = f"Mechanize up to {left} infantry or airborne units"
        return s.ask(SIDES[ALLIED], prompt, "10.2-2", unit=units, done=NOTHING)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.mechanized |= 1 << unit
        s.tell("mechanized", unit)

    def on_done(self, s: BulgeState, _: None) -> None:
        s.pop()

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] != ALLIED:
            return Refusal("10.2-2", "German units get no mechanized marker")
        if s.mechanized >> unit & 1:
            return Refusal("10.2-2", f"{name} already has a marker")
        if not FOOT_ALLIED >> unit & 1:
            return Refusal("10.2-2", f"{name} is already mechanized: markers are for infantry and airborne units")
        return Refusal("10.2-2", f"{name} is neither on the map nor about to arrive")


@dataclass(frozen=True, slots=True)
class Movement(Frame):
    """10.0 The phasing player moves any of his units, one after the other, and brings in reinforcements."""

    side: Side

    def movable(self, s: BulgeState) -> Units:
        """9.1: not those pinned in an enemy zone of control; 10.0: none twice."""
        return s.units_in(self.side, s.occupied(self.side) & ~s.zoc(1 - self.side) & ~s._stay)

    def decide(self, s: BulgeState) -> Decision:
        return s.ask(
            SIDES[self.side],
            "Move a unit, or end the movement phase",
            "10.0",
            unit=self.movable(s) | reinforcements.can_arrive(s, self.side),
            drop=reinforcements.drop_zone(s) if self.side == GERMAN else 0,
            done=NOTHING,
        )

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        if s.at[unit] < 0:
            s.push(reinforcements.Arrive(unit))
        elif supply.in_supply(s, unit):
            s.push(Move(unit, MA, -1, False))
        else:
            s.push(SupplyRoll(unit))

    def on_drop(self, s: BulgeState, place: Place) -> None:
        s.push(reinforcements.Landing(place, 1))

    def on_done(self, s: BulgeState, _: None) -> None:
        if self.side == GERMAN:
            reinforcements.end_drop(s)
        s.clear_moves()
        s.mechanized = 0
        s.pop()

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] != self.side:
            return Refusal("5.0", f"{name} belongs to the other side: this is the {SIDES[self.side]} movement phase")
        if s.at[unit] < 0:
            return reinforcements.why_not_arriving(s, unit)
        if s.moved >> unit & 1:
            if unit == PARATROOPS and s.turn == DROP_TURN:
                return Refusal("15.0", f"{name} has landed in this phase and may not move in it")
            return Refusal("10.0", f"{name} has had its move in this phase")
        return Refusal("9.1", f"{name} began the phase in an enemy zone of control and is pinned there")

    def why_drop(self, s: BulgeState, place: Place) -> Refusal:
        return reinforcements.why_not_dropping(s, self.side, place)
