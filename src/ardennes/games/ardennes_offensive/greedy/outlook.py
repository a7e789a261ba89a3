"""What a position is valued by (see `ardennes.core.outlook`). Every feature is more for a German who is better off, and about -3 to 3."""

from __future__ import annotations

from collections.abc import Hashable
from math import exp

from ardennes.core.kinds import Places, Side, Units
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.combat import Combat
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BASTOGNE,
    BOARD,
    DUE,
    EXIT_SECTION,
    EXITS,
    GERMAN,
    LIVE,
    MECH,
    OF_SIDE,
    STRENGTH,
)
from ardennes.games.ardennes_offensive.greedy.worth import FAR, costs_to_place
from ardennes.games.ardennes_offensive.movement_phase import Movement
from ardennes.games.ardennes_offensive.sequence import GameTurn
from ardennes.games.ardennes_offensive.setup import SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.supply import out_now
from ardennes.games.ardennes_offensive.victory import EARLY, NEED_BASTOGNE, NEEDED, exit_points

FEATURES = (
    "points",  # German points against those they need
    "ratio",  # against one and a half times the Allied ones
    "early",  # turns left in which the Germans can win at once
    "pace",  # while they can, their points against those they should have by now
    "strength",  # on the map, against each other
    "arrivals",  # strength that comes within four turns, against each other
    "exits",  # points for exits that the Germans hold
    "exits_near",  # points for the others, the nearer supplied German armor and the weaker their guards
    "bastogne",
    "german_supply",  # share of German strength out of supply
    "allied_supply",
    "german_traps",  # units in contact that have nowhere to retreat to
    "allied_traps",
    "table",  # the Germans use the Initial table
)
_ALLIED_FROM = next(n for n, step in enumerate(GameTurn.steps) if step.name == "allied-reinforcements")
_SOON = 4
_FADE = 10.0
"""Movement points after which an exit counts a third."""
_GUARD = 6.0
"""The strength of guards that halves it."""


def features(s: OffensiveState) -> tuple[float, ...]:
    german, allied = s.active(GERMAN), s.active(ALLIED)
    out = out_now(s, GERMAN)[0], out_now(s, ALLIED)[0]
    exits = exit_points(s)
    held = sum(exits.values())
    points, lost = s.losses(ALLIED) + held, s.losses(GERMAN)
    left = EARLY + 1 - s.turn
    strength = _strength(german), _strength(allied)
    return (
        _clipped((points - NEEDED) / 15),
        _clipped((points - 1.5 * lost) / 20),
        max(0, left) / EARLY,
        _clipped((points - NEEDED * (s.turn - 1) / EARLY) / 8) if left > 0 else 0.0,
        (strength[GERMAN] - strength[ALLIED]) / 100,
        (_coming(s, GERMAN) - _coming(s, ALLIED)) / 50,
        held / 10,
        _near(s, german & ~out[GERMAN], exits) / 10,
        _bastogne(s),
        -3 * _strength(out[GERMAN]) / max(1, strength[GERMAN]),
        3 * _strength(out[ALLIED]) / max(1, strength[ALLIED]),
        -_trapped(s, GERMAN) / 5,
        _trapped(s, ALLIED) / 5,
        0.0 if s.standard else 1.0,
    )


def moment(s: OffensiveState) -> Hashable:
    """Before a free set-up, and when a player-turn's movement begins; attacks and mechanized movement follow from that, except on the first
    turn, when nobody moves before the attacks."""
    top = s.stack[-1]
    if isinstance(top, Movement):
        return s.turn, top.side
    if isinstance(top, SetUp) or (isinstance(top, Combat) and s.turn == 1):
        return type(top).__name__, top.side
    return None


def pace(s: OffensiveState) -> int:
    """Player-turns: an idea holds for one, and is judged after the other side's answer to it."""
    bottom = s.stack[0]
    assert isinstance(bottom, GameTurn)
    return 2 * s.turn + (_ALLIED_FROM <= bottom.playing(s) < len(GameTurn.steps) - 1)


def _clipped(value: float) -> float:
    return max(-3.0, min(3.0, value))


def _strength(units: Units) -> int:
    return sum(STRENGTH[u] for u in each(units))


def _coming(s: OffensiveState, side: Side) -> int:
    return sum(STRENGTH[u] for u in each(s.in_box(DUE) & OF_SIDE[side]) if s.due[u] <= s.turn + _SOON)


def _near(s: OffensiveState, fed: Units, held: dict[int, int]) -> float:
    """Points for exits that are not held yet, by how far supplied German armor has to go and who is in its way."""
    spots = each(s.places_of(fed & MECH))
    bastogne = bool(s.units_at(BASTOGNE, GERMAN))
    total = 0.0
    for place, n in EXITS.items():
        if place in held or (EXIT_SECTION[place] in NEED_BASTOGNE and not bastogne):
            continue
        costs = costs_to_place(place)
        nearest = min((costs[p] for p in spots), default=FAR)
        guard = sum(STRENGTH[u] for u in each(s.units_in(ALLIED, BOARD.within(place, 1) & s.live(ALLIED))))
        total += n * exp(-nearest / _FADE) / (1 + guard / _GUARD)
    return total


def _bastogne(s: OffensiveState) -> float:
    if s.units_at(BASTOGNE, GERMAN):
        return 1.0
    return -min(1.0, _strength(s.units_at(BASTOGNE, ALLIED)) / 6)


def _trapped(s: OffensiveState, side: Side) -> int:
    """How many of a side's units next to enemies could not retreat."""
    closed = s.closed_to(side) | s.full(side)
    refuge: Places = LIVE & ~closed
    units = s.units_in(side, s.live(side) & s.zoc(1 - side))
    return sum(1 for u in each(units) if not BOARD.neighbours(s.at[u]) & refuge)
