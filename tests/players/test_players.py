"""Players: their seats, and users' own players."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ardennes
from ardennes import BadInput, IllegalChoice
from ardennes.games import find
from ardennes.players import (
    Player,
    PlayerFailed,
    RandomPlayer,
    Seat,
    built_in_player,
    new_player,
    play_out,
    player_names,
    players_of,
)
from ardennes.players.planner import Planner

BOT = """
from helper import first

class Bot:
    def __init__(self, seed, side):
        self.about = (seed, side)

    def choose(self, seat):
        return first(seat)

class Simple:
    def choose(self, seat):
        return first(seat)

def made(seed, side):
    return Bot(seed, side)

class Nested:
    Bot = Bot

class Fussy:
    def __init__(self, a, b, c): ...
    def choose(self, seat): ...

class Broken:
    def __init__(self):
        raise RuntimeError("no book\\nof openings")

class Stumbling(Simple):
    def choose(self, seat):
        return 1 / 0

class Cheat(Simple):
    def choose(self, seat):
        return "attack", "us-101"

class Mute(Simple):
    def choose(self, seat):
        return None

class Nobody: ...

number = 7
"""
HELPER = "def first(seat):\n    return seat.choices[-1]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bot, and next to it what the bot imports."""
    name = f"helper_{abs(hash(tmp_path))}"  # a different module for each test: Python keeps what it has imported
    (tmp_path / "mybot.py").write_text(BOT.replace("helper", name), encoding="utf-8")
    (tmp_path / f"{name}.py").write_text(HELPER, encoding="utf-8")
    (tmp_path / "broken.py").write_text("x = 1\nimport no_such_thing\n", encoding="utf-8")
    (tmp_path / "typo.py").write_text("def f(:\n", encoding="utf-8")
    package = tmp_path / f"pack_{name}"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "bots.py").write_text((tmp_path / "mybot.py").read_text(encoding="utf-8"), encoding="utf-8")
    (package / "bad.py").write_text("import no_such_thing\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


# --- the seat ----------------------------------------------------------------------------------------------------------------------------


def test_a_seat_has_what_its_side_may_know() -> None:
    match = ardennes.new("bulge", seed=1)
    seat = Seat(match, "german")
    assert seat.choices == match.choices and seat.decision is match.decision
    assert seat.view == match.view("german") and seat.game is match.game
    assert seat.explain("done") is None and seat.explain("attack", "us-101") is not None
    with pytest.raises(BadInput, match="allied cannot answer now: the question is for german"):
        Seat(match, "allied").choices  # noqa: B018


# --- playing out -------------------------------------------------------------------------------------------------------------------------


class Answering:
    """Says what it was told to."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, seat: Seat) -> Any:
        return self.answer


def test_an_illegal_choice_names_the_player_and_changes_nothing() -> None:
    match = ardennes.new("bulge", seed=1)
    players: dict[str, Player] = {"german": Answering(("attack", "us-101")), "allied": RandomPlayer(1, "allied")}
    with pytest.raises(IllegalChoice) as caught:
        play_out(match, players)
    assert str(caught.value).startswith("Answering (german) chose attack us-101: ")
    assert caught.value.by == "Answering (german)" and caught.value.case in match.game.ledger.cases
    assert match.count == 0


@pytest.mark.parametrize("answer", [None, "done", ("done",), ("done", None, 1), (1, 2), object()])
def test_an_answer_that_is_not_a_choice_names_the_side(answer: Any) -> None:
    match = ardennes.new("bulge", seed=1)
    with pytest.raises(BadInput, match=r"^german answered .*; a choice is a pair of verb and argument"):
        play_out(match, {"german": Answering(answer), "allied": Answering(answer)})


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ([], "players are given by side"),
        ({}, "german needs a player with a method 'choose\\(seat\\)', not None"),
        ({"german": RandomPlayer(1, "german")}, "allied needs a player"),
        ({"german": RandomPlayer, "allied": 7}, "allied needs a player .* not 7"),
        ({"german": RandomPlayer(1, "german"), "russian": 1}, "unknown side 'russian'"),
    ],
)
def test_every_side_needs_a_player(players: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        play_out(ardennes.new("bulge"), players)


def test_dice_rolled_by_hand_cannot_be_played_out() -> None:
    match = ardennes.new("bulge", chance="manual")
    with pytest.raises(BadInput, match="this match has no dice"):
        play_out(match, {side: RandomPlayer(1, side) for side in match.game.sides})


def test_what_a_players_own_code_raises_is_left_as_it_is() -> None:
    class Stumbling:
        def choose(self, seat: Seat) -> tuple[str, Any]:
            raise ZeroDivisionError

    match = ardennes.new("bulge", seed=1)
    with pytest.raises(ZeroDivisionError):
        play_out(match, {"german": Stumbling(), "allied": Stumbling()})


def test_a_limit_ends_it_early() -> None:
    match = ardennes.new("commander", seed=1)
    play_out(match, {side: RandomPlayer(1, side) for side in match.game.sides}, limit=7)
    assert 7 <= match.count < 20


# --- players of one's own ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["Bot", "Simple", "made", "Nested.Bot"])
def test_a_users_own_player_is_named_by_its_file(folder: Path, what: str) -> None:
    match = ardennes.new("bulge", seed=1)
    play_out(match, {side: new_player(f"mybot.py:{what}", "7/1", side) for side in match.game.sides}, 20)
    other = ardennes.new("bulge", seed=1)
    for _ in range(match.count):
        if not other.is_over and other.count < match.count:
            other.play(*other.choices[-1])
    assert other == match


def test_a_users_own_player_is_named_by_its_module(folder: Path) -> None:
    (package,) = folder.glob("pack_*")
    match = ardennes.new("bulge", seed=1)
    play_out(match, {side: new_player(f"{package.name}.bots:Simple", 1, side) for side in match.game.sides}, 5)
    assert match.count >= 5


def test_a_player_gets_seed_and_side(folder: Path) -> None:
    player: Any = new_player(f"{folder}/mybot.py:Bot", "7/1", "allied")
    assert player._player.about == ("7/1", "allied")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "nobody",
            "^unknown player 'nobody'; allowed: random, greedy-1, greedy, recruit, bold, cautious, veteran, general, FILE.py:NAME$",
        ),
        ("mybot.py", "'mybot.py' does not say which player: write FILE.py:NAME or MODULE:NAME"),
        ("mybot.py:", "does not say which player"),
        (":Bot", "does not say which player"),
        ("no/such.py:Bot", "^no/such.py: there is no such file$"),
        ("a\0b.py:Bot", "there is no such file"),
        ("mybot.py:Rob", "^mybot.py:Rob: there is no 'Rob' in mybot.py$"),
        ("mybot.py:number", "^mybot.py:number: number must be a class or function that makes a player, not 7$"),
        (
            "mybot.py:Fussy",
            r"^mybot.py:Fussy: it must be callable as Name\(seed, side\) or as Name\(\), not as Name\(a, b, c\)$",
        ),
        (
            "mybot.py:Broken",
            r"^mybot.py:Broken: the player could not be created: RuntimeError: no book of openings \(mybot.py:\d+\)$",
        ),
        ("mybot.py:Nobody", r"^mybot.py:Nobody: Nobody makes .*, which has no method 'choose\(seat\)'$"),
        (
            "broken.py:Bot",
            r"^broken.py: the file could not be run: ModuleNotFoundError: .*no_such_thing.* \(broken.py:2\)$",
        ),
        ("typo.py:Bot", r"^typo.py: the file could not be run: SyntaxError: .* \(typo.py:1\)$"),
        ("no.such.module:Bot", "^no.such.module: there is no module 'no'"),
        ("no such module:Bot", "there is no module"),
        ("..:Bot", "the module could not be imported"),
    ],
)
def test_an_error_in_a_player_is_one_line(folder: Path, name: str, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        new_player(name, 1, "german")
    assert "\n" not in str(caught.value)


def test_a_module_that_needs_something_else_says_so(folder: Path) -> None:
    (package,) = folder.glob("pack_*")
    with pytest.raises(BadInput, match="could not be imported: ModuleNotFoundError: No module named 'no_such_thing'"):
        new_player(f"{package.name}.bad:Bot", 1, "german")


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("Stumbling", r"^mybot.py:Stumbling \(german\): ZeroDivisionError: division by zero \(mybot.py:\d+\)$"),
        ("Cheat", r"^mybot.py:Cheat \(german\) chose attack us-101: .* \(case \d+\.\d.*\)$"),
        ("Mute", r"^mybot.py:Mute \(german\) answered None; a choice is a pair"),
    ],
)
def test_an_error_while_a_player_plays_names_the_player(folder: Path, what: str, message: str) -> None:
    match = ardennes.new("bulge", seed=1)
    with pytest.raises((PlayerFailed, BadInput), match=message):
        play_out(match, {side: new_player(f"mybot.py:{what}", 1, side) for side in match.game.sides})
    assert match.count == 0


@pytest.mark.parametrize("make", [built_in_player, new_player])
def test_the_players_that_come_with_ardennes(make: Callable[[str, int, str], Any]) -> None:
    assert {"recruit", "bold", "cautious", "veteran", "general"} < set(players_of(find("bulge"))) == set(player_names())
    for name in player_names():
        match = ardennes.new("bulge", seed=1)
        play_out(match, {side: make(name, 1, side) for side in match.game.sides}, 10)
        assert match.count >= 10


def test_a_level_says_so_if_it_cannot_play_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("bulge")
    monkeypatch.setattr(type(game), "feature_names", ())
    assert "veteran" not in players_of(game) and "recruit" in players_of(game)
    match = ardennes.new("bulge", seed=1)
    with pytest.raises(BadInput, match="there is no veteran for bulge; allowed: random, "):
        play_out(match, {side: new_player("veteran", 1, side) for side in game.sides})


def test_levels_think_differently_long(monkeypatch: pytest.MonkeyPatch) -> None:
    rollouts: list[int] = []

    def counted(self: Planner, seat: Seat) -> tuple[str, Any]:
        rollouts.append(self._budget.rollouts)
        return seat.choices[0]

    monkeypatch.setattr(Planner, "choose", counted)
    for level in ("veteran", "general"):
        match = ardennes.new("bulge", seed=1)
        play_out(match, {side: new_player(level, 1, side) for side in match.game.sides}, 1)
    assert 0 < rollouts[0] < rollouts[-1]


def test_only_players_that_come_with_ardennes_are_built_in(folder: Path) -> None:
    with pytest.raises(BadInput, match=r"unknown player 'mybot.py:Bot'"):
        built_in_player("mybot.py:Bot", 1, "german")


def test_a_random_player_plays_the_same_for_the_same_seed() -> None:
    records = []
    for _ in range(2):
        match = ardennes.new("bulge", seed=1)
        play_out(match, {side: RandomPlayer("x", side) for side in match.game.sides}, 40)
        records.append(match.record.choices())
    assert records[0] == records[1]
