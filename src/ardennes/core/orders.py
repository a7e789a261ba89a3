"""Standing orders: a player who is often asked whether to react says once when to pass.

An order belongs to its player's seat, not to the game: it is in no record and no view. Where it passes, the record has the same `pass` as
if the player had clicked it, so nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.game import Game
from ardennes.core.names import each
from ardennes.core.state import State, named_in

PASS = "pass"


@dataclass(frozen=True, slots=True)
class Order:
    """Pass at these windows (by the name of their frame; none named: at all), unless they are about one of some units or places."""

    windows: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()

    def passes(self, game: Game, s: State) -> bool:
        """Does the order answer the pending question?"""
        top = s.stack[-1]
        decision = s.decision
        if decision is None or not top.window or PASS not in decision.raw:
            return False
        if self.windows and type(top).__name__ not in self.windows:
            return False
        about = {*game.unit_names.list_of(named_in(top, "unit")), *game.place_names.list_of(named_in(top, "place"))}
        at = getattr(s, "at", ())
        about |= {game.place_name(at[u]) for u in each(named_in(top, "unit")) if at}  # and where those units are
        return not about & set(self.unless)


def order(game: Game, windows: Iterable[str] = (), unless: Iterable[str] = ()) -> Order:
    """An order, checked: windows by name, units and places by name."""
    for name in windows:
        if name not in game.reactions:
            raise BadInput(f"{game.id} has no reaction {brief(name)}; {one_of(game.reactions)}")
    for name in unless:
        if name not in game.unit_names.index and name not in game.place_names.index:
            raise BadInput(f"{game.id} has no unit or place {brief(name)}")
    return Order(tuple(windows), tuple(unless))
