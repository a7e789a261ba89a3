"""What a fight promises: the exact chances of the chits in the cup, and what hits are worth to both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from ardennes.core.kinds import Place, Units
from ardennes.core.names import each
from ardennes.games.enemy_action import chits, retreat
from ardennes.games.enemy_action.chits import Hits
from ardennes.games.enemy_action.facts import CHIT_FACTS
from ardennes.games.enemy_action.greedy.worth import dispersal, losses
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import COMBAT, maximum, minimum

_MOST = 10
"""More hits than this are as good or bad as this many."""
_DISPERSE = int(COMBAT["disperse_hits"])
_PLENTY = 99
"""More hits than a fight can bring."""
_PARTS = tuple(
    {(part.situation, part.detail): part for chit in CHIT_FACTS for part in (chit.front, chit.back)}.values()
)
"""One chit's side for each situation."""
Groups = tuple[tuple[Hits, int], ...]
"""How many chits of the cup bring which hits."""
Chances = tuple[tuple[Hits, float], ...]


class Stakes(NamedTuple):
    """What 0, 1, 2, ... hits cost each side."""

    attacker: tuple[float, ...]
    defender: tuple[float, ...]


class Choice(NamedTuple):
    """How many chits to draw in all, and what that promises."""

    value: float
    total: int


# --- chances ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def _draws(groups: Groups, draws: int) -> Chances:
    """The chances of each sum of this many chits."""
    ways: list[dict[Hits, int]] = [{(0, 0): 1}, *({} for _ in range(draws))]
    for (a, d), n in groups:
        new: list[dict[Hits, int]] = [{} for _ in range(draws + 1)]
        for k, sums in enumerate(ways):
            for j in range(min(n, draws - k) + 1):
                times, to = comb(n, j), new[k + j]
                for (x, y), many in sums.items():
                    key = (x + j * a, y + j * d)
                    to[key] = to.get(key, 0) + many * times
        ways = new
    total = sum(ways[draws].values())
    return tuple((hits, many / total) for hits, many in sorted(ways[draws].items()))


_BROUGHT: dict[tuple[int, tuple[bool, ...]], tuple[Hits, ...]] = {}
"""What each chit brings, by the attacker and the situations that hold: most fights are like another."""
_FIGHTS = 5_000
"""So many kinds of fights are remembered."""


def _brought(here: chits.Scene) -> tuple[Hits, ...]:
    """What each chit brings in a fight."""
    key = (here.side, tuple(here.holds(part) for part in _PARTS))
    found = _BROUGHT.get(key)
    if found is None:
        if len(_BROUGHT) >= _FIGHTS:
            _BROUGHT.clear()
        found = _BROUGHT[key] = tuple(here.hits(here.up(chit)) for chit in range(len(CHIT_FACTS)))
    return found


def _groups(s: EnemyActionState, total: int) -> tuple[Groups, Hits]:
    """What each chit in the cup brings if this many are drawn in all, and what those drawn so far have brought."""
    brought = _brought(chits.Scene(s, total))
    found = Counter(brought[chit] for chit in each(s.cup))
    base = [brought[chit] for chit in each(s.drawn)]
    return tuple(sorted(found.items())), (sum(a for a, _ in base), sum(d for _, d in base))


# --- what hits cost ---------------------------------------------------------------------------------------------------


Ways = list[tuple[str, int, int]]
"""The retreats that defenders can make: the verb, the hexes, the steps it costs."""


def stakes(s: EnemyActionState, ground: float, ways: Ways | None = None) -> Stakes:
    """What hits cost both sides of the fight; `ground`: what it is worth to hold the attacked hex; `ways`: the retreats, if they have
    been worked out already."""
    mine = losses(s, s.attackers, _MOST)
    scatter = dispersal(s, s.attackers)
    attacker = [0.0, mine[1]]
    attacker += [min(mine[n], mine[max(1, n - _DISPERSE)] + scatter) for n in range(2, _MOST + 1)]
    return Stakes(tuple(attacker), tuple(defender_costs(s, ground, ways)))


def defender_costs(s: EnemyActionState, ground: float, ways: Ways | None = None) -> list[float]:
    """What 0, 1, ... hits cost the defender, who chooses the best answer to them."""
    found = answers(s, ground, ways)
    return [min(found(hits).values()) if hits else 0.0 for hits in range(_MOST + 1)]


def answers(s: EnemyActionState, ground: float, ways: Ways | None = None) -> Callable[[int], dict[str, float]]:
    """A function that gives the defender's answers to some hits, each with its cost: stand, or retreat one or two hexes."""
    units = s.defenders
    steps = s.steps_of(units)
    theirs = losses(s, units, _MOST)
    out_of_it = ways_out(s, units, s.target) if ways is None else ways
    scatter = dispersal(s, units)

    def to(hits: int) -> dict[str, float]:
        out = {"stand": theirs[min(hits, _MOST)] + (ground if hits >= steps else 0.0)}
        for verb, hexes, cost in out_of_it:
            if hits >= hexes:
                left = min(hits - hexes + cost, _MOST)
                out[verb] = theirs[left] + ground + (scatter if hexes > 1 else 0.0)
        return out

    return to


def ways_out(s: EnemyActionState, units: Units, place: Place) -> Ways:
    """The retreats that defenders can make. They are the same as long as nothing moves."""
    out: Ways = []
    for verb, hexes in (("one", 1), ("two", retreat.FAR)):
        if retreat.cannot_retreat(s, units, hexes) is None:
            found = retreat.options(s, units, place, hexes, hexes > 1, 0)
            if found:
                out.append((verb, hexes, min(found.values())))
    return out


# --- what it promises -------------------------------------------------------------------------------------------------


def worth_of_draw(s: EnemyActionState, what: Stakes, total: int, known: tuple[Groups, Hits] | None = None) -> float:
    """What the attacker can expect if this many chits are drawn in all; `known`: the chits, if they have been looked at already."""
    groups, (a0, d0) = known or _groups(s, total)
    a1, d1 = chits.adjust(s, (_PLENTY, _PLENTY))
    a0 += a1 - _PLENTY
    d0 += d1 - _PLENTY
    attacker, defender = what
    out = 0.0
    for (a, d), chance in _draws(groups, min(max(total - s.drawn.bit_count(), 0), s.cup.bit_count())):
        hurt, hit = a + a0, d + d0
        if hit > 0:
            out += chance * defender[hit if hit < _MOST else _MOST]
        if hurt > 0:
            out -= chance * attacker[hurt if hurt < _MOST else _MOST]
    return out


def best_draw(s: EnemyActionState, what: Stakes, totals: Sequence[int] = ()) -> Choice:
    """How many chits the attacker best draws in all."""
    some = totals or range(minimum(s), maximum(s) + 1)
    known: dict[bool, tuple[Groups, Hits]] = {}
    found = []
    for n in dict.fromkeys(some):
        large = n >= chits.LARGE
        if large not in known:
            known[large] = _groups(s, n)
        found.append(Choice(worth_of_draw(s, what, n, known[large]), n))
    return max(found, key=lambda choice: (choice.value, -choice.total))


def promise(s: EnemyActionState, ground: float, ways: Ways | None = None) -> float:
    """What the attacker can expect of the fight as it is."""
    return best_draw(s, stakes(s, ground, ways), (minimum(s), maximum(s))).value
