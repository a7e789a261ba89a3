"""History: one page per day, and front lines that fit every board."""

from __future__ import annotations

import json
from datetime import date, timedelta
from importlib import resources

import pytest

import ardennes
from ardennes import history
from ardennes.board.drawing import drawing_of
from ardennes.games import find, game_ids, planned


def test_there_is_a_page_for_every_day_of_the_battle() -> None:
    first = date(1944, 12, 16)
    assert [day.date for day in history.days()] == [(first + timedelta(days=n)).isoformat() for n in range(18)]
    for day in history.days():
        assert day.title and day.ground and day.sky
        assert day.flying in ("none", "poor", "limited", "good")
        assert 40 <= len(day.summary.split()) <= 140, day.date
        assert len(day.events) >= 5
        assert all(event.what and event.place and event.source for event in day.events)


def test_a_day_without_a_line_of_its_own_shows_the_one_before() -> None:
    assert history.front("1944-12-15") is None
    for asked, drawn in {"1944-12-16": "1944-12-16", "1944-12-23": "1944-12-22", "1945-02-01": "1945-01-02"}.items():
        front = history.front(asked)
        assert front is not None and front.date == drawn


def test_bastogne_is_a_pocket_from_the_21st_to_the_24th() -> None:
    held = {day for day, front in history.fronts().items() if any("Bastogne" in p.name for p in front.pockets)}
    assert held == {"1944-12-21", "1944-12-22", "1944-12-24"}
    for front in history.fronts().values():
        assert {pocket.holder for pocket in front.pockets} <= {"german", "allied"}
        assert {pocket.kind for pocket in front.pockets} <= {"pocket", "salient"}


@pytest.mark.parametrize("game", [*game_ids(), *(plan.id for plan in planned())])
def test_the_front_of_every_day_crosses_every_board(game: str) -> None:
    text = resources.files("ardennes.games").joinpath(game, "data", "map.json").read_text(encoding="utf-8")
    drawing = drawing_of(json.loads(text))
    assert drawing.has_geography
    for front in history.fronts().values():
        points = [drawing.from_degrees(lat, lon) for line in front.lines for lon, lat in line]
        on_sheet = [p for p in points if 0 <= p[0] <= drawing.width and 0 <= p[1] <= drawing.height]
        assert len(on_sheet) > 10, front.date


def test_the_front_overlay_follows_the_days_of_the_game() -> None:
    seen = set()
    for turn in (1, 7, 10):
        data = ardennes.new("bulge", seed=1).position()
        data.pop("frames", None)
        match = ardennes.load_position(data | {"turn": turn, "phase": "german-movement"}, seed=1)
        shown = match.overlay("front")
        assert shown["lines"] and all(line["style"] == "front" and len(line["points"]) > 1 for line in shown["lines"])
        drawing = find("bulge").drawing
        assert drawing is not None
        for line in shown["lines"]:
            assert all(0 <= x <= drawing.width + 1 and 0 <= y <= drawing.height + 1 for x, y in line["points"])
        seen.add(json.dumps(shown))
    assert len(seen) == 3


def test_on_the_first_evening_the_front_of_history_runs_between_the_set_up_lines() -> None:
    """The line of 16 December is within two hexes of where both sides start."""
    match = ardennes.new("bulge", seed=1)
    drawing = match.game.drawing
    assert drawing is not None
    line = [point for row in match.overlay("front")["lines"] if row["side"] is None for point in row["points"]]
    near = 0
    places = [p["at"] for p in match.view()["pieces"] if p["side"] == "allied" and p["at"] in match.game.board.index]
    for place in places:
        x, y = drawing.centre_of(place)
        near += min(abs(x - px) + abs(y - py) for px, py in line) < 250
    assert near >= len(places) * 0.7
