"""4-II, 5 Preparing the cards of a day, drawing and replenishing the hand."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import bits
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.hands import ALLIES, FRONT, GERMANS, card, dated, draw, impulse, numbers, told
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, start, state


def preparation(day: int, side: str = "german", **piles: Any) -> Match:
    """The Card Preparation Phase of a day."""
    frames = [{"frame": "Day", "step": 2}, {"frame": "CardPreparation", "side": side, "stage": 0}]
    return situation("", FRONT, day=day, frames=frames, **piles)


def morning(day: int, discards: dict[str, list[int]], **more: Any) -> Match:
    """The morning of a day on which these cards were discarded yesterday; all later ones still lie in the open."""
    used = {n for some in discards.values() for n in some}
    known = {n for some in more.get("rested", {}).values() for n in some} | used
    entering: dict[str, list[int]] = {}
    available: dict[str, list[int]] = {}
    for side, name in enumerate(f.SIDES):
        later = set(dated(side, range(day, 30))) | {c.number for c in f.CARD_FACTS if c.side == side and not c.entry}
        entering[name] = sorted(later)
        old = set(dated(side, range(16, day), primary=False)) - known
        available[name] = sorted(old)
    return preparation(day, discards=discards, entering=entering, available=available, **more)


def to_cards(match: Match) -> Match:
    """From the start of a scenario to the first card that is drawn."""
    while "draw" not in match.decision.choices:
        match.play(*match.decision.pairs()[0])
    return match


@pytest.mark.rule("enemy_action", "4-II:d", "5-draw-pile:a", "2.3-primary:a")
def test_first_draw_of_the_campaign() -> None:
    match = to_cards(start())
    s = state(match)
    seen = 0
    while match.decision.side == "chance" and "draw" in match.decision.choices:
        if s.hand == [0, 0] and (s.pile[f.GERMAN] & f.SUPPLEMENTAL).bit_count() == 9 and not seen:
            seen = 1
        match.play("draw", match.decision.choices["draw"][0])
        s = state(match)
    assert [h.bit_count() for h in s.hand] == [7, 4]
    assert [p.bit_count() for p in s.pile] == [9, 3]
    for side in (f.GERMAN, f.ALLIED):
        mine = s.hand[side] | s.pile[side]
        initial = bits(f.CARD[card(n)] for n in dated(side, [16], primary=True))
        assert mine & f.PRIMARY == initial
        assert (mine & f.SUPPLEMENTAL).bit_count() == (9, 4)[side]
    assert [a.bit_count() for a in s.available] == [9, 5]


@pytest.mark.rule("enemy_action", "4-II:ab", "5-draw-pile:b", "2.3-primary:b", "5.7:a")
def test_allied_cards_of_17_december() -> None:
    primary, drawn = [5, 8, 11], [13, 17, 19, 24]
    german = [*dated(f.GERMAN, [16], primary=True), *dated(f.GERMAN, [16], primary=False)[:9]]
    match = morning(17, {"german": german, "allied": [*primary, *drawn]})
    while not numbers(state(match).hand[f.GERMAN]) or match.state.stack[-1].side == f.GERMAN:  # type: ignore[attr-defined]
        match.play("draw", match.decision.choices["draw"][0])
    stock = {int(name[5:]) for name in offered(match, "draw")}
    assert len(stock) == 8 and not stock & set(drawn)
    assert {18, 20, 30} <= stock
    draw(match, 18, 20, 30)
    s = state(match)
    assert (s.hand[f.ALLIED] | s.pile[f.ALLIED]).bit_count() == 9
    assert s.hand[f.ALLIED].bit_count() == 5
    assert {5, 8, 11, 12} <= set(numbers(s.hand[f.ALLIED] | s.pile[f.ALLIED]))
    assert numbers(s.rested[f.ALLIED]) == drawn
    assert not any(s.discards)


@pytest.mark.rule("enemy_action", "5-draw-pile:c", "5.7:a")
def test_cards_are_back_in_the_stock_the_day_after() -> None:
    rested = {"german": [38], "allied": [13, 14]}
    match = morning(18, {"german": [], "allied": [15, 16]}, rested=rested)
    draw_until_allied(match)
    stock = {int(name[5:]) for name in offered(match, "draw")}
    assert {13, 14} <= stock and not stock & {15, 16}


def draw_until_allied(match: Match) -> None:
    """Draw until the Allied player draws his first supplemental card."""
    while match.state.stack[-1].side == f.GERMAN:  # type: ignore[attr-defined]
        match.play("draw", match.decision.choices["draw"][0])


@pytest.mark.rule("enemy_action", "4-II:e")
def test_all_supplementals_are_taken_if_there_are_too_few() -> None:
    match = preparation(20, available={"german": [38, 39], "allied": [13]}, discards={"german": [36], "allied": [5]})
    draw(match)
    s = state(match)
    assert numbers(s.hand[f.GERMAN]) == [36, 38, 39]
    assert numbers(s.hand[f.ALLIED]) == [5, 13]


@pytest.mark.rule("enemy_action", "4-II:c", "5-hand-size:ab", "4-IV-2:c")
@pytest.mark.parametrize("day", f.DAYS)
def test_hand_sizes(day: int) -> None:
    allied = {16: 4, 17: 5, 18: 5, 19: 6, 20: 6, 21: 6}.get(day, 7)
    match = preparation(day, available={"german": GERMANS, "allied": ALLIES})
    draw(match)
    assert [h.bit_count() for h in state(match).hand] == [7, allied]


@pytest.mark.rule("enemy_action", "2.3-entry:a")
def test_a_card_does_not_come_before_its_date() -> None:
    for day in (16, 17):
        match = preparation(day, entering={"german": [40, 44], "allied": [4, 6]}, available={"allied": [13]})
        draw(match)
        assert numbers(state(match).entering[f.GERMAN]) == [40, 44]
        assert numbers(state(match).entering[f.ALLIED]) == [4, 6]
    match = preparation(18, entering={"german": [40, 44], "allied": [4, 6]}, available={"allied": [13]})
    draw(match)
    assert not any(state(match).entering)
    assert numbers(state(match).hand[f.GERMAN]) == [40, 44]


@pytest.mark.rule("enemy_action", "2.3-entry:b", "11.4:d")
def test_okw_cards_wait_for_the_reserve() -> None:
    okw = [68, 69, 70, 71]
    entering = {"german": okw, "allied": [26]}
    match = preparation(24, entering=entering, available={"german": [38], "allied": [13]})
    draw(match)
    assert numbers(state(match).entering[f.GERMAN]) == okw
    units = FRONT | {"de-10-10ss": "reserve"}
    frames = [{"frame": "Day", "step": 2}, {"frame": "CardPreparation", "side": "german", "stage": 0}]
    piles = {"entering": entering, "available": {"german": [38], "allied": [13]}}
    match = situation("", units, day=24, frames=frames, okw_released=True, **piles)  # type: ignore[arg-type]
    assert not state(match).entering[f.GERMAN]
    assert numbers(state(match).pile[f.GERMAN]) == [68]
    assert {int(n[5:]) for n in offered(match, "draw")} == {38, 69, 70, 71}


@pytest.mark.rule("enemy_action", "2.3-events")
def test_command_crisis_delays_british_cards() -> None:
    entering = {"german": [55], "allied": [3, 23, 31, 32]}
    for day, left in ((22, [3, 31, 32]), (23, [])):
        match = preparation(day, entering=entering, available={"allied": [13]}, command_crisis=True)
        draw(match)
        assert numbers(state(match).entering[f.ALLIED]) == left


@pytest.mark.rule("enemy_action", "15.5-special:ab")
def test_crisis_at_the_meuse() -> None:
    match = start("crisis")
    s = state(match)
    assert (f.CARD["card-13"] in range(71)) and s.discards[f.ALLIED] == 1 << f.CARD["card-13"]
    german = [36, 45, 56, 47, 50, 38, 39]
    while s.hand[f.GERMAN].bit_count() < 7 and match.decision.side == "chance":
        some = match.decision.choices["draw"]
        match.play("draw", next((card(n) for n in german if card(n) in some), some[0]))
        s = state(match)
    assert (s.hand[f.GERMAN] | s.pile[f.GERMAN]).bit_count() == 17
    while match.state.stack[-1].__class__.__name__ == "CardPreparation":
        assert "card-13" not in offered(match, "draw")
        match.play("draw", match.decision.choices["draw"][0])
    s = state(match)
    assert s.hand[f.ALLIED].bit_count() == 7 and s.pile[f.ALLIED].bit_count() == 7
    while type(match.state.stack[-1]).__name__ != "LoseCards":  # cards without fuel go first
        assert asked(match) == ("german", "NoFuel")
        match.play(*match.decision.pairs()[0])
    before = state(match).hand[f.GERMAN].bit_count()
    draw(match)
    assert state(match).hand[f.GERMAN].bit_count() == before - 2
    assert state(match).discards[f.ALLIED] == 1 << f.CARD["card-13"]
    assert asked(match) == ("allied", "Impulse")


@pytest.mark.rule("enemy_action", "15.5-special:a")
def test_card_13_is_back_on_24_december() -> None:
    match = preparation(23, discards={"allied": [13]}, available={"german": [38], "allied": [14]})
    draw(match)
    assert numbers(state(match).rested[f.ALLIED]) == [13]
    match = preparation(24, rested={"allied": [13]}, available={"german": [38], "allied": [14]})
    draw(match, 13)


# --- the hand during the day ------------------------------------------------------------------------------------------


def after_activation(side: str, hand: dict[str, list[int]], pile: dict[str, list[int]], day: int = 17) -> Match:
    """The end of an impulse, before the hand is filled."""
    frames = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": side, "stage": 1}]
    impulses = {"german": 4, "allied": 4 if side == "allied" else 3}
    return situation("", FRONT, day=day, hand=hand, pile=pile, frames=frames, impulses=impulses)


@pytest.mark.rule("enemy_action", "4-IV-replenish:abe", "5:a")
def test_hand_is_filled_from_the_pile_as_far_as_it_goes() -> None:
    hand = {"german": [36, 37, 38], "allied": [13]}
    match = after_activation("german", hand, {"german": [41, 42, 43, 46, 49], "allied": [5, 8]})
    draw(match)
    s = state(match)
    assert [h.bit_count() for h in s.hand] == [7, 1]
    assert [p.bit_count() for p in s.pile] == [1, 2]
    match = after_activation("german", hand, {"german": [41, 42], "allied": [5]})
    draw(match)
    assert [h.bit_count() for h in state(match).hand] == [5, 1]
    assert not state(match).pile[f.GERMAN]
    assert asked(match) == ("allied", "Impulse")


@pytest.mark.rule("enemy_action", "4-IV-replenish:a", "4-IV-2:c")
@pytest.mark.parametrize(("day", "limit"), [(18, 5), (22, 7)])
def test_allied_hand_is_filled_to_its_limit_of_the_day(day: int, limit: int) -> None:
    hand, pile = {"german": [36], "allied": [13]}, {"german": [37], "allied": [5, 8, 9, 11, 12, 14, 15, 16]}
    match = after_activation("allied", hand, pile, day)
    draw(match)
    assert state(match).hand[f.ALLIED].bit_count() == limit
    assert state(match).hand[f.GERMAN].bit_count() == 1


@pytest.mark.rule("enemy_action", "4-IV-replenish")
def test_a_side_without_cards_in_hand_loses_its_impulse_and_draws() -> None:
    match = impulse("german", {"allied": [13]}, pile={"german": [36, 45], "allied": [5]}, last={"german": ["de-62"]})
    draw(match)
    assert numbers(state(match).hand[f.GERMAN]) == [36, 45]
    assert not state(match).last[f.GERMAN]
    assert asked(match) == ("allied", "Impulse")


@pytest.mark.rule("enemy_action", "5.7:b", "5:a", "2.3:a")
def test_discards_do_not_come_back_on_the_same_day() -> None:
    hand = {"german": [47, 46], "allied": [19]}
    match = impulse("german", hand, pile={"german": [45], "allied": [5]})
    play(match, ("card", card(47)), ("formation", "xlvii"))
    assert numbers(state(match).discards[f.GERMAN]) == [47]
    assert f.PRIMARY >> f.CARD[card(47)] & 1
    assert refused(match, "card", card(47))


@pytest.mark.rule("enemy_action", "4-II")
def test_draws_into_the_pile_are_told_to_nobody() -> None:
    match = preparation(20, available={"german": [38, 39], "allied": [13]})
    for _ in range(2):
        name = offered(match, "draw")[0]
        assert not told(match, "draw", name)
        match.play("draw", name)
    kinds = [event[0] for event in told(match, "draw", offered(match, "draw")[0])]
    assert kinds == ["draws", "draws_unseen"]
