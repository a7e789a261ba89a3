"""What an attack is worth: the chances of the table, what steps and ground are worth, who cannot retreat."""

from __future__ import annotations

from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Units
from ardennes.core.names import each
from ardennes.games.battles.facts import (
    ARTILLERY,
    BOARD,
    COLUMNS,
    CRT,
    DIE,
    EVERY,
    FOOT,
    GERMAN,
    GROUND,
    ROAD_HEXES,
    odds_column,
)
from ardennes.games.battles.greedy.weights import WEIGHTS
from ardennes.games.battles.greedy.worth import losses, worth
from ardennes.games.battles.results import Result, read
from ardennes.games.battles.state import BattlesState
from ardennes.games.battles.strength import (
    MOST_FPF,
    RANGE,
    SURPRISE,
    SURPRISE_TURN,
    defence_value,
    fighting,
    fpf_value,
    left_shifts,
    shifted,
)

_W = WEIGHTS.part("fight")
_STEPS = 8
CHANCES: list[list[Result]] = [[read(CRT.result(die, c), False) for die in DIE] for c in range(len(COLUMNS))]
"""By column, what each face of the die asks for."""


class Defence(NamedTuple):
    """The defenders of a hex: what does not depend on who attacks."""

    place: Place
    side: Side
    strength: int
    fpf: int
    """What their guns elsewhere will probably add."""
    left: int
    lose: list[float]
    """What losing 0, 1, 2 and more steps costs them."""
    room: int
    """How many hexes they can retreat."""
    rout: float
    """b10.4: what it is worth that artillery alone in its hex is lost."""
    push: float


def escapes(s: BattlesState, side: Side, place: Place, units: Units, more: Places = 0) -> int:
    """b9.61, b9.62: how many hexes, up to four, units can retreat from a hex. `more`: hexes where attackers will be."""
    friends = s.occupied(side)
    standing = s.occupied(1 - side) | more
    closed = standing | (s.zoc(1 - side) | BOARD.spread(more, EVERY)) & ~friends
    layer = EVERY if not units & ~FOOT else s.open()
    front = 1 << place
    inside = front
    for n in range(4):
        after = BOARD.spread(front, layer) & ~inside & s.window & ~closed
        after &= ~BOARD.within(place, n)
        if not after:
            return n
        inside |= BOARD.within(place, n + 1)
        front = after
    return 4


def defence_of(s: BattlesState, place: Place, side: Side, points: float, more: Places = 0) -> Defence:
    """The defence of a hex; `points`: what it is worth to the attacker to have it."""
    there = s.units_at(place, side)
    strength = sum(defence_value(s, u) for u in each(fighting(s, there)))
    near = s.units_in(side, BOARD.within(place, RANGE)) & ARTILLERY & s.in_battery() & ~s.fpf_given & ~there
    fpf = sum(sorted((fpf_value(s, u) for u in each(near)), reverse=True)[:MOST_FPF])
    rout = 0.0
    if not there & GROUND:
        rout = sum(worth(s, u) for u in each(there & (s.battery | s.changing)))
    push = _W["push"][1 - side] + _W["town"] * points + (0.1 if ROAD_HEXES >> place & 1 else 0.0)
    lose = losses(s, there, _STEPS)
    return Defence(
        place, side, strength, fpf, left_shifts(s, place), lose, escapes(s, side, place, there, more), rout, push
    )


def column_of(s: BattlesState, foe: Defence, attack: int, fpf: bool) -> int:
    """The column on which an attack would be resolved."""
    found = max(0, odds_column(attack, foe.strength + (foe.fpf if fpf else 0)))
    right = SURPRISE if s.turn == SURPRISE_TURN and foe.side != GERMAN else 0
    return shifted(found, foe.left, right)


def on_column(s: BattlesState, foe: Defence, ground: Units, exposed: Units, column: int) -> float:
    """What an attack is worth to the attacker on a column. `exposed`: who can be hurt; without ground units it is a barrage."""
    mine = losses(s, exposed, _STEPS)
    count = exposed.bit_count()
    wary, lose, results = _W["wary"][1 - foe.side], foe.lose, CHANCES[column]
    value = 0.0
    for found in results:
        retreat = found.retreat if ground else min(found.retreat, 1)
        if foe.rout and found.rout:
            value += foe.rout + (foe.push if ground else 0.0)
            continue
        stuck = max(0, retreat - foe.room)
        hurt = lose[min(_STEPS, found.defender + stuck)]
        value += hurt
        made = retreat - stuck
        if ground and (made or hurt >= lose[_STEPS]):
            value += foe.push + _W["hex"] * max(0, made - 1)
        elif made:
            value += 0.4 * foe.push
        if count:
            value -= wary * mine[min(_STEPS, found.attacker)] + (_W["back"] * count if found.back else 0.0)
    return value / len(results)


def by_column(s: BattlesState, foe: Defence, ground: Units, exposed: Units) -> list[float]:
    """The same for each column."""
    return [on_column(s, foe, ground, exposed, column) for column in range(len(CHANCES))]
