"""17.0 Set-up: the historical one, the schedules of reinforcements, and free set-up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.deploy import FreeSetUp
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limit, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Undone
from ardennes.core.wording import counted
from ardennes.games.ardennes_offensive.facts import (
    ABSENT,
    ALLIED,
    BRITISH_WEST,
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
    SHUT,
    SIDES,
    START,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.state import OffensiveState

SCENARIO = "scenario"
"""The value of an option that leaves it to the scenario."""
FREE, ACCELERATED, SLOWED = "free", "accelerated", "slowed"
MOVES = 60
"""How often units can be moved in a free set-up: enough to move every unit of either side once, and some twice."""
FRONT_UNITS = tuple(
    OF_SIDE[side] & bits(u for u, start in enumerate(START) if start >= 0 and FRONT_LINE[side] >> start & 1)
    for side in range(len(SIDES))
)
"""17.0: the units on the front line in the historical set-up."""
REAR_UNITS = tuple(
    OF_SIDE[side] & bits(u for u, start in enumerate(START) if start >= 0) & ~FRONT_UNITS[side]
    for side in range(len(SIDES))
)


def set_up_of(s: OffensiveState, side: Side) -> str:
    """17.0: "historical" or "free"."""
    chosen = s.setup.option(f"{SIDES[side]}_setup")
    return str(s.game.scenario(s.setup.scenario).data[SIDES[side]][0]) if chosen == SCENARIO else str(chosen)


def rate_of(s: OffensiveState, side: Side) -> str:
    """17.0: "historical" or "changed", which is accelerated for the Germans and slowed for the Allies."""
    chosen = s.setup.option(f"{SIDES[side]}_rate")
    rate = s.game.scenario(s.setup.scenario).data[SIDES[side]][1] if chosen == SCENARIO else chosen
    return HISTORICAL if rate == HISTORICAL else CHANGED


def restricted(s: OffensiveState) -> Units:
    """14.3C: the units that may not cross the Meuse now. At the slowed rate nobody is restricted."""
    return 0 if s.released or rate_of(s, ALLIED) != HISTORICAL else BRITISH_WEST


def place_all(s: OffensiveState) -> None:
    """17.0, 14.0: every unit in its historical hex, the others on the schedule of their side's rate."""
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
    """17.0 A side that sets up freely rearranges its units, which start where they were in history: front-line units on the front line, the
    others behind it, no two in a hex. 4.2: the Allied player first."""

    title: ClassVar[str] = "Set-up"
    case: ClassVar[str] = "17.0"
    main: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {
        "unit": "Move",
        "hex": "Place here",
        "rest": "Put all back as in history",
        "done": "Done: the rest as in history",
    }

    def decide(self, s: OffensiveState) -> Decision | None:
        if set_up_of(s, self.side) != FREE:
            s.pop()
            return None
        side = SIDES[self.side]
        if self.holding >= 0:
            name = s.game.unit_title(self.holding)
            return s.ask(side, f"Where do you put {name}?", "17.0", hex=self.places(s, self.holding))
        prompt = f"Rearrange your units ({counted(self.moves, 'move')} left), or leave the rest as in history"
        units = self.taking_part(s) if self.moves else 0
        return s.ask(
            side, prompt, "17.0", unit=units, rest=NOTHING if self.moves and self.moved(s) else (), done=NOTHING
        )

    def taking_part(self, s: OffensiveState) -> Units:
        return s.on_map(self.side) & (FRONT_UNITS[self.side] | REAR_UNITS[self.side])

    def moved(self, s: OffensiveState) -> Units:
        """Those that are not where they were in history."""
        return bits(u for u in each(self.taking_part(s)) if s.at[u] != START[u])

    def allowed(self, s: OffensiveState, unit: Unit) -> Iterator[Limit]:
        yield Limit("E-MAP-1", ~SHUT, "no unit may ever enter {}")
        yield Limit("11.0-impassable", ~CLOSED, "{} is impassable")
        yield Limit("5.3L", LIVE, "{} is a Map Edge hex, where nobody is set up")
        yield Limit("17.0", OWN_GROUND[self.side], "{} is on the other side of the start line")
        if FRONT_UNITS[self.side] >> unit & 1:
            yield Limit("17.0", FRONT_LINE[self.side], "the unit belongs on the front line, and {} is behind it")
        else:
            yield Limit("17.0", ~FRONT_LINE[self.side], "the unit belongs behind the front line, and {} is on it")

    def places(self, s: OffensiveState, unit: Unit) -> Places:
        """Everywhere in its part of the ground: a unit there belongs to the same part, so the two can swap."""
        return offered(self.allowed(s, unit)) & ~(1 << s.at[unit])

    def has_room(self, s: OffensiveState, place: Place, unit: Unit) -> bool:
        return not self.standing(s, place)

    def standing(self, s: OffensiveState, place: Place) -> Units:
        return s.units_at(place, self.side)

    def history(self, s: OffensiveState, unit: Unit) -> Place:
        return START[unit]

    def put(self, s: OffensiveState, unit: Unit, place: Place) -> None:
        s.place(unit, place if place >= 0 else ABSENT)

    def on_hex(self, s: OffensiveState, place: Place) -> None:
        here = s.at[self.holding]
        FreeSetUp.on_hex(self, s, place)
        s.tell("deploys", self.holding, here, place)
        for other in each(s.units_at(here, self.side)):
            s.tell("deploys", other, place, here)

    def on_rest(self, s: OffensiveState, _: None) -> None:
        moved = self.moved(s)
        before = {u: s.at[u] for u in each(moved)}
        for u in before:
            s.place(u, ABSENT)
        for u, here in before.items():
            s.place(u, START[u])
            s.tell("deploys", u, here, START[u])
        s.become(replace(self, moves=self.moves - 1))

    def on_done(self, s: OffensiveState, _: None) -> None:
        s.tell("deployed", self.side)
        s.pop()

    def why_rest(self, s: OffensiveState, _: None) -> Refusal:
        return Refusal(
            "17.0", "all units are in their historical hexes" if self.moves else "no more units may be moved"
        )

    def undone(self, s: OffensiveState) -> Undone | None:
        return None

    def misfit(self, s: OffensiveState, at: int) -> str:
        if s.turn != 1:
            return "units are set up before game-turn 1"
        if set_up_of(s, self.side) != FREE:
            return "this side does not set up freely (case 17.0)"
        if self.moves < 0 or (self.holding >= 0 and not (self.moves and self.taking_part(s) >> self.holding & 1)):
            return "there is no unit to move"
        for side in range(len(SIDES)):
            for u in each(s.on_map(side)):
                if not (FRONT_UNITS[side] | REAR_UNITS[side]) >> u & 1:
                    return f"{UNIT_NAMES.names[u]} is not part of the set-up (case 17.0)"
                if not offered(replace(self, side=side).allowed(s, u)) >> s.at[u] & 1:
                    return f"{UNIT_NAMES.names[u]} is where it cannot be set up (case 17.0)"
                if s.units_at(s.at[u]) != 1 << u:
                    return f"{UNIT_NAMES.names[u]} is not alone in its hex (case 17.0)"
        return ""
