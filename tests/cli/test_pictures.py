"""The documentation's pictures of the terminal: `make pictures` retakes them, any other run only checks that they can be made."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from rich.console import Console

import ardennes
from ardennes.terminal import Screen, Session

_SIZE = (96, 40)
_FRAME = """<svg viewBox="-10 -10 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>text {{ font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: {char_height}px; white-space: pre; }}
{styles}</style>
<defs>{lines}</defs>
<rect x="-10" y="-10" width="100%" height="100%" fill="#12161b"/>
{backgrounds}{matrix}
</svg>
"""


class Paper(Screen):
    """A terminal that remembers what is shown, in colour."""

    def __init__(self) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self._colours = True
        self._terminal = True
        self._console = Console(
            file=io.StringIO(),
            record=True,
            force_terminal=True,
            color_system="truecolor",
            width=_SIZE[0],
            height=_SIZE[1],
            highlight=False,
            markup=False,
        )

    def picture(self) -> str:
        """What was shown, with a margin."""
        text = self._console.export_svg(title="", code_format=_FRAME, unique_id="t")
        return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        ("bulge", [("attack", "us-14cav"), ("unit", "de-3fj")]),
        ("commander", [("activate", "Dasburg"), ("unit", "de-5fj")]),
    ],
)
def test_pictures_of_the_terminal(game: str, choices: list[tuple[str, str]]) -> None:
    paper = Paper()
    match = ardennes.new(game, seed=7, solo=True)
    for choice in choices:
        match.play(*choice)
    Session(match, {"german": "human", "allied": "greedy"}, paper).show()
    paper.show("german>")
    text = paper.picture()
    assert text.startswith("<svg") and "german&gt;" in text
    folder = os.environ.get("SHOTS")
    if folder:
        Path(folder, f"terminal-{game}.svg").write_text(text, encoding="utf-8")
