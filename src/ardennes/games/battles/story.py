"""How the game is told: the sentences of `data/story.yaml`."""

from __future__ import annotations

from ardennes.core.sentences import load_sentences
from ardennes.games.battles.facts import PACKAGE

SENTENCES = load_sentences(PACKAGE, own=("formation", "bridge"))
EVENTS = SENTENCES.events
WORDS = SENTENCES.words
