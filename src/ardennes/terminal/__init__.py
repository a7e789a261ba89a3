"""Play in a terminal: the screen, the map as text, typed input, and the session that brings them together. Works for any game."""

from ardennes.terminal.keeping import Keeper, Kept, known, latest
from ardennes.terminal.screen import Leave, Screen
from ardennes.terminal.session import HUMAN, Session

__all__ = ["HUMAN", "Keeper", "Kept", "Leave", "Screen", "Session", "known", "latest"]
