"""Compares the game with the second model (`model.py`) in many positions, and prints every difference with its position.

Positions come from two sources: made up at random (crowded fronts, columns on roads, bridges, map edges: things that are rare in play),
and games in several scenarios, played at random with a liking for movement and attacks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import ardennes
from ardennes import Match
from ardennes.games import find
from tests.rules.ardennes_offensive import model
from tests.rules.ardennes_offensive.model import EDGE, LIVE, NEAR, ON_ROAD, UNITS, Position
from tests.rules.second_model import ALLIED, GERMAN, OTHER, Tally, command, names_in

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
    gate: dict[str, str] = {}
    if "movement" in phase and turn > 1:
        pool = sorted(model.EAST if side_ == GERMAN else model.EXITS)
        gate = {
            u: h for h in pool for u in rng.sample(p.units(side_), min(len(p.units(side_)), rng.choice((0, 0, 1, 3))))
        }
    lost = [u for u in pools[GERMAN] + pools[ALLIED] if rng.random() < 0.2]
    units = dict(p.at) | dict.fromkeys(lost, "eliminated")
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
        "gate": gate,
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


def shown(s: Any) -> str:
    """Which position it is."""
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
    for u, turn in data.get("due", {}).items():
        s.due[units[u]], s.section[units[u]] = turn, data["section"][u]
    for u, h in data.get("gate", {}).items():
        s.come_in(units[u], hexes[h])
        s.moved |= 1 << units[u]
    return s


def compare_supply(tally: Tally, s: Any, p: Position) -> None:
    """12, 13: both sides as things stand."""
    from ardennes.games.ardennes_offensive.bridges import cut_for
    from ardennes.games.ardennes_offensive.supply import out_now

    units = list(s.tables["unit"].names)
    for number, side_ in enumerate((GERMAN, ALLIED)):
        cut = model.interdicted(p, side_)
        tally.check("bridges", side_, model.bridges_in(s, cut_for(s, number)), cut, s)
        engine = tuple(names_in(units, bits) for bits in out_now(s, number))
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
    done = p.attacked | p.joined  # 9.1C, E-9.0-1: no longer a target by themselves
    mine = {p.at[u] for u in p.units(p.side) if u not in p.fought}
    foes = sorted({p.at[u] for u in p.units(OTHER[p.side]) if u not in done})
    targets = [h for h in foes if any(n in mine for n in NEAR[h])]
    for _ in range(attacks if targets else 0):
        first = rng.choice(targets)
        near = [h for h in targets if h != first and set(NEAR[h]) & set(NEAR[first]) & mine]
        under = [first, rng.choice(near)] if near and rng.random() < 0.4 else [first]
        ready = [u for h in sorted(mine) if all(h in NEAR[t] for t in under) for u in sorted(p.units(p.side, h))]
        ready = [u for u in ready if u not in p.fought]
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
        tally.check("immunity", what, names_in(list(units), strength.immune(s, both)), safe, s)


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
        engine = names_in(hexes, Retreating(s, index[u], length).ends)
        tally.check("retreats", f"{u} from {p.at[u]} by {length}", engine, model.retreats(p, u, length, cut), s)


def compare_reach(tally: Tally, s: Any, p: Position, rng: random.Random, units: int = 6) -> None:
    """5 to 8, 14: where units of the phasing side can end in each mode, and what it costs."""
    from ardennes.games.ardennes_offensive.movement import trip

    index, hexes = s.tables["unit"].index, list(s.tables["hex"].names)
    pool = sorted(u for u in (*p.at, *p.box) if model.can_move(p, u))
    for u in rng.sample(pool, min(units, len(pool))):
        found = trip(s, index[u])
        engine = {}
        for mode, bits in ((model.STANDARD, found.hexes), (model.MARCH, found.marches)):
            for h in names_in(hexes, bits):
                engine[h, mode] = found.cost(hexes.index(h), mode == model.MARCH)
        plain = model.reach(p, u)
        what = f"{u} from {p.at.get(u) or p.box[u]}"
        tally.check("reach", what, set(engine), set(plain), s)
        tally.check(
            "cost", what, {k: engine[k] for k in engine if k in plain}, {k: plain[k] for k in plain if k in engine}, s
        )


# --- games -------------------------------------------------------------------------------------------------------------------------------


def compare_offers(tally: Tally, match: Match, p: Position, rng: random.Random, units: int = 4) -> None:
    """What is offered in a movement phase: who may move, and where to."""
    s: Any = match.state
    offered = set(match.decision.choices.get("unit", ()))
    may = {u for u in (*p.at, *p.box) if model.can_move(p, u)}
    tally.check("offered", "units that are offered and may not move", offered - may, set(), s)
    pool = sorted(may)
    forced = "done" not in match.decision.choices
    for u in rng.sample(pool, min(units, len(pool))):
        plain = model.reach(p, u)
        if u not in offered:
            if plain and not forced:  # 6.7N: others may have to move first
                tally.check("offered", f"{u} could move and is not offered", set(), set(plain), s)
            continue
        look = match.copy()
        look.play("unit", u)
        choices = look.decision.choices
        engine = {(h, model.STANDARD) for h in choices.get("hex", ())}
        engine |= {(h, model.MARCH) for h in choices.get("march", ())}
        tally.check("offered", f"{u} from {p.at.get(u) or p.box[u]}", engine, set(plain), s)


def compare_targets(tally: Tally, match: Match, p: Position, rng: random.Random) -> None:
    """9.1: what can be attacked, and by whom, while nothing is planned."""
    s: Any = match.state
    if s.turn == 1 or any(s.battle):
        return
    plain = model.targets(p)
    tally.check("targets", "", set(match.decision.choices.get("attack", ())), set(plain), s)
    for h in rng.sample(sorted(plain), min(2, len(plain))):
        look = match.copy()
        look.play("attack", h)
        plan: Any = look.state.stack[-1]
        joined = names_in(list(s.tables["unit"].names), plan.attackers)
        joined |= set(look.decision.choices.get("unit", ()))
        tally.check("targets", f"who attacks {h}", joined, plain[h], s)


def compare_arrivals(tally: Tally, before: Position, now: Position, s: Any) -> None:
    """14.1A: what a player-turn did with the reinforcements due in it."""
    for u, box in before.box.items():
        if box != "due" or UNITS[u].side != now.side or u == "de-heydte" or before.due[u] > now.turn:
            continue
        section = before.section[u]
        where = now.box.get(u, ""), now.section[u], now.due.get(u, 0)
        what = f"{u} due by {section} on turn {now.turn}"
        if section == "E" or model.open_gates(before, section):
            tally.check("arrivals", what, where[0], f"entry-{section.lower()}", s)
            continue
        home = model.scheduled(before.scenario, u)[1]
        if section == home:
            fits = where[1] in model.next_sections(section)
        else:
            ahead = (
                model.SECTIONS if model.SECTIONS.index(section) > model.SECTIONS.index(home) else model.SECTIONS[::-1]
            )
            free = [x for x in ahead[ahead.index(section) + 1 :] if model.open_gates(before, x)]
            fits = where[1] == free[0] if free else True
        tally.check("delays", what, (where[0], where[2], fits), ("due", now.turn + 1, True), s)


def compare_judgment(tally: Tally, before: Position, now: Position, s: Any) -> None:
    """12, 13, 6.7L, 5.3M: what stands at the first question of a movement phase, after the judgment on the position before."""
    before = replace(before, turn=now.turn, side=now.side)
    cut = model.interdicted(before, now.side)
    hungry, alone = model.supply(before, now.side, cut)
    lost = set()
    for u in before.must_leave:
        if UNITS[u].side == now.side and u in before.at:
            points = UNITS[u].ma // 2 if u in hungry else UNITS[u].ma
            kept = points >= (6 if UNITS[u].mech else 3)
            state = now.box.get(u, "map"), u in now.road, u in now.spent
            tally.check("forced", u, state, ("map", False, True) if kept else ("eliminated", False, False), s)
            lost |= set() if kept else {u}
    tally.check("judged", "bridges", now.cut, cut, s)
    tally.check("judged", "unsupplied", now.unsupplied, hungry - lost, s)
    tally.check("judged", "isolated", now.isolated, alone - lost, s)


def compare_gates(tally: Tally, rng: random.Random) -> None:
    """14.1A: Allied reinforcements due while Germans stand about the exits."""
    turn = rng.randint(2, 18)
    scenario = rng.choice(("1", "7"))
    due = [u for u in UNITS if UNITS[u].side == ALLIED and model.scheduled(scenario, u)[0]]
    germans = [u for u in UNITS if UNITS[u].side == GERMAN and u != "de-heydte"]
    allies = [u for u in UNITS if UNITS[u].side == ALLIED and u not in due]
    p = Position(scenario, turn, ALLIED, False, {}, {})
    for section in model.SECTIONS:
        if rng.random() < 0.6:
            for h in sorted(model.GATES[section]):
                if rng.random() < 0.9:
                    spots = [h] if rng.random() < 0.5 else [n for n in NEAR[h] if n in LIVE]
                    _put(p, rng, germans.pop(rng.randrange(len(germans))), spots)
                if rng.random() < 0.1:
                    _put(p, rng, allies.pop(), [h])
    coming = rng.sample(due, 8)
    numbers = {u: (*model.SECTIONS, "E").index(model.scheduled(scenario, u)[1]) for u in coming}
    for u in coming[:3]:  # some have been shifted before
        numbers[u] = rng.randrange(len(model.SECTIONS))
    data: dict[str, Any] = {
        "ardennes": 1,
        "game": "ardennes_offensive",
        "scenario": scenario,
        "options": {},
        "turn": turn,
        "phase": "allied-reinforcements",
        "units": dict(p.at) | dict.fromkeys(coming, "due"),
        "road": sorted(p.road),
        "due": dict.fromkeys(coming, turn),
        "section": numbers,
    }
    before = model.read(state_of({**data, "released": False}), ALLIED, False)
    match = ardennes.load_position(data, seed=1)
    while type(match.state.stack[-1]).__name__ == "Detour":
        match.play(*rng.choice(match.choices))
    now = replace(
        model.read(match.state, ALLIED, False), turn=turn
    )  # without a unit to move the game has gone on already
    compare_arrivals(tally, before, now, match.state)


def played(rng: random.Random, tally: Tally, scenario: str, seed: int, wanted: int) -> Iterator[int]:
    """A game; compares at some of its positions and yields how many it has compared."""
    match = ardennes.new("ardennes_offensive", scenario=scenario, seed=seed)
    before: Position | None = None
    key: tuple[int, Any] = (0, None)
    done = idle = 0
    while not match.is_over and done < wanted:
        s: Any = match.state
        frame = s.stack[-1]
        kind = type(frame).__name__
        step = s.stack[1] if len(s.stack) > 1 else frame
        side_ = (GERMAN, ALLIED)[getattr(step, "side", 0)]
        if kind in ("Movement", "Combat", "Retreat", "Advance"):
            p = model.read(s, side_, bool(getattr(step, "mech", False)))
            new = key != (s.turn, side_)
            if new and kind in ("Movement", "Combat"):
                if before is not None:
                    compare_arrivals(tally, before, p, s)
                    if kind == "Movement" and not p.mech_phase and s.turn > 1:
                        compare_judgment(tally, before, p, s)
                key = s.turn, side_
            tally.check("invariants", kind, model.broken(p), set(), s)
            if side_ == ALLIED and kind == "Movement" and not p.moved:
                asleep = {u for u, h in p.at.items() if h in EDGE}
                if asleep:
                    tally.check("awake", "", p.awake, {u for u in asleep if model.awake(p, u)}, s)
            if rng.random() < 0.06 or kind in ("Retreat", "Advance"):
                _compare_here(tally, match, kind, p, rng)
                done += 1
                yield done
            before = p
        choice = _chosen(rng, match, kind)
        idle = idle + 1 if choice[0] == "stay" else 0
        match.play(*choice)


def _compare_here(tally: Tally, match: Match, kind: str, p: Position, rng: random.Random) -> None:
    s: Any = match.state
    if kind == "Movement":
        compare_offers(tally, match, p, rng)
    elif kind == "Combat":
        compare_targets(tally, match, p, rng)
        compare_strength(tally, s, p, rng, 3)
        compare_retreats(tally, s, p, rng, 3)
    elif kind == "Advance":
        units, hexes = (list(s.tables[key].names) for key in ("unit", "hex"))
        cleared = names_in(hexes, s.stack[-1].hexes)
        plain = {u for u in names_in(units, s.stack[-1].units) if model.advances(p, u, cleared)}
        tally.check("advances", f"into {cleared}", set(match.decision.choices["unit"]), plain, s)
    else:
        u = list(s.tables["unit"].names)[s.stack[-1].unit]
        cut = p.cut if UNITS[u].side == p.side else model.interdicted(p, UNITS[u].side)
        plain = model.retreats(p, u, s.stack[-1].count, cut)
        tally.check("led", f"{u} by {s.stack[-1].count}", set(match.decision.choices["hex"]), plain, s)
    if kind in ("Movement", "Combat") and rng.random() < 0.2:
        compare_supply(tally, s, p)
        compare_points(tally, s, p)


def _chosen(rng: random.Random, match: Match, kind: str) -> tuple[str, Any]:
    """An answer: at random, with a liking for moves toward the enemy and for attacks."""
    choices = match.decision.choices
    if kind == "Movement":
        return (
            _one(rng, choices, "done")
            if "done" in choices and rng.random() < 0.05
            else _one(rng, choices, "unit", "done")
        )
    if kind == "Move":
        if "march" in choices and rng.random() < 0.3:
            return _one(rng, choices, "march")
        phase: Any = match.state.stack[1]
        foes = _foes(match, phase.side)
        near = [h for h in choices.get("hex", ()) if any(n in foes for n in NEAR[h])]
        if near and rng.random() < 0.6:
            return "hex", rng.choice(near)
        west = sorted(choices.get("hex", ()), key=lambda h: h[2:], reverse=match.decision.side == GERMAN)
        if west and rng.random() < 0.5:
            return "hex", rng.choice(west[: max(1, len(west) // 4)])
        return _one(rng, choices, "hex", "march", "stay")
    if kind == "Combat":
        if "done" in choices and rng.random() < 0.15:
            return "done", None
        return _one(rng, choices, *(("fight", "attack", "done") if rng.random() < 0.6 else ("attack", "fight", "done")))
    if kind == "Plan" and "all" in choices and rng.random() < 0.6:
        return "all", None
    return rng.choice(match.choices)


def _foes(match: Match, side_: int) -> set[str]:
    s: Any = match.state
    units, hexes = (s.tables[key].names for key in ("unit", "hex"))
    return {hexes[h] for u, h in enumerate(s.at) if h >= 0 and UNITS[units[u]].side != (GERMAN, ALLIED)[side_]}


def _one(rng: random.Random, choices: Any, *verbs: str) -> tuple[str, Any]:
    """A random argument of the first of these verbs that is offered."""
    verb = next((v for v in verbs if choices.get(v)), None) or next(v for v in choices if choices[v])
    return verb, rng.choice(list(choices[verb]))


# --- all of it ---------------------------------------------------------------------------------------------------------------------------


def compare_made_up(tally: Tally, rng: random.Random, few: int = 6) -> None:
    """One position that is made up, for all topics."""
    from ardennes.games.ardennes_offensive.supply import judge

    phase = rng.choice([f"{side_}-{step}" for side_ in OTHER for step in ("movement", "mechanized", "combat")])
    s = state_of(made_up(rng, phase))
    side_ = phase.partition("-")[0]
    number = (GERMAN, ALLIED).index(side_)
    judge(s, number)
    p = model.read(s, side_, phase.endswith("mechanized"))
    for u, h in p.at.items():
        if side_ == ALLIED and h in EDGE and model.awake(p, u):
            s.awake |= 1 << s.tables["unit"].index[u]
            p.awake.add(u)
    compare_supply(tally, s, p)
    compare_points(tally, s, p)
    compare_gates(tally, rng)
    if phase.endswith("combat"):
        s.stack = [SimpleNamespace(), SimpleNamespace(side=number)]
        compare_strength(tally, s, p, rng, few)
        compare_retreats(tally, s, p, rng, few)
        s.stack = []
    else:
        compare_reach(tally, s, p, rng, few)


def run(count: int, seed: int, limit: int = 10) -> Tally:
    """Compare in this many positions, half of them made up, half from games."""
    tally = Tally(shown, limit)
    rng = random.Random(seed)
    done = count // 2
    for _ in range(done):
        compare_made_up(tally, rng)
    game = 0
    while done < count:
        game += 1
        start, wanted = done, min(150, count - done)
        for n in played(rng, tally, SCENARIOS[game % len(SCENARIOS)], seed * 1000 + game, wanted):
            done = start + n
    return tally


def main() -> None:
    command(run)


if __name__ == "__main__":
    main()
