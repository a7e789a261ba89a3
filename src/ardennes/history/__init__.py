"""What really happened: one page per day from 16 December 1944 to 2 January 1945, and each evening's front. Knows no game and no board."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import yaml

LonLat = tuple[float, float]
"""Longitude and latitude in degrees."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event on a day."""

    time: str
    place: str
    what: str
    units: str
    source: str


@dataclass(frozen=True, slots=True)
class Day:
    """One day: its weather (on the ground, the sky, for flying), a short summary, and events in order."""

    date: str
    title: str
    ground: str
    sky: str
    flying: str
    """none, poor, limited or good."""
    summary: str
    events: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Pocket:
    """Ground held by one side (german, allied) behind or next to the line."""

    name: str
    kind: str
    """pocket (cut off), or salient (only worth highlighting)."""
    holder: str
    note: str
    ring: tuple[LonLat, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """The front at the end of a day, from north to south with the German side to the left."""

    date: str
    note: str
    lines: tuple[tuple[LonLat, ...], ...]
    pockets: tuple[Pocket, ...]


def _text(name: str) -> str:
    return resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8")


@cache
def days() -> tuple[Day, ...]:
    """All days in order."""
    return tuple(_day(row) for row in yaml.safe_load(_text("days.yaml"))["days"])


def _day(row: dict[str, Any]) -> Day:
    weather = row["weather"]
    events = tuple(
        Happening(*(str(event.get(key, "")) for key in ("time", "place", "what", "units", "source")))
        for event in row["events"]
    )
    return Day(
        str(row["date"]), row["title"], weather["ground"], weather["sky"], weather["flying"], row["summary"], events
    )


@cache
def fronts() -> dict[str, Front]:
    """The fronts that are drawn, by date."""
    return {date: _front(date, row) for date, row in json.loads(_text("fronts.json")).items()}


def _front(date: str, row: dict[str, Any]) -> Front:
    pockets = tuple(
        Pocket(p["name"], p["kind"], p["holder"], p["note"], tuple((x, y) for x, y in p["ring"]))
        for p in row["pockets"]
    )
    return Front(date, row["note"], tuple(tuple((x, y) for x, y in line) for line in row["lines"]), pockets)


def front(date: str) -> Front | None:
    """The front at the end of a day or, if that day is not drawn, of the last one before it. None before the first.

    >>> front("1944-12-25").date, front("1944-12-15")
    ('1944-12-24', None)
    """
    known = [day for day in fronts() if day <= date]
    return fronts()[max(known)] if known else None
