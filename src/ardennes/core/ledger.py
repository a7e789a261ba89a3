"""The rule ledger: every case of a rulebook in our own words, with checks that are turned into tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from ardennes.core.errors import BadInput

TESTED = frozenset({"rule", "procedure", "data"})
"""Cases of these kinds need a test that cites them."""
KINDS = TESTED | {"definition", "note"}


@dataclass(frozen=True, slots=True)
class Case:
    """One case: number, title, kind, text in our words, checks, and the reading taken where the rulebook is unclear."""

    number: str
    title: str
    kind: str
    text: str
    checks: tuple[str, ...]
    depends: tuple[str, ...]
    reading: str

    @property
    def needs_test(self) -> bool:
        return self.kind in TESTED


class Ledger:
    """The cases of one game, in the order of the rulebook."""

    def __init__(self, game: str, cases: list[Case]) -> None:
        self.game = game
        self.cases = {case.number: case for case in cases}
        sequence = next((c.number for c in cases if c.title.lower().startswith("sequence of play")), None)
        self.sequence_case: str = sequence or next(iter(self.cases))
        """The case that says who acts when: it refuses whatever comes out of turn."""

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases.values())

    def find(self, number: str) -> Case:
        found = self.cases.get(number)
        if found is None:
            near = [c for c in self.cases if c.split(".")[0] == number.split(".")[0]][:12]
            raise BadInput(f"{self.game} has no case '{number}'" + (f"; near it: {', '.join(near)}" if near else ""))
        return found

    @classmethod
    def load(cls, game: str, text: str) -> Ledger:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        rows = yaml.load(text, Loader=loader)  # a safe loader: the ledger is our own file
        cases = [_case(game, row) for row in rows]
        numbers = [c.number for c in cases]
        twice = {n for n in numbers if numbers.count(n) > 1}
        if twice:
            raise BadInput(f"case {sorted(twice)[0]} stands twice", where=f"{game}/ledger.yaml")
        return cls(game, cases)


def _case(game: str, row: dict[str, Any]) -> Case:
    where = f"{game}/ledger.yaml: case {row.get('case')!r}"
    for name in ("case", "title", "kind", "text"):
        if not isinstance(row.get(name), str):
            raise BadInput(f"'{name}' is missing", where=where)
    if row["kind"] not in KINDS:
        raise BadInput(f"unknown kind {row['kind']!r}", where=where)
    return Case(
        row["case"],
        row["title"],
        row["kind"],
        row["text"].strip(),
        tuple(row.get("checks") or ()),
        tuple(row.get("depends") or ()),
        (row.get("ambiguous") or "").strip(),
    )
