"""The log: paragraphs by phase."""

from __future__ import annotations

import io

import ardennes
from ardennes.core.story import Sentence
from ardennes.terminal.screen import Screen
from ardennes.terminal.wording import heading, log_lines


def test_what_one_choice_sets_off_is_told_under_the_phases_in_which_it_happened() -> None:
    match = ardennes.new("enemy_action", seed=7)
    match.play(*match.choices[0])
    told = [
        Sentence(1, 1, "german-impulse", "The last card is played."),
        Sentence(1, 1, "end", "The day ends."),
        Sentence(1, 2, "reserves", "New units come."),
        Sentence(1, 2, "cards", "A card is drawn."),
        Sentence(1, 2, "cards", "A card is drawn."),
    ]
    lines = [line.plain for line in log_lines(match, told, {}, Screen(out=io.StringIO()))]
    titles = [match.game.phase_title(phase) for phase in ("german-impulse", "end", "reserves", "cards")]
    assert lines == [
        f"{titles[0]}: The last card is played.",
        f"{titles[1]}: The day ends.",
        f"17 Dec, {titles[2]}: New units come.",
        f"{titles[3]}: A card is drawn. (2 times)",
    ]


def test_a_long_track_above_the_map_is_broken_at_words() -> None:
    screen = Screen(out=io.StringIO())
    tracks = [{"title": "Ground", "text": "mud"}, {"title": "Surprise", "text": " ".join(["weather"] * 30)}]
    view = {"turn": {"number": 1, "of": 12}, "phase_title": "Supply", "tracks": tracks}
    lines = [line.plain for line in heading(view, (), screen)]
    assert len(lines) > 3 and max(map(len, lines)) <= screen.width
    assert set(" ".join(lines[1:]).split()) == {"Ground", "mud;", "Surprise", "weather"}
