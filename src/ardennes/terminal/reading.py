"""Shows things without playing: the games, the situation in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from ardennes.core.errors import BadInput
from ardennes.core.game import GameInfo
from ardennes.core.match import Match
from ardennes.core.wording import counted, humanised
from ardennes.games import find
from ardennes.terminal.places import table_lines
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import result_text
from ardennes.terminal.situation import Situation
from ardennes.terminal.wording import heading, log_lines, marks_of


def show_games(games: Sequence[GameInfo], screen: Screen) -> None:
    """Each game with its sides, scenarios and options."""
    for game in games:
        screen.show(Text(f"{game.id}: {game.title}", "bold"))
        screen.show(screen.wrap(game.about, "  "))
        screen.show(screen.wrap(", ".join(game.sides), "  sides     "))
        for scenario in game.scenarios:
            text = f"{scenario.id}: {scenario.title}, {counted(scenario.turns, 'turn')}. {scenario.about}"
            screen.show(screen.wrap(text, "  scenario  "))
        for option in game.options:
            values = "|".join(str(value).lower() for value in option.values)
            default, case = str(option.default).lower(), find(game.id).ledger.cite(option.case)
            text = f"{option.id}={values} (default: {default}): {option.title}. {option.about} ({case})"
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
    """The situation of a match as a spectator sees it, with the log before it if asked for."""
    if log:
        screen.show(log_lines(match, match.told_since(-1), marks_of(match), screen))
    view = match.view()
    table = Situation(match, screen)
    screen.show(heading(view, match.game.sides, screen))
    scene = table.scene(view)
    screen.show(table.whole(scene))
    if not table.places.are_hexes:  # the labels on a map of areas have no room for the names of units
        held = [name for some in table.places.sectors().values() for name in some if name in scene.pieces]
        for fixed, last in table_lines([table.places.row(name, scene) for name in held]):
            screen.show(screen.wrap(last, fixed))
    undone = len(match.record.entries) - match.count
    taken_back = f" ({counted(undone, 'more line')} for undone choices)." if undone else "."
    screen.show(f"After {counted(match.count, 'choice')}, dice included{taken_back}")
    if match.result is not None:
        screen.show(result_text(match), "bold")
    else:
        decision = match.decision
        screen.say(f"{humanised(decision.side)}: {decision.prompt} ({counted(decision.count(), 'choice')})", "bold")
