"""The player `greedy`: always a legal answer, always the same, and a sensible one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ardennes.core.names import each
from ardennes.games.bulge import GAME
from ardennes.games.bulge.combat import Declare
from ardennes.games.bulge.facts import HEX_NAMES, UNIT_NAMES
from ardennes.games.bulge.greedy import Greedy
from ardennes.games.bulge.greedy import combat as fights
from ardennes.games.bulge.state import BulgeState
from ardennes.games.bulge.strength import must_join
from tests.rules.bulge.table import situation


def new_game(weather: str = "historical", airdrop: bool = False) -> BulgeState:
    s = GAME.start(GAME.setup("campaign", {"weather": weather, "airdrop": airdrop}))
    assert isinstance(s, BulgeState)
    s.settle()
    return s


def play(s: BulgeState, seed: int, players: dict[str, str], most: int = 100_000) -> BulgeState:
    """Play a game to its end (or for `most` choices); every advice is checked."""
    rng = random.Random(f"greedy {seed}")
    for _ in range(most):
        if s.result is not None:
            break
        decision = s.decision
        assert decision is not None
        if players.get(decision.side) == "greedy":
            verb, raw = GAME.advise(s)
            assert decision.offers(verb, raw), (verb, raw, decision)
        else:
            choices = decision.raw_choices()
            verb, raw = choices[rng.randrange(len(choices))]
        s.apply(verb, raw)
    return s


def advice(phase: str, units: dict[str, str], **fields: Any) -> tuple[str, Any]:
    """What greedy answers in a situation, with names."""
    s = situation(phase, units, **fields).state
    assert isinstance(s, BulgeState)
    verb, raw = GAME.advise(s)
    table = s.tables.get(verb)
    return verb, raw if table is None else table.names[raw]


# --- legal and the same ------------------------------------------------------------------------------------------------------------------

BOTH = {"german": "greedy", "allied": "greedy"}


@pytest.mark.parametrize(
    ("seed", "weather", "airdrop"), [(1, "historical", False), (2, "variable", True), (3, "variable", False)]
)
def test_every_answer_of_whole_games_is_offered(seed: int, weather: str, airdrop: bool) -> None:
    assert play(new_game(weather, airdrop), seed, BOTH).result is not None


@pytest.mark.parametrize("seed", range(6))
def test_it_knows_an_answer_in_the_odd_positions_of_random_play(seed: int) -> None:
    s = new_game("variable", True)
    rng = random.Random(f"mixed {seed}")
    while s.result is None:
        decision = s.decision
        assert decision is not None
        verb, raw = rng.choice(decision.raw_choices())
        if decision.side != "chance":
            advised = GAME.advise(s)
            assert decision.offers(*advised), (advised, decision)
            if rng.random() < 0.5:
                verb, raw = advised
        s.apply(verb, raw)


def test_the_same_position_gets_the_same_answer() -> None:
    s = new_game()
    asked: list[tuple[BulgeState, tuple[str, Any]]] = []
    rng = random.Random("same")
    while s.result is None and len(asked) < 1200:
        decision = s.decision
        assert decision is not None
        if decision.side == "chance":
            choice = rng.choice(decision.raw_choices())
        else:
            choice = GAME.advise(s)
            asked.append((s.clone(), choice))
        s.apply(*choice)
    rng.shuffle(asked)  # in another order, so that nothing cached can help
    for state, choice in asked:
        before = state.digest()
        assert GAME.advise(state) == choice
        assert state.digest() == before, "advice must not change the state"


# --- strength ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["german", "allied"])
def test_it_beats_random_play(side: str) -> None:
    wins = 0
    for seed in range(8):
        result = play(new_game(), seed, {side: "greedy"}).result
        assert result is not None
        wins += result.winner == side
    assert wins >= 7


# --- obvious choices ---------------------------------------------------------------------------------------------------------------------

# Most of these are fought on the open ground around 0722, where terrain adds nothing.


def test_it_takes_a_sure_gain() -> None:
    units = {"us-109": "0722", "de-1ss": "0721", "de-12ss": "0723"}
    assert advice("german-combat-before-movement", units, turn=2) == ("attack", "us-109")


def test_it_refuses_a_hopeless_attack() -> None:
    units = {"us-2arm": "0722", "us-3arm": "0622", "de-272": "0721"}
    assert advice("german-combat-before-movement", units, turn=2) == ("done", None)


def test_a_forced_attack_goes_to_the_table_with_less_risk() -> None:
    match = situation("german-combat-after-movement", {"us-7arm": "0722", "de-272": "0721"}, turn=2)
    s = match.state
    assert isinstance(s, BulgeState)
    for _ in range(3):
        verb, raw = GAME.advise(s)
        if verb == "crt":
            assert raw == "secondary"
            return
        s.apply(verb, raw)
    raise AssertionError("no table was chosen")


def test_it_brings_all_who_must_take_part_and_values_the_attack_with_them() -> None:
    # 99 Inf and the cavalry have nobody but 2 Pz to attack (9.0-1); 1 SS would be a target for 2 Arm too.
    units = {"de-2": "0722", "de-1ss": "0720", "us-99": "0723", "us-14cav": "0822", "us-2arm": "0721"}
    s = situation("allied-combat-after-movement", units, turn=5).state
    assert isinstance(s, BulgeState)
    must = {UNIT_NAMES.index["us-99"], UNIT_NAMES.index["us-14cav"]}
    taken = set()
    while (decision := s.decision) is not None and decision.cases[0] in ("12.0", "12.1-1"):
        if isinstance(frame := s.stack[-1], Declare) and frame.target == UNIT_NAMES.index["de-2"]:
            plan = fights.declare(s, True, frame.target, frame.attackers)
            assert must <= set(each(plan.attackers))
        verb, raw = GAME.advise(s)
        assert decision.offers(verb, raw)
        taken |= {raw} if verb == "unit" else set()
        s.apply(verb, raw)
    assert must <= taken


def test_it_leaves_nobody_out_in_whole_games() -> None:
    s = new_game()
    rng = random.Random("duty")
    declared = 0
    while s.result is None:
        decision = s.decision
        assert decision is not None
        frame = s.stack[-1]
        if decision.side == "chance":
            s.apply(*rng.choice(decision.raw_choices()))
            continue
        verb, raw = Greedy().advisers[type(frame)](s, frame)
        assert decision.offers(verb, raw), "its own answer, not one to fall back on"
        if verb == "crt" and isinstance(frame, Declare):
            declared += 1
            assert not must_join(s, frame.after, frame.target, frame.attackers)
        s.apply(verb, raw)
    assert declared > 20


def test_it_loses_the_cheapest_unit() -> None:
    match = situation("german-combat-after-movement", {"us-2arm": "0722", "de-272": "0721", "de-1ss": "0723"}, turn=2)
    match.play("attack", "us-2arm")
    match.play("unit", "de-272")
    match.play("unit", "de-1ss")
    match.play("crt", "primary")
    while match.decision.side != "chance" or "mist" in match.decision.prompt.lower():
        if match.decision.side == "chance":
            match.play("die", 6)
        else:
            match.play("roll")
    match.play("die", 6)  # attacker eliminated
    s = match.state
    assert isinstance(s, BulgeState)
    assert GAME.advise(s) == ("unit", UNIT_NAMES.index["de-272"])


def test_the_german_leaves_the_map_on_the_last_turn() -> None:
    # 0105 is an exit by a road that comes straight from the east edge
    match = situation("german-movement", {"de-1ss": "0104", "de-272": "0103", "us-17": "1918"}, turn=18)
    s = match.state
    assert isinstance(s, BulgeState)
    seen: list[tuple[str, Any]] = []
    while s.decision is not None and s.decision.side == "german" and len(seen) < 9:
        verb, raw = GAME.advise(s)
        seen.append((verb, raw))
        s.apply(verb, raw)
    assert any(verb == "exit" for verb, _ in seen)


def test_reinforcements_come_in() -> None:
    s = situation("allied-movement", {"us-7arm": "due", "de-1ss": "0502"}, turn=2).state
    assert isinstance(s, BulgeState)
    for _ in range(3):
        verb, raw = GAME.advise(s)
        s.apply(verb, raw)
        if s.at[UNIT_NAMES.index["us-7arm"]] >= 0:
            return
    raise AssertionError(f"7 Arm waits off the map; last answer {verb} {raw}")


def test_it_does_not_move_next_to_the_enemy_without_a_reason() -> None:
    # a lone weak division has nothing to gain next to two strong ones
    s = situation("allied-movement", {"us-106": "0821", "de-1ss": "0718", "de-12ss": "0818"}, turn=4).state
    assert isinstance(s, BulgeState)
    while (
        s.decision is not None
        and s.decision.side == "allied"
        and "unit" in s.decision.raw
        and s.at[UNIT_NAMES.index["us-106"]] >= 0
    ):
        verb, raw = GAME.advise(s)
        if verb == "done":
            break
        s.apply(verb, raw)
        if verb == "hex":
            assert not s.zoc(0) >> raw & 1, HEX_NAMES.names[raw]
