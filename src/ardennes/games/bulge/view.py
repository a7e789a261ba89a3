"""What a side may see, as plain data. Nothing but air missions before the reveal is hidden in this game."""

from __future__ import annotations

from typing import Any

from ardennes.core.names import each
from ardennes.core.state import field_kinds
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    EXITS,
    GERMAN,
    HEX_NAMES,
    LAST_TURN,
    MA,
    SIDES,
    TURNS,
    UNIT_NAMES,
    UNITS,
)
from ardennes.games.bulge.sequence import phase_of
from ardennes.games.bulge.state import ABSENT, BOXES, DUE, EXITED, BulgeState

_BOX_NAMES = {number: name for name, number in BOXES.items()}


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
    for u, facts in enumerate(UNITS):
        at = s.at[u]
        if at == ABSENT:
            continue
        piece: dict[str, Any] = {
            "id": UNIT_NAMES.names[u],
            "name": facts.name,
            "side": SIDES[facts.side],
            "nation": facts.nation,
            "type": facts.type,
            "size": facts.size,
            "mechanized": facts.mech,
            "strength": facts.cf,
            "movement": MA,
            "at": HEX_NAMES.names[at] if at >= 0 else _BOX_NAMES[at],
            "status": unit_status(s, u),
            "source": facts.source,
        }
        if at >= 0:
            piece["supplied"] = bool(s.resupplied >> u & 1) or bool(supplied[facts.side] >> at & 1)
        elif at == DUE:
            piece["due"] = {"turn": facts.due, "edge": facts.edge}
        elif at == EXITED:
            piece["left_at"] = HEX_NAMES.names[s.gate[u]]
        out.append(piece)
    return out


def focus(s: BulgeState) -> dict[str, list[str]]:
    """The units and places that the pending question is about: who moves, who attacks whom. None of it is secret."""
    units = places = 0
    top = s.stack[-1]
    for name, kind in field_kinds(type(top)).items():
        value = getattr(top, name)
        if kind == "Units":
            units |= value
        elif kind == "Places":
            places |= value
        elif kind == "Unit" and value >= 0:
            units |= 1 << value
        elif kind == "Place" and value >= 0:
            places |= 1 << value
    return {"units": UNIT_NAMES.list_of(units), "places": HEX_NAMES.list_of(places)}


def view(s: BulgeState, side: str | None) -> dict[str, Any]:
    """The table as any player sees it: `side` makes no difference, because pending air missions are on no one's table yet."""
    german, allied = TURNS[s.turn]["vp"]
    markers = [
        {"kind": "interdiction", "side": SIDES[owner], "at": HEX_NAMES.names[place]}
        for owner in (GERMAN, ALLIED)
        for place in each(s.interdiction[owner])
    ]
    markers += [{"kind": "left by German units", "side": "german", "at": HEX_NAMES.names[p]} for p in each(s.left_by)]
    return {
        "game": "bulge",
        "side": side,
        "turn": {"number": s.turn, "of": LAST_TURN, "date": TURNS[s.turn]["date"]},
        "phase": phase_of(s),
        "pieces": pieces(s),
        "focus": focus(s),
        "markers": markers,
        "tracks": [
            {"id": "vp", "title": "Victory points", "value": s.vp, "german": german, "allied": allied},
            {"id": "weather", "title": "Weather", "value": s.weather},
            {
                "id": "support",
                "title": "Ground support",
                "german": s.support[GERMAN],
                "allied": s.support[ALLIED],
            },
            {"id": "resupply", "title": "Resupply missions", "allied": s.resupply},
            {"id": "british", "title": "British", "value": "released" if s.released else "restricted"},
        ],
        "exits": [{"at": HEX_NAMES.names[place], "factor": factor} for place, factor in EXITS.items()],
    }
