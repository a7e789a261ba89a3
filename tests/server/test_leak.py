"""No secret reaches another seat: not by view, story, moments, errors, reasons, overlays, files, lists, or the mere arrival of a message.

Each game says what is secret: `imagine` redraws what a side cannot know, and `hides` says when there is something to hide. So these
tests cover every game, including future ones.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ardennes.core.fields import fields_of
from ardennes.core.game import Game
from ardennes.core.match import Match, new_match
from ardennes.games import find, game_ids
from ardennes.players import Seat, new_player
from ardennes.server.tokens import WATCH
from tests.server.desk import Desk, Ear, Person, open_desk
from tests.server.secrets import differs, everything, imagined, roles_in_the_dark, side_of

PLAYERS = [("greedy", 3), ("random", 0), ("random", 2)]
"""Who plays the games, and the seed: chosen so that there is something to hide."""


ENOUGH = 24
"""Secret choices watched through the server; a game with more is cut short."""
COMPARED = 120
"""Comparisons in memory after which a game is cut short."""


def _has_secrets(game: Game) -> bool:
    """Does the game declare any field that not everybody may see?"""
    holders = (game.state_type, *game.frame_types)
    return any(field.secret is not None for holder in holders for field in fields_of(holder).values())


PICKS_SHOW = pytest.mark.xfail(reason="the position for the other side tells that something has been picked")
"""What has been picked is not told, but that something has been picked is: known of this game, and to be fixed."""
SECRETIVE = [game for game in game_ids() if _has_secrets(find(game))]
WATCHED = [pytest.param(game, marks=PICKS_SHOW if game == "enemy_action" else ()) for game in SECRETIVE]


def test_some_game_has_secrets() -> None:
    assert "bulge" in SECRETIVE


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('leak')}/games.db") as found:
        yield found


@pytest.mark.parametrize("game", WATCHED)
@pytest.mark.parametrize(("who", "seed"), PLAYERS)
def test_what_is_hidden_from_a_role_makes_no_difference_to_what_it_is_told(game: str, who: str, seed: int) -> None:
    match = new_match(find(game), seed=seed)
    players = {side: new_player(who, seed, side) for side in match.game.sides}
    rng = random.Random(seed)
    compared = 0
    while match.result is None and compared < COMPARED:
        for role in roles_in_the_dark(match):
            real = everything(match, role)
            for other in imagined(match, role, rng):
                compared += other.state != match.state
                assert not differs(real, everything(other, role)), role
            compared += _secret_choices_show_nowhere(match, role, real, rng)
        side = match.decision.side
        match.play(*players[side].choose(Seat(match, side)), by=side)
    assert compared >= 3, "nothing was compared"


def _secret_choices_show_nowhere(match: Match, role: str, real: dict[str, bytes], rng: random.Random) -> int:
    """Let the others make different secret choices: as long as the role sees the same table, it is told the same."""
    compared = 0
    before = match.view(side_of(role))
    for _ in range(3):
        fork = match.at(match.count)
        while fork.result is None and fork.decision.side != role and fork.view(side_of(role)) == before:
            verb, some = rng.choice(sorted(fork.decision.choices.items()))
            fork.play(verb, rng.choice(some))
            if fork.view(side_of(role)) == before:
                assert not differs(real, everything(fork, role)), (role, verb)
                compared += 1
    return compared


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
        game = find(self.person.table()["game"])
        answers: dict[str, httpx.Response] = {}
        moments = self.person.table()["moments"]
        for path in ("", "/moments", f"/moments/{moments - 1}", f"/moments/{moments}", "/record", "/position"):
            answers[path] = http.get("/api/table" + path, headers=headers)
        for overlay in game.overlays:
            of = {"": "", "side": game.sides[0], "unit": next(iter(game.unit_names.index))}[overlay.of]
            params = {"id": overlay.id, "of": of}
            answers["overlay " + overlay.id] = http.get("/api/table/overlay", headers=headers, params=params)
        answers_so_far = self.person.table()["view"]["answers"]
        unit = next(iter(game.unit_names.index))
        posts: list[tuple[str, dict[str, Any]]] = [
            ("/undo", {"answers": answers_so_far + 7}),
            ("/choices", {"verb": "nonsense", "argument": "x", "answers": answers_so_far}),
            ("/choices", {"verb": "done", "answers": answers_so_far + 1}),
            ("/why", {"unit": unit}),
            ("/branch", {"moment": moments - 1}),
            ("/share", {"moment": moments - 1}),
        ]
        frames = sorted({n[3:] for frame in game.frame_types for n in dir(frame) if n.startswith("on_")})
        posts += [("/explain", {"verb": verb, "argument": None}) for verb in frames]
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


@pytest.mark.parametrize("game", WATCHED)
@pytest.mark.parametrize(("who", "seed"), PLAYERS)
def test_whole_games_through_the_server_tell_no_secret(desk: Desk, game: str, who: str, seed: int) -> None:
    twin = new_match(find(game), seed=str(seed))
    made = desk.create(game=game, seed=str(seed))
    people = {role: desk.sit(token) for role, token in made["links"].items()}
    players = {side: new_player(who, seed, side) for side in twin.game.sides}
    headers = {role: person.headers for role, person in people.items()}
    marks = dict.fromkeys(people, "")
    secret = 0
    with (
        people[twin.game.sides[0]].listen() as one,
        people[twin.game.sides[1]].listen() as two,
        people[WATCH].listen() as three,
    ):
        ears = {twin.game.sides[0]: one, twin.game.sides[1]: two, WATCH: three}
        spies = {role: Spy(people[role], role, ear) for role, ear in ears.items()}
        while twin.result is None and secret < ENOUGH:
            side = twin.decision.side
            verb, argument = players[side].choose(Seat(twin, side))
            dark = {role: twin.view(side_of(role)) for role in roles_in_the_dark(twin) if role != side}
            known: dict[str, dict[str, bytes]] = {}
            for role, spy in spies.items():
                if dark or twin.count % 10 == 0:
                    spy.listen()
                if role in dark:
                    known[role] = spy.ask_all()
            body = {"verb": verb, "argument": argument, "answers": twin.answers(side)}
            answer = desk.http.post(f"/api/table/choices?story={marks[side]}", headers=headers[side], json=body)
            assert answer.status_code == 200, answer.text
            marks[side] = answer.content.partition(b'"story_mark":"')[2].partition(b'"')[0].decode()
            twin.play(verb, argument, by=side)
            for role, view in dark.items():
                if role in roles_in_the_dark(twin) and twin.view(side_of(role)) == view:
                    secret += 1
                    heard = spies[role].listen()
                    assert not heard, f"{role} heard of a secret choice"
                    assert not differs(known[role], spies[role].ask_all()), role
        for role, spy in spies.items():
            spy.listen()
            _check_story(spy, role)
    if who == "greedy":
        assert secret >= 10, "nothing was secret in this game"


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


def test_the_time_of_the_last_move_does_not_tell_of_secret_choices(desk: Desk) -> None:
    """The greedy game again: `moved_at` of list and table does not change during secret choices (compared above byte by byte)."""
    german, allied, _ = desk.pair()
    first = german.table()["moved_at"]
    assert allied.table()["moved_at"] == first
    german.choose_any(random.Random(1))
    assert allied.table()["moved_at"] > first
