"""16.57 Dump counters: captured dumps that change their mode like artillery and then move one hex per turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from ardennes.core.decision import Decision
from ardennes.core.fields import One
from ardennes.core.kinds import Place, Places, Side
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame
from ardennes.games.battles.facts import BOARD, DUMPS, GERMAN, SIDES
from ardennes.games.battles.movement import ways
from ardennes.games.battles.state import BattlesState, foe

Dump = Annotated[int, One("dump")]
DUMP, MOVEMENT = "dump mode", "movement mode"


def counters(s: BattlesState, side: Side) -> int:
    """The dump counters on the map that a side holds."""
    there = bits(d for d, place in enumerate(s.dump_at) if place >= 0)
    return there & s.german_dumps if side == GERMAN else there & ~s.german_dumps


def _mine(s: BattlesState, side: Side) -> Limits:
    """What keeps a dump from being a counter of a side."""
    yield "16.57", -1 if s.has("dumps_as_units") else 0, "dumps are not counters in this game"
    yield "16.57", counters(s, side), "the dump {} is not a counter that this side holds"


# --- modes -------------------------------------------------------------------------------------------------------------------------------


def mode_limits(s: BattlesState, side: Side) -> Limits:
    """The dumps whose mode a side can change in its Artillery Mode Segment."""
    yield from _mine(s, side)
    yield "16.57", ~s.dump_changing, "the dump {} is already changing its mode"


def begin_change(s: BattlesState, dump: int) -> None:
    """The dump neither supplies nor moves until its holder's next Artillery Mode Segment."""
    s.dump_changing |= 1 << dump
    s.tell("dump_changes", s.dump_at[dump], DUMP if s.dump_moving >> dump & 1 else MOVEMENT)


def complete(s: BattlesState, side: Side) -> None:
    """What was begun a turn ago is done, also if the dump has changed hands since."""
    for dump in each(s.dump_changing & counters(s, side)):
        s.dump_changing &= ~(1 << dump)
        s.dump_moving ^= 1 << dump
        s.tell("dump_mode", s.dump_at[dump], MOVEMENT if s.dump_moving >> dump & 1 else DUMP)


# --- moving ------------------------------------------------------------------------------------------------------------------------------


def move_limits(s: BattlesState, side: Side) -> Limits:
    """The dumps that a side can move now."""
    yield from _mine(s, side)
    yield "16.57", ~s.dump_changing, "the dump {} is changing its mode and does not move"
    yield "16.57", s.dump_moving, "the dump {} is not in movement mode"
    yield "16.57", ~s.dump_moved, "the dump {} has already moved"
    able = bits(d for d in each(counters(s, side)) if offered(hex_limits(s, side, d)))
    yield "16.57", able, "the dump {} has nowhere to go"


def hex_limits(s: BattlesState, side: Side, dump: int) -> Limits:
    """b5.3: with its one MP a dump goes one hex, whatever that costs, where towed artillery could go."""
    here = s.dump_at[dump]
    yield "16.57", BOARD.neighbours(here), "a dump moves one hex, and {} is not next to it"
    yield "b2.1", s.window, "{} is not on the maps in play"
    yield "b8.3", ~s.occupied(foe(side)), "an enemy unit is in {}"
    yield "b5.41", _passable(s, side, here), "{} is across a river without a bridge, or in heavy woods without a road"
    zone = s.zoc(foe(side))
    if zone >> here & 1:
        yield "b7.4", ~zone, "only foot units go from one enemy zone of control to another"


def _passable(s: BattlesState, side: Side, here: Place) -> Places:
    """The hexes next to one that towed artillery could enter."""
    out = 0
    for layer, costs in ways("artillery", side, s.bad_ground, s.blown):
        near = BOARD.spread(1 << here, layer)
        for _, places in costs:
            out |= near & places
    return out


@dataclass(frozen=True, slots=True)
class MoveDump(Frame):
    """16.57 A dump counter moves one hex."""

    side: Side
    dump: Dump

    title = "Movement"
    labels: ClassVar[dict[str, str]] = {"hex": "Move here"}
    below: ClassVar[tuple[str, ...]] = ("Movement",)

    def limits_hex(self, s: BattlesState) -> Limits:
        return hex_limits(s, self.side, self.dump)

    def decide(self, s: BattlesState) -> Decision:
        prompt = f"Move the dump of {s.game.place_titles[s.dump_at[self.dump]]}"
        return s.ask(SIDES[self.side], prompt, "16.57", hex=offered(self.limits_hex(s)))

    def on_hex(self, s: BattlesState, place: Place) -> None:
        s.pop()
        s.dump_moved |= 1 << self.dump
        s.tell("dump_moves", s.dump_at[self.dump], place)
        s.dump_at[self.dump] = place

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = 0 <= self.dump < len(DUMPS) and offered(move_limits(s, self.side)) >> self.dump & 1
        return "" if fits else "the dump cannot move now (case 16.57)"
