"""Helpers for tests of combat: a fight on the open ground west of Bastogne, at any of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ardennes import Match
from ardennes.core.names import bits
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.state import EnemyActionState
from tests.rules.enemy_action.table import offered, play, situation, state

CARDLESS: dict[str, Any] = {"pile": {"german": [42], "allied": [19]}}
"""Both sides have cards to come, but none in hand: nobody is asked for tactics."""
OTHER = {"german": "allied", "allied": "german"}


def stack(side: str, *more: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The stack in the combat part of an activation."""
    return [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": side, "stage": 1},
        {"frame": "Activation", "side": side, "stage": 5},
        {"frame": "Combat", "side": side},
        *(dict(frame) for frame in more),
    ]


def combat(units: Mapping[str, str], side: str = "german", day: int = 21, **more: Any) -> Match:
    """The active side is asked whom it attacks; all its units are active unless `active` says otherwise."""
    prefix = ("de-",) if side == "german" else ("us-", "uk-")
    more.setdefault("active", [u for u in units if u.startswith(prefix)])
    more.setdefault("mode", "formation")
    more.setdefault("impulses", {"german": 5, "allied": 5})
    if "hand" not in more:
        more = CARDLESS | more
    return situation("", units, day=day, frames=stack(side), **more)


def declare(match: Match, target: str, *attackers: str) -> Match:
    """An attack by these units, or by all that can."""
    match.play("target", target)
    if not attackers:
        return play(match, "all" if offered(match, "all") else "ready")
    for unit in attackers:
        if unit in offered(match, "join"):
            match.play("join", unit)
    return play(match, "ready")


def draw(match: Match, *chits: int) -> Match:
    """These chits are drawn."""
    return play(match, *(("chit", f"chit-{n:02}") for n in chits))


def struck(
    units: Mapping[str, str],
    target: str,
    hits: tuple[int, int],
    side: str = "german",
    attackers: Iterable[str] = (),
    day: int = 21,
    **more: Any,
) -> Match:
    """A fight whose chits are drawn, with hits on the attacker and on the defender; all units of the side attack, all in the hex defend."""
    prefix = ("de-",) if side == "german" else ("us-", "uk-")
    mine = list(attackers) or [u for u in units if u.startswith(prefix)]
    theirs = [u for u, at in units.items() if at == target and u not in more.get("retreated", ())]
    steps: list[dict[str, Any]] = [{"frame": "Advance", "side": side}, {"frame": "Absorb", "side": side}]
    if hits[0]:
        steps.append({"frame": "Losses", "side": side, "left": 1})
    if hits[1]:
        steps.append({"frame": "Respond", "side": OTHER[side]})
    fields: dict[str, Any] = {
        "active": mine,
        "mode": "formation",
        "impulses": {"german": 5, "allied": 5},
        "target": target,
        "attackers": mine,
        "attacked": mine,
        "defenders": theirs,
        "defended": [*theirs, *more.get("retreated", ())],
        "hits": {side: hits[0], OTHER[side]: hits[1]},
    }
    return situation("", units, day=day, frames=stack(side, *steps), **(CARDLESS | fields | more))


def planned(
    units: Mapping[str, str],
    target: str,
    side: str = "german",
    attackers: Iterable[str] = (),
    tactics: Mapping[str, Iterable[str]] | None = None,
    **more: Any,
) -> EnemyActionState:
    """The state of a declared fight before the draw, for pure functions."""
    prefix = ("de-",) if side == "german" else ("us-", "uk-")
    mine = list(attackers) or [u for u in units if u.startswith(prefix)]
    s = state(combat(units, side, **more)).clone()
    s.target = f.HEX[target]
    s.attackers = bits(f.UNIT[u] for u in mine)
    s.defenders = s.units_at(s.target, f.SIDES.index(OTHER[side])) & ~s.retreated
    s.attacked |= s.attackers
    s.defended |= s.defenders
    for name, some in (tactics or {}).items():
        who = f.SIDES.index(name)
        s.tactics[who] = bits(f.TACTIC[t] for t in some)
        s.plays[who] = s.tactics[who].bit_count()
    return s


def names(units: int) -> set[str]:
    """The names of a set of units."""
    return set(f.UNIT_NAMES.list_of(units))


def hexes(places: Iterable[int]) -> set[str]:
    """The names of hexes."""
    return {f.HEX_NAMES.names[p] for p in places}


def over(match: Match) -> bool:
    """Is the combat part of the activation over?"""
    return not any(type(frame).__name__ == "Combat" for frame in state(match).stack)
