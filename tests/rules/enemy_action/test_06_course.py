"""4-IV, 6 The course of whole activations: movement before combat, tactics, reinforcements, fuel, the first impulse of a day."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.movement import reach, reinforce_reach
from tests.rules.enemy_action.hands import active, card, command, draw, numbers
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where


def go_on(match: Match, until: str, **answers: Any) -> Match:
    """Do as little as possible until a frame asks; `answers` gives the argument of verbs that are preferred."""
    for _ in range(200):
        if asked(match)[1] == until:
            return match
        choices = match.decision.choices
        verb = next(
            v
            for v in (*answers, "done", "pass", "ready", "stay", "stand", "no", "draw", "chit", "total")
            if v in choices
        )
        match.play(verb, answers.get(verb, choices[verb][0]))
    raise AssertionError(f"{until} never asked; {match.decision}")


def attack(match: Match, target: str, *units: str) -> Match:
    """These units attack a hex."""
    match.play("target", target)
    for unit in units:
        if unit in offered(match, "join"):
            match.play("join", unit)
    return play(match, "ready")


# --- movement, then combat ----------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4-IV-activation:a", "6:b")
def test_movement_ends_before_combat() -> None:
    units = {"de-62": "1204", "de-18": "1305", "us-424-106": "1206", "us-110-28": "1810"}
    match = command("german", 52, units)
    play(match, ("formation", "lxvi"))
    go_on(match, "Movement")
    play(match, ("unit", "de-62"), ("hex", "1205"))
    go_on(match, "Movement")
    assert where(match, "de-62") == "1205"
    assert refused(match, "target", "1206")
    play(match, "done")
    assert asked(match) == ("german", "Combat")
    assert refused(match, "unit", "de-18")
    assert offered(match, "target") == ["1206"]
    attack(match, "1206", "de-62")
    assert f.UNIT_NAMES.list_of(state(match).attacked | state(match).attackers) == ["de-62"]


@pytest.mark.rule("enemy_action", "6:b", "12.31:a")
def test_who_has_attacked_neither_moves_nor_digs_in() -> None:
    units = {"de-62": "1205", "us-424-106": "1206", "us-110-28": "1810"}
    match = command("german", 52, units)
    play(match, ("formation", "lxvi"))
    go_on(match, "Combat")
    attack(match, "1206", "de-62")
    seen = set()
    while asked(match)[1] != "Impulse":
        seen.add(asked(match)[1])
        choices = match.decision.choices
        order = ("done", "pass", "ready", "stay", "stand", "no", "draw", "chit", "total", "lose", "disperse")
        verb = next(v for v in order if v in choices)
        match.play(verb, choices[verb][0])
    assert not seen & {"Movement", "Move", "Entrench"}


@pytest.mark.rule("enemy_action", "4-IV-activation:c", "2.3-support:a", "5.1:ad")
def test_several_tactics_of_any_formation_in_one_combat() -> None:
    units = {"de-62": "1205", "us-424-106": "1206", "us-110-28": "1810"}
    hand = {"german": [52, 37, 59, 46], "allied": [19]}
    match = command("german", 52, units, hand=hand)
    play(match, ("formation", "lxvi"))
    go_on(match, "Combat")
    attack(match, "1206", "de-62")
    assert asked(match) == ("german", "AttackTactics")
    assert card(37) in offered(match, "card") and match.view("german")["decision"]["hints"]["ready"][""]["passes"]
    play(match, ("card", card(37)), ("tactic", "artillery"))
    assert "passes" not in match.view("german")["decision"]["hints"]["ready"][""]
    assert asked(match) == ("german", "AttackTactics")
    assert card(37) not in offered(match, "card")
    assert state(match).plays[f.GERMAN] == 1 and 37 in numbers(state(match).discards[f.GERMAN])
    play(match, ("card", card(59)), ("tactic", "fixed-artillery"))
    assert state(match).plays[f.GERMAN] == 2
    play(match, "ready")
    assert set(numbers(state(match).discards[f.GERMAN])) == {37, 52, 59}


def open_ground() -> tuple[int, int]:
    """A clear hex of the 5th Panzer Army's area without rivers around it, and a neighbour to the east."""
    area = f.ARMY_AREA["5pa"] & f.CLEAR & ~f.BUILT
    for place in range(len(f.BOARD.names)):
        around = f.BOARD.neighbours(place)
        if area >> place & 1 and not around & ~f.ARMY_AREA["5pa"] and not f.SIDES_OF_HEX[place]:
            return place, min(each(around), key=lambda p: f.COLUMN[p])
    raise AssertionError("there is none")


@pytest.mark.rule("enemy_action", "4.11:bf")
def test_attack_and_advance_of_two_hexes_in_a_surprise_impulse() -> None:
    target, start = open_ground()
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 5},
        {"frame": "Combat", "side": "german"},
        {"frame": "Advance", "side": "german"},
    ]
    units = {"de-3-2p": f.HEX_NAMES.names[start], "us-110-28": "0512"}
    more: dict[str, Any] = {
        "active": ["de-3-2p"],
        "attackers": ["de-3-2p"],
        "attacked": ["de-3-2p"],
        "mode": "formation",
    }
    more |= {"target": f.HEX_NAMES.names[target], "impulses": {"german": 1, "allied": 0}}
    hand = {"german": [52], "allied": [19]}
    match = situation("", units, day=16, frames=frames, hand=hand, pile={"german": [47]}, **more)
    assert state(match).surprising and asked(match) == ("german", "Advance")
    play(match, ("unit", "de-3-2p"))
    two = [h for h in offered(match, "hex") if f.HEX[h] != target]
    assert two
    play(match, ("hex", two[0]))
    assert where(match, "de-3-2p") == two[0]


@pytest.mark.rule("enemy_action", "6.4:c")
def test_a_unit_that_comes_into_range_later_is_not_active() -> None:
    units = {"de-62": "1205", "de-16-116p": "1209", "us-110-28": "1810"}
    match = command("german", 45, units)
    play(match, ("kg", "1205"))
    go_on(match, "Movement")
    s = state(match)
    s.place(f.UNIT["de-16-116p"], f.HEX["1206"])
    s.settle()
    assert active(match) == {"de-62"}
    assert "de-16-116p" not in offered(match, "unit")


@pytest.mark.rule("enemy_action", "6.5-not-activations:c")
def test_reinforcing_a_battle_is_no_activation() -> None:
    units = {"de-62": "1205", "de-3-2p": "1405", "us-424-106": "1206", "us-110-28": "1810"}
    hand = {"german": [52, 54, 46], "allied": [19]}
    match = command("german", 52, units, hand=hand, day=18, last={"german": ["de-3-2p"]})
    play(match, ("formation", "lxvi"))
    go_on(match, "Combat")
    attack(match, "1206", "de-62")
    assert reinforce_reach(state(match), f.UNIT["de-3-2p"])
    play(match, ("card", card(54)), ("tactic", "reinforce-battle"))
    assert asked(match) == ("german", "Reinforce")
    assert "de-3-2p" in offered(match, "unit")
    play(match, ("unit", "de-3-2p"))
    if asked(match)[1] == "Reinforce":
        play(match, ("hex", offered(match, "hex")[0]))
    assert state(match).attackers >> f.UNIT["de-3-2p"] & 1
    assert set(f.UNIT_NAMES.list_of(state(match).last[f.GERMAN])) == {"de-62"}


# --- ignoring zones (5.21) ------------------------------------------------------------------------------------------------


def peiper(day: int, **more: Any) -> Match:
    units = {"de-peiper-1ss": "0804", "us-394-99": "0706", "us-14-cav": "0906", "us-110-28": "1810"}
    match = command("german", 42, units, day=day, hand={"german": [42, 46], "allied": [19]}, **more)
    play(match, ("formation", "de-peiper"))
    return go_on(match, "Movement")


@pytest.mark.rule("enemy_action", "5.21:ab")
def test_peiper_ignores_zones_on_17_december_only() -> None:
    unit = f.UNIT["de-peiper-1ss"]
    free, bound = state(peiper(17)), state(peiper(18))
    assert free.zoc(f.ALLIED) and free.zoc(f.ALLIED) == bound.zoc(f.ALLIED)
    far = reach(free, unit).everywhere
    near = reach(bound, unit).everywhere
    assert near & ~far == 0 and far & ~near


@pytest.mark.rule("enemy_action", "5.21:c", "7.9-effects:a")
def test_peiper_does_not_enter_units_or_roadblocks() -> None:
    unit = f.UNIT["de-peiper-1ss"]
    block = f.HEX_NAMES.list_of(
        reach(state(peiper(17)), unit).everywhere & f.ROAD_HEXES & ~f.BUILT & ~f.BOARD.within(f.HEX["0804"], 1)
    )[0]
    s = state(peiper(17, roadblocks=[block]))
    assert s.roadblocks
    found = reach(s, unit).everywhere
    assert not found & s.occupied(f.ALLIED) and not found >> f.HEX[block] & 1


# --- fuel -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.41:a")
def test_units_without_fuel_neither_move_nor_attack() -> None:
    units = {"de-3-2p": "1607", "de-304-2p": "1606", "us-110-28": "1708", "us-424-106": "1209", "de-39-26": "1707"}
    match = command("german", 47, units, day=23, nofuel=["de-3-2p"])
    play(match, ("formation", "xlvii"))
    go_on(match, "Movement")
    assert refused(match, "unit", "de-3-2p") == "10.41"
    go_on(match, "Combat")
    play(match, ("target", "1708"))
    assert refused(match, "join", "de-3-2p") == "10.41"


@pytest.mark.rule("enemy_action", "10.41:a")
def test_units_without_fuel_neither_retreat_nor_advance() -> None:
    def fight(side: str, *last: dict[str, Any]) -> list[dict[str, Any]]:
        return [
            {"frame": "Day", "step": 3},
            {"frame": "Impulse", "side": side, "stage": 1},
            {"frame": "Activation", "side": side, "stage": 5},
            {"frame": "Combat", "side": side},
            {"frame": "Advance", "side": side},
            *last,
        ]

    target, start = open_ground()
    here, beside = f.HEX_NAMES.names[target], f.HEX_NAMES.names[start]
    more: dict[str, Any] = {"mode": "formation", "target": here, "impulses": {"german": 5, "allied": 5}}
    hand = {"german": [52], "allied": [19]}
    west = f.HEX_NAMES.names[max(each(f.BOARD.neighbours(target)), key=lambda p: f.COLUMN[p])]
    for fuel in (True, False):
        units = {"de-3-2p": here, "us-110-28": west, "us-424-106": "0512"}
        frames = fight("allied", {"frame": "Absorb", "side": "allied"}, {"frame": "Respond", "side": "german"})
        fields: dict[str, Any] = {"active": ["us-110-28"], "attackers": ["us-110-28"], "attacked": ["us-110-28"]}
        fields |= {"defenders": ["de-3-2p"], "nofuel": [] if fuel else ["de-3-2p"]}
        match = situation("", units, day=23, frames=frames, hand=hand, hits={"german": 1}, **more, **fields)
        assert (asked(match) == ("german", "Respond")) == fuel
    units = {"de-304-2p": beside, "de-3-2p": beside, "us-110-28": "0512"}
    fields = {"active": ["de-3-2p", "de-304-2p"], "attackers": ["de-304-2p"], "attacked": ["de-304-2p"]}
    match = situation("", units, day=23, frames=fight("german"), hand=hand, nofuel=["de-3-2p"], **more, **fields)
    assert offered(match, "unit") == ["de-304-2p"]
    assert refused(match, "unit", "de-3-2p") == "9.8"


@pytest.mark.rule("enemy_action", "10.42:abd")
@pytest.mark.parametrize("full", [True, False])
def test_a_depot_is_opened_by_a_german_unit_only(full: bool) -> None:
    units = {"de-3-2p": "1812", "us-110-28": "1815", "us-424-106": "1209"}
    depot = {"depots": ["1814", "1215"], "fuel_yes": ["1814"] if full else ["1215"]}
    from ardennes.games.enemy_action.ground import step

    s = state(command("german", 47, units, **depot)).clone()
    step(s, f.UNIT["us-110-28"], f.HEX["1814"], "move")
    assert s.depots >> f.HEX["1814"] & 1 and s.fuel == 0
    s.place(f.UNIT["us-110-28"], f.HEX["1816"])
    for how in ("move", "advance", "retreat"):
        t = s.clone()
        t.place(f.UNIT["de-3-2p"], f.HEX["1813"])
        step(t, f.UNIT["de-3-2p"], f.HEX["1814"], how)
        assert not t.depots >> f.HEX["1814"] & 1 and t.fuel == int(full)


@pytest.mark.rule("enemy_action", "10.42:e", "6.5-not-activations:d")
def test_fuel_markers_are_kept_from_day_to_day() -> None:
    frames = [{"frame": "Day", "step": 0}, {"frame": "EndOfDay", "stage": 0}]
    units = {"de-62": "1205", "us-424-106": "1206"}
    discards = {"german": [47], "allied": [11]}
    match = situation("", units, day=18, frames=frames, discards=discards, fuel=2, last={"german": ["de-62"]})
    assert state(match).day == 19 and state(match).fuel == 2 and not any(state(match).last)


# --- supply -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.3:c")
def test_air_resupply_lasts_until_the_next_supply_phase() -> None:
    ring = f.HEX_NAMES.list_of(f.BOARD.neighbours(f.HEX["1815"]))
    germans = ["de-3-2p", "de-304-2p", "de-2-2p", "de-39-26", "de-77-26", "de-78-26"]
    units = dict(zip(germans, ring, strict=True)) | {"us-501-101": "1815", "us-424-106": "1209"}
    match = command("allied", 13, units, day=22, isolated=["us-501-101"])
    play(match, ("event", "airpower"), ("stack", "1815"))
    assert not state(match).unsupplied
    frames = [{"frame": "Day", "step": 3}, {"frame": "SupplyPhase", "stage": 1}]
    hand = {"german": [47], "allied": [19]}
    match = situation("", units, day=23, frames=frames, hand=hand)
    assert state(match).low >> f.UNIT["us-501-101"] & 1


# --- the first impulse --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4-IV:a")
@pytest.mark.parametrize(("skip", "first"), [(False, "german"), (True, "allied")])
def test_who_has_the_first_impulse(skip: bool, first: str) -> None:
    units = {"de-62": "1205", "us-424-106": "1206"}
    hand = {"german": [52, 65], "allied": [19, 8]}
    match = situation("", units, day=22, hand=hand, frames=[{"frame": "Day", "step": 3}], skip=skip)
    assert asked(match) == (first, "Impulse")
    assert state(match).impulses == ([1, 1] if skip else [1, 0])


@pytest.mark.rule("enemy_action", "4-IV-replenish:d")
def test_cards_of_the_supply_phase_are_replaced_after_the_first_impulse() -> None:
    units = {"de-3-2p": "1607", "de-62": "1205", "us-110-28": "1813", "us-424-106": "0912"}
    frames = [{"frame": "Day", "step": 3}, {"frame": "SupplyPhase", "stage": 0}]
    hand = {"german": [57, 46, 52], "allied": [19]}
    match = situation(
        "", units, day=18, hand=hand, pile={"german": [47, 50, 37], "allied": [5]}, blown=["1707-1708"], frames=frames
    )
    assert asked(match) == ("german", "Builders")
    play(match, ("card", card(57)), ("repair", "1707-1708"))
    go_on(match, "Impulse")
    assert numbers(state(match).hand[f.GERMAN]) == [46, 52]
    play(match, ("card", card(52)), ("formation", "lxvi"))
    go_on(match, "Replenish")
    draw(match)
    assert len(numbers(state(match).hand[f.GERMAN])) == 4
