"""Ardennes: classic board wargames of the Battle of the Bulge as software.

>>> match = new("bulge", seed=7)
>>> match.decision.side
'german'
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from os import PathLike
from typing import Any, cast

from ardennes import players
from ardennes.core import show
from ardennes.core.decision import Decision, Refusal
from ardennes.core.errors import ArdennesError, BadInput, IllegalChoice, brief, one_of
from ardennes.core.game import GameInfo, Option, Result, Scenario
from ardennes.core.match import Match, load_record, new_match
from ardennes.core.match import replay as _replay
from ardennes.core.position import read_position, state_from_plain
from ardennes.core.record import Record
from ardennes.core.verify import verify as _verify
from ardennes.games import GamesPackage, find, game_ids

__version__ = "0.1.0"
__all__ = [
    "ArdennesError",
    "BadInput",
    "Decision",
    "GameInfo",
    "IllegalChoice",
    "Match",
    "Option",
    "Record",
    "Refusal",
    "Result",
    "Scenario",
    "games",
    "load_position",
    "new",
    "players",
    "replay",
    "verify",
]

games = cast(GamesPackage, sys.modules["ardennes.games"])
"""The package of that name, which can be called too: `games()` lists the games that can be played."""


def new(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    chance: str = "seed",
    solo: bool = False,
) -> Match:
    """Start a match. The same seed and choices give the same game everywhere. `chance="manual"` asks for the dice like for any other
    choice; `solo=True` lets undo go back over dice and revealed secrets.

    >>> new("bulge", seed=1).state.digest() == new("bulge", seed=2).state.digest()
    True
    """
    if not isinstance(game, str):
        raise BadInput(f"a game is named by its id, not by {brief(game)}; {one_of(game_ids())}")
    return new_match(find(game), scenario, options, seed, chance, solo)


def load_position(
    source: str | PathLike[str] | dict[str, Any],
    seed: int | str | None = None,
    chance: str = "seed",
    solo: bool = False,
) -> Match:
    """A match that starts from a position: a file, its text, or plain data."""
    data, where, lines = read_position(source)
    name = data.get("game")
    if not isinstance(name, str) or name not in game_ids():
        place = f"{where}:{lines['game',]}: game" if ("game",) in lines else where
        raise BadInput(f"a position needs the game it belongs to under 'game'; {one_of(game_ids())}", where=place)
    game = find(name)
    state_from_plain(game, data, where, lines)  # for errors that name the line
    return new_match(game, seed=seed, chance=chance, solo=solo, position=data)


def replay(
    source: str | PathLike[str] | Record,
    to: int | None = None,
    seed: int | str | None = None,
    solo: bool = False,
    recover: bool = False,
    new_dice: bool = False,
) -> Match:
    """The match of a record, after all its choices or the first `to`.

    It goes on with the same dice if the seed is in the record or given here. A record that was saved without its seed can be looked at,
    but asks the caller for every die (`match.dice_by_hand`). `new_dice=True` gives a match that goes on from there with new dice (of
    `seed`, if one is given); it starts from the position: see `Match.with_new_dice`. `recover=True` takes what can be saved of a
    damaged file.
    """
    record = source if isinstance(source, Record) else load_record(source, recover=recover)
    return _replay(find(record.game), record, to=to, seed=seed, solo=solo, recover=recover, new_dice=new_dice)


def verify(source: str | PathLike[str] | Record, recover: bool = False) -> list[str]:
    """Check the dice and the legality of a record; returns what was checked, raises BadInput if something is wrong. `recover=True` checks
    what stands before the damage in a damaged file."""
    record = source if isinstance(source, Record) else load_record(source, recover=recover)
    return _verify(find(record.game), record)


def _chart(match: Match) -> str:
    """What `print(match)` shows. Drawing needs libraries that playing does not: they are imported when somebody looks."""
    from ardennes.terminal import Screen, reading

    out = io.StringIO()
    reading.show_match(match, Screen(out=out), log=False)
    return out.getvalue().rstrip("\n")


show.use_chart(_chart)
