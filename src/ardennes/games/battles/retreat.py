"""b9.61 to b9.68, b10.4 Retreats of defenders and attackers: where to, what they cost, holding on, too many units in a hex."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.core.wording import counted
from ardennes.games.battles import ground
from ardennes.games.battles.artillery import to_movement
from ardennes.games.battles.facts import (
    BOARD,
    CITY,
    EVERY,
    FOOT,
    HEX_NAMES,
    RULES,
    SIDE,
    SIDES,
    TABLES,
    TOWN,
    UNIT_NAMES,
)
from ardennes.games.battles.results import Losses, exposed, result, scatter_guns
from ardennes.games.battles.state import BattlesState, foe
from ardennes.games.battles.strength import attacker, defenders

_FULL = int(RULES["units_in_hex"])
_BACK, _BLOCKED, _HOLDING, _CROSSING = (
    int(TABLES["combat"][name]) for name in ("back", "blocked", "holding", "crossing")
)


# --- where to (b9.61, b9.62) --------------------------------------------------------------------------------------------------------------


def way_limits(s: BattlesState, units: Units, extra: bool) -> Limits:
    """b9.61, b9.62: the hexes into which some units of one hex, who stay together, can retreat next. `extra`: they go on because they
    would be too many (b9.65)."""
    side: Side = SIDE[units.bit_length() - 1]
    here: Place = s.at[units.bit_length() - 1]
    enemy = s.occupied(foe(side))
    defending = side != attacker(s)
    out = BOARD.neighbours(here)
    yield "b9.61", out, "{} is not next to the retreating units"
    for case, allowed, reason in _closed(s, side, here, units, defending or extra):
        out &= allowed
        yield case, allowed, reason
    calm = out & ~BOARD.spread(enemy, EVERY)
    if defending and calm:
        yield "b9.61", calm, "{} is next to an enemy unit, and there is another way"


def _closed(s: BattlesState, side: Side, here: Place, units: Units, outward: bool) -> Limits:
    """What closes a hex next to some units to their retreat; `outward`: each hex must be farther from the target."""
    far = BOARD.distances(s.target)
    close = each(BOARD.neighbours(here))
    if outward:
        yield "b9.61", bits(p for p in close if far[p] > far[here]), "{} is no farther from the attacked hex"
    else:
        yield "b9.61", bits(p for p in close if far[p] >= far[here]), "{} is nearer to the attacked hex"
    yield "b9.62", s.window, "{} is not on the maps in play"
    yield "b9.62", ~s.occupied(foe(side)), "an enemy unit is in {}"
    zone = s.zoc(foe(side)) & ~s.occupied(side)
    yield "b9.62", ~zone, "{} is in an enemy zone of control, and no friend is there"
    if units & ~FOOT:
        dry = BOARD.spread(1 << here, s.open())
        yield "b9.62", dry, "{} is across a river without a bridge, which only foot units can cross"


def ways(s: BattlesState, units: Units, extra: bool = False) -> Places:
    """b9.61, b9.62: the hexes into which all of some units can retreat."""
    return offered(way_limits(s, units, extra)) if units else 0


def wet(s: BattlesState, here: Place, place: Place) -> bool:
    """b9.62: is there a river without a bridge between two hexes?"""
    return not BOARD.spread(1 << here, s.open()) >> place & 1


def parts(s: BattlesState, units: Units, extra: bool = False) -> list[Units]:
    """b9.61: the groups in which a stack retreats, those who cannot first: all together if there is a way for all, else foot units may
    have one over a river where the others cannot follow."""
    foot = units & FOOT
    if foot and foot != units and not ways(s, units, extra) and ways(s, foot, extra):
        return [units & ~foot, foot]
    return [units]


# --- holding on (b9.64) -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hold(Frame):
    """b9.64 A stack in a town, a city or a fortified position may lose a step to cancel one hex of its retreat."""

    side: Side
    units: Units
    left: int

    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"hold": "Lose a step and hold", "retreat": "Retreat"}
    below: ClassVar[tuple[str, ...]] = ("Fight", "Hold")

    def decide(self, s: BattlesState) -> Decision | None:
        units = self.units & s.on_map(self.side)
        if not units or not self._can(s, units):
            s.become(Retreat(self.side, self.units, self.left))
            return None
        where = s.game.place_titles[s.at[units.bit_length() - 1]]
        far = counted(self.left, "hex", "hexes")
        prompt = f"{s.names(units)} must retreat {far} from {where}: lose a step to hold?"
        return s.ask(SIDES[self.side], prompt, "b9.64", hold=NOTHING, retreat=NOTHING)

    def _can(self, s: BattlesState, units: Units) -> bool:
        """Is there something to hold on to, somebody left to hold it, and another way (or staying would cost as much in any case)?"""
        here = s.at[units.bit_length() - 1]
        strong = (TOWN | CITY | s.forts) >> here & 1
        enough = sum(s.steps(u) for u in each(units)) > 1
        return bool(strong and enough and any(ways(s, part) for part in parts(s, units)))

    def on_hold(self, s: BattlesState, _: None) -> None:
        units = self.units & s.on_map(self.side)
        s.tell("holds", self.side, s.at[units.bit_length() - 1])
        s.become(Retreat(self.side, units, self.left - 1))
        s.push(Losses(self.side, units, _HOLDING, "b9.64"))

    def on_retreat(self, s: BattlesState, _: None) -> None:
        s.become(Retreat(self.side, self.units, self.left))

    def hints(self, s: BattlesState) -> Hints:
        rest = self.left - 1
        note = f"then retreat {counted(rest, 'hex', 'hexes')}" if rest else "no retreat"
        return {"hold": {"": {"note": note}}, "retreat": {"": {"note": counted(self.left, "hex", "hexes")}}}

    def misfit(self, s: BattlesState, at: int) -> str:
        return stack_misfit(s, self.side, self.units, self.left)


# --- going (b9.61, b9.63, b9.65) ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """b9.61 A stack retreats hex by hex; each hex that cannot be made costs a step (b9.63), too many in the last hex go on (b9.65)."""

    side: Side
    units: Units
    left: int
    """Hexes still to go."""
    extra: bool = False
    """b9.65: do they go on because they would be too many?"""

    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"hex": "Fall back here"}
    below: ClassVar[tuple[str, ...]] = ("Fight", "Hold", "Retreat")

    def _units(self, s: BattlesState) -> Units:
        return self.units & s.on_map(self.side)

    def limits_hex(self, s: BattlesState) -> Limits:
        return way_limits(s, self._units(s), self.extra)

    def decide(self, s: BattlesState) -> Decision | None:
        units = self._units(s)
        if self.left > 0 and self.side != attacker(s):  # the last ground unit may have been lost by holding on
            scatter_guns(s, True)
            units = self._units(s)
        if not units:
            s.pop()
            return None
        if self.left <= 0:
            self._arrive(s, units)
            return None
        where = ways(s, units, self.extra)
        if not where:
            self._blocked(s, units)
            return None
        if not where & where - 1:
            self._go(s, units, where.bit_length() - 1)
            return None
        prompt = f"Retreat {s.names(units)}: {counted(self.left, 'hex', 'hexes')} to go"
        return s.ask(SIDES[self.side], prompt, "b9.61", hex=where)

    def on_hex(self, s: BattlesState, place: Place) -> None:
        self._go(s, self._units(s), place)

    def _go(self, s: BattlesState, units: Units, place: Place) -> None:
        s.become(replace(self, units=units, left=self.left - 1))
        here = s.at[units.bit_length() - 1]
        crossing = wet(s, here, place)
        to_movement(s, units)
        for u in each(units):
            s.tell("retreats", u, here, place)
            s.set_march(u, False)
            s.place(u, place)
            ground.entered(s, u, place)
        if crossing:
            s.tell("swims", units, place)
            s.push(Losses(self.side, units, _CROSSING, "b9.62"))

    def _blocked(self, s: BattlesState, units: Units) -> None:
        """b9.61, b9.63: some may still find a way without the others; whoever does not loses a step for each hex and stays."""
        groups = parts(s, units, self.extra)
        if len(groups) > 1:
            s.become(*(replace(self, units=group) for group in groups))
            return
        s.become(replace(self, units=units, left=0))
        s.tell("cannot_retreat", units, self.left)
        s.push(Losses(self.side, units, self.left * _BLOCKED, "b9.63"))

    def _arrive(self, s: BattlesState, units: Units) -> None:
        """b9.65, 9.68: the stack is where the retreat ends, unless it is one unit too many there."""
        here = s.at[units.bit_length() - 1]
        there = s.units_at(here, self.side)
        if there.bit_count() > _FULL:
            groups = [group for group in parts(s, units, True) if ways(s, group, True)]
            if groups:
                going = groups[0]
                rest = units & ~going
                stay = (replace(self, units=rest, extra=True),) if rest else ()
                s.become(*stay, replace(self, units=going, left=1, extra=True))
            else:
                s.become(Excess(self.side, here))
            return
        if here != s.target and self.side != attacker(s) and there & ~units:
            s.joined |= units
        s.pop()

    def hints(self, s: BattlesState) -> Hints:
        units = self._units(s)
        here = s.at[units.bit_length() - 1]
        notes = {}
        for place in each(s.offers("hex")):
            more = self.left - 1 - reach_from(s, units, place, self.left - 1)
            said = ["over a river without a bridge: costs a step"] if wet(s, here, place) else []
            said += [f"no way on: costs {counted(more, 'step')}"] if more > 0 else []
            if self.left == 1 and (s.units_at(place, self.side) | units).bit_count() > _FULL:
                said.append("no room: the retreat goes on")
            if said:
                notes[HEX_NAMES.names[place]] = {"note": "; ".join(said)}
        return {"hex": notes}

    def misfit(self, s: BattlesState, at: int) -> str:
        return stack_misfit(s, self.side, self.units, self.left)


def reach_from(s: BattlesState, units: Units, place: Place, most: int) -> int:
    """How many hexes farther some units could get from a hex of their retreat, as things are now."""
    if most <= 0:
        return 0
    t = s.clone()
    for u in each(units):
        t.place(u, place)
    best = 0
    for after in each(ways(t, units)):
        best = max(best, 1 + reach_from(t, units, after, most - 1))
        if best == most:
            break
    return best


@dataclass(frozen=True, slots=True)
class Excess(Frame):
    """b9.65 Too many units in a hex after a retreat that can go no farther: the owner eliminates the excess."""

    side: Side
    place: Place

    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"lose": "Eliminate"}
    below: ClassVar[tuple[str, ...]] = ("Fight", "Hold", "Retreat")

    def limits_lose(self, s: BattlesState) -> Limits:
        yield "b9.65", s.units_at(self.place, self.side), "{} is not in the crowded hex"

    def decide(self, s: BattlesState) -> Decision | None:
        there = s.units_at(self.place, self.side)
        more = there.bit_count() - _FULL
        if more <= 0:
            s.pop()
            return None
        where = s.game.place_titles[self.place]
        prompt = f"Too many units in {where}: eliminate {counted(more, 'unit')}"
        return s.ask(SIDES[self.side], prompt, "b9.65", lose=offered(self.limits_lose(s)))

    def on_lose(self, s: BattlesState, unit: Unit) -> None:
        s.eliminate(unit)

    def hints(self, s: BattlesState) -> Hints:
        names = UNIT_NAMES.names
        return {"lose": {names[u]: {"note": "eliminated", "danger": True} for u in each(s.offers("lose"))}}

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if s.units_at(self.place, self.side).bit_count() > _FULL else "the hex is not too full (case b9.65)"


def stack_misfit(s: BattlesState, side: Side, units: Units, left: int) -> str:
    """Why these units cannot be retreating."""
    if s.target < 0 or not s.attackers | s.guns:
        return "no attack is under way (case b9.2)"
    if not units or units & ~s.on_map(side) or s.places_of(units).bit_count() != 1:
        return "a stack in one hex retreats together (case b9.61)"
    return "" if left >= 0 else "a retreat cannot go fewer than no hexes (case b9.61)"


# --- steps 9 and 10 of an attack ----------------------------------------------------------------------------------------------------------


def defenders_retreat(s: BattlesState, side: Side) -> None:
    """b9.2 step 9, b10.4: the defenders retreat if anybody is left."""
    found = result(s)
    scatter_guns(s, bool(found.retreat))
    there = defenders(s)
    if found.retreat and there:
        s.push(Hold(side, there, found.retreat))


def attackers_retreat(s: BattlesState, side: Side) -> None:
    """b9.2 step 10: AR. The attackers of each hex retreat together."""
    units = exposed(s) if result(s).back else 0
    for place in each(s.places_of(units)):
        s.push(Hold(side, s.units_at(place, side) & units, _BACK))
