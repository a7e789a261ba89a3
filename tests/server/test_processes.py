"""Several server processes on one PostgreSQL: whatever happens at one is seen at the others at once."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.server.desk import Data, Desk, Person, open_desk


@pytest.fixture
def desks(postgresql_url: str) -> Iterator[tuple[Desk, Desk]]:
    with open_desk(postgresql_url) as one, open_desk(postgresql_url) as other:
        yield one, other


def _settles(person: Person, table: Data, seconds: float = 10) -> Data:
    """Wait until a person sees the table as another process has it."""
    ends = time.monotonic() + seconds
    while (found := person.table())["view"]["turn"] != table["view"]["turn"] or len(found["story"]) != len(
        table["story"]
    ):
        assert time.monotonic() < ends
        time.sleep(0.02)
    return found


def test_a_choice_at_one_is_seen_at_the_other_at_once(desks: tuple[Desk, Desk]) -> None:
    one, other = desks
    links = one.create(seed="1")["links"]
    here, there = one.sit(links["german"]), other.sit(links["german"])
    with there.listen() as ear:
        first = ear.table()
        here.choose_any(random.Random(1))
        after = ear.table()
        assert after["view"]["answers"] == first["view"]["answers"] + 1
        assert after["view"] == here.table()["view"]


def test_a_game_may_be_played_at_any_process_in_turn(desks: tuple[Desk, Desk]) -> None:
    token = desks[0].create(same_screen=True, seed="1")["token"]
    rng = random.Random(1)
    people = [desk.sit(token) for desk in desks]
    conflicts = 0
    for step in range(60):
        person = people[step % 2]
        table = person.table()
        choices = table["view"]["decision"]["choices"]
        verb = rng.choice(sorted(choices))
        body = {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}
        answer = person.desk.http.post("/api/table/choices", headers=person.headers, json=body)
        assert answer.status_code in (200, 409), answer.text
        conflicts += answer.status_code == 409
        if step % 9 == 8:
            table = person.table()
            person.desk.http.post("/api/table/undo", headers=person.headers, json={"answers": table["view"]["answers"]})
    assert conflicts < 60
    final = people[0].table()
    assert _settles(people[1], final)["view"] == final["view"]


def test_of_choices_at_two_processes_at_once_one_counts(desks: tuple[Desk, Desk]) -> None:
    for seed in range(5):
        token = desks[0].create(same_screen=True, seed=str(seed))["token"]
        people = [desk.sit(token) for desk in desks]
        tables = [person.table() for person in people]
        verb, some = sorted(tables[0]["view"]["decision"]["choices"].items())[0]
        body = {"verb": verb, "argument": some[0], "answers": tables[0]["view"]["answers"]}
        statuses: list[int] = []

        def send(desk: Desk, body: Data = body, token: str = token, statuses: list[int] = statuses) -> None:
            headers = {"Authorization": f"Bearer {token}"}
            statuses.append(
                httpx.post(desk.url + "/api/table/choices", headers=headers, json=body, timeout=30).status_code
            )

        threads = [threading.Thread(target=send, args=(desk,)) for desk in desks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409]
        assert people[0].table()["view"] == people[1].table()["view"]


def test_talk_names_and_presence_cross_over(desks: tuple[Desk, Desk]) -> None:
    links = desks[0].create()["links"]
    here, there = desks[0].sit(links["german"]), desks[1].sit(links["allied"])
    with here.listen() as a, there.listen() as b:
        a.table()
        b.table()
        here.post("/chat", status=201, text="Hello over there")
        assert b.next("chat")["line"]["text"] == "Hello over there"
        there.put("/seat", name="Anthony")
        assert {p["name"] for p in a.table()["players"]} == {"", "Anthony"}


def test_a_program_plays_at_one_process_and_is_watched_at_the_other(desks: tuple[Desk, Desk]) -> None:
    made = desks[0].create(seats={"german": "random", "allied": "random"}, seed="1")
    watch = desks[1].sit(made["token"])
    with watch.listen() as ear:
        ends = time.monotonic() + 120
        table = ear.table()
        while not table["over"]:
            assert time.monotonic() < ends
            table = ear.table()
    assert watch.table()["view"]["result"]
