"""The counters as they are printed, one record each."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.games.bulge.facts import ROSTER, SIDES


class UnitFacts(NamedTuple):
    """One counter (2.3.1)."""

    id: str
    side: int
    nation: str
    name: str
    type: str
    mech: bool
    size: str
    cf: int
    start: str
    """Set-up hex, or ''."""
    due: int
    """Turn of arrival, or 0."""
    edge: str
    """N, E, S or W."""
    source: str


def _counter(row: dict[str, str]) -> UnitFacts:
    setup = row["setup"]
    start = setup if setup.isdigit() else ""
    edge = "" if start or setup == "drop" else setup[-1]
    due = int(setup[:-1]) if edge else int(setup == "drop")
    number = SIDES.index(row["side"])
    printed = (row["nation"], row["name"], row["type"], row["mech"] == "yes", row["size"], int(row["cf"]))
    return UnitFacts(row["id"], number, *printed, start, due, edge, row["source"])


UNITS = [_counter(dict(row)) for row in ROSTER.rows]
