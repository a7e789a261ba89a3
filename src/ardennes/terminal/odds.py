"""The odds: what is at stake in a fight, from the game's preview (`ardennes.core.preview`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from ardennes.core.ledger import Ledger
from ardennes.terminal.screen import Screen

_BAR = 12
_CHANCE = 6
"""Space for a bar's percentage."""
_SHORT = 8
"""A meaning of so few letters can stand before the bars."""
_KINDS = ("for", "neither", "against")
_STYLES = {"for": "green", "neither": "white", "against": "red"}


def odds_lines(preview: Mapping[str, Any], screen: Screen, ledger: Ledger, note: bool = False) -> list[Text]:
    """Who brings what, the modifiers, and the chance of each result as a bar. `note` adds how to read it."""
    out = [Text(line, "bold") for line in screen.wrap(f"{preview['title']}{_at(preview)}")]
    for side in preview["sides"]:
        out += [Text(line) for line in screen.wrap(_strength(side), "  ", "    ")]
    out += [Text(line) for line in screen.wrap(_comparison(preview, ledger), "  ", "    ")]
    if preview.get("draws"):
        out += [Text(line) for line in screen.wrap(_draws(preview["draws"]), "  ", "    ")]
    tables = [table for table in preview["tables"] if table["outcomes"]]
    out += _side_by_side(tables, screen) or [line for table in tables for line in _side_by_side([table], screen, True)]
    if note and preview.get("note"):
        out += [Text(line, "dim") for line in screen.wrap(preview["note"], "  ")]
    for warning in preview["warnings"]:
        out += [Text(line, "yellow") for line in screen.wrap(warning)]
    return out


def _at(preview: Mapping[str, Any]) -> str:
    where = str(preview["place_title"])
    return "" if where in preview["title"] else f" at {where}"


def _strength(side: Mapping[str, Any]) -> str:
    """One side and its forces: `German attack 6: 12 VG 3, 3 FJ 3`."""
    listed = ", ".join(f"{row['text']} {row['value']}" for row in side["rows"])
    return f"{str(side['side']).capitalize()} {side['role']} {side['text']}: {listed}"


def _comparison(preview: Mapping[str, Any], ledger: Ledger) -> str:
    """The comparison, its shifts, and the final column of the table."""
    compare = preview["compare"]
    out = [f"{compare['title']} {compare['text']}"]
    for case, rows in groupby(preview["shifts"], lambda row: row["case"]):  # several in a row from one case: cited once
        *first, last = [f"{row['text']} {row['value']}" for row in rows]
        out += [*first, f"{last} ({ledger.cite(case)})"]
    columns = preview["tables"][0]["columns"] if preview["tables"] else []
    final = [column["name"] for column in columns if column["state"] == "final"]
    some = f"{final[0]} to {final[-1]}" if len(final) > 2 else " or ".join(final)
    return "; ".join(out) + (f": column {some}." if final else ".")


def _draws(draws: Mapping[str, Any]) -> str:
    """The chits drawn so far, and what they add up to."""
    chits = ", ".join(f"{chit['face'] or '-'} ({chit['text']})" for chit in draws["chits"])
    sums = "; ".join(f"{total['title'].lower()} {total['value']}" for total in draws["sums"])
    return (
        f"Chits: {chits}. So far: {sums}. {draws['left']} left in the cup, up to {draws['most']} can be drawn in all."
    )


# --- bars ------------------------------------------------------------------------------------------------------------------------------


def _side_by_side(tables: Sequence[Mapping[str, Any]], screen: Screen, must: bool = False) -> list[Text]:
    """Tables with the same kind of results side by side, one line per result; nothing if that is too wide."""
    if not tables:
        return []
    meaning = {o["label"]: str(o["text"]) for table in tables for o in table["outcomes"]}
    found = [{o["label"]: o for o in table["outcomes"]} for table in tables]
    cells = [max(_BAR + _CHANCE + 1, len(table["title"]) + 2) for table in tables]
    # The meaning says more than a bare number, and short ones leave no room for it elsewhere if there are many tables.
    plain = all(label.isdecimal() for label in meaning) or (
        max(map(len, meaning.values())) <= _SHORT and 2 + max(map(len, meaning)) + sum(cells) + 12 > screen.width
    )
    heads = {label: meaning[label] if plain else label for label in meaning}
    wide = max(map(len, heads.values()))
    if not must and wide + 4 + sum(cells) > screen.width:
        return []
    head = Text(" " * (wide + 4))
    for table, cell in zip(tables, cells, strict=True):
        head.append(f"{table['title']:<{cell}}", "bold")
    head.rstrip()
    out = [head]
    groups = {o["label"]: o.get("group", "") for table in tables for o in table["outcomes"]}
    group = ""
    for label in sorted(meaning, key=_order(tables)):
        if groups[label] != group:
            group = groups[label]
            out.append(Text(f"  {group}", "dim"))
        line = Text.assemble((f"  {heads[label]:<{wide}}  ", "bold"))
        for outcomes, cell in zip(found, cells, strict=True):
            chance, kind = (outcomes[label]["chance"], outcomes[label]["kind"]) if label in outcomes else (0.0, "")
            full = round(chance * _BAR)
            line.append("#" * full, _STYLES.get(kind, "white"))
            line.append("." * (_BAR - full), "dim")
            line.append(f"{_percent(chance):>{_CHANCE - 1}}".ljust(cell - _BAR))
        if plain:
            line.rstrip()
        out += [line] if plain else _with_meaning(line, meaning[label], screen)
    return out


def _with_meaning(line: Text, meaning: str, screen: Screen) -> list[Text]:
    """A line and what its result means, wrapped below itself if it is long."""
    indent = len(line.plain)
    if indent + 12 > screen.width:
        return [line, *(Text(more, "dim") for more in screen.wrap(meaning, "    "))]
    first, *rest = screen.wrap(meaning, " " * indent)
    line.append(first[indent:], "dim")
    return [line, *(Text(more, "dim") for more in rest)]


def _percent(chance: float) -> str:
    """A chance in percent, with `<1%` for anything smaller."""
    return "-" if not chance else "<1%" if chance < 0.005 else f"{chance:.0%}"


def _order(tables: Sequence[Mapping[str, Any]]) -> Callable[[str], tuple[int, int]]:
    """Results from best to worst for the attacker; numbers in ascending order, results of the same kind in the order of the tables. Groups
    stay together, each in the order of its tables: a result that only some tables have goes where these have it."""
    known: dict[str, tuple[int, int]] = {}
    groups = [*dict.fromkeys(o.get("group", "") for table in tables for o in table["outcomes"])]
    for table in tables:
        seen: Counter[str] = Counter()
        for place, outcome in enumerate(table["outcomes"]):
            label = str(outcome["label"])
            key = (0, int(label)) if label.isdecimal() else (_KINDS.index(outcome["kind"]), place)
            if group := outcome.get("group"):
                known[label] = max(known.get(label, (0, 0)), (groups.index(group), seen[group]))
                seen[group] += 1
            known.setdefault(label, key)
    return known.__getitem__
