"""Names at the edge, numbers inside.

Units and places are small integers inside the engine; a set of them is a Python integer used as a bit set, so that copying,
comparing and combining sets costs almost nothing. A `Names` table turns numbers and sets into the names people see.
"""

from __future__ import annotations

from collections.abc import Sequence

from ardennes.board import Board
from ardennes.board.bits import bits, each, listed, new_table

__all__ = ["Names", "bits", "each", "town_titles", "towns_said"]


class Names:
    """The names of one kind of thing. Number i has name `names[i]`; an empty name is a number that is not in use.

    >>> hexes = Names("hex", ["0101", "0102", "", "0201"])
    >>> hexes.index["0201"], hexes.list_of(0b1001)
    (3, ['0101', '0201'])
    """

    __slots__ = ("_table", "all", "index", "kind", "names", "pools")

    def __init__(self, kind: str, names: Sequence[str], pools: Sequence[str] = ()) -> None:
        self.kind = kind
        self.names = tuple(names)
        self.pools = tuple(pools) or ("",) * len(self.names)
        """For each thing the deck or cup that it belongs to. Things of one pool look alike from behind."""
        self.index = {name: i for i, name in enumerate(names) if name}
        self.all = bits(self.index.values())
        self._table = new_table(len(self.names))

    def __len__(self) -> int:
        return len(self.index)

    def list_of(self, members: int) -> list[str]:
        """The names in a set. Looked up eight bits at a time in a table that fills itself."""
        return listed(members, self.names, self._table)


def town_titles(board: Board) -> list[str]:
    """The places of a board with their towns ("St. Vith (0804)"): for `Game.place_titles`."""
    return [
        f"{p['town']} ({name})" if p.get("town") else name for name, p in zip(board.names, board.places, strict=True)
    ]


def towns_said(board: Board) -> list[str]:
    """The places of a board in a sentence, with a town in or next to them ("0805 near St. Vith"): for `Game.places_said`."""
    out = town_titles(board)
    for place, what in enumerate(board.places):
        for other in each(board.neighbours(place)) if what.get("town") else ():
            if not board.places[other].get("town"):
                out[other] = f"{board.names[other]} near {what['town']}"
    return out
