"""What players are shown: cards at a glance, chits, markers on the map, the calendar and the gauge, the course of a draw."""

from __future__ import annotations

from typing import Any

from ardennes.core.names import each
from ardennes.games.enemy_action import GAME, preview
from ardennes.games.enemy_action.facts import CARD_FACTS, CHIT_FACTS, CHITS
from tests.rules.enemy_action.fights import combat, draw, planned, struck
from tests.rules.enemy_action.table import play, situation, start, state

CARDS = GAME.printed_things["card"]
FIGHT = {"de-3-2p": "1607", "de-304-2p": "1607", "de-2-2p": "1707", "us-110-28": "1708"}


def lines(card: str) -> dict[str, str]:
    return {line["tag"]: line["text"] for line in CARDS[card]["lines"]}


def test_a_card_says_at_a_glance_what_it_can_do() -> None:
    card = CARDS["card-46"]
    assert card["short"] == "2nd Panzer · Panzer Lehr" and card["corner"] == "46" and card["color"] == "--f-xlvii"
    assert card["formations"] == ["de-2p", "de-lehr"]
    assert lines("card-46") == {
        "Activate": "2nd Panzer or Panzer Lehr",
        "Reserves": "one unit of XLVII Panzer Corps",
        "Or": "any one unit in supply, no attack",
        "No fuel": "2nd Panzer 23, 25; Panzer Lehr 24, 27 Dec",
    }
    assert card["foot"] == {"tag": "Combat", "text": "Assault Coordination"}
    assert lines("card-48")["Special"] == "Fury of Bastogne (22 to 26 Dec)"
    assert lines("card-37")["Replace"] == "2 steps (from 20 Dec)"
    assert CARDS["card-37"]["foot"]["text"] == "Artillery; comes back (16 Dec)"
    assert lines("card-42")["Through enemy zones"] == "KG Peiper on 17 Dec, 150th Panzer Bde on 18 Dec"
    assert lines("card-35")["Kampfgruppe"] == "units of any army around a hex"


def test_every_card_says_something_about_everything_it_can_do() -> None:
    for facts in CARD_FACTS:
        told = lines(facts.name)
        wanted = {
            "Activate": bool(facts.activate),
            "Kampfgruppe": bool(facts.kampfgruppe),
            "Reserves": bool(facts.deploy) or facts.deploy_one >= 0,
            "Replace": bool(facts.rp),
            "Event": bool(facts.any_event or facts.events),
            "Special": bool(facts.special),
            "Reaction": bool(facts.reactions),
            "Or": facts.one_unit,
            "No fuel": bool(facts.no_fuel),
            "Through enemy zones": bool(facts.ignore_zoc),
        }
        assert set(told) == {tag for tag, holds in wanted.items() if holds}, facts.title
        assert (CARDS[facts.name]["foot"] is not None) == bool(facts.any_tactic or facts.tactics)


def test_the_card_in_question_is_shown_to_its_owner_alone() -> None:
    cards = {"german": [46, 47], "allied": [5]}
    units = {"de-3-2p": "1606", "us-110-28": "2014"}
    match = situation("german-impulse", units, day=18, hand=cards, impulses={"german": 5, "allied": 5})
    assert match.view("german")["decision"]["cards"] == []
    play(match, ("card", "card-46"))
    assert match.view("german")["decision"]["cards"] == ["card-46"]
    for other in ("allied", None):
        assert match.view(other)["decision"] is None
        assert "card-46" not in str(match.view(other))


def test_bridges_are_markers_between_two_hexes_with_owner_and_state() -> None:
    units = {"de-3-2p": "1707", "us-110-28": "2014"}
    match = situation("german-impulse", units, day=18, blown=["1707-1708"], hand={"german": [46], "allied": [5]})
    found = {(m["at"], m["to"]): m for m in match.view(None)["markers"] if m.get("to")}
    assert found["1707", "1708"]["sign"] == "blown bridge"
    assert "Our (1707-1708)" in found["1707", "1708"]["kind"]
    assert {m["side"] for m in found.values()} <= {"german", "allied"}
    assert any(m["sign"] == "bridge" for m in found.values())


def test_only_the_allied_player_sees_which_depots_are_full() -> None:
    units = {"de-3-2p": "1707", "us-110-28": "2014"}
    match = situation(
        "german-impulse", units, day=18, depots=["1814"], fuel_yes=["1814"], hand={"german": [46], "allied": [5]}
    )
    signs = {
        side: {m["sign"] for m in match.view(side)["markers"] if m["at"] == "1814"} for side in ("german", "allied")
    }
    assert signs == {"german": {"fuel"}, "allied": {"fuel full"}}


def test_the_calendar_and_the_gauge_say_what_wins_next() -> None:
    match = start()
    while match.decision.side == "chance":
        match.play(*match.choices[0])
    view = match.view("german")
    goals = {day["turn"]: day["goal"] for day in view["days"]}
    assert goals[4] == "" and goals[5].isdecimal()
    assert view["gauge"]["short"] == f"of {goals[5]} on 20 Dec"
    assert {mark["at"] for mark in view["gauge"]["marks"]} >= {int(goals[5])}


def test_the_chits_drawn_so_far_are_shown_with_what_they_add_up_to() -> None:
    match = combat(FIGHT)
    play(match, ("target", "1708"), "all")
    draw(match, 1, 3)  # the first does not apply at these odds
    preview = match.preview("german")
    assert preview is not None
    draws = preview["draws"]
    assert [chit["chit"] for chit in draws["chits"]] == ["chit-01", "chit-03"]
    assert [(chit["face"], chit["kind"]) for chit in draws["chits"]] == [("", "neither"), ("A1", "against")]
    assert draws["most"] == 3 and draws["left"] == 58
    assert [(total["title"], total["value"]) for total in draws["sums"]] == [
        ("Hits on the defender", 0),
        ("Hits on the attacker", 1),
    ]
    told = [event["draw"] for event in match.story("german") if event["draw"]]
    assert [one["face"] for one in told] == ["", "A1"]
    assert [one["total"] for one in told] == [
        "0 hits on the defender, 0 hits on the attacker",
        "0 hits on the defender, 1 hit on the attacker",
    ]


def test_other_ways_to_the_same_hex_are_offered_on_demand() -> None:
    units = {"de-3-2p": "1606", "us-110-28": "2014"}
    frames = [
        {"frame": "Day", "step": 3},
        {"frame": "Impulse", "side": "german", "stage": 1},
        {"frame": "Activation", "side": "german", "stage": 3},
        {"frame": "Movement", "side": "german"},
    ]
    more: dict[str, Any] = {"active": ["de-3-2p"], "mode": "formation", "impulses": {"german": 5, "allied": 5}}
    match = situation("", units, day=21, frames=frames, hand={"german": [46], "allied": [5]}, **more)
    play(match, ("unit", "de-3-2p"))
    hints = match.view("german")["decision"]["hints"]
    choices = match.decision.choices
    assert hints["via"]["*"]["minor"]
    for place in choices["march"]:
        assert hints["march"][place].get("minor", False) == (place in choices["hex"])
    assert not any(hint.get("minor") for hint in hints["hex"].values())


def test_the_odds_name_the_cover_and_what_spares_the_attacker() -> None:
    def shifts(*units: str, **more: Any) -> dict[str, str]:
        at = {"de-3-2p": "1715", **dict.fromkeys(units, "1815")}
        found = preview.fight(planned(at, "1815", **more))
        assert found is not None
        return {row["text"]: row["value"] for row in found["shifts"] if row["case"] == "9.5-adjust"}

    assert shifts("us-501-101") == {}
    assert shifts("us-501-101", ip=["1815"]) == {"Defender in an improved position": "1 hit fewer"}
    tired = shifts("us-501-101", dispersed=["us-501-101"])
    assert tired == {"Defender dispersed, out of supply or out of fuel": "1 hit fewer on the attacker"}
    assert shifts("us-501-101", isolated=["us-501-101"]) == {"Defender isolated": "no hits on the attacker"}


def test_the_rules_of_16_december_are_shown_all_day() -> None:
    units = {"de-3-2p": "1606", "us-110-28": "2014"}
    for day, shown in ((16, "traffic jams, slow Allied reaction"), (17, "")):
        hand = {"german": [46], "allied": [5]}
        match = situation("allied-impulse", units, day=day, hand=hand, impulses={"german": 3, "allied": 1})
        tracks = {track["id"]: track["text"] for track in match.view()["tracks"]}
        assert tracks.get("today", "") == shown


def test_the_only_unit_that_can_take_the_loss_is_named() -> None:
    fight = {"de-3-2p": "1715", "de-39-26": "1915", "us-501-101": "1815"}
    match = play(struck(fight, "1815", (2, 0)), ("lose", "de-39-26"))
    hints = match.view("german")["decision"]["hints"]
    assert hints["stand"][""]["note"] == "1 step lost by 3.2P"
    assert hints["disperse"][""]["note"] == "no step lost; no advance, no move and no attack until they recover"


def test_a_chit_that_waits_for_a_large_attack_is_marked_in_the_odds() -> None:
    many = dict.fromkeys(("de-3-2p", "de-304-2p", "de-39-26"), "1715") | dict.fromkeys(("de-77-26", "de-78-26"), "1915")
    match = combat(many | {"de-130-lehr": "1814", "de-901-lehr": "1814", "us-501-101": "1815"})
    large = next(chit for chit, facts in enumerate(CHIT_FACTS) if "large" in facts.front.situation)
    match.play("target", "1815")
    play(match, "all")
    while match.decision.side == "chance":
        match.play("chit", CHITS.names[large if state(match).cup >> large & 1 else each(state(match).cup)[0]])
    shown = match.preview("german")
    assert shown is not None
    assert ("?", "counts only in a large attack") in [(c["face"], c["text"]) for c in shown["draws"]["chits"]]
