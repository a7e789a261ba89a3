"""The movement phase: Allied mechanized markers (10.2-2), then units one after the other (10.0), reinforcements among them (13.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.bulge import reinforcements, supply
from ardennes.games.bulge.facts import ALLIED, FOOT_ALLIED, GERMAN, MA, MECH_MARKERS, OF_SIDE, PARATROOPS, SIDES
from ardennes.games.bulge.movement import MUST_ATTACK, Move, SupplyRoll, must_attack
from ardennes.games.bulge.reinforcements import DROP_TURN
from ardennes.games.bulge.state import BulgeState


@dataclass(frozen=True, slots=True)
class Mechanize(Frame):
    """10.2-2 Up to four Allied infantry or airborne units become mechanized before anything moves."""

    title = "Trucks"
    labels: ClassVar[dict[str, str]] = {"unit": "Load on trucks", "done": "No more trucks"}
    main = "done"
    picks = frozenset({"unit"})

    def limits_unit(self, s: BulgeState) -> Limits:
        yield "10.2-2", OF_SIDE[ALLIED], "German units get no mechanized marker"
        yield "10.2-2", ~s.mechanized, "{} already has a marker"
        yield "10.2-2", FOOT_ALLIED, "{} is already mechanized: markers are for infantry and airborne units"
        here = s.on_map(ALLIED) | reinforcements.due_now(s, ALLIED)
        yield "10.2-2", here, "{} is neither on the map nor about to arrive"

    def decide(self, s: BulgeState) -> Decision | None:
        s.test_release()  # 13.0-1: checked at the start of the Allied movement phase too
        left = MECH_MARKERS - s.mechanized.bit_count()
        units = offered(self.limits_unit(s)) if left else 0
        if not units:
            s.pop()
            return None
        prompt = f"Mechanize up to {counted(left, 'infantry or airborne unit')}"
        return s.ask(SIDES[ALLIED], prompt, "10.2-2", unit=units, done=NOTHING)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.mechanized |= 1 << unit
        s.tell("mechanized", unit)

    def on_done(self, s: BulgeState, _: None) -> None:
        s.pop()

    def undone(self, s: BulgeState) -> Undone:
        return Undone(could=s.offers("unit"))


_OTHERS = [f"{{}} belongs to the other side: this is the {side} movement phase" for side in SIDES]


@dataclass(frozen=True, slots=True)
class Movement(Frame):
    """10.0 The phasing player moves any of their units, one at a time, and brings in reinforcements."""

    side: Side

    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"unit": "Move", "drop": "Paradrop here", "done": "End movement"}
    main = "done"
    picks = frozenset({"unit"})

    def limits_unit(self, s: BulgeState) -> Limits:
        side = self.side
        yield "5.0", OF_SIDE[side], _OTHERS[side]
        here = s.on_map(side)
        yield "13.0", here | reinforcements.can_arrive(s, side), lambda u: reinforcements.why_not_arriving(s, u)
        yield "10.0", ~s.moved, lambda u: self._has_moved(s, u)
        pinned = s.units_in(side, s.zoc(1 - side))
        yield "9.1", ~pinned, "{} began the phase in an enemy zone of control and is pinned there"

    def _has_moved(self, s: BulgeState, unit: Unit) -> Refusal:
        if unit == PARATROOPS and s.turn == DROP_TURN:
            return Refusal("15.0", f"{s.name(unit)} has just landed and cannot move in this phase")
        return Refusal("10.0", f"{s.name(unit)} has already moved in this phase")

    def limits_drop(self, s: BulgeState) -> Limits:
        yield "15.0", -1 if self.side == GERMAN else 0, "only the German player has an airdrop"
        yield from reinforcements.drop_limits(s)

    def decide(self, s: BulgeState) -> Decision:
        return s.ask(
            SIDES[self.side],
            "Move a unit, or end the movement phase",
            "10.0",
            unit=offered(self.limits_unit(s)),
            drop=offered(self.limits_drop(s)),
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
        s.moved = 0
        s.mechanized = 0
        s.pop()

    def undone(self, s: BulgeState) -> Undone:
        drop = "the paratroops have not jumped" if s.offers("drop") else ""
        duty = must_attack(s, self.side).bit_count()
        attacks = f"{counted(duty, 'unit')} must attack after movement" if duty else ""
        return Undone(could=s.offers("unit"), text="; ".join(filter(None, (drop, attacks))))

    def warns(self, s: BulgeState) -> dict[str, Units]:
        return {MUST_ATTACK: must_attack(s, self.side)}

    def hints(self, s: BulgeState) -> Hints:
        left = self.undone(s)
        could = left.could.bit_count()
        notes = [f"{counted(could, f'{SIDES[self.side].capitalize()} unit')} could still move"] if could else []
        note = "; ".join([*notes, left.text] if left.text else notes)
        return {"done": {"": {"note": note}}} if note else {}

    def misfit(self, s: BulgeState, at: int) -> str:
        return other_step(s, self)
