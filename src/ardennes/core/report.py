"""How a match has gone: points turn by turn, losses, the luck of the dice, and the fights that mattered. For a page at the end of a game,
or in the middle of one.

It is made of what a side may see at each moment, and of dice that are rolled in the open, so it holds no secrets. A `moment` is a number in
the list of `Match.moments`: how many choices others have made in secret is nobody's business.

{"title": "German VP", "points": [{"turn": 1, "date": "16 Dec", "points": 3, "moment": 40, "marks": [...], "lost": {"german": 1, ...}}],
 "losses": [{"side": "german", "units": 2, "steps": 5}], "unit": "hit",
 "luck": [{"side": "german", "dice": 31, "got": 24.0, "expected": 20.4}],
 "fights": [{"moment": 38, "turn": 2, "date": "17 Dec", "title": "Attack on 106 Inf", "place": "0804", "by": "german",
             "lost": {"german": 0, "allied": 2}, "points": 3, "luck": 0.8}]}
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ardennes.core.decision import CHANCE
from ardennes.core.names import each
from ardennes.core.placed import PlacedState
from ardennes.core.state import named_in

if TYPE_CHECKING:
    from ardennes.core.game import Game
    from ardennes.core.match import Match
    from ardennes.core.state import State

_FIGHTS = 8
"""How many fights are told of."""
_POINT = 2.0
"""How many steps a victory point counts for when fights are compared."""
LOST = "eliminated"
"""The box of units that were destroyed."""


@dataclass(slots=True)
class _Fight:
    """One fight: from its first die to the next fight or the end of the phase."""

    start: int
    turn: int
    title: str
    place: str
    by: int
    key: tuple[Any, ...]
    luck: float = 0.0
    end: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    points: float = 0


def report(match: Match, side: str | None) -> dict[str, Any]:
    """How the match has gone, as a side (None: a spectator) may know it."""
    game = match.game
    luck, fights = _dice(match)
    starts = _turn_starts(match)
    stops = sorted({*starts.values(), *(f.start for f in fights), *(f.end for f in fights), match.count})
    seen = {count: _standing(game, then, side) for count, then in zip(stops, match.walk_through(stops), strict=True)}
    for one in fights:
        before, after = seen[one.start], seen[one.end]
        one.lost = {name: after.steps[name] - before.steps[name] for name in game.sides}
        one.points = after.points - before.points
    now = seen[match.count]
    when = match.moments(side)

    def moment(count: int) -> int:
        return max(0, bisect_right(when, count) - 1)

    return {
        "title": now.title,
        "points": _curve(match, starts, seen, moment),
        "losses": [{"side": name, "units": now.units[name], "steps": now.steps[name]} for name in game.sides],
        "unit": game.luck_unit,
        "luck": [
            {"side": name, "dice": n, "got": round(got, 2), "expected": round(expected, 2)}
            for name, (n, got, expected) in zip(game.sides, luck, strict=True)
        ],
        "fights": [_told(game, one, moment(one.start)) for one in _mattered(fights)],
    }


# --- the dice ----------------------------------------------------------------------------------------------------------------------------


def _dice(match: Match) -> tuple[list[tuple[int, float, float]], list[_Fight]]:
    """For each side how many dice it rolled in fights, what they brought and what was to be expected; and the fights."""
    game = match.game
    sums = [[0, 0.0, 0.0] for _ in game.sides]
    fights: list[_Fight] = []
    choices = match.record.choices()
    rolls = [n for n, (by, _, _) in enumerate(choices) if by == CHANCE]
    for n, then in zip(rolls, match.walk_through(rolls), strict=True):
        s = then.state
        found = s.stack[-1].luck(s)
        if found is None:
            continue
        who, values = found
        got, expected = _outcome(s, choices[n][2], values)
        sums[who] = [sums[who][0] + 1, sums[who][1] + got, sums[who][2] + expected]
        fight = _fight_at(game, s, n, who)
        if fights and fights[-1].key == fight.key:
            fight = fights[-1]
        else:
            fights.append(fight)
        fight.luck += (got - expected) * (1 if fight.by == who else -1)
    phases = [count for count, _, _ in match.phases]
    for i, one in enumerate(fights):
        ends = [count for count in phases if count > one.start][:1] + [after.start for after in fights[i + 1 : i + 2]]
        one.end = min(ends, default=match.count)
    return [(int(n), got, expected) for n, got, expected in sums], fights


def _outcome(s: State, argument: Any, values: Sequence[float]) -> tuple[float, float]:
    """What a die brought, and what was to be expected of it."""
    assert s.decision is not None
    ((verb, outcomes),) = s.decision.raw.items()
    table = s.tables.get(verb)
    some = outcomes if table is None else each(outcomes)
    raw = argument if table is None else table.index[argument]
    weights = s.decision.weights or (1,) * len(some)
    mean = sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)
    return values[list(some).index(raw)], mean


def _fight_at(game: Game, s: State, start: int, who: int) -> _Fight:
    """The fight that a die belongs to: as its frame previews it, or as the frame itself tells."""
    top = s.stack[-1]
    turn = game.clock(s)[0]
    preview = top.preview(s)
    if preview is not None:
        by = next((game.sides.index(one["side"]) for one in preview["sides"] if one["role"] == "attack"), who)
        key = (turn, by, preview["place"], *preview["attackers"])
        return _Fight(start, turn, preview["title"], preview["place"], by, key)
    assert s.decision is not None
    place = ""
    if isinstance(s, PlacedState):
        attacked = s.places_of(named_in(top, "unit") & ~s.roster.of_side[who])
        place = game.place_name(attacked.bit_length() - 1) if attacked else ""
    return _Fight(start, turn, s.decision.prompt, place, who, (turn, top))


def _mattered(fights: Sequence[_Fight]) -> list[_Fight]:
    """The fights that changed most, in the order in which they were fought."""

    def weight(one: _Fight) -> float:
        return sum(one.lost.values()) + _POINT * abs(one.points)

    best = sorted((one for one in fights if weight(one) > 0), key=weight, reverse=True)[:_FIGHTS]
    return sorted(best, key=lambda one: one.start)


def _told(game: Game, one: _Fight, moment: int) -> dict[str, Any]:
    return {
        "moment": moment,
        "turn": one.turn,
        "date": game.day_of(one.turn),
        "title": one.title,
        "place": one.place,
        "by": game.sides[one.by],
        "lost": one.lost,
        "points": one.points,
        "luck": round(one.luck, 2),
    }


# --- points and losses -------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Standing:
    """What the board says at a moment."""

    title: str
    points: float
    marks: list[dict[str, Any]]
    units: dict[str, int]
    steps: dict[str, int]


def _standing(game: Game, match: Match, side: str | None) -> _Standing:
    view = match.view(side)
    units = dict.fromkeys(game.sides, 0)
    steps = dict.fromkeys(game.sides, 0)
    for piece in view["pieces"]:
        left, full = piece.get("steps") or (1, 1)
        gone = piece["at"] == LOST
        units[piece["side"]] += gone
        steps[piece["side"]] += full if gone else full - left
    gauge = view["gauge"] or {"title": "", "value": 0, "marks": []}
    return _Standing(gauge["title"], gauge["value"], gauge["marks"], units, steps)


def _turn_starts(match: Match) -> dict[int, int]:
    """The number of choices before each turn."""
    out: dict[int, int] = {}
    for count, turn, _ in match.phases:
        out.setdefault(turn, count)
    return out


def _curve(
    match: Match, starts: dict[int, int], seen: dict[int, _Standing], moment: Callable[[int], int]
) -> list[dict[str, Any]]:
    """The points at the end of each turn; of the last one, as they are now."""
    turns = list(starts)
    out = []
    for turn, after in zip(turns, [*turns[1:], None], strict=True):
        count = match.count if after is None else starts[after]
        found = seen[count]
        out.append(
            {
                "turn": turn,
                "date": match.game.day_of(turn),
                "points": found.points,
                "moment": moment(count),
                "marks": found.marks,
                "lost": found.steps,
            }
        )
    return out
