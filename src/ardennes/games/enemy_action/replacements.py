"""13 Replacements: a corps card gives points with which units of the corps regain steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision
from ardennes.core.kinds import Formation, Place, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Undone
from ardennes.core.wording import counted
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.facts import (
    CORPS,
    GROUP_SIDE,
    GROUP_TITLE,
    IN_GROUP,
    QUALITY,
    SIDE,
    SIDES,
    STEPS,
    TABLES,
)
from ardennes.games.enemy_action.state import EnemyActionState

_STEPS_IN_HEX = int(TABLES["game"]["steps_in_hex"])


def elite_step(s: EnemyActionState, unit: Unit) -> bool:
    """13.12: is the step that a reduced unit would regain an elite one? It is if the side that it restores shows elite dots."""
    return QUALITY[unit][s.steps(unit) + 1] == "E"


def _room(s: EnemyActionState, place: Place, side: Side) -> bool:
    """7.4, 13.13: is there room for one more step in a hex?"""
    return s.steps_of(s.units_at(place, side)) < _STEPS_IN_HEX


def limits(s: EnemyActionState, corps: int, done: Units) -> Limits:
    """13.1 to 13.13: who can regain a step with the points of a corps card; `done` have regained one in this impulse."""
    side = GROUP_SIDE[corps]
    members = IN_GROUP[corps]
    yield "13.1", members, f"{{}} does not belong to {GROUP_TITLE[corps]}"
    yield "13.13", ~s.losses(side), "{} is eliminated and cannot return"
    yield "13.1", s.on_map(side), "{} is not on the map"
    yield "13.13", ~done, "{} has already regained a step in this impulse"
    some = members & s.on_map(side) & ~done
    reduced = bits(u for u in each(some) if s.lost[u])
    yield "13.1", reduced, "{} is at full strength"
    yield "13.11", ~s.unsupplied, "{} is not in supply"
    some = reduced & ~s.unsupplied
    if not some:
        yield "13.11", 0, "{} cannot be supplied"
        return
    fed = supply.supplied(s, side)
    some = bits(u for u in each(some) if fed >> s.at[u] & 1)
    yield "13.11", some, "the hex of {} cannot trace supply now"
    some = bits(u for u in each(some) if _room(s, s.at[u], side))
    yield "13.13", some, "there is no room for another step in the hex of {}"
    elite = bits(u for u in each(some) if elite_step(s, u))
    if elite != some:
        yield "13.12", ~elite, "{} would regain an elite step, and other units of the corps come first"


def candidates(s: EnemyActionState, corps: int) -> Units:
    """13.1: the units of a corps that can regain a step now."""
    return offered(limits(s, corps, 0))


@dataclass(frozen=True, slots=True)
class Replace(Frame):
    """13.1 Units of a corps regain steps, one for each point of its card. Points that are not used are lost."""

    side: Side
    card_corps: Formation
    left: int
    done: Units

    title: ClassVar[str] = "Replacements"
    labels: ClassVar[dict[str, str]] = {"unit": "Regain a step", "done": "No more replacements"}
    main: ClassVar[str] = "done"
    below: ClassVar[tuple[str, ...]] = ("Impulse",)

    def limits_unit(self, s: EnemyActionState) -> Limits:
        yield from limits(s, self.card_corps, self.done)

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_unit(s)) if self.left > 0 else 0
        if not some:
            s.pop()
            return None
        prompt = f"{counted(self.left, 'replacement point')} for {GROUP_TITLE[self.card_corps]}: who regains a step?"
        return s.ask(SIDES[self.side], prompt, "13.1", unit=some, done=NOTHING)

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        s.gain_step(unit)
        s.tell("replaces", unit)
        s.become(replace(self, left=self.left - 1, done=self.done | 1 << unit))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def undone(self, s: EnemyActionState) -> Undone:
        return Undone(could=offered(self.limits_unit(s)))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        corps = self.card_corps
        if corps < 0 or not CORPS >> corps & 1 or GROUP_SIDE[corps] != self.side:
            return "replacements are for a corps of the side"
        if any(SIDE[u] != self.side or STEPS[u] < 2 for u in each(self.done)):
            return "these units cannot have regained a step"
        return "" if 0 <= self.left <= 9 else "no card has that many replacement points"
