"""4-I, 11 Reserves: the Reserve Phase, and bringing reserve units to the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Undone
from ardennes.games.enemy_action import ground, supply
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_AREA,
    ARMY_OF,
    BESIDE_MEUSE,
    BOARD,
    CORPS_AREA,
    CORPS_OF,
    DINANT,
    DINANT_UNIT,
    DIVISION_OF,
    EDGES,
    ENTRY,
    GERMAN,
    GROUP,
    GROUP_TITLE,
    GROUPS,
    IN_CORPS,
    IN_GROUP,
    OF_SIDE,
    OKW,
    OKW_BOX,
    ON_CALENDAR,
    RESERVE,
    ROAD_HEXES,
    SIDE,
    SIDES,
    STRATEGIC,
    TABLES,
    WEST_BANK,
    XXX,
)
from ardennes.games.enemy_action.setup import FillDepots
from ardennes.games.enemy_action.state import EnemyActionState, foe

_ROW = TABLES["reserves"]
_FAR, _EDGE_FAR, _STRATEGIC_FAR = int(_ROW["distance"]), int(_ROW["edge_distance"]), int(_ROW["strategic_distance"])
_BRITISH_FAR, _NEAR, _DELAY = int(_ROW["british_distance"]), int(_ROW["nearness"]), int(_ROW["delay"])
_UNITS, _STEPS = int(TABLES["game"]["units_in_hex"]), int(TABLES["game"]["steps_in_hex"])
_FIRST_ARMY = "1a"
_OF_DIVISION = {d: bits(u for u, own in enumerate(DIVISION_OF) if own == d) for d in sorted({*DIVISION_OF} - {-1})}
"""The units of each division."""


# --- where a reserve unit can come in (11.1, 11.41, 11.51) ------------------------------------------------------------


class Land:
    """What matters for placing reserves in one position, worked out when it is first asked for."""

    __slots__ = ("_far", "_heads", "_near", "_open", "_room", "_supplied")

    def __init__(self) -> None:
        self._heads = [-1, -1]
        self._supplied = [-1, -1]
        self._far: dict[tuple[Side, int, int], Places] = {}
        self._room: dict[int, Places] = {}
        self._near: dict[Units, Places] = {}
        self._open: dict[tuple[object, ...], Places] = {}

    def heads(self, s: EnemyActionState, side: Side) -> Places:
        """10.1-heads"""
        if self._heads[side] < 0:
            self._heads[side] = ALL & supply.heads(s, side)
        return self._heads[side]

    def supplied(self, s: EnemyActionState, side: Side) -> Places:
        """10.1"""
        if self._supplied[side] < 0:
            self._supplied[side] = ALL & supply.supplied(s, side)
        return self._supplied[side]

    def far(self, s: EnemyActionState, side: Side, distance: int, edge: int) -> Places:
        """The hexes at least `distance` from all threats to a side, or `edge` if they are at the map edge."""
        found = self._far.get((side, distance, edge))
        if found is None:
            near = BOARD.grow(_threats(s, side), edge - 1)
            found = ALL & ~(BOARD.grow(near, distance - edge) & ~EDGES | near)
            self._far[side, distance, edge] = found
        return found

    def room(self, s: EnemyActionState, unit: Unit) -> Places:
        """7.4, 11.2: the hexes in which the unit would be within the stacking limits."""
        steps = s.steps(unit)
        found = self._room.get(steps)
        if found is None:
            found = self._room[steps] = ALL & ~s.full(steps)
        return found

    def near(self, s: EnemyActionState, units: Units) -> Places:
        """The hexes close enough to one of these units."""
        found = self._near.get(units)
        if found is None:
            found = self._near[units] = BOARD.grow(s.places_of(units), _NEAR)
        return found

    def open(self, s: EnemyActionState, unit: Unit) -> Places:
        """11.1: the hexes in which a unit could be deployed if it came alone: the same for all units of its kind."""
        special = unit == DINANT_UNIT
        kind = (DIVISION_OF[unit], CORPS_OF[unit], ARMY_OF[unit], s.steps(unit), is_strategic(s, unit), special)
        found = self._open.get(kind)
        if found is None:
            found = self._open[kind] = offered(_placing(s, unit))
        return found


@lru_cache(maxsize=8)  # a card is looked at, then picked, then played, and nothing has changed in between
def _land(at: tuple[int, ...], lost: tuple[int, ...], rest: tuple[int, ...]) -> Land:
    return Land()


def land_of(s: EnemyActionState) -> Land:
    """The land as it is now. All that a `Land` looks at has to be among what it is kept by."""
    rest = (s.turn, s.isolated, s.dispersed, s.german_towns, s.bridges, s.german_bridges, s.roadblocks, s.crossed_meuse)
    return _land(tuple(s.at), tuple(s.lost), rest)


def _threats(s: EnemyActionState, side: Side) -> Places:
    """11.1-standard: what reserves keep away from: enemy units that are not isolated, and enemy towns and cities."""
    enemy = foe(side)
    return s.places_of(s.on_map(enemy) & ~s.isolated) | s.towns(enemy)


def area_of(s: EnemyActionState, unit: Unit) -> Places:
    """11.1-standard, 2.1-boundaries: the operational area of a reserve unit."""
    if SIDE[unit] == ALLIED:
        return CORPS_AREA[GROUPS.names[CORPS_OF[unit]]]
    return ARMY_AREA[ARMY_OF[unit]] if s.on("boundaries") else ALL


def is_strategic(s: EnemyActionState, unit: Unit) -> bool:
    """11.1-strategic: may it be deployed far behind the front?"""
    return SIDE[unit] == ALLIED and (bool(STRATEGIC >> unit & 1) or 0 < ENTRY[unit] < s.day)


def _is_special_british(s: EnemyActionState, unit: Unit) -> bool:
    """11.5"""
    return CORPS_OF[unit] == XXX and not s.crossed_meuse


def _levels(s: EnemyActionState, unit: Unit) -> Iterator[tuple[str, Units]]:
    """11.1-standard: the units on the map that it has to be near, from the first choice to the last."""
    division, corps = DIVISION_OF[unit], CORPS_OF[unit]
    here = s.on_map(SIDE[unit])
    if division >= 0:
        yield "division", _OF_DIVISION[division] & here
    yield "corps", IN_CORPS[corps] & here
    army = ARMY_OF[unit] or _FIRST_ARMY
    units = IN_GROUP[GROUP[f"army-{army}"]] | (IN_CORPS[corps] if corps == XXX else 0)
    yield "army", units & here


def _free(s: EnemyActionState, unit: Unit, land: Land) -> Limits:
    """Nobody is placed upon enemies or roadblocks, or above the stacking limits."""
    side = SIDE[unit]
    yield "7.1-entry", ~s.occupied(foe(side)), "an enemy unit is in {}"
    if side == GERMAN and s.roadblocks:
        yield "7.9-effects", ~s.roadblocks, "there is a roadblock in {}"
    yield "7.4", land.room(s, unit), f"there is no room for {s.name(unit)} in {{}}"


def _standard(s: EnemyActionState, unit: Unit) -> Limits:
    """11.1-standard, 11.1-strategic"""
    land = land_of(s)
    side = SIDE[unit]
    area, heads = area_of(s, unit), land.heads(s, side)
    yield "11.1-standard", ROAD_HEXES, "{} is not on a road"
    yield "11.1-standard", area, f"{{}} is outside the operational area of {s.name(unit)}"
    yield "11.1-standard", heads, "{} is not a supply head"
    yield from _free(s, unit, land)
    far = land.far(s, side, _FAR, _EDGE_FAR)
    yield "11.1-standard", far, "{} is too close to an enemy unit or an enemy town"
    base = ROAD_HEXES & area & heads & far & land.room(s, unit) & ~s.occupied(foe(side))
    if side == GERMAN:
        base &= ~s.roadblocks
    to, level = 0, "army"
    for name, units in _levels(s, unit):
        to, level = base & land.near(s, units), name
        if to:
            break
    reason = f"{{}} is not within {_NEAR} hexes of a unit of the same {level}"
    if is_strategic(s, unit):
        behind = base & land.far(s, side, _STRATEGIC_FAR, _EDGE_FAR)
        yield "11.1-strategic", to | behind, f"{reason}, nor {_STRATEGIC_FAR} hexes from every enemy"
    else:
        yield "11.1-standard", to, reason


def _okw(s: EnemyActionState, unit: Unit) -> Limits:
    """11.41"""
    land = land_of(s)
    yield "11.41", ROAD_HEXES, "{} is not on a road"
    yield "11.41", land.heads(s, GERMAN), "{} is not a supply head"
    yield from _free(s, unit, land)
    yield "11.41", land.far(s, GERMAN, _FAR, _FAR), "{} is too close to an Allied unit or an Allied town"
    others = s.group(OKW)
    whom = "an OKW unit" if others else "a German unit"
    yield "11.41", land.near(s, others or s.on_map(GERMAN)), f"{{}} is not within {_NEAR} hexes of {whom}"


def _british(s: EnemyActionState, unit: Unit) -> Limits:
    """11.51"""
    land = land_of(s)
    bank = WEST_BANK | (1 << DINANT if unit == DINANT_UNIT else 0)
    yield "11.51", ROAD_HEXES, "{} is not on a road"
    yield "11.51", bank, "{} is east of the Meuse"
    yield "11.51", land.supplied(s, ALLIED), "{} is not in Allied supply"
    yield from _free(s, unit, land)
    far = land.far(s, ALLIED, _BRITISH_FAR, _BRITISH_FAR)
    yield "11.51", far, "{} is too close to a German unit or a German town"
    if corps := s.group(XXX):
        division = DIVISION_OF[unit]
        mates = _OF_DIVISION[division] & corps if division >= 0 else 0
        whom = "of the same division" if mates else "of XXX Corps"
        yield "11.51", land.near(s, mates or corps), f"{{}} is not within {_NEAR} hexes of a unit {whom}"


def _placing(s: EnemyActionState, unit: Unit) -> Limits:
    if CORPS_OF[unit] == OKW:
        return _okw(s, unit)
    return _british(s, unit) if _is_special_british(s, unit) else _standard(s, unit)


# --- several units of a division (11.2) -------------------------------------------------------------------------------


def _mates(s: EnemyActionState, unit: Unit) -> Units:
    """11.2: the units of its division that have been placed in this impulse."""
    division = DIVISION_OF[unit]
    return _OF_DIVISION[division] & s.placed & ~(1 << unit) if division >= 0 else 0


def _waiting(s: EnemyActionState, unit: Unit, among: Units) -> Units:
    """The other units of its division that can still come with the same card."""
    division = DIVISION_OF[unit]
    if division < 0:
        return 0
    at = s.at
    return bits(u for u in each(_OF_DIVISION[division] & among & ~(1 << unit)) if at[u] == RESERVE)


def _fill(s: EnemyActionState, hexes: list[Place], units: list[Unit], side: Side) -> bool:
    """7.4: can all these units be placed in these hexes?"""

    def room(place: Place) -> tuple[int, int]:
        here = s.units_at(place, side)
        return _UNITS - here.bit_count(), _STEPS - s.steps_of(here)

    def place_from(n: int, left: list[tuple[int, int]]) -> bool:
        if n == len(units):
            return True
        steps = s.steps(units[n])
        for i, (count, free) in enumerate(left):
            if count and free >= steps:
                rest = left[:]
                rest[i] = (count - 1, free - steps)
                if place_from(n + 1, rest):
                    return True
        return False

    return place_from(0, [room(p) for p in hexes])


def _together(s: EnemyActionState, unit: Unit, among: Units) -> Limits:
    """11.2, 11.2-airborne: the units of a division go to the same hex; those that are too many for one, to two adjacent hexes, if all of
    them come."""
    mates = _mates(s, unit)
    if not mates:
        return
    taken = s.places_of(mates)
    waiting = _waiting(s, unit, among)
    whole = mates | waiting | 1 << unit
    big = whole.bit_count() > _UNITS or s.steps_of(whole) > _STEPS
    title = GROUP_TITLE[DIVISION_OF[unit]]
    if not big or taken.bit_count() > 1:
        yield "11.2", taken, f"{{}} is not where the other units of the {title} have just been placed"
        return
    side = SIDE[unit]
    (first,) = each(taken)
    rest = [unit, *each(waiting)]
    second = bits(p for p in each(BOARD.neighbours(first)) if _can_share(s, [first, p], p, rest, side))
    reason = (
        f"{{}} is neither where the other units of the {title} have just been placed nor next to it with room for all"
    )
    yield "11.2-airborne", taken | second, reason


def _can_share(s: EnemyActionState, hexes: list[Place], second: Place, rest: list[Unit], side: Side) -> bool:
    """Can the first of these units go to the second hex and all others to either?"""
    if not s.fits(second, 1 << rest[0]):
        return False
    trial = s.clone()
    trial.place(rest[0], second)
    return _fill(trial, hexes, rest[1:], side)


def limits(s: EnemyActionState, unit: Unit, among: Units = -1) -> Limits:
    """11.1 to 11.51: where a reserve unit can be deployed now. `among`: the units that can be deployed with the same card."""
    if s.at[unit] != RESERVE:
        yield "11", 0, f"{s.name(unit)} is not in the Reserve box"
    yield from _together(s, unit, among)
    yield from _placing(s, unit)


def _places(s: EnemyActionState, units: Units, among: Units) -> Iterator[tuple[Unit, Places]]:
    """11.1: each of some reserve units with the hexes in which it can be deployed now: what `limits` allows."""
    land = land_of(s)
    for unit in each(units):
        yield unit, ALL & offered(_together(s, unit, among)) & land.open(s, unit)


def places(s: EnemyActionState, unit: Unit, among: Units = -1) -> Places:
    """11.1: the hexes in which a reserve unit can be deployed now."""
    return next(_places(s, 1 << unit, among))[1] if s.at[unit] == RESERVE else 0


def deployable(s: EnemyActionState, side: Side, units: Units) -> Units:
    """11.1: the units among these that are in the Reserve box and have a hex to go to."""
    units &= s.in_box(RESERVE) & OF_SIDE[side]
    return bits(unit for unit, some in _places(s, units, units) if some)


def can_deploy(s: EnemyActionState, side: Side, units: Units) -> bool:
    """11.1: is one of these units in the Reserve box with a hex to go to?"""
    units &= s.in_box(RESERVE) & OF_SIDE[side]
    return any(some for _, some in _places(s, units, units))


def okw_here(s: EnemyActionState) -> bool:
    """11.4: has the OKW Reserve come to the Reserve box, and its cards with it?"""
    return s.okw_released and not any(s.at[u] in (ON_CALENDAR, OKW_BOX) for u in each(IN_GROUP[OKW]))


def split(s: EnemyActionState, units: Units) -> Units:
    """11.2-airborne: the units that still have to come because their division has been split between two hexes."""
    out = 0
    for unit in each(units & s.in_box(RESERVE)) if s.placed else ():
        mates = _mates(s, unit)
        if mates and s.places_of(mates).bit_count() > 1:
            out |= 1 << unit
    return out


# --- bringing them in (11.1) ------------------------------------------------------------------------------------------


def deploy(s: EnemyActionState, unit: Unit, place: Place) -> None:
    """11.1: a reserve unit comes to the map."""
    if unit == DINANT_UNIT and place == DINANT and _is_special_british(s, unit):
        s.dinant = True  # 7.72
    s.place(unit, place)
    s.placed |= 1 << unit
    s.tell("deploys", unit, RESERVE, place)
    ground.entered(s, unit, -1, place, "deploy")


@dataclass(frozen=True, slots=True)
class Deploy(Frame):
    """11.1 A side brings reserve units to the map. `one`: a single one (5.2); `unit`: the one that is picked, -1 for none."""

    side: Side
    units: Units
    one: bool
    unit: Unit = -1

    title: ClassVar[str] = "Reserves"
    labels: ClassVar[dict[str, str]] = {
        "unit": "Bring in",
        "hex": "Place it here",
        "stack": "Place the whole division here",
        "done": "Leave the rest in reserve",
    }
    main: ClassVar[str] = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    below: ClassVar[tuple[str, ...]] = ("Impulse", "ReservePhase")

    def limits_unit(self, s: EnemyActionState) -> Limits:
        reserve = s.in_box(RESERVE)
        yield "11", OF_SIDE[self.side], "{} belongs to the other side"
        yield "11", reserve, "{} is not in the Reserve box"
        yield "11.1", self.units, "{} cannot be brought in now"
        if self.unit >= 0:
            yield "11.1", ~(1 << self.unit), "{} has already been picked"
        can = bits(unit for unit, some in _places(s, self.units & reserve, self.units) if some)
        yield "11.1-standard", can, "there is no hex where {} may be placed now; it stays in the box"

    def limits_hex(self, s: EnemyActionState) -> Limits:
        if self.unit < 0:
            yield "11.1", 0, "pick a unit first"
            return
        yield from limits(s, self.unit, self.units)

    def limits_stack(self, s: EnemyActionState) -> Limits:
        yield "5.2", 0 if self.one else -1, "only one unit can be brought in"
        yield from self.limits_hex(s)
        mates = each(_waiting(s, self.unit, self.units)) if self.unit >= 0 else []
        with_mates = ~s.full(s.steps(self.unit) + min(s.steps(mate) for mate in mates), 2) if mates else 0
        yield "11.2", with_mates, "no other unit of the division can come to {}"

    def _stack(self, s: EnemyActionState, place: Place) -> list[Unit]:
        """The picked unit and all others of its division that can be placed in the hex with it."""
        out = [self.unit]
        together = 1 << self.unit
        for mate in each(_waiting(s, self.unit, self.units)):
            if s.fits(place, together | 1 << mate):  # a hex for one unit of a division is one for all
                out.append(mate)
                together |= 1 << mate
        return out

    def decide(self, s: EnemyActionState) -> Decision | None:
        if self.one and s.placed & self.units:
            s.pop()
            return None
        some = offered(self.limits_unit(s))
        if self.unit < 0:
            if not some:
                s.pop()
                return None
            free = isinstance(s.stack[-2], ReservePhase)
            prompt = (
                "Delayed reserves can come in without a card: which unit?" if free else "Which reserve unit comes in?"
            )
            return s.ask(SIDES[self.side], prompt, "11.1", unit=some, done=self._done(s))
        choices: dict[str, Any] = {"hex": places(s, self.unit, self.units), "stack": 0}
        if not self.one and _waiting(s, self.unit, self.units):
            choices["stack"] = offered(self.limits_stack(s))
        prompt = f"Where does {s.name(self.unit)} come in?"
        return s.ask(SIDES[self.side], prompt, "11.1", **choices, unit=some, done=self._done(s))

    def _done(self, s: EnemyActionState) -> tuple[None, ...]:
        return () if self._must(s) else NOTHING

    def _must(self, s: EnemyActionState) -> Units:
        return bits(u for u in each(split(s, self.units)) if places(s, u, self.units))

    def why_done(self, s: EnemyActionState, _: Any) -> Refusal | None:
        must = self._must(s)
        if not must:
            return None
        return Refusal("11.2-airborne", f"the division is in two hexes, so {s.names(must)} must come too")

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        s.become(replace(self, unit=unit))

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        deploy(s, self.unit, place)
        s.become(replace(self, unit=-1))

    def on_stack(self, s: EnemyActionState, place: Place) -> None:
        for unit in self._stack(s, place):
            deploy(s, unit, place)
        s.become(replace(self, unit=-1))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def undone(self, s: EnemyActionState) -> Undone:
        could = s.offers("unit") | (1 << self.unit if self.unit >= 0 else 0)
        return Undone(could=could, must=self._must(s))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if self.unit >= 0 and (s.at[self.unit] != RESERVE or not places(s, self.unit, self.units)):
            return "the picked unit cannot be brought in"
        return ""


# --- the Reserve Phase (4-I) ------------------------------------------------------------------------------------------

DEPOTS, ARRIVALS, GERMAN_DELAYED, ALLIED_DELAYED, RELEASE = range(5)


def delayed(s: EnemyActionState, side: Side) -> Units:
    """11.3: the reserve units of a side that can come without a card: their date is at least two days ago."""
    if not s.on("delayed_reserves"):
        return 0
    late = s.in_box(RESERVE) & OF_SIDE[side]
    return bits(u for u in each(late) if 0 < s.entry[u] <= s.day - _DELAY)


def arrive(s: EnemyActionState) -> None:
    """4-I: units whose day has come go from the calendar to the Reserve box."""
    units = bits(u for u in each(s.in_box(ON_CALENDAR)) if s.due[u] <= s.day)
    for unit in each(units):
        s.due[unit] = 0
        s.place(unit, RESERVE)
    for side in (GERMAN, ALLIED):
        if some := units & OF_SIDE[side]:
            s.tell("arrives", side, some)


def release_okw(s: EnemyActionState) -> None:
    """11.4: the OKW Reserve is freed if a German unit next to the Meuse or beyond can trace supply now."""
    waiting = s.in_box(OKW_BOX)
    if s.okw_released or not waiting:
        return
    there = s.occupied(GERMAN) & (BESIDE_MEUSE | WEST_BANK)
    if not there or not there & supply.supplied(s, GERMAN):
        return
    s.okw_released = True
    for unit in each(waiting):
        s.place(unit, ON_CALENDAR)
        s.due[unit] = s.day + 1
    s.tell("released", waiting)


@dataclass(frozen=True, slots=True)
class ReservePhase(Frame):
    """4-I Units of the day come to the Reserve boxes, delayed reserves can come in without a card, the OKW Reserve may be released. `stage`
    is the step that comes next."""

    stage: int

    def decide(self, s: EnemyActionState) -> None:
        stage = self.stage
        if stage == RELEASE:
            s.placed = 0
            release_okw(s)
            s.pop()
            return
        s.become(replace(self, stage=stage + 1))
        if stage == DEPOTS:
            if s.depots and s.day == s.plan["first"]:
                s.push(FillDepots())
        elif stage == ARRIVALS:
            arrive(s)
        else:
            side = GERMAN if stage == GERMAN_DELAYED else ALLIED
            if units := delayed(s, side):
                s.push(Deploy(side, units, False, -1))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if DEPOTS <= self.stage <= RELEASE else "the Reserve Phase has the stages 0 to 4"
