"""Compares the game with the second model (`model.py`) in many positions, and prints every difference with its position.

Positions come from games of all scenarios, played at random with a liking for movement and attacks, and from such positions shuffled:
units, steps, markers, bridges, towns, roadblocks and the date are changed at random, so that rare things happen often.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import ardennes
from ardennes import Match
from ardennes.core.limits import offered
from ardennes.games.enemy_action import (
    activation,
    advance,
    bridges,
    cards,
    chits,
    events,
    exits,
    movement,
    reactions,
    replacements,
    reserves,
    retreat,
    strategic,
    strength,
    supply,
    tactics,
    victory,
)
from ardennes.games.enemy_action.facts import CHIT_FACTS
from tests.rules.enemy_action import model
from tests.rules.enemy_action.model import BUILT, HEXES, NEAR, ROAD_HEXES, UNITS
from tests.rules.second_model import ALLIED, GERMAN, OTHER, Pair, Tally, command, names_in, pairs_in

SCENARIOS = ("campaign", "assault", "surprised", "breakout", "crisis")
SIDE_NAMES = (GERMAN, ALLIED)


def shown(s: Any) -> str:
    """Which position it is."""
    p = model.read(s)
    marks = {
        name: sorted(getattr(p, name))
        for name in ("low", "oos", "isolated", "dispersed", "nofuel", "active", "ignoring", "retreated", "defended")
        if getattr(p, name)
    }
    where = " ".join(f"{u}={h}-{p.lost[u]}" for u, h in sorted(p.at.items(), key=lambda pair: pair[1]))
    return (
        f"{p.scenario} day {p.day} mode {p.mode!r} {marks} roadblocks {sorted(p.roadblocks)} target {p.target} {where}"
    )


class Look:
    """A state of the game, its names, and the same position in the model."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.p = model.read(s)
        self.unit, self.hex, self.river = (s.tables[key].index for key in ("unit", "hex", "repair"))

    def units(self, bits: int) -> set[str]:
        return names_in(self.s.tables["unit"].names, bits)

    def hexes(self, bits: int) -> set[str]:
        return names_in(self.s.tables["hex"].names, bits)

    def rivers(self, bits: int) -> set[Pair]:
        return pairs_in(self.s.tables["repair"].names, bits)


# --- positions ---------------------------------------------------------------------------------------------------------------------------


def shuffled(rng: random.Random, s: Any) -> Any:
    """A copy of a state in which much is different. Its stack means nothing any more: only what is pure can be asked of it."""
    t = s.clone()
    units, hexes = t.tables["unit"].names, t.tables["hex"].index
    boxes = t.tables["box"].index
    t.end_fight()
    t.end_activation()
    if rng.random() < 0.7:
        t.turn = rng.randint(1, 14)
    at = {u: t.at[i] for i, u in enumerate(units)}
    centres = rng.sample(HEXES, 3) + rng.sample(sorted(BUILT), 2) + rng.sample(sorted(model.BESIDE_MEUSE), 1)
    near = sorted(model.grow(centres, rng.choice((1, 2, 3, 4))))
    names = list(at)
    rng.shuffle(names)
    share = rng.choice((0.1, 0.3, 0.6))
    for u in names:
        i = t.tables["unit"].index[u]
        if rng.random() < 0.3:
            t.lost[i] = rng.randrange(UNITS[u].steps)
        if rng.random() > share:
            continue
        if rng.random() < 0.25:
            comes = UNITS[u].entry or UNITS[u].corps == "okw"
            t.place(i, ~boxes[rng.choice(("reserve", "reserve", "calendar") if comes else ("eliminated", "absent"))])
            continue
        _put(rng, t, u, near if rng.random() < 0.7 else HEXES)
    for i in range(len(units)):
        if t.at[i] < 0:
            t.lost[i] = t.lost[i] if rng.random() < 0.5 else 0
            for name in ("low", "oos", "isolated", "dispersed", "nofuel"):
                setattr(t, name, getattr(t, name) & ~(1 << i))
            continue
        if rng.random() < 0.25:
            t.mark_supply(1 << i, rng.choice(("low", "oos", "isolated", "")))
        if rng.random() < 0.1:
            t.dispersed |= 1 << i
        if rng.random() < 0.1 and UNITS[units[i]].mech and UNITS[units[i]].side == GERMAN and not t.isolated >> i & 1:
            t.nofuel |= 1 << i
    for u in names:
        i = t.tables["unit"].index[u]
        if t.at[i] >= 0 and not t.fits(t.at[i], 1 << i):
            t.place(i, ~boxes["absent"])
    _ground(rng, t, hexes)
    _impulse(rng, t)
    t.refresh()
    return t


def _put(rng: random.Random, t: Any, u: str, near: list[str]) -> None:
    i, side = t.tables["unit"].index[u], SIDE_NAMES.index(UNITS[u].side)
    for _ in range(6):
        h = rng.choice(near)
        if rng.random() < 0.4:
            h = rng.choice([n for n in NEAR[h] if n in ROAD_HEXES] or [h])
        place = t.tables["hex"].index[h]
        if not t.occupied(1 - side) >> place & 1 and t.fits(place, 1 << i):
            t.place(i, place)
            return


def _ground(rng: random.Random, t: Any, hexes: dict[str, int]) -> None:
    """Other bridges, owners, roadblocks and positions."""
    rivers = t.tables["repair"].names
    printed = [r for r in range(len(rivers)) if frozenset(rivers[r].split("-")) in model.PRINTED]
    for r in printed + rng.sample(range(len(rivers)), 30):
        if rng.random() < 0.3:
            if t.bridges >> r & 1:
                t.blow_bridge(r)
            else:
                t.build_bridge(r, rng.randrange(2))
        if rng.random() < 0.3:
            t.take_bridge(r, rng.randrange(2))
    for h in BUILT:
        if rng.random() < 0.2:
            t.take_town(hexes[h], rng.randrange(2))
    for h in model.WALL:
        if rng.random() < 0.05:
            t.take_wall(hexes[h], rng.randrange(2))
    for side in range(2):
        for place in range(len(hexes)):
            if t.occupied(side) >> place & 1:
                t.take_town(place, side)
                if rng.random() < 0.2 and t.tables["hex"].names[place] not in BUILT:
                    t.ip |= 1 << place
    for h in rng.sample(sorted(ROAD_HEXES), rng.choice((0, 3, 12))):
        if not (t.occupied(0) | t.occupied(1)) >> hexes[h] & 1:
            t.roadblocks |= 1 << hexes[h]


def _impulse(rng: random.Random, t: Any) -> None:
    """Somebody is active, and something has happened already."""
    rivers = len(t.tables["repair"].names)
    side = rng.randrange(2)
    mine = t.on_map(side)
    t.mode = rng.choice(("formation", "formation", "kg", "one", "alarm" if side else "formation"))
    t.active = mine & rng.getrandbits(mine.bit_length() or 1)
    t.moved = t.active & rng.getrandbits(200) & rng.getrandbits(200)
    t.attacked = t.active & rng.getrandbits(200) & rng.getrandbits(200) & rng.getrandbits(200)
    others = t.on_map(1 - side)
    t.defended = others & rng.getrandbits(200) & rng.getrandbits(200) & rng.getrandbits(200)
    t.retreated = t.defended & rng.getrandbits(200)
    for name in ("crossed", "used", "jammed"):
        setattr(t, name, rng.getrandbits(rivers) & rng.getrandbits(rivers) & rng.getrandbits(rivers))
    if side == 0 and t.day > 16:
        t.jammed = 0
    if rng.random() < 0.2:
        t.ignoring = t.active & ~t.isolated & rng.getrandbits(200)
    for name in ("freeze", "fury", "manteuffel", "reached_meuse", "crossed_meuse", "dinant"):
        setattr(t, name, rng.random() < 0.3)
    t.flank = rng.choice(("", "", "north-east", "south"))
    t.impulses = [rng.randint(0, 4), rng.randint(0, 3)]
    t.one_used = [rng.randrange(2), rng.randrange(2)]
    for n in range(2):
        t.last[n] = t.on_map(n) & rng.getrandbits(200) & rng.getrandbits(200) & rng.getrandbits(200)
        if rng.random() < 0.4:
            t.last[n] = 0
        elif rng.random() < 0.7:
            t.last[n] &= _corps_mask(rng, t, n)
    t.surprise = t.on_map(0) & _corps_mask(rng, t, 0)


def _corps_mask(rng: random.Random, t: Any, side: int) -> int:
    corps = rng.sample([c for c in model.CORPS if model.GROUPS[c]["side"] == SIDE_NAMES[side]], 2)
    return sum(1 << i for i, u in enumerate(t.tables["unit"].names) if UNITS[u].corps in corps)


def set_fight(rng: random.Random, s: Any) -> Any | None:
    """A copy of a state with a random fight in it; None if nobody is next to an enemy."""
    t = s.clone()
    t.end_fight()
    p = model.read(t)
    side = rng.choice(SIDE_NAMES)
    full = model.overstacked(p, OTHER[side])  # in the middle of a movement
    spots = [h for h in sorted(p.occupied(OTHER[side]) - full) if any(p.units(side, n) for n in NEAR[h])]
    if not spots:
        return None
    h = rng.choice(spots)
    index, rivers = t.tables["unit"].index, len(t.tables["repair"].names)
    near = sorted(u for n in NEAR[h] for u in p.units(side, n))
    attackers = [u for u in near if rng.random() < 0.7] or near[:1]
    t.target = t.tables["hex"].index[h]
    t.attackers = sum(1 << index[u] for u in attackers)
    t.defenders = sum(1 << index[u] for u in p.units(OTHER[side], h))
    mine = SIDE_NAMES.index(side)
    for n in range(2):
        own = [i for i, row in enumerate(model.TABLES["tactic"]) if SIDE_NAMES[n] in row["dates"]]
        t.tactics[n] = sum(1 << i for i in rng.sample(own, rng.choice((0, 0, 1, 2, 3))))
    t.plays[mine] = t.tactics[mine].bit_count() + rng.choice((0, 0, 1))
    chits_ = rng.sample(range(len(model.CHITS)), rng.randint(0, 9))
    t.drawn = sum(1 << c for c in chits_)
    t.total = rng.choice((6, 7, rng.randint(1, 12)))
    t.over = rng.getrandbits(rivers) & rng.getrandbits(rivers)
    return t


# --- what is compared --------------------------------------------------------------------------------------------------------------------


def compare_supply(tally: Tally, look: Look) -> None:
    """8, 10: zones of control, supply heads, hexes in supply, and what the Supply Phase would do."""
    s, p = look.s, look.p
    for n, side in enumerate(SIDE_NAMES):
        tally.check("zones of control", side, look.hexes(s.zoc(n)), model.zoc(p, side), s)
        tally.check("supply heads", side, look.hexes(supply.heads(s, n)), model.heads(p, side), s)
        tally.check("hexes in supply", side, look.hexes(supply.supplied(s, n)), model.supplied(p, side), s)
        tally.check("stacking", side, look.hexes(s.overstacked(n)), model.overstacked(p, side), s)
    if p.rule("supply_phase"):
        t = s.clone()
        rolls = look.units(supply.judge(t))
        after = model.read(t)
        states, plain_rolls, gone = model.judged(p)
        engine = {
            u: next((name for name in ("low", "oos", "isolated") if u in getattr(after, name)), "") for u in states
        }
        tally.check("supply states", "", engine, states, s)
        others = {u for u in p.at if u not in states}
        kept = {u for u in others if p.unsupplied(u)}
        tally.check("supply states", "not checked", {u for u in others if after.unsupplied(u)}, kept, s)
        tally.check("surrender", "who rolls", rolls, plain_rolls, s)
        tally.check("roadblocks", "removed", p.roadblocks - after.roadblocks, gone, s)


def compare_movement(tally: Tally, look: Look, rng: random.Random, units: int = 8) -> None:
    """7: where units can go, what it costs, and where they leave the map."""
    s, p = look.s, look.p
    for u in rng.sample(sorted(p.at), min(units, len(p.at))):
        i = look.unit[u]
        found = movement.reach(s, i)
        spent, _ = model.reach(p, u)
        engine = {h: found.cost(look.hex[h]) for h in look.hexes(found.everywhere)}
        if not engine:
            spent = {h: c for h, c in spent.items() if h != p.at[u]}
        capped = {h: min(c or 0, UNITS[u].ma) for h, c in engine.items()}
        tally.check("movement", f"{u} from {p.at[u]}", capped, spent, s)
        march = strategic.reach(s, i)
        plain = model.strategic(p, u)
        engine = {h: march.cost(look.hex[h]) for h in look.hexes(march.everywhere) if h != p.at[u]}
        tally.check(
            "strategic movement",
            f"{u} from {p.at[u]}",
            engine,
            {h: c for h, c in plain.items() if h != p.at[u]},
            s,
        )
        tally.check("exits", f"{u} from {p.at[u]}", look.hexes(exits.reach(s, i)), model.exits(p, u), s)
        engine_reach = look.hexes(movement.reinforce_reach(s, i))
        plain_reach = set(model.reach(p, u, slow=False)[0]) - {p.at[u]}
        tally.check("reinforce reach", f"{u} from {p.at[u]}", engine_reach, plain_reach, s)


def compare_fight(tally: Tally, look: Look, rng: random.Random) -> None:
    """9.3 to 9.5: strength, draws, chits and hits of a random fight."""
    t = set_fight(rng, look.s)
    if t is None:
        return
    there = Look(t)
    p = there.p
    what = f"{sorted(p.attackers)} on {p.target}"
    tally.check("attack strength", what, strength.attack(t), model.attack_strength(p), t)
    tally.check("defence strength", what, strength.defence(t), model.defence_strength(p), t)
    tally.check("minimum draw", what, strength.minimum(t), model.minimum(p), t)
    tally.check("maximum draw", what, strength.maximum(t), model.maximum(p), t)
    facts = CHIT_FACTS
    for n, name in enumerate(model.CHITS):
        up = chits.applies(t, n)
        engine = "" if up is None else "front" if up is facts[n].front else "back"
        tally.check("chits", f"{name} {what} {p.tactics}", engine, model.side_up(p, name), t)
    tally.check("hits", what, tuple(chits.totals(t)), model.totals(p), t)
    tally.check("adjusted hits", what, tuple(chits.adjusted(t)), model.adjusted(p), t)
    compare_tactics(tally, there)
    compare_retreat(tally, there, rng)
    compare_advance(tally, there, rng)


def compare_tactics(tally: Tally, look: Look) -> None:
    """9.2: what each card can be played as."""
    s, p = look.s, look.p
    for side in SIDE_NAMES:
        n = SIDE_NAMES.index(side)
        able = tactics.may_use(s, n)
        tally.check("tactics", f"may {side}", able, model.may_use_tactics(p, side), s)
        joining = look.units(offered(tactics.reinforce_limits(s, n)))
        tally.check("reinforcements", f"{side} at {p.target}", joining, model.reinforcements(p, side), s)
        if side == GERMAN and model.attacker(p) == GERMAN:
            joining = look.units(offered(tactics.Coordinate(n, 3).limits_join(s)))
            tally.check("reinforcements", f"coordinated at {p.target}", joining, model.coordinated(p), s)
        if not able:
            continue
        for card in sorted(p.hand[side]):
            engine = names_in(s.tables["tactic"].names, tactics.tactics_for(s, n, s.tables["card"].index[card]))
            tally.check("tactics", f"{card} at {p.target}", engine, model.tactics_of(p, side, card), s)


def compare_retreat(tally: Tally, look: Look, rng: random.Random) -> None:
    """9.7: retreats of one hex and of two."""
    s, p = look.s, look.p
    units = p.defenders
    bits = s.defenders
    what = f"{sorted(units)} from {p.target}"
    for hexes in (1, 2):
        engine = retreat.cannot_retreat(s, bits, hexes) is not None
        plain = model.never_retreats(p, units, hexes)
        tally.check("retreats", f"{what} by {hexes}", engine, plain, s)
        if engine or plain:
            continue
        due = rng.choice((0, 0, 1, 2))
        found = {_name(s, h): cost for h, cost in retreat.options(s, bits, s.target, hexes, hexes == 2, due).items()}
        plain_found = model.retreats(p, units, p.target, hexes, due)
        same = tally.check("retreats", f"{what} by {hexes}, {due} to lose", found, plain_found, s)
        if hexes == 2 and same and found:
            h = rng.choice(sorted(found))
            t = s.clone()
            for u in units:
                t.place(look.unit[u], look.hex[h])
            t.retreat = (look.hex[h],)
            q = model.read(t)
            found = {_name(t, x): c for x, c in retreat.options(t, bits, s.target, 1, True, due).items()}
            tally.check("retreats", f"{what} on from {h}", found, model.retreats_on(q, units, p.target, h, due), t)


def _name(s: Any, place: int) -> str:
    return str(s.tables["hex"].names[place])


def compare_advance(tally: Tally, look: Look, rng: random.Random) -> None:
    """9.8: where attackers can go when the defenders have left."""
    s = look.s.clone()
    p = look.p
    index = look.unit
    boxes = s.tables["box"].index
    ways = [h for h in NEAR[p.target] if not p.units(model.attacker(p), h)]
    kind = rng.choice(("eliminated", "one", "two", "one then eliminated"))
    for u in p.units(OTHER[model.attacker(p)], p.target):
        s.place(index[u], ~boxes["eliminated"])
    if kind == "eliminated" or not ways:
        s.defenders = 0
    else:
        first = rng.choice(ways)
        second = rng.choice(
            [h for h in NEAR[first] if h in model.WITHIN[p.target][2] - model.WITHIN[p.target][1]] or ways
        )
        s.retreat = (look.hex[first],) if kind != "two" else (look.hex[first], look.hex[second])
        if kind == "one then eliminated":
            s.defenders = 0
    q = model.read(s)
    for u in sorted(q.attackers):
        if u in q.dispersed or u in q.nofuel:
            continue  # such units do not attack
        engine = look.hexes(advance.destinations(s, index[u]))
        tally.check("advance", f"{u} into {q.target}, {kind} {q.retreat}", engine, model.advance_hexes(q, u), s)


def compare_targets(tally: Tally, look: Look) -> None:
    s, p = look.s, look.p
    if p.mode not in ("formation", "kg", "one"):
        return
    for n, side in enumerate(SIDE_NAMES):
        if not p.active or UNITS[min(p.active)].side != side:
            continue
        tally.check("targets", side, look.hexes(strength.targets(s, n)), model.targets(p, side), s)


def compare_reserves(tally: Tally, look: Look, rng: random.Random, units: int = 6) -> None:
    """11: where reserve units can be placed, the first of their division in this impulse."""
    s, p = look.s.clone(), look.p
    s.placed = 0
    waiting = sorted(u for u, box in p.box.items() if box == "reserve")
    for u in rng.sample(waiting, min(units, len(waiting))):
        engine = look.hexes(reserves.places(s, look.unit[u], 1 << look.unit[u]))
        tally.check("reserves", u, engine, model.deployments(p, u), s)


def compare_divisions(tally: Tally, look: Look, rng: random.Random) -> None:
    """11.2: one unit of a division has been placed in this impulse; where can the others go?"""
    s, p = look.s, look.p
    waiting = sorted(u for u, box in p.box.items() if box == "reserve" and UNITS[u].division)
    pairs = [u for u in waiting if sum(UNITS[o].division == UNITS[u].division for o in waiting) > 1]
    if not pairs:
        return
    first = rng.choice(pairs)
    spots = sorted(model.deployments(p, first))
    mates = [o for o in waiting if UNITS[o].division == UNITS[first].division and o != first]
    if not spots or not mates:
        return
    t = s.clone()
    t.place(look.unit[first], look.hex[rng.choice(spots)])
    t.placed = 1 << look.unit[first]
    q = model.read(t)
    u = rng.choice(mates)
    others = set(mates) - {u}
    among = sum(1 << look.unit[o] for o in [*others, u])
    engine = look.hexes(reserves.places(t, look.unit[u], among))
    what = f"{u} after {first} in {q.at[first]}"
    tally.check("divisions", what, engine, model.deployments_with_mates(q, u, others), t)


def compare_cards(tally: Tally, look: Look, rng: random.Random, count: int = 6) -> None:
    """5, 6, 13: what cards can be played for."""
    s, p = look.s, look.p
    names = list(model.CARDS)
    tables = {"formation": "formation", "unit": "unit", "kg": "hex", "event": "event"}
    s = s.clone()
    s.placed = 0
    for card in rng.sample(names, count):
        side = model.CARDS[card]["side"]
        n = SIDE_NAMES.index(side)
        if side == ALLIED and p.surprising:
            continue  # the Allied player has no impulse
        engine: dict[str, Any] = {}
        for verb, bits in cards.commands(s, n, s.tables["card"].index[card]).items():
            engine[verb] = names_in(s.tables[tables[verb]].names, bits) if verb in tables else True
        tally.check("commands", f"{card} {side}", engine, model.commands(p, side, card), s)
        if model.CARDS[card]["kampfgruppe"]:
            h = rng.choice(HEXES)
            units = look.units(activation.kampfgruppe(s, s.tables["card"].index[card], look.hex[h]))
            tally.check("Kampfgruppen", f"{card} {h}", units, model.kampfgruppe(p, card, h), s)
    for corps in model.CORPS:
        g = s.tables["formation"].index[corps]
        tally.check("replacements", corps, look.units(replacements.candidates(s, g)), model.candidates(p, corps), s)


def compare_ground(tally: Tally, look: Look) -> None:
    """7.9, 12.2, 14: bridges, roadblocks, landing, points."""
    s, p = look.s, look.p
    for n, side in enumerate(SIDE_NAMES):
        tally.check("repairs", side, look.rivers(bridges.repairable(s, n)), model.workable(p, side, False), s)
        tally.check("new bridges", side, look.rivers(bridges.buildable(s, n)), model.workable(p, side, True), s)
    tally.check("demolition", "", look.rivers(bridges.blowable(s)), model.blowable(p), s)
    tally.check("roadblocks", "placed", look.hexes(reactions.roadblock_hexes(s)), model.roadblock_hexes(p), s)
    tally.check("points", "", victory.points(s), model.points(p), s)
    landing = -1
    for limit in events.limits_landing(s):
        landing &= limit[1]
    tally.check("landing", "", look.hexes(landing), model.landings(p), s)


def compare_levels(tally: Tally, look: Look, rng: random.Random) -> None:
    """14.2, 15: what points mean at the end of a day of the scenario."""
    plan = look.s.plan
    day = rng.randint(plan["first"], plan["last"])
    total = rng.randint(-10, 70)
    found = next(((winner, level) for low, winner, level in victory.levels(look.s, day) if total >= low), ("", ""))
    plain = model.level(look.p.scenario, day, total)
    tally.check("victory levels", f"{look.p.scenario} {day} {total}", found, plain, look.s)


def compare_digging(tally: Tally, look: Look) -> None:
    """12.31"""
    if look.p.active:
        side = SIDE_NAMES.index(UNITS[min(look.p.active)].side)
        engine = look.units(offered(activation.Entrench(side).limits_unit(look.s)))
        tally.check("improved positions", "", engine, model.can_dig(look.p), look.s)


def compare_all(tally: Tally, s: Any, rng: random.Random) -> None:
    """One position, all topics."""
    look = Look(s)
    compare_supply(tally, look)
    compare_movement(tally, look, rng)
    for _ in range(3):
        compare_fight(tally, look, rng)
    compare_targets(tally, look)
    compare_reserves(tally, look, rng)
    compare_divisions(tally, look, rng)
    compare_levels(tally, look, rng)
    compare_digging(tally, look)
    compare_cards(tally, look, rng)
    compare_ground(tally, look)


# --- steps of a game --------------------------------------------------------------------------------------------------------------------


def compare_offer(tally: Tally, match: Match, rng: random.Random) -> None:
    """What a player is offered in a game."""
    s: Any = match.state
    kind, side = type(s.stack[-1]).__name__, match.decision.side
    if kind not in OFFERS or side not in SIDE_NAMES or rng.random() > OFFERS[kind]:
        return
    p, choices = model.read(s), match.decision.choices

    def offers(verb: str) -> set[Any]:
        return set(choices.get(verb, ()))

    if kind == "Impulse":
        able = {c for c in p.hand[side] if model.commands(p, side, c)}
        tally.check("offers", f"{kind} {side} cards", offers("card"), able, s)
        tally.check("offers", f"{kind} {side} thrown away", offers("discard"), set() if able else p.hand[side], s)
        tally.check("offers", f"{kind} {side} pass", "pass" in choices, model.may_pass(p, side), s)
    elif kind == "Movement":
        tally.check("offers", f"{kind} {side}", offers("unit"), model.movable(p, side), s)
    elif kind == "Combat":
        tally.check("offers", f"{kind} {side}", offers("target"), model.targets(p, side), s)
    elif kind == "Respond":
        given = {verb for verb in ("stand", "one", "two") if choices.get(verb)}
        tally.check("offers", f"{kind} {side}", given, model.answers(p, side), s)
    elif kind == "Losses":
        what = f"{sorted(p.attackers)} {sorted(p.defenders)} hit {sorted(p.struck)} in {sorted(p.struck_at)}"
        tally.check("offers", f"{kind} {side} {what}", offers("lose"), model.losers(p, side), s)
    elif kind == "More":
        total = set(range(model.minimum(p), model.maximum(p) + 1))
        tally.check("offers", f"{kind} {side}", {int(n) for n in offers("total")}, total, s)
    elif kind == "Advance":
        waiting = p.attackers - p.advanced - p.dispersed
        plain = {u for u in waiting if model.advance_hexes(p, u)}
        tally.check("offers", f"{kind} {side}", offers("unit"), plain, s)
    else:
        tally.check("offers", f"{kind} {side}", offers("unit"), model.can_dig(p), s)


OFFERS = {
    "Impulse": 0.1,
    "Movement": 0.2,
    "Combat": 0.5,
    "Respond": 1,
    "Losses": 1,
    "More": 1,
    "Advance": 1,
    "Entrench": 0.3,
}
"""The questions whose choices are compared in play, and how often."""
STEPS = {"Move": "move", "AdvanceUnit": "advance", "Retreat": "retreat"}


def compare_step(tally: Tally, before: Any, kind: str, choice: tuple[str, Any], match: Match) -> None:
    """What an answer has done: a unit has gone to a neighbouring hex, or units have been activated."""
    s: Any = match.state
    verb, argument = choice
    frame = before.stack[-1]
    if kind in STEPS and verb in ("hex", "march"):
        p = model.read(before)
        u = before.tables["unit"].names[frame.unit] if kind != "Retreat" else _alone(before, frame)
        if not u or argument not in NEAR[p.at[u]]:
            return
        q = model.read(s)
        if (
            q.at.get(u) != argument
            or q.impulses != p.impulses
            or q.mode != p.mode
            or q.target != p.target
            or s.result is not None
        ):
            return  # a bridge was blown, or much else has happened since
        if kind == "Move":
            search = strategic.reach if verb == "march" else movement.reach
            if len(search(before, frame.unit).path(before.tables["hex"].index[argument])) > 1:
                return  # it went by a detour
        how = "march" if verb == "march" else STEPS[kind]
        plain = model.entered(p, u, argument, how)
        engine = {name: getattr(q, name) for name in plain}
        if kind == "Retreat":
            plain, engine = ({k: v for k, v in d.items() if k != "ip"} for d in (plain, engine))
        tally.check("steps", f"{how} of {u} from {p.at[u]} to {argument}", engine, plain, before)
    elif kind == "Command" and verb in ("formation", "kg", "unit"):
        p, q = model.read(before), model.read(s)
        top = type(s.stack[-1]).__name__
        if top in ("Movement", "Roadblocks", "Combat"):
            side = SIDE_NAMES[frame.side]
            plain = model.activated(p, side, q.active)
            engine = {name: getattr(q, name) for name in plain}
            tally.check("activations", f"{verb} {argument}", engine, plain, before)
            card = before.tables["card"].names[frame.card]
            tally.check(
                "activations", f"who: {card} {verb} {argument}", q.active, _activated(p, side, card, choice), before
            )


def _alone(s: Any, frame: Any) -> str:
    """The unit of a retreat if it is only one."""
    units = [u for i, u in enumerate(s.tables["unit"].names) if frame.units >> i & 1]
    return units[0] if len(units) == 1 else ""


def _activated(p: model.Position, side: str, card: str, choice: tuple[str, Any]) -> set[str]:
    """6.1 to 6.4: who is active."""
    verb, argument = choice
    if verb == "unit":
        return {argument}
    if verb == "kg":
        return model.kampfgruppe(p, card, argument)
    units = {u for u in model.members(argument) if u in p.at}
    if model.CARDS[card]["stacked"]:
        hexes = {p.at[u] for u in units}
        units |= {u for u in p.units(side) if p.at[u] in hexes and u not in model.barred(p, side)}
    return units


# --- games -------------------------------------------------------------------------------------------------------------------------------


def chosen(rng: random.Random, match: Match) -> tuple[str, Any]:
    """An answer: at random, with a liking for moves and for attacks."""
    choices = match.decision.choices
    for verb, chance in (
        ("formation", 0.8),
        ("target", 0.9),
        ("all", 0.6),
        ("unit", 0.9),
        ("march", 0.2),
        ("card", 0.7),
    ):
        if choices.get(verb) and rng.random() < chance:
            return verb, rng.choice(list(choices[verb]))
    return rng.choice(match.choices)


def positions(rng: random.Random, scenario: str, seed: int, tally: Tally, rate: float = 0.02) -> Iterator[Any]:
    """States of one game, some of them as they are in play and some shuffled. What its steps do is compared on the way."""
    match = start(scenario, seed)
    while not match.is_over:
        if rng.random() < rate:
            yield match.state
            yield shuffled(rng, match.state)
        compare_offer(tally, match, rng)
        before: Any = match.state.clone()
        kind, choice = type(before.stack[-1]).__name__, chosen(rng, match)
        match.play(*choice)
        compare_step(tally, before, kind, choice, match)


def start(scenario: str, seed: int = 0) -> Match:
    """A new game."""
    return ardennes.new("enemy_action", scenario=scenario, seed=seed)


def run(count: int, seed: int, limit: int = 10, scenarios: Sequence[str] = SCENARIOS) -> Tally:
    """Compare in this many positions."""
    tally = Tally(shown, limit)
    done = number = 0
    while done < count:
        rng = random.Random(f"{seed} {number}")
        for s in positions(rng, scenarios[number % len(scenarios)], number, tally):
            compare_all(tally, s, rng)
            done += 1
            if done >= count:
                break
            if rng.random() < 0.02:
                break  # another game
        number += 1
    return tally


def main() -> None:
    command(run)


if __name__ == "__main__":
    main()
