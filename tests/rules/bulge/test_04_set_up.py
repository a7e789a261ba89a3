"""4.0 How the game starts."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.games.bulge import GAME
from ardennes.games.bulge.state import BulgeState
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.moves import phase, turn, vp
from tests.rules.bulge.table import refused, where

VDH = "de-vdh"


@pytest.mark.rule("bulge", "4.0:a", "6.0", "15.0")
def test_weather_and_airdrop_are_fixed_before_the_first_question() -> None:
    match = ardennes.new("bulge")
    assert match.position()["options"] == {"weather": "historical", "airdrop": False}
    match = ardennes.new("bulge", options={"weather": "variable", "airdrop": True})
    assert match.position()["options"] == {"weather": "variable", "airdrop": True}
    for bad in ({"weather": "fine"}, {"airdrop": "yes"}, {"airdrop": 1}, {"fog": True}):
        with pytest.raises(ardennes.BadInput):
            ardennes.new("bulge", options=bad)


@pytest.mark.rule("bulge", "4.0", "6.0", "15.0")
@pytest.mark.parametrize("airdrop", [False, True])
@pytest.mark.parametrize("weather", ["historical", "variable"])
def test_no_choice_changes_the_weather_mode_or_the_airdrop_during_the_game(weather: str, airdrop: bool) -> None:
    options = {"weather": weather, "airdrop": airdrop}
    match = ardennes.new("bulge", options=options, chance="manual")
    rng = random.Random(2)
    drops = weather_dice = 0
    while turn(match) < 4:
        decision = match.decision
        drops += "drop" in decision.choices
        if decision.side == "chance":
            weather_dice += decision.prompt == "Weather"
            match.play("die", rng.randint(1, 6))
        else:
            assert isinstance(match.state, BulgeState)
            verb, raw = GAME.advise(match.state)
            table = match.state.tables.get(verb)
            match.play(verb, raw if table is None else table.names[raw])
        assert match.position()["options"] == options
    assert (drops > 0) is airdrop
    assert weather_dice == (2 if weather == "variable" else 0), "of turns 2 and 3"


@pytest.mark.rule("bulge", "4.0:b", "1.0")
def test_the_game_starts_on_turn_1_with_a_total_of_zero_and_no_markers() -> None:
    match = ardennes.new("bulge")
    view = match.view()
    assert (turn(match), view["turn"]["date"], vp(match)) == (1, "16 Dec", 0)
    assert view["markers"] == []
    assert all(not piece["status"] for piece in view["pieces"])
    assert phase(match) == "german-combat-before-movement", "overcast: no air points, so the German is asked first"
    assert match.log == ["The morning of 16 December was overcast."]


@pytest.mark.rule("bulge", "4.0:c", "2.3.1")
def test_every_unit_starts_where_its_counter_says() -> None:
    match = ardennes.new("bulge")
    for unit in UNITS:
        if unit.start:
            assert where(match, unit.id) == unit.start
        elif unit.id != VDH:
            assert where(match, unit.id) == "due"
    starts = [u.start for u in UNITS if u.start]
    assert len(starts) == len(set(starts)), "one unit a hex (8.0)"


@pytest.mark.rule("bulge", "4.0:c")
def test_there_is_no_free_deployment() -> None:
    first, second = (ardennes.new("bulge", seed=seed) for seed in (1, 2))
    assert first.state == second.state
    assert first.decision.choices == second.decision.choices
    for unit in (u for u in UNITS if u.start):
        assert refused(first, "unit", unit.id)


@pytest.mark.rule("bulge", "4.0", "15.0")
def test_the_paratroops_are_in_the_game_only_with_the_airdrop() -> None:
    assert where(ardennes.new("bulge"), VDH) == "absent"
    assert where(ardennes.new("bulge", options={"airdrop": True}), VDH) == "due"
