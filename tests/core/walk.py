"""Random games for the tests of the core. Those of Bulge start on many turns, so that every kind of question comes up."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import ardennes
from ardennes import Match
from ardennes.games import find
from ardennes.games.bulge.facts import TURNS as LIMITS
from ardennes.players import RandomPlayer, play_out

BULGE = find("bulge")
TURNS = (1, 2, 4, 7, 10, 13, 16, 18)
OPTIONS = {"weather": "variable", "airdrop": True}


def start_of(turn: int, weather: str = "clear") -> dict[str, Any]:
    """The first set-up, moved to a later turn, with victory points between the limits."""
    data = ardennes.new("bulge", seed=0, options=OPTIONS).position()
    data.pop("frames", None)
    return data | {"turn": turn, "weather": weather, "vp": sum(LIMITS[turn]["vp"]) // 2, "phase": "weather"}


def any_choice(match: Match, rng: random.Random) -> tuple[str, Any]:
    """A legal choice. The verb is drawn first, so that `done` is not rare among many units."""
    choices = match.decision.choices
    verb = rng.choice(sorted(choices))
    return verb, rng.choice(choices[verb])


def step(match: Match, rng: random.Random) -> None:
    verb, argument = any_choice(match, rng)
    match.play(verb, argument, by=match.decision.side)


def walk(seed: int, turn: int, most: int = 200, **how: Any) -> Iterator[Match]:
    """A random game from a turn on: yields the same match again and again, one choice further each time."""
    rng = random.Random(f"walk {seed} {turn}")
    match = ardennes.load_position(start_of(turn), seed=f"{seed}", **how)
    yield match
    while match.result is None and match.count < most:
        step(match, rng)
        yield match


# Losses in an exchange seldom leave a choice: two attackers of strength 4 against a defender of 4.
EXCHANGE: dict[str, Any] = {
    "ardennes": 1,
    "game": "bulge",
    "turn": 5,
    "units": {"us-2": "eliminated", "de-12": "0803", "de-18": "0804", "us-4": "1505"},
    "frames": [
        {"frame": "GameTurn", "step": 5},
        {"frame": "Combat", "side": "german", "after": False},
        {"frame": "Advance", "units": ["de-12", "de-18"], "hexes": ["0904"]},
        {"frame": "Exchange", "defender_cf": 4, "attackers": ["de-12", "de-18"], "lost": []},
    ],
}


# A friend that has lost its supply line seldom has to make room.
CROWDED: dict[str, Any] = {
    "ardennes": 1,
    "game": "bulge",
    "turn": 5,
    "units": {"us-14cav": "0105", "us-7arm": "0305", "us-1": "0305"},
    "moved": ["us-1"],
    "frames": [
        {"frame": "GameTurn", "step": 11},
        {"frame": "Movement", "side": "allied"},
        {"frame": "Crowded", "unit": "us-1", "origin": "0204"},
        {"frame": "SupplyRoll", "unit": "us-7arm"},
    ],
}


@cache
def situations() -> tuple[dict[str, Any], ...]:
    """Positions from random games: at least one for every kind of question and for every phase in which it can be asked."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for seed in range(6):
        for turn in TURNS:
            for match in walk(seed, turn, most=400, chance="manual"):
                kinds = tuple(type(frame).__name__ for frame in match.state.stack[1:])
                key = (*kinds, match.game.clock(match.state)[1])
                if key not in found:
                    found[key] = match.position()
    return (*(found[key] for key in sorted(found)), EXCHANGE, CROWDED)


def started(game: str, choices: int, seed: int = 3, solo: bool = False) -> Match:
    """A match after some random choices."""
    match = ardennes.new(game, seed=seed, solo=solo)
    play_out(match, {side: RandomPlayer(seed, side) for side in match.game.sides}, choices)
    return match
