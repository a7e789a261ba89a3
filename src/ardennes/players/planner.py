"""A player that looks ahead: it tries several temperaments in its head and plays the one that does best.

At the start of each phase of its own (`Game.moment`) it imagines the state several times over, plays each some way ahead with each
temperament (for the rest of its own turn or impulse; after that, and for the other side, `greedy` plays), and values where that leads
(`Game.chance`). A planner with enough time also tries variations of `greedy`, others each time. All face the same imagined states and the
same dice. Those that do worse are dropped half by half, so that most of the thought goes to the best ones.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from ardennes.core.decision import CHANCE
from ardennes.core.game import Game
from ardennes.core.programs import GREEDY, Adviser, Budget
from ardennes.core.state import State
from ardennes.core.weights import Temperament
from ardennes.players.cores import CORES
from ardennes.players.seat import Seat

_LONGEST = 5000
"""More choices than any look ahead has."""
_MOST_BEGUN = 64
"""More ideas than are ever compared."""
_BEFORE = 0.5
"""How much a state counts that the other side was only expected to reach."""


def budget(game: Game, level: str, seconds: float = 0.0) -> Budget:
    """How much thought a turn of a game is worth at a level; if `seconds` are given, that long instead."""
    usual = game.levels[level]
    return replace(usual, rollouts=0, seconds=seconds) if seconds else usual


@dataclass(slots=True)
class Idea:
    """A temperament and how it did, as chances of winning for the side that thinks."""

    temperament: Temperament
    chances: list[float] = field(default_factory=list)
    before: list[float] = field(default_factory=list)
    """How it did while the other side was thinking: where that side was expected to go, so each counts for less."""

    @property
    def mean(self) -> float:
        """What it is judged by."""
        count = len(self.chances) + _BEFORE * len(self.before)
        return (sum(self.chances) + _BEFORE * sum(self.before)) / count if count else 0.0


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of thinking: all ideas, the best first."""

    ideas: tuple[Idea, ...]

    @property
    def best(self) -> Idea:
        return self.ideas[0]


@dataclass(slots=True)
class Pondered:
    """What came of thinking in the other side's time: for the next time to think, how each idea did."""

    moment: Hashable = None
    chances: dict[str, list[float]] = field(default_factory=dict)

    def add(self, other: Pondered) -> None:
        """What was found out since. Whatever is about another moment is of no use any more."""
        if other.chances and other.moment != self.moment:
            self.moment, self.chances = other.moment, {}
        for idea, chances in other.chances.items():
            self.chances.setdefault(idea, []).extend(chances)


@dataclass(frozen=True, slots=True)
class Trial:
    """One idea to be played ahead from an imagined state, with dice of its own."""

    start: State
    side: str
    idea: str
    seed: str
    farther: int = 0
    until: float = 0.0


class TimeIsUp(Exception):
    """There is no time to look ahead any further."""


class Planner:
    """See above. `choose` answers one question; `thought` is what the last choice is based on."""

    def __init__(self, seed: int | str, side: str, budget: Budget) -> None:
        self._seed = f"{seed} {side}"
        self._rng = random.Random(self._seed)
        self._side = side
        self._budget = budget
        self._moment: Hashable = None
        self._advise: Adviser | None = None
        self._count = 0
        self._world = 0
        self.thought: Thought | None = None
        self.pondered = Pondered()
        self._open: _Open | None = None

    def choose(self, seat: Seat) -> tuple[str, Any]:
        game = seat.game
        state = seat.imagine(self._rng)
        moment = game.moment(state)
        if self._advise is None or (moment is not None and moment != self._moment):
            if moment is not None:
                self._moment = moment
                self.thought = self._think(seat, game)
                change = self.thought.best.temperament.change
            else:
                change = game.temperament(GREEDY, self._side).change
            self._advise = game.adviser(change)
        verb, raw = self._advise(state)
        table = state.tables.get(verb)
        return verb, raw if table is None else table.names[raw]

    def _think(self, seat: Seat, game: Game) -> Thought:
        self._count, self._world = self._count + 1, 0
        ideas = [Idea(one) for one in self._ideas(game, self._count)]
        if self.pondered.moment == self._moment:
            for idea in ideas:
                idea.before = self.pondered.chances.get(idea.temperament.id, [])
        alive = sorted(ideas, key=lambda idea: -idea.mean)
        dropped: list[Idea] = []
        rounds = max(1, (len(ideas) - 1).bit_length())
        left = self._budget.rollouts // game.thoughts
        begun, seconds = time.monotonic(), self._budget.seconds / game.thoughts
        for number in range(rounds):
            until = begun + seconds * (number + 1) / rounds if seconds else 0.0
            worlds = max(1, left // ((rounds - number) * len(alive))) if self._budget.rollouts else 0
            left -= self._try(seat, alive, worlds, until) * len(alive)
            alive = sorted(alive, key=lambda idea: -idea.mean)
            if self._budget.rollouts and left < len(alive):
                break
            keep = (len(alive) + 1) // 2
            dropped = alive[keep:] + dropped
            alive = alive[:keep]
        return Thought((*alive, *dropped))

    def _ideas(self, game: Game, thought: int) -> list[Temperament]:
        """What is compared in a thought, by its number: the side's ideas, and other variations each time."""
        rng = random.Random(f"{self._seed} ideas {thought}")
        more = list(game.variations(self._side).values())
        return game.ideas(self._side) + rng.sample(more, min(self._budget.variety, len(more)))

    def _try(self, seat: Seat, ideas: list[Idea], worlds: int, until: float) -> int:
        """Play so many imagined states ahead (0: as many as there is time for) with each of these ideas; how many they were. A state in
        which not all could be tried in time does not count, except for the very first."""
        tried = 0
        batch = 1 if until else worlds  # without a limit in time, no core has to wait for the others between two states
        while (not worlds or tried < worlds) and not (until and time.monotonic() >= until):
            trials = []
            for _ in range(batch):
                seed = f"{self._seed}/{self._count}/{self._world}"
                self._world += 1
                start = seat.imagine(random.Random(seed))
                trials += [self._trial(start, idea.temperament, seed, until) for idea in ideas]
            found = CORES.map(try_out, trials, until)
            if None not in found or not ideas[0].chances:
                for number, chance in enumerate(found):
                    if chance is not None:
                        ideas[number % len(ideas)].chances.append(chance)
            tried += batch
        return tried

    def _trial(self, start: State, idea: Temperament, seed: str, until: float = 0.0) -> Trial:
        return Trial(start, self._side, idea.id, seed, self._budget.farther, until)

    def ponder(self, seat: Seat, here: Hashable, until: float) -> Pondered | None:
        """Think in the other side's time: play on as it might until it is one's own time to think, and try all ideas there. `here` is where
        the match is: what was begun elsewhere is dropped. What was found, which is also kept (`pondered`); None if there will be no time
        to think."""
        game = seat.game
        found = Pondered()
        while True:
            if self._open is None or self._open.here != here:
                seed = f"{self._seed}/{here}/{self._world}"
                self._world += 1
                start = seat.imagine(random.Random(seed))
                if not _next_moment(game, start, self._side, self._moment, random.Random(f"other {seed}")):
                    return None
                ideas = self._ideas(game, self._count + 1)
                self._open = _Open(here, [self._trial(start, one, seed) for one in ideas])
            some = self._open.next(CORES.count)
            for trial, chance in zip(some, CORES.map(try_out, some), strict=True):
                self._open.chances[trial.idea] = chance or 0.0
            if not self._open.trials:
                found.add(Pondered(game.moment(some[0].start), {k: [v] for k, v in self._open.chances.items()}))
                self._open = None
            if time.monotonic() >= until:
                break
        self.pondered.add(found)
        return found


@dataclass(slots=True)
class _Open:
    """A state that the other side was expected to reach, in which not all ideas have been tried yet."""

    here: Hashable
    trials: list[Trial]
    chances: dict[str, float] = field(default_factory=dict)

    def next(self, count: int) -> list[Trial]:
        """The next ideas to try."""
        some, self.trials = self.trials[:count], self.trials[count:]
        return some


def try_out(trial: Trial) -> float | None:
    """How an idea does; None if there was no time to find out. The state may be used again."""
    game: Game = trial.start.game
    idea = game.temperament(trial.idea, trial.side)
    try:
        s = _BEGUN.first_dice(trial, idea)
        first = game.pace(trial.start)
        return chance_ahead(game, s.clone(), trial.side, idea, trial.seed, first, trial.farther, trial.until)
    except TimeIsUp:
        return None


class _Begun:
    """How the last few ideas begin, up to their first dice: that much is the same with any dice, so it is played only once. In a game
    without secrets all imagined states are alike, and in a movement phase that much is a good part of a look ahead."""

    def __init__(self) -> None:
        self._states: dict[tuple[Any, ...], State] = {}

    def first_dice(self, trial: Trial, idea: Temperament) -> State:
        """The state at the first dice, or at the end of the turn or impulse if that is earlier."""
        game: Game = trial.start.game
        key = (game.id, trial.side, trial.idea, trial.start.key())
        found = self._states.pop(key, None)
        if found is None:
            found = trial.start.clone()
            first, mine = game.pace(found), game.adviser(idea.change)
            while (
                (decision := found.decision) is not None and decision.side == trial.side and game.pace(found) == first
            ):
                if trial.until and time.monotonic() >= trial.until:
                    raise TimeIsUp
                found.apply(*mine(found))
        self._states[key] = found
        while len(self._states) > _MOST_BEGUN:
            del self._states[next(iter(self._states))]
        return found


_BEGUN = _Begun()


def _next_moment(game: Game, s: State, side: str, last: Hashable, rng: random.Random) -> bool:
    """Play a state on as usual until it is a side's time to think again. False if that does not come."""
    usual = game.adviser()
    for _ in range(_LONGEST):
        decision = s.decision
        if decision is None:
            return False
        if decision.side == side and game.moment(s) not in (None, last):
            return True
        s.apply(*(rng.choices(decision.raw_choices(), decision.weights)[0] if decision.side == CHANCE else usual(s)))
    return False


def chance_ahead(
    game: Game,
    s: State,
    side: str,
    temperament: Temperament,
    seed: str,
    first: int | None = None,
    farther: int = 0,
    until: float = 0.0,
) -> float:
    """A side's chance to win after playing this turn or impulse (`Game.pace`, or the rest of `first`) with a temperament and a few more as
    usual (`Game.horizon`, or `farther`). TimeIsUp if that is not done `until` then (0: whenever)."""
    rng = random.Random(f"dice {seed}")
    first = game.pace(s) if first is None else first
    ends = first + game.horizon + farther
    mine = game.adviser(temperament.change)
    usual = {one: game.adviser() for one in game.sides}
    for _ in range(_LONGEST):
        decision = s.decision
        if decision is None:
            break
        now = game.pace(s)
        if now >= ends:
            break
        if until and time.monotonic() >= until:
            raise TimeIsUp
        if decision.side == CHANCE:
            s.apply(*rng.choices(decision.raw_choices(), decision.weights)[0])
        elif decision.side == side and now == first:
            s.apply(*mine(s))
        else:
            s.apply(*usual[decision.side](s))
    chance = game.chance(s)
    return chance if side == game.sides[0] else 1 - chance
