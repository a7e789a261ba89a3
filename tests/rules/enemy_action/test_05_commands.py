"""4-IV, 5.1 to 5.7 Impulses: what a card is played for, passing, and what is refused."""

from __future__ import annotations

import random

import pytest

from ardennes.core.match import Match, new_match
from ardennes.core.names import each
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.hands import FRONT, active, card, command, draw, impulse, numbers, told
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state

RESERVES = FRONT | {
    "us-26-1": "reserve",
    "us-16-1": "reserve",
    "us-47-9": "reserve",
    "us-cca-7a": "reserve",
    "us-cca-5a": "reserve",
    "us-9-2": "0506",
    "us-cca-4a": "reserve",
    "uk-5-ga": "reserve",
}


# --- passing ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4-IV-pass-german:abc", "5.1-pass:abcd")
@pytest.mark.parametrize(
    ("german", "allied", "piles", "allowed"),
    [
        ([46, 49, 58], [13, 14, 15, 16], {}, True),
        ([46, 49, 58, 60], [13, 14, 15, 16], {}, False),
        ([46, 49], [13, 14, 15, 16, 17], {}, True),
        ([46], [13, 14, 15, 16], {"german": [45]}, False),
        ([46], [13, 14, 15, 16], {"allied": [5]}, True),
    ],
)
def test_german_pass(german: list[int], allied: list[int], piles: dict[str, list[int]], allowed: bool) -> None:
    match = impulse("german", {"german": german, "allied": allied}, pile=piles)
    if allowed:
        assert match.explain("pass") is None
        play(match, "pass")
        assert asked(match) == ("allied", "Impulse")
    else:
        assert refused(match, "pass") == "5.1-pass"


@pytest.mark.rule("enemy_action", "4-IV-2:ab", "5.1-pass:acd")
@pytest.mark.parametrize(
    ("german", "allied", "piles", "allowed"),
    [
        ([46, 49, 58, 60], [13, 14, 15, 19], {}, True),
        ([46, 49, 58, 60], [13, 14, 15, 16, 19], {}, False),
        ([46, 49, 58, 60], [13, 19], {"allied": [5]}, False),
        ([46, 49, 58, 60], [13, 19], {"german": [45]}, True),
    ],
)
def test_allied_pass(german: list[int], allied: list[int], piles: dict[str, list[int]], allowed: bool) -> None:
    match = impulse("allied", {"german": german, "allied": allied}, pile=piles)
    if allowed:
        play(match, "pass")
        assert asked(match) == ("german", "Impulse")
    else:
        assert refused(match, "pass") == "5.1-pass"


@pytest.mark.rule("enemy_action", "5.1-pass:be", "6.5:d")
def test_after_a_pass_everything_may_be_activated_again() -> None:
    hand = {"german": [46], "allied": [19, 24]}
    match = impulse("german", hand, last={"german": ["de-3-2p"]})
    assert card(46) not in offered(match, "card") or "de-2p" not in peek(match, 46)
    play(match, "pass", ("card", card(19)))
    play(match, ("formation", "us-106"))
    finish(match)
    assert asked(match) == ("german", "Impulse")
    play(match, ("card", card(46)))
    assert "de-2p" in offered(match, "formation")


def peek(match, number: int) -> list[str]:  # type: ignore[no-untyped-def]
    """The formations that a card could activate."""
    found = match.state.clone()
    found.apply("card", f.CARD[card(number)])
    return f.GROUPS.list_of(found.offers("formation"))


def finish(match) -> None:  # type: ignore[no-untyped-def]
    """Do nothing more in this impulse: end movement, combat, digging in; pass every window."""
    while asked(match)[1] not in ("Impulse", "EndOfDay"):
        choices = match.decision.choices
        verb = next(v for v in ("done", "pass", "stay", "draw") if v in choices)
        match.play(verb, choices[verb][0])


@pytest.mark.rule("enemy_action", "4-IV-3:c")
def test_two_passes_in_a_row_are_never_possible() -> None:
    from ardennes.games.enemy_action.impulse import may_pass

    for german in range(5):
        for allied in range(5):
            hand = {"german": [46, 49, 58, 60][:german], "allied": [13, 14, 15, 16][:allied]}
            if german and allied:
                s = state(impulse("german", hand))
                assert may_pass(s, f.GERMAN) is not None or may_pass(s, f.ALLIED) is not None


# --- one card, one command --------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4-IV-1:a", "5.7", "5.1:a")
def test_one_command_per_impulse() -> None:
    match = impulse("german", {"german": [46, 47, 49], "allied": [19]}, FRONT | {"de-39-26": "1707"})
    play(match, ("card", card(46)), ("formation", "de-2p"))
    assert refused(match, "card", card(47))
    assert numbers(state(match).discards[f.GERMAN]) == [46]
    finish(match)
    assert asked(match) == ("allied", "Impulse")


@pytest.mark.rule("enemy_action", "4-IV-1:b", "5.3")
def test_what_is_not_on_the_card_is_refused() -> None:
    match = command("german", 47)
    assert refused(match, "formation", "lxvi") == "5.3"
    assert refused(match, "formation", "de-2p") == "5.3"
    assert refused(match, "event", "commandos") == "2.3-events"
    assert refused(match, "deploy_one") == "5.3"
    assert refused(match, "kg", "1607") == "6.4"


@pytest.mark.rule("enemy_action", "4-IV-1:c", "6.3:d")
def test_one_unit_command_once_per_day_and_side() -> None:
    match = command("german", 47, one_used={"german": 1})
    assert refused(match, "unit", "de-62") == "6.3"
    assert refused(match, "unit", "de-3-2p") == "6.3"
    match = command("allied", 11, one_used={"german": 1})
    assert "us-394-99" in offered(match, "unit")
    play(match, ("unit", "us-394-99"))
    assert state(match).one_used == [1, 1]


@pytest.mark.rule("enemy_action", "4-IV-1:d")
def test_no_allied_kampfgruppe() -> None:
    for number in (1, 2, 4):
        match = command("allied", number, day=21)
        assert refused(match, "kg", "1206") == "6.4"


@pytest.mark.rule("enemy_action", "4-IV-1:e", "5.3:a")
@pytest.mark.parametrize(("day", "allowed"), [(19, False), (20, True)])
def test_replacements_from_20_december(day: int, allowed: bool) -> None:
    units = {"de-62": "1205", "us-424-106": "1206", "de-18": "1003"}
    match = command("german", 52, units, day=day, lost={"de-18": 1})
    if allowed:
        assert "replace" in match.decision.choices
    else:
        assert refused(match, "replace") == "13"


@pytest.mark.rule("enemy_action", "4-IV-3:d")
def test_a_card_without_a_possible_command_is_thrown_away() -> None:
    hand = {"german": [46], "allied": [31]}
    match = impulse("german", hand, {"de-62": "1205", "us-424-106": "1206"}, one_used={"german": 1})
    assert set(match.decision.choices) == {"discard"}
    assert refused(match, "card", card(46)) == "4-IV-1"
    assert next(e[0] for e in told(match, "discard", card(46))) == "throws_away"
    play(match, ("discard", card(46)))
    assert numbers(state(match).discards[f.GERMAN]) == [46]
    match = impulse("german", {"german": [46, 65], "allied": [31]}, {"de-62": "1205", "us-424-106": "1206"})
    assert refused(match, "discard", card(46)) == "4-IV-3"


@pytest.mark.rule("enemy_action", "4-IV-3:ab")
def test_a_side_without_cards_waits_until_the_other_has_none() -> None:
    match = impulse("german", {"allied": [19, 20]}, impulses={"german": 1, "allied": 0})
    assert asked(match) == ("allied", "Impulse")
    play(match, ("card", card(19)), ("formation", "us-106"))
    finish(match)
    assert asked(match) == ("allied", "Impulse")
    assert state(match).impulses == [2, 2]
    match = impulse("german", {"german": [47], "allied": []}, impulses={"german": 1, "allied": 0})
    day = state(match).day
    play(match, ("card", card(47)), ("formation", "xlvii"))
    while state(match).day == day and match.decision is not None and asked(match)[1] != "Impulse":
        choices = match.decision.choices
        verb = next(v for v in ("done", "pass", "stay", "draw", "hex") if v in choices)
        match.play(verb, choices[verb][0])
    assert state(match).day == day + 1


# --- the kinds of cards -----------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "2.3-formation:ab")
def test_formations_on_cards() -> None:
    facts = f.CARD_FACTS[f.CARD[card(46)]]
    assert [f.GROUPS.names[g] for g in facts.activate] == ["de-2p", "de-lehr"]
    assert f.GROUPS.names[facts.corps] == "xlvii" and facts.army == "5pa"
    for some in f.CARD_FACTS:
        if some.kind == "division":
            assert 1 <= len(some.activate) <= 3


@pytest.mark.rule("enemy_action", "2.3-events:ab", "2.3-support:b")
def test_every_event_tactic_and_reaction_has_its_entry() -> None:
    named = {"engineers", "airpower", "raise-the-alarm", "bridge-engineers", "fuel-priority", "von-der-heydte"}
    assert named | {"manteuffel", "allies-alert", "recover", "withdrawal"} <= set(f.EVENTS.names)
    tactics = {"reinforce-battle", "assault-coordination", "artillery", "corps-artillery", "fixed-artillery", "screen"}
    tactics |= {"airpower", "combat-engineers", "engineers", "infiltration", "tank-battalion", "panzer-battalion"}
    assert tactics == set(f.TACTICS.names)
    assert set(f.REACTIONS.names) == {"engineers", "greif"}
    for row in f.EVENT_ROWS:
        assert "dates" in row and row["text"]


@pytest.mark.rule("enemy_action", "2.3-commands:abc", "2.3-events")
def test_no_line_of_another_version_is_on_a_card() -> None:
    assert "artillery-barrage" not in f.EVENTS.names
    assert not f.CARD_FACTS[f.CARD[card(19)]].events
    for some in f.CARD_FACTS:
        lines = bits_of(some.events_on(20)) | bits_of(some.events_on(16))
        assert all(f.EVENT_ROWS[e]["side"] == f.SIDES[some.side] for e in lines)


def bits_of(some: int) -> set[int]:
    return set(each(some))


@pytest.mark.rule("enemy_action", "2.3-commands:d")
def test_a_dated_command_on_another_day() -> None:
    match = command("allied", 11, day=17)
    assert refused(match, "event", "raise-the-alarm") == "2.3-commands"
    match = command("allied", 11, FRONT | {"us-ccb-9a": "1812"}, day=16)
    assert "raise-the-alarm" in offered(match, "event")


@pytest.mark.rule("enemy_action", "5.2:ab", "6.2:a")
def test_division_card_with_three_divisions() -> None:
    units = RESERVES | {"us-18-1": "0607", "us-39-9": "0507"}
    match = command("allied", 18, units)
    assert offered(match, "formation") == ["us-1", "us-9"]
    assert {"deploy", "deploy_one"} <= set(match.decision.choices)
    play(match, "deploy")
    frame = match.state.stack[-1]
    assert asked(match) == ("allied", "Deploy")
    assert set(f.UNIT_NAMES.list_of(frame.units)) == {"us-26-1", "us-16-1", "us-47-9", "us-cca-5a"}  # type: ignore[attr-defined]
    match = command("allied", 17, units)
    play(match, "deploy_one")
    assert {"us-26-1", "us-47-9"} <= set(offered(match, "unit"))


@pytest.mark.rule("enemy_action", "5.2:c")
def test_a_card_without_the_line_cannot_deploy() -> None:
    match = command("allied", 17, RESERVES)
    assert refused(match, "deploy") == "5.2"
    match = command("german", 42, FRONT | {"de-peiper-1ss": "0804"}, hand={"german": [42, 46], "allied": [19]})
    assert refused(match, "deploy_one") == "5.2"


@pytest.mark.rule("enemy_action", "5.21:b")
@pytest.mark.parametrize(
    ("day", "formation", "unit", "ignores"),
    [
        (17, "de-peiper", "de-peiper-1ss", True),
        (18, "de-peiper", "de-peiper-1ss", False),
        (17, "de-150p", "de-150", False),
        (18, "de-150p", "de-150", True),
    ],
)
def test_peiper_and_150th(day: int, formation: str, unit: str, ignores: bool) -> None:
    units = {"de-peiper-1ss": "0804", "de-150": "0703", "us-394-99": "0705"}
    match = command("german", 42, units, day=day, hand={"german": [42, 46], "allied": [19]})
    play(match, ("formation", formation))
    assert active(match) == {unit}
    assert state(match).ignoring == (1 << f.UNIT[unit] if ignores else 0)
    match = command("german", 37, units, day=day)
    play(match, ("formation", "iss"))
    assert not state(match).ignoring


@pytest.mark.rule("enemy_action", "5.4:abc", "4-IV-1:d", "6.3:e")
def test_army_cards() -> None:
    units = FRONT | {"us-cca-3a": "0516", "us-ccb-9a": "1812"}
    match = command("allied", 4, units, day=20, lost={"us-cca-3a": 1})
    assert set(offered(match, "formation")) == {"v", "vii", "xviii"}
    assert refused(match, "formation", "viii") == "5.4"
    assert refused(match, "replace") == "5.4"
    assert refused(match, "unit", "us-394-99") == "6.3"
    match = command("german", 45, units, day=20)
    assert set(offered(match, "formation")) == {"lxvi", "xlvii"}
    assert offered(match, "kg")
    assert refused(match, "formation", "iss") == "5.4"
    assert refused(match, "unit", "de-62") == "6.3"


@pytest.mark.rule("enemy_action", "5.5:ab", "6.3:e")
def test_army_group_cards() -> None:
    units = RESERVES | {"de-8-3f": "0904"}
    match = command("german", 35, units, day=20)
    assert set(offered(match, "formation")) == {"iss", "lxvi", "xlvii"}
    assert refused(match, "unit", "de-62") == "6.3"
    match = command("allied", 1, units, day=22)
    play(match, "deploy")
    names = f.UNIT_NAMES.list_of(match.state.stack[-1].units)  # type: ignore[attr-defined]
    assert {"us-26-1", "us-cca-4a", "uk-5-ga"} <= set(names)


@pytest.mark.rule("enemy_action", "5.6:a", "6.3:e")
@pytest.mark.parametrize("day", [17, 22])
def test_no_command_cards(day: int) -> None:
    match = command("allied", 13, RESERVES, day=day, low=["us-394-99"])
    assert set(match.decision.choices) == {"event"}
    assert refused(match, "deploy") == "5.6"
    assert refused(match, "replace") == "5.6"
    assert refused(match, "formation", "v") == "5.6"
    assert refused(match, "unit", "us-394-99") == "6.3"
    assert offered(match, "event") == (["engineers"] if day == 17 else ["airpower"])


@pytest.mark.rule("enemy_action", "5.7-sample-cards:a", "2.3-no-fuel:a")
def test_sample_cards() -> None:
    def of(number: int) -> f.CardFacts:
        return f.CARD_FACTS[f.CARD[card(number)]]

    assert [f.GROUPS.names[g] for g in of(18).activate] == ["us-1", "us-9", "us-5a"] and of(18).entry == 17
    assert of(18).tactics == ((f.TACTIC["tank-battalion"], ""),) and of(18).one_unit and of(18).deploy_one >= 0
    assert of(5).entry == 16 and of(5).rp == 2 and of(5).tactics == ((f.TACTIC["reinforce-battle"], ""),)
    assert of(4).entry == 18 and of(4).stacked and of(4).any_event and of(4).any_tactic and of(4).reactions
    assert of(1).entry == 20 and of(1).stacked and of(1).any_event and of(1).any_tactic
    assert of(13).kind == "none" and of(13).entry == 16
    assert of(46).tactics == ((f.TACTIC["assault-coordination"], ""),) and not of(46).deploy
    assert of(42).tactics == ((f.TACTIC["combat-engineers"], ""),)
    assert of(47).rp == 2 and of(47).returns == "16" and of(47).tactics == ((f.TACTIC["artillery"], ""),)
    assert of(45).kampfgruppe == "5pa" and of(35).kampfgruppe == "all" and of(35).any_tactic
    assert of(41).no_fuel == ((f.GROUP["de-1ss"], (22, 26)), (f.GROUP["de-12ss"], (23, 29)))


# --- 16 December ------------------------------------------------------------------------------------------------------


def surprise(number: int, done: int, units: dict[str, str] | None = None, **more: object):  # type: ignore[no-untyped-def]
    """German surprise impulse number `done` + 1, with a card picked."""
    impulses = {"german": done + 1, "allied": 0}
    return command("german", number, units, day=16, impulses=impulses, **more)


SURPRISE = FRONT | {"de-130-lehr": "1706", "de-8-3f": "0904", "de-243": "1705", "de-39-26": "1707"}


@pytest.mark.rule("enemy_action", "4.11:ceh", "4.1:a")
def test_each_surprise_impulse_is_for_another_corps() -> None:
    last = {"german": ["de-3-2p"]}
    match = surprise(47, 1, SURPRISE, surprise=["de-3-2p"], last=last)
    assert refused(match, "formation", "xlvii") == "4.11"
    match = surprise(46, 2, SURPRISE, surprise=["de-3-2p"])
    assert refused(match, "formation", "de-lehr") == "4.11"
    assert refused(match, "unit", "de-39-26") == "4.11"
    match = surprise(45, 2, SURPRISE, surprise=["de-3-2p"])
    assert offered(match, "formation") == ["lxvi"]
    assert set(match.decision.choices) <= {"formation", "kg", "unit"}
    match = command("german", 47, SURPRISE, day=16, impulses={"german": 4, "allied": 1}, surprise=["de-3-2p"])
    assert "xlvii" in offered(match, "formation")
    match = command(
        "german", 47, SURPRISE, day=16, impulses={"german": 4, "allied": 1}, surprise=["de-3-2p"], last=last
    )
    assert refused(match, "formation", "xlvii") == "6.5"


@pytest.mark.rule("enemy_action", "4.11:e")
def test_no_events_and_no_reserves_in_surprise_impulses() -> None:
    units = SURPRISE | {"de-901-lehr": "reserve", "de-vdh": "vdh"}
    match = surprise(43, 0, units | {"de-48-12": "0704", "de-27-12": "reserve"})
    assert refused(match, "event", "von-der-heydte") == "4.11"
    assert refused(match, "deploy_one") == "4.11"
    match = surprise(38, 0, units)
    assert refused(match, "event", "commandos") == "4.11"
    assert refused(match, "deploy") == "4.11"
    match = command("german", 38, units, day=16, impulses={"german": 4, "allied": 1})
    assert "commandos" in offered(match, "event")


@pytest.mark.rule("enemy_action", "4.11:abdg", "4-IV:b", "4.1:b")
def test_three_german_impulses_without_movement_and_reactions() -> None:
    hand = {"german": [46, 52, 57], "allied": [13, 19]}
    units = SURPRISE | {"de-14-5f": "1907", "us-109-28": "2007"}
    frames = [{"frame": "Day", "step": 3}]
    pile = {"german": [37, 38, 39, 41, 43, 49], "allied": [5]}
    match = situation("", units, day=16, hand=hand, pile=pile, frames=frames)
    for number, (played, formation) in enumerate([(46, "de-2p"), (52, "lxvi"), (57, "lxxxv")]):
        assert asked(match) == ("german", "Impulse")
        assert state(match).surprising and state(match).impulses == [number + 1, 0]
        play(match, ("card", card(played)), ("formation", formation))
        assert asked(match)[1] not in ("Movement", "Roadblocks", "Demolition", "DefendTactics")
        while asked(match)[1] != "Impulse":
            choices = match.decision.choices
            verb = next(v for v in ("done", "draw") if v in choices)
            match.play(verb, choices[verb][0])
        if number < 2:
            assert state(match).hand[f.GERMAN].bit_count() == 7
    assert asked(match) == ("allied", "Impulse")
    assert state(match).impulses == [3, 1] and not state(match).surprising


@pytest.mark.rule("enemy_action", "4.11:g")
def test_the_hand_is_filled_after_a_surprise_impulse() -> None:
    match = surprise(46, 0, SURPRISE, pile={"german": [37, 38, 39, 41, 43, 49, 58], "allied": [5]})
    play(match, ("formation", "de-2p"))
    finish(match)
    draw(match)
    assert state(match).hand[f.GERMAN].bit_count() == 7


@pytest.mark.rule("enemy_action", "4.1:a")
def test_no_surprise_in_crisis_at_the_meuse() -> None:
    match = command("german", 47, day=22, scenario="crisis", impulses={"german": 1, "allied": 0})
    assert not state(match).surprising


# --- secrets ----------------------------------------------------------------------------------------------------------


def test_a_picked_card_is_seen_by_nobody_else() -> None:
    match = command("german", 46)
    other = str(match.position_for("allied")) + str(match.view("allied"))
    assert card(46) not in other.replace(str(match.position_for("allied").get("unused")), "")
    assert match.position_for("german")["frames"][-1]["card"] == card(46)
    assert match.decision.prompt == "What do you play the card for?"


def test_nobody_else_can_tell_that_a_card_is_picked() -> None:
    picked = command("german", 46, pile={"german": [37, 38, 52, 49], "allied": [5]}, available={"german": [60, 67]})
    kept = new_match(GAME, seed=7, position=picked.position() | {"frames": picked.position()["frames"][:-1]})
    for side in ("allied", None):
        for what in (Match.view, Match.position_for, Match.preview, Match.diary):
            assert what(picked, side) == what(kept, side)
        s = picked.game.imagine(state(picked), side, random.Random(1))
        assert s == kept.game.imagine(state(kept), side, random.Random(1))
        assert s.decision is not None and s.decision.side == "german"
        assert picked.branch(side, seed=1).view(side) == kept.branch(side, seed=1).view(side)
    assert picked.position_for("german") != kept.position_for("german")
