"""7.0 Air power: secret missions, combat air patrol against ground support, interdiction markers, resupply."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.fields import OWNER, seen_by
from ardennes.core.kinds import Place, Side, Unit
from ardennes.core.limits import Limits, offered
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import (
    ALLIED,
    CAP,
    GERMAN,
    INTERDICTION,
    MISSIONS,
    OF_SIDE,
    RESUPPLY,
    ROAD_HEXES,
    SIDES,
    SUPPORT,
    TABLES,
    TURNS,
)
from ardennes.games.bulge.state import BulgeState, free_hexes

NONE_FLOWN = (0, 0, 0, 0)


def air_points(turn: int, weather: str, side: Side) -> int:
    """7.0: a side's air points (the chart lists the Allies first)."""
    return int(TURNS[turn]["air"][weather][0 if side == ALLIED else 1])


def marker_limit(mission: int, side: Side) -> int:
    """2.3.2: how many markers a mission type has; -1 if it has no limit of its own."""
    return int(TABLES["air"]["limits"][MISSIONS[mission]][0 if side == ALLIED else 1])


def missions_open(side: Side, flown: tuple[int, ...]) -> tuple[str, ...]:
    """Missions that can still take an air point."""
    limits = [marker_limit(m, side) for m in range(4)]
    return tuple(MISSIONS[m] for m in range(4) if limits[m] < 0 or flown[m] < limits[m])


def random_missions(side: Side, points: int, rng: random.Random) -> tuple[int, ...]:
    """`points` air points assigned to missions at random."""
    flown = list(NONE_FLOWN)
    for _ in range(points):
        flown[MISSIONS.index(rng.choice(missions_open(side, tuple(flown))))] += 1
    return tuple(flown)


def _flown_so_far(s: BulgeState, frame: AirMissions, owner: int, rng: random.Random) -> tuple[int, ...]:
    """Any assignment is as likely; the side is still choosing, so some points are left."""
    return random_missions(frame.side, rng.randrange(max(1, air_points(s.turn, s.weather, frame.side))), rng)


def _all_flown(s: BulgeState, frame: AirMissions, owner: int, rng: random.Random) -> tuple[int, ...]:
    if frame.side == ALLIED:  # they are still choosing
        return ()
    return random_missions(ALLIED, air_points(s.turn, s.weather, ALLIED), rng)


_ABOUT = (
    ("Combat air patrol", "each cancels one enemy ground support mission"),
    ("Interdiction", "closes a road hex to the enemy for the day"),
    ("Ground support", "moves an attack one column to the right"),
    ("Resupply", "supplies a cut-off unit for the day"),
)


@dataclass(frozen=True, slots=True)
class AirMissions(Frame):
    """7.0 Each side in turn assigns its air points in secret; then both are revealed and CAP cancels ground support (7.0-1)."""

    side: Side
    flown: Annotated[tuple[int, ...], seen_by(OWNER, draw=_flown_so_far)]
    """This side's missions so far."""
    hidden: Annotated[tuple[int, ...], seen_by(ALLIED, draw=_all_flown)]
    """The Allied missions once they are assigned, kept secret until the reveal."""
    title = "Air missions"
    labels: ClassVar[dict[str, str]] = {"done": "Assign no more"}
    main = "done"

    def left(self, s: BulgeState) -> int:
        """Air points that are not assigned yet."""
        return air_points(s.turn, s.weather, self.side) - sum(self.flown)

    def decide(self, s: BulgeState) -> Decision | None:
        left = self.left(s)
        if left <= 0:
            self._commit(s)
            return None
        prompt = f"Assign {counted(left, 'air point')}"
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
                s.revealed()  # what the German player assigns is secret, and so is whether they have started
            return
        s.pop()
        allied, german = self.hidden, self.flown
        s.to_place = [german[INTERDICTION], allied[INTERDICTION]]
        s.support = [max(0, german[SUPPORT] - allied[CAP]), max(0, allied[SUPPORT] - german[CAP])]
        s.resupply = allied[RESUPPLY]
        if any(air_points(s.turn, s.weather, side) for side in (ALLIED, GERMAN)):
            s.revealed()  # even if nothing was assigned: otherwise, what follows would tell
        if sum(allied) or sum(german):
            s.tell("missions", ALLIED, (*allied, s.support[ALLIED]))
            s.tell("missions", GERMAN, (*german, s.support[GERMAN]))

    def why_mission(self, s: BulgeState, mission: str) -> Refusal:
        if mission not in MISSIONS:
            return Refusal("7.0", f"there is no mission '{mission}'; missions are {', '.join(MISSIONS)}")
        if mission == MISSIONS[RESUPPLY] and self.side == GERMAN:
            return Refusal("7.4", "the Germans fly no resupply missions")
        return Refusal("2.3.2", f"there are no more markers for {mission}")

    def undone(self, s: BulgeState) -> Undone:
        return Undone(text=f"{counted(self.left(s), 'air point')} would not fly")

    def hints(self, s: BulgeState) -> Hints:
        notes = [f"{n} assigned; {about}" if n else about for n, (_, about) in zip(self.flown, _ABOUT, strict=True)]
        rows = zip(MISSIONS, _ABOUT, notes, strict=True)
        return {"mission": {mission: {"label": label, "note": note} for mission, (label, _), note in rows}}

    def misfit(self, s: BulgeState, at: int) -> str:
        if self.side == ALLIED:
            if self.hidden:
                return "the Germans assign nothing until the Allies have assigned theirs"
            return missions_misfit(s, ALLIED, self.flown)
        return missions_misfit(s, GERMAN, self.flown) or missions_misfit(s, ALLIED, self.hidden)


def missions_misfit(s: BulgeState, side: Side, missions: tuple[int, ...]) -> str:
    points = air_points(s.turn, s.weather, side)
    if len(missions) != len(MISSIONS) or min(missions) < 0 or sum(missions) > points:
        flies = f"the {SIDES[side]} player assigns up to {counted(points, 'air point')} to four missions"
        return f"{flies}, not {list(missions)}"
    if any(0 <= marker_limit(m, side) < n for m, n in enumerate(missions)):
        return f"there are not enough markers for missions {list(missions)}"
    return ""


@dataclass(frozen=True, slots=True)
class PlaceInterdiction(Frame):
    """7.2 A side puts its interdiction markers on empty road hexes."""

    side: Side
    title = "Interdiction"
    labels: ClassVar[dict[str, str]] = {"hex": "Interdict the road"}

    def limits_hex(self, s: BulgeState) -> Limits:
        yield "7.2", ROAD_HEXES, "there is no road in {}"
        yield "7.2", free_hexes(s), "a unit is in {}"

    def decide(self, s: BulgeState) -> Decision | None:
        left = s.to_place[self.side]
        if not left:
            s.pop()
            return None
        prompt = f"Place {counted(left, 'interdiction marker')}"
        return s.ask(SIDES[self.side], prompt, "7.2", hex=offered(self.limits_hex(s)))

    def on_hex(self, s: BulgeState, place: Place) -> None:
        s.interdiction[self.side] |= 1 << place
        s.to_place[self.side] -= 1
        s.tell("interdicts", self.side, place)

    def misfit(self, s: BulgeState, at: int) -> str:
        return other_step(s, self)


@dataclass(frozen=True, slots=True)
class PlaceResupply(Frame):
    """7.4 The Allied player puts resupply missions on units that are out of supply."""

    title = "Resupply"
    labels: ClassVar[dict[str, str]] = {"unit": "Resupply", "done": "No more resupply"}
    main = "done"
    picks = frozenset({"unit"})

    def limits_unit(self, s: BulgeState) -> Limits:
        yield "7.4", OF_SIDE[ALLIED], "German units cannot be resupplied by air"
        yield "7.4", s.on_map(ALLIED), "{} is not on the map"
        yield "7.4", ~s.resupplied, "{} is already resupplied"
        yield "7.4", s.units_in(ALLIED, ~supply.supplied_hexes(s, ALLIED)), "{} is in supply"

    def decide(self, s: BulgeState) -> Decision | None:
        units = offered(self.limits_unit(s)) if s.resupply else 0
        if not units:
            s.resupply = 0
            s.pop()
            return None
        prompt = f"Resupply {counted(s.resupply, 'unit')} by air"
        return s.ask(SIDES[ALLIED], prompt, "7.4", unit=units, done=NOTHING)

    def on_unit(self, s: BulgeState, unit: Unit) -> None:
        s.resupplied |= 1 << unit
        s.resupply -= 1
        s.tell("resupplied", unit)

    def on_done(self, s: BulgeState, _: None) -> None:
        s.resupply = 0
        s.pop()

    def undone(self, s: BulgeState) -> Undone:
        return Undone(could=offered(self.limits_unit(s)))
