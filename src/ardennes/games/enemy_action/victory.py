"""14 Victory points, victory levels, and the end of a day.

Points are derived from the position: only what cannot be read off it is stored (`exit_vp`, `meuse_award`, `vdh_relieved`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ardennes.core.game import Result
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.core.wording import counted
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.facts import (
    ALLIED,
    CALENDAR,
    CHITS,
    EXITED,
    GERMAN,
    GERMAN_TOWNS,
    SIDES,
    TABLES,
    TOWN_VP,
    TOWNS,
    VDH,
    WEST_BANK,
    on_date,
)
from ardennes.games.enemy_action.state import EnemyActionState

_POINTS = TABLES["victory"]
LOWEST = -999
"""Fewer points than there can ever be."""
Level = tuple[int, str, str]
"""The lowest points for it, the winner and the level. A draw has no winner; if the game goes on, it has no level either."""

# --- points (14.1) ----------------------------------------------------------------------------------------------------


def town_points(s: EnemyActionState, place: int) -> int:
    """2.1-vp-hexes, 15.1: what a town or city is worth to the German player while it is German."""
    printed = TOWN_VP.get(place, 0)
    if not printed and TOWNS & ~GERMAN_TOWNS & 1 << place:
        return int(s.plan.get("plain_towns", 0))
    return printed


def sources(s: EnemyActionState) -> list[tuple[str, int, str]]:
    """14.1: where the German points come from, each with its case. What gives nothing is not listed."""
    lost = s.losses(ALLIED).bit_count()
    walls = s.allied_wall.bit_count() if s.on("westwall_loss") else 0
    found = [
        ("Towns and cities", sum(town_points(s, place) for place in each(s.german_towns)), "14.1-towns"),
        ("Meuse crossed in supply", int(_POINTS["meuse"]) if s.meuse_award else 0, "14.1-meuse"),
        ("Units that have left the map", s.exit_vp, "14.1-exit"),
        (f"{counted(lost, 'Allied unit')} eliminated", lost // int(_POINTS["eliminated"]), "14.1-eliminated"),
        ("Von der Heydte relieved", int(_POINTS["vdh"]) if s.vdh_relieved else 0, "14.1-vdh"),
        (
            f"{counted(walls, 'Westwall hex', 'Westwall hexes')} lost",
            -walls * int(_POINTS["westwall"]),
            "14.1-westwall",
        ),
    ]
    return [source for source in found if source[1]]


def points(s: EnemyActionState) -> int:
    """14.1: the German victory points. They can be negative."""
    return sum(n for _, n, _ in sources(s))


# --- levels (14.2, 15) ------------------------------------------------------------------------------------------------


def levels(s: EnemyActionState, day: int) -> list[Level]:
    """14.2, 15: what the points mean at the end of a day, best for the German player first; nothing if they are not looked at."""
    plan = s.plan
    for table in plan.get("tables", ()):
        if on_date(table["dates"], day):
            return [(low, winner, level) for low, winner, level in table["levels"]]
    if plan["calendar"] and on_date(plan["calendar"], day):
        row = CALENDAR[day]
        between = [(int(row["below"]), "", "")] if row["below"] < row["above"] else []
        return [(int(row["above"]), SIDES[GERMAN], row["level"]), *between, (LOWEST, SIDES[ALLIED], row["level"])]
    if "german_from" not in plan:
        return []
    german = (int(plan["german_from"]), SIDES[GERMAN], "operational")
    if day < plan["allied_date"]:
        return [german, (LOWEST, "", "")]
    return [german, (int(plan["allied_to"]) + 1, "", ""), (LOWEST, SIDES[ALLIED], "operational")]


def judge(s: EnemyActionState) -> Result | None:
    """14.2: does the game end with this day, and how?"""
    total = points(s)
    for low, winner, level in levels(s, s.day):
        if total >= low:
            return Result(winner or None, level, total) if level else None
    return None


def sudden(s: EnemyActionState) -> None:
    """15.1: a German unit next to the Meuse or off the map wins the game at once. Paratroops that land there do not."""
    if s.result is not None or not s.plan.get("sudden"):
        return
    units = s.on_map(GERMAN) & ~(1 << VDH)
    if s.in_box(EXITED) & ~(1 << VDH) or any(s.near_meuse(u) for u in each(units)):
        s.result = Result(SIDES[GERMAN], "tactical", points(s))


# --- the end of a day (4-V) -------------------------------------------------------------------------------------------


def award_meuse(s: EnemyActionState) -> None:
    """14.1-meuse: once per game, for German units west of the Meuse in hexes that can trace supply now."""
    across = s.occupied(GERMAN) & WEST_BANK
    if s.meuse_award or not any(supply.in_supply(s, GERMAN, place) for place in each(across)):
        return
    s.meuse_award = True
    s.tell("award", "crossing the Meuse", int(_POINTS["meuse"]))


def verdict(result: Result | None, total: int) -> str:
    """How a day ends, in words."""
    said = counted(total, "point")
    if result is None:
        return f"{said}: the game goes on"
    if result.winner is None:
        return f"{said}: a draw"
    return f"{said}: {'German' if result.winner == SIDES[GERMAN] else 'Allied'} {result.level} victory"


@dataclass(frozen=True, slots=True)
class EndOfDay(Frame):
    """4-V The award for the Meuse, the victory check, and the clearing of the map for the next day."""

    stage: int

    title: ClassVar[str] = "End of Day"

    def decide(self, s: EnemyActionState) -> None:
        award_meuse(s)
        s.result = judge(s)
        s.tell("evening", verdict(s.result, points(s)))
        if s.result is None:
            end_day(s)
        s.pop()

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if not self.stage else "the End of Day Phase has one stage: 0"


def end_day(s: EnemyActionState) -> None:
    """4-V: all chits are in the cup again, Dispersed and Out of Fuel markers go, and the next day begins."""
    s.cup = CHITS.all
    s.dispersed = s.nofuel = s.surprise = s.fresh = s.shown = 0
    s.impulses, s.one_used, s.last = [0, 0], [0, 0], [0, 0]
    s.freeze = s.fury = s.manteuffel = s.fuel_priority = s.skip = False
    s.turn += 1
    s.refresh()
