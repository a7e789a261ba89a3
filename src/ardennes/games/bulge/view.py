"""What the table shows. Only air missions before the reveal are hidden in this game, and those are not shown at all."""

from __future__ import annotations

from typing import Any

from ardennes.core.calendar import Arrivals, gauge, track, turn_track
from ardennes.core.names import each
from ardennes.core.placed import Marks
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import ALLIED, DUE_ON, EDGE, EXITS, FIRST_DAY, GERMAN, HEX_NAMES, ROSTER, SIDES, TURNS
from ardennes.games.bulge.state import DUE, EXITED, BulgeState

_EDGES = {"N": "from the north", "E": "from the east", "S": "from the south", "W": "from the west", "": "by air"}
_STATUS = ("moved", "attacked", "defended", "mechanized", "resupplied", "counted")
_ARRIVALS = Arrivals(
    ROSTER, FIRST_DAY, lambda u: (DUE_ON[u], _EDGES[EDGE[u]], "13.0" if EDGE[u] else "15.0") if DUE_ON[u] else None
)
_NAMES = HEX_NAMES.names
_SCORES = {n: f"Exit: a German unit that leaves here scores {n} times its strength" for n in EXITS.values()}


def view(s: BulgeState) -> dict[str, Any]:
    """The table as everybody sees it."""
    german, allied = TURNS[s.turn]["vp"]
    marks = [(german, f"Germans win at {german}"), (allied, f"Allies win at {allied}")]
    return {
        "markers": [
            *(
                {"kind": "interdiction", "side": SIDES[o], "at": _NAMES[p]}
                for o in (0, 1)
                for p in each(s.interdiction[o])
            ),
            *({"kind": "left by German units", "side": "german", "at": _NAMES[p]} for p in each(s.left_by)),
        ],
        "tracks": _tracks(s, german, allied),
        "days": turn_track(FIRST_DAY, _weather(s), range(len(TURNS))),  # victory is checked every evening (3.0)
        "gauge": gauge("German VP", s.vp, marks, f"{s.vp} of {german} on {s.game.day_of(s.turn)}"),
        "calendar": _ARRIVALS.waiting(s.in_box(DUE)),
        "places": {_NAMES[p]: {"value": f"×{n}", "title": _SCORES[n]} for p, n in EXITS.items()},
        "exits": [{"at": _NAMES[p], "factor": n} for p, n in EXITS.items()],
    }


def marks(s: BulgeState) -> Marks:
    """How the units are marked."""
    fed = s.resupplied
    for side in (GERMAN, ALLIED):
        fed |= s.units_in(side, supply.hexes_in_supply(s, side))
    hungry = (s.on_map(GERMAN) | s.on_map(ALLIED)) & ~fed
    more: dict[int, dict[str, Any]] = {}
    for u, place in enumerate(s.at):
        if place == DUE:
            more[u] = {"due": {"turn": DUE_ON[u], "edge": EDGE[u]}}
        elif place == EXITED:
            more[u] = {"left_at": _NAMES[s.gate[u]]}
    return Marks(
        status={name: getattr(s, name) for name in _STATUS},
        done=s.moved | s.attacked,
        badges={"road": s.mechanized, "out": hungry},
        supplied=fed,
        more=more,
    )


def _weather(s: BulgeState) -> list[str]:
    """Each day's weather. That of other days is known only if it is historical (6.0)."""
    known = s.setup.option("weather") == "historical"
    out = [turn["weather"] if known else "" for turn in TURNS[1:]]
    out[s.turn - 1] = s.weather
    return out


def _tracks(s: BulgeState, german: int, allied: int) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    support = f"German {s.support[GERMAN]}, Allied {s.support[ALLIED]}"
    british = "released" if s.released else "restricted"
    limits = f"{s.vp} (Germans win at {german}, Allies at {allied})"
    return [
        track("vp", "Victory points", limits, "3.0", value=s.vp, german=german, allied=allied),
        track("weather", "Weather", s.weather, "6.0", value=s.weather),
        track("support", "Ground support", support, "7.3", german=s.support[GERMAN], allied=s.support[ALLIED]),
        track("resupply", "Resupply missions", f"Allied {s.resupply}", "7.4", allied=s.resupply),
        track("british", "British", british, "13.0-1", value=british),
    ]
