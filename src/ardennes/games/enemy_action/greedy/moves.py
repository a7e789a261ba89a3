"""Where units of an activation go: those that attack, to their target; the others, to where they are worth most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import movement, moving
from ardennes.games.enemy_action.facts import (
    ABSENT,
    ALLIED,
    BUILT,
    GERMAN,
    MECH,
    SIDE,
    WESTWALL,
)
from ardennes.games.enemy_action.greedy.fields import within
from ardennes.games.enemy_action.greedy.line import Line
from ardennes.games.enemy_action.greedy.scene import Scene, urgency
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import worth
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.victory import town_points

_M = weights("move")
_FULL = 6.0
"""Strength of friends in and around a hex from which on a further unit counts half."""

_RAID_LATER, _RAID_SOON = 14, 8
"""Allied units that need so many points to a Westwall hex are no threat to it; with so many fewer they are a full one."""
_LOOK = 7
"""So many moves of a unit are looked at closely."""


class Order(NamedTuple):
    """One unit's move: the verb ("hex", "march", "exit", "stay") and the hex."""

    value: float
    unit: Unit
    verb: str
    place: Place


class Rater:
    """Rates the hexes in which units could stand, for one side. The position may change under it while moves are planned."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.s: EnemyActionState = scene.s
        self.side: Side = scene.side
        german = scene.side == GERMAN
        self._block = _M["block_german" if german else "block_allied"]
        self._danger = _M["danger_german" if german else "danger_allied"]
        self._fixed: dict[Place, float] = {}

    def pace(self, unit: Unit) -> float:
        """What a point of the way to an objective is worth to a unit."""
        side = "german" if self.side == GERMAN else "allied"
        out = _M[f"{side}_mechanized" if MECH >> unit & 1 else f"{side}_infantry"]
        if side == "allied" and self.s.day >= _M["late"]:
            out += _M["allied_late"]
        return out

    def _post(self, place: Place) -> float:
        """What it is worth that somebody stands in a hex: in the enemy's way, in a threatened place of our own."""
        found = self._fixed.get(place)
        if found is None:
            scene = self.scene
            soon = urgency(scene.foe_near[place])
            if not soon:
                found = 0.0
            else:
                found = self._block * scene.foe_routes.through(place)
                if self._own(place) and BUILT >> place & 1:
                    found += _M["hold"] * scene.prize(place)
                found = soon * (found + scene.quality(place))
            self._fixed[place] = found
        return found

    def _guard(self, unit: Unit, place: Place) -> float:
        """What it is worth that a unit keeps the enemy from leaving the map, or from the Westwall. One guard is enough."""
        s, scene = self.s, self.scene
        if self.side == GERMAN:
            return self._guard_wall(unit, place) if WESTWALL >> place & 1 else 0.0
        out = 0.0
        for door in within(place, 1):
            if scene.doors >> door & 1 and not s.bracketed(unit):
                others = s.units_in(ALLIED, bits(within(door, 1))) & ~(1 << unit)
                out += _M["guard_exit"] * urgency(scene.foe_near[door]) * (0.1 if others else 1.0)
        return out

    def _guard_wall(self, unit: Unit, place: Place) -> float:
        """What a unit adds to the guard of a Westwall hex that the Allies could soon enter: any guard counts, a strong one more."""
        s, scene = self.s, self.scene
        soon = max(0.0, min(1.0, (_RAID_LATER - scene.raid(place)) / _RAID_SOON)) * min(1.0, (s.day - 15) / 3)
        if not soon:
            return 0.0
        others = scene.strength_at(place, 1 << unit)
        threat = max(scene.might[place], 1.0)

        def held(strength: int) -> float:
            return 0.4 + 0.6 * min(1.0, 2 * strength / threat) if strength else 0.0

        return _M["guard_wall"] * soon * (held(others + s.strength(unit)) - held(others))

    def _cut(self, place: Place) -> float:
        """What it is worth to stand on the enemy's supply lines."""
        lines = self.scene.lines
        return _M["cut"] * min(_M["cut_most"], max(lines.get(p, 0.0) for p in within(place, 1)))

    def _own(self, place: Place) -> bool:
        """Is it a town or Westwall hex of ours?"""
        bit = 1 << place
        if WESTWALL & bit:
            return (not self.s.allied_wall & bit) == (self.side == GERMAN)
        return bool(BUILT & bit and self.s.towns(self.side) & bit)

    def _friends(self, unit: Unit, place: Place) -> float:
        """The strength of others in a hex and around it."""
        s = self.s
        near = 0
        for p in within(place, 1):
            if s.occupied(self.side) >> p & 1:
                strength = sum(s.strength(u) for u in each(s.units_at(p, self.side) & ~(1 << unit)))
                near += 2 * strength if p == place else strength
        return near / 2

    def stand(self, unit: Unit, place: Place) -> float:
        """What it is worth that a unit stands in a hex, apart from what it may take by going there."""
        s, scene = self.s, self.scene
        bit = 1 << place
        friends = self._friends(unit, place)
        strength = s.strength(unit)
        out = -self.pace(unit) * scene.far(unit)[place]
        out += self._post(place) * (0.4 + 0.12 * strength) / (1 + friends / _FULL)
        out += self._guard(unit, place) + self._cut(place)
        threat = scene.might[place]
        if threat:
            odds = threat / (strength + friends)
            cover = 0.6 if (BUILT | s.ip) & bit else 0.8 if scene.quality(place) > 0.1 else 1.0
            out -= self._danger * worth(s, unit) * min(max(odds - 1.5, 0.0), 3.0) * cover
        if s.ip & bit:
            out += _M["dig"] * urgency(scene.foe_near[place])
        if not scene.supplied & bit and (self.side == ALLIED or s.day >= 18):
            out -= _M["unsupplied"]
        return out

    def take(self, unit: Unit, place: Place) -> float:
        """What a unit takes by entering a hex."""
        s = self.s
        bit = 1 << place
        if self._own(place):
            return 0.0
        out = 0.0
        if BUILT & bit:
            out += _M["capture"] * (town_points(s, place) + 0.2)
        if WESTWALL & bit and (self.side == ALLIED or s.allied_wall & bit):
            out += self.scene.prize(place)
        if self.side == GERMAN and s.depots & bit:
            out += 0.5
        return out

    def dig(self, unit: Unit) -> float:
        """What an improved position would be worth where a unit is."""
        s = self.s
        place = s.at[unit]
        if (BUILT | s.ip) >> place & 1 or (s.oos | s.isolated | s.dispersed) >> unit & 1:
            return 0.0
        return _M["dig"] * urgency(self.scene.foe_near[place])

    def moves(self, unit: Unit, enter: Places = -1) -> Iterator[Order]:
        """The moves of a unit that are worth a look, each with its value against doing nothing at all."""
        s, scene = self.s, self.scene
        here = s.at[unit]
        now = self.stand(unit, here)
        yield Order(self.dig(unit), unit, "stay", here)
        if (s.dispersed | s.nofuel | s.moved) >> unit & 1:
            return
        found = scene.reach(unit)
        to = movement.destinations(s, unit, found) & enter
        on_road = scene.march(unit) & ~to & enter
        for verb, places in (("hex", to), ("march", on_road)):
            for place in each(places):
                if s.fits(place, 1 << unit):
                    yield Order(self.stand(unit, place) + self.take(unit, place) - now, unit, verb, place)
        if self.side == GERMAN:
            for place in each(movement.exits(s, unit)):
                points = moving.exit_points(s, unit, place)
                value = _M["exit"] * points - _M["exit_loss"] * worth(s, unit) - self._post(here)
                yield Order(value, unit, "exit", place)

    def best(self, unit: Unit) -> Order:
        """The best move of a unit."""
        return max(self.moves(unit), key=_rank)

    def best_in_line(self, unit: Unit, line: Line) -> Order:
        """The best move of an Allied unit, with an eye on what the German units are kept from."""
        some = sorted(self.moves(unit), key=_rank, reverse=True)
        stay = [order for order in some if order.verb == "stay"]
        some = [order for order in some[:_LOOK] if order.verb != "stay"] + stay
        gains = line.gain(unit, [order.place for order in some])
        now = gains[-1]
        return max(
            (order._replace(value=order.value + gain - now) for order, gain in zip(some, gains, strict=True)), key=_rank
        )


def _rank(order: Order) -> tuple[float, bool, int]:
    return order.value, order.verb == "stay", -order.place


def carry_out(s: EnemyActionState, scene: Scene, order: Order) -> None:
    """Make a planned move on a copy of the position: who is where, what is taken, which crossings are used up."""
    unit, place = order.unit, order.place
    if order.verb == "stay":
        return
    if order.verb == "exit":
        s.place(unit, ABSENT)
        return
    if order.verb == "hex":
        if scene.reach(unit).cost(place) is None:
            return  # others have used up the crossing
        for to in scene.reach(unit).path(place):
            moving.count_river(s, unit, s.at[unit], to, "move")
            s.place(unit, to)
            s.take_town(to, SIDE[unit])
    else:
        s.place(unit, place)
    s.moved |= 1 << unit


def movable(s: EnemyActionState, side: Side, units: Units) -> Units:
    """The units among these that can move in this activation."""
    some = units & ~s.moved & s.on_map(side) & ~s.dispersed & ~s.nofuel & ~(s.isolated & MECH)
    return bits(u for u in each(some) if movement.somewhere(s, u))
