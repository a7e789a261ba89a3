"""What the screen says besides the map: the heading, the log, the odds, a case of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from ardennes.core.ledger import Case, Ledger
from ardennes.core.match import Match
from ardennes.core.record import Choice
from ardennes.terminal.screen import Screen

_BAR = 12
_TIED = "\N{NO-BREAK SPACE}"
_SHORT = 50
"""Sentences of this length are not broken at the end of a line."""


def title(name: str) -> str:
    """A name of the program for people.

    >>> title("german-combat-before-movement")
    'German combat before movement'
    """
    text = name.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]


# --- heading ---------------------------------------------------------------------------------------------------------------------------


def heading(view: Mapping[str, Any], sides: Sequence[str], screen: Screen) -> list[Text]:
    """Turn, date and phase; then the tracks."""
    turn = view["turn"]
    date = f", {turn['date']}" if turn.get("date") else ""
    first = Text(f"Turn {turn['number']} of {turn['of']}{date}: {title(view['phase'])}", "bold")
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
            head = f"{title(mark.phase)}: " if mark.phase else ""
        elif verb == mark.starter != before:
            end()
            head = ""
        block.append(text)
        now, before = mark, verb
    end()
    return out


# --- odds ------------------------------------------------------------------------------------------------------------------------------


def odds_lines(preview: Mapping[str, Any], ledger: Ledger, screen: Screen) -> list[Text]:
    """What is at stake: strengths, terrain, shifts, column, and the chance of each result as a bar."""
    out: list[Text] = []
    for sentence in (_strengths(preview), _shifts(preview)):
        if sentence:
            out += [Text(line) for line in screen.wrap(sentence, rest="  ")]
    tables: dict[str, dict[str, float]] = preview.get("tables") or {
        preview.get("table", "chances"): preview.get("chances", {})
    }
    names = list(dict.fromkeys(result for chances in tables.values() for result in chances))
    wide = max((len(name) for name in names), default=0)
    head = Text(" " * (wide + 4))
    for table in tables:
        head.append(f"{table:<{_BAR + 7}}", "bold")
    if names:
        out.append(head)
    for name in names:
        line = Text(f"  {name:<{wide}}  ", "bold")
        for chances in tables.values():
            chance = chances.get(name, 0.0)
            full = round(chance * _BAR)
            line.append("#" * full, "green")
            line.append("." * (_BAR - full), "dim")
            line.append(f" {chance:4.0%}  " if chance else "    -  ")
        line.append(_meaning(name, ledger), "dim")
        line.truncate(screen.width)
        out.append(line)
    if preview.get("stranded"):
        left = f"Not in this attack, and then with nobody else to attack: {', '.join(preview['stranded'])}."
        out += [Text(line, "yellow") for line in screen.wrap(left)]
    return out


def _sum(parts: Sequence[tuple[str, int]], total: int) -> str:
    listed = " + ".join(f"{name} {n}" for name, n in parts)
    return listed if len(parts) == 1 else f"{listed} = {total}"


def _strengths(preview: Mapping[str, Any]) -> str:
    if "attackers" not in preview or "defender" not in preview:
        return ""
    ours = [(a["name"], a["strength"]) for a in preview["attackers"]]
    theirs = [(preview["defender"]["name"], preview["defender"]["strength"])]
    theirs += [(row["what"], row["strength"]) for row in preview.get("terrain", ())]
    return f"{_sum(ours, preview['attack'])} against {_sum(theirs, preview['defence'])}, at {preview['hex']}."


def _shifts(preview: Mapping[str, Any]) -> str:
    if "differential" not in preview:
        return ""
    out = [f"Differential {preview['differential']:+d}".replace("+0", "0")]
    out += [f"{row['what']} {row['shift']:+d} (case {row['case']})" for row in preview.get("shifts", ())]
    columns = preview.get("columns", ())
    total = sum(c["weight"] for c in columns)
    named = [c["column"] + (f" ({c['weight']} in {total})" if len(columns) > 1 else "") for c in columns]
    return ", ".join(out) + (f": column {' or '.join(named)}." if named else ".")


def _meaning(result: str, ledger: Ledger) -> str:
    """The title of the case about a result, without the result itself."""
    found = next((case.title for case in ledger if case.number.endswith(f"-{result}")), "")
    return found.removeprefix(f"{result},").strip()


# --- rules -----------------------------------------------------------------------------------------------------------------------------


def case_lines(case: Case, screen: Screen, whole: bool = False) -> list[Text]:
    """A case: title and text; `whole` adds the checks, the reading, and the cases it depends on."""
    out = [Text(line, "bold") for line in screen.wrap(f"{case.title} ({case.kind})", f"{case.number}  ")]
    out += [Text(line) for line in screen.wrap(" ".join(case.text.split()), "  ")]
    if not whole:
        return out
    if case.checks:
        out.append(Text("Checks", "bold"))
        for check in case.checks:
            out += [Text(line) for line in screen.wrap(check, "  - ")]
    if case.reading:
        out.append(Text("Our reading", "bold"))
        out += [Text(line) for line in screen.wrap(" ".join(case.reading.split()), "  ")]
    if case.depends:
        out += [Text(line) for line in screen.wrap("See also " + ", ".join(case.depends))]
    return out
