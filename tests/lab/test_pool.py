from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children

import pytest

from ardennes.lab.pool import WorkerError, one_line, spread


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    """None of the processes a test started outlives it. (Those of an earlier test's server may still be there.)"""
    before = {process.pid for process in active_children()}
    yield
    assert not {process.pid for process in active_children()} - before


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_every_task_is_done_once(jobs: int) -> None:
    with closing(spread(math.sqrt, [n * n for n in range(7)], jobs)) as results:
        assert sorted(results) == [(n, float(n)) for n in range(7)]


def test_a_workers_error_is_one_line() -> None:
    with pytest.raises(WorkerError, match="task 1 failed: ValueError: math domain error"):
        list(spread(math.sqrt, [4, -1], 2))


def test_a_worker_that_dies_is_noticed() -> None:
    with pytest.raises(WorkerError, match="exit code 3"):
        list(spread(os._exit, [3, 3], 2))


def test_leaving_early_stops_the_workers() -> None:
    with closing(spread(math.sqrt, range(1000), 2)) as results:
        next(results)


def test_one_line_says_what_and_where() -> None:
    try:
        raise KeyError("a\nb")
    except KeyError as error:
        assert one_line(error).startswith("KeyError: 'a\\nb' (test_pool.py:")
