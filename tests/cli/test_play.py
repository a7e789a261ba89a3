"""Playing in the terminal, with what is typed coming from a script."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import ardennes
from tests.cli.desk import Outcome, run

START = ("play", "bulge", "--seed", "7", "--allied", "random")
GERMAN_ATTACK = ["14cav", "12 VG", "3fj", "primary"]


def one_turn(screen: str) -> str | None:
    """Answers of a person who is in no hurry: ends what can be ended, rolls, and else takes the first choice."""
    if "Turn 2 of" in screen or "The game is over" in screen:
        return None
    for word in ("roll", "done", "stay"):
        if f") {word}\n" in screen:
            return word
    return "1"


def digest(path: Path) -> str:
    return ardennes.replay(path).state.digest()


def test_a_whole_turn_by_numbers_and_names() -> None:
    moves = iter(["lehr 1404", "unit de-276", "hex 1603", "12 ss pz", "0501", "0401"])

    def typed(screen: str) -> str | None:
        if "German movement" in screen or "Move " in screen:
            return next(moves, "done")
        return one_turn(screen)

    outcome = run(*START, typed=typed)
    assert outcome.status == 0 and outcome.err == ""
    assert "Pz Lehr moved from 1305 to 1404." in outcome.out
    assert "276 VG moved from 1604 to 1603." in outcome.out
    assert "12 SS Pz moved from 0401 to 0501." in outcome.out
    assert "1 SS Pz moved from 0501 to 0401." in outcome.out  # it had to make room
    assert "german> hex 1603" in outcome.out  # what is typed is in the output too
    assert "German combat after movement: " in outcome.out
    assert "Allied movement: " in outcome.out


def test_the_same_session_prints_the_same() -> None:
    assert run(*START, typed=one_turn) == run(*START, typed=one_turn)


@pytest.mark.parametrize("options", [[], ["--option", "airdrop=true"], ["--option", "weather=variable"]])
def test_no_line_is_longer_than_80_and_no_escape_codes(options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    extra = iter(["help", "map", "map 0707", "map st_vith", "log all", "why 0407", "rule 12.1", "odds", "nonsense"])
    outcome = run(*START, *options, typed=lambda screen: next(extra, None) or one_turn(screen))
    assert max(map(cell_len, outcome.lines)) <= 80
    assert "\x1b" not in outcome.out


def test_the_screen_of_a_question() -> None:
    outcome = run(*START)
    head, tracks, *chart = outcome.lines[1:]
    assert head.startswith("Turn 1 of 18, 16 Dec: German combat before movement ==")
    assert re.fullmatch(r"Victory points 0 \(german \d+, allied -?\d+\); Weather overcast; British restricted", tracks)
    row = next(line for line in chart if line.startswith("05"))
    assert ">14cA1" in row and "3fjG3" in row and "1ssG7" in row  # a target, and own units
    assert "German: Choose a unit to attack, or end the phase [12.0]" in chart
    assert any("4) 14 Cav 1 @0503" in line for line in chart)
    assert chart[-1] == "Not saved."


def test_hexes_are_marked_on_the_map_and_typed() -> None:
    outcome = run(*START, typed=["done", "lehr"])
    screen = outcome.out[outcome.out.rindex("Turn 1 of") :]
    assert "hex 41 on the map, those with a number: type the hex ('map' shows all)" in screen
    row = next(line for line in screen.splitlines() if line.startswith("14"))
    assert ":1404 :1403 .1402-#1401" in row  # terrain and number; # is a town
    assert "*lehG5" in screen


# --- undo ------------------------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_die(tmp_path: Path) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    run(*START, typed=[*GERMAN_ATTACK, f"save {a}"])
    run(*START, typed=[*GERMAN_ATTACK, "roll", "undo", f"save {b}"])
    assert digest(a) == digest(b)
    assert "1 undos" in run("verify", str(b)).out


def test_undo_goes_back_over_the_answers_of_the_program(tmp_path: Path) -> None:
    """At the last German choice of turn 1: undo must bring that question back, and the same answer the same reply."""
    path = tmp_path / "game"
    run(*START, "--save", str(path), typed=one_turn)
    record = ardennes.Record.load(path)
    choices = record.choices()
    last = max(n for n, (by, _, _) in enumerate(choices) if by == "german")
    assert last < len(choices) - 1  # the program answered after it
    before = ardennes.replay(path, to=last)
    again = tmp_path / "again"
    verb, argument = choices[last][1:]
    answer = verb if argument is None else f"{verb} {argument}"
    load = ("play", "--load", str(path), "--allied", "random")
    run(*load, typed=["undo", f"save {again}"])
    assert ardennes.replay(again).state.digest() == before.state.digest()
    run(*load, "--save", str(path), typed=["undo", answer])
    assert ardennes.Record.load(path).choices() == choices


def test_undo_at_the_start_says_so() -> None:
    assert "there is nothing to undo" in run(*START, typed=["undo"]).out


def test_two_people_cannot_undo_a_die() -> None:
    outcome = run(
        "play", "bulge", "--german", "human", "--allied", "human", "--seed", "7", typed=[*GERMAN_ATTACK, "roll", "undo"]
    )
    assert "that cannot be undone" in outcome.out


# --- understanding ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    ["4", "attack 4", "us-14cav", "14cav", "14 Cav", "14 cav", "14CAV", "0503", "attack 0503", "attack us-14cav"],
)
def test_ways_to_name_a_target(typed: str) -> None:
    assert "German: Attack 14 Cav: choose units" in run(*START, typed=[typed]).out


def test_several_answers_on_a_line() -> None:
    outcome = run(*START, typed=["14cav 12 3fj prim roll", "log"])
    assert "12 VG and 3 FJ attacked 14 Cav at 0503, on the" in outcome.out


def test_a_line_stops_where_it_cannot_go_on() -> None:
    outcome = run(*START, typed=["14cav; 3fj; 0101; primary"])
    assert "German: Attack 14 Cav: add units, then choose a table" in outcome.out
    assert any("0101: this is not the time for 'hex'" in line for line in outcome.lines[-4:])
    assert outcome.lines[-2].endswith("(case 12.1-1)")


def test_a_refused_choice_is_explained() -> None:
    outcome = run(*START, typed=["9b", "done", "1ss", "0407"])
    assert "9b: no unit of yours is beside 9 Arm CCB (case 12.0-1)" in outcome.out
    assert "0407 cannot be reached at all from here; 1 SS Pz has 5 (case 10.1)" in outcome.out


def test_what_is_not_clear_is_asked_back() -> None:
    assert "'attack 1' may be" not in run(*START, typed=["attack 1"]).out
    assert "'attack' may be attack us-102cav, attack us-2, " in run(*START, typed=["attack"]).out


def test_why_prints_the_case() -> None:
    outcome = run(*START, typed=["why 9b", "why done", "why us-2", "why", "why xyz", "why column -4"])
    case = ardennes.new("bulge").game.ledger.find("12.0-1")
    assert f"12.0-1  {case.title}" in outcome.out
    assert " ".join(case.text.split()[:6]) in outcome.out
    assert "done can be chosen now (case 12.0;" in outcome.out
    assert "attack us-2 can be chosen now" in outcome.out
    assert "why what?" in outcome.out
    assert "'xyz' is nothing that could be chosen here" in outcome.out
    assert "This is not the time for 'column'" in outcome.out or "this is not the time for 'column'" in outcome.out


def test_rule_and_its_errors() -> None:
    outcome = run(*START, typed=["rule 12.2-De", "rule 77", "rule"])
    assert "12.2-De  Defender eliminated (De)" in outcome.out
    assert "In detail" in outcome.out
    assert "bulge has no case '77'" in outcome.out
    assert "which rule? For example: rule 5.0, rule supply, rule glossary" in outcome.out


def test_rule_finds_a_word_and_shows_the_glossary() -> None:
    assert "11.0    Bridge interdiction" in run(*START, typed=["rule bridge"]).out
    assert "movement point; a unit has five" in run(*START, typed=["rule glossary"]).out


# --- odds ------------------------------------------------------------------------------------------------------------------------------


def test_odds_are_shown_before_an_attack_is_committed() -> None:
    outcome = run(*START, typed=["14cav", "odds", "odds 3fj", "3fj", "odds 12"])
    assert "there are no odds to show" in outcome.out
    assert (
        outcome.out.count("3 FJ 3 against 14 Cav 1 + Light woods 2 = 3, at 0503.") == 2
    )  # asked for, and shown by itself
    assert "Difference 0; Surprise 2 right (case 5.0-1): column +6 +8." in outcome.out
    assert "  Dr  ####........  33%  ####........  33%  defender falls back" in outcome.out
    assert "12 VG 3 + 3 FJ 3 = 6 against 14 Cav 1 + Light woods 2 = 3, at 0503." in outcome.out


# --- saving ----------------------------------------------------------------------------------------------------------------------------


def test_save_quit_and_load_go_on_with_the_same_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first = run(*START, typed=["done", "lehr", f"save {path}", "1404", "quit"])
    assert first.status == 0
    goodbye = " ".join(first.out.replace("\\\n", "").split())  # a long command is continued with a backslash
    assert f"ardennes play --load {path} --save {path} --german human --allied random" in goodbye
    record = ardennes.Record.load(path)
    assert record.choices()[-1] == ("german", "hex", "1404")  # saved after the choice, too
    before = digest(path)
    second = run("play", "--load", str(path), "--save", str(path), "--allied", "random", typed=["276", "1603"])
    assert second.status == 0
    match = ardennes.replay(path)
    assert match.at(len(record.choices())).state.digest() == before
    straight = run(*START, "--save", str(tmp_path / "b"), typed=["done", "lehr 1404", "276 1603"])
    assert straight.status == 0 and digest(tmp_path / "b") == digest(path)


def test_position_is_written_and_played(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    outcome = run(*START, typed=["done", "lehr 1404", f"position {path}"])
    assert f"The position is in {path}" in outcome.out.replace("\n", "")
    again = run("play", "--position", str(path), "--allied", "random", "--seed", "1")
    assert again.status == 0 and "Turn 1 of 18, 16 Dec: German movement" in again.out
    assert "lehr" not in again.out.split("unit ")[-1].lower()  # it has moved already
    assert "Turn 1 of 18" in run("show", str(path)).out


@pytest.mark.parametrize("command", ["save", "position"])
def test_files_are_not_overwritten(command: str, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    outcome = run(*START, typed=[f"{command} {path}", command, f"{command} {tmp_path}/no/such"])
    text = " ".join(outcome.out.split())
    assert "this file exists already; name another" in text
    assert f"{command} where? Name a file" in text
    assert "cannot write: No such file or directory" in text
    assert path.read_text() == "mine"


def test_a_game_to_the_end_is_saved_whole(tmp_path: Path) -> None:
    path = tmp_path / "game"
    outcome = run("play", "bulge", "--german", "random", "--allied", "random", "--seed", "7", "--save", str(path))
    assert outcome.status == 0
    assert "The game is over. " in outcome.out and f"The record is in {path}" in outcome.out.replace("\n", "")
    assert "finished. All is well." in run("verify", str(path)).out.replace("\n", " ")


def test_seats() -> None:
    """Who names himself plays; else the first side that is left open."""

    def sides(*argv: str) -> Outcome:
        return run("play", "bulge", "--seed", "7", *argv)

    assert sides("--allied", "random").lines[-2].startswith("or")  # the German is asked
    assert "German: Choose a unit to attack" in sides("--allied", "random").out
    assert "Allied: " in sides("--allied", "human", "--german", "random").out
    assert "Allied: " in sides("--german", "random").out


def test_why_answers_for_a_hex_when_only_units_can_be_chosen() -> None:
    outcome = run(*START, typed=["why 0707", "quit"])
    assert any("this is not the time for 'hex'" in line for line in outcome.lines)
