"""What a planner would do in a player's place."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from zlib import crc32

import pytest

import ardennes
from ardennes import BadInput
from ardennes.core.game import Game
from ardennes.core.match import Match
from ardennes.core.outlook import Outlook
from ardennes.core.position import state_to_plain
from ardennes.core.programs import Budget
from ardennes.core.state import State
from ardennes.core.weights import Temperament, Weights
from ardennes.games import find, game_ids
from ardennes.players import GreedyPlayer, Seat
from ardennes.players.counsel import Step, counsel, in_words
from ardennes.players.planner import Planner

SMALL = Budget(4)
SECRETS: dict[str, tuple[dict[str, object], set[str]]] = {
    "bulge": ({}, {"german"}),  # the Allied air missions, which are assigned first
    "commander": ({}, set()),  # hides nothing: only the dice are swapped
    "ardennes_offensive": ({}, set()),  # the same
    "battles": ({"greif": "on", "dumps": "on"}, {"german", "allied"}),  # petrol and targets
    "enemy_action": ({}, {"german", "allied"}),  # cards and chits
}
"""By game: options with which something is hidden, and from whom."""


def played(match: Match, most: int) -> Iterator[Match]:
    """The match before each question, played on by greedy."""
    players = {side: GreedyPlayer(2, side) for side in match.game.sides}
    while match.result is None and match.count < most:
        yield match
        side = match.decision.side
        match.play(*players[side].choose(Seat(match, side)), by=side)


def swapped(match: Match, side: str, number: int) -> Match:
    """The same match as far as the side can tell: whatever is hidden from it is drawn anew, and the dice are others."""
    other = match.copy()
    other.state = match.game.imagine(match.state, side, random.Random(f"other {number}"))
    other.record.seed = f"other dice {number}"
    return other


def doctored(patch: pytest.MonkeyPatch, name: str, features: Callable[[Game, State], float], horizon: int) -> Game:
    """A game whose planner compares two temperaments by one number."""
    game = find(name)
    patch.setattr(type(game), "weights", Weights("[mood]\nspare = 1\n"))
    patch.setattr(type(game), "feature_names", ("one",))
    patch.setattr(type(game), "features", lambda self, s: (features(self, s),))
    patch.setattr(type(game), "moment", Game.moment)
    patch.setattr(type(game), "horizon", horizon)
    one, two = Temperament("greedy", {}), Temperament("bold", {"mood.spare": 2.0}, plan="strike hard")
    both = {"greedy": one, "greedy-1": one, "bold": two}
    patch.setitem(game.__dict__, "temperaments", dict.fromkeys(game.sides, both))
    patch.setitem(game.__dict__, "outlook", Outlook(("one",), (0.0, 1.0), (0.0, 0.0)))
    return game


def points(game: Game, s: State) -> float:
    return game.points_now(s) / 10


def everything(game: Game, s: State) -> float:
    """A number that depends on all there is, seen or hidden."""
    return crc32(json.dumps(state_to_plain(game, s), sort_keys=True).encode()) / 2**32


@pytest.mark.parametrize("game", game_ids())
def test_counsel_is_an_intention_that_can_be_played_as_one_step(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    doctored(monkeypatch, game, points, 0)
    match = ardennes.new(game, seed=11)
    long = 0
    for number in range(25):
        side = match.decision.side
        before = match.count
        found = counsel(match, side, SMALL, number)
        assert match.count == before
        *picks, last = found.steps
        assert found.text and all(step.title or step.label for step in (*picks, last))
        match.play_all(found.choices, by=side)
        long += len(picks)
    assert long


@pytest.mark.parametrize("name", game_ids())
def test_neither_planner_nor_counsel_depend_on_what_the_side_cannot_know(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = doctored(monkeypatch, name, everything, 0)
    options, ignorant = SECRETS[name]
    match = ardennes.new(name, seed=5, options=options)
    asked = 0
    last = dict.fromkeys(game.sides, -60)
    hidden, differed = Counter[str](), Counter[str]()
    for now in played(match, 260):
        side = now.decision.side
        hides = game.hides(now.state, side)
        if now.count < last[side] + (13 if hides else 60):
            continue
        asked += 1
        last[side] = now.count
        other = swapped(now, side, asked)
        hidden[side] += hides
        differed[side] += other.state != now.state
        assert counsel(other, side, SMALL, asked) == counsel(now, side, SMALL, asked)
        one, two = Planner(asked, side, SMALL), Planner(asked, side, SMALL)
        assert one.choose(Seat(now, side)) == two.choose(Seat(other, side))
        assert one.thought == two.thought
    assert asked
    assert {side for side in hidden if hidden[side]} == ignorant
    assert {side for side in differed if differed[side]} == ignorant, "something hidden was swapped"


def test_counsel_tells_the_plan_and_the_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    doctored(monkeypatch, "bulge", points, 1)
    found = counsel(ardennes.new("bulge", seed=1), "german", Budget(8), 1)
    assert found.chance is not None and 0 < found.chance < 1
    plans = {found.plan, *(one.plan for one in found.others)}
    assert plans == {"strike hard", "play it by the book"}
    assert all(one.chance <= found.chance for one in found.others)


def test_in_a_question_without_a_plan_there_is_only_a_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    game = doctored(monkeypatch, "bulge", points, 1)
    monkeypatch.setattr(type(game), "moment", lambda self, s: None)
    found = counsel(ardennes.new("bulge", seed=1), "german", Budget(8), 1)
    assert found.chance is not None and not found.others and not found.plan


def test_a_side_that_is_not_asked_gets_no_counsel() -> None:
    with pytest.raises(BadInput, match="allied cannot be advised now: the question is for german"):
        counsel(ardennes.new("bulge", seed=1), "allied", SMALL, 1)


def unit(label: str, title: str) -> Step:
    return Step("unit", title, "unit", label, title)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (
            [unit("Attack", "112"), *(unit("Add to the attack", one) for one in ("560", "116")), Step("roll", None, "none", "Attack", "")],
            "Attack 112; add to the attack: 560, 116",
        ),
        ([unit("Activate", "Dasburg"), unit("Move", "5FJ"), unit("Move here", "St. Vith")], "Activate Dasburg; move 5FJ to St. Vith"),
        ([unit("Move", "560"), unit("Attack here", "Schönberg")], "Move 560; attack: Schönberg"),
        ([unit("Retreat this unit next", "277"), unit("Fall back here", "0202")], "Retreat 277 next; fall back: 0202"),
        ([unit("Give FPF", "107"), Step("ready", None, "none", "FPF of 107", "")], "Give FPF: 107; FPF of 107"),
        ([unit("Break through to here", "Spa")], "Break through to Spa"),
        ([Step("done", None, "none", "End movement", "")], "End movement"),
    ],
)  # fmt: skip
def test_an_intention_in_words(steps: list[Step], words: str) -> None:
    assert in_words(steps) == words
