from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardennes.server.tokens import game_of, role_of, token_for

KEY = "5a" * 32
ROLES = ("german", "allied", "all", "watch")


@given(st.integers(0, 2**63 - 1), st.sampled_from(ROLES))
def test_a_token_names_its_game_and_its_role(game_id: int, role: str) -> None:
    token = token_for(game_id, KEY, role)
    assert game_of(token) == game_id
    assert role_of(token, game_id, KEY, ROLES) == role
    assert token.isalnum() and token.isascii() and 23 <= len(token) <= 33


def test_a_token_opens_no_other_game_and_no_other_role() -> None:
    token = token_for(12, KEY, "german")
    assert role_of(token, 13, KEY, ROLES) is None
    assert role_of(token, 12, "5b" * 32, ROLES) is None
    assert role_of(token, 12, KEY, ("allied", "watch")) is None
    for at in range(len(token)):
        changed = token[:at] + ("x" if token[at] != "x" else "y") + token[at + 1 :]
        assert role_of(changed, 12, KEY, ROLES) is None


@pytest.mark.parametrize(
    "text", ["", "x", "z" * 22, "z" * 33, "0" * 24, "é" * 30, "\ud800" * 30, "../" * 10, "1" * 5000]
)
def test_what_cannot_be_a_token_names_no_game(text: str) -> None:
    assert game_of(text) is None
    assert role_of(text, 1, KEY, ROLES) is None


@given(st.text(max_size=40))
def test_any_text_can_be_asked(text: str) -> None:
    game_of(text)
    assert role_of(text, 1, KEY, ROLES) is None
