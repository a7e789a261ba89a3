"""Reading a game's data files to check them. A checker imports nothing of its game, which a mistake in the data can keep from loading."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

TAGS = ("SEED", "WEB", "HISTORY", "RECONSTRUCTED")
"""Where a value comes from: every source names one of them."""
Row = dict[str, str]


class DataFiles:
    """The data files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def text(self, name: str) -> str:
        try:
            return (self.folder / name).read_text(encoding="utf-8")
        except OSError as error:
            raise OSError(f"{name}: {error.strerror}") from None

    def rows(self, name: str) -> list[Row]:
        """The rows of a CSV file. Raises ValueError if one does not have the header's cells."""
        rows = list(csv.DictReader(self.text(name).splitlines()))
        for number, row in enumerate(rows, start=2):
            if None in row or None in row.values():
                raise ValueError(f"{name}:{number}: the row has more or fewer cells than the header")
        return rows


def repeated(where: str, values: Iterable[str]) -> Iterator[str]:
    """A line for each value that appears more than once."""
    for value, count in Counter(values).items():
        if count > 1:
            yield f"{where} '{value}' appears {count} times"


def untagged(where: str, source: str) -> Iterator[str]:
    """A line if a source has no tag."""
    if not any(tag in source for tag in TAGS):
        yield f"{where}: the source names none of {', '.join(TAGS)}"
