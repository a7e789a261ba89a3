"""The state of a game and the frames on its stack.

A state is plain data: numbers, bit sets and lists in declared fields (see `fields`), plus a stack of frames. A frame is one question of the
rules; it is never changed once it is on the stack (a game replaces it), so a copy of a state shares its frames.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from sys import intern
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ardennes.core.decision import CHANCE, Decision, Refusal
from ardennes.core.fields import One, Some, declare, fields_of
from ardennes.core.limits import first_bar
from ardennes.core.names import Names

if TYPE_CHECKING:
    from ardennes.core.game import Game, Result

Hints = dict[str, dict[str, dict[str, Any]]]
"""By verb and argument as text: label, note, cost, main (the button to press when done), danger (no way back), passes (lets a chance
go by, so that Enter never means it)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was agreed before the match: the game, its rules version, the scenario and the options."""

    game: Any = None
    scenario: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: str = ""
    key: tuple[Any, ...] = ()
    """The part that tells positions apart: empty for the first scenario with default options."""

    def option(self, name: str) -> Any:
        """The value of an option."""
        return self.options[name]


@dataclass(frozen=True, slots=True)
class Undone:
    """What ends undone if a side moves on now: units that could still act, and those that must."""

    could: int = 0
    """Units that could still do something."""
    must: int = 0
    """Units that have to before the side can move on."""
    text: str = ""
    """In words, if units do not say it all."""


class Frame:
    """One question, or one automatic step, of the rules.

    Subclasses are frozen dataclasses whose docstring starts with the rule case; a game has those that are defined in its package. `decide`
    asks (`return s.ask(...)`) or, if there is nothing to ask, changes the stack and returns None. `on_<verb>` carries out an answer.
    `limits_<verb>` yields what restricts an argument (see `limits`), or else `why_<verb>` explains why one is not offered.
    """

    __slots__ = ()

    title: ClassVar[str] = ""
    """A short title for the question ("Movement"); '' for that of the phase."""
    labels: ClassVar[Mapping[str, str]] = {}
    """What each verb is called on a button ("Move here")."""
    main: ClassVar[str] = ""
    """The verb of the button to press when there is nothing more to do here ("done")."""
    below: ClassVar[tuple[str, ...]] = ()
    """The names of the frames it can lie on. (The frame of a phase lies on the sequence of play.)"""
    picks: ClassVar[frozenset[str]] = frozenset()
    """Verbs whose answer only picks something: it reveals nothing, rolls nothing, and can be let go before anything is done with it."""
    spreads: ClassVar[Mapping[str, str]] = {}
    """Picks that stand for all picks of another verb ("all": "join"): a page shows these one by one, so that each can be taken off."""
    ends: ClassVar[frozenset[str]] = frozenset({"done", "pass", "no", "stay"})
    """Verbs that end a phase, pass, or leave something be. A page asks before them if something is left undone, and Enter never means
    them."""
    window: ClassVar[bool] = False
    """A chance to react, which a player may pass by a standing order (see `orders`). Its verb for that is `pass`."""
    public: ClassVar[bool] = False
    """May everybody see the preview, not only the side that is asked?"""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if declare(cls):
            raise TypeError(f"{cls.__qualname__}: a frame is never changed, so it has no field that could be")
        for f in fields_of(cls).values():
            if f.kind.mutable:
                raise TypeError(
                    f"{cls.__qualname__}.{f.name}: a frame is never changed, so it has no lists; use a tuple"
                )
        _FRAMES[cls.__module__, cls.__qualname__] = cls  # a dataclass with slots is made twice: the last one counts

    def decide(self, s: Any) -> Decision | None:
        raise TypeError(f"{type(self).__name__} asks nothing")

    def preview(self, s: Any) -> dict[str, Any] | None:
        """What is at stake in this question (the odds of a declared attack), or None. See `ardennes.core.preview` for its shape."""
        return None

    def fight(self, s: Any, verb: str, raw: Any) -> dict[str, Any] | None:
        """The preview of the fight that this answer would start, or None."""
        return None

    def luck(self, s: Any) -> tuple[int, Sequence[float]] | None:
        """For the dice or chits of a fight: the side that hopes, and how good each outcome is for it, in the order they are listed in. In
        a game with results tables a good result counts 1 and any other 0; dice that hit count their hits."""
        return None

    def question(self, s: Any) -> str:
        """The short title, if it depends on the state."""
        return self.title

    def hints(self, s: Any) -> Hints:
        """Labels, notes and costs that depend on the state; the others are in `labels`."""
        return {}

    def usual(self, s: Any) -> Iterable[tuple[str, Any]]:
        """The picks that players usually want here, the next one first: attackers that can only help, a table if there is only one good
        one. A page makes them until the player takes them off or picks another."""
        return ()

    def warns(self, s: Any) -> Mapping[str, int]:
        """What units are in for, before it bites: by text ("must attack this turn") the units it is about."""
        return {}

    def attacks(self, s: Any) -> Mapping[str, int]:
        """By verb, the arguments whose choice means an attack (-1: all of them). A page draws them differently and shows the fight's card
        before they count."""
        return {}

    def undone(self, s: Any) -> Undone | None:
        """What is left undone if the side moves on here; None if that cannot be."""
        return None

    def misfit(self, s: Any, at: int) -> str:
        """Why this frame, number `at` of the stack, does not fit the position; '' if it does. For positions written by hand."""
        return ""


_FRAMES: dict[tuple[str, str], type[Frame]] = {}


def frames_in(package: str) -> tuple[type[Frame], ...]:
    """The frames that are defined in a package, in the order of definition; those that others are made of (no `decide`) are left out."""
    mine = [f for (module, _), f in _FRAMES.items() if module == package or module.startswith(package + ".")]
    return tuple(f for f in mine if f.decide is not Frame.decide)


class _Handlers(dict[str, str]):
    """The name of the method that carries out each verb. Made once: a look-up is quick only if the name is the same object every time."""

    def __missing__(self, verb: str) -> str:
        name = self[verb] = intern("on_" + verb)
        return name


HANDLERS = _Handlers()


class State:
    """Base of every game's state. Fields are declared as annotations (see `fields`); one whose name starts with `_` is derived from the
    others, and not part of the position."""

    # What every game shares.
    tables: ClassVar[dict[str, Names]] = {}
    """Which verbs take a unit, a place, a card, ..., and the names for it."""
    _lists: ClassVar[tuple[str, ...]] = ("stack", "events")
    """The fields that a copy needs its own of."""
    _dicts: ClassVar[tuple[str, ...]] = ()

    setup: Setup

    stack: list[Frame]
    events: list[tuple[Any, ...]]
    decision: Decision | None
    result: Result | None
    barrier: int
    """Counts dice and revealed secrets: an undo may not go back over a change of it (except in solo play)."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        derived = declare(cls, _BASE_FIELDS)
        changing = [name for name, f in fields_of(cls).items() if f.kind.mutable]
        cls._lists = ("stack", "events", *changing, *(n for n, kind in derived.items() if kind is list))
        cls._dicts = tuple(n for n, kind in derived.items() if kind is not list)

    def __init__(self, setup: Setup | None = None) -> None:
        self.setup = setup or Setup()
        self.stack = []
        self.events = []
        self.decision = None
        self.result = None
        self.barrier = 0

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        found: Game = self.setup.game
        return found

    def refresh(self) -> None:
        """Rebuild what is derived from the declared fields."""

    # --- the stack ---------------------------------------------------------------------------------------------------------------

    def push(self, frame: Frame) -> None:
        self.stack.append(frame)

    def pop(self) -> None:
        self.stack.pop()

    def become(self, *frames: Frame) -> None:
        """Replace the top frame (by several: the last is asked first)."""
        self.stack[-1:] = frames

    # --- questions ---------------------------------------------------------------------------------------------------------------

    def ask(self, side: str, prompt: str, *cases: str, **choices: Any) -> Decision:
        """A question to a side. A verb whose set of arguments is empty (0 or ()) is left out."""
        if not all(choices.values()):
            choices = {v: a for v, a in choices.items() if a}
        return Decision(side, prompt, choices, cases, self.tables)

    def ask_chance(
        self, prompt: str, *cases: str, weights: tuple[int, ...] | None = None, **choices: int | tuple[Any, ...]
    ) -> Decision:
        """A question to chance: one verb with its outcomes, and whole-number weights if they are not all equal."""
        return Decision(CHANCE, prompt, dict(choices), cases, self.tables, weights)

    def settle(self) -> None:
        """Run automatic steps until somebody has to answer or the game is over."""
        stack = self.stack
        decision: Decision | None = None
        while self.result is None:
            decision = stack[-1].decide(self)
            if decision is not None:
                break
        self.decision = decision

    def offers(self, verb: str) -> Any:
        """What is offered for a verb now; 0 for nothing."""
        return 0 if self.decision is None else self.decision.raw.get(verb, 0)

    def apply(self, verb: str, raw: Any) -> None:
        """Carry out an offered choice (argument as an internal number) and go on to the next question. Trusts the caller."""
        getattr(self.stack[-1], HANDLERS[verb])(self, raw)
        self.settle()

    def why(self, verb: str, raw: Any, said: str = "it") -> Refusal | None:
        """The top frame's reason against a choice that is not offered; None if it has none. `said`: what people call the argument."""
        top = self.stack[-1]
        limits = getattr(top, "limits_" + verb, None)
        if limits is not None:
            bar = first_bar(limits(self), raw)
            return None if bar is None else bar.refusal(raw, said)
        find = getattr(top, "why_" + verb, None)
        return None if find is None else find(self, raw)

    # --- the story ---------------------------------------------------------------------------------------------------------------

    def tell(self, kind: str, *what: Any) -> None:
        """Note an event. It becomes text only when somebody reads the log."""
        self.events.append((kind, *what))

    def begin(self, turn: int, phase: str) -> None:
        """A phase begins: events from here on belong to it."""
        self.events.append(("", turn, phase))

    def revealed(self) -> None:
        """Somebody has learned something that cannot be forgotten."""
        self.barrier += 1

    # --- copies and comparison ---------------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy. Lists are copied, everything else is shared because nothing changes it in place."""
        new = object.__new__(type(self))
        fields = new.__dict__
        fields.update(self.__dict__)
        for name in self._lists:
            fields[name] = fields[name][:]
        for name in self._dicts:
            fields[name] = fields[name].copy()
        return new

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two states the same position, as a tuple of plain values."""
        fields = self.__dict__
        values = [tuple(v) if isinstance(v := fields[name], list) else v for name in fields_of(type(self))]
        return (*values, tuple(self.stack), self.result, *self.setup.key)

    def digest(self) -> str:
        """A hash of the position that is the same on every machine."""
        return hashlib.blake2b(repr(self.key()).encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, State) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]


_BASE_FIELDS = frozenset({"tables", "setup", "stack", "events", "decision", "result", "barrier", "_lists", "_dicts"})


def named_in(frame: Frame, table: str) -> int:
    """The things of a table (units, places, ...) that a frame names, as a set: what its question is about."""
    out = 0
    kind: Any = type(frame)
    for name, several in _naming(kind, table):
        value = getattr(frame, name)
        if several:
            out |= value
        elif value >= 0:
            out |= 1 << value
    return out


@cache
def _naming(frame: type, table: str) -> list[tuple[str, bool]]:
    """The open fields of a frame that name things of a table, and whether each can name several."""
    some = Some(table)
    return [
        (f.name, f.kind == some) for f in fields_of(frame).values() if not f.secret and f.kind in (some, One(table))
    ]
