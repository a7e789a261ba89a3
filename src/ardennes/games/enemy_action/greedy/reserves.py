"""Reserves, replacements and events: who comes where, who regains strength, who is helped."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.activation import Entrench
from ardennes.games.enemy_action.events import AirResupply, Alarm, Alert, Hesitate, Landing, Recover, Withdraw
from ardennes.games.enemy_action.facts import ALLIED, GERMAN, IN_GROUP, ON_CALENDAR
from ardennes.games.enemy_action.greedy.commands import regained
from ardennes.games.enemy_action.greedy.line import Line
from ardennes.games.enemy_action.greedy.moves import Rater
from ardennes.games.enemy_action.greedy.scene import Scene, sight
from ardennes.games.enemy_action.greedy.worth import worth, worth_of
from ardennes.games.enemy_action.replacements import Replace
from ardennes.games.enemy_action.reserves import Deploy
from ardennes.games.enemy_action.state import EnemyActionState

Choice = tuple[str, Any]
_LOOK = 8
"""So many hexes are looked at closely."""


def deploy(s: EnemyActionState, frame: Deploy) -> Choice:
    """The best units first, to where they are worth most; whole divisions together."""
    assert s.decision is not None
    raw = s.decision.raw
    if frame.unit < 0:
        return "unit", max(each(raw.get("unit", 0)), key=lambda u: (worth(s, u), -u))
    if not raw.get("hex", 0):
        return ("unit", each(raw.get("unit", 0))[0]) if raw.get("unit", 0) else ("done", None)
    place = _entry(s.clone(), frame.side, frame.unit, raw.get("hex", 0))
    return ("stack" if raw.get("stack", 0) >> place & 1 else "hex"), place


def _entry(w: EnemyActionState, side: Side, unit: Unit, places: Places) -> Place:
    """Where a reserve unit is worth most. `w` is a copy of the position."""
    scene = Scene(w, side)
    rater = Rater(scene)
    found = sorted(((rater.stand(unit, p), -p) for p in each(places)), reverse=True)
    if side == ALLIED:
        line = Line(scene)
        where = line.where(unit)
        found = found[:_LOOK] + [(value, p) for value, p in found[_LOOK:] if where >> -p & 1][:_LOOK]
        gains = line.gain(unit, [-p for _, p in found])
        found = [(value + gain, p) for (value, p), gain in zip(found, gains, strict=True)]
    return -max(found)[1]


def replace(s: EnemyActionState, frame: Replace) -> Choice:
    """Who gains most by a step."""
    assert s.decision is not None
    return "unit", max(each(s.decision.raw.get("unit", 0)), key=lambda u: (regained(s, u), -u))


def entrench(s: EnemyActionState, frame: Entrench) -> Choice:
    """An improved position costs nothing."""
    return "all", None


def land(s: EnemyActionState, frame: Landing) -> Choice:
    """Where the own side soon arrives and the enemy wants to pass."""
    assert s.decision is not None
    scene = sight(s, GERMAN)
    return "hex", min(
        each(s.decision.raw.get("hex", 0)), key=lambda p: (scene.own_near[p] + scene.own_routes.far[p], p)
    )


def resupply(s: EnemyActionState, frame: AirResupply) -> Choice:
    """The best units that lack supply."""
    assert s.decision is not None
    return "stack", max(
        each(s.decision.raw.get("stack", 0)), key=lambda p: (worth_of(s, s.units_at(p) & s.unsupplied), -p)
    )


def recover(s: EnemyActionState, frame: Recover) -> Choice:
    """The corps with most to recover."""
    assert s.decision is not None
    return "formation", max(
        each(s.decision.raw["formation"]), key=lambda f: (worth_of(s, s.group(f) & s.dispersed), -f)
    )


def alarm(s: EnemyActionState, frame: Alarm) -> Choice:
    """The units that gain most by moving."""
    assert s.decision is not None
    w = s.clone()
    w.mode = "alarm"
    rater = Rater(Scene(w, ALLIED))
    value, unit = max((rater.best(u).value, -u) for u in each(s.decision.raw.get("unit", 0)))
    if value <= 0 and s.decision.raw.get("done"):
        return "done", None
    return "unit", -unit


def withdraw(s: EnemyActionState, frame: Withdraw) -> Choice:
    """The division that is in most danger."""
    assert s.decision is not None
    might = sight(s, ALLIED).might

    def danger(formation: int) -> float:
        units = s.group(formation)
        return sum(might[s.at[u]] / (1 + s.strength(u)) for u in each(units))

    return "formation", max(each(s.decision.raw["formation"]), key=lambda f: (danger(f), -f))


def alert(s: EnemyActionState, frame: Alert) -> Choice:
    """The corps with the most units coming."""
    assert s.decision is not None
    due = bits(u for u in each(s.in_box(ON_CALENDAR)) if s.due[u] == s.day + 1)
    return "formation", max(each(s.decision.raw["formation"]), key=lambda f: (worth_of(s, due & IN_GROUP[f]), -f))


def hesitate(s: EnemyActionState, frame: Hesitate) -> Choice:
    """The division that is worth more."""
    assert s.decision is not None
    return "formation", max(each(s.decision.raw["formation"]), key=lambda f: (worth_of(s, IN_GROUP[f]), f))
