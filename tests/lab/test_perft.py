from __future__ import annotations

from pathlib import Path

import pytest

import ardennes
from ardennes import Match
from ardennes.lab.perft import Entry, load, main, perft, write

FILE = Path(__file__).parents[1] / "golden" / "perft.yaml"
ENTRIES = load(FILE)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: str(entry.name))
def test_counts(entry: Entry) -> None:
    assert entry.counted() == entry.counts, (
        "if the rules were changed on purpose: python -m ardennes.lab.perft tests/golden/perft.yaml --write"
    )


def slow(match: Match, depth: int) -> int:
    """The same count with the public methods alone: names instead of numbers, undo instead of copies."""
    if depth == 0 or match.result is not None:
        return 1
    total = 0
    for verb, some in match.decision.choices.items():
        for argument in some:
            match.play(verb, argument)
            total += slow(match, depth - 1)
            match.undo()
    return total


@pytest.mark.parametrize("entry", [e for e in ENTRIES if "phase" in e.position], ids=lambda entry: str(entry.name))
def test_counts_by_playing_and_undoing(entry: Entry) -> None:
    match = ardennes.load_position(entry.position, seed=1, chance="manual", solo=True)
    assert [slow(match, depth) for depth in (1, 2)] == entry.counts[:2]


def test_a_game_that_is_over_counts_once() -> None:
    match = ardennes.load_position(
        {"ardennes": 1, "game": "bulge", "turn": 18, "phase": "victory", "units": {"de-1ss": "0907"}}
    )
    assert match.result is not None
    assert [perft(match.state, depth) for depth in (0, 1, 3)] == [1, 1, 1]


def test_the_command_compares_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "perft.yaml"
    write(file, [e for e in ENTRIES if e.counts[-1] < 10_000])
    right = file.read_text(encoding="utf-8")
    file.write_text(right.replace("counts: [2,", "counts: [3,"), encoding="utf-8")
    assert main([str(file)]) == 1
    assert "was [3," in capsys.readouterr().out
    assert main([str(file), "--write"]) == 0
    assert main([str(file)]) == 0
    assert file.read_text(encoding="utf-8") == right
    assert main([str(tmp_path / "none.yaml")]) == 2
