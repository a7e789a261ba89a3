"""What the screen says besides map, menu and odds: the heading and the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rich.text import Text

from ardennes.core.match import Match
from ardennes.core.story import Sentence
from ardennes.terminal.screen import Screen

_TIED = "\N{NO-BREAK SPACE}"
_SHORT = 50
"""Sentences and tracks up to this length are not broken at the end of a line."""


# --- heading ---------------------------------------------------------------------------------------------------------------------------


def heading(view: Mapping[str, Any], sides: Sequence[str], screen: Screen) -> list[Text]:
    """Turn, date and phase, and how near the end is if it fits; then the tracks."""
    turn = view["turn"]
    date = f", {turn['date']}" if turn.get("date") else ""
    first = Text(f"Turn {turn['number']} of {turn['of']}{date}: {view['phase_title']} ", "bold")
    gauge = view.get("gauge")
    end = f" {gauge['title']} {gauge['text']}" if gauge else ""
    if gauge and gauge.get("short") and len(first) + len(end) > screen.width:
        end = f" {gauge['title']} {gauge['value']} {gauge['short']}"
    left = screen.width - len(first) - len(end)
    first.append("=" * (left if left > 0 else screen.width - len(first)), "dim")
    first.append(end if left > 0 else "", "bold")
    tracks = [_track(track, sides) for track in view.get("tracks", ())]
    told = "; ".join(track if len(track) > _SHORT else track.replace(" ", _TIED) for track in tracks if track)
    return [first, *(Text(line.replace(_TIED, " ")) for line in (screen.wrap(told) if told else ()))]


def _track(track: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A track in a few words. A track that is all zeros is left out."""
    own = [track[side] for side in sides if side in track]
    own += [track.get("value")] if "side" in track else []
    if own and not any(own):
        return ""
    return f"{track['title']} {track['value'] if 'value' in track and len(own) < 2 else track['text']}"


# --- the log ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """When in the game a choice was made."""

    phase: str
    starter: str
    """The verb of the phase's first choice that made something happen: it begins a move or an attack."""


def mark_choice(match: Match, marks: dict[int, Mark], verb: str, argument: Any) -> None:
    """Play a choice, and mark it and the dice that follow."""
    before = match.count
    phase = match.game.clock(match.state)[1]
    last = marks.get(before)
    starter = last.starter if last is not None and last.phase == phase else ""
    match.play(verb, argument)
    starter = starter or (verb if match.events_since(before) else "")
    for number in range(before + 1, match.count + 1):
        marks[number] = Mark(phase, starter)


def marks_of(match: Match, most: int | None = None) -> dict[int, Mark]:
    """The marks of the choices of a match, or of the last of them."""
    marks: dict[int, Mark] = {}
    choices = match.record.choices()[: match.count]
    other = match.at(max(0, len(choices) - most) if most is not None else 0)
    while other.count < len(choices):
        _, verb, argument = choices[other.count]
        mark_choice(other, marks, verb, argument)
    return marks


def _runs(sentences: Sequence[str]) -> list[tuple[str, int]]:
    """Sentences with how often each comes in a row.

    >>> _runs(["A card is drawn.", "A card is drawn.", "Pass."])
    [('A card is drawn.', 2), ('Pass.', 1)]
    """
    return [(sentence, len([*some])) for sentence, some in groupby(sentences)]


def log_lines(match: Match, events: Sequence[Sentence], marks: Mapping[int, Mark], screen: Screen) -> list[Text]:
    """Events as paragraphs, one per phase, with the date of a new turn. Within a phase, each move or attack that follows something else
    starts a new line."""
    out: list[Text] = []
    block: list[str] = []
    now, before = (0, ""), ""
    head = ""
    choices = match.record.choices()

    def end() -> None:
        if block:
            told = [sentence if n == 1 else f"{sentence} ({n} times)" for sentence, n in _runs(block)]
            text = head + " ".join(s.replace(" ", _TIED) if len(s) <= _SHORT else s for s in told)
            lines = [Text(line.replace(_TIED, " ")) for line in screen.wrap(text, "" if head else "  ", "  ")]
            lines[0].stylize("bold", 0, len(head))
            out.extend(lines)
            block.clear()

    for number, turn, phase, text in events:
        verb = choices[number - 1][1] if 0 < number <= len(choices) else ""
        mark = marks.get(number)
        if (turn, phase) != now:
            end()
            date = match.game.day_of(turn) if now[0] and turn != now[0] else ""
            head = f"{', '.join(filter(None, (date, match.game.phase_title(phase))))}: " if phase else ""
        elif mark is not None and verb == mark.starter != before:
            end()
            head = ""
        block.append(text)
        now, before = (turn, phase), verb
    end()
    return out
