"""Plain tables for the terminal: what a check found, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was checked. `detail` says what is wrong, or what is worth knowing."""

    check: str
    value: str
    ok: bool
    detail: str = ""


def some(things: Sequence[str], most: int = 6) -> str:
    """The first few of a list, and how many more there are.

    >>> some(["a", "b", "c"], most=2)
    'a; b; and 1 more'
    """
    more = f"; and {len(things) - most} more" if len(things) > most else ""
    return "; ".join(things[:most]) + more


def found(check: str, value: str, wrong: Sequence[str], remark: str = "") -> Row:
    """A row that is ok if nothing is wrong."""
    return Row(check, value, not wrong, some(wrong) if wrong else remark)


def columns(header: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Rows of text in aligned columns; those listed in `right` are right-aligned.

    >>> print(columns(["name", "n"], [["Our", "12"], ["Sûre", "3"]], right=[1]))
    name   n
    Our   12
    Sûre   3
    """
    table = [list(header), *[list(row) for row in rows]]
    widths = [max(len(row[i]) for row in table) for i in range(len(header))]
    lines = []
    for row in table:
        cells = [
            cell.rjust(w) if i in right else cell.ljust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def check_table(rows: Sequence[Row]) -> str:
    """A checker's rows as a table; failures are marked so that they are easy to see (and grep)."""
    return columns(
        ("check", "value", "", "remark"), [(r.check, r.value, "ok" if r.ok else "FAILS", r.detail) for r in rows]
    )
