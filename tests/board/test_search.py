"""The shared searches, compared with simple ones written here."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ardennes.board import Board, Lead, Reached, Way, flood, reach, reach_back
from ardennes.board.areas import AreaBoard
from ardennes.board.bits import each
from ardennes.board.hexes import Grid, HexBoard
from ardennes.core.names import bits

Edges = dict[tuple[int, int], int]
"""From, to: the lowest cost."""


@dataclass
class Case:
    board: Board
    ways: tuple[Way, ...]
    edges: Edges
    start: dict[int, int]
    """Where it can start, and for how many points."""
    budget: int
    enter: set[int]
    stop: set[int]

    @property
    def seeds(self) -> list[int]:
        return [bits(p for p, k in self.start.items() if k == cost) for cost in range(self.budget + 1)]

    def reached(self) -> Reached:
        return reach(self.board, self.seeds, self.budget, self.ways, bits(self.enter), bits(self.stop))


def dijkstra(case: Case) -> dict[int, int]:
    """The cheapest cost of every place that can be reached."""
    best: dict[int, int] = {}
    heap = [(cost, place) for place, cost in case.start.items()]
    heapq.heapify(heap)
    while heap:
        cost, here = heapq.heappop(heap)
        if here in best or cost > case.budget:
            continue
        best[here] = cost
        if here in case.stop:
            continue
        for (a, b), price in case.edges.items():
            if a == here and b in case.enter and cost + price <= case.budget:
                heapq.heappush(heap, (cost + price, b))
    return best


@st.composite
def small_boards(draw: st.DrawFn) -> Board:
    if draw(st.booleans()):
        g = Grid(
            draw(st.integers(1, 5)),
            draw(st.integers(1, 6)),
            draw(st.sampled_from(["even", "odd"])),
            "east",
            "north",
            1,
            "{row}.{col}",
        )
        return HexBoard(g, {g.name(r + 1, c + 1): {} for r in range(g.rows) for c in range(g.columns)}, {})
    n = draw(st.integers(1, 12))
    pairs = [(f"{a}", f"{b}") for a in range(n) for b in range(a)]
    sides = draw(st.sets(st.sampled_from(pairs))) if pairs else set()
    return AreaBoard({f"{i}": {} for i in range(n)}, {pair: {} for pair in sorted(sides)})


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A board, some ways to go (the same in both directions), closed places, and places where units must stop."""
    board = draw(small_boards())
    places = sorted(board.index.values())
    sides = sorted({(a, b) for a in places for b in each(board.neighbours(a)) if a < b})
    ways: list[Way] = []
    edges: Edges = {}
    for _ in range(draw(st.integers(1, 3))):
        open_sides = draw(st.sets(st.sampled_from(sides))) if sides else set()
        both = open_sides | {(b, a) for a, b in open_sides}
        price = {p: draw(st.integers(1, 5)) for p in places}
        layer = board.layer(lambda a, b, what, both=both: (a, b) in both)  # type: ignore[misc]
        ways.append((layer, tuple((cost, bits(p for p in places if price[p] == cost)) for cost in range(1, 6))))
        for a, b in both:
            edges[a, b] = min(price[b], edges.get((a, b), 99))
    some = st.sets(st.sampled_from(places))
    budget = draw(st.integers(0, 12))
    start = {p: draw(st.integers(0, budget)) for p in draw(st.sets(st.sampled_from(places), min_size=1, max_size=3))}
    return Case(board, tuple(ways), edges, start, budget, set(places) - draw(some), draw(some) - set(start))


def check_ways(case: Case, reached: Reached, found: dict[int, int], price: Edges) -> None:
    """Every place found has a way of its cost, made of the steps that are named as those before it."""
    before = reached.before()
    for target, cost in found.items():
        way = reached.way(target)
        assert way[-1] == target
        assert way[0] in case.start and way[0] not in before
        assert all(before[there] == here for here, there in pairwise(way))
        assert case.start[way[0]] + sum(price[step] for step in pairwise(way)) == cost
        assert not any(here in case.stop for here in way[:-1])
    for target in set(case.board.index.values()) - set(found):
        assert reached.cost(target) is None and target not in before
        with pytest.raises(ValueError, match="this place was not reached"):
            reached.way(target)


@settings(max_examples=150)
@given(cases())
def test_every_place_is_reached_at_its_lowest_cost_and_by_a_way_of_that_cost_and_no_other_place_is(case: Case) -> None:
    reached = case.reached()
    assert len(reached.levels) == case.budget + 1
    found = {place: cost for cost, places in reached.by_cost() for place in each(places)}
    assert found == dijkstra(case) == {place: reached.cost(place) for place in each(reached.everywhere)}
    check_ways(case, reached, found, case.edges)
    assert all(there in case.enter for target in found for there in reached.way(target)[1:])


@settings(max_examples=150)
@given(cases())
def test_searching_back_charges_each_step_for_the_place_nearer_to_the_seed(case: Case) -> None:
    case.enter = set(case.board.index.values())
    reached = reach_back(case.board, case.seeds, case.budget, case.ways, bits(case.stop))
    case.edges = {(b, a): price for (a, b), price in case.edges.items()}
    found = {place: cost for cost, places in reached.by_cost() for place in each(places)}
    assert found == dijkstra(case)
    check_ways(case, reached, found, case.edges)


@settings(max_examples=150)
@given(cases(), st.integers(1, 4))
def test_a_lead_goes_first_and_costs_what_its_rings_cost(case: Case, rate: int) -> None:
    """Along the first layer at so many places a point, fractions dropped; then the usual search from everywhere along it."""
    case.start = dict.fromkeys(list(case.start)[:1], 0)
    layer = case.ways[0][0]
    go_on = case.board.all & ~bits(case.stop)
    rings = case.board.rings(case.seeds[0], layer, bits(case.enter), go_on, case.budget * rate)
    lead = Lead(layer, rings, [n // rate for n in range(len(rings))])
    reached = reach(case.board, case.seeds, case.budget, case.ways, bits(case.enter), bits(case.stop), lead)
    along = {place: n // rate for n, ring in enumerate(rings) for place in each(ring)}
    found = {place: cost for cost, places in reached.by_cost() for place in each(places)}
    (start,) = case.start
    case.start = along
    assert found == dijkstra(case)
    before = reached.before()
    assert set(before) == set(found) - {start}
    for target in found:
        way = reached.way(target)
        assert way[0] == start and all(before[there] == here for here, there in pairwise(way))
        assert all(case.board.neighbours(here) >> there & 1 for here, there in pairwise(way))
        costs = [found[place] for place in way]
        assert costs == sorted(costs)


def line(n: int) -> AreaBoard:
    return AreaBoard({f"{i}": {} for i in range(n)}, {(f"{i}", f"{i + 1}"): {} for i in range(n - 1)})


def test_a_unit_enters_a_place_where_it_must_stop_and_goes_no_further() -> None:
    board = line(5)
    ways = ((board.everywhere, ((1, board.all),)),)
    assert reach(board, [0b00001], 4, ways, board.all, 0b00100).levels == [0b00001, 0b00010, 0b00101, 0, 0]


def test_a_path_does_not_lead_through_a_place_where_units_must_stop_even_if_it_is_as_short() -> None:
    board = AreaBoard({f"{i}": {} for i in range(4)}, {("0", "1"): {}, ("0", "2"): {}, ("1", "3"): {}, ("2", "3"): {}})
    ways = ((board.everywhere, ((1, board.all),)),)
    for stop, path in ((0b0010, [0, 2, 3]), (0b0100, [0, 1, 3])):
        assert reach(board, [0b0001], 2, ways, board.all, stop).way(3) == path


def test_a_unit_that_begins_where_it_must_stop_does_not_move() -> None:
    board = line(3)
    ways = ((board.everywhere, ((1, board.all),)),)
    assert reach(board, [0b001], 2, ways, board.all, 0b001).levels == [1, 0, 0]


def test_a_unit_may_begin_where_none_may_enter() -> None:
    board = line(3)
    ways = ((board.everywhere, ((1, board.all),)),)
    assert reach(board, [0b001], 1, ways, 0b110, 0).levels == [1, 0b010]


def test_starts_beyond_the_budget_do_not_count() -> None:
    board = line(3)
    ways = ((board.everywhere, ((1, board.all),)),)
    assert reach(board, [0, 0b001, 0b100], 1, ways, board.all, 0).levels == [0, 0b001]
    assert reach(board, [], 1, ways, board.all, 0).levels == [0, 0]


@given(cases(), st.data())
def test_a_flood_is_what_a_search_by_hand_finds(case: Case, data: st.DataObject) -> None:
    layer = case.ways[0][0]
    seeds = set(case.start)
    found: set[int] = set()
    queue = list(seeds & case.enter)
    while queue:
        here = queue.pop()
        if here not in found:
            found.add(here)
            queue += set(each(case.board.spread(1 << here, layer))) & case.enter
    assert set(each(flood(case.board, bits(seeds), layer, bits(case.enter)))) == found
