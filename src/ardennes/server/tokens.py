"""Secret links. A token names a game and proves a role in it: a side, `all` (hot-seat: every seat) or `watch`. Only the game's key is
stored, so a list of games opens none of them without that key.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable

ALL = "all"
WATCH = "watch"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_PROOF = 22
"""Digits of the proof: enough for 128 bits."""


def token_for(game_id: int, key: str, role: str) -> str:
    """The token of a role in a game.

    >>> token_for(7, "00" * 32, "watch")
    '71ZSnyxXEYzpJm2z1LMDw5b'
    """
    proof = hmac.digest(bytes.fromhex(key), role.encode(), hashlib.sha256)[:16]
    return _base62(game_id) + _base62(int.from_bytes(proof, "big")).rjust(_PROOF, "0")


def game_of(token: str) -> int | None:
    """The number of a token's game; None if it cannot be a token."""
    head = token[:-_PROOF]
    if not 1 <= len(head) <= 11 or any(digit not in _VALUES for digit in token) or (head[0] == "0" and head != "0"):
        return None
    number = 0
    for digit in head:
        number = number * 62 + _VALUES[digit]
    return number if number < 1 << 63 else None


def role_of(token: str, game_id: int, key: str, roles: Iterable[str]) -> str | None:
    """Which of these roles the token proves, if any; takes the same time in every case."""
    given = token.encode("utf-8", "replace")
    found = None
    for role in roles:
        if hmac.compare_digest(given, token_for(game_id, key, role).encode()):
            found = role
    return found


def _base62(number: int) -> str:
    out = ""
    while number:
        number, digit = divmod(number, 62)
        out = _DIGITS[digit] + out
    return out or "0"
