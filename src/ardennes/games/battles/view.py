"""What the table shows to a side: everything but Greif targets, the contents of dumps and the German plan, which only their owners see."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from ardennes.core.calendar import arrival, gauge, iso_date, track, turn_track
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.names import bits, each, town_titles
from ardennes.core.placed import Marks
from ardennes.core.sequence import step_of
from ardennes.core.wording import counted
from ardennes.games.battles import dumps, greif, ground, victory
from ardennes.games.battles.building import crew_of, ready_on
from ardennes.games.battles.facts import (
    ALLIED,
    ARTILLERY,
    BARRAGE,
    BOARD,
    BRIDGE_SIDES,
    CITY,
    DUE,
    DUMP_HEXES,
    FIRST_DAY,
    FORMATIONS,
    FPF,
    GERMAN,
    HEX_NAMES,
    IN_FORMATION,
    MA,
    OF_SIDE,
    PLAN_ROWS,
    REDUCED,
    ROSTER,
    SCENARIOS,
    SIDE,
    SIDES,
    STEPS,
    STRENGTH,
    TOWN,
    UNIT_NAMES,
    WAITING,
    dump_sites,
    hex_at,
)
from ardennes.games.battles.printed import bridge_title
from ardennes.games.battles.setup import exit_hexes
from ardennes.games.battles.state import BattlesState, window
from ardennes.games.battles.strength import SURPRISE_TURN, spent

TIMES = ("AM", "PM")
"""b2.2"""
BOX_TITLES = {
    "waiting": "Waiting to come in",
    "due": "Reinforcements",
    "exited": "Off the map",
    "withdrawn": "Withdrawn",
    "eliminated": "Lost",
}
"""The boxes next to the map."""
_NAMES = HEX_NAMES.names
_TITLES = town_titles(BOARD)


def view(s: BattlesState, side: str | None) -> dict[str, Any]:
    """The table as a side (None: a spectator) sees it."""
    return {
        "markers": _markers(s, side),
        "tracks": _tracks(s, side),
        "days": _days(s),
        "ending": _ending(s),
        "gauge": _gauge(s),
        "calendar": _calendar(s),
        "places": _places(s),
    }


# --- units -------------------------------------------------------------------------------------------------------------------------------


_STUNNED = {"all": "; no Allied unit moves", "adjacent": "; Allied units move only if they start next to a German one"}
"""b15.5: what surprise does to Allied movement, by scenario."""


def figures(unit: Unit, lost: int) -> dict[str, Any]:
    """b3.1, b3.4: what a counter shows after losing some steps: strength (or barrage and FPF) and movement allowance."""
    steps = [STEPS[unit] - lost, STEPS[unit]]
    if ARTILLERY >> unit & 1:
        numbers = {"barrage": BARRAGE[unit], "FPF": FPF[unit], "movement": MA[unit]}
        guns = {"strength": BARRAGE[unit], "figures": numbers}
        return guns | {"factors": f"{BARRAGE[unit]}-{FPF[unit]}-{MA[unit]}", "steps": steps}
    number = REDUCED[unit] if lost and steps[0] else STRENGTH[unit]
    shown = f"({number})" if ROSTER.rows[unit]["strength"].startswith("(") else str(number)
    return {"strength": number, "factors": f"{shown}-{MA[unit]}", "steps": steps}


def marks(s: BattlesState) -> Marks:
    """How the units are marked."""
    more: dict[Unit, dict[str, Any]] = {u: figures(u, lost) for u, lost in enumerate(s.lost) if lost}
    for u in each(s.in_box(DUE)):
        more.setdefault(u, {})["due"] = {"turn": s.due[u], "edge": _NAMES[s.entry[u]]}
    working = bits(u for u, bridge in enumerate(s.work) if bridge)
    dry = _dry(s)
    return Marks(
        status=_status(s, working),
        done=_done(s),
        badges={
            "out": s.unsupplied & ~dry,
            "nofuel": dry,
            "burnt": s.burnt,
            "noammo": spent(s),
            "tired": s.fatigued,
            "road": s.marching,
            "battery": s.battery & ~s.changing,
            "changing": s.changing,
            "works": working | s.digging,
        },
        supplied=~s.unsupplied,
        more=more,
    )


def _dry(s: BattlesState) -> Units:
    """11.7: units whose formation has been named short of fuel, unless a Petrol Point has freed them."""
    found = 0
    for f in each(s.short):
        found |= IN_FORMATION[f]
    return found & s.unsupplied


def _status(s: BattlesState, working: Units) -> dict[str, Units]:
    """What is to be said of units in words."""
    out: dict[str, Units] = {
        "to battery next turn": s.changing & ~s.battery,
        "to movement mode next turn": s.changing & s.battery,
        "in movement mode": _guns_on_map(s) & ~s.battery & ~s.changing & ~s.marching,
        "supplied with captured petrol": s.freed,
        "digging in": s.digging,
        "must enter in march mode": s.must_march & (s.in_box(DUE) | s.in_box(WAITING)),
    }
    for u in each(working):
        bridge = s.work[u] - 1
        ready = ready_on(s, bridge, crew_of(s, bridge))
        when = f", ready on game turn {ready}" if ready else ", needs a second engineer"
        word = f"builds a bridge over the {bridge_title(bridge)}{when}"
        out[word] = out.get(word, 0) | 1 << u
    for u, turn in enumerate(s.release):
        if turn > s.turn and s.at[u] >= 0:
            word = f"held back until game turn {turn}, or until attacked"
            out[word] = out.get(word, 0) | 1 << u
    return out


def _guns_on_map(s: BattlesState) -> Units:
    return ARTILLERY & (s.on_map(GERMAN) | s.on_map(ALLIED))


def _done(s: BattlesState) -> Units:
    """The phasing side's units that can do nothing more in this phase."""
    side, _, phase = step_of(s).name.partition("-")
    if phase == "movement":
        return s.moved
    return s.attacked & OF_SIDE[SIDES.index(side)] if phase == "combat" else 0


# --- the map -----------------------------------------------------------------------------------------------------------------------------


def _markers(s: BattlesState, side: str | None) -> list[dict[str, Any]]:
    """What lies on the map apart from units."""

    def marker(kind: str, sign: str, place: int, owner: Side) -> dict[str, Any]:
        return {"kind": kind, "sign": sign, "side": SIDES[owner], "at": _NAMES[place]}

    out = [marker("fortified position", "dugin", p, GERMAN if s.units_at(p, GERMAN) else ALLIED) for p in each(s.forts)]
    out += [_bridge(s, b) for b in _bridges_of(s.setup.scenario)]
    out += [marker("commandos", "roadblock", p, GERMAN) for p in each(s.found)]
    if side == SIDES[GERMAN]:
        primary, secondary = greif.plotted(s)
        for kind, places in (("target", primary), ("secondary target", secondary)):
            for p in each(places):
                soon = "" if greif.active(s, p) else f" from turn {greif.active_on(s, p)} on"
                out.append(marker(f"{kind}{soon}", "", p, GERMAN))
    if s.has("dumps"):
        out += [marker(*what) for what in _dumps(s, side)]
    return out


@cache
def _bridges_of(scenario: str) -> tuple[int, ...]:
    """The bridges on the maps of a scenario."""
    inside = window(scenario)
    return tuple(n for n, (a, b) in enumerate(BRIDGE_SIDES) if inside >> a & inside >> b & 1)


def _bridge(s: BattlesState, bridge: int) -> dict[str, Any]:
    """b12.1, b12.3: a bridge between two hexes; those that the Germans have built are theirs."""
    a, b = BRIDGE_SIDES[bridge]
    owner = SIDES[GERMAN if s.german_built >> bridge & 1 else ALLIED]
    sign = "blown bridge" if s.blown >> bridge & 1 else "bridge"
    kind = f"{sign} over the {bridge_title(bridge)}"
    return {"kind": kind, "sign": sign, "side": owner, "at": _NAMES[a], "to": _NAMES[b]}


def _dumps(s: BattlesState, side: str | None) -> list[tuple[str, str, int, Side]]:
    """16.51, 16.52: captured dumps with their points are open to all; what is in the others only the Allied player knows."""
    out = []
    for d in each(s.taken):
        if s.left[d]:
            owner = GERMAN if s.german_dumps >> d & 1 else ALLIED
            mode = ", on the move" if (s.dump_moving | s.dump_changing) >> d & 1 else ""
            kind = f"captured dump: {counted(s.left[d], 'Petrol Point')}{mode}"
            out.append((kind, "fuel full", dumps.place_of(s, d), owner))
    for d in each(dump_sites(s.setup.scenario) & ~s.taken):
        kind, sign = "possible dump", "fuel"
        if side == SIDES[ALLIED]:
            points = s.stocks[d]
            kind, sign = (
                (f"dump: {counted(points, 'Petrol Point')}", "fuel full") if points else ("no dump", "fuel empty")
            )
        out.append((kind, sign, DUMP_HEXES[d], ALLIED))
    return out


def _places(s: BattlesState) -> dict[str, dict[str, Any]]:
    """Places that count, with their holders (b17.2), and the exits (b17.4)."""
    out = {name: dict(printed) for name, printed in _printed_places(s.setup.scenario)}
    for place in each(ground.valued(s.setup.scenario)):
        out[_NAMES[place]]["control"] = SIDES[GERMAN if s.held >> place & 1 else ALLIED]
    return out


@cache
def _printed_places(scenario: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    row = SCENARIOS[scenario]
    values = {hex_at(name): int(points) for name, points in row["values"].items()}
    gates = exit_hexes(scenario)
    out = []
    for place in each(ground.valued(scenario) | gates):
        kind = "city" if CITY >> place & 1 else "town" if TOWN >> place & 1 else ""
        name = str(BOARD.places[place].get("town") or _NAMES[place])
        parts = [", ".join(filter(None, (name, kind)))]
        what: dict[str, Any] = {}
        if place in values:
            parts[0] += f": {counted(values[place], 'victory point')} for the Germans if they hold it in supply"
            what["value"] = str(values[place])
        elif not gates >> place & 1:
            parts[0] += ": counts for one of the German plans"
        if gates >> place & 1:
            parts.append("German exit")
            what["exit"] = True
        out.append((_NAMES[place], {"title": "; ".join(parts), **what}))
    return tuple(out)


# --- next to the map ---------------------------------------------------------------------------------------------------------------------


def _gauge(s: BattlesState) -> dict[str, Any]:
    """b17.1, b17.5: the net points among the levels of victory."""
    net, levels = victory.points(s), s.plan["levels"]
    shown = []
    for row, below in pairwise(levels):
        limit = int(row["from"])
        if row["winner"] == SIDES[GERMAN]:
            shown.append((limit, f"German {row['level']} victory from {limit}"))
        else:
            shown.append((limit, f"Allied {below['level']} victory below {limit}"))
    german = min(int(row["from"]) for row in levels if row["winner"] == SIDES[GERMAN])
    allied = min(int(row["from"]) for row in levels if row["winner"] != SIDES[ALLIED])
    by = "" if victory.first_check(s) else f" by {s.game.day_of(int(s.plan['last']))}"
    text = f"{net} of {german}{by}; below {allied} the Allies win"
    return gauge("Net VP", net, shown, text, f"of {german}{by}")


def _days(s: BattlesState) -> list[dict[str, Any]]:
    """The turn track: how many units are due, and when the game can end."""
    first, last = int(s.plan["first"]), max(int(s.plan["last"]), s.turn)
    due = [0] * (last + 1)
    for u in each(s.in_box(DUE)):
        if s.turn < s.due[u] <= last:
            due[s.due[u]] += 1
    notes = [f"{counted(due[turn], 'unit')} due" if due[turn] else "" for turn in range(first, last + 1)]
    check = victory.first_check(s)
    checks = range(check, last + 1) if check else (last,)
    return turn_track(FIRST_DAY, notes, checks, start=first, times=TIMES)


def _ending(s: BattlesState) -> str:
    """16.83: with the variable ending no turn is known to be the last."""
    check = victory.first_check(s)
    if not check:
        return ""
    first = f"turn {check} ({s.game.day_of(check)})"
    return f"There is no fixed last turn: from {first} on, two dice are rolled as each turn begins, and doubles end the game"


def _tracks(s: BattlesState, side: str | None) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    found = victory.sources(s)
    net = sum(points for _, points, _ in found)
    parts = "; ".join(f"{what}: {n:+d}" for what, n, _ in found) or "none yet"
    out = [
        track("vp", "Net victory points", f"{net} ({parts})", "b17.1", value=net, sources={w: n for w, n, _ in found}),
        track("ground", "Ground", *(("mud", "5.45") if s.bad_ground else ("frozen hard", "5.45"))),
    ]
    if s.turn == SURPRISE_TURN:
        text = "German attacks are shifted one column to the right" + _STUNNED.get(s.plan["surprise"], "")
        out.append(track("surprise", "Surprise", text, "b9.33"))
    dry = bits(f for f in each(s.short) if IN_FORMATION[f] & s.on_map(GERMAN) & s.unsupplied)
    if dry:  # captured petrol may have helped (16.53)
        names = ", ".join(FORMATIONS.list_of(dry))
        out.append(track("short", "Without petrol", names, "11.7", value=names))
    if s.has("dumps"):
        points = sum(s.left[d] for d in each(s.german_dumps)) if dumps.on_the_spot(s) else s.petrol
        out.append(track("petrol", "German Petrol Points", str(points), "16.52", value=points))
    if s.has("greif"):
        number = sum(greif.wanted(s)) - (s.found | s.past).bit_count()
        text = f"{number} not found, {s.found.bit_count()} holding, {s.past.bit_count()} dealt with"
        out.append(track("greif", "Greif targets", text, "16.41", value=text))
    check = victory.first_check(s)
    if check:
        text = f"equal dice end the game from turn {check} on"
        out.append(track("ending", "Ending", text, "16.81", value=text))
    if side == SIDES[GERMAN] and s.scheme >= 0:
        extra = sum(points for _, points, _ in victory.plan_sources(s))
        text = f"{PLAN_ROWS[s.scheme]['title']}: {extra:+d} at the end as things stand"
        out.append(track("plan", "Your secret plan", text, "b23.2", value=text))
    return out


def _calendar(s: BattlesState) -> list[dict[str, Any]]:
    """b15.1: the units still to come, by turn, side and entry hex."""
    last = int(s.plan["last"])
    groups = ROSTER.groups(lambda u: (s.due[u], SIDE[u], s.entry[u]), s.in_box(DUE))
    out = []
    for (turn, side, gate), units in groups.items():
        text = f"{', '.join(ROSTER.name[u] for u in units)} at {_TITLES[gate]}"
        if turn > last:
            text += ", too late"
        row = arrival(
            turn,
            iso_date(FIRST_DAY, turn, len(TIMES)),
            SIDES[side],
            [UNIT_NAMES.names[u] for u in units],
            text,
            "b15.1",
        )
        out.append(row | {"date": s.game.day_of(turn)})
    return out
