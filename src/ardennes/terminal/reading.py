"""What is shown without being played: the games, the situation of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from ardennes.core.errors import BadInput
from ardennes.core.game import GameInfo
from ardennes.core.match import Match
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session


def show_games(games: Sequence[GameInfo], screen: Screen) -> None:
    """Each game with its sides, scenarios and options."""
    for game in games:
        screen.show(Text(f"{game.id}: {game.title}", "bold"))
        screen.show(screen.wrap(game.about, "  "))
        screen.show(screen.wrap(", ".join(game.sides), "  sides     "))
        for scenario in game.scenarios:
            text = f"{scenario.id}: {scenario.title}, {scenario.turns} turns. {scenario.about}"
            screen.show(screen.wrap(text, "  scenario  "))
        for option in game.options:
            values = "|".join(str(value).lower() for value in option.values)
            usual = str(option.default).lower()
            text = f"{option.id}={values} (usually {usual}): {option.title}. {option.about} (case {option.case})"
            screen.show(screen.wrap(text, "  option    "))


# --- files -----------------------------------------------------------------------------------------------------------------------------


def is_record(path: Path) -> bool:
    """Does this look like a record (and not like a position)?"""
    try:
        with path.open("rb") as file:
            return b'"commitment"' in file.readline(100_000)
    except OSError as error:
        raise BadInput(f"cannot read: {error.strerror}", where=str(path)) from None


def show_match(match: Match, screen: Screen, log: bool) -> None:
    """The situation of a match, and on demand its whole log."""
    Session(match, dict.fromkeys(match.game.sides, ""), screen).show_situation(log)
