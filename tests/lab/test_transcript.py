"""A complete game, word for word. It is played from a committed record, so that it depends on the rules alone, not on any player."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

import ardennes
from ardennes.core.record import Record
from ardennes.games import find, game_ids
from ardennes.lab.transcript import main, transcript

GOLDEN = Path(__file__).parents[1] / "golden"
AGAIN = """
If the rules or the words were changed on purpose, and the record is still legal, write the text anew:
    python -m ardennes.lab.transcript tests/golden/{game}.jsonl --out tests/golden
If the record is not legal any more, play another game and write both:
    python -m ardennes.lab.transcript {game} --longest-of 40 --out tests/golden
Then look at the difference."""


@pytest.mark.parametrize("game", game_ids())
def test_golden_game(game: str) -> None:
    again = AGAIN.format(game=game)
    try:
        lines = list(transcript(find(game), Record.load(GOLDEN / f"{game}.jsonl")))
    except ardennes.BadInput as error:
        pytest.fail(f"{error}\n{again}", pytrace=False)
    wanted = (GOLDEN / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    for number, (line, want) in enumerate(zip_longest(lines, wanted), start=1):
        if line != want:
            before = "\n".join(wanted[max(0, number - 6) : number - 1])
            pytest.fail(f"line {number}:\n{before}\n- {want}\n+ {line}\n{again}", pytrace=False)


@pytest.mark.parametrize("game", game_ids())
def test_dice_of_the_golden_game_are_fair(game: str) -> None:
    assert "finished" in ardennes.verify(GOLDEN / f"{game}.jsonl")


def test_both_files_come_from_one_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bulge", "--player", "german=random", "--player", "allied=random", "--out", str(tmp_path)]
    assert main([*words, "--longest-of", "3"]) == 0
    record, text = tmp_path / "bulge.jsonl", tmp_path / "bulge.txt"
    capsys.readouterr()
    assert main([str(record)]) == 0
    assert capsys.readouterr().out == text.read_text(encoding="utf-8")
    first = text.read_text(encoding="utf-8")
    assert main([*words, "--longest-of", "3"]) == 0
    assert text.read_text(encoding="utf-8") == first
    assert main(["no-such-game"]) == 2
    assert main([str(tmp_path / "missing.jsonl")]) == 2
