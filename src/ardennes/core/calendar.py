"""What is shown next to the map, in the shapes that page and terminal draw: turn track, other tracks, victory gauge, arrivals."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any

from ardennes.core.names import bits
from ardennes.core.roster import Roster
from ardennes.core.wording import short_date


@cache
def iso_date(first: str, turn: int, per_day: int = 1) -> str:
    """The day of a turn, counted from 1.

    >>> iso_date("1944-12-16", 3, per_day=2)
    '1944-12-17'
    """
    return (date.fromisoformat(first) + timedelta(days=(turn - 1) // per_day)).isoformat()


def turn(number: int, of: int, iso: str, date: str, time: str = "") -> dict[str, Any]:
    """The turn that is being played."""
    out = {"number": number, "of": of, "date": date, "iso": iso}
    return out | {"time": time} if time else out


def day(number: int, iso: str, note: str = "", check: bool = False, goal: str = "") -> dict[str, Any]:
    """One entry of the turn track; `check`: victory is looked at on this day; `goal`: what is needed for it, in a word ("14")."""
    label = str(int(iso[-2:]))
    return {"turn": number, "label": label, "date": short_date(iso), "note": note, "check": check, "goal": goal}


@cache
def _track(first: str, start: int, turns: int, times: tuple[str, ...]) -> list[dict[str, Any]]:
    out = []
    for n in range(start, start + turns):
        row = day(n, iso_date(first, n, len(times)))
        time = times[(n - 1) % len(times)]
        if time:
            row["date"] += f" {time}"
        if time != times[0]:
            row["label"] = time.lower()
        out.append(row)
    return out


def turn_track(
    first: str,
    notes: Sequence[str],
    checks: Container[int],
    goals: Mapping[int, str] | None = None,
    *,
    start: int = 1,
    times: tuple[str, ...] = ("",),
) -> list[dict[str, Any]]:
    """The turn track from turn `start` on: a note for each turn, the turns on which victory is looked at, and what is needed for it.
    `times` are the turns of a day, if it has several ("AM", "PM").

    >>> [row["label"] for row in turn_track("1944-12-16", [""] * 3, (), start=2, times=("AM", "PM"))]
    ['pm', '17', 'pm']
    """
    rows = zip(_track(first, start, len(notes), times), notes, strict=True)
    wanted = goals or {}
    return [
        {**row, "note": note, "check": row["turn"] in checks, "goal": wanted.get(row["turn"], "")} for row, note in rows
    ]


def track(name: str, title: str, text: str, case: str, **values: Any) -> dict[str, Any]:
    """A track: its text for people, and its values."""
    return {"id": name, "title": title, **values, "text": text, "case": case}


def gauge(title: str, value: int, marks: Sequence[tuple[int, str]], text: str, short: str = "") -> dict[str, Any]:
    """How far a side is from victory: a value among marks (number, what it means). `short` says in a few words what comes after the value
    ("of 14 by 20 Dec"), where there is no room for the text."""
    numbers = [n for n, _ in marks]
    return {
        "title": title,
        "value": value,
        "low": min(0, value, *numbers),
        "high": max(value, *numbers),
        "marks": [{"at": n, "text": what} for n, what in marks],
        "text": text,
        "short": short,
    }


def arrival(number: int, iso: str, side: str, units: Iterable[str], text: str, case: str) -> dict[str, Any]:
    """Units that are to come on a day."""
    return {
        "turn": number,
        "date": short_date(iso),
        "side": side,
        "units": list(units),
        "text": text,
        "case": case,
    }


Comes = tuple[int, str, str]
"""The turn on which a unit arrives, the way it comes ("from the north"), and the case."""


class Arrivals:
    """The reinforcements of a game by turn, side and way, for the `calendar` of its view."""

    def __init__(self, roster: Roster, first_day: str, comes: Callable[[int], Comes | None]) -> None:
        self.roster = roster
        self._groups: list[tuple[int, dict[str, Any]]] = []

        def key(unit: int) -> tuple[int, int, str, str] | None:
            found = comes(unit)
            return found and (found[0], roster.side[unit], *found[1:])

        for (turn, side, way, case), units in roster.groups(key, roster.names.all).items():
            row = arrival(turn, iso_date(first_day, turn), roster.sides[side], (), way, case)
            self._groups.append((bits(units), row))
        self._told = cache(self._row)

    def waiting(self, units: int, turn: int = 0) -> list[dict[str, Any]]:
        """What is still to come of some units, group by group; a group that should have come before `turn` is delayed."""
        out = []
        for number, (group, row) in enumerate(self._groups):
            here = group & units
            if here:
                told = self._told(number, here, row["turn"] < turn).copy()
                told["units"] = told["units"].copy()  # a view belongs to whoever asked for it
                out.append(told)
        return out

    def _row(self, number: int, here: int, late: bool) -> dict[str, Any]:
        row = self._groups[number][1]
        text = f"{self.roster.listed(here)} {row['text']}{', delayed' if late else ''}"
        return {**row, "units": self.roster.names.list_of(here), "text": text}
