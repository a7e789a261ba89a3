"""The `greedy` AI for Bulge: looks only at the position, and always gives the same answer to the same position.

`combat` rates fights, `field` knows the roads to the exits and the gaps in the line, `moves` moves units,
`air` assigns air missions.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ardennes.core.advice import advice_by_frame
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.bulge.air import AirMissions, PlaceInterdiction, PlaceResupply
from ardennes.games.bulge.combat import Column, Combat, Declare, Support
from ardennes.games.bulge.facts import COLUMNS
from ardennes.games.bulge.greedy import air as air_plans
from ardennes.games.bulge.greedy import combat as fights
from ardennes.games.bulge.greedy import moves
from ardennes.games.bulge.greedy.weights import WEIGHTS
from ardennes.games.bulge.movement import Move
from ardennes.games.bulge.movement_phase import Mechanize, Movement
from ardennes.games.bulge.reinforcements import Arrive
from ardennes.games.bulge.results import Advance, Exchange, LoseOne, Retreat, Retreats
from ardennes.games.bulge.state import BulgeState

Choice = tuple[str, Any]
DONE: Choice = ("done", None)
_FIGHT: dict[str, float] = WEIGHTS.part("fight")


class Greedy:
    """One player's adviser: it keeps the plan of a movement phase from one question to the next."""

    def __init__(self) -> None:
        self._orders = moves.Orders()

    def __call__(self, s: BulgeState) -> Choice:
        """One of the choices offered by a side's pending question (not a die roll)."""
        return advice_by_frame(s, self.advisers)

    @cached_property
    def advisers(self) -> dict[type[Frame], Any]:
        return _ADVISERS | {Movement: self._movement, Move: self._move, Arrive: self._arrive}

    def _movement(self, s: BulgeState, frame: Movement) -> Choice:
        assert s.decision is not None
        raw = s.decision.raw
        if "drop" in raw:
            return "drop", moves.best_drop(s, raw["drop"])
        unit = moves.next_unit(s, frame.side, raw.get("unit", 0), self._orders)
        return DONE if unit < 0 else ("unit", unit)

    def _move(self, s: BulgeState, frame: Move) -> Choice:
        assert s.decision is not None
        return moves.choose_move(s, frame, s.decision.raw, self._orders)

    def _arrive(self, s: BulgeState, frame: Arrive) -> Choice:
        assert s.decision is not None
        return "hex", moves.choose_entry(s, frame.unit, s.decision.raw["hex"], self._orders)


def _combat(s: BulgeState, frame: Combat) -> Choice:
    assert s.decision is not None
    plan = fights.pick_attack(s, frame.side, frame.after, s.decision.raw["attack"])
    if plan is None or (not frame.after and plan.value < _FIGHT["before_moving"]):
        return DONE
    return "attack", plan.target


def _declare(s: BulgeState, frame: Declare) -> Choice:
    plan = fights.declare(s, frame.after, frame.target, frame.attackers)
    missing = plan.attackers & ~frame.attackers
    if missing:
        return "unit", missing.bit_length() - 1
    return "crt", plan.crt


def _support(s: BulgeState, frame: Support) -> Choice:
    return "support", fights.choose_support(s, frame.after, frame.target, frame.attackers, frame.crt)


def _column(s: BulgeState, frame: Column) -> Choice:
    final = frame.final(s)
    best = fights.best_column(fights.fight_stakes(s, frame.target, frame.attackers), frame.crt, final)
    return ("roll", None) if best == final else ("column", COLUMNS[best])


def _lose_one(s: BulgeState, frame: LoseOne) -> Choice:
    return "unit", fights.cheapest(frame.attackers)


def _exchange(s: BulgeState, frame: Exchange) -> Choice:
    assert s.decision is not None
    return "unit", fights.cheapest_exchange(frame.defender_cf, frame.attackers, frame.lost, s.decision.raw["unit"])


def _retreats(s: BulgeState, frame: Retreats) -> Choice:
    return "unit", fights.retreat_order(s, frame.units)


def _retreat(s: BulgeState, frame: Retreat) -> Choice:
    assert s.decision is not None
    return "hex", moves.best_retreat(s, frame.unit, s.decision.raw["hex"])


def _advance(s: BulgeState, frame: Advance) -> Choice:
    assert s.decision is not None
    raw = s.decision.raw
    if "unit" in raw:
        place = frame.hexes.bit_length() - 1
        pairs = [(moves.advance_value(s, u, place), "unit", u) for u in each(raw["unit"])]
    else:
        unit = frame.left(s).bit_length() - 1
        pairs = [(moves.advance_value(s, unit, place), "hex", place) for place in each(raw["hex"])]
    value, verb, arg = max(pairs)
    return (verb, arg) if value > 0 else DONE


def _mechanize(s: BulgeState, frame: Mechanize) -> Choice:
    assert s.decision is not None
    unit = moves.next_mechanized(s, s.decision.raw["unit"])
    return DONE if unit < 0 else ("unit", unit)


def _missions(s: BulgeState, frame: AirMissions) -> Choice:
    mission = air_plans.next_mission(s, frame)
    return DONE if mission is None else ("mission", mission)


def _interdiction(s: BulgeState, frame: PlaceInterdiction) -> Choice:
    assert s.decision is not None
    return "hex", air_plans.best_marker(s, frame.side, s.decision.raw["hex"])


def _resupply(s: BulgeState, frame: PlaceResupply) -> Choice:
    assert s.decision is not None
    return "unit", max(each(s.decision.raw["unit"]), key=lambda u: (fights.WORTH[u], u))


_ADVISERS: dict[type[Frame], Any] = {
    Combat: _combat,
    Declare: _declare,
    Support: _support,
    Column: _column,
    LoseOne: _lose_one,
    Exchange: _exchange,
    Retreats: _retreats,
    Retreat: _retreat,
    Advance: _advance,
    Mechanize: _mechanize,
    AirMissions: _missions,
    PlaceInterdiction: _interdiction,
    PlaceResupply: _resupply,
}
