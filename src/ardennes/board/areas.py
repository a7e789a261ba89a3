"""Area boards: named spaces with any number of neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ardennes.board.base import Attributes, Board, Layer
from ardennes.board.bits import each


class AreaBoard(Board):
    """A board of areas. Two areas are neighbours if there is a side between them; a layer is one set of neighbours per area."""

    kind = "area"

    def __init__(
        self, places: Mapping[str, Attributes], sides: Mapping[tuple[str, str], Attributes], title: str = ""
    ) -> None:
        super().__init__(list(places), places, sides, title)
        self.everywhere = self.layer(lambda a, b, what: True)

    def layer(self, wanted: Callable[[int, int, Attributes], bool]) -> Layer:
        masks = [0] * len(self.names)
        for (a, b), what in self.sides.items():
            if wanted(a, b, what):
                masks[a] |= 1 << b
        return tuple(masks)

    def spread(self, places: int, layer: Layer) -> int:
        out = 0
        for i in each(places):
            out |= layer[i]
        return out

    def xy(self, place: int) -> tuple[float, float]:
        x, y = self.places[place].get("xy", (0.0, 0.0))
        return (float(x), float(y))
