"""The state of a game: what its fields say, and the small changes that keep them consistent.

Bigger procedures are elsewhere: what happens when a unit enters a hex is `ground.entered`, supply is `supply`, points are `victory`.
"""

from __future__ import annotations

from typing import Any

from ardennes.board import Layer
from ardennes.board.hexes import minus
from ardennes.core.kinds import (
    Cards,
    Place,
    Places,
    Side,
    Unit,
    Units,
)
from ardennes.core.names import bits, each
from ardennes.core.state import Setup
from ardennes.core.story import listed
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_AREA,
    ARMY_OF,
    BESIDE_MEUSE,
    BOARD,
    BRACKETED,
    BUILT,
    CORPS_OF,
    CRISIS_ENTRY,
    CRISIS_WALL,
    DECK,
    ELIMINATED,
    ENTRY,
    EVERY,
    FIRST_DATE,
    GERMAN,
    IN_GROUP,
    OF_SIDE,
    PRINTED_BRIDGES,
    QUALITY,
    ROSTER,
    SCENARIOS,
    SIDE,
    STEPS,
    STRENGTH,
    TABLES,
    TYPES,
    WESTWALL,
    layer_of,
    open_sides,
    rule_on,
    usable_roads,
)
from ardennes.games.enemy_action.fields import Fields

_UNITS_IN_HEX = int(TABLES["game"]["units_in_hex"])
_STEPS_IN_HEX = int(TABLES["game"]["steps_in_hex"])
_DAY_OF_TURN = FIRST_DATE - 1
_ONE_UNIT = 256
"""What a unit adds to its steps in `_load`."""
_MOST_UNITS = (_UNITS_IN_HEX + 1) * _ONE_UNIT - 1
_SURPRISE_IMPULSES = int(TABLES["game"]["surprise_impulses"])


def foe(side: Side) -> Side:
    """The other side."""
    return ALLIED if side == GERMAN else GERMAN


class EnemyActionState(Fields):
    """The position, and the small changes that keep it consistent."""

    _load: dict[int, int]
    """What is in each occupied hex: units and steps in one number (see _ONE_UNIT)."""
    _held: list[int]
    """The hexes whose units exert control, by side; -1 if not worked out yet."""
    _zoc: list[int]
    """Each side's zones of control; -1 if not worked out yet."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self._load = {}
        self._held = [-1, -1]
        self._zoc = [-1, -1]

    def refresh(self) -> None:
        super().refresh()
        self._load = {place: self._weight(here) for place, here in self._here.items()}
        self._forget_control()

    # --- the day -------------------------------------------------------------------------------------------------------------------

    @property
    def day(self) -> int:
        """The date in December."""
        return self.turn + _DAY_OF_TURN

    def on(self, rule: str) -> bool:
        """Is a date-dependent rule in force today? (See `[dates]` in tables.toml.)"""
        return rule_on(rule, self.turn + _DAY_OF_TURN)

    @property
    def plan(self) -> dict[str, Any]:
        """The scenario's entry in tables.toml."""
        return SCENARIOS[self.setup.scenario]

    @property
    def entry(self) -> list[int]:
        """2.21-entry, 15.5-other: the date of each reserve unit; 0 for units that have none."""
        return CRISIS_ENTRY if self.setup.scenario == "crisis" else ENTRY

    @property
    def wall(self) -> Places:
        """14.1-westwall: the Westwall hexes that can be owned; in Crisis at the Meuse not those in the front line (15.5-markers)."""
        return CRISIS_WALL if self.setup.scenario == "crisis" else WESTWALL

    @property
    def surprising(self) -> bool:
        """4.11: is this one of the three German surprise impulses?"""
        return self.on("surprise") and not self.impulses[ALLIED] and self.impulses[GERMAN] <= _SURPRISE_IMPULSES

    # --- a unit's current side -----------------------------------------------------------------------------------------------------

    def steps(self, unit: Unit) -> int:
        """2.21-steps"""
        return STEPS[unit] - self.lost[unit]

    def strength(self, unit: Unit) -> int:
        """2.21-strength: the plain number, bracketed or not."""
        return STRENGTH[unit][STEPS[unit] - self.lost[unit]]

    def bracketed(self, unit: Unit) -> bool:
        return BRACKETED[unit][STEPS[unit] - self.lost[unit]]

    def quality(self, unit: Unit) -> str:
        """2.21-quality: G, R or E."""
        return QUALITY[unit][STEPS[unit] - self.lost[unit]]

    def type_of(self, unit: Unit) -> str:
        """2.21-types"""
        return TYPES[unit][STEPS[unit] - self.lost[unit]]

    def steps_of(self, units: Units) -> int:
        """The steps of some units together."""
        lost, out = self.lost, 0
        while units:
            u = units.bit_length() - 1
            out += STEPS[u] - lost[u]
            units ^= 1 << u
        return out

    @property
    def unsupplied(self) -> Units:
        """10.2: units with any supply marker."""
        return self.low | self.oos | self.isolated

    def group(self, formation: int) -> Units:
        """The units of a formation that are on the map."""
        return IN_GROUP[formation] & (self._on_map[GERMAN] | self._on_map[ALLIED])

    def corps_of(self, units: Units) -> int:
        """The corps to which some units belong, as a set of formations."""
        return bits(CORPS_OF[u] for u in each(units))

    # --- control (8) ---------------------------------------------------------------------------------------------------------------

    def zoc(self, side: Side) -> Places:
        """8: the hexes that a side's units control. The hex of a unit is in it only if another unit controls it."""
        found = self._zoc[side]
        if found < 0:
            held = self._held[side]
            if held < 0:
                held = self._held[side] = bits(p for p in each(self._occ[side]) if self.controls(p, side))
            found = self._zoc[side] = BOARD.spread(held, EVERY)
        return found

    def controls(self, place: Place, side: Side) -> bool:
        """8, 8-bracketed, 8-isolated: do the units of a side in a hex exert control?"""
        here = self.units_at(place, side) & ~self.dispersed & ~self.isolated
        if not here:
            return False
        if here & here - 1 or BUILT >> place & 1 or (side == GERMAN and WESTWALL >> place & 1):
            return True
        return not self.bracketed(here.bit_length() - 1)

    # --- stacking (7.4) ------------------------------------------------------------------------------------------------------------

    def fits(self, place: Place, units: Units) -> bool:
        """7.4: would these units of one side and those of the side already there be within the limits?"""
        side = SIDE[(units & -units).bit_length() - 1]
        here = self.units_at(place, side) | units
        return here.bit_count() <= _UNITS_IN_HEX and self.steps_of(here) <= _STEPS_IN_HEX

    def overstacked(self, side: Side) -> Places:
        """7.4-enforcement: hexes in which a side has too much."""
        some = [p for p, load in self._load.items() if load > _MOST_UNITS or load % _ONE_UNIT > _STEPS_IN_HEX]
        return bits(some) & self._occ[side] if some else 0

    def full(self, steps: int, units: int = 1) -> Places:
        """7.4: the hexes without room for this many more units that have this many steps in all."""
        full, most = (_UNITS_IN_HEX + 1 - units) * _ONE_UNIT, _STEPS_IN_HEX - steps
        out = 0
        for place, load in self._load.items():
            if load >= full or load % _ONE_UNIT > most:
                out |= 1 << place
        return out

    # --- ground --------------------------------------------------------------------------------------------------------------------

    def towns(self, side: Side) -> Places:
        """12.1: the towns and cities of a side."""
        return self.german_towns if side == GERMAN else BUILT & ~self.german_towns

    def own_bridges(self, side: Side) -> int:
        """12.2: the intact bridges of a side."""
        return self.bridges & (self.german_bridges if side == GERMAN else ~self.german_bridges)

    @property
    def blown(self) -> int:
        """12.21: the printed bridges that are blown."""
        return PRINTED_BRIDGES & ~self.bridges

    @property
    def roads(self) -> Layer:
        """7.2: road sides that can be used."""
        return usable_roads(self.bridges)

    @property
    def open(self) -> Layer:
        """7.3: sides without a river, or with an intact bridge."""
        return open_sides(self.bridges)

    def friendly_roads(self, side: Side) -> Layer:
        """7.5, 10.1-heads: usable road sides without enemy bridges."""
        return minus(usable_roads(self.bridges), layer_of(self.own_bridges(foe(side))))

    def friendly_open(self, side: Side) -> Layer:
        """10.1: sides without a river, or with an intact bridge of its own."""
        return open_sides(self.own_bridges(side))

    def area(self, unit: Unit) -> Places:
        """7.61, 7.62: where army boundaries let a unit move; everywhere from 20 December, for OKW and for Allied units (7.72 is
        part of movement)."""
        if SIDE[unit] == ALLIED or not self.on("boundaries"):
            return ALL
        return ARMY_AREA[ARMY_OF[unit]]

    # --- cards ---------------------------------------------------------------------------------------------------------------------

    def unseen(self, side: Side) -> Cards:
        """Cards that a side may hold for all the other side knows: those that do not lie in the open."""
        return DECK[side] & ~(self.entering[side] | self.discards[side] | self.rested[side] | self.unused)

    def may_hold(self, side: Side, cards: Cards) -> bool:
        """Could a side hold one of these cards, for all the other side knows? This decides whether a window opens."""
        return bool(self.hand[side] and self.unseen(side) & cards)

    def discard(self, card: int) -> None:
        """5.7: a card leaves the hand for its owner's discards. Everybody sees it."""
        self._spend(card, self.discards)

    def return_card(self, card: int) -> None:
        """A card that was played goes back to its owner's draw pile. Everybody sees it."""
        self._spend(card, self.pile)

    def _spend(self, card: int, to: list[int]) -> None:
        side = ALLIED if DECK[ALLIED] >> card & 1 else GERMAN
        bit = 1 << card
        self.hand[side] &= ~bit
        self.shown &= ~bit
        self.fresh &= ~bit
        to[side] |= bit
        self.revealed()

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a hex or a box. An improved position that nobody is left in is removed (12.34)."""
        origin = self.at[unit]
        super().place(unit, to)
        if to >= 0:
            self._changed(to, SIDE[unit])
        if origin >= 0:
            self._changed(origin, SIDE[unit])
        if origin >= 0 and self.ip >> origin & 1 and origin not in self._here:
            self.ip &= ~(1 << origin)

    def _weight(self, units: Units) -> int:
        """Units and steps in one number."""
        return units.bit_count() * _ONE_UNIT + self.steps_of(units)

    def _changed(self, place: Place, side: Side) -> None:
        """A unit of a side has come to a hex, left it or lost a step there: correct what is kept of the hex."""
        here = self._here.get(place, 0)
        if here:
            self._load[place] = self._weight(here)
        else:
            del self._load[place]
        held = self._held[side]
        if held >= 0:
            bit = 1 << place
            self._held[side] = held | bit if here and self.controls(place, side) else held & ~bit
        self._zoc[side] = -1

    def _forget_control(self) -> None:
        self._held = [-1, -1]
        self._zoc = [-1, -1]

    def lose_step(self, unit: Unit, why: str = "loses_step") -> None:
        """9.6: a unit loses a step; with the last one it is eliminated."""
        if self.steps(unit) == 1:
            self.eliminate(unit)
            return
        self.lost[unit] += 1
        self._changed(self.at[unit], SIDE[unit])
        self.tell(why, unit, self.at[unit])

    def gain_step(self, unit: Unit) -> None:
        """13.1"""
        self.lost[unit] -= 1
        self._changed(self.at[unit], SIDE[unit])

    def eliminate(self, unit: Unit) -> None:
        """9.6: the unit goes to the Eliminated box."""
        place = self.at[unit]
        self._clear(1 << unit)
        self.place(unit, ELIMINATED)
        self.tell("eliminated", unit, place, ELIMINATED)

    def remove(self, unit: Unit, box: int) -> None:
        """A unit leaves the map for a box without loss: exit (7.8), relief (14.1-vdh)."""
        self._clear(1 << unit)
        self.place(unit, box)

    def _clear(self, units: Units) -> None:
        """Nothing is left lying on units that leave the map."""
        keep = ~units
        self.low &= keep
        self.oos &= keep
        self.isolated &= keep
        self.dispersed &= keep
        self.nofuel &= keep
        self.active &= keep
        self.recovering &= keep
        self.ignoring &= keep
        self.retreated &= keep
        self.attackers &= keep
        self.defenders &= keep

    def disperse(self, units: Units) -> None:
        """9.9"""
        self.dispersed |= units
        self._forget_control()

    def recover(self, units: Units) -> None:
        """9.9-removal"""
        self.dispersed &= ~units
        self._forget_control()

    def mark_supply(self, units: Units, state: str) -> None:
        """10.2: give some units a state of supply: "", "low", "oos" or "isolated". An isolated unit is never out of fuel (10.41)."""
        self.low &= ~units
        self.oos &= ~units
        self.isolated &= ~units
        if state == "low":
            self.low |= units
        elif state == "oos":
            self.oos |= units
        elif state == "isolated":
            self.isolated |= units
            self.nofuel &= ~units
        self._forget_control()

    def take_town(self, place: Place, side: Side) -> bool:
        """12.1: a side comes to own a town or city; was it the other's?"""
        bit = 1 << place
        if not BUILT & bit or bool(self.german_towns & bit) == (side == GERMAN):
            return False
        self.german_towns ^= bit
        return True

    def take_wall(self, place: Place, side: Side) -> bool:
        """14.1-westwall: a side comes to own a Westwall hex; was it the other's?"""
        bit = 1 << place
        if not self.wall & bit or bool(self.allied_wall & bit) == (side == ALLIED):
            return False
        self.allied_wall ^= bit
        return True

    def take_bridge(self, river: int, side: Side) -> bool:
        """12.2-change: a side comes to own a bridge, intact or blown; was it the other's? A side without a bridge has no owner."""
        bit = 1 << river
        if not (self.bridges | PRINTED_BRIDGES) & bit or bool(self.german_bridges & bit) == (side == GERMAN):
            return False
        self.german_bridges ^= bit
        return True

    def build_bridge(self, river: int, side: Side) -> None:
        """12.21, 12.22: a blown bridge is repaired or a new one built; it belongs to the builder."""
        bit = 1 << river
        self.bridges |= bit
        self.german_bridges = self.german_bridges | bit if side == GERMAN else self.german_bridges & ~bit

    def blow_bridge(self, river: int) -> None:
        """12.21, 12.22: a bridge is blown; of a new one nothing is left."""
        bit = 1 << river
        self.bridges &= ~bit
        if not PRINTED_BRIDGES & bit:
            self.german_bridges &= ~bit

    def near_meuse(self, unit: Unit) -> bool:
        """7.72: is the unit in a hex next to the Meuse?"""
        place = self.at[unit]
        return place >= 0 and bool(BESIDE_MEUSE >> place & 1)

    def losses(self, side: Side) -> Units:
        """The eliminated units of a side."""
        return self.in_box(ELIMINATED) & OF_SIDE[side]

    def end_fight(self) -> None:
        """9-step9: the fight is over. Its chits stay out of the cup."""
        self.target, self.attackers, self.defenders = -1, 0, 0
        self.tactics, self.plays, self.hits = [0, 0], [0, 0], [0, 0]
        self.total = self.drawn = self.struck = self.struck_at = self.over = self.advanced = 0
        self.bonus_used = False
        self.retreat = ()

    def end_activation(self) -> None:
        """The activation is over: nothing of it matters to the next impulse but `last` and `surprise`."""
        self.active = self.recovering = self.ignoring = self.moved = 0
        self.attacked = self.defended = self.retreated = 0
        self.crossed = self.used = self.jammed = self.placed = 0
        self.mode, self.bonus, self.kg = "", False, -1

    def names(self, units: Units) -> str:
        """The names of some units for use in a sentence."""
        return listed([ROSTER.name[u] for u in each(units)])


def stale(s: EnemyActionState) -> list[str]:
    """What is kept of the hexes but is not what a fresh look finds (for invariants)."""
    fresh = s.clone()
    fresh.refresh()
    kept = ("_here", "_occ", "_on_map", "_load")
    out = [f"{name} is stale" for name in kept if getattr(s, name) != getattr(fresh, name)]
    for side, held in enumerate(s._held):
        if held >= 0 and (fresh.zoc(side), fresh._held[side]) != (s.zoc(side), held):
            out += ["_zoc or _held is stale"]
    return out
