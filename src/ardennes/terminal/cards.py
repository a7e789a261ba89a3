"""Cards, chits and boxes in words: what a side holds, what lies on the table, and what is in the boxes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ardennes.core.game import Game
from ardennes.core.wording import counted
from ardennes.terminal.scene import unit_words

View = Mapping[str, Any]
_FIRST = 2
"""So many piles of each owner are always told."""


def title(game: Game, kind: str, name: str) -> str:
    """What people call a card, a chit, a formation or a box."""
    table = game.tables[kind]
    return game.title_of(table, table.index[name])


def tally(game: Game, kind: str, names: Sequence[str]) -> str:
    """Things by title, each title once ("2 March, Ambush")."""
    found = Counter(title(game, kind, name) for name in names)
    return ", ".join(f"{n} {text}" if n > 1 else text for text, n in found.items())


def on_the_table(game: Game, view: View) -> str:
    """The hand, what the others hold, and the main piles: one paragraph; '' for a game without cards."""
    parts = []
    hands: Mapping[str, int] = view.get("hands", {})
    if view.get("side") in hands:
        parts.append(f"Hand: {tally(game, 'card', view['hand']) or 'no cards'}")
    parts += [
        f"{game.side_title(side)} hand: {counted(n, 'card')}" for side, n in hands.items() if side != view["side"]
    ]
    parts += [f"{pile_title(game, pile)} {pile['count']}" for pile in _main_piles(view)]
    return "; ".join(parts) + "." if parts else ""


def _main_piles(view: View) -> list[Mapping[str, Any]]:
    """The first piles of each owner, as far as there is anything in them."""
    owned: dict[str | None, list[Mapping[str, Any]]] = {}
    for pile in view.get("piles", ()):
        owned.setdefault(pile["side"], []).append(pile)
    return [pile for some in owned.values() for pile in some[:_FIRST] if pile["count"]]


def at_a_glance(card: Mapping[str, Any]) -> str:
    """What a card can do, in a line; all of it if nobody has made it shorter."""
    lines = [*card.get("lines", ()), *filter(None, (card.get("foot"),))]
    return "; ".join(f"{line['tag']}: {line['text']}" for line in lines) or str(card["text"])


def pile_title(game: Game, pile: Mapping[str, Any]) -> str:
    return f"{game.side_title(pile['side'])} {pile['title'].lower()}" if pile["side"] else str(pile["title"])


def in_boxes(game: Game, view: View) -> list[str]:
    """The boxes with something in them, each in a line."""
    out = []
    for box in view.get("boxes", ()):
        here = [unit_words(piece) for piece in view["pieces"] if piece["at"] == box["id"]]
        if here:
            out.append(f"{box['title']}: {', '.join(here)}")
    return out


def all_about_cards(game: Game, view: View) -> list[str]:
    """The cards in hand with all that stands on them, then the piles with what can be seen of them."""
    out = []
    for name in view.get("hand", ()):
        card = game.printed_things["card"][name]
        case = f" ({game.ledger.cite(card['case'])})" if card.get("case") else ""
        out.append(f"{card['title']} [{name}]: {card['text']}{case}")
    for pile in view.get("piles", ()):
        seen = f": {tally(game, pile['of'], pile['names'])}" if pile["names"] else ""
        out.append(f"{pile_title(game, pile)}, {counted(pile['count'], pile['of'])}{seen}")
    for side, n in view.get("hands", {}).items():
        if side != view["side"]:
            out.append(f"{game.side_title(side)} hand: {counted(n, 'card')}")
    return out
