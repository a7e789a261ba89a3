"""What every game tells a player before it bites: what means an attack, who joins by himself, what units and places are in for."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes import Match
from ardennes.games import find
from ardennes.games.battles import supply
from ardennes.games.battles.facts import BOARD, HEX_NAMES, hex_at
from tests.rules.battles import fights
from tests.rules.battles.table import offered, play, situation, state, where

GAMES = ("bulge", "commander", "ardennes_offensive", "enemy_action", "battles")


def at_random(game: str, seed: int, choices: int) -> Match:
    match, rng = ardennes.new(game, seed=seed), random.Random(seed)
    for _ in range(choices):
        if match.is_over:
            break
        verb = rng.choice(sorted(match.decision.choices))
        match.play(verb, rng.choice(match.decision.choices[verb]))
    return match


def attacks_in(decision: dict[str, Any]) -> set[tuple[str, str]]:
    """The choices of a question that mean an attack, as the engine says."""
    out = set()
    for verb, arguments in decision["choices"].items():
        hints = decision["hints"].get(verb, {})
        out |= {(verb, name) for name in arguments if {**hints.get("*", {}), **hints.get(str(name), {})}.get("attack")}
    return out


@pytest.mark.parametrize("game", GAMES)
def test_what_means_an_attack_is_said_for_every_target_and_for_nothing_else(game: str) -> None:
    match, rng, seen = ardennes.new(game, seed=3), random.Random(3), 0
    for _ in range(400):
        side = match.decision.side
        view = match.view(side)
        own = {piece["at"] for piece in view["pieces"] if piece["side"] == side}
        foes = {piece["at"] for piece in view["pieces"] if piece["side"] != side}
        names = {piece["id"]: piece["side"] for piece in view["pieces"]}
        marked = attacks_in(view["decision"])
        for verb, name in marked:
            assert name in foes or names.get(name) not in (None, side), f"{verb} {name} attacks nobody"
        for verb, arguments in view["decision"]["choices"].items():
            told = {name for word, name in marked if word == verb}
            if told and view["decision"]["kinds"][verb] == "place":
                assert {name for name in arguments if name in foes - own} <= told
        seen += len(marked)
        verb = rng.choice(sorted(match.decision.choices))
        match.play(verb, rng.choice(match.decision.choices[verb]))
        if match.is_over:
            break
    assert seen > 20


CAMPAIGN = "campaign_1944"

# --- Battles: who joins, which way --------------------------------------------------------------------------------------------------------


def ring(place: str) -> list[str]:
    return HEX_NAMES.list_of(BOARD.neighbours(hex_at(place)))


@pytest.mark.parametrize(
    "game", [one for one in GAMES if one != "commander"]
)  # where the attackers are in the space already
def test_after_a_won_fight_the_main_button_is_never_to_stay_behind(game: str) -> None:
    advances = [frame for frame in find(game).frame_types if frame.title == "Advance"]
    assert advances
    assert not [frame.__name__ for frame in advances if frame.main in frame.ends]


def test_units_with_nobody_else_to_attack_join_by_themselves_in_battles() -> None:
    strong, second = fights.squad("german", 5, 4)
    foe, other = fights.squad("allied", 3, 2)
    near = ring(fights.ARENA)
    match = situation("german-combat", {strong: near[0], second: near[1], foe: fights.ARENA}, scenario=CAMPAIGN)
    found = match.ahead([("target", fights.ARENA)])
    steps = [(one["verb"], one["argument"]) for one in found["steps"]]
    assert set(steps) == {("target", fights.ARENA), ("join", strong), ("join", second)}
    assert "attack" in found["choices"]
    less = match.ahead([("target", fights.ARENA)], without=[("join", second)])
    assert second in less["choices"]["join"], "it can be taken off and added again"
    elsewhere = next(p for p in ring(near[1]) if p != fights.ARENA and p not in near)
    both = situation(
        "german-combat", {strong: near[0], second: near[1], foe: fights.ARENA, other: elsewhere}, scenario=CAMPAIGN
    )
    found = both.ahead([("target", fights.ARENA)])
    assert ("join", second) not in [(one["verb"], one["argument"]) for one in found["steps"]]
    assert second in found["choices"]["join"]


PZ = "de-1-ss-pz"


@pytest.mark.rule("battles", "b17.2")
def test_the_way_can_be_laid_by_hand_because_a_unit_takes_what_it_passes() -> None:
    match = situation("german-movement", {PZ: "B0110"})
    ahead = match.ahead([("unit", PZ)])
    straight = ahead["hints"]["hex"]["*"]["before"]
    via = next(
        place
        for place in ahead["choices"]["via"]
        if any(straight.get(to) not in (None, place) and to != place for to in _on(match, place))
    )
    to = next(to for to in _on(match, via) if straight.get(to) != via and to != via)
    on = match.ahead([("unit", PZ), ("via", via)])
    assert on["hints"]["hex"]["*"]["before"][via] is not None
    before = match.count
    match.play_all([("unit", PZ), ("via", via), ("hex", to)])
    assert where(match, PZ) == to
    match.undo(to=match.intention())
    assert match.count == before, "laying the way only picks"


def _on(match: Match, via: str) -> list[str]:
    return list(match.ahead([("unit", PZ), ("via", via)])["choices"]["hex"])


@pytest.mark.rule("battles", "b5.1:a")
def test_a_way_laid_by_hand_costs_what_its_hexes_cost_and_no_more_than_the_unit_has() -> None:
    match = play(situation("german-movement", {PZ: "B0110"}), ("unit", PZ))
    costs = {
        name: hint["cost"] for name, hint in match.view("german")["decision"]["hints"]["hex"].items() if name != "*"
    }
    via = max(offered(match, "via"), key=lambda name: (costs[name], name))
    play(match, ("via", via))
    after = match.view("german")["decision"]["hints"]["hex"]
    assert after[via]["cost"] == costs[via], "it may stop there"
    assert all(hint["cost"] >= costs[name] for name, hint in after.items() if name != "*")
    assert len(offered(match, "hex")) < len(costs)
    assert match.explain("via", via) is not None
    assert state(match).at[state(match).game.unit_names.index[PZ]] == hex_at("B0110"), "nothing has moved yet"


def test_hexes_say_in_battles_what_they_are_in_for() -> None:
    foe = fights.squad("allied", 3)[0]
    near, far = ring(fights.ARENA), BOARD.within(hex_at(fights.ARENA), 2) & ~BOARD.within(hex_at(fights.ARENA), 1)
    start = HEX_NAMES.list_of(far)[0]
    match = play(situation("german-movement", {PZ: start, foe: fights.ARENA}, scenario=CAMPAIGN), ("unit", PZ))
    hints = match.view("german")["decision"]["hints"]["hex"]
    close = [name for name in offered(match, "hex") if name in near]
    assert close and all("in an enemy zone of control: it stops there" in hints[name]["note"] for name in close)


@pytest.mark.parametrize("game", ["ardennes_offensive", "enemy_action"])
def test_places_say_that_a_unit_would_be_out_of_supply_there(game: str) -> None:
    match, rng, told = at_random(game, 2, 300), random.Random(5), False
    for _ in range(900):
        if match.is_over or told:
            break
        hints = match.view(match.decision.side)["decision"]["hints"]
        told = any("out of supply there" in hint.get("note", "") for hint in hints.get("hex", {}).values())
        match.play(*rng.choice(match.choices))
    assert told


def test_hexes_without_a_line_say_so_in_battles() -> None:
    match = play(situation("german-movement", {PZ: "B0227"}), ("unit", PZ))
    hints = match.view("german")["decision"]["hints"]["hex"]
    told = {name for name in offered(match, "hex") if "out of supply there" in hints[name].get("note", "")}
    assert told == {
        name for name in offered(match, "hex") if not supply.lines(state(match), 0, False) >> hex_at(name) & 1
    }
    assert "B0228" in told


# --- The Ardennes Offensive, Enemy Action -------------------------------------------------------------------------------------------------


def test_units_that_must_fight_are_marked_in_the_ardennes_offensive() -> None:
    match = ardennes.new("ardennes_offensive", seed=1)
    rng = random.Random(1)
    while type(match.state.stack[-1]).__name__ != "Combat":
        match.play(*(("done", None) if "done" in match.decision.choices else rng.choice(match.choices)))
    side = match.decision.side
    decision = match.view(side)["decision"]
    assert set(decision["warned"].values()) == {"must fight on game-turn 1"}
    must = set(decision["undone"]["must"])
    assert set(decision["warned"]) == {u for u in must if u.startswith("de-" if side == "german" else "us-")} or must


def test_hexes_say_in_the_ardennes_offensive_what_they_are_in_for() -> None:
    notes = set()
    for match in (at_random("ardennes_offensive", seed, 700) for seed in range(3)):
        rng = random.Random(5)
        for _ in range(300):
            if match.is_over:
                break
            decision = match.view(match.decision.side)["decision"]
            if type(match.state.stack[-1]).__name__ == "Move":
                notes |= {
                    hint.get("note", "")
                    for verb in ("hex", "march")
                    for hint in decision["hints"].get(verb, {}).values()
                }
            match.play(*rng.choice(match.choices))
    text = " | ".join(notes)
    assert "in an enemy zone of control: alone there it cannot leave" in text


def test_units_of_enemy_action_say_why_they_would_not_move_before_a_card_is_spent() -> None:
    warned, notes = set(), set()
    for seed in range(4):
        match, rng = ardennes.new("enemy_action", seed=seed), random.Random(seed)
        for _ in range(900):
            if match.is_over:
                break
            decision = match.view(match.decision.side)["decision"]
            name = type(match.state.stack[-1]).__name__
            if name in ("Impulse", "Command"):
                warned |= set(decision["warned"].values())
            if name == "Command" and match.state.surprising:  # type: ignore[attr-defined]
                told = decision["hints"].get("formation", {})
                assert all("nobody moves in a surprise impulse" in hint["note"] for hint in told.values())
                notes.add("surprise")
            if name == "Move":
                notes |= {hint.get("note", "") for hint in decision["hints"]["hex"].values()}
            match.play(*rng.choice(match.choices))
    assert "dispersed: it can neither move nor attack" in warned
    assert {"surprise", "next to the enemy: it stops there"} <= notes
