"""What games share besides fields and frames: rosters, placed units, calendars, results tables, sequences, briefings, advice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes.core import calendar
from ardennes.core.advice import BadAdvice, advice_by_frame
from ardennes.core.briefing import Briefings
from ardennes.core.decision import Refusal
from ardennes.core.errors import BadInput
from ardennes.core.limits import Limit, first_bar, offered
from ardennes.core.match import new_match
from ardennes.core.names import each, town_titles, towns_said
from ardennes.core.overlay import Layers
from ardennes.core.placed import Marks, placed_problems, strays
from ardennes.core.results import ResultsTable
from ardennes.core.roster import Roster, symbol_of
from ardennes.core.sequence import stack_problems, step_of
from ardennes.core.view import pieces
from ardennes.core.walk import path_to
from ardennes.games import find
from ardennes.games.bulge.state import BulgeState
from tests.core.patrol import BLUE, GRID, HEXES, LOST, PATROL, RED, ROSTER, WAITING, PatrolState, Play, Rounds

ROWS = [
    {"id": "a", "side": "red", "name": "A", "nation": "US", "type": "infantry", "size": "XX", "source": "toy"},
    {"id": "b", "side": "blue", "name": "B", "nation": "German", "type": "armor", "size": "III", "source": "toy"},
]


def patrol(scenario: str = "short", seed: int = 1) -> PatrolState:
    state = new_match(PATROL, scenario=scenario, seed=seed).state
    assert isinstance(state, PatrolState)
    return state


# --- rosters ---------------------------------------------------------------------------------------------------------------------------


def test_a_roster_knows_sides_columns_and_groups() -> None:
    roster = Roster(__name__, ("red", "blue"), ROWS)
    assert (roster.names.names, roster.side, roster.of_side) == (("a", "b"), [0, 1], (1, 2))
    assert roster.column("size", str) == ["XX", "III"]
    assert roster.where(lambda row: row["type"] == "armor") == 2
    assert roster.groups(lambda u: "x" if u else None, 3) == {"x": [1]}
    assert roster.listed(3) == "A, B"


def test_a_piece_is_printed_with_its_mark_and_symbol() -> None:
    printed = Roster(__name__, ("red", "blue"), ROWS).printed(1)
    assert (printed["id"], printed["side"], printed["mark"]) == ("b", "blue", "cross")
    assert printed["symbol"] == symbol_of("armor", "III") == "10031000171205000000"


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([ROWS[0] | {"side": "green"}], "unit a: unknown side 'green'; allowed: red, blue"),
        ([ROWS[0], ROWS[1] | {"id": "a"}], "two units have the same id"),
    ],
)
def test_a_wrong_roster_is_refused(rows: list[dict[str, str]], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Roster(__name__, ("red", "blue"), rows)


# --- placed units ----------------------------------------------------------------------------------------------------------------------


def test_occupancy_follows_every_move() -> None:
    rng = random.Random(4)
    s = patrol()
    places = [*HEXES.index.values(), LOST, WAITING]
    for _ in range(400):
        s.place(rng.randrange(len(ROSTER)), rng.choice(places))
        assert placed_problems(s) == []
        for side in (RED, BLUE):
            on_map = [u for u in range(len(ROSTER)) if s.at[u] >= 0 and ROSTER.side[u] == side]
            assert s.on_map(side) == sum(1 << u for u in on_map)
            assert s.occupied(side) == s.places_of(s.on_map(side)) == sum({1 << s.at[u] for u in on_map})
        spot = rng.choice(list(HEXES.index.values()))
        assert s.units_at(spot) == sum(1 << u for u, at in enumerate(s.at) if at == spot)
        assert s.units_at(spot, RED) == s.units_at(spot) & ROSTER.of_side[RED]
    assert s.in_box(LOST) == sum(1 << u for u, at in enumerate(s.at) if at == LOST)


def test_stale_occupancy_is_noticed() -> None:
    s = patrol()
    s.at[0] = LOST
    assert placed_problems(s) == ["derived occupancy is stale"]


def test_units_in_a_field_where_they_may_not_be_are_named() -> None:
    s = new_match(find("bulge"), seed=1).state
    assert isinstance(s, BulgeState)
    s.moved = 0b11
    found = strays(s, ("moved", 0b01, "{} has not moved"), ("moved", -1, "never"))
    assert found == [("moved", f"{s.roster.names.names[1]} has not moved")]


def test_pieces_show_their_marks() -> None:
    s = patrol()
    s.place(1, LOST)
    s.at[2] = -1  # takes no part
    marks = Marks(
        {"moved": 0b111, "tired": 0b1}, done=0b100, badges={"out": 0b1}, supplied=~0b1, more={1: {"was": "4"}}
    )
    first, lost, *others = pieces(s, marks, printed=False)
    assert (first["status"], first["badges"], first["done"], first["supplied"]) == (
        ["moved", "tired"],
        ["out"],
        False,
        False,
    )
    assert (lost["at"], lost["was"], lost["status"], "supplied" in lost) == ("lost", "4", ["moved"], False)
    assert len(others) == len(ROSTER) - 3 and all(piece["supplied"] and not piece["status"] for piece in others)
    whole = pieces(s, marks, printed=True)[0]
    assert whole == PATROL.printed[first["id"]] | first
    whole["formation"]["title"] = "changed"
    assert pieces(s, marks, printed=True)[0]["formation"]["title"] != "changed", (
        "a view belongs to whoever asked for it"
    )


# --- places ----------------------------------------------------------------------------------------------------------------------------


def test_places_are_called_after_their_towns() -> None:
    board = find("bulge").board
    titles, said = town_titles(board), towns_said(board)
    town = next(i for i, place in enumerate(board.places) if place.get("town"))
    name = board.places[town]["town"]
    assert titles[town] == said[town] == f"{name} ({board.names[town]})"
    assert all(f"near {name}" in said[p] for p in each(board.neighbours(town)) if said[p].endswith(name))
    assert not any(" near " in title for title in titles)


def test_layers_take_numbers_if_they_know_the_game() -> None:
    out = Layers(game=PATROL)
    out.area("zone", 0b1, "Zone", RED, "Z")
    out.area("zone", 0, "nothing")
    out.labelled("reach", {0: "2"}, "Reach")
    out.line("supply", [0, 1], BLUE)
    out.note(0, "here")
    a, b = HEXES.list_of(0b11)
    assert out.areas == [
        {"style": "zone", "side": "red", "places": [a], "labels": {a: "Z"}, "text": "Zone", "color": ""},
        {"style": "reach", "side": None, "places": [a], "labels": {a: "2"}, "text": "Reach", "color": ""},
    ]
    assert out.lines == [{"style": "supply", "side": "blue", "places": [a, b]}]
    assert out.units == {ROSTER.names.names[0]: "here"}
    with pytest.raises(TypeError, match="take names"):
        Layers().note(0, "here")


# --- calendar and tables ---------------------------------------------------------------------------------------------------------------


def test_days_and_tracks_have_one_shape() -> None:
    assert calendar.iso_date("1944-12-31", 2) == "1945-01-01"
    assert calendar.day(3, "1944-12-18", "mist", check=True) == {
        "turn": 3,
        "label": "18",
        "date": "18 Dec",
        "note": "mist",
        "check": True,
        "goal": "",
    }
    assert calendar.track("vp", "VP", "5 of 9", "3.0", value=5)["value"] == 5
    track = calendar.turn_track("1944-12-31", ["mist", ""], [2], {2: "14"}, times=("AM", "PM"))
    assert [(day["turn"], day["label"], day["note"], day["check"], day["goal"]) for day in track] == [
        (1, "31", "mist", False, ""),
        (2, "pm", "", True, "14"),
    ]
    gauge = calendar.gauge("VP", 12, [(10, "wins"), (-3, "loses")], "12", "of 14 today")
    assert (gauge["low"], gauge["high"], gauge["short"]) == (-3, 12, "of 14 today")


def test_arrivals_are_listed_by_turn_side_and_way() -> None:
    roster = Roster(__name__, ("red", "blue"), ROWS)
    arrivals = calendar.Arrivals(roster, "1944-12-16", lambda u: (3 - u, "by road", "9.0"))
    rows = arrivals.waiting(0b11, turn=3)
    assert [(row["turn"], row["side"], row["units"], row["text"]) for row in rows] == [
        (2, "blue", ["b"], "B by road, delayed"),
        (3, "red", ["a"], "A by road"),
    ]
    rows[0]["units"].clear()
    assert arrivals.waiting(0b10, turn=3)[0]["units"] == ["b"], "a view belongs to whoever asked for it"
    assert calendar.Arrivals(roster, "1944-12-16", lambda u: None).waiting(0b11) == []


TABLE = ResultsTable(
    "crt",
    "Table",
    ("low", "even", "high"),
    (-9, 0, 5),
    (("Ae", "Ae", "Dr"), ("Ae", "Dr", "De"), ("Dr", "De", "De")),
    {key: {"text": key, "kind": kind} for key, kind in (("De", "for"), ("Dr", "for"), ("Ae", "against"))},
    (1, 2, 1),
)


def test_columns_are_found_and_shifts_stop_at_the_ends() -> None:
    assert [TABLE.column_of(n) for n in (-20, -1, 0, 4, 5, 50)] == [0, 0, 1, 1, 2, 2]
    assert [TABLE.shifted(0, n) for n in (-5, -1, 0, 1, 5)] == [0, 0, 1, 2, 2]
    assert TABLE.result(2, 1) == "Dr"


def test_chances_count_weights_of_rows_and_columns() -> None:
    assert TABLE.chances([(1, 1)]) == {"De": 0.25, "Dr": 0.5, "Ae": 0.25}
    mixed = TABLE.chances([(0, 1), (2, 3)])
    assert mixed == {"De": pytest.approx(9 / 16), "Dr": pytest.approx(4 / 16), "Ae": pytest.approx(3 / 16)}
    shown = TABLE.preview(0, [(1, 1)])
    assert [column["state"] for column in shown["columns"]] == ["base", "final", ""]
    assert [(o["label"], o["faces"]) for o in shown["outcomes"]] == [("De", [3]), ("Dr", [2]), ("Ae", [1])]


# --- the sequence of play ----------------------------------------------------------------------------------------------------------------


def test_the_sequence_goes_round_and_leaves_out_what_is_played_once() -> None:
    steps = [Rounds.after(n) for n in range(len(Rounds.steps))]
    assert steps == [1, 2, 3, 4, 5, 1]
    assert list(PATROL.phases) == [step.name for step in Rounds.steps]
    assert PATROL.phase_title("red-draw") == "Red draws"
    assert step_of(patrol()).name == "red-play"
    assert step_of(patrol("free")).name == "set-up"


@pytest.mark.parametrize(
    ("stack", "message"),
    [
        ((Play(RED),), "Play cannot be the first frame; that is Rounds"),
        ((Rounds(99),), "there is no step 99; allowed: 0 to 5"),
        ((Rounds(3), Play(RED), Rounds(1)), "Rounds cannot be asked on top of Play"),
        ((Rounds(2), Play(RED)), "in the phase red-draw this frame must be Draw, not Play"),
    ],
)
def test_a_stack_that_cannot_be_is_explained(stack: tuple[Any, ...], message: str) -> None:
    s = patrol()
    s.stack = list(stack)
    ((_, said),) = stack_problems(s)
    assert said == message


# --- limits, walks, advice ---------------------------------------------------------------------------------------------------------------


def test_what_is_offered_and_why_not_come_from_the_same_limits() -> None:
    limits = [Limit("1.0", 0b1110, "{} is taken"), Limit("2.0", 0b0111, lambda raw: f"number {raw} is too far")]
    assert offered(limits) == 0b0110
    for raw in range(4):
        bar = first_bar(limits, raw)
        assert (bar is None) == bool(offered(limits) >> raw & 1)
    assert first_bar(limits, 0) is not None
    assert [bar.refusal(raw, "it") for raw in (0, 3) if (bar := first_bar(limits, raw))] == [
        Refusal("1.0", "it is taken"),
        Refusal("2.0", "number 3 is too far"),
    ]


def test_a_reason_may_name_another_case() -> None:
    limit = Limit("5.0", 0, lambda raw: Refusal("7.1", f"number {raw} is blocked"))
    assert limit.refusal(3, "it") == Refusal("7.1", "number 3 is blocked")


def test_limits_after_an_empty_one_are_not_computed() -> None:
    def limits() -> Any:
        yield Limit("1.0", 0, "nothing goes")
        raise AssertionError("computed for nothing")

    assert offered(limits()) == 0


def test_a_path_leads_from_start_to_end() -> None:
    assert path_to({5: 4, 4: 3, 3: 9}, 9, 5) == (3, 4, 5)


def test_advice_that_is_not_offered_raises() -> None:
    s = patrol()
    assert advice_by_frame(s, {Play: lambda s, frame: ("pass", None)}) == ("pass", None)
    with pytest.raises(BadAdvice, match="Play: card 99 is not offered"):
        advice_by_frame(s, {Play: lambda s, frame: ("card", 99)})


# --- briefings ---------------------------------------------------------------------------------------------------------------------------

GOOD = """
red: {who: You are red., wins: Most units left., rules: [{text: a, case: "1"}, {text: b, case: "2"}, {text: c, case: "3"}], first: March.}
blue: {who: You are blue., wins: The same., rules: [{text: a, case: "1"}, {text: b, case: "2"}, {text: c, case: "3"}], first: Wait.}
"""


def test_a_briefing_is_read_by_side_and_scenario() -> None:
    more = GOOD + (
        "scenarios: {short: {red: {who: You are quick., wins: Fast., "
        "rules: [{text: a, case: '1'}, {text: b, case: '2'}, {text: c, case: '3'}], first: Run.}}}\n"
    )
    found = Briefings.load(more, "here", ("red", "blue"), ("short", "long"))
    assert found.of("short", "red").who == "You are quick."
    assert found.of("long", "red").who == "You are red."
    assert found.of("short", "blue").plain()["rules"][0] == {"text": "a", "case": "1"}


LATER = GOOD.replace(
    "first: March.}", "first: March., later: [{from: 3, first: Dig in.}, {from: 5, who: You are tired.}]}"
)


def test_a_briefing_for_a_later_turn_repeats_only_what_differs() -> None:
    some = "{who: You are quick., wins: Fast., rules: [{text: a, case: '1'}, {text: b, case: '2'}, {text: c, case: '3'}], first: Run."
    more = (
        LATER
        + f"scenarios: {{short: {{red: {some}}}}}, long: {{red: {some}, later: [{{from: 2, first: Stop.}}]}}}}}}\n"
    )
    found = Briefings.load(more, "here", ("red", "blue"), ("short", "long"))
    red = found.of("other", "red")
    assert [(red.at(turn).who, red.at(turn).first) for turn in (1, 2, 3, 4, 5, 9)] == [
        *[("You are red.", "March.")] * 2,
        *[("You are red.", "Dig in.")] * 2,
        *[("You are tired.", "March.")] * 2,
    ]
    assert found.of("short", "red").at(4).wins == "Fast.", "a scenario keeps what the later part does not say"
    assert found.of("short", "red").at(4).first == "Dig in."
    assert found.of("long", "red").at(4).first == "Stop.", "its own later part stands for the general one"
    assert found.of("other", "blue").at(9).first == "Wait."
    plain = red.plain()
    assert plain["first"] == "March." and [(one["turn"], one["first"]) for one in plain["later"]] == [
        (3, "Dig in."),
        (5, "March."),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            LATER.replace("{from: 5,", "{from: 3,"),
            "here: red: later goes from turn to turn, but 3 follows 3",
        ),
        (
            LATER.replace("{from: 5, who", "{from: 5, whom"),
            "here: red: later needs from, a turn, and some of who, wins, rules and first",
        ),
        (
            LATER.replace("{from: 5, who: You are tired.}", "{from: 5, rules: []}"),
            "here: red: later 5: expected 3 rules, not 0",
        ),
        (GOOD.replace("blue:", "green:"), "here: needs one briefing for each of red, blue"),
        (GOOD.replace("first: March.", "last: March."), "here: red: expected who, wins, rules and first"),
        (
            GOOD.replace(', {text: c, case: "3"}], first: Wait.', "], first: Wait."),
            "here: blue: expected 3 rules, not 2",
        ),
        (GOOD + "scenarios: {winter: {}}\n", "here: unknown scenario 'winter'; allowed: short"),
    ],
)
def test_a_wrong_briefing_says_where(text: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        Briefings.load(text, "here", ("red", "blue"), ("short",))
    assert str(error.value) == message


# --- options and scenarios ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "options", "message"),
    [
        ("short", {"sun": True}, "option sun=true of patrol is not part of the scenario short"),
        ("free", {"thick": True}, "option thick=true of patrol needs fog=true"),
        ("free", {"sun": True, "fog": True}, "option sun=true of patrol cannot be combined with fog=true"),
    ],
)
def test_options_that_do_not_go_together_are_refused(scenario: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        new_match(PATROL, scenario=scenario, options=options)


def test_scenario_and_options_are_part_of_the_state() -> None:
    plain, fog = patrol(), new_match(PATROL, options={"fog": True}, seed=1).state
    assert fog.setup.option("fog") is True and plain.setup.option("fog") is False
    assert plain != fog and plain.digest() != fog.digest()


# --- free set-up -------------------------------------------------------------------------------------------------------------------------


def test_units_are_placed_swapped_and_the_rest_put_as_in_history() -> None:
    match = new_match(PATROL, scenario="free", seed=1)
    assert match.explain("done") is not None and "3 units" in str(match.explain("done"))
    for unit, place in (("red-1", "21"), ("red-2", "22")):
        match.play("unit", unit)
        match.play("hex", place)
    match.play("unit", "red-1")
    match.play("hex", "22")  # red-2 is there: they swap
    at = {name: PATROL.place_name(match.state.at[u]) for u, name in enumerate(ROSTER.names.names)}  # type: ignore[attr-defined]
    assert (at["red-1"], at["red-2"]) == ("22", "21")
    match.play("rest")
    assert PATROL.place_name(match.state.at[2]) == "13"  # type: ignore[attr-defined]
    match.play("done")
    assert match.decision.side == "blue"


def test_a_place_outside_the_set_up_area_is_refused_with_its_case() -> None:
    match = new_match(PATROL, scenario="free", seed=1)
    match.play("unit", "red-1")
    refusal = match.explain("hex", "41")
    assert refusal is not None and (refusal.case, refusal.reason) == ("5.0", "41 is not in your rows")


def test_units_on_the_map_are_moved_only_so_often() -> None:
    match = new_match(PATROL, scenario="free", seed=1)
    match.play("rest")
    free = [GRID.name(2, c) for c in (1, 2, 3, 4)]
    for n in range(len(ROSTER)):
        match.play("unit", "red-1")
        match.play("hex", free[n % 4])
    assert "unit" not in match.decision.choices
    refusal = match.explain("unit", "red-1")
    assert refusal is not None and refusal.case == "5.0"
