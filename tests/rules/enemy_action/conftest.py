"""What several tests of the rules share."""

from __future__ import annotations

import pytest

from ardennes.games.enemy_action.retreat import Retreat


@pytest.fixture
def every_retreat_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask about a retreat even if there is only one way, so that a test can see what is offered and why other hexes are refused. (What
    happens without a choice is tested in `test_09_retreat`.)"""
    monkeypatch.setattr(Retreat, "is_forced", lambda self, ways: False)
