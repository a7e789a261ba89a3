"""What has changed instead of the whole table: however a page got the version it has, what it puts together is the table as it stands."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes.games import game_ids
from tests.server.desk import Data, Desk, Person, applied, desk_on

BESIDE = ("players", "moved_at", "chat", "story", "story_from")
"""What is not compared: who is there depends on the time, and the story is checked on its own."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with desk_on(request.param, request) as found:
        yield found


def _choice(table: Data, rng: random.Random) -> Data:
    choices = table["view"]["decision"]["choices"]
    verb = rng.choice(sorted(choices))
    return {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}


def _same(one: Data, other: Data) -> None:
    assert one.keys() == other.keys()
    assert {key: one[key] for key in one if key not in BESIDE} == {key: other[key] for key in one if key not in BESIDE}


class Page:
    """What a page has: a table, put together from whatever it is sent, with its whole story."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.changes = 0
        self.table = person.table()

    def take(self, answer: Data) -> None:
        """Put an answer to what is there."""
        if "from" in answer:
            self.changes += 1
        new = applied(self.table, answer) if "from" in answer else answer
        self.table = new | {"story": self.table["story"][: new["story_from"]] + new["story"], "story_from": 0}

    @property
    def has(self) -> dict[str, Any]:
        return {"known": self.table["digest"], "story": self.table["story_mark"]}

    def send(self, path: str, body: Data) -> None:
        """Do something, and take over the answer."""
        http = self.person.desk.http
        answer = http.post(f"/api/table{path}", params=self.has, headers=self.person.headers, json=body)
        assert answer.status_code == 200, answer.text
        self.take(answer.json())

    def look(self) -> None:
        """Get what is new."""
        self.take(self.person.get(**self.has))

    def check(self) -> None:
        """Is it the table as it stands?"""
        now = self.person.table()
        _same(self.table, now)
        assert self.table["story"] == now["story"]


@pytest.mark.parametrize("game", game_ids())
def test_changes_add_up_to_the_table_as_it_stands(desk: Desk, game: str) -> None:
    page = Page(desk.sit(desk.create(game=game, same_screen=True, seed="4")["token"]))
    rng = random.Random(4)
    for step in range(90):
        if step % 7 == 6:
            page.send("/undo", {"answers": page.table["view"]["answers"], "all": step % 2 == 0})
        elif not page.table["over"]:
            page.send("/choices", _choice(page.table, rng))
        page.check()
    assert page.changes > 80


def test_an_undo_is_a_change_that_takes_the_story_back(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    rng = random.Random(1)
    with screen.listen() as ear:
        table = ear.table()
        story = table["story"]
        back = 0
        for step in range(40):
            before = len(story)
            if step % 3 == 2:
                screen.post("/undo?brief=true", answers=table["view"]["answers"])
            else:
                screen.post("/choices?brief=true", **_choice(table, rng))
            table = ear.table()
            story = story[: table["story_from"]] + table["story"]
            back += len(story) < before
            _same(table, screen.table())
            assert story == screen.table()["story"]
        assert back, "something was taken back from the story"
        assert [message["type"] for message in ear.raw].count("table") == 1, (
            "only the first message has the whole table"
        )


def test_a_page_that_reconnects_gets_what_it_missed_as_a_change(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(1)
    with german.listen() as ear:
        table = ear.table()
    for _ in range(5):
        people[german.table()["view"]["asked"]].choose_any(rng)
    with german.listen(table["story_mark"], have=table) as ear:
        now = ear.table()
        assert [message["type"] for message in ear.raw] == ["change"]
    _same(now, german.table())
    assert table["story"][: now["story_from"]] + now["story"] == german.table()["story"]


def test_a_page_whose_version_is_not_known_any_more_gets_the_whole_table(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(1)
    table = german.table()
    for _ in range(30):  # more than are remembered
        people[german.table()["view"]["asked"]].choose_any(rng)
    for known in (table["digest"], "nonsense", "x" * 64):
        with german.listen(table["story_mark"], have=table | {"digest": known}) as ear:
            now = ear.table()
            assert ear.raw[0]["type"] == "table"
            assert now["story_from"] == len(table["story"]), "but not the story that it has"
        _same(now, german.table())
        _same(german.get(known=known), german.table())
    assert german.get(status=422, known="x" * 65)["error"]["code"] == "bad_input"


def test_a_page_that_has_lost_track_asks_for_the_whole_table(desk: Desk) -> None:
    german, *_ = desk.pair(seed="1")
    with german.listen() as ear:
        first = ear.table()
        german.choose_any(random.Random(1))
        change = json.loads(ear.live.recv())
        wrong = first | {"digest": "something else"}
        with pytest.raises(AssertionError, match="another version"):
            applied(wrong, change["change"])
        ear.live.send(json.dumps({"type": "lost", "known": "something else", "story": first["story_mark"]}))
        now = ear.table()
        assert ear.raw[-1]["type"] == "table"
        _same(now, german.table())
        german.choose_any(random.Random(1))
        _same(ear.table(), german.table())
        assert ear.raw[-1]["type"] == "change", "from then on there are changes again"
        # With a version that the server remembers it gets only what has changed since.
        ear.have = first
        ear.live.send(json.dumps({"type": "lost", "known": first["digest"]}))
        _same(ear.table(), german.table())
        assert ear.raw[-1]["type"] == "change"


def test_two_tabs_of_one_player_see_the_same(desk: Desk) -> None:
    german, *_ = desk.pair(seed="1")
    rng = random.Random(1)
    with german.listen() as one, german.listen() as two:
        tabs = [(one, one.table()), (two, two.table())]
        for step in range(6):
            ear, table = tabs[step % 2]
            if table["view"]["asked"] != "german":
                break
            done = german.post("/choices?brief=true", **_choice(table, rng))
            tabs = [(other, other.table()) for other, _ in tabs]
            for _, seen in tabs:
                assert seen["view"]["answers"] == done["answers"]
                _same(seen, german.table())
        stale = german.post("/choices?brief=true", status=409, verb="done", answers=0)
        assert stale["error"]["code"] == "stale"
        for ear in (one, two):
            assert [m["type"] for m in ear.raw if m["type"] != "players"].count("table") == 1
            assert not [m for m in ear.rest() if m["type"] == "table"], "nothing was sent twice"


def test_a_brief_answer_says_only_that_it_counts(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    table = screen.table()
    assert screen.post("/choices?brief=true", **_choice(table, random.Random(1))) == {"answers": 1}
    assert screen.post("/undo?brief=true", answers=1) == {"answers": 2}


def test_nothing_new_is_an_empty_change(desk: Desk) -> None:
    german, *_ = desk.pair(seed="1")
    table = german.table()
    desk.forget()  # as at another process, which has not sent this version to anybody yet
    answer = german.get(known=table["digest"], said=0)
    assert answer["from"] == answer["digest"] == table["digest"]
    assert answer["story"] == [] and not answer.keys() & {"view", "pieces", "places", "gone", "order", "chat"}


def test_talk_comes_from_where_the_page_has_it(desk: Desk) -> None:
    german, *_ = desk.pair()
    for text in ("one", "two", "three"):
        german.post("/chat", status=201, text=text)
    known = german.table()["digest"]
    assert [line["text"] for line in german.get(known=known, said=1)["chat"]] == ["two", "three"]
    assert "chat" not in german.get(known=known, said=3)
