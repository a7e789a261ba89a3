"""How hidden things are drawn anew for a player who may not know them: cards and fuel depots, within what is public."""

from __future__ import annotations

import random
from typing import Any

from ardennes.core.kinds import Side
from ardennes.core.names import bits, each
from ardennes.games.enemy_action.facts import DECK, GERMAN, PRIMARY, SUPPLEMENTAL


def _redeal(s: Any, owner: Side, rng: random.Random, hand: bool) -> None:
    """Deal a side's unseen cards again. Primaries are in the hand or the pile, never among the available cards (2.3-primary); cards that
    the other side has been shown stay in the hand."""
    known = s.shown & DECK[owner] if hand else s.hand[owner]
    unseen = (s.hand[owner] | s.pile[owner] | s.available[owner]) & ~known
    in_hand = s.hand[owner].bit_count() - known.bit_count()
    inside = in_hand + s.pile[owner].bit_count()
    primary, rest = each(unseen & PRIMARY), each(unseen & SUPPLEMENTAL)
    rng.shuffle(rest)
    more = max(0, inside - len(primary))
    drawn = (primary + rest[:more])[:inside]
    rng.shuffle(drawn)
    s.hand[owner] = known | bits(drawn[:in_hand])
    s.pile[owner] = bits(drawn[in_hand:])
    s.available[owner] = unseen & ~bits(drawn)


def any_hand(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    _redeal(s, owner, rng, hand=True)
    return int(s.hand[owner])


def any_pile(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    _redeal(s, owner, rng, hand=False)
    return int(s.pile[owner])


def the_rest(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    return int(s.available[owner])  # dealt with the pile, which is declared before


def any_fresh(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """10.4: any cards of the hand, as many as were drawn (the hand is declared before)."""
    hidden = each(s.hand[GERMAN] & ~s.shown)
    return bits(rng.sample(hidden, min(s.fresh.bit_count(), len(hidden))))


def any_depots(s: Any, holder: Any, owner: int, rng: random.Random) -> int:
    """10.42: how many of the depots left have fuel is known, but not which."""
    return bits(rng.sample(each(s.depots), min(s.fuel_yes.bit_count(), s.depots.bit_count())))
