"""What the lab's tools share: setting up a game from command-line arguments, and saving a game that failed."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.core.record import Record
from ardennes.core.state import State
from ardennes.players import new_player

_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def turn_of(game: Game, state: State) -> int:
    """The game turn, as everyone sees it."""
    return game.clock(state)[0]


def pairs(words: Iterable[str], what: str) -> list[tuple[str, str]]:
    """Arguments such as `weather=variable` as pairs. `what` is the option they belong to."""
    out = []
    for word in words:
        key, sign, value = word.partition("=")
        if not key or not sign or not value:
            raise BadInput(f"{what} must be NAME=VALUE, not {word!r}")
        out.append((key, value))
    return out


def read_options(game: Game, words: Iterable[str]) -> dict[str, Any]:
    """A game's options from arguments such as `airdrop=true`, with values spelled the way the game does."""
    given: dict[str, Any] = {}
    known = {option.id: option for option in game.options}
    for key, text in pairs(words, "--option"):
        given[key] = value_of(known[key].values, text) if key in known else text
    return given


def random_options(game: Game, scenario: str, rng: random.Random) -> dict[str, Any]:
    """Options drawn at random that fit the scenario and each other: what one needs is switched on, what cannot go together is not."""
    allowed = game.scenario(scenario).options
    out = {option.id: rng.choice(option.values) for option in game.options}
    for option in game.options:
        if allowed is not None and option.id not in allowed:
            out[option.id] = option.default
    for option in reversed(game.options):
        if out[option.id] != option.default:
            out |= dict(option.needs)
    for option in game.options:
        if out[option.id] != option.default and any(out[other] == value for other, value in option.excludes):
            out[option.id] = option.default
    return game.with_defaults(out, scenario)


def value_of(values: Sequence[Any], text: str) -> Any:
    """The value that a word stands for, or the word itself if it stands for none (the game then says what is allowed)."""
    low = text.lower()
    for value in values:
        if isinstance(value, bool):
            if low in (_YES if value else _NO):
                return value
        elif str(value).lower() == low:
            return value
    return text


def read_players(game: Game, given: Mapping[str, str], default: str = "greedy") -> dict[str, str]:
    """A player for every side."""
    for side, name in given.items():
        game.side_number(side)
        new_player(name, "0/0", side)  # report any error before the first game
    return {side: given.get(side, default) for side in game.sides}


def whole_number(least: int) -> Any:
    """An argument type: a whole number of at least this size."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"expected a whole number, not {text!r}") from None
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is too small: at least {least}")
        return value

    return read


def save_failure(folder: Path, name: str, record: Record) -> Path:
    """Save the record of a game that failed; returns where."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot create this folder: {error.strerror}", where=str(folder)) from None
    safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in name)
    path = folder / f"{safe}.jsonl"
    record.save(path, with_seed=record.seed is not None)
    return path
