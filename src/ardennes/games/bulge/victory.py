"""3.0 Victory, and the end of a game turn."""

from __future__ import annotations

from dataclasses import dataclass

from ardennes.core.game import Result
from ardennes.core.names import each
from ardennes.core.state import Frame
from ardennes.games.bulge import supply
from ardennes.games.bulge.facts import CF, EXITS, GERMAN, LAST_TURN, OF_SIDE, SIDES, TURNS
from ardennes.games.bulge.state import EXITED, BulgeState


def exit_points(s: BulgeState) -> int:
    """3.1-2: the points currently scored for exited units."""
    return sum(CF[u] * EXITS[s.gate[u]] for u in each(s.counted))


def score_exits(s: BulgeState) -> None:
    """3.1-2, 3.1-3: exited units score while their exit hex is in supply, and lose their points while it is not.

    Scoring this turn's exits first and then taking the points back if the hex is out of supply would give the same total.
    Free supply on the first turns is only for movement and combat (5.0-1), and units off the map cancel no enemy zone.
    """
    supplied = supply.supplied_hexes(s, GERMAN)
    for unit in each(OF_SIDE[GERMAN]):
        if s.at[unit] != EXITED:
            continue
        gate = s.gate[unit]
        points = CF[unit] * EXITS[gate]
        good = supplied >> gate & 1
        if good and not s.counted >> unit & 1:
            s.counted |= 1 << unit
            s.vp += points
            s.tell("scores", unit, gate, points, s.vp)
        elif not good and s.counted >> unit & 1:
            s.counted &= ~(1 << unit)
            s.vp -= points
            s.tell("loses_score", unit, gate, points, s.vp)


def judge(turn: int, vp: int) -> Result | None:
    """3.0: compare the total with the turn's two limits."""
    german, allied = TURNS[turn]["vp"]
    if vp >= german:
        return Result(SIDES[0], "victory", vp)
    if vp <= allied:
        return Result(SIDES[1], "victory", vp)
    return Result(None, "draw", vp) if turn == LAST_TURN else None


@dataclass(frozen=True, slots=True)
class Victory(Frame):
    """3.0 Victory Determination Phase."""

    def decide(self, s: BulgeState) -> None:
        score_exits(s)
        s.result = judge(s.turn, s.vp)
        if s.result is None:
            s.tell("goes_on", s.vp, *TURNS[s.turn]["vp"])
        else:
            s.tell("over", s.result.winner or "nobody", s.vp)
        s.pop()


@dataclass(frozen=True, slots=True)
class TurnEnd(Frame):
    """5.0 Game Turn Indication Phase: interdiction markers leave the map, the turn marker advances."""

    def decide(self, s: BulgeState) -> None:
        s.interdiction = [0, 0]
        s.support = [0, 0]  # 7.0: air points do not carry over
        s.turn += 1
        s.pop()

    def misfit(self, s: BulgeState, at: int) -> str:
        return none_after(s)


def none_after(s: BulgeState) -> str:
    """Why the turn cannot end here: no other comes after the last."""
    over = s.turn == LAST_TURN and s.result is None
    return f"game turn {LAST_TURN} is the last: none comes after it" if over else ""
