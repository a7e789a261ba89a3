"""Ledger checks that the tests of the separate sections do not cover."""

from __future__ import annotations

import random

import pytest

import ardennes
from ardennes.games.bulge.facts import LAST_TURN, TURNS
from tests.rules.bulge.moves import facts_of_another_map, phase, turn


@pytest.mark.rule("bulge", "2.3.1-2:f", "14.0")
@pytest.mark.parametrize(("edge", "beyond"), [("north", "0103"), ("west", "1518")])
def test_an_edge_hex_outside_the_stretch_of_arrivals_supplies_the_allies(
    monkeypatch: pytest.MonkeyPatch, edge: str, beyond: str
) -> None:
    other = facts_of_another_map(monkeypatch, {beyond: {"road_off": edge}})
    here = other.BOARD.index[beyond]
    assert other.SOURCES[other.ALLIED] >> here & 1
    assert not other.SOURCES[other.GERMAN] >> here & 1
    assert not any(places >> here & 1 for places in other.ENTRY_HEXES.values())


@pytest.mark.rule("bulge", "6.0:d", "4.0")
@pytest.mark.parametrize("weather", ["historical", "variable"])
def test_the_kind_of_weather_stays_as_it_was_chosen(monkeypatch: pytest.MonkeyPatch, weather: str) -> None:
    for n in range(1, LAST_TURN):
        monkeypatch.setitem(TURNS[n], "vp", [9999, -9999])
    rng = random.Random(6)
    match = ardennes.new("bulge", options={"weather": weather}, seed=6, chance="manual")
    rolled = set()
    while match.result is None:
        assert match.position()["options"]["weather"] == weather
        if phase(match) == "weather":
            rolled.add(turn(match))
        choices = match.decision.choices
        verb = "done" if "done" in choices else rng.choice(list(choices))
        match.play(verb, rng.choice(choices[verb]))
    assert rolled == (set(range(2, LAST_TURN + 1)) if weather == "variable" else set())
