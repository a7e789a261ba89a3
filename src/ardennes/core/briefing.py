"""What a newcomer should read before the first turn: who you are, what wins and by when, three rules that matter, the first thing to try.

Each game has it in `data/briefing.yaml`, by side; a scenario in which it differs repeats the side under `scenarios`:

    german:
      who: You command ...
      wins: Take ... by 28 December.
      rules:
        - {text: A unit stops when it enters an enemy zone of control., case: "9.1"}
      first: Attack ... before you move.
      later:
        - {from: 4, first: Look at your supply lines., ...}
    scenarios:
      race:
        german: {...}

A game can be taken up in the middle. What matters from some turn on is under `later`, which repeats only what differs; what stands with the
side applies to every scenario that has no `later` of its own for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ardennes.core import plainfile
from ardennes.core.errors import BadInput, one_of

RULES = 3
_PARTS = ("who", "wins", "rules", "first")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule that matters, with its case."""

    text: str
    case: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """What one side should know before it starts. `later`: what it should know from a turn on, in order."""

    who: str
    wins: str
    rules: tuple[Rule, ...]
    first: str
    later: tuple[tuple[int, Briefing], ...] = ()

    def at(self, turn: int) -> Briefing:
        """What matters if play begins in some turn."""
        return next((one for since, one in reversed(self.later) if since <= turn), self)

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        later = [{"turn": turn, **one._parts()} for turn, one in self.later]
        return self._parts() | {"later": later}

    def _parts(self) -> dict[str, Any]:
        rules = [{"text": rule.text, "case": rule.case} for rule in self.rules]
        return {"who": self.who, "wins": self.wins, "rules": rules, "first": self.first}


class Briefings:
    """A game's briefings, by scenario and side."""

    def __init__(self, usual: Mapping[str, Briefing], own: Mapping[str, Mapping[str, Briefing]]) -> None:
        self._usual = usual
        self._own = own

    def of(self, scenario: str, side: str) -> Briefing:
        """The briefing of a side in a scenario."""
        return self._own.get(scenario, {}).get(side) or self._usual[side]

    @classmethod
    def load(cls, text: str, where: str, sides: tuple[str, ...], scenarios: tuple[str, ...]) -> Briefings:
        """Read `briefing.yaml`; every side must be in it."""
        data, _ = plainfile.parse(text, where)
        scenes = data.pop("scenarios", {})
        if set(data) != set(sides):
            raise BadInput(f"needs one briefing for each of {', '.join(sides)}", where=where)
        general = {side: _later(data[side], f"{where}: {side}") for side in sides}
        own = {}
        for name, by_side in scenes.items():
            if name not in scenarios:
                raise BadInput(f"unknown scenario {name!r}; {one_of(scenarios)}", where=where)
            own[name] = {
                side: _briefing(row, f"{where}: {name}.{side}", general[side]) for side, row in by_side.items()
            }
        return cls({side: _briefing(row, f"{where}: {side}", general[side]) for side, row in data.items()}, own)


def _briefing(row: Any, where: str, general: list[tuple[int, dict[str, Any]]]) -> Briefing:
    if not isinstance(row, dict) or set(row) - {"later"} != set(_PARTS):
        raise BadInput("expected who, wins, rules and first", where=where)
    base = Briefing(row["who"], row["wins"], _rules(row["rules"], where), row["first"])
    later = _later(row, where) if "later" in row else general
    return replace(base, later=tuple((turn, replace(base, **parts)) for turn, parts in later))


def _later(row: Any, where: str) -> list[tuple[int, dict[str, Any]]]:
    """What a side's `later` says: the turn from which it applies, and the parts that differ."""
    out: list[tuple[int, dict[str, Any]]] = []
    for one in row.get("later", ()) if isinstance(row, dict) else ():
        if not isinstance(one.get("from"), int) or not {*one} < {"from", *_PARTS}:
            raise BadInput("later needs from, a turn, and some of who, wins, rules and first", where=where)
        turn = one["from"]
        if out and turn <= out[-1][0]:
            raise BadInput(f"later goes from turn to turn, but {turn} follows {out[-1][0]}", where=where)
        parts = {name: one[name] for name in _PARTS if name in one}
        if "rules" in parts:
            parts["rules"] = _rules(parts["rules"], f"{where}: later {turn}")
        out.append((turn, parts))
    return out


def _rules(rows: Any, where: str) -> tuple[Rule, ...]:
    if len(rows) != RULES:
        raise BadInput(f"expected {RULES} rules, not {len(rows)}", where=where)
    return tuple(Rule(r["text"], str(r["case"])) for r in rows)
