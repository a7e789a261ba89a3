"""What a side may see, as plain data. Nothing but air missions before the reveal is hidden in this game."""

from __future__ import annotations

from typing import Any

from ardennes.core.names import each
from ardennes.core.state import named_in
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    EXITS,
    FORMATIONS,
    GERMAN,
    HEX_NAMES,
    ISO_DATES,
    LAST_TURN,
    MA,
    SIDES,
    TURNS,
    UNIT_NAMES,
    UNITS,
    UnitFacts,
)
from ardennes.games.bulge.sequence import phase_of
from ardennes.games.bulge.state import ABSENT, BOXES, DUE, EXITED, BulgeState

_BOX_NAMES = {number: name for name, number in BOXES.items()}
_BOXES = [
    {"id": "due", "title": "Reinforcements"},
    {"id": "eliminated", "title": "Destroyed"},
    {"id": "exited", "title": "Off the map"},
]
_PLACES = {
    HEX_NAMES.names[place]: {
        "value": f"×{factor}",
        "title": f"Exit: a German unit that leaves here scores {factor} times its strength",
    }
    for place, factor in EXITS.items()
}
_EXITS = [{"at": HEX_NAMES.names[place], "factor": factor} for place, factor in EXITS.items()]
_MARKS = {"German": "cross", "US": "star", "UK": "roundel"}
_EDGES = {"N": "from the north", "E": "from the east", "S": "from the south", "W": "from the west", "": "by air"}

# --- units -----------------------------------------------------------------------------------------------------------------------------

_ECHELONS = {"III": "17", "X": "18", "XX": "21"}
_ENTITIES = {
    "infantry": "1211000000",
    "airborne": "1211000001",
    "armor": "1205000000",
    "panzergrenadier": "1211020000",
    "recon": "1205010000",
}
"""Land unit and modifiers in the numeric code of the NATO symbols."""


def symbol_of(unit: UnitFacts) -> str:
    """The code of the unit's NATO symbol: a land unit in the rectangular frame that counters have, whichever its side."""
    return f"10031000{_ECHELONS[unit.size]}{_ENTITIES[unit.type]}"


def _printed(number: int) -> dict[str, Any]:
    """What never changes about a piece."""
    unit, more = UNITS[number], FORMATIONS[number]
    return {
        "id": unit.id,
        "name": unit.name,
        "title": more.title,
        "side": SIDES[unit.side],
        "nation": unit.nation,
        "mark": _MARKS[unit.nation],
        "type": unit.type,
        "size": unit.size,
        "mechanized": unit.mech,
        "strength": unit.cf,
        "movement": MA,
        "factors": f"{unit.cf}-{MA}",
        "formation": {
            "id": more.corps,
            "title": more.corps_title,
            "color": f"--{more.color}" if more.color else None,
        },
        "symbol": symbol_of(unit),
        "quality": "",
        "steps": None,
        "source": unit.source,
    }


_PRINTED = [_printed(u) for u in range(len(UNITS))]


def unit_status(s: BulgeState, unit: int) -> list[str]:
    """Markers and states of a unit, for display."""
    bit = 1 << unit
    out = []
    if s.moved & bit:
        out.append("moved")
    if s.attacked & bit:
        out.append("attacked")
    if s.defended & bit:
        out.append("defended")
    if s.mechanized & bit:
        out.append("mechanized")
    if s.resupplied & bit:
        out.append("resupplied")
    if s.counted & bit:
        out.append("counted")
    return out


def pieces(s: BulgeState) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    supplied = [supply.hexes_in_supply(s, side) for side in (GERMAN, ALLIED)]
    marked = s.moved | s.attacked | s.defended | s.mechanized | s.resupplied | s.counted
    acted = s.moved | s.attacked
    for u, facts in enumerate(UNITS):
        at = s.at[u]
        if at == ABSENT:
            continue
        piece = _PRINTED[u].copy()
        piece["formation"] = piece["formation"].copy()  # a view belongs to whoever asked for it, all of it
        piece["at"] = HEX_NAMES.names[at] if at >= 0 else _BOX_NAMES[at]
        piece["status"] = unit_status(s, u) if marked >> u & 1 else []
        piece["done"] = bool(acted >> u & 1)
        badges = piece["badges"] = ["road"] if s.mechanized >> u & 1 else []
        if at >= 0:
            fed = piece["supplied"] = bool(s.resupplied >> u & 1) or bool(supplied[facts.side] >> at & 1)
            if not fed:
                badges.append("out")
        elif at == DUE:
            piece["due"] = {"turn": facts.due, "edge": facts.edge}
        elif at == EXITED:
            piece["left_at"] = HEX_NAMES.names[s.gate[u]]
        out.append(piece)
    return out


# --- what is about to come -------------------------------------------------------------------------------------------------------------


def _arrivals() -> list[tuple[int, int, str, list[int]]]:
    groups: dict[tuple[int, int, str], list[int]] = {}
    for u, facts in enumerate(UNITS):
        if facts.due:
            groups.setdefault((facts.due, facts.side, facts.edge), []).append(u)
    return [(*key, units) for key, units in sorted(groups.items())]


_ARRIVALS = _arrivals()


def calendar(s: BulgeState) -> list[dict[str, Any]]:
    """13.0, 15.0: reinforcements to come, and those that are held back."""
    out = []
    for turn, side, edge, units in _ARRIVALS:
        waiting = [u for u in units if s.at[u] == DUE]
        if waiting:
            names = ", ".join(UNITS[u].name for u in waiting)
            out.append(
                {
                    "turn": turn,
                    "date": TURNS[turn]["date"],
                    "side": SIDES[side],
                    "units": [UNITS[u].id for u in waiting],
                    "text": f"{names} {_EDGES[edge]}",
                    "case": "13.0" if edge else "15.0",
                }
            )
    return out


def days(s: BulgeState) -> list[dict[str, Any]]:
    """The turn track. The weather of other days is known only if it is that of history (6.0); victory is checked every evening (3.0)."""
    out = []
    for turn in range(1, LAST_TURN + 1):
        note = s.weather if turn == s.turn else TURNS[turn]["weather"] if s._historical else ""
        date = TURNS[turn]["date"]
        out.append({"turn": turn, "label": date.split()[0], "date": date, "note": note, "check": True})
    return out


def gauge(s: BulgeState) -> dict[str, Any]:
    """3.0: German victory points between the two limits of this evening."""
    german, allied = TURNS[s.turn]["vp"]
    return {
        "title": "German VP",
        "value": s.vp,
        "low": min(allied, s.vp, 0),
        "high": max(german, s.vp),
        "marks": [
            {"at": german, "text": f"German wins at {german}"},
            {"at": allied, "text": f"Allied wins at {allied}"},
        ],
        "text": f"{s.vp} of {german} on {TURNS[s.turn]['date']}",
    }


def tracks(s: BulgeState) -> list[dict[str, Any]]:
    """What is kept beside the map."""
    german, allied = TURNS[s.turn]["vp"]
    support = f"German {s.support[GERMAN]}, Allied {s.support[ALLIED]}"
    british = "released" if s.released else "restricted"
    limits = f"{s.vp} (German wins at {german}, Allied at {allied})"
    return [
        _track("vp", "Victory points", limits, "3.0", value=s.vp, german=german, allied=allied),
        _track("weather", "Weather", s.weather, "6.0", value=s.weather),
        _track("support", "Ground support", support, "7.3", german=s.support[GERMAN], allied=s.support[ALLIED]),
        _track("resupply", "Resupply missions", f"Allied {s.resupply}", "7.4", allied=s.resupply),
        _track("british", "British", british, "13.0-1", value=british),
    ]


def _track(name: str, title: str, text: str, case: str, **values: Any) -> dict[str, Any]:
    return {"id": name, "title": title, **values, "text": text, "case": case}


# --- the whole -------------------------------------------------------------------------------------------------------------------------


def focus(s: BulgeState) -> dict[str, list[str]]:
    """The units and places that the pending question is about: who moves, who attacks whom. None of it is secret."""
    units, places = named_in(s.stack[-1])
    return {"units": UNIT_NAMES.list_of(units), "places": HEX_NAMES.list_of(places)}


def view(s: BulgeState, side: str | None) -> dict[str, Any]:
    """The table as any player sees it: `side` makes no difference, because pending air missions are on no one's table yet."""
    markers = [
        {"kind": "interdiction", "side": SIDES[owner], "at": HEX_NAMES.names[place]}
        for owner in (GERMAN, ALLIED)
        for place in each(s.interdiction[owner])
    ]
    markers += [{"kind": "left by German units", "side": "german", "at": HEX_NAMES.names[p]} for p in each(s.left_by)]
    return {
        "game": "bulge",
        "side": side,
        "turn": {"number": s.turn, "of": LAST_TURN, "date": TURNS[s.turn]["date"], "iso": ISO_DATES[s.turn]},
        "phase": phase_of(s),
        "pieces": pieces(s),
        "focus": focus(s),
        "markers": markers,
        "tracks": tracks(s),
        "days": days(s),
        "gauge": gauge(s),
        "calendar": calendar(s),
        "boxes": [box.copy() for box in _BOXES],
        "places": {name: what.copy() for name, what in _PLACES.items()},
        "exits": [row.copy() for row in _EXITS],
    }
