"""What is wrong with the units, cards and markers of a position, and what must hold all the time in a game. Frames check themselves."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.core.names import each
from ardennes.core.placed import strays
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BUILT,
    CARDS,
    CHITS,
    DECK,
    DEPOT_HEXES,
    ELIMINATED,
    EXITED,
    FIRST_DATE,
    GERMAN,
    HEX_NAMES,
    IN_GROUP,
    LAST_DATE,
    OF_SIDE,
    OKW,
    OKW_BOX,
    ON_CALENDAR,
    PRINTED_BRIDGES,
    RIVERS,
    ROSTER,
    SIDE,
    SIDES,
    STEPS,
    UNIT_NAMES,
    VDH,
    VDH_BOX,
)
from ardennes.games.enemy_action.setup import YES_DEPOTS
from ardennes.games.enemy_action.state import EnemyActionState, stale

Problems = Iterator[tuple[str, str]]
MODES = ("", "formation", "kg", "one", "alarm", "withdrawal")
FLANKS = ("", "north-east", "south")
_MOST = 99
"""More impulses, hits or tactics than there can ever be."""
_PILES = ("hand", "pile", "available", "rested", "discards", "entering")


def problems(s: EnemyActionState) -> list[tuple[str, str]]:
    """Pairs of field path and message."""
    return [*_calendar(s), *_units(s), *_markers(s), *_ground(s), *_cards(s), *_numbers(s)]


def _calendar(s: EnemyActionState) -> Problems:
    first, last = s.plan["first"], s.plan["last"]
    if not first <= s.day <= last:
        yield (
            "turn",
            f"{s.turn} is not a day of this scenario; allowed: {first - FIRST_DATE + 1} to {last - FIRST_DATE + 1} (case {s.plan['case']})",
        )


def _units(s: EnemyActionState) -> Problems:
    holder: dict[int, int] = {}
    for u, place in enumerate(s.at):
        here = f"units.{UNIT_NAMES.names[u]}"
        if place >= 0:
            other = holder.setdefault(place, u)
            if SIDE[other] != SIDE[u]:
                name = UNIT_NAMES.names[other]
                yield here, f"{HEX_NAMES.names[place]} also holds the enemy unit {name} (case 7.4)"
        elif place == EXITED and SIDE[u] != GERMAN:
            yield here, "only German units leave the map (case 7.8)"
        elif place == OKW_BOX and not IN_GROUP[OKW] >> u & 1:
            yield here, "it does not belong to the OKW Reserve (case 2.1-boxes)"
        elif place == VDH_BOX and u != VDH:
            yield here, "this box is for the unit of von der Heydte alone (case 2.1-boxes)"
        if not 0 <= s.lost[u] < STEPS[u]:
            yield (
                f"lost.{UNIT_NAMES.names[u]}",
                f"it has {STEPS[u]} steps and cannot have lost {s.lost[u]} (case 2.21-steps)",
            )
        if not 0 <= s.due[u] <= LAST_DATE + 1:
            yield f"due.{UNIT_NAMES.names[u]}", f"{s.due[u]} is not a date of the calendar (case 2.21-entry)"


def _markers(s: EnemyActionState) -> Problems:
    on_map = s.on_map(GERMAN) | s.on_map(ALLIED)
    fields = ("low", "oos", "isolated", "dispersed", "active", "recovering", "ignoring", "attackers", "defenders")
    yield from strays(s, *((field, on_map, "{} is not on the map") for field in fields))
    yield from strays(
        s,
        ("nofuel", s.on_map(GERMAN) & ~s.isolated, "{} is not a German unit on the map, or is isolated (case 10.41)"),
        ("oos", ~s.low, "{} has two supply markers (case 2.23)"),
        ("isolated", ~(s.low | s.oos), "{} has two supply markers (case 2.23)"),
        ("ignoring", s.active, "{} is not active (case 5.21)"),
        ("recovering", s.active, "{} is not active (case 9.9-removal)"),
        ("surprise", OF_SIDE[GERMAN], "{} is not German (case 4.11)"),
    )
    if s.active & OF_SIDE[GERMAN] and s.active & OF_SIDE[ALLIED]:
        yield "active", "units of both sides cannot be active in one impulse (case 4-IV)"
    for side, name in enumerate(SIDES):
        for u in each(s.last[side] & ~OF_SIDE[side]):
            yield f"last.{name}", f"{UNIT_NAMES.names[u]} belongs to the other side (case 6.5)"


def _ground(s: EnemyActionState) -> Problems:
    allied = s.occupied(ALLIED)
    rules = (
        ("ip", s.occupied(GERMAN) | allied, "nobody is in {} (case 12.34)"),
        ("ip", ~BUILT, "{} is a town or city (case 12.31)"),
        ("roadblocks", ~allied, "an Allied unit is in {} (case 7.9-removal)"),
        ("german_towns", BUILT, "there is no town in {} (case 12.1)"),
        ("allied_wall", s.wall, "{} is not a Westwall hex that costs points (case 14.1-westwall)"),
        ("depots", DEPOT_HEXES, "{} is not a depot hex (case 10.42)"),
        ("fuel_yes", s.depots, "there is no depot in {} (case 10.42)"),
    )
    for field, allowed, reason in rules:
        for place in each(getattr(s, field) & ~allowed):
            yield field, reason.replace("{}", HEX_NAMES.names[place])
    for river in each(s.german_bridges & ~(s.bridges | PRINTED_BRIDGES)):
        yield "german_bridges", f"there is no bridge at {RIVERS.names[river]} (case 12.2)"
    if s.fuel_yes.bit_count() + s.fuel > YES_DEPOTS:
        yield "fuel", f"only {YES_DEPOTS} depots have fuel (case 10.42)"


def _cards(s: EnemyActionState) -> Problems:
    seen = s.unused
    for field in _PILES:
        for side, name in enumerate(SIDES):
            here = getattr(s, field)[side]
            for c in each(here & ~DECK[side]):
                yield f"{field}.{name}", f"{CARDS.names[c]} belongs to the other side (case 2.3)"
            for c in each(here & seen):
                yield f"{field}.{name}", f"{CARDS.names[c]} is in two places (case 2.3)"
            seen |= here
    for c in each(CARDS.all & ~seen):
        yield "unused", f"{CARDS.names[c]} is missing (case 2.3)"
    for c in each(s.shown & ~(s.hand[GERMAN] | s.hand[ALLIED])):
        yield "shown", f"{CARDS.names[c]} is in no hand (case 10.4)"
    for c in each(s.fresh & ~s.hand[GERMAN]):
        yield "fresh", f"{CARDS.names[c]} is not in the German hand (case 10.4)"
    for c in each(s.cup & s.drawn):
        yield "drawn", f"{CHITS.names[c]} is in the cup (case 9.41)"


def _numbers(s: EnemyActionState) -> Problems:
    if s.mode not in MODES:
        yield "mode", f"unknown way to be activated {s.mode!r}; allowed: {', '.join(filter(None, MODES))} (case 6)"
    if s.flank not in FLANKS:
        yield "flank", f"unknown edge {s.flank!r}; allowed: {', '.join(filter(None, FLANKS))} (case 7.81)"
    for field, most in (("impulses", _MOST), ("one_used", 1), ("plays", _MOST), ("hits", _MOST)):
        for side, name in enumerate(SIDES):
            if not 0 <= getattr(s, field)[side] <= most:
                yield f"{field}.{name}", f"{getattr(s, field)[side]} is not possible; allowed: 0 to {most} (case 4-IV)"
    for field, most in (("fuel", YES_DEPOTS), ("total", len(CHITS)), ("exit_vp", 9 * _MOST)):
        if not 0 <= getattr(s, field) <= most:
            yield field, f"{getattr(s, field)} is not possible; allowed: 0 to {most}"
    if s.vdh_relieved and s.at[VDH] != EXITED:
        yield "vdh_relieved", "the unit of von der Heydte has not left the map (case 14.1-vdh)"


def invariants(s: EnemyActionState) -> list[str]:
    """What is broken in a game that was played from its set-up."""
    out: list[str] = []
    for side in (GERMAN, ALLIED):
        theirs = s.german_towns if side == ALLIED else BUILT & ~s.german_towns
        inside = each(s.occupied(side) & theirs)
        out += [f"{SIDES[side]} units are in {HEX_NAMES.names[place]}, which belongs to the enemy" for place in inside]
        if not s.active:
            out += [f"too much in {HEX_NAMES.names[place]}" for place in each(s.overstacked(side))]
    for place in each(s.occupied(GERMAN) & s.allied_wall):
        out.append(f"German units are in {HEX_NAMES.names[place]}, but the Allies own it")
    for place in each(s.occupied(ALLIED) & s.wall & ~s.allied_wall):
        out.append(f"Allied units are in {HEX_NAMES.names[place]}, but the Germans own it")
    waiting = s.in_box(ON_CALENDAR)
    out += [f"{ROSTER.name[u]} should have come" for u in each(waiting) if s.due[u] < s.day]
    if s.target < 0 and (s.attackers or s.defenders or s.drawn):
        out.append("there is no fight, but units or chits are in one")
    out += stale(s)
    dead = s.in_box(ELIMINATED) & (s.attackers | s.defenders | s.active)
    out += [f"{ROSTER.name[u]} is eliminated" for u in each(dead)]
    return out
