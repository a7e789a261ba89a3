"""What the choices are called on buttons and in menus, and what a move costs."""

from __future__ import annotations

from typing import Any

from ardennes.core.game import Hints
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.air import AirMissions, PlaceInterdiction, PlaceResupply
from ardennes.games.bulge.combat import Column, Combat, Declare, Support
from ardennes.games.bulge.facts import COLUMNS, EXITS, HEX_NAMES, MISSIONS, SIDE, SIDES, UNIT_NAMES
from ardennes.games.bulge.movement import Move, travel
from ardennes.games.bulge.movement_phase import Mechanize, Movement
from ardennes.games.bulge.paths import steps_back
from ardennes.games.bulge.reinforcements import Arrive
from ardennes.games.bulge.results import Advance, Exchange, LoseOne, Retreat, Retreats
from ardennes.games.bulge.state import BulgeState
from ardennes.games.bulge.strength import differential, shifted

_MISSIONS = (
    ("Combat air patrol", "cancels one enemy ground support mission each"),
    ("Interdiction", "closes a road hex to the enemy for the day"),
    ("Ground support", "moves an attack one column to the right"),
    ("Resupply", "feeds a unit that is cut off for the day"),
)
_HOLD_BACK = {"label": "Hold back", "note": "for this turn"}
_TABLES = {
    "primary": ("Primary table", "hard fighting: losses on both sides"),
    "secondary": ("Secondary table", "a push: nobody is destroyed by a bad die"),
}
_TITLES = {
    "weather": "Weather",
    "air-missions": "Air missions",
    "allied-interdiction": "Allied air strikes",
    "german-interdiction": "German air strikes",
    "german-combat-before-movement": "German attacks before movement",
    "german-movement": "German movement",
    "german-combat-after-movement": "German attacks after movement",
    "allied-resupply": "Allied resupply by air",
    "allied-combat-before-movement": "Allied attacks before movement",
    "allied-mechanization": "Allied trucks",
    "allied-movement": "Allied movement",
    "allied-combat-after-movement": "Allied attacks after movement",
    "victory": "Victory check",
    "turn-end": "End of the day",
}


def phase_title(phase: str) -> str:
    """The name of a phase for people."""
    return _TITLES.get(phase, phase)


def question(s: BulgeState) -> str:
    """A short title for the pending question."""
    match s.stack[-1]:
        case Declare() | Support() | Column():
            return "Attack"
        case Combat():
            return "Attacks"
        case Movement() | Move() | Arrive():
            return "Movement"
        case Retreats() | Retreat():
            return "Retreat"
        case Advance():
            return "Advance"
        case LoseOne() | Exchange():
            return "Losses"
        case AirMissions():
            return "Air missions"
        case PlaceInterdiction():
            return "Interdiction"
        case PlaceResupply():
            return "Resupply"
        case Mechanize():
            return "Trucks"
    return ""


def hints(s: BulgeState) -> Hints:
    """Labels, notes and costs of what can be chosen now."""
    match s.stack[-1]:
        case Movement(side=side):
            end: dict[str, Any] = {"label": "End movement", "main": True}
            return {"unit": _all("Move"), "drop": _all("Drop the paratroops here"), "done": {"": end | _left(s, side)}}
        case Move() as move:
            return _move(s, move)
        case Arrive():
            return {"hex": _all("Enter here"), "stay": {"": _HOLD_BACK}}
        case Combat():
            return {"attack": _all("Attack"), "done": {"": {"label": "End attacks", "main": True}}}
        case Declare() as fight:
            tables: dict[str, dict[str, Any]] = {k: {"label": a, "note": b} for k, (a, b) in _TABLES.items()}
            for table in s.decision.raw.get("crt", ())[:1] if s.decision else ():
                tables[table]["main"] = True
            joins = {"label": "Add to the attack", "note": "must take part: it has nobody else to attack"}
            missing = {UNIT_NAMES.names[u]: joins for u in each(fight.missing(s))}
            return {"unit": _all("Add to the attack") | missing, "crt": tables}
        case Support():
            return {"support": {str(n): _support(n) for n in s.decision.raw["support"]}} if s.decision else {}
        case Column() as fight:
            return _column(s, fight)
        case AirMissions() as air:
            return _missions(air)
        case PlaceInterdiction():
            return {"hex": _all("Interdict the road")}
        case PlaceResupply():
            return {"unit": _all("Resupply"), "done": {"": {"label": "No more resupply", "main": True}}}
        case Mechanize():
            return {"unit": _all("Load on trucks"), "done": {"": {"label": "No more trucks", "main": True}}}
        case LoseOne():
            return {"unit": _all("Lose this unit")}
        case Exchange():
            return {"unit": _all("Lose this unit")}
        case Retreats():
            return {"unit": _all("Retreat this unit next")}
        case Retreat():
            return {"hex": _all("Fall back here")}
        case Advance():
            stay = {"label": "Stay", "note": "nobody advances", "main": True}
            return {"unit": _all("Advance"), "hex": _all("Advance here"), "done": {"": stay}}
    return {}


def _all(label: str) -> dict[str, dict[str, Any]]:
    return {"*": {"label": label}}


def _left(s: BulgeState, side: int) -> dict[str, str]:
    """What could still be done in a movement phase."""
    offered = s.decision.raw if s.decision else {}
    left = int(offered.get("unit", 0)).bit_count()
    notes = [f"{left} unit{'s' if left > 1 else ''} of the {SIDES[side].capitalize()} could still move"] if left else []
    if "drop" in offered:
        notes.append("the paratroops have not jumped")
    return {"note": "; ".join(notes)} if notes else {}


def _move(s: BulgeState, move: Move) -> Hints:
    """10.0 What each hex costs (mechanized road movement of less than an MP costs 0), and the hex before each on the way to it."""
    way = travel(s, move.unit, move.mp, move.entry)
    offered = s.decision.raw if s.decision else {}
    names = HEX_NAMES.names
    before = {names[a]: names[b] for a, b in steps_back(s, move.unit, move.mp, move.entry, way).items()}
    costs: dict[str, dict[str, Any]] = {"*": {"label": "Move here", "before": before}}
    left = offered.get("hex", 0)
    for spent, level in enumerate(way.levels):
        for place in each(level & left):
            costs[HEX_NAMES.names[place]] = {"label": "Move here", "cost": str(spent)}
        left &= ~level
    for place in each(offered.get("hex", 0) & s.occupied(SIDE[move.unit])):
        costs[names[place]]["note"] = _room(s, move, place)
    out: Hints = {
        "hex": costs,
        "exit": {
            HEX_NAMES.names[p]: {"label": "Leave the map here", "note": f"factor {EXITS[p]}"}
            for p in each(offered.get("exit", 0))
        },
        "stay": {"": {"label": "Stay"} if move.entry < 0 else _HOLD_BACK},
    }
    return out


def _room(s: BulgeState, move: Move, place: int) -> str:
    """8.0: who makes room in a hex, and whether a die decides about it (14.1)."""
    friend = s.unit_at(place)
    left = 1 << s.at[move.unit] if move.entry < 0 else 0
    fed = s.resupplied >> friend & 1 or supply.hexes_in_supply(s, SIDE[friend], left) >> place & 1
    return f"{s.name(friend)} makes room" + ("" if fed else ", if its die allows: it will be out of supply")


def _support(n: int) -> dict[str, Any]:
    if not n:
        return {"label": "No ground support"}
    return {"label": f"{n} mission{'s' if n > 1 else ''}", "note": f"{n} column{'s' if n > 1 else ''} to the right"}


def _column(s: BulgeState, fight: Column) -> Hints:
    final = shifted(differential(s, fight.target, fight.attackers), fight.shift)
    roll = {"label": "Roll the die", "note": f"column {COLUMNS[final]}", "main": True, "danger": True}
    return {
        "roll": {"": roll},
        "column": {c: {"label": f"Roll in {c}", "note": "a lower column"} for c in COLUMNS[:final]},
    }


def _missions(air: AirMissions) -> Hints:
    out: dict[str, dict[str, Any]] = {}
    for number, (label, about) in enumerate(_MISSIONS):
        flown = air.flown[number]
        out[MISSIONS[number]] = {"label": label, "note": f"{flown} assigned; {about}" if flown else about}
    return {"mission": out, "done": {"": {"label": "Assign no more", "main": True}}}
