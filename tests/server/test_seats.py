"""Seats: what a seat may do at the table, what happens if two act at once, and what if their view is out of date."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.machine import PATIENCE
from tests.server.desk import Data, Desk, Person, desk_on


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with desk_on(request.param, request) as found:
        yield found


def _first_choice(person: Person) -> tuple[str, object, int]:
    view = person.table()["view"]
    verb, arguments = sorted(view["decision"]["choices"].items())[0]
    return verb, arguments[0], view["answers"]


def test_the_other_seat_cannot_answer(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    verb, argument, _ = _first_choice(german)
    for person in (allied, watch):
        error = person.choose(verb, argument, status=403)["error"]
        assert error["code"] == "not_yours"
        assert str(argument) not in error["message"], "a refusal tells nothing of the other's question"
    assert german.table()["view"]["answers"] == 0


def test_only_the_seat_that_is_asked_sees_the_question(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    assert german.table()["view"]["decision"] is not None
    assert allied.table()["view"]["decision"] is None
    assert watch.table()["view"]["decision"] is None


def test_a_stale_choice_is_refused_even_if_it_would_be_legal(desk: Desk) -> None:
    german, *_ = desk.pair(seed="1")
    old = german.table()["view"]["answers"]
    table = german.choose_any(random.Random(1))
    while table["view"]["asked"] != "german":
        pytest.skip("the other side is asked")
    verb, argument, _ = _first_choice(german)
    for answers in (old, old - 1, table["view"]["answers"] + 1, 10**9):
        assert german.choose(verb, argument, answers, status=409)["error"]["code"] == "stale"
    german.choose(verb, argument)


def test_a_choice_for_a_question_that_was_taken_back_is_stale(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    asked = screen.table()["view"]
    after = screen.choose_any(random.Random(1))
    screen.post("/undo", answers=after["view"]["answers"])
    verb, arguments = sorted(asked["decision"]["choices"].items())[0]
    assert screen.choose(verb, arguments[0], asked["answers"], status=409)["error"]["code"] == "stale"


def _at_once(desk: Desk, person: Person, path: str, body: Data, times: int = 6) -> list[int]:
    """The same request from several connections at the same time."""

    def send(_: int) -> int:
        with httpx.Client(base_url=desk.url, timeout=PATIENCE) as http:
            return http.post("/api/table" + path, headers=person.headers, json=body).status_code

    with ThreadPoolExecutor(times) as threads:
        return sorted(threads.map(send, range(times)))


@pytest.mark.parametrize("same_screen", [False, True])
def test_only_one_of_several_equal_clicks_counts(desk: Desk, same_screen: bool) -> None:
    made = desk.create(seed="1", same_screen=same_screen)
    person = desk.sit(made["token"])
    verb, argument, answers = _first_choice(person)
    body = {"verb": verb, "argument": argument, "answers": answers}
    assert _at_once(desk, person, "/choices", body) == [200, 409, 409, 409, 409, 409]
    table = person.table()
    if same_screen:
        assert _at_once(desk, person, "/undo", {"answers": table["view"]["answers"]}) == [200, 409, 409, 409, 409, 409]


def test_different_choices_at_once_do_not_mix(desk: Desk) -> None:
    german, *_ = desk.pair(seed="1")
    view = german.table()["view"]
    every = [(v, a) for v, some in view["decision"]["choices"].items() for a in some][:8]

    def send(choice: tuple[str, object]) -> int:
        body = {"verb": choice[0], "argument": choice[1], "answers": view["answers"]}
        with httpx.Client(base_url=desk.url, timeout=PATIENCE) as http:
            return http.post("/api/table/choices", headers=german.headers, json=body).status_code

    with ThreadPoolExecutor(len(every)) as threads:
        statuses = sorted(threads.map(send, every))
    assert statuses == [200] + [409] * (len(every) - 1)
    assert german.table()["view"]["answers"] == 1


def test_a_link_opens_one_seat_of_one_game(desk: Desk) -> None:
    first, second = desk.create(), desk.create()
    tables = {token: desk.sit(token).table() for made in (first, second) for token in made["links"].values()}
    assert len({(t["id"], t["role"]) for t in tables.values()}) == 6
    all_tokens = set(tables)
    for token, table in tables.items():
        shown = {t for t in all_tokens - {token} if t in str(table)}
        allowed = set((first if token in first["links"].values() else second)["links"].values())
        assert shown <= (allowed if table["host"] else {t for t in allowed if tables[t]["role"] == "watch"})


def test_a_hot_seat_link_answers_for_whoever_is_asked(desk: Desk) -> None:
    made = desk.create(same_screen=True, seed="1")
    screen, rng = desk.sit(made["token"]), random.Random(1)
    seen = set()
    for _ in range(120):
        table = screen.table()
        if table["over"]:
            break
        assert table["side"] == table["view"]["asked"] and table["view"]["decision"] is not None
        seen.add(table["side"])
        screen.choose_any(rng)
    assert seen == {"german", "allied"}
    one_seat = desk.sit(made["links"]["allied"]).table()
    assert one_seat["role"] == "allied" and one_seat["side"] == "allied"


def test_a_lost_answer_can_be_asked_again(desk: Desk) -> None:
    """The connection broke after the server accepted the choice: the page sends it again and learns that it was accepted."""
    german, *_ = desk.pair(seed="1")
    verb, argument, answers = _first_choice(german)
    with httpx.Client(base_url=desk.url, timeout=PATIENCE) as http:
        body = {"verb": verb, "argument": argument, "answers": answers}
        http.post("/api/table/choices", headers=german.headers, json=body)
    assert german.choose(verb, argument, answers, status=409)["error"]["code"] == "stale"
    assert german.table()["view"]["answers"] == answers + 1
