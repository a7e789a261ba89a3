"""10.2: a retreat is asked about only if the victor has a choice."""

from __future__ import annotations

import pytest

from tests.rules.ardennes_offensive.fights import GERMAN, fight, filled, ring_live, squad
from tests.rules.ardennes_offensive.table import offered, situation, where
from tests.rules.ardennes_offensive.test_10_retreat import HERE, STRONG, drift, grade, routed, spot


@pytest.mark.rule("ardennes_offensive", "10.2:k")
def test_one_way_for_one_unit_is_taken_without_a_question() -> None:
    here, attacker, (back,) = spot(lambda p, a: drift("allied", p, a) == -1, count=1)
    match = routed(here, attacker, [back])
    assert where(match, HERE) == back
    assert match.decision.cases[0] != "10.2"
    (told,) = [event for event in match.story() if event["kind"] == "retreats"]
    assert [(move["unit"], move["from"], move["to"]) for move in told["moves"]] == [(HERE, here, back)]


@pytest.mark.rule("ardennes_offensive", "10.2:k")
def test_between_two_ways_the_victor_is_asked() -> None:
    here, attacker, free = spot(
        lambda p, a, b: (
            grade(p, a) == grade(p, b) and all(drift(o, p, a) == drift(o, p, b) for o in ("german", "allied"))
        )
    )
    match = routed(here, attacker, free)
    assert match.decision.side == "german" and set(offered(match, "hex")) == set(free)
    assert where(match, HERE) == here


@pytest.mark.rule("ardennes_offensive", "10.2:k")
def test_a_stack_with_one_way_is_led_as_the_victor_likes_and_its_last_unit_follows() -> None:
    here, attacker, (back,) = spot(lambda p, a: drift("allied", p, a) == -1, count=1)
    stack = squad("allied", 1, 1)
    full = filled([h for h in ring_live(here) if h not in (attacker, back)], but=stack)
    match = situation(GERMAN, dict.fromkeys(stack, here) | dict.fromkeys(STRONG, attacker) | full)
    fight(match, here, STRONG, "Dr1")
    assert set(offered(match, "unit")) == set(stack) and offered(match, "stack") == [back]
    match.play("unit", stack[0])
    assert offered(match, "hex") == [back] and offered(match, "stack") == [back]  # to pick a unit moves nobody yet
    match.play("hex", back)
    assert [where(match, unit) for unit in stack] == [back, back]


@pytest.mark.rule("ardennes_offensive", "10.2:k")
def test_who_goes_first_is_asked_though_each_has_one_way() -> None:
    here, attacker, (back,) = spot(lambda p, a: drift("allied", p, a) == -1, count=1)
    stack = squad("allied", 1, 1, 2)
    friend = squad("allied", 3)
    full = filled([h for h in ring_live(here) if h not in (attacker, back)], but=[*stack, *friend])
    match = situation(GERMAN, dict.fromkeys(stack, here) | dict.fromkeys(STRONG, attacker) | {friend[0]: back} | full)
    fight(match, here, STRONG, "Dr1")
    assert set(offered(match, "unit")) == set(stack) and not offered(match, "stack")
    match.play("unit", stack[2])
    assert where(match, stack[2]) == here
    match.play("hex", back)
    assert set(offered(match, "unit")) == set(stack[:2])  # room for one of them
