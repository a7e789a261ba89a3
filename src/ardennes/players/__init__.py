"""Who answers. A player is anything with `choose(seat)`; a seat gives it the decision, the view and `imagine`, and nothing else."""

from ardennes.players.seat import Player, Seat, play_out
from ardennes.players.simple import GreedyPlayer, RandomPlayer, new_player, player_names

__all__ = ["GreedyPlayer", "Player", "RandomPlayer", "Seat", "new_player", "play_out", "player_names"]
