"""The examples in docs/api.md run as written, one after the other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "api.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    room: dict[str, object] = {"__name__": "example"}
    for number, block in enumerate(BLOCKS, start=1):
        exec(compile(block, f"example {number} of {PAGE.name}", "exec"), room)
    assert len(BLOCKS) >= 7
    out = capsys.readouterr().out
    assert "'bulge'" in out and "Turn 1 of 18" in out and "Result(winner=" in out
    assert (tmp_path / "game.jsonl").is_file()
