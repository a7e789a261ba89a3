"""Compares the game with the second model (`model.py`) in many positions, and prints every difference with its position.

Positions come from two sources: made up at random (crowded fronts, columns on roads, bridges, map edges: things that are rare in play),
and games in several scenarios, played at random with a liking for movement and attacks.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import ardennes
from ardennes.games import find
from tests.rules.ardennes_offensive import model
from tests.rules.ardennes_offensive.model import ALLIED, EDGE, GERMAN, LIVE, NEAR, ON_ROAD, OTHER, UNITS, Position

SCENARIOS = ("1", "2", "7")
"""Those without free set-up play at once; the others differ only in it and in the rates."""

# --- positions made up -------------------------------------------------------------------------------------------------------------------

_SPOTS = {
    "anywhere": sorted(LIVE),
    "bridge": sorted({h for bridge in model.BRIDGES for h in bridge}),
    "exit": sorted(model.EXITS),
    "east": sorted(model.EAST),
    "edge": sorted({n for e in EDGE for n in NEAR[e] if n in LIVE}),
    "wall": sorted(model.WALL | model.CLEARED),
    "meuse": sorted(
        {h for pair, what in model.SIDES.items() if what.get("river") == "Meuse" for h in pair if h in LIVE}
    ),
    "bastogne": [model.BASTOGNE],
}


def made_up(rng: random.Random, phase: str) -> dict[str, Any]:
    """A random legal position at the start of a phase such as "german-supply", as plain data."""
    side_ = phase.partition("-")[0]
    turn = rng.choice((1, 2, 3, 3, 5, 6, 8, 12, 18)) if "supply" not in phase else rng.choice((1, 3, 4, 5, 8, 12, 18))
    p = Position(rng.choice([str(n) for n in range(1, 11)]), turn, side_, False, {}, {})
    pools = {s: rng.sample([u for u in UNITS if UNITS[u].side == s and u != "de-heydte"], 60) for s in OTHER}
    for _ in range(rng.randint(1, 4)):
        centre = rng.choice(_SPOTS[rng.choice(list(_SPOTS))])
        near = [h for h in sorted(LIVE) if model.distance(h, centre) <= rng.choice((2, 3, 4, 6))]
        for s in OTHER:
            for _ in range(rng.randint(0, 9)):
                if pools[s]:
                    _put(p, rng, pools[s].pop(), near)
    if rng.random() < 0.3:
        _put(p, rng, pools[GERMAN].pop(), [model.BASTOGNE])
        for h in rng.sample(sorted(h for h in model.EXITS if model.EXIT_SECTION[h] in ("SE", "SW")), 2):
            _put(p, rng, pools[GERMAN].pop(), [h, *(n for n in NEAR[h] if n in LIVE)])
    if rng.random() < 0.3 and p.units(GERMAN) + p.units(ALLIED):
        caught = rng.choice(p.units(GERMAN) + p.units(ALLIED))
        enemy = OTHER[UNITS[caught].side]
        for h in NEAR[p.at[caught]]:
            if h in LIVE and rng.random() < 0.6:
                _put(p, rng, pools[enemy].pop(), [h])
    lost = [u for u in pools[GERMAN] + pools[ALLIED] if rng.random() < 0.2]
    units = dict(p.at) | {u: "eliminated" for u in lost}
    waiting: dict[str, int] = {}
    if rng.random() < 0.3 and turn > 1 and "movement" in phase:
        for u in pools[side_]:
            if u not in lost and len(waiting) < 3 and rng.random() < 0.1:
                section = "e" if side_ == GERMAN else rng.choice([s.lower() for s in model.SECTIONS])
                units[u] = f"entry-{section}"
                waiting[u] = turn
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "ardennes_offensive",
        "scenario": p.scenario,
        "options": {},
        "turn": turn,
        "phase": phase,
        "units": units,
        "road": sorted(p.road | set(waiting)),
        "standard": turn > 5,
        "released": rng.random() < 0.5,
    }
    return data


def _put(p: Position, rng: random.Random, unit: str, near: list[str]) -> None:
    """Set a unit somewhere near, in one of both modes, if it is legal there."""
    mine = UNITS[unit].side
    taken = p.occupied(OTHER[mine])
    for _ in range(6):
        pool = near
        if rng.random() < 0.5:
            pool = [h for h in near if h in ON_ROAD] or near
        h = rng.choice(pool)
        if mine == ALLIED and rng.random() < 0.05:
            edges = sorted({n for h in near for n in NEAR[h] if n in EDGE})
            if edges:
                p.at[unit] = rng.choice(edges)
                return
        if h in taken or not model.room(p, unit, h):
            continue
        linked = model.linked_friends(p, unit, h)
        here = p.units(mine, h)
        if any(u in p.road for u in [*linked, *here]):
            continue
        p.at[unit] = h
        if h in ON_ROAD and not here and not linked and rng.random() < 0.4 and not (mine == ALLIED and h in model.WALL):
            p.road.add(unit)
        return


# --- what is compared --------------------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    compared: Counter[str] = field(default_factory=Counter)
    different: Counter[str] = field(default_factory=Counter)
    shown: int = 0
    limit: int = 10
    told: list[str] = field(default_factory=list)

    def check(self, topic: str, what: str, engine: Any, plain: Any, s: Any) -> bool:
        self.compared[topic] += 1
        if engine == plain:
            return True
        self.different[topic] += 1
        text = f"{topic}: {what}\n  game  {_less(engine, plain)}\n  model {_less(plain, engine)}"
        self.told.append(text)
        if self.shown < self.limit:
            self.shown += 1
            print(f"\nDIFFERENCE {text}\n  {_shown(s)}", flush=True)
        return False


def _less(a: Any, b: Any) -> Any:
    """Only what is in one and not in the other."""
    if isinstance(a, dict) and isinstance(b, dict):
        return {k: v for k, v in sorted(a.items()) if b.get(k) != v}
    if isinstance(a, set) and isinstance(b, set):
        return sorted(map(str, a - b))
    return a


def _shown(s: Any) -> str:
    p = model.read(s, GERMAN, False)
    return " ".join(
        [
            f"scenario {p.scenario} turn {p.turn} stack {[type(f).__name__ for f in s.stack]}",
            *(f"{u}={h}{' road' * (u in p.road)}" for u, h in sorted(p.at.items(), key=lambda pair: pair[1])),
            f"cut {sorted('-'.join(sorted(b)) for b in p.cut)} unsupplied {sorted(p.unsupplied)} moved {sorted(p.moved)}",
        ]
    )


def state_of(data: dict[str, Any]) -> Any:
    """A bare state for a position, without the checks and questions of a match."""
    game = find("ardennes_offensive")
    s: Any = game.blank(game.setup(data["scenario"]))
    units, hexes, boxes = (s.tables[key].index for key in ("unit", "hex", "box"))
    s.turn = data["turn"]
    for u, where in data["units"].items():
        s.place(units[u], hexes[where] if where in hexes else ~boxes[where])
    for u in data["road"]:
        s.set_road(units[u], True)
    s.released = data["released"]
    return s


def compare_supply(tally: Tally, s: Any, p: Position) -> None:
    """12, 13: both sides as things stand."""
    from ardennes.games.ardennes_offensive.bridges import cut_for
    from ardennes.games.ardennes_offensive.supply import out_now

    units = list(s.tables["unit"].names)
    for number, side_ in enumerate((GERMAN, ALLIED)):
        cut = model.interdicted(p, side_)
        tally.check("bridges", side_, model.bridges_in(s, cut_for(s, number)), cut, s)
        engine = tuple(model.names_in(units, bits) for bits in out_now(s, number))
        plain = model.supply(p, side_, cut)
        tally.check("unsupplied", side_, engine[0], plain[0], s)
        tally.check("isolated", side_, engine[1], plain[1], s)


def compare_points(tally: Tally, s: Any, p: Position) -> None:
    """16.0"""
    from ardennes.games.ardennes_offensive.victory import exit_points, points

    hexes = s.tables["hex"].names
    exits = {hexes[h]: value for h, value in exit_points(s).items() if value}
    tally.check("exits", "", exits, model.exit_points(p), s)
    tally.check("points", "", tuple(points(s)), model.points(p), s)


def compare_strength(tally: Tally, s: Any, p: Position, rng: random.Random, attacks: int = 6) -> None:
    """9, 11: random attacks of the phasing side, with its markers as they lie."""
    from ardennes.games.ardennes_offensive import strength
    from ardennes.games.ardennes_offensive.facts import COLUMNS

    units, hexes = (s.tables[key].index for key in ("unit", "hex"))
    number = (GERMAN, ALLIED).index(p.side)
    mine, foes = p.occupied(p.side), sorted(p.occupied(OTHER[p.side]))
    targets = [h for h in foes if any(n in mine for n in NEAR[h])]
    for _ in range(attacks if targets else 0):
        first = rng.choice(targets)
        near = [h for h in targets if h != first and set(NEAR[h]) & set(NEAR[first]) & mine]
        under = [first, rng.choice(near)] if near and rng.random() < 0.4 else [first]
        ready = [u for h in sorted(mine) if all(h in NEAR[t] for t in under) for u in sorted(p.units(p.side, h))]
        attackers = [u for u in ready if rng.random() < 0.7] or ready[:1]
        bits = sum(1 << units[u] for u in attackers)
        places = sum(1 << hexes[h] for h in under)
        what = f"{attackers} on {under}"
        plain = model.attack_strength(p, attackers), model.defence_strength(p, under)
        engine = strength.attack_strength(s, bits), strength.defence_strength(s, 1 - number, places)
        tally.check("strength", what, engine, plain, s)
        if plain[1] and not set(attackers) & p.isolated:
            column = COLUMNS[strength.column(s, bits, places)]
            tally.check("odds", what, column, model.column(*plain), s)
        both = bits | sum(1 << units[u] for h in under for u in p.units(OTHER[p.side], h))
        safe = {u for u, h in p.at.items() if both >> units[u] & 1 and model.immune(UNITS[u].side, h)}
        tally.check("immunity", what, model.names_in(list(units), strength.immune(s, both)), safe, s)


def compare_retreats(tally: Tally, s: Any, p: Position, rng: random.Random, units: int = 8) -> None:
    """10.2: units of both sides, as if they had to retreat now."""
    from ardennes.games.ardennes_offensive.retreat import Retreating

    index, hexes = s.tables["unit"].index, list(s.tables["hex"].names)
    pool = sorted(u for side_ in OTHER for u in p.units(side_))
    foes = {side_: {n for h in p.occupied(OTHER[side_]) for n in NEAR[h]} for side_ in OTHER}
    pressed = [u for u in pool if p.at[u] in foes[UNITS[u].side]]
    for u in rng.sample(pressed, min(units, len(pressed))):
        length = rng.randint(1, 3)
        cut = p.cut if UNITS[u].side == p.side else model.interdicted(p, UNITS[u].side)
        engine = model.names_in(hexes, Retreating(s, index[u], length).ends)
        tally.check("retreats", f"{u} from {p.at[u]} by {length}", engine, model.retreats(p, u, length, cut), s)


def compare_reach(tally: Tally, s: Any, p: Position, rng: random.Random, units: int = 6) -> None:
    """5 to 8, 14: where units of the phasing side can end in each mode, and what it costs."""
    from ardennes.games.ardennes_offensive.movement import trip

    index, hexes = s.tables["unit"].index, list(s.tables["hex"].names)
    pool = sorted(u for u in (*p.at, *p.box) if model.can_move(p, u) and (u in p.box or p.at[u] in LIVE))
    for u in rng.sample(pool, min(units, len(pool))):
        found = trip(s, index[u])
        engine = {}
        for mode, bits in ((model.STANDARD, found.hexes), (model.MARCH, found.marches)):
            for h in model.names_in(hexes, bits):
                engine[h, mode] = found.cost(hexes.index(h), mode == model.MARCH)
        plain = model.reach(p, u)
        what = f"{u} from {p.at.get(u) or p.box[u]}"
        tally.check("reach", what, set(engine), set(plain), s)
        tally.check(
            "cost", what, {k: engine[k] for k in engine if k in plain}, {k: plain[k] for k in plain if k in engine}, s
        )
