"""What is wrong with the units and markers of a position, and what must hold all the time in a game. Frames check themselves (`misfit`)."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.core.errors import brief
from ardennes.core.names import each
from ardennes.core.placed import strays
from ardennes.games.battles.bridges import touching
from ardennes.games.battles.building import DIGGERS
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    BRIDGES,
    COMBAT,
    CRT,
    DIE,
    DUE,
    DUMPS,
    ENGINEERS,
    EXITED,
    GERMAN,
    HEX_NAMES,
    LOST,
    OF_SIDE,
    ROAD_HEXES,
    RULES,
    SIDE,
    SKORZENY,
    STEPS,
    UNIT_NAMES,
    WAITING,
    WITHDRAWN,
    dump_sites,
)
from ardennes.games.battles.state import BattlesState

Problems = Iterator[tuple[str, str]]
_IN_MOTION = ("Going", "Secondary", "Fight")
"""Frames during which a hex may hold more units than the limit for a moment."""


def problems(s: BattlesState) -> list[tuple[str, str]]:
    """Pairs of field path and message."""
    return [*_turn(s), *_units(s), *_markers(s), *_works(s), *_fight(s), *_greif(s), *_dumps(s)]


def _turn(s: BattlesState) -> Problems:
    first, last = int(s.plan["first"]), int(s.plan["last"])
    if s.turn < first or (s.turn > last and not s.has("variable_ending")):
        yield "turn", f"{s.turn} is not a game turn of this scenario; allowed: {first} to {last} (case b2.2)"
    if s.exit_steps < 0:
        yield "exit_steps", f"there cannot be {s.exit_steps} (case b17.4)"
    if s.scheme >= 0 and not s.plan.get("plans"):
        yield "scheme", "this scenario has no victory plans (case b23.2)"


def _units(s: BattlesState) -> Problems:
    for u, place in enumerate(s.at):
        wrong = ""
        if place >= 0:
            if not s.window >> place & 1:
                wrong = f"{HEX_NAMES.names[place]} is not on the maps in play (case b2.1)"
        elif place in (DUE, WAITING) and (s.entry[u] < 0 or not s.window >> s.entry[u] & 1):
            wrong = "it needs an entry hex on the maps in play (case b15.1)"
        elif place == EXITED and SIDE[u] != GERMAN:
            wrong = "only German units leave the map (case b17.4)"
        elif place == WITHDRAWN and not SKORZENY >> u & 1:
            wrong = "only the 150th Panzer Brigade is withdrawn (case 16.45)"
        if wrong:
            yield f"units.{UNIT_NAMES.names[u]}", wrong
        if not 0 <= s.lost[u] <= STEPS[u] - (place != LOST):
            yield f"lost.{UNIT_NAMES.names[u]}", f"a unit of {STEPS[u]} cannot have lost {s.lost[u]} (case b3.1)"
    for place in each(s.occupied(GERMAN) & s.occupied(ALLIED)):
        first, other = (UNIT_NAMES.names[each(s.units_at(place, side))[0]] for side in (GERMAN, ALLIED))
        yield f"units.{first}", f"{HEX_NAMES.names[place]} also holds the enemy unit {other} (case b8.3)"
    if not any(type(frame).__name__ in _IN_MOTION for frame in s.stack):
        most = int(RULES["units_in_hex"])
        for place in each(s.occupied(GERMAN) | s.occupied(ALLIED)):
            there = s.units_at(place)
            if there.bit_count() > most and not s.occupied(GERMAN) & s.occupied(ALLIED) >> place & 1:
                name = UNIT_NAMES.names[each(there)[-1]]
                yield f"units.{name}", f"{HEX_NAMES.names[place]} holds more than {most} units (case b8.1)"


def _markers(s: BattlesState) -> Problems:
    there = s.on_map(GERMAN) | s.on_map(ALLIED)
    guns, missing = there & ARTILLERY, "{} is not on the map"
    yield from strays(
        s,
        ("battery", guns, "{} is not artillery on the map (case b10.1)"),
        ("changing", guns, "{} is not artillery on the map (case b10.11)"),
        ("burnt", guns, "{} is not artillery on the map (case 16.78)"),
        ("marching", there, f"{missing} (case b6.4)"),
        ("fatigued", there, f"{missing} (case b6.5)"),
        ("unsupplied", there, f"{missing} (case 11.4)"),
        ("digging", there & DIGGERS, "{} is not a unit on the map that could dig in (case b13.1)"),
    )
    for u in each(s.battery & s.marching)[:1]:
        yield "marching", f"{UNIT_NAMES.names[u]} is in battery (case b6.1)"
    for field in ("no_ammo", "due", "release"):
        for u, turn in enumerate(getattr(s, field)):
            if turn < 0 or (turn > s.turn and field == "no_ammo"):
                yield f"{field}.{UNIT_NAMES.names[u]}", f"{turn} is not a turn on which that could be"


def _works(s: BattlesState) -> Problems:
    for b in each(s.german_built & s.blown)[:1]:
        yield "german_built", f"{BRIDGES.names[b]} is down (case b12.3)"
    for u, work in enumerate(s.work):
        if not work:
            continue
        here = f"work.{UNIT_NAMES.names[u]}"
        if not (ENGINEERS >> u & 1 and s.at[u] >= 0):
            yield here, "only engineers on the map build bridges (case b12.4)"
        elif not 0 < work <= len(BRIDGES):
            yield here, f"there is no bridge {work} (case b12.5)"
        elif not touching(s, u) >> (work - 1) & 1:
            yield here, f"{BRIDGES.names[work - 1]} is not at its hex (case b12.4)"


def _fight(s: BattlesState) -> Problems:
    yield from strays(
        s,
        ("attackers", COMBAT, "{} is not a combat unit (case b9.1)"),
        ("guns", ARTILLERY, "{} is not artillery (case b10.13)"),
        ("saturating", s.guns, "{} does not fire (case 16.72)"),
        ("withering", s.saturating, "{} does not use Saturation Fire (case 16.72)"),
        ("fpf", ARTILLERY, "{} is not artillery (case b10.3)"),
    )
    both = s.attackers | s.guns
    if both & OF_SIDE[GERMAN] and both & OF_SIDE[ALLIED]:
        yield "attackers", "both sides attack (case b9.1)"
    if s.outcome and s.outcome not in CRT.outcomes:
        yield "outcome", f"{brief(s.outcome)} is not a result of the table (case 9.4)"
    for field, most in (("dice", len(DIE)), ("points", max(STEPS) * len(DIE))):
        for u, number in enumerate(getattr(s, field)):
            if not 0 <= number <= most:
                yield f"{field}.{UNIT_NAMES.names[u]}", f"there cannot be {number}"


def _greif(s: BattlesState) -> Problems:
    for field in ("targets", "secondary", "found", "fresh", "past"):
        places = getattr(s, field)
        if places and not s.has("greif"):
            yield field, "there are no targets in this game (case 16.4)"
        for place in each(places & ~(ROAD_HEXES & s.window))[:1]:
            yield field, f"{HEX_NAMES.names[place]} is not a road hex on the maps in play (case 16.41)"
    hidden = s.targets | s.secondary
    for place in each(s.targets & s.secondary | hidden & (s.found | s.past))[:1]:
        yield "targets", f"{HEX_NAMES.names[place]} is a target twice (case 16.41)"
    for place in each(s.fresh & ~s.found)[:1]:
        yield "fresh", f"{HEX_NAMES.names[place]} is not a discovered target (case 16.43)"


def _dumps(s: BattlesState) -> Problems:
    if len(s.stocks) != len(DUMPS):
        yield "stocks", f"there are {len(DUMPS)} sites, not {len(s.stocks)} (case 16.58)"
        return
    sites = dump_sites(s.setup.scenario) if s.has("dumps") else 0
    for d, name in enumerate(DUMPS.names):
        if min(s.stocks[d], s.left[d]) < 0:
            yield "stocks" if s.stocks[d] < 0 else f"left.{name}", "Petrol Points cannot be negative (case 16.51)"
        if (s.stocks[d] or s.left[d]) and not sites >> d & 1:
            yield "stocks" if s.stocks[d] else f"left.{name}", f"{name} is not a dump site of this game (case 16.58)"
        if s.dump_at[d] >= 0 and not (s.has("dumps_as_units") and s.left[d]):
            yield f"dump_at.{name}", "it is not a counter with Petrol Points (case 16.57)"
    if sum(s.stocks) + sum(s.left) + s.petrol > int(s.plan["dump_points"]) or s.petrol < 0:
        yield "petrol", f"there are {s.plan['dump_points']} Petrol Points in this scenario (case 16.58)"
    for field, good in (("german_dumps", s.taken), ("taken", sites)):
        for d in each(getattr(s, field) & ~good)[:1]:
            yield field, f"{DUMPS.names[d]} has not been captured, or is not a site of this game (case 16.52)"
