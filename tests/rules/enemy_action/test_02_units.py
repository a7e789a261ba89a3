"""2.21 What units are: types, designations, strength, quality; and the die (2.5), the track (2.1-vp-track) and notes without effect."""

from __future__ import annotations

import pytest

from ardennes.core.names import each
from ardennes.games.enemy_action import GAME, events, supply_phase, victory
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.state import EnemyActionState
from tests.rules.enemy_action.table import situation, state

SPARE = {"german": [37], "allied": [13]}


def board(units: dict[str, str], **lost: int) -> EnemyActionState:
    """The state of a small position."""
    return state(situation("german-impulse", units, hand=SPARE, lost={k.replace("_", "-"): n for k, n in lost.items()}))


def groups(unit: str) -> set[str]:
    """The formations of a unit."""
    return {name for g, name in enumerate(f.GROUPS.names) if f.IN_GROUP[g] >> f.UNIT[unit] & 1}


@pytest.mark.rule("enemy_action", "1:b")
def test_there_is_nothing_of_the_solitaire_games() -> None:
    assert {option.id for option in GAME.options} == {"consecutive"}
    assert all(len(row["start"]) in (0, 4) for row in f.ROSTER.rows)


@pytest.mark.rule("enemy_action", "2.21-designation:abc")
def test_designations() -> None:
    assert groups("us-501-101") == {"us-101", "viii", "army-3a"}
    assert groups("us-14-cav") == {"xviii", "army-1a"}
    own = [c.number for c in f.CARD_FACTS if c.kind == "corps" and f.GROUP["xviii"] in c.activate]
    assert len(own) == 2
    for name in ("us-14-cav", "us-501-101"):
        assert any(c.one_unit for c in f.CARD_FACTS if c.side == f.SIDE[f.UNIT[name]])
    for u in range(len(f.ROSTER)):
        if u != f.VDH:
            assert any(f.CORPS_OF[u] in c.activate for c in f.CARD_FACTS), f.UNIT_NAMES.names[u]


@pytest.mark.rule("enemy_action", "2.21-abbreviations:a")
def test_there_is_one_fuhrer_begleit_brigade() -> None:
    assert [name for name in f.UNIT_NAMES.names if name.startswith(("de-fb", "de-fuhrb", "de-fuhb"))] == ["de-fuhbg"]


@pytest.mark.rule("enemy_action", "2.21-types:bd", "2.21-quality:a", "designer-notes:a")
def test_type_and_quality_are_those_of_the_current_side() -> None:
    for u in each(f.MECH):
        assert {f.TYPES[u][steps] not in f.ON_FOOT for steps in range(1, f.STEPS[u] + 1)} == {True}
    peiper = f.UNIT["de-peiper-1ss"]
    s = board({"de-peiper-1ss": "0905"})
    assert s.type_of(peiper) == "combined"
    s.lose_step(peiper)
    assert s.type_of(peiper) == "mech"
    begleit = f.UNIT["de-fuhbg"]
    assert board({"de-fuhbg": "1205"}).quality(begleit) == "E"
    assert board({"de-fuhbg": "1205"}, de_fuhbg=1).quality(begleit) == "R"


@pytest.mark.rule("enemy_action", "2.21-strength:cd")
def test_zones_of_a_lone_unit_with_a_bracketed_strength() -> None:
    weak = f.UNIT["us-393-99"]
    town = f.HEX["1108"]
    wall = next(p for p in each(f.WESTWALL & ~f.BUILT))
    for place, expected in ((town, True), (f.HEX["1009"], False), (wall, False)):
        s = board({"us-393-99": f.HEX_NAMES.names[place]}, us_393_99=1)
        assert s.bracketed(weak)
        assert bool(s.zoc(f.ALLIED)) == expected
    german = next(u for u in each(f.OF_SIDE[f.GERMAN]) if f.BRACKETED[u][1] and f.STEPS[u] == 2)
    name = f.UNIT_NAMES.names[german]
    for place, expected in ((wall, True), (f.HEX["1009"], False)):
        s = state(situation("german-impulse", {name: f.HEX_NAMES.names[place]}, hand=SPARE, lost={name: 1}))
        assert bool(s.zoc(f.GERMAN)) == expected


@pytest.mark.rule("enemy_action", "2.2:a")
def test_markers_do_not_count_for_stacking() -> None:
    stack = dict.fromkeys(("de-39-26", "de-77-26", "de-78-26"), "1410")
    s = state(situation("german-impulse", stack, day=21, hand=SPARE, ip=["1410"], dispersed=[*stack], low=["de-77-26"]))
    assert s.steps_of(s.units_at(f.HEX["1410"])) == 6 and not s.overstacked(f.GERMAN)


@pytest.mark.rule("enemy_action", "2.5:ab")
def test_the_die_has_ten_sides() -> None:
    assert tuple(supply_phase.DIE) == tuple(events.DIE) == tuple(range(1, 11))
    rolled = {kind.__name__ for kind in GAME.frame_types if hasattr(kind, "on_die")}
    assert rolled == {"Surrender", "Landing"}


@pytest.mark.rule("enemy_action", "2.1-vp-track:b")
def test_only_the_german_player_has_points() -> None:
    s = board({})
    s.exit_vp = 37
    assert victory.points(s) == 37
    view = GAME.view(s, None)
    assert "37" in str(view["gauge"])
