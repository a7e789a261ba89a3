"""A position seen by one side in its player-turn: what attracts its units, where the enemy will come, and what a hex is worth to a unit."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import exp, log
from operator import itemgetter

from ardennes.board import Way
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.battles import supply
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    BOARD,
    BRIDGE_SIDES,
    COMBAT,
    ENGINEERS,
    EVERY,
    FOOT,
    FPF,
    GERMAN,
    MECH,
    PLAN_ROWS,
    hex_at,
    odds_column,
)
from ardennes.games.battles.greedy.field import FAR, SIZE, approach, arrival, free_way, slow_ways, threats
from ardennes.games.battles.greedy.fights import CHANCES
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greedy.worth import step_worth
from ardennes.games.battles.setup import exits
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.strength import RANGE, left_shifts, shifted
from ardennes.games.battles.victory import values

_F: dict[str, float] = WEIGHTS.part("field")
_G: dict[str, float] = WEIGHTS.part("guns")
_E: dict[str, float] = WEIGHTS.part("engineers")
_GERMAN: dict[str, float] = WEIGHTS.part("german")
_ALLIED: dict[str, float] = WEIGHTS.part("allied")
_HURT = [sum(r.defender + 0.2 * r.retreat for r in column) / len(column) for column in CHANCES]
"""By column, the steps that defenders lose, with something for each hex of a retreat."""
_BACK = [sum(r.retreat for r in column) / len(column) for column in CHANCES]
"""By column, how many hexes defenders retreat."""
_MECH_MA, _FOOT_MA = 5.0, 3.0
_SLACK = 8
"""How far a way may be from the best to matter, in movement points."""


def points_of(s: BattlesState, side: Side) -> dict[Place, float]:
    """The places that count and their points, with those of the plan for the German player, who knows it."""
    out = {place: float(points) for place, points in values(s).items()}
    if side == GERMAN and s.scheme >= 0:
        for name, points in PLAN_ROWS[s.scheme]["values"].items():
            out[hex_at(name)] = out.get(hex_at(name), 0.0) + points
    return out


class Scene:
    """What one side knows and wants in its player-turn. Its own units may move while it is in use; the enemy's do not."""

    def __init__(self, s: BattlesState, side: Side) -> None:
        self.side = side
        self.turn = s.turn
        self.blown = s.blown
        self.w = _GERMAN if side == GERMAN else _ALLIED
        self.points = points_of(s, side)
        self.threat = threats(s, 1 - side)
        self.foes = s.occupied(1 - side)
        self.contact = BOARD.spread(self.foes, EVERY)
        self.fed = (supply.lines(s, side, False), supply.lines(s, side, True))
        """Where mechanized units and guns, and where foot units, have supply."""
        self.near = BOARD.grow(self.foes, 3)
        self.left = int(s.plan["last"]) - s.turn
        self.calm: Places = bits(p for p, n in enumerate(self.threat) if not n) if self.w["lone"] else 0
        """Where no enemy can come next turn."""
        self.flow = [0.0] * SIZE
        self.coming = [float(FAR)] * SIZE
        """Turns until the enemy can be in a hex, on average."""
        self._covered: tuple[Places, Places] = 0, 0
        """Some hexes of friends, with all next to them: the last that somebody asked for."""
        self.bridges: Places = 0
        """Where engineers are wanted for bridges."""
        self.wanted = 0
        """Bridges to be built."""
        if side == GERMAN:
            self._draw_german(s)
        else:
            self._draw_allied(s)
        self._draw_guns(s)
        self._draw_engineers(s)

    # --- what attracts -------------------------------------------------------------------------------------------------------------

    def _pull(self, s: BattlesState, goals: dict[Place, float], reach: float) -> tuple[list[float], list[float]]:
        """By hex, the points of the goal that attracts most, less with distance: for mechanized and for foot units."""
        self.goals = goals
        out = []
        for mobility in ("mech", "foot"):
            found = [0.0] * SIZE
            if goals:
                top = max(goals.values())
                seeds: list[Places] = [0] * FAR
                for place, worth in goals.items():
                    seeds[min(FAR - 1, round(reach * log(top / worth)))] |= 1 << place
                costs = approach(seeds, slow_ways(s, self.side, mobility, s.zoc(1 - self.side), self.foes))
                if mobility == "mech":
                    self.costs = costs
                found = [top * exp(-cost / reach) if cost < FAR else 0.0 for cost in costs]
            elif mobility == "mech":
                self.costs = [FAR] * SIZE
            out.append(found)
        return out[0], out[1]

    def _draw_german(self, s: BattlesState) -> None:
        goals = {}
        for place, points in self.points.items():
            if s.held >> place & 1:
                continue
            guard = sum(s.strength(u) for u in each(s.units_in(ALLIED, BOARD.within(place, 2)) & COMBAT))
            goals[place] = points / (1 + guard / self.w["guards"])
        for place in each(exits(s) & ~self.foes):
            goals[place] = max(goals.get(place, 0.0), self.w["exit"])
        self.pull = self._pull(s, goals, self.w["reach"])
        self._expect(s)

    def _expect(self, s: BattlesState) -> None:
        """How soon the enemy can be anywhere."""
        foe = 1 - self.side
        units = s.on_map(foe) & COMBAT
        for mobility, group, allowance in (("mech", units & MECH, _MECH_MA), ("foot", units & FOOT, _FOOT_MA)):
            start = s.places_of(group)
            if not start:
                continue
            ways = slow_ways(s, foe, mobility, s.zoc(self.side), s.occupied(self.side))
            for place, cost in enumerate(arrival(start, ways, s.window)):
                if cost / allowance < self.coming[place]:
                    self.coming[place] = cost / allowance

    def _draw_allied(self, s: BattlesState) -> None:
        """Where the Germans will come through: hexes near the best ways from their units to what they want."""
        self._expect(s)
        start = s.places_of(s.on_map(GERMAN) & COMBAT)
        ways = slow_ways(s, GERMAN, "mech", s.zoc(ALLIED), s.occupied(ALLIED))
        come = arrival(start, ways, s.window)
        flow = self.flow
        goals = {p: v for p, v in self.points.items() if not s.held >> p & 1}
        for place in each(exits(s)):
            goals[place] = max(goals.get(place, 0.0), _GERMAN["exit"])
        detour, soon = self.w["detour"], self.w["soon"]
        inside = each(s.window & ~self.foes)
        pick: Callable[[list[int]], tuple[int, ...]] = itemgetter(*inside)
        known = pick(come)
        shares = [exp(-slack / detour) for slack in range(_SLACK + 1)]
        for goal, worth in goals.items():
            if come[goal] >= FAR:
                continue
            amount = worth * exp(-come[goal] / _MECH_MA / soon)
            if amount < 0.2:
                continue
            most = come[goal] + _SLACK
            for p, there, rest in zip(inside, known, pick(free_way(s, goal)), strict=True):
                if there + rest <= most:
                    flow[p] += amount * shares[max(0, there + rest - come[goal])]
        top = max(flow) or 1.0
        seeds: list[Places] = [0] * FAR
        for p in inside:
            if flow[p] > 0.03 * top:
                flow[p] = (flow[p] / top) ** 0.5 * exp(-self.coming[p] / (2 * soon))
                seeds[min(FAR - 1, int((1 - flow[p]) * 30))] |= 1 << p
            else:
                flow[p] = 0.0
        costs = approach(seeds, slow_ways(s, ALLIED, "mech", 0, self.foes))
        on_foot = approach(seeds, slow_ways(s, ALLIED, "foot", 0, self.foes))
        lost = {p: v * self.w["retake"] for p, v in self.points.items() if s.held >> p & 1}
        again = self._pull(s, lost, 8.0)
        share, fade = self.w["back"], self.w["fade"]
        self.pull = tuple(  # type: ignore[assignment]
            [share * back + (exp(-cost / fade) if cost < FAR else 0.0) for cost, back in zip(some, more, strict=True)]
            for some, more in ((costs, again[0]), (on_foot, again[1]))
        )

    def _draw_guns(self, s: BattlesState) -> None:
        """Where guns want to go: two or three hexes from enemies."""
        ring = BOARD.grow(self.foes, RANGE) & ~self.contact & ~self.foes
        self._guns = ring, slow_ways(s, self.side, "artillery", 0, self.foes)

    def _draw_engineers(self, s: BattlesState) -> None:
        """Bridges that would shorten the way to what the side wants, for mechanized units that are near."""
        if self.side == GERMAN:
            wheels = BOARD.grow(s.places_of(s.on_map(GERMAN) & MECH & COMBAT), 9)
            for n in each(s.blown):
                a, b = BRIDGE_SIDES[n]
                if not (s.window >> a & 1 and s.window >> b & 1):
                    continue
                far, close = (a, b) if self.costs[a] > self.costs[b] else (b, a)
                near = wheels & ~self.foes
                if self.costs[far] - self.costs[close] >= _F["wet"] and near >> far & 1:
                    self.bridges |= 1 << far
                    self.wanted |= 1 << n
        else:
            for n in each(((1 << len(BRIDGE_SIDES)) - 1) & ~s.blown):
                a, b = BRIDGE_SIDES[n]
                if min(self.flow[a], self.flow[b]) > _E["blow"]:
                    self.bridges |= (1 << a | 1 << b) & ~self.foes
                    self.wanted |= 1 << n
        self._engineers = self.bridges, slow_ways(s, self.side, "mech", s.zoc(1 - self.side), self.foes)

    @cached_property
    def gun_way(self) -> list[int]:
        """How far it is to where guns want to go."""
        return _way_to(*self._guns)

    @cached_property
    def engineer_way(self) -> list[int]:
        """How far it is to where engineers are wanted."""
        return _way_to(*self._engineers)

    # --- what a hex is worth -------------------------------------------------------------------------------------------------------

    def danger(self, s: BattlesState, unit: Unit, place: Place, march: bool) -> float:
        """What a unit can expect to lose there in the enemy's next turn."""
        threat = self.threat[place]
        if threat <= 0:
            return 0.0
        own = FPF[unit] or s.strength(unit)
        own = (own + 1) // 2 if march else own
        friends = s.units_at(place, self.side) & ~(1 << unit)
        if friends:
            for u in each(friends):
                own += FPF[u] or s.strength(u)
        column = shifted(max(0, odds_column(int(threat), max(own, 1))), left_shifts(s, place), 0)
        hurt = _HURT[column]
        if self.w["lone"] and not BOARD.neighbours(place) & (self.calm | s.occupied(self.side)) & ~self.foes:
            hurt += self.w["lone"] * _BACK[column]
        if not self.fed[bool(FOOT >> unit & 1)] >> place & 1:
            hurt *= 1.5
        return hurt * step_worth(s, unit)

    def value(self, s: BattlesState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        """What it is worth to have the unit end there. `others`: the hexes of friendly combat units that do not march."""
        w = self.w
        foot = bool(FOOT >> unit & 1)
        if ARTILLERY >> unit & 1:
            return self._gun_post(s, unit, place, march)
        value = -w["danger"] * self.danger(s, unit, place, march)
        if not self.fed[foot] >> place & 1:
            value -= w["unfed"]
        if march:
            value -= w["march"]
        if ENGINEERS >> unit & 1:
            way = self.engineer_way[place]
            value += _E["bridge"] * exp(-way / 8) if way < FAR else 0.0
            if self.contact >> place & 1 and not others >> place & 1:
                value -= 0.5
            return value + _E["follow"] * w["pull"] * self.pull[foot][place]
        crowd = (others & BOARD.within(place, 3)).bit_count() - 6
        if crowd > 0:
            value -= w["crowd"] * crowd
        if self.contact >> place & 1 and not march:
            value += w["hunger"]
        value += self._keep(s, unit, place, others)
        if self.side == GERMAN:
            share = w["foot"] if foot else 1.0
            return value + w["pull"] * share * self.pull[foot][place]
        return value + w["pull"] * self.pull[foot][place] + self._post(s, unit, place, march, others)

    def _keep(self, s: BattlesState, unit: Unit, place: Place, others: Places) -> float:
        """Somebody should be in a place that counts while the enemy is near."""
        points = self.points.get(place, 0.0)
        if not points:
            return 0.0
        if self.side == GERMAN:
            if others >> place & 1:
                return 0.0
            if not s.held >> place & 1:
                return self.w["take"] * points
            return self.w["guard"] * points * exp(-self.coming[place] / 1.5)
        need = max(self.w["garrison"], self.threat[place]) / (1 + 0.4 * left_shifts(s, place))
        there = sum(s.strength(u) for u in each(s.units_at(place, self.side) & ~(1 << unit)))
        more = min(1.0, (there + s.strength(unit)) / need) - min(1.0, there / need)
        return self.w["guard"] * points * more * exp(-self.coming[place] / self.w["soon"])

    def _post(self, s: BattlesState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        """What a hex is worth on the enemy's way: itself, and those next to it that nobody covers yet."""
        w = self.w
        worth = self.flow[place] * (w["again"] if others >> place & 1 else 1.0)
        if march:
            return 0.3 * worth
        if self._covered[0] != others:
            self._covered = others, others | BOARD.spread(others, EVERY)
        for q in each(BOARD.neighbours(place) & ~self._covered[1]):
            worth += w["beside"] * self.flow[q]
        if not worth:
            return 0.0
        own = s.strength(unit)
        friends = s.units_at(place, self.side) & ~(1 << unit)
        if friends:
            own += sum(s.strength(u) for u in each(friends))
        hold = min(1.0, (own + 1.0) * (1 + 0.5 * left_shifts(s, place)) / (1.0 + w["stand"] * self.threat[place]))
        return float(w["post"] * worth * hold)

    def _gun_post(self, s: BattlesState, unit: Unit, place: Place, march: bool) -> float:
        way = self.gun_way[place]
        value = _G["pull"] * exp(-way / 10) if way < FAR else 0.0
        friends = s.units_at(place, self.side) & COMBAT
        around = BOARD.neighbours(place)
        value += _G["cover"] if friends else 0.0
        value += 0.1 * min(2, s.places_of(s.units_in(self.side, around) & COMBAT).bit_count())
        if self.contact >> place & 1:
            value -= _G["near"] * (1 if friends else 3)
        value -= _G["danger"] * self.danger(s, unit, place, march)
        if not self.fed[0] >> place & 1:
            value -= self.w["unfed"]
        value += 0.1 * min(3, (BOARD.within(place, RANGE) & self.foes).bit_count())
        return float(value)


def _way_to(places: Places, ways: list[Way]) -> list[int]:
    return approach([places], ways) if places else [FAR] * SIZE


def standing(s: BattlesState, side: Side, but: Units = 0) -> Places:
    """The hexes of a side's combat units that do not march, without some units."""
    return s.places_of(s.on_map(side) & COMBAT & ~s.marching & ~but)


def covered_by_guns(s: BattlesState, side: Side, unit: Unit) -> int:
    """How many enemy stacks, and friends next to enemies, are in range of a gun where it is."""
    around = BOARD.within(s.at[unit], RANGE)
    foes = s.occupied(1 - side)
    friends = s.occupied(side) & BOARD.spread(foes, EVERY)
    return (around & foes).bit_count() + (around & friends).bit_count()
