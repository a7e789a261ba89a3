"""Hex and area boards behind one interface: places, the sides between them, movement search, supply networks, distances."""

from ardennes.board.base import Board, Layer
from ardennes.board.file import load_board
from ardennes.board.search import Way, flood, path_to, reach

__all__ = ["Board", "Layer", "Way", "flood", "load_board", "path_to", "reach"]
