"""9.8 Advance after combat, of one hex or two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.limits import Limits, first_bar, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.games.enemy_action.facts import BOARD, FOREST, HEX_NAMES, MECH, RIVER_NUMBER, RIVERS, SIDE, SIDES
from ardennes.games.enemy_action.fields import River
from ardennes.games.enemy_action.movement import entry_limits, home, roadblock_stops, usable
from ardennes.games.enemy_action.moving import Crowded, Marching
from ardennes.games.enemy_action.preview import place_title
from ardennes.games.enemy_action.retreat import FAR
from ardennes.games.enemy_action.state import EnemyActionState, foe

_WET = "only one unit may advance over the unbridged river side into {}"
_BRIDGE = "only one unit may advance over the bridge into {}, which is enemy-controlled"


# --- the first hex (9.8, 9.82) ----------------------------------------------------------------------------------------


def _bar_river(s: EnemyActionState, unit: Unit, origin: Place, place: Place) -> str:
    """9.82: why a unit may not cross the river side between two hexes because others have; '' if it may."""
    river = RIVER_NUMBER.get((origin, place), -1)
    if river < 0 or not s.over >> river & 1:
        return ""
    if not usable(s, unit) >> river & 1:
        return _WET
    return _BRIDGE if s.zoc(foe(SIDE[unit])) >> place & 1 else ""


def unbridged(s: EnemyActionState, unit: Unit, origin: Place, place: Place) -> bool:
    """9.82: would a unit cross a river without a bridge (or one that is blocked on 16 December, 4.12)?"""
    river = RIVER_NUMBER.get((origin, place), -1)
    return river >= 0 and not usable(s, unit) >> river & 1


def first_limits(s: EnemyActionState, unit: Unit) -> Limits:
    """9.8, 9.82: may a unit enter the attacked hex?"""
    yield from entry_limits(s, unit)
    bit = 1 << s.target
    bar = _bar_river(s, unit, s.at[unit], s.target)
    if bar:
        yield "9.82", ~bit, bar


def two_hexes(s: EnemyActionState) -> bool:
    """9.81: have the defenders retreated two hexes, or are they all eliminated?"""
    return len(s.retreat) == FAR or not s.defenders


def stops(s: EnemyActionState, unit: Unit) -> Refusal | None:
    """9.81, 9.82, 7.9-effects: why a unit may not go beyond the attacked hex; None if it may."""
    name = s.name(unit)
    if not MECH >> unit & 1:
        return Refusal("9.81", f"{name} is not mechanized and advances one hex")
    if not two_hexes(s):
        return Refusal("9.81", "the defenders retreated only one hex, so the advance is one hex too")
    if unbridged(s, unit, s.at[unit], s.target):
        return Refusal("9.82", f"{name} has to stop behind the unbridged river")
    if roadblock_stops(s, unit) >> s.target & 1:
        return Refusal("7.9-effects", f"{name} has to stop at the roadblock")
    return None


def path_of_retreat(s: EnemyActionState) -> Places:
    """8.1-advance, 9.81: the second hex of an advance that follows the defenders; none unless they retreated two hexes."""
    return 1 << s.retreat[0] if len(s.retreat) == FAR else 0


def second_limits(s: EnemyActionState, unit: Unit, start_hex: Place = -1, barred: int = 0) -> Limits:
    """7.33, 8.1-advance, 9.81, 9.82: the hexes next to the attacked one that a unit may go on to. `start_hex`: where its advance began, if
    it is in the attacked hex already; `barred`: the bridges blown in its face."""
    target = s.target
    start = 1 << target
    why = stops(s, unit)
    if why is not None:
        yield why.case, 0, why.reason
    near = BOARD.neighbours(target)
    yield "9.81", near, f"{{}} is not next to {HEX_NAMES.names[target]}"
    yield "9.81", ~(1 << (s.at[unit] if start_hex < 0 else start_hex)), "the unit comes from {}"
    yield from entry_limits(s, unit)
    yield "7.61-retreat", home(s, unit, target), "{} is no closer to the army's area than the attacked hex"
    path = path_of_retreat(s)
    zone = s.zoc(foe(SIDE[unit]))
    if zone & start:
        yield (
            "8.1-advance",
            ~zone | path,
            "{} is enemy-controlled like the attacked hex, and not on the path of retreat",
        )
    if barred:
        gone = bits(p for p in each(near) if barred >> RIVER_NUMBER.get((target, p), len(RIVERS.names)) & 1)
        yield "7.33", ~gone, "the bridge to {} has just been blown"
    wet = bits(p for p in each(near) if unbridged(s, unit, target, p))
    yield "9.82", ~wet | path, "{} is across an unbridged river, and not on the path of retreat"
    rough = FOREST & ~BOARD.spread(start, s.roads)
    yield "9.81", ~rough | path, "{} is forest without a road from the attacked hex, and not on the path of retreat"
    for place in each(near):
        bar = _bar_river(s, unit, target, place)
        if bar:
            yield "9.82", ~(1 << place), bar


def first_hex(s: EnemyActionState, unit: Unit) -> bool:
    """May a unit enter the attacked hex, if only to go on?"""
    return bool(offered(first_limits(s, unit)) >> s.target & 1)


def room_limits(s: EnemyActionState, unit: Unit, some: Places) -> Limits:
    """7.4: the hexes in which there is room for a unit."""
    yield "7.4", ~bits(p for p in each(some) if not s.fits(p, 1 << unit)), "there is no room in {}"


def destinations(s: EnemyActionState, unit: Unit) -> Places:
    """9.8, 9.81: where a unit may advance to."""
    if not first_hex(s, unit):
        return 0
    some = 1 << s.target
    if stops(s, unit) is None:
        some |= offered(second_limits(s, unit))
    return some & offered(room_limits(s, unit, some))


# --- step 8 -----------------------------------------------------------------------------------------------------------


def vacant(s: EnemyActionState, side: Side) -> bool:
    """9.8: have the defenders left the attacked hex?"""
    return not s.occupied(foe(side)) >> s.target & 1


def finish(s: EnemyActionState) -> None:
    """9-step9: the fight is over. A side with too much in a hex now loses steps (7.4-enforcement)."""
    s.end_fight()
    crowded = [side for side in range(len(SIDES)) if s.overstacked(side)]
    if crowded:
        for side in crowded:
            s.push(Crowded(side))


@dataclass(frozen=True, slots=True)
class Advance(Frame):
    """9-step8 Attackers may advance into the hex that the defenders have left, mechanized ones sometimes farther."""

    side: Side

    title: ClassVar[str] = "Advance"
    labels: ClassVar[dict[str, str]] = {"unit": "Advance", "done": "No more advances"}
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("Combat",)

    def limits_unit(self, s: EnemyActionState) -> Limits:
        yield "9.8", s.attackers, "{} has not attacked in this fight"
        yield "9.9", ~s.dispersed, "{} is dispersed"
        yield "9.8", ~s.advanced, "{} has already advanced or stayed"
        can = bits(u for u in each(s.attackers & ~s.dispersed & ~s.advanced) if destinations(s, u))
        yield "9.8", can, lambda u: self._why(s, u)

    def _why(self, s: EnemyActionState, unit: Unit) -> Refusal:
        name = HEX_NAMES.names[s.target]
        bar = first_bar(first_limits(s, unit), s.target)
        if bar is not None:
            return bar.refusal(s.target, name)
        return Refusal("7.4", f"there is no room for {s.name(unit)} in {name}")

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_unit(s)) if vacant(s, self.side) else 0
        if not some:
            self._end(s)
            return None
        prompt = f"Who advances to {place_title(s.target)}?"
        return s.ask(SIDES[self.side], prompt, "9-step8", "9.8", unit=some, done=NOTHING)

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        s.push(AdvanceUnit(self.side, unit, -1, 0))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        self._end(s)

    def _end(self, s: EnemyActionState) -> None:
        s.pop()
        finish(s)

    def undone(self, s: EnemyActionState) -> Undone:
        return Undone(could=s.offers("unit"))

    def hints(self, s: EnemyActionState) -> Hints:
        return {} if s.advanced & s.attackers else {"done": {"": {"label": "No advance"}}}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if s.target >= 0 else "there is no fight"


@dataclass(frozen=True, slots=True)
class AdvanceUnit(Frame):
    """9.8 One attacker advances into the attacked hex, or through it into a second one. `start`: the hex from which it has set out, -1
    before; `bridges`: the bridges that it could use then; `goal`: where it was going; `barred`: bridges blown in its face (7.33), after
    which it may go on elsewhere from the attacked hex."""

    side: Side
    unit: Unit
    start: Place
    bridges: River
    goal: Place = -1
    barred: River = 0

    title: ClassVar[str] = "Advance"
    labels: ClassVar[dict[str, str]] = {"hex": "Advance here", "stay": "Stay here"}
    below: ClassVar[tuple[str, ...]] = ("Advance",)

    def _halted(self, s: EnemyActionState) -> bool:
        """7.33: has a blown bridge stopped the unit in the attacked hex, short of its second one?"""
        return bool(self.barred) and self.start >= 0 and s.at[self.unit] == s.target != self.goal

    def limits_hex(self, s: EnemyActionState) -> Limits:
        unit = self.unit
        first = 1 << s.target
        if self.start >= 0:
            yield from second_limits(s, unit, self.start, self.barred)
            yield from room_limits(s, unit, BOARD.neighbours(s.target))
            return
        for case, allowed, reason in first_limits(s, unit):
            if not allowed & first:
                yield case, 0, reason
        for case, allowed, reason in second_limits(s, unit):
            yield case, allowed | first, reason
        yield from room_limits(s, unit, BOARD.neighbours(s.target) | first)

    def decide(self, s: EnemyActionState) -> Decision | None:
        asking = (self.start < 0 and s.at[self.unit] >= 0) or self._halted(s)
        where = offered(self.limits_hex(s)) if asking else 0
        if not where:
            self._over(s)
            return None
        on = " on" if self.start >= 0 else ""
        prompt = f"Where does {s.name(self.unit)} advance{on} to?"
        return s.ask(SIDES[self.side], prompt, "9.8", "9.81", hex=where, stay=NOTHING)

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        here = s.at[self.unit]
        if self.start >= 0:  # the Allied player has been asked in this hex
            s.become(replace(self, goal=place))
            s.push(Marching(self.side, self.unit, (place,), 0, self.barred, "advance", False, here))
            return
        path = (place,) if place == s.target else (s.target, place)
        s.become(replace(self, start=here, bridges=usable(s, self.unit), goal=place))
        s.push(Marching(self.side, self.unit, path, 0, 0, "advance", False))

    def on_stay(self, s: EnemyActionState, _: None) -> None:
        self._over(s)

    def _over(self, s: EnemyActionState) -> None:
        """The unit is where it is; the river sides that it has crossed are counted (9.82)."""
        s.pop()
        s.advanced |= 1 << self.unit
        here = s.at[self.unit]
        if self.start < 0 or here in (self.start, -1):
            return
        steps = [(self.start, s.target)]
        if here != s.target:
            steps.append((s.target, here))
        for origin, place in steps:
            river = RIVER_NUMBER.get((origin, place), -1)
            if river < 0:
                continue
            dry = self.bridges >> river & 1
            if not dry or s.zoc(foe(self.side)) >> place & 1:
                s.over |= 1 << river

    def hints(self, s: EnemyActionState) -> Hints:
        names = HEX_NAMES.names
        target, here = names[s.target], names[s.at[self.unit]]
        before = {} if self.start >= 0 else {target: here}
        before |= {names[p]: target for p in each(s.offers("hex")) if p != s.target}
        out: Hints = {"hex": {"*": {"before": before}}}
        path = path_of_retreat(s)
        for place in each(s.offers("hex")):
            note = "attacked hex" if place == s.target else "path of retreat" if path >> place & 1 else "second hex"
            out["hex"][names[place]] = {"note": note}
        return out

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if s.attackers >> self.unit & 1 and s.target >= 0 else "the unit has not attacked"
