"""A game's sentences come from `data/story.yaml`, and a mistake in it is found when it is read."""

from __future__ import annotations

import pytest

from ardennes.core.errors import BadInput
from ardennes.core.sentences import read_sentences
from ardennes.core.story import Event, word_for
from ardennes.games import find, game_ids

GOOD = """
words:
  points: {1: 1 point, else: "{} points"}
events:
  moves: {text: "{unit} moved to {to}.", of: [unit, from, to], case: 10.0, combat: true}
  wins: {text: "{points}: {1} against {2}.", of: [points, text, text], nobody: true}
  rolls: {text: "A {die}.", of: [die], roll: ["Mist", "a {die}"]}
  fires: {text: "{unit} fired.", of: [unit, text, points], handful: ["{unit}", "{points}", text, points]}
"""


def test_sentences_become_events() -> None:
    events, words = read_sentences(GOOD, "toy/story.yaml")
    gaps = ("unit", "place", "place")
    assert events["moves"] == Event("{0} moved to {2}.", gaps, "10.0", combat=True, moves=(0, 1, 2))
    assert events["wins"] == Event("{0}: {1} against {2}.", ("points", "text", "text"), nobody=True)
    assert events["rolls"] == Event("A {0}.", ("die",), roll=("Mist", "a {0}"))
    assert events["fires"] == Event("{0} fired.", ("unit", "text", "points"), handful=("{0}", "{2}", 1, 2))
    assert [word_for(words["points"], n) for n in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "{to}.",
            "{too}.",
            "toy/story.yaml:5: moves: the gap {too} is unknown; the event tells ['unit', 'from', 'to']",
        ),
        ("{1} against", "{text} against", "toy/story.yaml:6: wins: the gap {text} is ambiguous"),
        ("{1} against", "{7} against", "toy/story.yaml:6: wins: '{0}: {7} against {2}.': there is no gap {7}"),
        ("{1} against", "{1 against", "toy/story.yaml:6: wins: "),
        ("of: [die]", "of: [dye]", "toy/story.yaml:7: rolls: unknown kind of gap 'dye'; allowed: unit, units, place"),
        ("A {die}.", "A {die", "toy/story.yaml:7: rolls: "),
        ("of: [die]", "of: [text]", "toy/story.yaml:7: rolls: the gap {die} is unknown"),
        ("nobody: true", "nobdy: true", "toy/story.yaml:6: wins: unknown key 'nobdy'; allowed: text, of, case"),
        ("nobody: true", "to: owner", "toy/story.yaml:6: wins: '{0}: {1} against {2}.': needs a gap of kind side"),
        ("[unit, from, to]", "[from, to]", "toy/story.yaml:5: moves: a move needs unit, from and to"),
        ('text: "A {die}."', "says: nothing", "toy/story.yaml:7: rolls: an event needs a text"),
        ("points: {1:", "points: [", "toy/story.yaml:3: not YAML"),
        ('else: "{} points"', "else: 2", "toy/story.yaml:3: the word 'points' needs a text for each value, or 'else'"),
        ("text, points]}", "hits, points]}", "toy/story.yaml:8: fires: the gap {hits} is unknown; the event tells"),
        (
            "text, points]}",
            "text, 7]}",
            "toy/story.yaml:8: fires: '{0} fired.': there is no gap 7 for a handful of dice",
        ),
        ("words:", "more:", "toy/story.yaml: expected events and words"),
    ],
)
def test_a_mistake_is_found_with_its_line(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BadInput) as error:
        read_sentences(GOOD.replace(old, new), "toy/story.yaml")
    assert str(error.value).startswith(message)


def test_the_gaps_of_the_games_own_are_named() -> None:
    card = GOOD + '  plays: {text: "{card}.", of: [card]}\n'
    assert read_sentences(card, "toy/story.yaml", own=("card",)).events["plays"].gaps == ("card",)
    with pytest.raises(BadInput, match="unknown kind of gap 'card'"):
        read_sentences(card, "toy/story.yaml")


def test_a_value_without_a_word_is_an_error() -> None:
    with pytest.raises(BadInput, match="no word for 'fog'"):
        word_for({"mist": "misty"}, "fog")


@pytest.mark.parametrize("template", ["{3}", "{x}", "{", "{}"])
def test_an_event_whose_template_does_not_fit_is_refused(template: str) -> None:
    with pytest.raises(BadInput):
        Event(f"{template} moved.", ("unit",))


@pytest.mark.parametrize("game", game_ids())
def test_every_kind_of_gap_can_be_filled(game: str) -> None:
    found = find(game)
    assert set(found.words) <= {gap for event in found.events.values() for gap in event.gaps}, "no word is left over"
