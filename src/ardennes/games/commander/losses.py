"""8 What follows from hits: losses spread evenly, the defender's retreat, armor breakthrough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.core.story import listed
from ardennes.games.commander.facts import (
    BREAKTHROUGH_FROM,
    BRIDGE,
    FOREST,
    NEAR,
    RIVER,
    ROAD,
    SIDE,
    SIDES,
    STACK,
    TANKS,
)
from ardennes.games.commander.state import ELIMINATED, CommanderState, space_title

# --- where a retreat may go --------------------------------------------------------------------------------------------------------------


def retreat_spaces(s: CommanderState, side: Side, place: Place) -> Places:
    """8-retreat-destination: friendly-controlled neighbours without enemies and with room. The Meuse is no obstacle to the British here:
    the enemy who attacks them beside it has opened it (7-british)."""
    return NEAR[place] & s.controlled(side) & ~s._occ[1 - side] & ~s._full[side]


def all_fit(s: CommanderState, place: Place, units: Units) -> bool:
    """Is there room for all these units in the spaces to which they may retreat?"""
    if not units:
        return True
    side = SIDE[units.bit_length() - 1]
    room = sum(STACK - s.units_at(to, side).bit_count() for to in each(retreat_spaces(s, side, place)))
    return units.bit_count() <= room


# --- how hits are spread -----------------------------------------------------------------------------------------------------------------


def after_rounds(s: CommanderState, units: Units, hits: int) -> tuple[dict[Unit, int], int]:
    """8-applying-hits: strengths after all full rounds of hits (units that are gone left out), and the hits that remain."""
    left = {u: s.strength(u) for u in each(units)}
    while left and hits >= len(left):
        hits -= len(left)
        left = {u: strength - 1 for u, strength in left.items() if strength > 1}
    return left, hits if left else 0


def survivors(s: CommanderState, units: Units, hits: int) -> Iterator[Units]:
    """Each set of units that can be left after so many hits."""
    left, rest = after_rounds(s, units, hits)
    for chosen in combinations(left, rest):
        yield bits(u for u in left if left[u] > 1 or u not in chosen)


def why_held(s: CommanderState, place: Place, units: Units) -> Refusal | None:
    """8-retreat, 8-retreat-destination: why these defenders cannot retreat whatever the dice say; None if they can."""
    for marked, lack in ((units & s.oos, "out of supply"), (units & s.short & ~s.oos, "short of fuel")):
        if marked:
            return Refusal("8-retreat", f"{listed([s.name(u) for u in each(marked)])} {lack}")
    if not retreat_spaces(s, SIDE[units.bit_length() - 1], place):
        return Refusal("8-retreat-destination", "no friendly space without enemies and with room next to it")
    return None


def why_no_retreat(s: CommanderState, place: Place, units: Units, hits: int) -> Refusal | None:
    """8-retreat: why the defenders may not retreat with so many hits after terrain; None if they may.

    It takes at least one hit, supply for all of them, and room for those that are left after one hit less. If nobody would be left, a
    retreat would be no different from standing.
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
    """8-hit-resolution The defender, who knows both totals, stands or retreats all his units (8-retreat)."""

    place: Place
    attackers: Units
    defenders: Units
    hits: int
    """On the defenders, the terrain's part taken off."""
    back: int
    """On the attackers."""

    def decide(self, s: CommanderState) -> Decision | None:
        why = why_no_retreat(s, self.place, self.defenders, self.hits)
        if why is not None:
            s.tell("no_retreat" if why.case == "8-retreat" else "no_way_out", self.place, why.reason)
            self.on_stand(s, None)
            return None
        side = SIDE[(self.defenders & -self.defenders).bit_length() - 1]
        many = f"{self.hits} hit{'s' if self.hits > 1 else ''}"
        prompt = f"{many} in {space_title(self.place)}: stand, or retreat and take one less"
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


@dataclass(frozen=True, slots=True)
class Losses(Frame):
    """8-applying-hits One player's losses: full rounds of one hit a unit need no question, the rest is his choice."""

    units: Units
    hits: int
    hit: Units
    """Units that have taken their hit of the last round."""
    leaving: Place
    """The space from which the survivors will retreat, -1 if they stand."""

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
        many = f"{self.hits} hit{'s' if self.hits > 1 else ''}"
        return s.ask(SIDES[side], f"{many} left: which unit takes one?", "8-applying-hits", unit=choice)

    def _rounds(self, s: CommanderState, left: dict[Unit, int], rest: int) -> None:
        for u in each(self.units):
            less = s.strength(u) - left.get(u, 0)
            if less:
                s.lose(u, less)
        s.become(Losses(bits(left), rest, 0, self.leaving))

    def choices(self, s: CommanderState) -> Units:
        """Units that may take the next hit. If the survivors retreat, all of them must find a space (8-retreat-destination)."""
        free = each(self.units & ~self.hit)
        if self.leaving < 0:
            return bits(free)
        out = 0
        stay = self.units & self.hit  # those that died of their hit are not in `units`
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

    def why_unit(self, s: CommanderState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] != SIDE[self.units.bit_length() - 1]:
            return Refusal("8-applying-hits", f"{name} belongs to the other side: these hits are on your units")
        if s.at[unit] == ELIMINATED:
            return Refusal("8-applying-hits", f"{name} has been eliminated")
        if self.hit >> unit & 1:
            return Refusal("8-applying-hits", f"{name} has taken its hit: the others come first")
        if not self.units >> unit & 1:
            return Refusal("8-not-participating", f"{name} takes no part in this battle")
        return Refusal("8-retreat-destination", f"with {name} hit, not all survivors would find a space to retreat to")


@dataclass(frozen=True, slots=True)
class Retreat(Frame):
    """8-retreat-destination The survivors retreat, each to a space that its owner chooses."""

    place: Place
    units: Units

    def unit(self, s: CommanderState) -> Unit:
        """The unit that goes next; -1 if none is left."""
        return next((u for u in each(self.units) if s.at[u] >= 0), -1)

    def decide(self, s: CommanderState) -> Decision | None:
        unit = self.unit(s)
        if unit < 0:
            s.pop()
            return None
        spaces = retreat_spaces(s, SIDE[unit], self.place)
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

    def why_space(self, s: CommanderState, place: Place) -> Refusal:
        side = SIDE[self.unit(s)]
        title = space_title(place)
        if not NEAR[self.place] >> place & 1:
            return Refusal("8-retreat-destination", f"{title} is not adjacent")
        if s.controller(place) != side:
            return Refusal("8-retreat-destination", f"{title} is under enemy control")
        if s._occ[1 - side] >> place & 1:
            return Refusal("8-retreat-destination", f"{title} is contested")
        return Refusal("7-stacking", f"{title} holds {STACK} of your units already")


# --- breakthrough ------------------------------------------------------------------------------------------------------------------------


def breakthrough_spaces(s: CommanderState, unit: Unit, place: Place) -> Places:
    """8-breakthrough, 8-breakthrough-limits. The Meuse is open to the British after a battle beside it (7-british)."""
    side = SIDE[unit]
    lone_foes = s._occ[1 - side] & ~s._occ[side]
    roads = ROAD[place] & ~(BRIDGE[place] & lone_foes)
    return NEAR[place] & ~(FOREST & ~roads) & ~s._full[side] & ~_rivers_used(s, place)


def _rivers_used(s: CommanderState, place: Place) -> Places:
    """Neighbours over a river border by which a unit has broken through in this turn."""
    out = 0
    for u in each(s.broke):
        if s.over[u] == place:
            out |= 1 << s.at[u]
        elif s.at[u] == place and s.over[u] >= 0:
            out |= 1 << s.over[u]
    return out


@dataclass(frozen=True, slots=True)
class Breakthrough(Frame):
    """8-breakthrough If all defenders were eliminated, each surviving armor unit of the attack may move on one space."""

    place: Place
    units: Units
    defenders: Units

    def decide(self, s: CommanderState) -> Decision | None:
        unit = next((u for u in each(self.units) if s.at[u] >= 0), -1)
        won = all(s.at[u] == ELIMINATED for u in each(self.defenders))
        if unit < 0 or not won or s.day < BREAKTHROUGH_FROM:
            s.pop()
            return None
        spaces = breakthrough_spaces(s, unit, self.place)
        if not spaces:
            self.on_stay(s, None)
            return None
        prompt = f"Breakthrough of {s.name(unit)} from {space_title(self.place)}?"
        return s.ask(SIDES[SIDE[unit]], prompt, "8-breakthrough", space=spaces, stay=NOTHING)

    def unit(self, s: CommanderState) -> Unit:
        """The unit that is asked for."""
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

    def why_space(self, s: CommanderState, place: Place) -> Refusal:
        unit = self.unit(s)
        side = SIDE[unit]
        title = space_title(place)
        if not NEAR[self.place] >> place & 1:
            return Refusal("8-breakthrough", f"{title} is not adjacent: a breakthrough is one space")
        if s._full[side] >> place & 1:
            return Refusal("7-stacking", f"{title} holds {STACK} of your units already")
        if _rivers_used(s, self.place) >> place & 1:
            return Refusal("8-breakthrough-limits", f"a unit has already broken through over the river to {title}")
        if ROAD[self.place] >> place & 1:
            return Refusal("7-bridge-cut", f"the bridge is cut, and {title} is forest")
        return Refusal("8-breakthrough-limits", f"{title} is forest, and no road leads there")
