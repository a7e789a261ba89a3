"""The look of every board: both themes' colours, letter sizes, and one style sheet.

The sheet uses custom properties, for a page; `stylesheet` substitutes literal colours for a standalone picture
(resvg and most viewers outside a browser do not know `var()`).
"""

from __future__ import annotations

import re

LIGHT = {
    "land-lo": "#F1EBD6",
    "land-hi": "#E9D8B3",
    "shade": "#7D6A52",
    "light": "#FFFDF2",
    "frame": "#FAF5E6",
    "map-ink": "#2B261D",
    "halo": "#F6F0DE",
    "grid": "#5B503C",
    "grid-o": ".24",
    "num": "#5C523F",
    "num-o": ".95",
    "contour": "#A9794A",
    "contour-o": ".34",
    "woods": "#C6D2A0",
    "woods-o": ".80",
    "woods-g": "#4F6B31",
    "forest": "#86A36F",
    "forest-o": ".74",
    "forest-g": "#2C4D29",
    "broken": "#DBBE8C",
    "broken-o": ".50",
    "broken-g": "#8A5B2B",
    "town": "#8E3B2C",
    "town-g": "#5A1F16",
    "city": "#D9A792",
    "river": "#4C86B0",
    "river-case": "#265277",
    "river-text": "#1F4C70",
    "meuse": "#6BA3C7",
    "road1": "#C24A3A",
    "road1-case": "#7A241A",
    "road2": "#F0CB84",
    "road2-case": "#7C5A26",
    "bridge": "#FBF7EC",
    "border": "#6D4C7D",
    "front": "#26221A",
    "boundary": "#3A3226",
    "westwall": "#4A4A46",
    "region": "#5E4A2C",
    "gold": "#E5A50A",
    "gold-ink": "#2B2008",
    "supply": "#1E7A46",
    "blown": "#B3261E",
    "fuel": "#7A2E12",
    "on-dark": "#FBF8EC",
    "ink-2": "#574F3F",
    "line": "#978A6E",
    "box": "#FFFCF3",
}
DARK = {
    "land-lo": "#2D3128",
    "land-hi": "#3F3829",
    "shade": "#060705",
    "light": "#A79C78",
    "frame": "#1A1C16",
    "map-ink": "#F1E9D4",
    "halo": "#1B1D17",
    "grid": "#D9CFB4",
    "grid-o": ".15",
    "num": "#CDC3A8",
    "num-o": ".85",
    "contour": "#B48A58",
    "contour-o": ".20",
    "woods": "#46543A",
    "woods-o": ".80",
    "woods-g": "#9DB87B",
    "forest": "#26402C",
    "forest-o": ".90",
    "forest-g": "#7AA277",
    "broken": "#5A4A30",
    "broken-o": ".55",
    "broken-g": "#BC9663",
    "town": "#D2826B",
    "town-g": "#F0B8A4",
    "city": "#6B4436",
    "river": "#4F8FBE",
    "river-case": "#10202C",
    "river-text": "#9CCBEB",
    "meuse": "#5FA3D3",
    "road1": "#D9604C",
    "road1-case": "#1B0D0A",
    "road2": "#B08D54",
    "road2-case": "#15120B",
    "bridge": "#EFE8D6",
    "border": "#B591C6",
    "front": "#F1E9D4",
    "boundary": "#E6D9B8",
    "westwall": "#B9B7A8",
    "region": "#C8B083",
    "gold": "#F2BE3A",
    "gold-ink": "#2B2008",
    "supply": "#62C78B",
    "blown": "#FF6B57",
    "fuel": "#E39A78",
    "on-dark": "#171812",
    "ink-2": "#C4BCA6",
    "line": "#6C715F",
    "box": "#262920",
}
THEMES = {"light": LIGHT, "dark": DARK}
"""All colours (and a few opacities) of the two themes, by the names of the custom properties."""

RELIEF = {
    "light": {"shadow": 0.80, "most_shadow": 0.30, "shine": 1.1, "most_shine": 0.75, "grain": 0.8},
    "dark": {"shadow": 0.95, "most_shadow": 0.44, "shine": 0.62, "most_shine": 0.28, "grain": 0.5},
}
"""The strength of hill shading and paper grain."""

SIZES = {
    "near": {
        "city": 23.0,
        "town": 18.0,
        "village": 15.0,
        "also": 12.0,
        "meuse": 24.0,
        "river": 18.0,
        "region": 34.0,
        "margin": 22.0,
    },
    "far": {
        "city": 34.0,
        "town": 27.0,
        "village": 22.0,
        "also": 16.0,
        "meuse": 36.0,
        "river": 26.0,
        "region": 46.0,
        "margin": 30.0,
    },
}
"""Letter sizes in board units (a hex is 100 wide) for the two levels of detail."""

FONT_MAP = '"Barlow Condensed","Arial Narrow",sans-serif'
FONT_TEXT = '"Barlow",system-ui,sans-serif'
FONT_STORY = '"Source Serif 4","Ardennes Serif",Georgia,serif'

CSS = """
text{font-family:$map}
.L-contour path{fill:none;stroke:var(--contour);stroke-opacity:var(--contour-o);stroke-width:.9}
.L-contour .idx{stroke-width:1.6}
.L-broken path{fill:var(--broken);fill-opacity:var(--broken-o)}
.L-woods path{fill:var(--woods);fill-opacity:var(--woods-o);stroke:var(--woods-g);stroke-opacity:.4;stroke-width:1.2}
.L-forest path{fill:var(--forest);fill-opacity:var(--forest-o);stroke:var(--forest-g);stroke-opacity:.6;stroke-width:1.6}
.L-city path{fill:var(--city);fill-opacity:.62}
.L-bad path{fill:var(--map-ink);fill-opacity:.12;stroke:var(--map-ink);stroke-opacity:.55;stroke-width:2.4}
.L-bad .hatch{fill:none;stroke:var(--map-ink);stroke-opacity:.5;stroke-width:2}
.L-out path{fill:var(--frame);fill-opacity:.7}
.L-out .rim{fill:var(--line);fill-opacity:.26}
.L-out .gone{fill:none;stroke:var(--line);stroke-width:1.6;stroke-opacity:.7}
.g-broken{fill:none;stroke:var(--broken-g);stroke-width:1.9;stroke-linecap:round;stroke-opacity:.75}
.g-woods{fill:none;stroke:var(--woods-g);stroke-width:1.6;stroke-opacity:.85}
.g-forest{fill:var(--forest-g);fill-opacity:.62}
.far .g-broken{stroke-opacity:.55}
.far .g-woods{stroke-opacity:.65}
.far .g-forest{fill-opacity:.52}
.L-grid path{fill:none;stroke:var(--grid);stroke-opacity:var(--grid-o);stroke-width:1.25}
.bd{fill:none;stroke:var(--border);stroke-width:2.8;stroke-dasharray:16 5 3 5;stroke-opacity:.75}
.rv-case,.rv-fill{fill:none;stroke-linecap:round;stroke-linejoin:round}
.rv-case{stroke:var(--river-case)}
.rv-fill{stroke:var(--river)}
.rv-case.rv1{stroke-width:16}
.rv-fill.rv1{stroke-width:12.4;stroke:var(--meuse)}
.rv-case.rv2{stroke-width:8.8}
.rv-fill.rv2{stroke-width:6}
.rv-case.rv3{stroke-width:7}
.rv-fill.rv3{stroke-width:4.6}
.rv-case.rv4{stroke-width:4.6;stroke-opacity:.8}
.rv-fill.rv4{stroke-width:2.6;stroke-dasharray:9 4}
.rd-case,.rd-fill{fill:none;stroke-linecap:round;stroke-linejoin:round}
.rd-case.rd1{stroke:var(--road1-case);stroke-width:5.4}
.rd-fill.rd1{stroke:var(--road1);stroke-width:3.6}
.rd-case.rd2{stroke:var(--road2-case);stroke-width:4.2}
.rd-fill.rd2{stroke:var(--road2);stroke-width:2.5}
.br-deck{fill:var(--bridge)}
.br-rail,.br-gap{fill:none;stroke:var(--map-ink);stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.br-rd1{stroke:var(--road1);stroke-width:3.4}
.br-rd2{stroke:var(--road2-case);stroke-width:2.2}
.br-x0{stroke:var(--halo);stroke-width:8.5;stroke-linecap:round}
.br-x{stroke:var(--blown);stroke-width:4.4;stroke-linecap:round}
.ww{fill:var(--westwall);fill-opacity:.85}
.ww0{fill:none;stroke:var(--westwall);stroke-width:1.4}
.L-front path{fill:none;stroke-linecap:round;stroke-linejoin:round}
.fr-halo{stroke:var(--halo);stroke-width:7;stroke-opacity:.6;stroke-dasharray:.1 10}
.fr{stroke:var(--front);stroke-width:4.2;stroke-dasharray:.1 10;stroke-opacity:.85}
.bn{fill:none;stroke:var(--boundary);stroke-width:1.8;stroke-dasharray:16 7;stroke-linejoin:round;stroke-opacity:.55}
.tw-v{fill:var(--halo);stroke:var(--town-g);stroke-width:2.4}
.tw-b{fill:var(--town);stroke:var(--halo);stroke-width:1.1;paint-order:stroke}
.L-num text{font-size:11px;text-anchor:middle;fill:var(--num);fill-opacity:var(--num-o);letter-spacing:.5px;font-weight:500}
.L-num text{paint-order:stroke;stroke:var(--halo);stroke-width:2.2px;stroke-opacity:.55;stroke-linejoin:round}
.L-name text,.L-boundary text{text-anchor:middle;paint-order:stroke;stroke:var(--halo);stroke-linejoin:round}
.L-name .tn,.L-boundary .tn{fill:var(--map-ink);font-weight:600;stroke-width:4.6px}
.L-name .k3{font-weight:700;letter-spacing:1.6px;stroke-width:5.6px}
.L-name .k0{font-weight:500;stroke-width:3.6px;fill:var(--ink-2)}
.L-name .rn{fill:var(--river-text);font-family:$story;font-style:italic;font-weight:600;stroke-width:4px;letter-spacing:1px}
.L-name .r1{letter-spacing:6px}
.L-name .reg{fill:var(--region);fill-opacity:.62;font-family:$story;font-weight:400;stroke-width:4px;stroke-opacity:.45}
.L-boundary .bl{fill:var(--boundary);font-weight:700;letter-spacing:1.2px;stroke-width:5px}
.vp path{fill:var(--gold);stroke:var(--halo);stroke-width:1.8}
.vp text{fill:var(--gold-ink);font-weight:700;text-anchor:middle;stroke-width:0}
.ex path{fill:var(--gold);stroke:var(--map-ink);stroke-width:1.6;stroke-linejoin:round}
.ex text{fill:var(--gold-ink);font-weight:700;text-anchor:middle}
.en path,.en rect{fill:var(--box);stroke:var(--map-ink);stroke-width:2}
.en text{fill:var(--map-ink);font-weight:700;text-anchor:middle}
.su{fill:none;stroke:var(--supply);stroke-width:7}
.su2{fill:none;stroke:var(--box);stroke-width:3;stroke-dasharray:9 9}
.su2.german{stroke:var(--map-ink)}
.en.german rect{fill:var(--map-ink)}
.en.german text{fill:var(--frame)}
.fu .a{fill:var(--fuel);stroke:var(--halo);stroke-width:2.4;paint-order:stroke;stroke-linejoin:round}
.du .a{fill:var(--ink-2);stroke:var(--halo);stroke-width:2.4;paint-order:stroke;stroke-linejoin:round}
.fu .b,.du .b{fill:none;stroke:var(--halo);stroke-width:1.5}
.sheet{fill:var(--frame)}
.neat{fill:none;stroke:var(--map-ink);stroke-width:3}
.neat2{fill:none;stroke:var(--map-ink);stroke-width:1.2}
.join{fill:none;stroke:var(--map-ink);stroke-width:2.2;stroke-opacity:.5;stroke-dasharray:14 8}
.L-frame text{fill:var(--map-ink)}
.L-frame .mg{font-weight:600;text-anchor:middle;fill:var(--ink-2)}
.L-frame .ttl{font-weight:700}
.L-frame .sub{font-family:$story;font-style:italic;fill:var(--ink-2)}
.L-frame .hd{font-weight:700;fill:var(--ink-2)}
.L-frame .bx{fill:var(--box);stroke:var(--line);stroke-width:1.6}
.L-frame .bt{font-weight:600;text-anchor:middle}
.L-frame .lo{fill:var(--gold);stroke:var(--map-ink);stroke-width:1.2}
.L-frame .bm{font-weight:500;text-anchor:middle;fill:var(--ink-2)}
.L-frame .bn2{font-weight:500;fill:var(--ink-2)}
.L-frame .kt{font-weight:600}
.L-frame .sw{fill:none;stroke:var(--line);stroke-width:1.4}
.L-frame .swb{fill:var(--land-lo)}
.ar-case{fill:none;stroke:var(--halo);stroke-width:10;stroke-opacity:.78;stroke-linecap:round;stroke-linejoin:round}
.ar{fill:none;stroke:var(--map-ink);stroke-width:3;stroke-opacity:.75;stroke-dasharray:14 9;stroke-linecap:round}
.area .rv-case.rv1{stroke-width:25}
.area .rv-fill.rv1{stroke-width:19}
.area .rv-case.rv2{stroke-width:12.8}
.area .rv-fill.rv2{stroke-width:8.8}
.area .L-road .rd-case{stroke-width:9.4}
.area .L-road .rd-fill{stroke-width:6.2}
.area .L-name .tn{stroke-width:7px}
.area .L-name.far .tn{stroke-width:10px}
.area .L-name.far .rn{stroke-width:7px}
.area .far .rv-case.rv1{stroke-width:34}
.area .far .rv-fill.rv1{stroke-width:27}
.area .far .rv-case.rv2{stroke-width:17}
.area .far .rv-fill.rv2{stroke-width:12}
.area .L-road.far .rd-case{stroke-width:13}
.area .L-road.far .rd-fill{stroke-width:9}
.area .far .ar-case{stroke-width:13}
.area .far .ar{stroke-width:4;stroke-dasharray:18 12}
.co{fill:var(--frame);fill-opacity:.6;stroke:var(--map-ink);stroke-width:2.4}
.df rect{fill:var(--box);stroke:var(--map-ink);stroke-width:1.8}
.df text{fill:var(--map-ink);font-weight:700;text-anchor:middle}
.gun{fill:var(--map-ink);stroke:var(--halo);stroke-width:3;paint-order:stroke;stroke-linejoin:round}
.se{fill:var(--map-ink)}
.sa{fill:var(--box);stroke:var(--map-ink);stroke-width:1.4}
.L-frame .set{fill:var(--frame);font-weight:600;text-anchor:middle}
.L-frame .sat{fill:var(--map-ink);font-weight:600;text-anchor:middle}
"""


def stylesheet(theme: str, resolve: bool = True, scope: str = "") -> str:
    """The rules for all layers of a board.

    With `resolve` every custom property is replaced by its value in the theme. `scope` is put before each selector, so that
    boards in different themes can share a page.
    """
    css = CSS.replace("$map", FONT_MAP).replace("$text", FONT_TEXT).replace("$story", FONT_STORY).strip()
    if resolve:
        css = re.sub(r"var\(--([\w-]+)\)", lambda match: THEMES[theme][match.group(1)], css)
    if scope:
        rules = []
        for line in css.splitlines():
            selectors, rest = line.split("{", 1)
            rules.append(",".join(f"{scope} {one}" for one in selectors.split(",")) + "{" + rest)
        css = "\n".join(rules)
    return css


def properties(theme: str) -> str:
    """The custom properties of a theme, for a page that styles the boards itself."""
    return "".join(f"--{name}:{value};" for name, value in THEMES[theme].items())


def rgb(colour: str) -> tuple[int, int, int]:
    """'#RRGGBB' as three numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours as defined by WCAG: 1 to 21."""
    bright, dim = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    parts = [v / 255 for v in rgb(colour)]
    r, g, b = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
