"""8 The effects of hits: losses spread evenly, the defender's retreat, armor breakthrough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.story import listed
from ardennes.core.wording import counted
from ardennes.games.commander.facts import (
    BREAKTHROUGH_FROM,
    BRIDGE,
    FOREST,
    NEAR,
    OF_SIDE,
    RIVER,
    ROAD,
    SIDE,
    SIDES,
    STACK,
    STACKED,
    TANKS,
    UNIT_NAMES,
)
from ardennes.games.commander.odds import attackers_at
from ardennes.games.commander.state import ELIMINATED, CommanderState, space_title

MOST_HITS = 99
"""More hits than there can ever be."""

# --- which positions can be -----------------------------------------------------------------------------------------------------------


def side_of_turn(s: CommanderState) -> Side:
    """Whose turn it is, for frames that lie on an EndTurn."""
    turn: Any = s.stack[1]
    side: Side = turn.side
    return side


def misfit_of_turn(s: CommanderState, side: Side) -> str:
    """Does a frame of this side fit the turn it is part of?"""
    return "this is the other side's turn" if side != side_of_turn(s) or s.active & ~OF_SIDE[side] else ""


def misfit_of_battle(s: CommanderState, place: Place, attackers: Units, defenders: Units) -> str:
    """Can these units fight here? (8-participants)"""
    side = side_of_turn(s)
    if place < 0:
        return "a space is missing"
    if not attackers or attackers & ~(attackers_at(s, place, side) & s.active):
        return "attackers must be active units in the space"
    if not defenders or defenders != s.units_at(place, 1 - side):
        return "the defenders must be all enemy units in the space (case 8-participants)"
    return ""


# --- where a retreat can go --------------------------------------------------------------------------------------------------------------


def retreat_limits(s: CommanderState, side: Side, place: Place) -> Limits:
    """8-retreat-destination: friendly-controlled neighbours without enemies and with room. The Meuse does not stop the British here:
    a German attack next to it has released them (7-british)."""
    yield "8-retreat-destination", NEAR[place], "{} is not adjacent"
    yield "8-retreat-destination", s.controlled(side), "{} is under enemy control"
    yield "8-retreat-destination", ~s._occ[1 - side], "{} is contested"
    yield "7-stacking", ~s._full[side], STACKED


def retreat_spaces(s: CommanderState, side: Side, place: Place) -> Places:
    """Where units of a side can retreat to."""
    return offered(retreat_limits(s, side, place))


def all_fit(s: CommanderState, place: Place, units: Units) -> bool:
    """Is there room for all these units in the spaces they can retreat to?"""
    if not units:
        return True
    side = SIDE[units.bit_length() - 1]
    room = sum(STACK - s.units_at(to, side).bit_count() for to in each(retreat_spaces(s, side, place)))
    return units.bit_count() <= room


# --- how hits are spread -----------------------------------------------------------------------------------------------------------------


def after_rounds(s: CommanderState, units: Units, hits: int) -> tuple[dict[Unit, int], int]:
    """8-applying-hits: strengths after all full rounds of hits (without eliminated units), and the hits that remain."""
    left = {u: s.strength(u) for u in each(units)}
    while left and hits >= len(left):
        hits -= len(left)
        left = {u: strength - 1 for u, strength in left.items() if strength > 1}
    return left, hits if left else 0


def survivors(s: CommanderState, units: Units, hits: int) -> Iterator[Units]:
    """Each set of units that can be left after `hits` hits."""
    left, rest = after_rounds(s, units, hits)
    for chosen in combinations(left, rest):
        yield bits(u for u in left if left[u] > 1 or u not in chosen)


def why_held(s: CommanderState, place: Place, units: Units) -> Refusal | None:
    """8-retreat, 8-retreat-destination: why these defenders cannot retreat, whatever the dice say; None if they can."""
    for marked, lack in ((units & s.oos, "out of supply"), (units & s.short & ~s.oos, "short of fuel")):
        if marked:
            return Refusal("8-retreat", f"{listed([s.name(u) for u in each(marked)])} {lack}")
    if not retreat_spaces(s, SIDE[units.bit_length() - 1], place):
        return Refusal("8-retreat-destination", "no friendly space without enemies and with room next to it")
    return None


def why_no_retreat(s: CommanderState, place: Place, units: Units, hits: int) -> Refusal | None:
    """8-retreat: why the defenders cannot retreat with `hits` hits left after terrain; None if they can.

    A retreat needs at least one hit, supply for all defenders, and room for those left after one hit less. If nobody would be left, a
    retreat would be the same as standing.
    """
    if not hits:
        return Refusal("8-retreat", "no hit left on the defenders")
    held = why_held(s, place, units)
    if held is not None:
        return held
    left = [group for group in survivors(s, units, hits - 1) if group]
    if not left:
        return Refusal("8-retreat", "more hits than the defenders could survive")
    if not any(all_fit(s, place, group) for group in left):
        return Refusal("8-retreat-destination", "no room for all of them in the friendly spaces next to it")
    return None


@dataclass(frozen=True, slots=True)
class Response(Frame):
    """8-hit-resolution The defender, who knows both totals, stands or retreats with all units (8-retreat)."""

    place: Place
    attackers: Units
    defenders: Units
    hits: int
    """Hits on the defenders, after terrain."""
    back: int
    """Hits on the attackers."""
    below = ("Combats",)
    title = "Stand or retreat"
    labels: ClassVar[dict[str, str]] = {"stand": "Stand", "retreat": "Retreat"}

    def decide(self, s: CommanderState) -> Decision | None:
        why = why_no_retreat(s, self.place, self.defenders, self.hits)
        if why is not None:
            s.tell("no_retreat" if why.case == "8-retreat" else "no_way_out", self.place, why.reason)
            self.on_stand(s, None)
            return None
        side = SIDE[(self.defenders & -self.defenders).bit_length() - 1]
        prompt = f"{counted(self.hits, 'hit')} in {space_title(self.place)}: stand, or retreat and take one less"
        return s.ask(SIDES[side], prompt, "8-retreat", stand=NOTHING, retreat=NOTHING)

    def on_stand(self, s: CommanderState, _: None) -> None:
        s.become(self._aftermath(), Losses(self.attackers, self.back, 0, -1), Losses(self.defenders, self.hits, 0, -1))

    def on_retreat(self, s: CommanderState, _: None) -> None:
        s.become(
            self._aftermath(),
            Losses(self.attackers, self.back, 0, -1),
            Retreat(self.place, self.defenders),
            Losses(self.defenders, self.hits - 1, 0, self.place),
        )

    def _aftermath(self) -> Breakthrough:
        return Breakthrough(self.place, self.attackers & TANKS, self.defenders)

    def hints(self, s: CommanderState) -> Hints:
        return {
            "stand": {"": {"note": f"take {_hits(self.hits)}"}},
            "retreat": {"": {"note": f"take {_hits(self.hits - 1)}; all units leave and are done for the day"}},
        }

    def misfit(self, s: CommanderState, at: int) -> str:
        if not (0 <= self.hits <= MOST_HITS and 0 <= self.back <= MOST_HITS):
            return "that many hits are not possible"
        return misfit_of_battle(s, self.place, self.attackers, self.defenders)


def _hits(n: int) -> str:
    return "one hit" if n == 1 else f"{n or 'no'} hits"


@dataclass(frozen=True, slots=True)
class Losses(Frame):
    """8-applying-hits One player's losses: full rounds of one hit per unit are automatic, the rest are the player's choice."""

    units: Units
    hits: int
    hit: Units
    """Units that have taken their hit in the last round."""
    leaving: Place
    """The space that the survivors will retreat from, -1 if they stand."""
    below = ("Breakthrough", "Losses", "Retreat")
    title = "Losses"
    labels: ClassVar[dict[str, str]] = {"unit": "Take the hit"}

    def decide(self, s: CommanderState) -> Decision | None:
        if not self.units or not self.hits:
            s.pop()
            return None
        if not self.hit:
            left, rest = after_rounds(s, self.units, self.hits)
            if rest != self.hits or not left:
                self._rounds(s, left, rest)
                return None
        choice = self.choices(s)
        if choice & (choice - 1) == 0:
            self.on_unit(s, choice.bit_length() - 1)
            return None
        side = SIDE[choice.bit_length() - 1]
        prompt = f"{counted(self.hits, 'hit')} left: which unit takes one?"
        return s.ask(SIDES[side], prompt, "8-applying-hits", unit=choice)

    def _rounds(self, s: CommanderState, left: dict[Unit, int], rest: int) -> None:
        for u in each(self.units):
            less = s.strength(u) - left.get(u, 0)
            if less:
                s.lose(u, less)
        s.become(Losses(bits(left), rest, 0, self.leaving))

    def choices(self, s: CommanderState) -> Units:
        """Units that can take the next hit. If the survivors are going to retreat, there must be room for all (8-retreat-destination)."""
        free = each(self.units & ~self.hit)
        if self.leaving < 0:
            return bits(free)
        out = 0
        stay = self.units & self.hit  # eliminated units are no longer in `units`
        for chosen in combinations(free, self.hits):
            alive = stay | bits(u for u in free if s.strength(u) > 1 or u not in chosen)
            if all_fit(s, self.leaving, alive):
                out |= bits(chosen)
        return out

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.lose(unit)
        bit = 1 << unit
        units = self.units if s.at[unit] >= 0 else self.units & ~bit
        s.become(Losses(units, self.hits - 1, self.hit | bit, self.leaving))

    def limits_unit(self, s: CommanderState) -> Limits:
        case = "8-applying-hits"
        mine = OF_SIDE[SIDE[self.units.bit_length() - 1]]
        yield case, mine, "{} belongs to the other side: these hits are on your units"
        yield case, ~s.in_box(ELIMINATED), "{} has been eliminated"
        yield case, ~self.hit, "{} has taken its hit: the others come first"
        yield "8-not-participating", self.units, "{} is not taking part in this battle"
        room = "with {} hit, not all survivors would find a space to retreat to"
        yield "8-retreat-destination", self.choices(s), room

    def hints(self, s: CommanderState) -> Hints:
        out = {}
        for u in each(self.choices(s)):
            left = s.strength(u) - 1
            note = f"strength {left} left" if left else "it is eliminated"
            out[UNIT_NAMES.names[u]] = {"note": note, "danger": not left}
        return {"unit": out}

    def misfit(self, s: CommanderState, at: int) -> str:
        fight, below, side = s.stack[3], s.stack[at - 1], side_of_turn(s)
        assert isinstance(fight, Breakthrough)  # by `below`
        owner = side if at == 4 else 1 - side
        if any(SIDE[u] != owner or s.at[u] != fight.place for u in each(self.units)):
            return f"these losses must be {SIDES[owner]} units in the space of the battle"
        if not 0 <= self.hits <= MOST_HITS:
            return "that many hits are not possible"
        if self.hit and self.hits and self.hits >= (self.units & ~self.hit).bit_count():
            return "there must be fewer hits left than units that have not taken one"
        if not isinstance(below, Retreat):
            return "" if self.leaving < 0 and at <= 5 else "nobody retreats"
        if self.leaving != fight.place or self.units & ~below.units:
            return "the survivors must retreat from the space of the battle"
        return "" if self._fits(s) else "there is not room for all survivors to retreat"

    def _fits(self, s: CommanderState) -> bool:
        """8-retreat-destination: can the survivors retreat, however the rest of the hits fall?"""
        if not self.hit:
            return any(all_fit(s, self.leaving, left) for left in survivors(s, self.units, self.hits))
        return bool(self.choices(s)) if self.hits else all_fit(s, self.leaving, self.units)


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """8-retreat-destination The survivors retreat, each to a space chosen by its owner."""

    place: Place
    units: Units
    below = ("Losses",)
    title = "Retreat"
    labels: ClassVar[dict[str, str]] = {"space": "Retreat here"}

    def unit(self, s: CommanderState) -> Unit:
        """The unit that goes next; -1 if none is left."""
        return next((u for u in each(self.units) if s.at[u] >= 0), -1)

    def decide(self, s: CommanderState) -> Decision | None:
        unit = self.unit(s)
        if unit < 0:
            s.pop()
            return None
        spaces = offered(self.limits_space(s))
        if spaces & (spaces - 1) == 0:
            self.on_space(s, spaces.bit_length() - 1)
            return None
        return s.ask(SIDES[SIDE[unit]], f"{s.name(unit)} retreats: where to?", "8-retreat-destination", space=spaces)

    def on_space(self, s: CommanderState, place: Place) -> None:
        unit = self.unit(s)
        s.become(Retreat(self.place, self.units & ~(1 << unit)))
        s.cubes |= 1 << unit
        s.tell("retreats", unit, self.place, place)
        s.enter(unit, place)

    def limits_space(self, s: CommanderState) -> Limits:
        return retreat_limits(s, SIDE[self.unit(s)], self.place)

    def misfit(self, s: CommanderState, at: int) -> str:
        fight = s.stack[3]
        assert isinstance(fight, Breakthrough)  # by `below`
        if at != 5 or self.place != fight.place:
            return "the defender must retreat from the space of the battle"
        alive = 0
        for u in each(self.units):
            if SIDE[u] == side_of_turn(s) or (s.at[u] >= 0 and s.at[u] != self.place):
                return "only defenders in the space retreat"
            alive |= (1 << u) if s.at[u] >= 0 else 0
        top = at == len(s.stack) - 1
        return "" if not top or all_fit(s, self.place, alive) else "there is not room for all units to retreat"


# --- breakthrough ------------------------------------------------------------------------------------------------------------------------


def _rivers_used(s: CommanderState, place: Place) -> Places:
    """Neighbours across a river border that a unit has already crossed in a breakthrough this turn."""
    out = 0
    for u in each(s.broke):
        if s.over[u] == place:
            out |= 1 << s.at[u]
        elif s.at[u] == place and s.over[u] >= 0:
            out |= 1 << s.over[u]
    return out


@dataclass(frozen=True, slots=True)
class Breakthrough(Frame):
    """8-breakthrough If all defenders were eliminated, each surviving armor unit in the attack may move on one space."""

    place: Place
    units: Units
    defenders: Units
    below = ("Combats",)
    title = "Breakthrough"
    labels: ClassVar[dict[str, str]] = {"space": "Break through to here", "stay": "No breakthrough"}

    def limits_space(self, s: CommanderState) -> Limits:
        """8-breakthrough, 8-breakthrough-limits: a battle at the Meuse opens it to the British."""
        place, side = self.place, SIDE[self.unit(s)]
        yield "8-breakthrough", NEAR[place], "{} is not adjacent: a breakthrough is one space"
        yield "7-stacking", ~s._full[side], STACKED
        over = "a unit has already broken through over the river to {}"
        yield "8-breakthrough-limits", ~_rivers_used(s, place), over
        cut = BRIDGE[place] & s._occ[1 - side] & ~s._occ[side]
        yield "7-bridge-cut", ~(FOREST & cut), "the bridge is cut, and {} is forest"
        yield "8-breakthrough-limits", ~(FOREST & ~ROAD[place]), "{} is forest, and no road leads there"

    def decide(self, s: CommanderState) -> Decision | None:
        unit = next((u for u in each(self.units) if s.at[u] >= 0), -1)
        won = all(s.at[u] == ELIMINATED for u in each(self.defenders))
        if unit < 0 or not won or s.day < BREAKTHROUGH_FROM:
            s.pop()
            return None
        spaces = offered(self.limits_space(s))
        if not spaces:
            self.on_stay(s, None)
            return None
        prompt = f"Breakthrough of {s.name(unit)} from {space_title(self.place)}?"
        return s.ask(SIDES[SIDE[unit]], prompt, "8-breakthrough", space=spaces, stay=NOTHING)

    def unit(self, s: CommanderState) -> Unit:
        """The unit that the question is about."""
        return next(u for u in each(self.units) if s.at[u] >= 0)

    def _without(self, unit: Unit) -> Breakthrough:
        return Breakthrough(self.place, self.units & ~(1 << unit), self.defenders)

    def on_space(self, s: CommanderState, place: Place) -> None:
        unit = self.unit(s)
        s.become(self._without(unit))
        s.broke |= 1 << unit
        s.over[unit] = self.place if RIVER[self.place] >> place & 1 else -1
        s.tell("breaks_through", unit, self.place, place)
        s.enter(unit, place)

    def on_stay(self, s: CommanderState, _: None) -> None:
        s.become(self._without(self.unit(s)))

    def undone(self, s: CommanderState) -> Undone:
        return Undone(could=1 << self.unit(s))

    def misfit(self, s: CommanderState, at: int) -> str:
        side = side_of_turn(s)
        if self.place < 0:
            return "a space is missing"
        if self.units & ~(TANKS & OF_SIDE[side]) or not self.defenders or self.defenders & OF_SIDE[side]:
            return "only the attacker's armor can break through"
        gone = [u for u in each(self.units) if s.at[u] >= 0 and s.at[u] != self.place]
        if gone or self.units & s.on_map(side) & ~(s.active & ~s.broke):
            return "a unit that has left the space cannot break through"
        return ""
