"""b9.3, b9.34, b10.13 to b10.31, 16.6, 16.7 Who can attack what, and how strong both sides are. Nothing here changes a state.

The fight is in the state: target, attackers, guns with their kind of fire, FPF, points of Intensive Fire and the dice rolled so far."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from ardennes.core.decision import Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, first_bar, offered
from ardennes.core.names import bits, each
from ardennes.games.battles.facts import (
    ARTILLERY,
    BARRAGE,
    BOARD,
    CAPTORS,
    CLEAR,
    COLUMNS,
    COMBAT,
    DIE,
    ENGINEERS,
    EVERY,
    GERMAN,
    GROUND,
    HEX_NAMES,
    OF_SIDE,
    RIVER,
    RULES,
    SIDE,
    TABLES,
    TERRAIN,
    WESTWALL,
    odds_column,
)
from ardennes.games.battles.state import BattlesState, foe, minus_big

RANGE, MOST_GUNS, MOST_FPF = (int(RULES[name]) for name in ("range", "guns_per_attack", "fpf_per_hex"))
MOST_LEFT, SURPRISE_TURN, SURPRISE = (int(RULES[name]) for name in ("most_left", "surprise_turn", "surprise_shift"))
BURNT_FPF = int(TABLES["saturation"]["burnt_fpf"])
LAST = len(COLUMNS) - 1


def half(number: int) -> int:
    """b2.3

    >>> half(5), half(1), half(4)
    (3, 1, 2)
    """
    return -(-number // 2)


# --- who fights ---------------------------------------------------------------------------------------------------------------------------


def attacker(s: BattlesState) -> Side:
    """The side that attacks in this fight."""
    units = s.attackers | s.guns
    if units:
        return SIDE[units.bit_length() - 1]
    return foe(SIDE[s.units_at(s.target).bit_length() - 1])


def defenders(s: BattlesState) -> Units:
    """b9.1: all units in the attacked hex."""
    return s.units_at(s.target, foe(attacker(s)))


def fighting(s: BattlesState, units: Units) -> Units:
    """9.68: those of the units in a hex that count; units that have retreated to them do not."""
    return units & ~s.joined or units


def pure(s: BattlesState) -> bool:
    """b10.15: is it a barrage without ground units?"""
    return not s.attackers


def near(s: BattlesState, units: Units) -> Units:
    """Those of some units that are next to the target."""
    return units & s.units_in(attacker(s), BOARD.neighbours(s.target))


def spent(s: BattlesState) -> Units:
    """16.66, 16.76: all units without ammunition."""
    return bits(u for u, turn in enumerate(s.no_ammo) if turn) if any(s.no_ammo) else 0


def held_back(s: BattlesState, side: Side) -> Units:
    """b15.4: units that are not released yet."""
    return bits(u for u in each(s.on_map(side)) if not s.released(u)) if max(s.release) > s.turn else 0


# --- who can attack -----------------------------------------------------------------------------------------------------------------------


def _fit(s: BattlesState, side: Side) -> Limits:
    """What keeps a unit from any attack, barrage included."""
    yield "b9.1", ~s.attacked, "{} has already attacked in this phase"
    yield "11.4", ~s.unsupplied, "{} is out of supply and cannot attack"
    yield "b6.4", ~s.marching, "{} is in march mode and cannot attack"
    yield "b6.5", ~s.fatigued, "{} is fatigued and cannot attack"
    yield "b15.4", ~held_back(s, side), lambda u: f"{s.name(u)} is held back until game turn {s.release[u]}"
    yield "b13.1", ~s.digging, "{} is digging in and does not attack"


def ready_limits(s: BattlesState, side: Side) -> Limits:
    """b9.1: what keeps a ground unit from attacking at all."""
    yield "b9.1", OF_SIDE[side], "{} belongs to the other side"
    yield "b9.1", s.on_map(side), "{} is not on the map"
    yield "b3.2", ~ENGINEERS, "{} is an engineer unit, which never attacks"
    yield "b3.4", ~ARTILLERY, "{} is artillery, which attacks by barrage only"
    yield from _fit(s, side)
    yield "16.67", ~spent(s), "{} is out of ammunition and cannot attack"


def _beside(s: BattlesState, side: Side, target: Place) -> Limits:
    """b9.1: the ground units of a side that are in the right place to attack a hex. (Units off the map are none of its business.)"""
    here, others = HEX_NAMES.names[target], ~s.on_map(side)
    yield "b9.1", s.units_in(side, BOARD.neighbours(target)) | others, f"{{}} is not next to {here}"
    dry = s.units_in(side, BOARD.spread(1 << target, minus_big(s.open()))) | others
    yield "b9.1", dry, f"a big river without a bridge is between {{}} and {here}"


def attack_limits(s: BattlesState, side: Side, target: Place) -> Limits:
    """b9.1: which ground units can attack a hex."""
    yield from _beside(s, side, target)
    yield from ready_limits(s, side)


def barrage_ready_limits(s: BattlesState, side: Side) -> Limits:
    """b10.1, b10.5: what keeps artillery from firing at all."""
    yield "b10.13", OF_SIDE[side], "{} belongs to the other side"
    yield "b10.13", ARTILLERY, "{} is not artillery"
    yield "b10.13", s.on_map(side), "{} is not on the map"
    yield "b10.1", s.in_battery(), "{} is not in battery"
    yield "b10.12", ~s.busy, "{} has changed its mode in this player-turn"
    yield from _fit(s, side)
    yield "16.78-effects", ~s.burnt, "{} has burnt tubes and cannot fire"
    yield "16.77", ~spent(s), "{} is out of ammunition and cannot fire"


def _in_range(s: BattlesState, side: Side, target: Place) -> Limits:
    """b10.13, b10.14: the units of a side that are in the right place to fire at a hex."""
    here = HEX_NAMES.names[target]
    reach = s.units_in(side, BOARD.within(target, RANGE))
    yield "b10.13", reach, lambda u: f"{here} is {BOARD.distance(s.at[u], target)} hexes away from {s.name(u)}"
    if not observed(s, side, target):
        beside = s.units_in(side, BOARD.neighbours(target))
        yield "b10.14", beside, f"no ground unit next to {here} observes the fire of {{}}"


def barrage_limits(s: BattlesState, side: Side, target: Place) -> Limits:
    """b10.13, b10.14: which artillery can fire at a hex."""
    yield from barrage_ready_limits(s, side)
    yield from _in_range(s, side, target)


def observed(s: BattlesState, side: Side, target: Place) -> bool:
    """b10.14: can artillery at range 2 or 3 fire at a hex?"""
    if CLEAR >> target & 1:
        return True
    return bool(s.units_in(side, BOARD.neighbours(target)) & GROUND & ~s.marching)


def eligible(s: BattlesState, unit: Unit, target: Place) -> Refusal | None:
    """Why a ground unit cannot attack a hex; None if it can."""
    bar = first_bar(attack_limits(s, SIDE[unit], target), unit)
    return None if bar is None else bar.refusal(unit, s.name(unit))


def barrage_ok(s: BattlesState, unit: Unit, target: Place) -> Refusal | None:
    """Why artillery cannot fire at a hex; None if it can."""
    bar = first_bar(barrage_limits(s, SIDE[unit], target), unit)
    return None if bar is None else bar.refusal(unit, s.name(unit))


def candidates(s: BattlesState, side: Side, target: Place) -> tuple[Units, Units]:
    """The ground units and the artillery that can attack a hex."""
    return offered(attack_limits(s, side, target)), offered(barrage_limits(s, side, target))


def best_guns(units: Units, number: int) -> Units:
    """The strongest of some artillery units, as many as may fire together."""
    return bits(sorted(each(units), key=lambda u: (-BARRAGE[u], u))[: max(number, 0)])


def target_limits(s: BattlesState, side: Side) -> Limits:
    """b9.1, b9.3: which hexes can be attacked."""
    yield "b9.1", s.occupied(foe(side)), "there is no enemy unit in {}"
    yield "b9.1", ~s.fought, "{} has already been attacked in this phase"
    ground, guns = offered(ready_limits(s, side)), offered(barrage_ready_limits(s, side))
    reach = BOARD.spread(s.places_of(ground), EVERY)
    if guns:
        reach |= BOARD.grow(s.places_of(guns), RANGE)
    able: dict[Place, tuple[Units, Units]] = {}
    for place in each(reach & s.occupied(foe(side)) & ~s.fought):
        both = ground & offered(_beside(s, side, place)), guns & offered(_in_range(s, side, place))
        if any(both):
            able[place] = both
    yield "b9.1", bits(able), lambda place: _nobody(s, side, place)
    strong = bits(place for place, both in able.items() if odds_ok(s, place, *both))
    yield "b9.3", strong, "even with everybody the odds against {} would be below 1-3"


def _nobody(s: BattlesState, side: Side, place: Place) -> Refusal:
    """Why nobody can attack a hex: the reason against the unit that is closest to it."""
    for units, reach, why_not in ((COMBAT, 1, eligible), (ARTILLERY, RANGE, barrage_ok)):
        close = each(s.units_in(side, BOARD.within(place, reach)) & units)
        if close:
            why = why_not(s, min(close, key=lambda u: BOARD.distance(s.at[u], place)), place)
            if why is not None:
                return why
    where = HEX_NAMES.names[place]
    return Refusal("b9.1", f"no unit that could attack is next to {where}, and no artillery that could fire in range")


def odds_ok(s: BattlesState, target: Place, ground: Units, guns: Units) -> bool:
    """b9.3: could these units declare an attack? At most three guns count."""
    return declared(s, target, ground, best_guns(guns, MOST_GUNS)) >= 0


def targets(s: BattlesState, side: Side) -> Places:
    """The hexes that a side can attack now."""
    return offered(target_limits(s, side))


# --- strengths before options (b9.3) -----------------------------------------------------------------------------------------------------


def across_river(s: BattlesState, unit: Unit, target: Place) -> bool:
    """b9.31: does a unit attack over a river side, bridged or not?"""
    return bool(BOARD.spread(1 << s.at[unit], RIVER) >> target & 1)


def attack_value(s: BattlesState, unit: Unit, target: Place, gained: int = 0) -> int:
    """b9.31, 16.68: what a ground unit attacks with."""
    value = s.strength(unit) + gained
    return half(value) if across_river(s, unit, target) else value


def fpf_value(s: BattlesState, unit: Unit) -> int:
    """b10.5, 16.77, 16.78: the FPF that artillery in battery gives to others."""
    if s.burnt >> unit & 1:
        return BURNT_FPF
    return half(s.fpf_strength(unit)) if s.no_ammo[unit] else s.fpf_strength(unit)


def weakened(s: BattlesState, unit: Unit) -> bool:
    """b6.4, b9.32, b10.31, 16.67: is the strength of a unit in an attacked hex halved?"""
    if s.marching >> unit & 1 or s.no_ammo[unit]:
        return True
    return bool(ARTILLERY >> unit & 1) and not s.in_battery() >> unit & 1


def defence_value(s: BattlesState, unit: Unit, gained: int = 0) -> int:
    """b6.4, b9.32, b10.31, 16.67: what a unit in the attacked hex defends with."""
    if s.burnt >> unit & 1:
        return BURNT_FPF
    value = (s.fpf_strength(unit) if ARTILLERY >> unit & 1 else s.strength(unit)) + gained
    return half(value) if weakened(s, unit) else value


def features(s: BattlesState, place: Place) -> list[str]:
    """b9.34: what the hex of the defenders has to offer."""
    out = [kind for kind, places in TERRAIN.items() if places >> place & 1]
    there = s.units_at(place)
    if WESTWALL >> place & 1 and there & (OF_SIDE[GERMAN] | CAPTORS & s.rooted):
        out.append("westwall")
    if s.forts >> place & 1:
        out.append("fortified")
    return out


def blocking(s: BattlesState, place: Place) -> bool:
    """10.19: is the barrage into a hex halved?"""
    return any(TABLES["shifts"][name]["blocking"] for name in features(s, place))


_LEFT: dict[str, int] = {name: int(row["left"]) for name, row in TABLES["shifts"].items()}
_GROUND_LEFT = [
    sum(_LEFT[kind] for kind, places in TERRAIN.items() if places >> place & 1) for place in range(len(BOARD.names))
]
"""b9.33: the left shifts of each hex for what is printed there."""


def barrage_value(s: BattlesState, target: Place, total: int) -> int:
    """10.19: the barrage of all artillery together."""
    return half(total) if blocking(s, target) else total


def declared(s: BattlesState, target: Place, ground: Units, guns: Units) -> int:
    """b9.3: the column of an attack before FPF, options and shifts; -1 if it is below 1-3."""
    attack = sum(attack_value(s, u, target) for u in each(ground))
    attack += barrage_value(s, target, sum(BARRAGE[u] for u in each(guns)))
    defence = sum(defence_value(s, u) for u in each(fighting(s, s.units_at(target))))
    return odds_column(attack, defence)


# --- shifts (b9.33) -----------------------------------------------------------------------------------------------------------------------


def left_shifts(s: BattlesState, place: Place) -> int:
    """b9.33: the left shifts of the defenders' hex."""
    left = _GROUND_LEFT[place]
    if WESTWALL >> place & 1 and s.units_at(place) & (OF_SIDE[GERMAN] | CAPTORS & s.rooted):
        left += _LEFT["westwall"]
    if s.forts >> place & 1:
        left += _LEFT["fortified"]
    return min(MOST_LEFT, left)


def right_shifts(s: BattlesState) -> int:
    """b9.33: surprise."""
    return SURPRISE if s.turn == SURPRISE_TURN and attacker(s) == GERMAN else 0


def shifted(column: int, left: int, right: int) -> int:
    """b9.3, b9.33: first to the left, then to the right, never beyond an end of the table."""
    return min(LAST, max(0, column - left) + right)


# --- Intensive and Saturation Fire (16.6, 16.7) -------------------------------------------------------------------------------------------


def most_points(s: BattlesState, unit: Unit) -> int:
    """16.64"""
    return max(1, s.strength(unit) - 1)


def gain(points: int, die: int, partial: bool) -> int:
    """16.65, 16.68, 16.69: the points that a unit gets.

    >>> gain(4, 5, False), gain(4, 4, False), gain(4, 4, True), gain(4, 1, True)
    (4, 0, 3, 0)
    """
    if die > points:
        return points
    return die - 1 if partial else 0


def failed(s: BattlesState, unit: Unit) -> bool:
    """16.65: has the unit's Intensive Fire failed?"""
    return bool(s.points[unit]) and 0 < s.dice[unit] <= s.points[unit]


def _dice(s: BattlesState, unit: Unit) -> Iterable[int]:
    """The dice that a unit can still have."""
    return (s.dice[unit],) if s.dice[unit] else DIE


def gains(s: BattlesState, unit: Unit) -> list[int]:
    """16.65: what a unit gains or has gained, one entry for each die that it can have."""
    if not s.points[unit]:
        return [0]
    partial = s.has("intensive_fire_partial")
    return [gain(s.points[unit], die, partial) for die in _dice(s, unit)]


def fire_row(s: BattlesState, unit: Unit, die: int) -> dict[str, list[int] | int]:
    """16.79: the row of the table for a unit's kind of fire."""
    kind = "withering" if s.withering >> unit & 1 else "normal"
    row: dict[str, list[int] | int] = TABLES["saturation"][kind][die - 1]
    return row


def multiplier(s: BattlesState, unit: Unit, die: int) -> int:
    """16.72: what the Barrage Strength is multiplied by."""
    by_range = fire_row(s, unit, die)["by_range"]
    assert isinstance(by_range, list)
    return int(by_range[BOARD.distance(s.at[unit], s.target) - 1])


def breakdown_number(s: BattlesState, unit: Unit, die: int) -> int:
    """16.74"""
    number = fire_row(s, unit, die)["breakdown"]
    assert isinstance(number, int)
    return number


def barrages(s: BattlesState, unit: Unit) -> list[int]:
    """16.72: the barrage of an artillery unit, one entry for each die that it can have."""
    if not s.saturating >> unit & 1:
        return [BARRAGE[unit]]
    return [BARRAGE[unit] * multiplier(s, unit, die) for die in _dice(s, unit)]


# --- the column ---------------------------------------------------------------------------------------------------------------------------

Spread = dict[tuple[int, int], int]
"""Strengths without and with the points that 16.61 limits, with whole-number weights: several while dice are open."""


def _add(spread: Spread, choices: list[tuple[int, int]]) -> Spread:
    """A spread with one more unit."""
    out: Spread = {}
    for (low, high), weight in spread.items():
        for less, more in choices:
            key = (low + less, high + more)
            out[key] = out.get(key, 0) + weight
    return out


def attack_spread(s: BattlesState) -> Spread:
    """10.2: the attack total: ground units and barrage."""
    guns: Spread = {(0, 0): 1}
    for u in each(s.guns):
        guns = _add(guns, [(value, value) for value in barrages(s, u)])
    out: Spread = {}
    for (total, _), weight in guns.items():
        value = barrage_value(s, s.target, total)
        out[value, value] = out.get((value, value), 0) + weight
    for u in each(s.attackers):
        out = _add(out, [_both(s, u, gained, attacks=True) for gained in gains(s, u)])
    return out


def defence_spread(s: BattlesState) -> Spread:
    """b9.1, b10.3, b10.31: the defence total: the units in the hex that count, and FPF from elsewhere."""
    fpf = sum(fpf_value(s, u) for u in each(s.fpf))
    out: Spread = {(fpf, fpf): 1}
    for u in each(fighting(s, defenders(s))):
        out = _add(out, [_both(s, u, gained, attacks=False) for gained in gains(s, u)])
    return out


def _both(s: BattlesState, unit: Unit, gained: int, *, attacks: bool) -> tuple[int, int]:
    """16.61, 16.64: what a unit counts in the base column, where only the point of a unit of strength 1 counts, and in all."""
    free = gained if s.strength(unit) == 1 else 0
    if attacks:
        return attack_value(s, unit, s.target, free), attack_value(s, unit, s.target, gained)
    return defence_value(s, unit, free), defence_value(s, unit, gained)


def odds(attack: tuple[int, int], defence: tuple[int, int]) -> int:
    """b9.3, 16.61: the column before shifts: Intensive Fire moves it by one at most."""
    base, full = (max(0, odds_column(a, d)) for a, d in zip(attack, defence, strict=True))
    return max(base - 1, min(base + 1, full))


def columns(s: BattlesState) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """b9.3: the columns before and after the shifts, with weights: just one of each if no die is open."""
    left, right = left_shifts(s, s.target), right_shifts(s)
    before: dict[int, int] = {}
    against = defence_spread(s)
    for attack, weight in attack_spread(s).items():
        for defence, often in against.items():
            found = odds(attack, defence)
            before[found] = before.get(found, 0) + weight * often
    after: dict[int, int] = {}
    for found, weight in before.items():
        final = shifted(found, left, right)
        after[final] = after.get(final, 0) + weight
    common = gcd(*before.values())
    return ([(c, w // common) for c, w in sorted(before.items())], [(c, w // common) for c, w in sorted(after.items())])


def column(s: BattlesState) -> int:
    """b9.2: the column on which the attack is resolved. All dice of the options have been rolled."""
    final = columns(s)[1]
    assert len(final) == 1, "a die of Intensive or Saturation Fire is still open"
    return final[0][0]


def attack(s: BattlesState) -> int:
    """The attack total. All dice of the options have been rolled."""
    return next(iter(attack_spread(s)))[1]


def defence(s: BattlesState) -> int:
    """The defence total. All dice of the options have been rolled."""
    return next(iter(defence_spread(s)))[1]
