"""How the game is told: the sentences of `data/story.yaml`."""

from __future__ import annotations

from ardennes.core.sentences import read_sentences
from ardennes.games.enemy_action.facts import data_text

SENTENCES = read_sentences(
    data_text("story.yaml"),
    "enemy_action/story.yaml",
    own=("card", "chit", "formation", "event", "tactic", "reaction", "river"),
)
EVENTS = SENTENCES.events
WORDS = SENTENCES.words
