"""Movement: strikes first, then the line or the road to the exits."""

from __future__ import annotations

from typing import Any

from ardennes.core.fields import fields_of
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import offered
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    BOARD,
    CF,
    DEFENCE,
    DUE_ON,
    EVERY,
    GERMAN,
    MA,
    MECH,
    PRIMARY,
    ROAD_HEXES,
    SECONDARY,
    SIDE,
)
from ardennes.games.bulge.greedy import exits, line
from ardennes.games.bulge.greedy.combat import (
    NEIGHBOURS,
    dug_in,
    expected,
    safety,
    stakes,
    strength_against,
    striking_back,
)
from ardennes.games.bulge.greedy.field import (
    GOALS,
    JUNCTIONS,
    KEY_TOWNS,
    TO_EXIT,
    TO_HOME,
    can_reach,
    distance_to,
    open_ways,
    threatened_towns,
)
from ardennes.games.bulge.greedy.scene import Order, Scene
from ardennes.games.bulge.greedy.threat import Threat
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.movement import Move, travel
from ardennes.games.bulge.movement_phase import Movement
from ardennes.games.bulge.state import BulgeState, free_hexes
from ardennes.games.bulge.strength import needs_mist_die, surprise, weather_shift

Choice = tuple[str, Any]
STAY: Choice = ("stay", None)


_BOLD: dict[str, float] = WEIGHTS.part("bold")
_DUG_IN: dict[str, float] = WEIGHTS.part("dug_in")
_SPARING: dict[str, float] = WEIGHTS.part("sparing")
_STEADY: dict[str, float] = WEIGHTS.part("steady")
_STRIKE: dict[str, float] = WEIGHTS.part("strike")
_GERMAN: dict[str, float] = WEIGHTS.part("german_move")
_ALLIED: dict[str, float] = WEIGHTS.part("allied_move")
_SAFETY: dict[str, float] = WEIGHTS.part("safety")
_ADVANCE: dict[str, float] = WEIGHTS.part("advance")
_TRUCKS: dict[str, float] = WEIGHTS.part("trucks")
_PULL = 8
"""How far a town attracts motorized Germans, in hexes."""
_MANY = 40
"""More hexes than this are not all compared."""


def mood(s: BulgeState, side: Side) -> dict[str, float]:
    """The Germans are bold until the Allies strike back; the Allies save their strength until then."""
    if side == GERMAN:
        return _DUG_IN if dug_in(s) else _BOLD
    return _STEADY if striking_back(s) else _SPARING


def strikes_are_over(s: BulgeState, side: Side) -> bool:
    """Strikes come first: once a unit has moved to a hex that is not next to the enemy, there are no more."""
    zone = s.zoc(1 - side)
    supplied = supply.hexes_in_supply(s, side)
    return any(s.at[u] >= 0 and (supplied & ~zone) >> s.at[u] & 1 for u in each(s.moved))


# --- strikes -----------------------------------------------------------------------------------------------------------------------------


def best_strike(scene: Scene) -> Order | None:
    """The next step of the most promising attack after movement."""
    s, side = scene.s, scene.side
    reaches = [(u, can_reach(s, u) & scene.free) for u in scene.ready]
    beside = scene.foe_zone & scene.free
    reaches = [(u, r & beside) for u, r in reaches if r & beside]
    if not reaches:
        return None
    reaches.sort(key=lambda pair: (-CF[pair[0]], pair[0]))
    shift = surprise(s, side, True) + weather_shift(s, side, True)
    mist = needs_mist_die(s, side, True)
    best_gain, best = 0.0, None
    for target in each(s.units_in(1 - side, s._occ[1 - side])):
        gain, order = strike_on(scene, target, reaches, shift, mist)
        if gain > best_gain:
            best_gain, best = gain, order
    return best


def strike_on(
    scene: Scene, target: Unit, reaches: list[tuple[Unit, Places]], shift: int, mist: bool
) -> tuple[float, Order | None]:
    """What is gained by bringing more units next to an enemy, and the first of these moves."""
    s, side = scene.s, scene.side
    here = s.at[target]
    slots = NEIGHBOURS[here]
    open_slots = slots & scene.free
    if not open_slots:
        return 0.0, None
    group = [(u, s.at[u]) for u in each(s.units_in(side, slots & scene.committed))]
    before = fight_value(scene, target, here, group, shift, mist) if group else -mood(s, side)["pin"] * CF[target]
    best_gain, best = 0.0, None
    first: Order | None = None
    price = mood(s, side)["price"]
    for u, r in reaches:
        can = r & open_slots
        if not can:
            continue
        place = best_slot(scene, can, group)
        group.append((u, place))
        open_slots &= ~(1 << place)
        if first is None:
            first = Order(u, place)
        price += exposure(scene, u, place, here)
        gain = fight_value(scene, target, here, group, shift, mist) - before - price
        if gain > best_gain:
            best_gain, best = gain, first
        price += _STRIKE["each"]
        if not open_slots or len(group) >= 5:
            break
    return best_gain, best


def fight_value(
    scene: Scene, target: Unit, here: Place, group: list[tuple[Unit, Place]], shift: int, mist: bool
) -> float:
    """The value of an attack by a group, some of whom have yet to move up; the Secondary table only if the Primary gains nothing."""
    units = occupied = 0
    for u, place in group:
        units |= 1 << u
        occupied |= 1 << place
    own = occupied | BOARD.spread(occupied | scene.committed, EVERY)
    free = scene.free & ~occupied
    st = stakes(target, here, units, group, own, scene.foe_zone, free, dug_in(scene.s))
    diff = strength_against(target, here, group)
    support = min(1, scene.s.support[scene.side])
    primary = expected(st, PRIMARY, diff, shift + support, mist)
    if primary > 0:
        return primary
    return max(primary, expected(st, SECONDARY, diff, shift, mist))


def best_slot(scene: Scene, can: Places, group: list[tuple[Unit, Place]]) -> Place:
    """Where to attack from: opposite the others (to close the ways out), in good terrain, next to few other enemies."""
    if can & (can - 1) == 0:
        return can.bit_length() - 1
    defence = DEFENCE[scene.side]
    covered = 0
    for _, place in group:
        covered |= NEIGHBOURS[place]
    foes = scene.s._occ[1 - scene.side]
    best, best_value, w = -1, -99.0, _STRIKE
    for p in each(can):
        value = (
            defence[p] * w["defence"]
            - (NEIGHBOURS[p] & foes).bit_count() * w["foes"]
            + (NEIGHBOURS[p] & ~covered).bit_count() * w["ways_out"]
        )
        if value > best_value:
            best, best_value = p, value
    return best


def exposure(scene: Scene, unit: Unit, place: Place, target: Place) -> float:
    """What a unit risks in the enemy's turn after the attack."""
    fear = mood(scene.s, scene.side)["strike_fear"]
    return fear * scene.threat.risk(unit, place) if fear else 0.0


# --- who moves next ----------------------------------------------------------------------------------------------------------------------


class Orders:
    """The next planned move of a phase, kept by a player so that "which unit?" and "where to?" get matching answers."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._order: Order | None = None

    def next(self, s: BulgeState, side: Side) -> Order | None:
        """The next planned move; None if nothing is planned."""
        movable = offered(Movement(side).limits_unit(s))
        key = (
            side,
            movable,
            *(tuple(v) if isinstance(v := getattr(s, name), list) else v for name in fields_of(BulgeState)),
        )
        if key != self._key:
            self._key, self._order = key, next_order(s, side, movable)
        return self._order


def next_unit(s: BulgeState, side: Side, movable: Units, orders: Orders) -> Unit:
    """10.0: the next unit to move; -1 to end the phase."""
    if not movable:
        return -1
    order = orders.next(s, side)
    if order is not None:
        return order.unit
    return min(each(movable), key=lambda u: turn_of(s, u))


def turn_of(s: BulgeState, unit: Unit) -> tuple[int, int, int]:
    """A sort key: units at the front move first, units entering the map last."""
    at = s.at[unit]
    if at < 0:
        return (1, -CF[unit], unit)
    if SIDE[unit] == GERMAN:
        return (0, TO_EXIT[at] if MECH >> unit & 1 else 500 + TO_EXIT[at], unit)
    return (0, -TO_EXIT[at], unit)


def next_order(s: BulgeState, side: Side, movable: Units) -> Order | None:
    scene = Scene(s, side, movable)
    order = None if strikes_are_over(s, side) else best_strike(scene)
    if order is None and side == ALLIED:
        order = line.best_cut(scene) or line.best_plug(scene)
    return order


# --- where one unit goes -----------------------------------------------------------------------------------------------------------------


def choose_move(s: BulgeState, frame: Move, raw: dict[str, Any], orders: Orders) -> Choice:
    unit = frame.unit
    side = SIDE[unit]
    if "exit" in raw:
        gate = exits.best_exit(s, unit, raw["exit"])
        if gate >= 0:
            return "exit", gate
    hexes: Places = raw.get("hex", 0) & free_hexes(s)
    if not frame.forced and frame.mp == MA:
        order = orders.next(s, side)
        if order is not None and order.unit == unit:
            if hexes >> order.place & 1:
                return "hex", order.place
            if s.at[unit] == order.place:
                return STAY
    if not hexes:
        return STAY if "stay" in raw else ("hex", raw["hex"].bit_length() - 1)
    hexes = worth_a_look(s, side, hexes)
    values = values_of(s, unit, hexes)
    here = s.at[unit]
    best = max(each(hexes), key=lambda p: (values(p), p))
    if "stay" in raw and here >= 0 and values(here) >= values(best):
        return STAY
    return "hex", best


def worth_a_look(s: BulgeState, side: Side, hexes: Places) -> Places:
    """Drop hexes next to the enemy and, if there are many, those without a road, as long as anything is left."""
    quiet = hexes & ~s.zoc(1 - side) or hexes
    return (quiet & ROAD_HEXES or quiet) if quiet.bit_count() > _MANY else quiet


def values_of(s: BulgeState, unit: Unit, hexes: Places) -> Any:
    """A function that rates a hex for a unit that is not part of a strike."""
    side = SIDE[unit]
    zone = s.zoc(1 - side)
    fear = mood(s, side)["fear"]
    risk = Threat(s, side).risk if fear else _no_risk
    if side == GERMAN:
        supplied = supply.supplied_hexes(s, GERMAN) if s.turn >= supply.FREE_UNTIL else -1
        far = open_ways(s._occ[ALLIED])
        goals = GOALS & ~zone_without(s, unit) if _GERMAN["goal"] else 0
        return lambda p: german_value(s, unit, p, zone, supplied, far, goals) - fear * risk(unit, p)
    supplied = supply.supplied_hexes(s, ALLIED)
    towns = threatened_towns(s._occ[GERMAN]) if _ALLIED["town"] else 0
    covered = zone_without(s, unit) if _ALLIED["cover"] else -1
    return lambda p: allied_value(s, unit, p, zone, supplied, towns, covered) - fear * risk(unit, p)


def _no_risk(unit: Unit, place: Place) -> float:
    return 0.0


def zone_without(s: BulgeState, unit: Unit) -> Places:
    """The zone of control that a side would have without a unit."""
    others = s._occ[SIDE[unit]] & ~(1 << s.at[unit] if s.at[unit] >= 0 else 0)
    return others | BOARD.spread(others, EVERY)


def german_value(
    s: BulgeState, unit: Unit, place: Place, zone: Places, supplied: Places, far: tuple[int, ...], goals: Places
) -> float:
    w = _GERMAN
    if dug_in(s):  # Allied aircraft are out: stop driving west
        value = w["dug_defence"] * DEFENCE[GERMAN][place] - w["home"] * TO_HOME[GERMAN][place]
    elif MECH >> unit & 1:
        value = -w["drive"] * far[place]
        if goals:
            value -= w["goal"] * min(_PULL, distance_to(goals)[place])
    else:
        value = -w["touch"] * distance_to(s._occ[ALLIED])[place] - w["foot_drive"] * w["drive"] * TO_EXIT[place]
    value += w["defence"] * DEFENCE[GERMAN][place]
    bit = 1 << place
    if ROAD_HEXES & bit:
        value += w["road"]
    if zone & bit:
        value -= w["zone"]
    if not supplied & bit:
        value -= w["unsupplied"]
    friends = BOARD.within(place, 2) & s._occ[GERMAN]
    if w["town"] and KEY_TOWNS & (bit | NEIGHBOURS[place]):
        value += w["town"]
    return value + w["friends"] * min(3, friends.bit_count())


def allied_value(
    s: BulgeState, unit: Unit, place: Place, zone: Places, supplied: Places, towns: Places, covered: Places
) -> float:
    bit = 1 << place
    w = _ALLIED
    value = w["defence"] * DEFENCE[ALLIED][place]
    if zone & bit:
        value -= w["zone"]
    if not supplied & bit:
        value -= w["unsupplied"]
    if ROAD_HEXES & bit:
        value += w["road"]
    german = s._occ[GERMAN]
    if BOARD.within(place, 2) & german:
        value -= w["near"]
    if BOARD.within(place, 5) & german:
        value += w["watch"]
        if ~covered:
            value += w["cover"] * (NEIGHBOURS[place] & ~covered).bit_count()
    if towns & bit:
        value += w["town"]
    friends = BOARD.within(place, 2) & s._occ[ALLIED] & ~bit
    value += w["friends"] * min(3, friends.bit_count())
    return value + w["forward"] * TO_EXIT[place]


# --- other questions on the ground -------------------------------------------------------------------------------------------------------


def choose_entry(s: BulgeState, unit: Unit, entries: Places, orders: Orders) -> Place:
    """13.0: the entry hex from which the planned hex, or else the best hex, can be reached."""
    order = orders.next(s, SIDE[unit])
    best, best_value = -1, -999.0
    zone_free = free_hexes(s)
    seen = 0
    for entry in each(entries):
        there = travel(s, unit, MA, entry).everywhere & zone_free
        if order is not None and order.unit == unit and there >> order.place & 1:
            return entry
        there = worth_a_look(s, SIDE[unit], there) & ~seen
        seen |= there
        if not there:
            continue
        values = values_of(s, unit, there)
        value = max(values(p) for p in each(there))
        if value > best_value:
            best, best_value = entry, value
    return best if best >= 0 else entries.bit_length() - 1


def best_retreat(s: BulgeState, unit: Unit, hexes: Places) -> Place:
    side = SIDE[unit]
    home = TO_HOME[side]
    return max(each(hexes), key=lambda p: (safety(s, unit, p) - _SAFETY["home"] * home[p], p))


def advance_value(s: BulgeState, unit: Unit, place: Place) -> float:
    """12.4: whether an advance helps more than it exposes the unit."""
    side = SIDE[unit]
    here = s.at[unit]
    foes = s._occ[1 - side]
    beside = (NEIGHBOURS[place] & foes).bit_count() - (NEIGHBOURS[here] & foes).bit_count()
    w = _ADVANCE
    ground = w["ground"] * (TO_EXIT[here] - TO_EXIT[place])
    value = safety(s, unit, place) - safety(s, unit, here) - w["foes"] * beside
    if side == GERMAN:
        return w["german"] + ground + w["safety"] * value
    return w["allied"] - ground + w["safety"] * value


def next_mechanized(s: BulgeState, units: Units) -> Unit:
    """10.2-2: markers go to units about to arrive, then to those on a road and far from the enemy."""
    german = s._occ[GERMAN]
    zone = s.zoc(GERMAN)
    best, best_value, w = -1, 0.0, _TRUCKS
    for u in each(units):
        at = s.at[u]
        if at < 0:
            value = w["arriving"] + CF[u] + w["due"] * DUE_ON[u]
        elif zone >> at & 1 or not ROAD_HEXES >> at & 1:
            continue
        elif BOARD.within(at, 3) & german:
            value = w["near"] + w["near_factor"] * CF[u]
        else:
            value = w["far"] + CF[u]
        if value > best_value:
            best, best_value = u, value
    return best


def best_drop(s: BulgeState, hexes: Places) -> Place:
    """15.0: a road junction behind the line."""
    some = hexes & JUNCTIONS & ~s.zoc(ALLIED) or hexes
    return min(each(some), key=lambda p: (TO_EXIT[p], p))
