"""What programs know about a game: advice, temperaments, and how a state is valued. `Game` inherits it."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from ardennes.core.errors import BadInput, one_of
from ardennes.core.outlook import Outlook, read_outlook
from ardennes.core.weights import Change, Temperament, Weights, read_temperaments, varied

LEVELS = ("veteran", "general")
"""The planners that people play against."""
GREEDY, FIRST_GREEDY = "greedy", "greedy-1"
"""The usual temperament, and the numbers of `greedy.toml` as they are: the mark that all others are measured against."""
VARIATIONS = 48
"""How many variations of `greedy` there are."""
Adviser = Callable[[Any], tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thought a whole turn is worth: so many games played ahead, so many seconds, or whichever ends first (0: no such limit).
    Counted in games alone, the same seed plays the same game, however fast the machine is."""

    rollouts: int = 0
    seconds: float = 0.0
    variety: int = 0
    """How many variations of `greedy` are compared with the side's ideas."""
    farther: int = 0
    """How many steps of `pace` more than `horizon` to look ahead."""


class Programs:
    """The part of a game that only programs need. A game has `new_adviser` as soon as `greedy` plays it; the rest is for planners."""

    id: ClassVar[str]
    sides: ClassVar[tuple[str, ...]]
    weights: ClassVar[Weights | None] = None
    """The numbers of the game's advice, if they can be changed."""
    feature_names: ClassVar[tuple[str, ...]] = ()
    """What `features` gives."""
    horizon: ClassVar[int] = 2
    """How far a planner looks ahead, in steps of `pace`."""
    thoughts: ClassVar[int] = 2
    """How often a planner thinks in a turn (see `moment`), more or less."""
    levels: ClassVar[Mapping[str, Budget]] = MappingProxyType(
        {"veteran": Budget(rollouts=24), "general": Budget(rollouts=120, variety=4)}
    )
    """How much thought a turn is worth to a planner of each level."""

    def new_adviser(self) -> Adviser:
        """A function that answers the pending question of a state that one side has imagined, in internal numbers. Each player has its
        own: plans that are worth keeping from one question to the next are kept there."""
        raise NotImplementedError

    def features(self, s: Any) -> tuple[float, ...]:
        """What a state is valued by (see `ardennes.core.outlook`), in the order of `feature_names`: more is better for the first side."""
        return ()

    def moment(self, s: Any) -> Hashable:
        """A planner thinks again when this changes: turn and phase, or whatever is shorter in a game with impulses. None in a question that
        is no time to think, such as who takes a loss: the last plan still holds."""
        return self.clock(s)

    def pace(self, s: Any) -> int:
        """What a planner counts when it looks ahead, and for how long an idea holds: turns, or impulses in a game that has them."""
        return self.clock(s)[0]

    def clock(self, s: Any) -> tuple[int, str]:
        """Turn and phase of a state."""
        raise NotImplementedError

    def last_turn(self, s: Any) -> int:
        """The last turn of the state's scenario."""
        raise NotImplementedError

    def data_text(self, name: str) -> str:
        """A file in the game's `data` folder."""
        raise NotImplementedError

    # --- what follows from these -----------------------------------------------------------------------------------------------------

    def adviser(self, change: Change | None = None) -> Adviser:
        """The advice of `new_adviser`, with other weights for some things; without a change, with those of `greedy`."""
        advise, weights = self.new_adviser(), self.weights
        if weights is None:
            return advise
        usual = {side: self.temperaments[side][GREEDY].change for side in self.sides}

        def ask(s: Any) -> tuple[str, Any]:
            weights.use(usual[s.decision.side] if change is None else change)
            return advise(s)

        return ask

    def advise(self, s: Any) -> tuple[str, Any]:
        """A sensible answer to the pending question, without any plan."""
        return self.adviser()(s)

    @cached_property
    def temperaments(self) -> dict[str, dict[str, Temperament]]:
        """The ways to play that programs know, by side and name; the first is `greedy`."""
        first = {GREEDY: Temperament(GREEDY), FIRST_GREEDY: Temperament(FIRST_GREEDY)}
        if self.weights is None:
            return {side: dict(first) for side in self.sides}
        text, where = self.data_text("temperaments.toml"), f"{self.id}/temperaments.toml"
        found = read_temperaments(text, self.weights, self.sides, where)
        return {side: first | found[side] for side in self.sides}

    @property
    def plans(self) -> bool:
        """Can planners play this game? They need temperaments to compare and an outlook to compare them by."""
        return self.weights is not None and bool(self.feature_names)

    def temperament(self, name: str, side: str) -> Temperament:
        """A temperament by name; BadInput if the side has none of this name."""
        found = self.temperaments[side].get(name) or self.variations(side).get(name)
        if found is None:
            raise BadInput(f"unknown temperament {name!r}; {one_of(self.temperaments[side])}")
        return found

    def ideas(self, side: str) -> list[Temperament]:
        """The temperaments that a planner compares for a side; the first is `greedy`."""
        return [one for one in self.temperaments[side].values() if one.id != FIRST_GREEDY]

    def variations(self, side: str) -> dict[str, Temperament]:
        """`greedy` with all its numbers changed at random, in a few dozen ways that are always the same."""
        if side not in self._variations:
            found: dict[str, Temperament] = {}
            if self.weights is not None:
                for number in range(VARIATIONS):
                    rng = random.Random(f"variation {number}")
                    name = f"{GREEDY}~{number}"
                    found[name] = varied(self.temperaments[side][GREEDY], self.weights, rng, name)
            self._variations[side] = found
        return self._variations[side]

    @cached_property
    def _variations(self) -> dict[str, dict[str, Temperament]]:
        return {}

    @cached_property
    def outlook(self) -> Outlook:
        """How states are valued."""
        return read_outlook(self.data_text("outlook.toml"), self.feature_names, f"{self.id}/outlook.toml")

    def gone(self, s: Any) -> float:
        """How much of the game is over, from 0 to 1."""
        return min(1.0, (self.clock(s)[0] - 1) / self.last_turn(s))

    def chance(self, s: Any) -> float:
        """The first side's chance to win: what the outlook says, or how it ended."""
        if s.result is not None:
            return 0.5 if s.result.winner is None else float(s.result.winner == self.sides[0])
        return self.outlook.chance(self.features(s), self.gone(s))
