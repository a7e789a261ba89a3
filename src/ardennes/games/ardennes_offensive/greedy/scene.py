"""A position seen by one side before it moves: where the enemy can strike, what attracts its units, and what a place is worth to a unit."""

from __future__ import annotations

from math import exp

from ardennes.board import reach, reach_back
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import bits, each
from ardennes.games.ardennes_offensive.bridges import in_range, open_roads
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
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.greedy.worth import (
    ALL_EXITS,
    FAR,
    GROUPS,
    HERE_AND_AROUND,
    WORTH,
    costs_to,
    costs_to_place,
    downhill,
    live_ring,
    marching,
    ring,
    ways,
)
from ardennes.games.ardennes_offensive.reinforcements import waiting
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import immune_hexes
from ardennes.games.ardennes_offensive.supply import cut_for, supplied_hexes
from ardennes.games.ardennes_offensive.victory import EARLY, NEED_BASTOGNE, points

_MOOD = WEIGHTS.part("mood")
_URGENCY = WEIGHTS.part("urgency")
_THREAT = WEIGHTS.part("threat")
_DANGER = WEIGHTS.part("danger")
_MOVE = WEIGHTS.part("move")
_GERMAN: dict[str, float] = WEIGHTS.part("german")
_ALLIED: dict[str, float] = WEIGHTS.part("allied")
_SIZE = len(BOARD.names)


def threats(s: OffensiveState, side: Side) -> list[float]:
    """The strength that a side could bring against each hex in its next turn, roughly."""
    out = [0.0] * _SIZE
    by_foot, on_wheels, stuck = _THREAT["foot"], _THREAT["wheels"], _THREAT["held"]
    held = s.held(side) if stuck < 1 else 0
    for place in each(s.live(side)):
        foot = wheels = 0.0
        for u in each(s.units_at(place, side)):
            strength = STRENGTH[u]
            if held >> u & 1:
                for q in live_ring(place, 1):
                    out[q] += (1 - stuck) * strength
                strength *= stuck
            if MECH >> u & 1:
                wheels += strength
            else:
                foot += strength
        reach = on_wheels if wheels else by_foot
        for n in range(1, len(reach)):
            more = wheels * on_wheels[n] + (foot * by_foot[n] if n < len(by_foot) else 0.0)
            for q in live_ring(place, n):
                out[q] += more
    return out


def strike_zone(s: OffensiveState, side: Side, held: Places) -> Places:
    """The hexes that a side could bring under its control in its next movement, if the other side's units are in some hexes."""
    stop = BOARD.spread(held, EVERY)
    cut = in_range(held)
    roads = open_roads(cut)
    live = s.live(side)
    free = live & ~stop
    wheels = s.places_of(s.active(side) & MECH)
    found = live
    for kind, seeds, budget in ((0, free & wheels, 10), (1, free & ~wheels, 4)):
        if seeds:
            found |= reach(BOARD, [seeds], budget, marching(kind, roads), LIVE & ~held, stop).everywhere
    return BOARD.spread(found, EVERY) | live


class Scene:
    """What one side knows and wants in a movement phase. Its own units may move while it is in use; the enemy's do not."""

    def __init__(self, s: OffensiveState, side: Side) -> None:
        self.side = side
        self.turn = s.turn
        self.ways: float = _DANGER["ways"][side]
        self.support: float = _MOVE["support"][side]
        self.immune: Places = immune_hexes(side) if self.ways else 0
        self.look_again(s)
        self.pull = [0.0] * _SIZE
        self.flow = [0.0] * _SIZE
        self.flowing: Places = 0
        self.prey = [0.0] * _SIZE
        """What draws units toward enemies."""
        self.hunger: float = _MOOD["hunger"][side] * (1.0 if s.turn >= _MOOD["hungry_from"][side] else _MOOD["sated"])
        self.rash: float = _MOOD["rash" if s.turn < _MOOD["late_from"][side] else "late_rash"][side]
        self.unfed: float = _MOOD["unfed"][side]
        self.edge: float = _DANGER["edge"][side]
        self.line: float = _MOVE["line"][side]
        self.urgency = urgency_of(s)
        self.posts: dict[Place, tuple[float, float]] = {}
        self.bridges = 0
        self.gates: Places = 0
        self._cut: tuple[Places, int] = (-1, 0)
        self._zone: tuple[Places, Places] = (-1, 0)
        if side == GERMAN:
            self._draw_german(s)
        else:
            self._draw_allied(s)
        self._draw_prey(s)

    def look_again(self, s: OffensiveState) -> None:
        """See where the enemy is now. What attracts stays as it is."""
        side = self.side
        self.threat = threats(s, 1 - side)
        self.foes = s.live(1 - side)
        self.struck = bits(p for p, n in enumerate(self.threat) if n) if self.support else 0
        self.contact = BOARD.spread(self.foes, EVERY)
        self.fed = supplied_hexes(s, side, cut_for(s, side) if s.turn > 1 or side == ALLIED else 0)
        self.shut = s.closed_to(side)
        """Where units of this side cannot retreat to."""
        self.bastogne = bool(s.units_at(BASTOGNE, GERMAN))
        self._strikeable: dict[Places, Places] = {}

    def strikeable(self, s: OffensiveState, others: Places) -> Places:
        """The hexes that the enemy could control after its next move, if this side's units are in some others."""
        found = self._strikeable.get(others)
        if found is None:
            found = self._strikeable[others] = strike_zone(s, 1 - self.side, others)
        return found

    def closable(self, s: OffensiveState, others: Places) -> Places:
        """The hexes into which units of this side could not retreat after the enemy's next move, if their friends are in some others."""
        return self.strikeable(s, others) & ~others

    def _draw_prey(self, s: OffensiveState) -> None:
        """Enemies that could be attacked: the weaker, and the less sheltered, the more they attract."""
        foe = 1 - self.side
        seeds: list[Places] = [0] * 24
        safe = immune_hexes(foe)
        shelter, fade = int(_MOVE["shelter"]), _MOVE["prey_fade"]
        for place in each(self.foes):
            strength = sum(STRENGTH[u] for u in each(s.units_at(place, foe)))
            if s.units_at(place, foe) & s.road:
                strength //= 2
            seeds[min(23, strength + (shelter if safe >> place & 1 else 0))] |= 1 << place
        for cost, places in reach_back(BOARD, seeds, 50, ways(), 0).by_cost():
            now = exp(-cost / fade)
            for p in each(places & LIVE):
                self.prey[p] = now

    # --- what attracts -------------------------------------------------------------------------------------------------------------

    def _draw_german(self, s: OffensiveState) -> None:
        w = _GERMAN
        slow = ways(s.zoc(ALLIED), s.live(ALLIED), int(w["zone"]), int(w["held"]))
        strength = [0] * _SIZE
        for u in each(s.active(ALLIED)):
            strength[s.at[u]] += STRENGTH[u]
        mine = BOARD.grow(s.live(GERMAN), 1)
        for group, places in GROUPS.items():
            if group == "Bastogne":
                weight = 0.0 if self.bastogne else w["bastogne"]
            else:
                if group in NEED_BASTOGNE and not self.bastogne:
                    continue
                weight = float(sum(n for p, n in EXITS.items() if places >> p & 1 and not mine >> p & 1))
            if weight <= 0:
                continue
            guard = sum(strength[p] for p in each(BOARD.grow(places, 4)))
            weight *= w["pull"] / (1 + guard / w["guard"])
            reach, pull = w["reach"], self.pull
            for cost, found in reach_back(BOARD, [places], 80, slow, 0).by_cost():
                now = weight * exp(-cost / reach)
                for p in each(found & LIVE):
                    if now > pull[p]:
                        pull[p] = now

    def _draw_allied(self, s: OffensiveState) -> None:
        """Where the Germans would go: from each of their mechanized stacks downhill to the exits and to Bastogne; and which posts must be
        held against how much."""
        w = _ALLIED
        flow = self.flow
        power = {}
        for place in each(s.live(GERMAN)):
            units = s.units_at(place, GERMAN)
            wheels = sum(STRENGTH[u] for u in each(units & MECH))
            power[place] = wheels + w["foot"] * sum(STRENGTH[u] for u in each(units & ~MECH))
        near, span = w["post_near"], w["post_span"]
        for post, worth in (*EXITS.items(), (BASTOGNE, w["bastogne"])):
            if post in EXITS and EXIT_SECTION[post] in NEED_BASTOGNE and not self.bastogne:
                worth *= w["far_post"]
            costs = costs_to_place(post)
            against = sum(amount * max(0.0, min(1.0, (near - costs[p]) / span)) for p, amount in power.items())
            if against > 0.5:
                self.posts[post] = (worth * self.urgency, against)
        self.gates = gates_to_keep(s)
        for gate in each(self.gates):
            self.posts.pop(gate, None)
        goals = [
            (g, w["bastogne"] if g == "Bastogne" else float(sum(EXITS[p] for p in each(GROUPS[g])))) for g in GROUPS
        ]
        goals = [(g, w) for g, w in goals if g not in NEED_BASTOGNE or self.bastogne]
        steps, less = int(w["flow_steps"]), w["flow_less"]
        for place, strength in power.items():
            for group, weight in goals:
                costs = costs_to(group)
                if costs[place] > w["flow_far"]:
                    continue
                amount = strength * weight * exp(-costs[place] / w["flow_fade"])
                here = place
                down = downhill(group)
                for _ in range(steps):
                    here = down[here]
                    amount *= less
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
        for p in each(self.foes):
            flow[p] = 0.0
        for p in self.posts:
            need = self.post_gain(s, -1, p, 4)
            if need > 0.1:
                seeds[max(0, int((1 - need) * 25))] |= 1 << p
        for cost, places in reach_back(BOARD, seeds, 80, ways(0, self.foes, 0, 14), 0).by_cost():
            now = exp(-cost / w["pull_fade"])
            for p in each(places & LIVE):
                self.pull[p] = now
        close = BOARD.grow(s.live(GERMAN), 7)
        self.bridges = bits(b for b, hexes in enumerate(BRIDGE_HEXES) if hexes & close)

    def post_gain(self, s: OffensiveState, unit: Unit, post: Place, strength: int) -> float:
        """What it is worth to have so much more strength in a post."""
        worth, against = self.posts[post]
        w = _ALLIED
        if TOWNS >> post & 1:
            against *= w["post_town"]
        there = sum(STRENGTH[u] for u in each(s.units_at(post, ALLIED) & ~s.road) if u != unit)
        if post == BASTOGNE:  # a handful of engineers only delays them
            worth *= w["bulwark"]
            full = w["bulwark_strength"]
            return worth * (
                _hold(there + strength, against) * min(1.0, (there + strength) / full)
                - _hold(there, against) * min(1.0, there / full)
            )
        return worth * (_hold(there + strength, against) - _hold(there, against))

    # --- what a place is worth -----------------------------------------------------------------------------------------------------

    def danger(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        """How likely a unit is lost there, times its worth."""
        threat = self.threat[place]
        if not threat or (self.turn == LAST_TURN and self.side == ALLIED):
            return 0.0
        if self.ways and not self.strikeable(s, others) >> place & 1:
            return 0.0
        here = s.units_at(place, self.side) & ~(1 << unit)
        own: float = STRENGTH[unit]
        if march:
            own *= 0.5
        for u in each(here):
            own += STRENGTH[u]
        if self.side == GERMAN and WEST_WALL >> place & 1:
            own *= 3
        w = _DANGER
        odds = threat / own
        chance = min(w["most"], w["slope"] * max(0.0, odds - w["ratio"]))
        if self.ways and not march and not self.immune >> place & 1:
            out = BOARD.neighbours(place) & LIVE & ~self.closable(s, others) & ~s.full(self.side)
            open_hexes = min(out.bit_count(), 4)
            chance *= w["out"][open_hexes]
            if open_hexes < len(w["trap"]):
                chance = max(chance, w["trap"][open_hexes] * min(1.0, odds / w["trap_odds"]))
        if not chance:
            return 0.0
        friends = (s.live(self.side) & BOARD.within(place, 2) & ~(1 << place)).bit_count()
        chance *= w["friends"][min(friends, 4)]
        if TOWNS >> place & 1 and not march:
            chance *= w["town" if own >= 4 else "weak_town"]
        if march:
            chance *= w["march"]
        loss: float = chance * WORTH[unit]
        return loss

    def relief(self, s: OffensiveState, place: Place, others: Places) -> float:
        """How many friends next to a hex could be surrounded as it is."""
        near = others & BOARD.neighbours(place) & self.struck
        if not near:
            return 0.0
        shut = self.closable(s, others) | s.full(self.side)
        return sum(1.0 for p in each(near) if not BOARD.neighbours(p) & LIVE & ~shut)

    def value(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        """What it is worth to have the unit end there. `others`: the hexes of its friends in standard mode."""
        w = _MOVE
        value = -self.rash * self.danger(s, unit, place, march, others)
        if not self.fed >> place & 1:
            value -= self.unfed
        if march:
            value -= w["march_near" if self.threat[place] else "march"]
        else:
            value += self.hunger * self.prey[place]
            if self.edge:
                value -= self.edge * WORTH[unit] * (BOARD.neighbours(place) & self.shut).bit_count()
            if self.support and self.threat[place]:
                value += self.support * self.relief(s, place, others)
            if self.line and self.threat[place]:
                value += self.line * min(2, (others & ring(place, 2)).bit_count())
        wheels = MECH >> unit & 1
        crowd = (others & BOARD.within(place, 3)).bit_count() - w["crowd_from"]
        if crowd > 0:
            value -= w["crowd"] * crowd
        if self.gates >> place & 1:
            value -= w["gate"]
        if self.side == GERMAN:
            value += (1.0 if wheels else _GERMAN["foot"]) * self.pull[place]
            value += self._german_post(s, unit, place, march, others)
        else:
            value += _ALLIED["pull"] * self.pull[place] + self._allied_post(s, unit, place, march, others)
        return value

    def _german_post(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        w = _GERMAN
        value = 0.0
        near = 1 << place if march else BOARD.within(place, 1)
        exits = near & ALL_EXITS & ~self.foes & self._fed_exits(place)
        if exits:
            covered = others | self._zone_of(others)
            weight = self.urgency
            for p in each(exits):
                if EXIT_SECTION[p] in NEED_BASTOGNE and not self.bastogne:
                    continue
                inside = p == place
                if not covered >> p & 1:
                    value += weight * EXITS[p] * (1.0 if inside else w["beside"])
                elif inside and not others >> p & 1:
                    value += weight * EXITS[p] * w["again"]
        if place == BASTOGNE and not march:
            value += w["garrison" if not others >> place & 1 else "garrison_again"]
        if not march and self.contact >> place & 1:
            # cutting off enemies: hexes behind them come under control
            value += w["behind"] * (BOARD.neighbours(place) & ~self._zone_of(others) & self.contact).bit_count()
        return value

    def _fed_exits(self, place: Place) -> Places:
        return ALL_EXITS if self.fed >> place & 1 else 0

    def _allied_post(self, s: OffensiveState, unit: Unit, place: Place, march: bool, others: Places) -> float:
        w = _ALLIED
        value = 0.0
        if not march:
            covered = others | self._zone_of(others)
            flow = self.flow
            if BOARD.within(place, 1) & self.flowing:
                fresh, again = w["flow"], w["flow_again"]
                for p in HERE_AND_AROUND[place]:
                    if now := flow[p]:
                        value += now * (again if covered >> p & 1 else fresh)
            if TOWNS >> place & 1 and self.threat[place]:
                value += w["town" if not others >> place & 1 else "town_again"]
            cuts = in_range(1 << place) & self.bridges
            if cuts:
                value += w["bridge"] * (cuts & ~self._cut_by(others)).bit_count()
        if place in self.posts:
            value += self.post_gain(s, unit, place, STRENGTH[unit] if not march else (STRENGTH[unit] + 1) // 2)
        return value

    def _zone_of(self, others: Places) -> Places:
        """The hexes around some others: one unit's choices are all judged with the same ones."""
        if self._zone[0] != others:
            self._zone = others, BOARD.spread(others, EVERY)
        return self._zone[1]

    def _cut_by(self, others: Places) -> int:
        if self._cut[0] != others:
            self._cut = others, in_range(others)
        return self._cut[1]


def _hold(strength: float, against: float) -> float:
    """How likely a post is held."""
    w = _ALLIED
    return w["hold"] + w["hold_more"] * strength / (strength + w["hold_against"] * against) if strength else 0.0


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
    """What a point for an exit is worth now: they count up to game-turn 6 if the Germans are near their goal, and at the end."""
    w = _URGENCY
    left = LAST_TURN - s.turn
    value: float = w["usual"]
    if left < len(w["last"]):
        value = w["last"][left]
    elif s.turn <= EARLY:
        value += w["more"] * max(0.0, min(1.0, (points(s)[0] - w["from"]) / w["span"]))
    return value
