"""What Commander shows: pieces, spaces, tracks, hints, previews, overlays and the words of its story."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games import find
from ardennes.games.commander.facts import DAYS, NEAR, ROSTER
from ardennes.games.commander.sequence import Calendar
from tests.rules.commander.table import START, asked, assault, go, offered, situation, space

COMMANDER = find("commander")
QUIET = {"de-326vg": "Trier", "us-78inf": "Liege"}


def walk(seed: int, scenario: str = "campaign") -> Match:
    """A match that is about to ask something, somewhere in a random game."""
    match = ardennes.new("commander", scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(rng.randrange(400)):
        if match.result is not None:
            break
        choices = [(verb, argument) for verb, some in match.decision.choices.items() for argument in some]
        match.play(*rng.choice(choices))
    return match


# --- pieces and spaces -------------------------------------------------------------------------------------------------------------------


def test_every_piece_carries_what_a_counter_shows() -> None:
    pieces = {p["id"]: p for p in ardennes.new("commander", seed=1).view()["pieces"]}
    assert len(pieces) == len(ROSTER)
    assert (pieces["de-1ss"]["factors"], pieces["us-99inf"]["factors"]) == ("6-5/4+", "4-3")
    assert pieces["de-1ss"]["quality"] == pieces["us-2inf"]["quality"] == "elite"
    for p in pieces.values():
        assert re.fullmatch(r"10031000(17|18|21)\d{10}", p["symbol"])
        assert p["mark"] == {"German": "cross", "US": "star", "British": "roundel"}[p["nation"]]
        assert p["steps"] == [p["strength"], p["strength"]] and p["done"] is False and p["badges"] == []


def test_each_unit_has_one_formation_with_a_source() -> None:
    rows = list(csv.DictReader(io.StringIO(COMMANDER.data_text("formations.csv"))))
    assert [row["unit"] for row in rows] == list(ROSTER.names.names)
    assert all(row["source"].split()[0] in ("HISTORY", "RECONSTRUCTED") for row in rows)
    assert len(set(ROSTER.title)) == len(set(ROSTER.said)) == len(ROSTER)


def test_control_and_contest_of_every_space_are_shown() -> None:
    view = ardennes.new("commander", seed=1).view()
    assert sorted(n for n, p in view["places"].items() if p["control"] == "german") == sorted(START)
    assert [n for n, p in view["places"].items() if p["contested"]] == ["Losheim", "Schonberg", "Clervaux"]
    assert view["places"]["Bastogne"]["value"] == "2" and view["places"]["Liege"]["exit"] is True


def test_losses_cubes_supply_and_fuel_show_on_pieces() -> None:
    match = situation(
        "german-turn", QUIET | {"de-1ss": "Spa/2", "de-lehr": "Spa"}, day=22, oos=["de-1ss"], short=["de-lehr"]
    )
    pieces = {p["id"]: p for p in match.view()["pieces"]}
    assert (pieces["de-1ss"]["steps"], pieces["de-1ss"]["badges"]) == ([2, 6], ["out"])
    assert pieces["de-lehr"]["badges"] == ["nofuel"]
    match.play("activate", "Trier")
    match.play("unit", "de-326vg")
    match.play("stay")
    assert next(p for p in match.view()["pieces"] if p["id"] == "de-326vg")["done"] is True


# --- calendar, gauge, tracks -------------------------------------------------------------------------------------------------------------


def test_the_calendar_of_days_marks_the_evenings_of_victory() -> None:
    days = ardennes.new("commander", seed=1).view()["days"]
    assert [d["label"] for d in days if d["check"]] == [str(d) for d in DAYS if DAYS[d].german_wins is not None]
    race = ardennes.new("commander", "race", seed=1).view()
    assert [d["label"] for d in race["days"] if d["check"]] == ["18"] and race["gauge"] is None


def test_the_gauge_names_the_thresholds_of_the_next_check() -> None:
    gauge = situation("german-turn", QUIET, german=(*START, "Bastogne"), day=19).view()["gauge"]
    assert (gauge["value"], gauge["text"]) == (2, "2 of 12 on 20 Dec")
    assert [m["at"] for m in gauge["marks"]] == [12, 4]


def test_reinforcements_to_come_are_listed_by_day_and_letter() -> None:
    entry = ardennes.new("commander", seed=1).view()["calendar"][0]
    assert (entry["turn"], entry["date"], entry["side"], entry["units"]) == (2, "17 Dec", "german", ["de-150pz"])
    late = situation("german-turn", QUIET | {"us-7arm": "due"}, day=18).view()["calendar"]
    assert late[0]["text"].endswith("delayed")


# --- hints -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_every_choice_has_a_label_and_every_question_a_title(seed: int) -> None:
    match = walk(seed, "race" if seed % 5 == 0 else "campaign")
    if match.result is not None:
        return
    decision = match.view(match.decision.side)["decision"]
    assert decision["title"]
    for verb, some in decision["choices"].items():
        for argument in some:
            given = decision["hints"][verb]
            hint = given.get("" if argument is None else str(argument)) or given["*"]
            assert hint["label"] and hint["label"] != verb
    json.dumps(decision)


def test_moves_show_how_far_they_go_and_the_way() -> None:
    german = (*START, "Losheim", "St. Vith")
    match = situation("german-turn", QUIET | {"de-12ss": "Gemund", "us-99inf": "Elsenborn"}, german=german)
    match.play("activate", "Gemund")
    match.play("unit", "de-12ss")
    found = match.view("german")["decision"]["hints"]["space"]
    assert (found["Stadtkyll"]["cost"], found["Losheim"]["cost"]) == ("1", "2")
    assert (found["St. Vith"]["cost"], found["St. Vith"]["note"]) == ("3", "strategic move")
    assert found["Elsenborn"]["label"] == "Attack here"
    before = found["*"]["before"]
    for name in offered(match, "space"):
        steps = [name]
        while steps[-1] != "Gemund":
            steps.append(before[steps[-1]])
        assert len(steps) - 1 == int(found[name]["cost"])
        assert all(NEAR[space(a)] >> space(b) & 1 for a, b in pairwise(steps))


def ways(unit: str, origin: str, to: str, units: dict[str, str], german: tuple[str, ...]) -> dict[str, str]:
    """The notes of the ways that are asked for."""
    match = situation("german-turn", QUIET | units | {unit: origin}, german=(*START, *german), day=20)
    match.play("activate", origin)
    match.play("unit", unit)
    match.play("space", to)
    found = match.view("german")["decision"]["hints"]
    return {name: hint["note"] for name, hint in (found["via"] | found.get("direct", {})).items() if name != "*"}


def test_ways_say_in_what_they_differ() -> None:
    taking = ways("de-116pz", "Clervaux", "La Roche", {}, ("Clervaux",))
    assert taking == {"Bastogne": "takes it, 2 VP", "Houffalize": "takes it"}
    river = ways("de-2pz", "Dasburg", "Vianden", {"us-4inf": "Vianden"}, ("Clervaux",))
    assert river == {"Clervaux": "takes nothing on the way", "": "takes nothing on the way; attacks across the river"}
    british = ways("de-116pz", "Marche", "Rochefort", {}, ("Rochefort",))
    assert british == {"Ciney": "takes it; frees the British", "": "takes nothing on the way"}


@pytest.mark.parametrize(
    ("origin", "german", "day", "note"),
    [
        ("Clervaux", ("St. Vith", "Houffalize", "Wiltz", "Vianden"), 20, "takes Bastogne, 2 VP"),
        ("Clervaux", ("St. Vith", "Houffalize", "Wiltz"), 20, "takes one of 2 empty spaces"),
        ("Marche", ("Havelange", "Hotton", "La Roche", "Rochefort"), 27, "takes Ciney"),
    ],
)
def test_a_sortie_says_what_it_takes(origin: str, german: tuple[str, ...], day: int, note: str) -> None:
    match = situation("german-turn", QUIET | {"de-116pz": origin}, german=(*START, *german), day=day)
    match.play("activate", origin)
    match.play("unit", "de-116pz")
    assert match.view("german")["decision"]["hints"]["sortie"][""]["note"] == note


def test_the_spaces_of_a_sortie_say_what_they_bring() -> None:
    match = situation("german-turn", QUIET | {"de-116pz": "Clervaux"}, german=(*START, "St. Vith", "Wiltz", "Vianden"))
    match.play("activate", "Clervaux")
    match.play("unit", "de-116pz")
    match.play("sortie")
    found = match.view("german")["decision"]["hints"]["via"]
    assert {name: (hint["label"], hint["note"]) for name, hint in found.items() if name != "*"} == {
        "Bastogne": ("Take Bastogne", "comes back, 2 VP"),
        "Houffalize": ("Take Houffalize", "comes back"),
    }


def test_a_sortie_to_the_meuse_says_that_it_frees_the_british() -> None:
    match = situation(
        "german-turn",
        QUIET | {"de-116pz": "Marche", "us-1inf": "Havelange"},
        german=(*START, "Hotton", "La Roche", "Rochefort"),
        day=20,
    )
    match.play("activate", "Marche")
    match.play("unit", "de-116pz")
    assert match.view("german")["decision"]["hints"]["sortie"][""]["note"] == "takes Ciney; frees the British"


def test_a_unit_that_goes_out_and_comes_back_is_shown_on_its_way() -> None:
    german = (*START, "St. Vith", "Houffalize", "Wiltz", "Vianden")
    match = situation("german-turn", QUIET | {"de-116pz": "Clervaux"}, german=german, day=20)
    match.play("activate", "Clervaux")
    match.play("unit", "de-116pz")
    match.play("sortie")
    moves = [(m["from"], m["to"]) for line in match.story("allied") for m in line["moves"]]
    assert moves == [("Clervaux", "Bastogne"), ("Bastogne", "Clervaux")]


def test_replacements_name_the_unit_as_people_do() -> None:
    match = situation("replacements", QUIET | {"de-2pz": "Prum/2"}, day=21)
    assert match.view("german")["decision"]["hints"]["unit"]["de-2pz"]["note"] == "2Pz to strength 3"


# --- preview -----------------------------------------------------------------------------------------------------------------------------


def test_a_battle_is_previewed_with_dice_modifiers_terrain_and_chances() -> None:
    units = {"de-2pz": "Dasburg", "us-109inf": "Vianden"} | QUIET
    match = situation("german-turn", units, day=16)
    match.play("activate", "Dasburg")
    go(match, "de-2pz", "Vianden")
    preview = match.preview("allied")
    assert preview is not None
    attack, defence = preview["sides"]
    assert [r["value"] for r in attack["rows"]] == ["5 dice, hit on 7 or less"]
    assert [r["value"] for r in defence["rows"]] == ["1 die, hit on 3 or less", "1 hit"]
    assert {s["case"] for s in preview["shifts"]} == {
        "8-mod-att-surprise",
        "8-mod-att-artillery",
        "8-mod-def-armor",
        "8-mod-def-river",
    }
    for table in preview["tables"]:
        assert abs(sum(o["chance"] for o in table["outcomes"]) - 1) < 0.01
    json.dumps(preview)


def test_while_units_move_the_battles_to_come_are_previewed() -> None:
    units = {"de-2pz": "Dasburg", "de-5fj": "Dasburg", "us-109inf": "Vianden", "us-110inf": "Clervaux"} | QUIET
    match = situation("german-turn", units, day=16)
    match.play("activate", "Dasburg")
    assert match.preview("german") is None
    go(match, "de-2pz", "Vianden")
    assert asked(match) == "Moves"
    one = match.preview("german")
    assert one is not None and (one["place"], one["attackers"], one["warnings"]) == ("Vianden", ["de-2pz"], [])
    go(match, "de-5fj", "Clervaux")
    two = match.preview("german")
    assert two is not None and len(two["warnings"]) == 1


# --- overlays ----------------------------------------------------------------------------------------------------------------------------


def areas(match: Match, overlay: str, of: str = "") -> dict[tuple[str, Any], list[str]]:
    return {(a["style"], a["side"]): a["places"] for a in match.overlay(overlay, of)["areas"]}


def test_control_supply_and_threat_are_shown_over_the_board() -> None:
    units = QUIET | {"de-1ss": "Spa", "us-1inf": "Spa", "de-12vg": "Malmedy"}
    match = situation("german-turn", units, german=(*START, "Losheim"), day=19)
    assert areas(match, "control")["zone", "german"] == sorted([*START, "Losheim", "Malmedy"], key=lambda n: space(n))
    assert areas(match, "control")["threat", None] == ["Spa"]
    supply = match.overlay("supply", "german")
    assert ["Malmedy", "Losheim", "Stadtkyll"] in [line["places"] for line in supply["lines"]]
    cut = situation("german-turn", QUIET | {"de-1ss": "Bastogne"}, day=19)
    assert cut.overlay("supply", "german")["units"] == {"de-1ss": "no supply route"}
    assert "Bastogne" in areas(cut, "supply", "german")["cut", "german"]
    assert {"Houffalize", "Clervaux"} <= set(areas(cut, "threat", "german")["threat", "german"])


def test_reach_and_values_are_labelled() -> None:
    match = situation("german-turn", QUIET | {"de-116pz": "Bleialf"}, day=16)
    (area,) = match.overlay("reach", "de-116pz")["areas"]
    assert (area["labels"]["Prum"], area["labels"]["Vielsalm"]) == ("1", "2")
    assert match.overlay("reach", "de-9ss")["units"] == {"de-9ss": "9SS Pz is not on the map"}
    labels = {k: v for a in match.overlay("victory", "")["areas"] for k, v in a["labels"].items()}
    assert (labels["Bastogne"], labels["Liege"]) == ("2", "4")


@pytest.mark.parametrize("seed", range(12))
def test_every_overlay_can_be_shown_at_any_time(seed: int) -> None:
    match = walk(seed)
    for overlay in COMMANDER.overlays:
        for of in {"side": ("german", "allied"), "unit": ("de-1ss", "us-7arm"), "": ("",)}[overlay.of]:
            json.dumps(match.overlay(overlay.id, of, side="german"))


# --- story -------------------------------------------------------------------------------------------------------------------------------


def test_every_phase_has_a_title_and_every_event_reads_as_a_sentence() -> None:
    titles = {COMMANDER.phase_title(name) for name in Calendar.phases()}
    assert {"Allied turn", "Surprise turns", "Fuel check"} <= titles
    told = set()
    for seed in range(12):
        match = walk(seed)
        for line in match.story("german"):
            told.add(line["kind"])
            text = "".join(part["t"] for part in line["parts"])
            assert text.endswith(".") and "{" not in text and not text[0].islower()
            assert line["phase_title"] in titles
    assert told <= set(COMMANDER.events) and len(told) > 15


def test_moves_in_the_story_lead_from_place_to_place() -> None:
    match = assault("german-turn", QUIET | {"de-lehr": "Losheim", "us-14cav": "Losheim"}, "Losheim")
    match.play("hits", 3)
    match.play("hits", 0)
    match.play("space", "Malmedy")
    moves = [move for line in match.story("german") for move in line["moves"]]
    assert {"unit": "us-14cav", "from": "Losheim", "to": "eliminated"} in moves
    assert {"unit": "de-lehr", "from": "Losheim", "to": "Malmedy"} in moves
