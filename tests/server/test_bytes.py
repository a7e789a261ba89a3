"""How much a page and the server send each other, counted on the wire: a click costs little, and nothing is sent twice."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from statistics import mean, quantiles

import httpx
import pytest
from websockets.sync.client import connect

from ardennes.games import game_ids
from tests.machine import PATIENCE
from tests.server.desk import Data, Desk, Ear, open_desk
from tests.server.wire import wire_to

CLICKS = 60
MOST = 4000
"""Bytes of an ordinary click, requests, answers, headers and frames together."""
BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "Accept": "application/json",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en;q=0.9",
    "Origin": "https://ardennes.example",
    "Sec-Fetch-Dest": "empty",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
    "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Linux"',
}
"""What a browser adds to every request."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('bytes')}/games.db") as found:
        yield found


def _port(desk: Desk) -> int:
    return int(desk.url.rpartition(":")[2])


@pytest.mark.parametrize("game", game_ids())
def test_an_ordinary_click_takes_less_than_four_kilobytes(
    desk: Desk, game: str, record_property: Callable[[str, object], None]
) -> None:
    """A hot-seat page, which sees everything, through a proxy: the choice by HTTP, what it changed by the live connection."""
    token = desk.create(game=game, same_screen=True, seed="1")["token"]
    rng = random.Random(1)
    spent: list[int] = []
    with wire_to(_port(desk)) as wire:
        headers = BROWSER | {"Authorization": f"Bearer {token}"}
        with (
            httpx.Client(base_url=f"http://127.0.0.1:{wire.port}", headers=headers, timeout=PATIENCE) as http,
            connect(f"ws://127.0.0.1:{wire.port}/api/live", max_size=None, ping_interval=None) as live,
        ):
            first = http.get("/api/table").json()
            live.send(json.dumps({"token": token, "known": first["digest"], "story": first["story_mark"]}))
            ear = Ear(live, first)
            table = ear.table()
            for _ in range(CLICKS):
                if table["over"]:
                    break
                before = wire.total
                body = _any_choice(table, rng)
                answer = http.post("/api/table/choices?brief=true", json=body).json()
                while table["view"]["answers"] < answer["answers"]:
                    table = ear.table()
                spent.append(wire.total - before)
            assert {message["type"] for message in ear.raw} <= {"change", "players"}, "no whole table"
    ninety = quantiles(spent, n=10)[-1]
    record_property(
        "summary", f"{game}: {mean(spent):.0f} bytes a click, nine of ten under {ninety:.0f}, most {max(spent)}"
    )
    assert len(spent) > 50
    assert ninety < MOST
    assert max(spent) < 2 * MOST, "not even the click that ends a phase is large"


def _any_choice(table: Data, rng: random.Random) -> Data:
    choices = table["view"]["decision"]["choices"]
    verb = rng.choice(sorted(choices))
    return {"verb": verb, "argument": rng.choice(choices[verb]), "answers": table["view"]["answers"]}


@pytest.mark.parametrize("game", game_ids())
def test_what_never_changes_is_sent_once_and_kept(desk: Desk, game: str) -> None:
    table = desk.sit(desk.create(game=game)["token"]).table()
    first = desk.http.get(table["printed"])
    assert "immutable" in first.headers["cache-control"]
    again = desk.http.get(table["printed"], headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for piece in table["view"]["pieces"]:
        assert not first.json().get(piece["id"], {}).keys() & piece.keys() - {"id"}, (
            "what is printed is not sent with the table"
        )


def test_large_answers_are_compressed_for_those_who_can_read_them(desk: Desk) -> None:
    person = desk.sit(desk.create()["token"])
    for path in ("/api/table", "/api/games", "/api/games/bulge/board", "/api/table/record"):
        headers = person.headers | {"Accept-Encoding": "gzip"}
        with desk.http.stream("GET", path, headers=headers) as answer:
            packed = b"".join(answer.iter_raw())
        plain = desk.http.get(path, headers=person.headers | {"Accept-Encoding": "identity"})
        if len(plain.content) < 700:
            assert packed == plain.content
            continue
        assert answer.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert len(packed) == int(answer.headers["content-length"]) < len(plain.content) / 2
        assert "Accept-Encoding" in answer.headers["vary"]
