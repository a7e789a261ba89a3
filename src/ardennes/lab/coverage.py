"""What a run has tried and how much of a game it has reached, by kind of frame and by verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any

from ardennes.core.game import Game
from ardennes.core.state import Frame, State
from ardennes.core.wording import counted


@dataclass(slots=True)
class Counts:
    """What has been tried. A run reports the sum of these."""

    games: int = 0
    choices: int = 0
    advised: int = 0
    """Choices made on the game's own advice."""
    listings: int = 0
    """Lists of choices compared with what is accepted."""
    clones: int = 0
    """Offered choices carried out on a copy."""
    refusals: int = 0
    """Choices that were not offered, tried and refused."""
    views: int = 0
    imagined: int = 0
    positions: int = 0
    replays: int = 0
    undos: int = 0
    undos_refused: int = 0
    dead_ends: int = 0
    accepted_not_offered: int = 0
    frames: Counter[str] = field(default_factory=Counter)
    """Questions by kind of frame."""
    verbs: Counter[str] = field(default_factory=Counter)
    """Choices carried out, in the game or on a copy, by kind of frame and verb ("Move.stay")."""
    runs: Counter[str] = field(default_factory=Counter)
    """How often each kind of frame was reached, including those that ask nothing."""
    endings: Counter[str] = field(default_factory=Counter)
    """Games by scenario and the turn in which they ended ("campaign 5")."""
    turns: Counter[str] = field(default_factory=Counter)
    """Views checked by turn."""
    cases: Counter[str] = field(default_factory=Counter)
    """Refusals by case."""

    def add(self, other: Counts) -> None:
        for name in (f.name for f in fields(Counts)):
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(getattr(other, name))
            else:
                setattr(self, name, mine + getattr(other, name))

    def plain(self) -> dict[str, Any]:
        """As plain data, to be written to a file."""
        values = ((f.name, getattr(self, f.name)) for f in fields(Counts))
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in values}

    @classmethod
    def of_plain(cls, data: dict[str, Any]) -> Counts:
        """The same from plain data."""
        values: dict[str, Any] = {name: Counter(x) if isinstance(x, dict) else x for name, x in data.items()}
        return cls(**values)

    def lines(self) -> list[str]:
        """A summary for people, line by line."""
        out = [
            f"games {self.games:,}, choices {self.choices:,} ({self.advised:,} advised)",
            f"not offered and refused {self.refusals:,} (by {counted(len(self.cases), 'case')});"
            f" accepted though not offered {self.accepted_not_offered}; dead ends {self.dead_ends}",
            f"offered and tried on copies {self.clones:,}; lists checked {self.listings:,}",
            f"views {self.views:,}, imagined {self.imagined:,}, positions {self.positions:,}, replays {self.replays:,},"
            f" undos {self.undos:,} (and {self.undos_refused:,} refused)",
            "games by last turn: "
            + ", ".join(f"{name}: {n}" for name, n in sorted(self.endings.items(), key=_by_turn)),
            "questions: " + ", ".join(f"{name} {n:,}" for name, n in self.frames.most_common()),
        ]
        return out


def _by_turn(ending: tuple[str, int]) -> tuple[str, int]:
    scenario, _, turn = ending[0].rpartition(" ")
    return scenario, int(turn)


# --- what there is to reach --------------------------------------------------------------------------------------------------------------


def verbs_of(frame: type[Frame]) -> list[str]:
    """The verbs that a kind of frame can carry out; none if it asks nothing."""
    return [name[3:] for name in dir(frame) if name.startswith("on_") and callable(getattr(frame, name))]


def all_verbs(game: Game) -> list[str]:
    """Every verb of every kind of frame ("Move.stay")."""
    return [f"{frame.__name__}.{verb}" for frame in game.frame_types for verb in verbs_of(frame)]


def offered(state: State) -> list[str]:
    """The verbs that can be chosen now, with the kind of the frame that asks."""
    assert state.decision is not None
    kind = type(state.stack[-1]).__name__
    return [f"{kind}.{verb}" for verb in state.decision.raw]


def missing_verbs(game: Game, counts: Counts) -> list[str]:
    """Verbs that were never carried out, except for those too rare."""
    return [verb for verb in all_verbs(game) if not counts.verbs[verb] and verb not in game.too_rare]


def missing(game: Game, counts: Counts) -> list[str]:
    """What was never reached, except for what the game calls too rare: kinds of frames, verbs, and the last turns of scenarios."""
    unmet = [frame.__name__ for frame in game.frame_types if not counts.runs[frame.__name__]]
    verbs = [verb for verb in missing_verbs(game, counts) if verb.split(".")[0] not in unmet]
    frames = [name for name in unmet if name not in game.too_rare]
    latest: dict[str, int] = {}
    for scenario, turn in map(_by_turn, counts.endings.items()):
        latest[scenario] = max(turn, latest.get(scenario, 0))  # an option can let a game go on after its last turn
    ends = [last_turn(s.id) for s in game.scenarios if latest.get(s.id, 0) < s.turns]
    return frames + verbs + [end for end in ends if end not in game.too_rare]


def last_turn(scenario: str) -> str:
    """What the last turn of a scenario is called."""
    return f"the last turn of {scenario}"


def table(game: Game, counts: Counts) -> list[str]:
    """What was reached and how often: a line for each kind of frame that asks, and one for all others."""
    out = []
    quiet = []
    for frame in game.frame_types:
        name = frame.__name__
        if verbs := verbs_of(frame):
            done = ", ".join(f"{verb} {counts.verbs[f'{name}.{verb}']:,}" for verb in verbs)
            out.append(f"{name} {counts.runs[name]:,}: {done}")
        else:
            quiet.append(f"{name} {counts.runs[name]:,}")
    return [*out, "without a question: " + ", ".join(quiet)]


@contextmanager
def watched(game: Game, runs: Counter[str]) -> Iterator[None]:
    """Count how often each kind of frame is reached while this is open."""
    known = {frame: (frame.decide, "decide" in frame.__dict__) for frame in game.frame_types}
    for frame, (decide, _) in known.items():
        frame.decide = _counted(decide, runs)  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        for frame, (decide, own) in known.items():
            if own:
                frame.decide = decide  # type: ignore[method-assign]
            else:
                del frame.decide


def _counted(decide: Callable[[Any, Any], Any], runs: Counter[str]) -> Callable[[Any, Any], Any]:
    def counting(self: Frame, s: Any) -> Any:
        runs[type(self).__name__] += 1
        return decide(self, s)

    return counting
