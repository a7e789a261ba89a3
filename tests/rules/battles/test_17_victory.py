"""b17: victory points, control, exits; 16.8: the variable ending."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.battles import facts, victory
from ardennes.games.battles.facts import ALLIED, GERMAN, hex_at
from tests.rules.battles.fights import go, squad, until
from tests.rules.battles.table import asked, play, refused, situation, start, state, where

UNIT = facts.UNIT_NAMES.index
PANZERS, RECON, FUS, INFANTRY = "de-1-ss-pz", "de-1-ss-recon", "de-27-fus-12", "us-9-2"
SAFE = "B1125"


# --- points (b17.1 to b17.3) --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b17.1:a", "b17.3")
def test_worked_example_seventeen_points() -> None:
    regiments = squad("allied", 6, 6, 5, 5, 4, 4, 3)
    foot, armor = squad("german", 5, 5, 4, 3), "de-12-ss-pz"
    foot_lost = dict.fromkeys(foot[:3], 2) | {foot[3]: 1}
    lost: dict[str, int] = dict.fromkeys(regiments, 2) | foot_lost | {armor: 2}
    units = {unit: "eliminated" for unit, steps in lost.items() if steps == 2} | {foot[3]: SAFE, PANZERS: SAFE}
    match = situation("german-movement", units, lost=lost, held=["B0716", "B1211", "B1319"])
    s = state(match)
    assert (s.lost_steps(ALLIED), s.lost_steps(GERMAN)) == (14, 9)
    assert s.lost_steps(GERMAN, facts.ARMOR) == 2
    assert victory.points(s) == 28 - (7 + 4)
    assert victory.level(s, 17) == ("allied", "marginal")


@pytest.mark.rule("battles", "b17.3:a")
def test_a_panzer_regiment_costs_four_points() -> None:
    s = state(situation("german-movement", {PANZERS: SAFE, FUS: SAFE, INFANTRY: "B1413", "us-202-eng": "B1413"}))
    s.eliminate(UNIT[PANZERS])
    assert victory.points(s) == -4
    s.lose_step(UNIT[FUS])
    assert victory.points(s) == -5
    s.lose_step(UNIT[INFANTRY])
    assert victory.points(s) == -4
    s.eliminate(UNIT["us-202-eng"])  # one step
    assert victory.points(s) == -3


@pytest.mark.rule("battles", "b17.2:a")
def test_who_controls_the_places_at_the_start() -> None:
    s = state(start("clervaux"))
    assert facts.HEX_NAMES.list_of(s.held) == ["D1518"]
    assert state(start("st_vith")).held == 0


@pytest.mark.rule("battles", "b17.2:b")
def test_a_place_passed_through_is_held_and_scores_with_a_line_of_supply() -> None:
    match = go(situation("german-movement", {RECON: "B1610", FUS: SAFE}), RECON, "B1508")
    assert where(match, RECON) == "B1508"
    s = state(match)
    assert s.held == 1 << hex_at("B1609")  # Spa
    assert victory.points(s) == 8
    ring = dict(zip(squad("allied", 6, 6), ("B1608", "B1610"), strict=True))
    cut = state(situation("german-movement", {FUS: SAFE} | ring, held=["B1609"]))
    assert victory.points(cut) == 0
    back = go(
        situation("allied-movement", {"us-cca-7-armd": "B1610", FUS: SAFE}, held=["B1609"]), "us-cca-7-armd", "B1609"
    )
    assert state(back).held == 0


@pytest.mark.rule("battles", "b17.2")
def test_a_place_scores_only_if_vehicles_could_be_supplied_there() -> None:
    blown = facts.BRIDGES.list_of(facts.BLOWN_AT_START)
    for down, points in ((blown, 0), ([], 4)):
        s = state(situation("german-movement", {"de-77-26": "D1816"}, scenario="clervaux", blown=down, held=["D1914"]))
        assert victory.points(s) == points


@pytest.mark.rule("battles", "b17.2")
def test_only_places_with_a_value_are_held() -> None:
    match = go(situation("german-movement", {RECON: "B1511"}), RECON, "B1512")
    assert state(match).held == 0


# --- exits (b17.4) -----------------------------------------------------------------------------------------------------------------------


def leaving(unit: str, place: str = "B0701", **fields: Any) -> Match:
    return play(situation("german-movement", {unit: place, FUS: SAFE}, **fields), ("unit", unit))


@pytest.mark.rule("battles", "b17.4:a")
def test_a_unit_that_leaves_scores_two_points_per_step() -> None:
    for lost, points in (({}, 4), ({PANZERS: 1}, 2)):
        match = leaving(PANZERS, lost=lost)
        before = victory.points(state(match))
        play(match, ("exit", "B0701"))
        assert where(match, PANZERS) == "exited"
        assert victory.points(state(match)) - before == points
        assert state(match).lost_steps(GERMAN) == sum(lost.values())


@pytest.mark.rule("battles", "b17.4:b")
def test_who_may_not_leave() -> None:
    assert refused(leaving(PANZERS, unsupplied=[PANZERS]), "exit", "B0701") == "b17.4"
    assert refused(leaving("de-48-12"), "exit", "B0701") == "b17.4"
    allied = play(situation("allied-movement", {"us-cca-7-armd": "B0701"}), ("unit", "us-cca-7-armd"))
    assert refused(allied, "exit", "B0701") == "b17.4"
    assert refused(leaving(PANZERS, SAFE), "exit", "B0701") == "b17.4"


@pytest.mark.rule("battles", "b17.4")
def test_leaving_costs_a_point_of_movement() -> None:
    from ardennes.games.battles import movement

    match = situation("german-movement", {PANZERS: "B0702", FUS: SAFE})
    out = movement.exits_of(state(match), UNIT[PANZERS])
    way = movement.trip(state(match), UNIT[PANZERS])
    assert out[hex_at("B0701")] == way.cost(hex_at("B0701")) + 1
    zone = situation("german-movement", {PANZERS: "B0701", FUS: SAFE, INFANTRY: "B0702"})
    assert movement.exits_of(state(zone), UNIT[PANZERS])[hex_at("B0701")] == 2  # out of a zone


@pytest.mark.rule("battles", "b17.4")
@pytest.mark.parametrize(
    ("scenario", "steps", "points"), [("clervaux", 12, 24), ("clervaux", 13, 24), ("st_vith", 30, 60)]
)
def test_clervaux_counts_24_points_at_most(scenario: str, steps: int, points: int) -> None:
    place = "D1628" if scenario == "clervaux" else SAFE
    s = state(situation("german-movement", {"de-3-pz-2": place}, scenario=scenario, exit_steps=steps))
    assert victory.exit_points(s) == points


# --- the end (b17.5, 16.8) ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("battles", "b17.5:a", "16.81:d")
def test_forty_points_are_a_draw_in_st_vith() -> None:
    options = {"variable_ending": "even"}
    held = ["B0716", "B1211", "B1319", "B1518", "B2009", "B1609"]  # 10 + 3 + 1 + 6 + 12 + 8
    match = situation("start", {PANZERS: SAFE}, turn=10, options=options, held=held)
    play(match, ("die", 5), ("die", 5))
    assert match.is_over
    assert match.result is not None
    assert (match.result.points, match.result.winner, match.result.level) == (40, None, "draw")
    plain = situation("end", {PANZERS: SAFE}, turn=12, held=held)
    assert plain.result == match.result


@pytest.mark.rule("battles", "16.81:a")
def test_checks_begin_on_the_turn_of_the_chart() -> None:
    for turn in range(1, 13):
        match = situation("start", {PANZERS: SAFE, INFANTRY: "B1413"}, turn=turn, options={"variable_ending": "even"})
        assert (asked(match)[1] == "StartOfTurn") is (turn >= 10)


@pytest.mark.rule("battles", "16.81:bc")
def test_each_check_ends_the_game_with_one_chance_in_six() -> None:
    ended = 0
    for one in facts.DIE:
        for other in facts.DIE:
            match = situation("start", {PANZERS: SAFE, INFANTRY: "B1413"}, turn=10, options={"variable_ending": "even"})
            assert not match.decision.weights
            play(match, ("die", one), ("die", other))
            assert match.is_over is (one == other)
            ended += match.is_over
    assert ended == 6


@pytest.mark.rule("battles", "16.82:ab")
def test_german_experience_chooses_the_column() -> None:
    from ardennes.games.battles import GAME

    option = next(o for o in GAME.options if o.id == "variable_ending")
    assert option.values == ("off", "better", "even", "worse")
    for row in facts.TABLES["scenario"]:
        firsts = [victory.first_check(state(start(row["id"], variable_ending=name))) for name in option.values[1:]]
        assert firsts == sorted(firsts)
        assert len(set(firsts)) == 3


@pytest.mark.rule("battles", "16.83:ad")
def test_the_printed_length_is_ignored() -> None:
    units = {PANZERS: SAFE, INFANTRY: "B1413"}
    match = situation("end", units, turn=12, options={"variable_ending": "even"})
    assert not match.is_over
    assert state(match).turn == 13
    early = situation("start", units, turn=8, options={"variable_ending": "better"})
    play(early, ("die", 2), ("die", 2))
    assert early.is_over


@pytest.mark.rule("battles", "16.83:bc", "b15.6:a")
def test_no_reinforcement_becomes_due_after_the_printed_last_turn() -> None:
    new, late = "us-ccb-7-armd", "us-cca-7-armd"
    for turn, due, place in ((12, 12, "waiting"), (13, 13, "due"), (13, 12, "waiting")):
        match = situation(
            "allied-movement",
            {new: "due", INFANTRY: "B1413"},
            turn=turn,
            due={new: due},
            entry={new: "B2010"},
            options={"variable_ending": "worse"},
        )
        assert where(match, new) == place
    delayed = situation(
        "allied-movement",
        {late: "waiting", INFANTRY: "B1413"},
        turn=13,
        due={late: 11},
        entry={late: "B2010"},
        options={"variable_ending": "worse"},
    )
    go(delayed, late, "B2010")
    assert where(delayed, late) == "B2010"


@pytest.mark.rule("battles", "b4.4", "b17.5")
def test_a_game_goes_through_its_last_turns_and_ends() -> None:
    match = situation("supply", {PANZERS: SAFE, INFANTRY: "B1413"}, turn=11)
    until(match, 12, "allied", "Movement")
    while not match.is_over:
        match.play("done")
    assert match.result is not None
    assert state(match).turn == 12
