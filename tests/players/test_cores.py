"""Work shared with other processes comes out the same, whoever does it and however busy the machine is."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

import pytest

import ardennes
from ardennes.cli import main
from ardennes.core.programs import Budget
from ardennes.players import Seat, planner
from ardennes.players.cores import CORES, Cores
from ardennes.players.planner import Planner


def who(number: int) -> tuple[int, int]:
    time.sleep(0.02)
    return number, os.getpid()


def dies_elsewhere(parent: int) -> int:
    if os.getpid() != parent:
        os._exit(1)
    return parent


def fails_elsewhere(parent: int) -> int:
    if os.getpid() != parent:
        raise RuntimeError("not here")
    return parent


@pytest.fixture
def cores() -> Iterator[Cores]:
    """One other process, up and running."""
    cores = Cores(1)
    for _ in range(3000):
        if {pid for _, pid in filter(None, cores.map(who, range(4)))} != {os.getpid()}:
            break
    yield cores
    cores.close()


def test_jobs_are_shared_and_come_back_in_order(cores: Cores) -> None:
    found = [one for one in cores.map(who, range(40)) if one is not None]
    assert [number for number, _ in found] == list(range(40))
    assert len({pid for _, pid in found}) == 2


def test_work_goes_on_here_if_another_process_dies_or_fails(cores: Cores) -> None:
    here = os.getpid()
    assert cores.map(fails_elsewhere, [here] * 6) == [here] * 6
    assert cores.map(dies_elsewhere, [here] * 6) == [here] * 6
    assert cores.map(dies_elsewhere, [here] * 6) == [here] * 6


def test_what_cannot_be_sent_to_another_process_is_done_here(cores: Cores) -> None:
    assert cores.map(lambda number: number + 1, range(20)) == list(range(1, 21))
    assert len({pid for _, pid in filter(None, cores.map(who, range(40)))}) == 2


def test_a_game_in_the_terminal_gives_the_other_cores_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ardennes.players.cores.available", lambda: 2)
    monkeypatch.setattr("ardennes.cli.Session.run", lambda session: CORES.count)
    assert main(["play", "bulge", "--seed", "1"]) == 2, "while it is played, both cores are used"
    assert CORES.count == 1


def test_nothing_is_begun_after_the_time_is_up(cores: Cores) -> None:
    assert cores.map(who, range(5), until=time.monotonic()) == [None] * 5


def test_a_planner_plays_the_same_on_one_core_and_on_two(cores: Cores, monkeypatch: pytest.MonkeyPatch) -> None:
    thoughts = []
    for some in (Cores(), cores):
        monkeypatch.setattr(planner, "CORES", some)
        match = ardennes.new("bulge", seed="1")
        player = Planner("7", "german", Budget(24))
        player.choose(Seat(match, "german"))
        thoughts.append(player.thought)
    assert thoughts[0] == thoughts[1] is not None
