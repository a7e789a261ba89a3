"""What the choices are called on buttons and in menus, and how far a move goes."""

from __future__ import annotations

from typing import Any

from ardennes.core.game import Hints
from ardennes.core.names import each
from ardennes.games.commander.arrivals import Arrivals, ArriveAt, Reserve
from ardennes.games.commander.battle import Combats
from ardennes.games.commander.facts import AT_MEUSE, GERMAN, SIDE, SPACE_NAMES, UNITS, VALUE
from ardennes.games.commander.losses import Breakthrough, Losses, Response, Retreat
from ardennes.games.commander.morning import Commando, NameShort, Refuel, Replace
from ardennes.games.commander.movement import Move, Moves, Via
from ardennes.games.commander.reach import DIRECT, reach, sorties, steps_back, ways
from ardennes.games.commander.sequence import PHASE_TITLES
from ardennes.games.commander.state import CommanderState, space_title
from ardennes.games.commander.turns import Turn

Hint = dict[str, Any]


def phase_title(phase: str) -> str:
    """The name of a phase for people."""
    return PHASE_TITLES.get(phase, phase)


def question(s: CommanderState) -> str:
    """A short title for the pending question."""
    match s.stack[-1]:
        case Turn():
            return "Activation"
        case Moves() | Move() | Via():
            return "Movement"
        case Combats():
            return "Battles"
        case Response():
            return "Stand or retreat"
        case Losses():
            return "Losses"
        case Retreat():
            return "Retreat"
        case Breakthrough():
            return "Breakthrough"
        case Arrivals() | ArriveAt():
            return "Reinforcements"
        case Reserve():
            return "OKW reserve"
        case NameShort() | Refuel():
            return "Fuel"
        case Replace():
            return "Replacements"
        case Commando():
            return "Commandos"
    return ""


def hints(s: CommanderState) -> Hints:
    """Labels, notes and costs of what can be chosen now."""
    match s.stack[-1]:
        case Turn() as turn:
            return _turn(s, turn)
        case Moves() as moves:
            return {"unit": _all("Move"), "done": _only("End movement", _battles(s, moves.side), main=True)}
        case Move() as move:
            return _move(s, move)
        case Via() as via:
            return _ways(s, via)
        case Combats():
            return {"battle": _all("Fight here first")}
        case Response() as response:
            less = response.hits - 1
            return {
                "stand": _only("Stand", f"take {_hits(response.hits)}"),
                "retreat": _only("Retreat", f"take {_hits(less)}; all units leave and are used up for the day"),
            }
        case Losses():
            return {"unit": {UNITS[u].id: _loss(s, u) for u in _offered(s, "unit")}}
        case Retreat():
            return {"space": _all("Retreat here")}
        case Breakthrough():
            return {"space": _all("Break through to here"), "stay": _only("No breakthrough", main=True)}
    return _morning(s)


def _morning(s: CommanderState) -> Hints:
    match s.stack[-1]:
        case Arrivals():
            return {"unit": _all("Place this unit next")}
        case ArriveAt():
            return {"space": _all("Arrive here")}
        case Reserve():
            return {"unit": _all("Bring in from the reserve"), "done": _only("No reserve today", main=True)}
        case NameShort():
            return {"unit": _all("Short of fuel")}
        case Refuel():
            return {"unit": _all("Give it fuel")}
        case Replace():
            units = {UNITS[u].id: _gain(s, u) for u in _offered(s, "unit")}
            return {"unit": units, "done": _only("No more replacements", "points left are lost", main=True)}
        case Commando():
            more = "once, on 17 or 18 December"
            return {"unit": _all("Keep it from acting"), "done": _only("Not today", more, main=True)}
    return {}


def _all(label: str) -> dict[str, Hint]:
    return {"*": {"label": label}}


def _only(label: str, note: str = "", main: bool = False) -> dict[str, Hint]:
    out: Hint = {"label": label}
    if note:
        out["note"] = note
    if main:
        out["main"] = True
    return {"": out}


def _offered(s: CommanderState, verb: str) -> list[int]:
    return each(s.decision.raw.get(verb, 0)) if s.decision else []


def _hits(n: int) -> str:
    return "one hit" if n == 1 else f"{n or 'no'} hits"


def _turn(s: CommanderState, turn: Turn) -> Hints:
    spaces: dict[str, Hint] = {}
    ready = s.ready(turn.side)
    for place in _offered(s, "activate"):
        names = ", ".join(UNITS[u].name for u in each(s.units_at(place, turn.side) & ready))
        spaces[SPACE_NAMES.names[place]] = {"label": "Activate", "note": names}
    return {"activate": spaces, "pass": _only("Pass", "the day ends" if s.passed else "")}


def _battles(s: CommanderState, side: int) -> str:
    places = s.spaces_of(s.active) & s._occ[1 - side]
    return f"battle in {', '.join(space_title(p) for p in each(places))}" if places else ""


def _move(s: CommanderState, move: Move) -> Hints:
    """7-movement: how many spaces a move goes, the space before each on the way to it, and where it leads to battle."""
    found = reach(s, move.unit)
    foes = s._occ[1 - SIDE[move.unit]]
    names = SPACE_NAMES.names
    before = {names[a]: names[b] for a, b in steps_back(s, move.unit).items()}
    spaces: dict[str, Hint] = {"*": {"label": "Move here", "before": before}}
    for cost, places in enumerate(found, start=1):
        for place in each(places):
            hint: Hint = {"label": "Attack here" if foes >> place & 1 else "Move here", "cost": str(cost)}
            if cost == len(found):
                hint["note"] = "strategic move"
            spaces[SPACE_NAMES.names[place]] = hint
    points = s.strength(move.unit)
    leave = {"label": "Exit the map", "note": f"{points} VP", "danger": True}
    return {
        "space": spaces,
        "sortie": _only("Go out and come back", _sortie(s, move)),
        "exit": {"": leave},
        "stay": _only("Stay"),
    }


def _sortie(s: CommanderState, move: Move) -> str:
    """7-enemy-empty: what a unit could take without giving up its place."""
    found = each(sorties(s, move.unit))
    if len(found) != 1:
        return f"takes one of {len(found)} empty spaces"
    return f"takes {space_title(found[0])}{_worth(found[0])}{_frees(s, move.unit, found[0], s.at[move.unit])}"


def _worth(place: int) -> str:
    return f", {VALUE[place]} VP" if VALUE[place] else ""


def _frees(s: CommanderState, unit: int, taken: int, to: int) -> str:
    """7-british: does the way by a space that is taken release the British, and its end not?"""
    german = SIDE[unit] == GERMAN and not s.meuse_is_open()
    return "; frees the British" if german and AT_MEUSE >> taken & 1 and not AT_MEUSE >> to & 1 else ""


def _ways(s: CommanderState, via: Via) -> Hints:
    """In what the ways differ: what is taken in passing, the British, the river over which the enemy is met."""
    found = {}
    for middle, (taken, border) in ways(s, via.unit, via.to).items():
        note = "takes nothing on the way"
        if taken >= 0:
            note = f"takes it{_worth(taken)}{_frees(s, via.unit, taken, via.to)}"
        found[middle] = note + ("; attacks over the river" if border >= 0 else "")
    direct = _only("Directly", found.pop(DIRECT, ""), main=True)
    middles = {SPACE_NAMES.names[p]: {"label": f"By {space_title(p)}", "note": note} for p, note in found.items()}
    return {"via": middles, "direct": direct}


def _loss(s: CommanderState, unit: int) -> Hint:
    left = s.strength(unit) - 1
    note = f"strength {left} left" if left else "it is eliminated"
    return {"label": "Take the hit", "note": note, "danger": not left}


def _gain(s: CommanderState, unit: int) -> Hint:
    return {"label": "Replenish", "note": f"{UNITS[unit].name} to strength {s.strength(unit) + 1}"}
