"""The commands besides `play`, and what they say to bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ardennes
from ardennes.terminal import Screen
from tests.cli.desk import run


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


def test_a_bare_command_shows_its_help() -> None:
    outcome = run()
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == run("--help").out
    assert outcome.out.startswith("usage: ardennes ")


def test_python_m_ardennes_is_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "ardennes", "games"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("games").out
    wrong = subprocess.run([sys.executable, "-m", "ardennes", "nothing"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and wrong.stderr.startswith("ardennes: ")


# --- rules -----------------------------------------------------------------------------------------------------------------------------


def test_rules_lists_every_case_in_80_columns() -> None:
    outcome = run("rules", "bulge")
    ledger = ardennes.new("bulge").game.ledger
    for case, line in zip(ledger, outcome.lines, strict=True):
        assert " ".join(line.split()) == f"{ledger.shown_number(case)} {case.title}".strip()
    assert max(map(len, outcome.lines)) <= 80


@pytest.mark.parametrize("game", ["bulge", "commander", "enemy_action"])
def test_rules_never_show_an_identifier(game: str) -> None:
    """Cases are called by number or title, in the index as in the text, in "See also" and where no case is found."""
    ledger = ardennes.new(game).game.ledger
    words = {number for number, name in ledger.names.items() if name != number and re.match(r"\d.*-", number)}
    hidden = next(case.number for case in ledger if case.number in words and case.depends)
    shown = [run("rules", game), run("rules", game, hidden), run("rules", game, hidden, "--format", "md")]
    heading = shown[1].lines[0]
    assert heading == ledger.cases[hidden].title and f"## {heading}" in shown[2].lines
    for outcome in shown:
        assert words.isdisjoint(re.split(r"[ ,]+", " ".join(outcome.lines)))


def test_options_name_the_rule_they_belong_to() -> None:
    said = " ".join(run("games").out.split())
    assert "Forced march. Units can move farther but are fatigued afterwards. (case 6.5)" in said


def test_one_case() -> None:
    outcome = run("rules", "bulge", "2.1")
    case = ardennes.new("bulge").game.ledger.find("2.1")
    text = " ".join(outcome.out.split())
    assert f"2.1 {case.title}" in text
    assert " ".join(case.text.split()) in text
    assert all(check.text in text for check in case.checks)
    assert max(map(len, outcome.lines)) <= 80


def test_a_table_of_a_case_is_in_columns() -> None:
    lines = run("rules", "bulge", "D-CRT").lines
    assert "  Die  -4 or less  -3 to -1  0 to +2  +3 to +5  +6 to +8  +9 to +11  +12 or more" in lines
    assert "  6    Ae          Ae        Ae       Ae        Ae        Ct         Dr" in lines


def test_a_table_that_is_too_wide_wraps_its_cells() -> None:
    lines = run("rules", "commander", "D-calendar").lines
    row = next(n for n, line in enumerate(lines) if line.startswith("  26 "))
    assert lines[row : row + 2] == [
        "  26        Allied      Fuel shortage worsens (2 units); British free to cross",
        "                        the Meuse; victory check",
    ]


def test_a_word_finds_the_cases_that_contain_it() -> None:
    found = run("rules", "bulge", "--search", "bridge")
    assert found.lines[0] == "11.0    Bridge interdiction"  # the title counts most
    assert any(line.startswith("7.2 ") for line in found.lines)
    assert run("rules", "bulge", "bridge").out == found.out
    assert "Our reading" in run("rules", "bulge", "--search", "scatter diagram").out  # a single one is shown whole


def test_words_that_no_case_contains_are_an_error() -> None:
    searched = run("rules", "bulge", "--search", "submarine")
    assert (searched.status, searched.err) == (2, "ardennes: no case of bulge contains 'submarine'\n")
    named = run("rules", "bulge", "submarine")
    assert (named.status, named.err) == (
        2,
        "ardennes: bulge has no case 'submarine' (no rule contains this word either)\n",
    )


def test_the_glossary() -> None:
    outcome = run("rules", "bulge", "glossary")
    ledger = ardennes.new("bulge").game.ledger
    text = " ".join(outcome.out.split())
    assert all(f"{term} {meaning}" in text for term, meaning in ledger.glossary.items())
    assert max(map(len, outcome.lines)) <= 80
    assert "zone of control" in run("rules", "bulge", "ZOC").out


@pytest.mark.parametrize("game", ["ardennes_offensive", "bulge", "commander"])
def test_all_rules_in_full(game: str) -> None:
    ledger = ardennes.new(game).game.ledger
    plain, markdown = run("rules", game, "--all"), run("rules", game, "--format", "md")
    assert max(map(len, plain.lines)) <= 80
    for outcome in (plain, markdown):
        text = " ".join(outcome.out.split())
        for case in ledger:
            assert f"{ledger.shown_number(case)} {case.title}".strip() in text
            assert all(line in text for line in (*case.text.splitlines(), *case.reading.splitlines()))
            assert all(check.text in text for check in case.checks)
        assert "Glossary" in text


def test_markdown_has_headings_lists_and_tables() -> None:
    lines = run("rules", "bulge", "10.1", "--format", "md").lines
    assert lines[0] == "# Bulge: the rules"
    assert "## 10.1 Terrain costs" in lines
    table = lines.index("| Terrain | MP to enter | Adds to the defender |")
    assert lines[table + 1 : table + 3] == ["| --- | --- | --- |", "| Clear | 1 | +0 |"]
    first = lines.index("- A hex with heavy woods, light woods and West Wall costs 4 MP.")
    assert lines[first - 1] == "" and lines[first + 1].startswith("- ")


@pytest.mark.parametrize(
    "given",
    [
        ("12.3", "--all"),
        ("12.3", "--search", "x"),
        ("--all", "--search", "x"),
        ("--coverage", "--all"),
        ("--tests", "x"),
        ("--format", "pdf"),
        ("--coverage", "--format", "md"),
    ],
)
def test_options_of_rules_that_do_not_go_together(given: tuple[str, ...]) -> None:
    outcome = run("rules", "bulge", *given)
    assert (outcome.status, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def test_coverage_fails_if_a_case_or_a_check_has_no_test(tmp_path: Path) -> None:
    outcome = run("rules", "bulge", "--coverage", "--tests", str(tmp_path))
    assert outcome.status == 1
    assert "MISSING" in outcome.out
    assert outcome.lines[-2].startswith("0 of ") and outcome.lines[-1].startswith("0 of ")
    assert "  12.3:b  A hex with a friendly unit is not" in outcome.out
    assert max(map(len, outcome.lines)) <= 80


def _proving(folder: Path, cited: list[str]) -> None:
    marks = ", ".join(f'"{one}"' for one in cited)
    (folder / "test_all.py").write_text(
        f'import pytest\n\n\n@pytest.mark.rule("bulge", {marks})\ndef test_all() -> None: ...\n'
    )


def test_coverage_is_complete_if_every_case_and_check_has_one(tmp_path: Path) -> None:
    ledger = ardennes.new("bulge").game.ledger
    needed = [case for case in ledger if case.needs_test]
    checks = sum(len(case.checks) for case in ledger)
    _proving(tmp_path, [case.number for case in needed])
    outcome = run("rules", "bulge", "--coverage", "--tests", str(tmp_path))
    assert outcome.lines[-2:] == [
        f"{len(needed)} of {len(needed)} cases that need a test have one.",
        f"0 of {checks} checks are proved by a test.",
    ]
    assert outcome.status == 1
    _proving(tmp_path, [":".join([c.number, "".join(k.letter for k in c.checks)]).rstrip(":") for c in ledger])
    outcome = run("rules", "bulge", "--coverage", "--tests", str(tmp_path))
    assert outcome.lines[-1] == f"{checks} of {checks} checks are proved by a test."
    assert outcome.status == 0


def test_coverage_of_one_case_names_the_tests_of_each_check(tmp_path: Path) -> None:
    _proving(tmp_path, ["12.3:a", "12.4"])
    outcome = run("rules", "bulge", "12.3", "--coverage", "--tests", str(tmp_path))
    assert outcome.status == 1
    assert [line.strip() for line in outcome.lines[1:3]] == [
        "a  An empty hex outside enemy zones is open to a retreat.",
        "test_all.py::test_all",
    ]
    assert outcome.lines.count("     MISSING") == 6


# --- records ---------------------------------------------------------------------------------------------------------------------------


def test_verify(record: Path) -> None:
    outcome = run("verify", str(record))
    assert outcome.status == 0
    assert "choices legal" in outcome.out and "dice follow from the seed" in " ".join(outcome.out.split())


def test_verify_finds_a_loaded_die(record: Path, tmp_path: Path) -> None:
    """A die is changed and the checksums are recomputed: only the seed gives it away."""
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


def test_replay_recovers_what_is_intact(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    text = record.read_text()
    cut.write_text(text[: len(text) // 2])
    assert run("replay", str(cut)).status == 2
    outcome = run("replay", str(cut), "--recover")
    assert outcome.status == 0 and "choices, dice included" in outcome.out


@pytest.mark.parametrize("command", ["verify", "replay", "position", "show"])
def test_every_command_that_reads_records_can_recover_what_is_intact(
    command: str, record: Path, tmp_path: Path
) -> None:
    cut = tmp_path / "cut"
    text = record.read_text()
    cut.write_text(text[: len(text) // 2])
    refused = run(command, str(cut))
    assert refused.status == 2 and "use --recover to load" in refused.err
    outcome = run(command, str(cut), "--recover")
    assert (outcome.status, outcome.err) == (0, "")


def test_a_damaged_match_can_be_continued(record: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    lines = record.read_text().splitlines(keepends=True)
    cut.write_text("".join(lines[:6]) + "damage")
    players = ["--german", "human", "--allied", "random"]
    assert run("play", "--load", str(cut), *players).status == 2
    outcome = run("play", "--load", str(cut), "--recover", "--seed", "7", *players, typed=["quit"])
    assert outcome.status == 0 and "German" in outcome.out


def test_a_users_own_player_plays_in_the_terminal(tmp_path: Path) -> None:
    bot = tmp_path / "mybot.py"
    bot.write_text("class Bot:\n    def choose(self, seat):\n        return seat.choices[-1]\n")
    outcome = run("play", "bulge", "--german", f"{bot}:Bot", "--allied", "random", "--seed", "7")
    assert outcome.status == 0 and "The game is over." in outcome.out


def test_options_are_typed_as_they_are_shown() -> None:
    assert "airdrop=false|true" in run("games").out
    players = ["--german", "random", "--allied", "random"]
    assert run("play", "bulge", *players, "--option", "airdrop=true").status == 0


def test_a_position_can_be_drawn(record: Path, tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    position, svg = tmp_path / "p.yaml", tmp_path / "p.svg"
    assert run("position", str(record), "--to", "40", "-o", str(position)).status == 0
    outcome = run("map", "bulge", "--position", str(position), "-o", str(svg))
    assert (outcome.status, outcome.err) == (0, "")
    match = ardennes.load_position(position)
    on_board = [piece for piece in match.view()["pieces"] if piece["at"] in match.game.place_names.index]
    text = svg.read_text(encoding="utf-8")
    assert all(f'data-unit="{piece["id"]}"' in text for piece in on_board)
    assert match.view()["turn"]["date"] in text


def test_the_pieces_are_a_layer(record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = pytest.importorskip("ardennes.atlas.draw")

    def quick(board: object, over: str = "", **_: object) -> str:
        return f'<svg><g data-layer="grid"/>{over}</svg>'

    monkeypatch.setattr(draw, "draw_board", quick)
    svg = tmp_path / "p.svg"
    for layers, shown in (("grid,pieces", True), ("grid", False)):
        assert run("map", "bulge", "--position", str(record), "-o", str(svg), "--layers", layers).status == 0
        assert ("data-unit" in svg.read_text(encoding="utf-8")) is shown
    assert (
        "allowed: grid, pieces" in run("map", "bulge", "--position", str(record), "-o", str(svg), "--layers", "sky").err
    )


def test_a_match_can_be_drawn_as_png(tmp_path: Path) -> None:
    pytest.importorskip("shapely")
    match = ardennes.new("commander", seed=1)
    match.record.save(tmp_path / "game.jsonl")
    png = tmp_path / "p.png"
    outcome = run("map", "commander", "--position", str(tmp_path / "game.jsonl"), "-o", str(png), "--width", "400")
    assert (outcome.status, outcome.err) == (0, "")
    head = png.read_bytes()[:24]
    assert head.startswith(b"\x89PNG") and int.from_bytes(head[16:20], "big") == 400


def test_position(record: Path, tmp_path: Path) -> None:
    printed = run("position", str(record), "--to", "10")
    path = tmp_path / "p.yaml"
    assert run("position", str(record), "--to", "10", "-o", str(path)).status == 0
    assert path.read_text() == printed.out
    assert ardennes.load_position(path).state.digest() == ardennes.replay(record, to=10).state.digest()
    assert run("position", str(record), "--to", "10", "-o", "-").out == printed.out


def test_simulate_exists() -> None:
    outcome = run("simulate", "--help")
    assert outcome.status == 0 and "usage: ardennes simulate" in outcome.out


# --- bad input -------------------------------------------------------------------------------------------------------------------------


BAD = {
    "fight": "choose from",
    "play": "which game? allowed: ardennes_offensive, battles, bulge",
    "play chess": "unknown game 'chess'; allowed: ardennes_offensive, battles, bulge",
    "play bulge --scenario x": "unknown scenario 'x' of bulge; allowed: campaign",
    "play bulge --option weather=sunny": "cannot be 'sunny'; allowed: historical, variable",
    "play bulge --option weather": "--option must be NAME=VALUE",
    "play bulge --option fog=1": "unknown option 'fog' of bulge; allowed: weather, airdrop",
    "play bulge --german nobody": "unknown player 'nobody'; allowed: random, greedy-1, greedy, recruit, bold, "
    "cautious, veteran, general, FILE.py:NAME",
    "play bulge --recover": "--recover needs --load",
    "play bulge --russian human": "unrecognized arguments",
    "play bulge --seed=": "the seed is empty",
    "play bulge --save {tmp}/no/where": "cannot write: No such file or directory",
    "play bulge --save {record}": "already exists",
    "play --load {tmp}/none": "cannot read: No such file or directory",
    "play --load {tmp}": "cannot read: Is a directory",
    "play --load {junk}": "junk:1: this line is not JSON",
    "play --load {record} --seed 99": "the seed does not match",
    "play --load {record} --scenario campaign": "leave out --scenario and --option",
    "play --load {record} --position {record}": "not both",
    "play chess --load {record}": "the file is a match of bulge, not of chess",
    "play --position {tmp}/none": "cannot read",
    "play --position {junk}": "junk",
    "play --position {bad_position}": "bad.yaml:5: units.de-999: unknown unit 'de-999'",
    "rules": "required: game",
    "rules chess": "unknown game 'chess'",
    "rules bulge 77": "bulge has no case '77'",
    "rules bulge 12.9": "near it: 12.0",
    "rules bulge --coverage --tests {tmp}/none": "name it with --tests DIR",
    "rules bulge --coverage --all": "a single case",
    "rules bulge --tests {tmp}": "--tests needs --coverage",
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
    "simulate bulge --compare fog": "cannot compare 'fog': bulge has no such option; allowed: weather, airdrop",
    "simulate commander --compare fog": "cannot compare 'fog': commander has no options",
    "simulate commander --option fog=true": "unknown option 'fog' of commander; the game has no options",
    "simulate bulge --german mybot.py": "'mybot.py' does not say which player: write FILE.py:NAME",
    "simulate bulge --german {tmp}/none.py:Bot": "none.py: there is no such file",
    "simulate bulge --german {junk}.py:Bot": "there is no such file",
    "simulate bulge --allied nowhere.bots:Bot": "nowhere.bots: there is no module 'nowhere'",
    "simulate bulge --allied json:Bot": "json:Bot: there is no 'Bot' in json",
    "play bulge --allied {tmp}/none.py:Bot": "none.py: there is no such file",
    "play bulge --option airdrop=maybe": "cannot be 'maybe'; allowed: false, true",
    "map commander --position {record} -o {tmp}/x.svg": "the file is a match of bulge, not of commander",
    "map bulge --position {tmp}/none -o {tmp}/x.svg": "cannot read",
    "map bulge --position {bad_position} -o {tmp}/x.svg": "unknown unit 'de-999'",
    "map bulge --recover -o {tmp}/x.svg": "--recover needs --position",
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
    """What a screen needs from a terminal's stream."""

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


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{json.dumps(sys.executable)} -c 'import sys; from ardennes.cli import main; sys.exit(main())' rules bulge | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == "" and len(done.stdout.splitlines()) == 1
