"""What can be shown over the board: areas, lines and labels on units, as plain data that any page can draw.

{"areas": [{"style": S, "side": side or None, "places": [...], "labels": {place: "4"}, "text": "legend line", "color": ""}],
 "lines": [{"style": S, "side": side or None, "places": [a, b, ...]}   or   {..., "points": [[x, y], ...]} in units of the drawing],
 "units": {unit: "text"}}

S is one of reach, zone, supply, cut, threat, victory, moved, front, part. A part is an area next to others, drawn in a colour (the name of
a token; if it has none, a colour for each part in turn) with its text on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ardennes.core.game import Game

Draw = Callable[[Any, "Layers", int], None]
"""draw(state, layers, of): adds what an overlay shows; `of` is the number of the side or unit it is about, -1 for neither. For overlays
that show nothing secret; a game with others overrides `Game.overlay`."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """One overlay: `key` is the letter that shows it, `case` the rule it is about, `of` what it needs: "", "side" or "unit"."""

    id: str
    title: str
    key: str
    about: str
    case: str = ""
    of: str = ""
    draw: Draw | None = None


MOVED = Overlay("moved", "Last moves", "M", "What the other side moved in its last turn.")
FRONT = Overlay("front", "Front", "H", "The historical front on this day in December 1944.")
GENERAL = (MOVED, FRONT)
"""The overlays that every game has; the front needs a georeferenced board and a game with dates."""


@dataclass(slots=True)
class Layers:
    """The parts of an overlay under construction. With a `game`, sides, units and places can be given by their numbers."""

    areas: list[dict[str, Any]] = field(default_factory=list)
    lines: list[dict[str, Any]] = field(default_factory=list)
    units: dict[str, str] = field(default_factory=dict)
    game: Game | None = None

    def area(
        self,
        style: str,
        places: Sequence[str] | int,
        text: str,
        side: str | int | None = None,
        labels: Mapping[str, str] | str | None = None,
        color: str = "",
    ) -> None:
        """Add some places (names, or a set), if there are any. `labels`: one per place, or one for all of them."""
        names = self._game.place_names.list_of(places) if isinstance(places, int) else list(places)
        if names:
            shown = dict.fromkeys(names, labels) if isinstance(labels, str) else dict(labels or {})
            self.areas.append(
                {
                    "style": style,
                    "side": self._side(side),
                    "places": names,
                    "labels": shown,
                    "text": text,
                    "color": color,
                }
            )

    def labelled(self, style: str, labels: Mapping[int, str], text: str, side: int | None = None) -> None:
        """Add some places, by number, each with its label."""
        names = self._game.place_names.names
        shown = {names[place]: label for place, label in labels.items()}
        self.area(style, list(shown), text, side, shown)

    def line(self, style: str, places: Sequence[str] | Sequence[int], side: str | int | None = None) -> None:
        """Add a line from place to place."""
        names = [p if isinstance(p, str) else self._game.place_names.names[p] for p in places]
        self.lines.append({"style": style, "side": self._side(side), "places": names})

    def note(self, unit: int, text: str) -> None:
        """Add a text on a unit."""
        self.units[self._game.unit_names.names[unit]] = text

    @property
    def _game(self) -> Game:
        if self.game is None:
            raise TypeError("layers without a game take names, not numbers")
        return self.game

    def _side(self, side: str | int | None) -> str | None:
        return self._game.sides[side] if isinstance(side, int) else side

    def free_line(self, style: str, points: Sequence[tuple[float, float]], side: str | None = None) -> None:
        """Add a free line, in units of the drawing."""
        shown = [[round(x, 1), round(y, 1)] for x, y in points]
        self.lines.append({"style": style, "side": side, "points": shown})

    def bar(self, style: str, a: int, b: int, side: int | None = None) -> None:
        """Add a bar across the side that two neighbouring places share, such as a blown bridge."""
        drawing = self._game.drawing
        assert drawing is not None, "the board has a drawing"
        here, there = (drawing.outline(self._game.place_names.names[place]) for place in (a, b))
        ends = [(x, y) for x, y in here if any(abs(x - u) + abs(y - v) < 1 for u, v in there)]
        self.free_line(style, ends, self._side(side))

    def plain(self) -> dict[str, Any]:
        """The overlay as plain data."""
        return {"areas": self.areas, "lines": self.lines, "units": self.units}
