"""What the table shows to a side: everything but cards in hand and in the piles (see `core.hands`) and what is in the fuel depots."""

from __future__ import annotations

from typing import Any

from ardennes.core.calendar import arrival, gauge, iso_date, track, turn_track
from ardennes.core.names import bits, each
from ardennes.core.placed import Marks
from ardennes.core.wording import counted
from ardennes.games.enemy_action import victory
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BOARD,
    BRACKETED,
    BUILT,
    CITIES,
    EXIT_UNTIL,
    FIRST_DATE,
    FIRST_DAY,
    GERMAN,
    HEX_NAMES,
    LAST_DATE,
    MA,
    ON_CALENDAR,
    PRINTED_BRIDGES,
    QUALITY,
    RIVER_SIDES,
    RIVER_TITLES,
    ROSTER,
    SIDE,
    SIDES,
    STEPS,
    STRATEGIC,
    STRENGTH,
    TOWN_VP,
    exit_edge,
    hand_size,
)
from ardennes.games.enemy_action.state import EnemyActionState

_NAMES = HEX_NAMES.names
QUALITIES = {"G": "green", "R": "", "E": "elite"}
"""2.21-quality, as a counter shows it; regular units have no mark."""
_EDGE_TITLES = {
    "west": "west",
    "south": "south",
    "north-east": "north, east of the Meuse",
    "north-west": "north, west of the Meuse",
}


def view(s: EnemyActionState, side: str | None) -> dict[str, Any]:
    """The table as a side (None: a spectator) sees it."""
    return {
        "markers": _markers(s, side),
        "tracks": _tracks(s),
        "days": _days(s),
        "gauge": _gauge(s),
        "calendar": _calendar(s),
        "places": _places(s),
    }


# --- units ---------------------------------------------------------------------------------------------------------------


def figures(unit: int, steps: int) -> dict[str, Any]:
    """2.21: what a unit's counter shows when it has this many steps left."""
    number = STRENGTH[unit][steps]
    return {
        "strength": number,
        "factors": f"{f'[{number}]' if BRACKETED[unit][steps] else number}-{MA[unit]}",
        "steps": [steps, STEPS[unit]],
        "quality": QUALITIES.get(QUALITY[unit][steps], ""),
    }


def marks(s: EnemyActionState) -> Marks:
    """How the units are marked."""
    more: dict[int, dict[str, Any]] = {
        u: figures(u, STEPS[u] - lost) for u, lost in enumerate(s.lost) if lost and STEPS[u] > lost
    }
    for u in each(s.in_box(ON_CALENDAR)):
        more.setdefault(u, {})["due"] = {"turn": s.due[u] - FIRST_DATE + 1}
    return Marks(
        status={
            "active": s.active,
            "moved": s.moved,
            "attacked": s.attacked,
            "was attacked": s.defended,
            "retreated": s.retreated,
            "recovers after this activation": s.recovering & s.dispersed,
        },
        done=s.moved | s.attacked,
        badges={
            "lowsupply": s.low,
            "out": s.oos,
            "isolated": s.isolated,
            "dispersed": s.dispersed,
            "nofuel": s.nofuel,
        },
        supplied=~s.unsupplied,
        more=more,
    )


# --- the map -------------------------------------------------------------------------------------------------------------


def _markers(s: EnemyActionState, side: str | None) -> list[dict[str, Any]]:
    """What lies on the map apart from units. Only the Allied player knows which depots are full (10.42)."""

    def marker(kind: str, sign: str, place: int, owner: int) -> dict[str, Any]:
        return {"kind": kind, "sign": sign, "side": SIDES[owner], "at": _NAMES[place]}

    out = [marker("improved position", "dugin", p, _holder(s, p)) for p in each(s.ip)]
    out += [marker("roadblock", "roadblock", p, ALLIED) for p in each(s.roadblocks)]
    knows = side == SIDES[ALLIED]
    for p in each(s.depots):
        state = ("full" if s.fuel_yes >> p & 1 else "empty") if knows else ""
        out.append(marker(f"{state} fuel depot".strip(), f"fuel {state}".strip(), p, ALLIED))
    out += [_bridge(s, r) for r in each(s.bridges | s.blown)]
    if s.kg >= 0:
        out.append(marker("Kampfgruppe", "", s.kg, GERMAN))
    out += [marker("Westwall lost", "", p, ALLIED) for p in each(s.allied_wall)]
    return out


def _bridge(s: EnemyActionState, river: int) -> dict[str, Any]:
    """12.2 A bridge between two hexes, with its owner."""
    a, b = RIVER_SIDES[river]
    owner = SIDES[GERMAN if s.german_bridges >> river & 1 else ALLIED]
    new = not PRINTED_BRIDGES >> river & 1
    sign = "blown bridge" if s.blown >> river & 1 else "bridge"
    kind = f"{'new ' if new and sign == 'bridge' else ''}{sign} over the {RIVER_TITLES[river]}"
    return {"kind": kind, "sign": sign, "side": owner, "at": _NAMES[a], "to": _NAMES[b], "new": new}


def _holder(s: EnemyActionState, place: int) -> int:
    return GERMAN if s.units_at(place, GERMAN) else ALLIED


def _printed_place(place: int) -> dict[str, Any]:
    """A town or city, what it is worth, and a way off the map."""
    town, points = BOARD.places[place].get("town"), TOWN_VP.get(place, 0)
    parts = []
    if BUILT >> place & 1:
        kind = "city" if CITIES >> place & 1 else "town"
        parts.append(
            f"{town or _NAMES[place]}, {kind}" + (f", {counted(points, 'German VP', 'German VP')}" if points else "")
        )
    if place in EXIT_UNTIL:
        until = f" until {EXIT_UNTIL[place]} December" if EXIT_UNTIL[place] < LAST_DATE else ""
        parts.append(f"German exit to the {_EDGE_TITLES[exit_edge(place)]}{until}")
    out: dict[str, Any] = {"title": "; ".join(parts)}
    if points:
        out["value"] = str(points)
    if place in EXIT_UNTIL:
        out["exit"] = True
    return out


_PLACES = [(place, _NAMES[place], _printed_place(place)) for place in each(BUILT | bits(EXIT_UNTIL))]


def _places(s: EnemyActionState) -> dict[str, dict[str, Any]]:
    """Towns and cities with their owners (12.1), and the exits."""
    german = s.german_towns
    return {
        name: {**printed, "control": SIDES[GERMAN if german >> place & 1 else ALLIED]}
        if BUILT >> place & 1
        else dict(printed)
        for place, name, printed in _PLACES
    }


# --- next to the map -----------------------------------------------------------------------------------------------------


def _thresholds(s: EnemyActionState, day: int) -> tuple[list[tuple[int, str]], int | None, int | None]:
    """14.2, 15: what the points mean at the end of a day: marks for the gauge, and where the sides win."""
    levels = victory.levels(s, day)
    shown: list[tuple[int, str]] = []
    german = min((low for low, winner, _ in levels if winner == SIDES[GERMAN]), default=None)
    allied = None
    for (low, winner, level), (_, below, _) in zip(levels, [*levels[1:], (0, "", "")], strict=True):
        if winner == SIDES[GERMAN]:
            shown.append((low, f"German {level} victory from {low}"))
        if below == SIDES[ALLIED] and winner != SIDES[ALLIED]:
            allied = low - 1
            shown.append((allied, f"Allied victory up to {allied}"))
    return shown, german, allied


def _checks(s: EnemyActionState) -> list[int]:
    """The turns at whose end the game can be over."""
    last = s.game.scenario(s.setup.scenario).turns
    first = int(s.plan["first"]) - FIRST_DATE + 1
    return [turn for turn in range(first, last + 1) if victory.levels(s, turn + FIRST_DATE - 1)]


def _days(s: EnemyActionState) -> list[dict[str, Any]]:
    """The calendar. The note is what the German player needs that evening."""
    turns = s.game.scenario(s.setup.scenario).turns
    checks = _checks(s)
    notes, goals = [], {}
    for turn in range(1, turns + 1):
        german = _thresholds(s, turn + FIRST_DATE - 1)[1] if turn in checks else None
        notes.append("" if german is None else f"{german} VP for a German victory")
        goals[turn] = "" if german is None else str(german)
    return turn_track(FIRST_DAY, notes, checks, goals=goals)


def _gauge(s: EnemyActionState) -> dict[str, Any] | None:
    """German points between the limits of the next evening that counts."""
    turn = next((turn for turn in _checks(s) if turn >= s.turn), None)
    if turn is None:
        return None
    day = turn + FIRST_DATE - 1
    shown, german, allied = _thresholds(s, day)
    if not shown:
        return None
    points = victory.points(s)
    goals = [f"German victory from {german}"] if german is not None else []
    goals += [f"Allied victory up to {allied}"] if allied is not None else []
    short = f"of {german} on {day} Dec" if german is not None else f"Allies win with {allied} or less on {day} Dec"
    return gauge("German VP", points, shown, f"{points}; on the evening of {day} December: {', '.join(goals)}", short)


def _tracks(s: EnemyActionState) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    points, sources = victory.points(s), victory.sources(s)
    parts = "; ".join(f"{what}: {n:+d}" for what, n, _ in sources) or "none yet"
    counts = [s.hand[side].bit_count() for side in (GERMAN, ALLIED)]
    sizes = [hand_size(side, s.day) for side in (GERMAN, ALLIED)]
    hands = f"German {counts[GERMAN]} of {sizes[GERMAN]}, Allied {counts[ALLIED]} of {sizes[ALLIED]}"
    out = [
        track(
            "vp", "Victory points", f"{points} ({parts})", "14.1", value=points, sources={w: n for w, n, _ in sources}
        ),
        track("hands", "Cards in hand", hands, "5-hand-size", german=counts[GERMAN], allied=counts[ALLIED]),
        track(
            "impulses",
            "Impulses today",
            f"German {s.impulses[GERMAN]}, Allied {s.impulses[ALLIED]}",
            "4-IV",
            german=s.impulses[GERMAN],
            allied=s.impulses[ALLIED],
        ),
        track("cup", "Chits in the cup", str(s.cup.bit_count()), "9.41", value=s.cup.bit_count()),
    ]
    if s.on("fuel") or s.fuel:
        out.append(track("fuel", "German fuel markers", str(s.fuel), "10.42", value=s.fuel))
    if british := _british(s):
        out.append(track("british", "British", british, "7.72", value=british))
    if text := ", ".join(_today(s)):
        out.append(track("today", "In force today", text, "2.3-events", value=text))
    return out


def _british(s: EnemyActionState) -> str:
    if s.reached_meuse or s.on("british_free"):
        return "free to cross the Meuse"
    return "behind the Meuse"


def _today(s: EnemyActionState) -> list[str]:
    """What holds for this day only, or since something has happened."""
    found = [
        (s.surprising, "surprise impulses"),
        (s.on("traffic_jams"), "traffic jams"),
        (s.on("slow_reaction"), "slow Allied reaction"),
        (s.freeze, "Ground Freeze"),
        (s.fury, "Fury of Bastogne"),
        (s.manteuffel, "Manteuffel Directs Traffic"),
        (s.command_crisis, "Allied Command Crisis"),
        (s.skip, "the first German impulse is skipped"),
        (bool(s.flank), f"the {'southern' if s.flank == 'north-east' else 'northern'} exits are closed"),
        (bool(s.one_used[GERMAN]), "German one-unit activation used"),
        (bool(s.one_used[ALLIED]), "Allied one-unit activation used"),
    ]
    return [text for holds, text in found if holds]


def _calendar(s: EnemyActionState) -> list[dict[str, Any]]:
    """The units that wait on the calendar, by date and side; and the cards."""
    groups: dict[tuple[int, int, bool], int] = {}
    for u in each(s.in_box(ON_CALENDAR)):
        key = (s.due[u], SIDE[u], bool(STRATEGIC >> u & 1))
        groups[key] = groups.get(key, 0) | 1 << u
    out = []
    for (day, side, strategic), units in sorted(groups.items()):
        turn = day - FIRST_DATE + 1
        how = "as strategic reserves" if strategic else "to the Reserve box"
        text = f"{ROSTER.listed(units)} {how}"
        out.append(arrival(turn, iso_date(FIRST_DAY, turn), SIDES[side], ROSTER.names.list_of(units), text, "4-I"))
    return out
