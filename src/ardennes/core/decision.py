"""What a side is asked, and why an answer is refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ardennes.core.names import Names, each

CHANCE = "chance"
NOTHING: tuple[None] = (None,)
"""The only argument of a verb that takes none, such as `done`."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a choice is not allowed: the case that forbids it, and the reason in our words."""

    case: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} (case {self.case})"


class Decision:
    """One question to one side.

    `choices` maps each verb to the arguments it takes now (`[None]` for a verb without argument). Inside, the argument of a verb
    that names a unit or a place is a bit set (`raw`, which belongs to the engine); the names are made on demand.
    """

    __slots__ = ("_tables", "cases", "prompt", "raw", "side", "weights")

    def __init__(
        self,
        side: str,
        prompt: str,
        raw: dict[str, Any],
        cases: tuple[str, ...],
        tables: dict[str, Names],
        weights: tuple[int, ...] | None = None,
    ) -> None:
        self.side = side
        self.prompt = prompt
        self.raw = raw
        self.cases = cases
        self.weights = weights
        self._tables = tables

    @property
    def choices(self) -> dict[str, list[Any]]:
        """The arguments of each verb. Made fresh on every access: changing it changes nothing else."""
        tables = self._tables
        out = {}
        for verb, args in self.raw.items():
            table = tables.get(verb)
            out[verb] = list(args) if table is None else table.list_of(args)
        return out

    def pairs(self) -> list[tuple[str, Any]]:
        """All choices as verb and argument."""
        tables = self._tables
        out: list[tuple[str, Any]] = []
        for verb, args in self.raw.items():
            table = tables.get(verb)
            out += [(verb, a) for a in (args if table is None else table.list_of(args))]
        return out

    def offers(self, verb: str, raw: Any) -> bool:
        """Is this choice (with the argument in its internal form, a number) among those offered?"""
        args = self.raw.get(verb)
        if args is None:
            return False
        if verb in self._tables:
            return isinstance(raw, int) and raw >= 0 and bool(args >> raw & 1)
        return raw is None if args is NOTHING else any(type(raw) is type(a) and raw == a for a in args)

    def count(self) -> int:
        """How many choices there are."""
        return sum(args.bit_count() if verb in self._tables else len(args) for verb, args in self.raw.items())

    def raw_choices(self) -> list[tuple[str, Any]]:
        """All choices with their arguments as internal numbers (for players and for counting positions)."""
        out: list[tuple[str, Any]] = []
        for verb, args in self.raw.items():
            out += [(verb, a) for a in (each(args) if verb in self._tables else args)]
        return out

    def __repr__(self) -> str:
        return f"Decision(side={self.side!r}, prompt={self.prompt!r}, choices={self.choices!r}, cases={self.cases!r})"
