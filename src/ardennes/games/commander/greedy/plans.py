"""Planning a turn: for each space that could be activated, where its units would go and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.games.commander import reach
from ardennes.games.commander.facts import FOOT, RIVER, ROAD, SPACES, STACK
from ardennes.games.commander.greedy import fights
from ardennes.games.commander.greedy.scene import Scene
from ardennes.games.commander.greedy.weights import WEIGHTS
from ardennes.games.commander.greedy.worth import members, swept_worth
from ardennes.games.commander.reach import Effect
from ardennes.games.commander.state import CommanderState

STAY, EXIT = -1, -2
SORTIE = SPACES
"""An order of SORTIE plus a space: out to that space and back."""
_PLAN: dict[str, float] = WEIGHTS.part("plans")
Orders = dict[Unit, int]
"""Where each unit goes: a space, STAY, EXIT or a sortie."""


class Plan(NamedTuple):
    """What some active units do, and what it is worth."""

    value: float
    orders: Orders


class Planner:
    """Plans for one side at one question."""

    def __init__(self, s: CommanderState, side: Side) -> None:
        self.s = s
        self.side = side
        self.scene = Scene(s, side)
        self._reach: dict[Unit, int] = {}
        self._plans: dict[tuple[Units, Place], Plan] = {}
        self._quiets: dict[tuple[Unit, int], list[tuple[float, int]]] = {}

    def reach(self, unit: Unit) -> int:
        found = self._reach.get(unit)
        if found is None:
            found = self._reach[unit] = reach.reach(self.s, unit).all
        return found

    # --- a whole activation ----------------------------------------------------------------------------------------------------------

    def plan(self, units: Units, here: Place) -> Plan:
        """The best plan for the active units that have not moved yet; the others stay put."""
        found = self._plans.get((units, here))
        if found is None:
            found = self._plans[units, here] = self._best(units, here)
        return found

    def _best(self, units: Units, here: Place) -> Plan:
        s = self.s
        foes = s._occ[1 - self.side]
        movers = members(units)
        best = self._quiet(movers, here, {})
        targets = 0
        for u in movers:
            targets |= self.reach(u) & foes
        if foes >> here & 1:
            targets |= 1 << here
        for target in members(targets):
            for orders in self._assaults(movers, here, target):
                rest = [u for u in movers if u not in orders]
                plan = self._quiet(rest, here, orders)
                worth = plan.value + self._battle(target, here, orders)
                if worth > best.value:
                    best = Plan(worth, plan.orders)
        return best

    def _assaults(self, movers: Sequence[Unit], here: Place, target: Place) -> list[Orders]:
        """Ways to attack a space: with every unit that can get there, or with the strongest alone."""
        s = self.s
        if target == here:
            return [dict.fromkeys(movers, STAY)]
        can = [u for u in movers if self.reach(u) >> target & 1]
        can.sort(key=lambda u: (-s.strength(u), u))
        room = STACK - s.units_at(target, self.side).bit_count()
        limit = 1 if RIVER[here] >> target & 1 and all(FOOT >> u & 1 for u in can) else STACK
        group = can[: min(room, limit)]
        out = [dict.fromkeys(group, target)]
        if len(group) > 1:
            out.append({group[0]: target})
        return out

    def _battle(self, target: Place, here: Place, orders: Orders) -> float:
        """The value of the battle that these orders lead to."""
        s, scene = self.s, self.scene
        attackers = s.units_at(target, self.side) & ~(s.cubes | s.oos | s.short | s.broke)
        over = all(s.over[u] >= 0 for u in members(attackers))
        leaving = 0.0
        for u, to in orders.items():
            attackers |= 1 << u
            if to != STAY:
                over = over and bool(RIVER[here] >> target & 1)
                leaving += self._leave(u, here, len(orders))
        defenders = s.units_at(target, 1 - self.side)
        more = 0.0 if s.controller(target) == self.side else scene.severs(target)
        worth = fights.value(s, target, attackers, defenders, over, scene.caution, more)
        for u, to in orders.items():
            if to != STAY:
                worth += _PLAN["pull"] * scene.pull(u, here, target)
                worth -= _PLAN["danger"] * scene.danger(target, u)
        return worth - leaving

    # --- single units ------------------------------------------------------------------------------------------------------------------

    def _quiet(self, movers: Sequence[Unit], here: Place, orders: Orders) -> Plan:
        """Each unit on its own takes its best move without attacking; units that stay in a contested space must attack."""
        out = dict(orders)
        value = 0.0
        contested = self.s._occ[1 - self.side] >> here & 1
        staying = []
        taken = 0
        for u in movers:
            best, to = (0.0, STAY) if not contested else (-9.0, STAY)
            for worth, place in self._options(u, here, len(movers) + len(orders)):
                if place >= 0 and taken >> place % SORTIE & 1:
                    worth -= _PLAN["together"] if place < SORTIE else worth
                if worth > best:
                    best, to = worth, place
            out[u] = to
            if to == STAY and contested:
                staying.append(u)
                continue
            if to >= 0:
                taken |= 1 << to % SORTIE
            value += best
        if staying and STAY not in orders.values():
            value += self._battle(here, here, dict.fromkeys(staying, STAY))
        return Plan(value, out)

    def _options(self, unit: Unit, here: Place, company: int) -> list[tuple[float, int]]:
        """A unit's best moves that lead to no battle, each with its worth."""
        found = self._quiets.get((unit, company))
        if found is None:
            s = self.s
            if reach.can_exit(s, unit) and not s.race:
                found = [(s.strength(unit) + _PLAN["off"], EXIT)]
            else:
                value = self.quiet_value(unit, here, company)
                found = [(value(p), p) for p in members(self.reach(unit) & ~s._occ[1 - self.side])]
                found.sort(reverse=True)
                del found[STACK:]
                swept = swept_worth(s.race)
                found += [(swept[p] + self.scene.severs(p), SORTIE + p) for p in members(reach.sorties(s, unit))]
            self._quiets[unit, company] = found
        return found

    def quiet_value(self, unit: Unit, here: Place, company: int) -> Callable[[Place], float]:
        """What a move into a space without enemies is worth, as a function of the space."""
        s, scene = self.s, self.scene
        danger, leave = scene.danger(here, unit), self._leave(unit, here, company)
        strength, friendly = s.strength(unit), s.controlled(self.side)
        space, taken, mine, field, hold = scene.space, _PLAN["taken"], scene.mine, scene.field, scene.hold
        at_home = field[here]
        sweeps = bool(self._sweeps(unit))

        def value(to: Place) -> float:
            worth = 0.0
            if not friendly >> to & 1:
                worth += space[to] * taken + scene.severs(to)
            if sweeps:
                worth += self._passing(unit, to)
            worth += strength * (field[to] - at_home)
            worth += hold(to, mine[to] + strength) - hold(to, mine[to])
            worth += danger - scene.danger(to, unit)
            return worth - leave

        return value

    def _sweeps(self, unit: Unit) -> Places:
        """Spaces that a unit could capture on the way."""
        s = self.s
        if FOOT >> unit & 1:
            return 0
        return reach.through(s, unit, ROAD[s.at[unit]]) & ~s.controlled(self.side)

    def _passing(self, unit: Unit, to: Place) -> float:
        """What is captured on the way."""
        swept = swept_worth(self.s.race)
        return max((_taken(effect, swept) for effect in reach.ways(self.s, unit, to).values()), default=0.0)

    def _leave(self, unit: Unit, here: Place, company: int) -> float:
        """What leaving the space costs."""
        s, scene = self.s, self.scene
        mine = scene.mine[here]
        cost = scene.hold(here, mine) - scene.hold(here, mine - s.strength(unit))
        if s._occ[1 - self.side] >> here & 1 and s.controller(here) == self.side:
            alone = s.units_at(here, self.side).bit_count() <= company
            cost += scene.space[here] * _PLAN["give_up"] if alone else _PLAN["leave"]
        return cost


def _taken(effect: Effect, swept: list[float]) -> float:
    return swept[effect.taken] if effect.taken >= 0 else 0.0


def best_way(ways: dict[Place, Effect], race: bool) -> Place:
    """The way that captures most and, if possible, does not attack across a river."""
    swept = swept_worth(race)
    return max(ways, key=lambda m: (_taken(ways[m], swept), ways[m].border < 0, -m))


class Planners:
    """Keeps the planner of the last question: if only the question is new, what it has worked out is still true."""

    def __init__(self) -> None:
        self._key: tuple[Any, ...] = ()
        self._last: Planner | None = None

    def of(self, s: CommanderState, side: Side) -> Planner:
        """A planner for the position."""
        key = (side, s.race, s.day, s.surprise, s.german, s.cubes, s.oos, s.short, s.moved, s.broke, s.released,
               s.at, s.lost, s.over)  # fmt: skip
        if self._last is None or self._key != key:
            self._last = Planner(s.clone(), side)
            self._key = (*key[:-3], self._last.s.at, self._last.s.lost, self._last.s.over)
        return self._last


def turn_plan(planner: Planner, place: Place) -> Plan:
    """The plan for a space that could be activated."""
    s = planner.s
    units = s.ready(planner.side) & s.units_at(place, planner.side)
    return planner.plan(units, place)
