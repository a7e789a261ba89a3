"""The page's types of what the server sends are those of the server's OpenAPI document."""

from __future__ import annotations

from pathlib import Path

from ardennes.server import build_page as build


def test_the_types_of_the_page_are_those_of_the_document(tmp_path: Path) -> None:
    build.write_types(tmp_path / "schema.ts")
    fresh = (tmp_path / "schema.ts").read_text(encoding="utf-8")
    assert "LiveMessage" in fresh and "TableMessage" in fresh, "the live connection's messages are in it too"
    assert (build.WEB / build.TYPES).read_text(encoding="utf-8") == fresh, "run 'make types'"
