"""12.2 to 12.4: the results of a fight: losses, retreats, advances."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Place, Places, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints
from ardennes.games.bulge.facts import ALLIED, CF, GERMAN, HEX_NAMES, NEAR, SIDE, SIDES, UNIT_NAMES
from ardennes.games.bulge.state import BulgeState, both_sides, free_hexes, not_here, off_map, phase_side, total_cf

_MOST_ATTACKERS = 6


def attackers_misfit(s: BulgeState, attackers: Units) -> str:
    few = 1 <= attackers.bit_count() <= _MOST_ATTACKERS
    return off_map(s, attackers, phase_side(s)) or ("" if few else "a fight has one to six attackers")


def exchange_losses(defender_cf: int, attackers: Units) -> list[Units]:
    """12.2-Ex: the sets of attackers that can be lost: as strong as possible in total, but not stronger than the defender."""
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


def exchange_cost(defender_cf: int, attackers: Units) -> str:
    """How many factors these attackers lose in an exchange, in words."""
    return str(total_cf(exchange_losses(defender_cf, attackers)[0]) or "nothing")


@dataclass(frozen=True, slots=True)
class LoseOne(Frame):
    """12.2-Ae One attacker, chosen by its owner, is eliminated; the others retreat."""

    attackers: Units
    below = ("Advance",)
    title = "Losses"
    labels: ClassVar[dict[str, str]] = {"unit": "Lose this unit"}

    def limits_unit(self, s: BulgeState) -> Limits:
        yield "12.2-Ae", self.attackers, "{} did not take part in the attack"

    def decide(self, s: BulgeState) -> Decision | None:
        if self.attackers & (self.attackers - 1) == 0:
            self.on_unit(s, self.attackers.bit_length() - 1)
            return None
        side = SIDE[self.attackers.bit_length() - 1]
        return s.ask(SIDES[side], "Attacker eliminated: choose the unit that is lost", "12.2-Ae", unit=self.attackers)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.eliminate(unit)
        s.become(Retreats(self.attackers & ~(1 << unit)))

    def misfit(self, s: BulgeState, at: int) -> str:
        return attackers_misfit(s, self.attackers)


@dataclass(frozen=True, slots=True)
class Exchange(Frame):
    """12.2-Ex The attacker loses units whose printed factors come as close as possible to the defender's without exceeding them."""

    defender_cf: int
    attackers: Units
    lost: Units
    below = ("Advance",)
    title = "Losses"
    labels: ClassVar[dict[str, str]] = {"unit": "Lose this unit"}

    def ways(self) -> list[Units]:
        """The sets that can be lost, given those already chosen."""
        return [w for w in exchange_losses(self.defender_cf, self.attackers) if w & self.lost == self.lost]

    def limits_unit(self, s: BulgeState) -> Limits:
        yield "12.2-Ex", self.attackers, "{} did not take part in the attack"
        possible = 0
        for way in self.ways():
            possible |= way
        greatest = f"with {{}} the loss would not be the greatest possible up to {self.defender_cf}"
        yield "12.2-Ex", possible & ~self.lost, greatest

    def decide(self, s: BulgeState) -> Decision | None:
        ways = self.ways()
        certain = ways[0]
        for way in ways:
            certain &= way
        if certain & ~self.lost:
            s.become(Exchange(self.defender_cf, self.attackers, self.lost | certain))
            return None
        choice = offered(self.limits_unit(s))
        if self.lost in ways or not choice:
            for unit in each(self.lost):
                s.eliminate(unit)
            s.pop()
            return None
        side = SIDE[choice.bit_length() - 1]
        return s.ask(SIDES[side], f"Exchange: choose losses worth {self.defender_cf} or less", "12.2-Ex", unit=choice)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.become(Exchange(self.defender_cf, self.attackers, self.lost | 1 << unit))

    def misfit(self, s: BulgeState, at: int) -> str:
        wrong = attackers_misfit(s, self.attackers)
        return wrong or ("" if self.ways() else "these losses are not among the greatest possible")


def retreat_limits(s: BulgeState, unit: Unit) -> Limits:
    """12.3: empty hexes next to the unit that are not in an enemy zone of control."""
    yield (
        "12.3",
        NEAR[s.at[unit]],
        lambda p: f"{HEX_NAMES.names[p]} is not next to {s.name(unit)}: a retreat is one hex",
    )
    yield "12.3", free_hexes(s), "a unit is in {}"
    yield "9.1", ~s.zoc(1 - SIDE[unit]), "{} is in an enemy zone of control"


@dataclass(frozen=True, slots=True)
class Retreats(Frame):
    """12.3 Units retreat one hex each, in the order their owner chooses; a unit that cannot is eliminated."""

    units: Units
    below = ("Advance",)
    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"unit": "Retreat this unit next"}
    picks = frozenset({"unit"})

    def limits_unit(self, s: BulgeState) -> Limits:
        yield "12.3", self.units, "{} does not have to retreat"

    def decide(self, s: BulgeState) -> Decision | None:
        units = self.units
        if not units:
            s.pop()
            return None
        for unit in each(units):
            if not offered(retreat_limits(s, unit)):  # others going first can only make it worse
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

    def misfit(self, s: BulgeState, at: int) -> str:
        return off_map(s, self.units) or ("units of both sides cannot retreat" if both_sides(self.units) else "")


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """12.3 One unit retreats one hex; its owner chooses where."""

    unit: Unit
    below = ("Advance", "Retreats")
    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"hex": "Fall back here"}

    def limits_hex(self, s: BulgeState) -> Limits:
        return retreat_limits(s, self.unit)

    def decide(self, s: BulgeState) -> Decision:
        where = offered(self.limits_hex(s))
        return s.ask(SIDES[SIDE[self.unit]], f"Retreat {s.name(self.unit)} one hex", "12.3", hex=where)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        s.tell("retreats", self.unit, s.at[self.unit], place)
        s.place(self.unit, place)
        s.pop()

    def misfit(self, s: BulgeState, at: int) -> str:
        below = s.stack[at - 1]
        again = isinstance(below, Retreats) and self.unit >= 0 and below.units >> self.unit & 1
        return not_here(s, self.unit) or ("the unit cannot retreat twice" if again else "")


@dataclass(frozen=True, slots=True)
class Advance(Frame):
    """12.4 One unit that took part may advance into a hex that the fight has emptied; zones of control do not matter."""

    units: Units
    hexes: Places
    below = ("Combat",)
    title = "Advance"
    labels: ClassVar[dict[str, str]] = {"unit": "Advance", "hex": "Advance here", "done": "Stay"}

    def left(self, s: BulgeState) -> Units:
        """The units that are still on the map."""
        return self.units & (s.on_map(GERMAN) | s.on_map(ALLIED))

    def limits_unit(self, s: BulgeState) -> Limits:
        yield "12.4", self.units, "{} did not take part in the fight"
        left = self.left(s)
        yield "12.4", left, "{} is no longer on the map"
        alone = left & (left - 1) == 0
        yield "12.4", 0 if alone else -1, "only {} can advance: choose the hex, or stay"

    def limits_hex(self, s: BulgeState) -> Limits:
        yield "12.4", self.hexes & free_hexes(s), "{} was not emptied by this fight"
        left = self.left(s)
        alone = left & (left - 1) == 0
        yield "12.4", -1 if alone else 0, "choose the unit that advances into {}"

    def decide(self, s: BulgeState) -> Decision | None:
        units = self.left(s)
        hexes = self.hexes & free_hexes(s)
        if not units or not hexes:
            s.pop()
            return None
        one = units.bit_length() - 1
        side = SIDES[SIDE[one]]
        if units & (units - 1) == 0:
            prompt = f"Advance {s.name(one)} after combat?"
            return s.ask(side, prompt, "12.4", hex=offered(self.limits_hex(s)), done=NOTHING)
        prompt = f"Which unit advances into {HEX_NAMES.names[hexes.bit_length() - 1]}?"
        return s.ask(side, prompt, "12.4", unit=offered(self.limits_unit(s)), done=NOTHING)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        self._advance(s, unit, (self.hexes & free_hexes(s)).bit_length() - 1)

    def on_hex(self, s: BulgeState, place: Place) -> None:
        self._advance(s, self.left(s).bit_length() - 1, place)

    def on_done(self, s: BulgeState, _: None) -> None:
        s.pop()

    def _advance(self, s: BulgeState, unit: Unit, place: Place) -> None:
        s.tell("advances", unit, s.at[unit], place)
        s.place(unit, place)
        s.pop()

    def hints(self, s: BulgeState) -> Hints:
        return {"done": {"": {"note": "nobody advances"}}}

    def misfit(self, s: BulgeState, at: int) -> str:
        if both_sides(self.units):
            return "units of both sides cannot advance"
        if self.units.bit_count() > 1 and self.hexes.bit_count() > 1:
            return "several units advance into one hex, or one unit into one of several"
        for u in each(self.left(s)):
            if self.hexes & ~NEAR[s.at[u]]:
                return f"{UNIT_NAMES.names[u]} is not next to every hex it might advance into"
        return ""
