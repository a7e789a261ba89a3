"""What all boards have in common.

A place is a small number; a set of places is an integer used as a bit set. A *layer* is a set of sides between places (those with a road,
those without a river, ...) in a form that lets the board spread a whole set of places over them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ardennes.board.bits import each

Layer = tuple[int, ...]
Attributes = Mapping[str, Any]


class Index(dict[str, int]):
    """Number by name. index[name] finds a place by an alias as well; iteration, `in` and `get` know only the names, so that every place is
    counted once and written in one way."""

    def __init__(self, numbers: Mapping[str, int], aliases: Mapping[str, str]) -> None:
        super().__init__(numbers)
        self.aliases = aliases

    def __missing__(self, name: str) -> int:
        return self[self.aliases[name]]


class Board:
    """Places with attributes (terrain, town, ...) and sides with attributes (road, river, bridge, ...)."""

    kind = ""

    def __init__(
        self,
        names: list[str],
        places: Mapping[str, Attributes],
        sides: Mapping[tuple[str, str], Attributes],
        title: str = "",
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.title = title
        self.legend: Mapping[str, Any] = {}
        """By kind of ground: its name and how it is drawn."""
        self.names = names
        """Name by number; an empty name is a number that is not in use."""
        self.index = {name: i for i, name in enumerate(names) if name}
        if aliases:  # a plain dict is faster, and most boards have no aliases
            self.index = Index(self.index, aliases)
        self.all = sum(1 << i for i in self.index.values())
        self.places: list[Attributes] = [places.get(name, {}) if name else {} for name in names]
        self.sides: dict[tuple[int, int], Attributes] = {}
        """Attributes of a side that has any, under both orders of its two places."""
        for (a, b), what in sides.items():
            i, j = self.index[a], self.index[b]
            self.sides[i, j] = self.sides[j, i] = what
        self._neighbours: dict[int, int] = {}
        self._within: dict[tuple[int, int], int] = {}
        self._distances: dict[int, list[int]] = {}
        self.everywhere: Layer = ()

    # --- implemented by each kind of board -------------------------------------------------------------------------------------------

    def spread(self, places: int, layer: Layer) -> int:
        """All places reached from one of these by crossing one side of the layer."""
        raise NotImplementedError

    def rings(self, seeds: int, layer: Layer, enter: int, leave: int, most: int) -> list[int]:
        """The seeds, then ring by ring the places one side further on, each place once: through places in `leave` into places
        in `enter`, for at most this many rings."""
        out = [seeds]
        left = enter & ~seeds
        ring = seeds
        for _ in range(most):
            ring = self.spread(ring & leave, layer) & left
            if not ring:
                break
            left ^= ring
            out.append(ring)
        return out

    def layer(self, wanted: Callable[[int, int, Attributes], bool]) -> Layer:
        """The sides (from, to, attributes) for which `wanted` is true."""
        raise NotImplementedError

    def xy(self, place: int) -> tuple[float, float]:
        """Where a place is in a drawing: x to the east, y to the south, neighbours about 1 apart."""
        raise NotImplementedError

    # --- shared by all ---------------------------------------------------------------------------------------------------------------

    def side_layer(self, attribute: str) -> Layer:
        """The sides that have an attribute."""
        return self.layer(lambda a, b, what: bool(what.get(attribute)))

    def where(self, wanted: Callable[[Attributes], bool]) -> int:
        """The set of places whose attributes match."""
        return sum(1 << i for i in self.index.values() if wanted(self.places[i]))

    def set_of(self, *names: str) -> int:
        """A set of places by name."""
        return sum(1 << i for i in {self.index[name] for name in names})

    def window(self, name: str) -> int:
        """The places of a part of the board: a sheet of a board of several, or some of them ("A+B")."""
        raise ValueError(f"{self.title or 'the board'} has no part {name!r}")

    def neighbours(self, place: int) -> int:
        found = self._neighbours.get(place)
        if found is None:
            found = self._neighbours[place] = self.spread(1 << place, self.everywhere)
        return found

    def within(self, place: int, distance: int) -> int:
        """All places at most this far away, including the place itself."""
        found = self._within.get((place, distance))
        if found is None:
            found = 1 << place
            for _ in range(distance):
                found |= self.spread(found, self.everywhere)
            self._within[place, distance] = found
        return found

    def grow(self, places: int, distance: int) -> int:
        """All places at most this far from any of these."""
        for _ in range(distance):
            places |= self.spread(places, self.everywhere)
        return places

    def distances(self, place: int) -> list[int]:
        """Distance from a place to every other, by number (-1: unreachable)."""
        found = self._distances.get(place)
        if found is None:
            found = self._distances[place] = self.to_nearest(1 << place)
        return found

    def to_nearest(self, places: int, unreachable: int = -1) -> list[int]:
        """Distance from every place to the nearest of these, by number."""
        out = [unreachable] * len(self.names)
        ring, seen, n = places, places, 0
        while ring:
            for i in each(ring):
                out[i] = n
            ring = self.spread(ring, self.everywhere) & ~seen
            seen |= ring
            n += 1
        return out

    def distance(self, a: int, b: int) -> int:
        """How many places away: 1 for neighbours."""
        return self.distances(a)[b]
