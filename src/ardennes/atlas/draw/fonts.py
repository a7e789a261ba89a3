"""The shipped typefaces: how wide a line of text is, and the fonts as data inside a standalone picture."""

from __future__ import annotations

import base64
import io
from functools import cache
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).parent.parent / "fonts"
FACES = {
    "map500": ("BarlowCondensed-Medium.ttf", "Barlow Condensed", 500, "normal"),
    "map600": ("BarlowCondensed-SemiBold.ttf", "Barlow Condensed", 600, "normal"),
    "map700": ("BarlowCondensed-Bold.ttf", "Barlow Condensed", 700, "normal"),
    "story": ("ArdennesSerif-Regular.ttf", "Ardennes Serif", 400, "normal"),
    "story-i": ("ArdennesSerif-Italic.ttf", "Ardennes Serif", 400, "italic"),
    "story-b": ("ArdennesSerif-SemiBoldItalic.ttf", "Ardennes Serif", 600, "italic"),
}
"""The faces used on boards: file, family, weight, style."""


def files() -> list[str]:
    """The paths of all shipped faces, for the PNG writer."""
    return [str(path) for path in sorted(FOLDER.glob("*.ttf"))]


@cache
def _advances(face: str) -> tuple[dict[int, int], int]:
    font = TTFont(FOLDER / FACES[face][0])
    widths = font["hmtx"].metrics
    return {code: widths[name][0] for code, name in font.getBestCmap().items()}, int(font["head"].unitsPerEm)


_INSTEAD = {"≥": ">=", "≤": "<=", "→": "->", "½": "1/2"}


def safe(words: str, face: str = "map600") -> str:
    """The text with letters that the font lacks replaced."""
    advances, _ = _advances(face)
    return "".join(letter if ord(letter) in advances else _INSTEAD.get(letter, "?") for letter in words)


def width(words: str, face: str, size: float, spacing: float = 0.0) -> float:
    """The width of a line of text. Kerning is ignored, so the true line is a hair shorter, never longer."""
    advances, em = _advances(face)
    missing = advances[ord("n")]
    return sum(advances.get(ord(letter), missing) for letter in words) * size / em + spacing * len(words)


@cache
def _embedded(face: str, letters: str) -> str:
    file, family, weight, style = FACES[face]
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.recalc_timestamp = False
    options.name_IDs = []
    options.flavor = "woff"
    font = subset.load_font(str(FOLDER / file), options)
    cut = subset.Subsetter(options)
    cut.populate(text=letters)
    cut.subset(font)
    out = io.BytesIO()
    font.save(out)
    data = base64.b64encode(out.getvalue()).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f"src:url(data:font/woff;base64,{data})}}"
    )


def embedded(letters: str, faces: tuple[str, ...] = tuple(FACES)) -> str:
    """@font-face rules with the letters in use, so that the picture looks the same without the fonts installed."""
    use = "".join(sorted({letter for letter in letters if letter.isprintable()}))
    return "".join(_embedded(face, use) for face in faces)
