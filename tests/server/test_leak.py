"""No secret reaches another seat: not by view, story, moments, errors, reasons, overlays, files, lists, or the mere arrival of a message.

Each game says what is secret: `imagine` redraws what a side cannot know, and `hides` says when there is something to hide. So these
tests cover every game, including future ones.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from ardennes.core.decision import CHANCE
from ardennes.core.fields import fields_of
from ardennes.core.game import Game
from ardennes.core.match import Match, load_record, new_match
from ardennes.core.orders import Order
from ardennes.core.position import state_from_plain, state_to_plain
from ardennes.core.record import Choice
from ardennes.core.state import State
from ardennes.games import find, game_ids
from ardennes.players import Seat, new_player
from ardennes.server.tokens import WATCH
from tests.server.desk import Desk, Ear, Person, open_desk
from tests.server.options import switched_on
from tests.server.secrets import (
    differs,
    everything,
    imagined,
    is_secret,
    roles_in_the_dark,
    side_of,
    told_nothing,
)

PLAYERS = [("greedy", 3), ("random", 0)]
"""Who plays the games, and the seed: chosen so that there is something to hide."""


ENOUGH = 8
"""Secret choices watched through the server; a game with more is cut short."""
COMPARED = 20
"""Comparisons in memory after which a game is cut short."""
ROUNDS = 2
"""Random games of each scenario in which situations are looked for."""
LONG, BEGINNING = 2500, 60
"""Choices after which such a game is cut short; of a scenario that takes much longer, only the beginning is played."""
HANDS = 12
"""How many different hands are tried where a side is asked whether it reacts: in most of them is a card for it."""
ANSWERS = 3
"""How many answers are tried where what follows must be the same."""
GOLDEN = Path(__file__).parents[1] / "golden"


def _has_secrets(game: Game) -> bool:
    """Does the game declare any field that not everybody may see?"""
    holders = (game.state_type, *game.frame_types)
    return any(field.secret is not None for holder in holders for field in fields_of(holder).values())


SECRETIVE = [game for game in game_ids() if _has_secrets(find(game))]


def test_some_game_has_secrets() -> None:
    assert "bulge" in SECRETIVE


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('leak')}/games.db") as found:
        yield found


# --- in memory ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize(("who", "seed"), PLAYERS)
def test_what_is_hidden_from_a_role_makes_no_difference_to_what_it_is_told(game: str, who: str, seed: int) -> None:
    match = new_match(find(game), options=switched_on(find(game)), seed=_with_secrets(game, who, seed))
    rng = random.Random(seed)
    compared = 0
    for _ in _played(match, who):
        compared += _compare(match, rng)
        if compared >= COMPARED:
            break
    assert compared >= 3, "nothing was compared"


def _played(match: Match, who: str) -> Iterator[Match]:
    """The match at each of its questions, played to its end by players of a kind."""
    players = {side: new_player(who, int(match.record.seed or 0), side) for side in match.game.sides}
    while match.result is None:
        yield match
        side = match.decision.side
        match.play(*players[side].choose(Seat(match, side)), by=side)


@cache
def _with_secrets(game: str, who: str, seed: int) -> int:
    """The first seed from this one on whose game has enough to hide. (A random game of Bulge can be over before the weather clears.)"""
    options = switched_on(find(game))
    for other in range(seed, seed + 20):
        match = new_match(find(game), options=options, seed=other)
        if sum(bool(roles_in_the_dark(then)) for then in _played(match, who)) >= ENOUGH:
            return other
    raise AssertionError("no game has enough to hide")


@pytest.mark.parametrize("game", SECRETIVE)
def test_no_day_and_no_question_of_whole_games_tells_a_secret(game: str) -> None:
    """Each situation is the start of a match of its own, so there is little to look back on and comparing is quick."""
    rng = random.Random(0)
    days: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    compared = 0
    for state in _whole_games(find(game)):
        last = find(game).scenario(state.setup.scenario).turns  # some games go on after it
        day, kind = min(find(game).clock(state)[0], last), _kind(state)
        asked = state.decision is not None and state.decision.side != CHANCE
        if not asked or (days[day] and kinds[kind]) or not _has_dark(state):
            continue
        days[day] += 1
        kinds[kind] += 1
        compared += _compare(new_match(find(game), seed=day, position=state_to_plain(find(game), state)), rng)
    assert compared >= 3, "nothing was compared"
    if game == "enemy_action":
        assert sorted(days) == list(range(1, 15)), "16 to 29 December"
        assert kinds.keys() >= {"Command", "ChooseTactic", "Builders", "Demolition", "Greif", "Roadblocks", "NoFuel"}
    if game == "battles":
        assert days.keys() >= {*range(1, 13), *range(15, 22)}, "St. Vith and Clervaux, Celles"
        assert kinds.keys() >= {"ChoosePlan", "PlotDumps", "Fill", "PlotTargets", "MoreTargets", "Movement", "Petrol"}


def _kind(state: State) -> str:
    return type(state.stack[-1]).__name__


def _has_dark(state: State) -> bool:
    return any(state.game.guards(state, side) for side in (None, *state.game.sides))


def _whole_games(game: Game) -> Iterator[State]:
    """All situations of the recorded game and of some random games of each scenario, with all options switched on; of scenarios on
    several maps only the beginning. They are played without a record, which is quick."""
    record = load_record(GOLDEN / f"{game.id}.jsonl")
    yield from _followed(game.start(game.setup(record.scenario, record.options)), record.choices())
    for seed in range(ROUNDS):
        for scenario in game.scenarios:
            state = game.start(game.setup(scenario.id, switched_on(game, scenario.id)))
            yield from islice(_random_game(state, seed), LONG if scenario.bulk == 1 else BEGINNING)
    if game.id == "enemy_action":  # no random game of the campaign lasts longer than a few days
        for day in range(1, game.scenario("campaign").turns + 1):
            yield from islice(_random_game(_later(game, day), day), LONG // 4)


def _later(game: Game, day: int) -> State:
    """Enemy Action in the middle of any day of the campaign: the middle of a day of a shorter scenario, with another date."""
    crisis = _random_game(game.start(game.setup("crisis")), 0)
    late = next(state for state in crisis if game.clock(state)[0] == 8 and _kind(state) == "Impulse")
    return state_from_plain(game, state_to_plain(game, late) | {"scenario": "campaign", "turn": day})


def _followed(state: State, choices: list[Choice]) -> Iterator[State]:
    state.settle()
    for _, verb, argument in choices:
        yield state
        table = state.tables.get(verb)
        state.apply(verb, argument if table is None else table.index[argument])


def _random_game(state: State, seed: int) -> Iterator[State]:
    rng = random.Random(seed)
    state.settle()
    while state.decision is not None:
        yield state
        state.apply(*rng.choices(state.decision.raw_choices(), state.decision.weights)[0])


def _compare(match: Match, rng: random.Random) -> int:
    """Compare all that each role is told with what it would be told if what is hidden from it were different. How often was that done?"""
    compared = 0
    for role in roles_in_the_dark(match):
        real = everything(match, role)
        for other in imagined(match, role, rng):
            compared += other.state != match.state
            assert not differs(real, everything(other, role)), role
            if match.decision.side == role:
                _same_answer_leads_to_the_same_question(match, other, role, rng)
        if match.state.stack[-1].window:
            _asked_whatever_it_holds(match, role, rng)
        compared += _secret_choices_show_nowhere(match, role, real, rng)
    return compared


def _asked_whatever_it_holds(match: Match, role: str, rng: random.Random) -> None:
    """A side that could react is asked, also with a hand in which there is nothing to react with."""
    real = everything(match, role, full=False)
    for _ in range(HANDS):
        for other in imagined(match, role, rng):
            assert not differs(real, everything(other, role, full=False)), role


def _secret_choices_show_nowhere(match: Match, role: str, real: dict[str, bytes], rng: random.Random) -> int:
    """Let the others make different secret choices: the role is told the same."""
    compared = 0
    for _ in range(3):
        fork = match.at(match.count)
        while fork.result is None and fork.decision.side not in (role, CHANCE):
            before = fork.copy()
            verb, some = rng.choice(sorted(fork.decision.choices.items()))
            fork.play(verb, rng.choice(some))
            if not is_secret(before, fork, role):
                break
            assert not differs(real, everything(fork, role)), (role, verb)
            compared += 1
    return compared


def _same_answer_leads_to_the_same_question(match: Match, other: Match, role: str, rng: random.Random) -> None:
    """Whether another side is asked does not depend on what it holds, with a standing order to pass or without. If an answer reveals
    something, it cannot be taken back whatever it reveals: otherwise a side could try it out."""
    for verb, argument in rng.sample(match.choices, min(ANSWERS, len(match.choices))):
        for orders in ({}, {side: Order() for side in match.game.sides if side != role}):
            told, undo = [], []
            for before in (match, other):
                after = before.copy()
                after.orders = orders
                after.play(verb, argument)
                told.append(everything(after, role, full=False) if told_nothing(before, after, role) else None)
                undo.append(after.state.barrier > before.state.barrier or after.result is not None)
            assert undo[0] == undo[1], (role, verb, argument, "can be taken back or not")
            if told[0] is not None and told[1] is not None:
                assert not differs(told[0], told[1]), (role, verb, argument, orders)


# --- through the server ------------------------------------------------------------------------------------------------------------------


class Spy:
    """A role that asks for everything it can, and listens."""

    def __init__(self, person: Person, role: str, ear: Ear) -> None:
        self.person, self.role, self.ear = person, role, ear
        self.heard: list[dict[str, Any]] = []

    def listen(self) -> list[dict[str, Any]]:
        """What has arrived since."""
        new = self.ear.rest()
        self.heard += new
        return new

    def ask_all(self) -> dict[str, bytes]:
        """Every answer of the server to this role, refusals included."""
        http, headers = self.person.desk.http, self.person.headers
        table = self.person.table()
        game, moments, answers_so_far = find(table["game"]), table["moments"], table["view"]["answers"]
        answers: dict[str, httpx.Response] = {}
        for path in ("", "/moments", f"/moments/{moments - 1}", f"/moments/{moments}", "/record", "/position"):
            answers[path] = http.get("/api/table" + path, headers=headers)
        for overlay in game.overlays:
            of = {"": "", "side": game.sides[0], "unit": next(iter(game.unit_names.index))}[overlay.of]
            params = {"id": overlay.id, "of": of}
            answers["overlay " + overlay.id] = http.get("/api/table/overlay", headers=headers, params=params)
        unit = next(iter(game.unit_names.index))
        posts: list[tuple[str, dict[str, Any]]] = [
            ("/undo", {"answers": answers_so_far + 7}),
            ("/choices", {"verb": "nonsense", "argument": "x", "answers": answers_so_far}),
            ("/choices", {"verb": "done", "answers": answers_so_far + 1}),
            ("/why", {"unit": unit}),
            ("/branch", {"moment": moments - 1}),
            ("/share", {"moment": moments - 1}),
        ]
        posts += [("/explain", {"verb": verb, "argument": None}) for verb in ("card", "done", "unit")]
        for path, body in posts:
            if path == "/branch" and not self.role:
                continue
            answers[f"{path} {body}"] = http.post("/api/table" + path, headers=headers, json=body)
        body = {"tokens": [self.person.token]}
        answers["summaries"] = http.post("/api/summaries", json=body)
        return {
            key: str(answer.status_code).encode()
            + (b"" if key.startswith("/branch") and answer.is_success else answer.content)
            for key, answer in answers.items()
        }


@pytest.mark.parametrize("game", SECRETIVE)
@pytest.mark.parametrize(("who", "seed"), PLAYERS)
def test_whole_games_through_the_server_tell_no_secret(desk: Desk, game: str, who: str, seed: int) -> None:
    options = switched_on(find(game))
    number = _with_secrets(game, who, seed)
    made = desk.create(game=game, options=options, seed=str(number))
    secret = _spy_on(desk, made, new_match(find(game), options=options, seed=str(number)), who)
    assert secret >= 2, "nothing was secret in this game"


@pytest.mark.parametrize("day", [8, 14])
def test_late_days_through_the_server_tell_no_secret(desk: Desk, day: int) -> None:
    """Enemy Action from the middle of a day on; the Allied player has ordered to pass whenever there is something to react to."""
    game = find("enemy_action")
    position = state_to_plain(game, _later(game, day))
    made = desk.create(position=json.dumps(position), seed="1")
    desk.sit(made["links"]["allied"]).put("/orders")
    twin = new_match(game, seed="1", position=position)
    twin.orders = {"allied": Order()}
    assert _spy_on(desk, made, twin, "random", 6) >= 6


def _spy_on(desk: Desk, made: dict[str, Any], twin: Match, who: str, enough: int = ENOUGH) -> int:
    """Play until so many choices were secret from somebody: that role asks for everything before and after, and hears nothing meanwhile.
    `twin` is the same match in memory."""
    people = {role: desk.sit(token) for role, token in made["links"].items()}
    seed = int(twin.record.seed or 0)
    players = {side: new_player(who, seed, side) for side in twin.game.sides}
    marks = dict.fromkeys(people, "")
    secret = 0
    with ExitStack() as stack:
        roles = (*twin.game.sides, WATCH)
        spies = {role: Spy(people[role], role, stack.enter_context(people[role].listen())) for role in roles}
        for spy in (*spies.values(), *spies.values()):  # all have come, and everybody has been told so
            spy.listen()
        while twin.result is None and secret < enough:
            side = twin.decision.side
            verb, argument = players[side].choose(Seat(twin, side))
            before = twin.copy()
            twin.play(verb, argument, by=side)
            dark = [role for role in roles if role != side and is_secret(before, twin, role)]
            for role, spy in spies.items():
                if role in dark or twin.count % 10 == 0:
                    spy.listen()
            known = {role: spies[role].ask_all() for role in dark}
            body = {"verb": verb, "argument": argument, "answers": before.answers(side)}
            path = f"/api/table/choices?story={marks[side]}"
            answer = desk.http.post(path, headers=people[side].headers, json=body)
            assert answer.status_code == 200, answer.text
            marks[side] = answer.content.partition(b'"story_mark":"')[2].partition(b'"')[0].decode()
            for role in dark:
                secret += 1
                heard = spies[role].listen()
                assert not heard, f"{role} heard of a secret choice"
                assert not differs(known[role], spies[role].ask_all()), role
        for role, spy in spies.items():
            spy.listen()
            _check_story(spy, role)
    return secret


def _check_story(spy: Spy, role: str) -> None:
    """The story put together from all messages is the role's own, and every message was for that role."""
    story: list[Any] = []
    for message in spy.heard:
        if message["type"] == "table":
            table = message["table"]
            assert table["role"] == role and table["view"]["side"] == side_of(role)
            decision = table["view"]["decision"]
            assert decision is None or table["view"]["asked"] == role
            story = story[: table["story_from"]] + table["story"]
    assert story == spy.person.table()["story"]
    assert "seed" not in json.dumps(spy.heard)


def test_nobody_hears_of_the_first_secret_choice_of_a_game(desk: Desk) -> None:
    """Until then nothing is hidden at all, so what is withheld must not depend on whether anything is."""
    options = {"greif": "on"}
    made = desk.create(game="battles", options=options, seed="1")
    assert _spy_on(desk, made, new_match(find("battles"), options=options, seed="1"), "greedy", 2) == 2


def test_the_time_of_the_last_move_does_not_tell_of_secret_choices(desk: Desk) -> None:
    """The greedy game again: `moved_at` of list and table does not change during secret choices (compared above byte by byte)."""
    german, allied, _ = desk.pair()
    first = german.table()["moved_at"]
    assert allied.table()["moved_at"] == first
    german.choose_any(random.Random(1))
    assert allied.table()["moved_at"] > first
