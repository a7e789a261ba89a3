"""Numbers inside, names at the edge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ardennes.core.names import Names, bits, each

numbers = st.sets(st.integers(0, 500))
some_names = st.lists(st.sampled_from(["", "x"]), min_size=1, max_size=70).map(
    lambda used: [name and f"{name}{i}" for i, name in enumerate(used)]
)


@given(numbers)
def test_a_set_of_numbers_comes_back_in_ascending_order(some: set[int]) -> None:
    assert list(each(bits(some))) == sorted(some)


@given(numbers, numbers)
def test_bit_sets_combine_like_sets(a: set[int], b: set[int]) -> None:
    assert bits(a) | bits(b) == bits(a | b)
    assert bits(a) & bits(b) == bits(a & b)
    assert bits(a) & ~bits(b) == bits(a - b)
    assert bits(a).bit_count() == len(a)


def test_a_number_that_is_given_twice_counts_once() -> None:
    assert bits([3, 3, 0]) == 0b1001


@given(some_names, st.data())
def test_a_set_reads_as_its_names_in_order(names: list[str], data: st.DataObject) -> None:
    table = Names("thing", names)
    used = [i for i, name in enumerate(names) if name]
    some = data.draw(st.sets(st.sampled_from(used))) if used else set()
    expected = [names[i] for i in sorted(some)]
    assert table.list_of(bits(some)) == expected
    assert table.list_of(bits(some)) == expected  # the second time from the table that fills itself
    assert [table.index[name] for name in expected] == sorted(some)


def test_numbers_without_a_name_are_in_no_set_and_not_counted() -> None:
    table = Names("hex", ["0101", "", "0102"])
    assert len(table) == 2
    assert table.all == 0b101
    assert "" not in table.index


def test_a_list_of_names_can_be_changed_without_harm() -> None:
    table = Names("hex", ["a", "b"])
    table.list_of(0b11).clear()
    assert table.list_of(0b11) == ["a", "b"]
