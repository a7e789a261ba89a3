"""The `greedy` AI for Commander: looks only at the position, and always gives the same answer to the same position.

`worth` says what things are worth, `fights` rates battles, `scene` knows where the sides are strong and which spaces attract them,
`plans` plans a turn.
"""

from __future__ import annotations

from typing import Any

from ardennes.core.advice import advice_by_frame
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.commander.arrivals import Arrivals, ArriveAt, Reserve
from ardennes.games.commander.battle import Combats
from ardennes.games.commander.facts import ALLIED, GERMAN, SIDE, TANKS
from ardennes.games.commander.greedy import fights, plans
from ardennes.games.commander.greedy.plans import EXIT, SORTIE, STAY, Planners, best_way
from ardennes.games.commander.greedy.scene import Scene
from ardennes.games.commander.greedy.weights import WEIGHTS
from ardennes.games.commander.greedy.worth import WORTH
from ardennes.games.commander.losses import Breakthrough, Losses, Response, Retreat
from ardennes.games.commander.morning import Commando, NameShort, Refuel, Replace
from ardennes.games.commander.movement import Move, Moves, Via
from ardennes.games.commander.reach import ways
from ardennes.games.commander.state import CommanderState
from ardennes.games.commander.turns import Turn

Choice = tuple[str, Any]
_MOOD: dict[str, float] = WEIGHTS.part("mood")
_PLAN: dict[str, float] = WEIGHTS.part("plans")
_COMMANDO: dict[str, float] = WEIGHTS.part("commando")


class Adviser:
    """Advises one player; remembers what it has planned in this position."""

    def __init__(self) -> None:
        self._planners = Planners()
        self._advisers: dict[type[Frame], Any] = {
            **_ADVISERS,
            Turn: self._turn,
            Moves: self._moves,
            Move: self._move,
            Breakthrough: self._breakthrough,
        }

    def advise(self, s: CommanderState) -> Choice:
        """One of the choices offered by a side's pending question (not a die roll)."""
        return advice_by_frame(s, self._advisers)

    def _turn(self, s: CommanderState, frame: Turn) -> Choice:
        assert s.decision is not None
        planner = self._planners.of(s, frame.side)
        value, place = max((plans.turn_plan(planner, p).value, -p) for p in _offered(s, "activate"))
        if "pass" in s.decision.raw and value < _MOOD["enough"]:
            return "pass", None
        return "activate", -place

    def _plan(self, s: CommanderState, side: int) -> plans.Plan:
        left = s.active & ~s.moved
        here = s.at[left.bit_length() - 1]
        return self._planners.of(s, side).plan(left, here)

    def _moves(self, s: CommanderState, frame: Moves) -> Choice:
        orders = self._plan(s, frame.side).orders
        going = [u for u in _offered(s, "unit") if orders.get(u, STAY) != STAY]
        if not going:
            return "done", None
        return "unit", max(going, key=lambda u: (s.strength(u), -u))

    def _move(self, s: CommanderState, frame: Move) -> Choice:
        to = self._plan(s, SIDE[frame.unit]).orders.get(frame.unit, STAY)
        if to == EXIT:
            return "exit", None
        if to >= SORTIE:
            return "sortie", None
        return ("stay", None) if to == STAY else ("space", to)

    def _breakthrough(self, s: CommanderState, frame: Breakthrough) -> Choice:
        unit = frame.unit(s)
        side = SIDE[unit]
        planner = self._planners.of(s, side)

        quiet = planner.quiet_value(unit, frame.place, 1)

        def value(place: int) -> float:
            if s._occ[1 - side] >> place & 1:
                return planner.scene.pull(unit, frame.place, place) - _PLAN["push_on"]
            return quiet(place)

        best = max(_offered(s, "space"), key=lambda p: (value(p), p))
        return ("space", best) if value(best) > 0 else ("stay", None)


def _offered(s: CommanderState, verb: str) -> list[int]:
    assert s.decision is not None
    return each(s.decision.raw.get(verb, 0))


def _via(s: CommanderState, frame: Via) -> Choice:
    middle = best_way(ways(s, frame.unit, frame.to), s.race)
    return ("direct", None) if middle < 0 else ("via", middle)


# --- battles ---------------------------------------------------------------------------------------------------------------------------


def _combats(s: CommanderState, frame: Combats) -> Choice:
    def strength(place: int) -> int:
        return sum(s.strength(u) for u in each(s.units_at(place, 1 - frame.side)))

    return "battle", min(_offered(s, "battle"), key=lambda p: (strength(p), p))


def _response(s: CommanderState, frame: Response) -> Choice:
    flee = fights.should_retreat(s, frame.place, frame.attackers, frame.defenders, frame.hits)
    return ("retreat" if flee else "stand"), None


def _losses(s: CommanderState, frame: Losses) -> Choice:
    def cost(u: int) -> float:
        n = s.strength(u)
        return WORTH[u][n] - WORTH[u][n - 1]

    return "unit", min(_offered(s, "unit"), key=lambda u: (cost(u), u))


def _retreat(s: CommanderState, frame: Retreat) -> Choice:
    unit = frame.unit(s)
    scene = Scene(s, SIDE[unit])

    def value(place: int) -> float:
        held = scene.hold(place, scene.mine[place] + s.strength(unit)) - scene.hold(place, scene.mine[place])
        return held + _PLAN["fall_back"] * s.strength(unit) * scene.field[place] - scene.danger(place, unit)

    return "space", max(_offered(s, "space"), key=lambda p: (value(p), p))


# --- the start of a day ----------------------------------------------------------------------------------------------------------------


def _arrivals(s: CommanderState, frame: Arrivals) -> Choice:
    return "unit", max(_offered(s, "unit"), key=lambda u: (s.strength(u), -u))


def _arrive(s: CommanderState, frame: ArriveAt) -> Choice:
    field = Scene(s, SIDE[frame.unit]).field
    return "space", max(_offered(s, "space"), key=lambda p: (field[p], -p))


def _reserve(s: CommanderState, frame: Reserve) -> Choice:
    return "unit", max(_offered(s, "unit"), key=lambda u: (s.strength(u), -u))


def _use(s: CommanderState, unit: int, scene: Scene) -> float:
    """How much a unit can do today."""
    if s.oos >> unit & 1:
        return 0.0
    return s.strength(unit) * (1 + scene.field[s.at[unit]])


def _name_short(s: CommanderState, frame: NameShort) -> Choice:
    scene = Scene(s, GERMAN)
    return "unit", max(_offered(s, "unit"), key=lambda u: (_use(s, u, scene), u))


def _refuel(s: CommanderState, frame: Refuel) -> Choice:
    return _name_short(s, NameShort(0))


def _replace(s: CommanderState, frame: Replace) -> Choice:
    def gain(u: int) -> float:
        n = s.strength(u)
        return WORTH[u][n + 1] - WORTH[u][n]

    return "unit", max(_offered(s, "unit"), key=lambda u: (gain(u), u))


def _commando(s: CommanderState, frame: Commando) -> Choice:
    scene = Scene(s, ALLIED)

    def use(u: int) -> float:
        return _use(s, u, scene) * (_COMMANDO["armor"] if TANKS >> u & 1 else 1.0) + scene.space[s.at[u]]

    return "unit", max(_offered(s, "unit"), key=lambda u: (use(u), u))


_ADVISERS: dict[type[Frame], Any] = {
    Via: _via,
    Combats: _combats,
    Response: _response,
    Losses: _losses,
    Retreat: _retreat,
    Arrivals: _arrivals,
    ArriveAt: _arrive,
    Reserve: _reserve,
    NameShort: _name_short,
    Refuel: _refuel,
    Replace: _replace,
    Commando: _commando,
}
