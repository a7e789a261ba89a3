"""The state of a game and the frames on its stack.

A state is plain data: numbers, bit sets and lists in typed fields, plus a stack of frames. A frame is one question of the rules; it is
never changed once it is on the stack (a game replaces it), so a copy of a state shares its frames.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ardennes.core.decision import CHANCE, Decision, Refusal
from ardennes.core.names import Names

if TYPE_CHECKING:
    from ardennes.core.game import Result


class Frame:
    """One question, or one automatic step, of the rules.

    Subclasses are frozen dataclasses whose docstring starts with the rule case. `decide` asks (`return s.ask(...)`) or, if there is
    nothing to ask, changes the stack and returns None. `on_<verb>` carries out an answer. `why_<verb>` explains why an argument is not
    offered; it may be slow.
    """

    __slots__ = ()

    def decide(self, s: Any) -> Decision | None:
        raise TypeError(f"{type(self).__name__} asks nothing")

    public: ClassVar[bool] = False
    """May everybody see the preview, not only the side that is asked?"""

    def preview(self, s: Any) -> dict[str, Any] | None:
        """What is at stake in this question (the odds of a declared attack), or None. See `ardennes.core.preview` for its shape."""
        return None


class State:
    """Base of every game's state. Fields are declared as annotations; a field whose name starts with `_` is not part of the position."""

    # What every game shares.
    tables: ClassVar[dict[str, Names]] = {}
    """Which verbs take a unit or a place, and the names for it."""

    stack: list[Frame]
    events: list[tuple[Any, ...]]
    decision: Decision | None
    result: Result | None
    barrier: int
    """Counts dice and revealed secrets: an undo may not go back over a change of it (except in solo play)."""

    def __init__(self) -> None:
        self.stack = []
        self.events = []
        self.decision = None
        self.result = None
        self.barrier = 0

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
        return Decision(side, prompt, {v: a for v, a in choices.items() if a}, cases, self.tables)

    def ask_chance(
        self, prompt: str, *cases: str, weights: tuple[int, ...] | None = None, **choices: tuple[Any, ...]
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

    def apply(self, verb: str, raw: Any) -> None:
        """Carry out an offered choice (argument as an internal number) and go on to the next question. Trusts the caller."""
        getattr(self.stack[-1], "on_" + verb)(self, raw)
        self.settle()

    def why(self, verb: str, raw: Any) -> Refusal | None:
        """The top frame's reason against a choice that is not offered; None if it has none of its own."""
        top = self.stack[-1]
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
        for name in self._lists():
            fields[name] = fields[name][:]
        return new

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    @classmethod
    def _lists(cls) -> tuple[str, ...]:
        found = cls.__dict__.get("_list_fields")
        if found is None:
            found = ("stack", "events", *(n for n, kind in field_kinds(cls).items() if kind in _LIST_KINDS))
            cls._list_fields = found  # type: ignore[attr-defined]
        return found

    def key(self) -> tuple[Any, ...]:
        """Everything that makes two states the same position, as a tuple of plain values."""
        fields = self.__dict__
        values = [tuple(v) if isinstance(v := fields[name], list) else v for name in field_kinds(type(self))]
        return (*values, tuple(self.stack), self.result)

    def digest(self) -> str:
        """A hash of the position that is the same on every machine."""
        return hashlib.blake2b(repr(self.key()).encode(), digest_size=16).hexdigest()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, State) and self.key() == other.key()

    __hash__ = None  # type: ignore[assignment]


_LIST_KINDS = frozenset({"PerSide", "PlacesPerSide", "Location", "UnitPlace", "UnitNumber"})
_BASE_FIELDS = frozenset({"tables", "stack", "events", "decision", "result", "barrier"})
_KINDS: dict[type, dict[str, str]] = {}


def field_kinds(cls: type) -> dict[str, str]:
    """The fields of a state or frame class with the name of their kind, in the order of declaration."""
    found = _KINDS.get(cls)
    if found is None:
        found = {}
        for base in reversed(cls.__mro__):
            for name, kind in inspect.get_annotations(base).items():
                text = kind if isinstance(kind, str) else getattr(kind, "__name__", "")
                if not name.startswith("_") and name not in _BASE_FIELDS and not text.startswith("ClassVar"):
                    found[name] = text
        _KINDS[cls] = found
    return found


def named_in(frame: Frame) -> tuple[int, int]:
    """The units and the places that a frame names, as sets: what its question is about."""
    units = places = 0
    for name, kind in field_kinds(type(frame)).items():
        value = getattr(frame, name)
        if kind == "Units":
            units |= value
        elif kind == "Places":
            places |= value
        elif kind == "Unit" and value >= 0:
            units |= 1 << value
        elif kind == "Place" and value >= 0:
            places |= 1 << value
    return units, places


def advice_by_frame(s: State, advisers: Mapping[type[Frame], Callable[[Any, Any], tuple[str, Any]]]) -> tuple[str, Any]:
    """The adviser's answer for the pending frame; the first choice offered if that answer is not offered."""
    assert s.decision is not None
    frame = s.stack[-1]
    verb, raw = advisers[type(frame)](s, frame)
    return (verb, raw) if s.decision.offers(verb, raw) else s.decision.raw_choices()[0]
