"""The rule ledger, the code and the tests fit together: every case that needs a test has one, every case that is named exists.

All of it is read from the source files, so it does not matter which tests run, nor on how many processes.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from ardennes.core import ledger as ledgers
from ardennes.core.errors import BadInput
from ardennes.core.ledger import Ledger
from ardennes.games import find, game_ids

TESTS = Path(__file__).parent


# --- the real thing ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", game_ids())
def test_every_case_that_needs_a_test_has_one(game: str) -> None:
    missing = ledgers.uncovered(find(game).ledger, TESTS)
    lines = [f"  {case.number}  {case.title} ({case.kind})" for case in missing]
    assert not missing, f"{len(missing)} cases of {game} are cited by no test:\n" + "\n".join(lines)


def test_every_mark_cites_a_case_that_exists() -> None:
    wrong = [
        f"{c.test}: rule({c.game!r}, {c.case!r})"
        for c in ledgers.citations(TESTS)
        if c.game not in game_ids() or c.case not in find(c.game).ledger.cases
    ]
    assert not wrong, "unknown game or case:\n" + "\n".join(wrong)


@pytest.mark.parametrize("game", game_ids())
def test_tests_of_a_games_rules_cite_that_game(game: str) -> None:
    folder = TESTS / "rules" / game
    assert folder.is_dir(), f"{game} has no folder tests/rules/{game}"
    assert {c.game for c in ledgers.citations(folder)} <= {game}


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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given: list[ast.expr] = []
            if name == "Refusal":
                given = node.args[:1] + [k.value for k in node.keywords if k.arg == "case"]
            elif name in ("ask", "ask_chance"):
                given = node.args[2:] if name == "ask" else node.args[1:]
            for argument in given:
                where = f"{path.name}:{node.lineno}"
                literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
                yield (str(argument.value), where) if literal else ("not written out", where)  # type: ignore[attr-defined]


# --- how marks are read ------------------------------------------------------------------------------------------------------------------

LEDGER = """
- {case: "1.0", title: Sequence of Play, kind: procedure, text: a}
- {case: "2.0", title: Moving, kind: rule, text: b, depends: ["1.0"]}
- {case: "3.0", title: Words, kind: definition, text: c}
- {case: "4.0", title: Chart, kind: data, text: d}
"""


def _tests(folder: Path, text: str, name: str = "test_some.py") -> Path:
    path = folder / "tests" / "rules" / "toy" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder / "tests"


def test_a_case_without_a_test_is_reported_and_one_that_needs_none_is_not(tmp_path: Path) -> None:
    ledger = Ledger.load("toy", LEDGER)
    tests = _tests(tmp_path, '@pytest.mark.rule("toy", "1.0")\ndef test_a(): ...\n')
    assert [case.number for case in ledgers.uncovered(ledger, tests)] == ["2.0", "4.0"]
    assert [(case.number, by) for case, by in ledgers.coverage(ledger, tests)] == [
        ("1.0", ["tests/rules/toy/test_some.py::test_a"]),
        ("2.0", []),
        ("3.0", []),
        ("4.0", []),
    ]


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
    folder = _tests(tmp_path, text)
    assert ledgers.cited(folder, "toy").get("2.0", []) == [f"tests/rules/toy/test_some.py::{name}" for name in tests]


@pytest.mark.parametrize(
    "mark",
    ["rule('toy')", "rule()", "rule('toy', 2.0)", "rule('toy', CASE)", "rule('toy', *CASES)", "rule('toy', case='1')"],
)
def test_a_mark_that_cannot_be_read_is_an_error_with_its_line(tmp_path: Path, mark: str) -> None:
    folder = _tests(tmp_path, f"\n@pytest.mark.{mark}\ndef test_a(): ...")
    with pytest.raises(BadInput, match=r"test_some.py:2: a mark must be written out"):
        ledgers.citations(folder)


def test_a_test_file_that_is_not_python_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"test_some.py:2: not Python"):
        ledgers.citations(_tests(tmp_path, "\ndef ("))


def test_files_that_pytest_does_not_collect_are_not_read(tmp_path: Path) -> None:
    text = '@pytest.mark.rule("toy", "2.0")\ndef test_a(): ...\n'
    assert ledgers.citations(_tests(tmp_path, text, "table.py")) == []


# --- the ledger file ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a ledger is a list of cases"),
        ("case: 1", "a ledger is a list of cases"),
        ("- 1.0", "a ledger is a list of cases"),
        ('- {case: "1.0", kind: rule, text: a}', "case '1.0': 'title' is missing"),
        ("- {case: 1.0, title: a, kind: rule, text: a}", "'case' is missing"),
        ('- {case: "1.0", title: a, kind: law, text: a}', "unknown kind 'law'"),
        ('- {case: "1.0", title: a, kind: rule, text: a}\n' * 2, "case 1.0 stands twice"),
        (
            '- {case: "1.0", title: a, kind: rule, text: a, depends: ["9.9"]}',
            "case '1.0': depends on '9.9', which is no case",
        ),
    ],
)
def test_a_broken_ledger_is_refused_with_the_case(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Ledger.load("toy", text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("toy/ledger.yaml")


def test_an_unknown_case_is_refused_with_those_near_it() -> None:
    ledger = Ledger.load("toy", LEDGER)
    assert ledger.find("2.0").title == "Moving"
    assert ledger.sequence_case == "1.0"
    with pytest.raises(BadInput, match=r"toy has no case '2.7'; near it: 2.0"):
        ledger.find("2.7")
