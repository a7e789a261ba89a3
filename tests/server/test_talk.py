"""Resigning, offering a draw, and the report of how a game has gone, over the network."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.server.desk import Desk, desk_on


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    with desk_on(request.param, request) as found:
        yield found


def test_a_seat_resigns_out_of_turn_and_the_other_has_won(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    assert german.table()["view"]["asked"] == "german"
    after = allied.post("/talk", say="resign")
    assert after["over"]
    for person in (german, allied, watch):
        table = person.table()
        assert table["view"]["result"] == {"winner": "german", "level": "by resignation", "points": 0}
        assert table["story"][-1]["kind"] == "resign"
        assert table["story"][-1]["side"] == "allied"
    assert german.post("/talk", 422, say="resign")["error"]["message"].lower().startswith("the game is over")


def test_a_draw_is_offered_declined_offered_and_accepted(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    assert german.post("/talk", say="offer-draw")["draw_offer"] == "german"
    assert allied.table()["draw_offer"] == watch.table()["draw_offer"] == "german"
    assert german.post("/talk", 422, say="accept-draw")["error"]["code"] == "refused"
    assert allied.post("/talk", say="decline-draw")["draw_offer"] is None
    german.post("/talk", say="offer-draw")
    desk.forget()  # another process, or a restart
    over = allied.post("/talk", say="accept-draw")
    assert over["view"]["result"]["winner"] is None
    assert over["view"]["result"]["level"] == "by agreement"


def test_a_spectator_says_nothing(desk: Desk) -> None:
    _, _, watch = desk.pair()
    assert watch.post("/talk", 403, say="resign")["error"]["code"] == "not_yours"
    assert watch.post("/talk", 422, say="hello")["error"]["code"] == "bad_input"


def test_a_program_declines_at_once(desk: Desk) -> None:
    seats = {"german": "human", "allied": "random"}
    german = desk.sit(desk.create(seats=seats, seed="1")["token"])
    table = german.post("/talk", say="offer-draw")
    assert table["draw_offer"] is None
    assert [event["kind"] for event in table["story"]][-2:] == ["offer-draw", "decline-draw"]


def test_players_at_one_screen_call_it_a_draw_together(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    assert screen.post("/talk", say="offer-draw")["view"]["result"]["level"] == "by agreement"


def test_each_role_gets_a_report(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    rng = random.Random(1)
    for _ in range(30):
        screen.choose_any(rng)
    report = screen.get("/report")
    table = screen.table()
    assert report["points"][-1]["points"] == table["view"]["gauge"]["value"]
    assert [row["side"] for row in report["losses"]] == ["german", "allied"]
    assert all(fight["moment"] < table["moments"] for fight in report["fights"])
    german, allied, watch = desk.pair()
    assert german.get("/report") == allied.get("/report") == watch.get("/report")
