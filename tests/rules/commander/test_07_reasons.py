"""7: a refused move is refused for the reason that really prevents it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ardennes
from ardennes.games.commander.facts import ALLIED, FOOT, GERMAN, MEUSE, NEAR, RIVER, ROAD, SIDE, SPACES, STACK
from ardennes.games.commander.movement import Move
from ardennes.games.commander.state import CommanderState
from tests.rules.commander.table import EVERYWHERE, START, goals, offered, refused, situation, state, why_not


def has(places: int, place: int) -> bool:
    return bool(places >> place & 1)


def broken(s: CommanderState, unit: int, route: tuple[int, ...]) -> set[str]:
    """The cases that forbid a move by this route, read from the rulebook once more and step by step."""
    side, out = SIDE[unit], set()
    foot, enemies = has(FOOT, unit), s._occ[1 - side]
    spaces = (s.at[unit], *route)
    friendly = [has(s.controlled(side), p) and not has(enemies, p) for p in spaces]
    if (s.units_at(route[-1], side)).bit_count() >= STACK:
        out.add("7-stacking")
    for a, b in zip(spaces, route, strict=False):
        if s.meuse_is_closed(unit) and has(MEUSE[a], b):
            out.add("7-british")
    if len(route) == 3:
        if not all(friendly):
            out.add("7-strategic")
        if side == GERMAN and (foot or not 17 <= s.day <= 22):
            out.add("7-strategic-german")
        return out
    if has(enemies, spaces[0]) and not friendly[1]:
        out.add("7-leaving-contested")
    if len(route) == 2 and has(enemies, route[0]):
        out.add("7-stop")
    last, end = spaces[-2:]
    if has(enemies, end) and has(RIVER[last], end):
        if any(s.over[u] == last and s.at[u] == end for u in range(len(s.at)) if has(s.moved, u)):
            out.add("7-river-limit")
        if len(route) == 2 and not has(s._occ[side], end):
            out.add("7-bridge-cut")
    return out


def routes(unit: int, here: int, place: int) -> list[tuple[int, ...]]:
    """The ways on which a unit of this kind could ever reach a space."""
    spaces = range(SPACES)
    out: list[tuple[int, ...]] = [(place,)] if has(NEAR[here], place) else []
    if not has(FOOT, unit):
        out += [(a, place) for a in spaces if has(ROAD[here], a) and has(ROAD[a], place)]
    middles = [(a, b) for a in spaces if has(ROAD[here], a) for b in spaces if has(ROAD[a], b)]
    return out + [(a, b, place) for a, b in middles if has(ROAD[b], place)]


def fair(s: CommanderState, unit: int, place: int) -> set[str]:
    """The cases that may be named: those that bar a way of one or two spaces which no other is barred by fewer; if there is no such way,
    those that bar a strategic move, or that the space is too far."""
    here, foot = s.at[unit], has(FOOT, unit)
    if s.day == 16 and SIDE[unit] == ALLIED and foot:
        return {"5-allied-infantry"}
    known = routes(unit, here, place)
    short = [broken(s, unit, route) for route in known if len(route) < 3]
    if short:
        return fewest(short)
    strategic = fewest([broken(s, unit, route) for route in known])
    too_far = {"7-infantry" if foot else "7-armor-mech"}
    if foot and SIDE[unit] == GERMAN:
        return too_far | strategic
    return strategic if len(strategic) == 1 else strategic | too_far


def fewest(ways: list[set[str]]) -> set[str]:
    least = min(map(len, ways), default=0)
    return set().union(*(cases for cases in ways if len(cases) == least))


@pytest.mark.rule("commander", "7-movement", "7-infantry", "7-armor-mech", "7-strategic", "7-stop", "7-stacking")
@pytest.mark.parametrize("seed", range(4))
def test_the_case_named_is_the_one_that_bars_the_way(seed: int) -> None:
    rng = random.Random(f"reasons {seed}")
    match = ardennes.new("commander", seed=seed)
    asked = 0
    while match.result is None and asked < 60:
        s = state(match)
        top = s.stack[-1]
        if isinstance(top, Move):
            asked += 1
            for name, place in match.game.place_names.index.items():
                why = match.explain("space", name)
                if why is not None and place != s.at[top.unit]:
                    assert why.case in fair(s, top.unit, place), (s.name(top.unit), s.at[top.unit], name, why)
        verb, raw = match.game.advise(s)
        if rng.random() < 0.4:
            verb, raw = rng.choice(match.decision.raw_choices())
        match.play(verb, s.tables[verb].names[raw] if verb in s.tables else raw)
    assert asked == 60


@pytest.mark.rule("commander", "7-strategic-german", "7-armor-mech")
@pytest.mark.parametrize(("day", "case"), [(16, "7-strategic-german"), (20, None), (23, "7-strategic-german")])
def test_a_strategic_move_refused_for_its_date_alone_says_so(day: int, case: str | None) -> None:
    """From Bleialf no two roads lead to Stadtkyll, but three do: by Schonberg and Losheim."""
    german = (*START, "Schonberg", "Losheim")
    match = situation("german-turn", {"de-116pz": "Bleialf"}, german=german, day=day)
    match.play("activate", "Bleialf")
    if case is None:
        assert "Stadtkyll" in goals(match, "de-116pz")
        return
    assert why_not(match, "de-116pz", "Stadtkyll") == case
    match.play("unit", "de-116pz")
    why = match.explain("space", "Stadtkyll")
    assert why is not None
    assert why.reason == f"no German strategic movement on {day} December, only from 17 to 22 December"


@pytest.mark.rule("commander", "7-armor-mech", "7-strategic-german")
def test_if_the_strategic_way_is_barred_on_every_date_the_roads_are_the_reason() -> None:
    match = situation("german-turn", {"de-116pz": "Bleialf"}, german=(*START, "Losheim"), day=23)
    match.play("activate", "Bleialf")  # Schonberg and St. Vith are Allied
    assert why_not(match, "de-116pz", "Stadtkyll") == "7-armor-mech"


def reason(phase: str, unit: str, origin: str, to: str, others: dict[str, str], **fields: Any) -> str:
    """Why a unit cannot go there, in words."""
    match = situation(phase, others | {unit: origin}, **fields)
    match.play("activate", origin)
    match.play("unit", unit)
    why = match.explain("space", to)
    assert why is not None
    return why.reason


@pytest.mark.rule("commander", "7-strategic-german", "7-infantry", "7-strategic")
@pytest.mark.parametrize("day", [16, 18, 24])
def test_german_infantry_is_not_told_to_wait_for_a_later_day(day: int) -> None:
    said = reason("german-turn", "de-12vg", "Gemund", "St. Vith", {}, german=EVERYWHERE, day=day)
    assert said == "German infantry cannot use strategic movement"


@pytest.mark.rule("commander", "7-strategic", "7-infantry", "7-stacking")
def test_reasons_name_the_space_that_bars_a_strategic_move() -> None:
    german = (*START, "Neufchateau", "Recogne", "Florenville")
    said = reason("allied-turn", "us-101abn", "Sedan", "Bastogne", {}, german=(*START, "Neufchateau"))
    assert said == "Neufchâteau is under enemy control: no strategic move that way to Bastogne"
    said = reason("allied-turn", "us-101abn", "Sedan", "Bastogne", {"de-26vg": "Bastogne"})
    assert said == "Bastogne is under enemy control: no strategic move"
    said = reason("allied-turn", "us-101abn", "Sedan", "Monschau", {}, german=german)
    assert said == "Monschau is not adjacent: infantry moves one space, or exactly three by road"
    crowd = {"us-1inf": "Monschau", "us-2inf": "Monschau", "us-9inf": "Monschau"}
    assert reason("allied-turn", "us-101abn", "Sedan", "Monschau", crowd, german=german) == said  # not for its crowd


@pytest.mark.rule("commander", "7-movement", "7-leaving-contested")
def test_a_unit_that_cannot_leave_is_told_what_closes_its_way() -> None:
    crowd = {"de-18vg": "Wiltz", "de-62vg": "Wiltz", "de-560vg": "Wiltz"}
    units = {"de-26vg": "Clervaux", "de-116pz": "Clervaux", "us-110inf": "Clervaux"}
    match = situation("german-turn", units | crowd, german=["Wiltz"])
    match.play("activate", "Clervaux")
    assert offered(match, "unit") == ["de-116pz"]  # through full Wiltz; infantry cannot end its move there
    assert refused(match, "unit", "de-26vg") == "7-leaving-contested"
    why = match.explain("unit", "de-26vg")
    assert why is not None and why.reason.startswith("every way out is closed to 26VG: Dasburg is under enemy control")


@pytest.mark.rule("commander", "7-enemy-empty", "7-armor-mech", "7-stop")
def test_a_way_that_is_barred_says_by_what() -> None:
    units = {"de-116pz": "Clervaux", "us-101abn": "Wiltz"}
    match = situation("german-turn", units, german=(*START, "Clervaux"))
    match.play("activate", "Clervaux")
    match.play("unit", "de-116pz")
    match.play("space", "Bastogne")
    assert offered(match, "via") == ["Houffalize"]
    assert refused(match, "via", "Wiltz") == "7-stop"  # an enemy is there
    assert refused(match, "via", "Bastogne") == "7-armor-mech"
    why = match.explain("via", "Bastogne")
    assert why is not None and why.reason == "Bastogne is where the move ends, not a space on the way"


@pytest.mark.rule("commander", "7-bridge-cut", "7-stop")
def test_of_two_ways_the_one_that_fewer_rules_bar_gives_the_reason() -> None:
    """Clervaux to La Roche: Houffalize is held and its bridge is cut; by Bastogne only the bridge is cut."""
    units = {"de-116pz": "Clervaux", "us-1inf": "Houffalize", "us-2inf": "La Roche"}
    match = situation("german-turn", units)
    match.play("activate", "Clervaux")
    assert why_not(match, "de-116pz", "La Roche") == "7-bridge-cut"


@pytest.mark.rule("commander", "7-river-limit")
def test_a_direct_way_that_is_barred_says_by_what() -> None:
    units = {"de-18vg": "Malmedy", "de-9ss": "Malmedy", "us-106inf": "St. Vith"}
    match = situation("german-turn", units, german=(*START, "Losheim"))
    match.play("activate", "Malmedy")
    match.play("unit", "de-18vg")
    match.play("space", "St. Vith")  # over the river
    match.play("unit", "de-9ss")
    match.play("space", "St. Vith")
    assert (offered(match, "via"), offered(match, "direct")) == (["Losheim", "Vielsalm"], [])
    assert refused(match, "direct") == "7-river-limit"
