"""The atlas commands: `ardennes atlas check|compile|lint|fit` and `ardennes map`.

Nothing heavy is imported before a command runs: the libraries that compile and draw (the extra `atlas`) are not needed for play,
and other commands stay fast to start.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ardennes.atlas.errors import BadAtlas
from ardennes.atlas.table import Row, check_table, columns
from ardennes.board.drawing import drawing_of
from ardennes.board.file import load_board
from ardennes.board.picture import LAYER as PIECES
from ardennes.board.picture import SCALES, pieces_layer
from ardennes.core.picture import caption_of, marks_of
from ardennes.core.wording import counted

if TYPE_CHECKING:
    from ardennes.atlas.fit import Residual
    from ardennes.atlas.recipe import Recipe
    from ardennes.core.match import Match

THEMES = ("light", "dark")
DETAILS = ("near", "far")
ENDINGS = (".svg", ".png")
WIDTH = 2400
_WIDTHS = (100, 20_000)
_LEGIBLE = 44
"""Pixels per hex below which small letters are illegible."""
_COUNTER = 64
"""Units of an area board that count as one hex: the side of a counter."""
_MARGIN = 3
"""Frame and border of a picture, in hexes."""
_SHEET = 1.07
"""How much wider a sheet is than the map on it."""
_SHOWN = 20
"""How many changed lines are shown."""


def say(text: str) -> None:
    print(text)


# --- arguments ---------------------------------------------------------------------------------------------------------------------------


def add_atlas_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions of `ardennes atlas`."""

    def help_(args: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(atlas=help_)  # of a bare `ardennes atlas`
    actions = parser.add_subparsers(metavar="ACTION", dest="action")

    def add(name: str, work: Callable[[argparse.Namespace], int], about: str) -> argparse.ArgumentParser:
        sub = actions.add_parser(name, help=about, description=about[:1].upper() + about[1:] + ".", allow_abbrev=False)
        sub.set_defaults(atlas=work)
        return sub

    check = add("check", check_boards, "show how well each board fits the terrain, and whether it is playable")
    check.add_argument("games", nargs="*", metavar="GAME", help="which boards (default: all)")
    check.add_argument(
        "--blind", action="store_true", help="also show what the geography gives without pins and corrections"
    )
    make = add("compile", compile_boards, "build the boards from the atlas and their recipes")
    make.add_argument("games", nargs="*", metavar="GAME", help="which boards (default: all)")
    make.add_argument(
        "--check",
        action="store_true",
        help="write nothing, only show what would change; exit status 1 if anything would",
    )
    add("lint", lint_atlas, "check the atlas data")
    refit = add("fit", fit_board, "refit a board's grid to the places its recipe names")
    refit.add_argument("games", nargs=1, metavar="GAME", help="which board")
    refit.add_argument("--similarity", action="store_true", help="keep the hexes regular (default: let them stretch)")


def add_map_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `ardennes map`."""
    parser.add_argument("game", help="whose board")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the picture file, .svg or .png")
    parser.add_argument("--theme", choices=THEMES, default=THEMES[0], help="%(choices)s (default: %(default)s)")
    parser.add_argument(
        "--detail",
        choices=DETAILS,
        help="near: everything; far: large letters (default: whichever is legible at this width)",
    )
    parser.add_argument("--width", type=int, metavar="N", help=f"width of a PNG in pixels (default: {WIDTH})")
    parser.add_argument("--layers", metavar="A,B", help="only these layers (default: all)")
    parser.add_argument("--position", metavar="FILE", help="with the counters of a position, or of the end of a record")


# --- boards ------------------------------------------------------------------------------------------------------------------------------


def run(work: Callable[[], int]) -> int:
    """Run something that needs the extra libraries; if they are missing, say how to get them."""
    try:
        return work()
    except ImportError as error:
        if (error.name or "").split(".")[0] in ("ardennes", ""):
            raise
        raise BadAtlas(f"this needs the library {error.name}: pip install 'ardennes[atlas]'") from None


def recipes(games: Sequence[str]) -> list[Recipe]:
    """The recipes of these boards, or of all."""
    from ardennes.atlas.recipe import board_ids, load_recipe, recipe_path

    known = board_ids()
    for game in games:
        if game not in known:
            raise BadAtlas(f"no board recipe for '{game}'; allowed: {', '.join(known)}")
    return [load_recipe(recipe_path(game)) for game in games or known]


def map_path(recipe: Recipe) -> Path:
    """Where the compiled board of a recipe is."""
    return recipe.path.with_name("map.json")


def read_board(path: Path, game: str) -> dict[str, Any]:
    """A compiled board as plain data, checked the way a game would."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadAtlas(f"{path}: no board yet; run 'ardennes atlas compile {game}'") from None
    load_board(text, str(path))
    board: dict[str, Any] = json.loads(text)
    return board


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: whatever happens, it is either complete or unchanged."""
    folder = path.parent
    if not folder.is_dir():
        raise BadAtlas(f"{path}: there is no folder {folder}")
    if path.is_dir():
        raise BadAtlas(f"{path}: this is a folder")
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(name, 0o666 & ~mask)
        os.replace(name, path)
    except OSError as error:
        raise BadAtlas(f"{path}: cannot write: {error.strerror or error}") from None
    finally:
        if name:
            Path(name).unlink(missing_ok=True)


# --- check -------------------------------------------------------------------------------------------------------------------------------


def check_boards(args: argparse.Namespace) -> int:
    """Residuals and playable networks; status 1 if anything fails."""
    from ardennes.atlas.features import load_atlas
    from ardennes.atlas.network import check_network

    failed: list[str] = []
    for recipe in recipes(args.games):
        board = read_board(map_path(recipe), recipe.game)
        say(f"{recipe.title} ({recipe.game})")
        if recipe.kind == "hex":
            from ardennes.atlas.fit import residuals

            say(indent(residual_table(recipe, residuals(recipe, load_atlas()))))
        rows = check_network(board, recipe)
        say(indent(check_table(rows)))
        if args.blind and recipe.kind == "hex":
            say(indent(blind_score(recipe)))
        say("")
        failed += [f"{recipe.game}: {row.check}" for row in rows if not row.ok]
    return verdict(failed)


def residual_table(recipe: Recipe, rows: Sequence[Residual]) -> str:
    """Every named place with how far off the grid is there, in hexes, and a summary line."""
    from ardennes.atlas.fit import hex_size_km, rms

    if not rows:
        return "no named places"
    table = columns(
        ("place", "hex", "grid", "dx", "dy", "off", "", "source", "case"),
        [
            (
                row.name,
                row.hex,
                row.got if row.got not in row.hex.split("|") else "=",
                f"{row.dx:+.2f}",
                f"{row.dy:+.2f}",
                f"{row.distance:.2f}",
                "" if row.must_match else "inferred",
                row.source,
                row.case,
            )
            for row in rows
        ],
        right=(3, 4, 5),
    )
    named = [row for row in rows if row.must_match]
    hits = sum(1 for row in rows if row.got in row.hex.split("|"))
    across, down = hex_size_km(recipe.the_geo())
    last = (
        f"{counted(len(rows), 'place')}, {hits} in their hex by the grid alone; rms {rms(rows):.2f} hexes, "
        f"{rms(named):.2f} for the {len(named)} that are named; hexes {across:.2f} km wide, rows {down:.2f} km apart"
    )
    return f"{table}\n{last}\n"


def blind_score(recipe: Recipe) -> str:
    """How many of the recipe's places and pins the geography alone gets right: the honest measure of atlas and fit."""
    from ardennes.atlas.compile import compile_with_report
    from ardennes.atlas.features import load_atlas

    score = compile_with_report(recipe, load_atlas(), pins=False)[1].score
    facts = [(fact, held) for fact, held in score if not fact.startswith("correction")]
    missed = [fact for fact, held in facts if not held]
    return "\n".join([f"without pins: {len(facts) - len(missed)} of {len(facts)} places and pins", *missed])


def indent(text: str) -> str:
    return "\n".join(f"  {line}".rstrip() for line in text.splitlines())


def verdict(failed: Iterable[str]) -> int:
    """The last line of a check, and its exit status."""
    failed = list(failed)
    say(f"{len(failed)} failed: {'; '.join(failed)}" if failed else "All checks passed.")
    return 1 if failed else 0


# --- compile, lint, fit ------------------------------------------------------------------------------------------------------------------


def compile_boards(args: argparse.Namespace) -> int:
    """Write each board's map.json, or with --check show what would change."""
    from ardennes.atlas.compile import compile_with_report, render
    from ardennes.atlas.features import load_atlas

    changed = False
    for recipe in recipes(args.games):
        board, report = compile_with_report(recipe, load_atlas())
        text = render(board)
        path = map_path(recipe)
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        lines = changes(before, text)
        changed = changed or bool(lines)
        differ = counted(len(lines), "line")
        if args.check:
            say(f"{recipe.game}: {f'{differ} would change' if lines else 'up to date'}")
            for line in lines[:_SHOWN]:
                say(f"  {line}")
            if len(lines) > _SHOWN:
                say(f"  ... and {len(lines) - _SHOWN} more")
            continue
        if lines:
            write_whole(path, text.encode("utf-8"))
        say(f"{recipe.game}: {f'{differ} changed' if lines else 'no change'} ({path})")
        for warning in report.warnings:
            say(f"  note: {warning}")
    return 1 if args.check and changed else 0


def changes(before: str, after: str) -> list[str]:
    """The lines removed (-) and added (+)."""
    diff = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return [line for line in diff if line[:1] in "+-" and not line.startswith(("+++", "---"))]


def lint_atlas(args: argparse.Namespace) -> int:
    from ardennes.atlas.lint import lint

    rows: list[Row] = lint()
    say(check_table(rows))
    return verdict(row.check for row in rows if not row.ok)


def fit_board(args: argparse.Namespace) -> int:
    """Print a new fit, ready to paste into the recipe, with its results."""
    from dataclasses import replace

    from ardennes.atlas.features import load_atlas
    from ardennes.atlas.fit import as_toml, fit, pairs_of, residuals, rms

    (recipe,) = recipes(args.games)
    if recipe.kind != "hex":
        raise BadAtlas(f"{recipe.game}: an area board has no grid to fit")
    atlas = load_atlas()
    grid = fit(pairs_of(recipe, atlas), recipe.the_grid().shifted, "similarity" if args.similarity else "affine")
    now = residuals(recipe, atlas)
    then = residuals(replace(recipe, geo=grid), atlas)
    say(as_toml(grid))
    for word, rows in (("now", now), ("then", then)):
        hits = sum(1 for row in rows if row.got in row.hex.split("|"))
        say(f"# {word}: rms {rms(rows):.3f} hex, {hits} of {len(rows)} places in their hex")
    return 0


# --- map ---------------------------------------------------------------------------------------------------------------------------------


def draw_map(args: argparse.Namespace, match: Match | None = None) -> int:
    """Draw a board into a file, with the counters of a match if there is one."""
    from ardennes.atlas.recipe import GAMES

    known = sorted(path.parent.parent.name for path in GAMES.glob("*/data/map.json"))
    if args.game not in known:
        raise BadAtlas(f"no board for a game '{args.game}'; allowed: {', '.join(known)}")
    path = Path(args.output)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise BadAtlas(f"{path}: the file name must end in {' or '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise BadAtlas(f"{path}: there is no folder {path.parent}")
    if args.width is not None and ending != ".png":
        raise BadAtlas("--width is only for PNG; an SVG scales to any size")
    if args.width is not None and not _WIDTHS[0] <= args.width <= _WIDTHS[1]:
        raise BadAtlas(f"--width must be from {_WIDTHS[0]} to {_WIDTHS[1]} pixels, not {args.width}")
    from ardennes.atlas.draw import draw_board, to_png

    board = read_board(GAMES / args.game / "data" / "map.json", args.game)
    width = args.width or WIDTH
    detail = args.detail or (DETAILS[0] if ending == ".svg" else legible_detail(board, width))
    embed = ending == ".svg"  # a PNG is rendered with the fonts themselves
    over = ""
    if match is not None:
        scale = width / (drawing_of(board).width * _SHEET) if ending == ".png" else SCALES[detail]
        view = match.view()
        over = pieces_layer(drawing_of(board), view, marks_of(match.game), args.theme, scale)
        board["sheet"] = {**board.get("sheet", {}), "note": caption_of(match.game, view)}
    svg = draw_board(board, theme=args.theme, detail=detail, embed=embed, over=over)
    if args.layers is not None:
        layers = chosen_layers(args.layers, svg)
        over = over if PIECES in layers else ""
        svg = draw_board(board, theme=args.theme, detail=detail, layers=layers, embed=embed, over=over)
    content = svg.encode("utf-8") if ending == ".svg" else to_png(svg, width, palette=True)
    write_whole(path, content)
    say(f"{path}: {len(content) / 1e6:.2f} MB")
    return 0


def legible_detail(board: dict[str, Any], width: int) -> str:
    """The level of detail that is legible at a width: by the pixels a hex (or the equivalent on an area board) gets."""
    if board["kind"] == "hex":
        across = float(board["grid"]["columns"])
    else:
        across = max(xy[0] for place in board["places"].values() for xy in place.get("shape", [[0.0, 0.0]])) / _COUNTER
    return DETAILS[0] if width / (across + _MARGIN) >= _LEGIBLE else DETAILS[1]


def chosen_layers(words: str, svg: str) -> list[str]:
    """The requested layers, each of which the full picture must have."""
    known = sorted(set(re.findall(r'data-layer="([^"]+)"', svg)))
    wanted = [word.strip() for word in words.split(",") if word.strip()]
    for word in wanted:
        if word not in known:
            raise BadAtlas(f"this board has no layer '{word}'; allowed: {', '.join(known)}")
    if not wanted:
        raise BadAtlas(f"--layers names no layer; allowed: {', '.join(known)}")
    return wanted
