"""What would a planner do? Asked at a seat, answered in the processes that play for programs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes.server import models
from ardennes.server.robots import question_at
from tests.server.desk import Data, Desk, Person, open_desk

ADVICE = 3


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('advice')}/games.db") as found:
        yield found


def against_a_program(desk: Desk, **what: Any) -> Person:
    return desk.sit(desk.create(seats={"german": "human", "allied": "greedy"}, **what)["token"])


def answers(person: Person) -> int:
    found: int = person.table()["view"]["answers"]
    return found


def test_advice_is_an_intention_that_one_request_plays(desk: Desk) -> None:
    german = against_a_program(desk, seed="1")
    before = german.table()
    found: Data = german.post("/advice", answers=before["view"]["answers"])
    models.Advice.model_validate(found)
    assert german.table()["digest"] == before["digest"]  # nothing was played
    verbs = [step["verb"] for step in found["choices"]]
    assert verbs[0] == "attack" and verbs[-1] == "roll"
    assert found["text"].startswith("Attack ")
    assert found["units"] == [step["argument"] for step in found["choices"] if step["verb"] in ("attack", "unit")]
    assert 0 < found["chance"] < 1 and found["plan"] and len(found["others"]) > 2
    after = german.post("/steps", choices=found["choices"], answers=found["answers"])
    assert after["view"]["answers"] == found["answers"] + len(found["choices"])


def test_the_same_question_gets_the_same_advice(desk: Desk) -> None:
    german = against_a_program(desk, seed="2")
    now = answers(german)
    assert german.post("/advice", answers=now) == german.post("/advice", answers=now)


def test_the_planner_gets_the_record_without_its_seed(desk: Desk) -> None:
    german = against_a_program(desk, seed="secret dice")
    game_id = int(german.table()["id"], 16)

    async def asked() -> str:
        async with desk.context.tables.hold(game_id) as table:
            return repr(question_at(table, "german", "veteran"))

    assert "secret dice" not in desk.do(asked())


@pytest.mark.parametrize("game", ["bulge", "enemy_action"])
def test_everybody_at_one_screen_may_ask(desk: Desk, game: str) -> None:
    screen = desk.sit(desk.create(game=game, same_screen=True, seed="1")["token"])
    for _ in range(2):
        now = answers(screen)
        found = screen.post("/advice", answers=now)
        screen.post("/steps", choices=found["choices"], answers=now)


def test_against_another_person_there_is_no_advice(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    for person in (german, allied):
        refused = person.post("/advice", 403, answers=answers(person))
        assert refused["error"]["code"] == "no_advice" and "another person" in refused["error"]["message"]
    assert watch.post("/advice", 403, answers=0)["error"]["message"] == "spectators can only watch"


def test_only_the_side_that_is_asked_gets_advice(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk.context.tables, "changed", lambda table: None)  # the program never answers
    german = against_a_program(desk, seed="3")
    assert german.post("/advice", 409, answers=answers(german) + 1)["error"]["code"] == "stale"
    rng = random.Random(1)
    for _ in range(400):
        table = german.table()
        if table["view"]["asked"] == "allied":
            refused = german.post("/advice", 403, answers=table["view"]["answers"])
            assert refused["error"]["code"] == "not_yours"
            return
        german.choose_any(rng)
    pytest.fail("the program was never asked")


def test_advice_is_rate_limited(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_desk(sqlite_url, advice_rate=ADVICE) as desk:
        now = time.monotonic()
        monkeypatch.setattr(desk.context.advice, "_clock", lambda: now)
        german = against_a_program(desk, seed="1")
        question = answers(german)
        for _ in range(ADVICE):
            german.post("/advice", answers=question)
        assert german.post("/advice", 429, answers=question)["error"]["code"] == "too_often"
