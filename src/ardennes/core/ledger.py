"""The rule ledger: every case of a rulebook in our own words, with checks that are turned into tests.

A test says which cases it proves: `@pytest.mark.rule("bulge", "12.3")`. The marks are read from the source of the tests, not while they
run, so that the answer is the same whichever tests run, on however many processes, and also in the command line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
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
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            raise BadInput("a ledger is a list of cases", where=f"{game}/ledger.yaml")
        cases = [_case(game, row) for row in rows]
        numbers = [c.number for c in cases]
        twice = {n for n in numbers if numbers.count(n) > 1}
        if twice:
            raise BadInput(f"case {sorted(twice)[0]} stands twice", where=f"{game}/ledger.yaml")
        for case in cases:
            for other in case.depends:
                if other not in numbers:
                    raise BadInput(
                        f"depends on '{other}', which is no case", where=f"{game}/ledger.yaml: case '{case.number}'"
                    )
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


# --- which tests prove which cases -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Citation:
    """One case that one test says it proves."""

    game: str
    case: str
    test: str
    """As pytest names it: `tests/rules/bulge/test_combat.py::test_a_unit_may_attack_once`."""


def citations(folder: Path) -> list[Citation]:
    """All marks `rule` on the tests in a folder and below: on functions, on classes and, as `pytestmark`, on modules.

    A test that is always skipped proves nothing and is left out.
    """
    out: list[Citation] = []
    for path in sorted(folder.rglob("test_*.py")):
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        except SyntaxError as error:
            raise BadInput("not Python", where=f"{path}:{error.lineno}") from None
        out += _Marks(path, _node_id(path, folder), tree).found
    return out


def cited(folder: Path, game: str) -> dict[str, list[str]]:
    """The tests in a folder by the case of the game that they cite."""
    out: dict[str, list[str]] = {}
    for citation in citations(folder):
        tests = out.setdefault(citation.case, []) if citation.game == game else []
        if citation.test not in tests:
            tests.append(citation.test)
    return out


def coverage(ledger: Ledger, tests: Path) -> list[tuple[Case, list[str]]]:
    """Every case of a ledger with the tests in the folder that cite it."""
    found = cited(tests, ledger.game)
    return [(case, found.get(case.number, [])) for case in ledger]


def uncovered(ledger: Ledger, tests: Path) -> list[Case]:
    """The cases that need a test and have none."""
    return [case for case, by in coverage(ledger, tests) if case.needs_test and not by]


def _node_id(path: Path, folder: Path) -> str:
    """The path as pytest shows it, from the folder `tests` on."""
    parts = path.parts
    if "tests" in parts:
        return "/".join(parts[len(parts) - 1 - parts[::-1].index("tests") :])
    return path.relative_to(folder).as_posix()


class _Marks:
    """Reads the marks of one file."""

    def __init__(self, path: Path, node_id: str, tree: ast.Module) -> None:
        self.path = path
        self.node_id = node_id
        self.found: list[Citation] = []
        self._aliases: dict[str, ast.expr] = {}
        """`combat = pytest.mark.rule("bulge", "12.0")` at the top of a file."""
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self._aliases[node.targets[0].id] = node.value
        own = self._aliases.pop("pytestmark", None)
        self._read(tree.body, [own] if own is not None else [], "")

    def _read(self, body: list[ast.stmt], outer: list[ast.expr], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
                marks = outer + node.decorator_list
                if not any(_is_mark(found, "skip") for mark in marks for found in self._parts(mark)):
                    self.found += self._rules(marks, f"{self.node_id}::{prefix}{node.name}")
            elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                own = [
                    item.value
                    for item in node.body
                    if isinstance(item, ast.Assign)
                    and any(isinstance(t, ast.Name) and t.id == "pytestmark" for t in item.targets)
                ]
                self._read(node.body, outer + node.decorator_list + own, f"{prefix}{node.name}::")

    def _parts(self, mark: ast.expr) -> Iterator[ast.expr]:
        """A decorator, and whatever stands in it: marks can be in a list, in `pytest.param`, or behind a name."""
        for part in ast.walk(mark):
            if isinstance(part, ast.Name) and part.id in self._aliases:
                yield from (p for p in ast.walk(self._aliases[part.id]) if isinstance(p, ast.expr))
            elif isinstance(part, ast.expr):
                yield part

    def _rules(self, marks: list[ast.expr], test: str) -> list[Citation]:
        out = []
        for mark in marks:
            for part in self._parts(mark):
                if isinstance(part, ast.Call) and _is_mark(part.func, "rule"):
                    values = [a.value if isinstance(a, ast.Constant) else None for a in part.args]
                    names = [value for value in values if isinstance(value, str)]
                    if len(names) < 2 or len(names) != len(values) or part.keywords:
                        where = f"{self.path}:{part.lineno}"
                        raise BadInput('a mark must be written out: rule("game", "case", ...)', where=where)
                    out += [Citation(names[0], case, test) for case in names[1:]]
        return out


def _is_mark(node: ast.expr, name: str) -> bool:
    """Is this `pytest.mark.<name>` or `mark.<name>`?"""
    if not isinstance(node, ast.Attribute) or node.attr != name:
        return False
    holder = node.value
    return (isinstance(holder, ast.Attribute) and holder.attr == "mark") or (
        isinstance(holder, ast.Name) and holder.id == "mark"
    )
