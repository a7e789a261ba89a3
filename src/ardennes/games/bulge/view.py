"""What the table shows. Only air missions before the reveal are hidden in this game, and those are not shown at all."""

from __future__ import annotations

from typing import Any

from ardennes.core.calendar import arrival, day, gauge, iso_date, track
from ardennes.core.names import each
from ardennes.core.placed import ABSENT
from ardennes.core.wording import short_date
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    DUE_ON,
    EDGE,
    EXITS,
    FIRST_DAY,
    GERMAN,
    HEX_NAMES,
    LAST_TURN,
    ROSTER,
    SIDE,
    SIDES,
    TURNS,
    UNIT_NAMES,
)
from ardennes.games.bulge.state import BOXES, DUE, EXITED, BulgeState

_BOX_NAMES = {number: name for name, number in BOXES.items()}
_EDGES = {"N": "from the north", "E": "from the east", "S": "from the south", "W": "from the west", "": "by air"}
_STATUS = ("moved", "attacked", "defended", "mechanized", "resupplied", "counted")
_ARRIVALS = ROSTER.groups(lambda u: (DUE_ON[u], SIDE[u], EDGE[u]) if DUE_ON[u] else None, UNIT_NAMES.all)


def pieces(s: BulgeState) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    supplied = [supply.hexes_in_supply(s, side) for side in (GERMAN, ALLIED)]
    sets = [(name, getattr(s, name)) for name in _STATUS]
    for u, at in enumerate(s.at):
        if at == ABSENT:
            continue
        status = [name for name, units in sets if units >> u & 1]
        badges = ["road"] if "mechanized" in status else []
        piece: dict[str, Any] = {
            "id": UNIT_NAMES.names[u],
            "at": HEX_NAMES.names[at] if at >= 0 else _BOX_NAMES[at],
            "status": status,
            "done": "moved" in status or "attacked" in status,
            "badges": badges,
        }
        if at >= 0:
            fed = piece["supplied"] = bool(s.resupplied >> u & 1 or supplied[SIDE[u]] >> at & 1)
            if not fed:
                badges.append("out")
        elif at == DUE:
            piece["due"] = {"turn": DUE_ON[u], "edge": EDGE[u]}
        elif at == EXITED:
            piece["left_at"] = HEX_NAMES.names[s.gate[u]]
        out.append(piece)
    return out


def calendar(s: BulgeState) -> list[dict[str, Any]]:
    """13.0, 15.0: future reinforcements, and those held back."""
    out = []
    for (turn, side, edge), units in _ARRIVALS.items():
        waiting = [u for u in units if s.at[u] == DUE]
        if waiting:
            text = f"{', '.join(ROSTER.name[u] for u in waiting)} {_EDGES[edge]}"
            names = [UNIT_NAMES.names[u] for u in waiting]
            out.append(arrival(turn, iso_date(FIRST_DAY, turn), SIDES[side], names, text, "13.0" if edge else "15.0"))
    return out


def days(s: BulgeState) -> list[dict[str, Any]]:
    """The turn track. Other days' weather is known only if it is historical (6.0); victory is checked every evening (3.0)."""
    known = s.setup.option("weather") == "historical"
    notes = [
        s.weather if turn == s.turn else TURNS[turn]["weather"] if known else "" for turn in range(1, LAST_TURN + 1)
    ]
    return [day(turn, iso_date(FIRST_DAY, turn), note, check=True) for turn, note in enumerate(notes, start=1)]


def tracks(s: BulgeState) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    german, allied = TURNS[s.turn]["vp"]
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


def view(s: BulgeState) -> dict[str, Any]:
    """The table as everybody sees it."""
    german, allied = TURNS[s.turn]["vp"]
    marks = [(german, f"Germans win at {german}"), (allied, f"Allies win at {allied}")]
    today = short_date(iso_date(FIRST_DAY, s.turn))
    names = HEX_NAMES.names
    markers = [
        {"kind": "interdiction", "side": SIDES[owner], "at": names[place]}
        for owner in (GERMAN, ALLIED)
        for place in each(s.interdiction[owner])
    ]
    markers += [{"kind": "left by German units", "side": "german", "at": names[p]} for p in each(s.left_by)]
    scores = "Exit: a German unit that leaves here scores {} times its strength"
    return {
        "pieces": pieces(s),
        "markers": markers,
        "tracks": tracks(s),
        "days": days(s),
        "gauge": gauge("German VP", s.vp, marks, f"{s.vp} of {german} on {today}"),
        "calendar": calendar(s),
        "places": {names[p]: {"value": f"×{n}", "title": scores.format(n)} for p, n in EXITS.items()},
        "exits": [{"at": names[p], "factor": n} for p, n in EXITS.items()],
    }
