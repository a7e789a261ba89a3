"""What changes in play: the state of a game, and the small changes that keep it consistent.

Bigger procedures are elsewhere: what happens when a unit enters a hex is `ground.entered`, supply is `supply`, points are `victory`.
"""

from __future__ import annotations

import random
from typing import Annotated, Any, ClassVar

from ardennes.board import Layer
from ardennes.board.hexes import minus
from ardennes.core.fields import NOBODY, OWNER, Each, Some, seen_by
from ardennes.core.kinds import (
    Cards,
    CardsPerSide,
    Chits,
    PerSide,
    Place,
    Places,
    Side,
    Unit,
    UnitNumber,
    Units,
    UnitsPerSide,
)
from ardennes.core.names import Names, bits, each
from ardennes.core.placed import PlacedState
from ardennes.core.roster import Roster
from ardennes.core.state import Setup
from ardennes.core.story import listed
from ardennes.games.enemy_action.facts import (
    ALL,
    ALLIED,
    ARMY_AREA,
    ARMY_OF,
    BESIDE_MEUSE,
    BOARD,
    BOXES,
    BRACKETED,
    BUILT,
    CARDS,
    CHITS,
    CORPS_OF,
    DECK,
    ELIMINATED,
    EVENTS,
    EVERY,
    FIRST_DATE,
    GERMAN,
    GERMAN_BRIDGES,
    GERMAN_TOWNS,
    GROUPS,
    HEX_NAMES,
    IN_GROUP,
    OF_SIDE,
    PRIMARY,
    PRINTED_BRIDGES,
    QUALITY,
    RIVERS,
    ROSTER,
    SCENARIOS,
    SIDE,
    STEPS,
    STRENGTH,
    SUPPLEMENTAL,
    TABLES,
    TACTICS,
    TYPES,
    UNIT_NAMES,
    WESTWALL,
    layer_of,
    open_sides,
    rule_on,
    usable_roads,
)

River = Annotated[int, Some("river")]
"""A set of river sides: bridges."""
TacticsPerSide = Annotated[list[int], Each("side", Some("tactic"))]
_UNITS_IN_HEX = int(TABLES["game"]["units_in_hex"])
_STEPS_IN_HEX = int(TABLES["game"]["steps_in_hex"])
_SURPRISE_IMPULSES = int(TABLES["game"]["surprise_impulses"])


def foe(side: Side) -> Side:
    """The other side."""
    return ALLIED if side == GERMAN else GERMAN


# --- how hidden things are drawn anew ----------------------------------------------------------------------------------------------------


def _redeal(s: Any, owner: Side, rng: random.Random, hand: bool) -> None:
    """Deal a side's unseen cards again. Primaries are in the hand or the pile, never among the available cards (2.3-primary); cards that
    the other side has been shown stay in the hand."""
    known = s.hand[owner] & s.shown if hand else s.hand[owner]
    unseen = (s.hand[owner] | s.pile[owner] | s.available[owner]) & ~known
    in_hand = s.hand[owner].bit_count() - known.bit_count()
    inside = in_hand + s.pile[owner].bit_count()
    primary, rest = each(unseen & PRIMARY), each(unseen & SUPPLEMENTAL)
    rng.shuffle(rest)
    more = max(0, inside - len(primary))
    drawn = (primary + rest[:more])[:inside]
    rng.shuffle(drawn)
    s.hand[owner] = known | bits(drawn[:in_hand])
    s.pile[owner] = bits(drawn[in_hand:])
    s.available[owner] = unseen & ~bits(drawn)


def _any_hand(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    _redeal(s, owner, rng, hand=True)
    return int(s.hand[owner])


def _any_pile(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    _redeal(s, owner, rng, hand=False)
    return int(s.pile[owner])


def _the_rest(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    return int(s.available[owner])  # dealt with the pile, which is declared before


def _any_fresh(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """10.4: any cards of the hand, as many as were drawn (the hand is declared before)."""
    hidden = each(s.hand[GERMAN] & ~s.shown)
    return bits(rng.sample(hidden, min(s.fresh.bit_count(), len(hidden))))


def _any_depots(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """10.42: how many of the depots left have fuel is known, but not which."""
    return bits(rng.sample(each(s.depots), min(s.fuel_yes.bit_count(), s.depots.bit_count())))


class EnemyActionState(PlacedState):
    """The position: units, markers, owners of towns and bridges, cards, chits, and what has happened in this impulse and this fight."""

    roster: ClassVar[Roster] = ROSTER
    tables: ClassVar[dict[str, Names]] = {
        "unit": UNIT_NAMES,
        "join": UNIT_NAMES,
        "lose": UNIT_NAMES,
        "hex": HEX_NAMES,
        "march": HEX_NAMES,
        "via": HEX_NAMES,
        "exit": HEX_NAMES,
        "target": HEX_NAMES,
        "stack": HEX_NAMES,
        "kg": HEX_NAMES,
        "formation": GROUPS,
        "card": CARDS,
        "draw": CARDS,
        "discard": CARDS,
        "priority": CARDS,
        "chit": CHITS,
        "event": EVENTS,
        "tactic": TACTICS,
        "bonus": TACTICS,
        "repair": RIVERS,
        "build": RIVERS,
        "blow": RIVERS,
        "box": BOXES,
    }

    turn: int = 1
    """Turn 1 is 16 December; `day` is the date."""

    # --- units
    lost: UnitNumber
    """Steps that each unit has lost (2.21-steps)."""
    low: Units
    """10.21"""
    oos: Units
    """10.22. A unit has at most one of low, oos and isolated (2.23)."""
    isolated: Units
    """10.23"""
    dispersed: Units
    """9.9"""
    nofuel: Units
    """10.41"""
    due: UnitNumber
    """The date of the calendar space in which a unit of the box `calendar` lies; its printed date, unless an event has moved it."""
    placed: Units
    """11.2: reserve units deployed in this impulse or, without a card, in this Reserve Phase."""

    # --- map
    ip: Places
    """12.3: hexes with an improved position."""
    roadblocks: Places
    """7.9"""
    german_towns: Places = GERMAN_TOWNS
    """12.1: towns and cities that are German; all others are Allied."""
    allied_wall: Places
    """14.1-westwall: Westwall hexes that the Allies own."""
    bridges: River = PRINTED_BRIDGES
    """12.2: river sides with an intact bridge, new ones included. Printed bridges that are missing here are blown."""
    german_bridges: River = GERMAN_BRIDGES
    """12.2: river sides whose bridge, intact or blown, is German."""
    depots: Places
    """10.42: hexes with a face-down fuel depot."""
    fuel_yes: Annotated[Places, seen_by(ALLIED, draw=_any_depots)]
    """10.42: those of them that really have fuel."""
    fuel: int
    """10.42: fuel markers that the German player holds."""
    kg: Place
    """6.4: the hex of the Kampfgruppe marker, -1 for none."""

    # --- cards (4-II, 5)
    shown: Cards
    """Cards in a hand that the other side has seen (Fuel Priority shown, a card kept by spending fuel). Cleared when they are played."""
    hand: Annotated[CardsPerSide, seen_by(OWNER, draw=_any_hand)]
    pile: Annotated[CardsPerSide, seen_by(NOBODY, draw=_any_pile)]
    """The draw piles, face down."""
    available: Annotated[CardsPerSide, seen_by(NOBODY, draw=_the_rest)]
    """Supplemental cards that were not drawn into today's pile."""
    fresh: Annotated[Cards, seen_by(GERMAN, draw=_any_fresh)]
    """10.4: German cards in hand that were just drawn and are still to be checked for fuel."""
    rested: CardsPerSide
    """Supplemental cards of yesterday's pile: back in the stock, but everybody knows that they were not drawn today. They join
    `available` when the next day's cards are prepared."""
    discards: CardsPerSide
    """Today's discards, open to all: primary and supplemental ones are told apart by PRIMARY."""
    entering: CardsPerSide
    """Cards that come later, face up."""
    unused: Cards
    """Cards that take no part in this scenario."""

    # --- chits (9.41)
    cup: Chits = CHITS.all
    """Chits that can still be drawn. Drawn chits lie open, so everybody can tell what is left."""
    drawn: Chits
    """Chits drawn in this fight. All others outside the cup lie aside."""

    # --- the day
    impulses: PerSide
    """Impulses that each side has begun today (4.11, 5.1-interdiction)."""
    skip: bool
    """5.1-interdiction: the Germans lose their opening impulse today."""
    one_used: PerSide
    """6.3: 1 once a side has activated a single unit today."""
    last: UnitsPerSide
    """6.5: the units activated in each side's own preceding impulse of the day."""
    surprise: Units
    """4.11: the units activated in the three surprise impulses."""
    freeze: bool
    """Ground Freeze today."""
    fury: bool
    """Fury of Bastogne today."""
    manteuffel: bool
    """7.9-manteuffel: Manteuffel Directs Traffic today."""
    fuel_priority: bool
    """10.4: Fuel Priority has been used today."""

    # --- the impulse
    active: Units
    """Units activated in this impulse."""
    recovering: Units
    """9.9-removal: active units that were dispersed when the activation began."""
    mode: str
    """How units were activated: "" (nobody), "formation", "kg", "one" (6.3), "alarm" (Raise the Alarm), "withdrawal"."""
    bonus: bool
    """9.23: every attack has a free tactic."""
    ignoring: Units
    """5.21: active units that ignore enemy zones of control when they move."""
    moved: Units
    """Active units that have moved."""
    attacked: Units
    """9.1: units that have attacked in this activation."""
    defended: Units
    """9.1, 9.4-adjacent: units that have been attacked in this activation."""
    retreated: Units
    """9.74: units that have retreated in this activation."""
    crossed: River
    """7.31: river sides crossed without a bridge by movement in this impulse."""
    used: River
    """7.32: bridges crossed by movement into an enemy-controlled hex in this impulse."""
    jammed: River
    """4.12: bridges that a German unit has used in this activation on 16 December."""

    # --- the fight (9-step1 to 9-step9)
    target: Place
    """The attacked hex, -1 outside a fight."""
    attackers: Units
    defenders: Units
    """Units that defend; those of `retreated` that only stand in the hex are not among them (9.74)."""
    tactics: TacticsPerSide
    """Tactics in effect in this fight."""
    plays: PerSide
    """How many tactics each side has in this fight, the free one included (9.3-maximum)."""
    bonus_used: bool
    """9.23: the free tactic has been named in this fight."""
    total: int
    """9.3-option: how many chits are drawn in all; 0 until it is declared."""
    hits: PerSide
    """Hits that each side still has to apply."""
    struck: Units
    """9.61: units that have lost a step to hits of this fight in the current round."""
    struck_at: Places
    """9.61: hexes whose attacking units have lost a step in the current round."""
    retreat: tuple[Place, ...]
    """The hexes through which the defenders have retreated (one or two), without the attacked hex."""
    over: River
    """9.82: river sides over which the limit of one advancing unit is used up."""
    advanced: Units
    """9.8: attackers that have advanced, or were told to stay."""

    # --- the game
    reached_meuse: bool
    """7.72: a German unit has been next to the Meuse."""
    crossed_meuse: bool
    """11.51: a German unit has been west of the Meuse."""
    meuse_award: bool
    """14.1-meuse: the points for crossing have been given."""
    vdh_relieved: bool
    """14.1-vdh"""
    okw_released: bool
    """11.4"""
    dinant: bool
    """7.72: 29A was deployed in Dinant and moves freely."""
    command_crisis: bool
    """Allied Command Crisis: British cards of the 22nd come on the 23rd."""
    flank: str
    """7.81: the edge by which a unit has left first, "north-east" or "south"; "" for neither."""
    exit_vp: int
    """14.1-exit: points for units that have left the map."""

    _zoc: list[int]
    """Each side's zones of control; -1 if not worked out yet."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self._zoc = [-1, -1]

    def refresh(self) -> None:
        super().refresh()
        self._zoc = [-1, -1]

    # --- the day -------------------------------------------------------------------------------------------------------------------

    @property
    def day(self) -> int:
        """The date in December."""
        return self.turn + FIRST_DATE - 1

    def on(self, rule: str) -> bool:
        """Is a date-dependent rule in force today? (See `[dates]` in tables.toml.)"""
        return rule_on(rule, self.day)

    @property
    def plan(self) -> dict[str, Any]:
        """The scenario's entry in tables.toml."""
        return SCENARIOS[self.setup.scenario]

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
        return sum(STEPS[u] - self.lost[u] for u in each(units))

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
            standing = 0
            for place in each(self._occ[side]):
                if self.controls(place, side):
                    standing |= 1 << place
            found = self._zoc[side] = BOARD.spread(standing, EVERY)
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
        out = 0
        for place in each(self._occ[side]):
            here = self.units_at(place, side)
            if here & here - 1 and (here.bit_count() > _UNITS_IN_HEX or self.steps_of(here) > _STEPS_IN_HEX):
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
        """10.1: sides without a river, or with an intact bridge of one's own."""
        return open_sides(self.own_bridges(side))

    def area(self, unit: Unit) -> Places:
        """7.61, 7.62: where a German unit may move as far as boundaries are concerned; everywhere from 20 December, for OKW and for
        Allied units (7.72 is the affair of movement)."""
        if SIDE[unit] == ALLIED or not self.on("boundaries"):
            return ALL
        return ARMY_AREA[ARMY_OF[unit]]

    # --- cards ---------------------------------------------------------------------------------------------------------------------

    def unseen(self, side: Side) -> Cards:
        """Cards that a side may hold as far as the other side can tell: those that lie nowhere in the open."""
        return DECK[side] & ~(self.entering[side] | self.discards[side] | self.rested[side] | self.unused)

    def may_hold(self, side: Side, cards: Cards) -> bool:
        """Is it possible, as far as the other side can tell, that a side holds one of these cards? Windows open on this."""
        return bool(self.hand[side] and self.unseen(side) & cards)

    def discard(self, card: int) -> None:
        """5.7: a card leaves the hand for its owner's discards. Everybody sees it."""
        side = ALLIED if DECK[ALLIED] >> card & 1 else GERMAN
        bit = 1 << card
        self.hand[side] &= ~bit
        self.shown &= ~bit
        self.fresh &= ~bit
        self.discards[side] |= bit
        self.revealed()

    # --- changes -------------------------------------------------------------------------------------------------------------------

    def place(self, unit: Unit, to: int) -> None:
        """Put a unit into a hex or a box. An improved position that nobody is left in is removed (12.34)."""
        origin = self.at[unit]
        super().place(unit, to)
        self._zoc[SIDE[unit]] = -1
        if origin >= 0 and self.ip >> origin & 1 and origin not in self._here:
            self.ip &= ~(1 << origin)

    def lose_step(self, unit: Unit, why: str = "loses_step") -> None:
        """9.6: a unit loses a step; with the last one it is eliminated."""
        if self.steps(unit) == 1:
            self.eliminate(unit)
            return
        self.lost[unit] += 1
        self._zoc[SIDE[unit]] = -1
        self.tell(why, unit, self.at[unit])

    def gain_step(self, unit: Unit) -> None:
        """13.1"""
        self.lost[unit] -= 1
        self._zoc[SIDE[unit]] = -1

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
        self._zoc = [-1, -1]

    def recover(self, units: Units) -> None:
        """9.9-removal"""
        self.dispersed &= ~units
        self._zoc = [-1, -1]

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
        self._zoc = [-1, -1]

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
        if not WESTWALL & bit or bool(self.allied_wall & bit) == (side == ALLIED):
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
