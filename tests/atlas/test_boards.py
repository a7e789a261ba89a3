"""Every board: the committed file is what the compiler makes, it is playable, and every rulebook fact is in the right place."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from ardennes.atlas.checkboard import Net
from ardennes.atlas.command import changes, map_path, read_board
from ardennes.atlas.compile import compile_board, render
from ardennes.atlas.features import load_atlas
from ardennes.atlas.network import check_network, correction_faults, place_fault
from ardennes.atlas.recipe import Recipe, board_ids, load_recipe, recipe_path
from ardennes.atlas.table import check_table

GAMES = board_ids()


@cache
def recipe_of(game: str) -> Recipe:
    return load_recipe(recipe_path(game))


@cache
def board_of(game: str) -> dict[str, Any]:
    recipe = recipe_of(game)
    return read_board(map_path(recipe), game)


@cache
def net_of(game: str) -> Net:
    return Net(board_of(game))


def test_all_five_boards_are_here() -> None:
    assert GAMES == ("ardennes_offensive", "battles", "bulge", "commander", "enemy_action")


@pytest.mark.parametrize("game", GAMES)
def test_the_committed_board_is_what_the_compiler_makes(game: str) -> None:
    recipe = recipe_of(game)
    text = render(compile_board(recipe, load_atlas()))
    lines = changes(map_path(recipe).read_text(encoding="utf-8"), text)
    assert lines == [], f"run 'ardennes atlas compile {game}'"


@pytest.mark.parametrize("game", GAMES)
def test_the_board_can_be_played_on(game: str) -> None:
    rows = check_network(board_of(game), recipe_of(game))
    assert [row.check for row in rows if not row.ok] == [], check_table(rows)


def entries(key: str) -> list[Any]:
    """Each entry of a list of each recipe, named by its number and case."""
    out = []
    for game in GAMES:
        for number, entry in enumerate(recipe_of(game).data.get(key, []), 1):
            label = str(entry.get("case") or entry.get("why") or entry.get("name") or entry.get("source", ""))[:40]
            out.append(pytest.param(game, number, id=f"{game}-{number}-{label}".replace(" ", "_")))
    return out


@pytest.mark.parametrize(("game", "number"), entries("corrections"))
def test_correction(game: str, number: int) -> None:
    """What a rulebook prints overrides the geography, and the correction cites where it is printed."""
    corrections: list[Mapping[str, Any]] = recipe_of(game).data["corrections"]
    entry = corrections[number - 1]
    assert str(entry.get("source", "RECONSTRUCTED")).startswith(("SEED", "WEB", "HISTORY", "RECONSTRUCTED"))
    assert entry.get("case") or not str(entry.get("source", "")).startswith("SEED")
    start = f"correction {number} ("
    faults = [fault for label, fault in correction_faults(net_of(game), corrections) if label.startswith(start)]
    assert faults == []


@pytest.mark.parametrize(("game", "number"), entries("places"))
def test_named_place(game: str, number: int) -> None:
    """A place that a rulebook names is in its hex."""
    entry = recipe_of(game).data["places"][number - 1]
    if entry.get("must_match", True):
        assert place_fault(net_of(game), entry) == ""
