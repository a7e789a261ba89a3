"""`ardennes atlas` and `ardennes map`: what they print, and one clear line for everything that is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ardennes.atlas import command, compile, draw, recipe
from tests.cli.desk import Outcome, run


def complaint(*argv: str) -> str:
    """The one line that the command prints about bad input."""
    outcome = run(*argv)
    assert outcome.status == 2
    assert outcome.out == ""
    (line,) = outcome.err.splitlines()
    assert line.startswith("ardennes: ")
    return line.removeprefix("ardennes: ")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games with one board that tests may change."""
    data = tmp_path / "games" / "bulge" / "data"
    data.mkdir(parents=True)
    real = recipe.recipe_path("bulge")
    (data / "board.toml").write_bytes(real.read_bytes())
    (data / "map.json").write_bytes(real.with_name("map.json").read_bytes())
    monkeypatch.setattr(recipe, "GAMES", tmp_path / "games")
    return tmp_path / "games"


# --- lint, check, fit --------------------------------------------------------------------------------------------------------------------


def test_lint() -> None:
    outcome = run("atlas", "lint")
    assert outcome.status == 0
    assert "West Wall" in outcome.out
    assert outcome.lines[-1] == "All checks passed."


def test_check_prints_residuals_and_network() -> None:
    outcome = run("atlas", "check", "bulge")
    assert outcome.status == 0, outcome.out
    assert "Bulge (bulge)" in outcome.lines[0]
    row = next(line for line in outcome.lines if line.startswith("  Vianden"))
    assert row.split()[1:3] == ["1506", "="]
    assert any(line.split()[:2] == ["road", "network"] for line in outcome.lines)
    assert "rms" in outcome.out
    assert outcome.lines[-1] == "All checks passed."


def test_check_fails_with_status_1_and_says_what(games: Path) -> None:
    path = games / "bulge" / "data" / "map.json"
    board = json.loads(path.read_text(encoding="utf-8"))
    a, b, what = next(side for side in board["sides"] if side[2].get("bridge"))
    del what["bridge"]
    path.write_text(json.dumps(board), encoding="utf-8")
    outcome = run("atlas", "check", "bulge")
    assert outcome.status == 1
    assert f"{a}-{b}: the road crosses the" in outcome.out
    assert "failed: bulge: bridges" in outcome.lines[-1]


def test_check_of_a_board_that_is_not_compiled(games: Path) -> None:
    (games / "bulge" / "data" / "map.json").unlink()
    assert "no board yet; run 'ardennes atlas compile bulge'" in complaint("atlas", "check")


def test_fit_prints_lines_for_the_recipe() -> None:
    outcome = run("atlas", "fit", "bulge")
    assert outcome.status == 0
    assert outcome.lines[0] == "[geo]"
    assert [line.split(" = ")[0] for line in outcome.lines[1:3]] == ["row", "x"]
    assert outcome.lines[3].startswith("# now: rms")
    assert run("atlas", "fit", "bulge", "--similarity").lines[1] != outcome.lines[1]


# --- compile -----------------------------------------------------------------------------------------------------------------------------


def test_compile_says_what_changes_and_writes_it(games: Path) -> None:
    path = games / "bulge" / "data" / "map.json"
    good = path.read_bytes()
    assert run("atlas", "compile", "--check").out == "bulge: up to date\n"
    path.write_text(good.decode("utf-8").replace('"Monschau"', '"Montjoie"'), encoding="utf-8")
    outcome = run("atlas", "compile", "bulge", "--check")
    assert outcome.status == 1
    assert outcome.lines[0] == "bulge: 2 lines would change"
    assert outcome.lines[1].startswith("  -") and "Montjoie" in outcome.lines[1]
    assert outcome.lines[2].startswith("  +") and "Monschau" in outcome.lines[2]
    assert b"Montjoie" in path.read_bytes(), "--check writes nothing"
    outcome = run("atlas", "compile", "bulge")
    assert outcome.status == 0
    assert outcome.lines[0].startswith("bulge: 2 lines changed")
    assert path.read_bytes() == good
    assert run("atlas", "compile").lines[0].startswith("bulge: no change")
    assert sorted(p.name for p in path.parent.iterdir()) == ["board.toml", "map.json"]


def test_an_error_in_the_recipe_is_one_line_and_leaves_the_board_alone(games: Path) -> None:
    data = games / "bulge" / "data"
    before = (data / "map.json").read_bytes()
    text = (data / "board.toml").read_text(encoding="utf-8")
    with (data / "board.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[corrections]]\nhex = "9999"\nset = {vp = 1}\ncase = "errata 7"\n')
    message = complaint("atlas", "compile", "bulge")
    assert "9999" in message
    assert "errata 7" in message
    assert (data / "map.json").read_bytes() == before
    (data / "board.toml").write_text("title = [", encoding="utf-8")
    assert "board.toml" in complaint("atlas", "compile", "bulge")
    (data / "board.toml").write_text(text, encoding="utf-8")
    assert run("atlas", "compile", "bulge").status == 0


def test_without_an_action_it_shows_its_help() -> None:
    outcome = run("atlas")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("usage: ardennes atlas ") and "compile" in outcome.out


def test_unknown_games_and_actions() -> None:
    assert complaint("atlas", "check", "chess").startswith("no board recipe for 'chess'; allowed: ")
    assert complaint("atlas", "compile", "bulge", "go").startswith("no board recipe for 'go'")
    assert "bake" in complaint("atlas", "bake")
    assert complaint("map", "chess", "-o", "chess.svg").startswith("no board for a game 'chess'; allowed: ")


# --- map ---------------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    """A stand-in for drawing that only lists what was asked for."""
    asked: list[dict[str, object]] = []

    def picture(board: object, **wanted: object) -> str:
        asked.append(wanted)
        return '<svg xmlns="http://www.w3.org/2000/svg"><g data-layer="water"/><g data-layer="roads"/></svg>'

    monkeypatch.setattr(draw, "draw_board", picture)
    monkeypatch.setattr(draw, "to_png", lambda svg, width, palette: f"png {width}".encode())
    return asked


def test_map_as_svg_and_png(tmp_path: Path, quick: list[dict[str, object]]) -> None:
    svg, png = tmp_path / "bulge.svg", tmp_path / "bulge.PNG"
    assert run("map", "bulge", "-o", str(svg)).status == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    outcome = run(
        "map",
        "bulge",
        "-o",
        str(png),
        "--width",
        "800",
        "--theme",
        "dark",
        "--detail",
        "far",
        "--layers",
        "water, roads",
    )
    assert outcome.status == 0
    assert png.read_bytes() == b"png 800"
    assert quick == [
        {"theme": "light", "detail": "near", "embed": True, "over": ""},
        {"theme": "dark", "detail": "far", "embed": False, "over": ""},
        {"theme": "dark", "detail": "far", "layers": ["water", "roads"], "embed": False, "over": ""},
    ]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["bulge.PNG", "bulge.svg"], "no other files are left behind"


def test_a_small_picture_has_large_letters(tmp_path: Path, quick: list[dict[str, object]]) -> None:
    for width in ("1000", "1600"):
        assert run("map", "bulge", "-o", str(tmp_path / "bulge.png"), "--width", width).status == 0
    assert run("map", "bulge", "-o", str(tmp_path / "bulge.png"), "--width", "1000", "--detail", "near").status == 0
    assert [wanted["detail"] for wanted in quick] == ["far", "near", "near"]


def test_map_with_bad_arguments(tmp_path: Path, quick: list[dict[str, object]]) -> None:
    assert "the file name must end in .svg or .png" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.gif"))
    assert "the file name must end in .svg or .png" in complaint("map", "bulge", "-o", str(tmp_path / "bulge"))
    assert "there is no folder" in complaint("map", "bulge", "-o", str(tmp_path / "no" / "bulge.svg"))
    assert "--width is only for PNG" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.svg"), "--width", "500")
    assert "--width must be from" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.png"), "--width", "7")
    assert "'much'" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.png"), "--width", "much")
    assert "'pink'" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.svg"), "--theme", "pink")
    assert "-o" in complaint("map", "bulge")
    (tmp_path / "folder.svg").mkdir()
    assert "this is a folder" in complaint("map", "bulge", "-o", str(tmp_path / "folder.svg"))
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder.svg"]


def test_map_with_an_unknown_layer(tmp_path: Path, quick: list[dict[str, object]]) -> None:
    message = complaint("map", "bulge", "-o", str(tmp_path / "bulge.svg"), "--layers", "water,treasure")
    assert message == "this board has no layer 'treasure'; allowed: roads, water"
    assert "names no layer" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.svg"), "--layers", " ,")
    assert list(tmp_path.iterdir()) == []


def test_a_drawing_that_fails_leaves_the_old_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick: list[dict[str, object]]
) -> None:
    path = tmp_path / "bulge.svg"
    path.write_text("old", encoding="utf-8")

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "cannot write: No space left on device" in complaint("map", "bulge", "-o", str(path))
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["bulge.svg"]


def test_a_damaged_board_is_one_line(games: Path, tmp_path: Path) -> None:
    (games / "bulge" / "data" / "map.json").write_text('{"format": "ardennes board 1"}', encoding="utf-8")
    assert "'places' is missing or empty" in complaint("map", "bulge", "-o", str(tmp_path / "bulge.svg"))


# --- libraries ---------------------------------------------------------------------------------------------------------------------------


def without(library: str, *argv: str) -> Outcome:
    """The command in a fresh process in which a library is not installed."""
    code = f"import sys; sys.modules[{library!r}] = None\nfrom ardennes.cli import main\nsys.exit(main({list(argv)!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("library", ["numpy", "shapely"])
def test_missing_libraries_are_named_with_how_to_install_them(library: str) -> None:
    outcome = without(library, "atlas", "lint")
    assert outcome.status == 2
    assert outcome.err == f"ardennes: this needs the library {library}: pip install 'ardennes[atlas]'\n"


def test_other_commands_do_not_need_them() -> None:
    code = (
        "import sys\n"
        "from ardennes.cli import main\n"
        "main(['games'])\n"
        "sys.exit(any(name in sys.modules for name in ('numpy', 'shapely', 'scipy', 'PIL')))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
    assert without("numpy", "games").status == 0


def test_an_import_error_of_our_own_is_not_hidden() -> None:
    def broken() -> int:
        raise ImportError("cannot import name 'x' from 'ardennes.atlas'", name="ardennes.atlas")

    with pytest.raises(ImportError):
        command.run(broken)


def test_a_board_that_no_game_could_read_is_not_written(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = games / "bulge" / "data" / "map.json"
    before = path.read_bytes()
    monkeypatch.setattr(compile, "render", lambda board: '{"format": "ardennes board 1"}')
    assert "the compiled board is invalid" in complaint("atlas", "compile", "bulge")
    assert path.read_bytes() == before
