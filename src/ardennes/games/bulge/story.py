"""How the game is told: the sentences of `data/story.yaml`, those for the results of fights, and the words for air missions."""

from __future__ import annotations

from dataclasses import replace

from ardennes.core.sentences import load_sentences
from ardennes.core.story import Event, listed
from ardennes.core.wording import counted
from ardennes.games.bulge.facts import OUTCOMES, PACKAGE, SUPPORT

SENTENCES = load_sentences(PACKAGE, own=("flights",))
EVENTS = SENTENCES.events | {
    f"result-{label}": Event(
        f"A roll of {{0}} in column {{1}}: {words['told']}.",
        ("die", "text", "unit"),
        f"12.2-{label}",
        combat=True,
        roll=(f"Column {{1}}: {label}", words["text"]),
    )
    for label, words in OUTCOMES.items()
}
EVENTS["result-Ex"] = replace(
    EVENTS["result-Ex"],
    gaps=(*EVENTS["result-Ex"].gaps, "text"),
    roll=("Column {1}: Ex", "defender destroyed, attackers lose {3}"),
)
_FLIGHTS = ("patrol", "interdiction mission", "ground support mission", "supply mission")


def flights(*flown: int) -> str:
    """Missions by kind, and how much ground support enemy patrols drove off."""
    *missions, left = flown
    found = [counted(n, kind) for n, kind in zip(missions, _FLIGHTS, strict=True) if n]
    stopped = missions[SUPPORT] - left
    off = f"; {counted(stopped, _FLIGHTS[SUPPORT])} {'was' if stopped == 1 else 'were'} driven off" if stopped else ""
    return (listed(found) if found else "no missions") + off
