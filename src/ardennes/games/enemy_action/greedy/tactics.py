"""Fights as they go on: who attacks what, tactics of both sides, the number of chits."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Card, Side, Units
from ardennes.core.limits import offered
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import tactics
from ardennes.games.enemy_action.combat import Combat, Plan
from ardennes.games.enemy_action.facts import CARD_FACTS, SAPPERS, TACTIC_ROWS, on_date
from ardennes.games.enemy_action.greedy.attacks import Attack, Attacks, least
from ardennes.games.enemy_action.greedy.commands import card_worth
from ardennes.games.enemy_action.greedy.fights import best_draw, promise, stakes
from ardennes.games.enemy_action.greedy.moves import Rater
from ardennes.games.enemy_action.greedy.scene import Scene, sight
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.hits import More
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import attacker, candidates, ready
from ardennes.games.enemy_action.tactics import AttackTactics, ChooseTactic, Coordinate, DefendTactics, Reinforce

_C = weights("cards")
Choice = tuple[str, Any]


def ground(s: EnemyActionState, side: Side) -> float:
    """What the attacked hex is worth to a side."""
    return sight(s, side).ground(s.target)


# --- which attack -----------------------------------------------------------------------------------------------------


def _attacks(s: EnemyActionState, side: Side) -> Attacks:
    w = s.clone()
    return Attacks(Rater(Scene(w, side)), ready(s, side), 0)


def combat(s: EnemyActionState, frame: Combat) -> Choice:
    """The best attack from where units are, if any is worth it."""
    assert s.decision is not None
    found = _attacks(s, frame.side)
    some: list[Attack] = []
    for target in each(s.decision.raw["target"]):
        attack = found.on(target, candidates(s, frame.side, target))
        if attack is not None and attack.value >= least(frame.side):
            some.append(attack)
    if not some:
        return "done", None
    return "target", max(some, key=lambda a: (a.value, -a.target)).target


def join(s: EnemyActionState, frame: Plan) -> Choice:
    """Who takes part in the attack."""
    assert s.decision is not None
    raw = s.decision.raw
    can = candidates(s, frame.side, s.target)
    attack = _attacks(s, frame.side).on(s.target, can)
    units = attack.units if attack is not None else can
    missing = units & raw.get("join", 0)
    if missing and missing == raw.get("join", 0):
        return "all", None
    if missing:
        return "join", each(missing)[0]
    if raw.get("ready") or not raw.get("join", 0):
        return "ready", None
    return "join", max(each(raw.get("join", 0)), key=lambda u: (s.strength(u), -u))


# --- tactics ----------------------------------------------------------------------------------------------------------


def _helpers(s: EnemyActionState, side: Side, tactic: int) -> Units:
    """The units that a tactic would best bring into the fight."""
    if tactic == tactics.REINFORCE:
        some = offered(tactics.reinforce_limits(s, side))
        return 1 << max(each(some), key=lambda u: (s.strength(u), -u)) if some else 0
    if tactic == tactics.COORDINATION:
        some = offered(Coordinate(side, 1).limits_join(s))
        best = sorted(each(some), key=lambda u: (-s.strength(u), u))[: int(TACTIC_ROWS[tactic]["units"])]
        return bits(best)
    return 0


def with_tactic(s: EnemyActionState, side: Side, tactic: int) -> EnemyActionState:
    """A copy of the position in which a side has played a tactic."""
    w = s.clone()
    w.tactics[side] |= 1 << tactic
    w.plays[side] += 1
    attacks = side == attacker(s)
    if SAPPERS >> tactic & 1:
        bit = 1 << s.target
        w.ip = w.ip & ~bit if attacks else w.ip | bit
    units = _helpers(s, side, tactic)
    if attacks:
        w.attackers |= units
    else:
        w.defenders |= units
    return w


def _gain(s: EnemyActionState, side: Side, tactic: int, hex_worth: float, now: float) -> float:
    """What a tactic is worth to its side."""
    if tactic in (tactics.REINFORCE, tactics.COORDINATION) and not _helpers(s, side, tactic):
        return 0.0
    then = promise(with_tactic(s, side, tactic), hex_worth)
    return then - now if side == attacker(s) else now - then


def _price(s: EnemyActionState, card: Card) -> float:
    """What it costs to play a card as a tactic."""
    back = CARD_FACTS[card].returns
    if back and on_date(back, s.day):
        return _C["returned"]
    return _C["tactic"] * card_worth(s, card)


def _best_card(s: EnemyActionState, side: Side, cards: int) -> Card:
    """The card that is best played as a tactic; -1 if none is worth it."""
    if not cards:
        return -1
    hex_worth = ground(s, side)
    now = promise(s, hex_worth)
    gains: dict[int, float] = {}
    best, found = 0.0, -1
    for card in each(cards):
        some = tactics.tactics_for(s, side, card)
        for tactic in each(some & ~s.tactics[side]):
            if tactic not in gains:
                gains[tactic] = _gain(s, side, tactic, hex_worth, now)
        value = max((gains[t] for t in each(some & ~s.tactics[side])), default=0.0) - _price(s, card)
        if value > best:
            best, found = value, card
    return found


def attack_tactics(s: EnemyActionState, frame: AttackTactics) -> Choice:
    """The free tactic, then cards that are worth more in this fight than elsewhere."""
    assert s.decision is not None
    raw = s.decision.raw
    if raw.get("bonus"):
        return "bonus", _best_tactic(s, frame.side, raw["bonus"])
    card = _best_card(s, frame.side, raw.get("card", 0))
    return ("card", card) if card >= 0 else ("ready", None)


def defend_tactics(s: EnemyActionState, frame: DefendTactics) -> Choice:
    """Cards that are worth more in this fight than elsewhere."""
    assert s.decision is not None
    card = _best_card(s, frame.side, s.decision.raw.get("card", 0))
    return ("card", card) if card >= 0 else ("pass", None)


def _best_tactic(s: EnemyActionState, side: Side, some: int) -> int:
    hex_worth = ground(s, side)
    now = promise(s, hex_worth)
    return max(each(some), key=lambda t: (not s.tactics[side] >> t & 1, _gain(s, side, t, hex_worth, now), -t))


def choose_tactic(s: EnemyActionState, frame: ChooseTactic) -> Choice:
    """What the card is best played as."""
    assert s.decision is not None
    return "tactic", _best_tactic(s, frame.side, s.decision.raw["tactic"])


def reinforce(s: EnemyActionState, frame: Reinforce) -> Choice:
    """The strongest unit that can come, to where it attacks best."""
    assert s.decision is not None
    raw = s.decision.raw
    if "hex" in raw:
        rater = Rater(Scene(s, frame.side))
        trial = Attacks(rater, 1 << frame.unit, 0)
        return "hex", max(each(raw.get("hex", 0)), key=lambda p: (trial.side_value(s, frame.unit, s.target, p), -p))
    return "unit", max(each(raw.get("unit", 0)), key=lambda u: (s.strength(u), -u))


def coordinate(s: EnemyActionState, frame: Coordinate) -> Choice:
    """The strongest units that can join."""
    assert s.decision is not None
    return "join", max(each(s.decision.raw.get("join", 0)), key=lambda u: (s.strength(u), -u))


# --- chits ------------------------------------------------------------------------------------------------------------


def more(s: EnemyActionState, frame: More) -> Choice:
    """As many chits as promise most."""
    assert s.decision is not None
    what = stakes(s, ground(s, frame.side))
    return "total", best_draw(s, what, s.decision.raw["total"]).total
