"""Several server processes on one database: once a choice is acknowledged, every process shows it, and pages
connected to another process are told about it."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import httpx
import pytest

from ardennes.server.live import Live
from tests.machine import PATIENCE
from tests.server.desk import Data, Desk, applied, open_desk


@pytest.fixture
def desks(postgresql_url: str) -> Iterator[tuple[Desk, Desk]]:
    with open_desk(postgresql_url) as one, open_desk(postgresql_url) as other:
        yield one, other


@pytest.fixture
def deaf(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Desk, Desk]]:
    """Two processes that get no notices of each other's changes: they have to look them up."""
    monkeypatch.setattr(Live, "_heard", lambda *notice: None)
    with open_desk(database_url) as one, open_desk(database_url) as other:
        yield one, other


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


def _any_choice(table: Data, rng: random.Random) -> Data:
    """Any choice that a table offers, as it is sent."""
    choices = table["view"]["decision"]["choices"]
    verb = rng.choice(sorted(choices))
    return {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}


def test_a_game_may_be_played_at_any_process_in_turn(deaf: tuple[Desk, Desk]) -> None:
    """Requests alternate between the two processes, and each uses only the previous answer."""
    token = deaf[0].create(same_screen=True, seed="1")["token"]
    rng = random.Random(1)
    people = [desk.sit(token) for desk in deaf]
    table = people[0].table()
    assert people[1].table()["view"] == table["view"]
    for step in range(60):
        person, other = people[step % 2], people[(step + 1) % 2]
        if step % 9 == 8:
            table = person.post("/undo", answers=table["view"]["answers"])
        else:
            table = person.post("/choices", **_any_choice(table, rng))
        if step % 4 == 3:
            assert other.table() == table


def test_each_side_may_play_at_a_process_of_its_own(deaf: tuple[Desk, Desk]) -> None:
    links = deaf[0].create(seed="1")["links"]
    people = {side: desk.sit(links[side]) for side, desk in zip(("german", "allied"), deaf, strict=True)}
    rng = random.Random(1)
    asked = "german"
    sides: list[str] = []
    while len(sides) < 120 and sides.count("allied") < 5:
        person = people[asked]
        sides.append(asked)
        asked = person.post("/choices", **_any_choice(person.table(), rng))["view"]["asked"]
    assert sides.count("allied") == 5
    assert people["german"].table()["story"] == people["allied"].table()["story"]


def test_an_answer_to_an_old_question_is_refused_at_every_process(deaf: tuple[Desk, Desk]) -> None:
    token = deaf[0].create(same_screen=True, seed="1")["token"]
    here, there = (desk.sit(token) for desk in deaf)
    old = _any_choice(there.table(), random.Random(1))
    here.post("/choices", **old)
    assert there.post("/choices", status=409, **old)["error"]["code"] == "stale"
    assert there.post("/undo", status=409, answers=old["answers"])["error"]["code"] == "stale"
    assert there.table() == here.table()


def test_a_question_at_another_process_is_about_the_current_game(deaf: tuple[Desk, Desk]) -> None:
    token = deaf[0].create(same_screen=True, seed="1")["token"]
    here, there = (desk.sit(token) for desk in deaf)
    rng = random.Random(1)
    there.table()
    for _ in range(5):
        table = here.post("/choices", **_any_choice(here.table(), rng))
        verb, some = sorted(table["view"]["decision"]["choices"].items())[0]
        assert there.post("/explain", verb=verb, argument=some[0])["ok"]
        assert len(there.get("/moments")) == table["moments"]
        assert there.get("/record") == here.get("/record")


def test_chat_names_and_notes_are_visible_at_once(deaf: tuple[Desk, Desk]) -> None:
    links = deaf[0].create()["links"]
    here, there = (desk.sit(links["german"]) for desk in deaf)
    there.table()
    here.put("/seat", name="Otto")
    assert there.table()["players"][0]["name"] == "Otto"
    here.put("/note", text="take Bastogne")
    assert there.table()["note"] == "take Bastogne"
    here.post("/chat", status=201, text="one")
    assert there.post("/chat", status=201, text="two")["name"] == "Otto"
    for person in (here, there):
        assert [line["text"] for line in person.table()["chat"]] == ["one", "two"]


def test_a_page_that_connects_gets_the_current_game(deaf: tuple[Desk, Desk]) -> None:
    token = deaf[0].create(same_screen=True, seed="1")["token"]
    here, there = (desk.sit(token) for desk in deaf)
    there.table()
    after = here.post("/choices", **_any_choice(here.table(), random.Random(1)))
    with there.listen() as ear:
        assert ear.table()["view"] == after["view"]
        after = here.post("/choices", **_any_choice(after, random.Random(1)))
        assert [message["table"]["view"] for message in ear.rest()] == [after["view"]]


def test_only_one_of_two_choices_at_two_processes_counts(desks: tuple[Desk, Desk]) -> None:
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
                httpx.post(desk.url + "/api/table/choices", headers=headers, json=body, timeout=PATIENCE).status_code
            )

        threads = [threading.Thread(target=send, args=(desk,)) for desk in desks]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(statuses) == [200, 409]
        assert people[0].table()["view"] == people[1].table()["view"]


def test_chat_names_and_presence_reach_other_processes(desks: tuple[Desk, Desk]) -> None:
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
        while not ear.table()["over"]:
            pass
    assert watch.table()["view"]["result"]


def test_changes_are_for_the_version_a_page_has_from_another_process(deaf: tuple[Desk, Desk]) -> None:
    """The page has every version from the other process than the one that it asks next, and yet it is sent only what has changed."""
    token = deaf[0].create(same_screen=True, seed="1")["token"]
    people = [desk.sit(token) for desk in deaf]
    rng = random.Random(1)
    table = people[0].table()
    for step in range(20):
        person = people[(step + 1) % 2]
        answer = person.desk.http.post(
            "/api/table/choices",
            params={"known": table["digest"]},
            headers=person.headers,
            json=_any_choice(table, rng),
        ).json()
        assert answer["from"] == table["digest"]
        table = applied(table, answer)
        now = people[step % 2].table()
        assert (table["digest"], table["view"]) == (now["digest"], now["view"])


def test_a_live_connection_to_another_process_is_in_step_once_a_ping_is_answered(deaf: tuple[Desk, Desk]) -> None:
    token = deaf[0].create(same_screen=True, seed="1")["token"]
    here, there = (desk.sit(token) for desk in deaf)
    rng = random.Random(1)
    with there.listen() as ear:
        table = ear.table()
        for _ in range(6):
            done = here.post("/choices?brief=true", **_any_choice(table, rng))
            (news,) = [message for message in ear.rest() if message["type"] == "table"]
            table = news["table"]
            assert table["view"]["answers"] == done["answers"]
        assert [message["type"] for message in ear.raw].count("table") == 1
