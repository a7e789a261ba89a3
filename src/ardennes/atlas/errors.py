"""The atlas's only error: something in its data or in a board's recipe cannot be used."""

from __future__ import annotations


class BadAtlas(ValueError):
    """Atlas data or a recipe that cannot be used; the message says what and where."""
