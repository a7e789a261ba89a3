"""After a game: where a player's choices cost most, by a planner's reckoning.

Each intention of a side (picks, and the choice that commits to them) is compared with what `greedy` would have done in its place: both are
played ahead from states that fit what the side knew, with the same dice, as a planner does. So luck does not count: neither what the dice
really were nor what was hidden. First every intention is looked at briefly, then the worst ones again and longer, with other dice.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from ardennes.core.decision import CHANCE
from ardennes.core.game import Game
from ardennes.core.intent import Wanted
from ardennes.core.match import Match
from ardennes.core.programs import GREEDY
from ardennes.core.state import State
from ardennes.core.talk import TALK
from ardennes.players.counsel import Step, in_words, intention, step_of, without_dice
from ardennes.players.planner import chance_ahead
from ardennes.players.simple import GreedyPlayer

BRIEFLY, LONG = 2, 16
"""How many states are played ahead for the first look and for the second."""
MOST = 300
"""In a very long game, no more intentions than this are looked at, spread over the whole of it."""
DOUBTFUL = 15
"""How many of the worst are looked at again."""
WORST = 5
"""How many are told of."""
LEAST = 0.01
"""What costs less than this chance to win is not worth telling."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An intention that a side carried out: how many choices there were before it, and its own."""

    count: int
    side: str
    choices: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """An intention that something else would have been better than, by so much chance to win. Both in words."""

    deed: Deed
    turn: int
    done: str
    better: str
    loss: float


def deeds(match: Match, sides: Collection[str]) -> list[Deed]:
    """What some sides did in a match, intention by intention. What there was no choice about is left out."""
    out: list[Deed] = []
    picked: list[Wanted] = []
    start, open_ = 0, False
    choices = match.record.choices()[: match.count]
    for now in match.walk_through(range(match.count)):
        side, verb, argument = choices[now.count]
        decision = now.state.decision
        if side == CHANCE or verb in TALK or decision is None:
            picked = []
            continue
        if not picked:
            start, open_ = now.count, False
        picked.append((verb, argument))
        open_ = open_ or decision.count() > 1
        follows = choices[now.count + 1][0] if now.count + 1 < len(choices) else None
        if verb not in now.state.stack[-1].picks or follows != side:
            if side in sides and open_:
                out.append(Deed(start, side, tuple(picked)))
            picked = []
    if len(out) > MOST:
        return [out[number * len(out) // MOST] for number in range(MOST)]
    return out


def compare(match: Match, some: Sequence[Deed], worlds: int, seed: str) -> Iterator[Mistake | None]:
    """For each of these intentions what it cost against what `greedy` would have done, by so many states played ahead; None if that is the
    same."""
    for deed, then in zip(some, match.walk_through([deed.count for deed in some]), strict=True):
        yield _compared(then, deed, worlds, f"{seed} {deed.count}")


def _compared(then: Match, deed: Deed, worlds: int, seed: str) -> Mistake | None:
    game, side = then.game, deed.side
    steps = intention(without_dice(then), side, GreedyPlayer(seed, side))
    instead = tuple((step.verb, step.argument) for step in steps)
    if Counter(instead) == Counter(deed.choices):
        return None
    turn, first = game.clock(then.state)[0], game.pace(then.state)
    losses = []
    for world in range(worlds):
        name = f"{seed}/{world}"
        start = then.imagine(side, random.Random(name))
        chances = [_chance(game, start, side, choices, name, first) for choices in (instead, deed.choices)]
        if None not in chances:
            better, done = chances
            losses.append((better or 0.0) - (done or 0.0))
    if not losses:
        return None
    return Mistake(deed, turn, in_words(_steps(then, deed)), in_words(steps), fmean(losses))


def _chance(game: Game, start: State, side: str, choices: Sequence[Wanted], seed: str, first: int) -> float | None:
    """The side's chance to win after these choices; None if they are not possible in this state."""
    s = start.clone()
    for verb, argument in choices:
        table = s.tables.get(verb)
        raw = argument if table is None else table.index.get(argument, -1)
        if s.decision is None or s.decision.side != side or not s.decision.offers(verb, raw):
            return None
        s.apply(verb, raw)
    return chance_ahead(game, s, side, game.temperament(GREEDY, side), seed, first)


def _steps(then: Match, deed: Deed) -> list[Step]:
    """The choices of an intention with what the player read on them."""
    trial = without_dice(then)
    out: list[Step] = []
    for verb, argument in deed.choices:
        out.append(step_of(trial.game, trial.state, verb, argument))
        trial.play(verb, argument, by=deed.side)
    return out


def doubtful(found: Sequence[Mistake | None]) -> list[Deed]:
    """What deserves a second look: the worst, in the order in which they happened."""
    worst = sorted((one for one in found if one is not None and one.loss > 0), key=lambda one: -one.loss)[:DOUBTFUL]
    return sorted((one.deed for one in worst), key=lambda deed: deed.count)


def worst(found: Sequence[Mistake | None]) -> list[Mistake]:
    """What is worth telling, the worst first."""
    some = [one for one in found if one is not None and one.loss >= LEAST]
    return sorted(some, key=lambda one: (-one.loss, one.deed.count))[:WORST]


def review(match: Match, sides: Collection[str], seed: str) -> list[Mistake]:
    """The costliest choices of some sides, the worst first. None in a game that planners cannot play."""
    if not match.game.plans:
        return []
    first = compare(match, deeds(match, sides), BRIEFLY, f"{seed} first")
    return worst(list(compare(match, doubtful(list(first)), LONG, f"{seed} second")))
