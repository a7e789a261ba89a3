"""What is shown: views, overlays, story and tables; none of them tells a side what it may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.core.names import each
from ardennes.core.view import table_view
from ardennes.games.battles import GAME, facts, victory
from ardennes.games.battles.building import crew_of, ready_on
from ardennes.games.battles.state import BattlesState
from tests.rules.battles.fights import battle, ring, squad
from tests.rules.battles.table import play, situation, start, state

EYES = ("german", "allied", None)
SECRET = {"greif": "on", "dumps": "on"}


def random_game(seed: int, choices: int, scenario: str = "clervaux", **options: Any) -> Iterator[Match]:
    """A game played at random; yields each position."""
    match = ardennes.new("battles", scenario=scenario, seed=seed, options=options)
    rng = random.Random(seed)
    for _ in range(choices):
        if match.result is not None:
            return
        verb = rng.choice(sorted(match.decision.choices))
        match.play(verb, rng.choice(match.decision.choices[verb]))
        yield match


def marked(match: Match, side: str | None, at: str) -> list[tuple[str, str]]:
    """Kind and sign of the markers in a hex, bridges apart."""
    return [(m["kind"], m["sign"]) for m in match.view(side)["markers"] if m["at"] == at and "to" not in m]


def pieces(match: Match) -> dict[str, dict[str, Any]]:
    return {piece["id"]: piece for piece in match.view("german")["pieces"]}


def labels(overlay: dict[str, Any], text: str) -> dict[str, str]:
    """The labels of the overlay's areas whose legend begins like this."""
    found = [area["labels"] for area in overlay["areas"] if area["text"].startswith(text)]
    return {place: label for area in found for place, label in area.items()}


# --- secrets -----------------------------------------------------------------------------------------------------------------------------


def test_views_and_overlays_of_a_random_game_tell_no_secret() -> None:
    rng = random.Random(5)
    for n, match in enumerate(random_game(7, 260, **SECRET)):
        if n % 13:
            continue
        for side in EYES:
            other = GAME.imagine(match.state, side, rng)
            assert isinstance(other, BattlesState)
            assert table_view(GAME, other, side) == table_view(GAME, match.state, side)
            for overlay in ("secrets", "victory"):
                assert GAME.overlay(other, side, overlay, "") == GAME.overlay(state(match), side, overlay, "")


@pytest.mark.rule("battles", "16.41")
def test_only_the_german_player_sees_the_targets_on_map_and_overlay() -> None:
    match = situation(
        "german-movement",
        {"us-1-110-28": "D1715"},
        scenario="clervaux",
        options={"greif": "on"},
        targets=["D1706"],
        found=["D1611"],
    )
    assert marked(match, "german", "D1706") == [("target", "")]
    assert labels(match.overlay("secrets", "", side="german"), "Your targets") == {"D1706": "1"}
    for side in ("allied", None):
        assert marked(match, side, "D1706") == []
        assert not labels(match.overlay("secrets", "", side=side), "Your")
        assert marked(match, side, "D1611") == [("commandos", "roadblock")]


@pytest.mark.rule("battles", "16.51")
def test_only_the_allied_player_sees_what_is_in_a_dump() -> None:
    match = start("clervaux", dumps="on")
    play(match, ("dump", "D1706"), ("points", 9), "spread")
    assert marked(match, "allied", "D1706") == [("dump: 9 Petrol Points", "fuel full")]
    assert labels(match.overlay("secrets", "", side="allied"), "Your dumps")["D1706"] == "9"
    for side in ("german", None):
        assert marked(match, side, "D1706") == [("possible dump", "fuel")]
        assert set(labels(match.overlay("secrets", "", side=side), "Where American fuel").values()) == {"?"}


@pytest.mark.parametrize("side", EYES)
def test_who_goes_on_alone_has_as_many_targets_and_as_much_fuel_in_other_places(side: str | None) -> None:
    match = play(start("clervaux", **SECRET), ("dump", "D1706"), ("points", 9), "spread", ("primary", "D1706"), "fill")
    real, branch = state(match), state(match.branch(side, seed=1))
    assert branch.targets.bit_count() == real.targets.bit_count() == 5
    assert sum(branch.stocks) == sum(real.stocks) == 24
    assert (branch.targets == real.targets) == (side == "german")
    assert (branch.stocks == real.stocks) == (side == "allied")


def test_a_site_that_is_only_picked_shows_to_its_side_alone() -> None:
    match = play(start("clervaux", **SECRET), ("dump", "D1706"))
    before = start("clervaux", **SECRET)
    assert match.position_for("german") == before.position_for("german")
    assert match.position_for("allied") != before.position_for("allied")


@pytest.mark.rule("battles", "b23.2")
def test_only_the_german_player_sees_his_plan() -> None:
    match = play(start("campaign_1944"), ("plan", "dinant"))
    names = {side: {track["id"] for track in match.view(side)["tracks"]} for side in EYES}
    assert {side: "plan" in found for side, found in names.items()} == {"german": True, "allied": False, None: False}
    assert labels(match.overlay("victory", "", side="german"), "Your secret plan")["A0607"] == "+15"
    assert not labels(match.overlay("victory", "", side="allied"), "Your")


# --- units -------------------------------------------------------------------------------------------------------------------------------


def test_a_counter_shows_steps_strength_and_marks() -> None:
    where = {
        "us-1-110-28": "D1715",
        "us-108-fa-28": "D1914",
        "us-107-fa-28": "D1611",
        "us-103-eng-28": "D1706",
        "de-304-pg-2": "D1917",
        "de-2-recon": "D2018",
        "de-74-art-2": "D2117",
    }
    match = situation(
        "allied-movement",
        where,
        scenario="clervaux",
        lost={"us-1-110-28": 1},
        battery=["us-108-fa-28", "us-107-fa-28", "de-74-art-2"],
        changing=["us-107-fa-28"],
        marching=["de-2-recon"],
        unsupplied=["us-1-110-28", "de-304-pg-2"],
        short=["2 Pz"],
        no_ammo={"us-108-fa-28": 3},
        burnt=["de-74-art-2"],
        digging=["us-103-eng-28"],
    )
    shown = pieces(match)
    weak = shown["us-1-110-28"]
    assert (weak["factors"], weak["steps"], weak["supplied"]) == ("1-3", [1, 2], False)
    badges = {unit: set(shown[unit]["badges"]) for unit in where}
    assert badges == {
        "us-1-110-28": {"out"},
        "us-108-fa-28": {"battery", "noammo"},
        "us-107-fa-28": {"changing"},
        "us-103-eng-28": {"works"},
        "de-304-pg-2": {"nofuel"},
        "de-2-recon": {"road"},
        "de-74-art-2": {"battery", "burnt"},
    }
    assert shown["us-107-fa-28"]["status"] == ["to movement mode next turn"]
    assert shown["us-108-fa-28"]["factors"] == "2-1-4" and shown["us-103-eng-28"]["factors"] == "(1)-5"


@pytest.mark.rule("battles", "b12.6")
def test_engineers_say_when_their_bridge_is_ready() -> None:
    match = start("clervaux")
    s = state(match)
    dasburg = facts.bridge_at("D1916-D1917")
    assert ready_on(s, dasburg, crew_of(s, dasburg)) == 2
    said = pieces(match)["de-38-eng-2"]["status"]
    assert said == ["builds a bridge over the Our at Dasburg (D1916-D1917), ready on game turn 2"]


@pytest.mark.rule("battles", "b12.4")
def test_moving_a_unit_at_work_is_said_to_cost_the_work() -> None:
    match = play(start("clervaux"), *["done"] * 2)
    decision = match.view("german")["decision"]
    assert decision["hints"]["unit"]["de-38-eng-2"]["note"] == "gives up its work"
    assert "de-38-eng-2" in decision["choices"]["unit"] and "de-38-eng-2" not in decision["undone"]["could"]
    assert play(match, ("unit", "de-38-eng-2")).decision.prompt == "Move 38 Eng/2; it gives up its work"


def test_whoever_has_no_other_hex_to_attack_joins_in_by_himself() -> None:
    near, far = "D1010", "D1011"
    alone, torn = squad("german", 4, 5)
    first, second = squad("allied", 2, 3)
    middle = next(p for p in ring(near) if p in ring(far))
    edge = next(p for p in ring(near) if p not in [*ring(far), far])
    match = battle("german-combat", {first: near, second: far, alone: edge, torn: middle})
    ahead = match.ahead([("target", near)], "german")
    assert [(step["verb"], step["argument"]) for step in ahead["steps"]] == [("target", near), ("join", alone)]


# --- next to the map ---------------------------------------------------------------------------------------------------------------------


def test_the_turn_track_has_half_days_and_starts_with_the_scenario() -> None:
    view = start("celles").view("german")
    assert [(day["turn"], day["label"], day["date"]) for day in view["days"]][:2] == [
        (15, "23", "23 Dec AM"),
        (16, "pm", "23 Dec PM"),
    ]
    assert [day["turn"] for day in view["days"] if day["check"]] == [21]
    assert (view["turn"]["date"], view["turn"]["of"]) == ("23 Dec AM", 21)
    early = start("celles", variable_ending="even").view("german")
    assert [day["turn"] for day in early["days"] if day["check"]] == [19, 20, 21]


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_the_gauge_has_a_mark_for_every_level(scenario: str) -> None:
    match = start(scenario)
    gauge = match.view("allied")["gauge"]
    levels = [row["from"] for row in facts.SCENARIOS[scenario]["levels"][:-1]]
    assert [mark["at"] for mark in gauge["marks"]] == levels
    assert gauge["value"] == victory.points(state(match))
    for mark in gauge["marks"]:
        above, below = (victory.level(state(match), mark["at"] - n) for n in (0, 1))
        winner, level = above if above[0] == "german" else below
        assert f"{winner.capitalize()} {level} victory" in mark["text"]


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_everybody_still_to_come_is_on_the_calendar(scenario: str) -> None:
    match = start(scenario)
    s, rows = state(match), match.view("german")["calendar"]
    waiting = {unit for row in rows for unit in row["units"]}
    assert waiting == set(facts.UNIT_NAMES.list_of(s.in_box(facts.DUE)))
    assert [row["turn"] for row in rows] == sorted(row["turn"] for row in rows)
    for unit in each(s.in_box(facts.DUE)):
        row = next(row for row in rows if facts.UNIT_NAMES.names[unit] in row["units"])
        assert row["turn"] == s.due[unit] and row["date"] == GAME.day_of(s.due[unit])


# --- overlays ----------------------------------------------------------------------------------------------------------------------------


def test_every_overlay_can_be_drawn_in_a_random_game() -> None:
    rng = random.Random(5)
    drawn = dict.fromkeys((overlay.id for overlay in GAME.overlays), 0)
    for n, match in enumerate(random_game(11, 200, "clervaux", **SECRET)):
        if n % 40:
            continue
        for overlay in GAME.overlays:
            of = {"side": "german", "unit": rng.choice(GAME.unit_names.list_of(state(match).on_map(0)))}.get(
                overlay.of, ""
            )
            found = match.overlay(overlay.id, of, side="german")
            drawn[overlay.id] += len(found["areas"]) + len(found["lines"]) + len(found["units"])
    assert all(drawn.values()), drawn


@pytest.mark.rule("battles", "10.19")
def test_the_guns_overlay_shows_the_barrage_into_each_hex() -> None:
    match = situation(
        "german-combat",
        {"de-74-art-2": "D0711", "us-1-110-28": "D0811"},
        scenario="clervaux",
        battery=["de-74-art-2"],
    )
    found = match.overlay("guns", "german", side="allied")
    seen = labels(found, "German batteries")
    strength = facts.BARRAGE[facts.UNIT_NAMES.index["de-74-art-2"]]
    assert labels(found, "Enemy units under it") == {"D0811": str(strength)}, "on a plate above the counters"
    assert "D0811" not in seen
    blocked = labels(found, "In range")
    for name, label in {**seen, **blocked}.items():
        half = bool((facts.LIGHT | facts.HEAVY | facts.TOWN | facts.CITY) >> facts.hex_at(name) & 1)
        assert label == str(-(-strength // 2) if half else strength), name
    assert all(facts.BOARD.distance(facts.hex_at(name), facts.hex_at("D0711")) <= 3 for name in seen)


@pytest.mark.rule("battles", "b6.2")
def test_reach_shows_moves_and_marches() -> None:
    match = situation("german-movement", {"de-2-recon": "D1917", "us-1-110-28": "D0116"}, scenario="clervaux")
    found = match.overlay("reach", "de-2-recon", side="german")
    assert [area["style"] for area in found["areas"]] == ["reach", "threat"]
    assert labels(found, "2 Recon: by road in march mode")
    play(match, ("unit", "de-2-recon"))
    assert set(labels(found, "2 Recon: 7 movement")) == set(match.decision.choices["hex"])
    hints = match.view("german")["decision"]["hints"]["march"]
    both = set(match.decision.choices["march"]) & set(match.decision.choices["hex"])
    assert both and all(hints[place].get("minor") for place in both)


# --- words -------------------------------------------------------------------------------------------------------------------------------


def test_the_story_of_a_game_can_be_told() -> None:
    last: Match | None = None
    for match in random_game(3, 1200, "clervaux", **SECRET, intensive_fire="both", saturation_fire="on"):
        last = match
    assert last is not None
    for side in EYES:
        lines = last.story(side)
        assert len(lines) > 50
        assert not [line for line in lines if "{" in "".join(part["t"] for part in line["parts"])]


def test_every_result_and_event_has_words_and_every_case_exists() -> None:
    assert set(GAME.words["outcome"]) == set(facts.TABLES["combat"]["outcomes"])
    assert {event.case for event in GAME.events.values()} <= set(GAME.ledger.cases)
    assert {overlay.case for overlay in GAME.overlays} <= {"", *GAME.ledger.cases}
    for scenario in GAME.scenarios:
        assert scenario.id in GAME.briefings._own
        for side in GAME.sides:
            briefing = GAME.briefings.of(scenario.id, side)
            assert {rule.case for rule in briefing.rules} <= set(GAME.ledger.cases)


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_a_briefing_names_the_levels_of_its_scenario(scenario: str) -> None:
    levels = facts.SCENARIOS[scenario]["levels"]
    german = [row["from"] for row in levels if row["winner"] == "german"]
    allied = min(row["from"] for row in levels if row["winner"] != "allied")
    told = {side: GAME.briefings.of(scenario, side).wins for side in GAME.sides}
    assert all(str(points) in told["german"] for points in german)
    assert f"below {'zero' if allied == 0 else allied}" in told["allied"]


def test_every_table_of_the_rules_has_rows() -> None:
    assert all(table.rows for table in GAME.charts().values())


def test_artillery_shows_barrage_and_fpf_instead_of_strength() -> None:
    assert GAME.printed["de-402-vak"]["figures"] == {"barrage": 6, "FPF": 2, "movement": 4}
    assert "figures" not in GAME.printed["de-48-12"]


def test_the_attack_button_names_the_odds_with_saturation_fire_and_each_kind_its_risk() -> None:
    match = ardennes.new("battles", scenario="st_vith", seed=1, options={"saturation_fire": "on"})
    while match.decision.prompt != "Choose a hex to attack, or end attacks":
        match.play("done")
    play(match, ("target", "B1221"), ("join", "de-27-fus-12"))
    hints = match.view("german")["decision"]["hints"]
    assert hints["withering"]["de-402-vak"]["note"] == "\u00d7 3 to 5 by die; breaks down 74% of the time"
    assert hints["normal"]["de-402-vak"]["note"] == "\u00d7 1 to 4 by die; breaks down 26% of the time"
    match.play("withering", "de-402-vak")
    shown = match.view("german")["decision"]["hints"]["attack"][""]["label"]
    assert shown == "Attack at 5-1 to 8-1"  # 5 + 18 to 5 + 30 against 5, and one column to the right for surprise


@pytest.mark.rule("battles", "16.83")
def test_the_variable_ending_is_told_instead_of_a_last_turn() -> None:
    match = ardennes.new("battles", scenario="st_vith", seed=1, options={"variable_ending": "even"})
    assert match.view(None)["ending"].startswith("There is no fixed last turn: from turn 10 (20 Dec PM) on")
    assert ardennes.new("battles", scenario="st_vith", seed=1).view(None)["ending"] == ""


def test_no_intensive_fire_is_said_so() -> None:
    match = ardennes.new("battles", scenario="st_vith", seed=1, options={"intensive_fire": "both"})
    while match.decision.prompt != "Choose a hex to attack, or end attacks":
        match.play("done")
    play(match, ("target", "B1221"), ("join", "de-27-fus-12"), "attack")
    while "Intensive" not in match.decision.prompt:
        match.play("ready")
    side = match.decision.side
    assert match.view(side)["decision"]["hints"]["ready"][""]["label"] == "No Intensive Fire"


def test_all_ground_units_join_one_by_one_so_that_each_can_be_left_out() -> None:
    match = ardennes.new("battles", scenario="st_vith", seed=1)
    while match.decision.prompt != "Choose a hex to attack, or end attacks":
        match.play("done")
    picks = [("target", "B1221"), ("all", None)]
    found = match.ahead(picks)
    joined = [step["argument"] for step in found["steps"] if step["verb"] == "join"]
    assert len(joined) > 1 and "join" not in found["choices"] and "all" not in found["choices"]
    left = match.ahead(picks, without=[("join", joined[0])])
    assert [step["argument"] for step in left["steps"] if step["verb"] == "join"] == joined[1:]
    assert left["choices"]["join"] == [joined[0]]


def test_a_bridge_that_is_blown_by_a_die_is_marked_as_final() -> None:
    match = situation("allied-bridges", {"us-202-eng": "B1211", "de-48-12": "B1122"})
    found = match.ahead([("unit", "us-202-eng")])
    assert found["final"] == [("blow", name, "rolls") for name in found["choices"]["blow"]]
    assert found["prompt"] == "Which bridge? 202 Eng succeeds on 1 to 4"


def test_digging_in_says_what_it_costs() -> None:
    match = ardennes.new("battles", scenario="st_vith", seed=1)
    match.play("unit", "de-lxvi-corps-eng")
    note = match.view("german")["decision"]["hints"]["dig"][""]["note"]
    assert note == "ready next turn; no move and no attack this turn"


def test_the_rest_of_the_targets_is_chosen_behind_the_allied_front() -> None:
    for scenario in ("st_vith", "clervaux", "22_december"):
        match = ardennes.new("battles", scenario=scenario, seed=1, options={"greif": "on"})
        ours, theirs = (each(state(match).occupied(side)) for side in (facts.GERMAN, facts.ALLIED))
        match.play("fill")
        for place in each(state(match).targets):
            far = facts.BOARD.distances(place)
            assert min(far[p] for p in theirs) < min(far[p] for p in ours), facts.HEX_NAMES.names[place]


def test_surprise_says_who_cannot_move() -> None:
    said = {
        "st_vith": "; no Allied unit moves",
        "clervaux": "; Allied units move only if they start next to a German one",
    }
    for scenario, text in said.items():
        tracks = ardennes.new("battles", scenario=scenario, seed=1).view("allied")["tracks"]
        assert next(track["text"] for track in tracks if track["id"] == "surprise").endswith(text)


def test_each_target_says_from_when_on_it_works_while_commandos_need_time() -> None:
    options = {"greif": "on", "greif_infiltration_time": "on"}
    match = ardennes.new("battles", scenario="st_vith", seed=1, options=options)
    hints = match.view("german")["decision"]["hints"]["primary"]
    assert hints["B1512"]["note"] == "works from turn 4 on"  # the article's example: 19 points
    match.play("primary", "B1512")
    assert marked(match, "german", "B1512") == [("target from turn 4 on", "")]
    assert marked(match, "allied", "B1512") == []
    plain = ardennes.new("battles", scenario="st_vith", seed=1, options={"greif": "on"})
    assert "primary" not in plain.view("german")["decision"]["hints"] or not any(
        "note" in hint for hint in plain.view("german")["decision"]["hints"]["primary"].values()
    )


def petrol_track(match: Match) -> dict[str, Any]:
    return {track["id"]: track.get("value") for track in match.view("german")["tracks"]}


def test_petrol_points_in_german_hands_do_not_count_dumps_that_were_retaken() -> None:
    options = {"dumps": "on", "dumps_recapture": "on"}
    units = {"de-1-ss-pz": "B1125", "us-9-2": "B1211"}
    left = {"B1211": 20, "B1319": 5}
    match = situation("german-movement", units, options=options, taken=[*left], german_dumps=["B1319"], left=left)
    assert petrol_track(match)["petrol"] == 5


@pytest.mark.rule("battles", "16.53")
def test_a_formation_that_captured_petrol_has_helped_is_not_said_to_be_without() -> None:
    units = {"de-1-ss-pz": "B1125", "de-12-ss-pz": "B1325", "us-9-2": "B2010"}
    fields: dict[str, Any] = {"short": ["1 SS", "12 SS"], "unsupplied": ["de-12-ss-pz"]}
    match = situation("german-movement", units, turn=6, options={"dumps": "on"}, **fields)
    assert petrol_track(match)["short"] == "12 SS"


@pytest.mark.rule("battles", "b6.5")
def test_a_forced_march_says_what_it_costs_and_takes_more_than_a_click() -> None:
    match = situation(
        "german-movement", {"de-48-12": "B1122", "us-9-2": "B2010"}, options={"forced_march": "on"}, turn=3
    )
    play(match, ("unit", "de-48-12"))
    hints = match.view("german")["decision"]["hints"]["force"]
    forced = match.decision.choices["force"]
    assert forced and all(hints[place]["minor"] for place in forced)
    said = "fatigued to the end of your next turn: half its movement, no attack, no march"
    assert all(said in hints[place]["note"] for place in forced)


def test_points_that_fail_still_gain_something_if_partial_success_counts() -> None:
    (attacker,), (target,) = squad("german", 8, mech=True), squad("allied", 5)
    near = ring("D0711")[0]
    notes = {}
    for partial in ("off", "on"):
        options = {"intensive_fire": "german", "intensive_fire_partial": partial}
        match = battle("german-combat", {attacker: near, target: "D0711"}, options=options)
        play(match, ("target", "D0711"))
        if "join" in match.decision.choices:
            play(match, ("join", attacker))
        play(match, "attack", ("unit", attacker))
        notes[partial] = match.view("german")["decision"]["hints"]["points"]
    assert notes["off"]["2"]["note"] == "works 4 times in 6; otherwise out of ammunition"
    assert notes["off"]["7"]["note"] == "cannot work: out of ammunition"
    assert notes["on"]["2"]["note"] == "works 4 times in 6; otherwise one less than the die, and out of ammunition"
    assert notes["on"]["7"]["note"] == "gains one less than the die, and then: out of ammunition"
