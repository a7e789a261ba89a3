"""The rule ledger: every case of a rulebook in our own words. Players read it, and its checks are what the tests prove (`core.proof`).

`data/ledger.yaml` of a game holds a glossary and the cases in the order of the rulebook; CONTRIBUTING.md says how one is written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from ardennes.core.errors import BadInput, one_of

TESTED = frozenset({"rule", "procedure", "data"})
"""Cases of these kinds need a test that cites them. A check needs one whatever the kind of its case."""
KINDS = TESTED | {"definition", "note"}
ITEM = "- "
"""How a text line that is a list item begins."""


@dataclass(frozen=True, slots=True)
class Check:
    """One statement about a case that a test can prove. Its letter never changes and is never given to another."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the rules. All rows have as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
        """A table of any values."""
        return cls(title, tuple(columns), tuple(tuple(str(cell) for cell in row) for row in rows))


@dataclass(frozen=True, slots=True)
class Case:
    """One case: number, title, kind, what it says, and our reading where the rulebook is unclear.

    A line of `text` or `reading` is a paragraph, or an item of a list if it begins with `ITEM`.
    """

    number: str
    title: str
    kind: str
    text: str
    tables: tuple[Table, ...]
    reading: str
    checks: tuple[Check, ...]
    depends: tuple[str, ...]
    source: str = ""
    """Where the case comes from, if not everything in the ledger comes from the rulebook."""

    @property
    def needs_test(self) -> bool:
        return self.kind in TESTED

    @property
    def words(self) -> str:
        """All that can be searched, without number and title."""
        tables = [
            part for t in self.tables for part in (t.title, *t.columns, *(cell for row in t.rows for cell in row))
        ]
        return "\n".join([self.text, self.reading, *(check.text for check in self.checks), *tables])


class Ledger:
    """The cases of one game, in the order of the rulebook, and the glossary: what terms and abbreviations mean."""

    def __init__(self, game: str, cases: list[Case], glossary: Mapping[str, str]) -> None:
        self.game = game
        self.cases = {case.number: case for case in cases}
        self.glossary = dict(glossary)
        self.names = _names(cases)
        """What a player calls each case: its number or, if it has only a word for one (`4-activation`), its title."""
        sequence = next((c.number for c in cases if c.title.lower().startswith("sequence of play")), None)
        self.sequence_case: str = sequence or next(iter(self.cases))
        """The case that says who acts when: it refuses anything out of turn."""

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases.values())

    def cite(self, number: str) -> str:
        """A case as a sentence refers to it: `case 12.3`, `rule Activation`."""
        name = self.names.get(number, number)
        return f"case {name}" if name[:1].isdigit() else f"rule {name}"

    def shown_number(self, case: Case) -> str:
        """The number to show before a case's title; '' if the case is known by its title alone."""
        name = self.names[case.number]
        return "" if name == case.title else name

    def find(self, number: str) -> Case:
        """The case with this number or name, in upper or lower case."""
        wanted = number.casefold()
        named = (c for c in self if wanted in (c.number.casefold(), self.names[c.number].casefold()))
        found = self.cases.get(number) or next(named, None)
        if found is None:
            near = [self.names[c] for c in self.cases if _section(c) == _section(number)][:12]
            raise BadInput(f"{self.game} has no case '{number}'" + (f"; near it: {', '.join(near)}" if near else ""))
        return found

    def search(self, text: str) -> list[Case]:
        """The cases that contain all these words, or words that begin with them; those with the words in the title come first."""
        wanted = [re.compile(rf"(?<!\w){re.escape(word)}") for word in _plain(text).split()]
        if not wanted:
            return []
        heads = {case.number: _plain(f"{case.number} {case.title}") for case in self}
        found = [c for c in self if all(w.search(f"{heads[c.number]}\n{_plain(c.words)}") for w in wanted)]
        return sorted(found, key=lambda case: not all(w.search(heads[case.number]) for w in wanted))

    @classmethod
    def load(cls, game: str, text: str, charts: Mapping[str, Table] | None = None) -> Ledger:
        """Read a ledger. `charts` are the tables that the game makes of its data; a case has them by name."""
        where = f"{game}/ledger.yaml"
        try:
            data = yaml.load(text, Loader=_Loader)  # a safe loader: the ledger is our own file
        except yaml.YAMLError as error:
            raise BadInput(f"not YAML: {' '.join(str(error).split())}", where=where) from None
        rows = data.get("cases") if isinstance(data, dict) else None
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            raise BadInput("a ledger has a list of cases", where=where)
        cases = [_case(where, row, charts or {}) for row in rows]
        numbers = [c.number for c in cases]
        twice = {n for n in numbers if numbers.count(n) > 1}
        if twice:
            raise BadInput(f"case {sorted(twice)[0]} appears twice", where=where)
        for case in cases:
            for other in case.depends:
                if other not in numbers:
                    raise BadInput(f"depends on '{other}', which is not a case", where=f"{where}: case '{case.number}'")
        glossary = data.get("glossary") or {}
        if not isinstance(glossary, dict) or not all(isinstance(x, str) for pair in glossary.items() for x in pair):
            raise BadInput("a glossary has a text for every term", where=where)
        return cls(game, cases, {term: " ".join(meaning.split()) for term, meaning in glossary.items()})


_NUMBER = re.compile(r"[a-z]?(\d+(?:\.\d+)*[A-Z]?(?:-\d+)?)")
"""The number of a case; a small letter before it only says where it comes from."""


def _names(cases: Iterable[Case]) -> dict[str, str]:
    out: dict[str, str] = {}
    taken: set[str] = set()
    for case in cases:
        number = _NUMBER.fullmatch(case.number)
        name = next(n for n in (number[1] if number else case.title, case.title, case.number) if n not in taken)
        taken.add(name)
        out[case.number] = name
    return out


def _plain(text: str) -> str:
    """Lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def _section(number: str) -> str:
    """The section a case belongs to: "12" of "12.0-1", "7" of "7-stop"."""
    return re.split(r"[.-]", number.lower())[0]


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A safe loader that refuses a key that appears twice in a mapping; YAML would silently keep the last."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        out: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        if len(out) < len(node.value):
            keys = [key.value for key, _ in node.value]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise yaml.constructor.ConstructorError(None, None, f"'{twice}' appears twice", node.start_mark)
        return out


_KEYS = frozenset({"case", "title", "kind", "text", "tables", "reading", "checks", "depends", "source", "data"})
"""What an entry may have. `data` is not for players: facts of the rulebook that tests compare with the game's files."""


def _case(where: str, row: dict[str, Any], charts: Mapping[str, Table]) -> Case:
    where = f"{where}: case {row.get('case')!r}"
    for name in ("case", "title", "kind", "text"):
        if not isinstance(row.get(name), str):
            raise BadInput(f"'{name}' is missing", where=where)
    if row["kind"] not in KINDS:
        raise BadInput(f"unknown kind {row['kind']!r}", where=where)
    unknown = sorted(row.keys() - _KEYS)
    if unknown:
        raise BadInput(f"unknown key '{unknown[0]}'; {one_of(sorted(_KEYS))}", where=where)
    return Case(
        row["case"],
        row["title"],
        row["kind"],
        _lines(row["text"]),
        tuple(_table(where, table, charts) for table in row.get("tables") or ()),
        _lines(row.get("reading") or ""),
        _checks(where, row.get("checks") or {}),
        tuple(row.get("depends") or ()),
        " ".join(str(row.get("source") or "").split()),
    )


def _lines(text: str) -> str:
    """Text with each paragraph and each item of a list on a line of its own."""
    out: list[str] = []
    fresh = True
    for line in text.splitlines():
        line = line.strip()
        if not line or fresh or line.startswith(ITEM):
            out.append(line)
        else:
            out[-1] += f" {line}"
        fresh = not line
    return "\n".join(line for line in out if line)


def _checks(where: str, checks: Any) -> tuple[Check, ...]:
    if not isinstance(checks, dict):
        raise BadInput("checks have letters: 'a: ...'", where=where)
    for letter, text in checks.items():
        if not (isinstance(letter, str) and re.fullmatch("[a-z]", letter)):
            raise BadInput(f"the letter of a check is one of a to z, not '{letter}'", where=where)
        if not isinstance(text, str):
            raise BadInput(f"check {letter} is not text", where=where)
    return tuple(Check(letter, " ".join(text.split())) for letter, text in checks.items())


def _table(where: str, table: Any, charts: Mapping[str, Table]) -> Table:
    if isinstance(table, str):
        if table not in charts:
            raise BadInput(f"the game has no table '{table}'; {one_of(charts)}", where=where)
        return charts[table]
    if not isinstance(table, dict) or set(table) != {"title", "columns", "rows"}:
        raise BadInput(
            "a table is either the name of one of the game's tables, or has title, columns and rows", where=where
        )
    columns = tuple(str(column) for column in table["columns"])
    rows = tuple(tuple(str(cell) for cell in row) for row in table["rows"])
    if any(len(row) != len(columns) for row in rows):
        raise BadInput(f"in the table '{table['title']}' a row does not have {len(columns)} cells", where=where)
    return Table(table["title"], columns, rows)
