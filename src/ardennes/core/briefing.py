"""What a newcomer should read before the first turn: who you are, what wins and by when, three rules that matter, the first thing to try.

Each game has it in `data/briefing.yaml`, by side; a scenario in which it differs repeats the side under `scenarios`:

    german:
      who: You command ...
      wins: Take ... by 28 December.
      rules:
        - {text: A unit stops when it enters an enemy zone of control., case: "9.1"}
      first: Attack ... before you move.
    scenarios:
      race:
        german: {...}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ardennes.core import plainfile
from ardennes.core.errors import BadInput, one_of

RULES = 3


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule that matters, with its case."""

    text: str
    case: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """What one side should know before it starts."""

    who: str
    wins: str
    rules: tuple[Rule, ...]
    first: str

    def plain(self) -> dict[str, Any]:
        """As plain data."""
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
        own = {}
        for name, by_side in data.pop("scenarios", {}).items():
            if name not in scenarios:
                raise BadInput(f"unknown scenario {name!r}; {one_of(scenarios)}", where=where)
            own[name] = {side: _briefing(row, f"{where}: {name}.{side}") for side, row in by_side.items()}
        if set(data) != set(sides):
            raise BadInput(f"needs one briefing for each of {', '.join(sides)}", where=where)
        return cls({side: _briefing(row, f"{where}: {side}") for side, row in data.items()}, own)


def _briefing(row: Any, where: str) -> Briefing:
    if not isinstance(row, dict) or set(row) != {"who", "wins", "rules", "first"}:
        raise BadInput("expected who, wins, rules and first", where=where)
    if len(row["rules"]) != RULES:
        raise BadInput(f"expected {RULES} rules, not {len(row['rules'])}", where=where)
    return Briefing(row["who"], row["wins"], tuple(Rule(r["text"], str(r["case"])) for r in row["rules"]), row["first"])
