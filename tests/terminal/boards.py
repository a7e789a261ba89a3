"""The boards of all games, including those that cannot be played yet."""

from __future__ import annotations

from importlib import resources

from ardennes.board import Board
from ardennes.board.file import load_board
from ardennes.board.hexes import HexBoard

GAMES = ("bulge", "commander", "ardennes_offensive", "battles", "enemy_action")


def board_of(game: str) -> Board:
    return load_board(resources.files("ardennes.games").joinpath(game, "data", "map.json").read_text(encoding="utf-8"))


def hex_board(game: str) -> HexBoard:
    found = board_of(game)
    assert isinstance(found, HexBoard)
    return found
