"""Signs drawn at a place: bridges, town blocks, dragon's teeth, fuel cans, and the small pictures of the key."""

from __future__ import annotations

from ardennes.atlas.draw.hand import crowns, firs, hachures
from ardennes.atlas.draw.sheet import swatch

_TOWN = "M-13 -10h10v8h-10zM0 -13h7v10h-7zM9 -9h8v7h-8zM-11 1h7v9h-7zM-1 0h11v7h-11zM4 9h9v6h-9z"
_CITY = (
    "M-30 -20h13v10h-13zM-14 -24h10v13h-10zM-1 -22h14v9h-14zM16 -19h11v12h-11zM-33 -7h10v11h-10zM-20 -8h14v8h-14zM-3 -10h9v11h-9z"
    "M9 -9h14v8h-14zM25 -4h9v11h-9zM-29 7h14v9h-14zM-12 3h10v12h-10zM1 4h14v8h-14zM18 2h5v12h-5z"
    "M-20 18h13v7h-13zM-3 17h9v9h-9zM9 15h13v9h-13z"
)
_TEETH = "M-30 44l5-9l5 9zM-17.5 44l5-9l5 9zM-5 44l5-9l5 9zM7.5 44l5-9l5 9zM20 44l5-9l5 9z"
_TEETH_HIGH = "M-41-24l5-9l5 9zM-29-29l5-9l5 9zM19-29l5-9l5 9zM31-24l5-9l5 9z"
_CAN = "M-7-3l3-4h1v-3h7v3h3v16h-14z"


def _bridge(long: float, gap: float, road: str) -> str:
    """A deck between two rails with wings, across a vertical river."""
    far = long + 3
    deck = f'<path class="br-deck" d="M{-long} {-gap}h{2 * long}v{2 * gap}h{-2 * long}z"/>'
    way = f'<path class="br-rd{road}" d="M{-long - 2} 0h{2 * long + 4}"/>'
    rails = f'<path class="br-rail" d="M{-far} {-gap - 3}l3 3h{2 * long}l3-3M{-far} {gap + 3}l3-3h{2 * long}l3 3"/>'
    return deck + way + rails


def _blown(long: float, gap: float) -> str:
    far = long + 3
    stumps = f"M{-far} {-gap - 3}l3 3h3M{far} {-gap - 3}l-3 3h-3M{-far} {gap + 3}l3-3h3M{far} {gap + 3}l-3-3h-3"
    cross = "M-8-8L8 8M8-8L-8 8"
    return f'<path class="br-gap" d="{stumps}"/><path class="br-x0" d="{cross}"/><path class="br-x" d="{cross}"/>'


def definitions(prefix: str) -> str:
    """All signs under ids that begin with the prefix."""
    signs = {
        "b1": _bridge(7.5, 4.4, "1"),
        "b2": _bridge(7.5, 3.8, "2"),
        "B1": _bridge(11.5, 4.8, "1"),
        "B2": _bridge(11.5, 4.2, "2"),
        "bX": _blown(7.5, 4.6),
        "BX": _blown(11.5, 4.8),
        "village": '<circle r="5.6" class="tw-v"/>',
        "town": f'<path class="tw-b" d="{_TOWN}"/>',
        "city": f'<path class="tw-b" d="{_CITY}"/>',
        "teeth": f'<path class="ww" d="{_TEETH}"/>',
        "teethT": f'<path class="ww" d="{_TEETH_HIGH}"/>',
        "teethC": f'<path class="ww0" d="{_TEETH}"/>',
        "teethCT": f'<path class="ww0" d="{_TEETH_HIGH}"/>',
        "fuel": f'<g class="fu"><path class="a" d="{_CAN}"/><path class="b" d="M-4 0l8 6M4 0l-8 6"/></g>',
        "dump": '<g class="du"><path class="a" d="M-9-7h18v14h-18z"/><path class="b" d="M-6-7v14M6-7v14M-6 4l12-8"/></g>',
    }
    return "".join(f'<g id="{prefix}{name}">{body}</g>' for name, body in signs.items())


def use(prefix: str, name: str, x: float, y: float) -> str:
    return f'<use href="#{prefix}{name}" x="{x:.1f}" y="{y:.1f}"/>'


def key_picture(look: str, prefix: str) -> str:
    """A look, line or sign as a 64 x 40 picture in the key."""
    return swatch(_KEY[look].replace("#", f"#{prefix}") if look in _KEY else "")


_FIELD = 'd="M3 8q8-6 20-4t22 0q12-1 16 4q-2 8 0 16q-1 10-8 13q-14 1-24-1q-16 3-24 0q-3-8-1-16z"'
_KEY = {
    "clear": "",
    "broken": (
        f'<g class="L-broken"><path {_FIELD}/></g><path class="g-broken" d="'
        + hachures([(14, 10), (38, 8), (26, 24), (48, 24)], [0.9, 1.2, 2.1, 1.0])
        + '"/>'
    ),
    "woods": (
        f'<g class="L-woods"><path {_FIELD}/></g><path class="g-woods" d="'
        + crowns([(9, 15), (27, 13), (45, 15), (17, 29), (36, 29)])
        + '"/>'
    ),
    "forest": (
        f'<g class="L-woods"><path {_FIELD}/></g><g class="L-forest"><path {_FIELD}/></g><path class="g-forest" d="'
        + firs([(12, 8), (25, 6), (39, 8), (53, 8), (17, 21), (31, 20), (46, 22)])
        + '"/>'
    ),
    "city": f'<g class="L-city"><path {_FIELD}/></g><use href="#city" x="32" y="20"/>',
    "impassable": (
        f'<g class="L-bad"><path {_FIELD}/><path class="hatch" d="M8 30l22-24M18 34l26-29M32 35l24-27M46 35l12-13"/></g>'
    ),
    "out": f'<g class="L-out"><path {_FIELD}/><path class="gone" d="M8 30l22-24M18 34l26-29M32 35l24-27M46 35l12-13"/></g>',
    "river": '<path class="rv-case rv2" d="M4 26q14-16 28-6t28-6"/><path class="rv-fill rv2" d="M4 26q14-16 28-6t28-6"/>',
    "ford": '<path class="rv-case rv4" d="M4 26q14-16 28-6t28-6"/><path class="rv-fill rv4" d="M4 26q14-16 28-6t28-6"/>',
    "road1": '<path class="rd-case rd1" d="M4 26q14-14 28-6t28-6"/><path class="rd-fill rd1" d="M4 26q14-14 28-6t28-6"/>',
    "road2": '<path class="rd-case rd2" d="M4 26q14-14 28-6t28-6"/><path class="rd-fill rd2" d="M4 26q14-14 28-6t28-6"/>',
    "bridge": (
        '<path class="rv-case rv2" d="M30 2q4 18 2 36"/><path class="rv-fill rv2" d="M30 2q4 18 2 36"/>'
        '<path class="rd-case rd1" d="M4 20h56"/><path class="rd-fill rd1" d="M4 20h56"/><use href="#b1" x="32" y="20"/>'
    ),
    "blown": (
        '<path class="rv-case rv2" d="M30 2q4 18 2 36"/><path class="rv-fill rv2" d="M30 2q4 18 2 36"/>'
        '<path class="rd-case rd1" d="M4 20h18M42 20h18"/><path class="rd-fill rd1" d="M4 20h18M42 20h18"/><use href="#bX" x="32" y="20"/>'
    ),
    "west wall": '<use href="#teeth" x="32" y="-19"/>',
    "front": '<g class="L-front"><path class="fr" d="M6 28q12-16 26-8t26-8"/></g>',
    "boundary": '<path class="bn" d="M4 26q14-14 28-6t28-6"/>',
    "frontier": '<path class="bd" d="M4 26q14-14 28-6t28-6"/>',
    "depot": '<use href="#fuel" x="32" y="20"/>',
    "dump": '<use href="#dump" x="32" y="20"/>',
    "village": '<use href="#village" x="32" y="20"/>',
    "town": '<use href="#town" x="31" y="20"/>',
    "supply german": '<path class="su" d="M8 20h48"/><path class="su2 german" d="M8 20h48"/>',
    "supply allied": '<path class="su" d="M8 20h48"/><path class="su2 allied" d="M8 20h48"/>',
    "cleared": '<use href="#teethC" x="32" y="-19"/>',
    "edge": f'<g class="L-out"><path class="rim" {_FIELD}/></g>',
}
