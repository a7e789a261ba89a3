"""What everyone sees, as plain data. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

from ardennes.core.names import each
from ardennes.core.state import named_in
from ardennes.games.commander.battle import Battle
from ardennes.games.commander.facts import (
    ALL,
    ALLIED,
    DAYS,
    EXITS,
    FIRST_DAY,
    FORMATIONS,
    FULL,
    GERMAN,
    HOURS,
    ISO_DATES,
    LAST_DAY,
    RACE_LAST_DAY,
    SIDES,
    SPACE_NAMES,
    TYPE_TITLES,
    UNIT_NAMES,
    UNITS,
    VALUE,
)
from ardennes.games.commander.losses import Losses, Response
from ardennes.games.commander.sequence import PHASE_TITLES, phase_of
from ardennes.games.commander.state import ABSENT, BOXES, DUE, CommanderState, points_by_source, space_title

_BOX_NAMES = {number: name for name, number in BOXES.items()}
_BOXES = [
    {"id": "due", "title": "Reinforcements"},
    {"id": "reserve", "title": "OKW reserve"},
    {"id": "eliminated", "title": "Eliminated"},
    {"id": "exited", "title": "Off the map"},
]
_MARKS = {"de": "cross", "us": "star", "uk": "roundel"}
_NATIONS = {"de": "German", "us": "US", "uk": "British"}

# --- units -----------------------------------------------------------------------------------------------------------------------------

_ECHELONS = {"III": "17", "X": "18", "XX": "21"}
_ENTITIES = {"infantry": "1211000000", "mech": "1211020000", "armor": "1205000000"}
"""Land unit in the numeric code of the NATO symbols."""


def _printed(number: int) -> dict[str, Any]:
    """What never changes about a piece."""
    unit, more = UNITS[number], FORMATIONS[number]
    return {
        "id": unit.id,
        "name": unit.name,
        "title": more.title,
        "side": SIDES[unit.side],
        "nation": _NATIONS[unit.nation],
        "mark": _MARKS[unit.nation],
        "type": TYPE_TITLES[unit.type],
        "size": more.size,
        "formation": {
            "id": more.corps,
            "title": more.corps_title,
            "color": f"--{more.color}" if more.color else None,
        },
        "symbol": f"10031000{_ECHELONS[more.size]}{_ENTITIES[unit.type]}",
        "quality": "elite" if unit.elite else "",
        "bonus_die": unit.bonus,
        "hits_on": {"attack": unit.attack, "defence": unit.defence},
        "source": unit.source,
    }


_PRINTED = [_printed(u) for u in range(len(UNITS))]
_MARKERS = (
    ("cubes", "activated"),
    ("active", "active"),
    ("moved", "moved"),
    ("broke", "broke through"),
    ("oos", "out of supply"),
    ("short", "short of fuel"),
)


def factors_of(unit: int, strength: int) -> str:
    """Strength and hit chance (of attack and defence if they differ), with a plus for the bonus die."""
    facts = UNITS[unit]
    chance = str(facts.attack) if facts.attack == facts.defence else f"{facts.attack}/{facts.defence}"
    return f"{strength}-{chance}{'+' if facts.bonus else ''}"


def pieces(s: CommanderState) -> list[dict[str, Any]]:
    """All units that are in play or may still come."""
    out: list[dict[str, Any]] = []
    for u, at in enumerate(s.at):
        if at == ABSENT:
            continue
        strength = s.strength(u)
        piece = _PRINTED[u].copy()
        piece["formation"] = piece["formation"].copy()  # a view belongs to whoever asked for it, all of it
        piece["hits_on"] = piece["hits_on"].copy()
        piece["at"] = SPACE_NAMES.names[at] if at >= 0 else _BOX_NAMES[at]
        piece["strength"] = strength
        piece["factors"] = factors_of(u, strength)
        piece["steps"] = [strength, FULL[u]]
        piece["status"] = [word for field, word in _MARKERS if getattr(s, field) >> u & 1]
        piece["done"] = bool((s.cubes | s.moved) >> u & 1)
        badges = piece["badges"] = []
        if s.oos >> u & 1:
            badges.append("out")
        if s.short >> u & 1:
            badges.append("nofuel")
        if at >= 0:
            piece["supplied"] = not s.oos >> u & 1
        elif at == DUE:
            piece["due"] = {"turn": UNITS[u].due - FIRST_DAY + 1, "letters": list(UNITS[u].letters)}
        out.append(piece)
    return out


# --- calendar and tracks ---------------------------------------------------------------------------------------------------------------


def _arrivals() -> list[tuple[int, int, str, list[int]]]:
    groups: dict[tuple[int, int, str], list[int]] = {}
    for u, facts in enumerate(UNITS):
        if facts.due:
            groups.setdefault((facts.due, facts.side, facts.letters[0]), []).append(u)
    return [(*key, units) for key, units in sorted(groups.items())]


_ARRIVALS = _arrivals()


def calendar(s: CommanderState) -> list[dict[str, Any]]:
    """10-reinforcements: units to come, and those that are delayed."""
    out = []
    for day, side, letter, units in _ARRIVALS:
        waiting = [u for u in units if s.at[u] == DUE]
        if waiting:
            names = ", ".join(UNITS[u].name for u in waiting)
            out.append(
                {
                    "turn": day - FIRST_DAY + 1,
                    "date": f"{day} Dec",
                    "side": SIDES[side],
                    "units": [UNITS[u].id for u in waiting],
                    "text": f"{names} at {letter}" + (", delayed" if day < s.day else ""),
                    "case": "10-reinforcements",
                }
            )
    return out


def last_day(s: CommanderState) -> int:
    """The last day of the scenario."""
    return RACE_LAST_DAY if s._race else LAST_DAY


def days(s: CommanderState) -> list[dict[str, Any]]:
    """The calendar: who has the initiative, and on which evenings victory is checked."""
    out = []
    for day in range(FIRST_DAY, last_day(s) + 1):
        facts = DAYS[day]
        check = day == RACE_LAST_DAY if s._race else facts.german_wins is not None
        note = SIDES[facts.initiative].capitalize()  # who has the initiative: there is room for one word
        out.append({"turn": day - FIRST_DAY + 1, "label": str(day), "date": f"{day} Dec", "note": note, "check": check})
    return out


def _next_check(s: CommanderState) -> int:
    return next(day for day in range(s.day, LAST_DAY + 1) if DAYS[day].german_wins is not None)


def gauge(s: CommanderState) -> dict[str, Any] | None:
    """12-victory-determination: German victory points between the thresholds of the next check."""
    if s._race:
        return None
    day = _next_check(s)
    german, allied = DAYS[day].german_wins or 0, DAYS[day].allied_wins or 0
    return {
        "title": "German VP",
        "value": s._vp,
        "low": min(0, allied, s._vp),
        "high": max(german, s._vp),
        "marks": [
            {"at": german, "text": f"German wins at {german}"},
            {"at": allied, "text": f"Allied wins at {allied}"},
        ],
        "text": f"{s._vp} of {german} on {day} Dec",
    }


def clock_text(s: CommanderState) -> str:
    """The time of day."""
    return f"Surprise turn {s.time + 1}" if s.surprise else HOURS[s.time]


def tracks(s: CommanderState) -> list[dict[str, Any]]:
    """What is kept beside the map."""
    initiative = SIDES[s.initiative()].capitalize()
    sources = points_by_source(s)
    parts = ", ".join(f"{name} {n:+d}" for name, n in sources.items() if n) or "none yet"
    hits = _hits(s)
    british = "free to cross the Meuse" if s.meuse_is_open() else "behind the Meuse"
    commando = "used" if s.commando else "ready"
    return [
        _track("time", "Time", clock_text(s), "4-passage-of-time", value=clock_text(s)),
        _track("initiative", "Initiative", initiative, "4-initiative", value=initiative),
        _track("vp", "Victory points", f"{s._vp} ({parts})", "12-victory-points", value=s._vp, sources=sources),
        _track("hits_german", "German hits", str(hits[GERMAN]), "8-hit-resolution", value=hits[GERMAN], side="german"),
        _track("hits_allied", "Allied hits", str(hits[ALLIED]), "8-hit-resolution", value=hits[ALLIED], side="allied"),
        _track("commando", "Commandos", commando, "4-7-commando", value=commando),
        _track("british", "British", british, "7-british", value=british),
    ]


def _track(name: str, title: str, text: str, case: str, **values: Any) -> dict[str, Any]:
    return {"id": name, "title": title, **values, "text": text, "case": case}


def _hits(s: CommanderState) -> list[int]:
    """The two hit tracks: hits against each side that are not applied yet."""
    out = [0, 0]
    for frame in s.stack:
        if isinstance(frame, Battle):
            side = UNITS[frame.attackers.bit_length() - 1].side
            out[side] += frame.on_attacker
            out[1 - side] += frame.on_defender
        elif isinstance(frame, Response):
            side = UNITS[frame.attackers.bit_length() - 1].side
            out[side] += frame.back
            out[1 - side] += frame.hits
        elif isinstance(frame, Losses) and frame.units:
            out[UNITS[frame.units.bit_length() - 1].side] += frame.hits
    return out


# --- spaces ----------------------------------------------------------------------------------------------------------------------------


def places(s: CommanderState) -> dict[str, dict[str, Any]]:
    """Every space: who controls it, whether it is contested, and what it is worth (6-control-markers, 6-contested)."""
    contested = s.contested()
    out: dict[str, dict[str, Any]] = {}
    for place in each(ALL):
        entry: dict[str, Any] = {
            "control": SIDES[s.controller(place)],
            "contested": bool(contested >> place & 1),
            "title": space_title(place),
        }
        if VALUE[place]:
            entry["value"] = str(VALUE[place])
            entry["title"] += f": {VALUE[place]} VP"
        if EXITS >> place & 1:
            entry["exit"] = True
            entry["title"] += ", exit"
        out[SPACE_NAMES.names[place]] = entry
    return out


def focus(s: CommanderState) -> dict[str, list[str]]:
    """The units and places that the pending question is about."""
    units, places = named_in(s.stack[-1])
    return {"units": UNIT_NAMES.list_of(units or s.active), "places": SPACE_NAMES.list_of(places)}


def view(s: CommanderState, side: str | None) -> dict[str, Any]:
    """The table: the same for everyone."""
    phase = phase_of(s)
    return {
        "game": "commander",
        "side": side,
        "turn": {
            "number": s.day - FIRST_DAY + 1,
            "of": last_day(s) - FIRST_DAY + 1,
            "date": f"{s.day} Dec",
            "iso": ISO_DATES[s.day],
            "time": clock_text(s),
        },
        "phase": phase,
        "phase_title": PHASE_TITLES[phase],
        "pieces": pieces(s),
        "focus": focus(s),
        "tracks": tracks(s),
        "days": days(s),
        "gauge": gauge(s),
        "calendar": calendar(s),
        "boxes": [box.copy() for box in _BOXES],
        "places": places(s),
    }
