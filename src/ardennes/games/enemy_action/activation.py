"""6 Activating units: what an activation consists of, and who may be activated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Undone
from ardennes.games.enemy_action.combat import Combat
from ardennes.games.enemy_action.facts import (
    ARMY_AREA,
    ARMY_OF,
    BOARD,
    BUILT,
    CARD_FACTS,
    CORPS_OF,
    EVERY,
    GERMAN,
    GROUP_TITLE,
    IN_CORPS,
    IN_GROUP,
    OF_SIDE,
    OKW,
    ROSTER,
    SIDES,
    TABLES,
)
from ardennes.games.enemy_action.ground import claim_bridges
from ardennes.games.enemy_action.moving import Crowded, Movement
from ardennes.games.enemy_action.reactions import open_roadblocks
from ardennes.games.enemy_action.state import EnemyActionState

BRIDGES, ROADBLOCKS, MOVEMENT, CROWDED, COMBAT, ENTRENCH, RECOVERY = range(7)
ACTIVATIONS = ("formation", "kg", "one")
"""The modes that are activations (6.5); Raise the Alarm and Withdrawal only move units."""
KG_RANGE = int(TABLES["game"]["kampfgruppe"])
_OF_ARMY = {
    army: ROSTER.where(lambda row, army=army: row["side"] == SIDES[GERMAN] and row["army"] == army)  # type: ignore[misc]
    for army in sorted({ARMY_OF[u] for u in each(OF_SIDE[GERMAN])} - {""})
}


# --- who may be activated (4.11, 6.5) ---------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _with_corps(units: Units) -> Units:
    """All units of the corps of some units."""
    out = 0
    for corps in {CORPS_OF[u] for u in each(units)}:
        out |= IN_CORPS[corps]
    return out


def _resting(s: EnemyActionState, side: Side) -> Units:
    """6.5: units that may not be activated because of the side's preceding impulse."""
    last = s.last[side]
    return last if s.setup.option("consecutive") == "formation" else _with_corps(last)


def _surprised(s: EnemyActionState, side: Side) -> Units:
    """4.11: units of the corps that have attacked in an earlier surprise impulse."""
    return _with_corps(s.surprise) if side == GERMAN and s.surprising else 0


def barred(s: EnemyActionState, side: Side) -> Units:
    """4.11, 6.5: units that may not be activated now."""
    return _resting(s, side) | _surprised(s, side)


def why_barred(s: EnemyActionState, side: Side, units: Units) -> Refusal | None:
    """4.11, 6.5: why some units, or their formation, may not be activated; None if they may."""
    if units & _surprised(s, side):
        return Refusal("4.11", "each surprise impulse must activate a different corps")
    if found := units & _resting(s, side):
        if found & s.last[side]:
            return Refusal("6.5", f"{s.names(found & s.last[side])}: activated in your last impulse")
        return Refusal("6.5", "units of the same corps were activated in your last impulse")
    return None


def may_activate(s: EnemyActionState, side: Side, formation: int) -> Refusal | None:
    """6, 6.5: why a formation cannot be activated now; None if it can."""
    units = s.group(formation)
    if not units:
        return Refusal("6", f"{GROUP_TITLE[formation]} has no unit on the map")
    return why_barred(s, side, units)


def can_activate(s: EnemyActionState, side: Side, formations: int) -> int:
    """6, 6.5: those of some formations that `may_activate` finds nothing against."""
    closed = barred(s, side)
    out = 0
    for formation in each(formations):
        units = s.group(formation)
        if units and not units & closed:
            out |= 1 << formation
    return out


def okw_cards(s: EnemyActionState, army: str) -> bool:
    """11.42: may the card of this army activate the OKW Reserve where it is?"""
    places = s.places_of(s.group(OKW))
    north, south = places & ARMY_AREA["6pa"], places & ARMY_AREA["7a"]
    if not places:
        return False
    if army == "6pa":
        return north == places
    if army == "7a":
        return south == places
    return bool(places & ~(north | south) or (north and south))


def _gathered(s: EnemyActionState, card: int) -> Units:
    """6.4, 11.42: the units on the map that a card could gather in a Kampfgruppe."""
    army = CARD_FACTS[card].kampfgruppe
    if not army:
        return 0
    mine = OF_SIDE[GERMAN] if army == "all" else _OF_ARMY[army] | IN_GROUP[OKW]
    return s.on_map(GERMAN) & mine & ~barred(s, GERMAN)


def kampfgruppe(s: EnemyActionState, card: int, place: Place) -> Units:
    """6.4: the units that a card activates if the Kampfgruppe marker is put in a hex. Those barred by 6.5 are left out."""
    return _gathered(s, card) & s.units_in(GERMAN, BOARD.within(place, KG_RANGE))


def kampfgruppe_hexes(s: EnemyActionState, card: int) -> Places:
    """6.4: the hexes in which the marker would activate a unit."""
    return BOARD.grow(s.places_of(_gathered(s, card)), KG_RANGE)


# --- the activation ---------------------------------------------------------------------------------------------------


def begin(s: EnemyActionState, side: Side, units: Units, mode: str, bonus: bool = False, ignoring: Units = 0) -> None:
    """6: these units are active now. Modes "alarm" and "withdrawal" are not activations: they bar nothing, and no unit recovers."""
    real = mode in ACTIVATIONS
    s.active, s.mode, s.bonus, s.ignoring = units, mode, bonus, ignoring
    s.recovering = units & s.dispersed if real else 0
    s.last[side] = units if real else 0
    if real and s.surprising:
        s.surprise |= units
    s.push(Activation(side, BRIDGES if real else MOVEMENT))


@dataclass(frozen=True, slots=True)
class Activation(Frame):
    """4-IV-activation The steps of an activation in order: bridges change hands, roadblocks, movement, stacking, combat, improved
    positions, recovery. `stage` is the step that comes next."""

    side: Side
    stage: int

    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def decide(self, s: EnemyActionState) -> None:
        stage, side = self.stage, self.side
        if stage == RECOVERY:
            if recovered := s.recovering & s.dispersed:
                s.recover(recovered)
                s.tell("recovers", recovered)
            s.kg = -1
            s.pop()
            return
        s.become(Activation(side, stage + 1))
        if stage == BRIDGES:
            if side == GERMAN:
                _clear_roadblocks(s)
            claim_bridges(s, side, s.active)
        elif stage == ROADBLOCKS:
            if side == GERMAN:
                open_roadblocks(s)
        elif stage == MOVEMENT:
            if not s.surprising:
                s.push(Movement(side))
        elif stage == CROWDED:
            s.push(Crowded(side))
        elif stage == COMBAT:
            if s.mode in ("formation", "kg"):
                s.push(Combat(side))
        elif s.mode in ACTIVATIONS:
            s.push(Entrench(side))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if BRIDGES <= self.stage <= RECOVERY else "an activation has the stages 0 to 6"


def _clear_roadblocks(s: EnemyActionState) -> None:
    """7.9-removal: roadblocks next to active German units go."""
    gone = s.roadblocks & BOARD.spread(s.places_of(s.active), EVERY)
    s.roadblocks &= ~gone
    for place in each(gone):
        s.tell("clears_roadblock", place)


# --- improved positions (12.31) ---------------------------------------------------------------------------------------


def dig_in(s: EnemyActionState, place: Place) -> None:
    """12.31: an improved position in a hex."""
    s.ip |= 1 << place
    s.tell("digs_in", place)


def ground_limits(s: EnemyActionState, side: Side) -> Limits:
    """9.9, 12.32: who can have an improved position at all."""
    yield Limit("9.9", ~s.dispersed, "{} is dispersed")
    yield Limit("12.32", ~s.units_in(side, BUILT), "{} is in a town or city, where no improved position is possible")
    yield Limit("12.32", ~s.units_in(side, s.ip), "{} is already in an improved position")


@dataclass(frozen=True, slots=True)
class Entrench(Frame):
    """12.31 Active units that neither moved nor attacked may build improved positions."""

    side: Side

    title: ClassVar[str] = "Improved positions"
    labels: ClassVar[dict[str, str]] = {"unit": "Dig in", "all": "All dig in", "done": "No more positions"}
    main: ClassVar[str] = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("Activation",)

    def limits_unit(self, s: EnemyActionState) -> Limits:
        yield Limit("12.31", s.active, "{} is not active")
        yield Limit("12.31", ~s.moved, "{} has moved")
        yield Limit("12.31", ~s.attacked, "{} has attacked")
        yield Limit("12.31", ~(s.oos | s.isolated), "{} is out of supply")
        yield from ground_limits(s, self.side)

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_unit(s))
        if not some:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Who digs in?", "12.31", unit=some, all=NOTHING, done=NOTHING)

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        self._dig(s, 1 << unit)

    def on_all(self, s: EnemyActionState, _: None) -> None:
        self._dig(s, offered(self.limits_unit(s)))
        s.pop()

    def _dig(self, s: EnemyActionState, units: Units) -> None:
        s.ip |= s.places_of(units)
        s.tell("entrenches", units)

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def undone(self, s: EnemyActionState) -> Undone:
        return Undone(could=offered(self.limits_unit(s)))
