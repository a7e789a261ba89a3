"""The rule ledger as a file, as what players read, and as what they search."""

from __future__ import annotations

import re

import pytest

from ardennes.core.errors import BadInput
from ardennes.core.ledger import Case, Check, Ledger, Table
from ardennes.games import find, game_ids

LEDGER = """
glossary:
  MP: movement point
cases:
- {case: "1.0", title: Sequence of Play, kind: procedure, text: a}
- {case: "2.0", title: Moving, kind: rule, text: over a bridge, checks: {a: "over two bridges: no", b: c}, depends: ["1.0"]}
- {case: "2.1", title: Bridges, kind: rule, text: Schönberg has none}
- {case: "7-stop", title: Stopping, kind: rule, text: enemy units, reading: abridged}
- case: "D-CRT"
  title: Chart
  kind: data
  text: |-
    First line
    of a paragraph.

    - an item that
      goes on
    - another
  tables:
    - results
    - {title: Prices, columns: [Terrain, MP], rows: [[wild woods, 4], [clear, 1]]}
"""
RESULTS = Table("Results", ("Die", "0"), (("1", "Dr"),))


def toy() -> Ledger:
    return Ledger.load("toy", LEDGER, {"results": RESULTS})


# --- the file ----------------------------------------------------------------------------------------------------------------------------


def test_a_ledger_is_read() -> None:
    ledger = toy()
    assert list(ledger.cases) == ["1.0", "2.0", "2.1", "7-stop", "D-CRT"]
    assert ledger.sequence_case == "1.0"
    assert ledger.glossary == {"MP": "movement point"}
    assert ledger.find("2.0").checks == (Check("a", "over two bridges: no"), Check("b", "c"))
    assert ledger.find("7-stop").reading == "abridged"
    assert ledger.find("D-CRT").text == "First line of a paragraph.\n- an item that goes on\n- another"
    assert ledger.find("D-CRT").tables == (
        RESULTS,
        Table("Prices", ("Terrain", "MP"), (("wild woods", "4"), ("clear", "1"))),
    )


def _case(more: str = "", number: str = "1.0") -> str:
    return f'cases:\n- {{case: "{number}", title: a, kind: rule, text: a{more}}}\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a ledger has a list of cases"),
        ("cases: 1", "a ledger has a list of cases"),
        ("- 1.0", "a ledger has a list of cases"),
        ("cases: [1.0]", "a ledger has a list of cases"),
        ("cases: [", "not YAML"),
        ('cases: [{case: "1.0", kind: rule, text: a}]', "case '1.0': 'title' is missing"),
        ("cases: [{case: 1.0, title: a, kind: rule, text: a}]", "'case' is missing"),
        ('cases: [{case: "1.0", title: a, kind: law, text: a}]', "unknown kind 'law'"),
        (_case() + '- {case: "1.0", title: a, kind: rule, text: a}', "case 1.0 appears twice"),
        (_case(', depends: ["9.9"]'), "case '1.0': depends on '9.9', which is not a case"),
        (_case(", ambiguous: b"), "case '1.0': unknown key 'ambiguous'"),
        (_case(", checks: [b, c]"), "case '1.0': checks have letters"),
        (_case(", checks: {a: b, a: c}"), "'a' appears twice"),
        (_case(", checks: {1: b}"), "the letter of a check is one of a to z, not '1'"),
        (_case(", checks: {ab: b}"), "the letter of a check is one of a to z, not 'ab'"),
        (_case(", checks: {a: 1}"), "check a is not text"),
        (_case(", tables: [prices]"), "case '1.0': the game has no table 'prices'"),
        (
            _case(", tables: [{title: a}]"),
            "a table is either the name of one of the game's tables, or has title, columns and rows",
        ),
        (_case(", tables: [{title: a, columns: [x, y], rows: [[1]]}]"), "in the table 'a' a row does not have 2 cells"),
        (_case() + "glossary: [MP]", "a glossary has a text for every term"),
        (_case() + "glossary: {MP: 1}", "a glossary has a text for every term"),
    ],
)
def test_a_broken_ledger_is_refused_with_the_case(text: str, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        Ledger.load("toy", text)
    assert message in str(caught.value)
    assert str(caught.value).startswith("toy/ledger.yaml")


# --- finding -----------------------------------------------------------------------------------------------------------------------------


def test_a_case_is_found_in_lower_case_too() -> None:
    assert toy().find("d-crt").title == "Chart"


@pytest.mark.parametrize(("number", "near"), [("2.7", "2.0, 2.1"), ("7-start", "Stopping")])
def test_an_unknown_case_is_refused_with_similar_ones(number: str, near: str) -> None:
    with pytest.raises(BadInput, match=rf"toy has no case '{number}'; near it: {near}"):
        toy().find(number)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("bridge", ["2.1", "2.0"]),  # the title counts more; "abridged" is another word
        ("BRIDGE", ["2.1", "2.0"]),
        ("two bridges", ["2.0"]),  # all words, in a check too
        ("abridged", ["7-stop"]),
        ("schonberg", ["2.1"]),
        ("Schönberg", ["2.1"]),
        ("wild", ["D-CRT"]),  # in a table
        ("2.0", ["2.0"]),
        ("bridge tunnel", []),
        ("", []),
    ],
)
def test_words_are_searched_for_everywhere(words: str, found: list[str]) -> None:
    assert [case.number for case in toy().search(words)] == found


# --- what players read, in every game ----------------------------------------------------------------------------------------------------


def _read(case: Case, tables: bool = True) -> str:
    """All that players read of a case."""
    cells = [cell for t in case.tables for row in ((t.title,), t.columns, *t.rows) for cell in row] if tables else []
    return "\n".join([case.title, case.text, case.reading, *(check.text for check in case.checks), *cells])


_CORPS = re.compile("[IVXL]+")
"""A corps has a Roman number, which is no abbreviation."""
_NOT_FOR_PLAYERS = re.compile(
    r"recommended|missing data|keep it behind|source text|the source|engine\b|data file|the project|implement|\bapp\b|\.toml|\.csv"
    r"|\.json|\[inferred\]|\bconstant\b|\bfunction\b|\bframe\b|test suite",
    re.IGNORECASE,
)


@pytest.mark.parametrize("game", game_ids())
def test_a_ledger_has_no_notes_for_programmers(game: str) -> None:
    wrong = [
        f"{case.number}: {m.group()}" for case in find(game).ledger for m in [_NOT_FOR_PLAYERS.search(_read(case))] if m
    ]
    assert not wrong


@pytest.mark.parametrize("game", game_ids())
def test_every_abbreviation_of_a_ledger_is_in_its_glossary(game: str) -> None:
    ledger = find(game).ledger
    unknown = set()
    for case in ledger:
        text = _read(case)
        for number in ledger.cases:
            text = text.replace(number, "")
        words = re.findall(r"\b[A-Z]{2,}\b", text)
        unknown |= {(word, case.number) for word in words if word not in ledger.glossary and not _CORPS.fullmatch(word)}
    assert not unknown


@pytest.mark.parametrize("game", game_ids())
def test_every_table_of_a_game_is_shown_by_a_case(game: str) -> None:
    shown = {table for case in find(game).ledger for table in case.tables}
    assert [name for name, table in find(game).charts().items() if table not in shown] == []


@pytest.mark.parametrize("game", game_ids())
def test_cases_that_a_text_points_to_exist(game: str) -> None:
    ledger = find(game).ledger
    pointed = [
        (case.number, word)
        for case in ledger
        for inside in re.findall(r"\(([^()]+)\)", _read(case, tables=False))
        for word in re.split(r", | and ", inside.removeprefix("see "))
        if re.fullmatch(r"\d+\.\d(\.\d)?(-\w+)?|\d+-[A-Za-z][\w-]*|D-[\w-]+", word)
    ]
    assert pointed
    assert [(where, word) for where, word in pointed if word not in ledger.cases] == []


@pytest.mark.parametrize("game", game_ids())
def test_letters_of_checks_ascend(game: str) -> None:
    wrong = []
    for case in find(game).ledger:
        letters = [check.letter for check in case.checks]
        if letters != sorted(letters):
            wrong.append(case.number)
    assert not wrong


@pytest.mark.parametrize("game", game_ids())
def test_every_case_has_a_name_that_people_would_use_and_is_found_by_it(game: str) -> None:
    """A number as it is printed, or words; never an identifier such as `4-activation`."""
    ledger = find(game).ledger
    for case in ledger:
        name = ledger.names[case.number]
        assert re.fullmatch(r"\d+(\.\d+)*[A-Z]?(-\d+)?", name) or name == case.title
        assert ledger.find(name) is case
        assert ledger.cite(case.number) in (f"case {name}", f"rule {name}")
