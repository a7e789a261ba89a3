"""13.0 Reinforcements, and 15.0 the German airdrop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.placed import ABSENT
from ardennes.core.state import Frame, Hints
from ardennes.games.bulge.facts import (
    ALL,
    BOARD,
    BY_TURN,
    DIE,
    DUE_ON,
    EDGE,
    GERMAN,
    MA,
    PARATROOPS,
    SIDE,
    SIDES,
    TABLES,
)
from ardennes.games.bulge.movement import HOLD_BACK, Move, arrival_limits, open_entries, usable_entries
from ardennes.games.bulge.state import DUE, ELIMINATED, EXITED, BulgeState, free_hexes, phase_side

_DROP = TABLES["airdrop"]
DROP_TURN = DUE_ON[PARATROOPS]
_SCATTER = tuple(BOARD.compass.index(point) for point in _DROP["scatter"])


# --- arrivals ----------------------------------------------------------------------------------------------------------------------------


def due_now(s: BulgeState, side: Side) -> Units:
    """Units that can arrive this turn: due now, or held back earlier (13.0-2)."""
    out = BY_TURN[side][s.turn] & ~s.on_map(side)
    for u in each(out):
        if s.at[u] != DUE:
            out &= ~(1 << u)
    return out


def can_arrive(s: BulgeState, side: Side) -> Units:
    """Units that can enter now."""
    waiting = due_now(s, side) & ~s.moved
    if not waiting:
        return 0
    free = free_hexes(s)
    entries: dict[str, Places] = {}  # by edge: the same for all units of a side
    out = 0
    for u in each(waiting):
        edge = EDGE[u]
        if edge not in entries:
            entries[edge] = open_entries(s, u) & free
        if entries[edge] or usable_entries(s, u):
            out |= 1 << u
    return out


def why_not_arriving(s: BulgeState, unit: Unit) -> Refusal:
    name, edge, place = s.name(unit), EDGE[unit], s.at[unit]
    if place == EXITED:
        return Refusal("3.1-1", f"{name} has left the map and cannot come back")
    if place == ELIMINATED:
        return Refusal("3.1", f"{name} is eliminated")
    if not edge:
        return Refusal(
            "15.0", f"{name} can only arrive by airdrop, in the German movement phase of game turn {DROP_TURN}"
        )
    if place != DUE:
        return Refusal("4.0", f"{name} is not in this game")
    if DUE_ON[unit] > s.turn:
        return Refusal("13.0", f"{name} is due on game turn {DUE_ON[unit]}")
    if s.moved >> unit & 1:
        return Refusal("13.0-2", f"{name} is held back this turn")
    if open_entries(s, unit):
        return Refusal("8.0", f"{name} cannot reach a free hex from the entry hexes of its edge ({edge})")
    return Refusal("13.0-2", f"every entry hex of its edge ({edge}) is blocked: {name} has to wait")


@dataclass(frozen=True, slots=True)
class Arrive(Frame):
    """13.0 The owner chooses the road hex by which a reinforcement enters on its edge."""

    unit: Unit
    below = ("Movement",)
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"hex": "Enter here"}
    picks = frozenset({"hex"})

    def limits_hex(self, s: BulgeState) -> Limits:
        return arrival_limits(s, self.unit)

    def decide(self, s: BulgeState) -> Decision | None:
        entries = offered(self.limits_hex(s))
        if entries.bit_count() == 1:
            s.become(Move(self.unit, MA, entries.bit_length() - 1, False))
            return None
        name = s.name(self.unit)
        return s.ask(SIDES[SIDE[self.unit]], f"Where does {name} enter?", "13.0", hex=entries, stay=NOTHING)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        s.become(Move(self.unit, MA, place, False))

    def on_stay(self, s: BulgeState, _: None) -> None:
        s.moved |= 1 << self.unit
        s.pop()

    def hints(self, s: BulgeState) -> Hints:
        return {"stay": {"": HOLD_BACK}}

    def misfit(self, s: BulgeState, at: int) -> str:
        side = phase_side(s)
        ready = self.unit >= 0 and due_now(s, side) >> self.unit & 1
        return "" if ready else f"the unit is not due to arrive in the {SIDES[side]} movement phase"


# --- airdrop -----------------------------------------------------------------------------------------------------------------------------


def drop_limits(s: BulgeState) -> Limits:
    """15.0: empty hexes within five hexes of a German unit, on game turn 1, if the option is on."""
    yield "15.0", -1 if s.setup.option("airdrop") else 0, "this game is played without the airdrop option"
    yield "15.0", -1 if s.turn == DROP_TURN else 0, f"the airdrop is only possible on game turn {DROP_TURN}"
    said = "is not in this game" if s.at[PARATROOPS] == ABSENT else "has already jumped"
    yield "15.0", -1 if s.at[PARATROOPS] == DUE else 0, f"{s.name(PARATROOPS)} {said}"
    yield "15.0", free_hexes(s), "a unit is in {}"
    near = BOARD.grow(s.occupied(GERMAN), _DROP["within"])
    yield "15.0", near, "{} is more than five hexes from any German unit"


def end_drop(s: BulgeState) -> None:
    """15.0: paratroops that have not jumped by the end of the German movement phase are out of the game."""
    if s.at[PARATROOPS] == DUE:
        s.place(PARATROOPS, ABSENT)
        s.tell("no_drop", PARATROOPS)


@dataclass(frozen=True, slots=True)
class Landing(Frame):
    """15.0 The airdrop's dice: does the unit survive, does it land on target, and if not, where?"""

    aim: Place
    throw: int
    """1, 2 or 3."""
    below = ("Movement",)

    def decide(self, s: BulgeState) -> Decision:
        what = ("survival", "accuracy", "scatter")[self.throw - 1]
        return s.ask_chance(f"Airdrop of {s.name(PARATROOPS)}: {what}", "15.0", die=DIE)

    def on_die(self, s: BulgeState, die: int) -> None:
        s.tell("drop_die", PARATROOPS, self.throw, die)
        if self.throw == 1:
            if die <= _DROP["survives_up_to"]:
                s.become(Landing(self.aim, 2))
            else:
                self._land(s, -1)
        elif self.throw == 2:
            if die <= _DROP["on_target_up_to"]:
                self._land(s, self.aim)
            else:
                s.become(Landing(self.aim, 3))
        else:
            self._land(s, BOARD.step(self.aim, _SCATTER[die - 1]))

    def _land(self, s: BulgeState, place: Place) -> None:
        s.pop()
        if place >= 0 and free_hexes(s) & ALL & 1 << place:
            s.place(PARATROOPS, place)
            s.moved |= 1 << PARATROOPS
            s.tell("landed", PARATROOPS, DUE, place)
        else:
            s.eliminate(PARATROOPS)

    def misfit(self, s: BulgeState, at: int) -> str:
        if phase_side(s) != GERMAN or s.at[PARATROOPS] != DUE:
            return "there is no airdrop now"
        return "" if self.aim >= 0 and 1 <= self.throw <= 3 else "an airdrop has an aim and a roll from 1 to 3"
