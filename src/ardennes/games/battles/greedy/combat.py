"""The Combat Phase of the player `greedy`: which hex to attack and with whom, how the guns fire, FPF and Intensive Fire."""

from __future__ import annotations

from typing import Any, NamedTuple

from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.limits import offered
from ardennes.core.names import bits, each
from ardennes.games.battles.combat import Combat, Plan
from ardennes.games.battles.facts import BARRAGE, BOARD, GERMAN, TABLES
from ardennes.games.battles.fire import FinalFire, Intense, Points
from ardennes.games.battles.greedy.fights import Defence, by_column, column_of, defence_of, on_column
from ardennes.games.battles.greedy.moves import Moving, prize
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greedy.worth import worth
from ardennes.games.battles.state import BattlesState, foe
from ardennes.games.battles.strength import (
    MOST_GUNS,
    attack_value,
    attacker,
    barrage_value,
    candidates,
    columns,
    declared,
    most_points,
    near,
)

Choice = tuple[str, Any]
_W = WEIGHTS.part("fight")


def _lost(kind: str) -> list[float]:
    """16.74: by die, how likely saturation fire costs the gun."""
    ways = [(a + b) for a in range(1, 7) for b in range(1, 7)]
    return [sum(w <= row["breakdown"] for w in ways) / 36 for row in TABLES["saturation"][kind]]


BREAKDOWN = {kind: sum(_lost(kind)) / 6 for kind in ("normal", "withering")}
"""How likely a gun is lost after Saturation Fire, over all dice."""


class Assault(NamedTuple):
    """An attack that could be made now."""

    value: float
    target: Place
    ground: Units
    guns: Units


def _rated(s: BattlesState, foe_: Defence, ground: Units, guns: Units) -> float:
    """What an attack by these units is worth; guns next to the target can be hurt too."""
    attack = sum(attack_value(s, u, foe_.place) for u in each(ground))
    attack += barrage_value(s, foe_.place, sum(BARRAGE[u] for u in each(guns)))
    close = bits(u for u in each(guns) if BOARD.distance(s.at[u], foe_.place) == 1)
    value = on_column(s, foe_, ground, ground | close, column_of(s, foe_, attack, bool(ground)))
    return float(value - _W["joiner"] * ground.bit_count() - 0.01 * guns.bit_count())


class Fighting:
    """The fights of one player; it shares the scene of its movement."""

    def __init__(self, moving: Moving) -> None:
        self._moving = moving
        self._plan: Assault | None = None

    def _defence(self, s: BattlesState, side: Side, place: Place) -> Defence:
        scene = self._moving.scene_of(s, side)
        return defence_of(s, place, 1 - side, prize(scene, s, place))

    def _assault(self, s: BattlesState, side: Side, place: Place) -> Assault | None:
        """The best attack on a hex by units where they are."""
        enemy = self._defence(s, side, place)
        ground, guns = candidates(s, side, place)
        shells = bits(sorted(each(guns), key=lambda u: (-BARRAGE[u], u))[:MOST_GUNS])
        best: Assault | None = None
        if shells and declared(s, place, 0, shells) >= 0:
            value = _rated(s, enemy, 0, shells)
            if value > _W["barrage_least"]:
                best = Assault(value, place, 0, shells)
        team: Units = 0
        for u in sorted(each(ground), key=lambda u: (-attack_value(s, u, place), u)):
            team |= 1 << u
            if declared(s, place, team, shells) < 0:
                continue
            value = _rated(s, enemy, team, shells)
            if value > _W["least"][side] and (best is None or value > best.value + 0.02):
                best = Assault(value, place, team, shells)
        if best is not None and best.ground:  # guns that change nothing are kept for others
            for u in sorted(each(best.guns), key=lambda u: (BARRAGE[u], u)):
                fewer = best.guns & ~(1 << u)
                if declared(s, place, best.ground, fewer) >= 0:
                    value = _rated(s, enemy, best.ground, fewer)
                    if value >= best.value - 0.005:
                        best = Assault(value, place, best.ground, fewer)
        return best

    def combat(self, s: BattlesState, frame: Combat) -> Choice:
        assert s.decision is not None
        found = [self._assault(s, frame.side, place) for place in each(s.decision.raw.get("target", 0))]
        some = [assault for assault in found if assault is not None]
        if not some:
            self._plan = None
            return "done", None
        self._plan = max(some, key=lambda a: (a.value, -a.target))
        return "target", self._plan.target

    def plan(self, s: BattlesState, frame: Plan) -> Choice:
        """Add who is meant to take part, then attack; some guns may use Saturation Fire."""
        decision = s.decision
        assert decision is not None
        plan = self._plan
        if plan is None or plan.target != s.target:
            plan = self._plan = self._assault(s, frame.side, s.target) or Assault(
                0.0, s.target, offered(frame.limits_join(s)), 0
            )
        for u in each(plan.ground & ~s.attackers):
            if decision.offers("join", u):
                return "join", u
        for u in each(plan.guns & ~s.guns):
            if decision.offers("gun", u):
                return self._kind(s, frame, u), u
        if decision.offers("attack", None):
            return "attack", None
        if decision.offers("all", None):  # somebody else chose the target: make the attack legal
            return "all", None
        return "gun", max(each(decision.raw["gun"]), key=lambda u: (BARRAGE[u], -u))

    def _kind(self, s: BattlesState, frame: Plan, gun: Unit) -> str:
        """16.72: how a gun fires: normally, unless the attack gains more than the gun is likely to cost."""
        if not s.has("saturation_fire"):
            return "gun"
        assert self._plan is not None
        enemy = self._defence(s, frame.side, s.target)
        t = s.clone()
        t.attackers = self._plan.ground
        t.guns = self._plan.guns
        best, choice = -99.0, "gun"
        for verb in ("gun", "normal", "withering"):
            t.saturating = s.saturating | (1 << gun if verb != "gun" else 0)
            t.withering = s.withering | (1 << gun if verb == "withering" else 0)
            value = _expected(t, enemy)
            if verb != "gun":
                risk = BREAKDOWN[verb] * (0.5 if s.has("burnt_tubes") else 1.0)
                value -= risk * worth(s, gun) + _W["spent"] * BARRAGE[gun]
            if value > best + 0.02:
                best, choice = value, verb
        return choice

    # --- the other side's answers, and Intensive Fire ------------------------------------------------------------------------------

    def final_fire(self, s: BattlesState, frame: FinalFire) -> Choice:
        """b10.3: FPF is given if it changes the column; two guns if one does not."""
        assert s.decision is not None
        guns = sorted(each(s.decision.raw.get("gun", 0)), key=lambda u: (-worth(s, u), u))
        now = _mean(s)
        for u in guns:
            if _mean(_with_fpf(s, 1 << u)) < now - 0.2:
                return "gun", u
        if s.fpf == 0 and len(guns) > 1 and _mean(_with_fpf(s, 1 << guns[0] | 1 << guns[1])) < now - 0.2:
            return "gun", guns[0]
        return "ready", None

    def intense(self, s: BattlesState, frame: Intense) -> Choice:
        assert s.decision is not None
        found = max(
            ((self._points(s, frame.side, u), -u) for u in each(s.decision.raw.get("unit", 0))),
            default=None,
        )
        return ("unit", -found[1]) if found is not None and found[0][0] > 0 else ("ready", None)

    def points(self, s: BattlesState, frame: Points) -> Choice:
        return "points", self._points(s, frame.side, frame.unit)[1]

    def _points(self, s: BattlesState, side: Side, unit: Unit) -> tuple[float, int]:
        """16.64: the number of points that gains most, and what it gains."""
        mine = attacker(s)
        enemy = self._defence_now(s, mine)
        sign = 1 if side == mine else -1
        now = sign * _expected(s, enemy)
        best = (-9.0, 1)
        t = s.clone()
        for n in range(1, most_points(s, unit) + 1):
            t.points[unit] = n
            gain = sign * _expected(t, enemy) - now - min(1.0, n / 6) * _W["spent"] * s.strength(unit) - 0.02
            if gain > best[0] + 1e-9:
                best = (gain, n)
        return best

    def _defence_now(self, s: BattlesState, mine: Side) -> Defence:
        scene = self._moving.scene_of(s, foe(mine)) if self._moving.scene is None else self._moving.scene
        return defence_of(s, s.target, foe(mine), prize_for(s, scene.points, mine))


def prize_for(s: BattlesState, points: dict[Place, float], side: Side) -> float:
    """What the attacked hex is worth to a side that does not hold it."""
    held = bool(s.held >> s.target & 1)
    return points.get(s.target, 0.0) if held != (side == GERMAN) else 0.0


def _with_fpf(s: BattlesState, guns: Units) -> BattlesState:
    t: BattlesState = s.clone()
    t.fpf |= guns
    return t


def _mean(s: BattlesState) -> float:
    """The column on average."""
    after = columns(s)[1]
    return sum(c * w for c, w in after) / sum(w for _, w in after)


def _expected(s: BattlesState, enemy: Defence) -> float:
    """What the fight in the state is worth to the attacker, with all dice that are still open."""
    table = by_column(s, enemy, s.attackers, s.attackers | near(s, s.guns))
    after = columns(s)[1]
    return sum(table[c] * w for c, w in after) / sum(w for _, w in after)
