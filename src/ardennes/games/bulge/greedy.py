from __future__ import annotations

from typing import Any

from ardennes.games.bulge.state import BulgeState


def advise(s: BulgeState) -> tuple[str, Any]:
    raise NotImplementedError
