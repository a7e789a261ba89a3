"""9.1, 9.3, 9.4-ratio: who may attack what, the strengths of both sides, and how many chits are drawn. Nothing here changes anything."""

from __future__ import annotations

from ardennes.core.decision import Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, first_bar, offered
from ardennes.core.names import each
from ardennes.games.enemy_action.facts import (
    BOARD,
    CITIES,
    EVERY,
    GERMAN,
    HEX_NAMES,
    OF_SIDE,
    RIVER_NUMBER,
    SIDE,
    TABLES,
    TACTIC,
    TOWN_VP,
    WESTWALL,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe

COMBAT = TABLES["combat"]
SCREEN = 1 << TACTIC["screen"]
_BIG = 3
"""9.3-maximum: from this number of steps on an attacking unit gives a further chit."""


def attacker(s: EnemyActionState) -> Side:
    """The side that attacks in the fight, or whose impulse it is."""
    if s.attackers:
        return SIDE[s.attackers.bit_length() - 1]
    side: Side = s.stack[1].side  # type: ignore[attr-defined]
    return side


def fight_misfit(s: EnemyActionState) -> str:
    """Why there is no fight in a position; '' if there is one."""
    if s.target < 0:
        return "no hex is attacked"
    if not s.attackers:
        return "a fight needs attackers"
    return "" if s.defenders else "a fight needs defenders"


# --- who may attack what (9.1) ----------------------------------------------------------------------------------------


def able_limits(s: EnemyActionState) -> Limits:
    """9.1: units whose own state lets them attack."""
    yield "9.1", ~s.attacked, "{} has already attacked in this activation"
    yield "9.9", ~s.dispersed, "{} is dispersed"
    yield "10.22", ~s.oos, "{} is out of supply"
    yield "10.23", ~s.isolated, "{} is isolated"
    yield "10.41", ~s.nofuel, "{} is out of fuel"


def ready(s: EnemyActionState, side: Side) -> Units:
    """9.1: the active units that may still attack."""
    if s.mode == "one":
        return 0
    return s.active & s.on_map(side) & offered(able_limits(s))


def beside(s: EnemyActionState, side: Side, target: Place) -> Units:
    """The units of a side next to a hex."""
    return s.units_in(side, BOARD.neighbours(target))


def attack_limits(s: EnemyActionState, side: Side, target: Place) -> Limits:
    """9-step1, 9.1: the units that may attack a hex."""
    yield "9.1", OF_SIDE[side], "{} is an enemy unit"
    yield "9.1", s.on_map(side), "{} is not on the map"
    if s.mode == "one":
        yield "6.3", 0, "{} was activated alone and may not attack"
    yield "9.1", s.active, "{} is not active"
    yield "9-step1", beside(s, side, target), f"{{}} is not next to {HEX_NAMES.names[target]}"
    yield from able_limits(s)


def candidates(s: EnemyActionState, side: Side, target: Place) -> Units:
    """9.1: the active units that could take part in an attack on a hex."""
    return ready(s, side) & beside(s, side, target)


def eligible(s: EnemyActionState, unit: Unit, target: Place) -> Refusal | None:
    """9.1: why a unit may not attack a hex; None if it may."""
    bar = first_bar(attack_limits(s, SIDE[unit], target), unit)
    return None if bar is None else bar.refusal(unit, s.name(unit))


def alone(s: EnemyActionState, units: Units) -> bool:
    """2.21-strength: is this a single unit with bracketed strength, which may not attack alone?"""
    return bool(units) and not units & units - 1 and s.bracketed(units.bit_length() - 1)


def defending(s: EnemyActionState, side: Side, place: Place) -> Units:
    """9.1, 9.74: the units of the defender `side` in a hex that would defend it: those not attacked before in this activation."""
    return s.units_at(place, side) & ~s.defended & ~s.retreated


def target_limits(s: EnemyActionState, side: Side) -> Limits:
    """9-step1, 9.1: the hexes that a side can attack now."""
    enemy = foe(side)
    yield "9-step1", s.occupied(enemy), "no enemy unit is in {}"
    fresh = s.places_of(s.on_map(enemy) & ~s.defended & ~s.retreated)
    yield "9.1", fresh, lambda place: _attacked_before(s, enemy, place)
    some = ready(s, side)
    yield "9-step1", BOARD.spread(s.places_of(some), EVERY), "no active unit that may attack is next to {}"
    weak = 0
    for place in each(fresh & BOARD.spread(s.places_of(some), EVERY)):
        if alone(s, some & beside(s, side, place)):
            weak |= 1 << place
    yield "2.21-strength", ~weak, "only one unit could attack {}, and with a bracketed strength it may not attack alone"


def _attacked_before(s: EnemyActionState, enemy: Side, place: Place) -> Refusal:
    where = HEX_NAMES.names[place]
    if not s.units_at(place, enemy) & ~s.retreated:
        return Refusal("9.74", f"the units in {where} have retreated there in this activation")
    return Refusal("9.1", f"the units in {where} have already been attacked in this activation")


def targets(s: EnemyActionState, side: Side) -> Places:
    """9-step1: the hexes that a side can attack now."""
    return offered(target_limits(s, side))


# --- strengths (9.4-ratio) --------------------------------------------------------------------------------------------


def across(s: EnemyActionState, units: Units, target: Place) -> Units:
    """The units that attack a hex over a river side, bridged or not."""
    out = 0
    for u in each(units):
        if (s.at[u], target) in RIVER_NUMBER:
            out |= 1 << u
    return out


def attack(s: EnemyActionState) -> int:
    """9.4-ratio: the strength of the attackers; the sum of those across a river is halved."""
    wet = across(s, s.attackers, s.target)
    over = sum(s.strength(u) for u in each(wet))
    return sum(s.strength(u) for u in each(s.attackers & ~wet)) + over // int(COMBAT["river_divisor"])


def doubled(s: EnemyActionState) -> str:
    """9.4-ratio: what doubles the defenders: "city", "westwall" or ""."""
    bit = 1 << s.target
    if CITIES & bit:
        return "city"
    return "westwall" if WESTWALL & bit and attacker(s) != GERMAN else ""


def defence(s: EnemyActionState) -> int:
    """9.4-ratio: the strength of the defenders, doubled once in a city and for Germans in a Westwall hex."""
    total = sum(s.strength(u) for u in each(s.defenders))
    what = doubled(s)
    return total * int(COMBAT[f"{what}_strength"]) if what else total


# --- how many chits (9.3) ---------------------------------------------------------------------------------------------


def minimum(s: EnemyActionState) -> int:
    """9.3-minimum"""
    return s.steps_of(s.defenders)


def chit_rows(s: EnemyActionState) -> list[tuple[str, int, str]]:
    """9.3-maximum: what the maximum is made of: text, chits, case."""
    side = attacker(s)
    units = each(s.attackers)
    plain = sum(not s.bracketed(u) for u in units)
    out = [("Attacking units without brackets", plain, "9.3-maximum")]
    plays = s.plays[side] * int(COMBAT["tactic_chits"])
    elite = any(s.quality(u) == "E" for u in units)
    big = sum(s.steps(u) >= _BIG for u in units) * int(COMBAT["big_unit_chits"])
    defenders = s.defenders
    out.append(("Tactics", plays, "9.2"))
    out.append(("Elite units", int(COMBAT["elite_chits"]) if elite else 0, "9.3-maximum"))
    out.append(("Units of three or four steps", big, "9.3-maximum"))
    if defenders and not defenders & ~s.isolated:
        out.append(("Defenders isolated", int(COMBAT["isolated_chits"]), "10.23"))
    elif defenders and not defenders & ~(s.isolated | s.oos):
        out.append(("Defenders out of supply", int(COMBAT["oos_chits"]), "10.22"))
    if s.tactics[foe(side)] & SCREEN:
        out.append(("Screen", int(COMBAT["screen_chits"]), "9.3-maximum"))
    if s.fury and side == GERMAN:
        fury = int(COMBAT["fury_chits"])
        out.append(("Fury of Bastogne", fury if TOWN_VP.get(s.target) else -fury, "9.3-maximum"))
    return [row for row in out if row[1]]


def maximum(s: EnemyActionState) -> int:
    """9.3-maximum, 9.3-mandatory: never below the minimum."""
    return max(minimum(s), sum(chits for _, chits, _ in chit_rows(s)))
