"""Finds hexes by their features, and works out costs and supply from the rules, step by step and independently of the game's code.

Nothing here calls the game's movement or supply code: it is what they are compared with. Only the map, the charts and the counters are
read from the game, so that the tests survive a new compilation of the map.
"""

from __future__ import annotations

import heapq
import importlib.util
import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any, TypeVar

import pytest

from ardennes import Match, board
from ardennes.games.bulge import facts
from ardennes.games.bulge.facts import BOARD, COLUMNS, CRTS, SIDES, TABLES
from ardennes.games.bulge.sequence import GameTurn
from tests.rules.bulge.counters import UNITS, UnitFacts
from tests.rules.bulge.table import offered, situation

T = TypeVar("T")
PRIORITY = ("heavy", "light", "rough", "clear")


def first(found: Iterable[T]) -> T:
    """The first that fits; the map or the counters must have one."""
    for one in found:
        return one
    raise AssertionError("nothing on the map or among the counters fits this test")


# --- units -------------------------------------------------------------------------------------------------------------------------------


def units(wanted: Callable[[UnitFacts], bool]) -> list[str]:
    return [u.id for u in UNITS if wanted(u)]


def facts_of(unit: str) -> UnitFacts:
    return next(u for u in UNITS if u.id == unit)


def unit(side: str, *, cf: int | None = None, mech: bool | None = None, nation: str = "", but: str = "") -> str:
    """A unit of a side with these marks."""
    number = SIDES.index(side)
    return first(
        u.id
        for u in UNITS
        if u.side == number
        and u.id != but
        and (cf is None or u.cf == cf)
        and (mech is None or u.mech == mech)
        and (not nation or u.nation == nation)
        and (u.edge or u.start)
    )


PANZER = unit("german", cf=7, mech=True)
GRENADIERS = unit("german", cf=3, mech=False)
US_ARMOR = unit("allied", cf=5, mech=True, nation="US")
US_INFANTRY = unit("allied", cf=4, mech=False, nation="US")
US_INFANTRY_2 = unit("allied", cf=4, mech=False, nation="US", but=US_INFANTRY)
US_STRONGEST = max(UNITS, key=lambda u: u.cf * (u.nation == "US")).id
WEAK_GERMAN = unit("german", cf=2)
US_RECON = first(u.id for u in UNITS if u.type == "recon" and u.nation == "US")


# --- the map -----------------------------------------------------------------------------------------------------------------------------

HEXES: tuple[str, ...] = tuple(BOARD.index)


def what(a: str, b: str) -> dict[str, Any]:
    """What lies on the side between two neighbours."""
    return dict(BOARD.sides.get((BOARD.index[a], BOARD.index[b]), {}))


@cache
def around(a: str) -> tuple[str, ...]:
    here = BOARD.index[a]
    return tuple(name for name, i in BOARD.index.items() if BOARD.distance(here, i) == 1)


def distance(a: str, b: str) -> int:
    return BOARD.distance(BOARD.index[a], BOARD.index[b])


def place(a: str) -> dict[str, Any]:
    return dict(BOARD.places[BOARD.index[a]])


@cache
def terrain(a: str) -> str:
    return next(t for t in PRIORITY if t in place(a)["terrain"])


@cache
def price(a: str) -> int:
    """2.1, 10.1: MP to enter it off road."""
    return int(TABLES["terrain"][terrain(a)]["mp"])


@cache
def road(a: str, b: str) -> bool:
    return bool(what(a, b).get("road"))


@cache
def river(a: str, b: str) -> bool:
    return bool(what(a, b).get("river"))


def bridge(a: str, b: str) -> bool:
    return bool(what(a, b).get("bridge"))


@cache
def on_road(a: str) -> bool:
    return "road_off" in place(a) or any(road(a, b) for b in around(a))


def off_road(a: str, b: str) -> int:
    """10.1: the price of a step without road."""
    return price(b) + (int(TABLES["terrain"]["more"]["river_mp"]) if river(a, b) else 0)


def inland(a: str) -> bool:
    return len(around(a)) == 6


def pairs() -> Iterator[tuple[str, str]]:
    """All steps from a hex to its neighbour."""
    for a in HEXES:
        for b in around(a):
            yield a, b


@cache
def bridges() -> list[tuple[str, str]]:
    return [(a, b) for a, b in pairs() if bridge(a, b)]


def exits() -> dict[str, int]:
    return {a: int(place(a)["exit"]) for a in HEXES if "exit" in place(a)}


def roads_off(*edges: str) -> list[str]:
    return [a for a in HEXES if place(a).get("road_off") in edges]


EAST = tuple(roads_off("east"))
"""Where German supply comes from."""


# --- costs, worked out here --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ground:
    """What lies in the way of a side: enemy units, enemy markers, interdicted bridges."""

    foes: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    bridges: frozenset[frozenset[str]] = frozenset()

    def zone(self) -> set[str]:
        """9.0."""
        return set(self.foes) | {b for a in self.foes for b in around(a)}

    def by_road(self, a: str, b: str) -> bool:
        """7.2, 10.2, 11.0: is the side usable as a road?"""
        return road(a, b) and not {a, b} & self.marks and frozenset((a, b)) not in self.bridges

    def step(self, a: str, b: str) -> int:
        """10.1, 10.2: the price of a step, without mechanized road movement."""
        return int(TABLES["terrain"]["more"]["road_mp"]) if self.by_road(a, b) else off_road(a, b)


def ground(foes: Collection[str] = (), marks: Collection[str] = (), german: bool = False) -> Ground:
    """The ground for a side; bridges are interdicted for the German only (11.0)."""
    return Ground(frozenset(foes), frozenset(marks), interdicted(foes) if german else frozenset())


def interdicted(allied: Collection[str]) -> frozenset[frozenset[str]]:
    """11.0: bridges of which one hex at least is within three hexes of an Allied unit."""
    return frozenset(side for h in allied for side in _interdicted_from(h))


@cache
def _interdicted_from(h: str) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((a, b)) for a, b in bridges() if min(distance(a, h), distance(b, h)) <= 3)


def cheapest(starts: dict[str, int], limit: int, on: Ground, but: Collection[str] = ()) -> dict[str, int]:
    """The least MP for every hex that can be reached from hexes reached at some price already."""
    zone = on.zone()
    out: dict[str, int] = {}
    queue = [(mp, a) for a, mp in starts.items() if mp <= limit]
    heapq.heapify(queue)
    while queue:
        mp, a = heapq.heappop(queue)
        if a in out:
            continue
        out[a] = mp
        if a in zone:  # 9.1
            continue
        for b in around(a):
            more = mp + on.step(a, b)
            if more <= limit and b not in out and b not in on.foes and b not in but:
                heapq.heappush(queue, (more, b))
    return out


def along_roads(start: str, most: int, on: Ground = Ground()) -> dict[str, int]:  # noqa: B008 (frozen)
    """How many hexes of road lie between, by hex."""
    zone = on.zone()
    out = {start: 0}
    ring = [start]
    for far in range(1, most + 1):
        ring = sorted(
            {b for a in ring if a not in zone for b in around(a) if on.by_road(a, b) and b not in on.foes} - set(out)
        )
        out.update(dict.fromkeys(ring, far))
    return out


def spent(start: str, mp: int, *, mech: bool, on: Ground = Ground()) -> dict[str, int]:  # noqa: B008
    """10.2-1: the least whole MP for every hex in reach; mechanized road movement comes first, and its fractions are dropped."""
    starts = {start: 0}
    if mech and on_road(start):
        starts = {a: far // 5 for a, far in along_roads(start, mp * 5, on).items()}
    return cheapest(starts, mp, on)


def supplied(
    start: str,
    *,
    sources: Collection[str],
    friends: Collection[str] = (),
    on: Ground = Ground(),  # noqa: B008
) -> bool:
    """14.0: five MP to a road, then along roads to a source. Friends open zones and marked hexes; the start is not on the path."""
    if start in on.foes:
        return False
    roads, closed, free = _network(frozenset(sources), frozenset(friends), on)
    if start in roads:
        return True
    near = cheapest({start: 0}, 5, free, but=closed)
    return any(a in roads for a in near)


@cache
def _network(
    sources: frozenset[str], friends: frozenset[str], on: Ground
) -> tuple[frozenset[str], frozenset[str], Ground]:
    """The road hexes connected with a source, the hexes closed to supply, and the ground without zones, which do not stop it."""
    marks = on.marks - friends
    closed = on.foes | (on.zone() - friends) | marks
    free = Ground(frozenset(), marks, on.bridges)
    ring = seen = {a for a in sources if a not in closed}
    while ring:
        ring = {b for a in ring for b in around(a) if free.by_road(a, b) and b not in closed} - seen
        seen = seen | ring
    return frozenset(seen), frozenset(closed), free


# --- situations --------------------------------------------------------------------------------------------------------------------------


def moving(who: str, at: str, mp: int = 5, others: dict[str, str] | None = None, **fields: Any) -> Match:
    """A unit that has been chosen to move, with this many MP left (game turn 2 by default)."""
    side = SIDES[facts_of(who).side]
    bottom = GameTurn.phases()[f"{side}-movement"][0]
    assert isinstance(bottom, GameTurn)
    frames = [
        {"frame": "GameTurn", "step": bottom.step},
        {"frame": "Movement", "side": side},
        {"frame": "Move", "unit": who, "mp": mp, "entry": None, "forced": False},
    ]
    return situation(f"{side}-movement", {who: at} | (others or {}), **({"turn": 2} | fields), frames=frames)


def goals(match: Match) -> set[str]:
    """Where the pending move may end."""
    return set(offered(match, "hex"))


def is_supplied(match: Match, who: str) -> bool:
    """What the table shows of a unit's supply."""
    return bool(next(p for p in match.view()["pieces"] if p["id"] == who)["supplied"])


def vp(match: Match) -> int:
    return int(next(t for t in match.view()["tracks"] if t["id"] == "vp")["value"])


def between(game_turn: int) -> int:
    """A VP total that lets the game continue after this turn."""
    german, allied = facts.TURNS[game_turn]["vp"]
    assert german - allied > 1, f"on game turn {game_turn} there is nothing between the limits"
    return int(german + allied) // 2


def turn(match: Match) -> int:
    return int(match.view()["turn"]["number"])


def phase(match: Match) -> str:
    return str(match.view()["phase"])


def fight(match: Match, target: str, *attackers: str, crt: str = "primary", support: int | None = None) -> None:
    """Declare an attack and go on to the question before the die."""
    match.play("attack", target)
    for one in attackers:
        if one in offered(match, "unit"):
            match.play("unit", one)
    match.play("crt", crt)
    if support is not None:
        match.play("support", support)


def roll_for(match: Match, crt: str, result: str) -> None:
    """Roll a die that gives this result, in the final column or, if it has none there, in a lower one."""
    final = final_column(match)
    for column in range(final, -1, -1):
        for die in range(1, 7):
            if CRTS[crt].rows[die - 1][column] == result:
                if column == final and "roll" in match.decision.choices:
                    match.play("roll")
                elif column != final:
                    match.play("column", COLUMNS[column])
                match.play("die", die)
                return
    raise AssertionError(f"the {crt} table has no {result} in or below column {COLUMNS[final]}")


def shifts(match: Match) -> dict[str, int]:
    """The column shifts of the declared attack to the right, by what gives them."""
    preview = match.preview()
    assert preview is not None
    out = {}
    for row in preview["shifts"]:
        what = row["text"].split(",")[0].lower()
        out["weather" if what in ("overcast", "clear sky") else what] = int(row["value"].removesuffix(" right"))
    return out


def final_column(match: Match) -> int:
    """The column in which the die will be rolled."""
    preview = match.preview()
    assert preview is not None
    return [column["state"] for column in preview["tables"][0]["columns"]].index("final")


def facts_of_another_map(monkeypatch: pytest.MonkeyPatch, hexes: dict[str, dict[str, Any]]) -> ModuleType:
    """The facts of the game as they would be with these hexes changed on the map."""
    real = board.load_board

    def changed(text: str, where: str) -> board.Board:
        data = json.loads(text)
        for name, attributes in hexes.items():
            data["places"][name] |= attributes
        return real(json.dumps(data), where)

    monkeypatch.setattr(board, "load_board", changed)
    spec = importlib.util.spec_from_file_location("ardennes.games.bulge.other_facts", facts.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module
