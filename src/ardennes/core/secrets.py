"""What a side may not know, from the declarations of the fields: whether there is anything, drawing it anew, leaving it out.

A spectator has the number -1. Things that lie in sets (cards, chits) are drawn anew among all that the side cannot tell apart: those in
hidden sets, dealt again into sets of the same sizes. Things of different pools (`Names.pools`: the German and the Allied deck) never mix.
Everything else is drawn by the `draw` of its declaration. What another side has picked and not committed itself to (`fields.PICKED`) is not
drawn anew but left out: even that there is a pick is a secret.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from ardennes.core.errors import BadInput
from ardennes.core.fields import HIDDEN, Each, Field, Some, fields_of, slots
from ardennes.core.names import Names, each
from ardennes.core.state import Frame, State

if TYPE_CHECKING:
    from ardennes.core.game import Game

STATE = -1
"""Where a value lies: in the state, or in the frame of this number on the stack."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One value that a side may not know."""

    at: int
    field: Field
    owner: int
    value: Any

    @property
    def held(self) -> Any:
        """The kind of the value."""
        kind = self.field.kind
        return kind.of if isinstance(kind, Each) else kind


@cache
def _picked(frame: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a frame that hold secret picks, each with its value if there is none."""
    found = fields_of(frame).values()
    return tuple((f.name, f.kind.nothing) for f in found if f.secret is not None and f.secret.picked)


def picked(frame: Frame) -> bool:
    """Is the frame there only because its side has picked something in secret?"""
    kind: Any = type(frame)
    return any(getattr(frame, name) != nothing for name, nothing in _picked(kind))


def shown(s: State, side: int) -> State:
    """The state as it is for a side: without the questions after another side's secret pick. The same object if there are none."""
    for at, frame in enumerate(s.stack):
        if picked(frame) and getattr(frame, "side", -1) != side:
            new = s.clone()
            del new.stack[at:]
            return new
    return s


def hidden_slots(s: State, side: int) -> Iterator[Slot]:
    """The values that a side may not know, secret picks aside."""
    for at, holder in ((STATE, s), *enumerate(s.stack)):
        for field in fields_of(type(holder)).values():
            secret = field.secret
            if secret is not None and not secret.picked:
                for owner, value in slots(field, holder):
                    if not secret.sees(holder, owner, side):
                        yield Slot(at, field, owner, value)


def hides(s: State, side: int) -> bool:
    """Is there anything that a side may not know? (An empty set, or nothing chosen, is no secret.)"""
    return shown(s, side) is not s or any(slot.value not in (0, -1, (), "") for slot in hidden_slots(s, side))


def guards(s: State, side: int) -> bool:
    """Is there anything that a side may not know, or a secret field that is still empty? Whatever is withheld because of a secret is
    withheld from then on: otherwise its absence would tell when somebody begins to choose."""
    return shown(s, side) is not s or any(True for _ in hidden_slots(s, side))


def pool_sizes(names: Names, members: int) -> Counter[str]:
    """How many of a set are of each pool."""
    return Counter(names.pools[m] for m in each(members))


def deal(names: Names, members: int, sizes: list[Counter[str]], rng: random.Random) -> list[int]:
    """Deal things at random into sets of given sizes by pool. There must be as many as are wanted, or more."""
    by_pool: dict[str, list[int]] = {}
    for m in each(members):
        by_pool.setdefault(names.pools[m], []).append(m)
    out = [0] * len(sizes)
    for pool in sorted(set().union(*sizes)):
        left = by_pool.get(pool, [])
        rng.shuffle(left)
        for i, size in enumerate(sizes):
            if size[pool] > len(left):
                raise BadInput(f"more of {names.kind} are hidden than there are{f' in {pool}' if pool else ''}")
            for _ in range(size[pool]):
                out[i] |= 1 << left.pop()
    return out


def put(s: State, slot: Slot, value: Any) -> None:
    """Put another value in place of a slot's."""
    name = slot.field.name
    if isinstance(slot.field.kind, Each):
        getattr(s, name)[slot.owner] = value
    elif slot.at == STATE:
        setattr(s, name, value)
    else:
        s.stack[slot.at] = replace(s.stack[slot.at], **{name: value})  # type: ignore[type-var]


def imagine(game: Game, s: State, side: int, rng: random.Random) -> State:
    """A copy in which everything that a side cannot know is drawn anew, and what another side has picked in secret is put back."""
    seen = shown(s, side)
    new = s.clone() if seen is s else seen
    found = list(hidden_slots(new, side))
    if not found and seen is s:
        return new
    sets: dict[str, list[Slot]] = {}
    for slot in found:
        if slot.field.secret is not None and slot.field.secret.draw is None:
            sets.setdefault(slot.held.table, []).append(slot)
    for table, some in sets.items():
        names = game.table(table)
        pile = 0
        for slot in some:
            pile |= slot.value
        dealt = deal(names, pile, [pool_sizes(names, slot.value) for slot in some], rng)
        for slot, value in zip(some, dealt, strict=True):
            put(new, slot, value)
    _draw_others(new, found, rng)
    game.refresh(new)
    if new.result is None:
        new.settle()
    return new


def _draw_others(s: State, found: list[Slot], rng: random.Random) -> None:
    for slot in found:
        draw = slot.field.secret.draw if slot.field.secret is not None else None
        if draw is not None and slot.value not in (-1, (), ""):
            put(s, slot, draw(s, s if slot.at == STATE else s.stack[slot.at], slot.owner, rng))


# --- in positions ----------------------------------------------------------------------------------------------------------------------


def as_hidden(game: Game, slot: Slot) -> dict[str, Any]:
    """What stands in a position instead of a value: how many there are of a set, or just that there is something."""
    held = slot.held
    if not isinstance(held, Some):
        return {HIDDEN: True}
    names = game.table(held.table)
    sizes = pool_sizes(names, slot.value)
    return {HIDDEN: slot.value.bit_count() if set(sizes) <= {""} else dict(sorted(sizes.items()))}


def is_hidden(value: Any) -> bool:
    """Does this stand in a position for something its reader may not know?"""
    return isinstance(value, dict) and set(value) == {HIDDEN}


def has_hidden(value: Any) -> bool:
    """Is anything in some plain data hidden?"""
    if isinstance(value, dict):
        return is_hidden(value) or any(has_hidden(v) for v in value.values())
    return isinstance(value, list) and any(has_hidden(v) for v in value)


@dataclass(frozen=True, slots=True)
class Gap:
    """A hidden value of a position that has to be drawn."""

    slot: Slot
    size: Counter[str]


def fill(game: Game, s: State, gaps: list[Gap], rng: random.Random) -> None:
    """Draw what a position does not tell: sets from all that lies nowhere in the open."""
    sets: dict[str, list[Gap]] = {}
    for gap in gaps:
        if isinstance(gap.slot.held, Some):
            sets.setdefault(gap.slot.held.table, []).append(gap)
    for table, some in sets.items():
        names = game.table(table)
        apart = [gap for gap in some if not gap.slot.field.part_of]
        dealt = deal(names, names.all & ~lying_open(s, table), [gap.size for gap in apart], rng)
        for gap, value in zip(apart, dealt, strict=True):
            put(s, gap.slot, value)
        for gap in some:
            if gap.slot.field.part_of:  # as many as there are; its `draw` says which
                put(s, gap.slot, deal(names, names.all, [gap.size], rng)[0])
    _draw_others(s, [gap.slot for gap in gaps], rng)


def lying_open(s: State, table: str) -> int:
    """The things of a table that lie in any field (call it while what is hidden is still empty)."""
    out = 0
    for holder in (s, *s.stack):
        for field in fields_of(type(holder)).values():
            if field.part_of:
                continue
            kind = field.kind.of if isinstance(field.kind, Each) else field.kind
            value = getattr(holder, field.name)
            for one in value if isinstance(field.kind, Each) else (value,):
                if kind == Some(table):
                    out |= one
                elif getattr(kind, "table", None) == table and isinstance(one, int) and one >= 0:
                    out |= 1 << one
    return out
