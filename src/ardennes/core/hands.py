"""Cards and chits as a side sees them: its own hand, how many cards the others hold, and the piles on the table.

A game names the fields of its state (`Game.hands`, `Game.piles`); who sees what follows from how these fields are declared. What stands on
a card is not part of a view: it never changes, and a page fetches it once (`Game.printed_of`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ardennes.core.fields import Each, Field, Some, fields_of, slots

if TYPE_CHECKING:
    from ardennes.core.game import Game
    from ardennes.core.state import State


def hands_view(game: Game, s: State, side: str | None) -> dict[str, Any]:
    """`hand`: the side's own cards. `hands`: how many cards each side holds. `piles`: decks, discards, cups; each with `id`, `title`, what
    it consists of (`of`: "card", "chit"), its `side` (None: it belongs to nobody in particular), the `count`, and what lies in it
    (`names`; None if the side may not know)."""
    eyes = game.eyes(side)
    hand: list[str] = []
    hands: dict[str, int] = {}
    if game.hands:
        for pile in _piles(game, s, game.hands, "", eyes):
            hands[pile["side"]] = pile["count"]
            if pile["side"] == side:
                hand = pile["names"] or []
    piles = [pile for name, title in game.piles.items() for pile in _piles(game, s, name, title, eyes)]
    return {"hand": hand, "hands": hands, "piles": piles}


def _piles(game: Game, s: State, name: str, title: str, eyes: int) -> Iterator[dict[str, Any]]:
    """The sets in a field: one, or one for each side."""
    field = fields_of(type(s))[name]
    table = _table(field)
    per_side = isinstance(field.kind, Each)
    for owner, members in slots(field, s):
        seen = field.secret is None or field.secret.sees(s, owner, eyes)
        yield {
            "id": f"{name}-{game.sides[owner]}" if per_side else name,
            "title": title,
            "of": table,
            "side": game.sides[owner] if per_side else None,
            "count": members.bit_count(),
            "names": game.table(table).list_of(members) if seen else None,
        }


def _table(field: Field) -> str:
    kind = field.kind.of if isinstance(field.kind, Each) else field.kind
    if not isinstance(kind, Some) or (isinstance(field.kind, Each) and field.kind.by != "side"):
        raise TypeError(f"{field.name}: a hand or a pile is a set, or one set for each side")
    return kind.table
