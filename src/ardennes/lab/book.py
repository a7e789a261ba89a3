"""Games that were played to measure players, kept in a file line by line: a run that was stopped goes on, and no game is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

from ardennes.core.errors import BadInput
from ardennes.core.game import Game
from ardennes.lab.contest import Played
from ardennes.lab.places import Visit

Pair = tuple[str, str]
"""The players of first and second side."""


class Book:
    """The games of one ladder, by pair and number. The first line of its file says which game, scenarios and seed they are of; each
    other line is a game."""

    def __init__(self, path: Path | None, game: Game, scenario: str, seed: str) -> None:
        self._path = path
        self._game = game
        self._of = {"game": game.id, "scenario": scenario, "seed": seed}
        self.games: dict[Pair, dict[int, Played]] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        try:
            head, *rows = list(whole_lines(path))
            if head != self._of:
                raise BadInput("these games are of another game, scenario or seed", where=str(path))
            for row in rows:
                self._keep(row["first"], row["second"], row["number"], _played(self._game, row))
        except BadInput:
            raise
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadInput(f"cannot continue from this file: {error}", where=str(path)) from None

    def _keep(self, first: str, second: str, number: int, played: Played) -> None:
        self.games.setdefault((first, second), {})[number] = played

    def add(self, pair: Pair, number: int, played: Played) -> None:
        """Keep a game that has just been played."""
        new = not self.games and (self._path is None or not self._path.exists())
        self._keep(*pair, number, played)
        if self._path is not None:
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                for line in ([self._of] if new else []) + [_row(self._game, pair, number, played)]:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")


def whole_lines(path: Path) -> Iterator[Any]:
    """The lines of a file. One that was being written when a run was killed is cut off."""
    text = path.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    if len(whole) < len(text):
        path.write_bytes(whole)
    if not whole:
        raise ValueError("it is empty")
    for line in whole.decode("utf-8").splitlines():
        yield json.loads(line)


def _row(game: Game, pair: Pair, number: int, played: Played) -> dict[str, Any]:
    first, second = pair
    row: dict[str, Any] = {"first": first, "second": second, "number": number, "score": played.score}
    row |= {"level": played.level, "points": played.points, "turns": played.turns, "course": played.course}
    if played.visits:
        row["visits"] = [
            {side: astuple(visit) for side, visit in zip(game.sides, visits, strict=True)} for visits in played.visits
        ]
    return row


def _played(game: Game, row: dict[str, Any]) -> Played:
    visits = tuple(tuple(Visit(*sides[side]) for side in game.sides) for sides in row.get("visits", ()))
    course = tuple((int(turn), int(points)) for turn, points in row["course"])
    return Played(float(row["score"]), row["level"], int(row["points"]), int(row["turns"]), course, visits)
