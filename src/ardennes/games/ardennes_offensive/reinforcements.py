"""14.0 Reinforcements: arrival at the map edge, closed sections, entry; 15.0 the German paradrop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame, Hints, Undone
from ardennes.games.ardennes_offensive.facts import (
    ABSENT,
    ALLIED,
    BOARD,
    BOXES,
    BRITISH_WEST,
    DIE,
    DIVISIONS,
    DUE,
    ELIMINATED,
    ENTRY,
    GERMAN,
    HEYDTE,
    LIVE,
    MAP_EDGE,
    MECH,
    OF_SIDE,
    ROAD,
    SCHEDULES,
    SECTIONS,
    SHUT,
    SIDE,
    SIDES,
    TABLES,
)
from ardennes.games.ardennes_offensive.movement import (
    SECTION_OF_BOX,
    can_come_in,
    can_stop_at_gate,
    open_gates,
    phase_of,
    terms_of,
)
from ardennes.games.ardennes_offensive.setup import rate_of, section_number
from ardennes.games.ardennes_offensive.state import OffensiveState

DROP_TURN: int = TABLES["reinforcements"]["drop_turn"]
_SURVIVES: tuple[int, ...] = tuple(TABLES["reinforcements"]["drop_survives"])
EAST = len(SECTIONS)
SECTION_TITLES = {"NE": "Northeast", "NW": "Northwest", "W": "West", "SW": "Southwest", "SE": "Southeast", "E": "East"}


# --- arrival at the edge -----------------------------------------------------------------------------------------------------------------


def due_now(s: OffensiveState, side: Side) -> Units:
    """14.0: the units of a side that are due at the map edge. The paratroops do not come by road (15.0)."""
    if DUE not in s.at:
        return 0
    turn = s.turn
    return bits(u for u in each(s.in_box(DUE) & OF_SIDE[side] & ~(1 << HEYDTE)) if s.due[u] <= turn)


def is_closed(s: OffensiveState, section: int) -> bool:
    """14.1A: do the Germans hold or control every road exit of an Allied section?"""
    return not open_gates(s, ALLIED, SECTIONS[section])


def _home(s: OffensiveState, unit: Unit) -> int:
    """The section of the schedule."""
    found = section_number(SCHEDULES[rate_of(s, ALLIED)][unit][1])
    return s.section[unit] if found == EAST else found


def next_sections(s: OffensiveState, section: int, home: int) -> list[int]:
    """14.1A: by which sections units can come whose section is closed. A unit that was shifted before goes on in the same direction to the
    next section that is open."""
    if section == home:
        return [n for n in (section - 1, section + 1) if 0 <= n < EAST]
    on = 1 if section > home else -1
    ahead = list(range(section + on, EAST if on > 0 else -1, on))
    back = list(range(section - on, -1 if on > 0 else EAST, -on))
    found = [n for n in ahead + back if not is_closed(s, n)]
    return found[:1] or [section]


def _delay(s: OffensiveState, units: Units, to: int) -> None:
    """14.1A: the units come one game-turn later by another section."""
    first = s.section[each(units)[0]]
    for u in each(units):
        s.section[u] = to
        s.due[u] = s.turn + 1
    s.tell("delayed", units, first, to, s.turn + 1)


@dataclass(frozen=True, slots=True)
class Reinforcements(Frame):
    """14.0 The units that are due come to the map edge, in road mode; those of a closed section are put off."""

    side: Side
    title = "Reinforcements"

    def decide(self, s: OffensiveState) -> None:
        due = due_now(s, self.side)
        for section in range(EAST + 1) if due else ():
            mine = bits(u for u in each(due) if s.section[u] == section and s.due[u] <= s.turn)
            if not mine:
                continue
            if self.side == ALLIED and is_closed(s, section):
                for home in range(EAST):
                    some = bits(u for u in each(mine) if _home(s, u) == home)
                    if not some:
                        continue
                    ways = next_sections(s, section, home)
                    if len(ways) > 1:
                        s.push(Detour(section, some))
                        return
                    _delay(s, some, ways[0])
                continue
            name = (*SECTIONS, "E")[section]
            for u in each(mine):
                s.place(u, ENTRY[name])
                s.set_road(u, True)
            s.tell("arrives", mine, section)
        s.pop()

    def misfit(self, s: OffensiveState, at: int) -> str:
        return other_step(s, self)


@dataclass(frozen=True, slots=True)
class Detour(Frame):
    """14.1A A section with two neighbours is closed: the Allied player chooses by which of them its units come on the next game-turn."""

    section: int
    units: Units
    title = "Closed section"
    below = ("Reinforcements",)
    labels: ClassVar[dict[str, str]] = {"box": "Arrive here"}

    def limits_box(self, s: OffensiveState) -> Limits:
        near = next_sections(s, self.section, self.section)
        yield "14.1A", bits(~ENTRY[SECTIONS[n]] for n in near), "the units arrive through a section next to their own"

    def decide(self, s: OffensiveState) -> Decision:
        title = SECTION_TITLES[SECTIONS[self.section]]
        prompt = f"The {title} is closed: through which section do {s.names(self.units)} arrive on the next game-turn?"
        return s.ask(SIDES[ALLIED], prompt, "14.1A", box=offered(self.limits_box(s)))

    def on_box(self, s: OffensiveState, box: int) -> None:
        _delay(s, self.units, SECTIONS.index(SECTION_OF_BOX[~box]))
        s.pop()

    def hints(self, s: OffensiveState) -> Hints:
        near = next_sections(s, self.section, self.section)
        return {
            "box": {
                BOXES.names[~ENTRY[SECTIONS[n]]]: {
                    "label": SECTION_TITLES[SECTIONS[n]],
                    "note": "closed now" if is_closed(s, n) else "open now",
                }
                for n in near
            }
        }

    def misfit(self, s: OffensiveState, at: int) -> str:
        if not 0 < self.section < EAST - 1:
            return "only the sections NW, W and SW have two neighbours (case 14.1A)"
        ready = due_now(s, ALLIED) & bits(u for u, n in enumerate(s.section) if n == self.section == _home(s, u))
        return "" if self.units and self.units & ready == self.units else "these units are not due in this section"


# --- coming in -----------------------------------------------------------------------------------------------------------------------


def waiting(s: OffensiveState, side: Side) -> Units:
    """14.1A: the units of a side that are at the map edge and have not come in."""
    return s.road & OF_SIDE[side] & ~s.on_map(side)  # off the map only they are in road mode


def entering(s: OffensiveState, side: Side, mech: bool) -> Units:
    """14.1A, 14.2B: the units at the map edge that can come in now. They do so in the Initial Movement Phase; on GT 1 the Germans do so in
    the Mechanized Movement Phase."""
    if mech and not (s.turn == 1 and side == GERMAN):
        return 0
    out = waiting(s, side) & ~s.moved
    if mech:
        out &= MECH
    if not out:
        return 0
    known: dict[tuple[int, int], bool] = {}
    closed = s.closed_to(side) | s.live(side)
    for u in each(out):
        bit = 1 << u
        kind = (bool(bit & MECH)) | (bool(bit & BRITISH_WEST)) << 1 | (bool(bit & DIVISIONS)) << 2
        can = known.get((s.at[u], kind))
        if can is None:
            can = known[s.at[u], kind] = can_stop_at_gate(s, u, closed) or can_come_in(terms_of(s, u))
        if not can:
            out &= ~bit
    return out


def why_absent(s: OffensiveState, unit: Unit) -> Refusal:
    """Why a unit that is not on the live map cannot move."""
    name, place = s.name(unit), s.at[unit]
    if place >= 0:
        return Refusal("5.3M", f"{name} is dormant: no Allied unit was next to it on the live map when the phase began")
    if place == ELIMINATED:
        return Refusal("16.0A", f"{name} is eliminated")
    if place == ABSENT:
        return Refusal("14.0", f"{name} takes no part in this game")
    if place == DUE:
        if unit == HEYDTE:
            return Refusal("15.0", f"{name} comes by paradrop at the start of German movement on game-turn {DROP_TURN}")
        return Refusal("14.0", f"{name} is due on game-turn {s.due[unit]}")
    section = SECTION_OF_BOX[place]
    if not open_gates(s, SIDE[unit], section):
        return Refusal("14.1A", f"every entry hex of {name} is held or controlled by the enemy")
    side, mech = phase_of(s)
    if mech and not (s.turn == 1 and side == GERMAN):
        return Refusal("14.2B", f"{name} comes in during the Initial Movement Phase")
    return Refusal("14.2B", f"{name} cannot come in now: the units before it take up its entry hexes")


# --- paradrop ------------------------------------------------------------------------------------------------------------------------


def drop_limits(s: OffensiveState) -> Limits:
    """15.0: where the paratroops can be dropped."""
    yield "E-MAP-1", ~SHUT, "no unit may ever enter {}"
    yield "5.3L", ~MAP_EDGE, "{}: German units never enter a Map Edge hex"
    yield "15.0", LIVE, "{} is impassable"
    yield "15.0", ~s.occupied(ALLIED), "an Allied unit is in {}"
    yield "15.0", ~s.controlled(ALLIED), "{} is in an Allied zone of control"
    yield "8.0", s.room_for(HEYDTE), "there is no room for another unit in {}"
    columns = s.places_of(s.road & s.on_map(GERMAN))
    yield "6.5G", ~(columns | BOARD.spread(columns, ROAD)), "a unit in road mode is in or next to {} on the road"


def must_drop(s: OffensiveState) -> bool:
    """15.0: is the paradrop due, at the start of the German Initial Movement Phase?"""
    return s.turn == DROP_TURN and s.at[HEYDTE] == DUE


@dataclass(frozen=True, slots=True)
class Drop(Frame):
    """15.0 The German player drops the paratroops, before any other movement."""

    title = "Paradrop"
    below = ("Movement",)
    labels: ClassVar[dict[str, str]] = {"drop": "Paradrop here"}

    def limits_drop(self, s: OffensiveState) -> Limits:
        return drop_limits(s)

    def decide(self, s: OffensiveState) -> Decision | None:
        places = offered(self.limits_drop(s))
        if not places:  # there is no hex left in which it could land
            s.pop()
            s.place(HEYDTE, ABSENT)
            return None
        return s.ask(SIDES[GERMAN], f"Choose where {s.name(HEYDTE)} jumps; it lands on a 1 or 2", "15.0", drop=places)

    def on_drop(self, s: OffensiveState, place: Place) -> None:
        s.tell("drops", HEYDTE, place)
        s.become(Landing(place))

    def undone(self, s: OffensiveState) -> Undone:
        return Undone(must=1 << HEYDTE)

    def misfit(self, s: OffensiveState, at: int) -> str:
        return _no_drop(s)


@dataclass(frozen=True, slots=True)
class Landing(Frame):
    """15.0 A die decides whether the paratroops survive the drop."""

    aim: Place
    below = ("Movement",)

    def decide(self, s: OffensiveState) -> Decision:
        return s.ask_chance(f"The drop of {s.name(HEYDTE)}", "15.0", die=DIE)

    def on_die(self, s: OffensiveState, die: int) -> None:
        s.pop()
        if die in _SURVIVES:
            s.place(HEYDTE, self.aim)
            s.tell("landed", HEYDTE, DUE, self.aim, die)
        else:
            s.place(HEYDTE, ELIMINATED)
            s.tell("scattered", HEYDTE, self.aim, die)

    def misfit(self, s: OffensiveState, at: int) -> str:
        legal: Places = offered(drop_limits(s))
        return _no_drop(s) or (
            "" if self.aim >= 0 and legal >> self.aim & 1 else "nobody can be dropped there (case 15.0)"
        )


def _no_drop(s: OffensiveState) -> str:
    side, mech = phase_of(s)
    now = side == GERMAN and not mech and must_drop(s)
    return "" if now else f"the paradrop comes at the start of German movement on game-turn {DROP_TURN} (case 15.0)"
