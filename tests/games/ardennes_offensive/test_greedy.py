"""The player `greedy`: always a legal answer, always the same, and a sensible one."""

from __future__ import annotations

import random
from collections import Counter
from time import process_time
from typing import Any

import pytest

from ardennes.core.decision import CHANCE
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.ardennes_offensive import GAME, fight, movement, reinforcements, results, retreat
from ardennes.games.ardennes_offensive.combat import Combat, Plan, plans, uncovered
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    BOXES,
    COLUMNS,
    ELIMINATED,
    EXITS,
    GERMAN,
    HEX_NAMES,
    LIVE,
    OF_SIDE,
    SECTIONS,
    SIDES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.greedy.fights import cheapest, escapes
from ardennes.games.ardennes_offensive.greedy.scene import Scene, strike_zone
from ardennes.games.ardennes_offensive.results import Exchange
from ardennes.games.ardennes_offensive.setup import SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import column
from ardennes.games.ardennes_offensive.victory import points

BOTH = ("greedy", "greedy")


def new_game(scenario: str = "1") -> OffensiveState:
    s = GAME.start(GAME.setup(scenario, {}))
    assert isinstance(s, OffensiveState)
    s.settle()
    return s


class Table:
    """Two players and a die; every advice is checked by `advice_by_frame`."""

    def __init__(self, s: OffensiveState, seed: int, players: tuple[str, str] = BOTH) -> None:
        self.s = s
        self.rng = random.Random(f"greedy {seed}")
        self.advisers = {
            side: GAME.adviser() if name == "greedy" else None for side, name in zip(SIDES, players, strict=True)
        }
        self.asked: Counter[type[Frame]] = Counter()
        self.time: Counter[tuple[int, str]] = Counter()

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
            start = process_time()
            verb, raw = adviser(s)
            self.time[s.turn, side] += process_time() - start  # type: ignore[assignment]
        s.apply(verb, raw)
        s.settle()
        return verb, raw

    def play(self, turns: int = 99) -> OffensiveState:
        while self.s.result is None and self.s.turn <= turns:
            self.step()
        return self.s


# --- legal and the same ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "turns"), [("1", 18), ("10", 6), ("5", 6)])
def test_every_answer_of_its_games_is_offered(scenario: str, turns: int) -> None:
    table = Table(new_game(scenario), 3)
    s = table.play(turns)
    assert s.result is not None or s.turn == turns + 1
    assert {Combat, Plan, fight.Odds, movement.Move, results.Advance} <= set(table.asked)
    assert (SetUp in table.asked) == (scenario != "1")


@pytest.mark.parametrize("seed", range(3))
def test_it_knows_an_answer_in_the_odd_positions_of_random_play(seed: int) -> None:
    s = new_game(("4", "6", "1")[seed])
    rng = random.Random(f"mixed {seed}")
    asked: set[type[Frame]] = set()
    while s.result is None and s.turn < 3:
        decision = s.decision
        assert decision is not None
        verb, raw = rng.choice(decision.raw_choices())
        if decision.side != CHANCE:
            asked.add(type(s.stack[-1]))
            if rng.random() < 0.3:  # a new adviser each time: it must find its way in the middle of anything
                verb, raw = GAME.advise(s)
        s.apply(verb, raw)
        s.settle()
    assert {reinforcements.Drop, fight.Waive, retreat.Retreat} <= asked


def test_the_same_game_is_played_the_same_way() -> None:
    first, second = (Table(new_game("10"), 5) for _ in range(2))
    for _ in range(700):
        assert first.step() == second.step()
    assert first.s == second.s


def test_advice_changes_nothing() -> None:
    table = Table(new_game(), 1)
    table.play(2)
    before = table.s.digest()
    GAME.advise(table.s)
    assert table.s.digest() == before


def test_a_player_turn_takes_less_than_two_seconds() -> None:
    table = Table(new_game("7"), 2)
    table.play(5)
    assert max(table.time.values()) < 2


# --- strength ----------------------------------------------------------------------------------------------------------------------------


def test_it_beats_random_play_as_german() -> None:
    s = Table(new_game(), 1, ("greedy", "random")).play(6)
    assert s.result is not None
    assert (s.result.winner, s.result.level) == ("german", "immediate victory")


def test_it_beats_random_play_as_allies() -> None:
    s = Table(new_game(), 1, ("random", "greedy")).play()
    assert s.result is not None
    assert s.result.winner == "allied"
    german, allied = points(s)
    assert allied > 2 * german


# --- the first day -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["1", "8"])
def test_the_first_attacks_cover_everybody_at_good_odds(scenario: str) -> None:
    table = Table(new_game(scenario), 1)
    while table.step()[0] != "fight":
        assert table.s.turn == 1
        if isinstance(table.s.stack[-1], Combat):
            kept = table.s.clone()
    assert not uncovered(kept, GERMAN)
    made = [(team, hexes) for team, hexes in plans(kept, GERMAN).values()]
    assert len(made) > 10
    odds = [column(kept, team, hexes) for team, hexes in made]
    assert min(odds) >= COLUMNS.index("2-1")
    assert sum(odds) / len(odds) >= COLUMNS.index("3-1")


def test_free_set_up_changes_places_and_keeps_the_rules() -> None:
    table = Table(new_game("10"), 1)
    before = list(table.s.at)
    while isinstance(table.s.stack[-1], SetUp):
        table.step()
    moved = [u for u, place in enumerate(table.s.at) if place != before[u]]
    for side in (GERMAN, ALLIED):
        assert any(OF_SIDE[side] >> u & 1 for u in moved)
    assert not GAME.problems(table.s)


# --- what it looks at --------------------------------------------------------------------------------------------------------------------


def hexes(*names: str) -> int:
    return sum(1 << HEX_NAMES.index[name] for name in names)


def test_a_unit_between_two_enemies_cannot_retreat() -> None:
    place = HEX_NAMES.index["1530"]
    around = each(BOARD.neighbours(place))
    across = 2 * place - around[0]
    standing = 1 << around[0] | 1 << across
    closed = standing | BOARD.spread(standing, BOARD.everywhere)
    assert escapes(place, closed, 0) == (False, False, False)
    assert escapes(place, 1 << around[0], 0) == (True, True, True)


def test_an_exchange_costs_as_few_good_units_as_possible() -> None:
    units = sum(1 << UNIT_NAMES.index[name] for name in ("de-1ss-a", "de-1ss-ai", "de-293-18", "de-294-18"))
    assert UNIT_NAMES.list_of(cheapest(2, units)[1]) == ["de-293-18"]
    assert UNIT_NAMES.list_of(cheapest(5, units)[1]) == ["de-1ss-ai"]


def test_an_exchange_is_answered_unit_by_unit() -> None:
    s = new_game()
    units = sum(1 << UNIT_NAMES.index[name] for name in ("de-1ss-a", "de-1ss-ai", "de-293-18"))
    s.stack[:] = [*s.stack[:1], Combat(GERMAN), results.Advance(units, 0), Exchange(2, units)]
    s.settle()
    assert GAME.advise(s) == ("unit", UNIT_NAMES.index["de-293-18"])


def test_the_allies_keep_the_exits_when_the_german_is_near() -> None:
    s = Table(new_game(), 4).play(4)
    near = [p for p in EXITS if s.live(GERMAN) & BOARD.within(p, 5)]
    held = [p for p in near if s.units_at(p, ALLIED)]
    assert not near or held


def test_units_of_a_closed_section_come_by_an_open_one() -> None:
    s = new_game()
    s.turn = 3
    west = SECTIONS.index("W")
    units = sum(1 << u for u, n in enumerate(s.section) if n == west and s.due[u] == 3)
    assert units
    s.stack[:] = [*s.stack[:1], reinforcements.Reinforcements(ALLIED), reinforcements.Detour(west, units)]
    s.settle()
    verb, raw = GAME.advise(s)
    assert (verb, BOXES.names[raw]) in {("box", "entry-nw"), ("box", "entry-sw")}


# --- ways out ----------------------------------------------------------------------------------------------------------------------------


def only(germans: dict[str, str], allies: dict[str, str]) -> OffensiveState:
    """A position of these units alone."""
    s = new_game()
    for side in (GERMAN, ALLIED):
        for unit in each(s.on_map(side)):
            s.place(unit, ELIMINATED)
    for name, place in (germans | allies).items():
        s.place(UNIT_NAMES.index[name], HEX_NAMES.index[place])
    s.turn = 7
    s.refresh()
    return s


def ways_out(s: OffensiveState, place: str) -> int:
    """How many hexes next to a hex stay open to an Allied retreat, whatever the Germans do next."""
    here = HEX_NAMES.index[place]
    return (BOARD.neighbours(here) & LIVE & ~Scene(s, ALLIED).closable(s, s.live(ALLIED))).bit_count()


def test_a_unit_alone_within_reach_can_be_surrounded() -> None:
    s = only({"de-1ss-a": "1627"}, {"us-26-i": "1630"})
    assert ways_out(s, "1630") == 0


def test_a_friend_next_to_a_unit_keeps_a_way_open() -> None:
    s = only({"de-1ss-a": "1627"}, {"us-26-i": "1630", "us-18-i": "1631"})
    assert ways_out(s, "1630") >= 1


def test_nobody_gets_behind_a_line_of_units_two_hexes_apart() -> None:
    names = [f"us-{name}-i" for name in (26, 18, 16, 47, 39, 117, 119, 120)]
    line = dict(zip(names, ("0830", "1030", "1230", "1430", "1630", "1830", "2030", "2230"), strict=True))
    assert ways_out(only({"de-1ss-a": "1527"}, line), "1630") >= 1
    assert ways_out(only({"de-1ss-a": "1527"}, {"us-39-i": "1630", "us-117-i": "1830"}), "1630") == 0


def test_a_unit_that_is_held_by_an_enemy_strikes_nobody_else() -> None:
    s = only({"de-1ss-a": "1627"}, {"us-26-i": "1630", "us-18-i": "1628"})
    near = strike_zone(s, GERMAN, s.live(ALLIED))
    assert near == BOARD.within(HEX_NAMES.index["1627"], 1)
