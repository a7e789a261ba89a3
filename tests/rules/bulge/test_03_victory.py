"""3.0 Victory points, leaving the map, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.bulge.facts import LAST_TURN, TURNS
from tests.rules.bulge.moves import (
    EAST,
    GRENADIERS,
    HEXES,
    PANZER,
    US_ARMOR,
    US_INFANTRY,
    US_INFANTRY_2,
    along_roads,
    around,
    between,
    distance,
    exits,
    facts_of,
    fight,
    first,
    goals,
    ground,
    inland,
    moving,
    phase,
    place,
    price,
    road,
    roads_off,
    roll_for,
    spent,
    supplied,
    terrain,
    turn,
    unit,
    vp,
)
from tests.rules.bulge.table import offered, refused, situation, where

GAP_TURNS = [n for n in range(1, LAST_TURN) if TURNS[n]["vp"][0] - TURNS[n]["vp"][1] > 1]


@pytest.fixture
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody wins before the last turn."""
    for n in range(1, LAST_TURN):
        monkeypatch.setitem(TURNS[n], "vp", [9999, -9999])


def judged(total: int, game_turn: int = 5, **fields: Any) -> Match:
    """The match after the Victory Determination Phase."""
    return situation("victory", fields.pop("units", {}), turn=game_turn, vp=total, **fields)


# --- 3.0 ---------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "3.0:a")
@pytest.mark.parametrize("n", range(1, LAST_TURN + 1))
def test_the_german_wins_at_or_above_his_limit(n: int) -> None:
    german = TURNS[n]["vp"][0]
    for total in (german, german + 1):
        match = judged(total, n)
        assert match.result is not None
        assert (match.result.winner, match.result.points) == ("german", total)


@pytest.mark.rule("bulge", "3.0:b")
@pytest.mark.parametrize("n", range(1, LAST_TURN + 1))
def test_the_allies_win_at_or_below_their_limit(n: int) -> None:
    allied = TURNS[n]["vp"][1]
    for total in (allied, allied - 1):
        match = judged(total, n)
        assert match.result is not None
        assert (match.result.winner, match.result.points) == ("allied", total)


@pytest.mark.rule("bulge", "3.0:c")
@pytest.mark.parametrize("n", GAP_TURNS)
def test_strictly_between_the_limits_the_next_turn_is_played(n: int) -> None:
    german, allied = TURNS[n]["vp"]
    for total in (german - 1, allied + 1):
        match = judged(total, n)
        assert match.result is None
        assert (turn(match), vp(match)) == (n + 1, total)


@pytest.mark.rule("bulge", "3.0:d", "5.0")
@pytest.mark.parametrize("winner", ["german", "allied"])
def test_limits_passed_in_mid_turn_count_only_in_the_victory_phase(winner: str) -> None:
    german, allied = TURNS[5]["vp"]
    total = german + 10 if winner == "german" else allied - 10
    match = situation("german-combat-before-movement", {}, turn=5, vp=total)
    assert (match.result, phase(match)) == (None, "german-movement")
    match.play("done")
    assert (match.result, phase(match)) == (None, "allied-movement")
    match.play("done")
    assert match.result is not None and match.result.winner == winner


@pytest.mark.rule("bulge", "3.0:e", "D-GTRT")
def test_after_the_last_turn_there_is_a_winner_and_no_further_turn() -> None:
    german, allied = TURNS[LAST_TURN]["vp"]
    for total in range(allied - 2, german + 3):
        match = judged(total, LAST_TURN)
        assert match.result is not None
        assert match.result.winner == ("german" if total >= german else "allied")
        assert turn(match) == LAST_TURN == 18
        assert refused(match, "done") == "5.0"


@pytest.mark.rule("bulge", "3.0")
def test_a_gap_between_the_last_limits_would_be_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TURNS[LAST_TURN], "vp", [60, 40])
    match = judged(50, LAST_TURN)
    assert match.result is not None and match.result.winner is None
    assert "Nobody had won" in match.log[-1]


# --- 3.1 the running total ---------------------------------------------------------------------------------------------------------------


def clash(defender: str, *attackers: str, kind: str = "clear", total: int = 0) -> Match:
    """German units around an Allied one in this terrain, before movement on game turn 2."""
    target = first(a for a in HEXES if inland(a) and terrain(a) == kind and all(inland(b) for b in around(a)))
    around_it = dict(zip(attackers, around(target), strict=False))
    match = situation("german-combat-before-movement", {defender: target, **around_it}, turn=2, vp=total)
    fight(match, defender, *attackers)
    return match


@pytest.mark.rule("bulge", "3.1:a", "12.2-De")
def test_an_eliminated_allied_unit_raises_the_total_by_its_factor_at_once() -> None:
    match = clash(US_INFANTRY, "de-1ss", "de-12ss", "de-2ss", total=5)
    roll_for(match, "primary", "De")
    assert where(match, US_INFANTRY) == "eliminated"
    assert vp(match) == 5 + 4
    assert "hex" in match.decision.choices or "unit" in match.decision.choices, "the advance is still to come"


@pytest.mark.rule("bulge", "3.1:b", "12.2-Ae")
def test_an_eliminated_german_unit_lowers_the_total_and_it_may_fall_below_zero() -> None:
    match = clash(US_ARMOR, PANZER, total=3)
    roll_for(match, "primary", "Ae")
    assert where(match, PANZER) == "eliminated"
    assert vp(match) == 3 - 7 < 0


@pytest.mark.rule("bulge", "3.1:d")
def test_terrain_changes_no_victory_points() -> None:
    match = clash(US_INFANTRY, "de-1ss", "de-12ss", "de-2ss", "de-9ss", kind="heavy")
    preview = match.preview()
    assert preview is not None
    assert preview["sides"][1]["total"] > int(preview["sides"][1]["rows"][0]["value"]) == 4
    roll_for(match, "primary", "De")
    assert vp(match) == 4


@pytest.mark.rule("bulge", "3.1:e", "12.2-Ex")
def test_both_losses_of_an_exchange_are_booked() -> None:
    weak = unit("german", cf=4)
    match = clash(US_ARMOR, weak, "de-1ss", "de-12ss")
    assert facts_of(US_ARMOR).cf == 5
    roll_for(match, "primary", "Ex")
    assert (where(match, US_ARMOR), where(match, weak)) == ("eliminated", "eliminated")
    assert vp(match) == 5 - 4


@pytest.mark.rule("bulge", "3.1:c", "4.0")
def test_there_is_one_total_and_it_is_the_german_one() -> None:
    tracks = [t for t in situation("german-movement", {}, vp=7).view("allied")["tracks"] if t["id"] == "vp"]
    assert [t["value"] for t in tracks] == [7]
    assert "vp" not in situation("german-movement", {}).position(), "it starts at zero"


# --- 3.1-1 leaving the map ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "3.1-1:a", "D-EXIT")
@pytest.mark.parametrize("at", exits())
def test_a_german_unit_on_a_designated_hex_may_leave_for_one_point(at: str) -> None:
    match = moving(GRENADIERS, at, 1)
    assert at in offered(match, "exit")
    match.play("exit", at)
    assert where(match, GRENADIERS) == "exited"
    assert match.position()["gate"] == {GRENADIERS: at}
    assert match.position()["left_by"] == [at]


@pytest.mark.rule("bulge", "3.1-1", "10.0")
def test_leaving_costs_a_movement_point_on_top_of_the_path() -> None:
    start, out, way = first(
        (a, e, mp) for e in exits() for a in HEXES for mp in [spent(a, 4, mech=False).get(e, 0)] if mp in (2, 3)
    )
    assert out in goals(moving(GRENADIERS, start, way))
    assert out not in offered(moving(GRENADIERS, start, way), "exit")
    assert refused(moving(GRENADIERS, start, way), "exit", out) == "3.1-1"
    assert out in offered(moving(GRENADIERS, start, way + 1), "exit")


def far_from_exit(hexes: int) -> tuple[str, str]:
    """A hex this many road hexes from an exit, with no shorter way cross-country, and the exit."""
    return first(
        (a, e)
        for e in exits()
        for a, n in along_roads(e, hexes).items()
        if n == hexes and spent(a, 5, mech=True).get(e) == hexes // 5
    )


@pytest.mark.rule("bulge", "3.1-1:bc", "10.2-1")
def test_a_panzer_division_leaves_after_24_road_hexes_but_not_after_25() -> None:
    start, out = far_from_exit(24)
    assert out in offered(moving(PANZER, start), "exit")
    start, out = far_from_exit(25)
    match = moving(PANZER, start)
    assert out in goals(match)
    assert refused(match, "exit", out) == "3.1-1"


@pytest.mark.rule("bulge", "3.1-1", "10.2-1")
def test_with_one_point_a_panzer_division_leaves_after_four_road_hexes_but_not_after_five() -> None:
    start, out = far_from_exit(4)
    assert out in offered(moving(PANZER, start, 1), "exit")
    assert out not in offered(moving(GRENADIERS, start, 1), "exit")
    start, out = far_from_exit(5)
    assert out in goals(moving(PANZER, start, 1))
    assert out not in offered(moving(PANZER, start, 1), "exit")


@pytest.mark.rule("bulge", "3.1-1:h", "10.2-1")
def test_after_24_road_hexes_one_point_remains_for_a_step_or_for_the_exit_but_not_for_both() -> None:
    start, out = far_from_exit(25)
    match = moving(PANZER, start)
    before = first(a for a in around(out) if along_roads(start, 24).get(a) == 24 and road(a, out))
    assert spent(start, 5, mech=True)[before] == 4
    assert {before, out} <= goals(match)  # 24 hexes count 4, the step to the exit hex is the fifth MP
    assert out not in offered(match, "exit")


@pytest.mark.rule("bulge", "3.1-1:d", "D-EXIT")
def test_a_road_off_the_map_without_a_circle_is_no_exit() -> None:
    at = first(a for a in roads_off("north", "south", "west", "east") if a not in exits())
    match = moving(PANZER, at)
    assert at not in offered(match, "exit")
    assert refused(match, "exit", at) == "3.1-1"


@pytest.mark.rule("bulge", "3.1-1:e")
def test_an_edge_hex_without_road_is_no_exit() -> None:
    at = first(a for a in HEXES if len(around(a)) < 6 and "road_off" not in place(a))
    match = moving(PANZER, at)
    assert refused(match, "exit", at) == "3.1-1"


@pytest.mark.rule("bulge", "3.1-1:g", "10.0-1:a")
def test_allied_units_never_leave_the_map() -> None:
    for at in exits():
        match = moving(US_ARMOR, at)
        assert "exit" not in match.decision.choices
        assert refused(match, "exit", at) == "10.0-1"


@pytest.mark.rule("bulge", "3.1-1:f", "9.0:e")
def test_a_unit_that_has_left_never_comes_back_and_is_out_of_the_fight() -> None:
    at = first(e for e in exits() if len(around(e)) >= 3)
    gone = {PANZER: "exited", US_INFANTRY: around(at)[0]}
    german = situation("german-movement", gone, gate={PANZER: at}, left_by=[at])
    assert refused(german, "unit", PANZER) == "3.1-1"
    allied = situation("allied-movement", gone, gate={PANZER: at}, left_by=[at])
    allied.play("unit", US_INFANTRY)
    assert at in goals(allied), "no zone of control, no unit in the way"
    other = {GRENADIERS: around(around(at)[0])[0]}
    combat = situation("allied-combat-before-movement", gone | other, gate={PANZER: at}, left_by=[at])
    assert offered(combat, "attack") == [GRENADIERS]
    assert refused(combat, "attack", PANZER) == "12.0-1"


@pytest.mark.rule("bulge", "3.1-1", "7.2", "10.2-1")
def test_a_marker_in_the_exit_hex_leaves_the_exit_open_for_a_whole_point() -> None:
    start, out = first((a, e) for e in exits() for a in around(e) if road(a, e) and price(e) > 1)
    marks = {"allied": [out]}
    need = spent(start, 9, mech=True, on=ground(marks=[out]))[out]
    assert need == price(out)
    assert out not in offered(moving(PANZER, start, need, interdiction=marks), "exit")
    assert out in offered(moving(PANZER, start, need + 1, interdiction=marks), "exit")
    assert out in offered(moving(PANZER, start, 1), "exit"), "without the marker one MP is enough"


# --- 3.1-2 and 3.1-3 points for units that have left -------------------------------------------------------------------------------------

OPEN = [e for e in exits() if supplied(e, sources=EAST)]
"""Exits a free road connects with the east edge."""


def gone(at: str, *who: str, flipped: bool, total: int, others: dict[str, str] | None = None, **fields: Any) -> Match:
    """After the Victory Determination Phase, with units that have left at an exit."""
    extra: dict[str, Any] = {"counted": list(who)} if flipped else {}
    return judged(
        total,
        units=dict.fromkeys(who, "exited") | (others or {}),
        gate=dict.fromkeys(who, at),
        left_by=[at],
        **extra,
        **fields,
    )


def flipped(match: Match) -> list[str]:
    return list(match.position().get("counted", []))


@pytest.mark.rule("bulge", "3.1-2:a", "D-EXIT")
@pytest.mark.parametrize("at", OPEN)
def test_a_unit_that_has_left_scores_its_factor_times_that_of_the_exit(no_limits: None, at: str) -> None:
    match = gone(at, PANZER, flipped=False, total=3)
    assert vp(match) == 3 + 7 * exits()[at]
    assert flipped(match) == [PANZER]


@pytest.mark.rule("bulge", "3.1-2:b")
def test_two_units_at_one_exit_score_together(no_limits: None) -> None:
    at = first(e for e in OPEN if exits()[e] == 2)
    match = gone(at, PANZER, GRENADIERS, flipped=False, total=0)
    assert (facts_of(PANZER).cf, facts_of(GRENADIERS).cf) == (7, 3)
    assert vp(match) == 20
    assert set(flipped(match)) == {PANZER, GRENADIERS}


@pytest.mark.rule("bulge", "3.1-2:c", "5.0")
def test_points_for_leaving_are_booked_in_the_victory_phase_and_not_in_movement(no_limits: None) -> None:
    at = OPEN[0]
    match = moving(PANZER, at, turn=4, vp=11)
    match.play("exit", at)
    assert (vp(match), flipped(match)) == (11, [])
    match.play("done")
    assert (phase(match), vp(match)) == ("allied-movement", 11)
    match.play("done")
    assert (turn(match), vp(match), flipped(match)) == (5, 11 + 7 * exits()[at], [PANZER])


@pytest.mark.rule("bulge", "3.1-2:d", "3.1-3:d")
def test_a_flipped_unit_at_a_supplied_exit_changes_nothing(no_limits: None) -> None:
    match = gone(OPEN[0], PANZER, flipped=True, total=30)
    assert (vp(match), flipped(match)) == (30, [PANZER])


@pytest.mark.rule("bulge", "3.1-3:abc")
def test_a_flipped_unit_loses_its_points_while_its_exit_is_cut_off_and_regains_them_later(no_limits: None) -> None:
    at = OPEN[-1]
    points = 7 * exits()[at]
    cut = gone(at, PANZER, flipped=True, total=points, others={US_INFANTRY: at})
    assert (vp(cut), flipped(cut)) == (0, [])
    still = gone(at, PANZER, flipped=False, total=0, others={US_INFANTRY: at})
    assert (vp(still), flipped(still)) == (0, [])
    free = gone(at, PANZER, flipped=False, total=0)
    assert (vp(free), flipped(free)) == (points, [PANZER])


@pytest.mark.rule("bulge", "3.1-3:e")
def test_a_unit_that_leaves_over_an_exit_that_is_cut_off_nets_nothing(no_limits: None) -> None:
    at = OPEN[0]
    match = moving(PANZER, at, turn=4, vp=5, interdiction={"allied": list(EAST)})
    match.play("exit", at)
    match.play("done")
    match.play("done")
    assert (turn(match), vp(match), flipped(match)) == (5, 5, [])


@pytest.mark.rule("bulge", "3.1-3:fi", "14.0")
def test_an_allied_unit_in_the_exit_hex_cuts_that_exit_and_no_other(no_limits: None) -> None:
    one, other = first((a, b) for a in OPEN for b in OPEN if distance(a, b) > 6)
    assert supplied(other, sources=EAST, on=ground([one], german=True))
    match = judged(
        100,
        units={PANZER: "exited", GRENADIERS: "exited", US_INFANTRY: one},
        gate={PANZER: one, GRENADIERS: other},
        counted=[PANZER, GRENADIERS],
    )
    assert vp(match) == 100 - 7 * exits()[one]
    assert flipped(match) == [GRENADIERS]


@pytest.mark.rule("bulge", "3.1-3", "9.1-1")
def test_an_allied_zone_over_an_empty_exit_hex_does_not_cut_it(no_limits: None) -> None:
    at, beside = first(
        (e, a) for e in OPEN for a in around(e) if supplied(e, sources=EAST, on=ground([a], german=True))
    )
    match = gone(at, PANZER, flipped=True, total=50, others={US_INFANTRY: beside})
    assert (vp(match), flipped(match)) == (50, [PANZER])


@pytest.mark.rule("bulge", "3.1-3", "9.1-1", "14.0")
def test_allied_zones_on_the_way_cut_an_exit(no_limits: None) -> None:
    at, foes = first(
        (e, (a, b))
        for e in OPEN
        for a in HEXES
        for b in HEXES
        if 1 < distance(e, a) <= 4
        and 1 < distance(e, b) <= 4
        and a < b
        and not supplied(e, sources=EAST, on=ground([a, b]))
    )
    match = gone(at, PANZER, flipped=True, total=50, others=dict(zip((US_INFANTRY, US_INFANTRY_2), foes, strict=True)))
    assert (vp(match), flipped(match)) == (50 - 7 * exits()[at], [])


@pytest.mark.rule("bulge", "3.1-3:h", "7.2", "5.0")
def test_markers_of_this_turn_still_cut_an_exit_and_are_gone_in_the_next(no_limits: None) -> None:
    at = OPEN[0]
    match = gone(at, PANZER, flipped=True, total=50, interdiction={"allied": list(EAST)})
    assert (vp(match), flipped(match)) == (50 - 7 * exits()[at], [])
    assert "interdiction" not in match.position()


@pytest.mark.rule("bulge", "3.1-3", "7.2")
def test_a_marker_in_the_exit_hex_itself_only_takes_its_roads_away(no_limits: None) -> None:
    at = first(e for e in OPEN if supplied(e, sources=EAST, on=ground(marks=[e])))
    match = gone(at, PANZER, flipped=True, total=50, interdiction={"allied": [at]})
    assert (vp(match), flipped(match)) == (50, [PANZER])


@pytest.mark.rule("bulge", "3.1-3:h", "11.0")
def test_bridge_interdiction_alone_can_cut_an_exit(no_limits: None) -> None:
    at, guard = first(
        (e, a)
        for a in HEXES
        for e in OPEN
        if distance(e, a) > 1
        and supplied(e, sources=EAST, on=ground([a]))
        and not supplied(e, sources=EAST, on=ground([a], german=True))
    )
    match = gone(at, PANZER, flipped=True, total=50, others={US_INFANTRY: guard})
    assert (vp(match), flipped(match)) == (50 - 7 * exits()[at], [])


@pytest.mark.rule("bulge", "3.1-3", "5.0-1")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_free_supply_of_the_first_turns_does_not_cover_exits(no_limits: None, n: int) -> None:
    at = OPEN[0]
    match = gone(at, PANZER, flipped=True, total=50, others={US_INFANTRY: at}, game_turn=n)
    assert (vp(match), flipped(match)) == (50 - 7 * exits()[at], [])


@pytest.mark.rule("bulge", "3.1-3:g", "3.0")
def test_exits_are_scored_and_tested_before_the_total_is_compared() -> None:
    at = OPEN[0]
    points = 7 * exits()[at]
    german = TURNS[5]["vp"][0]
    won = gone(at, PANZER, flipped=False, total=german - points)
    assert won.result is not None and won.result.winner == "german"
    short = gone(at, PANZER, flipped=False, total=german - points - 1)
    assert short.result is None
    taken_back = gone(at, PANZER, flipped=True, total=german, others={US_INFANTRY: at})
    assert taken_back.result is None or taken_back.result.winner == "allied"
    assert vp(taken_back) == german - points
    new_and_cut = gone(at, PANZER, flipped=False, total=between(5), others={US_INFANTRY: at})
    assert new_and_cut.result is None and vp(new_and_cut) == between(5)
