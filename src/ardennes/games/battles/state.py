"""What changes in play: the state of a game, and the small changes that keep it consistent.

Bigger procedures are elsewhere: what happens when a unit enters a hex is `ground.entered`, supply is `supply`, points are `victory`.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Annotated, Any, ClassVar

from ardennes.board import Layer
from ardennes.core.fields import Each, Number, One, Row, Some, seen_by
from ardennes.core.kinds import Formations, Place, Places, Side, Unit, UnitNumber, UnitPlace, Units
from ardennes.core.names import Names, each
from ardennes.core.placed import PlacedState
from ardennes.core.roster import Roster
from ardennes.core.state import Setup
from ardennes.core.story import listed
from ardennes.games.battles.facts import (
    ALL,
    ALLIED,
    ARTILLERY,
    BIG_RIVER,
    BOARD,
    BOXES,
    BRIDGES,
    CITY,
    COMBAT,
    DUMPS,
    EVERY,
    FORMATIONS,
    FPF,
    GERMAN,
    HEX_NAMES,
    LOST,
    OF_SIDE,
    PLANS,
    REDUCED,
    ROSTER,
    RULES,
    SCENARIOS,
    SIDE,
    STEPS,
    STRENGTH,
    UNIT_NAMES,
    open_sides,
)

Bridges = Annotated[int, Some("bridge")]
"""A set of bridge sides."""
Stocks = Annotated[tuple[int, ...], Row(Number())]
"""Petrol Points of each dump, in the order of DUMPS."""
_MOST = 8
"""How many units a message names."""
MODES = ("battery", "movement", "to-battery", "to-movement")
"""b10.1, b10.11"""


def foe(side: Side) -> Side:
    """The other side."""
    return ALLIED if side == GERMAN else GERMAN


@cache
def window(scenario: str) -> Places:
    """The hexes of a scenario's maps."""
    name = str(SCENARIOS[scenario]["window"])
    return BOARD.window(name) if name else ALL


# --- how hidden things are drawn anew ----------------------------------------------------------------------------------------------------


def _any_targets(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """16.41: road hexes that nobody has found yet, as many as there are hidden ones."""
    from ardennes.games.battles.greif import imagined_targets

    return imagined_targets(s, rng, s.targets.bit_count())


def _any_secondary(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """16.46; the primary targets are drawn before."""
    from ardennes.games.battles.greif import imagined_targets

    return imagined_targets(s, rng, s.secondary.bit_count(), taken=s.targets)


def _any_stocks(s: Any, holder: Any, owner: int, rng: random.Random) -> tuple[int, ...]:
    """16.51: the points that have not been captured, divided among the other sites."""
    from ardennes.games.battles.dumps import imagined_stocks

    return imagined_stocks(s, rng)


def _sees_targets(s: Any, owner: int, side: int) -> bool:
    """16.41: the German player; everybody once all have been found, or if there are none in this game."""
    from ardennes.games.battles.greif import all_known

    return side == GERMAN or all_known(s)


def _sees_stocks(s: Any, owner: int, side: int) -> bool:
    """16.51: the Allied player; everybody once all points have been captured, or if there are none in this game."""
    return side == ALLIED or not s.has("dumps") or s.captured >= int(s.plan["dump_points"])


def _sees_plan(s: Any, owner: int, side: int) -> bool:
    """b23.2: the German player; everybody when the game is over, or if the scenario has no plans."""
    return side == GERMAN or s.result is not None or not s.plan.get("plans")


def _any_plan(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """b23.2: it is known whether a plan has been chosen, not which."""
    return rng.randrange(len(PLANS)) if s.scheme >= 0 else -1


class BattlesState(PlacedState):
    """The position: units, modes, bridges, works, supply and ammunition, and what has happened in this turn and this fight."""

    roster: ClassVar[Roster] = ROSTER
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "advance": UNIT_NAMES,
        "join": UNIT_NAMES,
        "gun": UNIT_NAMES,
        "normal": UNIT_NAMES,
        "withering": UNIT_NAMES,
        "lose": UNIT_NAMES,
        "hex": HEX_NAMES,
        "via": HEX_NAMES,
        "march": HEX_NAMES,
        "force": HEX_NAMES,
        "exit": HEX_NAMES,
        "target": HEX_NAMES,
        "primary": HEX_NAMES,
        "secondary": HEX_NAMES,
        "stack": HEX_NAMES,
        "bridge": BRIDGES,
        "build": BRIDGES,
        "blow": BRIDGES,
        "formation": FORMATIONS,
        "dump": DUMPS,
        "plan": PLANS,
        "destroy": DUMPS,
        "box": BOXES,
    }

    turn: int = 1
    """b2.2: the campaign turn; GT1 is the morning of 16 December."""

    # --- units
    lost: UnitNumber
    """b3.1: steps that each unit has lost."""
    battery: Units
    """b10.1: artillery in battery; other artillery is in movement mode."""
    changing: Units
    """b10.11: artillery that is changing its mode: `battery` still tells the old one."""
    marching: Units
    """b6.4"""
    fatigued: Units
    """b6.5, with forced_march."""
    resting: Units
    """b6.5: fatigued units whose fatigue ends with this player-turn."""
    unsupplied: Units
    """11.4: out of supply, until the next Mutual Supply Determination Phase."""
    short: Formations
    """11.7: the formations named this turn."""
    named: Formations
    """11.7: the formations named last turn."""
    freed: Units
    """16.53: units that a Petrol Point has put in supply for this turn."""
    no_ammo: UnitNumber
    """16.66, 16.76: the turn on which a unit got its Out of Ammunition marker, 0 for none."""
    burnt: Units
    """16.78"""
    due: UnitNumber
    """b15.1: the turn on which each unit that is still to come is due."""
    entry: UnitPlace
    """b15.1: the hex at which it enters."""
    must_march: Units
    """b15.7: reinforcements that must enter in march mode."""
    release: UnitNumber
    """b15.4: the first turn in which a unit may move or attack; 0 if there is no limit, or an attack has released it."""
    rooted: Units
    """b9.34: units that have not left their set-up hexes yet (only 422/106 and 423/106 matter)."""

    # --- map
    blown: Bridges
    """b12.1: bridges that are down."""
    german_built: Bridges
    """b12.3: bridges that German engineers have built."""
    work: Annotated[list[int], Each("unit", Number())]
    """b12.4: the bridge that an engineer works on, plus one; 0 for none."""
    begun: UnitNumber
    """b12.4: the turn on which the engineer declared it."""
    digging: Units
    """b13.1: units that have declared a fortified position."""
    forts: Places
    """b13.1"""
    held: Places
    """b17.2: the hexes with a value that the German player controls."""
    exit_steps: int
    """b17.4: steps that have left the map."""

    # --- the player-turn
    moved: Units
    """Units that have moved, or may not move any more, in this Movement Segment."""
    busy: Units
    """b12.4, b13.1: units that declared work in this player-turn: they do not move (nor attack, if they dig)."""
    gates: UnitPlace
    """b15.2: the hex by which each unit has come in during this segment; -1 for the others."""
    attacked: Units
    """b9.1, b12.2: units that attacked, barrage included, in their side's latest Combat Phase."""
    fought: Places
    """b9.1: the hexes that have been attacked in this Combat Phase."""
    fpf_given: Units
    """b10.3: artillery that has given its FPF in this Combat Phase."""
    joined: Units
    """9.68: units that have retreated in this Combat Phase into a hex with other units of their side."""

    # --- the fight (b9.2)
    target: Place
    attackers: Units
    """Ground units that attack."""
    guns: Units
    """Artillery that fires at the target."""
    saturating: Units
    """16.72: those of them that use saturation fire."""
    withering: Units
    """16.72: those of these whose fire is withering; the others' is normal."""
    fpf: Units
    """b10.3: artillery whose FPF helps the defenders."""
    points: UnitNumber
    """16.62: Intensive Fire points stated for each unit of either side."""
    dice: UnitNumber
    """16.65, 16.72: the Intensive or Saturation die of each unit, 0 before the roll."""
    outcome: str
    """9.4: the result on the table, '' before the die."""
    hurt: Units
    """b9.5: units that have lost a step in this fight."""

    # --- victory plans (b23.2)
    scheme: Annotated[int, One("plan"), seen_by(_sees_plan, draw=_any_plan)]
    """The plan that the German player has chosen, -1 for none."""

    # --- Operation Greif (16.4)
    targets: Annotated[Places, seen_by(_sees_targets, draw=_any_targets)]
    """16.41: primary targets that have not been found."""
    secondary: Annotated[Places, seen_by(_sees_targets, draw=_any_secondary)]
    """16.46: secondary targets that have not been found."""
    found: Places
    """16.42: discovered targets that have not been cleared."""
    fresh: Places
    """16.43: those of them that were discovered this turn."""
    past: Places
    """Targets that have been cleared or struck off."""
    proven: Places
    """Hexes that an Allied unit has moved into without being stopped, so that everybody knows them to be harmless."""
    stopped_by: Annotated[list[int], Each("unit", Some("place"))]
    """16.44: the targets that stopped each unit on the turn of their discovery."""

    # --- dumps (16.5)
    stocks: Annotated[Stocks, seen_by(_sees_stocks, draw=_any_stocks)]
    """16.51: Petrol Points of the dumps that have not been captured."""
    taken: Annotated[int, Some("dump")]
    """16.52: dumps that have been captured, also if they are empty or gone by now."""
    captured: int
    """16.52: the Petrol Points of all captured dumps together, as they were found."""
    left: Annotated[list[int], Each("dump", Number())]
    """16.55, 16.56: points left in each captured dump; without these variants they are all in `petrol`."""
    german_dumps: Annotated[int, Some("dump")]
    """16.56: captured dumps that the German player holds now."""
    petrol: int
    """16.52: the German player's Petrol Points."""
    dump_at: Annotated[list[int], Each("dump", One("place"))]
    """16.57: the hex of each dump counter, -1 if it is not a counter on the map."""
    dump_moving: Annotated[int, Some("dump")]
    """16.57: dump counters in movement mode."""
    dump_changing: Annotated[int, Some("dump")]
    """16.57: dump counters that are changing their mode."""
    dump_moved: Annotated[int, Some("dump")]
    """16.57: dump counters that have moved in this Movement Segment."""

    _zoc: list[int]
    _full: list[int]

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self.stocks = (0,) * len(DUMPS)
        self.left = [0] * len(DUMPS)
        self.dump_at = [-1] * len(DUMPS)
        self._zoc = [-1, -1]
        self._full = [-1, -1]

    def refresh(self) -> None:
        super().refresh()
        self._zoc = [-1, -1]
        self._full = [-1, -1]

    # --- the scenario ----------------------------------------------------------------------------------------------------------------

    @property
    def plan(self) -> dict[str, Any]:
        """The scenario's row of tables.toml."""
        return SCENARIOS[self.setup.scenario]

    def has(self, option: str) -> bool:
        """Is an option on (anything but "off" or "no")?"""
        return self.setup.option(option) not in ("off", "no")

    @property
    def window(self) -> Places:
        """The hexes of the maps in play."""
        return window(self.setup.scenario)

    def sources(self, side: Side) -> Places:
        """b11.31: a side's supply sources now."""
        from ardennes.games.battles.setup import sources

        return sources(self, side)

    @property
    def bad_ground(self) -> bool:
        """5.45: do the costs in parentheses hold?"""
        return self.turn < int(RULES["early_frost" if self.has("early_frost") else "frost"])

    # --- units -----------------------------------------------------------------------------------------------------------------------

    def steps(self, unit: Unit) -> int:
        """The steps that a unit has left."""
        return STEPS[unit] - self.lost[unit]

    def strength(self, unit: Unit) -> int:
        """b3.1: the strength on the side now showing; 0 for artillery."""
        return REDUCED[unit] if self.lost[unit] else STRENGTH[unit]

    def fpf_strength(self, unit: Unit) -> int:
        """The FPF strength as printed."""
        return FPF[unit]

    def released(self, unit: Unit) -> bool:
        """b15.4: has the unit been released, so that it may move and attack?"""
        return self.release[unit] <= self.turn

    def supplied(self, unit: Unit) -> bool:
        return not self.unsupplied >> unit & 1

    def in_battery(self) -> Units:
        """b10.1: artillery that can fire."""
        return self.battery & ~self.changing

    # --- where things are --------------------------------------------------------------------------------------------------------------

    def zoc(self, side: Side) -> Places:
        """b7.1, b7.2: the hexes in a side's zones of control, its own hexes included if another unit reaches them."""
        found = self._zoc[side]
        if found < 0:
            standing = self.places_of(self.on_map(side) & COMBAT & ~self.marching)
            bridged, _ = open_sides(self.blown)
            near = BOARD.spread(standing, minus_big(bridged))
            found = self._zoc[side] = near & ~CITY & self.window
        return found

    def full(self, side: Side) -> Places:
        """b8.1, b8.2: the hexes of a side where nobody else of it may end a move: three units, or one in march mode."""
        found = self._full[side]
        if found < 0:
            found = self.places_of(self.marching & self.on_map(side))
            most = int(RULES["units_in_hex"])
            for place in each(self.occupied(side) & ~found):
                if self.units_at(place, side).bit_count() >= most:
                    found |= 1 << place
            self._full[side] = found
        return found

    def roads(self) -> Layer:
        """b5.2: the road steps that can be used now."""
        return open_sides(self.blown)[1]

    def open(self) -> Layer:
        """Sides without a river, or with an intact bridge."""
        return open_sides(self.blown)[0]

    def has_room(self, unit: Unit, place: Place) -> bool:
        """b8.1, b8.2: may the unit end its move in the hex as far as friends there are concerned?"""
        here = self.units_at(place, SIDE[unit]) & ~(1 << unit)
        if not here:
            return True
        if here & self.marching or self.marching >> unit & 1:
            return False
        return here.bit_count() < int(RULES["units_in_hex"])

    def names(self, units: Units) -> str:
        """The names of some units for use in a sentence; of many, the first few."""
        found = [ROSTER.name[u] for u in each(units)]
        return listed(found if len(found) <= _MOST else [*found[: _MOST - 1], f"{len(found) - _MOST + 1} others"])

    # --- changes -----------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        origin = self.at[unit]
        super().place(unit, to)
        self._zoc[SIDE[unit]] = self._full[SIDE[unit]] = -1
        if to != origin:
            self.rooted &= ~(1 << unit)
            self.stop_work(unit)
            if origin >= 0 and not self.units_at(origin, SIDE[unit]):
                self.forts &= ~(1 << origin)

    def set_march(self, unit: Unit, on: bool) -> None:
        """b6.4"""
        self.marching = self.marching | 1 << unit if on else self.marching & ~(1 << unit)
        self._zoc[SIDE[unit]] = self._full[SIDE[unit]] = -1

    def set_bridge(self, bridge: int, up: bool) -> None:
        """A bridge stands, or is blown."""
        self.blown = self.blown & ~(1 << bridge) if up else self.blown | 1 << bridge
        if not up:
            self.german_built &= ~(1 << bridge)
        self._zoc = [-1, -1]

    def lose_step(self, unit: Unit, why: str = "loses_step") -> None:
        """b3.1: a unit loses a step; with its last one it is eliminated. `why` is the event for a unit that survives."""
        if self.steps(unit) > 1:
            self.lost[unit] += 1
            self._zoc[SIDE[unit]] = -1
            self.tell(why, unit, self.at[unit])
        else:
            self.eliminate(unit)

    def eliminate(self, unit: Unit, why: str = "eliminated") -> None:
        """The unit is lost with all its steps."""
        place = self.at[unit]
        self.lost[unit] = STEPS[unit]
        self.forget(unit)
        self.place(unit, LOST)
        self.tell(why, unit, place)

    def forget(self, unit: Unit) -> None:
        """A unit that leaves the map loses its markers."""
        bit = ~(1 << unit)
        self.battery &= bit
        self.changing &= bit
        self.marching &= bit
        self.fatigued &= bit
        self.resting &= bit
        self.unsupplied &= bit
        self.freed &= bit
        self.burnt &= bit
        self.digging &= bit
        self.joined &= bit
        self.busy &= bit
        self.no_ammo[unit] = self.work[unit] = self.begun[unit] = 0

    def stop_work(self, unit: Unit) -> None:
        """b12.4, b13.1: a unit gives up what it was building."""
        self.work[unit] = self.begun[unit] = 0
        self.digging &= ~(1 << unit)

    def lost_steps(self, side: Side, units: Units = -1) -> int:
        """b17.3: steps that a side has lost since the scenario began, for good or for now, of some units."""
        from ardennes.games.battles.setup import lost_before

        before = lost_before(self.setup.scenario)
        return sum(max(self.lost[u] - before[u], 0) for u in each(OF_SIDE[side] & units) if self.lost[u])

    def end_fight(self) -> None:
        """After b9.2 step 11: nothing is left of the attack."""
        self.target = -1
        self.attackers = self.guns = self.saturating = self.withering = self.fpf = self.hurt = 0
        self.points = [0] * len(UNIT_NAMES)
        self.dice = [0] * len(UNIT_NAMES)
        self.outcome = ""


def minus_big(bridged: Layer) -> Layer:
    """b7.1: all sides but those of the Meuse and the Moselle without an intact bridge."""
    return tuple(e & ~(big & ~b) for e, big, b in zip(EVERY, BIG_RIVER, bridged, strict=True))


def guns(s: BattlesState, side: Side) -> Units:
    """A side's artillery on the map."""
    return s.on_map(side) & ARTILLERY
