"""The OpenAPI document is correct: whatever is sent, the server answers without an internal error and as documented."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from pydantic import TypeAdapter
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ardennes.games import find, game_ids
from ardennes.server import models
from ardennes.server.app import create_app
from ardennes.server.settings import Settings
from tests.machine import PATIENCE
from tests.server.desk import Desk, Ear, open_desk

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 12
"""Requests tried for each route; there are about thirty routes."""

schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite:////nowhere/games.db")).openapi())


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('schema')}/games.db") as found:
        yield found


@pytest.fixture(scope="module")
def visits(desk: Desk) -> Iterator[tuple[requests.Session, Iterator[dict[str, str]]]]:
    """A connection, and in turn the headers of every kind of visitor: each role of a game in progress, wrong links, none."""
    made, screen = desk.create(seed="1"), desk.create(same_screen=True, seed="1")
    people = {role: desk.sit(token) for role, token in made["links"].items()}
    rng = random.Random(1)
    for _ in range(12):
        people[people["german"].table()["view"]["asked"]].choose_any(rng)
        desk.sit(screen["token"]).choose_any(rng)
    tokens = [*made["links"].values(), screen["token"], "0" * 30]
    headers = [{"Authorization": f"Bearer {token}"} for token in tokens] + [{}]
    with requests.Session() as session:
        yield session, itertools.cycle(headers)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_any_request_is_answered_as_the_document_says(
    case: schemathesis.Case[Any], desk: Desk, visits: tuple[requests.Session, Iterator[dict[str, str]]]
) -> None:
    session, headers = visits
    session.cookies.clear()
    response = case.call(base_url=desk.url, session=session, headers=next(headers), timeout=PATIENCE)
    case.validate_response(response, checks=CHECKS)


# --- what is sent in real games ---------------------------------------------------------------------------------------------------------


LONGEST = 80
"""Choices: most of a short game, some turns of those that take thousands."""


def _fits(model: Any, data: Any) -> None:
    TypeAdapter(model).validate_json(json.dumps(data), strict=True)


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("same_screen", [False, True])
def test_games_are_sent_in_the_shape_of_the_document(desk: Desk, game: str, same_screen: bool) -> None:
    made = desk.create(game=game, seed="3", same_screen=same_screen)
    _fits(models.Created, made)
    people = {role: desk.sit(token) for role, token in made["links"].items()}
    rng = random.Random(3)
    with people["all" if same_screen else "german"].listen() as ear:
        _play_through(desk, people, game, rng, ear)
        ear.rest()
    assert {message["type"] for message in ear.raw} >= {"table", "change"}
    for message in ear.raw[::4]:
        _fits(models.LiveMessage, message)


def _play_through(desk: Desk, people: dict[str, Any], game: str, rng: random.Random, ear: Ear) -> None:
    same_screen = "all" in people
    for step in range(LONGEST):
        table = people["all" if same_screen else "watch"].table()
        if step % 4 == 0 or table["over"]:
            _fits(models.Table, table)
        if table["over"]:
            break
        actor = people["all"] if same_screen else people[table["view"]["asked"]]
        answer = actor.choose_any(rng)
        ear.drain()
        if step % 4 == 1:
            _fits(models.Table, answer)
        if step % 40 == 0:
            _look_around(desk, people, game)
    _look_around(desk, people, game)


def _look_around(desk: Desk, people: dict[str, Any], game: str) -> None:
    found = find(game)
    for person in people.values():
        moments = person.get("/moments")
        _fits(list[models.Moment], moments)
        _fits(models.MomentView, person.get(f"/moments/{len(moments) // 2}"))
        for overlay in found.overlays:
            of = {"": "", "side": found.sides[0], "unit": next(iter(found.unit_names.index))}[overlay.of]
            _fits(models.Overlay, person.get("/overlay", id=overlay.id, of=of))
        _fits(models.Explained, person.post("/explain", verb="done"))
        _fits(models.WhyAnswer, person.post("/why", place=next(iter(found.place_names.index))))
    tokens = [person.token for person in people.values()]
    _fits(list[models.Summary], desk.http.post("/api/summaries", json={"tokens": tokens}).json())


def test_game_facts_have_the_shape_of_the_document(desk: Desk) -> None:
    games = desk.http.get("/api/games").json()
    _fits(list[models.GameInfo], games)
    for game in games:
        _fits(models.BoardFacts, desk.http.get(f"/api/games/{game['id']}/board").json())
        for url in (*game["board"].values(), *game["picture"].values()):
            assert desk.http.get(url).status_code in (200, 404)  # 404 where the pictures are not built
    for name in game_ids():
        _fits(models.Rulebook, desk.http.get(f"/api/games/{name}/rules").json())
    _fits(list[models.HistoryDay], desk.http.get("/api/history").json())


def test_the_document_is_served(desk: Desk) -> None:
    document = desk.http.get("/api/openapi.json").json()
    assert "/api/table/choices" in document["paths"]
