"""The commands besides `play`, and what they say to bad input."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import ardennes
from ardennes.terminal import Screen
from tests.cli.desk import run
from tests.machine import PATIENCE


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished match."""
    path = tmp_path_factory.mktemp("record") / "game.jsonl"
    assert (
        run("play", "bulge", "--german", "random", "--allied", "random", "--seed", "7", "--save", str(path)).status == 0
    )
    return path


def test_games() -> None:
    outcome = run("games")
    assert outcome.status == 0
    for info in ardennes.games():
        assert f"{info.id}: {info.title}" in outcome.out
        assert all(option.id in outcome.out for option in info.options)
        assert all(scenario.id in outcome.out for scenario in info.scenarios)


# --- rules -----------------------------------------------------------------------------------------------------------------------------


def test_rules_lists_every_case_in_80_columns() -> None:
    outcome = run("rules", "bulge")
    ledger = ardennes.new("bulge").game.ledger
    assert [line.split()[0] for line in outcome.lines] == list(ledger.cases)
    assert max(map(len, outcome.lines)) <= 80


def test_one_case() -> None:
    outcome = run("rules", "bulge", "2.1")
    case = ardennes.new("bulge").game.ledger.find("2.1")
    text = " ".join(outcome.out.split())
    assert f"2.1 {case.title} (rule)" in text
    assert " ".join(case.text.split()) in text
    assert all(" ".join(check.split()) in text for check in case.checks)
    assert max(map(len, outcome.lines)) <= 80


def test_coverage_fails_if_a_case_has_no_test(tmp_path: Path) -> None:
    outcome = run("rules", "bulge", "--coverage", "--tests", str(tmp_path))
    assert outcome.status == 1
    assert "MISSING" in outcome.out
    assert outcome.lines[-1].startswith("0 of ")
    assert max(map(len, outcome.lines)) <= 80


def test_coverage_is_complete_if_every_case_has_one(tmp_path: Path) -> None:
    numbers = [case.number for case in ardennes.new("bulge").game.ledger if case.needs_test]
    cited = ", ".join(f'"{number}"' for number in numbers)
    test = f'import pytest\n\n\n@pytest.mark.rule("bulge", {cited})\ndef test_all() -> None: ...\n'
    (tmp_path / "test_all.py").write_text(test)
    outcome = run("rules", "bulge", "--coverage", "--tests", str(tmp_path))
    assert outcome.lines[-1] == f"{len(numbers)} of {len(numbers)} cases that need a test have one."
    assert outcome.status == 0


# --- records ---------------------------------------------------------------------------------------------------------------------------


def test_verify(record: Path) -> None:
    outcome = run("verify", str(record))
    assert outcome.status == 0
    assert "choices legal" in outcome.out and "dice follow from the seed" in " ".join(outcome.out.split())


def test_verify_finds_a_loaded_die(record: Path, tmp_path: Path) -> None:
    """A die is changed and the checksums made anew: only the seed gives it away."""
    forged = ardennes.Record.load(record)
    at = next(n for n, entry in enumerate(forged.entries) if not isinstance(entry, int) and entry[0] == "chance")
    entry = forged.entries[at]
    assert not isinstance(entry, int)
    forged.entries[at] = ("chance", entry[1], entry[2] % 6 + 1)
    path = tmp_path / "forged"
    forged.save(path, with_seed=True)
    outcome = run("verify", str(path))
    assert (outcome.status, outcome.out) == (2, "")
    assert f"choice {at + 1}: the seed gives die {entry[2]}" in outcome.err
    assert outcome.err.count("\n") == 1


def test_verify_finds_damage(record: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    damaged.write_text(record.read_text().replace('"do": "unit"', '"do": "hex"', 1))
    outcome = run("verify", str(damaged))
    assert outcome.status == 2
    assert "the checksum is wrong" in outcome.err and outcome.err.count("\n") == 1


def test_replay_shows_the_situation(record: Path) -> None:
    outcome = run("replay", str(record), "--to", "20", "--log")
    assert outcome.status == 0
    assert "Turn 1 of 18" in outcome.out and "After 2" in outcome.out and "The morning of 16 December" in outcome.out
    assert max(map(len, outcome.lines)) <= 80
    assert "The game is over." in run("replay", str(record)).out
    assert "The game is over." in run("show", str(record)).out


def test_replay_recovers_what_is_whole(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    text = record.read_text()
    cut.write_text(text[: len(text) // 2])
    assert run("replay", str(cut)).status == 2
    outcome = run("replay", str(cut), "--recover")
    assert outcome.status == 0 and "choices, dice included" in outcome.out


def test_position(record: Path, tmp_path: Path) -> None:
    printed = run("position", str(record), "--to", "10")
    path = tmp_path / "p.yaml"
    assert run("position", str(record), "--to", "10", "-o", str(path)).status == 0
    assert path.read_text() == printed.out
    assert ardennes.load_position(path).state.digest() == ardennes.replay(record, to=10).state.digest()


def test_simulate_is_there() -> None:
    outcome = run("simulate", "--help")
    assert outcome.status == 0 and "usage: ardennes simulate" in outcome.out


# --- bad input -------------------------------------------------------------------------------------------------------------------------


BAD = {
    "": "COMMAND",
    "fight": "choose from",
    "play": "which game? allowed: bulge",
    "play chess": "unknown game 'chess'; allowed: bulge",
    "play bulge --scenario x": "unknown scenario 'x' of bulge; allowed: campaign",
    "play bulge --option weather=sunny": "cannot be 'sunny'; allowed: historical, variable",
    "play bulge --option weather": "--option needs NAME=VALUE",
    "play bulge --option fog=1": "unknown option 'fog' of bulge; allowed: weather, airdrop",
    "play bulge --german nobody": "invalid choice: 'nobody'",
    "play bulge --russian human": "unrecognized arguments",
    "play bulge --seed=": "an empty seed",
    "play bulge --save {tmp}/no/where": "cannot write: No such file or directory",
    "play bulge --save {record}": "exists already",
    "play --load {tmp}/none": "cannot read: No such file or directory",
    "play --load {tmp}": "cannot read: Is a directory",
    "play --load {junk}": "junk:1: this line is not JSON",
    "play --load {record} --seed 99": "the seed does not fit",
    "play --load {record} --scenario campaign": "leave out --scenario and --option",
    "play --load {record} --position {record}": "exclude each other",
    "play chess --load {record}": "the file is a match of bulge, not of chess",
    "play --position {tmp}/none": "cannot read",
    "play --position {junk}": "junk",
    "play --position {bad_position}": "bad.yaml:5: units.de-999: unknown unit 'de-999'",
    "rules": "required: game",
    "rules chess": "unknown game 'chess'",
    "rules bulge 77": "bulge has no case '77'",
    "rules bulge 12.9": "near it: 12.0",
    "rules bulge --coverage --tests {tmp}/none": "name it with --tests DIR",
    "rules bulge 1.0 --coverage": "leave the case out",
    "rules bulge --tests {tmp}": "--tests is for --coverage",
    "verify": "required: record",
    "verify {tmp}/none": "cannot read",
    "verify {junk}": "junk:1:",
    "replay {record} --to 99999": "there is no choice 99999; the record has",
    "replay {record} --to -1": "there is no choice -1",
    "replay {record} --to ten": "invalid int value: 'ten'",
    "position {record} -o {tmp}/no/where": "cannot write",
    "show {tmp}/none": "cannot read",
    "show {tmp}": "cannot read",
    "simulate chess": "unknown game 'chess'",
}


@pytest.mark.parametrize("command", BAD)
def test_bad_input_is_one_line_and_status_2(command: str, record: Path, tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"\xff\x00{[\n")
    (tmp_path / "bad.yaml").write_text(
        "ardennes: 1\ngame: bulge\nphase: german-movement\nunits:\n  de-999: '0101'\n", encoding="utf-8"
    )
    files = {"tmp": tmp_path, "record": record, "junk": tmp_path / "junk", "bad_position": tmp_path / "bad.yaml"}
    outcome = run(*command.format(**files).split())
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.startswith("ardennes: ") and outcome.err.count("\n") == 1 and outcome.err.endswith("\n")
    assert BAD[command] in outcome.err


# --- the terminal ----------------------------------------------------------------------------------------------------------------------


class _Terminal:
    """What a screen needs of a terminal's stream."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("no_color", [False, True])
def test_colours_only_if_wanted(no_color: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("NO_COLOR", "1" if no_color else "")
    terminal = _Terminal()
    Screen(out=terminal).show("word", "bold red")  # type: ignore[arg-type]
    assert ("\x1b[" in terminal.text) is not no_color
    assert "word" in terminal.text


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("end", [b"\x03", b"\x04", b"quit\n"], ids=["Ctrl-C", "Ctrl-D", "quit"])
def test_a_session_at_a_terminal_ends_cleanly(end: bytes) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
    command = [sys.executable, "-c", "import sys; from ardennes.cli import main; sys.exit(main())"]
    command += ["play", "bulge", "--seed", "7", "--allied", "random"]
    child = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    seen = _read_until(ours, b"german> ")
    os.write(ours, b"done\n")
    seen += _read_until(ours, b"german> ")
    if end == b"\x03":
        child.send_signal(signal.SIGINT)
        # a signal that comes after the prompt but before the wait for a key is seen only at the next key
        while not select.select([ours], [], [], 2)[0]:
            child.send_signal(signal.SIGINT)
    else:
        os.write(ours, end)
    seen += _read_until(ours, b"Not saved.")
    assert child.wait(PATIENCE) == 0
    os.close(ours)
    assert b"Traceback" not in seen and b"\x1b[" in seen


def _read_until(stream: int, mark: bytes) -> bytes:
    seen = b""
    while mark not in seen:
        assert select.select([stream], [], [], PATIENCE)[0], f"no {mark!r} after {seen[-500:]!r}"
        try:
            more = os.read(stream, 10_000)
        except OSError:  # the child has closed the terminal
            break
        if not more:
            break
        seen += more
    assert mark in seen, seen[-500:]
    return seen


def test_a_reader_who_leaves_is_no_error() -> None:
    command = f"{json.dumps(sys.executable)} -c 'import sys; from ardennes.cli import main; sys.exit(main())' rules bulge | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == "" and len(done.stdout.splitlines()) == 1
