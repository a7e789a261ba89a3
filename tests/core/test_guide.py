"""docs/adding-a-game.md leads through Patrol: what it quotes is really there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.core import patrol

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
QUOTED = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_quotes_code() -> None:
    assert len(QUOTED) >= 8


@pytest.mark.parametrize("block", QUOTED, ids=[block.strip().splitlines()[0].strip()[:40] for block in QUOTED])
def test_quoted_code_is_in_the_toy_game(block: str) -> None:
    assert block in Path(patrol.__file__).read_text(encoding="utf-8")


def test_files_the_guide_names_exist() -> None:
    root = GUIDE.parents[1]
    named = re.findall(r"`(core/\w+\.py)`", GUIDE.read_text(encoding="utf-8"))
    assert named
    for name in named:
        assert (root / "src" / "ardennes" / name).is_file(), name
