"""1 and 2: what the game is, and what its pieces and board are."""

from __future__ import annotations

from itertools import pairwise

import pytest

import ardennes
from ardennes.games.commander.facts import ARTILLERY, BOARD, DAYS, HOURS, SURPRISE_TURNS, TYPE_TITLES
from ardennes.games.commander.odds import hit_weights
from tests.rules.commander.table import (
    UNITS,
    asked,
    assault,
    facts,
    fight,
    go,
    goals,
    offered,
    pass_all,
    rolls,
    situation,
    space,
    state,
    strength,
    value,
    vp,
    where,
)


@pytest.mark.rule("commander", "1-introduction:a")
def test_there_are_two_sides_and_no_other_can_sit_down() -> None:
    match = ardennes.new("commander", seed=1)
    assert match.game.sides == ("german", "allied")
    with pytest.raises(ardennes.BadInput):
        match.view("russian")


@pytest.mark.rule("commander", "1-who-wins:a", "12-victory-points")
def test_there_is_one_total_of_victory_points() -> None:
    match = ardennes.new("commander", seed=1)
    tracks = [track for track in match.view()["tracks"] if "ictory" in track["title"]]
    assert [(track["id"], track["value"]) for track in tracks] == [("vp", 0)]


@pytest.mark.rule("commander", "2-inventory:a", "2-bonus-die")
def test_seven_dice_are_the_most_one_unit_rolls_and_units_roll_one_after_the_other() -> None:
    assert max(unit.strength + unit.bonus for unit in UNITS) == 7
    units = {"de-1ss": "Eupen", "de-12ss": "Eupen", "us-1inf": "Verviers"}
    match = situation("german-turn", units)
    match.play("activate", "Eupen")
    for unit in ("de-1ss", "de-12ss"):
        match.play("unit", unit)
        match.play("space", "Verviers")
    assert [dice for dice, _ in rolls(match).values()] == [7, 7, 4]


@pytest.mark.rule("commander", "2-inventory")
def test_control_markers_and_cubes_have_no_limit() -> None:
    match = situation("german-turn", {"de-1ss": "Spa"}, german=BOARD.index)
    assert [p["control"] for p in match.view()["places"].values()].count("german") == 63 > 40


@pytest.mark.rule("commander", "2-board:a", "2-town-city:ab")
def test_every_space_has_a_name_one_terrain_and_its_reduction_values() -> None:
    assert len(set(BOARD.names)) == len(BOARD.names) == 63
    for place in BOARD.places:
        (terrain,) = place["terrain"]
        assert terrain in ("clear", "broken", "woods", "forest")
        held, taken = place["reduction"]
        assert held == taken if place["size"] == 1 else held > taken  # towns and cities have two values


@pytest.mark.rule("commander", "2-board:b", "2-rivers:ab", "2-roads")
def test_borders_join_neighbours_and_carry_roads_and_rivers() -> None:
    for (a, b), what in BOARD.sides.items():
        assert BOARD.neighbours(a) >> b & 1 and BOARD.neighbours(b) >> a & 1
        assert BOARD.sides[b, a] == what
    assert not any("river" in place or "road" in place for place in BOARD.places)
    rivers = {what["river"] for what in BOARD.sides.values() if "river" in what}
    assert {"Meuse", "Our", "Ourthe"} <= rivers


@pytest.mark.rule("commander", "2-vp-values:a")
def test_a_space_without_a_value_changes_hands_for_nothing() -> None:
    match = situation("german-turn", {"de-116pz": "Prum"})
    match.play("activate", "Prum")
    go(match, "de-116pz", "Schonberg")
    assert (vp(match), where(match, "de-116pz")) == (0, "Schonberg")


@pytest.mark.rule("commander", "2-artillery-symbol:ab", "8-mod-att-artillery:c")
def test_vianden_and_clervaux_have_the_artillery_symbol() -> None:
    assert ARTILLERY >> space("Vianden") & 1 and ARTILLERY >> space("Clervaux") & 1
    units = {"de-26vg": "Clervaux", "us-110inf": "Clervaux"}
    match = assault("allied-turn", units, "Clervaux")
    assert rolls(match) == {
        "us-110inf": (2, 3),
        "de-26vg": (4, 3),
    }  # neither Allied attackers nor German defenders gain


@pytest.mark.rule("commander", "2-tracks:abc")
def test_calendar_surprise_track_and_hit_tracks() -> None:
    assert list(DAYS) == list(range(16, 29))
    assert SURPRISE_TURNS == 3
    match = assault("german-turn", {"de-26vg": "Clervaux", "us-110inf": "Clervaux"}, "Clervaux")
    match.play("hits", 2)
    hits = {t["id"]: t["value"] for t in match.view()["tracks"] if t["id"].startswith("hits")}
    assert hits == {"hits_german": 0, "hits_allied": 2}


@pytest.mark.rule("commander", "2-units:a", "2-unit-name:a", "2-unit-type:a")
def test_units_have_one_to_six_strength_points_one_type_and_only_allies_are_elite_infantry() -> None:
    for unit in UNITS:
        assert 1 <= unit.strength <= 6
        assert unit.type in TYPE_TITLES
        if unit.elite and unit.type == "infantry":
            assert unit.side == 1
    assert len({unit.name for unit in UNITS}) == len(UNITS)


@pytest.mark.rule("commander", "2-units:b")
def test_a_unit_has_a_strength_between_one_and_its_full_strength_while_it_is_on_the_map() -> None:
    with pytest.raises(ardennes.BadInput, match="cannot have lost 4"):
        situation("german-turn", {"de-26vg": "Clervaux/0"})
    with pytest.raises(ardennes.BadInput, match="cannot have lost -1"):
        situation("german-turn", {"de-26vg": "Clervaux/5"})


@pytest.mark.rule("commander", "2-unit-name:b")
def test_elite_infantry_has_no_effect_when_it_attacks() -> None:
    units = {"us-2inf": "Elsenborn", "de-277vg": "Elsenborn"}
    match = assault("allied-turn", units, "Elsenborn")
    assert rolls(match) == {"us-2inf": (4, 3), "de-277vg": (3, 3)}


@pytest.mark.rule("commander", "2-unit-type:b")
def test_mechanized_infantry_moves_like_armor_but_is_no_armor_in_combat() -> None:
    units = {"de-fuhrerbeg": "Prum", "us-106inf": "Schonberg"}
    match = situation("german-turn", units)
    match.play("activate", "Prum")
    assert "St. Vith" in goals(match, "de-fuhrerbeg")  # two road spaces, by Bleialf
    go(match, "de-fuhrerbeg", "Schonberg")
    assert rolls(match)["us-106inf"] == (4, 3)  # no armor in the attack


@pytest.mark.rule("commander", "2-strength:ab", "2-dice")
def test_dice_are_as_many_as_strength_points_and_a_unit_without_strength_is_gone() -> None:
    match = assault("german-turn", {"de-26vg": "Clervaux", "us-110inf": "Clervaux/1"}, "Clervaux")
    assert rolls(match) == {"de-26vg": (4, 4), "us-110inf": (1, 3)}
    fight(match, 4, 0)
    assert where(match, "us-110inf") == "eliminated"
    assert strength(match, "us-110inf") == 0


@pytest.mark.rule("commander", "2-bonus-die:b")
def test_the_bonus_die_is_no_strength() -> None:
    units = {"de-lehr": "Clervaux/2", "us-110inf": "Clervaux"}
    match = assault("german-turn", units, "Clervaux")
    assert rolls(match)["de-lehr"] == (3, 5)
    fight(match, 0, 2)
    assert where(match, "de-lehr") == "eliminated"  # two hits are enough


@pytest.mark.rule("commander", "2-hit-chance:a", "2-dice:a", "8-hit-chances:a")
def test_a_die_that_shows_the_chance_or_less_hits() -> None:
    numbers, weights = hit_weights(1, 3)
    assert (numbers, weights) == ((0, 1), (7, 3))
    assert sum(hit_weights(4, 3)[1]) == 10**4
    assert hit_weights(2, 5) == ((0, 1, 2), (25, 50, 25))


@pytest.mark.rule("commander", "2-elite-armor:abc", "8-hit-chances:b")
def test_elite_armor_attacks_with_the_higher_and_defends_with_the_lower_number() -> None:
    assert (facts("de-1ss").attack, facts("de-1ss").defence) == (5, 4)
    assert (facts("de-2pz").attack, facts("de-2pz").defence) == (5, 4)
    units = {"de-2pz": "Wiltz", "us-r9arm": "Wiltz"}
    attack = assault("german-turn", units, "Wiltz")
    assert rolls(attack)["de-2pz"] == (5, 5 - 1)
    defence = assault("allied-turn", units, "Wiltz")
    assert rolls(defence)["de-2pz"] == (5, 4 - 1)


@pytest.mark.rule("commander", "2-starting-space:a", "2-arrival-code:b", "2-vp-symbol")
def test_each_unit_starts_on_the_map_or_has_a_day_or_is_in_reserve() -> None:
    for unit in UNITS:
        assert [bool(unit.start), bool(unit.due), unit.reserve].count(True) == 1
    match = ardennes.new("commander", seed=1)
    for unit in UNITS:
        if unit.start:
            assert (where(match, unit.id), strength(match, unit.id)) == (unit.start, unit.strength)


@pytest.mark.rule("commander", "2-vp-symbol:ab", "12-vp-units")
@pytest.mark.parametrize(("unit", "worth"), [("us-4inf", 1), ("us-75inf", 0), ("us-2arm", 1)])
def test_full_strength_decides_whether_an_elimination_counts(unit: str, worth: int) -> None:
    assert (facts(unit).strength >= 4) == bool(worth)
    match = assault("german-turn", {"de-1ss": "Clervaux", unit: "Clervaux/1"}, "Clervaux")
    before = vp(match)
    fight(match, 7, 0)
    assert where(match, unit) == "eliminated"
    assert vp(match) - before == worth + value("Clervaux")


@pytest.mark.rule("commander", "2-markers:a")
def test_all_markers_are_part_of_a_position_and_of_the_view() -> None:
    units = {"de-1ss": "Spa", "de-lehr": "Spa", "us-7arm": "Malmedy"}
    match = situation(
        "german-turn", units, day=22, time=3, short=["de-1ss"], oos=["us-7arm"], cubes=["us-7arm"], crossed=True
    )
    data = match.position()
    assert (data["day"], data["time"]) == (22, 3)
    assert (data["short"], data["oos"], data["cubes"]) == (["de-1ss"], ["us-7arm"], ["us-7arm"])
    shown = {piece["id"]: piece for piece in match.view()["pieces"]}
    assert shown["de-1ss"]["badges"] == ["nofuel"]
    assert (shown["us-7arm"]["badges"], shown["us-7arm"]["done"]) == (["out"], True)
    assert ardennes.load_position(data).state == match.state


@pytest.mark.rule("commander", "2-activation-cubes:ab", "4-2-activation-reset:a")
def test_a_unit_with_a_cube_is_not_activated_before_the_next_day() -> None:
    match = situation("german-turn", {"de-1ss": "Gemund", "de-lehr": "Prum", "us-7arm": "Liege"}, cubes=["de-1ss"])
    assert offered(match, "activate") == ["Prum"]
    pass_all(match)
    assert not state(match).cubes
    while asked(match) != "Turn":
        match.play("done")
    assert offered(match, "activate") == ["Gemund", "Prum"]


@pytest.mark.rule("commander", "2-dice:b")
def test_chance_is_asked_in_battles_only() -> None:
    match = ardennes.new("commander", seed=3, chance="manual")
    for _ in range(150):
        if match.result is not None:
            break
        if match.decision.side == "chance":
            assert asked(match) == "Battle"
        choices = match.decision.choices
        verb = next(iter(choices))
        match.play(verb, choices[verb][0])


@pytest.mark.rule("commander", "D-time-track", "4-passage-of-time")
def test_the_time_track_has_ten_spaces_ninety_minutes_apart() -> None:
    minutes = [int(hour[:2]) * 60 + int(hour[2:]) for hour in HOURS]
    assert (HOURS[0], HOURS[-2], HOURS[-1], len(HOURS)) == ("0530", "1730", "1900", 10)
    assert {b - a for a, b in pairwise(minutes)} == {90}
