"""Compares the game with the second model (`model.py`, `model_fights.py`) in many positions, and prints every difference.

Positions come from games of all scenarios with options drawn at random, played partly at random and partly by the player `greedy`,
and from such positions shuffled: units, steps, markers, bridges, works, targets, dumps and the turn are changed at random, so that rare
things happen often. What is offered on the way, and what dice do, is compared too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from ardennes.core.decision import CHANCE
from ardennes.games.battles import GAME, advance, building, dumps, greif, movement, retreat, strength, supply, victory
from ardennes.games.battles.results import read as read_result
from ardennes.games.battles.supply_phase import eligible, shortage_row
from ardennes.lab.table import random_options
from tests.rules.battles import model
from tests.rules.battles import model_fights as fights
from tests.rules.battles.model import FORCE, MARCH, NEAR, NORMAL, ROAD_HEXES, UNITS
from tests.rules.second_model import ALLIED, GERMAN, OTHER, Pair, Tally, command, names_in, pairs_in

SCENARIOS = ("clervaux", "st_vith", "celles", "angriefen", "22_december", "campaign_1944")
SIDE_NAMES = (GERMAN, ALLIED)


def shown(s: Any) -> str:
    """Which position it is."""
    return f"{s.setup.scenario} turn {s.turn} {type(s.stack[-1]).__name__ if s.stack else 'over'}"


class Look:
    """A state of the game, its names, and the same position in the model."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.p = model.read(s)
        self.unit, self.hex = s.tables["unit"].index, s.tables["hex"].index

    def names(self, table: str, bits: int) -> set[str]:
        return names_in(self.s.tables[table].names, bits)

    def units(self, bits: int) -> set[str]:
        return self.names("unit", bits)

    def hexes(self, bits: int) -> set[str]:
        return self.names("hex", bits)

    def bridges(self, bits: int) -> set[Pair]:
        return pairs_in(self.s.tables["bridge"].names, bits)

    def offered(self, verb: str) -> set[Any]:
        """What is offered for a verb now, by name."""
        raw = self.s.offers(verb)
        if not raw:
            return set()
        if not isinstance(raw, int):
            return set(raw)
        return (
            self.bridges(raw) if self.s.tables[verb].names is self.s.tables["bridge"].names else self.names(verb, raw)
        )


# --- positions ---------------------------------------------------------------------------------------------------------------------------


def shuffled(rng: random.Random, s: Any) -> Any:
    """A copy of a state in which much is different. Its stack means nothing any more: only what is pure can be asked of it."""
    t = s.clone()
    names, hexes = t.tables["unit"].names, t.tables["hex"].index
    t.end_fight()
    p = model.read(t)
    if rng.random() < 0.7:
        t.turn = rng.randint(1, 16)
    window = sorted(p.window)
    rivers = sorted({h for pair in model.RIVER for h in pair} & p.window)
    centres = rng.sample(window, 2) + rng.sample(rivers, 2) + rng.sample(sorted(ROAD_HEXES & p.window), 2)
    near = sorted({h for c in centres for h in model.within(c, rng.choice((1, 2, 3)))} & p.window)
    share = rng.choice((0.1, 0.3, 0.7))
    for bridge in range(len(t.tables["bridge"].names)):
        if rng.random() < 0.25:
            t.set_bridge(bridge, rng.random() < 0.5)
            if not t.blown >> bridge & 1 and rng.random() < 0.5:
                t.german_built |= 1 << bridge
    for u in rng.sample(range(len(names)), len(names)):
        if t.at[u] >= 0 and rng.random() < share:
            place = hexes[rng.choice(near)]
            if not t.occupied(1 - int(UNITS[names[u]].side == ALLIED)) >> place & 1 and t.has_room(u, place):
                t.place(u, place)
    for u, name in enumerate(names):
        if t.at[u] >= 0:
            _mark(rng, t, u, name)
    _arrivals(rng, t, p)
    for u in range(len(names)):  # 9.68: units that have retreated to others
        if t.at[u] >= 0 and not t.units_at(t.at[u]) & ~t.joined:
            t.joined &= ~(1 << u)
    for h in rng.sample(window, 12):
        t.forts |= 1 << hexes[h]
    t.held = rng.getrandbits(len(hexes)) & t.held | sum(
        1 << hexes[model.real(h)] for h in p.plan["values"] if rng.random() < 0.5
    )
    t.held &= ~t.occupied(SIDE_NAMES.index(ALLIED))
    if t.has("greif"):
        for h in rng.sample(sorted(ROAD_HEXES & p.window), 6) + rng.sample(sorted(p.hexes(ALLIED) & ROAD_HEXES), 1):
            t.found |= 1 << hexes[h]
    if t.has("dumps"):
        _stores(rng, t)
    t.refresh()
    return t


def _arrivals(rng: random.Random, t: Any, p: model.Position) -> None:
    """Reinforcements at the door, and units that have come in before them."""
    index, waiting = t.tables["unit"].index, -1 - t.tables["box"].index["waiting"]
    for u, box in p.box.items():
        if box in ("due", "waiting") and rng.random() < 0.5:
            i = index[u]
            t.place(i, waiting)
            t.due[i] = max(1, t.turn - rng.randint(0, 2))
            for other in rng.sample(sorted(p.at), 1):
                if UNITS[other].side == UNITS[u].side:
                    t.gates[index[other]] = t.entry[i]
                    t.moved |= 1 << index[other]
            if rng.random() < 0.4:  # an enemy at the door
                foes = [e for e in sorted(p.at) if UNITS[e].side != UNITS[u].side]
                spot = rng.choice([t.entry[i], *(t.tables["hex"].index[h] for h in NEAR[p.entry[u]] if h in p.window)])
                enemy = rng.choice(foes)
                if not t.units_at(spot):
                    t.place(index[enemy], spot)


def _mark(rng: random.Random, t: Any, u: int, name: str) -> None:
    """Steps, modes and markers of one unit."""
    unit, bit = UNITS[name], 1 << u
    t.lost[u] = rng.randrange(unit.steps)
    for field_name, share in (
        ("unsupplied", 0.2),
        ("fatigued", 0.1),
        ("attacked", 0.1),
        ("joined", 0.05),
        ("fpf_given", 0.1),
    ):
        value = getattr(t, field_name) & ~bit
        setattr(t, field_name, value | bit if rng.random() < share else value)
    t.no_ammo[u] = rng.choice((0, 0, 0, 0, max(1, t.turn - rng.randint(0, 3))))
    t.set_march(u, rng.random() < 0.1 and len(model.read(t).here(t.tables["hex"].names[t.at[u]], unit.side)) == 1)
    if unit.gun:
        t.battery = t.battery | bit if rng.random() < 0.6 else t.battery & ~bit
        t.changing = t.changing | bit if rng.random() < 0.1 else t.changing & ~bit
        t.burnt = t.burnt | bit if rng.random() < 0.1 else t.burnt & ~bit
        if t.marching & bit:
            t.battery &= ~bit
    elif rng.random() < 0.1 and (unit.kind == "foot" or unit.engineer or unit.type == "mech_infantry"):
        t.digging |= bit
        t.busy |= bit
        t.work[u] = t.begun[u] = 0
    if unit.engineer and not t.digging & bit and rng.random() < 0.6:
        there = [
            n
            for n, b in enumerate(t.tables["bridge"].names)
            if t.blown >> n & 1 and t.tables["hex"].names[t.at[u]] in b
        ]
        if there:
            t.work[u], t.begun[u] = rng.choice(there) + 1, max(0, t.turn - rng.randint(0, 3))
    if rng.random() < 0.1:
        t.release[u] = t.turn + rng.randint(0, 2)


def _stores(rng: random.Random, t: Any) -> None:
    """Captured dumps."""
    spots = t.tables["dump"].names
    for d in range(len(spots)):
        if spots[d] in model.sites(t.setup.scenario) and rng.random() < 0.4:
            t.taken |= 1 << d
            if not dumps.on_the_spot(t):
                t.petrol += 1
                continue
            t.left[d] = rng.randint(1, 12)
            t.german_dumps = t.german_dumps | 1 << d if rng.random() < 0.7 else t.german_dumps & ~(1 << d)
            if t.has("dumps_as_units"):
                near = NEAR[spots[d]]
                t.dump_at[d] = t.tables["hex"].index[
                    rng.choice([spots[d], *(h for h in near if h in model.WINDOW[t.setup.scenario])])
                ]
                t.dump_moving = t.dump_moving | 1 << d if rng.random() < 0.3 else t.dump_moving & ~(1 << d)
                t.dump_changing = t.dump_changing | 1 << d if rng.random() < 0.3 else t.dump_changing & ~(1 << d)


def set_fight(rng: random.Random, s: Any) -> Any | None:
    """A copy of a state with a random fight in it; None if there is nobody to fight."""
    t = s.clone()
    t.end_fight()
    p = model.read(t)
    side = rng.choice(SIDE_NAMES)
    spots = [h for h in sorted(p.hexes(OTHER[side])) if any(fights.helpers(p, side, h))]
    if not spots:
        return None
    h = rng.choice(spots)
    index = t.tables["unit"].index
    ground, guns = (sorted(some) for some in fights.helpers(p, side, h))
    some = rng.sample(ground, rng.randint(0 if guns else 1, len(ground)))
    fire = rng.sample(guns, rng.randint(0 if some else 1, min(3, len(guns))))
    t.target = t.tables["hex"].index[h]
    t.attackers, t.guns = (sum(1 << index[u] for u in units) for units in (some, fire))
    t.turn = t.turn if rng.random() < 0.8 else 1
    for g in fire:
        if rng.random() < 0.5:
            t.saturating |= 1 << index[g]
            t.withering |= rng.randrange(2) << index[g]
    q = model.read(t)
    helpers = sorted(u for u in p.at if UNITS[u].side == OTHER[side] and fights.can_give_fpf(q, u))
    for g in helpers[:2]:
        t.fpf |= rng.randrange(2) << index[g]
    stated = [u for u in sorted(p.at) if (u in some or p.at[u] == h) and not UNITS[u].gun and u not in p.joined]
    rng.shuffle(stated)
    for u in stated[:2]:
        if rng.random() < 0.7:
            t.points[index[u]] = rng.randint(1, fights.most_points(q, u))
    for u in [*stated[:2], *fire]:
        if (t.points[index[u]] or t.saturating >> index[u] & 1) and rng.random() < 0.5:
            t.dice[index[u]] = rng.randint(1, 6)
    t.outcome = rng.choice(["", *(cell for row in model.TABLES["combat"]["rows"] for cell in row)])
    for u in rng.sample(sorted(p.at), min(len(p.at), 20)):
        t.hurt |= 1 << index[u]
    return t


# --- comparisons of a position -----------------------------------------------------------------------------------------------------------


def compare_ground(tally: Tally, look: Look) -> None:
    """Zones, stacking, supply, sources."""
    s, p = look.s, look.p
    for n, side in enumerate(SIDE_NAMES):
        tally.check("zones", side, look.hexes(s.zoc(n)), model.zone(p, side), s)
        full = {h for h in p.hexes(side) if len(p.here(h, side)) > 2 or p.here(h, side) & p.marching}
        tally.check("stacking", side, look.hexes(s.full(n)), full, s)
        tally.check("sources", side, look.hexes(s.sources(n)), model.sources(p, side), s)
    t = s.clone()
    supply.judge(t)
    tally.check("supply", "judged", look.units(t.unsupplied), model.out_of_supply(p), s)
    tally.check("shortage", "eligible", look.names("formation", eligible(s)), model.eligible(p) - p.short, s)
    tally.check("shortage", "row", shortage_row(s), model.shortage(p), s)


def compare_moves(tally: Tally, look: Look, rng: random.Random, count: int = 6) -> None:
    """Reach and costs of some units, in every mode."""
    p = look.p
    waiting = [u for u, box in p.box.items() if box == "waiting"]
    some = rng.sample(sorted(p.at), min(count, len(p.at))) + rng.sample(sorted(waiting), min(2, len(waiting)))
    for u in some:
        compare_trip(tally, look, u)


def compare_trip(tally: Tally, look: Look, u: str) -> None:
    s, p = look.s, look.p
    i = look.unit[u]
    limbered = not UNITS[u].gun or not (u in p.battery or u in p.changing)
    able = {
        NORMAL: u in p.at or u not in p.must_march,
        MARCH: u not in p.at or limbered,
        FORCE: u in p.at and u not in p.fatigued and p.on("forced_march") and UNITS[u].kind != "artillery",
    }
    for how, mine in ((movement.NORMAL, NORMAL), (movement.MARCH, MARCH), (movement.FORCED, FORCE)):
        if not able[mine]:
            continue
        costs = {s.tables["hex"].names[h]: cost for h, cost in movement.trip(s, i, how).costs()}
        tally.check(f"{mine} moves", u, costs, model.reach(p, u, mine), s)
    tally.check("exits", u, look.hexes(sum(1 << h for h in movement.exits_of(s, i))), model.leaves(p, u), s)


def compare_fight(tally: Tally, s: Any, rng: random.Random) -> None:
    """Strengths, columns and chances of a random fight, and what its result leads to."""
    t = set_fight(rng, s)
    if t is None:
        return
    look = Look(t)
    p = look.p
    columns = strength.columns(t)[1]
    total = sum(weight for _, weight in columns)
    tally.check("columns", p.target, {c: Fraction(w, total) for c, w in columns}, fights.columns(p), t)
    tally.check("shifts", p.target, strength.left_shifts(t, t.target), fights.left_shifts(p, p.target), t)
    for u in sorted(p.here(p.target, OTHER[fights.side_that_attacks(p)])):
        if u not in p.joined:
            tally.check("defence", u, strength.defence_value(t, look.unit[u]), fights.defence_value(p, u), t)
    if p.outcome:
        pure = not p.attackers
        found, plain = read_result(p.outcome, pure), fights.effects(p.outcome, pure)
        tally.check(
            "results",
            p.outcome,
            (found.attacker, found.defender, found.retreat, int(found.back)),
            (plain["A"], plain["D"], plain["R"], plain["AR"]),
            t,
        )
    compare_retreat(tally, look, rng)
    compare_advance(tally, look, rng)


def compare_retreat(tally: Tally, look: Look, rng: random.Random) -> None:
    """Where a stack can fall back: the defenders, or some attackers of one hex."""
    s, p = look.s, look.p
    side = fights.side_that_attacks(p)
    stacks = [(p.here(p.target, OTHER[side]), False)]
    stacks += [(p.here(p.at[u], side) & p.attackers, True) for u in sorted(p.attackers)[:1]]
    for units, attacking in stacks:
        some = set(rng.sample(sorted(units), rng.randint(1, len(units))))
        bits = sum(1 << look.unit[u] for u in some)
        found = fights.retreat_hexes(p, some, p.target, attacking)
        tally.check("retreats", str(sorted(some)), look.hexes(retreat.ways(s, bits)), found, s)
        while found and rng.random() < 0.6 and not attacking:  # one hex farther
            t = s.clone()
            place = look.hex[rng.choice(sorted(found))]
            for u in some:
                t.place(look.unit[u], place)
            look = Look(t)
            s, p = look.s, look.p
            found = fights.retreat_hexes(p, some, p.target, False)
            tally.check("retreats", f"on, {sorted(some)}", look.hexes(retreat.ways(s, bits)), found, s)


def compare_advance(tally: Tally, look: Look, rng: random.Random) -> None:
    """Where attackers can go if the defenders are gone."""
    t = look.s.clone()
    side = fights.side_that_attacks(look.p)
    for u in look.p.here(look.p.target, OTHER[side]):
        t.place(look.unit[u], t.tables["box"].index["eliminated"] * -1 - 1)
    t.outcome = t.outcome or "R2"
    gone = Look(t)
    for u in sorted(gone.p.attackers)[:3]:
        tally.check("advances", u, gone.hexes(advance.destinations(t, gone.unit[u])), fights.advances(gone.p, u), t)


def compare_targets(tally: Tally, look: Look) -> None:
    for n, side in enumerate(SIDE_NAMES):
        tally.check("targets", side, look.hexes(strength.targets(look.s, n)), fights.targets(look.p, side), look.s)


def compare_works(tally: Tally, look: Look) -> None:
    """Bridges and positions."""
    s, p = look.s, look.p
    for n, side in enumerate(SIDE_NAMES):
        t = s.clone()
        building.complete(t, n)
        done, dug, going = model.finished(p, side)
        after = model.read(t)
        tally.check("bridges", f"{side} built", p.blown - after.blown, done, s)
        tally.check("bridges", f"{side} positions", after.forts - p.forts, dug - p.forts, s)
        work = {u: pair for u, pair in after.work.items() if UNITS[u].side == side}
        tally.check("bridges", f"{side} work", work, going, s)


def compare_points(tally: Tally, look: Look, rng: random.Random) -> None:
    s, p = look.s, look.p
    scored = {model.real(h) for h in p.plan["values"] if model.scores(p, model.real(h))}
    held = {model.real(h) for h in p.plan["values"]}
    tally.check("points", "places", look.hexes(victory.scored(s)) & held, scored, s)
    tally.check("points", "net", victory.points(s), model.points(p), s)
    tally.check("points", "plan", sum(n for _, n, _ in victory.plan_sources(s)), model.plan_points(p), s)
    net = rng.randint(-30, 110)
    tally.check("levels", str(net), victory.level(s, net), model.verdict(p, net), s)
    tally.check("ending", "first check", victory.first_check(s) or None, model.first_check(p), s)


def compare_options(tally: Tally, look: Look, rng: random.Random) -> None:
    """Greif and dumps."""
    s, p = look.s, look.p
    if p.on("greif"):
        for h in sorted(p.found)[:4]:
            tally.check("clearing", h, greif.modifier(s, look.hex[h]), model.clearing(p, h), s)
        if p.on("greif_infiltration_time"):
            for h in rng.sample(sorted(ROAD_HEXES & p.window), 3):
                first = int(s.plan["first"]) + greif.delay(s, look.hex[h])
                tally.check("infiltration", h, min(first, 60), min(model.works_from(p, h), 60), s)
    if p.on("dumps"):
        tally.check("dumps", "helped", look.units(dumps.helped(s)), model.helped(p), s)
        if dumps.on_the_spot(s):
            tally.check("dumps", "useful", look.names("dump", dumps.useful(s)), model.useful_dumps(p), s)


def compare_control(tally: Tally, look: Look) -> None:
    """b17.2, 16.52: in play, whoever is in a place controls it, and no German is in a dump that has not been captured."""
    s, p = look.s, look.p
    places = {model.real(h) for h in p.plan["values"]}
    tally.check("control", "german", places & p.hexes(GERMAN) - p.held, set(), s)
    tally.check("control", "allied", places & p.hexes(ALLIED) & p.held, set(), s)
    if p.on("dumps") and type(s.stack[-1]).__name__ not in ("PlotDumps", "Fill", "ChoosePlan"):
        tally.check("control", "dumps", set(p.stocks) & p.hexes(GERMAN), set(), s)
        total = sum(p.stocks.values()) + s.captured
        tally.check("control", "petrol", total, p.plan["dump_points"], s)


def compare_all(tally: Tally, s: Any, rng: random.Random) -> None:
    """Everything that can be asked of a position."""
    look = Look(s)
    compare_ground(tally, look)
    compare_moves(tally, look, rng)
    compare_targets(tally, look)
    compare_works(tally, look)
    compare_points(tally, look, rng)
    compare_options(tally, look, rng)
    for _ in range(3):
        compare_fight(tally, s, rng)


# --- comparisons in play -----------------------------------------------------------------------------------------------------------------


def compare_offer(tally: Tally, s: Any, rng: random.Random) -> None:
    """What is offered now."""
    frame = s.stack[-1]
    check = OFFERS.get(type(frame).__name__)
    if check is not None and rng.random() < RARELY.get(type(frame).__name__, 1):
        look = Look(s)
        for verb, plain in check(look, frame).items():
            tally.check("offers", f"{type(frame).__name__} {verb}", look.offered(verb), plain, s)


def _side(frame: Any) -> str:
    return SIDE_NAMES[frame.side]


def _movement(look: Look, frame: Any) -> dict[str, Any]:
    p, found = look.p, set()
    there = {u for u in UNITS if u in p.at or p.box.get(u) == "waiting"}
    for u in there:
        if UNITS[u].side != _side(frame) or not model.may_move(p, u):
            continue
        if any(model.reach(p, u, how) for how in (NORMAL, MARCH)) or model.leaves(p, u):
            found.add(u)
    return {"unit": found}


def _move(look: Look, frame: Any) -> dict[str, Any]:
    if frame.path:  # part of the way has been laid by hand; the model knows only whole moves
        return {}
    p, u = look.p, look.s.tables["unit"].names[frame.unit]
    found: dict[str, set[Any]] = {how: set(model.reach(p, u, how)) for how in (NORMAL, MARCH)}
    far = set(model.reach(p, u, FORCE)) if u in p.at and u not in p.fatigued else set()
    return found | {"force": far - found[NORMAL], "exit": model.leaves(p, u)}


def _plan(look: Look, frame: Any) -> dict[str, Any]:
    p, side = look.p, _side(frame)
    ground, guns = fights.helpers(p, side, p.target)
    more = set()
    for g in guns - p.guns if len(p.guns) < 3 else set():
        rest = sorted(guns - p.guns - {g}, key=lambda u: -UNITS[u].barrage)[: 2 - len(p.guns)]
        now = fights.legal_odds(p, p.target, p.attackers, p.guns)
        if now or fights.legal_odds(p, p.target, ground, {*p.guns, g, *rest}):
            more.add(g)
    able = (p.attackers or p.guns) and fights.legal_odds(p, p.target, p.attackers, p.guns)
    heavy = more if p.on("saturation_fire") else set()
    return {
        "join": ground - p.attackers,
        "gun": more,
        "normal": heavy,
        "withering": heavy,
        "attack": {None} if able else set(),
    }


def _final_fire(look: Look, frame: Any) -> dict[str, Any]:
    p = look.p
    mine = {u for u in p.at if UNITS[u].side == _side(frame) and fights.can_give_fpf(p, u)} - p.fpf
    return {"gun": mine if len(p.fpf) < 2 else set()}


def _intense(look: Look, frame: Any) -> dict[str, Any]:
    p = look.p
    mine = {u for u in p.at if UNITS[u].side == _side(frame) and fights.can_intensify(p, u)}
    return {"unit": {u for u in mine if not p.points.get(u)} - (p.joined - p.attackers)}


def _points(look: Look, frame: Any) -> dict[str, Any]:
    most = fights.most_points(look.p, look.s.tables["unit"].names[frame.unit])
    return {"points": set(range(1, most + 1))}


def _retreat(look: Look, frame: Any) -> dict[str, Any]:
    p = look.p
    units = {u for u in look.units(frame.units) if u in p.at}
    attacking = _side(frame) == fights_side(look)
    return {} if frame.extra else {"hex": fights.retreat_hexes(p, units, p.target, attacking)}


def fights_side(look: Look) -> str:
    """Who attacks, when the defenders may be gone."""
    return UNITS[next(iter(look.p.attackers | look.p.guns))].side


def _losses(look: Look, frame: Any) -> dict[str, Any]:
    return {"lose": fights.may_lose(look.p, look.units(frame.units))}


def _advance(look: Look, frame: Any) -> dict[str, Any]:
    ways = {u: len(fights.advances(look.p, u)) for u in look.units(frame.left) if u in look.p.at}
    return {"unit": {u for u, n in ways.items() if n > 1}, "advance": {u for u, n in ways.items() if n == 1}}


def _advance_to(look: Look, frame: Any) -> dict[str, Any]:
    return {"hex": fights.advances(look.p, look.s.tables["unit"].names[frame.unit])}


def _bridges(look: Look, frame: Any) -> dict[str, Any]:
    p, side = look.p, _side(frame)
    mine = {u for u in p.at if UNITS[u].side == side and model.may_blow(p, u)} - look.units(frame.tried)
    gone = look.names("dump", frame.gone)
    return {"unit": mine, "destroy": {d for d in p.left if model.may_destroy(p, d)} - gone if side == ALLIED else set()}


def _demolish(look: Look, frame: Any) -> dict[str, Any]:
    u = look.s.tables["unit"].names[frame.unit]
    return {"blow": model.may_blow(look.p, u)} if frame.bridge < 0 else {}


def _building(look: Look, frame: Any) -> dict[str, Any]:
    p = look.p
    if look.s.decision.side == CHANCE:
        return {}
    idle = {
        u for u in p.at if UNITS[u].side == _side(frame) and u not in p.digging and u not in p.busy and u not in p.work
    }
    return {"unit": {u for u in idle if model.may_build(p, u) or model.may_begin_to_dig(p, u)}}


def _build(look: Look, frame: Any) -> dict[str, Any]:
    u = look.s.tables["unit"].names[frame.unit]
    return {"build": model.may_build(look.p, u), "dig": {None} if model.may_begin_to_dig(look.p, u) else set()}


def _artillery(look: Look, frame: Any) -> dict[str, Any]:
    p = look.p
    guns = {
        u for u in p.at if UNITS[u].side == _side(frame) and UNITS[u].gun and u not in p.changing and u not in p.busy
    }
    quick = p.on("artillery_quick_mode")
    return {
        "unit": {u for u in guns if not (quick and u in p.marching)},
        "dump": model.dumps_of(p, _side(frame)) - p.dump_changing,
    }


def _petrol(look: Look, frame: Any) -> dict[str, Any]:
    if frame.group:
        return {}
    units = model.helped(look.p)
    return {"unit": units, "formation": {UNITS[u].division for u in units} - {""}}


OFFERS: dict[str, Any] = {
    "Movement": _movement,
    "Move": _move,
    "Combat": lambda look, frame: {"target": fights.targets(look.p, _side(frame))},
    "Plan": _plan,
    "FinalFire": _final_fire,
    "Intense": _intense,
    "Points": _points,
    "Retreat": _retreat,
    "Losses": _losses,
    "Advance": _advance,
    "AdvanceTo": _advance_to,
    "BridgePhase": _bridges,
    "Demolish": _demolish,
    "Building": _building,
    "Build": _build,
    "ArtilleryMode": _artillery,
    "Petrol": _petrol,
    "MoveDump": lambda look, frame: {
        "hex": model.dump_moves(look.p, look.s.tables["dump"].names[frame.dump], _side(frame))
    },
    "Shortage": lambda look, frame: {"formation": model.may_name(look.p)} if frame.left else {},
    "PlotTargets": lambda look, frame: {"primary": model.target_sites(look.p)} if look.s.offers("primary") else {},
    "PlotDumps": lambda look, frame: {"dump": model.sites(look.p.scenario) - set(look.p.stocks)},
}
"""What the model says is offered, by the frame that asks."""
RARELY = {
    "Movement": 0.01,
    "Move": 0.2,
    "Combat": 0.1,
    "ArtilleryMode": 0.2,
    "Building": 0.2,
    "Plan": 0.4,
    "PlotTargets": 0.3,
}
"""Frames that come so often that only some of them are compared."""


def compare_step(tally: Tally, before: Any, choice: tuple[str, Any], s: Any) -> None:
    """What a die did."""
    frame, (verb, n) = before.stack[-1], choice
    kind = type(frame).__name__
    if kind not in STEPS or verb not in ("die", "sum"):
        return
    look, after = Look(before), Look(s)
    found = STEPS[kind](look, frame, n, after) if s.result is None or kind == "StartOfTurn" else None
    if found is not None:
        engine, plain = found
        tally.check("dice", f"{kind} {n}", engine, plain, s)


def _roll(look: Look, frame: Any, die: int, after: Look) -> Any:
    p = look.p
    (column,) = fights.columns(p)
    wanted = model.TABLES["combat"]["rows"][die - 1][column]
    told = next((event for event in reversed(after.s.events) if event and event[0] == "result"), None)
    return (told[3], wanted) if told else None


def _first(look: Look, units: int) -> str:
    names: list[str] = look.s.tables["unit"].names
    return next(names[i] for i in range(len(names)) if units >> i & 1)


def _clear(look: Look, frame: Any, die: int, after: Look) -> Any:
    names = look.s.tables["hex"].names
    h = next(names[i] for i in range(len(names)) if frame.left >> i & 1)
    return h not in after.p.found, die + model.clearing(look.p, h) >= 6


def _blow(look: Look, frame: Any, die: int, after: Look) -> Any:
    u = look.s.tables["unit"].names[frame.unit]
    pair = frozenset(look.s.tables["bridge"].names[frame.bridge].split("-"))
    return pair in after.p.blown, die <= model.blow_chance(look.p, u)


def _break(look: Look, frame: Any, total: int, after: Look) -> Any:
    u = _first(look, frame.left)
    broken = total <= fights.breakdown(look.p, u, look.p.dice[u])
    burnt = look.p.on("burnt_tubes")
    plain = (broken and not burnt, broken and burnt, 0 if broken else look.p.turn)
    return (after.p.box.get(u) == "eliminated", u in after.p.burnt, after.p.no_ammo.get(u, 0)), plain


def _destroy(look: Look, frame: Any, die: int, after: Look) -> Any:
    d, u = look.s.tables["dump"].names[frame.dump], _first(look, frame.left)
    return after.p.left.get(d, 0), look.p.left[d] - model.destruction(look.p, u, d, die)


def _tubes(look: Look, frame: Any, die: int, after: Look) -> Any:
    mine = [u for u in look.p.burnt if UNITS[u].side == _side(frame)]
    left = [u for u in sorted(mine, key=lambda u: look.unit[u]) if u not in look.units(frame.rolled)]
    u = left[0]
    plain = {1: (False, look.p.turn, True), 5: (False, 0, False), 6: (False, 0, False)}.get(die, (True, 0, True))
    return (u in after.p.burnt, after.p.no_ammo.get(u, 0), u in after.p.at), plain


def _secondary(look: Look, frame: Any, die: int, after: Look) -> Any:
    h = look.s.tables["hex"].names[frame.place]
    return (h in after.p.found, h in after.p.secondary), (die <= 2, False)


def _ending(look: Look, frame: Any, die: int, after: Look) -> Any:
    return (after.s.result is not None, frame.first == die) if frame.first else None


STEPS: dict[str, Any] = {
    "StartOfTurn": _ending,
    "Roll": _roll,
    "ClearTargets": _clear,
    "Demolish": _blow,
    "Breakdown": _break,
    "Destroy": _destroy,
    "Building": _tubes,
    "Secondary": _secondary,
}


# --- games -------------------------------------------------------------------------------------------------------------------------------

END = {"done", "ready", "attack", "fill", "spread"}


def start(scenario: str, rng: random.Random) -> Any:
    """A new game with options drawn at random."""
    s = GAME.start(GAME.setup(scenario, random_options(GAME, scenario, rng)))
    s.settle()
    return s


def chosen(rng: random.Random, s: Any) -> tuple[str, Any]:
    """A random answer that likes to go on: verbs first, so that one way out is not drowned by many hexes."""
    decision = s.decision
    choices: list[tuple[str, Any]] = decision.raw_choices()
    if decision.side == CHANCE:
        return rng.choices(choices, decision.weights)[0]
    verbs = sorted({verb for verb, _ in choices})
    weights = [0.06 if verb in ("done", "spread", "fill") else 1 for verb in verbs]
    verb = rng.choices(verbs, weights)[0]
    return rng.choice([choice for choice in choices if choice[0] == verb])


def positions(rng: random.Random, scenario: str, tally: Tally, rate: float = 0.01) -> Iterator[Any]:
    """States of one game, some of them as they are in play and some shuffled. What is offered and what dice do is compared on the way."""
    s = start(scenario, rng)
    advisers = {side: GAME.adviser() if rng.random() < 0.4 else None for side in SIDE_NAMES}
    while s.result is None:
        if rng.random() < rate:
            compare_control(tally, Look(s))
            yield s
            yield shuffled(rng, s)
        compare_offer(tally, s, rng)
        adviser = advisers.get(s.decision.side)
        choice = adviser(s) if adviser is not None else chosen(rng, s)
        before = s.clone()
        s.events.clear()
        s.apply(*choice)
        compare_step(tally, before, choice, s)
    p = model.read(s)
    net = model.points(p) + model.plan_points(p)
    tally.check("end of a game", p.scenario, (s.result.winner or "", s.result.level), model.verdict(p, net), s)


def run(count: int, seed: int, limit: int = 10, scenarios: Sequence[str] = SCENARIOS, rate: float = 0.01) -> Tally:
    """Compare in this many positions."""
    tally = Tally(shown, limit)
    done = number = 0
    while done < count:
        rng = random.Random(f"{seed} {number}")
        for s in positions(rng, scenarios[number % len(scenarios)], tally, rate):
            compare_all(tally, s, rng)
            done += 1
            if done >= count or rng.random() < 0.03:
                break  # another game
        number += 1
    return tally


def main() -> None:
    command(run)


if __name__ == "__main__":
    main()
