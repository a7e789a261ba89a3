"""12.2 to 12.4: what the result of a fight does: losses, retreats, advances."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Unit, Units
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.bulge.facts import BOARD, CF, HEX_NAMES, SIDE, SIDES
from ardennes.games.bulge.state import BulgeState, free_hexes


def exchange_losses(defender_cf: int, attackers: Units) -> list[Units]:
    """12.2-Ex: the sets of attackers that may be lost: together as strong as possible, but not stronger than the defender."""
    units = list(each(attackers))
    best, out = 0, [0]
    for n in range(1, len(units) + 1):
        for some in combinations(units, n):
            lost = sum(CF[u] for u in some)
            if lost <= defender_cf and lost >= best:
                if lost > best:
                    best, out = lost, []
                out.append(bits(some))
    return [0] if best == 0 else out


@dataclass(frozen=True, slots=True)
class LoseOne(Frame):
    """12.2-Ae One attacker is eliminated, of his owner's choice; the others retreat."""

    attackers: Units

    def decide(self, s: BulgeState) -> Decision | None:
        if self.attackers & (self.attackers - 1) == 0:
            self.on_unit(s, self.attackers.bit_length() - 1)
            return None
        side = SIDE[self.attackers.bit_length() - 1]
        return s.ask(SIDES[side], "Attacker eliminated: choose the unit that is lost", "12.2-Ae", unit=self.attackers)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.eliminate(unit)
        s.become(Retreats(self.attackers & ~(1 << unit)))

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        return Refusal("12.2-Ae", f"{s.name(unit)} does not take part in the attack")


@dataclass(frozen=True, slots=True)
class Exchange(Frame):
    """12.2-Ex The attacker loses units whose printed factors come as near to the defender's as possible without exceeding them."""

    defender_cf: int
    attackers: Units
    lost: Units

    def decide(self, s: BulgeState) -> Decision | None:
        ways = [w for w in exchange_losses(self.defender_cf, self.attackers) if w & self.lost == self.lost]
        certain = ways[0]
        possible = 0
        for way in ways:
            certain &= way
            possible |= way
        if certain & ~self.lost:
            s.become(Exchange(self.defender_cf, self.attackers, self.lost | certain))
            return None
        choice = possible & ~self.lost
        if self.lost in ways or not choice:
            for unit in each(self.lost):
                s.eliminate(unit)
            s.pop()
            return None
        side = SIDE[choice.bit_length() - 1]
        return s.ask(SIDES[side], f"Exchange: choose losses worth {self.defender_cf} or less", "12.2-Ex", unit=choice)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.become(Exchange(self.defender_cf, self.attackers, self.lost | 1 << unit))

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        if not self.attackers >> unit & 1:
            return Refusal("12.2-Ex", f"{s.name(unit)} did not take part in the attack")
        return Refusal(
            "12.2-Ex",
            f"with {s.name(unit)} the loss would not be the greatest possible up to {self.defender_cf}",
        )


def bars_retreat(s: BulgeState, unit: Unit, place: Place) -> Refusal | None:
    """12.3: why a unit may not retreat into a hex."""
    name = HEX_NAMES.names[place]
    bit = 1 << place
    if not BOARD.neighbours(s.at[unit]) & bit:
        return Refusal("12.3", f"{name} is not next to {s.name(unit)}: a retreat is one hex")
    if not free_hexes(s) & bit:
        return Refusal("12.3", f"a unit is in {name}")
    if s.zoc(1 - SIDE[unit]) & bit:
        return Refusal("9.1", f"{name} is in an enemy zone of control")
    return None


def retreat_hexes(s: BulgeState, unit: Unit) -> Places:
    """12.3: empty hexes beside the unit that are in no enemy zone of control."""
    return BOARD.neighbours(s.at[unit]) & free_hexes(s) & ~s.zoc(1 - SIDE[unit])


@dataclass(frozen=True, slots=True)
class Retreats(Frame):
    """12.3 Units retreat one hex each, in an order of their owner's choice; one that cannot is eliminated."""

    units: Units

    def decide(self, s: BulgeState) -> Decision | None:
        units = self.units
        if not units:
            s.pop()
            return None
        for unit in each(units):
            if not retreat_hexes(s, unit):  # others going first can only make it worse
                s.become(Retreats(units & ~(1 << unit)))
                s.tell("no_retreat", unit, s.at[unit])
                s.eliminate(unit)
                return None
        if units & (units - 1) == 0:
            s.become(Retreat(units.bit_length() - 1))
            return None
        side = SIDE[units.bit_length() - 1]
        return s.ask(SIDES[side], "Choose the unit that retreats next", "12.3", unit=units)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.become(Retreats(self.units & ~(1 << unit)), Retreat(unit))

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        return Refusal("12.3", f"{s.name(unit)} does not have to retreat")


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """12.3 One unit retreats one hex; its owner chooses where."""

    unit: Unit

    def decide(self, s: BulgeState) -> Decision:
        where = retreat_hexes(s, self.unit)
        return s.ask(SIDES[SIDE[self.unit]], f"Retreat {s.name(self.unit)} one hex", "12.3", hex=where)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        s.tell("retreats", self.unit, s.at[self.unit], place)
        s.place(self.unit, place)
        s.pop()

    def why_hex(self, s: BulgeState, place: Place) -> Refusal | None:
        return bars_retreat(s, self.unit, place)


@dataclass(frozen=True, slots=True)
class Advance(Frame):
    """12.4 One unit that took part may advance into a hex that the fight has emptied; zones of control do not matter."""

    units: Units
    hexes: Places

    def decide(self, s: BulgeState) -> Decision | None:
        units = bits(u for u in each(self.units) if s.at[u] >= 0)
        hexes = self.hexes & free_hexes(s)
        if not units or not hexes:
            s.pop()
            return None
        one = units.bit_length() - 1
        side = SIDES[SIDE[one]]
        if units & (units - 1) == 0:
            return s.ask(side, f"Advance {s.name(one)} after combat?", "12.4", hex=hexes, done=NOTHING)
        where = HEX_NAMES.names[hexes.bit_length() - 1]
        return s.ask(side, f"Which unit advances into {where}?", "12.4", unit=units, done=NOTHING)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        self._advance(s, unit, (self.hexes & free_hexes(s)).bit_length() - 1)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        unit = next(u for u in each(self.units) if s.at[u] >= 0)
        self._advance(s, unit, place)

    def on_done(self, s: BulgeState, _: None) -> None:
        s.pop()

    def _advance(self, s: BulgeState, unit: Unit, place: Place) -> None:
        s.tell("advances", unit, s.at[unit], place)
        s.place(unit, place)
        s.pop()

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        if not self.units >> unit & 1:
            return Refusal("12.4", f"{s.name(unit)} did not take part in the fight")
        if s.at[unit] < 0:
            return Refusal("12.4", f"{s.name(unit)} is not on the map any more")
        return Refusal("12.4", f"only {s.name(unit)} can advance: choose the hex, or stay")

    def why_hex(self, s: BulgeState, place: Place) -> Refusal:
        name = HEX_NAMES.names[place]
        if self.hexes & free_hexes(s) & 1 << place:
            return Refusal("12.4", f"choose the unit that advances into {name}")
        return Refusal("12.4", f"{name} was not emptied by this fight")
