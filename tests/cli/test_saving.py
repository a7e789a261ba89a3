"""Nothing is ever lost: games are saved automatically, and can be continued."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import ardennes
from tests.cli.desk import run

START = ("play", "bulge", "--seed", "7", "--allied", "random")
SPACES = ("play", "commander", "--seed", "7", "--german", "greedy")


def digest(path: Path) -> str:
    return ardennes.replay(path).state.digest()


def records(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"))


# --- by itself -------------------------------------------------------------------------------------------------------------------------


def test_a_game_is_saved_without_being_asked_for(data_home: Path) -> None:
    outcome = run(*START, typed=["done", "lehr"])  # the input ends in the middle
    (path,) = records(data_home)
    assert f"Saved in {path}" in outcome.lines
    assert ardennes.Record.load(path).choices()[-2:] == [("german", "done", None), ("german", "unit", "de-lehr")]


def test_nothing_played_leaves_nothing_behind(data_home: Path) -> None:
    assert "Nothing was played" in run(*START, typed=["map", "quit"]).out
    assert not data_home.exists()


def long_ago(folder: Path) -> None:
    """Make these files older than anything that follows, however coarse the file system's clock is."""
    for path in records(folder):
        os.utime(path, (1, 1))


def test_continue_resumes_the_game_played_last_with_its_players(data_home: Path) -> None:
    run(*SPACES, typed=["1"])
    long_ago(data_home)
    run(*START, typed=["done"])
    outcome = run("play", "--continue", typed=["lehr", "1404"])
    assert outcome.status == 0 and "Pz Lehr moved from 1305 to 1404." in outcome.out
    assert len(records(data_home)) == 2  # it is saved where it was
    again = run("play", "commander", "--continue")
    assert "Allied: " in again.out and "allied> " not in again.out  # the person is Allied, as before
    assert "Turn 1 of 13" in again.out


def test_a_continued_game_goes_on_the_same_way(data_home: Path, tmp_path: Path) -> None:
    run(*START, typed=["done", "lehr"])
    run("play", "--continue", typed=["1404", "276 1603", "done"])
    straight = tmp_path / "straight"
    run(*START, "--save", str(straight), typed=["done", "lehr", "1404", "276 1603", "done"])
    assert digest(records(data_home)[0]) == digest(straight)


def test_continue_may_change_the_players(data_home: Path) -> None:
    run(*START, typed=["done"])
    run("play", "--continue", "--allied", "greedy", typed=["lehr 1404"])
    assert json.loads(next(data_home.glob("*.json")).read_text())["seats"] == {"german": "human", "allied": "greedy"}


def test_a_finished_game_is_not_continued(data_home: Path) -> None:
    run("play", "bulge", "--german", "random", "--allied", "random", "--seed", "7")
    (path,) = records(data_home)  # kept all the same
    assert "finished" in run("verify", str(path)).out
    outcome = run("play", "--continue")
    assert outcome.status == 2 and f"there is no unfinished game to continue in {data_home}" in outcome.err


def test_a_game_that_was_finished_elsewhere_is_not_continued(data_home: Path) -> None:
    run("play", "bulge", "--german", "random", "--allied", "random", "--seed", "7")
    (path,) = records(data_home)
    note = {"game": "bulge", "record": path.name, "seats": {"german": "human", "allied": "greedy"}}
    path.with_suffix(".json").write_text(json.dumps(note))
    assert "there is no unfinished game" in run("play", "--continue").err


def test_continue_refuses_settings_the_game_already_has() -> None:
    run(*START, typed=["done"])
    for extra in (["--seed", "8"], ["--load", "x"], ["--position", "x"], ["--scenario", "x"], ["--option", "a=b"]):
        outcome = run("play", "--continue", *extra)
        assert outcome.status == 2 and f"leave out {extra[0]}" in outcome.err
    assert "there is no unfinished game of commander" in run("play", "commander", "--continue").err


def test_continue_leaves_out_games_whose_file_is_gone(data_home: Path) -> None:
    run(*START, typed=["done"])
    run(*SPACES, typed=["1"])
    (latest,) = data_home.glob("*commander.jsonl")
    latest.unlink()
    (data_home / "scribble.json").write_text("{")
    assert "Turn 1 of 18" in run("play", "--continue").out


def test_what_another_session_has_written_is_not_overwritten(data_home: Path) -> None:
    """Two terminals with the same game: the second one to write reports the conflict, and the file stays as it is."""

    def meanwhile(screen: str) -> str | None:
        if "Move a unit" in screen and not meddled:
            meddled.append(True)
            run("play", "--continue", typed=["276 1603"])
            return "lehr"
        return "done" if not meddled else None

    meddled: list[bool] = []
    outcome = run(*START, typed=meanwhile)
    (path,) = records(data_home)
    assert "NOT SAVED: " in outcome.out and "another program has changed this file" in outcome.out.replace("\n", " ")
    assert ardennes.Record.load(path).choices()[-1] == ("german", "hex", "1603")


def test_a_folder_that_cannot_be_created_does_not_stop_the_game(data_home: Path) -> None:
    data_home.parent.write_text("a file where the folder should be")
    outcome = run(*START, typed=["done", "lehr", "1404"])
    assert outcome.status == 0 and "NOT SAVED: " in outcome.out and "Pz Lehr moved" in outcome.out


# --- in a file -------------------------------------------------------------------------------------------------------------------------


def test_save_moves_the_game_to_a_file_that_continue_finds(data_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = run(*START, typed=["done", "lehr", f"save {path}", "1404", "save", "quit"])
    assert first.status == 0 and f"The game is saved after every choice in {path}" in first.lines
    assert records(data_home) == []  # no second copy
    record = ardennes.Record.load(path)
    assert record.choices()[-1] == ("german", "hex", "1404")  # saved after the choice, too
    before = digest(path)
    assert run("play", "--continue", typed=["276", "1603"]).status == 0
    match = ardennes.replay(path)
    assert match.at(len(record.choices())).state.digest() == before
    straight = run(*START, "--save", str(tmp_path / "b"), typed=["done", "lehr 1404", "276 1603"])
    assert straight.status == 0 and digest(tmp_path / "b") == digest(path)


def test_a_loaded_game_keeps_its_players(tmp_path: Path) -> None:
    path = tmp_path / "game"
    run(*SPACES, "--save", str(path), typed=["1"])
    before = path.read_bytes()
    outcome = run("play", "--load", str(path), typed=["1"])
    assert "Allied: " in outcome.out
    assert path.read_bytes() == before  # without --save the file stays as it is


def test_a_file_that_cannot_be_written_is_found_at_once(tmp_path: Path) -> None:
    outcome = run(*START, "--save", str(tmp_path / "no" / "such"))
    assert outcome.status == 2 and "cannot write: No such file or directory" in outcome.err


def test_position_is_written_and_played(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    outcome = run(*START, typed=["done", "lehr 1404", f"position {path}"])
    assert f"Position written to {path}" in outcome.lines
    again = run("play", "--position", str(path), "--allied", "random", "--seed", "1")
    assert again.status == 0 and "Turn 1 of 18, 16 Dec: German movement" in again.out
    assert "lehr" not in again.out.split("unit ")[-1].lower()  # it has already moved
    assert "Turn 1 of 18" in run("show", str(path)).out


@pytest.mark.parametrize("command", ["save", "position"])
def test_files_are_not_overwritten(command: str, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    outcome = run(*START, typed=[f"{command} {path}", command, f"{command} {tmp_path}/no/such"])
    text = " ".join(outcome.out.split())
    assert "this file already exists; choose another name" in text
    assert f"{command} where? Name a file" in text
    assert "cannot write: No such file or directory" in text
    assert path.read_text() == "mine"


def test_a_finished_game_is_saved_completely(tmp_path: Path) -> None:
    path = tmp_path / "game"
    outcome = run("play", "bulge", "--german", "random", "--allied", "random", "--seed", "7", "--save", str(path))
    assert outcome.status == 0
    assert "The game is over. " in outcome.out and f"The record is in {path}" in outcome.lines
    assert re.search(r"finished. The record is valid.", run("verify", str(path)).out.replace("\n", " "))


# --- without its dice ------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def seedless(tmp_path: Path) -> Path:
    """A record as a server provides it before the end: without its seed."""
    match = ardennes.new("bulge", seed=7)
    for choice in (("attack", "us-14cav"), ("unit", "de-3fj"), ("unit", "de-12"), ("crt", "primary")):
        match.play(*choice)
    path = tmp_path / "seedless.jsonl"
    match.record.save(path)
    return path


def test_nobody_is_asked_for_a_die_because_the_seed_is_missing(seedless: Path) -> None:
    outcome = run("play", "--load", str(seedless), typed=["roll"])
    assert outcome.status == 2 and "saved without its seed" in outcome.err and "--new-dice" in outcome.err
    assert "chance> " not in outcome.out


def test_new_dice_go_on_from_there(seedless: Path, data_home: Path) -> None:
    outcome = run("play", "--load", str(seedless), "--new-dice", "--seed", "3", typed=["roll"])
    assert outcome.status == 0 and "A roll of" in outcome.out and "chance> " not in outcome.out
    assert run("verify", str(records(data_home)[0])).status == 0


def test_the_old_dice_go_on_if_their_seed_is_given(seedless: Path) -> None:
    with_seed = run("play", "--load", str(seedless), "--seed", "7", typed=["roll"])
    straight = run("play", "bulge", "--seed", "7", typed=["14cav 3fj 12 primary", "roll"])
    rolled = re.compile(r"A roll of \d[^.]*\.")
    assert rolled.search(" ".join(with_seed.out.split())) is not None
    assert rolled.findall(" ".join(with_seed.out.split())) == rolled.findall(" ".join(straight.out.split()))


def test_new_dice_are_for_a_loaded_game() -> None:
    assert "--new-dice needs --load" in run(*START, "--new-dice").err


def test_dice_rolled_by_hand_are_asked_for(tmp_path: Path) -> None:
    match = ardennes.new("bulge", chance="manual")
    while match.decision.side == "chance":
        ((verb, outcomes),) = match.decision.choices.items()
        match.play(verb, outcomes[0])
    path = tmp_path / "by-hand.jsonl"
    match.record.save(path)
    outcome = run("play", "--load", str(path), typed=["14cav 3fj 12 primary", "roll", "4"])
    assert "chance> 4" in outcome.out and "A roll of 4" in outcome.out
