"""How a match is shown in Python: as one line, as text, as a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ardennes.core.errors import brief
from ardennes.core.wording import counted

if TYPE_CHECKING:
    from ardennes.core.match import Match

_charts: list[Callable[[Match], str]] = []


def use_chart(draw: Callable[[Match], str]) -> None:
    """Set the function that draws a match as text. It is in a package that the core must not import, so `ardennes` sets it."""
    _charts[:] = [draw]


def chart(match: Match) -> str:
    """The situation as text: the map, and who is asked what."""
    return _charts[0](match) if _charts else one_line(match)


def one_line(match: Match) -> str:
    """Game, time, who is asked what, and how much has been played."""
    game, state = match.game, match.state
    turn, phase = game.clock(state)
    when = ", ".join(filter(None, (f"turn {turn}", game.day_of(turn), game.phase_title(phase))))
    played = f"{counted(match.count, 'choice')} made"
    if state.result is not None:
        winner = f"{state.result.winner} won" if state.result.winner else "a draw"
        now = f"over: {winner}, {state.result.level}, {counted(state.result.points, 'point')}"
    else:
        decision = match.decision
        now = f"{decision.side} is asked {brief(decision.prompt)} ({counted(decision.count(), 'choice')})"
    return f"<Match {game.id}: {when}; {now}; {played}>"
