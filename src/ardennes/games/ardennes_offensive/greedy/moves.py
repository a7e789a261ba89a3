"""Movement: units take their places for attacks that were planned together; then everybody else goes where it is worth most."""

from __future__ import annotations

from typing import Any, NamedTuple

from ardennes.core.advice import best_first, still_meant
from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    DIVISIONS,
    GERMAN,
    LIVE,
    MECH,
    SIDE,
    STRENGTH,
)
from ardennes.games.ardennes_offensive.greedy.fights import Defence, defence_of, judge
from ardennes.games.ardennes_offensive.greedy.scene import Scene
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.movement import Move, trip
from ardennes.games.ardennes_offensive.movement_phase import Movement
from ardennes.games.ardennes_offensive.reach import stacking_cost
from ardennes.games.ardennes_offensive.reinforcements import waiting
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import attack_factor, half
from ardennes.games.ardennes_offensive.supply import allowance

Choice = tuple[str, Any]
_FIGHT = WEIGHTS.part("fight")
_MOVE = WEIGHTS.part("move")
_TEAM = 9
"""The most units in a planned attack."""


class Spot(NamedTuple):
    """A unit that could attack from a hex."""

    unit: Unit
    place: Place
    strength: int
    alone: bool
    """Can it only go there if nobody else is there?"""


class Attack(NamedTuple):
    value: float
    target: Place
    spots: tuple[Spot, ...]


class Planner:
    """Looks for the attacks of a phase: who could be where, and whom to attack from there."""

    def __init__(self, s: OffensiveState, side: Side, offered: Units) -> None:
        self.s = s
        self.side = side
        foes = s.live(1 - side)
        near = BOARD.grow(foes, 1) & LIVE & ~foes
        stuck = s.held(side)
        self.fixed = s.places_of(stuck & ~s.road)
        self.spots: dict[Place, list[Spot]] = {}
        """By hex next to an enemy, who could attack from there."""
        close = BOARD.grow(foes, 11)
        for u in each(s.active(side) & ~s.isolated):
            place = s.at[u]
            if not close >> place & 1:
                continue
            strength = half(STRENGTH[u]) if s.unsupplied >> u & 1 else STRENGTH[u]
            if not s.road >> u & 1 and near >> place & 1:
                self._add(Spot(u, place, strength * attack_factor(s, side, place), False))
            if not offered >> u & 1 or stuck >> u & 1 or s.moved >> u & 1:
                continue
            found = trip(s, u)
            spare = allowance(s, u) - stacking_cost(bool(MECH >> u & 1))
            for p in each(found.hexes & near):
                if p != place:
                    cost = found.cost(p, False) or 0
                    friends = bool(s.units_at(p, side))
                    self._add(Spot(u, p, strength * attack_factor(s, side, p), not friends and cost > spare))
        self.used: Units = 0
        self.taken: dict[Place, Units] = {}

    def _add(self, spot: Spot) -> None:
        self.spots.setdefault(spot.place, []).append(spot)

    def room(self, spot: Spot, here: Units) -> bool:
        """Can the unit be there with these others? Friends there now are assumed to stay."""
        others = (here | self.taken.get(spot.place, 0) | self.s.units_at(spot.place, self.side)) & ~(1 << spot.unit)
        if not others:
            return True
        if spot.place != self.s.at[spot.unit] and spot.alone:
            return False
        if (others | 1 << spot.unit) & DIVISIONS:
            return False
        return others.bit_count() < 3

    def best(self, target: Place, foe: Defence) -> Attack | None:
        """The best attack on a hex."""
        around = BOARD.neighbours(target) & LIVE
        spots = [spot for p in each(around) for spot in self.spots.get(p, ()) if not self.used >> spot.unit & 1]
        if not spots:
            return None
        most: dict[Unit, int] = {}
        for spot in spots:
            most[spot.unit] = max(most.get(spot.unit, 0), spot.strength)
        w = _FIGHT
        enough = w["enough_initial" if self.side == GERMAN and not self.s.standard else "enough"]
        if sum(most.values()) < enough * foe.strength:
            return None
        standing = self.fixed
        for p, units in self.taken.items():
            if units:
                standing |= 1 << p
        team: list[Spot] = []
        units = power = 0
        places: dict[Place, Units] = {}
        best: Attack | None = None
        open_hexes = around & ~standing & ~BOARD.spread(standing, BOARD.everywhere)
        while len(team) < _TEAM:
            choice: Spot | None = None
            score = -1.0
            for spot in spots:
                if units >> spot.unit & 1 or not self.room(spot, places.get(spot.place, 0)):
                    continue
                shut = (BOARD.within(spot.place, 1) & open_hexes).bit_count()
                now = spot.strength + w["shut"] * shut - (w["wheels"] if MECH >> spot.unit & 1 and not shut else 0.0)
                now += w["stay"] if spot.place == self.s.at[spot.unit] else 0.0
                if now > score:
                    score, choice = now, spot
            if choice is None:
                break
            team.append(choice)
            units |= 1 << choice.unit
            power += choice.strength
            places[choice.place] = places.get(choice.place, 0) | 1 << choice.unit
            standing |= 1 << choice.place
            open_hexes &= ~BOARD.within(choice.place, 1)
            if power < foe.strength:
                continue
            verdict = judge(self.s, foe, units, power, standing)
            value = verdict.value - w["join"] * len(team)
            if best is None or value > best.value + 0.01:
                best = Attack(value, target, tuple(team))
            if verdict.kills > 0.98 and verdict.value > 0.9:
                break
        return best

    def attacks(self) -> list[Attack]:
        """The attacks worth making, best first; no unit is in two of them."""
        s, side = self.s, self.side
        foes = {p: defence_of(s, 1 - side, 1 << p) for p in each(s.live(1 - side))}
        least = _FIGHT["plan_least"][side]
        return best_first(lambda p: self.best(p, foes[p]), foes, least, self._spend, self._stale)

    def _spend(self, attack: Attack) -> None:
        for spot in attack.spots:
            self.used |= 1 << spot.unit
            self.taken[spot.place] = self.taken.get(spot.place, 0) | 1 << spot.unit

    def _stale(self, other: Attack, taken: Attack) -> bool:
        busy = any(self.used >> spot.unit & 1 for spot in other.spots)
        return busy or BOARD.distance(other.target, taken.target) <= 2


class Moving:
    """The movement of one player: orders for attacks, and who has been considered, from one question to the next."""

    def __init__(self) -> None:
        self._phase: tuple[int, Side, bool] | None = None
        self._scene: Scene | None = None
        self._orders: dict[Unit, Place] = {}
        self._queue: list[Unit] = []
        self._meant: tuple[Unit, Choice] | None = None

    def _begin(self, s: OffensiveState, frame: Movement, offered: Units) -> None:
        self._phase = (s.turn, frame.side, frame.mech)
        self._scene = scene = Scene(s, frame.side)
        self._orders = {}
        held = 0
        if not frame.mech:
            planner = Planner(s, frame.side, offered)
            for attack in planner.attacks():
                for spot in attack.spots:
                    if spot.place == s.at[spot.unit]:
                        held |= 1 << spot.unit
                    else:
                        self._orders[spot.unit] = spot.place
        free = offered & ~held & ~sum(1 << u for u in self._orders)
        coming = waiting(s, frame.side)

        def rank(u: Unit) -> tuple[bool, bool, float, int]:
            """Those in the way of reinforcements first, then those farthest ahead; reinforcements last."""
            place = s.at[u]
            if place < 0:
                return True, True, -STRENGTH[u], u
            return bool(coming >> u & 1), not scene.gates >> place & 1, -scene.pull[place], u

        self._queue = sorted(each(free & ~s.held(frame.side)), key=rank)

    def movement(self, s: OffensiveState, frame: Movement) -> Choice:
        assert s.decision is not None
        raw = s.decision.raw
        offered: Units = raw.get("unit", 0)
        if self._phase != (s.turn, frame.side, frame.mech) or not s.moved:
            self._begin(s, frame, offered)
        for unit in list(self._orders):
            place = self._orders.pop(unit)
            if not offered >> unit & 1:
                continue
            if trip(s, unit).hexes >> place & 1:
                self._meant = unit, ("hex", place)
                return "unit", unit
            self._queue.insert(0, unit)
        for _ in range(len(self._queue)):
            unit = self._queue.pop(0)
            if not offered >> unit & 1:
                continue
            choice = self._best(s, unit, forced=s.at[unit] < 0)
            if choice is not None:
                self._meant = unit, choice
                return "unit", unit
        if "done" in raw:
            return "done", None
        must = frame.undone(s).must & offered
        for unit in sorted(each(must or offered), key=lambda u: (-STRENGTH[u], u)):
            choice = self._best(s, unit, forced=True)
            if choice is not None:
                self._meant = unit, choice
                return "unit", unit
        raise AssertionError("units that must move can move")

    def _best(self, s: OffensiveState, unit: Unit, forced: bool = False) -> Choice | None:
        """Where a unit should go; None: it stays. It is not asked for if it must move."""
        scene = self._scene
        assert scene is not None
        found = trip(s, unit)
        side = scene.side
        others = s.places_of(s.active(side) & ~s.road & ~(1 << unit))
        here = s.at[unit]
        best, choice = -99.0, None
        if not forced and here >= 0:
            best = scene.value(s, unit, here, bool(s.road >> unit & 1), others) + _MOVE["gain"]
        for p in each(found.hexes):
            value = scene.value(s, unit, p, False, others)
            if value > best:
                best, choice = value, ("hex", p)
        for p in each(found.marches):
            value = scene.value(s, unit, p, True, others)
            if value > best:
                best, choice = value, ("march", p)
        return choice

    def move(self, s: OffensiveState, frame: Move) -> Choice:
        assert s.decision is not None
        meant = still_meant(s, self._meant, frame.unit)
        if meant is not None:
            return meant
        side = SIDE[frame.unit]
        if self._scene is None or (self._scene.turn, self._scene.side) != (s.turn, side):
            self._scene = Scene(s, side)
        must = not s.decision.offers("stay", None)
        return self._best(s, frame.unit, forced=must) or ("stay", None)
