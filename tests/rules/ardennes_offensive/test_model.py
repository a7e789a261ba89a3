"""The second model keeps to the rulebook's own numbers, so that a comparison with it means something."""

from __future__ import annotations

from collections import deque

from tests.rules.ardennes_offensive import model
from tests.rules.ardennes_offensive.model import MARCH, STANDARD, Position
from tests.rules.second_model import ALLIED, GERMAN


def position(units: dict[str, str], side: str = GERMAN, turn: int = 5, **more: object) -> Position:
    p = Position("1", turn, side, False, units, {})
    for key, value in more.items():
        setattr(p, key, value)
    return p


def test_distance_is_the_number_of_steps() -> None:
    for start in ("0101", "1822", "2519", "3742"):
        found = {start: 0}
        todo = deque([start])
        while todo:
            h = todo.popleft()
            for n in model.NEAR[h]:
                if n not in found:
                    found[n] = found[h] + 1
                    todo.append(n)
        assert all(model.distance(start, h) == steps for h, steps in found.items())


def test_odds_round_for_the_defender() -> None:
    shown = [model.column(*pair) for pair in ((26, 9), (27, 9), (8, 9), (9, 9), (1, 9), (90, 9), (100, 5))]
    assert shown == ["2-1", "3-1", "1-2", "1-1", "1-2", "9-1", "9-1"]


def test_halves() -> None:
    assert model.half_up(9) == 5 and model.half_up(1) == 1
    p = position({"de-1ss-a": "1822", "de-3-a": "1822"}, unsupplied={"de-1ss-a", "de-3-a"})
    assert model.attack_strength(p, ["de-1ss-a", "de-3-a"]) == 8  # 15 halved, not 5 + 3
    p = position({"de-1ss-a": "1822"}, road={"de-1ss-a"}, turn=1)
    assert model.attack_strength(p, ["de-1ss-a"]) == 15


def test_costs_of_the_rulebook() -> None:
    armor, foot = model.UNITS["us-cca7"], model.UNITS["us-39-i"]
    p = position({}, ALLIED)
    pairs = [(a, b) for b in sorted(model.WALL & model.ROUGH) for a in model.NEAR[b]]
    a, b = next((a, b) for a, b in pairs if a in model.LIVE and not model.side(a, b))
    assert model.step_cost(p, armor, a, b) == 6
    assert model.step_cost(p, model.UNITS["de-1ss-a"], a, b) == 4
    assert model.step_cost(p, foot, a, b) == 4


def test_road_mode_rates() -> None:
    for unit, at, most in (
        ("de-1ss-a", "0701", 20),
        ("us-cca7", "0213", 24),
        ("us-39-i", "0213", 40),
        ("de-12", "0701", 8),
    ):
        p = position({unit: at}, model.UNITS[unit].side, road={unit})
        wall: set[str] = model.WALL if p.side == ALLIED else set()
        ends = model.reach(p, unit)
        assert all(cost <= model.UNITS[unit].ma for cost in ends.values())
        steps = road_steps(at, model.LIVE - wall)
        marched = {h: cost for (h, mode), cost in ends.items() if mode == MARCH}
        assert all(marched[h] == -(-steps[h] // model.rate(model.UNITS[unit])) for h in marched)
        assert max(steps[h] for h in marched) == most or most > 20
        assert any(mode == MARCH for _, mode in ends) and (at, STANDARD) in ends


def road_steps(start: str, allowed: set[str]) -> dict[str, int]:
    found = {start: 0}
    todo = deque([start])
    while todo:
        h = todo.popleft()
        for n in model.NEAR[h]:
            if n not in found and n in allowed and model.side(h, n).get("road"):
                found[n] = found[h] + 1
                todo.append(n)
    return found
