"""The player `greedy`: always a legal answer, always the same, and a sensible one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes import Match
from ardennes.core.decision import CHANCE
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.enemy_action import GAME, chits, combat, impulse, moving, reactions, reserves
from ardennes.games.enemy_action.facts import ABSENT, ALLIED, BOARD, GERMAN, HEX, SIDES, UNIT_NAMES
from ardennes.games.enemy_action.greedy import engineers, scene
from ardennes.games.enemy_action.greedy.fights import Stakes, worth_of_draw
from ardennes.games.enemy_action.greedy.line import Line
from ardennes.games.enemy_action.greedy.scene import Scene
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.victory import points
from tests.rules.enemy_action.fights import combat as combat_of
from tests.rules.enemy_action.fights import struck
from tests.rules.enemy_action.hands import card
from tests.rules.enemy_action.hands import impulse as impulse_of
from tests.rules.enemy_action.moves import moving as moving_of
from tests.rules.enemy_action.table import play, situation, state, where

BOTH = ("greedy", "greedy")


def new_game(scenario: str) -> EnemyActionState:
    s = GAME.start(GAME.setup(scenario, {}))
    assert isinstance(s, EnemyActionState)
    s.settle()
    return s


class Table:
    """Two players and chance; every advice is checked by `advice_by_frame`. Each player sees only what its side may know."""

    def __init__(self, s: EnemyActionState, seed: int, players: tuple[str, str] = BOTH) -> None:
        self.s = s
        self.rng = random.Random(f"greedy {seed}")
        self.advisers = {
            side: GAME.adviser() if name == "greedy" else None for side, name in zip(SIDES, players, strict=True)
        }
        self.asked: Counter[type[Frame]] = Counter()

    def step(self) -> tuple[str, Any]:
        s = self.s
        assert s.decision is not None
        side = s.decision.side
        adviser = self.advisers.get(side)
        if adviser is None:
            choices = s.decision.raw_choices()
            verb, raw = choices[self.rng.randrange(len(choices))]
        else:
            self.asked[type(s.stack[-1])] += 1
            verb, raw = adviser(seen(s, side, self.rng))
        s.apply(verb, raw)
        s.settle()
        return verb, raw

    def play(self) -> EnemyActionState:
        while self.s.result is None:
            self.step()
        return self.s


def seen(s: EnemyActionState, side: str, rng: random.Random) -> EnemyActionState:
    """A position that fits what a side knows."""
    found = GAME.imagine(s, side, rng)
    assert isinstance(found, EnemyActionState)
    return found


def asked(seed: int, steps: int, rng: random.Random) -> Iterator[EnemyActionState]:
    """What each side sees when it is asked something, in the first steps of a game between two greedy players."""
    table = Table(new_game("crisis"), seed)
    for _ in range(steps):
        s = table.s
        assert s.decision is not None
        if s.decision.side != CHANCE:
            yield seen(s, s.decision.side, rng)
        table.step()


# --- legal and the same -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["assault", "surprised", "breakout", "crisis", "campaign"])
def test_it_plays_every_scenario_to_the_end(scenario: str) -> None:
    table = Table(new_game(scenario), 3)
    s = table.play()
    assert s.result is not None
    usual = {impulse.Impulse, impulse.Command, moving.Movement, moving.Move, combat.Combat, combat.Plan}
    assert usual | {reactions.Roadblocks} <= set(table.asked)
    assert reserves.Deploy in table.asked or scenario == "assault"


@pytest.mark.parametrize(("scenario", "seed"), [("campaign", 1), ("crisis", 2), ("breakout", 3)])
def test_it_knows_an_answer_in_the_odd_positions_of_random_play(scenario: str, seed: int) -> None:
    s = new_game(scenario)
    rng = random.Random(f"mixed {seed}")
    advised = 0
    while s.result is None and advised < 150:
        decision = s.decision
        assert decision is not None
        verb, raw = rng.choice(decision.raw_choices())
        if decision.side != CHANCE and rng.random() < 0.3:  # a new adviser each time: it must find its way in anything
            verb, raw = GAME.advise(seen(s, decision.side, rng))
            advised += 1
        s.apply(verb, raw)
        s.settle()
    assert advised >= 100


def test_the_same_game_is_played_the_same_way() -> None:
    first, second = (Table(new_game("surprised"), 5) for _ in range(2))
    for _ in range(400):
        assert first.step() == second.step()
    assert first.s == second.s


def test_what_is_hidden_does_not_matter() -> None:
    """The other hand, the piles and the depots are dealt anew several times: the answer stays the same, and nothing is changed."""
    table = Table(new_game("campaign"), 8)
    rng = random.Random("hidden")
    compared = 0
    while compared < 60:
        s = table.s
        assert s.decision is not None
        side = s.decision.side
        frame = s.stack[-1]
        if side != CHANCE and (isinstance(frame, impulse.Impulse) or rng.random() < 0.1):
            before = s.digest()
            found = {GAME.advise(seen(s, side, random.Random(seed))) for seed in range(3)}
            assert len(found) == 1, (type(frame), found)
            assert s.digest() == before
            compared += 1
        table.step()


def test_what_it_has_worked_out_before_does_not_matter() -> None:
    """It remembers what it has seen in the last positions; with or without that, its answer is the same."""
    for shown in asked(6, 60, random.Random("remembered")):
        warm = GAME.advise(shown)
        scene.forget()
        assert GAME.advise(shown) == warm


def test_advice_leaves_the_position_alone() -> None:
    for shown in asked(4, 150, random.Random("alone")):
        before = shown.digest()
        GAME.advise(shown)
        assert shown.digest() == before


# --- strong -----------------------------------------------------------------------------------------------------------


def test_it_beats_random_as_the_germans() -> None:
    """The Allies Surprised: from 26 points on it is a German operational victory."""
    assert min(points(Table(new_game("surprised"), n, ("greedy", "random")).play()) for n in range(2)) >= 26


def test_it_beats_random_as_the_allies() -> None:
    """The Initial Assault: twenty games, all won."""
    results = [Table(new_game("assault"), n, ("random", "greedy")).play().result for n in range(20)]
    assert [result.winner for result in results if result is not None] == ["allied"] * 20


# --- sensible ---------------------------------------------------------------------------------------------------------


def answer(match: Match) -> tuple[str, Any]:
    """What the adviser says, with names."""
    s = state(match)
    verb, raw = GAME.advise(s)
    table = s.tables.get(verb)
    return verb, raw if table is None else table.names[raw]


def follow(match: Match, frames: int = 30) -> list[tuple[str, Any]]:
    """One adviser answers until chance or the other side is asked, or the movement is over."""
    adviser = GAME.adviser()
    side = match.decision.side
    out: list[tuple[str, Any]] = []
    while match.result is None and match.decision.side == side and len(out) < frames:
        s = state(match)
        if not isinstance(s.stack[-1], (moving.Movement, moving.Move)):
            break
        verb, raw = adviser(s)
        table = s.tables.get(verb)
        out.append((verb, raw if table is None else table.names[raw]))
        match.play(*out[-1])
    return out


def test_chances_of_a_fight_are_exact() -> None:
    """The same chances as those shown to players, whatever has been drawn."""
    match = play(combat_of({"de-3-2p": "1516", "de-304-2p": "1617", "us-501-101": "1616"}), ("target", "1616"), "all")
    s = state(match)
    for total in (2, 3):
        found = chits.outlook(s, total)
        what = Stakes(tuple(range(11)), tuple(100.0 * n for n in range(11)))
        assert worth_of_draw(s, what, total) == pytest.approx(100 * found["defender"] - found["attacker"])


def test_german_tanks_drive_into_an_empty_town_that_has_points() -> None:
    match = moving_of({"de-3-2p": "1815", "us-317-80": "2414", "us-502-101": "0420"}, german_towns=["1911"])
    follow(match)
    assert where(match, "de-3-2p") == "1814"


def test_a_german_unit_leaves_the_map_where_that_brings_points() -> None:
    match = moving_of({"de-3-2p": "1129", "us-502-101": "0420"}, german_towns=["1126"])
    assert ("exit", "1229") in follow(match)


def test_an_allied_unit_bars_the_way_to_an_open_exit() -> None:
    units = {"de-12-12ss": "0404", "de-25-12ss": "0404", "us-102-cav": "0208", "us-16-1": "0110"}
    match = moving_of(units, "allied", day=18)
    follow(match)
    there = {HEX[where(match, unit)] for unit in ("us-102-cav", "us-16-1")}
    assert any(BOARD.within(HEX["0107"], 1) >> place & 1 for place in there)


def test_allied_units_go_where_spearheads_have_to_pass() -> None:
    """Of two regiments far from the front, at least one gets in the way of tanks before Marche; none stays where nothing comes by."""
    units = {"de-3-2p": "1219", "de-304-2p": "1219", "us-16-1": "0920", "us-26-1": "1423"}
    match = moving_of(units, "allied", day=19, german_towns=["1219", "1316"])
    before = Line(Scene(state(match), ALLIED)).threat()
    follow(match)
    assert Line(Scene(state(match), ALLIED)).threat() < 0.9 * before


@pytest.mark.parametrize(("scenario", "last"), [("assault", True), ("campaign", False)])
@pytest.mark.parametrize("player", ["greedy", "greedy-1"])
def test_allied_units_cover_the_towns_on_the_last_day(scenario: str, last: bool, player: str) -> None:
    """In The Initial Assault it is worth more than a point to stand between tanks and Clervaux, with Wiltz and Bastogne behind it."""
    s = state(moving_of({"de-3-2p": "1607", "us-ccr-9a": "1114"}, "allied", day=16, scenario=scenario))
    GAME.weights.use(GAME.temperament(player, "allied").change)
    (gain,) = Line(Scene(s, ALLIED)).gain(UNIT_NAMES.index["us-ccr-9a"], [HEX["1709"]])
    assert (gain > 1) == (last and player == "greedy")


@pytest.mark.parametrize(("scenario", "place"), [("campaign", "2403"), ("crisis", "2303")])
def test_the_germans_guard_the_westwall_above_all_in_the_crisis(scenario: str, place: str) -> None:
    """In the campaign a regiment goes from the Westwall to Echternach, in Crisis at the Meuse only to another hex of the Westwall."""
    units = {"de-320-212": "2402", "us-cca-10a": "2305"}
    match = moving_of(units, day=22, scenario=scenario, german_towns=["1902", "1805", "2403", "2107"])
    follow(match)
    assert where(match, "de-320-212") == place


@pytest.mark.parametrize(("scenario", "place"), [("campaign", "0205"), ("crisis", "0306")])
def test_the_westwall_at_monschau_is_not_guarded_in_the_crisis(scenario: str, place: str) -> None:
    """It costs no points there (15.5-markers), so a regiment goes to Monschau."""
    units = {"de-320-212": "0205", "us-cca-10a": "0108"}
    match = moving_of(units, day=22, scenario=scenario, german_towns=["1902", "1805", "2403", "2107"])
    follow(match)
    assert where(match, "de-320-212") == place


def test_points_are_needed_when_the_end_is_near() -> None:
    """Campaign: with 35 points on the 29th the Germans win. Whoever loses as things are is in need, and only in the last days."""
    units = {"de-3-2p": "1219", "us-16-1": "0920"}

    def needs(day: int, exit_vp: int) -> tuple[float, float]:
        s = state(moving_of(units, "allied", day=day)).clone()
        s.exit_vp = exit_vp
        return scene.need(s, GERMAN), scene.need(s, ALLIED)

    assert needs(18, 0) == needs(18, 60) == (0.0, 0.0)
    assert needs(29, 10) == (1.0, 0.0)
    assert needs(29, 60) == (0.0, 1.0)
    assert 0 < needs(25, 10)[0] < 1


def test_the_allies_keep_engineers_for_demolitions() -> None:
    """A bridge that only shortens a way is not worth a card to them; to the Germans it is, if many units wait at it."""
    units = {"de-3-2p": "1607", "us-16-1": "1810", "us-26-1": "1810", "us-18-1": "1810"}
    s = state(moving_of(units, "allied", day=17))
    built = [work for work in engineers.works(s, ALLIED, "impulse") if work.verb in ("build", "repair")]
    assert built and max(work.value for work in built) <= 0
    s = new_game("campaign")
    for unit in each(s.units_in(ALLIED, BOARD.within(HEX["1708"], 2))):
        s.place(unit, ABSENT)
    best = engineers.best_work(s, GERMAN, "impulse")
    assert best is not None and best.verb in ("repair", "build") and best.value > 0.5


def test_a_hopeless_attack_is_not_made() -> None:
    units = {"de-352": "1516", "us-501-101": "1616", "us-502-101": "1616", "us-506-101": "1616"}
    assert answer(combat_of(units)) == ("done", None)


def test_a_good_attack_is_made_with_all() -> None:
    units = {"de-3-2p": "1516", "de-304-2p": "1617", "de-130-lehr": "1617", "us-112-28": "1616"}
    match = combat_of(units)
    assert answer(match) == ("target", "1616")
    assert answer(play(match, ("target", "1616"))) == ("all", None)


def test_a_regiment_falls_back_rather_than_be_destroyed() -> None:
    match = struck({"de-3-2p": "1516", "de-304-2p": "1617", "us-110-28": "1616"}, "1616", (0, 2))
    assert answer(match)[0] in ("one", "two")


def test_the_last_step_is_spared() -> None:
    match = struck({"de-3-2p": "1516", "de-304-2p": "1516", "us-110-28": "1616"}, "1616", (1, 0), lost={"de-304-2p": 1})
    assert answer(match) == ("lose", "de-3-2p")


def test_a_bridge_is_blown_in_front_of_tanks_and_not_behind_them() -> None:
    units = {"de-3-2p": "1124", "us-112-28": "0724", "us-502-101": "1128"}
    match = moving_of(units, day=20, hand={"german": [46], "allied": [13]}, german_towns=["1126", "1023"])
    play(match, ("unit", "de-3-2p"), ("hex", "1126"))
    while where(match, "de-3-2p") != "1126":
        assert answer(match) == ("pass", None)  # other bridges on the way
        match.play("pass")
    assert match.decision.side == "allied"
    assert answer(match) == ("card", card(13))
    match.play("card", card(13))
    assert answer(match) == ("blow", "1126-1127")


def test_interdiction_is_worth_any_card() -> None:
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "SupplyPhase", "stage": 5},
        {"frame": "Interdict", "side": "allied"},
    ]
    hand = {"german": [46, 47, 45], "allied": [13, 25]}
    units = {"de-3-2p": "1607", "us-110-28": "1810", "us-501-101": "1814"}
    match = situation("", units, day=23, hand=hand, frames=frames)
    assert answer(match) == ("card", card(13))


def test_fuel_is_spent_on_a_panzer_division() -> None:
    frames = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "german", "stage": 3}, {"frame": "FuelCheck"}]
    frames.append({"frame": "NoFuel", "card": card(46)})
    units = {"de-3-2p": "1607", "de-304-2p": "1607", "de-2-2p": "1607", "us-110-28": "1810"}
    hand = {"german": [46, 47], "allied": [19]}
    match = situation("", units, day=23, hand=hand, frames=frames, fuel=1, shown=[card(46)])
    assert answer(match) == ("spend", None)


def test_a_card_is_played_for_what_can_do_something() -> None:
    """The corps at the front is activated, not the one without an enemy or an objective in reach."""
    units = {"de-3-2p": "1815", "de-304-2p": "1815", "de-352": "1901", "us-317-80": "2414"}
    hand = {"german": [47, 57], "allied": [19]}
    match = impulse_of("german", hand, units, day=21, german_towns=["1911"], pile={"german": [42], "allied": [5]})
    assert answer(match) == ("card", card(47))
    assert answer(play(match, ("card", card(47)))) == ("formation", "xlvii")
