"""What a planner would do in a player's place: the next whole intention, why, and what it expects of it.

It sees what the player's seat sees: whatever is hidden is imagined, and no die of the match is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.hints import ANY, as_key, hints_of, kinds_of
from ardennes.core.intent import MOST_STEPS, Wanted
from ardennes.core.match import Match
from ardennes.core.programs import GREEDY, Budget
from ardennes.core.state import State
from ardennes.core.weights import Temperament
from ardennes.players.planner import Idea, Planner, chance_ahead
from ardennes.players.seat import Player, Seat
from ardennes.players.simple import GreedyPlayer

_PLAIN = 4
"""In a question that is no time to think, the chance is worked out from one in so many of the rollouts."""
_THIS = ("this hex", "this unit", "this space", "this area", "this bridge", "this formation")


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of an intention."""

    verb: str
    argument: Any
    kind: str
    """What the argument is: a unit, a place, a card, ... (see `core.hints`)."""
    label: str
    """What the button says: "Move here"."""
    title: str
    """What people call the argument; '' if it is none or the label says it."""


@dataclass(frozen=True, slots=True)
class Other:
    """A plan, and the side's chance to win with it."""

    plan: str
    chance: float


@dataclass(frozen=True, slots=True)
class Counsel:
    """What a planner would do now."""

    steps: tuple[Step, ...]
    """One intention: picks, and the choice that commits to them. They can be played as one step (`Match.play_all`)."""
    text: str
    """The intention in words."""
    plan: str
    """The idea behind it; '' if there is none."""
    chance: float | None
    """The side's chance to win if played so; None where the game has no outlook."""
    others: tuple[Other, ...]
    """What else was considered, the best first."""

    @property
    def choices(self) -> tuple[Wanted, ...]:
        return tuple((step.verb, step.argument) for step in self.steps)

    def named(self, kind: str) -> list[str]:
        """The units, places, ... that the intention names."""
        return [step.argument for step in self.steps if step.kind == kind]


def counsel(match: Match, side: str, budget: Budget, seed: int | str) -> Counsel:
    """What a planner would do in this side's place now. Nothing is played."""
    if match.decision.side != side:
        raise BadInput(f"{side} cannot be advised now: the question is for {match.decision.side}")
    trial = without_dice(match)
    seat, game = Seat(trial, side), match.game
    planner = Planner(seed, side, budget) if game.plans else None
    steps = intention(trial, side, planner or GreedyPlayer(seed, side))
    text = in_words(steps)
    if planner is None:
        return Counsel(steps, text, "", None, ())
    if planner.thought is None:  # no time to think, such as who takes a loss
        rollouts = max(1, budget.rollouts // game.thoughts // _PLAIN)
        usual = game.temperament(GREEDY, side)
        seat = Seat(match, side)
        chances = [
            chance_ahead(game, seat.imagine(random.Random(world)), side, usual, world)
            for world in (f"{seed} {side}/{number}" for number in range(rollouts))
        ]
        return Counsel(steps, text, "", fmean(chances), ())
    best, *others = planner.thought.ideas
    named = game.temperaments[side]  # variations would all read the same
    ideas = [
        Other(plan_of(one.temperament), against(best, one))
        for one in others
        if one.chances and one.temperament.id in named
    ]
    ideas.sort(key=lambda one: -one.chance)
    return Counsel(steps, text, plan_of(best.temperament), best.mean, tuple(ideas))


def against(best: Idea, other: Idea) -> float:
    """The chance of an idea beside the best one. An idea that was dropped early was tried in fewer states, perhaps in the easiest ones, so
    it is compared in the states that both were tried in.

    >>> against(Idea(Temperament("a"), [0.7, 0.9, 0.2, 0.2]), Idea(Temperament("b"), [0.6, 0.8]))
    0.4
    """
    both = min(len(best.chances), len(other.chances))
    less = fmean(best.chances[:both]) - fmean(other.chances[:both])
    return min(best.mean, round(max(0.0, best.mean - less), 6))


def without_dice(match: Match) -> Match:
    """A copy of the match that stops where a die is due."""
    trial = match.copy()
    trial.record.seed = None
    return trial


def plan_of(temperament: Temperament) -> str:
    """The idea of a temperament in a few words."""
    return temperament.plan or ("play it by the book" if temperament.id == GREEDY else temperament.id.replace("_", " "))


def intention(match: Match, side: str, player: Player) -> tuple[Step, ...]:
    """A player's next choices, up to the one that commits to the picks before it. They are played on this match, which must be without
    dice."""
    seat = Seat(match, side)
    steps: list[Step] = []
    while len(steps) < MOST_STEPS:
        state, clock = match.state, match.game.clock(match.state)
        verb, argument = player.choose(seat)
        steps.append(step_of(match.game, state, verb, argument))
        picks, barrier = verb in state.stack[-1].picks, state.barrier
        match.play(verb, argument, by=side)
        decision = match.state.decision
        if not picks or decision is None or decision.side != side:
            break
        if match.state.barrier != barrier or match.game.clock(match.state) != clock:
            break
    return tuple(steps)


def step_of(game: Game, s: State, verb: str, argument: Any) -> Step:
    """A choice that is offered, with what the player reads on it."""
    decision = s.decision
    assert decision is not None
    kinds = kinds_of(game, s, decision)
    hints = hints_of(game, s, decision, kinds).get(verb, {})
    hint = hints.get(as_key(argument)) or hints.get(ANY, {})
    kind, label, action = kinds[verb], str(hint.get("label", verb)), str(hint.get("action", ""))
    if kind in ("unit", "place"):
        table = s.tables[verb]
        return Step(verb, argument, kind, label, game.title_of(table, table.index[argument]))
    if action and (kind in game.tables or label == as_key(argument)):  # "Play": a card; "Chits in all": a number
        return Step(verb, argument, kind, action, label)
    return Step(verb, argument, kind, label, "")


def in_words(steps: Sequence[Step]) -> str:
    """An intention as one line: "Attack 112 Inf Rgt; add to the attack: 560 VG, 116 Pz; primary table".

    >>> in_words([Step("unit", "de-1ss", "unit", "Move", "1 SS Pz"), Step("hex", "0804", "place", "Move here", "St. Vith (0804)")])
    'Move 1 SS Pz to St. Vith (0804)'
    """
    parts: list[str] = []
    said: list[str] = []
    for label, titles in _groups(steps):
        names = ", ".join(titles)
        this = next((words for words in _THIS if words in label), "")
        if not titles:
            parts += [] if label in said else [label]
        elif said and label == f"{said[-1]} here":
            parts[-1] += f" to {names}"
        elif this:
            parts.append(label.replace(this, names))
        elif " " not in label or label.endswith(" to here"):
            parts.append(f"{label.removesuffix(' here')} {names}")
        else:
            parts.append(f"{label.removesuffix(' here')}: {names}")
        said.append(label)
    first, *rest = parts
    return "; ".join([first, *(part if part[1:2].isupper() else part[:1].lower() + part[1:] for part in rest)])


def _groups(steps: Sequence[Step]) -> list[tuple[str, list[str]]]:
    """The labels in order, each with the titles it is said of in a row."""
    out: list[tuple[str, list[str]]] = []
    for step in steps:
        if out and step.title and out[-1][0] == step.label:
            out[-1][1].append(step.title)
        else:
            out.append((step.label, [step.title] if step.title else []))
    return out
