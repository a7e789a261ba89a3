"""What everyone sees, as plain data. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

from ardennes.core import calendar
from ardennes.core.names import each
from ardennes.core.placed import ABSENT
from ardennes.core.view import focus
from ardennes.games.commander.battle import Battle
from ardennes.games.commander.facts import (
    ALL,
    ALLIED,
    ARRIVES,
    ATTACK,
    BONUS,
    DAYS,
    DEFENCE,
    ELITE,
    EXITS,
    FIRST_DAY,
    FULL,
    GERMAN,
    HOURS,
    LAST_DAY,
    LETTERS,
    OF_SIDE,
    RACE_LAST_DAY,
    ROSTER,
    SIDE,
    SIDES,
    SPACE_NAMES,
    TYPE,
    TYPE_TITLES,
    UNIT_NAMES,
    VALUE,
)
from ardennes.games.commander.losses import Losses, Response
from ardennes.games.commander.state import DUE, CommanderState, points_by_source, space_title


def view(s: CommanderState) -> dict[str, Any]:
    """The table: the same for everyone."""
    out = {
        "turn": calendar.turn(s.turn, last_day(s) - FIRST_DAY + 1, s.game.iso_date(s.turn), clock_text(s)),
        "pieces": pieces(s),
        "tracks": tracks(s),
        "days": days(s),
        "gauge": gauge(s),
        "calendar": arrivals(s),
        "places": places(s),
    }
    about = focus(s.game, s)
    if not about["units"]:
        out["focus"] = about | {"units": UNIT_NAMES.list_of(s.active)}
    return out


# --- units -----------------------------------------------------------------------------------------------------------------------------

_MARKERS = (
    ("cubes", "activated"),
    ("active", "active"),
    ("moved", "moved"),
    ("broke", "broke through"),
    ("oos", "out of supply"),
    ("short", "short of fuel"),
)


def printed(unit: int) -> dict[str, Any]:
    """What only counters of this game show."""
    return {
        "type": TYPE_TITLES[TYPE[unit]],
        "quality": "elite" if ELITE >> unit & 1 else "",
        "bonus_die": bool(BONUS >> unit & 1),
        "hits_on": {"attack": ATTACK[unit], "defence": DEFENCE[unit]},
    }


def factors_of(unit: int, strength: int) -> str:
    """Strength and hit chance (attack/defence if they differ), with a plus for the bonus die."""
    chance = str(ATTACK[unit]) if ATTACK[unit] == DEFENCE[unit] else f"{ATTACK[unit]}/{DEFENCE[unit]}"
    return f"{strength}-{chance}{'+' if BONUS >> unit & 1 else ''}"


def pieces(s: CommanderState) -> list[dict[str, Any]]:
    """All units that are, have been or may still come into play."""
    out: list[dict[str, Any]] = []
    for u, at in enumerate(s.at):
        if at == ABSENT:
            continue
        strength = s.strength(u)
        piece: dict[str, Any] = {
            "id": UNIT_NAMES.names[u],
            "at": s.game.place_name(at),
            "strength": strength,
            "factors": factors_of(u, strength),
            "steps": [strength, FULL[u]],
            "status": [word for field, word in _MARKERS if getattr(s, field) >> u & 1],
            "done": bool((s.cubes | s.moved) >> u & 1),
            "badges": [badge for mark, badge in ((s.oos, "out"), (s.short, "nofuel")) if mark >> u & 1],
        }
        if at >= 0:
            piece["supplied"] = not s.oos >> u & 1
        elif at == DUE:
            piece["due"] = {"turn": ARRIVES[u] - FIRST_DAY + 1, "letters": list(LETTERS[u])}
        out.append(piece)
    return out


# --- calendar and tracks ---------------------------------------------------------------------------------------------------------------

_GROUPS = ROSTER.groups(lambda u: (ARRIVES[u], SIDE[u], LETTERS[u][0]) if ARRIVES[u] else None, OF_SIDE[0] | OF_SIDE[1])
"""Units that arrive together, by day, side and letter."""


def arrivals(s: CommanderState) -> list[dict[str, Any]]:
    """10-reinforcements: future reinforcements, and delayed ones."""
    out = []
    for (day, side, letter), units in _GROUPS.items():
        waiting = [u for u in units if s.at[u] == DUE]
        if waiting:
            turn = day - FIRST_DAY + 1
            text = f"{', '.join(s.name(u) for u in waiting)} at {letter}" + (", delayed" if day < s.day else "")
            names = [UNIT_NAMES.names[u] for u in waiting]
            iso = s.game.iso_date(turn)
            out.append(calendar.arrival(turn, iso, SIDES[side], names, text, "10-reinforcements"))
    return out


def last_day(s: CommanderState) -> int:
    """The last day of the scenario."""
    return RACE_LAST_DAY if s.race else LAST_DAY


def days(s: CommanderState) -> list[dict[str, Any]]:
    """The calendar: who has the initiative, and on which evenings victory is checked."""
    out = []
    for turn, day in enumerate(range(FIRST_DAY, last_day(s) + 1), start=1):
        check = day == RACE_LAST_DAY if s.race else DAYS[day].german_wins is not None
        note = SIDES[DAYS[day].initiative].capitalize()  # the side with the initiative; there is room for only one word
        out.append(calendar.day(turn, s.game.iso_date(turn), note, check))
    return out


def gauge(s: CommanderState) -> dict[str, Any] | None:
    """12-victory-determination: German victory points between the thresholds of the next check."""
    if s.race:
        return None
    day = next(day for day in range(s.day, LAST_DAY + 1) if DAYS[day].german_wins is not None)
    german, allied = DAYS[day].german_wins or 0, DAYS[day].allied_wins or 0
    marks = [(german, f"Germans win at {german}"), (allied, f"Allies win at {allied}")]
    return calendar.gauge("German VP", s._vp, marks, f"{s._vp} of {german} on {day} Dec")


def clock_text(s: CommanderState) -> str:
    """The time of day."""
    return f"Surprise turn {s.time + 1}" if s.surprise else HOURS[s.time]


def tracks(s: CommanderState) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    initiative = SIDES[s.initiative()].capitalize()
    sources = points_by_source(s)
    parts = ", ".join(f"{name} {n:+d}" for name, n in sources.items() if n) or "none yet"
    hits = _hits(s)
    british = "free to cross the Meuse" if s.meuse_is_open() else "behind the Meuse"
    commando = "used" if s.commando else "ready"
    track = calendar.track
    return [
        track("time", "Time", clock_text(s), "4-passage-of-time", value=clock_text(s)),
        track("initiative", "Initiative", initiative, "4-initiative", value=initiative),
        track("vp", "Victory points", f"{s._vp} ({parts})", "12-victory-points", value=s._vp, sources=sources),
        track("hits_german", "German hits", str(hits[GERMAN]), "8-hit-resolution", value=hits[GERMAN], side="german"),
        track("hits_allied", "Allied hits", str(hits[ALLIED]), "8-hit-resolution", value=hits[ALLIED], side="allied"),
        track("commando", "Commandos", commando, "4-7-commando", value=commando),
        track("british", "British", british, "7-british", value=british),
    ]


def _hits(s: CommanderState) -> list[int]:
    """The two hit tracks: hits on each side that have not been applied yet."""
    out = [0, 0]
    for frame in s.stack:
        match frame:
            case Battle(attackers=units, on_attacker=own, on_defender=other):
                pass
            case Response(attackers=units, back=own, hits=other):
                pass
            case Losses(units=units, hits=own) if units:
                other = 0
            case _:
                continue
        side = SIDE[units.bit_length() - 1]
        out[side] += own
        out[1 - side] += other
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
