"""Kinds of fields. A game annotates the fields of its state and frames with these names, so the core knows how to copy and compare
them, and how to write and read them as plain data with names instead of numbers.

All are plain integers or lists at run time; the kind is read from the annotation.
"""

from __future__ import annotations

Unit = int
"""One unit, -1 for none."""
Units = int
"""A set of units."""
Place = int
"""One place (hex or area), -1 for none."""
Places = int
"""A set of places."""
Side = int
"""The number of a side, in the order of the game's `sides`."""
PerSide = list[int]
"""One number per side."""
PlacesPerSide = list[int]
"""One set of places per side."""
Location = list[int]
"""Where each unit is: a place, or one of the game's boxes as a negative number."""
UnitPlace = list[int]
"""A place for each unit, -1 for none."""
UnitNumber = list[int]
"""A number for each unit."""
