"""What the server says about the games themselves: the lobby list, the rules, the days of the campaign."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any
from urllib.parse import quote

import orjson

from ardennes import history
from ardennes.board.drawing import drawing_of
from ardennes.core.game import Game, Option, Scenario
from ardennes.core.ledger import ITEM
from ardennes.core.match import new_match
from ardennes.core.programs import LEVELS
from ardennes.games import find, game_ids, planned
from ardennes.players import players_of
from ardennes.server import boardfacts

PLAYERS = {
    "random": ("Random moves", "Makes any legal choice: for trying things out."),
    "recruit": ("Recruit", "Takes the game's own advice: sound moves, no long plans."),
    "cautious": ("Cautious commander", "Plays safe."),
    "bold": ("Bold commander", "Takes risks."),
    "veteran": ("Veteran", "Looks a few turns ahead, for about a second per turn."),
    "general": ("General", "Thinks longest and plays best: several seconds per turn."),
}
"""The programs that the lobby offers, the weakest first."""
USUAL = ("veteran", "recruit")
"""The opponent that is offered first: the first of these that can play the game."""
HUMAN = "human"


def game_list() -> bytes:
    """The games in the lobby as they are sent: those that can be played, the easiest first, then those in preparation."""
    return _game_list(game_ids())


@cache
def _game_list(playable: tuple[str, ...]) -> bytes:
    rows = [_playable(game) for game in sorted(map(find, playable), key=lambda game: game.difficulty)]
    rows += [_planned(game) for game in planned()]
    return orjson.dumps(rows)


def _playable(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "about": game.about,
        "length": game.length,
        "difficulty": game.difficulty,
        "playable": True,
        "sides": [{"id": side, **side_info(game, side)} for side in game.sides],
        "scenarios": [_scenario(scenario) for scenario in game.scenarios],
        "options": [_option(game, option) for option in game.options],
        "players": _players(game),
        "overlays": [
            {"id": o.id, "title": o.title, "key": o.key, "about": o.about, "case": o.case, "of": o.of}
            for o in game.overlays
        ],
        "windows": [{"id": name, "title": title} for name, title in game.reactions.items()],
        "board": boardfacts.images(game.id),
        "far": boardfacts.far_images(game.id),
        "whole": boardfacts.wholes(game.id),
        "picture": cards(game.id),
    }


def side_info(game: Game, side: str) -> dict[str, str]:
    """Title and mark of a side."""
    info = game.side_info.get(side)
    return {"title": info.title, "mark": info.mark} if info else {"title": side.capitalize(), "mark": "none"}


def _planned(game: Any) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "about": game.about,
        "length": game.length,
        "difficulty": game.difficulty,
        "playable": False,
        "sides": [],
        "scenarios": [],
        "options": [],
        "players": [],
        "overlays": [],
        "windows": [],
        "board": boardfacts.images(game.id),
        "far": boardfacts.far_images(game.id),
        "whole": boardfacts.wholes(game.id),
        "picture": cards(game.id),
    }


def _scenario(scenario: Scenario) -> dict[str, Any]:
    return {
        "id": scenario.id,
        "title": scenario.title,
        "turns": scenario.turns,
        "about": scenario.about,
        "window": scenario.window,
        "options": None if scenario.options is None else list(scenario.options),
    }


def _option(game: Game, option: Option) -> dict[str, Any]:
    case = game.ledger.cases.get(option.case)
    return {
        "id": option.id,
        "title": option.title,
        "values": [{"value": value, "label": _label(value)} for value in option.values],
        "default": option.default,
        "about": option.about,
        "case": option.case,
        "case_name": game.ledger.names.get(option.case, option.case),
        "needs": [{"option": other, "value": value} for other, value in option.needs],
        "excludes": [{"option": other, "value": value} for other, value in option.excludes],
        "rule": case.text.replace(f"\n{ITEM}", " ").replace("\n", " ") if case else "",
    }


def _label(value: object) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return str(value).replace("_", " ").capitalize()


def _players(game: Game) -> list[dict[str, Any]]:
    """The programs that can play a game. A commander has a name of its own on each side."""
    offered = players_of(game)
    usual = next(name for name in USUAL if name in offered)
    out = []
    for name in (name for name in PLAYERS if name in offered):
        title, about = PLAYERS[name]
        named = {side: game.temperaments[side][name] for side in game.sides if name in game.temperaments[side]}
        sides = {side: {"title": one.title, "about": one.about} for side, one in named.items() if one.title}
        row = {"id": name, "title": title, "about": about, "sides": sides}
        out.append(row | {"usual": name == usual, "thinks": name in LEVELS})
    return out


def cards(game: str) -> dict[str, str]:
    """The addresses of the small pictures for the lobby."""
    out = {}
    for theme in boardfacts.THEMES:
        found = boardfacts.card(game, theme)
        if found is None and boardfacts.picture(game, theme):
            return boardfacts.images(game)  # a board that has not been drawn yet
        mark = f"?v={found[1]}" if found else ""
        out[theme] = f"/api/games/{game}/cards/{theme}.webp{mark}"
    return out


@cache
def things(game: str) -> bytes:
    """What is printed on cards, chits, formations and boxes, as it is sent."""
    found = find(game)
    plain = {"text": "", "kind": "", "side": None}
    named = {case: {"title": name, **plain} for case, name in found.ledger.names.items() if name != case}
    return orjson.dumps({**found.printed_things, "case": named})


@cache
def briefings(game: str) -> bytes:
    """What a newcomer should read, by scenario and side, as it is sent; nothing if the game has no briefings."""
    one = find(game)
    try:
        found = one.briefings
    except (OSError, TypeError):  # no such file, or a game that is not a package
        return orjson.dumps({})
    return orjson.dumps({s.id: {side: found.of(s.id, side).plain() for side in one.sides} for s in one.scenarios})


@cache
def board(game: str) -> tuple[bytes, str] | None:
    """The facts of a board as they are sent, and their ETag; None if there is no such board."""
    data = boardfacts.board_data(game)
    return None if data is None else boardfacts.encoded(game, _fronts(data))


def _fronts(data: dict[str, Any]) -> dict[str, Any]:
    """The historical fronts in the units of the drawing, by day."""
    drawing = drawing_of(data)
    if not drawing.has_geography:
        return {}
    return {
        date: {"lines": [[_rounded(drawing.from_degrees(lat, lon)) for lon, lat in line] for line in front.lines]}
        for date, front in history.fronts().items()
    }


def _rounded(xy: tuple[float, float]) -> list[float]:
    return [round(xy[0], 1), round(xy[1], 1)]


@cache
def printed(game: Game) -> tuple[bytes, str]:
    """What is printed on the pieces of a game, as it is sent, and a digest of it. Tables are sent without it."""
    body = orjson.dumps(game.printed)
    return body, hashlib.sha256(body).hexdigest()[:16]


def printed_address(game: Game) -> str:
    """Where to get that. It never changes: a game whose pieces change, or that is played by earlier rules, has another address."""
    return f"/api/games/{game.id}/pieces?rules={quote(game.rules_version)}&v={printed(game)[1]}"


@cache
def rules(game: str) -> bytes:
    """The rules of a game case by case and its glossary, as they are sent."""
    ledger = find(game).ledger
    cases = [
        {
            "case": case.number,
            "name": ledger.names[case.number],
            "title": case.title,
            "kind": case.kind,
            "text": case.text,
            "tables": [{"title": t.title, "columns": t.columns, "rows": t.rows} for t in case.tables],
            "reading": case.reading,
            "checks": [check.text for check in case.checks],
            "depends": case.depends,
            "source": case.source,
        }
        for case in ledger
    ]
    glossary = [{"term": term, "meaning": meaning} for term, meaning in ledger.glossary.items()]
    return orjson.dumps({"title": find(game).title, "cases": cases, "glossary": glossary})


@cache
def days() -> bytes:
    """The days of the campaign, as they are sent."""
    return orjson.dumps(
        [
            {
                "date": day.date,
                "title": day.title,
                "weather": _sentence(day.ground, day.sky),
                "ground": day.ground,
                "sky": day.sky,
                "flying": day.flying,
                "summary": day.summary,
                "events": [
                    {"time": e.time, "place": e.place, "text": e.what, "units": e.units, "source": e.source}
                    for e in day.events
                ],
            }
            for day in history.days()
        ]
    )


def _sentence(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def tag(body: bytes) -> str:
    """The ETag of an answer."""
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def warm() -> None:
    """Load all games, so that the first table of each is set up as fast as the others."""
    for name in game_ids():
        game = find(name)
        match = new_match(game)
        for side in (*game.sides, None):
            match.view(side)
        assert game.ledger.sequence_case
