"""7 Movement: the questions in the movement part of a turn, and why a unit cannot go somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, first_bar, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.story import listed
from ardennes.games.commander.battle import Combats
from ardennes.games.commander.facts import (
    AT_MEUSE,
    BOARD,
    DAYS,
    FIRST_DAY,
    FOOT,
    GERMAN,
    MEUSE,
    NEAR,
    OF_SIDE,
    RIVER,
    ROAD,
    SIDE,
    SIDES,
    SPACE_NAMES,
    STACKED,
    VALUE,
)
from ardennes.games.commander.losses import misfit_of_turn
from ardennes.games.commander.preview import next_battle
from ardennes.games.commander.reach import (
    DIRECT,
    can_exit,
    can_go_strategically,
    crossed_from,
    exit_limits,
    first_steps,
    frozen,
    reach,
    second_steps,
    sorties,
    steps_back,
    strategic_spaces,
    through,
    ways,
)
from ardennes.games.commander.state import CommanderState, space_title

# --- a move ----------------------------------------------------------------------------------------------------------------------------


def go(s: CommanderState, unit: Unit, to: Place, middle: Place) -> None:
    """Carry out a move, through a middle space if that has an effect; a sortie ends where it began."""
    origin = s.at[unit]
    last = origin if middle == DIRECT else middle
    s.moved |= 1 << unit
    if to == origin:
        s.tell("moves", unit, origin, middle)
    elif middle != DIRECT:
        s.tell("moves_by", unit, origin, to, middle)
    else:
        s.tell("moves", unit, origin, to)
    if middle != DIRECT:
        s.take(middle, SIDE[unit])
        s.pass_by(unit, middle)
    if to == origin:
        s.tell("comes_back", unit, middle, to)
    if NEAR[last] >> to & 1 and RIVER[last] >> to & 1:
        s.over[unit] = last
    s.enter(unit, to)


# --- the questions ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moves(Frame):
    """7-movement The active units move one at a time, or stay; then combat follows."""

    side: Side
    below = ("EndTurn",)
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"unit": "Move", "done": "End movement"}
    main = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    public = True

    def limits_unit(self, s: CommanderState) -> Limits:
        yield "4-activation", OF_SIDE[self.side], "{} belongs to the other side"
        yield "4-activation", s.active, lambda u: _why_not_active(s, u)
        yield "7-movement", ~s.moved, "{} has already moved"
        still = frozen(s, self.side)
        yield "5-surprise-movement", ~still, lambda u: _frozen_because(s, u)
        free = s.active & ~(s.moved | still)
        out = bits(u for u in each(free) if reach(s, u).all or can_exit(s, u))
        yield "7-movement", out, lambda u: _why_shut_in(s, u)

    def decide(self, s: CommanderState) -> Decision | None:
        units = offered(self.limits_unit(s))
        if not units:
            self.on_done(s, None)
            return None
        return s.ask(SIDES[self.side], "Move an active unit, or end movement", "7-movement", unit=units, done=NOTHING)

    def on_unit(self, s: CommanderState, unit: Unit) -> None:
        s.push(Move(unit))

    def on_done(self, s: CommanderState, _: None) -> None:
        s.become(Combats(self.side, self._battles(s)))

    def usual(self, s: CommanderState) -> tuple[tuple[str, Any], ...]:
        """The only unit that can move is the one that is meant."""
        units = s.offers("unit")
        return (("unit", units.bit_length() - 1),) if units and units & (units - 1) == 0 else ()

    def _battles(self, s: CommanderState) -> Places:
        """8-mandatory: where there would be battles if movement ended now."""
        return s.places_of(s.active) & s._occ[1 - self.side]

    def hints(self, s: CommanderState) -> Hints:
        places = each(self._battles(s))
        note = f"battle in {', '.join(space_title(p) for p in places)}"
        return {"done": {"": {"label": "Fight", "note": note}}} if places else {}

    def preview(self, s: CommanderState) -> dict[str, Any] | None:
        return next_battle(s, self.side, self._battles(s))

    def fight(self, s: CommanderState, verb: str, raw: Any) -> dict[str, Any] | None:
        return self.preview(s) if verb == "done" else None

    def undone(self, s: CommanderState) -> Undone:
        return Undone(could=offered(self.limits_unit(s)))

    def warns(self, s: CommanderState) -> dict[str, Units]:
        return frozen_warning(s, self.side)

    def misfit(self, s: CommanderState, at: int) -> str:
        return misfit_of_turn(s, self.side)


def frozen_warning(s: CommanderState, side: Side) -> dict[str, Units]:
    """5-surprise-movement, 5-allied-infantry: which units will not be able to move."""
    when = "in the surprise turns" if side == GERMAN else f"on {FIRST_DAY} December"
    return {f"cannot move {when}, only fight": frozen(s, side) & s.ready(side)}


def why_frozen(s: CommanderState, unit: Unit) -> Refusal | None:
    """Why a unit cannot move at all; None if it can."""
    return _frozen_because(s, unit) if frozen(s, SIDE[unit]) >> unit & 1 else None


def _frozen_because(s: CommanderState, unit: Unit) -> Refusal:
    if SIDE[unit] == GERMAN:
        return Refusal("5-surprise-movement", f"{s.name(unit)}: only German infantry can move in the surprise turns")
    return Refusal("5-allied-infantry", f"{s.name(unit)}: Allied infantry cannot move on {FIRST_DAY} December")


def _why_not_active(s: CommanderState, unit: Unit) -> Refusal:
    name = s.name(unit)
    if s.at[unit] < 0:
        return Refusal("4-activation", f"{name} is not on the map")
    if s.cubes >> unit & 1:
        return Refusal("2-activation-cubes", f"{name} has already been activated today")
    if s.oos >> unit & 1:
        return Refusal("7-unsupplied", f"{name} is out of supply")
    if s.short >> unit & 1:
        return Refusal("7-unsupplied", f"{name} is short of fuel")
    return Refusal("4-activation", f"{name} is not in the space that was activated")


def _why_shut_in(s: CommanderState, unit: Unit) -> Refusal:
    closed = why_not_there(s, unit, each(NEAR[s.at[unit]])[0])
    return replace(closed, reason=f"every way out is closed to {s.name(unit)}: {closed.reason}")


def misfit_of_mover(s: CommanderState, unit: Unit) -> str:
    """Can this be the unit that moves?"""
    ready = unit >= 0 and s.active & ~s.moved & 1 << unit
    return "" if ready else "the unit must be active and not yet moved"


@dataclass(frozen=True, slots=True)
class Move(Frame):
    """7-movement One unit moves: a space or two (7-armor-mech), three by strategic movement (7-strategic), or off the map."""

    unit: Unit
    below = ("Moves",)
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {
        "space": "Move here",
        "sortie": "Go out and come back",
        "exit": "Exit the map",
        "stay": "Stay",
    }

    def decide(self, s: CommanderState) -> Decision:
        unit = self.unit
        return s.ask(
            SIDES[SIDE[unit]],
            f"Move {s.name(unit)} from {space_title(s.at[unit])}",
            "7-movement",
            space=reach(s, unit).all,
            sortie=NOTHING if sorties(s, unit) else (),
            exit=NOTHING if can_exit(s, unit) else (),
            stay=NOTHING,
        )

    def on_space(self, s: CommanderState, place: Place) -> None:
        found = ways(s, self.unit, place)
        if len(found) > 1:
            s.become(Via(self.unit, place))
            return
        s.pop()
        go(s, self.unit, place, next(iter(found)))

    def on_sortie(self, s: CommanderState, _: None) -> None:
        self.on_space(s, s.at[self.unit])

    def on_exit(self, s: CommanderState, _: None) -> None:
        s.pop()
        s.leave_map(self.unit)

    def on_stay(self, s: CommanderState, _: None) -> None:
        s.pop()
        s.moved |= 1 << self.unit

    def why_exit(self, s: CommanderState, _: None) -> Refusal | None:
        here = s.at[self.unit]
        if SIDE[self.unit] != GERMAN:
            return Refusal("12-vp-exit", "only German units can exit the map")
        bar = first_bar(exit_limits(s), here)
        return why_frozen(s, self.unit) if bar is None else bar.refusal(here, space_title(here))

    def why_space(self, s: CommanderState, place: Place) -> Refusal:
        return why_not_there(s, self.unit, place)

    def why_sortie(self, s: CommanderState, _: None) -> Refusal:
        unit, here = self.unit, s.at[self.unit]
        title = space_title(here)
        if (still := why_frozen(s, unit)) is not None:
            return still
        if FOOT >> unit & 1:
            return Refusal("7-infantry", "infantry moves one space: it cannot go out and come back")
        if s._occ[1 - SIDE[unit]] >> here & 1:
            return Refusal("7-leaving-contested", f"{title} is contested: no enemy space can be entered from here")
        return Refusal("7-enemy-empty", f"no road leads from {title} to an empty space under enemy control")

    def hints(self, s: CommanderState) -> Hints:
        """How many spaces a move takes, the previous space on the way, and where it leads to battle."""
        names, foes = SPACE_NAMES.names, s._occ[1 - SIDE[self.unit]]
        before = {names[a]: names[b] for a, b in steps_back(s, self.unit).items()}
        spaces: dict[str, dict[str, Any]] = {"*": {"before": before}}
        found = reach(s, self.unit)
        for cost, places in enumerate(found, start=1):
            for place in each(places):
                hint = spaces[names[place]] = {"cost": str(cost)}
                if foes >> place & 1:
                    hint["label"] = "Attack here"
                if cost == len(found):
                    hint["note"] = "strategic move"
        return {
            "space": spaces,
            "sortie": {"": {"note": self._takes(s)}},
            "stay": {"": self._stays(s)},
            "exit": {"": {"note": f"{s.strength(self.unit)} VP", "danger": True}},
        }

    def _stays(self, s: CommanderState) -> dict[str, Any]:
        """8-mandatory: a unit that stays in a contested space fights there."""
        here = s.at[self.unit]
        if not s._occ[1 - SIDE[self.unit]] >> here & 1:
            return {"note": "it is done for this turn"}
        return {"label": "Stay and fight", "note": f"battle in {space_title(here)}", "danger": True}

    def _takes(self, s: CommanderState) -> str:
        """7-enemy-empty: what the unit could take without giving up its place."""
        found = each(sorties(s, self.unit))
        if len(found) != 1:
            return f"takes one of {len(found)} empty spaces"
        return f"takes {space_title(found[0])}{_worth(found[0])}{_frees(s, self.unit, found[0], s.at[self.unit])}"

    def attacks(self, s: CommanderState) -> dict[str, int]:
        return {"space": s._occ[1 - SIDE[self.unit]]}

    def fight(self, s: CommanderState, verb: str, raw: Any) -> dict[str, Any] | None:
        """8-mandatory: the battle that follows if the unit enters an enemy space, or stays in one."""
        if verb == "stay":
            return next_battle(s, SIDE[self.unit], 1 << s.at[self.unit] & s._occ[1 - SIDE[self.unit]])
        if verb != "space" or not s._occ[1 - SIDE[self.unit]] >> raw & 1:
            return None
        found = ways(s, self.unit, raw)
        dry = [middle for middle, effect in found.items() if effect.border < 0]
        out = battle_after(s, self.unit, raw, (dry or list(found))[0])
        if dry and len(dry) < len(found):
            out["warnings"].append("You choose the route next: one crosses a river, which helps the defenders.")
        return out

    def misfit(self, s: CommanderState, at: int) -> str:
        return misfit_of_mover(s, self.unit)


def battle_after(s: CommanderState, unit: Unit, to: Place, middle: Place) -> dict[str, Any]:
    """The preview of the battle in a space once a unit has entered it this way."""
    then = s.clone()
    go(then, unit, to, middle)
    out = next_battle(then, SIDE[unit], 1 << to)
    assert out is not None
    return out


def _worth(place: Place) -> str:
    return f", {VALUE[place]} VP" if VALUE[place] else ""


def _frees(s: CommanderState, unit: Unit, taken: Place, to: Place) -> str:
    """7-british: a note if capturing this space on the way releases the British when the destination does not."""
    german = SIDE[unit] == GERMAN and not s.meuse_is_open()
    return "; frees the British" if german and AT_MEUSE >> taken & 1 and not AT_MEUSE >> to & 1 else ""


@dataclass(frozen=True, slots=True)
class Via(Frame):
    """7-enemy-empty The ways to a space differ in what they capture in passing or in the river border they cross. If the space is the
    unit's own, it goes out and comes back."""

    unit: Unit
    to: Place
    below = ("Moves",)
    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"direct": "Directly"}
    main = "direct"

    def decide(self, s: CommanderState) -> Decision:
        found = ways(s, self.unit, self.to)
        middles = sum(1 << m for m in found if m != DIRECT)
        name = s.name(self.unit)
        if self.to == s.at[self.unit]:
            prompt = f"{name} goes out and comes back: which space does it take?"
        else:
            prompt = f"{name} to {space_title(self.to)}: which way?"
        direct = NOTHING if DIRECT in found else ()
        return s.ask(SIDES[SIDE[self.unit]], prompt, "7-enemy-empty", via=middles, direct=direct)

    def on_via(self, s: CommanderState, place: Place) -> None:
        s.pop()
        go(s, self.unit, self.to, place)

    def on_direct(self, s: CommanderState, _: None) -> None:
        s.pop()
        go(s, self.unit, self.to, DIRECT)

    def why_via(self, s: CommanderState, place: Place) -> Refusal:
        unit, to = self.unit, self.to
        here, title = s.at[unit], space_title(place)
        passable = through(s, unit, first_steps(s, unit)) >> place & 1
        if place == to:
            return Refusal("7-armor-mech", f"{title} is where the move ends, not a space on the way")
        if passable and to == here:
            return Refusal("7-enemy-empty", f"{title} is already yours: going there and back changes nothing")
        if passable and second_steps(s, unit, place) >> to & 1:
            return Refusal("7-enemy-empty", f"the way through {title} has the same effect as another")
        if (ROAD[here] & ROAD[to]) >> place & 1:
            return _why_by(s, unit, place, to)[0]
        return Refusal("7-armor-mech", f"no roads lead through {title} to {space_title(to)} in two spaces")

    def why_direct(self, s: CommanderState, _: None) -> Refusal:
        if self.to == s.at[self.unit]:
            return Refusal("7-armor-mech", "to go out and come back, choose the space to take")
        if NEAR[s.at[self.unit]] >> self.to & 1:
            return _why_first(s, self.unit, self.to)
        return Refusal("7-armor-mech", f"{space_title(self.to)} is more than one space away")

    def hints(self, s: CommanderState) -> Hints:
        """How the ways differ: what they capture in passing, whether they release the British, and whether they attack across a river."""
        back = self.to == s.at[self.unit]
        notes = {}
        for middle, (taken, border) in ways(s, self.unit, self.to).items():
            note = "takes nothing on the way"
            if taken >= 0:
                gain = "comes back" if back else "takes it"
                note = f"{gain}{_worth(taken)}{_frees(s, self.unit, taken, self.to)}"
            notes[middle] = note + ("; attacks across the river" if border >= 0 else "")
        direct = {"": {"note": notes.pop(DIRECT, "")}}
        word = "Take" if back else "By"
        via = {SPACE_NAMES.names[p]: {"label": f"{word} {space_title(p)}", "note": note} for p, note in notes.items()}
        return {"via": via, "direct": direct}

    def fight(self, s: CommanderState, verb: str, raw: Any) -> dict[str, Any] | None:
        if not s._occ[1 - SIDE[self.unit]] >> self.to & 1:
            return None
        return battle_after(s, self.unit, self.to, raw if verb == "via" else DIRECT)

    def misfit(self, s: CommanderState, at: int) -> str:
        wrong = misfit_of_mover(s, self.unit)
        if wrong or self.to < 0:
            return wrong or "a space is missing"
        own = 1 << s.at[self.unit] if sorties(s, self.unit) else 0
        return "" if (reach(s, self.unit).all | own) >> self.to & 1 else "the unit cannot get there"


# --- why not there -----------------------------------------------------------------------------------------------------------------------


def why_not_there(s: CommanderState, unit: Unit, place: Place) -> Refusal:
    """Why a unit cannot end its move in a space, judged by the route that the fewest rules block."""
    here, side = s.at[unit], SIDE[unit]
    title, origin = space_title(place), space_title(here)
    foot = FOOT >> unit & 1
    if place == here:
        other = "'stay'" + (", or 'sortie' to go out and come back" if sorties(s, unit) else "")
        return Refusal("7-movement", f"{s.name(unit)} is already in {title}: choose {other}")
    if (still := why_frozen(s, unit)) is not None:
        return still
    if s._full[side] >> place & 1 and ways(s, unit, place):
        return Refusal("7-stacking", STACKED.format(title))
    if NEAR[here] >> place & 1:
        return _why_first(s, unit, place)
    two = [] if foot else [_why_by(s, unit, middle, place) for middle in each(ROAD[here] & ROAD[place])]
    if two:
        return min(two, key=len)[0]
    three = _why_strategic(s, unit, place)
    if three is not None:
        return three
    if foot:
        far = "one space" if side == GERMAN else "one space, or exactly three by road"
        return Refusal("7-infantry", f"{title} is not adjacent: infantry moves {far}")
    far = "two or three" if can_go_strategically(s, unit) else "two"
    return Refusal("7-armor-mech", f"no road route of {far} spaces leads from {origin} to {title}")


def _why_first(s: CommanderState, unit: Unit, place: Place) -> Refusal:
    """Why a neighbour cannot be entered."""
    here, side = s.at[unit], SIDE[unit]
    title = space_title(place)
    if s.meuse_is_closed(unit) and MEUSE[here] >> place & 1:
        return _BRITISH
    if s._occ[1 - side] >> here & 1:
        return Refusal("7-leaving-contested", f"{title} is {_bad(s, place)}, and {space_title(here)} is contested")
    return Refusal("7-river-limit", f"a unit has already crossed the river from here into {title} this turn")


_BRITISH = Refusal("7-british", "British units cannot cross the Meuse yet")


def _bad(s: CommanderState, place: Place) -> str:
    return "contested" if s.contested() >> place & 1 else "under enemy control"


def _why_by(s: CommanderState, unit: Unit, middle: Place, place: Place) -> list[Refusal]:
    """Everything that blocks a two-space move by road through a middle space."""
    return list(_bars_by(s, unit, middle, place))


def _bars_by(s: CommanderState, unit: Unit, middle: Place, place: Place) -> Iterator[Refusal]:
    side = SIDE[unit]
    by, title = space_title(middle), space_title(place)
    foes = s._occ[1 - side] & RIVER[middle] & 1 << place
    if s._occ[1 - side] >> middle & 1:
        yield Refusal("7-stop", f"a unit must stop in {by}: enemy units are there")
    if not first_steps(s, unit) >> middle & 1:
        yield _why_first(s, unit, middle)
    if s.meuse_is_closed(unit) and MEUSE[middle] >> place & 1:
        yield _BRITISH
    if foes and not s._occ[side] >> place & 1:
        yield Refusal("7-bridge-cut", f"the bridge from {by} is cut: only enemy units are in {title}")
    elif foes & crossed_from(s, middle):
        yield Refusal("7-river-limit", f"a unit has already crossed the river from {by} into {title} this turn")


def _why_strategic(s: CommanderState, unit: Unit, place: Place) -> Refusal | None:
    """Why a strategic move cannot reach a space. None if no route of three roads leads there, or if something else keeps the unit from
    a space two spaces away."""
    here, side = s.at[unit], SIDE[unit]
    routes = [(a, b) for a in each(ROAD[here]) for b in each(ROAD[a] & ROAD[place])]
    if not routes:
        return None
    near = BOARD.distance(here, place) == 2
    if side == GERMAN and FOOT >> unit & 1:
        return None if near else Refusal("7-strategic-german", "German infantry cannot use strategic movement")
    if not can_go_strategically(s, unit):
        if near and not (strategic_spaces(s, unit) & ~s._full[side]) >> place & 1:
            return None
        days = [day for day, facts in DAYS.items() if facts.german_strategic]
        return Refusal(
            "7-strategic-german",
            f"no German strategic movement on {s.day} December, only from {days[0]} to {days[-1]} December",
        )
    bad = ~s.controlled(side) | s._occ[1 - side]
    for space in (here, place):
        if bad >> space & 1:
            return Refusal("7-strategic", f"{space_title(space)} is {_bad(s, space)}: no strategic move")
    if strategic_spaces(s, unit, ignoring_meuse=True) >> place & 1:
        return _BRITISH
    barred = min(([p for p in route if bad >> p & 1] for route in routes), key=len)
    names = listed([f"{space_title(p)} is {_bad(s, p)}" for p in barred])
    return Refusal("7-strategic", f"{names}: no strategic move that way to {space_title(place)}")
