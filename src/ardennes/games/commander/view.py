"""What everyone sees, as plain data. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

from ardennes.core.calendar import Arrivals, gauge, track, turn_track
from ardennes.core.names import each
from ardennes.core.placed import Marks
from ardennes.games.commander import facts
from ardennes.games.commander.battle import Battle
from ardennes.games.commander.facts import ALLIED, DAYS, FULL, GERMAN, SIDE, SIDES
from ardennes.games.commander.losses import Losses, Response
from ardennes.games.commander.state import DUE, CommanderState, points_by_source

_ARRIVALS = Arrivals(
    facts.ROSTER,
    facts.FIRST_DATE,
    lambda u: (
        (facts.turn_of(facts.ARRIVES[u]), f"at {facts.LETTERS[u][0]}", "10-reinforcements")
        if facts.ARRIVES[u]
        else None
    ),
)
_INITIATIVE = [SIDES[day.initiative].capitalize() for day in DAYS.values()]
_CHECKS = [turn for turn, day in enumerate(DAYS.values(), start=1) if day.german_wins is not None]


def view(s: CommanderState) -> dict[str, Any]:
    """The table: the same for everyone."""
    turns = s.game.scenario(s.setup.scenario).turns
    return {
        "tracks": _tracks(s),
        # The track has room for only one word: the side with the initiative.
        "days": turn_track(facts.FIRST_DATE, _INITIATIVE[:turns], [turns] if s.race else _CHECKS),
        "gauge": None if s.race else _gauge(s),
        "calendar": _ARRIVALS.waiting(s.in_box(DUE), s.turn),
        "places": _places(s),
    }


# --- units -----------------------------------------------------------------------------------------------------------------------------


_FACTORS = [
    [f"{strength}-{chance}{'+' if facts.BONUS >> u & 1 else ''}" for strength in range(FULL[u] + 1)]
    for u, chance in enumerate(facts.CHANCE)
]
"""By unit and strength: strength and hit chance, with a plus for the bonus die."""


def marks(s: CommanderState) -> Marks:
    """How the units are marked."""
    more = {u: _strength(u, s.strength(u)) for u in range(facts.UNITS)}
    for u in each(s.in_box(DUE)):
        more[u]["due"] = {"turn": facts.turn_of(facts.ARRIVES[u]), "letters": list(facts.LETTERS[u])}
    return Marks(
        status={
            "activated": s.cubes,
            "active": s.active,
            "moved": s.moved,
            "broke through": s.broke,
            "out of supply": s.oos,
            "short of fuel": s.short,
        },
        done=s.cubes | s.moved,
        badges={"out": s.oos, "nofuel": s.short},
        supplied=~s.oos,
        more=more,
    )


def _strength(unit: int, strength: int) -> dict[str, Any]:
    return {"strength": strength, "factors": _FACTORS[unit][strength], "steps": [strength, FULL[unit]]}


# --- tracks ----------------------------------------------------------------------------------------------------------------------------


def _gauge(s: CommanderState) -> dict[str, Any]:
    """12-victory-determination: German victory points between the thresholds of the next check."""
    day = next(day for day in DAYS.values() if day.day >= s.day and day.german_wins is not None)
    german, allied = day.german_wins or 0, day.allied_wins or 0
    marks = [(german, f"Germans win at {german}"), (allied, f"Allies win at {allied}")]
    return gauge("German VP", s._vp, marks, f"{s._vp} of {german} on {day.day} Dec")


def _tracks(s: CommanderState) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    time, initiative = s.game.time(s), SIDES[s.initiative()].capitalize()
    sources = points_by_source(s)
    parts = ", ".join(f"{name} {n:+d}" for name, n in sources.items() if n) or "none yet"
    hits = _hits(s)
    british = "free to cross the Meuse" if s.meuse_is_open() else "behind the Meuse"
    commando = "used" if s.commando else "ready"
    return [
        track("time", "Time", time, "4-passage-of-time", value=time),
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


def _printed_place(place: int) -> dict[str, Any]:
    """What a space is called, and what it is worth."""
    value, leads_off = facts.VALUE[place], facts.EXITS >> place & 1
    title = facts.TITLES[place] + (f": {value} VP" if value else "") + (", exit" if leads_off else "")
    return {"title": title} | ({"value": str(value)} if value else {}) | ({"exit": True} if leads_off else {})


_PLACES = [(name, _printed_place(place)) for place, name in enumerate(facts.SPACE_NAMES.names)]


def _places(s: CommanderState) -> dict[str, dict[str, Any]]:
    """Every space: who controls it, and whether it is contested (6-control-markers, 6-contested)."""
    german, contested = s.german, s.contested()
    return {
        name: {
            "control": SIDES[GERMAN if german >> place & 1 else ALLIED],
            "contested": contested >> place & 1 != 0,
            **printed,
        }
        for place, (name, printed) in enumerate(_PLACES)
    }
