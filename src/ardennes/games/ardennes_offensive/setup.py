"""17.0 Set-up: the historical one, the schedules of reinforcements, and free set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.decision import Decision
from ardennes.core.deploy import FreeSetUp
from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.limits import Limit
from ardennes.core.names import bits
from ardennes.games.ardennes_offensive.facts import (
    ABSENT,
    CHANGED,
    CLOSED,
    DUE,
    FRONT_LINE,
    HISTORICAL,
    LIVE,
    OF_SIDE,
    OWN_GROUND,
    SCHEDULES,
    SECTIONS,
    SIDES,
    START,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.state import OffensiveState

SCENARIO = "scenario"
"""The value of an option that leaves it to the scenario."""
FREE = "free"
MOVES = 60
"""How often units can be moved in a free set-up: enough to move every unit of either side, and some twice."""
FRONT_UNITS = tuple(
    OF_SIDE[side] & bits(u for u, start in enumerate(START) if start >= 0 and FRONT_LINE[side] >> start & 1)
    for side in range(len(SIDES))
)
"""17.0: the units that stand on the front line in the historical set-up."""
REAR_UNITS = tuple(
    OF_SIDE[side] & bits(u for u, start in enumerate(START) if start >= 0) & ~FRONT_UNITS[side]
    for side in range(len(SIDES))
)


def set_up_of(s: OffensiveState, side: Side) -> str:
    """17.0: "historical" or "free"."""
    chosen = s.setup.option(f"{SIDES[side]}_setup")
    return str(s.game.scenario(s.setup.scenario).data[SIDES[side]][0]) if chosen == SCENARIO else str(chosen)


def rate_of(s: OffensiveState, side: Side) -> str:
    """17.0: "historical" or "changed", which is accelerated for the German and slowed for the Allied player."""
    chosen = s.setup.option(f"{SIDES[side]}_rate")
    rate = s.game.scenario(s.setup.scenario).data[SIDES[side]][1] if chosen == SCENARIO else chosen
    return HISTORICAL if rate == HISTORICAL else CHANGED


def place_all(s: OffensiveState) -> None:
    """17.0, 14.0: everybody in the historical hex, the others on the schedule of their side's rate."""
    for side in range(len(SIDES)):
        schedule = SCHEDULES[rate_of(s, side)]
        for u in (u for u in range(len(START)) if OF_SIDE[side] >> u & 1):
            turn, section = schedule[u]
            if START[u] >= 0:
                s.at[u] = START[u]
            elif turn:
                s.at[u] = DUE
                s.due[u] = turn
                s.section[u] = section_number(section)
            else:
                s.at[u] = ABSENT
    s.refresh()


def section_number(section: str) -> int:
    """The number of a section of the schedule: "WB" is the West, "E" and "drop" count as the German edge."""
    name = section.removesuffix("B") if section == "WB" else section
    return SECTIONS.index(name) if name in SECTIONS else len(SECTIONS)


@dataclass(frozen=True, slots=True)
class SetUp(FreeSetUp):
    """17.0 A side rearranges its units: those of the front line on the front line, the others behind it, no two in a hex."""

    case: ClassVar[str] = "17.0"

    def decide(self, s: OffensiveState) -> Decision | None:
        if set_up_of(s, self.side) != FREE:
            s.pop()
            return None
        return FreeSetUp.decide(self, s)

    def taking_part(self, s: OffensiveState) -> Units:
        return FRONT_UNITS[self.side] | REAR_UNITS[self.side]

    def allowed(self, s: OffensiveState, unit: Unit) -> Iterator[Limit]:
        yield Limit("E-MAP-1", ~CLOSED, "nobody may ever enter {}")
        yield Limit("5.3L", LIVE, "{} is a Map Edge hex, where nobody is set up")
        yield Limit("17.0", OWN_GROUND[self.side], "{} is on the other side of the start line")
        if FRONT_UNITS[self.side] >> unit & 1:
            yield Limit("17.0", FRONT_LINE[self.side], "the unit belongs to the front line, and {} is behind it")
        else:
            yield Limit("17.0", ~FRONT_LINE[self.side], "the unit belongs behind the front line, and {} is on it")

    def has_room(self, s: OffensiveState, place: Place, unit: Unit) -> bool:
        return not self.standing(s, place) & ~(1 << unit)

    def standing(self, s: OffensiveState, place: Place) -> Units:
        return s.units_at(place, self.side)

    def history(self, s: OffensiveState, unit: Unit) -> Place:
        return START[unit]

    def put(self, s: OffensiveState, unit: Unit, place: Place) -> None:
        s.place(unit, place if place >= 0 else ABSENT)


assert MOVES > max((FRONT_UNITS[side] | REAR_UNITS[side]).bit_count() for side in range(len(SIDES)))
assert UNIT_NAMES
