"""The second model of Battles, second part: fights, artillery, retreats and advances, written from the rules like `model.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product

from tests.rules.battles.model import (
    BIG,
    CAPTORS,
    NEAR,
    RIVER,
    TABLES,
    TERRAIN,
    UNITS,
    WALL,
    Position,
    distance,
    half_up,
    kept_out,
    room,
    zone,
)
from tests.rules.second_model import GERMAN, OTHER

COLUMNS: list[str] = TABLES["combat"]["columns"]
LEFT = {"clear": 0, "light": 1, "heavy": 2, "town": 2, "city": 3}

# --- b9.1, b10.13: who may attack --------------------------------------------------------------------------------------------------------


def fit_to_attack(p: Position, u: str) -> bool:
    """What goes for ground units and guns alike: b9.1, 11.4, b6.4, b6.5, 16.67, b15.4, b13.1."""
    tired = u in p.attacked or u in p.unsupplied or u in p.marching or u in p.fatigued
    return not (tired or u in p.digging or p.no_ammo.get(u, 0)) and p.released(u)


def can_attack(p: Position, u: str, target: str) -> bool:
    """b9.1, b3.2"""
    if not UNITS[u].combat or p.at[u] not in NEAR[target] or not fit_to_attack(p, u):
        return False
    return frozenset((p.at[u], target)) not in BIG or p.passable(p.at[u], target)


def can_barrage(p: Position, u: str, target: str) -> bool:
    """b10.13, b10.14, b10.5, 16.78; quick artillery that has changed in this player-turn may not fire (b10.12)."""
    unit = UNITS[u]
    if not unit.gun or not p.ready_battery(u) or not fit_to_attack(p, u) or u in p.burnt or u in p.busy:
        return False
    far = distance(p.at[u], target)
    if not 1 <= far <= 3:
        return False
    return far == 1 or TERRAIN[target] == "clear" or observed(p, unit.side, target)


def observed(p: Position, side: str, target: str) -> bool:
    """b10.14"""
    near = [u for n in NEAR[target] for u in p.here(n, side)]
    return any(UNITS[u].ground and u not in p.marching for u in near)


# --- b9.3: strengths and columns ---------------------------------------------------------------------------------------------------------


def attack_value(p: Position, u: str, target: str, gained: int = 0) -> int:
    """b9.31"""
    value = p.strength(u) + gained
    return half_up(value) if frozenset((p.at[u], target)) in RIVER else value


def fpf_value(p: Position, u: str) -> int:
    """b10.3, b10.5, 16.78: what a gun in battery gives elsewhere."""
    if u in p.burnt:
        return 1
    return half_up(UNITS[u].fpf) if p.no_ammo.get(u, 0) else UNITS[u].fpf


def defence_value(p: Position, u: str, gained: int = 0) -> int:
    """b6.4, b10.31, 16.67, 9.68: what a unit adds in its own hex."""
    if u in p.joined:
        return 0
    if UNITS[u].gun:
        if u in p.burnt:
            return 1
        whole = p.ready_battery(u) and u not in p.marching and not p.no_ammo.get(u, 0)
        return UNITS[u].fpf if whole else half_up(UNITS[u].fpf)
    value = p.strength(u) + gained
    return half_up(value) if u in p.marching or p.no_ammo.get(u, 0) else value


def walled(p: Position, target: str) -> bool:
    """b9.34: does the Westwall help the defenders?"""
    there = {u for u in p.at if p.at[u] == target}
    german = any(UNITS[u].side == GERMAN for u in there)
    return target in WALL and (german or bool(there & CAPTORS & p.rooted))


def left_shifts(p: Position, target: str) -> int:
    """b9.33, b9.34"""
    shifts = LEFT[TERRAIN[target]] + (2 if walled(p, target) else 0) + (1 if target in p.forts else 0)
    return min(shifts, 4)


def blocks(p: Position, target: str) -> bool:
    """10.19"""
    return TERRAIN[target] != "clear" or walled(p, target)


def barrage(p: Position, target: str, strengths: Iterable[int]) -> int:
    total = sum(strengths)
    return half_up(total) if blocks(p, target) else total


def odds(attack: int, defence: int) -> int:
    """b9.3: the number of a column, without shifts; -1 below 1-3."""
    if attack <= 0:
        return -1
    if attack >= defence:
        times = 1
        while times < 8 and attack >= (times + 1) * defence:
            times += 1
        return COLUMNS.index(f"{times}-1")
    for times in (2, 3):
        if attack * times >= defence:
            return COLUMNS.index(f"1-{times}")
    return -1


def legal_odds(p: Position, target: str, ground: Iterable[str], guns: Iterable[str]) -> bool:
    """b9.3: before FPF, options and shifts."""
    side = OTHER[attacked_side(p, target)]
    attack = sum(attack_value(p, u, target) for u in ground) + barrage(p, target, (UNITS[u].barrage for u in guns))
    defence = sum(defence_value(p, u) for u in p.here(target, OTHER[side]))
    return attack > 0 and odds(attack, defence) >= 0


def attacked_side(p: Position, target: str) -> str:
    return next(UNITS[u].side for u, h in p.at.items() if h == target)


def helpers(p: Position, side: str, target: str) -> tuple[set[str], set[str]]:
    """The ground units and guns that could attack a hex."""
    mine = [u for u in p.at if UNITS[u].side == side]
    return {u for u in mine if can_attack(p, u, target)}, {u for u in mine if can_barrage(p, u, target)}


def targets(p: Position, side: str) -> set[str]:
    """b9.1: the hexes that a side may attack now."""
    found = set()
    for h in p.hexes(OTHER[side]) - p.fought:
        ground, guns = helpers(p, side, h)
        best = sorted(guns, key=lambda u: -UNITS[u].barrage)[:3]
        if legal_odds(p, h, ground, best):
            found.add(h)
    return found


def can_give_fpf(p: Position, u: str) -> bool:
    """b10.3"""
    unit = UNITS[u]
    if not unit.gun or not p.ready_battery(u) or u in p.fpf_given or not p.attackers:
        return False
    return 1 <= distance(p.at[u], p.target) <= 3


def side_that_attacks(p: Position) -> str:
    return OTHER[attacked_side(p, p.target)]


def can_intensify(p: Position, u: str) -> bool:
    """16.63, 16.6, 16.73-intensive, 16.61"""
    unit = UNITS[u]
    if p.options["intensive_fire"] not in (unit.side, "both") or unit.gun:
        return False
    if u in p.unsupplied or p.no_ammo.get(u, 0):
        return False
    if u in p.attackers:
        return True
    if p.at.get(u) != p.target:
        return False
    return bool(p.attackers) or any(p.at[g] in NEAR[p.target] for g in p.guns)


def most_points(p: Position, u: str) -> int:
    """16.64"""
    return max(1, p.strength(u) - 1)


def gained(p: Position, stated: int, die: int) -> int:
    """16.65, 16.66, 16.69"""
    if die > stated:
        return stated
    return die - 1 if p.on("intensive_fire_partial") else 0


def times(p: Position, u: str, die: int) -> int:
    """16.72, 16.79"""
    kind = "withering" if u in p.withering else "normal"
    return int(TABLES["saturation"][kind][die - 1]["by_range"][distance(p.at[u], p.target) - 1])


def breakdown(p: Position, u: str, die: int) -> int:
    """16.74, 16.79"""
    return (12 if u in p.withering else 8) - die


def columns(p: Position) -> dict[int, Fraction]:
    """b9.2 steps 4 to 6: the chance of each column, with every open die of Intensive and Saturation Fire thrown in turn."""
    rollers = [u for u in sorted(p.points) if p.points[u]] + sorted(p.saturating)
    found: Counter[int] = Counter()
    faces = [[p.dice[u]] if p.dice.get(u) else [1, 2, 3, 4, 5, 6] for u in rollers]
    for dice in product(*faces):
        found[column(p, dict(zip(rollers, dice, strict=True)))] += 1
    total = sum(found.values())
    return {c: Fraction(n, total) for c, n in found.items()}


def column(p: Position, dice: dict[str, int]) -> int:
    """16.61, 16.64, b9.3, b9.33: the column when all dice are known."""
    side = side_that_attacks(p)
    defenders = p.here(p.target, OTHER[side])
    plus = {u: gained(p, stated, dice[u]) for u, stated in p.points.items() if stated}
    single = {u: n for u, n in plus.items() if p.strength(u) == 1}
    fire = [UNITS[g].barrage * (times(p, g, dice[g]) if g in p.saturating else 1) for g in p.guns]
    fpf = sum(fpf_value(p, g) for g in p.fpf)

    def with_points(points: dict[str, int]) -> int:
        attack = sum(attack_value(p, u, p.target, points.get(u, 0)) for u in p.attackers)
        attack += barrage(p, p.target, fire)
        defence = sum(defence_value(p, u, points.get(u, 0)) for u in defenders) + fpf
        return max(0, odds(attack, defence))

    first, second = with_points(single), with_points(plus)
    reached = min(max(second, first - 1), first + 1)
    moved = max(0, reached - left_shifts(p, p.target))
    return min(moved + int(p.turn == 1 and side == GERMAN), len(COLUMNS) - 1)


def chances(p: Position) -> dict[str, Fraction]:
    """9.4: the chance of each result."""
    found: dict[str, Fraction] = {}
    for c, share in columns(p).items():
        for row in TABLES["combat"]["rows"]:
            found[row[c]] = found.get(row[c], Fraction(0)) + share / 6
    return found


# --- 9.4, b9.5: results ------------------------------------------------------------------------------------------------------------------


def effects(outcome: str, pure: bool) -> dict[str, int]:
    """9.4, b10.15: steps of both sides, hexes of retreat."""
    found = {"A": 0, "D": 0, "R": 0, "AR": 0}
    for part in outcome.split():
        if part == "EX":
            found["A"], found["D"] = 1, 1
        elif part == "AR":
            found["AR"] = 1
        elif part != "-":
            found[part[0]] = int(part[1:])
    if pure:
        found["R"] = min(found["R"], 1)
    return found


def may_lose(p: Position, units: Iterable[str]) -> set[str]:
    """b9.5: which of some units may lose the next step."""
    alive = {u for u in units if u in p.at}
    combat = {u for u in alive if UNITS[u].combat}
    if not combat:
        return alive
    return combat - p.hurt or combat


def attackers_at_risk(p: Position) -> set[str]:
    """b9.5, 10.2: ground units first, then guns next to the target."""
    ground = {u for u in p.attackers if u in p.at}
    return ground or {g for g in p.guns if g in p.at and p.at[g] in NEAR[p.target]}


def retreat_hexes(p: Position, units: set[str], target: str, attacking: bool) -> set[str]:
    """b9.61, b9.62: where some units that are together can retreat one hex, together."""
    unit = next(iter(units))
    side, here = UNITS[unit].side, p.at[unit]
    foe = OTHER[side]
    zones, found = zone(p, foe), set()
    for n in NEAR[here]:
        if n not in p.window or p.here(n, foe) or (n in zones and not p.here(n, side)):
            continue
        if attacking:
            if distance(n, target) < distance(here, target):
                continue
        elif distance(n, target) != distance(here, target) + 1:
            continue
        if not p.passable(here, n) and any(UNITS[u].kind != "foot" for u in units):
            continue
        found.add(n)
    quiet = {n for n in found if not any(p.here(x, foe) for x in NEAR[n])}
    return found if attacking else quiet or found


def may_hold(p: Position, place: str) -> bool:
    """b9.64"""
    return TERRAIN[place] in ("town", "city") or place in p.forts


# --- b9.7: advance -----------------------------------------------------------------------------------------------------------------------


def advance_length(p: Position, u: str) -> int:
    """b9.72"""
    back = effects(p.outcome, False)["R"]
    return 1 if UNITS[u].kind != "mech" else max(1, min(3, back))


def advances(p: Position, u: str) -> set[str]:
    """b9.71 to b9.73: where a unit that attacked may end its advance."""
    unit, here = UNITS[u], p.at[u]
    foe = OTHER[unit.side]
    if p.here(p.target, foe) or here not in NEAR[p.target]:
        return set()
    if (not p.passable(here, p.target) and unit.kind != "foot") or kept_out(p, u, p.target):
        return set()
    zones = zone(p, foe)
    front, found = {p.target}, {p.target}
    for _ in range(advance_length(p, u) - 1):
        step = set()
        for h in front:
            if h != p.target and h in zones:
                continue
            for n in NEAR[h]:
                if n not in p.window or p.here(n, foe) or not p.passable(h, n) or kept_out(p, u, n):
                    continue
                if n == here or (TERRAIN[n] == "heavy" and not p.road(h, n)):
                    continue
                step.add(n)
        found |= step
        front = step
    return {h for h in found if room(p, u, h)}
