"""The numbers that a game's advice depends on, and temperaments: other numbers for some of them.

A game keeps its numbers in `data/greedy.toml`, in parts, and reads them through the dicts and lists of `Weights.part`, each time it needs
one: `use` changes them in place. Numbers of a `fixed` part are worked into tables when the game is loaded and cannot be changed.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from ardennes.core.errors import BadInput

_FACTORS = (0.5, 0.7, 1.0, 1.4, 2.0)
"""What a number is multiplied by in a variation."""
Change = Mapping[str, float]
"""New values by "part.name", or "part.name.0" for the first of several numbers."""
NO_CHANGE: Change = MappingProxyType({})


class Weights:
    """The numbers of one game."""

    def __init__(self, text: str, fixed: Collection[str] = ()) -> None:
        self._parts: dict[str, dict[str, Any]] = {
            part: {name: _read(value) for name, value in numbers.items()}
            for part, numbers in tomllib.loads(text).items()
        }
        self._now: Change = NO_CHANGE
        self._marks: dict[frozenset[tuple[str, float]], int] = {frozenset(): 0}
        self.mark = 0
        """Which numbers are in force: whatever is remembered about a position for longer than a question has this in its key."""
        self.fixed = frozenset(fixed)
        self.base = _flat(self._parts)

    def part(self, name: str) -> dict[str, Any]:
        """The numbers of a part as they are now: keep the dict, never a number from it."""
        return self._parts[name]

    def several(self, part: str, name: str) -> list[float]:
        """Several numbers that belong together (by side, for example), as they are now: keep the list."""
        found: list[float] = self._parts[part][name]
        return found

    def check(self, change: Change, where: str = "") -> Change:
        """The change. BadInput if it names a number that cannot be changed."""
        for key, value in change.items():
            if key not in self.base:
                raise BadInput(f"there is no weight {key!r}", where=where)
            if key.partition(".")[0] in self.fixed:
                raise BadInput(f"the weight {key!r} is fixed", where=where)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise BadInput(f"the weight {key!r} must be a number, not {value!r}", where=where)
        return change

    def use(self, change: Change) -> None:
        """From now on, the numbers are those of the file with this change."""
        if change is self._now:
            return
        for key in self._now:
            self._set(key, self.base[key])
        for key, value in change.items():
            self._set(key, value)
        self._now = change
        self.mark = self._marks.setdefault(frozenset(change.items()), len(self._marks))

    def _set(self, key: str, value: float) -> None:
        part, name, *rest = key.split(".")
        if rest:
            self._parts[part][name][int(rest[0])] = value
        else:
            self._parts[part][name] = value


def _read(value: Any) -> Any:
    """Whole numbers in the file are numbers like any other; tables stay as they are."""
    if isinstance(value, list):
        return [float(one) for one in value]
    return value if isinstance(value, dict) else float(value)


@dataclass(frozen=True, slots=True)
class Temperament:
    """One way to play a side."""

    id: str
    change: Change = field(default_factory=lambda: NO_CHANGE, hash=False)
    title: str = ""
    """The name of an opponent who plays like this ("Manteuffel"); '' if it is only one of a planner's ideas."""
    about: str = ""
    """What kind of player that is, in a sentence."""
    plan: str = ""
    """What to do, as advice: "strike wherever the odds are good"."""


def varied(base: Temperament, weights: Weights, rng: random.Random, name: str) -> Temperament:
    """A temperament with all numbers that can be changed multiplied at random, except those that are 0."""
    change = dict(base.change)
    for key, value in weights.base.items():
        if isinstance(value, float) and key.partition(".")[0] not in weights.fixed:
            change[key] = change.get(key, value) * rng.choice(_FACTORS)
    plan = f"{base.plan}, with other priorities" if base.plan else "play it by the book, with other priorities"
    return Temperament(name, change, plan=plan)


def read_temperaments(
    text: str, weights: Weights, sides: tuple[str, ...], where: str
) -> dict[str, dict[str, Temperament]]:
    """The temperaments of a TOML file by side and name: `title`, `about`, `plan`, and tables of changed numbers by part of the weights."""
    data = tomllib.loads(text)
    if set(data) - set(sides):
        raise BadInput(f"there is no side {sorted(set(data) - set(sides))[0]!r}", where=where)
    out: dict[str, dict[str, Temperament]] = {side: {} for side in sides}
    for side, rows in data.items():
        for name, row in rows.items():
            parts = {part: numbers for part, numbers in row.items() if isinstance(numbers, dict)}
            change = weights.check(_flat(parts), f"{where}: {side}.{name}")
            out[side][name] = Temperament(name, change, *(row.get(key, "") for key in ("title", "about", "plan")))
    return out


def _flat(parts: Mapping[str, Mapping[str, Any]]) -> dict[str, float]:
    """Numbers by part and name as a change."""
    out: dict[str, float] = {}
    for part, numbers in parts.items():
        for name, value in numbers.items():
            if isinstance(value, list):
                out |= {f"{part}.{name}.{n}": one for n, one in enumerate(value)}
            else:
                out[f"{part}.{name}"] = value
    return out
