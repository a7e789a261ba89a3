"""The data of Enemy Action: the counts and facts that the rulebook fixes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ardennes.core.names import each
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.state import stale
from tests.rules.enemy_action.table import asked, situation, state, where


def count(cards: int, day: int) -> int:
    """How many of some cards are dated up to a day."""
    return sum(1 for c in each(cards) if 0 < f.CARD_FACTS[c].entry <= day)


@pytest.mark.parametrize(
    ("side", "day", "primary", "supplemental", "all_"),
    [(f.GERMAN, 16, 7, 18, 37), (f.ALLIED, 16, 3, 9, 34), (f.GERMAN, 22, 9, 23, 37), (f.ALLIED, 22, 7, 24, 34)],
)
def test_card_counts_are_those_of_the_rulebook(side: int, day: int, primary: int, supplemental: int, all_: int) -> None:
    deck = f.DECK[side]
    assert deck.bit_count() == all_
    assert (count(deck & f.PRIMARY, day), count(deck & f.SUPPLEMENTAL, day)) == (primary, supplemental)


def test_supplemental_cards_suffice_every_day() -> None:
    for side, name in enumerate(f.SIDES):
        drawn = 0
        for day in f.DAYS:
            free = count(f.DECK[side] & f.SUPPLEMENTAL, day) - drawn
            drawn = f.CALENDAR[day][name]
            assert free >= drawn, (name, day)


def test_every_card_names_known_things_and_units() -> None:
    for card in f.CARD_FACTS:
        assert card.kind in ("army group", "army", "corps", "division", "none")
        assert all(f.IN_GROUP[g] for g in card.activate)
        assert bool(card.rp) == (card.kind == "corps"), card.name
        assert {g for g, _ in card.no_fuel} <= set(card.activate), card.name


def test_chits() -> None:
    assert len(f.CHITS) == 60
    assert f.BLUE


def test_units_have_a_side_for_every_step() -> None:
    for u, name in enumerate(f.UNIT_NAMES.names):
        assert 1 <= f.STEPS[u] <= 4, name
        assert {len(f.STRENGTH[u]), len(f.QUALITY[u]), len(f.TYPES[u])} == {f.STEPS[u] + 1}, name


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_every_scenario_starts_within_stacking_limits(scenario: str) -> None:
    s = GAME.start(GAME.setup(scenario))
    assert not s.overstacked(f.GERMAN) and not s.overstacked(f.ALLIED)  # type: ignore[attr-defined]


def test_what_is_kept_of_the_hexes_is_compared_with_a_fresh_look() -> None:
    s = state(situation("german-impulse", {"de-18": "1407", "us-8-4": "1213"}))
    hexes = [f.HEX[name] for name in ("1407", "1406")]
    changes: list[tuple[Callable[..., None], tuple[int, ...]]] = [
        (s.place, (f.UNIT["de-18"], hexes[1])),
        (s.lose_step, (f.UNIT["de-18"],)),
        (s.disperse, (1 << f.UNIT["de-18"],)),
    ]
    for change, what in changes:
        assert s.zoc(f.GERMAN) >= 0 and s.zoc(f.ALLIED) >= 0
        change(*what)
        assert stale(s) == []
    s._load[hexes[1]] += 1
    s.zoc(f.GERMAN)
    s._held[f.GERMAN] ^= 1 << hexes[0]
    assert stale(s) == ["_load is stale", "_zoc or _held is stale"]
    assert set(stale(s)) <= set(GAME.invariants(s))


def test_board_keeps_the_facts_of_the_rulebook() -> None:
    west, hex_ = f.WEST_BANK, f.HEX
    assert [west >> hex_[h] & 1 for h in ("0116", "0117", "0625", "0626", "1126", "1728", "1729")] == [
        0,
        1,
        0,
        1,
        0,
        0,
        1,
    ]
    assert f.GERMAN_BRIDGES.bit_count() == 7 and f.BLOWN_AT_START.bit_count() == 4
    assert f.EXIT_UNTIL[hex_["2605"]] == 18
    assert hex_["0812"] in each(f.TOWNS & f.FOREST)
    assert sum(f.TOWN_VP[hex_[h]] for h in ("1108", "2208", "1316", "1719")) == 8


def test_a_position_in_the_middle_of_an_activation_can_be_written() -> None:
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 5},
    ]
    match = situation(
        "",
        {"de-3-2p": "1607", "us-110-28": "1708"},
        hand={"german": [46], "allied": [13]},
        pile={"german": [35], "allied": [5]},
        blown=["1707-1708"],
        frames=frames,
        active=["de-3-2p"],
        mode="formation",
    )
    assert asked(match)[0] == "german"
    assert state(match).day == 17
    assert where(match, "us-110-28") == "1708"
