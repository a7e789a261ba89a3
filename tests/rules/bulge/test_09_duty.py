"""9.0-1 and 12.0: after movement every unit next to an enemy attacks, so a unit with nobody else to attack must join."""

from __future__ import annotations

import random

import pytest

from ardennes import Match
from ardennes.games.bulge.facts import BRITISH, UNIT_NAMES
from tests.core import walk
from tests.rules.bulge.counters import UNITS
from tests.rules.bulge.fights import (
    POINTS,
    battle,
    chosen,
    cut_off,
    declare,
    distance,
    fight,
    find,
    is_inland,
    plain,
    preview,
    ring,
    side,
    step,
    strength,
    terrain_rows,
)
from tests.rules.bulge.moves import roll_for
from tests.rules.bulge.table import offered, refused, situation, where

AFTER, BEFORE = "german-combat-after-movement", "german-combat-before-movement"
ALLIED_AFTER = "allied-combat-after-movement"
SIX = ["us-9r", "us-1", "us-30", "us-84", "us-2arm", "us-3arm"]
"""The weakest first."""


def six_around(german: str = "de-26") -> Match:
    here = plain()
    match = battle({german: here} | dict(zip(SIX, ring(here), strict=True)), ALLIED_AFTER)
    match.play("attack", german)
    return match


def reason(match: Match, table: str = "primary") -> str:
    why = match.explain("crt", table)
    assert why is not None and why.case == "9.0-1"
    return why.reason


# --- the one target of many --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "9.0-1:e", "12.0")
def test_the_weakest_of_six_cannot_attack_alone_and_excuse_the_others() -> None:
    match = six_around()
    match.play("unit", SIX[0])
    assert "crt" not in match.decision.choices
    for table in ("primary", "secondary"):
        assert refused(match, "crt", table) == "9.0-1"
    assert match.decision.cases == ("12.1-1", "9.0-1")


@pytest.mark.rule("bulge", "9.0-1")
def test_the_refusal_names_those_who_are_missing_and_nobody_else() -> None:
    match = six_around()
    titles = [u.name for unit in SIX for u in UNITS if u.id == unit]
    for count, unit in enumerate(SIX):
        missing = reason(match).partition(" must take part")[0].replace(" and ", ", ").split(", ")
        assert sorted(missing) == sorted(titles[count:])
        match.play("unit", unit)
    assert offered(match, "crt") == ["primary", "secondary"]
    match.play("crt", "primary")
    assert chosen(match) == set(SIX)


@pytest.mark.rule("bulge", "9.0-1")
def test_a_table_cannot_be_named_before_those_who_must_join_whatever_it_is_called() -> None:
    match = six_around()
    assert refused(match, "crt", "primary") == "9.0-1"
    assert refused(match, "crt", "third") == "12.1-1"


@pytest.mark.rule("bulge", "9.0-1")
def test_question_hints_and_preview_say_who_must_take_part() -> None:
    match = six_around()
    match.play("unit", SIX[0])
    decision = match.view("allied")["decision"]
    assert decision["prompt"] == "Attack 26 VG: choose units; 30 Inf, 1 Inf, 3 Arm, 84 Inf and 2 Arm must take part"
    assert set(decision["hints"]["unit"]) == {"*", *SIX[1:]}
    assert all("must take part" in decision["hints"]["unit"][unit]["note"] for unit in SIX[1:])
    missing = "30 Inf, 1 Inf, 3 Arm, 84 Inf and 2 Arm"
    assert preview(match)["warnings"] == [f"Must take part, with nobody else to attack: {missing}."]
    for unit in SIX[1:]:
        match.play("unit", unit)
    assert preview(match)["warnings"] == []
    assert match.decision.prompt == "Attack 26 VG: choose a table"


@pytest.mark.rule("bulge", "9.0-1", "12.0")
def test_before_movement_one_of_six_may_attack_alone() -> None:
    here = plain()
    match = battle({"de-26": here} | dict(zip(SIX, ring(here), strict=True)), "allied-combat-before-movement")
    declare(match, "de-26", SIX[:1])
    assert offered(match, "crt") == ["primary", "secondary"]
    assert preview(match)["warnings"] == []


# --- several targets ---------------------------------------------------------------------------------------------------------------------


def row(*units: str) -> dict[str, str]:
    """Units side by side, from west to east; '' leaves a hex empty."""
    west = find(lambda n: all(step(n, "E", k) and is_inland(step(n, "E", k), 1) for k in range(len(units) + 1)))
    return {unit: step(west, "E", k) for k, unit in enumerate(units) if unit}


@pytest.mark.rule("bulge", "9.0-1:ef", "12.0-1")
def test_a_unit_with_another_target_may_stay_out_and_must_join_the_attack_on_its_last() -> None:
    match = battle(row("de-1ss", "us-7arm", "de-2", "us-2arm", "de-116"), AFTER)
    match.play("attack", "us-7arm")
    match.play("unit", "de-1ss")
    assert offered(match, "crt"), "de-2 can still attack us-2arm"
    match.play("crt", "primary")
    finish(match)
    match.play("attack", "us-2arm")
    match.play("unit", "de-116")
    assert reason(match).startswith("2 Pz must take part")
    match.play("unit", "de-2")
    match.play("crt", "primary")
    finish(match)
    assert match.view()["phase"] != AFTER


@pytest.mark.rule("bulge", "9.0-1", "12.0-1")
def test_two_targets_do_not_compete_for_their_common_neighbour() -> None:
    # Whichever is attacked first may have de-2 or not; the other then has those who are left.
    for first, second in (("us-7arm", "us-2arm"), ("us-2arm", "us-7arm")):
        own = {"us-7arm": "de-1ss", "us-2arm": "de-116"}
        for joins in (True, False):
            match = battle(row("de-1ss", "us-7arm", "de-2", "us-2arm", "de-116"), AFTER)
            fight(match, first, [own[first], *(["de-2"] if joins else [])], "Ct")
            match.play("attack", second)
            if joins:
                assert chosen(match) == {own[second]}, "the only one left"
            else:
                assert "crt" not in match.decision.choices
                match.play("unit", own[second])
                match.play("unit", "de-2")
            assert offered(match, "crt")


@pytest.mark.rule("bulge", "9.0-1", "12.2-De")
def test_a_target_destroyed_by_others_leaves_the_duty_to_attack_the_one_that_remains() -> None:
    match = battle(row("de-1ss", "us-7arm", "de-2", "us-2arm"), AFTER)
    fight(match, "us-7arm", ["de-1ss"], "De")
    match.play("done")  # no advance
    assert where(match, "us-7arm") == "eliminated"
    assert offered(match, "attack") == ["us-2arm"]
    assert refused(match, "done") == "9.0-1"
    match.play("attack", "us-2arm")
    assert chosen(match) == {"de-2"}


@pytest.mark.rule("bulge", "9.0-1", "12.0-2")
def test_a_unit_that_has_attacked_need_not_and_cannot_join_again() -> None:
    match = battle(row("us-7arm", "de-2", "us-2arm", "de-116"), AFTER)
    fight(match, "us-7arm", ["de-2"], "Ct")
    match.play("attack", "us-2arm")
    assert chosen(match) == {"de-116"}
    assert refused(match, "unit", "de-2") == "12.0-2"
    assert offered(match, "crt")


@pytest.mark.rule("bulge", "9.0-1:g", "12.0-2", "12.4")
def test_a_unit_is_excused_if_its_only_enemy_came_up_after_a_fight_of_its_own() -> None:
    # us-7arm beats off de-2 and follows up next to de-116, which had no enemy next to it; a unit is attacked once in a phase.
    here = plain(radius=4)
    at = {"us-7arm": here, "de-2": step(here, "E"), "de-116": step(here, "E", 2)}
    far = {"us-2arm": step(here, "W", 3), "de-26": step(here, "W", 4)}
    match = battle(at | far, AFTER)
    fight(match, "us-7arm", ["de-2"], "Ar")
    match.play("hex", offered(match, "hex")[0])  # de-2 retreats
    match.play("hex", step(here, "E"))  # us-7arm advances
    assert distance(where(match, "us-7arm"), where(match, "de-116")) == 1
    assert offered(match, "attack") == ["us-2arm"]
    assert refused(match, "attack", "us-7arm") == "12.0-2"
    why = match.explain("done")
    assert why is not None and "26 VG" in why.reason and "116 Pz" not in why.reason
    fight(match, "us-2arm", ["de-26"], "Ct")
    assert match.view()["phase"] != AFTER, "nobody waits for an attack that cannot be made"


def finish(match: Match) -> None:
    """The declared fight comes to nothing."""
    if offered(match, "support"):
        match.play("support", 0)
    roll_for(match, "primary", "Ct")


# --- who must join -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("bulge", "9.0-1", "12.1-1", "14.1")
def test_one_out_of_supply_must_join_too_and_brings_the_secondary_table() -> None:
    here = plain(radius=3)
    hungry, fed = "us-1", "us-2arm"
    units = {"de-26": here, hungry: step(here, "E"), fed: step(here, "W")}
    match = battle(units, ALLIED_AFTER, turn=5, interdiction=cut_off("allied"), resupplied=[fed])
    declare_some(match, "de-26", fed)
    assert "1 Inf" in reason(match)
    match.play("unit", hungry)
    assert offered(match, "crt") == ["secondary"]
    assert refused(match, "crt", "primary") == "12.1-1"


@pytest.mark.rule("bulge", "9.0-1", "12.1-1")
def test_one_next_to_a_stronger_enemy_has_another_target_and_need_not_join() -> None:
    # de-1ss is next to the stronger us-2arm as well: it may leave the 7th to de-2 and de-116, who then have the Secondary table.
    units = {"us-7arm": "1010", "us-2arm": "1109", "de-1ss": "1009", "de-2": "0910", "de-116": "0911"}
    match = battle(units, AFTER)
    declare_some(match, "us-7arm", "de-2")
    assert refused(match, "crt", "secondary") == "9.0-1"
    match.play("unit", "de-116")
    assert offered(match, "crt") == ["primary", "secondary"]


@pytest.mark.rule("bulge", "9.0-1", "D-TEC")
def test_one_across_a_river_must_join_like_any_other() -> None:
    def across(name: str) -> tuple[str, ...]:
        """Two hexes next to it over a river."""
        return tuple(h for h in ring(name) if h and "river" in side(name, h))[:2]

    here = find(lambda n: is_inland(n, 2) and len(across(n)) == 2)
    one, other = across(here)
    match = battle({"us-7arm": here, "de-1ss": one, "de-2": other}, AFTER)
    declare_some(match, "us-7arm", "de-1ss")
    assert "2 Pz" in reason(match)
    match.play("unit", "de-2")
    assert terrain_rows(match)["River"] == 1
    assert offered(match, "crt")


@pytest.mark.rule("bulge", "9.0-1", "13.0-1")
def test_the_british_must_join_before_their_release_and_so_must_the_weakest_unit() -> None:
    here = plain()
    british = next(u for u in UNIT_NAMES.names if BRITISH >> UNIT_NAMES.index[u] & 1)
    units = {"de-26": here, british: step(here, "E"), "us-14cav": step(here, "W"), "us-2arm": step(here, "NE")}
    assert strength("us-14cav") == 1
    match = battle(units, ALLIED_AFTER)
    declare_some(match, "de-26", "us-2arm")
    assert "14 Cav" in reason(match)
    match.play("unit", "us-14cav")
    assert "14 Cav" not in reason(match)
    match.play("unit", british)
    assert offered(match, "crt")


def declare_some(match: Match, target: str, *attackers: str) -> None:
    match.play("attack", target)
    for unit in attackers:
        match.play("unit", unit)


# --- the whole rule ----------------------------------------------------------------------------------------------------------------------


def random_line(rng: random.Random) -> dict[str, str]:
    """Units of both sides thrown together in a few hexes."""
    centre = plain(radius=3)
    spots = [step(step(centre, a, rng.randint(0, 2)), b, rng.randint(0, 2)) for a in POINTS for b in POINTS]
    spots = list(dict.fromkeys(h for h in spots if h))
    rng.shuffle(spots)
    german = [u.id for u in UNITS if u.side == 0 and u.start]
    allied = [u.id for u in UNITS if u.side == 1 and u.nation == "US"]
    units = rng.sample(german, rng.randint(2, 7)) + rng.sample(allied, rng.randint(2, 7))
    return dict(zip(units, spots, strict=False))


def left_without(match: Match, owner: str) -> bool:
    """Would a unit that is not in the declared attack have nobody to attack after it? Worked out from the table as it is shown."""
    pieces = {p["id"]: p for p in match.view()["pieces"] if p["at"][0].isdigit()}
    shown = preview(match)
    (target,) = shown["defenders"]
    idle = [u for u, p in pieces.items() if p["side"] == owner and "attacked" not in p["status"]]
    foes = [u for u, p in pieces.items() if p["side"] != owner and "defended" not in p["status"]]
    beside = {u: {e for e in foes if distance(pieces[u]["at"], pieces[e]["at"]) == 1} for u in idle}
    return any(beside[u] == {target} for u in set(idle) - set(shown["attackers"]))


@pytest.mark.rule("bulge", "9.0-1", "12.0", "12.0-1")
def test_whatever_is_chosen_everyone_who_begins_the_phase_next_to_an_enemy_attacks() -> None:
    rng = random.Random("duty")
    seen = {True: 0, False: 0}
    for _ in range(80):
        units = random_line(rng)
        owner = rng.choice(["german", "allied"])
        phase = f"{owner}-combat-after-movement"
        own = {u for u in units if u.startswith("de-") is (owner == "german")}
        must = {u for u in own if any(distance(units[u], units[e]) == 1 for e in set(units) - own)}
        marks = cut_off(owner) if rng.random() < 0.3 else {}
        match = situation(phase, units, turn=5, vp=40, interdiction=marks)
        attacked: set[str] = set()
        while match.result is None and match.view()["phase"] == phase:
            if match.decision.cases[0] == "12.1-1" and match.preview() is not None:
                waits = left_without(match, owner)
                assert waits is ("crt" not in match.decision.choices), "neither more nor less than the rule asks"
                seen[waits] += 1
            attacked |= set(match.position().get("attacked", ()))
            match.play(*walk.any_choice(match, rng))
        assert attacked == must
    assert min(seen.values()) > 20
