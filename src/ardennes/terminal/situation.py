"""The situation of a match on a screen: its map, whole or in part, and where the player is looking."""

from __future__ import annotations

from typing import Any, Protocol

from rich.text import Text

from ardennes.board.hexes import HexBoard
from ardennes.core.match import Match
from ardennes.terminal.areamap import AreaChart
from ardennes.terminal.hexmap import HexChart
from ardennes.terminal.menu import Menu
from ardennes.terminal.places import Places
from ardennes.terminal.scene import Scene, scene_of
from ardennes.terminal.screen import Screen


class Chart(Protocol):
    """Anything that draws a board."""

    least: int
    """Fewer lines of it are not worth showing."""

    def whole(self, scene: Scene, width: int) -> list[Text]: ...
    def excerpt(
        self, scene: Scene, width: int, height: int, centre: str | None = None, around: str = ""
    ) -> list[Text]: ...
    def legend(self, scene: Scene) -> list[str]: ...


class Situation:
    """A match on a screen."""

    def __init__(self, match: Match, screen: Screen) -> None:
        self.match = match
        self.screen = screen
        self.places = Places(match.game, match.state.setup.scenario)
        board = match.game.board
        self._chart: Chart = (
            HexChart(board, self.places.titles) if isinstance(board, HexBoard) else AreaChart(self.places)
        )
        self._centre: str | None = None
        """Where the last thing happened."""

    @property
    def least(self) -> int:
        """Fewer lines of the map are not worth showing."""
        return self._chart.least

    def scene(self, view: dict[str, Any], menu: Menu | None = None) -> Scene:
        game = self.match.game
        return scene_of(view, game.sides, game.board, menu.numbers if menu else None, self.places.titles)

    def excerpt(self, scene: Scene, lines: int, around: str = "") -> list[Text]:
        """A part of the map: what the scene is about, or around a place."""
        return self._chart.excerpt(scene, self.screen.width, lines, self._centre, around)

    def whole(self, scene: Scene) -> list[Text]:
        return self._chart.whole(scene, self.screen.width)

    def legend(self, scene: Scene) -> list[str]:
        """What the signs on the map mean, as lines of the screen."""
        return [line for text in self._chart.legend(scene) for line in self.screen.wrap(text, rest="  ")]

    def look_at(self, place: object) -> None:
        """Remember where something happens."""
        if isinstance(place, str) and place in self.places.titles:
            self._centre = place

    def remember(self, scene: Scene) -> None:
        """Look at what the question is about, from now on."""
        if scene.focus:
            self._centre = min(scene.focus)
