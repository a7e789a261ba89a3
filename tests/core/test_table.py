"""What every game gets without any code of its own: keys of the view, kinds and labels of choices, overlays."""

from __future__ import annotations

from typing import Any

import pytest

import ardennes
from ardennes import BadInput, Match
from ardennes.core.game import SideInfo
from ardennes.core.layers import inside
from ardennes.core.match import new_match
from ardennes.core.overlay import Layers
from ardennes.games import find, game_ids, planned
from tests.core import walk
from tests.core.toy import TOY


def toy(**how: Any) -> Match:
    return new_match(TOY, seed=1, **how)


def test_a_view_has_everything_a_page_needs_even_if_the_game_does_not_use_it() -> None:
    view = toy().view("red")
    assert (view["side"], view["scenario"], view["answers"], view["asked"]) == ("red", "Short", 0, "red")
    usual: dict[str, Any] = {"pieces": [], "days": [], "gauge": None, "calendar": [], "boxes": [], "places": {}}
    assert {key: view[key] for key in usual} == usual
    assert view["focus"] == {"units": [], "places": []}


def test_a_decision_tells_the_kind_of_each_verb_and_a_label_for_every_button() -> None:
    decision = toy().view("red")["decision"]
    assert decision["kinds"] == {
        "go": "place",
        "call": "unit",
        "pick": "number",
        "toss": "none",
        "show": "none",
        "stop": "none",
    }
    assert decision["hints"]["go"] == {"*": {"label": "Go"}}
    assert decision["hints"]["pick"] == {str(n): {"label": str(n)} for n in (1, 2, 3)}
    assert decision["hints"]["toss"] == {"": {"label": "Toss"}}


def test_in_every_situation_each_button_has_a_label_and_hints_are_for_choices_only() -> None:
    for data in walk.situations():
        match = ardennes.load_position(data, chance="manual")
        side = match.state.decision.side if match.state.decision else None
        if side not in match.game.sides:
            continue
        decision = match.view(side)["decision"]
        assert decision["title"]
        assert set(decision["kinds"]) == set(decision["choices"]) == set(decision["hints"])
        for verb, arguments in decision["choices"].items():
            hints = decision["hints"][verb]
            for argument in arguments:
                hint = hints.get("" if argument is None else str(argument), hints.get("*"))
                assert hint and hint["label"], (verb, argument)
                assert hint["label"][0].isupper() or hint["label"][0].isdigit() or hint["label"][0] in "+-"
            known = {"" if a is None else str(a) for a in arguments} | {"*"}
            assert set(hints) <= known, (verb, set(hints) - known)
        mains = [h for some in decision["hints"].values() for h in some.values() if h.get("main")]
        assert len(mains) <= 1


def test_titles_have_defaults() -> None:
    assert (TOY.side_title("red"), TOY.phase_title("red-turn"), TOY.day_of(1)) == ("Red", "Red turn", "")
    assert (TOY.length, TOY.difficulty, TOY.side_info) == ("", 1, {})
    assert TOY.unit_side(0) == -1
    assert TOY.hides(toy().state, None) is False
    assert SideInfo("x").mark == "none"


# --- overlays --------------------------------------------------------------------------------------------------------------------------


def test_the_last_moves_of_the_others_are_shown() -> None:
    match = toy(chance="manual")
    match.play("go", "b")
    assert match.overlay("moved", side="blue")["lines"] == [{"style": "moved", "side": None, "places": ["a", "b"]}]
    assert match.overlay("moved", side="red")["lines"] == []
    match.play("go", "d")
    assert match.overlay("moved", side="red")["lines"] == [{"style": "moved", "side": None, "places": ["e", "d"]}]
    match.play("go", "c")
    assert [line["places"] for line in match.overlay("moved", side="blue")["lines"]] == [["b", "c"]]
    assert [line["places"] for line in match.overlay("moved")["lines"]] == [["b", "c"]]
    assert match.overlay("front") == {"areas": [], "lines": [], "units": {}}


@pytest.mark.parametrize(
    ("overlay", "of", "message"),
    [
        ("weather", "", "unknown overlay 'weather' of bulge; allowed: supply, zones, reach"),
        ("supply", "", "unknown side ''"),
        ("supply", "french", "unknown side 'french'"),
        ("reach", "german", "overlay reach needs a unit, and 'german' is not a unit of bulge"),
        ("reach", None, "needs a unit"),
        ("victory", "german", "overlay victory takes no side or unit"),
    ],
)
def test_an_overlay_that_is_asked_for_wrongly_is_refused(overlay: str, of: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ardennes.new("bulge", seed=1).overlay(overlay, of)


def test_an_empty_area_is_left_out() -> None:
    layers = Layers()
    layers.area("zone", [], "nothing")
    layers.area("zone", ["a"], "something", "red", {"a": "1"}, color="--f-v")
    assert layers.plain()["areas"] == [
        {"style": "zone", "side": "red", "places": ["a"], "labels": {"a": "1"}, "text": "something", "color": "--f-v"}
    ]


def test_lines_are_cut_at_the_edge_of_the_sheet() -> None:
    size = (10.0, 10.0)
    assert inside([(1.0, 1.0), (2.0, 2.0), (3.0, 1.0)], size) == [[(1.0, 1.0), (2.0, 2.0), (3.0, 1.0)]]
    assert inside([(-1.0, -1.0), (-2.0, 5.0)], size) == []
    assert inside([(5.0, -5.0), (5.0, 15.0)], size) == [[(5.0, 0.0), (5.0, 10.0)]]
    assert inside([(5.0, 5.0), (15.0, 5.0), (15.0, 6.0), (5.0, 6.0)], size) == [
        [(5.0, 5.0), (10.0, 5.0)],
        [(10.0, 6.0), (5.0, 6.0)],
    ]
    assert inside([(20.0, 0.0), (20.0, 10.0)], size) == []


# --- games in preparation --------------------------------------------------------------------------------------------------------------


def test_games_with_a_board_but_no_rules_are_in_preparation() -> None:
    games = {game.id: game for game in planned()}
    assert not set(games) & set(game_ids())
    assert {"commander", "enemy_action", "battles", "ardennes_offensive"} <= set(games) | set(game_ids())
    for game in games.values():
        assert game.title and game.about.endswith(".") and game.length and 1 <= game.difficulty <= 5


def test_a_playable_game_says_how_long_and_how_hard_it_is() -> None:
    (info,) = [game for game in ardennes.games() if game.id == "bulge"]
    assert info.length and 1 <= info.difficulty <= 5
    game = find("bulge")
    assert {game.side_info[side].mark for side in game.sides} == {"cross", "star"}
