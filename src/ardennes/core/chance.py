"""Fair dice that anyone can check.

The seed of a match is a secret text. Its SHA-256 (the commitment) is published when the match starts, the seed itself when it ends.
The n-th answer of chance is derived from the seed and n alone, so it depends on no generator, platform or Python version.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from functools import lru_cache
from operator import index

from ardennes.core.errors import BadInput, brief

_SPAN = 1 << 128


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(16)


def seed_text(seed: int | str | None) -> str:
    """A seed as it is kept in a record; a new one for None. A number and the same number as text are one seed.

    >>> seed_text(7), seed_text("Bastogne")
    ('7', 'Bastogne')
    """
    if seed is None:
        return new_seed()
    if not isinstance(seed, str) and (isinstance(seed, bool) or not hasattr(type(seed), "__index__")):
        raise BadInput(f"a seed is a whole number or a text, not {brief(seed)}")
    try:
        text = seed if isinstance(seed, str) else str(index(seed))
        text.encode()
    except ValueError:  # thousands of digits, half a character (a lone surrogate)
        raise BadInput("invalid seed: it must be a text or a whole number of reasonable length") from None
    return str(text)


def commitment(seed: str) -> str:
    """What is published before the first die.

    >>> commitment("7")[:16]
    'e3cc7665f532c740'
    """
    return hashlib.sha256(f"ardennes seed {seed}".encode()).hexdigest()


@lru_cache(maxsize=64)
def _keyed(seed: str) -> hmac.HMAC:
    """The HMAC of a seed before it has seen a number: most of the work, and the same for every die of a match."""
    return hmac.new(seed.encode(), digestmod="sha256")


def draw(seed: str, n: int, weights: Sequence[int] | None, size: int) -> int:
    """Which of `size` outcomes comes up at the n-th answer of chance; `weights` are whole numbers (None: all equal).

    128 bits are reduced to the total weight: the error is below 10**-30 and costs no second draw.
    """
    mac = _keyed(seed).copy()
    mac.update(b"%d" % n)
    value = int.from_bytes(mac.digest()[:16], "big")
    if weights is None:
        return value * size // _SPAN
    point = value * sum(weights) // _SPAN
    for i, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return i
    raise AssertionError("weights do not add up")  # cannot happen: point < sum(weights)
