"""4: initiative, activation, passing, time and the end of a day."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from tests.rules.commander.table import (
    asked,
    contested,
    end_moves,
    fight,
    go,
    has,
    offered,
    refused,
    rolls,
    situation,
    state,
    where,
)

GERMANS = ("de-326vg", "de-272vg", "de-277vg", "de-12vg", "de-560vg", "de-62vg", "de-26vg", "de-5fj", "de-352vg")
AT = ("Gemund", "Stadtkyll", "Baasem", "Prum", "Dasburg", "Bitburg", "Kruchten", "Trier", "Bleialf")
ALLIES = ("us-78inf", "us-2inf", "us-99inf", "us-106inf", "us-4inf", "us-1inf", "us-30inf", "us-9inf", "us-101abn")
IN = ("Liege", "Hannut", "Huy", "Namur", "Philippeville", "Givet", "Charleville", "Sedan", "Havelange")


def table(day: int = 19, germans: int = 9, allies: int = 9, phase: str = "german-turn", **fields: Any) -> Match:
    """Units each in a separate space, one activation each, far from the enemy."""
    units = dict(zip(GERMANS[:germans], AT, strict=False)) | dict(zip(ALLIES[:allies], IN, strict=False))
    return situation(phase, units, day=day, german=[*AT], **fields)


def act(match: Match) -> None:
    """Activate some space and move nobody."""
    match.play("activate", offered(match, "activate")[0])
    end_moves(match)


# --- initiative and time -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "4-initiative:a", "D-calendar")
@pytest.mark.parametrize(("day", "first"), [(16, "german"), (22, "german"), (23, "allied"), (28, "allied")])
def test_who_begins_a_day(day: int, first: str) -> None:
    assert table(day, phase="turns").decision.side == first


@pytest.mark.rule("commander", "4-initiative:b", "4-passage-of-time:a", "4-end-of-day:ab", "D-time-track:ab")
def test_nine_turns_each_from_0530_to_1900() -> None:
    match = table()
    seen = []
    while state(match).day == 19:
        seen.append((match.decision.side, match.view()["turn"]["time"]))
        act(match)
    german = [time for side, time in seen if side == "german"]
    allied = [time for side, time in seen if side == "allied"]
    assert german == ["0530", "0700", "0830", "1000", "1130", "1300", "1430", "1600", "1730"]
    assert allied == ["0700", "0830", "1000", "1130", "1300", "1430", "1600", "1730", "1900"]
    assert [side for side, _ in seen] == ["german", "allied"] * 9


@pytest.mark.rule("commander", "4-passage-of-time:b")
def test_a_pass_of_the_initiative_player_moves_the_marker_and_one_of_the_other_does_not() -> None:
    match = table(germans=2)
    act(match)
    assert state(match).time == 1
    match.play("pass")
    assert state(match).time == 1
    match.play("activate", offered(match, "activate")[0])
    end_moves(match)
    assert state(match).time == 2
    act(match)  # the German has nothing left and passes by himself: time goes on
    assert (match.decision.side, state(match).time) == ("allied", 3)


@pytest.mark.rule("commander", "4-end-of-day:c")
def test_the_day_ends_after_the_turn_at_1900_with_units_unused() -> None:
    match = table(time=8)
    act(match)
    assert (match.decision.side, match.view()["turn"]["time"]) == ("allied", "1900")
    act(match)
    assert state(match).day == 20


@pytest.mark.rule("commander", "4-end-of-day:d")
def test_the_day_ends_early_when_all_units_have_been_activated() -> None:
    match = table(germans=2, allies=2, time=2)
    for _ in range(4):
        assert state(match).day == 19
        act(match)
    assert state(match).day == 20


@pytest.mark.rule("commander", "4-end-of-day:e", "4-passing")
def test_if_one_side_has_used_all_units_the_other_goes_on() -> None:
    match = table(germans=1, allies=3)
    act(match)
    for _ in range(3):
        assert (match.decision.side, state(match).day) == ("allied", 19)
        act(match)
    assert state(match).day == 20


# --- passing -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "4-passing:a")
def test_the_initiative_player_may_not_pass_with_units_left() -> None:
    match = table(passed=False)
    assert refused(match, "pass") == "4-passing"
    act(match)
    act(match)
    assert refused(match, "pass") == "4-passing"


@pytest.mark.rule("commander", "4-passing:b")
def test_after_a_pass_of_the_other_he_may_pass_and_end_the_day() -> None:
    match = table()
    act(match)
    match.play("pass")
    assert offered(match, "pass") == [None]
    match.play("pass")
    assert state(match).day == 20


@pytest.mark.rule("commander", "4-passing:ch")
def test_without_units_left_he_passes_and_the_day_goes_on_if_the_other_activates() -> None:
    match = table(germans=1, allies=4)
    act(match)
    act(match)
    assert (match.decision.side, state(match).passed) == ("allied", True)
    act(match)  # again a forced pass follows
    assert match.decision.side == "allied"
    match.play("pass")  # two passes in a row
    assert state(match).day == 20


@pytest.mark.rule("commander", "4-passing:de")
def test_the_other_player_may_always_pass_and_may_come_back() -> None:
    match = table()
    act(match)
    assert offered(match, "pass") == [None]
    match.play("pass")
    act(match)
    assert match.decision.side == "allied"
    act(match)
    assert match.decision.side == "german"


@pytest.mark.rule("commander", "4-passing:f")
def test_a_pass_of_the_evening_before_does_not_count() -> None:
    match = table()
    act(match)
    match.play("pass")
    match.play("pass")
    assert (state(match).day, match.decision.side) == (20, "german")
    assert refused(match, "pass") == "4-passing"


@pytest.mark.rule("commander", "4-passing:g", "5-surprise-turns")
def test_in_the_surprise_turns_there_is_no_passing() -> None:
    match = table(16, surprise=True, phase="surprise-turn")
    assert refused(match, "pass") == "4-passing"


@pytest.mark.rule("commander", "4-passing", "9-oos-effects")
def test_units_out_of_supply_do_not_count_as_units_to_activate() -> None:
    match = table(germans=2, oos=[GERMANS[0]])
    assert offered(match, "activate") == [AT[1]]
    act(match)
    act(match)
    assert match.decision.side == "allied"  # the German had none left


# --- activation --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "4-activation:a")
def test_only_spaces_with_units_that_can_still_be_activated_can_be_picked() -> None:
    units = {"de-1ss": "Spa", "de-lehr": "Prum", "us-1inf": "Liege"}
    match = situation("german-turn", units, cubes=["de-lehr"])
    assert offered(match, "activate") == ["Spa"]
    assert refused(match, "activate", "Prum") == "2-activation-cubes"
    assert refused(match, "activate", "Gemund") == "4-activation"
    assert refused(match, "activate", "Liege") == "4-activation"


@pytest.mark.rule("commander", "4-activation:cf", "9-oos-effects", "7-unsupplied")
def test_all_that_can_be_are_activated_and_no_others() -> None:
    units = {"de-1ss": "Malmedy", "de-lehr": "Malmedy", "de-12vg": "Malmedy", "us-1inf": "Malmedy"}
    match = situation("german-turn", units, german=(*"Losheim",), cubes=["de-lehr"], oos=["de-12vg"])
    match.play("activate", "Malmedy")
    assert has(match, "active", "de-1ss")
    end_moves(match)
    assert set(rolls(match)) == {"de-1ss", "us-1inf"}  # neither the cube nor the unsupplied unit attacks


@pytest.mark.rule("commander", "4-activation:cdf", "7-movement:a")
def test_who_is_not_active_does_not_move_and_who_stays_is_used_up_all_the_same() -> None:
    units = {"de-1ss": "Spa", "de-lehr": "Spa", "de-2pz": "Spa", "de-9ss": "Prum"}
    match = situation("german-turn", units, cubes=["de-lehr"], short=["de-2pz"], day=22)
    match.play("activate", "Spa")
    assert offered(match, "unit") == ["de-1ss"]
    assert refused(match, "unit", "de-lehr") == "2-activation-cubes"
    assert refused(match, "unit", "de-2pz") == "7-unsupplied"
    assert refused(match, "unit", "de-9ss") == "4-activation"
    match.play("done")
    assert has(match, "cubes", "de-1ss")


@pytest.mark.rule("commander", "4-activation:e")
def test_a_unit_is_not_activated_again_in_a_space_picked_later() -> None:
    units = {"de-1ss": "Gemund", "de-lehr": "Stadtkyll", "us-1inf": "Liege"}
    match = situation("german-turn", units)
    match.play("activate", "Gemund")
    go(match, "de-1ss", "Stadtkyll")
    match.play("pass")
    match.play("activate", "Stadtkyll")
    assert offered(match, "unit") == ["de-lehr"]


@pytest.mark.rule("commander", "4-activation:g", "4-place-cubes:a", "8-participants")
def test_a_unit_elsewhere_gets_active_through_a_battle_only_and_then_has_a_cube() -> None:
    units = {"de-12vg": "Baasem", "de-3fj": "Losheim", "us-14cav": "Losheim"}
    match = situation("german-turn", units, day=17)
    match.play("activate", "Baasem")
    assert offered(match, "unit") == ["de-12vg"]
    go(match, "de-12vg", "Losheim")
    assert set(rolls(match)) == {"de-12vg", "de-3fj", "us-14cav"}
    fight(match, 0, 0)
    assert [has(match, "cubes", u) for u in ("de-12vg", "de-3fj", "us-14cav")] == [True, True, False]
    assert contested(match, "Losheim")


@pytest.mark.rule("commander", "4-place-cubes:b", "8-retreat")
def test_defenders_get_a_cube_only_if_they_retreat() -> None:
    units = {"de-12vg": "Losheim", "us-99inf": "Losheim", "us-1inf": "Liege"}
    for answer, cube in (("stand", False), ("retreat", True)):
        match = situation("german-turn", units, day=17)
        match.play("activate", "Losheim")
        end_moves(match)
        fight(match, 2, 0)
        match.play(answer)
        while asked(match) != "Turn":
            match.play("space", offered(match, "space")[0])
        assert has(match, "cubes", "us-99inf") is cube
        assert (where(match, "us-99inf") == "Losheim") is not cube


@pytest.mark.rule("commander", "4-activation", "2-activation-cubes", "9-oos-effects", "9-fuel-shortage")
@pytest.mark.parametrize(
    ("fields", "case", "reason"),
    [
        ({"cubes": ["de-1ss", "de-lehr"]}, "2-activation-cubes", "1SS Pz and Pz Lehr already activated today"),
        ({"oos": ["de-1ss"], "short": ["de-lehr"]}, "9-oos-effects", "1SS Pz out of supply; Pz Lehr short of fuel"),
        (
            {"short": ["de-1ss"], "cubes": ["de-lehr"]},
            "9-fuel-shortage",
            "1SS Pz short of fuel; Pz Lehr already activated today",
        ),
    ],
)
def test_a_space_that_cannot_be_activated_says_what_keeps_each_unit(
    fields: dict[str, Any], case: str, reason: str
) -> None:
    units = {"de-1ss": "Prum", "de-lehr": "Prum", "de-326vg": "Trier"}
    match = situation("german-turn", units, day=22, **fields)
    assert refused(match, "activate", "Prum") == case
    why = match.explain("activate", "Prum")
    assert why is not None and why.reason == f"none of your units in Prüm can act: {reason}"
