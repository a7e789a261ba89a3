"""16.0: two pieces of the designers' advice hold in the game."""

from __future__ import annotations

import pytest

from ardennes.games.bulge.facts import ROADS_OFF
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.fights import (
    all_roads,
    battle,
    distance,
    fight,
    names,
    plain,
    road_chain,
    step,
    strength,
    supplied,
    vp,
)
from tests.rules.bulge.moves import along_roads
from tests.rules.bulge.table import offered, situation, where


@pytest.mark.rule("bulge", "16.0:a", "12.2-Ex", "D-OOB")
def test_the_two_strong_panzer_divisions_lose_nothing_in_an_exchange_with_an_infantry_division() -> None:
    here = plain()
    strongest = max((u for u in UNITS if u.side == 1 and u.type == "infantry"), key=lambda u: u.cf)
    assert strongest.cf < min(strength("de-1ss"), strength("de-12ss"))
    match = battle({strongest.id: here, "de-1ss": step(here, "E"), "de-12ss": step(here, "W")})
    fight(match, strongest.id, ["de-1ss", "de-12ss"], "Ex")
    assert where(match, strongest.id) == "eliminated"
    assert set(offered(match, "unit")) == {"de-1ss", "de-12ss"}  # both are there to advance
    assert vp(match) == strongest.cf


@pytest.mark.rule("bulge", "16.0:b", "14.0", "7.2")
def test_a_small_unit_in_an_interdicted_road_hex_restores_the_line_of_the_spearhead() -> None:
    for source in names(ROADS_OFF["E"]):
        for end, far in along_roads(source, 12).items():
            chain = road_chain(source, end)
            others = set(chain[1:]) & set(names(ROADS_OFF["E"]))
            if far == 12 and not others and all(distance(end, h) > 5 for h in chain[:4]):
                marks = {"allied": all_roads(*(h for h in chain if h != chain[4]))}
                alone = situation("german-movement", {"de-1ss": end}, turn=6, interdiction=marks)
                assert not supplied(alone, "de-1ss")
                units = {"de-1ss": end, "de-150": chain[4]}
                helped = situation("german-movement", units, turn=6, interdiction=marks)
                assert strength("de-150") == 1
                assert supplied(helped, "de-1ss")
                return
    raise AssertionError("no road leads far enough inland")
