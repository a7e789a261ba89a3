"""Programs at the table: they play in separate processes, and continue whatever happens."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psutil
import pytest

from ardennes.core.match import new_match
from ardennes.core.record import Record
from ardennes.games import find
from ardennes.server.worker import Task, answer
from tests.machine import wait_until
from tests.server.desk import Data, Desk, Person, open_desk


@pytest.fixture
def desk(sqlite_url: str) -> Iterator[Desk]:
    with open_desk(sqlite_url) as found:
        yield found


def _until(person: Person, what: str) -> Data:
    """Wait until the program has answered ("idle"), or until the game is "over"."""
    found: Data = {}

    def it_is_so() -> bool:
        found.update(person.table())
        return bool(found["over"] or (what == "idle" and found["thinking"] is None))

    wait_until(it_is_so, "the program does not answer")
    return found


def _workers() -> list[psutil.Process]:
    """The processes in which programs think."""
    found = []
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child)
    return found


def test_a_program_answers_and_shows_that_it_thinks(desk: Desk) -> None:
    german = desk.sit(desk.create(seats={"german": "human", "allied": "greedy"}, seed="1")["token"])
    rng = random.Random(1)
    with german.listen() as ear:
        table = ear.table()
        while not table["thinking"]:
            assert table["view"]["turn"]["number"] == 1
            table = german.choose_any(rng)
        assert table["thinking"] == table["view"]["asked"] == "allied"
        while (seen := ear.table())["view"]["asked"] != "german" or seen["view"]["answers"] < table["view"]["answers"]:
            assert seen["thinking"] == (None if seen["view"]["asked"] == "german" else "allied")
        assert seen["thinking"] is None
    players = {p["side"]: p for p in german.table()["players"]}
    assert players["allied"]["player"] == "greedy" and players["allied"]["online"]


def test_a_planner_takes_a_seat_like_any_other_program(desk: Desk) -> None:
    allied = desk.sit(desk.create(seats={"german": "veteran", "allied": "human"}, seed="1")["token"])
    seen = _until(allied, "idle")
    assert seen["view"]["asked"] == "allied" and not seen["over"]
    assert any(event["side"] == "german" for event in seen["story"])


def test_while_a_program_thinks_the_server_answers_others(desk: Desk) -> None:
    watch = desk.sit(desk.create(seats={"german": "greedy", "allied": "greedy"}, seed="1")["token"])
    wait_until(_workers, "no program thinks")
    workers = _workers()  # more than one where there are more cores
    for worker in workers:
        worker.suspend()  # it thinks for as long as we want
    try:
        screen, rng = desk.sit(desk.create(same_screen=True, seed="1")["token"]), random.Random(1)
        for _ in range(10):
            screen.choose_any(rng)
        assert watch.table()["thinking"]
    finally:
        for worker in workers:
            worker.resume()
    assert _until(watch, "over")["over"]


def test_a_game_between_programs_plays_itself_to_the_end(desk: Desk) -> None:
    made = desk.create(seats={"german": "random", "allied": "greedy"}, seed="1")
    assert set(made["links"]) == {"watch"}
    table = _until(desk.sit(made["token"]), "over")
    assert table["view"]["result"] and table["role"] == "watch"


def test_undo_against_a_program_takes_its_answers_back_too(desk: Desk) -> None:
    german = desk.sit(desk.create(seats={"german": "human", "allied": "random"}, seed="3")["token"])
    rng = random.Random(1)
    before = german.table()
    for _ in range(200):
        before = german.table()
        after = german.choose_any(rng)
        if after["thinking"]:
            break
    after = _until(german, "idle")
    assert len(after["story"]) > len(before["story"])
    back = german.post("/undo", answers=after["view"]["answers"])
    assert back["view"]["pieces"] == before["view"]["pieces"]
    assert back["view"]["decision"] == before["view"]["decision"]
    assert back["thinking"] is None


def test_a_program_plays_on_after_the_server_was_restarted(sqlite_url: str) -> None:
    with open_desk(sqlite_url) as desk:
        token = desk.create(seats={"german": "greedy", "allied": "random"}, seed="1")["token"]
        count = len(desk.sit(token).table()["story"])
    with open_desk(sqlite_url) as desk:
        watch = desk.sit(token)
        wait_until(
            lambda: (table := watch.table())["over"] or len(table["story"]) > count + 5, "the program does not play on"
        )


def test_a_program_comes_back_after_its_process_was_killed(desk: Desk) -> None:
    watch = desk.sit(desk.create(seats={"german": "greedy", "allied": "greedy"}, seed="1")["token"])
    killed: set[int] = set()
    while len(killed) < 3 and not watch.table()["over"]:
        for worker in _workers():
            with suppress(psutil.NoSuchProcess):
                worker.kill()
                killed.add(worker.pid)
    assert killed, "nobody was killed"
    assert _until(watch, "over")["over"]


def test_a_program_is_given_no_seed_and_stops_where_a_die_is_rolled() -> None:
    match = new_match(find("bulge"), seed="1")
    r = match.record
    record = Record(r.game, r.scenario, r.options, r.rules, r.commitment, r.position, list(r.entries))
    task = Task(1, record, "german", "greedy", "luck", 30.0)
    choices = answer(task)
    assert choices
    for verb, argument in choices:
        assert match.decision.side == "german"
        match.play(verb, argument, by="german")
    assert match.decision.side != "german" or match.record.entries[-1][0] == "chance"  # type: ignore[index]


def test_a_worker_goes_on_from_what_it_remembers_and_from_what_it_does_not() -> None:
    def told(match_entries: list[object], record: Record) -> Task:
        copy = Record(record.game, record.scenario, record.options, record.rules, record.commitment, record.position)
        copy.entries = list(match_entries)  # type: ignore[arg-type]
        return Task(7, copy, "german", "greedy", "luck", 0.0)

    match = new_match(find("bulge"), seed="2")
    for _ in range(8):
        if match.decision.side != "german":
            break
        for verb, argument in answer(told(list(match.record.entries), match.record)):
            match.play(verb, argument, by="german")
    match.solo = True
    match.undo()
    if match.decision.side == "german":
        ((verb, argument),) = answer(told(list(match.record.entries), match.record))
        match.play(verb, argument, by="german")


def test_a_planner_can_be_told_how_long_to_think(desk: Desk) -> None:
    allied = desk.sit(desk.create(seats={"german": "general@0.1", "allied": "human"}, seed="1")["token"])
    seen = _until(allied, "idle")
    assert seen["view"]["asked"] == "allied" and not seen["over"]
    assert {p["side"]: p["player"] for p in seen["players"]}["german"] == "general@0.1"


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ("general@", "a planner thinks for 0.1 to 600 seconds a turn, not ''"),
        ("general@1e9", "a planner thinks for 0.1 to 600 seconds a turn, not '1e9'"),
        ("greedy@5", "'greedy' cannot be told how to think"),
    ],
)
def test_a_bad_time_to_think_is_refused(desk: Desk, player: str, why: str) -> None:
    answer = desk.http.post("/api/tables", json={"game": "bulge", "seats": {"german": player}})
    assert answer.status_code == 422 and why in answer.text.replace('\\"', '"'), answer.text


def test_a_planner_thinks_while_a_person_does_and_uses_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it found out in the other side's time goes to the process that answers next."""
    given: list[Task] = []
    run = asyncio.BaseEventLoop.run_in_executor

    def watched(self: Any, pool: Any, work: Any, *args: Any) -> Any:
        given.extend(task for task in args if isinstance(task, Task))
        return run(self, pool, work, *args)

    monkeypatch.setattr(asyncio.BaseEventLoop, "run_in_executor", watched)
    allied = desk.sit(desk.create(seats={"german": "veteran@0.1+", "allied": "human"}, seed="1")["token"])
    _until(allied, "idle")
    here = len(given)
    ideas = len(find("bulge").ideas("german"))  # a step tries at least one, so after so many steps all have been tried
    wait_until(lambda: len(given) > here + ideas + 1, "it does not think while the person does")
    rng = random.Random(1)
    while not allied.choose_any(rng)["thinking"]:
        pass
    _until(allied, "idle")
    asked = [task for task in given[here:] if task.pondered is not None]
    assert asked and asked[0].side == "german" and asked[0].pondered is not None and asked[0].pondered.chances
