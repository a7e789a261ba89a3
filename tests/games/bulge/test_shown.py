"""What Bulge shows: pieces, track, gauge, calendar, overlays, previews, ways, and the words of its story."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import pairwise
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.core.names import each
from ardennes.games import find
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    BOARD,
    CF,
    CRTS,
    HEX_NAMES,
    LAST_TURN,
    OUTCOMES,
    ROSTER,
    SIDES,
    SOURCES,
    TURNS,
)
from ardennes.games.bulge.movement import Move, travel
from ardennes.games.bulge.preview import with_losses
from ardennes.games.bulge.state import BulgeState
from tests.core import walk

BULGE = find("bulge")
COLORS = (
    *("f-lxvii", "f-iss", "f-iiss", "f-lxvi", "f-lviii", "f-xlvii", "f-lxxxv", "f-lxxx", "f-liii", "f-okw"),
    *("f-v", "f-vii", "f-xviii", "f-viii", "f-iii", "f-xii", "f-xxx"),
)
"""The colours of bands that the page knows."""


def state_of(match: Match) -> BulgeState:
    assert isinstance(match.state, BulgeState)
    return match.state


def piece(match: Match, unit: str) -> dict[str, Any]:
    found: dict[str, Any] = next(p for p in match.view()["pieces"] if p["id"] == unit)
    return found


def situations() -> list[Match]:
    return [ardennes.load_position(data, chance="manual") for data in walk.situations()]


# --- pieces ------------------------------------------------------------------------------------------------------------------------------


def test_every_piece_carries_what_a_counter_shows() -> None:
    for p in ardennes.new("bulge", seed=1, options={"airdrop": True}).view()["pieces"]:
        assert p["factors"] == f"{p['strength']}-{p['movement']}"
        assert re.fullmatch(r"10031000(17|18|21)\d{10}", p["symbol"])
        assert p["mark"] == {"German": "cross", "US": "star", "UK": "roundel"}[p["nation"]]
        assert p["title"] and p["formation"]["title"]
        assert p["quality"] == "" and p["steps"] is None and p["done"] is False


def test_each_unit_has_one_formation_with_a_source_and_a_known_colour() -> None:
    rows = list(csv.DictReader(io.StringIO(BULGE.data_text("formations.csv"))))
    assert sorted(row["unit"] for row in rows) == sorted(ROSTER.names.names)
    assert all(row["source"].startswith("HISTORY") for row in rows)
    for side in (0, 1):
        colors: dict[str, str] = {}
        for number, formation in enumerate(ROSTER.more):
            if ROSTER.side[number] == side and formation["color"]:
                assert formation["color"] in COLORS
                corps = colors.setdefault(formation["color"], formation["corps"])
                assert corps == formation["corps"], "one colour, two corps"
    assert len(set(ROSTER.title)) == len(set(ROSTER.said)) == len(ROSTER)


def test_a_piece_shows_that_it_has_acted_and_that_it_is_out_of_supply() -> None:
    match = ardennes.new("bulge", seed=1)
    match.play("done")
    match.play("unit", "de-lehr")
    match.play("hex", "1404")
    assert piece(match, "de-lehr")["done"] is True
    assert piece(match, "de-2")["done"] is False
    data = walk.start_of(6) | {"phase": "german-movement", "units": {"de-2": "1010", "us-2": "0304"}}
    for at in ("0909", "1110"):
        data["units"][f"us-{'7arm' if at == '0909' else '3arm'}"] = at
    alone = ardennes.load_position(data | {"interdiction": {"allied": HEX_NAMES.list_of(SOURCES[0])}}, seed=1)
    assert piece(alone, "de-2")["badges"] == ["out"]
    loaded = ardennes.load_position(data | {"phase": "allied-movement", "mechanized": ["us-2"]}, seed=1)
    assert "road" in piece(loaded, "us-2")["badges"]


def test_track_gauge_and_calendar() -> None:
    view = ardennes.new("bulge", seed=1).view("german")
    assert [day["turn"] for day in view["days"]] == list(range(1, LAST_TURN + 1))
    assert (view["days"][0]["label"], view["days"][-1]["date"]) == ("16", "2 Jan")
    assert view["days"][7]["note"] == "clear", "the weather of history is printed"
    assert view["turn"]["iso"] == "1944-12-16"
    gauge = view["gauge"]
    assert gauge["low"] <= gauge["value"] <= gauge["high"]
    assert [mark["at"] for mark in gauge["marks"]] == TURNS[1]["vp"]
    first = view["calendar"][0]
    assert first["turn"] == 2 and set(first["units"]) == {"us-7arm", "us-9"} and first["case"] in BULGE.ledger.cases
    assert first["text"].endswith("from the north")
    for track in view["tracks"]:
        assert track["text"] and track["case"] in BULGE.ledger.cases
    assert {box["id"] for box in view["boxes"]} == {"due", "eliminated", "exited"}
    assert all(place in BOARD.index for place in view["places"])


def test_the_weather_to_come_is_not_shown_if_it_is_rolled_for() -> None:
    view = ardennes.new("bulge", seed=1, options={"weather": "variable"}).view()
    assert [day["note"] for day in view["days"][1:]] == [""] * (LAST_TURN - 1)


def test_reinforcements_leave_the_calendar_when_they_have_come() -> None:
    for match in situations():
        due = {p["id"] for p in match.view()["pieces"] if p["at"] == "due"}
        listed = [unit for row in match.view()["calendar"] for unit in row["units"]]
        assert sorted(listed) == sorted(due)


def test_every_phase_has_a_title() -> None:
    for name in BULGE.phases:
        assert BULGE.phase_title(name) != name


# --- previews ----------------------------------------------------------------------------------------------------------------------------


def test_the_chances_of_a_preview_add_up_and_fit_the_faces_of_the_die() -> None:
    seen = 0
    for match in situations():
        preview = match.preview()
        if preview is None:
            continue
        seen += 1
        assert json.loads(json.dumps(preview)) == preview
        assert preview["place"] in BOARD.index and preview["attackers"] and len(preview["defenders"]) == 1
        attack, defence = preview["sides"]
        assert sum(int(row["value"]) for row in attack["rows"]) == attack["total"]
        assert sum(int(row["value"]) for row in defence["rows"]) == defence["total"]
        cases = [row["case"] for side in preview["sides"] for row in side["rows"]] + [
            r["case"] for r in preview["shifts"]
        ]
        assert all(case in BULGE.ledger.cases for case in cases if case)
        for table in preview["tables"]:
            assert sum(o["chance"] for o in table["outcomes"]) == pytest.approx(1, abs=0.001)
            final = [n for n, column in enumerate(table["columns"]) if column["state"] == "final"]
            for outcome in table["outcomes"]:
                assert outcome["kind"] in ("for", "neither", "against") and outcome["text"]
                if len(final) == 1 and outcome["faces"]:
                    assert outcome["chance"] == pytest.approx(len(outcome["faces"]) / 6, abs=0.001)
                    for die in outcome["faces"]:
                        assert CRTS[table["id"]].rows[die - 1][final[0]] == outcome["label"]
    assert seen > 3


@pytest.mark.parametrize(
    ("defender", "attackers", "text", "kind"),
    [
        (5, (7, 6), "defender destroyed, attackers lose nothing", "for"),
        (6, (4, 3), "defender destroyed, attackers lose 4", "for"),
        (5, (4, 3, 2), "defender destroyed, attackers lose 5", "neither"),
    ],
)
def test_the_preview_of_an_exchange_says_what_it_would_cost(
    defender: int, attackers: tuple[int, ...], text: str, kind: str
) -> None:
    free = list(range(len(CF)))
    units = 0
    for factor in attackers:
        unit = next(u for u in free if CF[u] == factor)
        free.remove(unit)
        units |= 1 << unit
    table = with_losses(CRTS["primary"].preview(5, [(5, 1)], False), defender, units)
    assert [(o["text"], o["kind"]) for o in table["outcomes"] if o["label"] == "Ex"] == [(text, kind)]


def test_every_result_of_the_tables_has_words() -> None:
    used = {cell for table in CRTS.values() for row in table.rows for cell in row}
    assert used == set(OUTCOMES)
    for label, words in OUTCOMES.items():
        assert words["text"] and words["told"] and f"result-{label}" in BULGE.events


# --- overlays ----------------------------------------------------------------------------------------------------------------------------


def test_overlays_are_plain_data_about_places_of_the_board() -> None:
    for match in situations()[::3]:
        for overlay in BULGE.overlays:
            for of in {"": [""], "side": SIDES, "unit": ["de-2", "us-101", "uk-gd"]}[overlay.of]:
                shown = match.overlay(overlay.id, of, "german")
                assert json.loads(json.dumps(shown)) == shown
                assert set(shown) == {"areas", "lines", "units"}
                for area in shown["areas"]:
                    assert set(area["places"]) <= set(BOARD.index) and set(area["labels"]) <= set(area["places"])
                for line in shown["lines"]:
                    assert set(line.get("places", ())) <= set(BOARD.index)


def test_supply_shows_a_line_of_neighbours_from_every_supplied_unit_to_a_source() -> None:
    checked = 0
    for match in situations():
        s = state_of(match)
        for side in (0, 1):
            closed, _, _, sources = supply.terms(s, side)
            lines = supply.lines(*supply.terms(s, side))
            supplied = supply.supplied_hexes(s, side)
            for place in each(s.occupied(side)):
                assert (lines.cost(place) is not None) == bool(supplied >> place & 1)
                if supplied >> place & 1:
                    line = lines.way(place)[::-1]
                    checked += 1
                    assert line[0] == place and sources >> line[-1] & 1
                    assert all(BOARD.neighbours(a) >> b & 1 for a, b in pairwise(line))
                    assert not any(closed >> p & 1 for p in line[1:])
    assert checked > 200


def test_units_without_supply_are_marked_as_cut_off() -> None:
    units = {"de-2": "1010", "de-116": "1012", "us-2": "0304"}
    data = walk.start_of(6) | {"phase": "german-movement", "units": units}
    data["interdiction"] = {"allied": HEX_NAMES.list_of(SOURCES[0])}
    shown = ardennes.load_position(data, seed=1).overlay("supply", "german")
    cut = [area for area in shown["areas"] if area["style"] == "cut"]
    assert cut[0]["places"] == ["1010", "1012"]
    assert shown["units"] == {"de-2": "no supply line", "de-116": "no supply line"}
    assert not shown["lines"]


def test_reach_is_what_the_move_offers_with_its_costs() -> None:
    match = ardennes.new("bulge", seed=1)
    match.play("done")
    match.play("unit", "de-lehr")
    decision = match.view("german")["decision"]
    (area,) = match.overlay("reach", "de-lehr")["areas"]
    for place in decision["choices"]["hex"]:
        assert area["labels"][place] == decision["hints"]["hex"][place]["cost"]
    pinned = match.overlay("reach", "us-106", "german")
    assert pinned["areas"] == [] and "pinned" in pinned["units"]["us-106"]
    coming = match.overlay("reach", "us-7arm")
    assert coming["areas"][0]["text"].endswith("where it could enter")


def test_the_threat_is_all_that_units_of_a_side_could_reach() -> None:
    match = ardennes.new("bulge", seed=1)
    (area,) = match.overlay("threat", "allied", "german")["areas"]
    assert {p["at"] for p in match.view()["pieces"] if p["side"] == "allied"} & set(BOARD.index) <= set(area["places"])
    (own,) = match.overlay("reach", "us-9r")["areas"]
    assert set(own["places"]) <= set(area["places"])


def test_the_last_moves_are_drawn_from_where_they_began() -> None:
    match = ardennes.new("bulge", seed=1)
    match.play("done")
    match.play("unit", "de-lehr")
    match.play("hex", "1404")
    line = {"style": "moved", "side": "german", "places": ["1305", "1404"]}
    assert line in match.overlay("moved", side="allied")["lines"]
    assert match.overlay("moved", side="german")["lines"] == []


# --- ways --------------------------------------------------------------------------------------------------------------------------------


def test_every_hex_in_reach_has_a_way_of_neighbours_from_the_start() -> None:
    checked = 0
    for match in situations():
        top = match.state.stack[-1]
        if not isinstance(top, Move):
            continue
        s = state_of(match)
        start = top.entry if top.entry >= 0 else s.at[top.unit]
        way = travel(s, top.unit, top.mp, top.entry)
        for place in each(way.everywhere):
            steps = way.way(place)
            assert steps[0] == start
            assert all(BOARD.neighbours(a) >> b & 1 for a, b in pairwise(steps))
            costs = [way.cost(p) for p in steps]
            assert all(cost is not None for cost in costs)
            assert costs == sorted(costs, key=lambda cost: cost or 0), "a way never gets cheaper"
            checked += 1
    assert checked > 50


# --- words -------------------------------------------------------------------------------------------------------------------------------


def test_the_words_of_the_story() -> None:
    def word(gap: str, x: object) -> str:
        return "".join(part["t"] for part in BULGE.fill(gap, x))

    assert word("day", 1) == "16 December"
    assert word("day", 18) == "2 January"
    assert word("points", 1) == "1 point"
    assert word("movement", 1) == "1 movement point"
    assert word("strikes", 0) == "no ground support missions"
    assert word("flights", (2, 1, 3, 0, 1)) == (
        "2 patrols, 1 interdiction mission and 3 ground support missions; 2 ground support missions were driven off"
    )
    assert word("flights", (0, 0, 0, 0, 0)) == "no missions"
    assert word("victor", "nobody") == "Nobody had won"


def test_the_story_speaks_of_divisions_and_towns() -> None:
    match = ardennes.new("bulge", seed=1)
    match.play("done")
    match.play("unit", "de-lehr")
    match.play("hex", "1404")
    line = match.story()[-1]
    assert "".join(part["t"] for part in line["parts"]).startswith("Panzer Lehr moved from ")
    assert {part["unit"] for part in line["parts"] if "unit" in part} == {"de-lehr"}
    assert match.log[-1].startswith("Pz Lehr moved from 1305 to ")


@pytest.mark.parametrize(
    ("die", "text"), [(1, "Defender destroyed, attackers lose nothing"), (2, OUTCOMES["Dr"]["text"].capitalize())]
)
def test_a_die_is_told_with_its_column_and_meaning(die: int, text: str) -> None:
    match = ardennes.new("bulge", chance="manual")
    match.play("attack", "us-14cav")
    match.play("unit", "de-3fj")
    match.play("crt", "primary")
    match.play("roll")
    match.play("die", die)
    line = next(line for line in match.story() if line["kind"].startswith("result-"))
    label = CRTS["primary"].rows[die - 1][4]
    assert line["roll"] == {"die": die, "title": f"Column +6 to +8: {label}", "text": text}
    assert line["combat"] and line["side"] == "german" and line["case"] == f"12.2-{label}"
