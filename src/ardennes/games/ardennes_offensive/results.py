"""10.1, 9.6: what a result does: losses, exchanges, retreats, advances after combat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.games.ardennes_offensive.bridges import open_roads
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    GERMAN,
    HEX_NAMES,
    LIVE,
    MECH,
    MEUSE,
    OF_SIDE,
    ROAD,
    SIDE,
    SIDES,
    STRENGTH,
    UNIT_NAMES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.retreat import Retreats, cut_bridges
from ardennes.games.ardennes_offensive.setup import restricted
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import by_hex, defenders, face, immune


def apply(s: OffensiveState, result: str, attackers: Units, hexes: Places, waived: Places) -> None:
    """10.1: carry out a result. The fight's frame is off the stack."""
    side: Side = SIDE[attackers.bit_length() - 1]
    foe = 1 - side
    fought = defenders(s, foe, hexes)
    there = s.units_in(foe, hexes)  # with those that retreated there before (E-9.0-1)
    s.fought |= attackers
    s.attacked |= there
    s.must_leave |= (attackers | there) & s.road  # 6.7L
    kind = result[:2]
    if kind == "Ar":
        s.push(Advance(fought, s.places_of(attackers)))
        _retreat(s, attackers, int(result[2:]), waived)
        return
    s.push(Advance(attackers, hexes))
    if kind == "Dr":
        _retreat(s, there, int(result[2:]), waived)
        return
    if kind == "Ex":
        s.push(Exchange(face(fought), attackers))
    for unit in each(there):
        s.eliminate(unit)


def _retreat(s: OffensiveState, units: Units, count: int, waived: Places) -> None:
    """11.0, E-11.0: all of these units retreat but those that are immune and have not waived it."""
    side = SIDE[units.bit_length() - 1]
    stay = immune(s, units) & ~s.units_in(side, waived)
    for place, here in by_hex(s, stay):
        s.tell("immune", here, place)
    if units & ~stay:
        s.push(Retreats(units & ~stay, count))


def live_misfit(s: OffensiveState, units: Units) -> str:
    """Why a frame cannot be about these units."""
    if units & OF_SIDE[GERMAN] and units & OF_SIDE[ALLIED]:
        return "these units are on different sides"
    for side in (GERMAN, ALLIED):
        away = units & OF_SIDE[side] & ~s.active(side)
        if away:
            return f"{UNIT_NAMES.list_of(away)[0]} is not on the live map"
    return ""


@dataclass(frozen=True, slots=True)
class Exchange(Frame):
    """10.1 Ex: the attacker chooses units with at least the strength that the defender has lost, printed values on both sides."""

    owed: int
    attackers: Units
    below = ("Advance",)
    title = "Exchange"
    labels: ClassVar[dict[str, str]] = {"unit": "Lose this unit"}

    def limits_unit(self, s: OffensiveState) -> Limits:
        yield "10.1", self.attackers, "{} did not take part in the attack, or is already lost"

    def decide(self, s: OffensiveState) -> Decision | None:
        if self.owed <= 0:
            s.pop()
            return None
        if face(self.attackers) <= self.owed or self.attackers & (self.attackers - 1) == 0:
            s.pop()
            for unit in each(self.attackers):
                s.eliminate(unit, "exchanged")
            return None
        side = SIDES[SIDE[self.attackers.bit_length() - 1]]
        prompt = f"Exchange: choose units to lose, {self.owed} or more in printed strength"
        return s.ask(side, prompt, "10.1", unit=self.attackers)

    def on_unit(self, s: OffensiveState, unit: Unit) -> None:
        s.become(Exchange(self.owed - STRENGTH[unit], self.attackers & ~(1 << unit)))
        s.eliminate(unit, "exchanged")

    def hints(self, s: OffensiveState) -> Hints:
        def note(unit: Unit) -> str:
            left = self.owed - STRENGTH[unit]
            return f"pays {STRENGTH[unit]}; {f'{left} still to pay' if left > 0 else 'that is enough'}"

        return {"unit": {UNIT_NAMES.names[u]: {"note": note(u)} for u in each(self.attackers)}}

    def misfit(self, s: OffensiveState, at: int) -> str:
        return live_misfit(s, self.attackers) or ("" if self.attackers else "an exchange needs attackers")


# --- advance -----------------------------------------------------------------------------------------------------------------------------


def advance_limits(s: OffensiveState, unit: Unit, hexes: Places) -> Limits:
    """9.6N: the hexes into which a unit that took part may advance."""
    side, here, name = SIDE[unit], s.at[unit], s.name(unit)
    yield "9.6N", -1 if MECH >> unit & 1 else 0, f"{name} is not mechanized"
    yield "9.6N", -1 if s.active(side) >> unit & 1 else 0, f"{name} is no longer on the live map"
    yield "9.6N", hexes & LIVE, "{} was not attacked from, or attacked, in this fight"
    yield "9.6N", ~s.occupied(1 - side), "{} is not clear of enemy units"
    yield "9.6N", ~s.occupied(side), "a friend is already in {}: one unit advances into each hex"
    yield "9.6N", BOARD.neighbours(here), f"{{}} is not next to {name}"
    if side == ALLIED and restricted(s) >> unit & 1:
        yield "14.3C", ~BOARD.spread(1 << here, MEUSE), f"{name} may not cross the Meuse yet"
    if s.road >> unit & 1:
        roads = BOARD.spread(1 << here, open_roads(cut_bridges(s, side)))
        yield "6.5F", roads, f"{name} is in road mode, and no open road leads to {{}}"
        if side == ALLIED:
            yield "11.0-westwall", ~WEST_WALL, f"{name} is in road mode and cannot enter a West Wall hex"
        taken = s.places_of(s.on_map(side) & ~(1 << unit))
        yield "6.5G", ~BOARD.spread(taken, ROAD), f"{name} is in road mode, and a friend is next to {{}} on the road"
    else:
        columns = s.places_of(s.active(side) & s.road)
        if columns:
            yield "6.5G", ~BOARD.spread(columns, ROAD), "a friend in road mode is next to {} on the road"


@dataclass(frozen=True, slots=True)
class Advance(Frame):
    """9.6N One mechanized unit that took part may advance into each hex that the fight has cleared."""

    units: Units
    hexes: Places
    below = ("Combat",)
    title = "Advance"
    labels: ClassVar[dict[str, str]] = {"unit": "Advance", "no": "Nobody advances"}

    def ways(self, s: OffensiveState) -> dict[Unit, Places]:
        """Where each unit may go, if anywhere."""
        found = {u: offered(advance_limits(s, u, self.hexes)) for u in each(self.units)}
        return {u: places for u, places in found.items() if places}

    def limits_unit(self, s: OffensiveState) -> Limits:
        yield "9.6N", self.units, "{} did not take part in the fight"

        def why(unit: Unit) -> Refusal:
            for limit in advance_limits(s, unit, self.hexes):
                if not self.hexes & limit[1]:
                    place = (self.hexes & -self.hexes).bit_length() - 1
                    return Limit(*limit).refusal(place, HEX_NAMES.names[place])
            return Refusal("9.6N", f"{s.name(unit)} may advance into none of the hexes")

        yield "9.6N", bits(self.ways(s)), why

    def decide(self, s: OffensiveState) -> Decision | None:
        ways = self.ways(s)
        if not ways:
            s.pop()
            return None
        places = _joined(ways)
        one = places & (places - 1) == 0
        into = HEX_NAMES.names[places.bit_length() - 1] if one else "a hex that is clear now"
        side = SIDES[SIDE[next(iter(ways))]]
        return s.ask(side, f"Advance into {into}?", "9.6N", unit=bits(ways), no=NOTHING)

    def on_unit(self, s: OffensiveState, unit: Unit) -> None:
        ways = self.ways(s)
        places = _joined(ways)
        if places & (places - 1):
            s.push(AdvanceTo(unit))
        else:
            self.go(s, unit, places.bit_length() - 1)

    def go(self, s: OffensiveState, unit: Unit, place: Place) -> None:
        """Carry out an advance; the frame is on top."""
        s.become(Advance(self.units & ~(1 << unit), self.hexes & ~(1 << place)))
        s.tell("advances", unit, s.at[unit], place)
        s.place(unit, place)

    def on_no(self, s: OffensiveState, _: None) -> None:
        s.pop()

    def misfit(self, s: OffensiveState, at: int) -> str:
        on_map = bits(u for u in each(self.units) if s.at[u] >= 0)
        return live_misfit(s, on_map & ~s.units_in(ALLIED, ~LIVE))


@dataclass(frozen=True, slots=True)
class AdvanceTo(Frame):
    """9.6N The unit that advances has more than one hex to choose from."""

    unit: Unit
    below = ("Advance",)
    title = "Advance"
    labels: ClassVar[dict[str, str]] = {"hex": "Advance here", "no": "Stay"}

    def limits_hex(self, s: OffensiveState) -> Limits:
        return advance_limits(s, self.unit, self._below(s).hexes)

    def _below(self, s: OffensiveState) -> Advance:
        below = s.stack[-2]
        assert isinstance(below, Advance)
        return below

    def decide(self, s: OffensiveState) -> Decision:
        side, name = SIDES[SIDE[self.unit]], s.name(self.unit)
        where = offered(self.limits_hex(s))
        return s.ask(side, f"Where does {name} advance?", "9.6N", hex=where, no=NOTHING)

    def on_hex(self, s: OffensiveState, place: Place) -> None:
        below = self._below(s)
        s.pop()
        below.go(s, self.unit, place)

    def on_no(self, s: OffensiveState, _: None) -> None:
        below = self._below(s)
        s.pop()
        s.become(Advance(below.units & ~(1 << self.unit), below.hexes))

    def misfit(self, s: OffensiveState, at: int) -> str:
        below = s.stack[at - 1]
        fits = isinstance(below, Advance) and self.unit >= 0 and self.unit in below.ways(s)
        return "" if fits else "this unit cannot advance"


def _joined(ways: dict[Unit, Places]) -> Places:
    out = 0
    for places in ways.values():
        out |= places
    return out
