"""Setting up a small situation of Enemy Action for a rule test, with cards, chits and dice in the test's hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import ardennes
from ardennes import Match
from ardennes.games.enemy_action.facts import CARDS, PRINTED_BRIDGES, RIVERS, SIDES
from ardennes.games.enemy_action.state import EnemyActionState
from tests.rules.answers import offered as offered
from tests.rules.answers import play as play
from tests.rules.answers import refused as refused
from tests.rules.answers import where as where

BRIDGES = RIVERS.list_of(PRINTED_BRIDGES)
"""The printed bridges by name."""
Hands = Mapping[str, Iterable[int]]
"""Cards by the numbers that are printed on them, for each side: {"german": [37, 47], "allied": [13]}."""


def cards(*numbers: int) -> list[str]:
    """The names of cards by their printed numbers."""
    return [f"card-{n:02}" for n in numbers]


def situation(
    phase: str,
    units: Mapping[str, str],
    *,
    day: int = 17,
    scenario: str = "campaign",
    options: dict[str, Any] | None = None,
    hand: Hands | None = None,
    pile: Hands | None = None,
    available: Hands | None = None,
    discards: Hands | None = None,
    entering: Hands | None = None,
    rested: Hands | None = None,
    blown: Iterable[str] = (),
    **fields: Any,
) -> Match:
    """A position with these units (all others absent) on 17 December by default; everything that chance does is chosen by hand.

    `phase` is a name such as "german-impulse" or "supply"; give `frames=[...]` to start in the middle. Cards are given by number; those
    that are not mentioned take no part, so no reaction window opens unless a card for it could be in a hand, a pile or among the
    available cards. `blown` are bridges that are not intact ("1707-1708"); without it all printed bridges are. `fields` are fields of
    the state as a position writes them: `lost={"de-18": 1}`, `low=["us-501-101"]`, `ip=["1407"]`, `german_towns=["1108"]`,
    `roadblocks=["1014"]`, `impulses={"german": 1}`, `fuel=1`, `depots=["1814"]`.
    """
    piles: dict[str, dict[str, list[str]]] = {}
    named: set[str] = set()
    given = {"hand": hand, "pile": pile, "available": available, "discards": discards}
    for name, some in (given | {"entering": entering, "rested": rested}).items():
        if some:
            piles[name] = {side: cards(*some.get(side, ())) for side in SIDES}
            named |= {card for side in SIDES for card in piles[name][side]}
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "enemy_action",
        "scenario": scenario,
        "options": options or {},
        "turn": day - 15,
        "unused": [card for card in CARDS.names if card not in named],
        **piles,
    }
    if "frames" not in fields:
        data["phase"] = phase
    if blown:
        gone = set(blown)
        data["bridges"] = [name for name in BRIDGES if name not in gone]
    return ardennes.load_position(data | fields | {"units": dict(units)}, chance="manual")


def start(scenario: str = "campaign", **options: Any) -> Match:
    """A new match; everything that chance does is chosen by hand."""
    return ardennes.new("enemy_action", scenario=scenario, options=options, chance="manual")


def state(match: Match) -> EnemyActionState:
    """The state behind a match, for facts that no view shows."""
    found = match.state
    assert isinstance(found, EnemyActionState)
    return found


def asked(match: Match) -> tuple[str, str]:
    """Who is asked, and by which frame."""
    return match.decision.side, type(match.state.stack[-1]).__name__


def bad_position(phase: str, units: Mapping[str, str], **fields: Any) -> str:
    """Why a position is refused; it must be."""
    try:
        situation(phase, units, **fields)
    except ardennes.BadInput as error:
        return str(error)
    raise AssertionError("the position was accepted")
