"""Which attacks to make from where the units are: one after the other, or all at once on the first turn."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Places, Side, Units
from ardennes.core.names import each
from ardennes.games.ardennes_offensive.combat import Combat, Plan, free, planning_first, plans, uncovered
from ardennes.games.ardennes_offensive.facts import BOARD, OF_SIDE, STRENGTH
from ardennes.games.ardennes_offensive.fight import Odds
from ardennes.games.ardennes_offensive.greedy.fights import (
    Defence,
    attack_value,
    best_odds,
    defence_of,
    judge,
    threshold,
)
from ardennes.games.ardennes_offensive.greedy.weights import WEIGHTS
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import attack_strength, fresh_hexes

Choice = tuple[str, Any]
_FIGHT = WEIGHTS.part("fight")
Planned = tuple[Units, Places]


def best_team(s: OffensiveState, foe: Defence, able: Units, standing: Places) -> tuple[float, Units]:
    """Which of some units, all next to the hexes, should attack them: strongest first, as long as it helps."""
    team, best = 0, (-9.0, 0)
    for u in sorted(each(able), key=lambda u: (-STRENGTH[u], u)):
        team |= 1 << u
        value = judge(s, foe, team, attack_strength(s, team), standing).value - _FIGHT["join_near"] * team.bit_count()
        if value > best[0] + 1e-6:
            best = (value, team)
    return best


def best_attack(s: OffensiveState, side: Side, offered: Places) -> tuple[float, Units, Places] | None:
    """The most promising attack of a side on one of the hexes offered."""
    able = free(s, side)
    standing = s.places_of(s.active(side) & ~s.road)
    found: list[tuple[float, int, Units]] = []
    for place in each(offered & fresh_hexes(s, 1 - side)):
        near = s.units_in(side, BOARD.neighbours(place)) & able
        if near:
            value, team = best_team(s, defence_of(s, 1 - side, 1 << place), near, standing)
            found.append((value, -place, team))
    if not found:
        return None
    value, place, team = max(found)
    return (value, team, 1 << -place) if value > threshold(side) else None


# --- the first turn ------------------------------------------------------------------------------------------------------------------


class FirstDay:
    """E-4.2: everybody in contact attacks and is attacked. Each unit is given one hex; then units change over while that helps."""

    def __init__(self, s: OffensiveState, side: Side) -> None:
        self.s = s
        self.side = side
        self.standing = s.places_of(s.active(side) & ~s.road)
        must = uncovered(s, side)
        self.mine = each(must & OF_SIDE[side])
        hexes = s.places_of(must & OF_SIDE[1 - side])
        self.options = {u: each(hexes & BOARD.neighbours(s.at[u])) for u in self.mine}
        self.teams: dict[int, Units] = dict.fromkeys(each(hexes), 0)
        self._foes: dict[int, Defence] = {p: defence_of(s, 1 - side, 1 << p) for p in self.teams}
        self._known: dict[tuple[int, Units], float] = {}
        for u in sorted(self.mine, key=lambda u: (len(self.options[u]), -STRENGTH[u], u)):
            where = min(self.options[u], key=lambda p: (self._ratio(p), p))
            self.teams[where] |= 1 << u
        self._improve()

    def _ratio(self, place: int) -> float:
        return attack_strength(self.s, self.teams[place]) / max(1, self._foes[place].strength)

    def value(self, place: int, team: Units) -> float:
        """What the attack of a team on a hex is worth; an empty team leaves somebody out, which is not allowed."""
        if not team:
            return -2.0
        found = self._known.get((place, team))
        if found is None:
            strength = attack_strength(self.s, team)
            found = self._known[place, team] = judge(self.s, self._foes[place], team, strength, self.standing).value
        return found

    def _improve(self) -> None:
        teams = self.teams
        for _ in range(4):
            changed = False
            for u in self.mine:
                bit = 1 << u
                here = next(p for p, team in teams.items() if team & bit)
                stay = self.value(here, teams[here])
                best, to = 1e-6, -1
                for p in self.options[u]:
                    if p == here:
                        continue
                    gain = self.value(p, teams[p] | bit) - self.value(p, teams[p])
                    gain += self.value(here, teams[here] & ~bit) - stay
                    if gain > best:
                        best, to = gain, p
                if to >= 0:
                    teams[here] &= ~bit
                    teams[to] |= bit
                    changed = True
            if not changed:
                return

    def attacks(self) -> list[Planned]:
        return [(team, 1 << p) for p, team in sorted(self.teams.items()) if team]


# --- answers -------------------------------------------------------------------------------------------------------------------------


class Fighting:
    """The attacks of one player: the plan, kept from one question to the next."""

    def __init__(self) -> None:
        self._meant: Planned = (0, 0)
        self._first: list[Planned] | None = None

    def combat(self, s: OffensiveState, frame: Combat) -> Choice:
        assert s.decision is not None
        raw = s.decision.raw
        side = frame.side
        if planning_first(s, side) and uncovered(s, side):
            return self._plan_first(s, side, raw.get("attack", 0))
        self._first = None
        if raw.get("fight", 0):
            planned = plans(s, side).values()
            worth = {hexes: attack_value(s, team, hexes) for team, hexes in planned}
            hexes = max(worth, key=lambda some: (worth[some].kills, worth[some].value, some))
            return "fight", hexes.bit_length() - 1
        found = best_attack(s, side, raw.get("attack", 0))
        if found is None:
            return "done", None
        self._meant = found[1], found[2]
        return "attack", found[2].bit_length() - 1

    def _plan_first(self, s: OffensiveState, side: Side, offered: Places) -> Choice:
        if self._first is None:
            self._first = FirstDay(s, side).attacks()
        done = 0
        for team, _ in plans(s, side).values():
            done |= team
        for team, hexes in self._first:
            if not team & done and hexes & offered and not any(h & hexes for _, h in plans(s, side).values()):
                self._meant = team, hexes
                return "attack", hexes.bit_length() - 1
        left = uncovered(s, side)
        theirs = s.places_of(left & OF_SIDE[1 - side]) & offered
        mine = left & OF_SIDE[side]
        if not theirs:  # only attackers are left: they join an attack next to them
            theirs = offered
            for place in each(offered):
                if s.units_in(side, BOARD.neighbours(place)) & mine:
                    theirs = 1 << place
                    break
        self._meant = mine, theirs & -theirs
        return "attack", (theirs & -theirs).bit_length() - 1

    def plan(self, s: OffensiveState, frame: Plan) -> Choice:
        assert s.decision is not None
        raw = s.decision.raw
        team, hexes = self._meant if self._meant[1] & frame.hexes else (0, frame.hexes)
        must, more = frame.missing(s)
        for u in each((team | must) & raw.get("unit", 0)):
            return "unit", u
        for place in each((hexes | more) & raw.get("target", 0) & ~frame.hexes):
            return "target", place
        if raw.get("fight", 0) and not planning_first(s, frame.side):
            return "fight", frame.hexes.bit_length() - 1
        if "ready" in raw:
            return "ready", None
        if raw.get("unit", 0):
            return "unit", max(each(raw.get("unit", 0)), key=lambda u: (STRENGTH[u], -u))
        return "target", each(raw.get("target", 0))[0]


def odds(s: OffensiveState, frame: Odds) -> Choice:
    """9.4L Lower odds where an exchange would cost more than it brings, or where a retreat kills as well."""
    found = best_odds(s, frame.attackers, frame.hexes, frame.waived)
    return ("roll", None) if found is None else ("odds", found)
