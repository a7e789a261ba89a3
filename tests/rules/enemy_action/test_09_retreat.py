"""9.7 Retreats: who may, where to, at what price."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.retreat import options, survivors
from ardennes.games.enemy_action.state import EnemyActionState
from tests.rules.enemy_action.fights import combat, names, struck
from tests.rules.enemy_action.table import asked, offered, play, refused, state, where

ONE = {"de-3-2p": "1715", "us-501-101": "1815"}


def to(s: EnemyActionState, start: str, left: int = 1) -> dict[str, int]:
    """The hexes into which the defenders may retreat next, with what they cost."""
    found = options(s, s.defenders, f.HEX[start], left, left == 2, 0)
    return {f.HEX_NAMES.names[p]: n for p, n in found.items()}


@pytest.mark.rule("enemy_action", "9.7:bcd", "9.24", "10.23:cd", "10.41:a", "9.75:a", "9.9:bc")
def test_who_may_not_retreat() -> None:
    german: dict[str, Any] = {"side": "allied"}
    vdh = state(struck({"us-501-101": "1715", "de-vdh": "1815"}, "1815", (0, 1), **german))
    assert where_or(vdh, "de-vdh") == "eliminated"
    dry = struck(
        {"us-501-101": "1715", "de-3-2p": "1815", "de-39-26": "1815"}, "1815", (0, 1), nofuel=["de-3-2p"], **german
    )
    assert asked(dry) == ("german", "Losses")  # the stack stays together
    cut = struck({"us-501-101": "1715", "de-3-2p": "1815"}, "1815", (0, 1), isolated=["de-3-2p"], **german)
    assert state(cut).lost[f.UNIT["de-3-2p"]] == 1
    foot = struck(ONE, "1815", (0, 2), isolated=["us-501-101"])
    assert refused(foot, "two") == "10.23" and offered(foot, "one")
    mixed = struck(ONE | {"us-502-101": "1815"}, "1815", (0, 2), dispersed=["us-502-101"])
    assert refused(mixed, "two") == "9.9" and offered(mixed, "one")
    guest = struck(ONE | {"us-502-101": "1815"}, "1815", (0, 2), dispersed=["us-502-101"], retreated=["us-502-101"])
    assert refused(guest, "two") == "9.9"  # stacked with one that had retreated there


def where_or(s: EnemyActionState, unit: str) -> str:
    at = s.at[f.UNIT[unit]]
    return f.HEX_NAMES.names[at] if at >= 0 else f.BOXES.names[~at]


@pytest.mark.rule("enemy_action", "9.7-priorities:aef", "9.7-choice:a")
def test_hexes_without_enemy_control_come_first() -> None:
    match = struck(ONE | {"us-502-101": "1716"}, "1815", (0, 1))
    s = state(match)
    # 1715 controls 1716 and 1814; forest does not matter here
    assert to(s, "1815") == {"1816": 0, "1915": 0, "1916": 0}
    play(match, "one")
    assert refused(match, "hex", "1716") == "9.7-priorities"
    assert refused(match, "hex", "1715") == "9.7-priorities"
    assert refused(match, "hex", "2015") == "9.7"
    full = struck(ONE | {"us-502-101": "1816", "us-506-101": "1816", "us-327-101": "1816"}, "1815", (0, 1))
    play(full, "one")
    assert refused(full, "hex", "1816") == "7.4"


SURROUNDED = {"de-3-2p": "1715", "de-304-2p": "1916", "us-501-101": "1815"}
"""All hexes around 1815 are controlled or occupied."""


def note(match: Match, verb: str) -> str:
    """What is said of an answer before it is given."""
    found: str = match.view("allied")["decision"]["hints"][verb][""]["note"]
    return found


@pytest.mark.rule("enemy_action", "9.7:e")
def test_one_way_is_taken_without_a_question() -> None:
    friend = SURROUNDED | {"us-502-101": "1816"}
    match = struck(friend, "1815", (0, 1))
    assert note(match, "one") == "to 1816, no step lost"
    play(match, "one")
    assert where(match, "us-501-101") == "1816" and asked(match) == ("german", "Advance")
    assert [move["to"] for event in match.story() for move in event["moves"]] == ["1816"]
    both = struck(friend | {"de-39-26": "1917"}, "1815", (0, 2), attackers=["de-3-2p", "de-304-2p"])
    assert note(both, "two") == "by 1816 to 1717, dispersed, no step lost"
    play(both, "two")
    assert where(both, "us-501-101") == "1717" and asked(both) == ("german", "Advance")


@pytest.mark.rule("enemy_action", "9.7:e")
def test_where_there_is_a_choice_the_owner_is_asked() -> None:
    match = struck(SURROUNDED | {"us-502-101": "1816"}, "1815", (0, 2))
    assert note(match, "two") == "by 1816, dispersed, no step lost"
    play(match, "two")
    assert where(match, "us-501-101") == "1816"  # the first hex was the only one
    assert asked(match) == ("allied", "Retreat") and offered(match, "hex") == ["1717", "1817"]
    alone = struck(SURROUNDED | {"us-506-101": "1815"}, "1815", (0, 1))
    play(alone, "one")
    assert asked(alone) == ("allied", "Retreat") and where(alone, "us-501-101") == "1815"


@pytest.mark.rule("enemy_action", "8.1-retreat:abc", "9.7-priorities:bc")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_priorities_in_enemy_control() -> None:
    helped = SURROUNDED | {"us-502-101": "1816"}
    match = struck(helped, "1815", (0, 1))
    play(match, "one")
    assert offered(match, "hex") == ["1816"]
    play(match, ("hex", "1816"))
    assert not state(match).lost[f.UNIT["us-501-101"]]  # a supplied friend: no step
    low = struck(helped, "1815", (0, 1), low=["us-502-101"])
    s = state(low)
    assert "1816" not in to(s, "1815") and set(to(s, "1815").values()) == {1}
    alone = struck(SURROUNDED | {"us-506-101": "1815"}, "1815", (0, 1))
    play(alone, "one")
    where_to = offered(alone, "hex")[0]
    play(alone, ("hex", where_to))
    assert asked(alone) == ("allied", "Penalty") and set(offered(alone, "lose")) == {"us-501-101", "us-506-101"}
    play(alone, ("lose", "us-506-101"))
    s = state(alone)
    assert [s.lost[f.UNIT[u]] for u in ("us-501-101", "us-506-101")] == [0, 1]  # one for the stack, not one each
    assert where(alone, "us-501-101") == where(alone, "us-506-101") == where_to


@pytest.mark.rule("enemy_action", "9.7-priorities:d")
def test_no_way_out() -> None:
    ring = {"de-3-2p": "1715", "de-304-2p": "1716", "de-39-26": "1816", "de-77-26": "1915", "de-78-26": "1814"}
    match = struck(ring | {"de-18": "1916", "us-501-101": "1815"}, "1815", (0, 1))
    assert state(match).lost[f.UNIT["us-501-101"]] == 1


@pytest.mark.rule("enemy_action", "9.7-choice:abc")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_rivers_and_forest_only_if_nothing_else() -> None:
    # 1816: 1716, 1815, 1916 are dry and open; 1917 is forest off the road, 1717 and 1817 are behind a river
    units = {"de-3-2p": "1716", "us-501-101": "1816"}
    match = struck(units, "1816", (0, 1))
    assert set(to(state(match), "1816")) == {"1916"}
    play(match, "one")
    assert refused(match, "hex", "1917") == "9.7-choice" and refused(match, "hex", "1817") == "9.7-choice"
    closed = struck(units | {"de-304-2p": "1815", "de-39-26": "1916"}, "1816", (0, 1))
    assert set(to(state(closed), "1816")) == {"1817"}  # awkward, but the only one without enemy control
    road = struck({"de-3-2p": "1716", "us-501-101": "1717"}, "1717", (0, 1))
    assert "1718" in to(state(road), "1717")  # forest along the road


@pytest.mark.rule("enemy_action", "9.71:ac", "9.72:d")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_closed_hexes() -> None:
    units = {"de-3-2p": "1815", "us-501-101": "1915"}
    match = struck(units, "1915", (0, 1), german_towns=["1814"])
    play(match, "one")
    assert refused(match, "hex", "1814") == "9.71"
    wall = {"de-3-2p": "1709", "us-110-28": "1708"}
    match = struck(wall, "1708", (0, 1))
    play(match, "one")
    assert refused(match, "hex", "1707") == "9.71"
    held = struck(wall | {"us-109-28": "1707"}, "1708", (0, 1), blown=[])
    play(held, "one")
    assert "1707" in offered(held, "hex")


@pytest.mark.rule("enemy_action", "9.71:d", "7.9-effects:ac")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_germans_do_not_retreat_into_roadblocks() -> None:
    match = struck({"us-501-101": "1815", "de-3-2p": "1916"}, "1916", (0, 1), side="allied", roadblocks=["2016"])
    play(match, "one")
    assert refused(match, "hex", "2016") == "7.9-effects"
    assert "2015" in offered(match, "hex")


@pytest.mark.rule("enemy_action", "9.75:bcde", "9.73:ab")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_a_retreat_of_two_hexes() -> None:
    stack = ["us-502-101", "us-506-101", "us-327-101"]
    units = ONE | {"us-14-cav": "1815"} | dict.fromkeys(stack, "1916")
    match = struck(units, "1815", (0, 2))
    play(match, "two")
    assert "1916" in offered(match, "hex")  # full, but only passed
    play(match, ("hex", "1916"))
    assert refused(match, "hex", "1816") == "9.75"  # still next to the attacked hex
    assert {"2015", "2016"} <= set(offered(match, "hex"))
    play(match, ("hex", "2015"))
    s = state(match)
    assert where(match, "us-501-101") == where(match, "us-14-cav") == "2015"
    assert f.UNIT_NAMES.list_of(s.dispersed) == sorted(["us-501-101", "us-14-cav"], key=f.UNIT.__getitem__)
    ends = struck(ONE | dict.fromkeys(stack, "2015"), "1815", (0, 2))
    play(ends, "two", ("hex", "1916"))
    assert refused(ends, "hex", "2015") == "7.4"


@pytest.mark.rule("enemy_action", "9.5-processing", "7.4-enforcement", "9.73:b")
def test_stacking_is_judged_after_losses() -> None:
    units = ONE | {"us-14-cav": "1815", "us-502-101": "1916", "us-506-101": "1916"}
    tight = struck(units, "1815", (0, 1), lost={"us-14-cav": 1})
    play(tight, "one")
    assert refused(tight, "hex", "1916") == "7.4"
    match = struck(units, "1815", (0, 3), lost={"us-14-cav": 1})
    play(match, "one", ("hex", "1916"))
    assert where(match, "us-14-cav") == "eliminated" and where(match, "us-501-101") == "1916"
    assert not state(match).overstacked(f.ALLIED)


@pytest.mark.rule("enemy_action", "9.72:abc", "9.75:d")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_a_route_that_saves_the_unit() -> None:
    one = struck(SURROUNDED, "1815", (0, 1), lost={"us-501-101": 1})
    assert set(to(state(one), "1815").values()) == {1}  # no relief: every hex costs a step
    # By priority over 1916, where the second hex costs a step too; over the forest it does not.
    around = {"us-501-101": "1716", "us-502-101": "1815", "us-506-101": "1717", "us-327-101": "2016"}
    match = struck(around | {"de-3-2p": "1816"}, "1816", (0, 2), side="allied")
    play(match, "two")
    assert set(offered(match, "hex")) == {"1916", "1917", "1817"}
    play(match, ("hex", "1917"))
    assert offered(match, "hex") == ["1918"]
    play(match, ("hex", "1918"))
    s = state(match)
    assert where(match, "de-3-2p") == "1918" and s.lost[f.UNIT["de-3-2p"]] == 1
    assert s.dispersed >> f.UNIT["de-3-2p"] & 1
    dead = struck(around | {"de-3-2p": "1816"}, "1816", (0, 2), side="allied")
    play(dead, "two", ("hex", "1916"), ("hex", "1915"))  # an option, not a duty
    assert where(dead, "de-3-2p") == "eliminated"
    strong = struck(around | {"de-fuhgren": "1816"}, "1816", (0, 2), side="allied")
    play(strong, "two")
    assert offered(strong, "hex") == ["1916"]  # three steps survive it
    assert refused(strong, "hex", "1917") == "9.7-choice"


@pytest.mark.rule("enemy_action", "9.72:e")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_a_route_that_saves_another_unit() -> None:
    around = {"us-501-101": "1716", "us-502-101": "1815", "us-506-101": "1717", "us-327-101": "2016"}
    stack = {"de-3-2p": "1816", "de-304-2p": "1816"}
    match = struck(around | stack, "1816", (0, 3), side="allied", lost={"de-3-2p": 1})
    play(match, "two")
    assert "1917" in offered(match, "hex")  # three steps in all: over 1916 none is left, over the forest one is
    play(match, ("hex", "1917"), ("lose", "de-304-2p"), ("hex", "1918"), ("lose", "de-3-2p"))
    s = state(match)
    assert sum(s.at[f.UNIT[u]] >= 0 for u in stack) == 1
    assert [survivors(*row) for row in (((1, 2), 2, 1), ((1, 2), 1, 1), ((1, 3), 1, 2), ((1, 3), 0, 2))] == [0, 1, 1, 1]
    assert [survivors(*row) for row in (((2, 2), 1, 0), ((2, 2), 2, 1), ((1,), 1, 0), ((4, 4), 2, 5))] == [2, 1, 0, 1]


@pytest.mark.rule("enemy_action", "10.23:g")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_isolated_infantry_does_not_retreat_over_an_enemy_bridge() -> None:
    units = {"de-3-2p": "1817", "us-501-101": "1717", "us-502-101": "1717"}
    bridge: dict[str, Any] = {"german_bridges": ["1716-1717"]}
    free = struck(units, "1717", (0, 1), **bridge)
    play(free, "one")
    assert "1716" in offered(free, "hex")
    match = struck(units, "1717", (0, 1), isolated=["us-501-101"], **bridge)
    play(match, "one")
    assert refused(match, "hex", "1716") == "10.23" and offered(match, "hex") == ["1616", "1617"]
    own = struck(units, "1717", (0, 1), isolated=["us-501-101"], german_bridges=[])
    play(own, "one")
    assert "1716" in offered(own, "hex")


@pytest.mark.rule("enemy_action", "9.74:ade")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_a_unit_that_has_retreated_is_not_attacked_again() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "2016", "us-501-101": "1815", "us-502-101": "2017"}
    marks: dict[str, Any] = {"attackers": ["de-3-2p"], "active": ["de-3-2p", "de-304-2p"]}
    alone = struck(units | {"de-304-2p": "1917"}, "1815", (0, 1), **marks)
    play(alone, "one", ("hex", "1915"), "done")
    assert asked(alone)[1] == "Combat" and offered(alone, "target") == ["2017"]


@pytest.mark.rule("enemy_action", "9.74:ae", "9.1:f")
def test_targets_with_retreated_units() -> None:
    units = {"de-304-2p": "1715", "us-501-101": "1815", "us-502-101": "1614"}
    marks: dict[str, Any] = {"retreated": ["us-501-101"], "defended": ["us-501-101"]}
    match = combat(units, **marks)
    assert refused(match, "target", "1815") == "9.74"
    match = combat(units | {"us-506-101": "1815"}, **marks)
    play(match, ("target", "1815"))
    assert names(state(match).defenders) == {"us-506-101"}
    later = combat(units)  # in a later activation
    play(later, ("target", "1815"))
    assert names(state(later).defenders) == {"us-501-101"}


@pytest.mark.rule("enemy_action", "7.61-retreat:a")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_army_boundaries_in_a_retreat() -> None:
    units = {"us-501-101": "1915", "de-13-5f": "1815"}  # 1715 and 1716 are outside the area of the 7th Army
    match = struck(units, "1815", (0, 1), side="allied", day=18)
    play(match, "one")
    assert offered(match, "hex") == ["1816"] and refused(match, "hex", "1716") == "7.61-retreat"
    tight = units | {"us-502-101": "1816"}
    match = struck(tight, "1815", (0, 1), side="allied", day=18)
    play(match, "one")
    assert offered(match, "hex") == ["1916"]  # controlled, but inside
    last = struck(tight, "1815", (0, 1), side="allied", day=18, lost={"de-13-5f": 1})
    assert "1715" in to(state(last), "1815")  # else it would be eliminated (9.72)
    later = struck(units, "1815", (0, 1), side="allied", day=20)
    play(later, "one")
    assert set(offered(later, "hex")) == {"1715", "1716", "1816"}


@pytest.mark.rule("enemy_action", "7.61-retreat:d")
def test_a_retreat_of_two_hexes_stays_inside_if_it_can() -> None:
    units = {"us-501-101": "1917", "de-13-5f": "1916"}
    match = struck(units, "1916", (0, 2), side="allied", day=18)
    play(match, "two")
    assert set(offered(match, "hex")) == {"1915", "2015"}
    assert refused(match, "hex", "1815") == "7.61-retreat"  # inside, but only 1715 and 1814 are beyond it
    later = struck(units, "1916", (0, 2), side="allied", day=20)
    play(later, "two")
    assert "1815" in offered(later, "hex")


@pytest.mark.rule("enemy_action", "9-step3")
def test_hints_of_a_retreat() -> None:
    lost = struck(ONE, "1815", (0, 4)).view("allied")["decision"]["hints"]
    assert [lost[verb][""]["note"] for verb in ("stand", "one", "two")] == ["eliminated"] * 3
    match = struck(ONE, "1815", (0, 2))
    said = match.view("allied")["decision"]["hints"]
    assert said["one"][""]["note"] == "to 1816, 1915 or 1916, 1 step lost"
    assert said["two"][""]["note"] == "by 1816, 1915 or 1916, dispersed, no step lost"
    play(match, "two")
    assert match.view("allied")["decision"]


def test_steps_that_a_retreat_costs_in_enemy_zones_are_said_before_it_is_chosen() -> None:
    ring = {"de-3-2p": "1715", "de-304-2p": "1714", "de-39-26": "1814", "de-77-26": "1816", "de-78-26": "1915"}
    both = ring | {"us-422-106": "1815", "us-423-106": "1815"}
    said = struck(both, "1815", (0, 2)).view("allied")["decision"]["hints"]
    assert said["one"][""]["note"] == "to 1916, 2 steps lost, 1 of them to enemy zones of control"
    assert said["two"][""]["note"] == "by 1916, dispersed, 1 step lost to enemy zones of control"
    hard = struck(both, "1815", (0, 4)).view("allied")["decision"]["hints"]
    assert (hard["one"][""]["note"], hard["one"][""]["danger"]) == ("all are eliminated", True)


@pytest.mark.rule("enemy_action", "9.7-illustration:c", "9.73:a", "7.4:d")
def test_illustration_c() -> None:
    units = {"us-501-101": "1221", "us-502-101": "1421", "de-3-2p": "1321", "de-304-2p": "1321", "de-fuhgren": "1320"}
    match = struck(units, "1321", (0, 1), side="allied")
    assert offered(match, "stand") and offered(match, "one")
    play(match, "one")
    assert refused(match, "hex", "1320") == "7.4"  # two, two and three steps
    play(match, ("hex", "1220"))
    assert set(offered(match, "lose")) == {"de-3-2p", "de-304-2p"}
    assert refused(match, "lose", "de-fuhgren") == "9.7-priorities"
    play(match, ("lose", "de-304-2p"))
    s = state(match)
    assert s.hits == [0, 0] and where(match, "de-3-2p") == where(match, "de-304-2p") == "1220"
    assert [s.lost[f.UNIT[u]] for u in ("de-3-2p", "de-304-2p")] == [0, 1]
