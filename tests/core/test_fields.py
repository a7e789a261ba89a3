"""A field is declared once: what it holds, and who may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from ardennes.core.fields import NOBODY, OWNER, PICKED, PartOf, fields_of, seen_by
from ardennes.core.kinds import Cards, CardsPerSide, PerSide, Place, Side, UnitNumber
from ardennes.core.state import Frame, State
from tests.core.patrol import PatrolState


def test_a_field_of_no_known_kind_fails_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match=r"Odd\.many: .*list\[int\].* is no kind of field"):

        class Odd(State):
            many: list[int]


def test_a_frame_has_no_field_that_could_be_changed() -> None:
    with pytest.raises(TypeError, match=r"Odd\.counts: .* no lists"):

        @dataclass(frozen=True)
        class Odd(Frame):
            counts: PerSide


def test_a_secret_that_cannot_be_drawn_anew_fails_when_the_class_is_made() -> None:
    with pytest.raises(TypeError, match=r"Odd\.goal: .* without draw"):

        class Odd(State):
            goal: Annotated[Place, seen_by(NOBODY)]


def test_what_is_picked_are_things_of_a_frame_with_a_side() -> None:
    with pytest.raises(TypeError, match=r"Odd\.picked: what is picked is one thing of a table, or some of them"):

        @dataclass(frozen=True)
        class Odd(Frame):
            side: Side
            picked: Annotated[int, PICKED]

    with pytest.raises(TypeError, match=r"Odd\.picked: seen by its owner"):

        @dataclass(frozen=True)
        class Odd(Frame):  # type: ignore[no-redef]
            picked: Annotated[Place, PICKED]


def test_a_hidden_part_of_a_set_says_how_it_is_drawn_anew() -> None:
    with pytest.raises(TypeError, match=r"Odd\.fresh: a hidden part of hand cannot be drawn anew without draw"):

        class Odd(State):
            hand: Annotated[CardsPerSide, seen_by(OWNER)]
            fresh: Annotated[Cards, seen_by(NOBODY), PartOf("hand")]


def test_what_its_owner_sees_needs_an_owner() -> None:
    with pytest.raises(TypeError, match=r"Odd\.pile: seen by its owner"):

        class Odd(State):
            pile: Annotated[Cards, seen_by(OWNER)]

    @dataclass(frozen=True)
    class Fine(Frame):
        side: Side
        pile: Annotated[Cards, seen_by(OWNER)]

    assert fields_of(Fine)["pile"].secret is not None


def test_a_list_by_unit_is_no_secret_in_parts() -> None:
    with pytest.raises(TypeError, match=r"Odd\.steps: a list by unit"):

        class Odd(State):
            steps: Annotated[UnitNumber, seen_by(NOBODY)]


def test_a_declaration_that_names_nothing_is_told_by_name() -> None:
    with pytest.raises(TypeError, match=r"Odd\.x: cannot read the declaration 'NoSuchKind'"):
        type("Odd", (State,), {"__annotations__": {"x": "NoSuchKind"}, "__module__": __name__})


def test_declared_and_derived_lists_are_copied() -> None:
    s = PatrolState()
    copy = s.clone()
    copy.hand[0] = 5
    copy.at[0] = 3
    copy._occ[0] = 7
    copy._here[3] = 1
    assert (s.hand[0], s.at[0], s._occ[0], s._here) == (0, -1, 0, {})


def test_the_kinds_of_a_class_are_those_of_its_declaration() -> None:
    found: dict[str, Any] = fields_of(PatrolState)
    assert list(found) == ["at", "turn", "hand", "deck", "discard", "cup"]
    assert found["hand"].kind == CardsPerSide.__metadata__[0]  # type: ignore[attr-defined]
    assert found["discard"].secret is None
