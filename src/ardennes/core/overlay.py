"""What can be shown over the board: areas, lines and labels on units, as plain data that any page can draw.

{"areas": [{"style": S, "side": side or None, "places": [...], "labels": {place: "4"}, "text": "legend line"}],
 "lines": [{"style": S, "side": side or None, "places": [a, b, ...]}   or   {..., "points": [[x, y], ...]} in units of the drawing],
 "units": {unit: "text"}}

S is one of reach, zone, supply, cut, threat, victory, moved, front.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Overlay:
    """One overlay: `key` is the letter that shows it, `case` the rule it is about, `of` what it needs: "", "side" or "unit"."""

    id: str
    title: str
    key: str
    about: str
    case: str = ""
    of: str = ""


MOVED = Overlay("moved", "Last moves", "M", "What the other side moved in its last turn.")
FRONT = Overlay("front", "Front", "H", "The historical front on this day in December 1944.")
GENERAL = (MOVED, FRONT)
"""The overlays that every game has; the front needs a georeferenced board and a game with dates."""


@dataclass(slots=True)
class Layers:
    """The parts of an overlay under construction."""

    areas: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    units: dict[str, str] = field(default_factory=dict)

    def area(
        self,
        style: str,
        places: Sequence[str],
        text: str,
        side: str | None = None,
        labels: Mapping[str, str] | None = None,
    ) -> None:
        """Add some places, if there are any."""
        if places:
            self.areas.append(
                {"style": style, "side": side, "places": list(places), "labels": dict(labels or {}), "text": text}
            )

    def line(self, style: str, places: Sequence[str], side: str | None = None) -> None:
        """Add a line from place to place."""
        self.lines.append({"style": style, "side": side, "places": list(places)})

    def free_line(self, style: str, points: Sequence[tuple[float, float]], side: str | None = None) -> None:
        """Add a free line, in units of the drawing."""
        shown = [[round(x, 1), round(y, 1)] for x, y in points]
        self.lines.append({"style": style, "side": side, "points": shown})

    def plain(self) -> dict[str, Any]:
        """The overlay as plain data."""
        return {"areas": self.areas, "lines": self.lines, "units": self.units}
