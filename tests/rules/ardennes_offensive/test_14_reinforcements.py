"""14.0 Reinforcements."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import each
from ardennes.games import find
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    CHANGED,
    GATES,
    GERMAN,
    HEX_NAMES,
    HISTORICAL,
    LIVE,
    MA,
    MECH,
    OF_SIDE,
    ROAD,
    SCHEDULES,
    SECTIONS,
    SIDE,
    STRENGTH,
    UNIT_NAMES,
    WEST_WALL,
)
from ardennes.games.ardennes_offensive.movement import trip
from ardennes.games.ardennes_offensive.reinforcements import Reinforcements, is_closed, waiting
from ardennes.games.ardennes_offensive.setup import place_all
from ardennes.games.ardennes_offensive.supply import out_now
from tests.rules.ardennes_offensive.fights import plan, ring, side
from tests.rules.ardennes_offensive.moves import (
    DE,
    DE_FOOT,
    US,
    US_FOOT,
    along_roads,
    cost,
    end_to,
    inside,
    marches,
    marked,
    must,
    phase,
)
from tests.rules.ardennes_offensive.table import offered, play, refused, situation, where

GERMANS = [
    name
    for name in UNIT_NAMES.index
    if name.startswith("de-") and SCHEDULES[HISTORICAL][UNIT_NAMES.index[name]][0] == 0
]
FAR = {"us-cca9": "2931", "de-33-a": "3301"}
"""One unit of each side that is in nobody's way."""


def gates(section: str) -> list[str]:
    return HEX_NAMES.list_of(GATES[section])


def closing(*sections: str, but: str = "") -> dict[str, str]:
    """German columns in all road exits of some sections."""
    hexes = [h for section in sections for h in gates(section) if h != but]
    return dict(zip(GERMANS, hexes, strict=False))


def arriving(unit: str, section: str, turn: int, others: dict[str, str], **fields: Any) -> Match:
    """The Allied reinforcement phase with one unit due."""
    due = {"due": {unit: turn}, "section": {unit: SECTIONS.index(section)}}
    return situation("allied-reinforcements", {unit: "due"} | others | FAR, turn=turn, **(due | fields))


def later(match: Match, turns: int) -> Match:
    """So many turns later, in Allied initial movement."""
    for _ in range(turns):
        end_to(match, "german-movement")
        end_to(match, "allied-movement")
    return match


# --- the schedule ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "14.0:ab")
@pytest.mark.parametrize(("scenario", "rates"), [("1", (HISTORICAL, HISTORICAL)), ("7", (CHANGED, CHANGED))])
def test_each_side_gets_its_list(scenario: str, rates: tuple[str, str]) -> None:
    game = find("ardennes_offensive")
    s: Any = game.blank(game.setup(scenario))
    place_all(s)
    for turn in range(1, 19):
        s.turn = turn
        for side_ in (GERMAN, ALLIED):
            before = waiting(s, side_)
            s.push(Reinforcements(side_))
            s.stack[-1].decide(s)
            new = waiting(s, side_) & ~before
            schedule = SCHEDULES[rates[side_]]
            wanted = {u for u in each(OF_SIDE[side_]) if schedule[u][0] == turn and schedule[u][1] != "drop"}
            assert set(each(new)) == wanted, (turn, side_)
    assert not s.stack


@pytest.mark.rule("ardennes_offensive", "14.0-track:abc")
def test_the_track() -> None:
    def on(turn: int, side_: int, section: str) -> Counter[str]:
        schedule = SCHEDULES[HISTORICAL]
        some = [u for u in each(OF_SIDE[side_]) if schedule[u] == (turn, section)]
        return Counter(f"{STRENGTH[u]}-{MA[u]}" for u in some)

    assert on(2, ALLIED, "NE") == {"5-12": 2, "4-12": 1, "4-4": 3, "3-4": 1}
    assert on(2, ALLIED, "SE") == {"5-12": 1, "4-12": 2}
    assert on(6, ALLIED, "NE") == {"4-12": 1, "4-4": 3}
    assert on(6, ALLIED, "SE") == {"4-4": 9}
    assert all(on(turn, GERMAN, "E")["2-10"] == 1 for turn in range(1, 9))


@pytest.mark.rule("ardennes_offensive", "14.0-track:d")
def test_allowances() -> None:
    for unit, allowance in enumerate(MA):
        assert allowance == ((10, 12)[SIDE[unit]] if MECH >> unit & 1 else 4)


# --- sections ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("ardennes_offensive", "14.1A:aj")
def test_one_free_exit_is_enough() -> None:
    match = arriving("us-16-i", "NE", 4, closing("NE", but="0213"))
    assert where(match, "us-16-i") == "entry-ne" and phase(match) == "allied-movement"
    assert "us-16-i" in marked(match, "road")


@pytest.mark.rule("ardennes_offensive", "14.1A:bi")
def test_a_closed_section_sends_units_to_the_next_one_a_turn_later() -> None:
    match = arriving("us-16-i", "NE", 4, closing("NE"))
    assert where(match, "us-16-i") == "due"
    assert where(later(match, 1), "us-16-i") == "entry-nw" and inside(match).turn == 5
    # even if the first section is open again
    match = arriving("us-16-i", "NW", 5, {})
    assert where(match, "us-16-i") == "entry-nw"


@pytest.mark.rule("ardennes_offensive", "14.1A:c")
def test_two_closed_sections_cost_two_turns() -> None:
    match = arriving("us-16-i", "NE", 4, closing("NE", "NW"))
    assert where(later(match, 1), "us-16-i") == "due"
    assert where(later(match, 1), "us-16-i") == "entry-w" and inside(match).turn == 6


@pytest.mark.rule("ardennes_offensive", "14.1A:d")
def test_the_same_in_the_south() -> None:
    match = arriving("us-cca4", "SE", 5, closing("SE"))
    assert where(later(match, 1), "us-cca4") == "entry-sw"
    match = arriving("us-cca4", "SE", 5, closing("SE", "SW"))
    assert where(later(match, 2), "us-cca4") == "entry-w" and inside(match).turn == 7


@pytest.mark.rule("ardennes_offensive", "14.1A:c")
def test_beyond_two_closed_sections_comes_the_next_open_one() -> None:
    match = arriving("us-24-i", "NE", 7, closing("NE", "NW", "W"))
    assert where(later(match, 2), "us-24-i") == "entry-sw" and inside(match).turn == 9


@pytest.mark.rule("ardennes_offensive", "14.1A:b")
@pytest.mark.parametrize("wanted", ["entry-nw", "entry-sw"])
def test_with_two_neighbours_the_allied_player_chooses(wanted: str) -> None:
    match = arriving("us-501-pi", "W", 3, closing("W"))
    assert set(offered(match, "box")) == {"entry-nw", "entry-sw"}
    assert refused(match, "box", "entry-ne") == "14.1A"
    assert match.decision.side == "allied"
    match.play("box", wanted)
    assert where(later(match, 1), "us-501-pi") == wanted


@pytest.mark.rule("ardennes_offensive", "14.1A:e")
def test_nobody_is_held_back() -> None:
    match = arriving("us-16-i", "NE", 4, {})
    assert refused(match, "done") == "14.1A"
    assert must(match) == {"us-16-i"}
    match.play("unit", "us-16-i")
    assert refused(match, "stay") == "14.1A"
    match.play("march", "0213")
    assert "done" in match.decision.choices
    match = situation("german-movement", {"de-8-ai": "entry-e"} | FAR, road=["de-8-ai"])
    assert refused(match, "done") == "14.1A"


@pytest.mark.rule("ardennes_offensive", "14.1A:f")
def test_nobody_comes_in_through_a_german_zone() -> None:
    jail = dict(zip(GERMANS, ["0311", "0314", "0317", "0322"], strict=False))  # next to each exit in the northeast
    match = situation("allied-movement", {"us-16-i": "entry-ne"} | jail | FAR, road=["us-16-i"])
    assert refused(match, "unit", "us-16-i") == "14.1A"
    assert "done" in match.decision.choices
    del jail[GERMANS[1]]
    match = situation("allied-movement", {"us-16-i": "entry-ne"} | jail | FAR, road=["us-16-i"])
    match.play("unit", "us-16-i")
    assert [gate for gate, _ in trip(inside(match), UNIT_NAMES.index["us-16-i"]).terms.gates] == [
        HEX_NAMES.index["0213"]
    ]


@pytest.mark.rule("ardennes_offensive", "14.1A:g")
def test_an_exit_held_by_an_allied_unit_is_open_but_taken() -> None:
    jail = dict(zip(GERMANS, ["0311", "0314", "0317", "0322"], strict=False))
    match = arriving("us-16-i", "NE", 4, jail | {"us-47-i": "0213"})
    assert where(match, "us-16-i") == "entry-ne"
    assert refused(match, "unit", "us-16-i") == "14.2B"
    assert "done" in match.decision.choices  # it waits
    match = arriving("us-16-i", "NE", 4, {u: h for u, h in jail.items() if h != "0322"} | {"us-47-i": "0213"})
    match.play("unit", "us-16-i")
    assert "0222" in marches(match)  # another exit of the section


@pytest.mark.rule("ardennes_offensive", "14.1A:h")
def test_unsupplied_germans_close_exits_too() -> None:
    walls = ["3626", "3527", "3428", "3430", "3531", "3632", "3634", "3535", "3436", "3438", "3539", "3640"]
    allies = [n for n in UNIT_NAMES.index if n.startswith("us-") and n not in ("us-cca9",)][: len(walls)]
    units = {DE: "3629", DE_FOOT: "3637"} | dict(zip(allies, walls, strict=True)) | FAR
    s = inside(situation("allied-movement", units))
    assert {DE, DE_FOOT} <= set(UNIT_NAMES.list_of(out_now(s, GERMAN)[0]))
    assert is_closed(s, SECTIONS.index("SW"))


@pytest.mark.rule("ardennes_offensive", "14.1A:jk", "6.4E:a")
def test_units_that_wait_come_in_during_initial_movement() -> None:
    match = situation("allied-mechanized", {"us-cca7": "entry-ne", "us-ccb7": "0340"}, road=["us-cca7"])
    assert refused(match, "unit", "us-cca7") == "14.2B"
    match.play("done")
    end_to(match, "allied-movement")
    play(match, ("unit", "us-cca7"), ("march", "0213"))
    assert where(match, "us-cca7") == "0213" and marked(match, "road") == {"us-cca7"}
    assert match.position()["gate"] == {"us-cca7": "0213"}


@pytest.mark.rule("ardennes_offensive", "4.2-german:ag", "14.1A:e")
def test_the_first_german_reinforcement_comes_in_mechanized_movement() -> None:
    match = situation("german-movement", {"de-1-a": "entry-e", US: "0340"}, road=["de-1-a"], turn=1)
    assert phase(match) == "german-mechanized"
    assert refused(match, "done") == "14.1A"
    play(match, ("unit", "de-1-a"), ("march", "2501"))
    assert where(match, "de-1-a") == "2501"


@pytest.mark.rule("ardennes_offensive", "4.2-allied:a")
def test_the_allied_side_loses_its_first_movement_too() -> None:
    match = situation("allied-movement", {US: "0340", US_FOOT: "0640", DE: "3301"}, turn=1)
    assert phase(match) == "allied-mechanized"


def test_a_unit_may_leave_road_mode_after_coming_in() -> None:
    match = situation("allied-movement", {"us-cca7": "entry-ne"} | FAR, road=["us-cca7"])
    match.play("unit", "us-cca7")
    assert cost(match, "0213") == 7  # one point for the road hex, six for the change
    match.play("hex", "0213")
    assert marked(match, "road") == set()


# --- staging -------------------------------------------------------------------------------------------------------------------------


def _staged(unit: str, gate: str, before: int) -> Match:
    """A unit that comes in by a gate behind so many others; Allied columns are in the other gates."""
    german = unit.startswith("de-")
    blocked = [h for h in gates("E" if german else "W") if h != gate]
    blockers = dict(
        zip([n for n in UNIT_NAMES.index if n.startswith("us-" if german else "de-")], blocked, strict=False)
    )
    first = [n for n in UNIT_NAMES.index if n.startswith("de-" if german else "us-") and n != unit][10 : 10 + before]
    spots = ["1220", "1222", "1218", "1420"] if german else ["3431", "3429", "2931", "3023"]
    units = {unit: "entry-e" if german else "entry-w"} | blockers | dict(zip(first, spots, strict=False))
    side_ = "german" if german else "allied"
    match = situation(
        f"{side_}-movement", units, road=[unit, *blockers], gate=dict.fromkeys(first, gate), moved=first, turn=5
    )
    return match


def _reached(match: Match, gate: str, hexes: int, side_: str) -> set[str]:
    """The gate and what is at most so many road hexes behind it, as far as others leave room."""
    s = inside(match)
    number = 0 if side_ == "german" else 1
    enter = LIVE & ~s.occupied(0) & ~s.occupied(1)
    if side_ == "allied":
        enter &= ~WEST_WALL
    found = BOARD.rings(1 << HEX_NAMES.index[gate], ROAD, enter, LIVE, hexes - 1) if hexes else []
    near = BOARD.spread(s.occupied(number), ROAD)
    return {HEX_NAMES.names[p] for some in found for p in each(some & ~near)}


@pytest.mark.rule("ardennes_offensive", "14.2B:ab")
@pytest.mark.parametrize(("before", "hexes"), [(0, 20), (1, 18), (2, 16), (4, 12)])
def test_german_mechanized_units_one_behind_the_other(before: int, hexes: int) -> None:
    match = _staged("de-8-ai", "2501", before)
    match.play("unit", "de-8-ai")
    assert marches(match) == _reached(match, "2501", hexes, "german")


@pytest.mark.rule("ardennes_offensive", "14.2B:c")
def test_german_infantry_in_fifth_place_waits() -> None:
    match = _staged("de-1130-i", "2501", 3)
    match.play("unit", "de-1130-i")
    assert marches(match) == _reached(match, "2501", 2, "german")
    match = _staged("de-1130-i", "2501", 4)
    assert refused(match, "unit", "de-1130-i") == "14.2B" and "done" in match.decision.choices
    assert where(match, "de-1130-i") == "entry-e"


@pytest.mark.rule("ardennes_offensive", "14.2B:d")
def test_allied_infantry_in_third_place() -> None:
    match = _staged("us-501-pi", "1541", 2)
    match.play("unit", "us-501-pi")
    assert marches(match) == _reached(match, "1541", 36, "allied")


@pytest.mark.rule("ardennes_offensive", "14.2B:ae")
def test_units_by_another_gate_are_not_counted() -> None:
    units = {"de-8-ai": "entry-e", "de-29-ai": "entry-e"} | FAR
    match = situation("german-movement", units, road=["de-8-ai", "de-29-ai"])
    there = max(along_roads("2501", 6) - along_roads("2501", 5) - along_roads("3301", 2))
    play(match, ("unit", "de-8-ai"), ("march", there))
    came = match.position()["gate"]["de-8-ai"]
    terms = trip(inside(match), UNIT_NAMES.index["de-29-ai"]).terms
    assert {HEX_NAMES.names[gate]: lost for gate, lost in terms.gates if lost} == {came: 2}


# --- the British (14.3C) -----------------------------------------------------------------------------------------------------------------

MEUSE = ("0228", "0229")
"""Two clear hexes with the Meuse between them, and no bridge."""


@pytest.mark.rule("ardennes_offensive", "14.3C:a")
def test_restricted_units_stay_behind_the_meuse() -> None:
    a, b = MEUSE
    for unit in ("uk-129-i", "uk-56-gds", "fr-fr-lt"):
        match = situation("allied-movement", {unit: a} | FAR)
        match.play("unit", unit)
        assert refused(match, "hex", b) == "14.3C"
        match = situation("allied-movement", {unit: a} | FAR, released=True)
        match.play("unit", unit)
        assert cost(match, b) is not None


@pytest.mark.rule("ardennes_offensive", "14.3C:a")
@pytest.mark.parametrize(("points", "free"), [(24, False), (25, True)])
def test_they_are_released_at_twenty_five_points(points: int, free: bool) -> None:
    gone = [n for n in UNIT_NAMES.index if n.startswith("us-") and n not in FAR][:points]
    match = situation("allied-mechanized", dict.fromkeys(gone, "eliminated") | {"uk-56-gds": "0340"} | FAR, turn=8)
    match.play("done")
    end_to(match, "allied-movement")
    assert inside(match).released is free


@pytest.mark.rule("ardennes_offensive", "14.3C:b")
def test_they_may_attack_over_the_meuse() -> None:
    a, b = MEUSE
    match = situation("allied-combat", {"uk-56-gds": a, DE: b} | FAR)
    assert side(a, b).get("river") == "Meuse" and b in ring(a)
    plan(match, b, ["uk-56-gds"])


@pytest.mark.rule("ardennes_offensive", "14.3C:c")
def test_units_of_the_west_without_the_restriction() -> None:
    a, b = MEUSE
    for unit, scenario in (("us-501-pi", "1"), ("uk-68-i", "1"), ("uk-129-i", "7")):
        match = situation("allied-movement", {unit: a} | FAR, scenario=scenario)
        match.play("unit", unit)
        assert cost(match, b) is not None
