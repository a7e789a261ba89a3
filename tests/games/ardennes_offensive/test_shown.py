"""What The Ardennes Offensive shows: pieces, tracks, gauge, calendar, layers, charts, names, and the words of its story."""

from __future__ import annotations

import ast
import csv
import io
from collections import Counter
from importlib import resources
from string import Formatter
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games import find
from ardennes.games.ardennes_offensive.facts import EXITS, HEX_NAMES, LAST_TURN, ROSTER, SIDES, SOURCES
from ardennes.games.ardennes_offensive.story import EVENTS, word
from tests.rules.ardennes_offensive.table import situation

GAME = find("ardennes_offensive")
PACKAGE = "ardennes.games.ardennes_offensive"
COLORS = (
    *("f-lxvii", "f-iss", "f-iiss", "f-lxvi", "f-lviii", "f-xlvii", "f-lxxxv", "f-lxxx", "f-liii", "f-okw"),
    *("f-v", "f-vii", "f-xviii", "f-viii", "f-iii", "f-xii", "f-xxx"),
)
"""The colours of bands that the page knows."""


def piece(match: Match, unit: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in match.view()["pieces"] if p["id"] == unit)
    return found


# --- story -------------------------------------------------------------------------------------------------------------------------------


def _kinds(node: ast.expr) -> list[str]:
    """The kinds of event that an expression can be: a text, a choice between texts, or a prefix ("result-")."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _kinds(node.body) + _kinds(node.orelse)
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return [kind for kind in EVENTS if kind.startswith(str(node.values[0].value))]
    return []


def _told() -> list[tuple[str, str, int]]:
    """Module, kind and number of gaps of every event that the code tells."""
    out = []
    for file in resources.files(PACKAGE).iterdir():
        if not file.name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                out += [(file.name, kind, len(node.args) - 1) for kind in _kinds(node.args[0])]
    return out


def test_every_event_that_is_told_has_a_sentence_with_as_many_gaps() -> None:
    told = _told()
    assert len(told) > 25
    for module, kind, gaps in told:
        assert kind in EVENTS, f"{module} tells {kind}"
        assert len(EVENTS[kind].gaps) == gaps, f"{module} tells {kind} with {gaps} gaps"


@pytest.mark.parametrize("kind", sorted(EVENTS))
def test_a_sentence_fills_its_gaps_and_names_a_case(kind: str) -> None:
    event = EVENTS[kind]
    assert event.case in GAME.ledger.cases
    for text in (event.text, *(event.roll or ())):
        numbers = [int(gap) for _, gap, _, _ in Formatter().parse(text) if gap]
        assert all(number < len(event.gaps) for number in numbers)
    if event.roll:
        assert "die" in event.gaps


def test_the_words_of_the_game() -> None:
    assert word("day", 1) == "16 December" and word("day", LAST_TURN) == "2 January"
    assert word("section", 0) == "northeast" and word("section", 5) == "east"
    assert word("way", ()) == ""
    assert word("points", 1) == "1 point"
    assert word("victor", "german") == "The Germans had won"
    assert word("anything else", 1) is None
    monschau = HEX_NAMES.index["0208"]
    assert GAME.place_said(monschau) == "Monschau (0208)"
    assert GAME.place_said(HEX_NAMES.index["2909"]) == "2909 near Vianden"


def test_only_long_lists_use_the_names_on_the_counters() -> None:
    def listed(*units: str) -> list[dict[str, Any]]:
        return GAME.fill("names", sum(1 << ROSTER.names.index[unit] for unit in units))

    long = listed("uk-33-a", "uk-29-a", "us-ccb9", "us-ccr9")
    assert "".join(part["t"] for part in long) == "ccb9, ccr9, 33 a, 29 a"
    short = listed("us-ccb9", "us-ccr9")
    assert (
        "".join(part["t"] for part in short)
        == "Combat Command B of the 9th Armored, Combat Command R of the 9th Armored"
    )
    assert [part["unit"] for part in short if "unit" in part] == ["us-ccb9", "us-ccr9"]


# --- names -------------------------------------------------------------------------------------------------------------------------------


def test_each_unit_has_a_formation_with_a_source_and_a_known_colour() -> None:
    rows = list(csv.DictReader(io.StringIO(GAME.data_text("formations.csv"))))
    assert sorted(row["unit"] for row in rows) == sorted(ROSTER.names.names)
    for row in rows:
        assert row["source"].startswith(("HISTORY", "RECONSTRUCTED"))
        assert row["title"] and row["said"] and row["corps_title"]
        assert row["color"] in COLORS or row["unit"] == "de-heydte"
    assert len(set(ROSTER.title)) == len(set(ROSTER.said)) == len(ROSTER)
    colors = {(row["color"], row["corps"]) for row in rows if row["color"]}
    assert len(colors) == len({color for color, _ in colors}), "one colour, two corps"


def test_names_on_counters_differ_except_where_the_rulebook_repeats_them() -> None:
    names = Counter((side, name) for side, name in zip(ROSTER.side, ROSTER.name, strict=True))
    assert sorted(name for (_, name), n in names.items() if n > 1) == ["3 a", "33 a"]


# --- next to the map ---------------------------------------------------------------------------------------------------------------------


def test_tracks_days_and_calendar_at_the_start() -> None:
    view = ardennes.new("ardennes_offensive", seed=1).view()
    assert [day["turn"] for day in view["days"]] == list(range(1, LAST_TURN + 1))
    assert [day["turn"] for day in view["days"] if day["check"]] == [1, 2, 3, 4, 5, 6, LAST_TURN]
    assert view["days"][1]["note"] == "12 units due"
    for track in view["tracks"]:
        assert track["text"] and track["case"] in GAME.ledger.cases
    assert view["gauge"]["text"] == "0 of 35 by 21 Dec"
    assert [mark["at"] for mark in view["gauge"]["marks"]] == [25, 35]
    british = next(entry for entry in view["calendar"] if "uk-29-a" in entry["units"])
    assert british["turn"] == 5 and british["text"].endswith("from the west, to stay behind the Meuse")
    assert any(entry["units"] == ["de-heydte"] and entry["text"].endswith("by air") for entry in view["calendar"])
    assert set(view["places"]) == {HEX_NAMES.names[place] for place in EXITS}


def test_the_british_of_the_slowed_rate_are_free() -> None:
    view = ardennes.new("ardennes_offensive", scenario="7", seed=1).view()
    assert next(track for track in view["tracks"] if track["id"] == "british")["text"] == "free to cross the Meuse"
    assert [mark["at"] for mark in view["gauge"]["marks"]] == [35]


def test_late_in_the_game_the_gauge_shows_what_would_win() -> None:
    lost = {f"de-{n}-a": "eliminated" for n in (4, 5, 6, 7)}
    match = situation("german-movement", {"de-1ss-a": "0904", "us-cca7": "3009", **lost}, turn=9)
    assert match.view()["gauge"]["text"] == "0 to 4; 35 would win"


def test_a_held_exit_counts_and_says_so() -> None:
    match = situation("german-movement", {"de-1ss-a": "0217", "us-cca7": "3009"})
    view = match.view()
    assert view["places"]["0217"]["title"].endswith("It counts now")
    assert next(track for track in view["tracks"] if track["id"] == "exits")["text"] == "0217 (2)"
    assert view["gauge"]["value"] == 2
    assert "only with a supplied German unit in Bastogne" in view["places"]["3611"]["title"]


# --- pieces and markers ------------------------------------------------------------------------------------------------------------------


def test_pieces_show_road_mode_supply_and_who_has_moved() -> None:
    match = situation(
        "german-movement", {"de-1ss-a": "1101", "de-12ss-a": "1304", "us-cca7": "3009"}, road=["de-1ss-a"]
    )
    assert piece(match, "de-1ss-a")["badges"] == ["road"]
    match.play("unit", "de-12ss-a")
    match.play("hex", match.decision.choices["hex"][0])
    assert piece(match, "de-12ss-a")["done"] and "moved" in piece(match, "de-12ss-a")["status"]
    far = situation("german-movement", {"de-1ss-a": "2520", "us-cca7": "3009", "us-ccb7": "1411", "us-ccr7": "2019"})
    assert piece(far, "de-1ss-a")["supplied"] is True
    assert piece(far, "us-cca7")["supplied"] is True


def test_planned_attacks_show_their_odds_and_who_makes_them() -> None:
    match = situation("german-combat", {"de-1ss-a": "1411", "us-cca7": "1412", "us-ccb7": "3009"})
    match.play("attack", "1412")
    for verb in ("all", "ready"):
        if verb in match.decision.choices:
            match.play(verb)
    assert {"kind": "1-1", "side": "german", "at": "1412", "by": ["1411"]} in match.view()["markers"]


# --- layers ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("layer", ["supply", "zones", "bridges"])
def test_layers_of_a_side(layer: str, side: str) -> None:
    match = ardennes.new("ardennes_offensive", seed=1)
    found = match.overlay(layer, side)
    assert found["areas"] and all(area["text"] for area in found["areas"])
    if layer == "supply":
        sources = set(HEX_NAMES.list_of(SOURCES[SIDES.index(side)]))
        assert found["lines"] and all(line["places"][-1] in sources for line in found["lines"])


def test_the_layer_of_reach_has_both_modes() -> None:
    match = situation("allied-movement", {"us-39-i": "2520", "de-1ss-a": "0904"})
    texts = [area["text"] for area in match.overlay("reach", "us-39-i")["areas"]]
    assert texts == ["39 i: 4 movement points, in standard mode", "39 i: in road mode"]
    held = situation("allied-movement", {"us-39-i": "1305", "de-1ss-a": "1304"}, turn=9)
    assert held.overlay("reach", "us-39-i")["units"] == {"us-39-i": "39 i is held in an enemy zone of control"}
    assert "not on the map" in match.overlay("reach", "us-cca7")["units"]["us-cca7"]


def test_the_layer_of_exits_marks_bastogne() -> None:
    areas = ardennes.new("ardennes_offensive", seed=1).overlay("victory")["areas"]
    assert areas[-1]["labels"]["2520"] == "B"


# --- charts and briefing -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "10.0-standard:h")
def test_the_reconstructed_row_is_marked() -> None:
    chart = GAME.charts()["standard"]
    assert [row[0] for row in chart.rows] == ["1", "2", "3", "4", "5", "6 *"]
    assert "* reconstructed" in chart.title
    assert all("*" not in row[0] for row in GAME.charts()["initial"].rows)


@pytest.mark.parametrize(
    ("name", "units"),
    [("allied historical", 95), ("allied slowed", 88), ("german historical", 30), ("german accelerated", 36)],
)
def test_the_lists_have_all_units(name: str, units: int) -> None:
    assert sum(int(row[2]) for row in GAME.charts()[name].rows) == units


def test_the_chart_of_exits_says_what_is_ours() -> None:
    chart = GAME.charts()["exits"]
    assert len(chart.rows) == len(EXITS)
    assert all(row[2] and row[-1] == "reconstructed" for row in chart.rows)


def test_the_briefings_name_cases_that_exist() -> None:
    for scenario in GAME.scenarios:
        for side in GAME.sides:
            briefing = GAME.briefings.of(scenario.id, side)
            assert all(rule.case in GAME.ledger.cases for rule in briefing.rules)
            free = scenario.data[side][0] == "free"
            assert ("set up" in briefing.rules[0].text) == free
