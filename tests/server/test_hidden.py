"""A game with secrets from start to end (`tests.core.patrol`: hidden hands) served like any other: seats take away, branch and look back at
any time, answer several questions at once and leave orders, and nobody is told what another holds."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from ardennes import games
from ardennes.core.diary import Diary
from tests.core.patrol import CARDS, PATROL
from tests.server.desk import Data, Desk, Ear, Person, open_desk

ROLES = ("red", "blue", "watch")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with games.guest(PATROL), open_desk(f"sqlite:///{tmp_path_factory.mktemp('hidden')}/games.db") as found:
        yield found


def _people(desk: Desk, **what: Any) -> dict[str, Person]:
    links = desk.create(game="patrol", **what)["links"]
    return {role: desk.sit(links[role]) for role in ROLES}


def _act(people: dict[str, Person], rng: random.Random) -> Data:
    """Whoever is asked chooses."""
    asked = people["watch"].table()["view"]["asked"]
    return people[asked].choose_any(rng)


def _hidden_from(role: str, desk: Desk, table_id: str) -> set[str]:
    """The names of all cards that a role may not know now: those in other hands and in the decks."""
    match = desk.context.tables._tables[int(table_id, 16)].live
    state: Any = match.state
    own = PATROL.sides.index(role) if role in PATROL.sides else -1
    hidden = state.deck[0] | state.deck[1]
    for side in (0, 1):
        if side != own:
            hidden |= state.hand[side]
    return set(CARDS.list_of(hidden))


def _everything(person: Person, ear: Ear) -> str:
    """All that a role is sent, as text."""
    table = person.table()
    http, headers = person.desk.http, person.headers
    out = [json.dumps(table), json.dumps(ear.rest()), json.dumps(ear.raw)]
    ear.raw.clear()
    last = table["moments"] - 1
    paths = [
        "/moments",
        f"/moments/{last}",
        "/moments/0",
        "/record",
        "/position",
        "/orders",
        f"?known={table['digest']}",
    ]
    out += [http.get("/api/table" + path, headers=headers).text for path in paths]
    answers = table["view"]["answers"]
    posts: list[tuple[str, Data]] = [
        ("/share", {"moment": last}),
        ("/why", {"unit": "red-1"}),
        ("/explain", {"verb": "card", "argument": "?"}),
        ("/choices", {"verb": "card", "argument": "?", "answers": answers}),
        ("/steps", {"choices": [{"verb": "card", "argument": "?"}], "answers": answers}),
        ("/ahead", {"choices": [{"verb": "card", "argument": "?"}], "answers": answers}),
        ("/fight", {"verb": "card", "argument": "?", "answers": answers}),
    ]
    out += [http.post("/api/table" + path, headers=headers, json=body).text for path, body in posts]
    out.append(http.post("/api/summaries", json={"tokens": [person.token]}).text)
    return "\n".join(out)


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_ever_sent_the_name_of_a_card_that_is_hidden(desk: Desk, seed: int) -> None:
    people = _people(desk, seed=str(seed), scenario=("short", "free")[seed % 2])
    rng = random.Random(seed)
    table = people["watch"].table()
    looked = 0
    with people["red"].listen() as red, people["blue"].listen() as blue, people["watch"].listen() as watch:
        ears = {"red": red, "blue": blue, "watch": watch}
        while not people["watch"].table()["over"]:
            for role, person in people.items():
                before = _hidden_from(role, desk, table["id"])
                sent = _everything(person, ears[role])
                shown = {name for name in before if name in sent}
                assert not shown, (role, shown)
                looked += len(before)
            for _ in range(3):
                if not people["watch"].table()["over"]:
                    _act(people, rng)
    assert looked > 100
    assert '"seed"' in people["watch"].get("/record"), "at the end everybody may have all of it"


def test_what_one_sees_of_its_own_hand_is_there(desk: Desk) -> None:
    people = _people(desk, seed="1")
    hand = people["red"].table()["view"]["hand"]
    assert len(hand) == 3 and not people["watch"].table()["view"]["hand"]
    assert hand[0] in people["red"].get("/position") and hand[0] not in people["blue"].get("/position")


def test_a_diary_takes_the_place_of_a_record_that_would_tell(desk: Desk) -> None:
    people, rng = _people(desk, seed="1"), random.Random(1)
    for _ in range(8):
        _act(people, rng)
    for role, person in people.items():
        answer = desk.http.get("/api/table/record", headers=person.headers)
        assert "patrol-diary.jsonl" in answer.headers["content-disposition"]
        diary = Diary.parse(answer.content)
        assert diary.side == (None if role == "watch" else role)
        told = [sentence for moment in diary.moments for sentence in moment["told"]]
        assert told == ["".join(part["t"] for part in event["parts"]) for event in person.table()["story"]]


def test_a_seat_branches_at_any_time_and_is_told_what_was_drawn_anew(desk: Desk) -> None:
    people, rng = _people(desk, seed="1"), random.Random(1)
    for _ in range(6):
        _act(people, rng)
    for role, person in people.items():
        table = person.table()
        last = table["moments"] - 1
        made = person.post("/branch", status=201, moment=last)
        assert made["imagined"] == ("spectator" if role == "watch" else role)
        own = desk.sit(made["token"])
        there, then = own.table(), person.get(f"/moments/{last}")["view"]
        assert there["imagined"] == made["imagined"]
        assert {p["id"]: p["at"] for p in there["view"]["pieces"]} == {p["id"]: p["at"] for p in then["pieces"]}
        assert there["view"]["hands"] == then["hands"] and there["view"]["piles"] == then["piles"]
        own.choose_any(rng)
    assert people["red"].table()["imagined"] is None


def test_position_and_diary_can_be_brought_back(desk: Desk) -> None:
    people, rng = _people(desk, seed="1"), random.Random(1)
    for _ in range(6):
        _act(people, rng)
    red = people["red"]
    for what in ({"position": red.get("/position")}, {"record": red.get("/record")}):
        made = desk.create(same_screen=True, **what)
        assert "drawn anew" in made["note"]
        table = desk.sit(made["token"]).table()
        assert table["imagined"] == "red"
        assert {p["id"]: p["at"] for p in table["view"]["pieces"]} == {
            p["id"]: p["at"] for p in red.table()["view"]["pieces"]
        }
    broken = desk.create(status=422, record=red.get("/record").replace("told", "tolt", 1))["error"]
    assert broken["code"] == "bad_input" and "checksum" in broken["message"]


def test_a_screen_that_is_handed_over_takes_away_no_more_than_a_spectator(desk: Desk) -> None:
    screen = desk.sit(desk.create(game="patrol", same_screen=True, seed="1")["token"])
    hand = screen.table()["view"]["hand"]
    assert hand
    for path in ("/position", "/record"):
        assert not [card for card in hand if card in screen.get(path)]


# --- several at once, looking ahead, orders ----------------------------------------------------------------------------------------------


def _marching(desk: Desk) -> tuple[dict[str, Person], Data]:
    """Red has played a march and is asked for a formation."""
    people = _people(desk, seed="1")
    red = people["red"]
    card = next(card for card in red.table()["view"]["decision"]["choices"]["card"])
    return people, red.choose("card", card)


def test_several_choices_count_together_or_not_at_all(desk: Desk) -> None:
    people, table = _marching(desk)
    red = people["red"]
    answers = table["view"]["answers"]
    good = [{"verb": "formation", "argument": "red-a"}, {"verb": "unit", "argument": "red-1"}]
    for wrong, code in (
        ([*good, {"verb": "unit", "argument": "red-2"}], "refused"),
        ([*good, {"verb": "stay"}, {"verb": "done"}, {"verb": "card", "argument": "blue-march-0"}], "refused"),
        ([], "bad_input"),
    ):
        error = red.post("/steps", status=422, choices=wrong, answers=answers)["error"]
        assert error["code"] == code and error["message"]
        assert red.table()["view"]["answers"] == answers, "nothing was done"
    assert red.post("/steps", status=409, choices=good, answers=answers - 1)["error"]["code"] == "stale"
    assert people["blue"].post("/steps", status=403, choices=good, answers=0)["error"]["code"] == "not_yours"
    after = red.post("/steps", choices=good, answers=answers)
    assert after["view"]["answers"] == answers + 2
    assert "hex" in after["view"]["decision"]["choices"]
    desk.forget()
    assert red.table()["view"] == after["view"]


def test_one_looks_behind_picks_without_making_them(desk: Desk) -> None:
    people, table = _marching(desk)
    red, answers = people["red"], table["view"]["answers"]
    picks = [{"verb": "formation", "argument": "red-a"}, {"verb": "unit", "argument": "red-1"}]
    before = {role: person.table() for role, person in people.items()}
    found = red.post("/ahead", choices=picks, answers=answers)
    assert "hex" in found["decision"]["choices"] and found["preview"] is None
    assert {role: person.table() for role, person in people.items()} == before, "nobody notices"
    for body in (
        {"choices": [{"verb": "stay"}], "answers": answers},
        {"choices": [*picks, {"verb": "hex", "argument": "21"}], "answers": answers},
    ):
        assert red.post("/ahead", status=422, **body)["error"]["code"] == "refused"
    assert red.post("/ahead", status=409, choices=picks, answers=answers + 1)["error"]["code"] == "stale"
    for other in ("blue", "watch"):
        assert people[other].post("/ahead", status=403, choices=picks, answers=0)["error"]["code"] == "not_yours"
    assert red.post("/fight", choices=picks[:1], answers=answers) == {"preview": None, "final": ""}


def _ambush_asked(people: dict[str, Person], rng: random.Random, most: int = 60) -> bool:
    """Play on until somebody is asked whether to ambush; False if the game ends before."""
    for _ in range(most):
        table = people["watch"].table()
        if table["over"]:
            return False
        decision = people[table["view"]["asked"]].table()["view"]["decision"]
        if decision["window"]:
            return True
        _act(people, rng)
    return False


def test_an_order_passes_where_its_seat_would_be_asked(desk: Desk) -> None:
    for seed in range(12):
        people, rng = _people(desk, seed=str(seed)), random.Random(seed)
        if not _ambush_asked(people, rng):
            continue
        side = people["watch"].table()["view"]["asked"]
        seat, other = people[side], people["blue" if side == "red" else "red"]
        assert seat.get("/orders") == {"orders": None}
        before = seat.table()
        with other.listen() as ear, people["watch"].listen() as watch:
            ear.table(), watch.table()
            seat.put("/orders", unless=[before["view"]["focus"]["units"][0]])
            assert seat.table()["view"]["asked"] == side, "the order makes an exception of this unit"
            assert not ear.rest() and not watch.rest(), "nobody hears of an order"
            seat.put("/orders")
            after = seat.table()
            assert after["view"]["answers"] > before["view"]["answers"], "passed at once"
            decision = after["view"]["decision"]
            assert decision is None or not decision["window"]
            assert after["orders"] == {"windows": [], "unless": []}
            for person, heard in ((other, ear), (people["watch"], watch)):
                assert "orders" not in json.dumps(heard.rest()).replace('"orders": null', "")
                assert person.table()["orders"] is None
        desk.forget()
        assert not any(_window(people, person) for person in _played_on(people, rng, side))
        seat.desk.http.delete("/api/table/orders", headers=seat.headers)
        assert seat.get("/orders") == {"orders": None}
        return
    pytest.fail("nobody was asked to ambush")


def _played_on(people: dict[str, Person], rng: random.Random, side: str) -> Iterator[str]:
    while not people["watch"].table()["over"]:
        asked = people["watch"].table()["view"]["asked"]
        if asked == side:
            yield side
        _act(people, rng)


def _window(people: dict[str, Person], side: str) -> bool:
    return bool(people[side].table()["view"]["decision"]["window"])


def test_an_order_taken_by_another_process_counts(tmp_path_factory: pytest.TempPathFactory) -> None:
    url = f"sqlite:///{tmp_path_factory.mktemp('orders')}/games.db"
    with games.guest(PATROL), open_desk(url) as one, open_desk(url) as two:
        for seed in range(12):
            people, rng = _people(one, seed=str(seed)), random.Random(seed)
            for side in ("red", "blue"):
                people[side].table()
                two.sit(people[side].token).put("/orders", windows=["Ambush"])
            assert not _ambush_asked(people, rng, 200), "orders of both sides pass every window"


def test_an_order_must_name_what_there_is(desk: Desk) -> None:
    people = _people(desk)
    wrong: list[Data] = [{"windows": ["Tea"]}, {"unless": ["nobody"]}, {"windows": "Ambush"}, {"else": []}]
    for body in wrong:
        assert people["red"].put("/orders", status=422, **body)["error"]["code"] == "bad_input"
    assert people["watch"].put("/orders", status=403)["error"]["code"] == "not_yours"
    assert people["watch"].get("/orders", status=403)["error"]["code"] == "not_yours"
    screen = desk.sit(desk.create(game="patrol", same_screen=True)["token"])
    assert screen.put("/orders", status=403)["error"]["code"] == "not_yours"


def test_the_lobby_knows_the_game_only_while_it_is_a_guest(desk: Desk) -> None:
    (patrol,) = [game for game in desk.http.get("/api/games").json() if game["id"] == "patrol"]
    assert patrol["windows"] == [{"id": "Ambush", "title": "Ambush"}]
    assert patrol["scenarios"][0]["options"] == ["fog"] and patrol["scenarios"][1]["options"] is None
    thick, sun = patrol["options"][1:]
    assert thick["needs"] == [{"option": "fog", "value": True}] and sun["excludes"] == [
        {"option": "fog", "value": True}
    ]
    assert desk.http.get("/api/games/patrol/briefings").json() == {}, "it has none"
    printed = desk.http.get("/api/games/patrol/pieces").json()
    assert printed["red-1"]["name"] == "Red 1"
    pieces = desk.sit(desk.create(game="patrol")["token"]).table()["view"]["pieces"]
    assert all("name" not in piece for piece in pieces)
