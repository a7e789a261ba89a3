"""Error messages are one short line, whatever the caller passes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.core.errors import ArdennesError, BadInput, IllegalChoice, brief, one_of, plain


class Faulty:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def _deep() -> list[Any]:
    out: list[Any] = []
    for _ in range(100_000):
        out = [out]
    return out


ODD: list[Any] = [
    10**5000,
    -(10**5000),
    "x" * 10**6,
    ["y"] * 10**5,
    {"a": {"b": [None]}},
    _deep(),
    Faulty(),
    b"\xff",
    "\ud800\n",
]


@pytest.mark.parametrize("value", ODD, ids=lambda v: type(v).__name__)
def test_an_odd_value_is_shown_in_short_and_never_fails(value: Any) -> None:
    for text in (brief(value), plain(value), str(IllegalChoice("go", value, "1.0", "no"))):
        assert len(text) < 100
        assert "\n" not in text
        text.encode()


@given(st.text() | st.integers() | st.none() | st.booleans() | st.lists(st.text()))
def test_any_value_reads_as_one_line(value: Any) -> None:
    assert len(brief(value).splitlines()) == 1
    assert len((plain(value) or "-").splitlines()) == 1


def test_a_short_text_has_no_quotes_in_a_refusal() -> None:
    assert str(IllegalChoice("hex", "0907", "12.3", "a unit is there")) == "hex 0907: a unit is there (case 12.3)"
    assert str(IllegalChoice("done", None, "9.0-1", "must attack")) == "done: must attack (case 9.0-1)"


def test_an_error_names_the_place_if_there_is_one() -> None:
    assert str(BadInput("wrong")) == "wrong"
    assert str(BadInput("wrong", where="file:3")) == "file:3: wrong"
    assert isinstance(BadInput("wrong"), ValueError)
    assert issubclass(IllegalChoice, ArdennesError)


def test_a_long_list_of_what_is_allowed_is_cut_with_its_length() -> None:
    assert one_of([]) == "allowed: nothing"
    assert one_of(range(3)) == "allowed: 0, 1, 2"
    assert one_of(range(100), most=2) == "allowed: 0, 1, ... (100 in all)"
