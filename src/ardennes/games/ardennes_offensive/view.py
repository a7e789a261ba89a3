"""What the table shows. Nothing is hidden in this game."""

from __future__ import annotations

from typing import Any

from ardennes.core.calendar import arrival, day, gauge, iso_date, track
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.sequence import step_of
from ardennes.core.wording import counted, short_date
from ardennes.games.ardennes_offensive import charts, supply, victory
from ardennes.games.ardennes_offensive.combat import plans
from ardennes.games.ardennes_offensive.facts import (
    ABSENT,
    ALLIED,
    BASTOGNE,
    BOARD,
    BOX,
    BRIDGE_SIDES,
    COLUMNS,
    DUE,
    ENTRY,
    EVERY,
    EXIT_SECTION,
    EXITS,
    FIRST_DAY,
    GERMAN,
    HEX_NAMES,
    HEYDTE,
    LAST_TURN,
    MAP_EDGE,
    MECH,
    OF_SIDE,
    ROSTER,
    SECTIONS,
    SIDE,
    SIDES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.setup import restricted
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.story import SECTION_WORDS
from ardennes.games.ardennes_offensive.strength import column

_BOX_NAMES = {number: name for name, number in BOX.items()}
BOX_TITLES = {
    **{f"entry-{code.lower()}": f"Waiting in the {SECTION_WORDS[code]}" for code in ENTRY},
    "due": "Reinforcements",
    "eliminated": "Destroyed",
}
"""The boxes next to the map."""
_STATUS = {
    "moved": "moved",
    "attacked": "fought",
    "defended": "attacked",
    "must_leave_road_mode": "must_leave",
    "must_move_away": "must_part",
    "may_return": "awake",
}
"""What is said about a unit, with the state field it comes from."""
_SETTLED = ("movement", "combat", "mechanized", "end")
"""The phases of a player-turn in which the supply of its side is settled (12.0)."""

_MOVING = ("movement", "mechanized")
"""The phases in which interdicted bridges are shown without being asked for."""


def _clock(s: OffensiveState) -> tuple[Side, str]:
    """The phasing side (-1 for none), and its phase without the side's name."""
    side, _, phase = step_of(s).name.partition("-")
    return (SIDES.index(side), phase) if side in SIDES else (-1, side)


def without_supply(s: OffensiveState, side: Side) -> tuple[Units, Units]:
    """12.0: a side's units without supply, and the isolated ones among them: as settled in its own player-turn, as things are otherwise."""
    phasing, phase = _clock(s)
    return (s.unsupplied, s.isolated) if side == phasing and phase in _SETTLED else supply.out_now(s, side)


def interdicted(s: OffensiveState, side: Side) -> int:
    """13.1A: the bridges that a side cannot use: as settled in its own player-turn, as things are otherwise."""
    phasing, phase = _clock(s)
    return s.cut if side == phasing and phase in _SETTLED else supply.cut_for(s, side)


def pieces(s: OffensiveState) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    hungry = [without_supply(s, side) for side in (GERMAN, ALLIED)]
    sets = [(name, getattr(s, fields)) for name, fields in _STATUS.items()]
    done = _done(s)
    for u, at in enumerate(s.at):
        if at == ABSENT:
            continue
        status = [name for name, units in sets if units >> u & 1]
        badges = ["road"] if s.road >> u & 1 and at >= 0 else []  # whoever waits off the map is in road mode anyway
        piece: dict[str, Any] = {
            "id": UNIT_NAMES.names[u],
            "at": HEX_NAMES.names[at] if at >= 0 else _BOX_NAMES[at],
            "status": status,
            "done": bool(done >> u & 1),
            "badges": badges,
        }
        if at >= 0:
            unsupplied, isolated = hungry[SIDE[u]]
            piece["supplied"] = not unsupplied >> u & 1
            if isolated >> u & 1:
                badges.append("isolated")
            elif unsupplied >> u & 1:
                badges.append("out")
            if MAP_EDGE >> at & 1:
                status.append("dormant")
        elif at == DUE:
            piece["due"] = {"turn": s.due[u], "edge": _comes_by(s, u)}
        out.append(piece)
    return out


def _done(s: OffensiveState) -> Units:
    """The phasing side's units that can do nothing more in this phase, and in combat the enemies that were attacked."""
    side, phase = _clock(s)
    if phase == "combat":
        return s.fought | s.attacked
    if phase == "mechanized":
        return s.moved | s.fought | OF_SIDE[side] & ~MECH
    return s.moved if phase == "movement" else 0


def _comes_by(s: OffensiveState, unit: Unit) -> str:
    """By which section a unit comes: "NE", "E", "air"."""
    return "air" if unit == HEYDTE else (*SECTIONS, "E")[s.section[unit]]


def calendar(s: OffensiveState) -> list[dict[str, Any]]:
    """14.0, 15.0: the reinforcements still to come."""
    groups = ROSTER.groups(lambda u: (s.due[u], SIDE[u], _comes_by(s, u)), s.in_box(DUE))
    held = restricted(s)
    out = []
    for (turn, side, code), units in groups.items():
        where = "by air" if code == "air" else f"from the {SECTION_WORDS[code]}"
        bound = ", to stay behind the Meuse" if any(held >> u & 1 for u in units) else ""
        text = f"{', '.join(ROSTER.name[u] for u in units)} {where}{bound}"
        names = [UNIT_NAMES.names[u] for u in units]
        case = "15.0" if code == "air" else "14.1A"
        out.append(arrival(turn, iso_date(FIRST_DAY, turn), SIDES[side], names, text, case))
    return out


def days(s: OffensiveState) -> list[dict[str, Any]]:
    """The turn track: how many units are due on the days to come, and the evenings that can end the game (16.2, 16.3)."""
    due = [0] * (LAST_TURN + 1)
    for u in each(s.in_box(DUE)):
        if s.turn < s.due[u] <= LAST_TURN:
            due[s.due[u]] += 1
    return [
        day(
            turn,
            iso_date(FIRST_DAY, turn),
            f"{counted(due[turn], 'unit')} due" if due[turn] else "",
            check=turn <= victory.EARLY or turn == LAST_TURN,
        )
        for turn in range(1, LAST_TURN + 1)
    ]


def tracks(s: OffensiveState, german: int, allied: int) -> list[dict[str, Any]]:
    """The tracks next to the map."""
    held = victory.exit_points(s)
    exits = ", ".join(f"{HEX_NAMES.names[p]} ({n})" for p, n in held.items()) or "none"
    if s.standard:
        table = "Standard"
    elif s.turn <= victory.INITIAL_UNTIL:
        table = f"Initial, until turn {victory.INITIAL_UNTIL} at least"
    else:
        table = f"Initial, until the die shows a {victory.SWITCH}"
    british = "behind the Meuse" if restricted(s) else "free to cross the Meuse"
    cut = [interdicted(s, side).bit_count() for side in (GERMAN, ALLIED)]
    bridges = f"{cut[GERMAN]} for the Germans, {cut[ALLIED]} for the Allies"
    return [
        track("vp", "Victory points", f"German {german}, Allied {allied}", "16.0", german=german, allied=allied),
        track("exits", "Exits held", exits, "16.0C", value=sum(held.values())),
        track("table", "German table", table, "10.3", value="standard" if s.standard else "initial"),
        track("british", "British", british, "14.3C", value="restricted" if restricted(s) else "released"),
        track("bridges", "Interdicted bridges", bridges, "13.1A", german=cut[GERMAN], allied=cut[ALLIED]),
    ]


def _gauge(s: OffensiveState, german: int, allied: int) -> dict[str, Any]:
    """16.0: German points, and what they mean: an early victory, the release of the British, the ratio at the end."""
    needed = victory.NEEDED
    marks = []
    if s.turn <= victory.EARLY:
        by = short_date(iso_date(FIRST_DAY, victory.EARLY))
        marks.append((needed, f"The Germans win at once with {needed} by {by}"))
        text = f"{german} of {needed} by {by}"
    else:
        marks.append((needed, f"Below {needed} at the end the Allies win"))
        win = max(needed, -(-3 * allied // 2))
        if win > needed:
            marks.append((win, f"The Germans win at the end with {win} to {allied}"))
        text = f"{german} to {allied}; {win} would win" if german < win else f"{german} to {allied}, enough to win"
    if restricted(s):
        marks.append((victory.RELEASED_AT, f"The British may cross the Meuse at {victory.RELEASED_AT}"))
    return gauge("German VP", german, sorted(marks), text)


def markers(s: OffensiveState) -> list[dict[str, Any]]:
    """13.1A: the bridges interdicted for the phasing side; 9.0: the odds of the attacks it has planned."""
    side, phase = _clock(s)
    if side < 0:
        return []
    names = HEX_NAMES.names
    out = []
    if phase in _MOVING:
        for bridge in each(s.cut):
            a, b = BRIDGE_SIDES[bridge]
            out.append({"kind": "cut", "side": SIDES[1 - side], "at": names[a], "between": [names[a], names[b]]})
    for attackers, hexes in plans(s, side).values():
        odds = COLUMNS[column(s, attackers, hexes)]
        there = s.places_of(attackers)
        for place in each(hexes):
            by = [names[p] for p in each(there & BOARD.spread(1 << place, EVERY))]
            out.append({"kind": odds, "side": SIDES[side], "at": names[place], "by": by})
    return out


def places(s: OffensiveState) -> dict[str, dict[str, str]]:
    """16.0B: the exits with their value, and whether they count now."""
    held = victory.exit_points(s)
    roads = charts.exit_roads()
    bastogne = bool(s.units_at(BASTOGNE, GERMAN) & ~without_supply(s, GERMAN)[0])
    out = {}
    for place, n in EXITS.items():
        name = HEX_NAMES.names[place]
        road = f" ({roads[name]})" if roads.get(name) else ""
        title = f"Exit{road}: {counted(n, 'victory point')} while a supplied German unit holds it"
        if EXIT_SECTION[place] in victory.NEED_BASTOGNE and not bastogne:
            title += "; only with a supplied German unit in Bastogne"
        if place in held:
            title += ". It counts now"
        out[name] = {"value": str(n), "title": title}
    return out


def view(s: OffensiveState) -> dict[str, Any]:
    """The table as everybody sees it."""
    german, allied = victory.points(s)
    held = victory.exit_points(s)
    return {
        "pieces": pieces(s),
        "markers": markers(s),
        "tracks": tracks(s, german, allied),
        "days": days(s),
        "gauge": _gauge(s, german, allied),
        "calendar": calendar(s),
        "places": places(s),
        "exits": [{"at": HEX_NAMES.names[p], "value": n, "counts": p in held} for p, n in EXITS.items()],
    }
