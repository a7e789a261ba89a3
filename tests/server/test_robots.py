"""Programs at the table: they play in processes of their own, and go on whatever happens."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import psutil
import pytest

from ardennes.core.match import new_match
from ardennes.core.record import Record
from ardennes.games import find
from ardennes.server.worker import Task, answer
from tests.server.desk import Data, Desk, Person, open_desk


@pytest.fixture
def desk(sqlite_url: str) -> Iterator[Desk]:
    with open_desk(sqlite_url) as found:
        yield found


def _until(person: Person, what: str, seconds: float = 60) -> Data:
    """Wait until something of the table is true."""
    ends = time.monotonic() + seconds
    while True:
        table = person.table()
        if table["over"] if what == "over" else table["thinking"] is None or table["over"]:
            return table
        assert time.monotonic() < ends, "the program does not answer"
        time.sleep(0.05)


def test_a_program_answers_and_shows_that_it_thinks(desk: Desk) -> None:
    german = desk.sit(desk.create(seats={"german": "human", "allied": "greedy"}, seed="1")["token"])
    rng = random.Random(1)
    thought = False
    with german.listen() as ear:
        ear.table()
        for _ in range(60):
            table = german.table()
            if table["thinking"] or table["view"]["turn"]["number"] > 1:
                thought = True
                break
            german.choose_any(rng)
        assert thought
        _until(german, "idle")
        seen = [m["table"]["thinking"] for m in ear.rest() if m["type"] == "table"]
    assert "allied" in seen and seen[-1] is None
    players = {p["side"]: p for p in german.table()["players"]}
    assert players["allied"]["player"] == "greedy" and players["allied"]["online"]


def test_while_a_program_thinks_the_server_answers_others(desk: Desk) -> None:
    desk.create(seats={"german": "greedy", "allied": "greedy"}, seed="1")
    slowest = 0.0
    for _ in range(40):
        started = time.monotonic()
        assert desk.http.get("/api/health").status_code == 200
        slowest = max(slowest, time.monotonic() - started)
        time.sleep(0.02)
    assert slowest < 2, "the event loop was held up"


def test_a_game_between_programs_plays_itself_to_the_end(desk: Desk) -> None:
    made = desk.create(seats={"german": "random", "allied": "greedy"}, seed="1")
    assert set(made["links"]) == {"watch"}
    table = _until(desk.sit(made["token"]), "over", 120)
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


def test_a_program_plays_on_after_the_server_was_started_anew(sqlite_url: str) -> None:
    with open_desk(sqlite_url) as desk:
        token = desk.create(seats={"german": "greedy", "allied": "random"}, seed="1")["token"]
        count = len(desk.sit(token).table()["story"])
    with open_desk(sqlite_url) as desk:
        watch = desk.sit(token)
        ends = time.monotonic() + 60
        while len(watch.table()["story"]) <= count + 5 and not watch.table()["over"]:
            assert time.monotonic() < ends
            time.sleep(0.1)


def test_a_program_comes_back_after_its_process_was_killed(desk: Desk) -> None:
    watch = desk.sit(desk.create(seats={"german": "greedy", "allied": "greedy"}, seed="1")["token"])
    for _ in range(3):
        time.sleep(0.7)
        for child in psutil.Process().children(recursive=True):
            if "spawn_main" in " ".join(child.cmdline()):
                child.kill()
    assert _until(watch, "over", 120)["over"]


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
