"""Pictures as PNG files, with the shipped typefaces."""

from __future__ import annotations

import io

import resvg_py
from PIL import Image

from ardennes.atlas.draw.fonts import files
from ardennes.atlas.draw.style import THEMES, rgb


def to_png(svg: str, width: int, palette: bool = False) -> bytes:
    """A PNG of an SVG picture at this width in pixels; a palette of 256 colours halves its size."""
    made = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, skip_system_fonts=True, font_files=files(), font_family="Barlow Condensed"
    )
    return _with_palette(bytes(made), "dark" if 'class="board dark"' in svg else "light") if palette else bytes(made)


def _with_palette(png: bytes, theme: str) -> bytes:
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    fixed = [part for colour in THEMES[theme].values() if colour.startswith("#") for part in rgb(colour)]
    room = 256 - len(fixed) // 3
    common = picture.quantize(room, Image.Quantize.MEDIANCUT).getpalette() or []
    chosen = Image.new("P", (1, 1))
    chosen.putpalette([*common[: room * 3], *fixed])  # small things keep their true colour
    out = io.BytesIO()
    picture.quantize(palette=chosen, dither=Image.Dither.FLOYDSTEINBERG).save(out, "PNG", optimize=True)
    return out.getvalue()
