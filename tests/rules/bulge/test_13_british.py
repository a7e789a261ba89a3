"""13.0-1: the British are held back until a German comes within two hexes of one of them."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.fights import (
    ENOUGH,
    around,
    battle,
    distance,
    entries,
    fight,
    find,
    is_inland,
    of_strength,
    plain,
    ring,
    side,
    step,
)
from tests.rules.bulge.moves import cheapest, goals, ground, moving, spent
from tests.rules.bulge.table import refused, situation, where

TANKS = next(u.id for u in UNITS if u.nation == "UK" and u.mech)
FOOT = next(u.id for u in UNITS if u.nation == "UK" and not u.mech)
US_TANKS = next(u.id for u in UNITS if u.nation == "US" and u.mech and u.cf > 4)


def status(match: Match) -> str:
    return str(next(t["value"] for t in match.view()["tracks"] if t["id"] == "british"))


def inland(radius: int) -> str:
    return find(lambda n: is_inland(n, radius))


# --- the leash ---------------------------------------------------------------------------------------------------------------------------


def tied() -> tuple[str, str]:
    """An entry hex, and a hex six hexes from it that a mechanized unit standing there could reach."""
    for gate in entries("W"):
        far = [h for h in spent(gate, 5, mech=True) if distance(gate, h) == 6]
        if far:
            return gate, sorted(far)[0]
    raise AssertionError("no road leads six hexes inland")


@pytest.mark.rule("bulge", "13.0-1:c")
def test_before_the_release_a_british_unit_stays_within_five_hexes_of_its_entry_hex() -> None:
    gate, far = tied()
    match = moving(TANKS, gate, gate={TANKS: gate})
    assert goals(match)
    assert max(distance(gate, h) for h in goals(match)) <= 5
    assert refused(match, "hex", far) == "13.0-1"
    match = moving(TANKS, gate, gate={TANKS: gate}, released=True)
    assert far in goals(match)


@pytest.mark.rule("bulge", "13.0-1")
def test_the_five_hexes_count_from_the_units_own_entry_hex_on_every_turn() -> None:
    gate, far = tied()
    other = next(e for e in entries("W") if e != gate)
    here = next(h for h in around(gate, 5) if distance(h, gate) == 5 and distance(h, far) == 1)
    # Having come in elsewhere, it is measured from there.
    match = moving(FOOT, here, gate={FOOT: gate})
    assert refused(match, "hex", far) == "13.0-1"
    near = find(lambda n: distance(n, other) == 3 and n != gate)
    match = moving(FOOT, near, gate={FOOT: other})
    assert max(distance(other, h) for h in goals(match)) <= 5
    assert any(distance(gate, h) > 5 for h in goals(match))


@pytest.mark.rule("bulge", "13.0-1", "13.0")
def test_the_leash_holds_in_the_turn_of_arrival() -> None:
    gate, far = tied()
    due = next(u.due for u in UNITS if u.id == TANKS)
    for released in (False, True):
        match = situation("allied-movement", {TANKS: "due"}, turn=due, released=released)
        match.play("unit", TANKS)
        match.play("hex", gate)
        assert (far in goals(match)) is released
        if not released:
            assert refused(match, "hex", far) == "13.0-1"
    match.play("hex", gate)
    assert match.position()["gate"] == {TANKS: gate}


def meuse_crossing() -> tuple[str, str]:
    """Two neighbours with the Meuse between them."""
    for a in western_hexes():
        for b in ring(a):
            if b and side(a, b).get("river") == "Meuse":
                return a, b
    raise AssertionError("there is no Meuse")


def western_hexes() -> list[str]:
    """Hexes near the western entries first, then all others."""
    return [h for gate in entries("W") for h in around(gate, 5)] + around(entries("N")[-1], 30)


@pytest.mark.rule("bulge", "13.0-1:d", "11.0")
def test_before_the_release_the_british_do_not_cross_the_meuse_even_within_five_hexes() -> None:
    here, over = meuse_crossing()
    assert distance(here, over) == 1
    match = moving(FOOT, here, gate={FOOT: here})
    assert refused(match, "hex", over) == "13.0-1"
    match = moving(FOOT, here, gate={FOOT: here}, released=True)
    assert over in goals(match)


@pytest.mark.rule("bulge", "13.0-1")
def test_not_even_a_bridge_takes_them_over_the_meuse() -> None:
    pairs = [(a, b) for a in western_hexes() for b in ring(a) if b and side(a, b).get("river") == "Meuse"]
    here, over = next((a, b) for a, b in pairs if "bridge" in side(a, b))
    match = moving(TANKS, here, gate={TANKS: here})
    assert refused(match, "hex", over) == "13.0-1"
    match = moving(US_TANKS, here)
    assert over in goals(match)


@pytest.mark.rule("bulge", "13.0-1:f")
def test_us_units_are_not_tied() -> None:
    gate, far = tied()
    match = moving(US_TANKS, gate, gate={US_TANKS: gate})
    assert far in goals(match)
    here, over = meuse_crossing()
    match = moving("us-1", here, gate={"us-1": here})
    assert over in goals(match)


# --- the release -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "13.0-1:ab")
def test_a_german_two_hexes_away_releases_all_and_three_hexes_away_none() -> None:
    british = inland(4)
    for far in (2, 3):
        start = step(british, "E", 4)
        match = moving("de-272", start, others={FOOT: british}, gate={FOOT: british})
        goal = next(h for h in sorted(goals(match)) if distance(h, british) == far)
        match.play("hex", goal)
        assert status(match) == ("released" if far == 2 else "restricted")


@pytest.mark.rule("bulge", "13.0-1:a")
def test_the_release_frees_every_british_unit_wherever_it_is() -> None:
    gate, far = tied()
    british = find(lambda n: is_inland(n, 4) and distance(n, gate) > 8)
    units = {FOOT: british, TANKS: gate, "de-272": step(british, "E", 3)}
    match = situation("german-movement", units, turn=3, gate={FOOT: british, TANKS: gate}, vp=20)
    match.play("unit", "de-272")
    match.play("hex", next(h for h in sorted(goals(match)) if distance(h, british) == 2))
    while match.view()["phase"] != "allied-movement":
        match.play("done")
    match.play("unit", TANKS)
    assert far in goals(match)


@pytest.mark.rule("bulge", "13.0-1:e", "12.2-De")
def test_the_release_outlasts_the_german_that_caused_it() -> None:
    gate, far = tied()
    british = find(lambda n: is_inland(n, 4) and distance(n, gate) > 10)
    goal = step(british, "E", 2)
    units = {FOOT: british, TANKS: gate, "de-272": step(goal, "NE"), US_TANKS: step(goal, "SE")}
    fields: dict[str, Any] = {"gate": {FOOT: british, TANKS: gate}, "support": ENOUGH, "vp": 20}
    match = situation("german-movement", units, turn=3, **fields)
    assert status(match) == "restricted"
    match.play("unit", "de-272")
    match.play("hex", goal)
    match.play("done")
    fight(match, US_TANKS, ["de-272"], "Ae")
    match.play("done")
    assert where(match, "de-272") == "eliminated"
    assert status(match) == "released"
    while match.view()["phase"] != "allied-movement":
        match.play("done")
    match.play("unit", TANKS)
    assert far in goals(match)


@pytest.mark.rule("bulge", "13.0-1:e")
def test_the_release_outlasts_a_withdrawal() -> None:
    british = inland(4)
    units = {FOOT: british, "de-272": step(british, "E", 3)}
    match = situation("german-movement", units, turn=2, gate={FOOT: british}, vp=10)
    match.play("unit", "de-272")
    match.play("hex", next(h for h in sorted(goals(match)) if distance(h, british) == 2))
    assert status(match) == "released"
    while match.view()["turn"]["number"] == 2 or match.view()["phase"] != "german-movement":
        match.play("done")
    match.play("unit", "de-272")
    match.play("hex", max(goals(match), key=lambda h: distance(h, british)))
    assert distance(where(match, "de-272"), british) > 2
    assert status(match) == "released"


@pytest.mark.rule("bulge", "13.0-1")
def test_a_german_passing_by_releases_them() -> None:
    # A single road past the British: the German comes from five hexes away, passes at two, and stops farther off.
    for british in (h for h in western_hexes() if is_inland(h, 2)):
        for start in around(british, 6):
            if distance(start, british) != 3:
                continue
            way = spent(start, 5, mech=False)
            clear = spent_clear(start, british)
            beyond = [h for h in way if distance(h, british) > 2 and h not in clear and h != start]
            if beyond:
                match = moving("de-272", start, others={FOOT: british}, gate={FOOT: british})
                if beyond[0] in goals(match):
                    match.play("hex", beyond[0])
                    assert distance(where(match, "de-272"), british) > 2
                    assert status(match) == "released"
                    return
    raise AssertionError("no such way on the map")


def spent_clear(start: str, british: str) -> set[str]:
    """Hexes that can be reached without coming within two hexes of the British unit."""
    return set(cheapest({start: 0}, 5, ground(foes=[british], german=True), but=around(british, 2)))


@pytest.mark.rule("bulge", "13.0-1", "13.0")
def test_a_german_reinforcement_that_enters_next_to_them_and_goes_on_releases_them() -> None:
    german = next(u for u in UNITS if u.edge == "E" and u.mech)
    for gate in entries("E"):
        for british in (h for h in around(gate, 2) if distance(h, gate) == 2):
            units = {german.id: "due", FOOT: british}
            match = situation("german-movement", units, turn=german.due, gate={FOOT: british})
            match.play("unit", german.id)
            match.play("hex", gate)
            beyond = [h for h in sorted(goals(match)) if distance(h, british) > 2]
            if beyond:
                match.play("hex", beyond[0])
                assert status(match) == "released"
                return
    raise ValueError("no such entry on the map")


@pytest.mark.rule("bulge", "13.0-1")
def test_a_german_who_keeps_away_releases_nobody() -> None:
    british = inland(4)
    match = moving("de-272", step(british, "E", 4), others={FOOT: british}, gate={FOOT: british})
    clear = spent_clear(step(british, "E", 4), british) & goals(match)
    match.play("hex", sorted(clear)[0])
    assert status(match) == "restricted"


@pytest.mark.rule("bulge", "13.0-1", "12.4")
def test_a_german_advance_or_retreat_within_two_hexes_releases_them() -> None:
    here = plain(radius=4)
    # The British unit is three hexes west of the attacker and two west of the US unit that is destroyed.
    units = {"us-7arm": here, "de-1ss": step(here, "E"), FOOT: step(here, "W", 2)}
    match = battle(units, gate={FOOT: step(here, "W", 2)})
    assert status(match) == "restricted"
    fight(match, "us-7arm", ["de-1ss"], "De")
    match.play("hex", here)
    assert status(match) == "released"
    # A German three hexes away retreats towards the British unit.
    units = {"de-272": here, "us-7arm": step(here, "E"), FOOT: step(here, "W", 3)}
    match = battle(units, "allied-combat-before-movement", gate={FOOT: step(here, "W", 3)}, resupplied=["us-7arm"])
    fight(match, "de-272", ["us-7arm"], "Dr")
    assert status(match) == "restricted"
    match.play("hex", step(here, "W"))
    assert status(match) == "released"


@pytest.mark.rule("bulge", "13.0-1")
def test_a_british_unit_that_comes_near_is_released_only_at_the_next_start_of_allied_movement() -> None:
    british = inland(4)
    units = {FOOT: british, "de-272": step(british, "E", 4), US_TANKS: "due"}
    match = moving(FOOT, british, others={"de-272": step(british, "E", 4)}, gate={FOOT: british})
    goal = next(h for h in sorted(goals(match)) if distance(h, step(british, "E", 4)) == 2)
    match.play("hex", goal)
    assert status(match) == "restricted"
    match = situation("allied-mechanization", units | {FOOT: goal}, turn=3, gate={FOOT: british})
    assert status(match) == "released"


@pytest.mark.rule("bulge", "13.0-1", "15.0")
def test_a_german_airdrop_within_two_hexes_releases_them() -> None:
    british = inland(4)
    units = {FOOT: british, "de-272": step(british, "E", 4), "de-vdh": "due"}
    match = situation("german-movement", units, turn=1, gate={FOOT: british}, options={"airdrop": True})
    match.play("drop", step(british, "E", 2))
    match.play("die", 1)
    match.play("die", 1)
    assert status(match) == "released"


@pytest.mark.rule("bulge", "13.0-1", "12.4")
def test_an_advance_after_combat_is_not_tied_to_the_entry_hex() -> None:
    # A British unit five hexes from its entry hex destroys a German six hexes from it.
    here = find(lambda n: is_inland(n, 2))
    (german,) = of_strength("german", 4)
    gate = find(lambda n: distance(n, here) == 5 and distance(n, step(here, "E")) == 6)
    units = {FOOT: here, german: step(here, "E")}
    fields: dict[str, Any] = {"gate": {FOOT: gate}, "resupplied": [FOOT], "vp": 20}
    match = battle(units, "allied-combat-before-movement", **fields)
    assert status(match) == "restricted"
    fight(match, german, [FOOT], "De")
    match.play("hex", step(here, "E"))
    assert where(match, FOOT) == step(here, "E")
