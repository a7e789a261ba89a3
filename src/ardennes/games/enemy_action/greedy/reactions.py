"""Chances to react: roadblocks, demolitions, Operation Greif, bridges before the supply check, air interdiction, fuel."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Card, Cards, Place
from ardennes.core.names import each
from ardennes.games.enemy_action import bridges
from ardennes.games.enemy_action.cards import NoFuel, ShowPriority
from ardennes.games.enemy_action.facts import ALLIED, BOARD, CARD_FACTS, GERMAN, MECH, RIVER_SIDES, SIDES_OF_HEX
from ardennes.games.enemy_action.greedy.commands import card_worth
from ardennes.games.enemy_action.greedy.engineers import best_work, demolition, detour
from ardennes.games.enemy_action.greedy.scene import Sight, sight, urgency
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import worth_of
from ardennes.games.enemy_action.reactions import Demolition, Greif, PlaceRoadblocks, Roadblocks, roadblock_hexes
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.supply_phase import Builders, Interdict

_R = weights("reactions")
Choice = tuple[str, Any]
PASS: Choice = ("pass", None)
_ROUND = 6
"""Roadblocks are for units that are not farther away than this."""


def cheapest(s: EnemyActionState, cards: Cards) -> Card:
    """The card that is missed least."""
    return min(each(cards), key=lambda c: (card_worth(s, c), c))


# --- roadblocks -------------------------------------------------------------------------------------------------------


def _roadblock(s: EnemyActionState, scene: Sight, place: Place) -> float:
    """What a roadblock in a hex would hinder of the active units."""
    units = s.active & MECH & s.units_in(GERMAN, BOARD.within(place, _ROUND))
    if not units:
        return 0.0
    strength = sum(s.strength(u) for u in each(units))
    return scene.foe_routes.through(place) * urgency(scene.foe_near[place]) * strength * _R["hindrance"]


def _blocks(s: EnemyActionState) -> list[tuple[float, Place]]:
    scene = sight(s, ALLIED)
    return sorted(((_roadblock(s, scene, p), -p) for p in each(roadblock_hexes(s))), reverse=True)


def roadblocks(s: EnemyActionState, frame: Roadblocks) -> Choice:
    """Are roadblocks worth a card?"""
    assert s.decision is not None
    if not (cards := s.decision.raw.get("card", 0)):
        return PASS
    card = cheapest(s, cards)
    found = sum(value for value, _ in _blocks(s)[:2])
    return ("card", card) if found >= _R["roadblock"] + card_worth(s, card) else PASS


def place_roadblocks(s: EnemyActionState, frame: PlaceRoadblocks) -> Choice:
    """Where the roadblock hinders most."""
    assert s.decision is not None
    value, place = _blocks(s)[0]
    if not value and "done" in s.decision.raw and s.decision.raw.get("done"):
        return "done", None
    return "hex", -place


# --- bridges ----------------------------------------------------------------------------------------------------------


def _best_demolition(s: EnemyActionState, place: Place) -> tuple[float, int]:
    scene = sight(s, ALLIED)
    far = scene.foe_routes.far
    found = []
    for river in each(SIDES_OF_HEX[place] & s.bridges & bridges.blowable(s)):
        a, b = RIVER_SIDES[river]
        beyond = b if place == a else a
        ahead = far[beyond] < far[place]
        found.append((demolition(scene, river) if ahead and not s.occupied(GERMAN) >> beyond & 1 else 0.0, -river))
    return max(found)


def blow(s: EnemyActionState, frame: Demolition) -> Choice:
    """Is the bridge that a German unit comes to worth a card?"""
    assert s.decision is not None
    if frame.card < 0 and not s.decision.raw.get("card", 0):
        return PASS
    card = frame.card if frame.card >= 0 else cheapest(s, s.decision.raw.get("card", 0))
    value, river = _best_demolition(s, frame.place)
    if value < _R["bridge"] * card_worth(s, card):
        return PASS
    return ("card", card) if frame.card < 0 else ("blow", -river)


def save_bridge(s: EnemyActionState, frame: Greif) -> Choice:
    """Is the bridge worth Operation Greif?"""
    assert s.decision is not None
    if not (cards := s.decision.raw.get("card", 0)):
        return PASS
    scene = sight(s, GERMAN)
    return ("card", cheapest(s, cards)) if detour(scene, GERMAN, frame.river) >= _R["greif"] else PASS


def builders(s: EnemyActionState, frame: Builders) -> Choice:
    """Is a bridge needed before supply is checked?"""
    assert s.decision is not None
    if not (cards := s.decision.raw.get("card", 0)):
        return PASS
    card = cheapest(s, cards)
    best = best_work(s, frame.side, "supply")
    return ("card", card) if best is not None and best.value > card_worth(s, card) else PASS


# --- air and fuel -----------------------------------------------------------------------------------------------------


def interdict(s: EnemyActionState, frame: Interdict) -> Choice:
    """Two German cards and an impulse are worth any card."""
    assert s.decision is not None
    cards = s.decision.raw.get("card", 0)
    return ("card", cheapest(s, cards)) if cards else PASS


def no_fuel(s: EnemyActionState, frame: NoFuel) -> Choice:
    """Spend fuel on strong formations, or a card that is worth less than the formation's."""
    assert s.decision is not None
    raw = s.decision.raw
    formation = CARD_FACTS[frame.card].without_fuel(s.day)
    strength = worth_of(s, s.group(formation) & ~s.isolated)
    stake = card_worth(s, frame.card) + _R["fuel"] * strength
    if raw.get("priority", 0):
        card = cheapest(s, raw.get("priority", 0))
        if card_worth(s, card) < stake:
            return "priority", card
    if raw.get("spend") and strength >= _R["fuel_least"]:
        return "spend", None
    return "discard", frame.card


def show_priority(s: EnemyActionState, frame: ShowPriority) -> Choice:
    """Show the card that tells least."""
    assert s.decision is not None
    return "card", cheapest(s, s.decision.raw.get("card", 0))
