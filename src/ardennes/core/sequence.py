"""The sequence of play: the bottom frame of the stack, which goes through the steps of a turn and then starts the next turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.secrets import picked
from ardennes.core.state import Frame, State


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn: its name, its title for people, and the frame that plays it."""

    name: str
    title: str
    frame: Frame
    also: tuple[str, ...] = ()
    """Frames that can take the place of the first one while the step is played."""


@dataclass(frozen=True, slots=True)
class Sequence(Frame):
    """Goes through the steps of a turn in order. A game subclasses it once and lists its steps."""

    step: int
    """The step that comes next."""

    steps: ClassVar[tuple[Step, ...]] = ()
    first: ClassVar[int] = 0
    """The step that follows the last; those before it are played once, at the start."""

    def decide(self, s: Any) -> None:
        step = self.steps[self.step]
        s.begin(s.turn, step.name)
        s.become(type(self)(self.after(self.step)), step.frame)

    @classmethod
    def after(cls, step: int) -> int:
        """The step that follows."""
        return step + 1 if step + 1 < len(cls.steps) else cls.first

    def playing(self, s: Any) -> int:
        """The step that is being played."""
        return self.step - 1 if self.step > self.first else len(self.steps) - 1

    @classmethod
    def phases(cls) -> dict[str, tuple[Frame, ...]]:
        """Each step by name with the stack that starts it."""
        return {step.name: (cls(cls.after(n)), step.frame) for n, step in enumerate(cls.steps)}

    def misfit(self, s: Any, at: int) -> str:
        if at:
            return "the sequence of play lies below everything else"
        return (
            ""
            if 0 <= self.step < len(self.steps)
            else f"there is no step {self.step}; allowed: 0 to {len(self.steps) - 1}"
        )


def step_of(s: State) -> Step:
    """The step that is being played."""
    bottom = s.stack[0]
    assert isinstance(bottom, Sequence)
    return bottom.steps[bottom.playing(s)]


def other_step(s: State, frame: Frame) -> str:
    """Why this frame does not belong to the step that is being played; '' if it does: for the `misfit` of a frame that plays several."""
    step = step_of(s)
    return "" if frame == step.frame else f"in the phase {step.name} this frame must be {step.frame}"


def stack_problems(s: State) -> list[tuple[str, str]]:
    """What is wrong with the stack of a position: a frame that cannot lie where it does, or that does not fit the rest."""
    bottom = s.stack[0]
    sequence = s.game.sequence
    if bottom.below or (sequence is not None and not isinstance(bottom, sequence)):
        first = "" if sequence is None else f"; that is {sequence.__name__}"
        return [("frames.0", f"{type(bottom).__name__} cannot be the first frame{first}")]
    for at, frame in enumerate(s.stack):
        here = f"frames.{at}"
        name = type(frame).__name__
        if at == 1 and isinstance(bottom, Sequence):
            step = step_of(s)
            if name not in (type(step.frame).__name__, *step.also):
                return [(here, f"in the phase {step.name} this frame must be {type(step.frame).__name__}, not {name}")]
        elif at and type(s.stack[at - 1]).__name__ not in frame.below:
            return [(here, f"{name} cannot be asked on top of {type(s.stack[at - 1]).__name__}")]
        side = getattr(frame, "side", None)
        if picked(frame) and (frame is not s.stack[-1] or getattr(s.stack[at - 1], "side", side) != side):
            return [(here, f"{name} with something picked must be the last frame, on a question to the same side")]
        wrong = frame.misfit(s, at)
        if wrong:
            return [(here, wrong)]
    return []
