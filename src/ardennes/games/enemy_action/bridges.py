"""12.2 Bridges: where they can be repaired, built and blown."""

from __future__ import annotations

from collections.abc import Iterator

from ardennes.core.kinds import Place, Side
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.facts import ALLIED, BANKS, PRINTED_BRIDGES, RIVERS, SIDES_OF_HEX
from ardennes.games.enemy_action.state import EnemyActionState, foe


def _workable(s: EnemyActionState, side: Side, sides: int) -> Iterator[int]:
    """12.21, 12.22, 10-hexes: the river sides where a side's engineers can work: no bank holds an enemy unit, none is in an enemy zone of
    control unless a friendly unit is there, and one of them is in friendly supply."""
    enemy = foe(side)
    closed = s.occupied(enemy) | s.zoc(enemy) & ~s.occupied(side)
    fed = supply.supplied(s, side)
    return (n for n in each(sides) if BANKS[n] & fed and not BANKS[n] & closed)


def _unbuilt(s: EnemyActionState) -> int:
    """12.22: the river sides where there is no bridge, intact or blown."""
    return RIVERS.all & ~(s.bridges | PRINTED_BRIDGES)


def repairable(s: EnemyActionState, side: Side) -> int:
    """12.21: the blown bridges that a side can repair now."""
    return bits(_workable(s, side, s.blown)) if s.blown else 0


def buildable(s: EnemyActionState, side: Side) -> int:
    """12.22: the river sides over which a side can build a new bridge now."""
    return bits(_workable(s, side, _unbuilt(s)))


def can_work(s: EnemyActionState, side: Side) -> bool:
    """12.21, 12.22: is there a bridge that a side can repair or build now?"""
    return next(_workable(s, side, s.blown | _unbuilt(s)), None) is not None


def blowable(s: EnemyActionState) -> int:
    """7.33, 10-hexes: the bridges that Allied engineers can blow now, whoever owns them; none on 16 December (4.13)."""
    if not s.on("demolition"):
        return 0
    fed = supply.supplied(s, ALLIED)
    return bits(n for n in each(s.bridges) if BANKS[n] & fed)


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
