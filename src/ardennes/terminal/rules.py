"""The rules to read: one case, search results or the whole ledger, as screen lines or Markdown; and which tests prove them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rich.text import Text

from ardennes.core.errors import BadInput
from ardennes.core.ledger import ITEM, Case, Ledger, Table
from ardennes.core.proof import Proof, unproved
from ardennes.terminal.screen import Screen

GLOSSARY = "glossary"
_GAP = 2
_NARROWEST = 4


# --- on the screen -----------------------------------------------------------------------------------------------------------------------


def case_lines(ledger: Ledger, case: Case, screen: Screen, whole: bool = False) -> list[Text]:
    """A case: title and text; `whole` adds tables, our reading, the details, its source, and the cases it depends on."""
    number = ledger.shown_number(case)
    out = [Text(line, "bold") for line in screen.wrap(case.title, f"{number}  " if number else "")]
    out += _prose(case.text, screen)
    if not whole:
        return out
    for table in case.tables:
        out += [Text(""), *table_lines(table, screen)]
    if case.reading:
        out += [Text(""), Text("Our reading", "bold"), *_prose(case.reading, screen)]
    if case.checks:
        out += [Text(""), Text("In detail", "bold")]
        out += _prose("\n".join(f"{ITEM}{check.text}" for check in case.checks), screen)
    if case.source:
        out += [Text(""), *map(Text, screen.wrap(f"Source: {case.source}"))]
    if case.depends:
        out += [Text(""), *map(Text, screen.wrap(_see_also(ledger, case)))]
    return out


def _see_also(ledger: Ledger, case: Case) -> str:
    return "See also " + ", ".join(ledger.names[other] for other in case.depends)


def _prose(text: str, screen: Screen) -> list[Text]:
    """Paragraphs, and items of lists."""
    out: list[Text] = []
    for line in text.splitlines():
        item = line.startswith(ITEM)
        out += [Text(part) for part in screen.wrap(line.removeprefix(ITEM), f"  {ITEM}" if item else "  ")]
    return out


def table_lines(table: Table, screen: Screen) -> list[Text]:
    """A table in columns; if it is too wide for the screen, cells wrap."""
    rows = [table.columns, *table.rows]
    widths = _widths(rows, screen.width - 2)
    out = [Text(f"  {table.title}", "bold")]
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for line in range(max(map(len, cells))):
            parts = (cell[line] if line < len(cell) else "" for cell in cells)
            text = "  " + (" " * _GAP).join(part.ljust(w) for part, w in zip(parts, widths, strict=True))
            out.append(Text(text.rstrip(), "" if number else "bold"))
        if not number:
            out.append(Text("  " + (" " * _GAP).join("-" * width for width in widths)))
    return out


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """How wide each column is: as wide as its widest cell, but the widest columns shrink until all fit."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + _GAP * (len(widths) - 1) > room and max(widths) > _NARROWEST:
        widths[widths.index(max(widths))] -= 1
    return widths


def glossary_lines(terms: Iterable[tuple[str, str]], screen: Screen) -> list[Text]:
    """Terms with what they mean."""
    terms = list(terms)
    wide = max(len(term) for term, _ in terms)
    out: list[Text] = []
    for term, meaning in terms:
        lines = [Text(line) for line in screen.wrap(meaning, f"  {term:<{wide}}  ", " " * (wide + 4))]
        lines[0].stylize("bold", 2, 2 + len(term))
        out += lines
    return out


def rule_lines(ledger: Ledger, typed: str, screen: Screen) -> list[Text]:
    """The rule asked for: a case by its number, the glossary, or everything that contains these words."""
    if typed.lower() == GLOSSARY:
        return glossary_lines(sorted(ledger.glossary.items(), key=lambda term: term[0].lower()), screen)
    try:
        return case_lines(ledger, ledger.find(typed), screen, whole=True)
    except BadInput as unknown:
        found = search_lines(ledger, typed, screen)
        if not found:
            raise BadInput(f"{unknown} (no rule contains this word either)") from None
        return found


def search_lines(ledger: Ledger, words: str, screen: Screen) -> list[Text]:
    """The glossary terms with this name and the cases that contain these words: a single one in full, several one per line."""
    out: list[Text] = []
    terms = [(term, meaning) for term, meaning in ledger.glossary.items() if term.lower() == words.lower()]
    if terms:
        out += glossary_lines(terms, screen)
    found = ledger.search(words)
    if len(found) == 1:
        return out + case_lines(ledger, found[0], screen, whole=True)
    return out + index_lines(ledger, found, screen)


def index_lines(ledger: Ledger, cases: Iterable[Case], screen: Screen) -> list[Text]:
    """Cases by number and title, one per line; by title alone if none of them has a number."""
    rows = [(ledger.shown_number(case), case.title) for case in cases]
    wide = max((len(number) + 2 for number, _ in rows if number), default=0)
    out = [Text(f"{number:<{wide}}{title}") for number, title in rows]
    for line in out:
        line.truncate(screen.width, overflow="ellipsis")
    return out


def all_lines(ledger: Ledger, screen: Screen) -> list[Text]:
    """Every case in full, and the glossary."""
    out: list[Text] = []
    for case in ledger:
        out += [*case_lines(ledger, case, screen, whole=True), Text("")]
    return [*out, Text("Glossary", "bold"), *rule_lines(ledger, GLOSSARY, screen)]


# --- as Markdown -------------------------------------------------------------------------------------------------------------------------


def markdown(title: str, ledger: Ledger, cases: Sequence[Case]) -> str:
    """Cases as a Markdown text; with all of them comes the glossary."""
    out = [f"# {title}: the rules", "As Ardennes plays them, in our own words."]
    for case in cases:
        out += _markdown_case(ledger, case)
    if len(cases) == len(ledger.cases):
        out.append("## Glossary")
        out += [f"- **{term}**: {meaning}" for term, meaning in ledger.glossary.items()]
    text = out[0]
    for before, block in pairwise(out):
        text += ("\n" if before.startswith(ITEM) and block.startswith(ITEM) else "\n\n") + block
    return text + "\n"


def _markdown_case(ledger: Ledger, case: Case) -> list[str]:
    out = [" ".join(["##", *ledger.shown_number(case).split(), case.title]), *case.text.splitlines()]
    for table in case.tables:
        rows = [table.columns, ["---"] * len(table.columns), *table.rows]
        out.append(f"**{table.title}**")
        out.append("\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows))
    if case.reading:
        out += ["**Our reading**", *case.reading.splitlines()]
    if case.checks:
        out += ["**In detail**", *(f"{ITEM}{check.text}" for check in case.checks)]
    if case.source:
        out.append(f"Source: {case.source}")
    if case.depends:
        out.append(_see_also(ledger, case))
    return out


# --- which tests prove them --------------------------------------------------------------------------------------------------------------


def coverage_lines(proofs: Sequence[Proof], screen: Screen) -> list[Text]:
    """Each case with its kind, the number of its tests and of its checks that are proved; then everything unproved."""
    wide = max((len(proof.case.number) for proof in proofs), default=0)
    out: list[Text] = []
    for proof in proofs:
        tests = str(len(proof.tests)) if proof.tests else "MISSING" if proof.is_missing else "-"
        done = len(proof.checks) - len(proof.open_checks)
        checks = f"{done}/{len(proof.checks)}" if proof.checks else "-"
        line = Text(f"{proof.case.number:<{wide}}  {proof.case.kind:<10}  ")
        line.append(f"{tests:>7}", "bold red" if proof.is_missing else "")
        line.append(f"  {checks:>5}", "bold red" if proof.open_checks else "")
        line.append(f"  {proof.case.title}")
        line.truncate(screen.width, overflow="ellipsis")
        out.append(line)
    missing = unproved(list(proofs))
    if missing:
        out += [Text(""), Text("No test proves", "bold red")]
        out += [Text(line) for number, text in missing for line in screen.wrap(text, f"  {number}  ")]
    needed = [proof for proof in proofs if proof.case.needs_test]
    all_checks = sum(len(proof.checks) for proof in proofs)
    proved = all_checks - sum(len(proof.open_checks) for proof in proofs)
    tested = sum(not proof.is_missing for proof in needed)
    out += [
        Text(f"{tested} of {len(needed)} cases that need a test have one."),
        Text(f"{proved} of {all_checks} checks are proved by a test."),
    ]
    return out


def proof_lines(proof: Proof, screen: Screen) -> list[Text]:
    """One case with the tests that prove it, check by check."""
    out = [Text(f"{proof.case.number}  {proof.case.title} ({proof.case.kind})", "bold")]
    named = {test for tests in proof.checks.values() for test in tests}
    for check in proof.case.checks:
        out += [Text(line) for line in screen.wrap(check.text, f"  {check.letter}  ")]
        out += [Text(f"     {test}") for test in proof.checks[check.letter] or ("MISSING",)]
    rest = [test for test in proof.tests if test not in named]
    if rest:
        out += [Text("  the case as a whole"), *(Text(f"     {test}") for test in rest)]
    return out
