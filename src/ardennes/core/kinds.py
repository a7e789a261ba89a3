"""The usual kinds of fields. A game declares the fields of its state and frames with these names (see `fields`).

All are plain integers or lists when the program runs; what they mean is in the annotation.
"""

from __future__ import annotations

from typing import Annotated

from ardennes.core.fields import Each, Number, One, SideNumber, Some, Spot
from ardennes.core.names import Names

Unit = Annotated[int, One("unit")]
"""One unit, -1 for none."""
Units = Annotated[int, Some("unit")]
"""A set of units."""
Place = Annotated[int, One("place")]
"""One place (hex or area), -1 for none."""
Places = Annotated[int, Some("place")]
"""A set of places."""
Side = Annotated[int, SideNumber()]
"""The number of a side, in the order of the game's `sides`."""
PerSide = Annotated[list[int], Each("side", Number())]
"""One number per side."""
UnitsPerSide = Annotated[list[int], Each("side", Some("unit"))]
"""A set of units per side."""
PlacesPerSide = Annotated[list[int], Each("side", Some("place"))]
"""A set of places per side."""
Location = Annotated[list[int], Each("unit", Spot())]
"""Where each unit is: a place, or one of the game's boxes as a negative number."""
UnitPlace = Annotated[list[int], Each("unit", One("place"))]
"""A place for each unit, -1 for none."""
UnitNumber = Annotated[list[int], Each("unit", Number())]
"""A number for each unit."""
Card = Annotated[int, One("card")]
"""One card, -1 for none."""
Cards = Annotated[int, Some("card")]
"""A set of cards."""
CardsPerSide = Annotated[list[int], Each("side", Some("card"))]
"""A set of cards per side."""
Chits = Annotated[int, Some("chit")]
"""A set of chits."""
Formation = Annotated[int, One("formation")]
"""One formation, -1 for none."""
Formations = Annotated[int, Some("formation")]
"""A set of formations."""
Box = Annotated[int, One("box")]
"""A box that was chosen, -1 for none. The game's table "box" lists all its boxes in order; box `b` of the table is where a unit at `~b` is
(see `box_numbers`)."""


def box_numbers(boxes: Names) -> dict[str, int]:
    """Where a unit in each box of a table is: for `Game.boxes`."""
    return {name: ~b for name, b in boxes.index.items()}
