"""Play in a terminal: the screen, the map as text, what is typed, and the session that brings them together. Knows no game."""

from ardennes.terminal.screen import Screen
from ardennes.terminal.session import HUMAN, Session

__all__ = ["HUMAN", "Screen", "Session"]
