"""Before and between battles: free set-up, closed sections, the paradrop."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Places, Unit, Units
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BOARD,
    ENTRY,
    EVERY,
    FRONT_LINE,
    GATES,
    GERMAN,
    LIVE,
    MECH,
    OWN_GROUND,
    ROAD_HEXES,
    SECTIONS,
    STRENGTH,
)
from ardennes.games.ardennes_offensive.greedy.fights import defence_of, judge
from ardennes.games.ardennes_offensive.greedy.scene import Scene, threats
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.reinforcements import Detour, Drop, is_closed, next_sections
from ardennes.games.ardennes_offensive.setup import FRONT_UNITS, SetUp
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import FIRST_TURN

Choice = tuple[str, Any]
_DROP: dict[str, float] = WEIGHTS.part("drop")
_SET_UP: dict[str, float] = WEIGHTS.part("set_up")


def detour(s: OffensiveState, frame: Detour) -> Choice:
    """14.1A An open section, if there is one; the one with fewer Germans in front of it."""

    def guarded(n: int) -> tuple[bool, int, int]:
        near = BOARD.grow(GATES[SECTIONS[n]], 5)
        return is_closed(s, n), (s.live(GERMAN) & near).bit_count(), n

    best = min(next_sections(s, frame.section, frame.section), key=guarded)
    return "box", ~ENTRY[SECTIONS[best]]


def drop(s: OffensiveState, frame: Drop) -> Choice:
    """15.0 On a road behind the enemy's front, near many enemy units, where they cannot strike at once in strength."""
    assert s.decision is not None
    w = _DROP
    threat = threats(s, ALLIED)
    front = s.live(GERMAN)
    enemy = s.live(ALLIED)

    def value(p: int) -> tuple[float, int]:
        near = (enemy & BOARD.within(p, 3)).bit_count()
        road = w["road"] if ROAD_HEXES >> p & 1 else 0.0
        help_near = w["friend"] if front & BOARD.within(p, 4) else 0.0
        return w["enemy"] * near + road + help_near - w["threat"] * threat[p], -p

    return "drop", max(each(s.decision.raw["drop"] & LIVE), key=value)


# --- free set-up -----------------------------------------------------------------------------------------------------------------------


class Deploying:
    """Where one player wants its units before the battle: worked out with the first question."""

    def __init__(self) -> None:
        self._wanted: dict[Unit, Place] | None = None

    def set_up(self, s: OffensiveState, frame: SetUp) -> Choice:
        """17.0 Unit by unit to where it is wanted; the others swap places or stay."""
        assert s.decision is not None
        raw = s.decision.raw
        if self._wanted is None:
            units = frame.taking_part(s)
            self._wanted = german_plan(s, units) if frame.side == GERMAN else allied_plan(s, units)
        if frame.holding >= 0:
            place = self._wanted.get(frame.holding, -1)
            return "hex", place if place >= 0 and raw["hex"] >> place & 1 else each(raw["hex"])[0]
        for unit in each(raw.get("unit", 0)):
            place = self._wanted.get(unit, -1)
            if place >= 0 and s.at[unit] != place:
                return "unit", unit
        return "done", None


def allied_plan(s: OffensiveState, units: Units) -> dict[Unit, Place]:
    """Away from the Germans' tripled first blow where the front allows it, on the roads, in towns and near bridges."""
    w = _SET_UP
    t = s.clone()
    out: dict[Unit, Place] = {}
    fist = [0] * len(BOARD.names)
    for u in each(s.active(GERMAN)):
        for p in each(BOARD.neighbours(s.at[u])):
            fist[p] += FIRST_TURN * STRENGTH[u]
    scene = Scene(t, ALLIED)
    taken: Places = 0
    for u in sorted(each(units), key=lambda u: (not FRONT_UNITS[ALLIED] >> u & 1, -STRENGTH[u], u)):
        front = bool(FRONT_UNITS[ALLIED] >> u & 1)
        ground = OWN_GROUND[ALLIED] & (FRONT_LINE[ALLIED] if front else ~FRONT_LINE[ALLIED]) & ~taken
        others = t.places_of(t.active(ALLIED) & ~(1 << u)) if not out else taken
        near = BOARD.grow(taken, 1)

        def value(p: Place, u: Unit = u, others: Places = others, near: Places = near) -> tuple[float, int]:
            blow = w["blow"] * min(1.0, fist[p] / (w["blow_full"] * STRENGTH[u]))
            blow += w["blow_any"] if fist[p] else 0.0
            close = w["close"] if near >> p & 1 else 0.0
            return scene.value(t, u, p, False, others) - blow - close, p

        place = max(each(ground), key=value)
        out[u] = place
        taken |= 1 << place
    return out


def german_plan(s: OffensiveState, units: Units) -> dict[Unit, Place]:
    """The units of the front line where they hit hardest on the first day; mechanized units behind them where the roads lead west."""
    w = _SET_UP
    out: dict[Unit, Place] = {}
    line = FRONT_LINE[GERMAN]
    targets = s.live(ALLIED) & BOARD.spread(line, EVERY)
    foes = {p: defence_of(s, ALLIED, 1 << p) for p in each(targets)}
    teams: dict[Place, Units] = dict.fromkeys(foes, 0)
    worth = dict.fromkeys(foes, 0.0)
    standing: Places = 0
    front = each(units & FRONT_UNITS[GERMAN])
    spots = each(line & BOARD.spread(targets, EVERY))
    for u in sorted(front, key=lambda u: (-STRENGTH[u], u)):
        best: tuple[float, int, int] = (-9.0, 0, 0)
        for p in spots:
            if standing >> p & 1:
                continue
            near = each(BOARD.neighbours(p) & targets)
            for q in near:
                team = teams[q] | 1 << u
                power = FIRST_TURN * sum(STRENGTH[v] for v in each(team))
                gain = judge(s, foes[q], team, power, standing | 1 << p).value - worth[q]
                gain -= w["also"] * sum(
                    1 for r in near if r != q and not teams[r]
                )  # E-4.2: they would have to be attacked too
                best = max(best, (gain, -p, -q))
        if best[0] < w["least"]:
            continue
        gain, place, target = best[0], -best[1], -best[2]
        out[u] = place
        standing |= 1 << place
        teams[target] |= 1 << u
        worth[target] += gain
    _fill(s, front, out, line)
    scene = Scene(s, GERMAN)
    taken: Places = 0
    rear = OWN_GROUND[GERMAN] & ~line & ROAD_HEXES
    for u in sorted(each(units & MECH & ~FRONT_UNITS[GERMAN]), key=lambda u: (-STRENGTH[u], u)):
        place = max(
            each(rear & ~taken),
            key=lambda p: (scene.pull[p] - w["crowd"] * (taken & BOARD.within(p, 2)).bit_count(), p),
        )
        out[u] = place
        taken |= 1 << place
    return out


def _fill(s: OffensiveState, front: list[Unit], out: dict[Unit, Place], line: Places) -> None:
    """Units of the front line without a task go to the nearest hex of it that is free, out of contact if there is one."""
    taken = sum(1 << p for p in out.values())
    contact = BOARD.spread(s.live(ALLIED), EVERY)
    for u in front:
        if u in out:
            continue
        free = line & ~taken
        out[u] = min(each(free), key=lambda p: (contact >> p & 1, BOARD.distance(p, s.at[u]), p))
        taken |= 1 << out[u]
