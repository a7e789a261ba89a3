"""The routes for games and tables: what each one answers and how it refuses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import ardennes
from ardennes.core import chance as dice
from ardennes.core.match import Match
from ardennes.core.record import Record
from ardennes.games import find, game_ids
from tests.server.desk import Desk, open_desk


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with open_desk(f"sqlite:///{tmp_path_factory.mktemp('api')}/games.db") as found:
        yield found


# --- games -------------------------------------------------------------------------------------------------------------------------------


def test_the_lobby_lists_what_can_be_played_and_what_is_in_preparation(desk: Desk) -> None:
    games = desk.http.get("/api/games").json()
    playable = [game for game in games if game["playable"]]
    assert {game["id"] for game in playable} == set(game_ids())
    assert [game["difficulty"] for game in playable] == sorted(game["difficulty"] for game in playable), (
        "easy games first"
    )
    assert not any(game["playable"] for game in games[len(playable) :])
    bulge = playable[0]
    assert {side["id"] for side in bulge["sides"]} == {"german", "allied"}
    assert all(option["rule"] for option in bulge["options"])
    assert {player["id"] for player in bulge["players"]} >= {"recruit", "random"}
    assert bulge["length"] and 1 <= bulge["difficulty"] <= 5


def test_a_board_is_in_the_units_of_its_drawing(desk: Desk) -> None:
    board = desk.http.get("/api/games/bulge/board").json()
    places = board["places"]
    assert set(places) == {name for name in find("bulge").place_names.names if name}
    x, y, wide, high = board["sheet"]
    for place in places.values():
        assert x <= place["c"][0] <= x + wide and y <= place["c"][1] <= y + high
        assert len(place["p"]) == 6 and len(place["n"]) == 6
    (ax, ay), (bx, by) = places["0907"]["c"], places[places["0907"]["n"][0]]["c"]
    assert bx - ax == pytest.approx(board["hex_width"], abs=0.1) and ay == by, "the first neighbour lies to the east"
    assert "road to" in places["0104"]["text"] and "Monschau" in places["0104"]["title"]
    assert board["fronts"]["1944-12-16"]["lines"]


def test_every_board_that_is_listed_is_served(desk: Desk) -> None:
    for game in desk.http.get("/api/games").json():
        answer = desk.http.get(f"/api/games/{game['id']}/board")
        assert answer.status_code == 200
        assert answer.json()["kind"] in ("hex", "area")


def test_what_does_not_change_is_not_sent_twice(desk: Desk) -> None:
    for path in ("/api/games", "/api/games/bulge/board", "/api/games/bulge/rules", "/api/history"):
        first = desk.http.get(path)
        again = desk.http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (first.status_code, again.status_code, again.content) == (200, 304, b"")


def test_rules_and_history_are_told(desk: Desk) -> None:
    rules = desk.http.get("/api/games/bulge/rules").json()
    ledger = find("bulge").ledger
    assert rules["title"] == "Bulge"
    assert [row["case"] for row in rules["cases"]] == list(ledger.cases)
    assert {row["term"]: row["meaning"] for row in rules["glossary"]} == ledger.glossary
    terrain = next(row for row in rules["cases"] if row["case"] == "10.1")
    assert terrain["tables"][0]["columns"] == ["Terrain", "MP to enter", "Adds to the defender"]
    assert terrain["checks"][0] == ledger.find("10.1").checks[0].text
    days = desk.http.get("/api/history").json()
    assert days[0]["date"] == "1944-12-16" and days[0]["events"][0]["text"]


@pytest.mark.parametrize(
    "path", ["/games/nothing/board", "/games/..%2f..%2fx/board", "/games/nothing/rules", "/nowhere"]
)
def test_what_does_not_exist_is_a_404(desk: Desk, path: str) -> None:
    answer = desk.http.get("/api" + path)
    assert answer.status_code == 404
    assert answer.json()["error"]["message"]


def test_health(desk: Desk) -> None:
    assert desk.http.get("/api/health").json() == {"ok": True, "version": ardennes.__version__}


# --- new tables --------------------------------------------------------------------------------------------------------------------------


def test_a_new_table_has_a_secret_link_for_each_person_and_one_for_spectators(desk: Desk) -> None:
    made = desk.create(name="Otto")
    assert set(made["links"]) == {"german", "allied", "watch"}
    assert len(set(made["links"].values())) == 3
    assert made["token"] == made["links"]["german"]
    table = desk.sit(made["token"]).table()
    assert (table["role"], table["side"], table["host"], table["free_undo"]) == ("german", "german", True, False)
    assert table["links"] == made["links"]
    assert table["players"][0]["name"] == "Otto"


def test_the_creator_may_take_another_seat(desk: Desk) -> None:
    made = desk.create(seat="allied")
    assert made["token"] == made["links"]["allied"]


def test_others_can_pass_on_only_the_spectators_link(desk: Desk) -> None:
    made = desk.create()
    for role in ("allied", "watch"):
        table = desk.sit(made["links"][role]).table()
        assert table["links"] == {"watch": made["links"]["watch"]}
        assert table["host"] is False


def test_hot_seat_play_has_one_link_for_all_seats(desk: Desk) -> None:
    made = desk.create(same_screen=True)
    assert made["token"] == made["links"]["all"]
    table = desk.sit(made["token"]).table()
    assert (table["role"], table["side"], table["free_undo"]) == ("all", "german", True)


def test_against_a_program_you_have_a_seat_and_may_undo_freely(desk: Desk) -> None:
    made = desk.create(seats={"german": "human", "allied": "random"})
    assert set(made["links"]) == {"german", "watch"}
    assert desk.sit(made["token"]).table()["free_undo"] is True


def test_the_same_seed_gives_the_same_game(desk: Desk) -> None:
    views = [desk.sit(desk.create(seed="7")["token"]).table()["view"] for _ in range(2)]
    assert views[0] == views[1]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"game": "chess"}, "which game"),
        ({"game": None}, "which game"),
        ({"scenario": "x"}, "scenario"),
        ({"options": {"weather": "hail"}}, "weather"),
        ({"options": {"snow": True}}, "snow"),
        ({"seats": {"french": "human"}}, "french"),
        ({"seats": {"german": "einstein"}}, "einstein"),
        ({"seat": "allied", "seats": {"allied": "greedy"}}, "seat"),
        ({"surprise": 1}, "surprise"),
        ({"name": "x" * 61}, "name"),
        ({"seed": ""}, "seed"),
        ({"name": "\x00"}, "stored"),
    ],
)
def test_an_impossible_table_is_refused_in_one_line(desk: Desk, what: dict[str, object], said: str) -> None:
    error = desk.create(status=422, **what)["error"]
    assert error["code"] == "bad_input"
    assert said in error["message"] and "\n" not in error["message"]


# --- the table ---------------------------------------------------------------------------------------------------------------------------


def test_without_or_with_a_wrong_link_there_is_no_table(desk: Desk) -> None:
    assert desk.http.get("/api/table").status_code == 401
    token = desk.create()["token"]
    other = desk.create()["token"]
    for wrong in (
        "x",
        "0" * 30,
        token[:-1] + ("a" if token[-1] != "a" else "b"),
        token[:-22] + other[-22:],
        "\u00e4" * 40,
    ):
        answer = desk.http.get("/api/table", headers=[(b"Authorization", f"Bearer {wrong}".encode())])
        assert answer.status_code in (401, 404), wrong
    assert desk.sit("0" * 30).get(status=404)["error"]["code"] == "unknown_table"


def test_a_choice_changes_the_table_and_is_in_the_story(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    before = german.table()
    rng = random.Random(1)
    after = german.choose_any(rng)
    assert after["view"]["answers"] == before["view"]["answers"] + 1
    assert after["digest"] != before["digest"]
    for person in (german, allied, watch):
        assert person.table()["view"]["turn"] == after["view"]["turn"]


def test_the_story_is_sent_from_what_the_caller_has(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(1)
    first = german.table()
    for _ in range(30):
        people[german.table()["view"]["asked"]].choose_any(rng)
    whole = german.table()
    assert len(whole["story"]) > 5 and whole["story_from"] == 0
    rest = german.get(story=first["story_mark"])
    assert rest["story_from"] == len(first["story"])
    assert first["story"] + rest["story"] == whole["story"]
    assert german.get(story=3)["story"] == whole["story"][3:]
    assert german.get(story=whole["story_mark"])["story"] == []
    for strange in ("99999", "3.ffff", "x", "-1", "\u0665"):
        assert german.get(story=strange)["story"] == whole["story"]


def test_after_an_undo_the_story_is_sent_again_where_it_differs(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    rng = random.Random(1)
    for _ in range(20):
        mark = screen.choose_any(rng)["story_mark"]
    table = screen.post("/undo", story=mark, answers=screen.table()["view"]["answers"])
    assert table["story"] == screen.table()["story"][table["story_from"] :]
    assert table["story_from"] in (0, int(mark.split(".")[0]))


def test_refusals_name_the_case(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    error = german.choose("hex", "0101", status=422)["error"]
    assert error["code"] == "refused" and error["case"] and error["message"]
    error = allied.choose("done", status=403)["error"]
    assert error["code"] == "not_yours" and error["case"]
    assert watch.choose("done", status=403)["error"]["code"] == "not_yours"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"verb": "done"}',
        b'{"verb": 1, "answers": 0}',
        b'{"verb": "done", "answers": "0"}',
        b'{"verb": "done", "argument": [1], "answers": 0}',
        b'{"verb": "done", "argument": 1.5, "answers": 0}',
        b'{"verb": "' + b"x" * 300 + b'", "answers": 0}',
        b'{"verb": "done", "answers": 1' + b"0" * 5000 + b"}",
        b'{"verb": "\\ud800", "answers": 0}',
    ],
)
def test_an_unreadable_choice_is_refused_in_one_line(desk: Desk, body: bytes) -> None:
    german = desk.sit(desk.create()["token"])
    headers = german.headers | {"content-type": "application/json"}
    answer = desk.http.post("/api/table/choices", content=body, headers=headers)
    assert answer.status_code in (400, 422), answer.text
    assert "\n" not in answer.json()["error"]["message"]


def test_a_choice_may_be_explained_before_it_is_made(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    choices = german.table()["view"]["decision"]["choices"]
    verb, arguments = next(iter(choices.items()))
    assert german.post("/explain", verb=verb, argument=arguments[0])["ok"] is True
    for person in (german, allied, watch):
        told = person.post("/explain", verb="hex", argument="0101")
        assert told["ok"] is False and told["case"] and told["reason"]


def test_a_stack_in_hand_is_told_why_it_cannot_go_somewhere(desk: Desk) -> None:
    german, _, _ = desk.pair(game="battles", scenario="st_vith", seed="1")
    while "Move a unit" not in german.table()["view"]["decision"]["prompt"]:
        german.choose("done")
    stack = [{"verb": "unit", "argument": unit} for unit in ("de-48-12", "de-89-12")]
    told = german.post("/why", place="B1221", group=stack)
    assert told == {"text": "An enemy unit is in Losheimergraben (B1221)", "case": "b8.3"}
    assert german.post("/why", place="B1121", group=stack)["text"] == "This can be chosen now."
    full = german.post("/why", place="B1023", group=stack)  # two are there: room for one alone
    assert full["case"] == "b8.1"


def test_pieces_and_places_say_why_they_cannot_be_chosen(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    for person in (german, allied, watch):
        for told in (person.post("/why", unit="de-1ss"), person.post("/why", place="0101")):
            assert told["text"] and told["case"]
    told = german.post("/why", place="0101")["text"]
    assert told == "You cannot choose that now. Choose a unit to attack, or end the phase"
    assert "not your turn" in allied.post("/why", place="0101")["text"]
    assert german.post("/why", status=422, unit="x")["error"]["code"] == "bad_input"
    assert german.post("/why", status=422)["error"]["code"] == "bad_input"
    assert german.post("/why", status=422, unit="de-1ss", place="0101")["error"]["code"] == "bad_input"


def test_a_unit_that_cannot_join_an_attack_says_why_when_all_that_is_left_is_to_roll(desk: Desk) -> None:
    german, _, _ = desk.pair(seed="1")
    picks = [("attack", "us-102cav"), ("unit", "de-272"), ("crt", "primary")]
    behind = [{"verb": verb, "argument": argument} for verb, argument in picks]
    far, near = (german.post("/why", unit=unit, behind=behind) for unit in ("de-62", "de-326"))
    assert far["text"] == "62 VG is not next to 102 Cav"
    assert near["text"].startswith("You cannot choose that now.")  # the last question that took it would still take it


def test_every_overlay_is_served_to_everyone(desk: Desk) -> None:
    people = desk.pair()
    bulge = find("bulge")
    for overlay in bulge.overlays:
        of = {"": [""], "side": list(bulge.sides), "unit": ["de-1ss", "us-2"]}[overlay.of]
        for person in people:
            for one in of:
                if overlay.of == "unit" and one not in bulge.unit_names.index:
                    continue
                found = person.get("/overlay", id=overlay.id, of=one)
                assert set(found) == {"areas", "lines", "units"}
    assert people[0].get("/overlay", status=422, id="weather")["error"]["code"] == "bad_input"
    assert people[0].get("/overlay", status=422, id="supply", of="x")["error"]["code"] == "bad_input"


def test_an_overlay_of_a_moment_shows_how_it_was_then(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(6)
    at_start = german.get("/overlay", id="supply", of="german")
    while german.get("/overlay", id="supply", of="german") == at_start:
        people[german.table()["view"]["asked"]].choose_any(rng)
    assert german.get("/overlay", id="supply", of="german", moment=0) == at_start
    assert (
        german.get("/overlay", status=404, id="supply", of="german", moment=9999)["error"]["code"] == "unknown_moment"
    )


# --- undo --------------------------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_your_own_last_choice(desk: Desk) -> None:
    german, allied, _ = desk.pair(seed="1")
    assert german.table()["undo"] == {"can": False, "why": "there is nothing to undo"}
    before = german.table()["view"]
    after = german.choose_any(random.Random(3))
    if not after["undo"]["can"]:
        pytest.skip("a die was rolled at once")
    back = german.post("/undo", answers=after["view"]["answers"])
    assert back["view"]["pieces"] == before["pieces"]
    assert back["view"]["decision"] == before["decision"]
    assert back["view"]["answers"] > after["view"]["answers"], "an old choice must not fit the new question"
    assert allied.post("/undo", status=422, answers=0)["error"]["code"] == "refused"


def test_undo_may_take_back_all_at_once(desk: Desk) -> None:
    german = desk.sit(desk.create(seed="1")["token"])
    start = german.table()["view"]
    made = 0
    rng = random.Random(5)
    while made < 4:
        table = german.table()
        if table["view"]["asked"] != "german":
            break
        after = german.choose_any(rng)
        if not after["undo"]["can"]:
            break
        made += 1
    if made < 2:
        pytest.skip("no two choices without a die")
    back = german.post("/undo", answers=german.table()["view"]["answers"], all=True)
    assert back["view"]["pieces"] == start["pieces"] and back["undo"]["can"] is False


def test_in_solo_play_undo_goes_back_past_dice_to_the_very_start(desk: Desk) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="1")["token"])
    start, rng = screen.table(), random.Random(2)
    for _ in range(25):
        screen.choose_any(rng)
    undos = 0  # each takes back a choice with the picks that led to it
    while (table := screen.table())["undo"]["can"]:
        screen.post("/undo", answers=table["view"]["answers"])
        undos += 1
    assert 1 < undos <= 25
    back = screen.table()
    assert back["story"] == start["story"]
    assert back["view"] | {"answers": 0} == start["view"] | {"answers": 0}


def test_spectators_cannot_undo(desk: Desk) -> None:
    *_, watch = desk.pair()
    assert watch.table()["undo"]["can"] is False
    assert watch.post("/undo", status=403, answers=0)["error"]["code"] == "not_yours"


# --- looking back ------------------------------------------------------------------------------------------------------------------------


def test_moments_lead_through_the_whole_game(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(4)
    for _ in range(40):
        people[german.table()["view"]["asked"]].choose_any(rng)
    for person in (german, watch):
        table = person.table()
        moments = person.get("/moments")
        assert [m["i"] for m in moments] == list(range(table["moments"]))
        told = [n for m in moments if m["events"] for n in range(m["events"][0], m["events"][1] + 1)]
        assert told == list(range(len(table["story"]))), "each event belongs to one moment"
        first, last = person.get("/moments/0"), person.get(f"/moments/{len(moments) - 1}")
        assert first["view"]["turn"]["number"] == 1
        assert last["view"]["pieces"] == table["view"]["pieces"]
        assert last["story_to"] == len(table["story"])
        assert last["view"]["decision"] is None
        assert person.get(f"/moments/{len(moments)}", status=404)["error"]["code"] == "unknown_moment"
    assert german.get("/moments/x", status=422)["error"]["code"] == "bad_input"


def test_a_moment_can_be_shared_and_branched(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    rng = random.Random(4)
    for _ in range(10):
        {"german": german, "allied": allied}[german.table()["view"]["asked"]].choose_any(rng)
    shared = german.post("/share", moment=2)
    assert shared["token"] == watch.token
    assert watch.get(f"/moments/{shared['moment']}")["view"]["pieces"] == german.get("/moments/2")["view"]["pieces"]
    own = desk.sit(german.post("/branch", status=201, moment=2)["token"])
    table = own.table()
    assert table["role"] == "all" and table["free_undo"] is True
    assert {p["id"]: p["at"] for p in table["view"]["pieces"]} == {
        p["id"]: p["at"] for p in german.get("/moments/2")["view"]["pieces"]
    }
    own.choose_any(rng)
    against = desk.sit(german.post("/branch", status=201, moment=2, seats={"allied": "greedy"})["token"]).table()
    assert against["role"] == "german"
    assert {one["side"]: one["player"] for one in against["players"]} == {"german": "human", "allied": "greedy"}
    wrong = german.post("/branch", status=422, moment=2, seats={"allied": "nobody"})["error"]
    assert "a seat cannot be played by 'nobody'" in wrong["message"]
    for path in ("/share", "/branch"):
        assert german.post(path, status=404, moment=9999)["error"]["code"] == "unknown_moment"


def test_record_and_position_can_be_downloaded_and_imported(desk: Desk, tmp_path: Path) -> None:
    german, allied, _ = desk.pair(seed="1")
    rng = random.Random(4)
    for _ in range(15):
        {"german": german, "allied": allied}[german.table()["view"]["asked"]].choose_any(rng)
    text = german.get("/record")
    assert '"seed"' not in text, "the seed would tell the dice to come"
    (tmp_path / "game.jsonl").write_text(text, encoding="utf-8")
    assert any("choices legal" in line for line in ardennes.verify(tmp_path / "game.jsonl"))
    position = german.get("/position")
    for what in ({"record": text}, {"position": position}):
        made = desk.create(same_screen=True, **what)
        assert bool(made["note"]) == ("record" in what)
        table = desk.sit(made["token"]).table()
        assert {p["id"]: p["at"] for p in table["view"]["pieces"]} == {
            p["id"]: p["at"] for p in german.table()["view"]["pieces"]
        }
        desk.sit(made["token"]).choose_any(rng)


def test_a_record_with_its_seed_goes_on_with_its_dice(desk: Desk) -> None:
    match = ardennes.new("bulge", seed=9)
    rng = random.Random(1)
    for _ in range(20):
        verb, some = rng.choice(sorted(match.decision.choices.items()))
        match.play(verb, rng.choice(some))
    text = "".join(line + "\n" for line in match.record.lines(with_seed=True))
    made = desk.create(record=text, same_screen=True)
    assert made["note"] is None
    screen = desk.sit(made["token"])
    for _ in range(20):
        decision = screen.table()["view"]["decision"]
        assert decision["choices"] == match.decision.choices
        verb, some = rng.choice(sorted(match.decision.choices.items()))
        argument = rng.choice(some)
        match.play(verb, argument)
        screen.choose(verb, argument)


@pytest.mark.parametrize(
    "what",
    [
        {"record": ""},
        {"record": "x"},
        {"record": "\ud800".encode("utf-8", "replace").decode()},
        {"position": "/etc/passwd"},
        {"position": "game: bulge"},
        {"position": "game: chess\n"},
        {"position": "- 1\n"},
        {"position": "game: bulge\n", "record": "x"},
        {"position": "game: bulge\n", "scenario": "campaign"},
        {"position": "x: " + "y" * 300_000},
        {"position": "&a [*a]"},
    ],
)
def test_a_file_that_cannot_be_imported_is_refused_in_one_line(desk: Desk, what: dict[str, str]) -> None:
    error = desk.create(status=422, **what)["error"]
    assert error["code"] == "bad_input" and "\n" not in error["message"]
    assert "root:" not in error["message"]


# --- talk, notes, lists ------------------------------------------------------------------------------------------------------------------


def test_chat_reaches_everyone_and_notes_nobody_else(desk: Desk) -> None:
    german, allied, watch = desk.pair()
    german.put("/seat", name="  Otto   von X ")
    line = german.post("/chat", status=201, text="Good luck!")
    assert (line["number"], line["side"], line["text"]) == (1, "german", "Good luck!")
    german.put("/note", text="take Bastogne")
    for person in (german, allied, watch):
        assert [c["text"] for c in person.table()["chat"]] == ["Good luck!"]
        assert person.table()["players"][0]["name"] == "Otto von X"
    assert german.table()["note"] == "take Bastogne"
    assert allied.table()["note"] == watch.table()["note"] == ""
    for path, body in (("/chat", {"text": "x"}),):
        assert watch.post(path, status=403, **body)["error"]["code"] == "not_yours"
    assert watch.put("/note", status=403, text="x")["error"]["code"] == "not_yours"
    assert german.post("/chat", status=422, text="   ")["error"]["code"] == "bad_input"
    assert german.post("/chat", status=422, text="x" * 1001)["error"]["code"] == "bad_input"
    assert german.put("/seat", status=422, mail="nobody")["error"]["code"] == "bad_input"
    assert german.put("/note", status=422, text="\x00")["error"]["code"] == "bad_input"


def test_mail_is_known_to_its_owner_only(desk: Desk) -> None:
    german, allied, _ = desk.pair()
    german.put("/seat", mail="otto@example.org", notify=True)
    assert german.table()["notify"] is True
    assert "otto@example.org" not in str(allied.table())


def test_the_list_of_links_says_whose_turn_it_is(desk: Desk) -> None:
    german, allied, watch = desk.pair(name="Otto")
    found = desk.http.post("/api/summaries", json={"tokens": [allied.token, "x", german.token, watch.token]}).json()
    assert [row["role"] for row in found] == ["allied", "german", "watch"]
    assert [row["your_turn"] for row in found] == [False, True, False]
    assert found[0]["title"] == "Bulge" and found[0]["turn_text"] and found[0]["over"] is False
    assert found[0]["players"][0]["name"] == "Otto"
    screen = desk.create(same_screen=True)["token"]
    assert desk.http.post("/api/summaries", json={"tokens": [screen]}).json()[0]["your_turn"] is True


def test_a_finished_game_is_open_to_everyone(desk: Desk, tmp_path: Path) -> None:
    screen = desk.sit(desk.create(same_screen=True, seed="2")["token"])
    rng = random.Random(2)
    for _ in range(5000):
        if screen.table()["over"]:
            break
        screen.choose_any(rng)
    table = screen.table()
    assert table["over"] and table["view"]["result"] and table["thinking"] is None
    text = screen.get("/record")
    assert '"seed"' in text
    (tmp_path / "game.jsonl").write_text(text, encoding="utf-8")
    assert "finished" in ardennes.verify(tmp_path / "game.jsonl")
    assert screen.get("/position", status=403)["error"]["code"] == "over"
    summary = desk.http.post("/api/summaries", json={"tokens": [screen.token]}).json()[0]
    assert summary["over"] and summary["result"] and not summary["your_turn"]
    assert (
        screen.post("/choices", status=403, verb="done", answers=table["view"]["answers"])["error"]["code"]
        == "not_yours"
    )
    again = desk.create(record=text, same_screen=True)
    assert desk.sit(again["token"]).table()["over"]


def test_a_saved_game_is_complete_after_it_was_dropped_from_memory(desk: Desk) -> None:
    german, allied, watch = desk.pair(seed="1")
    people, rng = {"german": german, "allied": allied}, random.Random(6)
    for _ in range(60):
        people[german.table()["view"]["asked"]].choose_any(rng)
    german.post("/chat", status=201, text="hello")
    before = [person.table() for person in (german, allied, watch)]
    desk.forget()
    for person, was in zip((german, allied, watch), before, strict=True):
        now = person.table()
        assert {key: (was[key], now[key]) for key in was if was[key] != now[key]} == {}


def test_a_table_begun_under_earlier_rules_opens_and_is_played_on_under_them(desk: Desk) -> None:
    # By version 1 of Bulge one of two units next to their only enemy could attack alone; by version 2 both must (9.0-1).
    position = {
        "ardennes": 1,
        "game": "bulge",
        "turn": 5,
        "phase": "german-combat-after-movement",
        "units": {"us-7arm": "0722", "de-1ss": "0721", "de-2": "0723"},
    }
    bulge = find("bulge")
    record = Record("bulge", "campaign", bulge.with_defaults({}), "1", dice.commitment("7"), position, seed="7")
    match = Match(bulge, record)
    match.play("attack", "us-7arm")
    match.play("unit", "de-1ss")
    text = "".join(line + "\n" for line in record.lines(with_seed=True))
    screen = desk.sit(desk.create(record=text, same_screen=True)["token"])
    for _ in range(2):
        assert screen.table()["view"]["decision"]["choices"]["crt"] == ["primary", "secondary"]
        desk.forget()
    view = screen.table()["view"]
    screen.post("/choices", verb="crt", argument="primary", answers=view["answers"])
    desk.forget()
    assert screen.table()["preview"]["attackers"] == ["de-1ss"]


def test_every_game_offers_levels_and_commanders_with_a_name_on_each_side(desk: Desk) -> None:
    for game in desk.http.get("/api/games").json():
        players = {player["id"]: player for player in game["players"]}
        assert list(players) == ["random", "recruit", "cautious", "bold", "veteran", "general"]
        assert [name for name, player in players.items() if player["usual"]] == ["veteran"]
        for name in ("bold", "cautious"):
            named = players[name]["sides"]
            assert set(named) == {side["id"] for side in game["sides"]}
            assert all(one["title"] and one["about"] for one in named.values())
        assert not players["general"]["sides"]


def test_a_seat_is_taken_only_by_a_program_that_can_play(desk: Desk) -> None:
    refused = desk.create(422, seats={"german": "napoleon"})
    assert "a seat cannot be played by 'napoleon'" in refused["error"]["message"]
