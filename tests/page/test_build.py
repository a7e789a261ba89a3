"""The build of the page and of the boards' pictures: only what is out of date, and never half-finished."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ardennes.atlas import pictures
from ardennes.atlas.command import THEMES
from ardennes.server import build_page as build


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """The sources of a small page, with its packages installed."""
    folder = tmp_path / "web"
    packages = {"": {"name": "page"}, "node_modules/a": {"version": "1.0.0"}}
    other = {"node_modules/for-another-system": {"version": "2.0.0", "optional": True}}
    (folder / "src").mkdir(parents=True)
    (folder / "node_modules").mkdir()
    (folder / "src" / "main.ts").write_text("export {};\n", encoding="utf-8")
    (folder / "package-lock.json").write_text(json.dumps({"packages": packages | other}), encoding="utf-8")
    (folder / "node_modules" / ".package-lock.json").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    return folder


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """What npm is asked to do; a build writes a page with one script."""
    asked: list[tuple[str, ...]] = []

    def npm(*args: str, web: Path, quiet: bool = False) -> None:
        asked.append(args)
        if args[:2] == ("run", "build"):
            out = Path(args[args.index("--outDir") + 1])
            out.mkdir()
            (out / "index.html").write_text("<!doctype html>", encoding="utf-8")
            (out / "main.js").write_text("let x = 1;\n" * 500, encoding="utf-8")

    monkeypatch.setattr(build, "npm", npm)
    return asked


def test_a_page_is_built_once_and_again_when_a_source_changes(
    web: Path, tmp_path: Path, runs: list[tuple[str, ...]]
) -> None:
    page = tmp_path / "page"
    assert build.build_page(page, web)
    assert not build.build_page(page, web)
    (web / "src" / "more.ts").write_text("export const more = 1;\n", encoding="utf-8")
    assert build.build_page(page, web)
    (web / "src" / "more.ts").unlink()
    assert build.build_page(page, web)
    assert not build.build_page(page, web)
    assert len(runs) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page", "web"], "nothing is left of the building"


def test_what_tools_leave_next_to_the_sources_does_not_make_a_page_stale(
    web: Path, tmp_path: Path, runs: list[tuple[str, ...]]
) -> None:
    page = tmp_path / "page"
    build.build_page(page, web)
    (web / "node_modules" / "cache.bin").write_text("x", encoding="utf-8")
    (web / "dist").mkdir()
    (web / "dist" / "index.html").write_text("x", encoding="utf-8")
    assert build.page_is_built(page, web)


def test_a_shipped_page_without_its_sources_is_used_as_it_is(
    web: Path, tmp_path: Path, runs: list[tuple[str, ...]]
) -> None:
    page = tmp_path / "page"
    build.build_page(page, web)
    assert build.page_is_built(page, tmp_path / "no such folder")


def test_a_failed_build_leaves_the_page_as_it_was(
    web: Path, tmp_path: Path, runs: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    build.build_page(page, web)
    (web / "src" / "main.ts").write_text("nonsense", encoding="utf-8")

    def broken(*args: str, web: Path, quiet: bool = False) -> None:
        raise build.BuildFailed("npm run build failed with status 1")

    monkeypatch.setattr(build, "npm", broken)
    with pytest.raises(build.BuildFailed):
        build.build_page(page, web)
    assert (page / "main.js").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page", "web"]


def test_text_files_get_a_compressed_copy_that_is_the_same_every_time(
    web: Path, tmp_path: Path, runs: list[tuple[str, ...]]
) -> None:
    page = tmp_path / "page"
    build.build_page(page, web)
    small = (page / "main.js.gz").read_bytes()
    assert gzip.decompress(small) == (page / "main.js").read_bytes()
    assert not (page / "index.html.gz").exists(), "too small to gain by it"
    build.zip_files(page)
    assert (page / "main.js.gz").read_bytes() == small


def test_packages_are_installed_only_when_they_differ_from_the_lock_file(
    web: Path, runs: list[tuple[str, ...]]
) -> None:
    build.install_packages(web)
    assert runs == []
    lock = {"packages": {"": {}, "node_modules/a": {"version": "1.0.1"}}}
    (web / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    build.install_packages(web)
    assert [run[0] for run in runs] == ["ci"]


def test_without_sources_the_build_says_so_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(build.BuildFailed, match="there are no page sources"):
        build.install_packages(tmp_path)


def test_the_built_page_is_up_to_date() -> None:
    """`make test` builds it first; a test run by hand says what to do."""
    assert build.page_is_built(), "the page is not built: make page"


def test_every_board_is_drawn_in_both_themes_with_a_card() -> None:
    assert pictures.stale(build.BOARDS) == [], "the boards are not drawn: make page"
    for game in pictures.boards():
        for theme in THEMES:
            near, far, whole, card = (build.BOARDS / name for name in pictures.names(game, theme))
            for drawing in (near, far):
                svg = gzip.decompress(drawing.read_bytes()).decode("utf-8")
                assert svg.startswith("<svg ") and f" {theme}" in svg[:200]
                assert 'class="bx"' not in svg, "the page has tracks of its own: none is drawn on its boards"
            assert card.read_bytes()[8:12] == whole.read_bytes()[8:12] == b"WEBP"
            assert card.stat().st_size < 120_000, "a lobby with five of them opens at once"
            assert whole.stat().st_size < far.stat().st_size, "it is what a table shows first"


def test_a_changed_board_is_redrawn_and_an_old_one_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, str]] = []

    def draw(game: str, theme: str, folder: Path) -> None:
        drawn.append((game, theme))
        for name in pictures.names(game, theme):
            (folder / name).write_bytes(b"picture")

    class Here:
        """Runs the work at once instead of in other processes."""

        def __init__(self, workers: int | None) -> None: ...
        def __enter__(self) -> Here:
            return self

        def __exit__(self, *error: object) -> None: ...
        def submit(self, work: object, *args: object) -> Here:
            assert callable(work)
            work(*args)
            return self

        def result(self) -> None: ...

    stamps = {"one": "1", "two": "2"}
    monkeypatch.setattr(pictures, "draw", draw)
    monkeypatch.setattr(pictures, "ProcessPoolExecutor", Here)
    monkeypatch.setattr(pictures, "boards", lambda: sorted(stamps))
    monkeypatch.setattr(pictures, "stamp", lambda game: stamps[game])
    assert pictures.draw_stale(tmp_path) == ["one", "two"]
    assert pictures.draw_stale(tmp_path) == []
    stamps["two"] = "changed"
    assert pictures.draw_stale(tmp_path) == ["two"]
    (tmp_path / "one-dark.webp").unlink()
    assert pictures.draw_stale(tmp_path) == ["one"]
    del stamps["one"]
    assert pictures.draw_stale(tmp_path) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "stamps.json",
        "two-dark-far.svg.gz",
        "two-dark-whole.webp",
        "two-dark.svg.gz",
        "two-dark.webp",
        "two-light-far.svg.gz",
        "two-light-whole.webp",
        "two-light.svg.gz",
        "two-light.webp",
    ]


def test_the_page_passes_its_own_tests() -> None:
    command = [sys.executable, "-m", "ardennes.server.build_page", "--run", "test"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
