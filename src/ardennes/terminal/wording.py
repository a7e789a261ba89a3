"""What the screen says besides the map: the heading, the log, the odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from ardennes.core.match import Match
from ardennes.core.record import Choice
from ardennes.core.wording import humanised
from ardennes.terminal.screen import Screen

_BAR = 12
_TIED = "\N{NO-BREAK SPACE}"
_SHORT = 50
"""Sentences of this length are not broken at the end of a line."""


# --- heading ---------------------------------------------------------------------------------------------------------------------------


def heading(view: Mapping[str, Any], sides: Sequence[str], screen: Screen) -> list[Text]:
    """Turn, date and phase; then the tracks."""
    turn = view["turn"]
    date = f", {turn['date']}" if turn.get("date") else ""
    first = Text(f"Turn {turn['number']} of {turn['of']}{date}: {humanised(view['phase'])}", "bold")
    first.append(" " + "=" * max(0, screen.width - len(first) - 1), "dim")
    tracks = [_track(track, sides).replace(" ", _TIED) for track in view.get("tracks", ())]
    return [first, *(Text(line.replace(_TIED, " ")) for line in screen.wrap("; ".join(filter(None, tracks))))]


def _track(track: Mapping[str, Any], sides: Sequence[str]) -> str:
    """A track in a few words. One that has nothing but zeros is not worth a word."""
    own = [f"{side} {track[side]}" for side in sides if side in track]
    if "value" in track:
        return f"{track['title']} {track['value']}" + (f" ({', '.join(own)})" if own else "")
    return f"{track['title']}: {', '.join(own)}" if any(track[side] for side in sides if side in track) else ""


# --- the log ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mark:
    """Where in the course of the game a choice was made."""

    phase: str
    starter: str
    """The verb of the first choice of the phase that made something happen: what begins a move or an attack."""


def mark_choice(match: Match, marks: dict[int, Mark], verb: str, argument: Any) -> None:
    """Play a choice, and mark it and the dice that follow from it."""
    before = match.count
    phase = match.view()["phase"]
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


def log_lines(
    events: Sequence[tuple[int, str]], choices: Sequence[Choice], marks: Mapping[int, Mark], screen: Screen
) -> list[Text]:
    """Events as paragraphs, one a phase. In a phase, a new line begins where a move or an attack follows on something else."""
    out: list[Text] = []
    block: list[str] = []
    now, before = Mark("", ""), ""
    head = ""

    def end() -> None:
        if block:
            text = head + " ".join(s.replace(" ", _TIED) if len(s) <= _SHORT else s for s in block)
            lines = [Text(line.replace(_TIED, " ")) for line in screen.wrap(text, "" if head else "  ", "  ")]
            lines[0].stylize("bold", 0, len(head))
            out.extend(lines)
            block.clear()

    for number, text in events:
        verb = choices[number - 1][1] if 0 < number <= len(choices) else ""
        mark = marks.get(number, Mark("", ""))
        if mark.phase != now.phase:
            end()
            head = f"{humanised(mark.phase)}: " if mark.phase else ""
        elif verb == mark.starter != before:
            end()
            head = ""
        block.append(text)
        now, before = mark, verb
    end()
    return out


# --- odds ------------------------------------------------------------------------------------------------------------------------------


def odds_lines(preview: Mapping[str, Any], screen: Screen) -> list[Text]:
    """What is at stake: strengths, shifts, columns, and the chance of each result as a bar."""
    out: list[Text] = []
    for sentence in (_strengths(preview), _shifts(preview)):
        if sentence:
            out += [Text(line) for line in screen.wrap(sentence, rest="  ")]
    tables = preview["tables"]
    meaning = {o["label"]: o["text"] for table in tables for o in table["outcomes"]}
    chances = [{o["label"]: o["chance"] for o in table["outcomes"]} for table in tables]
    wide = max(map(len, meaning), default=0)
    if meaning:
        head = Text(" " * (wide + 4))
        for table in tables:
            head.append(f"{table['title']:<{_BAR + 7}}", "bold")
        out.append(head)
    for label in sorted(meaning, key=_order(tables)):
        line = Text(f"  {label:<{wide}}  ", "bold")
        for table in chances:
            chance = table.get(label, 0.0)
            full = round(chance * _BAR)
            line.append("#" * full, "green")
            line.append("." * (_BAR - full), "dim")
            line.append(f" {chance:4.0%}  " if chance else "    -  ")
        line.append(meaning[label], "dim")
        line.truncate(screen.width)
        out.append(line)
    for warning in preview["warnings"]:
        out += [Text(line, "yellow") for line in screen.wrap(warning)]
    return out


_KINDS = ("for", "neither", "against")


def _order(tables: Sequence[Mapping[str, Any]]) -> Callable[[str], tuple[int, int]]:
    """Results from the best to the worst for the attacker; within a kind as the tables list them."""
    known: dict[str, tuple[int, int]] = {}
    for table in tables:
        for place, outcome in enumerate(table["outcomes"]):
            known.setdefault(outcome["label"], (_KINDS.index(outcome["kind"]), place))
    return known.__getitem__


def _strengths(preview: Mapping[str, Any]) -> str:
    """Each side with what it brings in."""
    return " against ".join(_sum(side) for side in preview["sides"]) + f", at {preview['place_title']}."


def _sum(side: Mapping[str, Any]) -> str:
    listed = " + ".join(f"{row['text']} {row['value'].lstrip('+')}" for row in side["rows"])
    return listed if len(side["rows"]) == 1 else f"{listed} = {side['total']}"


def _shifts(preview: Mapping[str, Any]) -> str:
    out = [f"Difference {preview['compare']['text']}"]
    out += [f"{row['text']} {row['value']} (case {row['case']})" for row in preview["shifts"]]
    columns = preview["tables"][0]["columns"] if preview["tables"] else []
    final = [column["label"] for column in columns if column["state"] == "final"]
    return "; ".join(out) + (f": column {' or '.join(final)}." if final else ".")
