"""A game's sentences, read from `data/story.yaml`: one entry per event, and the words that fill gaps of the game's own.

    events:
      moves: {text: "{unit} moved from {from} to {to}.", of: [unit, from, to], case: "10.0"}
      goes_on: {text: "By nightfall the Germans had {points}; {1} would have won.", of: [points, text], case: "3.0", nobody: true}
    words:
      points: {1: 1 point, else: "{} points"}

`of` is what the event tells, in the order of `State.tell`: kinds of gaps as in `story.Event`, or `from` and `to`, two places that make it
the move of its `unit`. A template names a gap by its kind or, if there are several of that kind, by its number. The other keys are the
fields of `story.Event`; the dice and hits of a `handful` are named like gaps. `words` has a text for each value that such a gap can have;
`else`, in which {} stands for the value, is for all others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from ardennes.core import plainfile
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.roster import data_text
from ardennes.core.story import GAPS, Event, Words

_KEYS = ("text", "of", "case", "combat", "roll", "handful", "draw", "to", "nobody")
_PLACES = ("from", "to")


class Sentences(NamedTuple):
    """What `data/story.yaml` holds: for `Game.events` and `Game.words`."""

    events: dict[str, Event]
    words: dict[str, Words]


def load_sentences(package: str, own: Collection[str] = ()) -> Sentences:
    """The sentences of a game's package. `own`: the kinds of gaps that are in `Game.tables` or that only its `Game.fill` knows."""
    return read_sentences(data_text(package, "story.yaml"), f"{package.rpartition('.')[2]}/story.yaml", own)


def read_sentences(text: str, where: str, own: Collection[str] = ()) -> Sentences:
    """Read the sentences; BadInput with the line of the first mistake."""
    data, lines = plainfile.parse(text, where)
    if not isinstance(data, dict) or not isinstance(data.get("events"), dict) or data.keys() - {"events", "words"}:
        raise BadInput("expected events and words", where=where)
    words: dict[str, Words] = data.get("words") or {}
    for word, texts in words.items():
        if not isinstance(texts, dict) or not all(isinstance(t, str) for t in texts.values()):
            line = lines["words", word]
            raise BadInput(f"the word {brief(word)} needs a text for each value, or 'else'", where=f"{where}:{line}")
    events = {}
    for kind, row in data["events"].items():
        try:
            events[kind] = _event(row, (*GAPS, *_PLACES, *words, *own))
        except BadInput as error:
            raise BadInput(error.message, where=f"{where}:{lines['events', kind]}: {kind}") from None
    return Sentences(events, words)


def _event(row: Any, known: Sequence[str]) -> Event:
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise BadInput("an event needs a text")
    for key in row:
        if key not in _KEYS:
            raise BadInput(f"unknown key {brief(key)}; {one_of(_KEYS)}")
    more = dict(row)
    of = more.pop("of", [])
    for gap in of:
        if gap not in known:
            raise BadInput(f"unknown kind of gap {brief(gap)}; {one_of(known, most=40)}")
    if any(gap in _PLACES for gap in of):
        if not {"unit", *_PLACES} <= set(of):
            raise BadInput("a move needs unit, from and to")
        more["moves"] = tuple(of.index(gap) for gap in ("unit", *_PLACES))
    more["text"] = _numbered(more["text"], of)
    for key in ("roll", "draw"):
        if key in more:
            more[key] = tuple(_numbered(template, of) for template in more[key])
    if "handful" in more:
        *templates, dice, hits = more["handful"]
        more["handful"] = (*(_numbered(t, of) for t in templates), _number(dice, of), _number(hits, of))
    more["case"] = str(more.get("case", ""))
    return Event(gaps=tuple("place" if gap in _PLACES else gap for gap in of), **more)


def _numbered(template: str, of: Sequence[str]) -> str:
    """A template with the numbers of its gaps in place of their kinds."""

    return re.sub(r"\{(\w*)\}", lambda gap: f"{{{_number(gap[1], of)}}}", template)


def _number(name: str | int, of: Sequence[str]) -> int:
    """The number of a gap that is named by its kind or by its number."""
    text = str(name)
    if text.isdigit():
        return int(text)
    if of.count(text) != 1:
        raise BadInput(f"the gap {{{text}}} is {'ambiguous' if text in of else 'unknown'}; the event tells {list(of)}")
    return of.index(text)
