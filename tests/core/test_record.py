"""The record of a match: it replays the same, and any damage is found at its line."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ardennes
from ardennes import BadInput, Match, Record
from ardennes.core.decision import CHANCE
from ardennes.core.match import new_match, replay
from ardennes.core.verify import verify
from tests.core import walk
from tests.core.toy import TOY

HINT = " (use --recover to load everything before it)"


def played(*, finished: bool = True) -> Match:
    """A match of the toy with an undo, dice and both sides."""
    match = new_match(TOY, "long", {"fast": True}, seed="secret")
    match.play("go", "b")
    match.play("pick", 2)
    match.undo()
    match.play("toss")
    match.play("call", "red-2")
    if finished:
        match.play("stop")
    return match


def text_of(record: Record, with_seed: bool | None = True) -> bytes:
    return "".join(line + "\n" for line in record.lines(with_seed=with_seed)).encode()


@cache
def original() -> bytes:
    return text_of(played().record)


def seal(rows: list[dict[str, Any]]) -> bytes:
    """A record file with correct checksums, written here from the description of the format."""
    chain, out = "", []
    for row in rows:
        body = json.dumps({k: v for k, v in row.items() if k != "check"}, ensure_ascii=False)
        chain = hashlib.sha256((chain + body).encode()).hexdigest()[:10]
        out.append(json.dumps(json.loads(body) | {"check": chain}, ensure_ascii=False))
    return "".join(line + "\n" for line in out).encode()


def rows_of(text: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def bad(text: bytes, line: int) -> str:
    """Reading must fail with one message that names the line; recovering must give everything before it."""
    with pytest.raises(BadInput) as caught:
        Record.parse(text, where="game.jsonl")
    message = str(caught.value)
    assert message.startswith(f"game.jsonl:{line}: ")
    assert "\n" not in message
    if line == 1:
        assert HINT not in message
        with pytest.raises(BadInput):
            Record.parse(text, where="game.jsonl", recover=True)
    else:
        assert message.endswith(HINT)
        rest = Record.parse(text, where="game.jsonl", recover=True)
        assert rest.entries == Record.parse(original()).entries[: line - 2]
        replay(TOY, rest, recover=True)
    return message.removesuffix(HINT)


# --- a whole record ----------------------------------------------------------------------------------------------------------------------


def test_the_format_is_one_json_line_per_choice_with_a_running_checksum() -> None:
    rows = rows_of(original())
    assert list(rows[0]) == ["ardennes", "game", "scenario", "options", "rules", "commitment", "check"]
    assert rows[0]["ardennes"] == 1
    assert rows[0]["options"] == {"fast": True, "laps": 1}
    assert [{k: v for k, v in row.items() if k != "check"} for row in rows[1:5]] == [
        {"by": "red", "do": "go", "arg": "b"},
        {"by": "blue", "do": "pick", "arg": 2},
        {"undo": 1},
        {"by": "blue", "do": "toss"},
    ]
    assert list(rows[-1]) == ["seed", "check"]
    assert rows[-2]["result"]["winner"] == "blue"
    assert seal(rows) == original()


def test_saving_and_loading_gives_the_same_record(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = played().record
    record.save(path)
    assert path.read_bytes() == original()
    assert Record.load(path) == record
    assert list(tmp_path.iterdir()) == [path]  # nothing is left of the way it was written


def test_replaying_gives_the_same_match() -> None:
    match = played(finished=False)
    again = replay(TOY, Record.parse(text_of(match.record)))
    assert again.state == match.state
    assert again.log == match.log
    assert again.record == match.record
    for m in (match, again):
        m.play("toss")
        m.play("toss")
    assert again.record == match.record


def test_replaying_can_stop_anywhere() -> None:
    match = played()
    for to in range(match.count + 1):
        part = replay(TOY, Record.parse(text_of(match.record, False)), to=to)
        assert part.count == to
        assert part.state == match.at(to).state
    for to in (-1, match.count + 1):
        with pytest.raises(BadInput, match=f"there is no choice {to}; the record has {match.count}"):
            replay(TOY, match.record, to=to)


def test_the_seed_is_written_when_the_match_is_over_and_not_before() -> None:
    open_match, closed = played(finished=False), played()
    assert b"secret" not in text_of(open_match.record, None)
    assert b'{"seed": "secret"' in text_of(open_match.record, True)
    assert b'{"seed": "secret"' in text_of(closed.record, None)
    assert b"secret" not in text_of(closed.record, False)


def test_without_the_seed_the_next_die_is_asked_for() -> None:
    record = Record.parse(text_of(played(finished=False).record, False))
    match = replay(TOY, record)
    match.play("toss")
    assert match.decision.side == CHANCE
    match = replay(TOY, record, seed="secret")
    match.play("toss")
    assert match.decision.side != CHANCE


def test_a_record_of_bulge_replays_and_verifies(tmp_path: Path) -> None:
    *_, finished = walk.walk(5, 10, most=3000)
    *_, unfinished = walk.walk(5, 1, most=60)
    for match, end in ((finished, "finished"), (unfinished, "not finished")):
        path = tmp_path / "game.jsonl"
        match.record.save(path, with_seed=True)
        again = ardennes.replay(path)
        assert again.state == match.state
        assert again.log == match.log
        assert again.record == match.record
        assert ardennes.verify(path)[-1] == end


def test_a_file_that_cannot_be_read_or_written_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nothing.jsonl: cannot read: No such file"):
        ardennes.replay(tmp_path / "nothing.jsonl")
    with pytest.raises(BadInput, match="cannot read: Is a directory"):
        Record.load(tmp_path)
    with pytest.raises(BadInput, match="this is not a file name"):
        Record.load("a\0b")
    with pytest.raises(BadInput, match="cannot write: No such file"):
        played().record.save(tmp_path / "no" / "game.jsonl")


# --- damage ------------------------------------------------------------------------------------------------------------------------------


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^game.jsonl: the file is empty; a record starts with a header line$"):
        Record.parse(b"", where="game.jsonl")


@pytest.mark.parametrize("text", [b"\n", b"hello\n", b"[1]\n", b"\xff\xfe\n", b"{}\n", b"null\n", b"\0" * 100 + b"\n"])
def test_a_file_that_is_not_a_record_is_refused_at_its_first_line(text: bytes) -> None:
    bad(text, 1)


def test_a_file_cut_off_in_a_line_is_refused_at_that_line() -> None:
    whole = original()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    for cut in range(1, len(whole)):
        if cut not in ends:
            message = bad(whole[:cut], 1 + sum(end <= cut for end in ends))
            assert message.endswith("the file ends in the middle of this line")


def test_a_file_cut_off_between_lines_is_a_match_that_goes_on() -> None:
    match = replay(TOY, Record.parse(b"".join(original().splitlines(keepends=True)[:5])))
    assert match.result is None
    assert "not finished" in verify(TOY, match.record)


@pytest.mark.parametrize("line", range(1, 8))
def test_a_changed_line_is_found(line: int) -> None:
    lines = original().splitlines(keepends=True)
    lines[line - 1] = lines[line - 1].replace(b'"', b'"x', 1)
    assert "the checksum is wrong" in bad(b"".join(lines), line)


@pytest.mark.parametrize("line", range(2, 8))
def test_a_removed_line_is_found_at_the_next(line: int) -> None:
    lines = original().splitlines(keepends=True)
    del lines[line - 1]
    assert "the checksum is wrong" in bad(b"".join(lines), line)


@pytest.mark.parametrize("line", range(2, 7))
def test_lines_in_another_order_are_found(line: int) -> None:
    lines = original().splitlines(keepends=True)
    lines[line - 1], lines[line] = lines[line], lines[line - 1]
    assert "the checksum is wrong" in bad(b"".join(lines), line)


def test_an_appended_or_repeated_line_is_found() -> None:
    lines = original().splitlines(keepends=True)
    last = len(lines) + 1
    assert "the checksum is wrong" in bad(original() + lines[1], last)
    assert "the checksum is wrong" in bad(original() + lines[-1], last)
    assert "not JSON" in bad(original() + b"\n", last)
    assert "not JSON" in bad(original() + b"by hand\n", last)
    assert "ends in the middle" in bad(original() + b" ", last)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\xff\n", "this line is not JSON"),
        (b'{"by": "red", "do": "go\n', "this line is not JSON"),
        (b"[" * 100_000 + b"\n", "this line is not JSON"),
        (b'{"by": ' + b"9" * 5000 + b"}\n", "this line is not JSON"),
        (b'{"by": "\\ud800", "do": "go"}\n', "invalid text"),
        (b'"text"\n', "this line is not a JSON object"),
        (b'{"by": "red", "do": "go", "arg": "c"}\n', "the checksum is wrong"),
        (b'{"by": "red", "do": "go", "arg": "c", "check": 5}\n', "the checksum is wrong"),
    ],
)
def test_an_invalid_line_is_named(line: bytes, message: str) -> None:
    lines = original().splitlines(keepends=True)
    lines[2] = line
    assert message in bad(b"".join(lines), 3)


@pytest.mark.parametrize(
    "row",
    [
        {},
        {"by": "red"},
        {"do": "go"},
        {"by": 1, "do": "go"},
        {"by": "red", "do": None},
        {"undo": -1},
        {"undo": 5},
        {"undo": True},
        {"undo": "1"},
        {"result": 7},
        {"seed": 7},
        {"other": 1},
    ],
)
def test_a_meaningless_line_is_refused_even_with_a_correct_checksum(row: dict[str, Any]) -> None:
    rows = rows_of(original())
    rows[2] = row
    assert "neither a choice nor an undo" in bad(seal(rows), 3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ardennes": 2}, "does not say format 1"),
        ({"ardennes": None}, "does not say format 1"),
        ({"game": 5}, "no valid 'game'"),
        ({"options": []}, "no valid 'options'"),
        ({"commitment": None}, "no valid 'commitment'"),
        ({"position": "start"}, "'position' is not a mapping"),
    ],
)
def test_a_header_that_is_not_one_is_refused(change: dict[str, Any], message: str) -> None:
    rows = rows_of(original())
    rows[0] |= change
    assert message in bad(seal(rows), 1)


def _is_part(entries: list[Any], whole: list[Any]) -> bool:
    return entries == whole[: len(entries)]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """The file with some bytes changed, removed, inserted or swapped."""
    data = bytearray(original())
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        kind = draw(st.sampled_from(["flip", "set", "delete", "insert", "block", "cut"]))
        if not data:
            break
        if kind == "flip":
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif kind == "set":
            data[at] = draw(st.sampled_from(list(b'\n\r\t {}[]",:\\0123456789eE-\x00\xff')))
        elif kind == "delete":
            del data[at]
        elif kind == "insert":
            data[at:at] = draw(st.binary(min_size=1, max_size=4))
        elif kind == "block":
            del data[at : at + draw(st.integers(1, 300))]
        else:
            del data[at:]
    return bytes(data)


@settings(max_examples=400)
@given(damaged())
def test_any_damage_gives_a_clear_error_or_the_record_as_it_was(data: bytes) -> None:
    whole = Record.parse(original())
    try:
        found = Record.parse(data, where="game.jsonl")
    except BadInput as error:
        assert str(error).startswith("game.jsonl:")
        assert len(str(error).splitlines()) == 1
    else:
        # Only blanks differ, or whole lines are missing at the end.
        assert found.game == whole.game
        assert found.commitment == whole.commitment
        assert _is_part(found.entries, whole.entries)
    try:
        rest = Record.parse(data, recover=True)
    except BadInput:
        return
    assert _is_part(rest.entries, whole.entries)
    assert replay(TOY, rest, recover=True).result is None or rest.entries == whole.entries


@given(st.binary(max_size=200))
def test_any_bytes_give_a_clear_error(data: bytes) -> None:
    with pytest.raises(BadInput):
        Record.parse(data)


# --- forgery -----------------------------------------------------------------------------------------------------------------------------


def forged(at: int, **changes: Any) -> Record:
    """The record with one line changed and every checksum recomputed."""
    rows = rows_of(original())
    rows[at] |= changes
    return Record.parse(seal(rows))


def first_die() -> int:
    return next(n for n, row in enumerate(rows_of(original())) if row.get("by") == CHANCE)


def test_an_honest_record_verifies() -> None:
    assert sum(row.get("by") == CHANCE for row in rows_of(original())) == 1
    match = played()
    assert verify(TOY, match.record) == [
        f"{match.count} choices legal",
        "1 die follows from the seed",
        "1 undo",
        "finished",
    ]
    unknown = Record.parse(text_of(match.record, False))
    assert "dice not checked: the seed is not revealed yet" in verify(TOY, unknown)


def test_dice_rolled_by_hand_cannot_be_verified_and_verify_says_so() -> None:
    match = new_match(TOY, seed=1, chance="manual")
    match.play("toss")
    match.play("coin", "tails")
    match.play("stop")
    assert match.record.seed is None
    record = Record.parse(text_of(match.record, None))
    assert "dice not checked: they were rolled by hand" in verify(TOY, record)
    again = replay(TOY, record)
    again.undo()
    again.play("toss")
    assert again.decision.side == CHANCE


def test_a_changed_die_is_found_although_all_checksums_are_right() -> None:
    at = first_die()
    true = rows_of(original())[at]["arg"]
    false = "heads" if true != "heads" else "tails"
    with pytest.raises(BadInput, match=f"choice {at}: the seed gives coin {true}, the record says {false}"):
        verify(TOY, forged(at, arg=false))


def test_a_changed_die_that_was_undone_is_found_too() -> None:
    match = new_match(TOY, seed=5, solo=True)
    match.play("toss")
    match.undo()
    assert verify(TOY, match.record)[2] == "1 undo, 1 of them over a die or a revealed secret"
    true = match.record.entries[1]
    assert not isinstance(true, int)
    match.record.entries[1] = (CHANCE, "coin", "heads" if true[2] != "heads" else "tails")
    with pytest.raises(BadInput, match="choice 2: the seed gives coin"):
        verify(TOY, match.record)


def test_an_undone_choice_must_have_been_legal() -> None:
    match = played()
    match.record.entries[1] = ("blue", "go", "e")
    with pytest.raises(BadInput, match=r"choice 2 \(blue: go e\) is not legal: somebody is there \(case 2.0\)"):
        verify(TOY, match.record)


def test_an_illegal_choice_is_found_with_its_number_and_case() -> None:
    record = forged(1, arg="e")
    expected = r"choice 1 \(red: go e\) is not legal: somebody is there \(case 2.0\)"
    for check in (verify, replay):
        with pytest.raises(BadInput, match=expected):
            check(TOY, record)
    assert replay(TOY, record, recover=True).count == 0


def test_a_choice_of_the_wrong_side_and_one_after_the_end_are_found() -> None:
    with pytest.raises(BadInput, match=r"choice 1 \(blue: go b\) is not legal: blue cannot answer now"):
        verify(TOY, forged(1, by="blue"))
    record = played().record
    for by in ("red", CHANCE):
        record.entries.append((by, "stop" if by == "red" else "coin", None))
        with pytest.raises(BadInput, match="is not legal: the game is over"):
            verify(TOY, record)
        record.entries.pop()


def test_chance_cannot_be_played_where_a_side_is_asked() -> None:
    with pytest.raises(BadInput, match="is not legal: chance cannot answer now"):
        verify(TOY, forged(1, by=CHANCE))


def test_a_wrong_result_is_found() -> None:
    at = len(rows_of(original())) - 2
    with pytest.raises(BadInput, match="the record says the result is"):
        verify(TOY, forged(at, result={"winner": "red", "level": "stopped", "points": 9}))


def test_a_seed_that_does_not_fit_the_commitment_is_refused() -> None:
    record = forged(len(rows_of(original())) - 1, seed="another")
    with pytest.raises(BadInput, match="the revealed seed does not match the commitment"):
        verify(TOY, record)
    with pytest.raises(BadInput, match="the seed does not match the record's commitment"):
        replay(TOY, record)
    with pytest.raises(BadInput, match="the seed does not match the record's commitment"):
        replay(TOY, played().record, seed="another")


def test_a_changed_commitment_is_found() -> None:
    with pytest.raises(BadInput, match="does not match the commitment"):
        verify(TOY, forged(0, commitment="00"))


def test_a_record_of_other_rules_scenario_or_options_is_refused() -> None:
    for change, message in (
        ({"rules": "0"}, "made with rules version '0'; this is 1"),
        ({"scenario": "endless"}, "unknown scenario 'endless'"),
        ({"options": {"fast": 1}}, "option fast of toy cannot be 1"),
        ({"options": {"slow": True}}, "unknown option 'slow'"),
    ):
        with pytest.raises(BadInput, match=message):
            replay(TOY, forged(0, **change))


def test_a_record_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(original())
    with pytest.raises(BadInput, match="unknown game 'toy'"):
        ardennes.replay(path)


def test_recovering_keeps_what_is_legal() -> None:
    rows = rows_of(original())
    rows[-3] |= {"do": "fly"}
    record = Record.parse(seal(rows))
    match = replay(TOY, record, recover=True)
    assert match.count == played().count - 1
    match.play("stop")


# --- starting from a position ------------------------------------------------------------------------------------------------------------


def test_a_record_that_starts_from_a_position_carries_it() -> None:
    start = walk.start_of(4)
    match = ardennes.load_position(start, seed=1)
    match.play(*next((verb, some[0]) for verb, some in match.decision.choices.items()))
    record = Record.parse(text_of(match.record))
    assert record.position == start
    assert ardennes.replay(record).state == match.state


def test_changing_the_callers_position_later_has_no_effect() -> None:
    start = walk.start_of(4)
    match = ardennes.load_position(start, seed=1)
    before = match.record.lines()
    start["turn"] = 9
    start["units"].clear()
    assert match.record.lines() == before
    assert match.at(match.count).state.digest() == match.state.digest()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"turn": 99}, "turn: 99 is not a game turn"),
        ({"units": {"de-1ss": "9999"}}, "units.de-1ss: unknown hex '9999'"),
        ({"game": "toy"}, "game: this is a position of 'toy', not of bulge"),
        ({"options": {"airdrop": False}}, "differ from those of its start position"),
        ({"scenario": "other"}, "unknown scenario 'other'"),
        ({"options": 5}, "expected a mapping, not 5"),
        ({"ardennes": 0}, "not a position"),
    ],
)
def test_a_record_with_a_broken_position_is_refused(change: dict[str, Any], message: str) -> None:
    rows = rows_of(text_of(ardennes.load_position(walk.start_of(4), seed=1).record))
    rows[0]["position"] |= change
    record = Record.parse(seal(rows))
    for use in (ardennes.replay, ardennes.verify):
        with pytest.raises(BadInput) as caught:
            use(record)
        assert message in str(caught.value)
