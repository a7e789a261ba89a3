"""What follows from a fight: losses, retreat, dispersal, advance."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Unit
from ardennes.core.names import each
from ardennes.games.enemy_action.advance import Advance, AdvanceUnit, destinations
from ardennes.games.enemy_action.greedy.fights import answers
from ardennes.games.enemy_action.greedy.moves import Rater
from ardennes.games.enemy_action.greedy.scene import Scene, sight
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import cheapest_step, dispersal, losses, worth
from ardennes.games.enemy_action.hits import Absorb, Losses, Respond
from ardennes.games.enemy_action.moving import Crowded
from ardennes.games.enemy_action.retreat import Penalty, Retreat
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import COMBAT

_F = weights("fight")
Choice = tuple[str, Any]
_DISPERSE = int(COMBAT["disperse_hits"])


def lose(s: EnemyActionState, frame: Losses | Penalty | Crowded) -> Choice:
    """The step that is worth least."""
    assert s.decision is not None
    return "lose", cheapest_step(s, each(s.decision.raw["lose"]))


def respond(s: EnemyActionState, frame: Respond) -> Choice:
    """Stand, or retreat: what costs least."""
    assert s.decision is not None
    found = answers(s, sight(s, frame.side).ground(s.target))(s.hits[frame.side])
    some = {verb: cost for verb, cost in found.items() if s.decision.raw.get(verb)}
    return min(some, key=lambda verb: (some[verb], verb)), None


def retreat(s: EnemyActionState, frame: Retreat) -> Choice:
    """To where the units are worth most."""
    assert s.decision is not None
    rater = Rater(Scene(s, frame.side))
    unit = max(each(frame.units & s.on_map(frame.side)), key=lambda u: (worth(s, u), -u))
    return "hex", max(each(s.decision.raw.get("hex", 0)), key=lambda p: (rater.stand(unit, p), -p))


def absorb(s: EnemyActionState, frame: Absorb) -> Choice:
    """Disperse if the steps are worth more than what dispersal gives up."""
    hits = s.hits[frame.side]
    costs = losses(s, s.attackers, hits)
    empty = not s.occupied(1 - frame.side) >> s.target & 1
    scatter = dispersal(s, s.attackers) + (_F["advance"] * sight(s, frame.side).ground(s.target) if empty else 0.0)
    return ("disperse", None) if costs[max(0, hits - _DISPERSE)] + scatter < costs[hits] else ("stand", None)


# --- advance ----------------------------------------------------------------------------------------------------------


def _gain(rater: Rater, unit: Unit, place: Place) -> float:
    s = rater.s
    return rater.stand(unit, place) + rater.take(unit, place) - rater.stand(unit, s.at[unit]) + _F["push"]


def _best(rater: Rater, unit: Unit, places: int) -> tuple[float, Place]:
    value, place = max((_gain(rater, unit, p), -p) for p in each(places))
    return value, -place


def advance(s: EnemyActionState, frame: Advance) -> Choice:
    """The unit that gains most by it."""
    assert s.decision is not None
    rater = Rater(Scene(s, frame.side))
    found = [(_best(rater, u, destinations(s, u))[0], -u) for u in each(s.decision.raw.get("unit", 0))]
    value, unit = max(found)
    return ("unit", -unit) if value > 0 else ("done", None)


def advance_unit(s: EnemyActionState, frame: AdvanceUnit) -> Choice:
    """To the hex where it gains most."""
    assert s.decision is not None
    rater = Rater(Scene(s, frame.side))
    value, place = _best(rater, frame.unit, s.decision.raw.get("hex", 0))
    return ("hex", place) if value > 0 else ("stay", None)
