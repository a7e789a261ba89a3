"""Which hexes the units of an activation attack, with whom, and from where."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Unit, Units
from ardennes.core.limits import offered
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import BOARD, BUILT, CITIES, EVERY, GERMAN, RIVER, RIVER_NUMBER, WESTWALL
from ardennes.games.enemy_action.greedy.fights import Ways, promise, ways_out
from ardennes.games.enemy_action.greedy.moves import Order, Rater, carry_out
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import losses
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import able_limits, alone, defending

_F = weights("fight")
_MANY = 4
"""No activation has more attacks than this planned."""
_RETREAT = 2
"""Retreats lead no farther."""


class Attack(NamedTuple):
    """An attack: what it promises, the hex, and from where each unit takes part."""

    value: float
    target: Place
    spots: tuple[tuple[Unit, Place], ...]

    @property
    def units(self) -> Units:
        return bits(u for u, _ in self.spots)


def least(side: int) -> float:
    """What an attack must promise."""
    return _F["least_german" if side == GERMAN else "least_allied"]


class Attacks:
    """Plans the attacks of some units, on a copy of the position that changes with the plan."""

    def __init__(self, rater: Rater, units: Units, moving: Units) -> None:
        self.rater = rater
        self.s: EnemyActionState = rater.s
        self.side = rater.side
        self.enemy = rater.scene.enemy
        self.able = units & self.s.on_map(self.side) & offered(able_limits(self.s))
        self.moving = moving & units
        self._spots: dict[Unit, Places] = {}

    def spots(self, unit: Unit) -> Places:
        """The hexes in which a unit could be when it attacks."""
        found = self._spots.get(unit)
        if found is None:
            found = 1 << self.s.at[unit]
            if self.moving >> unit & 1:
                found |= self.rater.scene.reach(unit).everywhere
            self._spots[unit] = found
        return found

    def _gain(self, unit: Unit) -> float:
        """What a unit could gain by a move of its own instead."""
        return self.rater.gain(unit) if self.moving >> unit & 1 else 0.0

    def targets(self, units: Units) -> Places:
        """The enemy hexes that some units could attack."""
        near = 0
        for unit in each(units):
            near |= self.spots(unit)
        s = self.s
        fresh = s.places_of(s.on_map(self.enemy) & ~s.defended & ~s.retreated)
        return BOARD.spread(near, EVERY) & fresh

    def on(self, target: Place, units: Units) -> Attack | None:
        """The best attack on a hex with some of these units; None if there is none."""
        s, rater = self.s, self.rater
        around = BOARD.neighbours(target) & ~s.occupied(self.enemy)
        could = [u for u in each(units) if self.spots(u) & around]
        defenders = defending(s, self.enemy, target)
        theirs = sum(s.strength(u) for u in each(defenders))
        if not could or sum(s.strength(u) for u in could) < _F["hopeless"] * theirs:
            return None
        could.sort(key=lambda u: (not self._is_there(u, target), -s.strength(u), u))
        trial = s.clone()
        trial.end_fight()
        trial.target, trial.defenders = target, defenders
        ground = rater.sight.ground(target)
        best: Attack | None = None
        chosen: list[tuple[Unit, Place]] = []
        price = 0.0
        known: dict[tuple[Places, Places], Ways] = {}
        ours = 0
        for unit in could[: int(_F["most_attackers"]) + 2]:
            spot = self._spot(trial, unit, target, around)
            if spot < 0:
                continue
            here = s.at[unit]
            lost = self._gain(unit)
            if spot != here:
                lost += max(0.0, rater.stand(unit, here) - rater.stand(unit, spot))
            price += _F["leave"] * lost + _F["join"]
            trial.place(unit, spot)
            trial.attackers |= 1 << unit
            chosen.append((unit, spot))
            ours += s.strength(unit)
            if ours < _F["hopeless"] * theirs or alone(trial, trial.attackers):
                continue
            value = promise(trial, ground, self._ways(trial, known)) - price
            if best is None or value > best.value:
                best = Attack(value, target, tuple(chosen))
            if len(chosen) >= _F["most_attackers"]:
                break
        return best

    def _ways(self, trial: EnemyActionState, known: dict[tuple[Places, Places], Ways]) -> Ways:
        """The retreats of the defenders. Only attackers that come nearer can change them."""
        near = BOARD.within(trial.target, _RETREAT)
        key = (trial.zoc(self.side) & near, trial.occupied(self.side) & near)
        found = known.get(key)
        if found is None:
            found = known[key] = ways_out(trial, trial.defenders, trial.target)
        return found

    def _is_there(self, unit: Unit, target: Place) -> bool:
        return bool(BOARD.neighbours(target) >> self.s.at[unit] & 1)

    def _spot(self, trial: EnemyActionState, unit: Unit, target: Place, around: Places) -> Place:
        """From where a unit best attacks: across no river, from several sides, in good ground; -1 if there is no room."""
        here = trial.at[unit]
        used = trial.places_of(trial.attackers)
        best, found = -1e9, -1
        for place in each(self.spots(unit) & around):
            if place != here and not trial.fits(place, 1 << unit):
                continue
            value = self.side_value(trial, unit, target, place)
            if used and not BUILT >> target & 1 and not BOARD.grow(used, 1) >> place & 1:
                value += _F["flank"]
            if place == here:
                value += _F["at_hand"]
            if value > best:
                best, found = value, place
        return found

    def side_value(self, s: EnemyActionState, unit: Unit, target: Place, place: Place) -> float:
        """How good it is to attack a hex from another: over a river only half as good."""
        return _F["ground"] * self.rater.stand(unit, place) + (
            0.0 if (place, target) in RIVER_NUMBER else _F["dry"] * s.strength(unit)
        )

    def rough(self) -> list[Attack]:
        """What `plan` may find, guessed from the odds alone."""
        s = self.s
        some = []
        for target in each(self.targets(self.able)):
            around = BOARD.neighbours(target) & ~s.occupied(self.enemy)
            could = [(u, spots) for u in each(self.able) if (spots := self.spots(u) & around)]
            could.sort(key=lambda pair: (-s.strength(pair[0]), pair[0]))
            could = could[: int(_F["most_attackers"])]
            dry = around & ~BOARD.spread(1 << target, RIVER)
            ours = sum(s.strength(u) / (1 if spots & dry else 2) for u, spots in could)
            defenders = defending(s, self.enemy, target)
            strong = CITIES if self.side == GERMAN else CITIES | WESTWALL
            theirs = max(1, sum(s.strength(u) for u in each(defenders))) * (2 if strong >> target & 1 else 1)
            good = min(1.0, (ours / theirs - _F["hopeless"]) / _F["good_odds"])
            if good > 0:
                stake = self.rater.sight.ground(target) + losses(s, defenders, 2)[2]
                value = good * stake - _F["rough_price"] - _F["join"] * len(could)
                if value >= least(self.side):
                    some.append(Attack(value, target, tuple((u, -1) for u, _ in could)))
        out: list[Attack] = []
        busy = 0
        for attack in sorted(some, key=lambda a: (-a.value, a.target)):
            if not attack.units & busy:
                out.append(attack)
                busy |= attack.units
        return out

    def plan(self) -> list[Attack]:
        """The attacks that are worth it, best first. The copy of the position is changed as if their units had moved there."""
        out: list[Attack] = []
        left = self.able
        found: dict[Place, Attack | None] = {}
        while left and len(out) < _MANY:
            targets = self.targets(left)
            for target in each(targets):
                old = found.get(target)
                if target not in found or (old is not None and old.units & ~left):
                    found[target] = self.on(target, left)
            some = [a for t, a in found.items() if a is not None and targets >> t & 1 and a.value >= least(self.side)]
            if not some:
                break
            attack = max(some, key=lambda a: (a.value, -a.target))
            out.append(attack)
            left &= ~attack.units
            self.s.defended |= defending(self.s, self.enemy, attack.target)
            for unit, place in attack.spots:
                if place != self.s.at[unit]:
                    carry_out(self.s, self.rater.scene, Order(0.0, unit, "hex", place))
            self._spots.clear()
        return out
