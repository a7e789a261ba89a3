"""12.2 Bridges: where they can be repaired, built and blown."""

# EVENTS_USED (kind: gaps)
#   repairs: side river                 a blown bridge is repaired
#   builds: side river                  a new bridge is built
#   blows: river                        a bridge is blown

from __future__ import annotations

from ardennes.core.kinds import Place, Places, Side
from ardennes.core.names import bits
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.facts import ALLIED, BANKS, RIVERS, SIDES_OF_HEX
from ardennes.games.enemy_action.state import EnemyActionState, foe


def _touching(sides: int, places: Places) -> int:
    """The river sides of which at least one bank is among these hexes."""
    return bits(n for n in range(len(BANKS)) if sides >> n & 1 and BANKS[n] & places)


def _workable(s: EnemyActionState, side: Side, sides: int) -> int:
    """12.21, 12.22, 10-hexes: the river sides where a side's engineers can work: no bank holds an enemy unit, none is in an enemy zone of
    control unless a friendly unit is there, and one of them is in friendly supply."""
    enemy = foe(side)
    closed = s.occupied(enemy) | s.zoc(enemy) & ~s.occupied(side)
    sides &= ~_touching(sides, closed)
    return _touching(sides, supply.supplied(s, side)) if sides else 0


def repairable(s: EnemyActionState, side: Side) -> int:
    """12.21: the blown bridges that a side can repair now."""
    return _workable(s, side, s.blown) if s.blown else 0


def buildable(s: EnemyActionState, side: Side) -> int:
    """12.22: the river sides over which a side can build a new bridge now."""
    return _workable(s, side, RIVERS.all & ~s.bridges & ~s.blown)


def blowable(s: EnemyActionState) -> int:
    """7.33, 10-hexes: the bridges that Allied engineers can blow now, whoever owns them; none on 16 December (4.13)."""
    return _touching(s.bridges, supply.supplied(s, ALLIED)) if s.on("demolition") else 0


def beside(s: EnemyActionState, place: Place) -> int:
    """The intact bridges of a hex."""
    return SIDES_OF_HEX[place] & s.bridges


def blow(s: EnemyActionState, river: int) -> None:
    """12.21"""
    s.blow_bridge(river)
    s.tell("blows", river)


def repair(s: EnemyActionState, river: int, side: Side) -> None:
    """12.21"""
    s.build_bridge(river, side)
    s.tell("repairs", side, river)


def build(s: EnemyActionState, river: int, side: Side) -> None:
    """12.22"""
    s.build_bridge(river, side)
    s.tell("builds", side, river)
