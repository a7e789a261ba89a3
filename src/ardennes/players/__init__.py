"""Players. A player is anything with `choose(seat)`; a seat gives it the decision, the view and `imagine`, and nothing else."""

from ardennes.players.custom import PlayerFailed
from ardennes.players.seat import Player, Seat, play_out
from ardennes.players.simple import (
    GreedyPlayer,
    RandomPlayer,
    built_in_player,
    new_player,
    player_names,
    players_of,
    thinker,
)

__all__ = [
    "GreedyPlayer",
    "Player",
    "PlayerFailed",
    "RandomPlayer",
    "Seat",
    "built_in_player",
    "new_player",
    "play_out",
    "player_names",
    "players_of",
    "thinker",
]
