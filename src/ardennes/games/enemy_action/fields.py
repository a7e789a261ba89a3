"""The fields of the state: everything that changes in play, with who may see it. What is done with them is in `state`."""

from __future__ import annotations

from typing import Annotated, ClassVar

from ardennes.core.fields import NOBODY, OWNER, Each, PartOf, Some, seen_by
from ardennes.core.kinds import (
    Cards,
    CardsPerSide,
    Chits,
    PerSide,
    Place,
    Places,
    UnitNumber,
    Units,
    UnitsPerSide,
)
from ardennes.core.names import Names
from ardennes.core.placed import PlacedState
from ardennes.core.roster import Roster
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BOXES,
    CARDS,
    CHITS,
    EVENTS,
    GERMAN,
    GERMAN_BRIDGES,
    GERMAN_TOWNS,
    GROUPS,
    HEX_NAMES,
    PRINTED_BRIDGES,
    RIVERS,
    ROSTER,
    TACTICS,
    UNIT_NAMES,
)
from ardennes.games.enemy_action.hidden import any_depots, any_fresh, any_hand, any_pile, the_rest

River = Annotated[int, Some("river")]
"""A set of river sides: bridges."""
TacticsPerSide = Annotated[list[int], Each("side", Some("tactic"))]


class Fields(PlacedState):
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
    fuel_yes: Annotated[Places, seen_by(ALLIED, draw=any_depots)]
    """10.42: those of them that really have fuel."""
    fuel: int
    """10.42: fuel markers that the German player holds."""
    kg: Place
    """6.4: the hex of the Kampfgruppe marker, -1 for none."""

    # --- cards (4-II, 5)
    shown: Annotated[Cards, PartOf("hand")]
    """Cards in a hand that the other side has seen (Fuel Priority shown, a card kept by spending fuel). Cleared when they are played."""
    hand: Annotated[CardsPerSide, seen_by(OWNER, draw=any_hand)]
    pile: Annotated[CardsPerSide, seen_by(NOBODY, draw=any_pile)]
    """The draw piles, face down."""
    available: Annotated[CardsPerSide, seen_by(NOBODY, draw=the_rest)]
    """Supplemental cards that were not drawn into today's pile."""
    fresh: Annotated[Cards, seen_by(GERMAN, draw=any_fresh), PartOf("hand")]
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
    """Units that defend; units of `retreated` in the hex are not among them (9.74)."""
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
