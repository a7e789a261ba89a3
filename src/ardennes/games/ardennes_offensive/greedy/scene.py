"""A position seen by one side before it moves: where the enemy can strike, what attracts its units, and what a place is worth to a unit."""

from __future__ import annotations

from math import exp

from ardennes.board import reach_back
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import bits, each
from ardennes.games.ardennes_offensive.bridges import in_range
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BASTOGNE,
    BOARD,
    BRIDGE_HEXES,
    DUE,
    EVERY,
    EXIT_SECTION,
    EXITS,
    GATES,
    GERMAN,
    LAST_TURN,
    LIVE,
    MECH,
    OF_SIDE,
    SECTIONS,
    STRENGTH,
    TOWNS,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.greedy.worth import (
    ALL_EXITS,
    FAR,
    GROUPS,
    WORTH,
    costs_of,
    costs_to,
    costs_to_place,
    ring,
    ways,
)
from ardennes.games.ardennes_offensive.reinforcements import waiting
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import immune_hexes
from ardennes.games.ardennes_offensive.supply import cut_for, supplied_hexes
from ardennes.games.ardennes_offensive.victory import EARLY, NEED_BASTOGNE, points

_FOOT = (0.0, 1.0, 0.8, 0.4)
_WHEELS = (0.0, 1.0, 0.9, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2)
"""How much of its strength a unit brings against a hex so far away in its next turn."""
_SIZE = len(BOARD.names)
UNFED = [0.45, 0.45]
"""By side, what is lost where there is no supply."""
REACH = 40.0
"""How far away goals attract the German: after so many points a third is left."""
RASH = [0.6, 1.3]
"""By side, how much danger counts."""
HUNGER = [0.25, 0.25]
"""By side, how much weak enemies attract."""
CROWD = 0.04
"""What it costs to have one more friend near when there are many."""
BULWARK = 2.0
"""How much more the Allies care for Bastogne."""


def threats(s: OffensiveState, side: Side) -> list[float]:
    """The strength that a side could bring against each hex in its next turn, roughly."""
    out = [0.0] * _SIZE
    for place in each(s.live(side)):
        foot = wheels = 0
        for u in each(s.units_at(place, side)):
            strength = STRENGTH[u]
            if MECH >> u & 1:
                wheels += strength
            else:
                foot += strength
        reach = _WHEELS if wheels else _FOOT
        for n in range(1, len(reach)):
            more = wheels * _WHEELS[n] + (foot * _FOOT[n] if n < len(_FOOT) else 0.0)
            for q in each(ring(place, n) & LIVE):
                out[q] += more
    return out


class Scene:
    """What one side knows and wants in a movement phase. Its own units may move while it is in use; the enemy's do not."""

    def __init__(self, s: OffensiveState, side: Side) -> None:
        self.side = side
        self.turn = s.turn
        self.threat = threats(s, 1 - side)
        self.foes = s.live(1 - side)
        self.contact = BOARD.spread(self.foes, EVERY)
        self.fed = supplied_hexes(s, side, cut_for(s, side) if s.turn > 1 or side == ALLIED else 0)
        self.pull = [0.0] * _SIZE
        self.flow = [0.0] * _SIZE
        self.flowing: Places = 0
        self.prey = [0.0] * _SIZE
        """What draws units toward enemies."""
        self.hunger = HUNGER[side] * (1.0 if s.turn > (1 if side == GERMAN else 5) else 0.2)
        self.bastogne = bool(s.units_at(BASTOGNE, GERMAN))
        self.urgency = urgency_of(s)
        self.posts: dict[Place, tuple[float, float]] = {}
        self.bridges = 0
        self.gates: Places = 0
        self._cut: tuple[Places, int] = (-1, 0)
        if side == GERMAN:
            self._draw_german(s)
        else:
            self._draw_allied(s)
        self._draw_prey(s)

    def _draw_prey(self, s: OffensiveState) -> None:
        """Enemies that could be attacked: the weaker, and the less sheltered, the more they attract."""
        foe = 1 - self.side
        seeds: list[Places] = [0] * 24
        safe = immune_hexes(foe)
        for place in each(self.foes):
            strength = sum(STRENGTH[u] for u in each(s.units_at(place, foe)))
            if s.units_at(place, foe) & s.road:
                strength //= 2
            seeds[min(23, strength + (8 if safe >> place & 1 else 0))] |= 1 << place
        costs = costs_of(reach_back(BOARD, seeds, 50, ways(), 0))
        for p in each(LIVE):
            if costs[p] < FAR:
                self.prey[p] = exp(-costs[p] / 14)

    # --- what attracts -------------------------------------------------------------------------------------------------------------

    def _draw_german(self, s: OffensiveState) -> None:
        slow = ways(s.zoc(ALLIED), s.live(ALLIED), 4, 14)
        strength = [0] * _SIZE
        for u in each(s.active(ALLIED)):
            strength[s.at[u]] += STRENGTH[u]
        mine = BOARD.grow(s.live(GERMAN), 1)
        for group, places in GROUPS.items():
            if group == "Bastogne":
                weight = 0.0 if self.bastogne else 9.0
            else:
                if group in NEED_BASTOGNE and not self.bastogne:
                    continue
                weight = float(sum(n for p, n in EXITS.items() if places >> p & 1 and not mine >> p & 1))
            if weight <= 0:
                continue
            guard = sum(strength[p] for p in each(BOARD.grow(places, 4)))
            weight *= 0.12 / (1 + guard / 40)
            costs = costs_of(reach_back(BOARD, [places], 80, slow, 0))
            for p in each(LIVE):
                if costs[p] < FAR:
                    self.pull[p] = max(self.pull[p], weight * exp(-costs[p] / REACH))

    def _draw_allied(self, s: OffensiveState) -> None:
        """Where the German would go: from each of his mechanized stacks downhill to the exits and to Bastogne; and which posts must be
        held against how much."""
        flow = self.flow
        power = {}
        for place in each(s.live(GERMAN)):
            units = s.units_at(place, GERMAN)
            wheels = sum(STRENGTH[u] for u in each(units & MECH))
            power[place] = wheels + 0.3 * sum(STRENGTH[u] for u in each(units & ~MECH))
        for post, worth in POSTS.items():
            if post in EXITS and EXIT_SECTION[post] in NEED_BASTOGNE and not self.bastogne:
                worth *= 0.25
            costs = costs_to_place(post)
            against = sum(amount * max(0.0, min(1.0, (48 - costs[p]) / 30)) for p, amount in power.items())
            if against > 0.5:
                self.posts[post] = (worth * self.urgency, against)
        self.gates = gates_to_keep(s)
        for gate in each(self.gates):
            self.posts.pop(gate, None)
        goals = [(g, 6.0 if g == "Bastogne" else float(sum(EXITS[p] for p in each(GROUPS[g])))) for g in GROUPS]
        goals = [(g, w) for g, w in goals if g not in NEED_BASTOGNE or self.bastogne]
        around: dict[Place, list[Place]] = {}
        for place, strength in power.items():
            for group, weight in goals:
                costs = costs_to(group)
                if costs[place] > 75:
                    continue
                amount = strength * weight * exp(-costs[place] / 25)
                here = place
                for _ in range(9):
                    if here not in around:
                        around[here] = each(BOARD.neighbours(here) & LIVE)
                    here = min(around[here], key=lambda q: (costs[q], q))
                    amount *= 0.85
                    flow[here] += amount
                    if not costs[here]:
                        break
        top = max(flow) or 1.0
        seeds: list[Places] = [0] * 40
        for p in each(LIVE & ~self.foes):
            if flow[p] > 0.02 * top:
                flow[p] = (flow[p] / top) ** 0.5
                self.flowing |= 1 << p
                seeds[int((1 - flow[p]) * 30)] |= 1 << p
            else:
                flow[p] = 0.0
        for p in self.posts:
            need = self.post_gain(s, -1, p, 4)
            if need > 0.1:
                seeds[max(0, int((1 - need) * 25))] |= 1 << p
        costs = costs_of(reach_back(BOARD, seeds, 80, ways(0, self.foes, 0, 14), 0))
        for p in each(LIVE):
            if costs[p] < FAR:
                self.pull[p] = exp(-costs[p] / 18)
        near = BOARD.grow(s.live(GERMAN), 7)
        self.bridges = bits(b for b, hexes in enumerate(BRIDGE_HEXES) if hexes & near)

    def post_gain(self, s: OffensiveState, unit: Unit, post: Place, strength: int) -> float:
        """What it is worth to have so much more strength in a post."""
        worth, against = self.posts[post]
        if TOWNS >> post & 1:
            against *= 0.5
        there = sum(STRENGTH[u] for u in each(s.units_at(post, ALLIED) & ~s.road) if u != unit)
        if post == BASTOGNE:  # a handful of engineers only delays him
            worth *= BULWARK
            return worth * (
                _hold(there + strength, against) * min(1.0, (there + strength) / 6)
                - _hold(there, against) * min(1.0, there / 6)
            )
        return worth * (_hold(there + strength, against) - _hold(there, against))

    # --- what a place is worth -----------------------------------------------------------------------------------------------------

    def danger(self, s: OffensiveState, unit: Unit, place: Place, march: bool) -> float:
        """How likely a unit is lost there, times its worth."""
        threat = self.threat[place]
        if not threat or (self.turn == LAST_TURN and self.side == ALLIED):
            return 0.0
        here = s.units_at(place, self.side) & ~(1 << unit)
        own: float = STRENGTH[unit]
        if march:
            own *= 0.5
        for u in each(here):
            own += STRENGTH[u]
        if self.side == GERMAN and WEST_WALL >> place & 1:
            own *= 3
        ratio = threat / own - 1.2
        if ratio <= 0:
            return 0.0
        chance = min(0.8, 0.08 * ratio)
        friends = (s.live(self.side) & BOARD.within(place, 2) & ~(1 << place)).bit_count()
        chance *= (1.5, 1.1, 0.9, 0.8, 0.7)[min(friends, 4)]
        if TOWNS >> place & 1 and not march:
            chance *= 0.5 if own >= 4 else 0.8
        if march:
            chance *= 1.5
        return chance * WORTH[unit]

    def value(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        """What it is worth to have the unit end there. `others`: the hexes of its friends in standard mode."""
        value = -RASH[self.side] * self.danger(s, unit, place, march)
        if not self.fed >> place & 1:
            value -= UNFED[self.side]
        if march:
            value -= 0.01 if not self.threat[place] else 0.3
        else:
            value += self.hunger * self.prey[place]
        wheels = MECH >> unit & 1
        crowd = (others & BOARD.within(place, 3)).bit_count() - 6
        if crowd > 0:
            value -= CROWD * crowd
        if self.gates >> place & 1:
            value -= 2.0
        if self.side == GERMAN:
            value += (1.0 if wheels else 0.6) * self.pull[place]
            value += self._german_post(s, unit, place, march, others)
        else:
            value += 0.5 * self.pull[place] + self._allied_post(s, unit, place, march, others)
        return value

    def _german_post(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        value = 0.0
        near = 1 << place if march else BOARD.within(place, 1)
        exits = near & ALL_EXITS & ~self.foes & self._fed_exits(place)
        if exits:
            covered = others | BOARD.spread(others, EVERY)
            weight = self.urgency
            for p in each(exits):
                if EXIT_SECTION[p] in NEED_BASTOGNE and not self.bastogne:
                    continue
                inside = p == place
                if not covered >> p & 1:
                    value += weight * EXITS[p] * (1.0 if inside else 0.7)
                elif inside and not others >> p & 1:
                    value += weight * EXITS[p] * 0.35
        if place == BASTOGNE and not march:
            value += 1.2 if not others >> place & 1 else 0.2
        if not march and self.contact >> place & 1:
            # cutting off enemies: hexes behind them come under control
            value += 0.03 * (BOARD.neighbours(place) & ~BOARD.spread(others, EVERY) & self.contact).bit_count()
        return value

    def _fed_exits(self, place: Place) -> Places:
        return ALL_EXITS if self.fed >> place & 1 else 0

    def _allied_post(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        value = 0.0
        if not march:
            covered = others | BOARD.spread(others, EVERY)
            zone = BOARD.within(place, 1) & self.flowing
            flow = self.flow
            for p in each(zone):
                value += flow[p] * (0.06 if covered >> p & 1 else 0.22)
            if TOWNS >> place & 1 and self.threat[place]:
                value += 0.2 if not others >> place & 1 else 0.05
            cuts = in_range(1 << place) & self.bridges
            if cuts:
                value += 0.05 * (cuts & ~self._cut_by(others)).bit_count()
        if place in self.posts:
            value += self.post_gain(s, unit, place, STRENGTH[unit] if not march else (STRENGTH[unit] + 1) // 2)
        return value

    def _cut_by(self, others: Places) -> int:
        if self._cut[0] != others:
            self._cut = others, in_range(others)
        return self._cut[1]


def _hold(strength: float, against: float) -> float:
    """How likely a post is held."""
    return 0.35 + 0.65 * strength / (strength + 0.5 * against) if strength else 0.0


POSTS: dict[Place, float] = {**{p: float(n) for p, n in EXITS.items()}, BASTOGNE: 6.0}
"""What the Allies must hold."""


def gates_to_keep(s: OffensiveState) -> Places:
    """14.1A: for each section by which Allied units are still to come, the entry hex that is best kept free for them."""
    out = 0
    coming = {s.section[u] for u in each(s.in_box(DUE) & OF_SIDE[ALLIED]) if s.due[u] <= s.turn + 2}
    coming |= {s.section[u] for u in each(waiting(s, ALLIED))}
    foes = s.live(GERMAN)
    for number in sorted(coming):
        if number >= len(SECTIONS):
            continue
        some = each(GATES[SECTIONS[number]] & ~s.closed_to(ALLIED))
        if some:
            near = {p: min((BOARD.distance(p, q) for q in each(foes)), default=FAR) for p in some}
            out |= 1 << max(some, key=lambda p: (min(near[p], 8), -EXITS[p], -p))
    return out


def urgency_of(s: OffensiveState) -> float:
    """What a point for an exit is worth now: they count up to game-turn 6 if the German is near his goal, and at the end."""
    left = LAST_TURN - s.turn
    if left < 3:
        return (1.0, 0.7, 0.5)[left]
    if s.turn <= EARLY:
        return 0.2 + 0.6 * max(0.0, min(1.0, (points(s)[0] - 12) / 20))
    return 0.2
