"""13.0 Reinforcements, and 15.0 the German airdrop."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.bulge.facts import (
    ALL,
    BOARD,
    BY_TURN,
    GERMAN,
    HEX_NAMES,
    MA,
    PARATROOPS,
    SIDE,
    SIDES,
    TABLES,
    UNITS,
)
from ardennes.games.bulge.movement import Move, bars_entry, open_entries, usable_entries
from ardennes.games.bulge.state import ABSENT, DUE, ELIMINATED, EXITED, BulgeState, free_hexes

_DROP = TABLES["airdrop"]
DROP_TURN = UNITS[PARATROOPS].due
_SCATTER = tuple(BOARD.compass.index(point) for point in _DROP["scatter"])


# --- arrivals ----------------------------------------------------------------------------------------------------------------------------


def due_now(s: BulgeState, side: Side) -> Units:
    """Units that may arrive on this turn: due, or held back earlier (13.0-2)."""
    return s._due & BY_TURN[side][s.turn]


def can_arrive(s: BulgeState, side: Side) -> Units:
    """Units that may come in now."""
    waiting = due_now(s, side) & ~s.moved
    if not waiting:
        return 0
    free = free_hexes(s)
    out = 0
    for u in each(waiting):
        if open_entries(s, u) & free or usable_entries(s, u):
            out |= 1 << u
    return out


def why_not_arriving(s: BulgeState, unit: Unit) -> Refusal:
    facts = UNITS[unit]
    place = s.at[unit]
    if place == EXITED:
        return Refusal("3.1-1", f"{facts.name} has left the map and never comes back")
    if place == ELIMINATED:
        return Refusal("3.1", f"{facts.name} is eliminated")
    if not facts.edge:
        return Refusal(
            "15.0", f"{facts.name} comes only by airdrop, in the German movement phase of game turn {DROP_TURN}"
        )
    if place != DUE:
        return Refusal("4.0", f"{facts.name} is not in this game")
    if facts.due > s.turn:
        return Refusal("13.0", f"{facts.name} is due on game turn {facts.due}")
    if s.moved >> unit & 1:
        return Refusal("13.0-2", f"{facts.name} is held back in this turn")
    if open_entries(s, unit):
        return Refusal(
            "8.0", f"{facts.name} would find no free hex to end in behind the entry hexes of its edge ({facts.edge})"
        )
    return Refusal("13.0-2", f"every entry hex of its edge ({facts.edge}) is blocked: {facts.name} has to wait")


@dataclass(frozen=True, slots=True)
class Arrive(Frame):
    """13.0 A reinforcement chooses the road hex of its edge by which it enters."""

    unit: Unit

    def decide(self, s: BulgeState) -> Decision | None:
        entries = usable_entries(s, self.unit)
        if entries.bit_count() == 1:
            s.become(Move(self.unit, MA, entries.bit_length() - 1, False))
            return None
        name = s.name(self.unit)
        return s.ask(SIDES[SIDE[self.unit]], f"Where does {name} enter?", "13.0", hex=entries, stay=NOTHING)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        s.become(Move(self.unit, MA, place, False))

    def on_stay(self, s: BulgeState, _: None) -> None:
        s.finish_move(self.unit)
        s.pop()

    def why_hex(self, s: BulgeState, place: Place) -> Refusal | None:
        return bars_entry(s, self.unit, place)


# --- airdrop -----------------------------------------------------------------------------------------------------------------------------


def drop_zone(s: BulgeState) -> Places:
    """15.0: empty hexes within five hexes of a German unit, on game turn 1, if the option is on."""
    if s.turn != DROP_TURN or not s._airdrop or s.at[PARATROOPS] != DUE:
        return 0
    return BOARD.grow(s.occupied(GERMAN), _DROP["within"]) & free_hexes(s)


def end_drop(s: BulgeState) -> None:
    """15.0: paratroops that have not jumped in the German movement phase do not come any more."""
    if s.at[PARATROOPS] == DUE:
        s.place(PARATROOPS, ABSENT)
        s.tell("no_drop", PARATROOPS)


def why_not_dropping(s: BulgeState, side: Side, place: Place) -> Refusal:
    name = HEX_NAMES.names[place]
    if side != GERMAN:
        return Refusal("15.0", "only the German has an airdrop")
    if not s._airdrop:
        return Refusal("15.0", "this game is played without the airdrop option")
    if s.turn != DROP_TURN:
        return Refusal("15.0", f"the airdrop is possible on game turn {DROP_TURN} only")
    if s.at[PARATROOPS] != DUE:
        said = "is not in this game" if s.at[PARATROOPS] == ABSENT else "has already jumped"
        return Refusal("15.0", f"{s.name(PARATROOPS)} {said}")
    if not free_hexes(s) >> place & 1:
        return Refusal("15.0", f"a unit is in {name}")
    return Refusal("15.0", f"{name} is more than five hexes from any German unit")


@dataclass(frozen=True, slots=True)
class Landing(Frame):
    """15.0 Dice of the airdrop: does the unit survive, does it land on target, where does it scatter?"""

    aim: Place
    throw: int
    """1, 2 or 3."""

    def decide(self, s: BulgeState) -> Decision:
        what = ("survival", "accuracy", "scatter")[self.throw - 1]
        return s.ask_chance(f"Airdrop of {s.name(PARATROOPS)}: {what}", "15.0", die=(1, 2, 3, 4, 5, 6))

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
            s.finish_move(PARATROOPS)
            s.tell("landed", PARATROOPS, DUE, place)
        else:
            s.eliminate(PARATROOPS)
