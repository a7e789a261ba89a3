"""Hex and area boards behind one interface: places, the sides between them, movement search, supply networks, distances."""

from ardennes.board.base import Board, Layer
from ardennes.board.file import load_board
from ardennes.board.search import Lead, Reached, Way, flood, reach, reach_back

__all__ = ["Board", "Layer", "Lead", "Reached", "Way", "flood", "load_board", "reach", "reach_back"]
