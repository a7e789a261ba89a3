"""7.0 Air power: secret missions, combat air patrol against ground support, interdiction markers, resupply."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Unit
from ardennes.core.state import Frame
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    CAP,
    GERMAN,
    HEX_NAMES,
    INTERDICTION,
    MISSIONS,
    RESUPPLY,
    ROAD_HEXES,
    SIDE,
    SIDES,
    SUPPORT,
    TABLES,
    TURNS,
)
from ardennes.games.bulge.state import BulgeState, free_hexes

NONE_FLOWN = (0, 0, 0, 0)


def air_points(turn: int, weather: str, side: Side) -> int:
    """7.0: air points of a side (the chart lists the Allied first)."""
    return int(TURNS[turn]["air"][weather][0 if side == ALLIED else 1])


def marker_limit(mission: int, side: Side) -> int:
    """2.3.2: markers of a mission type; -1 for no limit of its own."""
    return int(TABLES["air"]["limits"][MISSIONS[mission]][0 if side == ALLIED else 1])


def missions_open(side: Side, flown: tuple[int, ...]) -> tuple[str, ...]:
    """Missions another air point may be given to."""
    limits = [marker_limit(m, side) for m in range(4)]
    return tuple(MISSIONS[m] for m in range(4) if limits[m] < 0 or flown[m] < limits[m])


def random_missions(side: Side, points: int, rng: random.Random) -> tuple[int, ...]:
    """So many air points given to missions at random."""
    flown = list(NONE_FLOWN)
    for _ in range(points):
        flown[MISSIONS.index(rng.choice(missions_open(side, tuple(flown))))] += 1
    return tuple(flown)


@dataclass(frozen=True, slots=True)
class AirMissions(Frame):
    """7.0 Each side in turn assigns its air points in secret; then both are revealed and CAP cancels ground support (7.0-1)."""

    side: Side
    flown: tuple[int, ...]
    """Missions of this side so far."""
    hidden: tuple[int, ...]
    """Missions of the side that has assigned already: unknown to the other until the reveal."""

    def decide(self, s: BulgeState) -> Decision | None:
        left = air_points(s.turn, s.weather, self.side) - sum(self.flown)
        if left <= 0:
            self._commit(s)
            return None
        points = "air point" if left == 1 else "air points"
        prompt = f"Assign {left} {points}"
        return s.ask(SIDES[self.side], prompt, "7.0", mission=missions_open(self.side, self.flown), done=NOTHING)

    def on_mission(self, s: BulgeState, mission: str) -> None:
        chosen = MISSIONS.index(mission)
        flown = tuple(n + (m == chosen) for m, n in enumerate(self.flown))
        s.become(AirMissions(self.side, flown, self.hidden))

    def on_done(self, s: BulgeState, _: None) -> None:
        self._commit(s)

    def _commit(self, s: BulgeState) -> None:
        if self.side == ALLIED:
            s.become(AirMissions(GERMAN, NONE_FLOWN, self.flown))
            if air_points(s.turn, s.weather, GERMAN):
                s.revealed()  # what the German assigns now is a secret, also whether he has begun
            return
        s.pop()
        allied, german = self.hidden, self.flown
        s.to_place = [german[INTERDICTION], allied[INTERDICTION]]
        s.support = [max(0, german[SUPPORT] - allied[CAP]), max(0, allied[SUPPORT] - german[CAP])]
        s.resupply = allied[RESUPPLY]
        if sum(allied) or sum(german):
            s.revealed()
            s.tell("missions", ALLIED, (*allied, s.support[ALLIED]))
            s.tell("missions", GERMAN, (*german, s.support[GERMAN]))

    def why_mission(self, s: BulgeState, mission: str) -> Refusal:
        if mission not in MISSIONS:
            return Refusal("7.0", f"there is no mission '{mission}'; missions are {', '.join(MISSIONS)}")
        if mission == MISSIONS[RESUPPLY] and self.side == GERMAN:
            return Refusal("7.4", "the German flies no resupply missions")
        return Refusal("2.3.2", f"there are no more markers for {mission}")


@dataclass(frozen=True, slots=True)
class PlaceInterdiction(Frame):
    """7.2 A side puts its interdiction markers on empty road hexes."""

    side: Side

    def decide(self, s: BulgeState) -> Decision | None:
        left = s.to_place[self.side]
        if not left:
            s.pop()
            return None
        prompt = f"Place {left} interdiction marker{'s' if left > 1 else ''}"
        return s.ask(SIDES[self.side], prompt, "7.2", hex=ROAD_HEXES & free_hexes(s))

    def on_hex(self, s: BulgeState, place: Place) -> None:
        s.interdiction[self.side] |= 1 << place
        s.to_place[self.side] -= 1
        s.tell("interdicts", self.side, place)

    def why_hex(self, s: BulgeState, place: Place) -> Refusal:
        name = HEX_NAMES.names[place]
        if not ROAD_HEXES >> place & 1:
            return Refusal("7.2", f"there is no road in {name}")
        return Refusal("7.2", f"a unit is in {name}")


@dataclass(frozen=True, slots=True)
class PlaceResupply(Frame):
    """7.4 The Allied player puts resupply missions on units that are out of supply."""

    def decide(self, s: BulgeState) -> Decision | None:
        units = 0
        if s.resupply:
            cut_off = s.occupied(ALLIED) & ~supply.supplied_hexes(s, ALLIED)
            units = s.units_in(ALLIED, cut_off) & ~s.resupplied
        if not units:
            s.resupply = 0
            s.pop()
            return None
        prompt = f"Resupply {s.resupply} unit{'s' if s.resupply > 1 else ''} by air"
        return s.ask(SIDES[ALLIED], prompt, "7.4", unit=units, done=NOTHING)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.resupplied |= 1 << unit
        s.resupply -= 1
        s.tell("resupplied", unit)

    def on_done(self, s: BulgeState, _: None) -> None:
        s.resupply = 0
        s.pop()

    def why_unit(self, s: BulgeState, unit: Unit) -> Refusal:
        name = s.name(unit)
        if SIDE[unit] == GERMAN:
            return Refusal("7.4", "German units cannot be resupplied by air")
        if s.at[unit] < 0:
            return Refusal("7.4", f"{name} is not on the map")
        if s.resupplied >> unit & 1:
            return Refusal("7.4", f"{name} is already resupplied")
        return Refusal("7.4", f"{name} is in supply")
