"""5.0 The sequence of play, and the German surprise."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games.bulge.facts import SHIFTS, TURNS
from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_ARMOR,
    US_INFANTRY,
    US_INFANTRY_2,
    US_STRONGEST,
    WEAK_GERMAN,
    around,
    between,
    distance,
    fight,
    first,
    inland,
    is_supplied,
    on_road,
    pairs,
    phase,
    roads_off,
    roll_for,
    shifts,
    terrain,
    turn,
)
from tests.rules.bulge.table import offered, refused, situation, where

PHASES = [
    "weather",
    "air-missions",
    "allied-interdiction",
    "german-interdiction",
    "german-combat-before-movement",
    "german-movement",
    "german-combat-after-movement",
    "allied-resupply",
    "allied-combat-before-movement",
    "allied-mechanization",
    "allied-movement",
    "allied-combat-after-movement",
]
"""Those in which somebody can be asked, in the order of the rulebook; then come the victory phase and the end of the turn."""


def front_line() -> tuple[str, str]:
    """Two clear neighbours in mid-map, all their neighbours inland too."""
    return first(
        (a, b)
        for a, b in pairs()
        if terrain(a) == terrain(b) == "clear" and all(inland(x) for x in (*around(a), *around(b)))
    )


A, B = front_line()


@pytest.mark.rule("bulge", "5.0:a")
def test_the_phases_of_a_turn_come_in_the_order_of_the_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    for n in (8, 9):
        monkeypatch.setitem(TURNS[n], "air", {w: [2, 1] for w in ("overcast", "mist", "clear")})
    monkeypatch.setitem(TURNS[8], "vp", [9999, -9999])
    # Every Allied source is closed by a German exit, so that somebody is out of supply in the resupply phase.
    closed = roads_off("north", "south", "west")
    match = situation(
        "weather", {PANZER: A, US_INFANTRY: B}, turn=8, options={"weather": "variable"}, left_by=closed, released=True
    )
    seen: list[tuple[str, str]] = []

    def note() -> None:
        here = (phase(match), match.decision.side)
        if not seen or seen[-1] != here:
            seen.append(here)

    answers: dict[str, list[tuple[str, Any]]] = {
        "weather": [("die", 6)],
        "air-missions": [("mission", "interdiction"), ("mission", "resupply"), ("mission", "interdiction")],
        "allied-interdiction": [("hex", EAST[0])],
        "german-interdiction": [("hex", EAST[0])],
    }
    while turn(match) == 8:
        note()
        here = phase(match)
        if answers.get(here):
            match.play(*answers[here].pop(0))
        elif "done" in match.decision.choices:
            match.play("done")
        else:  # the attack everybody must make after movement
            match.play("attack", offered(match, "attack")[0])
            match.play("crt", offered(match, "crt")[0])
            while phase(match) == here and turn(match) == 8:
                for verb in ("roll", "die", "done", "hex", "unit"):
                    if verb in match.decision.choices:
                        match.play(verb, 3 if verb == "die" else offered(match, verb)[0])
                        break
    assert [p for i, (p, _) in enumerate(seen) if not i or seen[i - 1][0] != p] == PHASES
    assert [side for p, side in seen if p == "air-missions"] == ["allied", "german"]
    for p, side in seen:
        if p.startswith(("german-", "allied-")):
            assert p.startswith(side)
    assert (turn(match), phase(match)) == (9, "weather")
    told = [line for line in match.log if line.startswith("By nightfall")]
    assert len(told) == 1, "the victory phase comes once, at the end"


@pytest.mark.rule("bulge", "5.0:b", "7.4")
def test_the_german_has_no_resupply_phase() -> None:
    cut_off: dict[str, Any] = {"interdiction": {"allied": list(EAST)}, "resupply": 2}
    match = situation("german-combat-before-movement", {PANZER: A}, **cut_off)
    assert not is_supplied(match, PANZER)
    assert phase(match) == "german-movement"
    match.play("done")
    assert phase(match) == "allied-movement"
    resupply = situation("allied-resupply", {PANZER: A, US_INFANTRY: HEXES[-1]}, **cut_off, left_by=ALLIED_SOURCES)
    assert offered(resupply, "unit") == [US_INFANTRY]
    assert refused(resupply, "unit", PANZER) == "7.4"


ALLIED_SOURCES = roads_off("north", "south", "west")


@pytest.mark.rule("bulge", "5.0:c")
def test_nobody_moves_in_a_combat_phase_or_attacks_in_a_movement_phase() -> None:
    both = {PANZER: A, US_INFANTRY: B, GRENADIERS: first(a for a in HEXES if distance(a, B) > 3)}
    for name in ("german-combat-before-movement", "german-combat-after-movement"):
        match = situation(name, both, turn=2)
        assert refused(match, "unit", GRENADIERS)
        assert refused(match, "hex", A)
        assert "unit" not in match.decision.choices
    match = situation("german-movement", both, turn=2)
    assert refused(match, "attack", US_INFANTRY)
    assert "attack" not in match.decision.choices


@pytest.mark.rule("bulge", "5.0")
def test_only_the_side_that_is_asked_may_answer() -> None:
    match = situation("german-movement", {PANZER: A, US_INFANTRY: HEXES[-1]}, turn=2)
    why = match.explain("done", by="allied")
    assert why is not None and why.case == "5.0"
    before = match.state.digest()
    with pytest.raises(ardennes.IllegalChoice):
        match.play("done", by="allied")
    assert match.state.digest() == before
    match.play("done", by="german")
    match.play("done", by="allied")
    assert phase(match) == "allied-movement"


@pytest.mark.rule("bulge", "5.0:d", "12.3", "12.4")
def test_the_other_side_acts_only_to_retreat_or_to_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(1, 19):
        monkeypatch.setitem(TURNS[n], "vp", [9999, -9999])
    rng = random.Random(5)
    match = ardennes.new("bulge", seed=5, options={"airdrop": True})
    answers = 0
    while match.result is None:
        decision, here = match.decision, phase(match)
        phasing = here.split("-")[0]
        if phasing in ("german", "allied") and decision.side != phasing:
            answers += 1
            assert decision.cases[0] in ("12.3", "12.4")
            assert "combat" in here
        verb = "attack" if "attack" in decision.choices else rng.choice(list(decision.choices))
        match.play(verb, rng.choice(decision.choices[verb]))
    assert answers, "there were fights"


@pytest.mark.rule("bulge", "5.0", "12.3")
def test_a_retreating_defender_is_moved_by_its_owner() -> None:
    match = situation("german-combat-before-movement", {PANZER: A, US_INFANTRY: B}, turn=2)
    fight(match, US_INFANTRY, PANZER)
    roll_for(match, "primary", "Dr")
    assert match.decision.side == "allied"
    match.play("hex", offered(match, "hex")[0])
    assert match.decision.side == "german"


@pytest.mark.rule("bulge", "5.0:e", "13.0")
def test_reinforcements_come_in_the_movement_phase_of_their_side() -> None:
    german = "de-2ss"
    allied = US_ARMOR
    waiting = {german: "due", allied: "due"}
    match = situation("german-movement", waiting, turn=8)
    assert offered(match, "unit") == [german]
    assert refused(match, "unit", allied) == "5.0"
    match.play("done")
    assert phase(match) == "allied-movement"
    assert offered(match, "unit") == [allied]
    assert refused(match, "unit", german) == "5.0"


@pytest.mark.rule("bulge", "5.0:f", "7.2:h", "7.0")
def test_at_the_end_of_the_turn_markers_leave_the_map_and_the_turn_advances() -> None:
    spots = first((a, b) for a in HEXES for b in HEXES if a != b and on_road(a) and on_road(b))
    match = situation(
        "allied-movement",
        {},
        turn=5,
        vp=between(5),
        interdiction={"german": [spots[0]], "allied": [spots[1]]},
        support={"german": 1, "allied": 2},
    )
    assert len(match.view()["markers"]) == 2
    match.play("done")
    assert turn(match) == 6
    assert match.view()["markers"] == []
    assert "interdiction" not in match.position()
    assert "support" not in match.position()


# --- 5.0-1 -------------------------------------------------------------------------------------------------------------------------------


def attack(phase_name: str, n: int, weather: str = "overcast", support: int = 0) -> Match:
    """A declared attack of one unit on another."""
    side = phase_name.split("-")[0]
    attacker, target = (PANZER, US_INFANTRY) if side == "german" else (US_STRONGEST, WEAK_GERMAN)
    match = situation(phase_name, {attacker: A, target: B}, turn=n, weather=weather, support={side: support})
    fight(match, target, attacker, support=support or None)
    return match


@pytest.mark.rule("bulge", "5.0-1:ac", "12.1-5")
def test_surprise_shifts_german_attacks_before_movement_by_two_on_turn_1() -> None:
    assert SHIFTS["surprise_before"] == 2
    assert shifts(attack("german-combat-before-movement", 1)) == {"surprise": 2}


@pytest.mark.rule("bulge", "5.0-1:b", "6.1", "12.1-5")
def test_surprise_and_overcast_shift_german_attacks_after_movement_by_one_each_on_turn_1() -> None:
    assert shifts(attack("german-combat-after-movement", 1)) == {"surprise": 1, "weather": 1}


@pytest.mark.rule("bulge", "5.0-1", "7.3", "12.1-5")
def test_ground_support_adds_to_surprise_and_weather() -> None:
    match = attack("german-combat-after-movement", 1, support=1)
    assert shifts(match) == {"surprise": 1, "weather": 1, "ground support": 1}


@pytest.mark.rule("bulge", "5.0-1:d")
@pytest.mark.parametrize("when", ["allied-combat-before-movement", "allied-combat-after-movement"])
def test_allied_attacks_have_no_surprise(when: str) -> None:
    assert "surprise" not in shifts(attack(when, 1))


@pytest.mark.rule("bulge", "5.0-1:e")
@pytest.mark.parametrize("when", ["german-combat-before-movement", "german-combat-after-movement"])
def test_surprise_is_over_on_turn_2(when: str) -> None:
    assert "surprise" not in shifts(attack(when, 2))


def cut_off(n: int, phase_name: str) -> Match:
    """A German unit without any supply line."""
    return situation(phase_name, {PANZER: A, US_INFANTRY: B}, turn=n, interdiction={"allied": list(EAST)})


@pytest.mark.rule("bulge", "5.0-1:f", "14.0:h", "14.1")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_on_turns_1_to_3_a_german_unit_without_supply_line_moves_and_fights_as_supplied(n: int) -> None:
    far = first(a for a in HEXES if inland(a) and distance(a, B) > 3)
    match = situation("german-movement", {PANZER: far}, turn=n, interdiction={"allied": list(EAST)})
    assert is_supplied(match, PANZER)
    match.play("unit", PANZER)
    assert (match.decision.side, match.decision.prompt.endswith("(5 MP)")) == ("german", True)
    fights = cut_off(n, "german-combat-before-movement")
    fights.play("attack", US_INFANTRY)
    assert "primary" in offered(fights, "crt")


@pytest.mark.rule("bulge", "5.0-1:f", "14.0", "14.1")
def test_from_turn_4_on_german_supply_is_tested() -> None:
    far = first(a for a in HEXES if inland(a) and distance(a, B) > 3)
    match = situation("german-movement", {PANZER: far}, turn=4, interdiction={"allied": list(EAST)})
    assert not is_supplied(match, PANZER)
    match.play("unit", PANZER)
    assert match.decision.side == "chance"
    fights = cut_off(4, "german-combat-before-movement")
    fights.play("attack", US_INFANTRY)
    assert offered(fights, "crt") == ["secondary"]


@pytest.mark.rule("bulge", "5.0-1", "14.0")
def test_the_allies_have_no_free_supply() -> None:
    match = situation("allied-movement", {US_INFANTRY: A, US_INFANTRY_2: B}, turn=1, left_by=ALLIED_SOURCES)
    assert not is_supplied(match, US_INFANTRY)
    match.play("unit", US_INFANTRY)
    assert match.decision.side == "chance"
    assert where(match, US_INFANTRY) == A
