"""How the game is told: the sentences of `data/story.yaml`."""

from __future__ import annotations

from ardennes.core.sentences import load_sentences
from ardennes.games.enemy_action.facts import PACKAGE

SENTENCES = load_sentences(
    PACKAGE,
    own=("card", "chit", "formation", "event", "tactic", "reaction", "river"),
)
EVENTS = SENTENCES.events
WORDS = SENTENCES.words
