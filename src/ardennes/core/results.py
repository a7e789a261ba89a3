"""Tables of combat results: columns, shifts, the chance of each result, and how they are shown before the die."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ardennes.core.ledger import Table
from ardennes.core.preview import outcome

Weighted = Sequence[tuple[int, int]]
"""Columns with whole-number weights: more than one while something is still open."""


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """One table: a result for each row (a face of the die, or a sum) and column."""

    id: str
    title: str
    columns: tuple[str, ...]
    lowest: tuple[int, ...]
    """The lowest difference, or odds as the game counts them, of each column, in rising order."""
    rows: tuple[tuple[str, ...], ...]
    """One row for each throw, one cell for each column."""
    outcomes: Mapping[str, Mapping[str, str]]
    """Each result with its `text` and `kind` ("for", "neither", "against" the attacker), best for the attacker first."""
    weights: tuple[int, ...] = ()
    """How often each row is thrown; none: all alike."""
    short: tuple[str, ...] = ()
    """The columns in few letters, for a narrow table; none: as they are."""

    def column_of(self, value: int) -> int:
        """The column in which a value lies; beyond the ends, the end column."""
        return max(0, bisect_right(self.lowest, value) - 1)

    def shifted(self, value: int, shifts: int) -> int:
        """The column after shifts (to the right: positive), never beyond an end of the table."""
        return max(0, min(len(self.columns) - 1, self.column_of(value) + shifts))

    def result(self, throw: int, column: int) -> str:
        """The result of a throw, counted from 1."""
        return self.rows[throw - 1][column]

    def chances(self, columns: Weighted) -> dict[str, float]:
        """The chance of every result that can come up."""
        weights = self.weights or (1,) * len(self.rows)
        total = sum(weight for _, weight in columns) * sum(weights)
        out: dict[str, float] = {}
        for column, weight in columns:
            for row, often in zip(self.rows, weights, strict=True):
                out[row[column]] = out.get(row[column], 0.0) + weight * often / total
        return {result: out[result] for result in self.outcomes if result in out}

    def luck(self, column: int) -> list[float]:
        """For each throw in a column: 1 if its result favours the attacker, otherwise 0 (see `Frame.luck`)."""
        return [float(self.outcomes[row[column]]["kind"] == "for") for row in self.rows]

    def preview(self, base: int, columns: Weighted, chosen: bool = False) -> dict[str, Any]:
        """The table as a part of a preview: the column before shifts, those after, and the chances."""
        final = {column for column, _ in columns}
        states = ["final" if c in final else "base" if c == base else "" for c in range(len(self.columns))]
        outcomes = []
        for label, chance in self.chances(columns).items():
            only = columns[0][0] if len(columns) == 1 else -1
            faces = [n for n, row in enumerate(self.rows, start=1) if only >= 0 and row[only] == label]
            words = self.outcomes[label]
            outcomes.append(outcome(label, words["text"], chance, faces, words["kind"]))
        short = self.short or self.columns
        heads = [{"label": few, "name": label} for few, label in zip(short, self.columns, strict=True)]
        return {
            "id": self.id,
            "title": self.title,
            "chosen": chosen,
            "columns": [head | {"state": state} for head, state in zip(heads, states, strict=True)],
            "outcomes": outcomes,
        }

    def chart(self, title: str, throw: str = "Die") -> Table:
        """The table as players look it up."""
        return Table(title, (throw, *self.columns), tuple((str(n), *row) for n, row in enumerate(self.rows, start=1)))
