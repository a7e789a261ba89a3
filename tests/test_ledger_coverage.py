"""The rule ledger, the code and the tests fit together: every check has a test that proves it, every case that is named exists.

All of it is read from the source files, so it does not matter which tests run, nor on how many processes.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.core import proof
from ardennes.core.errors import BadInput
from ardennes.core.ledger import Ledger
from ardennes.games import find, game_ids

TESTS = Path(__file__).parent


# --- the real thing ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
def test_a_test_proves_every_check_and_every_case_that_needs_one(game: str) -> None:
    missing = proof.unproved(proof.coverage(find(game).ledger, TESTS))
    lines = [f"  {number}  {text}" for number, text in missing]
    assert not missing, f"{len(missing)} cases and checks of {game} are proved by no test:\n" + "\n".join(lines)


def test_every_mark_cites_a_case_and_checks_that_exist() -> None:
    wrong = []
    for cited in proof.citations(TESTS):
        ledger = _ledger(cited.game)
        case = None if ledger is None else ledger.cases.get(cited.case)
        if case is None or not set(cited.letters) <= {check.letter for check in case.checks}:
            wrong.append(f"{cited.test}: rule({cited.game!r}, {str(cited)!r})")
    assert not wrong, "unknown game, case or check:\n" + "\n".join(wrong)


def _ledger(game: str) -> Ledger | None:
    return find(game).ledger if game in game_ids() else None


@pytest.mark.parametrize("game", game_ids())
def test_tests_of_a_games_rules_cite_that_game(game: str) -> None:
    folder = TESTS / "rules" / game
    assert folder.is_dir(), f"{game} has no folder tests/rules/{game}"
    assert {c.game for c in proof.citations(folder)} <= {game}


@pytest.mark.parametrize("game", game_ids())
def test_the_ledger_of_every_game_loads_and_names_its_sequence_of_play(game: str) -> None:
    ledger = find(game).ledger
    assert ledger.game == game
    assert ledger.sequence_case in ledger.cases
    assert all(case.title and case.text for case in ledger)


@pytest.mark.parametrize("game", game_ids())
def test_every_case_named_in_the_code_of_a_game_is_in_its_ledger(game: str) -> None:
    found = list(_cases_in_code(Path(inspect.getfile(type(find(game)))).parent))
    assert found, "no refusal was found: has the way they are written changed?"
    cases = find(game).ledger.cases
    wrong = [f"{where}: {case}" for case, where in found if case not in cases]
    assert not wrong, "no such case:\n" + "\n".join(wrong)


@pytest.mark.parametrize("game", game_ids())
def test_every_case_of_options_events_and_frames_is_in_the_ledger(game: str) -> None:
    g = find(game)
    cases = g.ledger.cases
    wrong = [f"option {o.id}: {o.case}" for o in g.options if o.case not in cases]
    wrong += [f"event {name}: {e.case}" for name, e in g.events.items() if e.case and e.case not in cases]
    wrong += [
        f"frame {f.__name__}: {f.__doc__}"
        for f in g.frame_types
        if not f.__doc__ or f.__doc__.split(maxsplit=1)[0] not in cases
    ]
    assert not wrong, "no such case:\n" + "\n".join(wrong)


def _cases_in_code(folder: Path) -> Iterator[tuple[str, str]]:
    """Cases in `Refusal(case, ...)`, `s.ask(side, prompt, *cases)` and `s.ask_chance(prompt, *cases)`, with the place."""
    for path in sorted(folder.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value
            for node in module.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(module):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given: list[ast.expr] = []
            if name == "Refusal":
                given = node.args[:1] + [k.value for k in node.keywords if k.arg == "case"]
            elif name in ("ask", "ask_chance"):
                given = node.args[2:] if name == "ask" else node.args[1:]
            for argument in given:
                for case in _written(argument, constants):
                    yield case, f"{path.name}:{node.lineno}"


def _written(node: ast.expr, constants: dict[str, ast.expr]) -> list[str]:
    """The texts that an expression can be: a literal, one of two ("a if x else b"), or one of a table that the module defines."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return _written(node.body, constants) + _written(node.orelse, constants)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        table = constants.get(node.value.id)
        if isinstance(table, ast.Dict):
            return [text for value in table.values for text in _written(value, constants)]
    return ["not written out"]


# --- how marks are read ------------------------------------------------------------------------------------------------------------------

LEDGER = """
cases:
- {case: "1.0", title: Sequence of Play, kind: procedure, text: a}
- {case: "2.0", title: Moving, kind: rule, text: b, checks: {a: one step, c: no two steps}}
- {case: "3.0", title: Words, kind: definition, text: c, checks: {a: a word}}
- {case: "4.0", title: Chart, kind: data, text: d}
"""
SOME = "tests/rules/toy/test_some.py"


def _tests(folder: Path, text: str, name: str = "test_some.py") -> Path:
    path = folder / "tests" / "rules" / "toy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder / "tests"


def _proofs(folder: Path, text: str) -> list[proof.Proof]:
    return proof.coverage(Ledger.load("toy", LEDGER), _tests(folder, text))


def test_cases_and_checks_without_a_test_are_reported_and_a_case_that_needs_none_is_not(tmp_path: Path) -> None:
    proofs = _proofs(tmp_path, '@pytest.mark.rule("toy", "1.0")\ndef test_a(): ...\n')
    assert proof.unproved(proofs) == [
        ("2.0", "Moving"),
        ("2.0:a", "one step"),
        ("2.0:c", "no two steps"),
        ("3.0:a", "a word"),
        ("4.0", "Chart"),
    ]
    assert {p.case.number: p.tests for p in proofs} == {"1.0": (f"{SOME}::test_a",), "2.0": (), "3.0": (), "4.0": ()}


def test_a_check_is_proved_by_its_letter_only_and_proves_its_case(tmp_path: Path) -> None:
    text = (
        '@pytest.mark.rule("toy", "2.0:c")\ndef test_two(): ...\n'
        '@pytest.mark.rule("toy", "1.0", "4.0", "3.0:a")\ndef test_rest(): ...\n'
    )
    proofs = _proofs(tmp_path, text)
    assert proof.unproved(proofs) == [("2.0:a", "one step")]
    moving = proofs[1]
    assert moving.tests == moving.checks["c"] == (f"{SOME}::test_two",)
    assert moving.open_checks == ["a"]


def test_several_letters_prove_several_checks_and_a_bare_case_proves_none(tmp_path: Path) -> None:
    text = '@pytest.mark.rule("toy", "2.0:ac")\ndef test_a(): ...\n@pytest.mark.rule("toy", "2.0")\ndef test_b(): ...\n'
    moving = _proofs(tmp_path, text)[1]
    assert moving.tests == (f"{SOME}::test_a", f"{SOME}::test_b")
    assert moving.checks == {"a": (f"{SOME}::test_a",), "c": (f"{SOME}::test_a",)}


@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ('@pytest.mark.rule("toy", "1.0", "2.0")\ndef test_a(): ...', ["test_a"]),
        ('@mark.rule("toy", "2.0")\ndef test_a(): ...', ["test_a"]),
        ('@pytest.mark.rule("toy", "2.0")\nasync def test_a(): ...', ["test_a"]),
        ('@other\n@pytest.mark.rule("toy", "2.0")\n@other(1)\ndef test_a(): ...', ["test_a"]),
        ('pytestmark = pytest.mark.rule("toy", "2.0")\ndef test_a(): ...\ndef test_b(): ...', ["test_a", "test_b"]),
        ('pytestmark = [pytest.mark.slow, pytest.mark.rule("toy", "2.0")]\ndef test_a(): ...', ["test_a"]),
        ('@pytest.mark.rule("toy", "2.0")\nclass TestIt:\n    def test_a(self): ...', ["TestIt::test_a"]),
        ('class TestIt:\n    @pytest.mark.rule("toy", "2.0")\n    def test_a(self): ...', ["TestIt::test_a"]),
        (
            'class TestIt:\n    pytestmark = pytest.mark.rule("toy", "2.0")\n    def test_a(self): ...',
            ["TestIt::test_a"],
        ),
        ('moving = pytest.mark.rule("toy", "2.0")\n@moving\ndef test_a(): ...', ["test_a"]),
        (
            '@pytest.mark.parametrize("x", [1, pytest.param(2, marks=pytest.mark.rule("toy", "2.0"))])\ndef test_a(x): ...',
            ["test_a"],
        ),
        ('@pytest.mark.rule("other", "2.0")\ndef test_a(): ...', []),
        ('@pytest.mark.rule("toy", "2.0")\ndef helper(): ...', []),
        ('# @pytest.mark.rule("toy", "2.0")\ndef test_a(): ...', []),
        ('"""@pytest.mark.rule("toy", "2.0")"""\ndef test_a(): ...', []),
        ('@pytest.mark.skip\n@pytest.mark.rule("toy", "2.0")\ndef test_a(): ...', []),
        ('@pytest.mark.rule("toy", "2.0")\n@pytest.mark.skip(reason="later")\ndef test_a(): ...', []),
    ],
)
def test_marks_are_understood_wherever_pytest_takes_them(tmp_path: Path, text: str, tests: list[str]) -> None:
    assert _proofs(tmp_path, text)[1].tests == tuple(f"{SOME}::{name}" for name in tests)


@pytest.mark.parametrize(
    "mark",
    [
        "rule('toy')",
        "rule()",
        "rule('toy', 2.0)",
        "rule('toy', CASE)",
        "rule('toy', *CASES)",
        "rule('toy', case='1')",
        "rule('toy', '2.0:')",
        "rule('toy', '2.0:a,c')",
        "rule('toy', ':a')",
    ],
)
def test_a_mark_that_cannot_be_read_is_an_error_with_its_line(tmp_path: Path, mark: str) -> None:
    folder = _tests(tmp_path, f"\n@pytest.mark.{mark}\ndef test_a(): ...")
    with pytest.raises(BadInput, match=r"test_some.py:2: a mark must be written out"):
        proof.citations(folder)


def test_a_test_file_that_is_not_python_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"test_some.py:2: not Python"):
        proof.citations(_tests(tmp_path, "\ndef ("))


def test_files_that_pytest_does_not_collect_are_not_read(tmp_path: Path) -> None:
    text = '@pytest.mark.rule("toy", "2.0")\ndef test_a(): ...\n'
    assert proof.citations(_tests(tmp_path, text, "table.py")) == []
