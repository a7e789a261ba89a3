"""What a position is valued by (see `ardennes.core.outlook`). Every feature is more for a German who is better off, and about -3 to 3."""

from __future__ import annotations

from collections.abc import Hashable

from ardennes.core.kinds import Places, Side
from ardennes.core.names import each
from ardennes.games.bulge import supply
from ardennes.games.bulge.combat import Combat
from ardennes.games.bulge.facts import ALLIED, BOARD, CF, EVERY, GERMAN, LAST_TURN, MECH, TURNS
from ardennes.games.bulge.greedy.combat import NEIGHBOURS
from ardennes.games.bulge.greedy.field import KEY_TOWNS, TO_EXIT, open_ways
from ardennes.games.bulge.movement_phase import Movement
from ardennes.games.bulge.state import BulgeState, free_hexes, total_cf

FEATURES = (
    "points_now",  # the total between this evening's limits
    "points_late",  # between those of six evenings later
    "strength",  # factors on the map, against each other
    "spearhead",  # how near the foremost supplied armor is to an exit
    "depth",  # the same for the best third of the armor
    "open_road",  # the same by roads that no Allied unit bars
    "german_supply",  # share of German factors on the map in supply
    "allied_supply",
    "german_traps",  # factors that have nowhere to retreat to
    "allied_traps",
    "towns",  # St. Vith, Bastogne and others: who is in or next to them
)
_LATE = 6
_CLOSE, _OPEN = (12.0, 6.0), (25.0, 10.0)
"""Middle and scale of distances to the exits, in fifths of an MP: by any road, and by roads that are not barred."""
_FAR_OFF = 999


def features(s: BulgeState) -> tuple[float, ...]:
    german, allied = s.on_map(GERMAN), s.on_map(ALLIED)
    theirs, ours = total_cf(german), total_cf(allied)
    supplied = tuple(supply.hexes_in_supply(s, side) for side in (GERMAN, ALLIED))
    armor = [s.at[u] for u in each(german & MECH) if supplied[GERMAN] >> s.at[u] & 1]
    far = sorted(TO_EXIT[p] for p in armor)
    ways = open_ways(s._occ[ALLIED])
    third = far[: max(1, len(far) // 3)]
    near = BOARD.spread(s._occ[GERMAN], EVERY) | s._occ[GERMAN], BOARD.spread(s._occ[ALLIED], EVERY) | s._occ[ALLIED]
    return (
        _between(s.vp, s.turn),
        _between(s.vp, s.turn + _LATE),
        (theirs - ours) / 40,
        _nearness(far[0] if far else _FAR_OFF, *_CLOSE),
        _nearness(sum(third) / len(third) if third else _FAR_OFF, *_CLOSE),
        _nearness(min((ways[p] for p in armor), default=_FAR_OFF), *_OPEN),
        -2 * _without(s, GERMAN, supplied[GERMAN]),
        2 * _without(s, ALLIED, supplied[ALLIED]),
        -_trapped(s, GERMAN) / 10,
        _trapped(s, ALLIED) / 10,
        ((near[GERMAN] & KEY_TOWNS).bit_count() - (near[ALLIED] & KEY_TOWNS).bit_count()) / 3,
    )


def moment(s: BulgeState) -> Hashable:
    """The start of the attacks before movement, and of movement."""
    top = s.stack[-1]
    if isinstance(top, Movement) or (isinstance(top, Combat) and not top.after):
        return s.turn, type(top).__name__, top.side
    return None


def _between(vp: int, turn: int) -> float:
    """The total on a scale from -1 (the Allied limit of an evening) to 1 (the German one)."""
    german, allied = TURNS[min(turn, LAST_TURN)]["vp"]
    middle, half = (german + allied) / 2, max(8.0, (german - allied) / 2)
    return _clipped((vp - middle) / half)


def _nearness(fifths: float, middle: float, scale: float) -> float:
    return _clipped((middle - fifths) / scale)


def _clipped(value: float) -> float:
    return max(-3.0, min(3.0, value))


def _without(s: BulgeState, side: Side, supplied: Places) -> float:
    """The share of a side's factors on the map that is out of supply."""
    units = s.on_map(side)
    total = total_cf(units)
    return total_cf(s.units_in(side, s._occ[side] & ~supplied)) / total if total else 0.0


def _trapped(s: BulgeState, side: Side) -> int:
    """The factors of a side's units in contact that have nowhere to retreat to (12.3)."""
    zone = s.zoc(1 - side)
    refuge = free_hexes(s) & ~zone
    units = s.units_in(side, s._occ[side] & zone)
    return sum(CF[u] for u in each(units) if not NEIGHBOURS[s.at[u]] & refuge)
