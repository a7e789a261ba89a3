"""Combat: what a fight is worth, which fights to pick, and how to handle the results.

A fight is rated in victory points: what each result on the table gains and costs, times its chance.
Ground counts a little too, so that a retreat is worth something.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    BOARD,
    CF,
    COLUMNS,
    CRTS,
    DEFENCE,
    EVERY,
    GERMAN,
    MECH,
    MORE,
    PRIMARY,
    SECONDARY,
    SHIFTS,
    SIDE,
    column_of,
)
from ardennes.games.bulge.greedy.field import KEY_TOWNS
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.results import exchange_losses
from ardennes.games.bulge.state import BulgeState, free_hexes
from ardennes.games.bulge.strength import (
    attackers_of,
    must_join,
    needs_mist_die,
    surprise,
    weather_shift,
)

OUTCOMES = ("De", "Ex", "Dr", "Ct", "Ar", "Ae")
CHANCES = {
    crt: [tuple(sum(row[c] == r for row in table.rows) / 6 for r in OUTCOMES) for c in range(len(COLUMNS))]
    for crt, table in CRTS.items()
}
"""Chance of each outcome by table and column."""

_MORE: dict[str, float] = WEIGHTS.part("worth")
WORTH = [cf + (_MORE["mechanized"] if MECH >> u & 1 else _MORE["foot"]) for u, cf in enumerate(CF)]
"""What a unit is worth on the map: its factors in victory points, plus a bonus for its zone of control and its mobility."""
_FIGHT = WEIGHTS.part("fight")
_SAFETY: dict[str, float] = WEIGHTS.part("safety")
_MOOD: dict[str, float] = WEIGHTS.part("mood")
NEIGHBOURS = [BOARD.neighbours(i) if name else 0 for i, name in enumerate(BOARD.names)]


def dug_in(s: BulgeState) -> bool:
    """Have the Germans stopped driving west? By then the Allied reserves have arrived and, under a clear sky, strike back."""
    return s.turn >= _MOOD["german_digs_in_from"] and (s.weather == "clear" or _MOOD["german_any_weather"] > 0)


def striking_back(s: BulgeState) -> bool:
    """Is the Allied counter-offensive under way?"""
    return s.turn >= _MOOD["allied_strikes_from"] and (s.weather == "clear" or _MOOD["allied_any_weather"] > 0)


class Stakes(NamedTuple):
    """What each outcome is worth to the attacker, in the order of OUTCOMES."""

    de: float
    ex: float
    dr: float
    ct: float
    ar: float
    ae: float


class Plan(NamedTuple):
    """The best way to fight a fight."""

    value: float
    target: Unit
    attackers: Units
    crt: str
    support: int


@lru_cache(maxsize=4096)
def exchange_cost(defender_cf: int, attackers: Units) -> tuple[float, Units]:
    """The cheapest way to pay for an exchange, and its price."""
    return min((sum(WORTH[u] for u in each(way)), way) for way in exchange_losses(defender_cf, attackers))


def stakes(
    target: Unit,
    here: Place,
    attackers: Units,
    from_hexes: list[tuple[Unit, Place]],
    own: Places,
    foe: Places,
    free: Places,
    breaks_off: bool,
) -> Stakes:
    """What is at stake. `own` and `foe` are the attacker's and defender's zones of control, `free` the empty hexes. `breaks_off`: a
    German attacker is glad to get away."""
    side = 1 - SIDE[target]
    kill = WORTH[target]
    push = _FIGHT["push"][side]
    if not NEIGHBOURS[here] & free & ~own:  # nowhere to retreat: as good as eliminated (12.3)
        push = kill + _FIGHT["destroy"]
    gain = kill + _FIGHT["destroy"]
    if KEY_TOWNS >> here & 1:
        town = _FIGHT["town"][side]
        push, gain = push + town, gain + town
    yields = _FIGHT["break_off"] if breaks_off and side == GERMAN else _FIGHT["back"][side]
    back = 0.0  # the cost if all attackers are pushed back
    least = 99.0
    refuge = free & ~foe
    for u, place in from_hexes:
        worth = WORTH[u]
        cost = yields if NEIGHBOURS[place] & refuge else worth
        back += cost
        if worth - cost < least:
            least = worth - cost
    loss = exchange_cost(CF[target], attackers)[0]
    return Stakes(gain, kill - loss, push, 0.0, -back, -back - least)


_LAST_COLUMN = len(COLUMNS) - 1
_COLUMN = [column_of(n) for n in range(-60, 120)]


def column_at(differential: int, shift: int) -> int:
    """12.1-5 from a precomputed table: `shifted` would be too slow here."""
    column = _COLUMN[differential + 60] + shift
    return 0 if column < 0 else min(column, _LAST_COLUMN)


def value_in(st: Stakes, crt: str, column: int) -> float:
    p = CHANCES[crt][column]
    return p[0] * st[0] + p[1] * st[1] + p[2] * st[2] + p[4] * st[4] + p[5] * st[5]


@lru_cache(maxsize=4096)
def best_column(st: Stakes, crt: str, highest: int) -> int:
    """12.1-6: the best column up to the highest allowed; the highest one if there is a tie."""
    return max(range(highest + 1), key=lambda c: (value_in(st, crt, c), c))


def expected(st: Stakes, crt: str, differential: int, shift: int, mist: bool) -> float:
    """The value of a fight on a table, averaged over the mist die if there is one."""
    column = column_at(differential, shift)
    value = value_in(st, crt, best_column(st, crt, column))
    if not mist:
        return value
    more = column_at(differential, shift + SHIFTS["mist_german"])
    yes = SHIFTS["mist_up_to"] / 6
    return value * (1 - yes) + yes * value_in(st, crt, best_column(st, crt, more))


def strength_against(target: Unit, here: Place, from_hexes: list[tuple[Unit, Place]]) -> int:
    """12.1-3: the differential for attackers in these hexes."""
    total = -CF[target] - DEFENCE[SIDE[target]][here]
    sides = BOARD.sides
    across = True
    for u, place in from_hexes:
        total += CF[u]
        if across and "river" not in sides.get((place, here), ()):
            across = False
    return total - MORE["river_defence"] if across else total


class Field:
    """What stays the same while one side's fights are compared."""

    def __init__(self, s: BulgeState, side: Side, after: bool) -> None:
        self.s = s
        self.side = side
        self.after = after
        self.shift = surprise(s, side, after) + weather_shift(s, side, after)
        self.mist = needs_mist_die(s, side, after)
        self.own = s.zoc(side)
        self.foe = s.zoc(1 - side)
        self.free = free_hexes(s)
        self.supplied = supply.hexes_in_supply(s, side)
        for u in each(s.resupplied):
            if s.at[u] >= 0 and SIDE[u] == side:
                self.supplied |= 1 << s.at[u]
        self._strongest: dict[Unit, int] = {}

    def strongest_beside(self, unit: Unit) -> int:
        """12.1-1."""
        found = self._strongest.get(unit)
        if found is None:
            s = self.s
            foes = s.units_in(1 - self.side, NEIGHBOURS[s.at[unit]] & s._occ[1 - self.side]) & ~s.defended
            found = self._strongest[unit] = max((CF[u] for u in each(foes)), default=0)
        return found

    def tables(self, target: Unit, attackers: Units) -> tuple[str, ...]:
        """12.1-1: like `crts_allowed`, but from the values stored here."""
        at, supplied = self.s.at, self.supplied
        cf = CF[target]
        strongest = True
        for u in each(attackers):
            if not supplied >> at[u] & 1:
                return (SECONDARY,)
            if strongest and self.strongest_beside(u) != cf:
                strongest = False
        return (PRIMARY, SECONDARY) if strongest else (PRIMARY,)

    def plan(self, target: Unit, attackers: Units) -> Plan:
        """The best way for these units to attack."""
        s = self.s
        at = s.at
        here = at[target]
        from_hexes = [(u, at[u]) for u in each(attackers)]
        st = stakes(target, here, attackers, from_hexes, self.own, self.foe, self.free, dug_in(s))
        differential = strength_against(target, here, from_hexes)
        best = Plan(-99.0, target, attackers, PRIMARY, 0)
        for crt in self.tables(target, attackers):
            for support in range(s.support[self.side] + 1):
                value = expected(st, crt, differential, self.shift + support, self.mist) - support * _FIGHT["support"]
                if value > best.value:
                    best = Plan(value, target, attackers, crt, support)
        return best

    def plans(self, target: Unit, so_far: Units = 0) -> list[Plan]:
        """Ways to attack with those chosen so far and those that must take part (9.0-1), plus the strongest others, or one unit alone."""
        must = so_far | must_join(self.s, self.after, target, so_far)
        some = attackers_of(self.s, target) | must
        order = sorted(each(some & ~must), key=lambda u: (-CF[u], u))
        sets = []
        if must:
            sets.append(must)
        units = must
        for u in order:
            units |= 1 << u
            sets.append(units)
        if not must:
            sets += [1 << u for u in order[1:]]
        return [self.plan(target, units) for units in sets]


def pick_attack(s: BulgeState, side: Side, after: bool, targets: Units) -> Plan | None:
    """The best fight in a combat phase; None if there is none."""
    field = Field(s, side, after)
    best: Plan | None = None
    for target in each(targets):
        for plan in field.plans(target):
            if best is None or plan.value > best.value:
                best = plan
    return best


def declare(s: BulgeState, after: bool, target: Unit, so_far: Units) -> Plan:
    """How to continue a declared attack."""
    field = Field(s, 1 - SIDE[target], after)
    return max(field.plans(target, so_far), key=lambda plan: plan.value)


def fight_stakes(s: BulgeState, target: Unit, attackers: Units) -> Stakes:
    """The stakes of a fight with the units where they are."""
    side = 1 - SIDE[target]
    at = s.at
    from_hexes = [(u, at[u]) for u in each(attackers)]
    return stakes(target, at[target], attackers, from_hexes, s.zoc(side), s.zoc(1 - side), free_hexes(s), dug_in(s))


def choose_support(s: BulgeState, after: bool, target: Unit, attackers: Units, crt: str) -> int:
    """7.3: how many missions a declared fight is worth."""
    side = 1 - SIDE[target]
    st = fight_stakes(s, target, attackers)
    differential = strength_against(target, s.at[target], [(u, s.at[u]) for u in each(attackers)])
    shift = surprise(s, side, after) + weather_shift(s, side, after)
    mist = needs_mist_die(s, side, after)

    price: float = _FIGHT["support"]

    def gain(support: int) -> float:
        return expected(st, crt, differential, shift + support, mist) - support * price

    return max(range(s.support[side] + 1), key=lambda n: (gain(n), -n))


# --- results -----------------------------------------------------------------------------------------------------------------------------


def cheapest(units: Units) -> Unit:
    """The unit whose loss hurts least."""
    return min(each(units), key=lambda u: (WORTH[u], u))


def cheapest_exchange(defender_cf: int, attackers: Units, lost: Units, offered: Units) -> Unit:
    """The next loss of the cheapest exchange."""
    ways = [w for w in exchange_losses(defender_cf, attackers) if w & lost == lost and w & offered & ~lost]
    way = min(ways, key=lambda w: (sum(WORTH[u] for u in each(w)), w))
    return cheapest(way & offered & ~lost)


def safety(s: BulgeState, unit: Unit, place: Place) -> float:
    """How safe a hex is: terrain, ways out, friends next to it, and enemies nearby."""
    side = SIDE[unit]
    around = NEIGHBOURS[place]
    foes = s._occ[1 - side]
    near = BOARD.within(place, 2) & foes
    ways_out = (around & free_hexes(s) & ~BOARD.spread(foes, EVERY)).bit_count()
    friends = (around & s._occ[side]).bit_count()
    w = _SAFETY
    return (
        DEFENCE[side][place] * w["defence"]
        + min(ways_out, 3) * w["ways_out"]
        + friends * w["friends"]
        - near.bit_count() * w["foes"]
    )


def retreat_order(s: BulgeState, units: Units) -> Unit:
    """Which unit retreats first: the one with the fewest ways out."""
    free = free_hexes(s)

    def ways_out(u: Unit) -> int:
        return (NEIGHBOURS[s.at[u]] & free & ~s.zoc(1 - SIDE[u])).bit_count()

    return min(each(units), key=lambda u: (ways_out(u), -WORTH[u], u))
