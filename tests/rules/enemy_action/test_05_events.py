"""2.3-events Command and special events: when they can be played, and what they do."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import each
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.events import possible
from ardennes.games.enemy_action.supply_phase import Builders
from tests.rules.enemy_action.hands import FRONT, active, card, command, numbers, told
from tests.rules.enemy_action.table import asked, bad_position, offered, play, refused, situation, state, where

VDH = {"de-vdh": "vdh"}


def names(units: int) -> set[str]:
    return set(f.UNIT_NAMES.list_of(units))


def event(side: str, number: int, name: str, units: dict[str, str] | None = None, **more: Any) -> Match:
    """A card is played as an event."""
    return play(command(side, number, units, **more), ("event", name))


@pytest.mark.rule("enemy_action", "2.3-events", "5.4")
def test_army_cards_stand_for_any_command_event_but_no_special_one() -> None:
    units = FRONT | {"us-501-101": "calendar"}
    match = command("german", 45, units, day=17, due={"us-501-101": 18})
    assert "commandos" in offered(match, "event")
    assert refused(match, "event", "eisenhower-hesitates") == "2.3-events"
    match = command("german", 53, units, day=17, due={"us-501-101": 18})
    assert offered(match, "event") == ["eisenhower-hesitates"]
    match = command("german", 45, FRONT, day=21)
    assert refused(match, "event", "commandos") == "2.3-commands"
    assert refused(match, "event", "fuel-priority") == "2.3-events"


def test_commandos() -> None:
    match = event("german", 38, "commandos", hand={"german": [38, 42], "allied": [19, 20, 11]})
    assert match.decision.side == "chance" and len(offered(match, "draw")) == 3
    assert next(e[0] for e in told(match, "draw", card(20))) == "discards"
    play(match, ("draw", card(20)))
    assert numbers(state(match).hand[f.ALLIED]) == [11, 19]
    assert numbers(state(match).discards[f.ALLIED]) == [20]
    assert asked(match) == ("allied", "Impulse")


@pytest.mark.parametrize(
    ("number", "name", "field", "day"),
    [(48, "fury-of-bastogne", "fury", 22), (67, "ground-freeze", "freeze", 26), (50, "manteuffel", "manteuffel", 18)],
)
def test_events_for_the_rest_of_the_day(number: int, name: str, field: str, day: int) -> None:
    match = event("german", number, name, day=day)
    assert getattr(state(match), field) is True
    assert asked(match) == ("allied", "Impulse")
    already: dict[str, Any] = {field: True}
    assert refused(command("german", number, day=day, **already), "event", name) == "2.3-events"
    assert refused(command("german", number, day=27), "event", name) == "2.3-commands"


def test_command_crisis() -> None:
    units = FRONT | {"uk-5-ga": "calendar", "uk-71-53": "calendar", "us-cca-4a": "calendar"}
    due = {"uk-5-ga": 22, "uk-71-53": 24, "us-cca-4a": 22}
    match = event("german", 64, "command-crisis", units, day=20, due=due)
    s = state(match)
    assert s.command_crisis
    assert [s.due[f.UNIT[u]] for u in ("uk-5-ga", "uk-71-53", "us-cca-4a")] == [23, 24, 22]
    assert refused(command("german", 64, units, day=22, due=due), "event", "command-crisis") == "2.3-commands"


def test_eisenhower_hesitates() -> None:
    units = FRONT | {"us-501-101": "calendar", "us-502-101": "calendar", "us-504-82": "calendar"}
    due = {"us-501-101": 18, "us-502-101": 18, "us-504-82": 18}
    match = event("german", 53, "eisenhower-hesitates", units, due=due)
    assert asked(match) == ("german", "Hesitate")
    assert offered(match, "formation") == ["us-82", "us-101"]
    assert refused(match, "formation", "us-9") == "2.3-events"
    play(match, ("formation", "us-101"))
    s = state(match)
    assert [s.due[f.UNIT[u]] for u in due] == [19, 19, 18]
    match = event("german", 53, "eisenhower-hesitates", units, due=due | {"us-504-82": 20})
    assert offered(match, "formation") == ["us-101"]


def test_allies_alert() -> None:
    units = FRONT | {"us-16-1": "calendar", "us-cca-7a": "calendar", "us-60-9": "calendar"}
    due = {"us-16-1": 17, "us-cca-7a": 17, "us-60-9": 23}
    match = event("allied", 5, "allies-alert", units, day=16, due=due)
    assert offered(match, "formation") == ["v", "xviii"]
    assert refused(match, "formation", "vii") == "2.3-events"
    play(match, ("formation", "v"))
    assert [where(match, u) for u in due] == ["reserve", "calendar", "calendar"]


def test_recover() -> None:
    units = FRONT | {"us-9-2": "0506"}
    match = event("allied", 5, "recover", units, dispersed=["us-9-2", "us-394-99", "us-424-106", "de-62"])
    assert offered(match, "formation") == ["v", "xviii"]
    play(match, ("formation", "v"))
    assert names(state(match).dispersed) == {"us-424-106", "de-62"}
    match = command("allied", 5, units)
    assert refused(match, "event", "recover") == "2.3-events"


@pytest.mark.rule("enemy_action", "4.13")
def test_raise_the_alarm() -> None:
    units = FRONT | {"us-ccb-9a": "1812", "us-ccr-9a": "1912", "us-8-4": "2308", "us-9-2": "0511", "us-22-4": "2408"}
    match = event("allied", 11, "raise-the-alarm", units, day=16, dispersed=["us-22-4"])
    assert asked(match) == ("allied", "Alarm")
    assert refused(match, "unit", "us-110-28") == "4.13"
    assert refused(match, "unit", "us-22-4") == "9.9"
    assert refused(match, "done") == "4.13"
    play(match, ("unit", "us-8-4"))
    assert refused(match, "unit", "us-8-4") == "4.13"
    play(match, ("unit", "us-ccb-9a"), ("unit", "us-9-2"))
    assert state(match).mode == "alarm" and active(match) == {"us-8-4", "us-ccb-9a", "us-9-2"}
    assert not state(match).last[f.ALLIED]
    assert asked(match) == ("allied", "Movement")
    play(match, "done")
    assert asked(match)[1] not in ("Combat", "Entrench")


def test_withdrawal() -> None:
    units = FRONT | {"us-109-28": "2010", "us-112-28": "1406", "de-560": "1405"}
    match = event("allied", 11, "withdrawal", units, last={"allied": ["us-424-106"]})
    assert set(offered(match, "formation")) == {"us-28", "us-106"}
    assert refused(match, "formation", "us-1") == "2.3-events"
    play(match, ("formation", "us-28"))
    s = state(match)
    assert s.mode == "withdrawal" and active(match) == {"us-110-28", "us-112-28"} == names(s.ignoring)
    assert not s.last[f.ALLIED] and not s.recovering


# --- air ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.3:ab", "5.6")
def test_air_resupply() -> None:
    units = FRONT | {"us-501-101": "1814", "us-502-101": "1814", "us-506-101": "1815", "us-327-101": "1914"}
    more: dict[str, Any] = {"low": ["us-501-101"], "oos": ["us-502-101"], "isolated": ["us-506-101"]}
    match = event("allied", 13, "airpower", units, day=22, **more)
    assert asked(match) == ("allied", "AirResupply")
    assert offered(match, "stack") == ["1814", "1815"]
    assert refused(match, "stack", "1914") == "10.3"
    play(match, ("stack", "1814"))
    assert names(state(match).unsupplied) == {"us-506-101"}
    assert asked(match) == ("german", "Impulse")
    match = event("allied", 13, "airpower", units, day=22, **more)
    play(match, ("stack", "1815"))
    assert names(state(match).unsupplied) == {"us-501-101", "us-502-101"}


@pytest.mark.rule("enemy_action", "10.3", "5.1-interdiction:a")
def test_airpower_needs_something_to_act_on() -> None:
    match = command("allied", 10, FRONT | {"us-cca-4a": "2014"}, day=22)
    assert refused(match, "event", "airpower") == "2.3-events"
    s = state(command("allied", 4, day=22))
    assert possible(s, f.ALLIED, f.EVENT["airpower"], "supply")
    s.skip = True
    assert not possible(s, f.ALLIED, f.EVENT["airpower"], "supply")
    s.skip, s.turn = False, 5
    assert not possible(s, f.ALLIED, f.EVENT["airpower"], "supply")
    assert not possible(s, f.GERMAN, f.EVENT["airpower"], "supply")


# --- von der Heydte -------------------------------------------------------------------------------------------------------


def landed(roll: int, way: int = 0, hex_: str = "0410", **more: Any) -> Match:
    match = event("german", 43, "von-der-heydte", FRONT | VDH | {"de-8-3f": "0904"}, **more)
    play(match, ("hex", hex_), ("die", roll))
    return play(match, ("way", way)) if roll <= 5 else match


@pytest.mark.rule("enemy_action", "2.3-events")
def test_von_der_heydte_lands() -> None:
    match = event("german", 43, "von-der-heydte", FRONT | VDH | {"de-8-3f": "0904"}, roadblocks=["0409"])
    assert asked(match) == ("german", "Landing")
    town = next(
        n for n in f.HEX_NAMES.list_of(f.BUILT & f.ARMY_AREA["6pa"]) if f.BOARD.distance(f.HEX[n], f.HEX["0705"]) > 3
    )
    assert refused(match, "hex", town) == "2.3-events"
    assert refused(match, "hex", "2308") == "2.3-events"
    assert refused(match, "hex", "0706") == "2.3-events"
    assert refused(match, "hex", "0409") == "7.9-effects"
    two = next(
        n for n in f.HEX_NAMES.list_of(f.ARMY_AREA["6pa"] & ~f.BUILT) if f.BOARD.distance(f.HEX[n], f.HEX["0705"]) == 2
    )
    assert two in offered(match, "hex")
    assert where(landed(6), "de-vdh") == "0410"
    assert not state(landed(6)).unsupplied


@pytest.mark.rule("enemy_action", "2.3-events")
def test_von_der_heydte_drifts() -> None:
    start = f.HEX["0410"]
    for way in range(6):
        other = f.BOARD.step(start, way)
        at = f.HEX[where(landed(5, way), "de-vdh")]
        assert at == (start if f.BUILT >> other & 1 else other)
    edge = next(p for p in each(f.ARMY_AREA["6pa"] & ~f.BUILT) if f.BOARD.step(p, 3) < 0 and p < f.HEX["0201"])
    off = f.HEX_NAMES.names[edge]
    assert where(landed(1, 3, off), "de-vdh") == off


@pytest.mark.rule("enemy_action", "2.3-events")
def test_von_der_heydte_does_not_drift_into_a_town() -> None:
    area = f.ARMY_AREA["6pa"] & ~f.BUILT & ~f.BOARD.within(f.HEX["0705"], 3)
    start = next(p for p in each(area) if f.BOARD.neighbours(p) & f.BUILT and f.COLUMN[p] > 8)
    way = next(w for w in range(6) if (other := f.BOARD.step(start, w)) >= 0 and f.BUILT >> other & 1)
    name = f.HEX_NAMES.names[start]
    assert where(landed(1, way, name), "de-vdh") == name


def test_von_der_heydte_comes_once() -> None:
    match = command("german", 43, FRONT | {"de-vdh": "0410", "de-8-3f": "0904"})
    assert refused(match, "event", "von-der-heydte") == "2.3-events"


# --- engineers --------------------------------------------------------------------------------------------------------------

BEHIND = {"de-3-2p": "1607", "de-62": "1205", "us-110-28": "1813", "us-424-106": "0912"}


@pytest.mark.rule("enemy_action", "12.21:ab", "12.22:a")
def test_bridge_engineers_repair_and_build() -> None:
    match = event("german", 57, "bridge-engineers", BEHIND, blown=["1707-1708", "1907-1908"])
    assert asked(match) == ("german", "BridgeWork")
    assert not {"blow", "unit"} & set(match.decision.choices)
    assert "1707-1708" in offered(match, "repair")
    assert refused(match, "build", "1707-1708") == "12.22"
    assert refused(match, "repair", "1802-1803") == "12.21"
    assert refused(match, "blow", "1802-1803") == "12.21"
    assert refused(match, "unit", "de-62") == "12.31"
    play(match, ("repair", "1707-1708"))
    assert "1707-1708" in f.RIVERS.list_of(state(match).own_bridges(f.GERMAN))
    match = event("german", 57, "bridge-engineers", BEHIND)
    new = offered(match, "build")[0]
    play(match, ("build", new))
    assert new in f.RIVERS.list_of(state(match).own_bridges(f.GERMAN))
    assert asked(match) == ("allied", "Impulse")


@pytest.mark.rule("enemy_action", "12.31:d", "12.32:a")
def test_engineers_give_an_improved_position() -> None:
    units = BEHIND | {"us-109-28": "2013", "us-112-28": "1611", "us-cca-9a": "2014"}
    assert f.BUILT & f.BOARD.set_of("1813") == 0 or True
    match = event("allied", 13, "engineers", units, low=["us-109-28"], dispersed=["us-112-28"], ip=["2014"])
    assert asked(match) == ("allied", "BridgeWork")
    assert refused(match, "unit", "us-109-28") == "12.31"
    assert refused(match, "unit", "us-112-28") == "9.9"
    assert refused(match, "unit", "us-cca-9a") == "12.32"
    assert refused(match, "unit", "de-62") == "12.31"
    play(match, ("unit", "us-424-106"))
    assert state(match).ip >> f.HEX["0912"] & 1
    assert asked(match) == ("german", "Impulse")


@pytest.mark.rule("enemy_action", "12.21", "4.13:c")
def test_engineers_blow_a_bridge_but_not_on_16_december() -> None:
    match = event("allied", 13, "engineers", BEHIND, day=17)
    river = offered(match, "blow")[0]
    play(match, ("blow", river))
    if asked(match)[1] == "Greif":
        play(match, "pass")
    assert river not in f.RIVERS.list_of(state(match).bridges)
    match = event("allied", 13, "engineers", BEHIND, day=16)
    assert refused(match, "blow", river) == "4.13"


@pytest.mark.rule("enemy_action", "7.33:d", "5.1:c")
def test_greif_against_the_engineers_event() -> None:
    hand = {"german": [42, 46], "allied": [13, 19]}
    match = event("allied", 13, "engineers", BEHIND, hand=hand)
    river = offered(match, "blow")[0]
    play(match, ("blow", river))
    assert asked(match) == ("german", "Greif")
    assert refused(match, "card", card(46)) == "5.1"
    play(match, ("card", card(42)))
    assert river in f.RIVERS.list_of(state(match).bridges)
    assert asked(match) == ("german", "Impulse")
    assert numbers(state(match).discards[f.GERMAN]) == [42]


def test_no_greif_question_if_the_card_lies_open() -> None:
    hand = {"german": [46], "allied": [13, 19]}
    match = event("allied", 13, "engineers", BEHIND, hand=hand, discards={"german": [42]})
    play(match, ("blow", offered(match, "blow")[0]))
    assert asked(match)[1] != "Greif"
    match = event("allied", 13, "engineers", BEHIND, hand=hand, pile={"german": [42]})
    play(match, ("blow", offered(match, "blow")[0]))
    assert asked(match) == ("german", "Greif")
    assert set(match.decision.choices) == {"pass"}


@pytest.mark.rule("enemy_action", "4-III:a")
def test_engineers_in_the_supply_phase() -> None:
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "SupplyPhase", "stage": 1},
        {"frame": "Builders", "side": "german", "passed": True},
        {"frame": "BridgeWork", "side": "german", "where": "supply", "card": card(57)},
    ]
    hand = {"german": [57, 46], "allied": [13]}
    match = situation("", BEHIND, day=18, hand=hand, blown=["1707-1708"], frames=frames)
    assert numbers(state(match).hand[f.GERMAN]) == [46, 57]
    assert match.position_for("allied")["frames"][-1] == frames[2], "that a card is picked is a secret"
    play(match, ("repair", "1707-1708"))
    assert state(match).stack[-1] == Builders(f.ALLIED, False)
    assert numbers(state(match).discards[f.GERMAN]) == [57]
    frames[2] = {"frame": "Builders", "side": "allied", "passed": False}
    frames[3] = {"frame": "BridgeWork", "side": "allied", "where": "supply", "card": card(13)}
    match = situation("", BEHIND, day=18, hand=hand, frames=frames)
    assert refused(match, "unit", "us-110-28") == "4-III"
    assert refused(match, "blow", "1707-1708") == "4-III"
    picked: dict[str, Any] = {"day": 18, "hand": hand, "blown": ["1707-1708"]}
    frames[2] = {"frame": "Builders", "side": "german", "passed": False}
    assert "on a question to the same side" in bad_position("", BEHIND, frames=frames, **picked)
    frames[2] = {"frame": "Builders", "side": "allied", "passed": False}
    frames[3] = {"frame": "BridgeWork", "side": "allied", "where": "impulse", "card": None}
    assert "a card is picked for engineers" in bad_position("", BEHIND, frames=frames, **picked)
