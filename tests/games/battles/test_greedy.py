"""The player `greedy`: always a legal answer, always the same, and a sensible one."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from ardennes.core.decision import CHANCE
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.battles import GAME
from ardennes.games.battles.artillery import ArtilleryMode
from ardennes.games.battles.bridges import BridgePhase, Demolish
from ardennes.games.battles.building import Build, Building
from ardennes.games.battles.combat import Combat, Plan
from ardennes.games.battles.dumps import Fill, Petrol, PlotDumps
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    BOARD,
    COMBAT,
    DUMP_HEXES,
    GERMAN,
    MECH,
    OF_SIDE,
    SIDES,
    STEPS,
    UNIT_NAMES,
    bridge_at,
    hex_at,
)
from ardennes.games.battles.fire import FinalFire, Intense, Points
from ardennes.games.battles.greedy.fights import CHANCES, by_column, defence_of, escapes
from ardennes.games.battles.greedy.moves import Moving, Planner
from ardennes.games.battles.greedy.plots import traffic
from ardennes.games.battles.greedy.scene import Scene
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greedy.worth import cheapest_step, losses, step_worth, worth
from ardennes.games.battles.greif import PlotTargets
from ardennes.games.battles.moving import Move, Movement
from ardennes.games.battles.retreat import Retreat
from ardennes.games.battles.state import BattlesState
from ardennes.lab.table import random_options

BOTH = ("greedy", "greedy")


def new_game(scenario: str = "clervaux", **options: Any) -> BattlesState:
    s = GAME.start(GAME.setup(scenario, options))
    assert isinstance(s, BattlesState)
    s.settle()
    return s


class Table:
    """Two players and a die; every advice is checked by `advice_by_frame`."""

    def __init__(self, s: BattlesState, seed: int, players: tuple[str, str] = BOTH) -> None:
        self.s = s
        self.rng = random.Random(f"greedy {seed}")
        self.advisers = {
            side: None if name == "random" else GAME.adviser(GAME.temperament(name, side).change)
            for side, name in zip(SIDES, players, strict=True)
        }
        self.asked: Counter[type[Frame]] = Counter()
        self.said: Counter[tuple[str, str]] = Counter()
        """Answers by side and verb."""

    def step(self) -> tuple[str, Any]:
        s = self.s
        assert s.decision is not None
        side = s.decision.side
        adviser = self.advisers.get(side)
        if side == CHANCE:
            verb, raw = self.rng.choices(s.decision.raw_choices(), s.decision.weights)[0]
        elif adviser is None:
            choices = s.decision.raw_choices()
            verb, raw = choices[self.rng.randrange(len(choices))]
        else:
            self.asked[type(s.stack[-1])] += 1
            verb, raw = adviser(s)
            self.said[side, verb] += 1
        s.apply(verb, raw)
        s.settle()
        return verb, raw

    def play(self, turns: int = 99) -> BattlesState:
        while self.s.result is None and self.s.turn <= turns:
            self.step()
        return self.s


# --- legal and the same ------------------------------------------------------------------------------------------------------------------


def test_every_answer_of_a_game_is_offered_and_guns_march_columns_and_engineers_are_used() -> None:
    """With the first numbers: the tuned ones seldom dig in."""
    table = Table(new_game(), 3, ("greedy-1", "greedy-1"))
    s = table.play()
    assert s.result is not None and s.turn == 12
    expected = {Movement, Move, Combat, Plan, FinalFire, ArtilleryMode, BridgePhase, Demolish, Building, Build, Retreat}
    assert expected <= set(table.asked)
    for side in SIDES:
        assert table.said[side, "march"] > 5
        assert table.said[side, "gun"] > 3
        assert table.said[side, "attack"] > 10
    assert table.said["german", "build"] and table.said["allied", "blow"] and table.said["allied", "dig"]


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
def test_it_knows_every_scenario_with_all_options(scenario: str) -> None:
    options = {
        option.id: {"intensive_fire": "both", "variable_ending": "worse"}.get(option.id, "on")
        for option in GAME.options
        if option.id in (GAME.scenario(scenario).options or ())
    }
    s = new_game(scenario, **options)
    table = Table(s, 1)
    first = s.turn
    table.play(first + 1)
    assert s.turn == first + 2
    assert {PlotDumps, Fill, PlotTargets, Intense, Points, Movement, Combat} <= set(table.asked)


def test_it_knows_an_answer_in_the_odd_positions_of_random_play() -> None:
    """A new adviser each time: it must find its way in the middle of anything."""
    asked: set[type[Frame]] = set()
    for seed, scenario in enumerate(("clervaux", "celles", "st_vith")):
        rng = random.Random(f"mixed {seed}")
        s = GAME.start(GAME.setup(scenario, random_options(GAME, scenario, rng)))
        assert isinstance(s, BattlesState)
        s.settle()
        first = s.turn
        while s.result is None and s.turn < first + 4:
            decision = s.decision
            assert decision is not None
            verb, raw = rng.choice(decision.raw_choices())
            if decision.side != CHANCE and rng.random() < 0.3:
                asked.add(type(s.stack[-1]))
                verb, raw = GAME.advise(s)
            s.apply(verb, raw)
            s.settle()
    assert {Plan, Move, Retreat, FinalFire, Combat} <= asked


def test_the_same_game_is_played_the_same_way() -> None:
    first, second = (Table(new_game("celles"), 5) for _ in range(2))
    for _ in range(250):
        assert first.step() == second.step()
    assert first.s == second.s


def test_advice_changes_nothing() -> None:
    table = Table(new_game("celles"), 6)
    greedy = GAME.adviser()
    for _ in range(120):
        s = table.s
        assert s.decision is not None
        if s.decision.side != CHANCE:
            before = s.clone()
            greedy(s)
            assert s == before
        table.step()


# --- sensible ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["clervaux", "st_vith"])
@pytest.mark.parametrize("side", SIDES)
def test_it_beats_a_random_player(scenario: str, side: str) -> None:
    """One game of each; more are for `ardennes simulate`."""
    players = ("greedy", "random") if side == "german" else ("random", "greedy")
    s = Table(new_game(scenario), 1, players).play()
    assert s.result is not None and s.result.winner == side


def test_losses_fall_on_the_cheapest_step() -> None:
    s = new_game()
    panzer, regiment = UNIT_NAMES.index["de-3-pz-2"], UNIT_NAMES.index["de-77-26"]
    assert step_worth(s, panzer) > step_worth(s, regiment) > 1
    assert worth(s, regiment) > step_worth(s, regiment)
    assert cheapest_step(s, [panzer, regiment]) == regiment
    both = losses(s, 1 << panzer | 1 << regiment, 9)
    assert both[1] == step_worth(s, regiment)
    assert both[2] == pytest.approx(step_worth(s, regiment) + step_worth(s, panzer))
    assert both[4] == both[9] == pytest.approx(worth(s, panzer) + worth(s, regiment))


def test_better_odds_are_worth_more_and_a_place_that_counts_is_a_prize() -> None:
    s = new_game()
    place = s.at[UNIT_NAMES.index["us-1-110-28"]]
    team = bits([UNIT_NAMES.index["de-304-pg-2"], UNIT_NAMES.index["de-2-pg-2"]])
    table = by_column(s, defence_of(s, place, ALLIED, 0.0), team, team)
    assert table == sorted(table) and table[0] < 0 < table[-1] and len(table) == len(CHANCES)
    prized = by_column(s, defence_of(s, place, ALLIED, 20.0), team, team)
    assert prized[-1] > table[-1] + 5


def test_a_surrounded_stack_has_nowhere_to_go() -> None:
    s = new_game()
    unit = UNIT_NAMES.index["us-1-110-28"]
    place = s.at[unit]
    assert escapes(s, ALLIED, place, 1 << unit) > 0
    assert escapes(s, ALLIED, place, 1 << unit, more=BOARD.neighbours(place)) == 0


def test_the_bridges_over_the_our_are_built_and_armor_crosses() -> None:
    s = Table(new_game(), 2).play(4)
    assert not s.blown >> bridge_at("D1916-D1917") & 1
    west = bits(u for u in each(s.on_map(GERMAN) & MECH & COMBAT) if _column(s, u) < 15)
    assert west.bit_count() >= 6


def _column(s: BattlesState, unit: int) -> int:
    names = next(name for name in GAME.board.grid.sheets()["D"] if hex_at(name) == s.at[unit])
    return int(names[3:5])


def test_guns_follow_the_front_and_fire_again() -> None:
    table = Table(new_game("st_vith"), 4)
    table.play(3)
    early = Counter(table.said)
    table.play(9)
    s = table.s
    for side in (GERMAN, ALLIED):
        guns = s.on_map(side) & ARTILLERY
        assert (guns & s.in_battery()).bit_count() >= guns.bit_count() // 4
        assert table.said[SIDES[side], "gun"] > early[SIDES[side], "gun"] > 0
    assert table.said["german", "unit"]


def test_saturation_fire_is_used_when_it_pays() -> None:
    table = Table(new_game(saturation_fire="on", burnt_tubes="on"), 1, ("greedy-1", "greedy-1"))
    table.play(2)
    heavy = table.said["german", "normal"] + table.said["german", "withering"]
    assert 0 < heavy < table.said["german", "gun"] + heavy


def test_fuel_is_hidden_where_the_germans_come_last() -> None:
    s = new_game("st_vith", dumps="on")
    table = Table(s, 1)
    while isinstance(s.stack[-1], PlotDumps | Fill):
        table.step()
    filled = [d for d, points in enumerate(s.stocks) if points]
    assert sum(s.stocks) == 65 and len(filled) == 2
    far = min(min(GAME.board.distances(DUMP_HEXES[d])[p] for p in each(s.occupied(GERMAN))) for d in filled)
    assert far > 8


def test_commandos_wait_where_reinforcements_come_by() -> None:
    s = new_game("st_vith", greif="on")
    load = traffic(s)
    table = Table(s, 1)
    while isinstance(s.stack[-1], PlotTargets):
        table.step()
    assert s.targets.bit_count() == 5
    busy = sorted(load.values(), reverse=True)
    assert all(load[place] >= busy[len(busy) // 3] for place in each(s.targets))


def test_petrol_is_spent_for_a_formation_without_fuel() -> None:
    s = new_game("st_vith", dumps="on")
    table = Table(s, 1)
    while not isinstance(s.stack[-1], Movement):
        table.step()
    panzers = each(s.on_map(GERMAN) & MECH & COMBAT)
    s.unsupplied |= bits(panzers)
    s.petrol = 3
    frame = Petrol(0)
    s.push(frame)
    s.settle()
    verb, raw = GAME.advise(s)
    assert verb == "formation" and raw >= 0
    s.apply(verb, raw)
    assert s.petrol == 2 and s.freed


def test_units_are_not_thrown_away() -> None:
    """Over a game neither side loses most of its steps."""
    s = Table(new_game("st_vith"), 7).play()
    for side, most in ((GERMAN, 0.5), (ALLIED, 0.7)):
        known = OF_SIDE[side] & bits(u for u, place in enumerate(s.at) if place != -1)
        total = sum(STEPS[u] for u in each(known))
        assert s.lost_steps(side) < most * total


# --- what only tuned numbers use ---------------------------------------------------------------------------------------------------------


@cache
def begun(turns: int) -> BattlesState:
    """A game of Clervaux when the Germans move in the turn after so many."""
    table = Table(new_game(), 3, ("greedy-1", "greedy-1"))
    table.play(turns)
    while not isinstance(table.s.stack[-1], Movement):
        table.step()
    return table.s


def looking(change: dict[str, float], turns: int, side: int = GERMAN) -> tuple[BattlesState, Scene]:
    """A position, and what a side sees with other numbers."""
    s = begun(turns)
    WEIGHTS.use(change)
    return s, Scene(s, side)


def rooms(change: dict[str, float]) -> list[int]:
    """How far the defenders of planned attacks can retreat."""
    s, scene = looking(change, turns=5)
    assert s.decision is not None
    attacks = Planner(s, scene, s.decision.raw["unit"]).attacks()
    return [
        escapes(s, ALLIED, a.target, s.units_at(a.target, ALLIED), bits(spot.place for spot in a.spots))
        for a in attacks
    ]


def test_attackers_cut_off_a_retreat_if_that_counts() -> None:
    plain, around = rooms({}), rooms({"fight.surround.0": 1.0})
    assert plain and around
    assert sum(around) / len(around) < sum(plain) / len(plain)


def test_others_close_the_ring() -> None:
    s, scene = looking({"fight.surround.0": 1.0, "fight.ring.0": 0.5}, turns=2)
    frame = s.stack[-1]
    assert isinstance(frame, Movement)
    moving = Moving()
    moving.scene = scene
    moving.movement(s, frame)
    ring = moving.ring
    assert ring and all(value > 0 for value in ring.values())
    assert not any(s.occupied(ALLIED) >> place & 1 for place in ring)


def test_a_hex_without_a_way_out_is_more_dangerous() -> None:
    s, scene = looking({}, 0, ALLIED)
    unit = each(s.on_map(ALLIED) & COMBAT)[0]
    places = each(s.window & ~s.occupied(GERMAN))
    before = [scene.danger(s, unit, p, False) for p in places]
    s, scene = looking({"allied.lone": 1.0}, 0, ALLIED)
    after = [scene.danger(s, unit, p, False) for p in places]
    worse = [p for p, low, high in zip(places, before, after, strict=True) if high > low]
    assert worse and all(low <= high for low, high in zip(before, after, strict=True))
    for p in worse:
        assert not BOARD.neighbours(p) & s.occupied(ALLIED)
        assert all(scene.threat[q] > 0 for q in each(BOARD.neighbours(p) & s.window & ~s.occupied(GERMAN)))
