"""The second model keeps to the rulebook's own numbers, and the game agrees with it in a sample of positions.

`python -m tests.rules.enemy_action.model --positions 2000` compares in as many positions as you like.
"""

from __future__ import annotations

import random

import pytest

from tests.rules.enemy_action import audit, model
from tests.rules.enemy_action.model import Position
from tests.rules.second_model import ALLIED, GERMAN, Tally


def position(units: dict[str, str], day: int = 21, **more: object) -> Position:
    """These units, every printed bridge intact and Allied."""
    p = Position(day=day, at=dict(units), bridges=set(model.PRINTED))
    p.tactics, p.plays, p.impulses = {GERMAN: set(), ALLIED: set()}, {GERMAN: 0, ALLIED: 0}, {GERMAN: 5, ALLIED: 5}
    for key, value in more.items():
        setattr(p, key, value)
    return p


@pytest.mark.parametrize("scenario", audit.SCENARIOS)
def test_the_game_agrees_with_the_model(scenario: str) -> None:
    tally = audit.run(2, seed=audit.SCENARIOS.index(scenario), scenarios=(scenario,))
    assert not tally.told
    assert sum(tally.compared.values()) > 500


def test_supply_is_the_same_from_both_ends() -> None:
    rng = random.Random(1)
    for scenario in ("campaign", "crisis"):
        for s in (audit.start(scenario).state, audit.shuffled(rng, audit.start(scenario).state)):
            p = model.read(s)
            for side in (GERMAN, ALLIED):
                some = rng.sample(model.HEXES, 60)
                assert {h for h in some if model.can_trace(p, side, h)} == model.supplied(p, side) & set(some)


def test_a_difference_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    s = audit.start("assault").state
    tally = Tally(audit.shown)
    assert tally.check("points", "same", 1, 1, s)
    assert not tally.check("hexes", "other", {"1108", "1207"}, {"1108"}, s)
    assert tally.told == ["hexes: other\n  game  ['1207']\n  model []"]
    assert "DIFFERENCE hexes" in capsys.readouterr().out


def test_neighbours() -> None:
    assert sorted(model.NEAR["2303"]) == ["2202", "2203", "2302", "2304", "2402", "2403"]
    assert sorted(model.NEAR["1814"]) == ["1714", "1715", "1813", "1815", "1914", "1915"]
    assert all(h in model.NEAR[n] for h in model.HEXES for n in model.NEAR[h])


def test_the_draw_of_the_illustration() -> None:
    """9.3: five attackers, one bracketed and one elite, with two tactics against two steps: at least two chits, at most seven."""
    attackers = ["de-1-1ss", "de-62", "de-18", "de-560", "de-501"]
    small = {u: model.UNITS[u].steps - 2 for u in attackers if model.UNITS[u].steps > 2}
    p = position(dict.fromkeys(attackers, "1715") | {"us-110-28": "1815"}, lost=small | {"de-501": 1})
    p.attackers, p.defenders, p.target = set(attackers), {"us-110-28"}, "1815"
    p.plays[GERMAN] = 2
    bracketed = [u for u in attackers if p.bracketed(u)]
    elite = any(p.quality(u) == "E" for u in attackers)
    assert elite and model.minimum(p) == 2 and model.maximum(p) == 5 - len(bracketed) + 2 + 1


@pytest.mark.parametrize(
    ("chit", "attack", "defence", "holds"),
    [
        *((">=3", 9, 3, True), (">=3", 8, 3, False), (">1", 5, 4, True), (">1", 4, 4, False), ("<2", 5, 3, True)),
        *(
            ("<2", 6, 3, False),
            (">=8", 16, 2, True),
            (">=8", 15, 2, False),
            ("<1.5", 7, 5, True),
            ("<1.5", 6, 4, False),
        ),
    ],
)
def test_ratios_of_the_rulebook(
    chit: str, attack: int, defence: int, holds: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    p = position({"de-62": "1715", "us-110-28": "1815"}, attackers={"de-62"}, defenders={"us-110-28"}, target="1815")
    monkeypatch.setattr(model, "attack_strength", lambda p: attack)
    monkeypatch.setattr(model, "defence_strength", lambda p: defence)
    assert model.is_true(p, "ratio", chit) is holds


def test_strategic_movement_of_the_illustration() -> None:
    """7.5 A: infantry in 1708 has five points, and does not go farther west than its army."""
    p = position({"de-39-26": "1708", "de-3-2p": "1612"}, german_towns={"1709"}, german_bridges=set(model.PRINTED))
    assert model.strategic_points("de-39-26") == 5
    found = model.strategic(p, "de-39-26")
    assert max(int(h[2:]) for h in found) == 12 and max(found.values()) <= 5


def test_supply_over_a_river() -> None:
    """10.1 D to F: an unbridged river must be the first side of the path, and the supply head right behind it."""
    p = position({"us-110-28": "1815"})
    fed, ends = model.supplied(p, ALLIED), model.heads(p, ALLIED)
    assert "1815" in fed and ends <= fed
    cut = position({"us-110-28": "1815", "de-3-2p": "1715", "de-62": "1914", "de-18": "1916"})
    assert "1715" not in model.supplied(cut, ALLIED)
