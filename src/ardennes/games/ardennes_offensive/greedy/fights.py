"""What an attack is worth: the chances of the table, who cannot retreat, what an exchange costs; and which units should make it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ardennes.core.kinds import Place, Places, Side, Units
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.bridges import only_from
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    BASTOGNE,
    BOARD,
    COLUMNS,
    EVERY,
    EXITS,
    LAST_TURN,
    LIVE,
    MAP_EDGE,
    ROAD_HEXES,
    SIDE,
    STRENGTH,
    odds_column,
)
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.greedy.worth import CHANCES, WORTH, ring
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import (
    attack_strength,
    defence_strength,
    defenders,
    face,
    immune_hexes,
    lower_columns,
    table_of,
)

_FIGHT = WEIGHTS.part("fight")
_MOST = 12
"""The most units among which the cheapest exchange is looked for by trying everything."""


@lru_cache(maxsize=8192)
def cheapest(owed: int, units: Units) -> tuple[float, Units]:
    """10.1: the units that it costs least to lose in an exchange, and what they are worth."""
    some = sorted(each(units), key=lambda u: WORTH[u] / STRENGTH[u])
    if face(units) <= owed:
        return sum(WORTH[u] for u in some), units
    best: dict[int, tuple[float, Units]] = {0: (0.0, 0)}
    for u in some[:_MOST]:
        for paid, (cost, chosen) in list(best.items()):
            now = min(paid + STRENGTH[u], owed)
            found = (cost + WORTH[u], chosen | 1 << u)
            if now not in best or found < best[now]:
                best[now] = found
    return best.get(owed, (sum(WORTH[u] for u in some), units))


def escapes(place: Place, closed: Places, edge: Places) -> tuple[bool, bool, bool]:
    """10.2: can a unit retreat one, two or three hexes past closed hexes? `edge`: the Map Edge hexes into which it could go instead."""
    out = []
    front = 1 << place
    fled = False
    for n in (1, 2, 3):
        near = BOARD.spread(front, EVERY) & ring(place, n)
        fled = fled or bool(near & edge)
        front = near & LIVE & ~closed
        out.append(bool(front) or fled)
    return out[0], out[1], out[2]


class Defence(NamedTuple):
    """What does not depend on who attacks."""

    hexes: Places
    side: Side
    strength: int
    units: Units
    """Who defends."""
    there: Units
    """Who shares the result."""
    sheltered: Units
    """11.0: who ignores a retreat."""
    push: float
    """What it is worth to drive them back a hex."""
    clear: float
    """What it is worth beyond the units themselves to destroy them."""


def defence_of(s: OffensiveState, side: Side, hexes: Places) -> Defence:
    """The defence of some hexes of a side."""
    there = s.units_in(side, hexes)
    sheltered = s.units_in(side, hexes & immune_hexes(side))
    w = _FIGHT
    push: float = w["push"]
    for place in each(hexes):
        push += w["push_road"] if ROAD_HEXES >> place & 1 else 0.0
        if place in EXITS:
            push += w["push_exit" if s.turn < LAST_TURN - w["late"] else "push_exit_late"] * EXITS[place]
        push += w["push_bastogne"] if place == BASTOGNE else 0.0
    clear = push
    standing = s.places_of(s.active(side) & ~s.road)
    freed = only_from(standing & hexes, standing & ~hexes)
    if freed:
        clear += w["bridge"] * freed
    return Defence(
        hexes, side, defence_strength(s, side, hexes), defenders(s, side, hexes), there, sheltered, push, clear
    )


def closed_by(s: OffensiveState, side: Side, standing: Places) -> Places:
    """7.3D: the hexes closed to a side by enemies in some hexes; hexes full of friends are closed too."""
    return standing | BOARD.spread(standing, EVERY) & ~s.live(side) | s.full(side)


class Verdict(NamedTuple):
    """The best column for an attack, and what it is worth."""

    value: float
    column: int
    kills: float
    """How many defenders are lost on average."""


def judge(s: OffensiveState, foe: Defence, attackers: Units, strength: int, standing: Places) -> Verdict:
    """What an attack is worth to the attacker, at the best odds. `standing`: where the attacker's units will be that close hexes to a
    retreat."""
    side = 1 - foe.side
    final = odds_column(strength, foe.strength)
    closed = closed_by(s, foe.side, standing)
    edge = MAP_EDGE & ~BOARD.spread(standing, EVERY) if foe.side == ALLIED else 0
    lost = [0.0, 0.0, 0.0]
    fled = 0
    for place in each(foe.hexes):
        here = s.units_at(place, foe.side) & ~foe.sheltered
        if not here:
            continue
        fled |= here
        ways = escapes(place, closed, edge)
        worth = sum(WORTH[u] for u in each(here))
        for n in range(3):
            if not ways[n]:
                lost[n] += worth
    whole = sum(WORTH[u] for u in each(foe.there))
    w = _FIGHT
    price = w["price"][side] * cheapest(face(foe.units), attackers)[0]
    count = attackers.bit_count()
    safe = immune_hexes(side)
    shaken = sum(1 for u in each(attackers) if not safe >> max(s.at[u], 0) & 1) if count else 0
    table = CHANCES[table_of(s, side)]
    best = Verdict(-9.0, final, 0.0)
    for column in {final, *lower_columns(side, final)}:
        value = kills = 0.0
        for kind, n, p in table[column]:
            if kind == "De":
                value += p * (whole + foe.clear)
                kills += p
            elif kind == "Ex":
                value += p * (whole + foe.clear - price)
                kills += p
            elif kind == "Dr":
                value += p * (lost[n - 1] + (foe.clear if lost[n - 1] else 0.0))
                kills += p if lost[n - 1] else 0.0
                if fled and not lost[n - 1]:
                    value += p * foe.push * (w["push_first"] + w["push_hex"] * n)
            else:
                value -= p * (w["back_hex"] * n + w["back"]) * shaken
        if value > best.value + 1e-9 or (value > best.value - 1e-9 and column > best.column):
            best = Verdict(value, column, kills)
    return best


def attack_value(s: OffensiveState, attackers: Units, hexes: Places) -> Verdict:
    """What an attack is worth with every unit where it is."""
    side = SIDE[attackers.bit_length() - 1]
    foe = defence_of(s, 1 - side, hexes)
    return judge(s, foe, attackers, attack_strength(s, attackers), s.places_of(s.active(side) & ~s.road))


def best_odds(s: OffensiveState, attackers: Units, hexes: Places, waived: Places) -> str | None:
    """9.4L: the odds to which an attack should be lowered; None: it should not."""
    side = SIDE[attackers.bit_length() - 1]
    foe = defence_of(s, 1 - side, hexes)
    if waived:
        foe = foe._replace(sheltered=foe.sheltered & ~s.units_in(foe.side, waived))
    strength = attack_strength(s, attackers)
    found = judge(s, foe, attackers, strength, s.places_of(s.active(side) & ~s.road))
    return None if found.column == odds_column(strength, foe.strength) else COLUMNS[found.column]


def threshold(side: Side) -> float:
    """How much an attack must be worth."""
    least: float = _FIGHT["least"][side]
    return least
