"""Which tests prove which cases and checks of a rule ledger.

A test says what it proves: `@pytest.mark.rule("bulge", "12.3:ab")` proves the checks a and b of case 12.3, and with them the case;
`rule("bulge", "12.3")` proves only the case. The marks are read from the source of the tests, not while they run, so that the
answer is the same whichever tests run, on however many processes, and also on the command line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ardennes.core.errors import BadInput
from ardennes.core.ledger import Case, Ledger

_CITED = re.compile(r"[^:]+(:[a-z]+)?")
"""How a mark names a case, and checks of it by their letters."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One case that one test says it proves, with the letters of the checks."""

    game: str
    case: str
    letters: str
    test: str
    """As pytest names it: `tests/rules/bulge/test_combat.py::test_a_unit_may_attack_once`."""

    def __str__(self) -> str:
        return f"{self.case}:{self.letters}" if self.letters else self.case


@dataclass(frozen=True, slots=True)
class Proof:
    """A case with the tests that cite it, and by letter those that cite its checks."""

    case: Case
    tests: tuple[str, ...]
    checks: dict[str, tuple[str, ...]]

    @property
    def is_missing(self) -> bool:
        """Does the case need a test and have none?"""
        return self.case.needs_test and not self.tests

    @property
    def open_checks(self) -> list[str]:
        """The letters of the checks that no test proves."""
        return [letter for letter, tests in self.checks.items() if not tests]


def coverage(ledger: Ledger, tests: Path) -> list[Proof]:
    """Every case of a ledger with the tests in the folder that cite it and its checks."""
    found = [citation for citation in citations(tests) if citation.game == ledger.game]
    out = []
    for case in ledger:
        citing = [citation for citation in found if citation.case == case.number]
        checks = {check.letter: _tests(c for c in citing if check.letter in c.letters) for check in case.checks}
        out.append(Proof(case, _tests(iter(citing)), checks))
    return out


def unproved(proofs: list[Proof]) -> list[tuple[str, str]]:
    """What no test proves: cases that need one ("12.3") and checks ("12.3:b"), each with its title or text."""
    out = []
    for proof in proofs:
        if proof.is_missing:
            out.append((proof.case.number, proof.case.title))
        texts = {check.letter: check.text for check in proof.case.checks}
        out += [(f"{proof.case.number}:{letter}", texts[letter]) for letter in proof.open_checks]
    return out


def _tests(found: Iterator[Citation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(citation.test for citation in found))


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
        """A decorator and everything in it: marks can be in a list, in `pytest.param`, or behind a name."""
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
                    written = len(names) == len(values) > 1 and not part.keywords
                    if not written or not all(_CITED.fullmatch(name) for name in names[1:]):
                        where = f"{self.path}:{part.lineno}"
                        raise BadInput('a mark must be written out: rule("game", "case:letters", ...)', where=where)
                    for name in names[1:]:
                        case, _, letters = name.partition(":")
                        out.append(Citation(names[0], case, letters, test))
        return out


def _is_mark(node: ast.expr, name: str) -> bool:
    """Is this `pytest.mark.<name>` or `mark.<name>`?"""
    if not isinstance(node, ast.Attribute) or node.attr != name:
        return False
    holder = node.value
    return (isinstance(holder, ast.Attribute) and holder.attr == "mark") or (
        isinstance(holder, ast.Name) and holder.id == "mark"
    )
