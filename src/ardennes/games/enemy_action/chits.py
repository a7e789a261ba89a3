"""9.4, 9.5 Combat chits: which situations apply to a fight, what the chits add up to, and what further draws may bring. Nothing here
changes anything."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import (
    ALLIED,
    ARMY_OF,
    ARTILLERY,
    BATTALIONS,
    BOARD,
    BUILT,
    CHIT_FACTS,
    CITIES,
    EVERY,
    GERMAN,
    ON_FOOT,
    SIDES,
    TACTIC,
    TERRAIN,
    WESTWALL,
    ChitSide,
)
from ardennes.games.enemy_action.state import EnemyActionState, foe
from ardennes.games.enemy_action.strength import COMBAT, attack, attacker, defence, minimum

INFILTRATION = 1 << TACTIC["infiltration"]
AIRPOWER = 1 << TACTIC["airpower"]
COMBAT_ENGINEERS = 1 << TACTIC["combat-engineers"]
LARGE = int(COMBAT["large_attack"])
_ASKS_FOR_LARGE = bits(c for c, chit in enumerate(CHIT_FACTS) if "large" in (chit.front.situation, chit.back.situation))
Hits = tuple[int, int]
"""Hits on the attacker and on the defender."""
_ROLES = ("attacker", "defender")
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


@cache
def _ratio(detail: str) -> tuple[Callable[[Any, Any], bool], int, int]:
    """ ">=1.5" as a comparison and a fraction: 3 and 2."""
    found = re.fullmatch(r"([<>]=?)([\d.]+)", detail)
    assert found is not None, detail
    number = Fraction(found[2])
    return _COMPARE[found[1]], number.numerator, number.denominator


# --- situations (9.4) -------------------------------------------------------------------------------------------------


class Scene:
    """9.4 What is true about a fight: the situations that chits ask for."""

    def __init__(self, s: EnemyActionState, draws: int) -> None:
        side = attacker(s)
        enemy = foe(side)
        where = 1 << s.target
        mine, theirs = each(s.attackers), each(s.defenders)
        types = [{s.type_of(u) for u in units} for units in (mine, theirs)]
        armor = [
            bool(kinds & {"armor", "combined"} or s.tactics[who] & BATTALIONS)
            for who, kinds in zip((side, enemy), types, strict=True)
        ]
        foot = [bool(kinds & {"mech", "combined", *ON_FOOT}) for kinds in types]
        combined = [a and b for a, b in zip(armor, foot, strict=True)]
        quality = [{s.quality(u) for u in units} for units in (mine, theirs)]
        infiltrated = side == GERMAN and bool(s.tactics[side] & INFILTRATION)
        hexes = s.places_of(s.attackers)
        spread_out = hexes.bit_count() >= 3 or (
            hexes.bit_count() == 2 and not BOARD.spread(hexes & -hexes, EVERY) & hexes
        )
        fresh = s.units_in(enemy, BOARD.neighbours(s.target)) & ~s.dispersed & ~s.unsupplied & ~s.defended
        army = sum(ARMY_OF[u] == "5pa" for u in mine)
        self.side = side
        self.attack, self.defence = attack(s), max(defence(s), 1)
        self.terrain = {name for name, places in TERRAIN.items() if places & where}
        self.true: dict[tuple[str, str], bool] = {
            ("flank", ""): (spread_out or infiltrated) and not BUILT & where,
            ("one-hex", ""): hexes.bit_count() == 1 and not infiltrated,
            ("adjacent", ""): bool(fresh),
            ("disordered", ""): bool(theirs) and not s.defenders & ~(s.dispersed | s.unsupplied | s.nofuel),
            ("engineers", ""): bool(s.tactics[side] & COMBAT_ENGINEERS),
            ("recon", ""): side == GERMAN and "recon" in types[1],
            ("ip", ""): bool(s.ip & where),
            ("large", ""): draws >= LARGE,
            ("allied-attack", ""): side == ALLIED,
            ("5pa-attack", ""): side == GERMAN and 2 * army >= len(mine),
            ("date", str(s.day)): True,
        }
        for n, (role, who) in enumerate(zip(_ROLES, (side, enemy), strict=True)):
            self.true["armor", role] = armor[n] and not armor[1 - n]
            self.true["combined", role] = combined[n] and not combined[1 - n]
            self.true["elite", role] = "E" in quality[n]
            self.true["green", role] = "G" in quality[n]
            self.true["artillery", role] = bool(s.tactics[who] & ARTILLERY)
        for who, name in enumerate(SIDES):
            self.true["air", name] = bool(s.tactics[who] & AIRPOWER)

    def holds(self, part: ChitSide) -> bool:
        """Does the situation on a side of a chit apply?"""
        if part.situation == "ratio":
            compare, number, to = _ratio(part.detail)
            return compare(self.attack * to, self.defence * number)
        if part.situation == "terrain":
            return not self.terrain.isdisjoint(part.detail.split())
        return self.true.get((part.situation, part.detail), False)

    def up(self, chit: int) -> ChitSide | None:
        """2.22-priority, 9.4: the side of a chit that counts; None if neither does."""
        facts = CHIT_FACTS[chit]
        front, back = self.holds(facts.front), self.holds(facts.back)
        if front and back:
            return facts.back if facts.priority == "back" else facts.front
        return facts.front if front else facts.back if back else None

    def hits(self, part: ChitSide | None) -> Hits:
        """9.5: the hits of a side of a chit, on the attacker and on the defender."""
        a = d = 0
        for code, n in part.hits if part is not None else ():
            if code == "A" or (code in "GU" and (code == "G") == (self.side == GERMAN)):
                a += n
            else:
                d += n
        return a, d


def draws_known(s: EnemyActionState) -> int:
    """9.4-large: how many chits are drawn in all, for all that is known: the minimum until the total is declared."""
    return s.total or minimum(s)


def scene(s: EnemyActionState) -> Scene:
    """The fight as it is now."""
    return Scene(s, draws_known(s))


def applies(s: EnemyActionState, chit: int) -> ChitSide | None:
    """9.4: the side of a chit that applies to the fight; None if neither does. Large Attack counts once the total is known."""
    return scene(s).up(chit)


def pending(s: EnemyActionState, chit: int) -> bool:
    """9.4-large: would this chit count differently if the attacker declared a total of seven or more?"""
    if not _ASKS_FOR_LARGE >> chit & 1 or s.total or minimum(s) >= LARGE:
        return False
    return Scene(s, LARGE).up(chit) != scene(s).up(chit)


# --- hits (9.5) -------------------------------------------------------------------------------------------------------


def totals(s: EnemyActionState, here: Scene | None = None) -> Hits:
    """9.5: what the drawn chits add up to, on the attacker and on the defender, before adjustment. Either can be below zero. `here`: the
    fight as it is now, if it is known."""
    here = here or scene(s)
    found = [here.hits(here.up(chit)) for chit in each(s.drawn)]
    return sum(a for a, _ in found), sum(d for _, d in found)


def cover(s: EnemyActionState) -> str:
    """9.5-adjust: what covers the defender (a town, a city, an improved position, or the Westwall for Germans: together they take one hit
    from the defender); '' if nothing does."""
    bit, german = 1 << s.target, attacker(s) != GERMAN
    if BUILT & bit:
        return "a city" if CITIES & bit else "a town"
    return "an improved position" if s.ip & bit else "the Westwall" if german and WESTWALL & bit else ""


def relief(s: EnemyActionState) -> int:
    """9.5-adjust: how many hits the attacker is spared because of the state of all defenders; -1: all of them."""
    if not s.defenders or s.defenders & ~(s.dispersed | s.oos | s.isolated | s.nofuel):
        return 0
    return int(COMBAT["disordered"]) if s.defenders & ~s.isolated else -1


def adjust(s: EnemyActionState, hits: Hits) -> Hits:
    """9.5-adjust, 9.5-zero: hits on the attacker and on the defender after adjustment."""
    a, d = hits
    if cover(s):
        d -= int(COMBAT["cover"])
    spared = relief(s)
    a = a - spared if spared >= 0 else 0
    return max(a, 0), max(d, 0)


def adjusted(s: EnemyActionState, here: Scene | None = None) -> Hits:
    """9.5: hits on the attacker and on the defender of the chits drawn so far, adjusted. `here`: the fight as it is now, if it is known."""
    return adjust(s, totals(s, here))


# --- what may come (9.3-option) ---------------------------------------------------------------------------------------


def outlook(s: EnemyActionState, draws: int) -> dict[str, Any]:
    """The chances if this many more chits are drawn, exact over the chits in the cup; that a blue one would bring others back is left
    out. `chances`: by hits on attacker and defender after adjustment; `attacker` and `defender`: the mean; `hit`: the chance that the
    defender has any, `hurt`: the attacker."""
    already = s.drawn.bit_count()
    here = Scene(s, s.total or max(already + draws, minimum(s)))
    groups = Counter(here.hits(here.up(chit)) for chit in each(s.cup))
    draws = min(draws, s.cup.bit_count())
    base = [here.hits(here.up(chit)) for chit in each(s.drawn)]
    start = (sum(a for a, _ in base), sum(d for _, d in base))
    ways: list[dict[Hits, int]] = [{start: 1}, *({} for _ in range(draws))]
    for (a, d), n in sorted(groups.items()):
        new: list[dict[Hits, int]] = [{} for _ in range(draws + 1)]
        for k, sums in enumerate(ways):
            for j in range(min(n, draws - k) + 1):
                times, to = comb(n, j), new[k + j]
                for (x, y), many in sums.items():
                    key = (x + j * a, y + j * d)
                    to[key] = to.get(key, 0) + many * times
        ways = new
    total = sum(ways[draws].values())
    chances: dict[Hits, float] = {}
    for hits, many in sorted(ways[draws].items()):
        key = adjust(s, hits)
        chances[key] = chances.get(key, 0.0) + many / total
    return {
        "chances": chances,
        "attacker": sum(a * p for (a, _), p in chances.items()),
        "defender": sum(d * p for (_, d), p in chances.items()),
        "hit": sum(p for (_, d), p in chances.items() if d),
        "hurt": sum(p for (a, _), p in chances.items() if a),
    }


# --- in words ---------------------------------------------------------------------------------------------------------

_WORDS = {
    "flank": "flank attack",
    "one-hex": "one-hex attack",
    "adjacent": "friendly unit next to the defender",
    "disordered": "defender dispersed or unsupplied",
    "engineers": "combat engineers",
    "recon": "defending recon",
    "ip": "improved position",
    "large": "large attack",
    "allied-attack": "Allied attack",
    "5pa-attack": "attack by the 5th Panzer Army",
}
_WITH_DETAIL = {
    "armor": "only the {} has armor",
    "combined": "only the {} has combined arms",
    "elite": "elite {}",
    "green": "green {}",
    "artillery": "{} artillery",
    "air": "{} airpower",
    "date": "{} December",
}


def situation_text(part: ChitSide) -> str:
    """The situation on a side of a chit in words."""
    if part.situation == "ratio":
        sign = part.detail.rstrip("0123456789.")
        number = part.detail[len(sign) :]
        words = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
        return f"odds of {words[sign]} {number} to 1"
    if part.situation == "terrain":
        *some, last = part.detail.split()
        return f"{', '.join(some)} or {last}" if some else last
    if part.situation in _WORDS:
        return _WORDS[part.situation]
    detail = part.detail.capitalize() if part.situation == "air" else part.detail
    return _WITH_DETAIL[part.situation].format(detail)


def hits_text(part: ChitSide) -> str:
    """The hits on a side of a chit as they are printed: "A1 D1"."""
    return " ".join(f"{code}{n}" for code, n in part.hits)


def chit_text(part: ChitSide) -> str:
    """A side of a chit in words: "flank attack, D1"."""
    return f"{situation_text(part)}, {hits_text(part)}"
