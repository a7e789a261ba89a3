"""Whatever a game asks in random games, the screen can show it and every choice can be typed."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import pytest
from rich.cells import cell_len

import ardennes
from ardennes.core.decision import CHANCE
from ardennes.games import game_ids
from ardennes.terminal.help import after, example_of, help_lines
from ardennes.terminal.menu import Menu
from ardennes.terminal.odds import odds_lines
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from ardennes.terminal.situation import Situation
from ardennes.terminal.wording import heading

_STEP = 60
"""The game is checked every this many choices."""


def moments(game: str, seed: int) -> Iterator[ardennes.Match]:
    """A random game, yielded at intervals; nearly every kind of question comes up."""
    match = ardennes.new(game, seed=seed)
    rng = random.Random(seed)
    asked: set[tuple[str, ...]] = set()
    while not match.is_over:
        kind = (match.decision.side, *match.decision.raw, *match.decision.cases)
        if match.count % _STEP == 0 or kind not in asked:
            asked.add(kind)
            yield match
        match.play(*rng.choice(match.choices))


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("seed", [1, 2])
def test_every_choice_can_be_typed_by_its_number_and_is_listed_with_it(game: str, seed: int) -> None:
    screen = Screen(out=io.StringIO())
    for match in moments(game, seed):
        view = match.view(match.decision.side)
        table = Situation(match, screen)
        menu = Menu(table.places, view, match.decision)
        scene = table.scene(view, menu)
        assert {(item.verb, item.argument) for item in menu.items} == set(match.choices)
        every = "\n".join(line.plain for line in menu.every(screen, scene))
        for item in menu.items:
            assert menu.find(str(item.number)) == [item], item
            assert item in menu.find(item.text), item
            assert f"{item.number:>{menu.digits}}) " in every


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("width", [80, 120])
def test_every_question_fits_the_screen(game: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With 24 lines too, unless the odds alone fill the screen."""
    monkeypatch.setattr(Screen, "width", width)
    monkeypatch.setattr(Screen, "height", 24)
    out = io.StringIO()
    session: Session | None = None
    for match in moments(game, 3):
        session = session or Session(match, dict.fromkeys(match.game.sides, "human"), Screen(out=out))
        session._seen = dict.fromkeys(session._seen, match.count)  # the question alone, without what happened before
        session._welcome = []
        out.seek(0)
        out.truncate()
        session.show()
        lines = out.getvalue().splitlines()
        preview = match.preview(match.decision.side)
        odds = odds_lines(preview, session.screen, session.match.game.ledger) if preview else []
        assert max(map(cell_len, lines)) <= width
        assert len(lines) <= 23 or len(odds) > 12, "\n".join(lines)


@pytest.mark.parametrize("game", game_ids())
def test_help_and_odds_can_always_be_shown(game: str) -> None:
    screen = Screen(out=io.StringIO())
    fights = 0
    for match in moments(game, 4):
        side = match.decision.side
        assert side != CHANCE
        view = match.view(side)
        table = Situation(match, screen)
        menu = Menu(table.places, view, match.decision)
        example = example_of(match, menu, table.places, view)
        lines = [line.plain for line in help_lines(example, table.places, True, screen)]
        lines += [line.plain for line in heading(view, match.game.sides, screen)]
        assert len(menu.find(example.name)) >= 1
        for item in menu.items[:5]:
            state = after(match, item)
            preview = state.stack[-1].preview(state) if state.result is None else None
            if preview is not None:
                fights += 1
                lines += [line.plain for line in odds_lines(preview, screen, match.game.ledger, note=True)]
        assert max(map(cell_len, lines)) <= 80
    assert fights > 5
