from __future__ import annotations

import asyncio

import pytest

from ardennes.core.errors import BadInput
from ardennes.server.database import Database
from ardennes.server.store import (
    Conflict,
    Entry,
    NoSuchGame,
    Seat,
    StoredGame,
    Summary,
    add_chat,
    append_entries,
    chat_since,
    create_game,
    entries_since,
    list_for_account,
    load_game,
    load_seats,
    seen,
    set_seat,
    summaries,
    waiting_for_robots,
)
from ardennes.server.tokens import token_for
from tests.server.shelf import CHOICE, FIRST, a_game, a_record, choose, use


async def load(database: Database, game_id: int) -> StoredGame:
    found = await database.read(load_game, game_id)
    assert found is not None
    return found


def test_a_game_comes_back_as_it_was_stored(database_url: str) -> None:
    record = a_record(position={"units": ["de-1ss"], "text": "Saint-Hubert ✠ \0 \ud800"}, entries=[CHOICE, 0, CHOICE])
    places = [
        Seat("german", "human", "Änne", mail="a@example.org", notify=True, note="hold\nStavelot"),
        Seat("allied", "greedy"),
    ]

    async def work(database: Database) -> None:
        game_id, key = await database.run(create_game, record, places, FIRST, "german", True, now=1000.5)
        game = await load(database, game_id)
        assert game.record == record
        assert (game.id, game.key, game.host, game.free_undo) == (game_id, key, "german", True)
        assert (game.created, game.updated, game.asked, game.turn_text) == (1000.5, 1000.5, "german", "Turn 1")
        assert game.seats == {seat.role: seat for seat in places}
        assert await database.read(load_seats, game_id) == sorted(places, key=lambda seat: seat.role)

    use(database_url, work)


def test_a_game_that_was_never_created_does_not_exist(database_url: str) -> None:
    async def work(database: Database) -> None:
        assert await database.read(load_game, 5) is None
        assert await database.read(entries_since, 5, 0) == []
        with pytest.raises(NoSuchGame):
            await choose(database, 5, 0)
        with pytest.raises(NoSuchGame):
            await database.run(add_chat, 5, "german", "me", "hello")
        with pytest.raises(NoSuchGame):
            await database.run(set_seat, 5, "german", name="me")

    use(database_url, work)


def test_entries_are_added_in_order_and_read_from_anywhere(database_url: str) -> None:
    more: list[Entry] = [("chance", "die", 4), ("allied", "done", None), 1, ("german", "word", 'é"\\ \0')]

    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        assert await choose(database, game_id, 0) == 1
        end = Summary(None, "Turn 9", {"winner": "german", "level": "major", "points": 30})
        assert await database.run(append_entries, game_id, 1, more, end) == 5
        game = await load(database, game_id)
        assert game.record.entries == [CHOICE, *more]
        assert (game.asked, game.turn_text, game.record.result) == (None, "Turn 9", end.result)
        assert await database.read(entries_since, game_id, 3) == more[2:]

    use(database_url, work)


def test_an_empty_addition_only_says_how_far_the_game_is(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        assert await database.run(append_entries, game_id, 0, [], Summary("allied", "Turn 2")) == 0
        assert (await load(database, game_id)).turn_text == "Turn 2"

    use(database_url, work)


def test_the_second_writer_is_told_and_changes_nothing(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        tries = (choose(database, game_id, 0, now=float(n)) for n in range(20))
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict"] * 19 + ["int"]
        assert (await load(database, game_id)).record.entries == [CHOICE]
        with pytest.raises(Conflict):
            await choose(database, game_id, 2)

    use(database_url, work)


def test_a_secret_choice_does_not_change_the_time_of_the_last_move(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        await choose(database, game_id, 0, now=100.0)
        await database.run(append_entries, game_id, 1, [CHOICE], Summary("german", "Turn 1", moved=False), 200.0)
        game = await load(database, game_id)
        assert game.updated == 100.0 and len(game.record.entries) == 2

    use(database_url, work)


def test_a_seat_changes_only_in_what_is_given(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database, Seat("german", name="A", note="n"), Seat("allied"))
        await database.run(set_seat, game_id, "german", mail="a@example.org", notify=True)
        await database.run(set_seat, game_id, "german")
        await database.run(seen, [(game_id, "german"), (game_id, "german"), (7, "german")], 50.0)
        await database.run(seen, [])
        game = await load(database, game_id)
        assert game.seats["german"] == Seat("german", "human", "A", None, "a@example.org", True, "n", 50.0)
        assert game.seats["allied"] == Seat("allied")
        with pytest.raises(NoSuchGame):
            await database.run(set_seat, game_id, "nobody", name="x")

    use(database_url, work)


@pytest.mark.parametrize("text", ["nul \0", "half \ud83d"])
def test_text_that_no_database_can_hold_is_refused_with_one_clear_error(database_url: str, text: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        with pytest.raises(BadInput, match="cannot be stored"):
            await database.run(set_seat, game_id, "german", name=text)
        with pytest.raises(BadInput, match="cannot be stored"):
            await database.run(add_chat, game_id, "german", "me", text)
        with pytest.raises(BadInput, match="cannot be stored"):
            await a_game(database, seed=text)
        assert await database.read(chat_since, game_id) == []
        assert (await load(database, game_id)).chats == 0

    use(database_url, work)


def test_what_is_said_is_numbered_without_gaps_however_many_speak_at_once(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, _ = await a_game(database)
        said = [database.run(add_chat, game_id, "german", "me", f"{n}") for n in range(30)]
        assert sorted(line.number for line in await asyncio.gather(*said)) == list(range(1, 31))
        lines = await database.read(chat_since, game_id, 10, 5)
        assert [line.number for line in lines] == [26, 27, 28, 29, 30]
        assert [line.number for line in await database.read(chat_since, game_id, 28)] == [29, 30]
        assert (await load(database, game_id)).chats == 30

    use(database_url, work)


def test_tokens_give_a_list_of_games_and_wrong_ones_nothing(database_url: str) -> None:
    async def work(database: Database) -> None:
        one, key = await a_game(database, Seat("german", name="A"), Seat("allied", "greedy"))
        two, other = await a_game(database, Seat("german"), Seat("allied"), Seat("all"))
        await database.run(append_entries, one, 0, [CHOICE], Summary("allied", "Turn 3"), 77.0)
        tokens = [token_for(two, other, "all"), token_for(one, key, "german"), token_for(one, key, "watch")]
        wrong = [token_for(one, other, "german"), token_for(one, key, "british"), tokens[1][:-1], "", "\ud800"]
        found = await database.read(summaries, [*wrong, *tokens])
        assert [listed.token for listed in found] == tokens
        assert [listed.role for listed in found] == ["all", "german", "watch"]
        mine = found[1]
        assert (mine.game_id, mine.game, mine.asked, mine.turn_text, mine.updated) == (
            one,
            "bulge",
            "allied",
            "Turn 3",
            77.0,
        )
        assert [(seat.role, seat.player, seat.name) for seat in mine.seats] == [
            ("allied", "greedy", ""),
            ("german", "human", "A"),
        ]
        assert await database.read(summaries, []) == []

    use(database_url, work)


def test_a_list_may_name_thousands_of_tokens(database_url: str) -> None:
    async def work(database: Database) -> None:
        game_id, key = await a_game(database)
        token = token_for(game_id, key, "german")
        strangers = [token_for(n, key, "german") for n in range(3000)]
        found = await database.read(summaries, [*strangers, token])
        assert [listed.token for listed in found] == [token]

    use(database_url, work)


def test_a_list_for_nobody_is_empty(database_url: str) -> None:
    use(database_url, lambda database: database.read(list_for_account, 3))


def test_games_in_which_a_robot_is_asked_are_found_after_a_start(database_url: str) -> None:
    async def work(database: Database) -> None:
        waits, _ = await a_game(database, Seat("german", "greedy"), Seat("allied"))
        await a_game(database, Seat("german"), Seat("allied", "greedy"))
        over, _ = await a_game(database, Seat("german", "greedy"), Seat("allied"))
        await database.run(append_entries, over, 0, [CHOICE], Summary(None, "", {"winner": None}))
        assert await database.read(waiting_for_robots) == [waits]

    use(database_url, work)
