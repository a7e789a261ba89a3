"""Where units of an activation go: those that attack, to their target; the others, to where they are worth most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import exits, movement, moving
from ardennes.games.enemy_action.facts import (
    ABSENT,
    ALLIED,
    BOARD,
    BUILT,
    GERMAN,
    MECH,
    SIDE,
)
from ardennes.games.enemy_action.greedy.line import Screen
from ardennes.games.enemy_action.greedy.scene import QUALITY, Scene, friends, guarding, urgency
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import worth
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.victory import town_points

_M, _N = weights("move"), weights("need")

_RAID_LATER, _RAID_SOON = 14, 8
"""Allied units this many points from a Westwall hex are no threat to it; the second number of points closer, they are a full one."""
_LOOK = 3
"""So many moves of a unit are looked at closely: the best, and the best where they may matter most."""


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
        self.sight = scene.sight
        self.s: EnemyActionState = scene.s
        self.side: Side = scene.side
        german = scene.side == GERMAN
        self._block = _M["block_german" if german else "block_allied"]
        self._danger = _M["danger_german" if german else "danger_allied"]
        self._at: list[int] = []
        self._around: list[int] = []

    def pace(self, unit: Unit) -> float:
        """What a point of the way to an objective is worth to a unit."""
        side = "german" if self.side == GERMAN else "allied"
        out = _M[f"{side}_mechanized" if MECH >> unit & 1 else f"{side}_infantry"]
        if side == "allied" and self.s.day >= _M["late"]:
            out += _M["allied_late"]
        return out * (1 + _N["pace"] * self.sight.need)

    def _post(self, place: Place) -> float:
        """What any unit is worth in a hex: in the enemy's way, in a threatened place of our own, on a supply line."""
        found = self.sight.posts.get(place)
        if found is None:
            sight = self.sight
            soon = urgency(sight.foe_near[place])
            if not soon:
                found = 0.0
            else:
                routes = sight.foe_routes if self.side == GERMAN else sight.breakthrough
                found = self._block * routes.through(place)
                if self._own(place) and BUILT >> place & 1:
                    found += _M["hold"] * sight.prize(place)
                found = soon * (found + QUALITY[place])
            sight.posts[place] = found
        return found

    def _guard(self, unit: Unit, place: Place) -> float:
        """What it is worth that a unit keeps the enemy from leaving the map, or from the Westwall. One guard is enough."""
        s, sight = self.s, self.sight
        if self.side == GERMAN:
            return self._guard_wall(unit, place) if s.wall >> place & 1 else 0.0
        out = 0.0
        for door in each(sight.doors & BOARD.within(place, 1)):
            if not s.bracketed(unit):
                others = s.units_in(ALLIED, BOARD.within(door, 1)) & ~(1 << unit)
                out += _M["guard_exit"] * urgency(sight.foe_near[door]) * (_M["second_guard"] if others else 1.0)
        return out

    def _guard_wall(self, unit: Unit, place: Place) -> float:
        """What a unit adds to the guard of a Westwall hex that the Allies could soon enter: any guard counts, a strong one more."""
        s, sight = self.s, self.sight
        soon = max(0.0, min(1.0, (_RAID_LATER - sight.raid(place)) / _RAID_SOON)) * min(1.0, (s.day - 15) / 3)
        if not soon:
            return 0.0
        others = self.scene.strength_at(place, 1 << unit)
        threat = max(sight.might[place], 1.0)

        def held(strength: int) -> float:
            return _M["any_guard"] + (1 - _M["any_guard"]) * min(1.0, 2 * strength / threat) if strength else 0.0

        return _M["guard_wall"] * guarding(s) * soon * (held(others + s.strength(unit)) - held(others))

    def _own(self, place: Place) -> bool:
        """Is it a town or Westwall hex of ours?"""
        bit = 1 << place
        if self.s.wall & bit:
            return (not self.s.allied_wall & bit) == (self.side == GERMAN)
        return bool(BUILT & bit and self.s.towns(self.side) & bit)

    def _friends(self) -> list[int]:
        """By hex: twice the strength of the side's units there and once that of those next to it."""
        s = self.s
        if s.at == self.sight.s.at:
            return self.sight.friends
        if s.at != self._at:
            self._at = list(s.at)
            self._around = friends(s, self.side)
        return self._around

    def stand(self, unit: Unit, place: Place) -> float:
        """What a unit is worth in a hex, apart from what it may take by going there."""
        if self.s.at != self.sight.s.at:
            return self.stands(unit, (place,))[0]
        known = self.sight.stood
        found = known.get((unit, place))
        if found is None:
            found = known[unit, place] = self.stands(unit, (place,))[0]
        return found

    def stands(self, unit: Unit, places: Sequence[Place]) -> list[float]:
        """The same for several hexes."""
        s, sight = self.s, self.sight
        here = s.at[unit]
        strength = s.strength(unit)
        pace, far, might = self.pace(unit), sight.far(unit), sight.might
        share = _M["post"] + _M["post_strength"] * strength
        full, fair, worst, covered, dug = _M["full"], _M["fair_odds"], _M["worst_odds"], _M["cover"], _M["dig"]
        danger = self._danger * worth(s, unit) * (1 - _N["daring"] * sight.need)
        around = self._friends()
        beside = BOARD.within(here, 1) if here >= 0 else 0
        cover = BUILT | s.ip
        guarded = s.wall if self.side == GERMAN else BOARD.grow(sight.doors, 1)
        short = ~sight.supplied if self.side == ALLIED or s.day >= 18 else 0
        cuts, ip = sight.cuts, s.ip
        out = []
        for place in places:
            near = around[place]
            if beside >> place & 1:
                near -= 2 * strength if place == here else strength
            friends = near / 2
            value = self._post(place) * share / (1 + friends / full) - pace * far[place] + cuts[place]
            if guarded >> place & 1:
                value += self._guard(unit, place)
            threat = might[place]
            if threat:
                odds = threat / (strength + friends) - fair
                if odds > 0:
                    value -= danger * min(odds, worst) * (covered if cover >> place & 1 else 1 - QUALITY[place])
            if ip >> place & 1:
                value += dug * urgency(sight.foe_near[place])
            if short >> place & 1:
                value -= _M["unsupplied"]
            out.append(value)
        return out

    def gain(self, unit: Unit) -> float:
        """What a unit gains by a move of its own in the position as it was at first."""
        found = self.sight.gains.get(unit)
        if found is None:
            first = Rater(Scene(self.sight.s, self.side))
            found = self.sight.gains[unit] = max(0.0, first.best(unit).value)
        return found

    def take(self, unit: Unit, place: Place) -> float:
        """What a unit takes by entering a hex."""
        s = self.s
        bit = 1 << place
        if self._own(place):
            return 0.0
        out = 0.0
        if BUILT & bit:
            out += _M["capture"] * (town_points(s, place) + _M["capture_any"])
        if s.wall & bit and (self.side == ALLIED or s.allied_wall & bit):
            out += self.sight.prize(place)
        if self.side == GERMAN and s.depots & bit:
            out += _M["depot"]
        return out

    def dig(self, unit: Unit) -> float:
        """What an improved position would be worth where a unit is."""
        s = self.s
        place = s.at[unit]
        if (BUILT | s.ip) >> place & 1 or (s.oos | s.isolated | s.dispersed) >> unit & 1:
            return 0.0
        return _M["dig"] * urgency(self.sight.foe_near[place])

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
            fitting = [place for place in each(places) if s.fits(place, 1 << unit)]
            for place, value in zip(fitting, self.stands(unit, fitting), strict=True):
                yield Order(value + self.take(unit, place) - now, unit, verb, place)
        if self.side == GERMAN:
            for place in each(exits.reach(s, unit)):
                points = exits.points(s, unit, place)
                value = _M["exit"] * points - _M["exit_loss"] * worth(s, unit) - self._post(here)
                yield Order(value, unit, "exit", place)

    def best(self, unit: Unit) -> Order:
        """The best move of a unit."""
        return max(self.moves(unit), key=_rank)

    def best_with(self, unit: Unit, screen: Screen) -> Order:
        """The best move of a unit, with an eye on what the enemy is kept from."""
        some = sorted(self.moves(unit), key=_rank, reverse=True)
        stay = [order for order in some if order.verb == "stay"]
        rest = [order for order in some if order.verb != "stay"]
        where = screen.where(unit)
        if where >= 0:
            there = [order for order in rest[_LOOK:] if where >> order.place & 1]
            if not there and not where >> self.s.at[unit] & 1:
                return some[0]
            rest = rest[:_LOOK] + there[:_LOOK]
        some = rest[: 2 * _LOOK] + stay
        gains = screen.gain(unit, [order.place for order in some])
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
    return bits(u for u in each(some) if moving.somewhere(s, u))
