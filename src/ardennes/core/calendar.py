"""What is shown next to the map, in the shapes that page and terminal draw: turn track, other tracks, victory gauge, arrivals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any

from ardennes.core.wording import short_date


@cache
def iso_date(first: str, turn: int, per_day: int = 1) -> str:
    """The day of a turn, counted from 1.

    >>> iso_date("1944-12-16", 3, per_day=2)
    '1944-12-17'
    """
    return (date.fromisoformat(first) + timedelta(days=(turn - 1) // per_day)).isoformat()


def turn(number: int, of: int, iso: str, time: str = "") -> dict[str, Any]:
    """The turn that is being played."""
    out = {"number": number, "of": of, "date": short_date(iso), "iso": iso}
    return out | {"time": time} if time else out


def day(number: int, iso: str, note: str = "", check: bool = False) -> dict[str, Any]:
    """One entry of the turn track; `check`: victory is looked at on this day."""
    label = str(int(iso[-2:]))
    return {"turn": number, "label": label, "date": short_date(iso), "note": note, "check": check}


def track(name: str, title: str, text: str, case: str, **values: Any) -> dict[str, Any]:
    """A track: its text for people, and its values."""
    return {"id": name, "title": title, **values, "text": text, "case": case}


def gauge(title: str, value: int, marks: Sequence[tuple[int, str]], text: str) -> dict[str, Any]:
    """How far a side is from victory: a value among marks (number, what it means)."""
    numbers = [n for n, _ in marks]
    return {
        "title": title,
        "value": value,
        "low": min(0, value, *numbers),
        "high": max(value, *numbers),
        "marks": [{"at": n, "text": what} for n, what in marks],
        "text": text,
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
