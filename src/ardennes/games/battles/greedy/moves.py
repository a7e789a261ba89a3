"""The Movement Segment of the player `greedy`: attacks are planned first, then everybody goes where it is worth most."""

from __future__ import annotations

from typing import Any, NamedTuple

from ardennes.core.advice import best_first, still_meant
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import offered
from ardennes.core.names import bits, each
from ardennes.games.battles.dump_counters import MoveDump
from ardennes.games.battles.facts import (
    ARTILLERY,
    BARRAGE,
    BOARD,
    COMBAT,
    ENGINEERS,
    GERMAN,
    RIVER,
    SIDE,
    odds_column,
)
from ardennes.games.battles.greedy.fights import Defence, column_of, defence_of, escapes, on_column
from ardennes.games.battles.greedy.scene import Scene, standing
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greedy.worth import worth
from ardennes.games.battles.movement import FORCED, MARCH, exits_of, trip
from ardennes.games.battles.moving import Move, Movement
from ardennes.games.battles.state import BattlesState, minus_big
from ardennes.games.battles.strength import MOST_GUNS, RANGE, barrage_ready_limits, barrage_value, half, ready_limits

Choice = tuple[str, Any]
_W = WEIGHTS.part("fight")
_TEAM = 7
"""The most units in one planned attack."""
_GAIN = 0.03
"""What a move must gain."""


class Spot(NamedTuple):
    """A unit that could attack from a hex."""

    unit: Unit
    place: Place
    strength: int


class Attack(NamedTuple):
    """A planned attack."""

    value: float
    target: Place
    spots: tuple[Spot, ...]
    guns: Units


class Planner:
    """Who could attack what from where in this player-turn."""

    def __init__(self, s: BattlesState, scene: Scene, movable: Units) -> None:
        self.s, self.scene, self.side = s, scene, scene.side
        side = self.side
        self.spots: dict[Place, list[Spot]] = {}
        fit = offered(ready_limits(s, side))
        here = s.on_map(side) & COMBAT & fit
        close = BOARD.grow(scene.foes, 6)
        for u in each(here):
            if scene.contact >> s.at[u] & 1:
                self._add(u, s.at[u])
        coming = movable & COMBAT & ~s.fatigued & ~bits(v for v in each(movable) if s.no_ammo[v])
        coming &= ~s.unsupplied & ~s.digging
        for u in each(coming):
            if s.at[u] >= 0 and not close >> s.at[u] & 1:
                continue
            if s.work[u]:
                continue
            for p in each(trip(s, u).ends & scene.contact):
                if p != s.at[u]:
                    self._add(u, p)
        self.guns = offered(barrage_ready_limits(s, side))
        self.used: Units = 0
        self.taken: dict[Place, Units] = {}
        self.dry = minus_big(s.open())
        self._ways_out: dict[tuple[Place, Places], int] = {}

    def _add(self, unit: Unit, place: Place) -> None:
        self.spots.setdefault(place, []).append(Spot(unit, place, self.s.strength(unit)))

    def _room(self, spot: Spot, here: Units) -> bool:
        if spot.place == self.s.at[spot.unit]:
            return True
        there = self.s.units_at(spot.place, self.side) & ~(1 << spot.unit)
        others = here | self.taken.get(spot.place, 0) | there
        others &= ~(1 << spot.unit)
        return others.bit_count() < 3 and not others & self.s.marching

    def best(self, target: Place, foe: Defence) -> Attack | None:
        """The best attack on a hex."""
        s = self.s
        around = BOARD.spread(1 << target, self.dry)
        wet = BOARD.spread(1 << target, RIVER)
        spots = [
            spot._replace(strength=half(spot.strength)) if wet >> p & 1 else spot
            for p in each(around)
            for spot in self.spots.get(p, ())
            if not self.used >> spot.unit & 1
        ]
        if not spots:
            return None
        in_range = each(s.units_in(self.side, BOARD.within(target, RANGE)) & self.guns & ~self.used)
        guns = bits(sorted(in_range, key=lambda u: (-BARRAGE[u], u))[:MOST_GUNS])
        shells = barrage_value(s, target, sum(BARRAGE[u] for u in each(guns)))
        most: dict[Unit, int] = {}
        for spot in spots:
            most[spot.unit] = max(most.get(spot.unit, 0), spot.strength)
        if odds_column(sum(most.values()) + shells, foe.strength) < 1:
            return None
        spots.sort(key=lambda spot: (-spot.strength, spot.place != s.at[spot.unit], wet >> spot.place & 1, spot.unit))
        best = self._team(foe, spots, guns, shells, False)
        if _W["surround"][self.side] and foe.room:
            other = self._team(foe, spots, guns, shells, True)
            if best is None or (other is not None and other.value > best.value + 0.02):
                best = other
        return best

    def _team(self, foe: Defence, spots: list[Spot], guns: Units, shells: int, around: bool) -> Attack | None:
        """The best attack with some of these, the strongest first; or those first who cut off the retreat."""
        s = self.s
        team: list[Spot] = []
        units, power, closed = 0, shells, 0
        places: dict[Place, Units] = {}
        best: Attack | None = None
        while len(team) < _TEAM:
            free = [x for x in spots if not units >> x.unit & 1 and self._room(x, places.get(x.place, 0))]
            if not free:
                break
            choice = free[0]
            if around and team and foe.room:
                choice = min(free, key=lambda x: self._way_out(foe, closed | 1 << x.place))
            team.append(choice)
            units |= 1 << choice.unit
            power += choice.strength
            places[choice.place] = places.get(choice.place, 0) | 1 << choice.unit
            closed |= 1 << choice.place
            if _W["surround"][self.side]:
                foe = foe._replace(room=self._way_out(foe, closed))
            if odds_column(power, foe.strength) < 0:
                continue
            value = on_column(s, foe, units, units, column_of(s, foe, power, True)) - _W["joiner"] * len(team)
            if best is None or value > best.value + 0.02:
                best = Attack(value, foe.place, tuple(team), guns)
        return best

    def _way_out(self, foe: Defence, closed: Places) -> int:
        """How far defenders can retreat when attackers are in some more hexes."""
        found = self._ways_out.get((foe.place, closed))
        if found is None:
            units = self.s.units_at(foe.place, foe.side)
            found = self._ways_out[foe.place, closed] = escapes(self.s, foe.side, foe.place, units, closed)
        return found

    def attacks(self) -> list[Attack]:
        """The attacks worth making, best first; no unit is in two of them."""
        s, side = self.s, self.side
        foes = {
            p: defence_of(s, p, 1 - side, prize(self.scene, s, p))
            for p in each(s.occupied(1 - side))
            if any(self.spots.get(q) for q in each(BOARD.neighbours(p)))
        }
        return best_first(lambda p: self.best(p, foes[p]), foes, _W["least"][side], self._spend, self._stale)

    def _spend(self, attack: Attack) -> None:
        self.used |= attack.guns
        for spot in attack.spots:
            self.used |= 1 << spot.unit
            self.taken[spot.place] = self.taken.get(spot.place, 0) | 1 << spot.unit

    def _stale(self, other: Attack, taken: Attack) -> bool:
        busy = other.guns & self.used or any(self.used >> spot.unit & 1 for spot in other.spots)
        return bool(busy) or BOARD.distance(other.target, taken.target) <= 2


def prize(scene: Scene, s: BattlesState, place: Place) -> float:
    """What it is worth to a side to have a hex."""
    points = scene.points.get(place, 0.0)
    if scene.side == GERMAN:
        return points if not s.held >> place & 1 else 0.0
    return points if s.held >> place & 1 else 0.0


class Moving:
    """The movement of one player: orders for attacks, and who has been considered, from one question to the next."""

    def __init__(self) -> None:
        self.scene: Scene | None = None
        self._phase: tuple[int, Side] | None = None
        self._orders: dict[Unit, Place] = {}
        self._queue: list[Unit] = []
        self._meant: tuple[Unit, Choice] | None = None
        self._open: list[Attack] = []
        """Planned attacks on defenders who could still retreat."""
        self.ring: dict[Place, float] = {}
        """By hex, what it is worth to close it to them."""
        self._stale_ring = False

    def scene_of(self, s: BattlesState, side: Side) -> Scene:
        """The scene of this player-turn."""
        if self.scene is None or (self.scene.turn, self.scene.side) != (s.turn, side):
            self.scene = Scene(s, side)
        return self.scene

    def look(self, s: BattlesState, side: Side) -> Scene:
        """The scene as it is now: a new one if enemies have moved or bridges have changed since the last."""
        scene = self.scene_of(s, side)
        if (scene.foes, scene.blown) != (s.occupied(1 - side), s.blown):
            scene = self.scene = Scene(s, side)
        return scene

    def _begin(self, s: BattlesState, side: Side, movable: Units) -> None:
        self._phase = (s.turn, side)
        scene = self.look(s, side)
        self._orders = {}
        held = bits(u for u in each(s.on_map(side)) if s.work[u])
        attacks = Planner(s, scene, movable).attacks()
        self._open = attacks if _W["ring"][side] else []
        self._draw_ring(s, side)
        for attack in attacks:
            for spot in attack.spots:
                if spot.place == s.at[spot.unit]:
                    held |= 1 << spot.unit
                else:
                    self._orders[spot.unit] = spot.place
        free = movable & ~held & ~bits(self._orders)

        def rank(u: Unit) -> tuple[int, float, int]:
            """The strongest at the front first, then guns and engineers; reinforcements last."""
            kind = 2 if ARTILLERY >> u & 1 else 1 if ENGINEERS >> u & 1 else 0
            if s.at[u] < 0:
                return 3 + kind, -float(s.strength(u)), u
            return kind, -scene.pull[0][s.at[u]] - 0.01 * s.strength(u), u

        self._queue = sorted(each(free), key=rank)

    def _draw_ring(self, s: BattlesState, side: Side) -> None:
        """Where others can close the retreat of those who will be attacked."""
        self.ring = {}
        still = []
        for attack in self._open:
            there = s.units_at(attack.target, 1 - side)
            closed = bits(spot.place for spot in attack.spots)
            room = escapes(s, 1 - side, attack.target, there, closed)
            if not room:
                continue
            still.append(attack)
            for p in each(BOARD.within(attack.target, 2) & s.window & ~s.occupied(1 - side) & ~closed):
                less = room - escapes(s, 1 - side, attack.target, there, closed | 1 << p)
                if less > 0:
                    self.ring[p] = self.ring.get(p, 0.0) + _W["ring"][side] * less
        self._open = still

    def movement(self, s: BattlesState, frame: Movement) -> Choice:
        assert s.decision is not None
        movable: Units = s.decision.raw.get("unit", 0)
        if self._phase != (s.turn, frame.side) or not s.moved:
            self._begin(s, frame.side, movable)
        for unit in list(self._orders):
            place = self._orders.pop(unit)
            if not movable >> unit & 1:
                continue
            if trip(s, unit).ends >> place & 1 and not (s.must_march >> unit & 1 and s.at[unit] < 0):
                self._meant = unit, ("hex", place)
                return "unit", unit
            self._queue.insert(0, unit)
        while self._queue:
            unit = self._queue.pop(0)
            if not movable >> unit & 1:
                continue
            choice = self._best(s, unit)
            if choice is not None:
                if choice[1] in self.ring:
                    self._stale_ring = True
                self._meant = unit, choice
                return "unit", unit
        return "done", None

    def _best(self, s: BattlesState, unit: Unit, forced: bool = False) -> Choice | None:
        """Where a unit should go; None: it stays where it is. A unit that is off the map always comes."""
        side = SIDE[unit]
        scene = self.scene_of(s, side)
        others = standing(s, side, 1 << unit)
        here = s.at[unit]
        best, choice = -99.0, None
        if self._stale_ring:
            self._draw_ring(s, side)
            self._stale_ring = False
        ring = self.ring if COMBAT >> unit & 1 else {}
        if here >= 0 and not forced:
            best = scene.value(s, unit, here, False, others) + _GAIN + ring.get(here, 0.0)
        if side == GERMAN and scene.left < int(scene.w["exit_turns"]):
            leaving = exits_of(s, unit)
            if leaving and _leave(s, unit):
                return "exit", min(leaving)
        must_march = s.must_march >> unit & 1 and here < 0
        modes: list[tuple[str, str, float]] = [] if must_march else [("hex", "normal", 0.0)]
        modes.append(("march", MARCH, 0.0))
        if s.has("forced_march") and here >= 0 and not s.fatigued >> unit & 1 and not ARTILLERY >> unit & 1:
            modes.append(("force", FORCED, scene.w["tired"]))
        seen = 0
        for verb, how, price in modes:
            ends = trip(s, unit, how).ends & ~(seen if how == FORCED else 0)
            if how == "normal":
                seen = ends
            for p in each(ends):
                value = scene.value(s, unit, p, how == MARCH, others) - price
                if ring and how != MARCH:
                    value += ring.get(p, 0.0)
                if value > best:
                    best, choice = value, (verb, p)
        return choice

    def move(self, s: BattlesState, frame: Move) -> Choice:
        assert s.decision is not None
        meant = still_meant(s, self._meant, frame.unit)
        if meant is not None:
            return meant
        choice = self._best(s, frame.unit, forced=True)
        if choice is not None and s.decision.offers(*choice):
            return choice
        return s.decision.raw_choices()[0]

    def move_dump(self, s: BattlesState, frame: MoveDump) -> Choice:
        """16.57: a dump that must move goes where it is safest. (It is never asked to.)"""
        assert s.decision is not None
        threat = self.scene_of(s, frame.side).threat
        return "hex", min(each(s.decision.raw["hex"]), key=lambda p: (threat[p], p))


def _leave(s: BattlesState, unit: Unit) -> bool:
    """b17.4: is there still something to be had for leaving the map?"""
    most = int(s.plan["most_exit"])
    return not most or (s.exit_steps * 2 < most and bool(worth(s, unit)))
