"""1 to 4, 15: sides, components, calendar, set-up of every scenario, and the order of a day."""

from __future__ import annotations

import random
from collections import Counter
from itertools import groupby
from typing import Any

import pytest

from ardennes.core.names import each
from ardennes.games.enemy_action import GAME
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.table import asked, bad_position, situation, start, state


def set_up(scenario: str = "campaign") -> Any:
    """The state of a scenario before anything has been drawn."""
    return GAME.start(GAME.setup(scenario))


def names(units: int) -> set[str]:
    return set(f.UNIT_NAMES.list_of(units))


@pytest.mark.rule("enemy_action", "1:a", "2:ab", "3-chits:a")
def test_sides_cards_and_chits() -> None:
    assert GAME.sides == ("german", "allied")
    nations = {row["nation"] for u, row in enumerate(f.ROSTER.rows) if f.SIDE[u] == f.ALLIED}
    assert len(nations) == 2
    assert [deck.bit_count() for deck in f.DECK] == [37, 34]
    assert set_up().cup.bit_count() == 60


@pytest.mark.rule("enemy_action", "2-dates:abc")
def test_dates() -> None:
    assert [day for day in f.DAYS if f.on_date("18", day)] == [18]
    assert [day for day in f.DAYS if f.on_date("18+", day)] == list(range(18, 30))
    assert [day for day in f.DAYS if f.on_date("18-23", day)] == list(range(18, 24))


@pytest.mark.rule("enemy_action", "2-dates:d", "index:a")
def test_dated_rules() -> None:
    first_last = {
        "surprise": (16, 16),
        "traffic_jams": (16, 16),
        "slow_reaction": (16, 16),
        "german_full_supply": (16, 18),
        "boundaries": (16, 19),
        "supply_phase": (17, 29),
        "delayed_reserves": (18, 29),
        "westwall_loss": (18, 29),
        "german_supply": (19, 29),
        "fuel": (20, 29),
        "replacements": (20, 29),
        "interdiction": (21, 29),
        "british_free": (26, 29),
    }
    for rule, (first, last) in first_last.items():
        assert [day for day in f.DAYS if f.rule_on(rule, day)] == list(range(first, last + 1)), rule


@pytest.mark.rule(
    "enemy_action",
    "calendar:abc",
    "calendar-16:a",
    "calendar-17:a",
    "calendar-18:a",
    "calendar-19:a",
    "calendar-20:a",
    "calendar-21:a",
    "calendar-22:a",
    "calendar-23:a",
    "calendar-24:a",
    "calendar-25:a",
    "calendar-26:a",
    "calendar-27:a",
    "calendar-28:a",
    "calendar-29:a",
    "2-abbreviations:a",
    "2.4:a",
)
def test_calendar() -> None:
    days = [f.CALENDAR[day] for day in f.DAYS]
    assert [row["german"] for row in days] == [9, 7, 7, 7, *[8] * 8, 7, 7]
    assert [row["allied"] for row in days] == [4, 5, 6, 7, 7, 8, 8, *[9] * 7]
    assert [row["far"] for row in days] == [3, 3, 4, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8]
    assert [row["hand"] for row in days] == [4, 5, 5, 6, 6, 6, *[7] * 8]
    assert {f.hand_size(f.GERMAN, day) for day in f.DAYS} == {7}


@pytest.mark.rule("enemy_action", "2.21-colors:abcd")
def test_armies_and_corps() -> None:
    corps: dict[str, set[str]] = {}
    for u, row in enumerate(f.ROSTER.rows):
        corps.setdefault(f.ARMY_OF[u], set()).add(row["corps"])
    assert corps == {
        "1a": {"v", "vii", "xviii"},
        "3a": {"iii", "viii", "xii"},
        "6pa": {"iss", "iiss", "lxvii"},
        "5pa": {"xlvii", "lviii", "lxvi"},
        "7a": {"liii", "lxxx", "lxxxv"},
        "": {"xxx", "okw"},
    }


@pytest.mark.rule("enemy_action", "2.21:a", "2.21-types:a", "2.21-movement:a", "2.21-entry:ab")
def test_what_stands_on_a_unit() -> None:
    for u, row in enumerate(f.ROSTER.rows):
        assert f.MA[u] in ((5, 6) if f.MECH >> u & 1 else (3,)), row["id"]
        assert (row["type"] in f.ON_FOOT) != bool(f.MECH >> u & 1)
        assert sum((f.START[u] >= 0, f.ENTRY[u] > 0, row["entry"] == "OR", u == f.VDH)) == 1, row["id"]
    assert f.STRATEGIC and not f.STRATEGIC & f.OF_SIDE[f.GERMAN]
    peiper = f.UNIT["de-peiper-1ss"]
    assert sum(1 for g, kind in enumerate(f.GROUP_KIND) if kind == "division" and f.IN_GROUP[g] >> peiper & 1) == 2


@pytest.mark.rule("enemy_action", "2.21-steps:a")
def test_a_unit_of_four_steps_loses_them_one_by_one() -> None:
    s = state(situation("german-impulse", {"de-18": "1205"}, hand={"german": [37], "allied": [13]}))
    unit = f.UNIT["de-18"]
    for steps in (4, 3, 2, 1):
        assert s.steps(unit) == steps and s.at[unit] >= 0
        assert s.strength(unit) == f.STRENGTH[unit][steps] and s.quality(unit) == f.QUALITY[unit][steps]
        s.lose_step(unit)
    assert s.at[unit] == f.ELIMINATED


# --- set-up (3) -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "3-cards:ab", "3")
def test_cards_at_the_start() -> None:
    s = set_up()
    assert [(s.pile[x].bit_count(), s.available[x].bit_count(), s.entering[x].bit_count()) for x in (0, 1)] == [
        (7, 18, 12),
        (3, 9, 22),
    ]
    assert not s.unused and not any(s.hand)


@pytest.mark.rule("enemy_action", "3-units:abc", "2.1-boxes:a")
def test_units_at_the_start() -> None:
    s = set_up()
    assert s.at[f.VDH] == f.VDH_BOX
    assert s.in_box(f.OKW_BOX) == f.IN_GROUP[f.OKW]
    first = [u for u in each(s.in_box(f.ON_CALENDAR)) if s.due[u] == 16 and f.SIDE[u] == f.ALLIED]
    assert len(first) == 5
    assert not any(s.lost) and not s.in_box(f.RESERVE)
    match = start()
    for u in first:
        assert state(match).at[u] in (f.ON_CALENDAR, f.RESERVE)


@pytest.mark.rule("enemy_action", "3-markers:ac", "2.21-setup:a", "15.5-markers:b")
def test_markers_at_the_start() -> None:
    s = set_up()
    assert s.ip.bit_count() == 6 and s.depots.bit_count() == 5
    assert {f.RIVERS.names[r].split("-")[0] for r in each(s.blown)} == {"1707", "1907", "2106", "2303"}
    assert s.day == 16
    assert [set_up(x).depots.bit_count() for x in ("assault", "surprised", "breakout", "crisis")] == [0, 0, 5, 0]


@pytest.mark.rule("enemy_action", "3-markers:ab")
def test_three_depots_have_fuel_and_only_the_allies_know_which() -> None:
    match = start()
    assert asked(match) == ("chance", "FillDepots")
    for _ in range(3):
        match.play("hex", match.decision.choices["hex"][0])
    s = state(match)
    assert s.fuel_yes.bit_count() == 3 and asked(match)[1] != "FillDepots"
    assert GAME.imagine(s, "allied", random.Random(1)).fuel_yes == s.fuel_yes  # type: ignore[attr-defined]
    imagined = {GAME.imagine(s, "german", random.Random(n)).fuel_yes for n in range(40)}  # type: ignore[attr-defined]
    assert len(imagined) > 1 and {some.bit_count() for some in imagined} == {3}
    assert (
        "fuel_yes" not in match.position_for("german")
        or match.position_for("german")["fuel_yes"] != match.position()["fuel_yes"]
    )


@pytest.mark.rule("enemy_action", "3-scenarios:a", "15:a", "15.1:d", "15.3:c")
def test_scenarios() -> None:
    dates = {s.id: (f.SCENARIOS[s.id]["first"], f.SCENARIOS[s.id]["last"]) for s in GAME.scenarios}
    assert dates == {
        "campaign": (16, 29),
        "assault": (16, 16),
        "surprised": (16, 18),
        "breakout": (16, 21),
        "crisis": (22, 28),
    }
    whole = set_up()
    for scenario in ("assault", "surprised", "breakout"):
        s, last = set_up(scenario), dates[scenario][1]
        for u in range(len(f.ROSTER)):
            assert s.at[u] == (f.ABSENT if f.ENTRY[u] > last else whole.at[u])
        late = [c for c, card in enumerate(f.CARD_FACTS) if card.entry > last]
        assert f.CARDS.list_of(s.unused) == [f.CARDS.names[c] for c in late]


# --- Crisis at the Meuse (15.5) ---------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "15.5-allied:abcd")
def test_allied_units_of_the_crisis() -> None:
    s = set_up("crisis")
    here = s.on_map(f.ALLIED)
    count = Counter(f.GROUPS.names[f.CORPS_OF[u]] for u in each(here))
    assert count == {"v": 11, "xviii": 12, "vii": 7, "viii": 7, "xii": 6}
    assert names(s.losses(f.ALLIED)) == {
        *("us-394-99", "us-14-cav", "us-422-106", "us-423-106"),
        *("us-ccr-9a", "us-109-28", "us-110-28"),
    }
    assert names(s.units_at(f.HEX["1208"])) == {"us-424-106", "us-ccb-9a"}
    assert names(s.units_at(f.HEX["1815"])) == {"us-506-101", "us-ccb-10a"}
    allied_ip = s.ip & s.occupied(f.ALLIED)
    assert set(f.HEX_NAMES.list_of(allied_ip)) == {"1212", "1915"}
    assert set(f.HEX_NAMES.list_of(s.places_of(s.low & here))) == {"1814", "1815", "1915"}


@pytest.mark.rule("enemy_action", "15.5:abcd", "15.5-german:abcdef")
def test_german_units_of_the_crisis() -> None:
    s = set_up("crisis")
    here = s.on_map(f.GERMAN)
    count = Counter(f.GROUP_ROWS[f.CORPS_OF[u]]["title"] for u in each(here))
    assert sorted(count.values()) == [3, 3, 5, 5, 6, 6, 7, 11, 15] and here.bit_count() == 61
    assert names(s.losses(f.GERMAN)) == {"de-vdh"}
    assert {f.CORPS_OF[u] for u in each(s.units_at(f.HEX["1008"]))} == {f.GROUP["iiss"], f.GROUP["xlvii"]}
    assert s.units_at(f.HEX["1215"]).bit_count() == 2
    assert set(f.HEX_NAMES.list_of(s.ip & s.occupied(f.GERMAN))) == {"2213", "2215"}
    assert f.HEX_NAMES.list_of(s.places_of(s.low & here)) == ["0612"]
    west = max(each(here), key=lambda u: f.COLUMN[s.at[u]])
    assert f.UNIT_NAMES.names[west] == "de-3-2p" and f.HEX_NAMES.names[s.at[west]] == "1518"
    assert not s.overstacked(f.GERMAN) and not s.overstacked(f.ALLIED)
    assert set(s.lost) == {0, 1} and s.lost[f.UNIT["de-18"]] == 1 and s.steps(f.UNIT["de-18"]) == 3
    assert not s.depots and not s.fuel
    assert not any(s.on(rule) for rule in ("surprise", "traffic_jams", "slow_reaction", "boundaries"))


@pytest.mark.rule("enemy_action", "15.5-other:ab", "15.5-markers:abc", "15.5-cards:a")
def test_boxes_markers_and_cards_of_the_crisis() -> None:
    s = set_up("crisis")
    assert s.day == 22 and s.in_box(f.OKW_BOX) == f.IN_GROUP[f.OKW]
    assert all(f.ENTRY[u] == 22 for u in each(s.in_box(f.RESERVE)) if f.ENTRY[u])
    assert all(s.due[u] > 22 for u in each(s.in_box(f.ON_CALENDAR)))
    assert set(f.HEX_NAMES.list_of(s.roadblocks)) == {"1014", "2410", "2413"}
    assert s.blown.bit_count() == 5 and not s.blown & f.BLOWN_AT_START
    assert all(s.german_towns >> f.HEX[h] & 1 for h in ("1108", "2208", "1316", "1719"))
    cards = [(s.pile[x].bit_count(), s.available[x].bit_count(), s.entering[x].bit_count()) for x in (0, 1)]
    assert cards == [(9, 23, 5), (7, 23, 3)]
    assert f.CARDS.list_of(s.discards[f.ALLIED]) == ["card-13"]


@pytest.mark.rule("enemy_action", "15.5-other:c")
def test_some_reserves_are_later_in_the_crisis() -> None:
    crisis, campaign = set_up("crisis"), set_up()
    later = {u for u in range(len(f.ROSTER)) if crisis.entry[u] != campaign.entry[u]}
    assert later == {u for name in f.CRISIS["arrivals"] for u in each(units_of(name))}
    for name, day in f.CRISIS["arrivals"].items():
        for u in each(units_of(name)):
            assert crisis.at[u] == f.ON_CALENDAR and crisis.due[u] == crisis.entry[u] == day > campaign.due[u]
    assert {crisis.due[u] for u in each(f.IN_GROUP[f.GROUP["us-2a"]])} == {25}
    absent = {u for u in later if crisis.due[u] == 29}
    assert absent and crisis.plan["last"] == 28


def units_of(name: str) -> int:
    """The units of a division, or the one with this name."""
    return f.IN_GROUP[f.GROUP[name]] if name in f.GROUP else 1 << f.UNIT[name]


@pytest.mark.rule("enemy_action", "15.5-special:abcd")
def test_the_first_day_of_the_crisis() -> None:
    match = start("crisis")
    low = state(match).low
    rng = random.Random(5)
    while asked(match)[1] != "Impulse":
        verb, some = rng.choice(list(match.decision.choices.items()))
        match.play(verb, rng.choice(some))
    assert asked(match) == ("allied", "Impulse")
    s = state(match)
    assert (s.hand[f.ALLIED].bit_count(), s.pile[f.ALLIED].bit_count()) == (7, 7)
    assert s.hand[f.GERMAN].bit_count() <= 5 and s.pile[f.GERMAN].bit_count() == 10
    assert s.low == low
    match.play("pass") if "pass" in match.decision.choices else match.play("card", match.decision.choices["card"][0])


# --- the order of a day (4) -------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "4:ab", "calendar-sequence:ab")
@pytest.mark.parametrize("seed", [1, 2])
def test_phases_follow_each_other(seed: int) -> None:
    match = start("surprised")
    rng = random.Random(seed)
    seen: list[tuple[int, str]] = []
    while match.result is None:
        s = state(match)
        seen.append((s.day, GAME.clock(s)[1]))
        verb, some = rng.choice(list(match.decision.choices.items()))
        match.play(verb, rng.choice(some))
    order = ["reserves", "cards", "supply", "impulse"]
    for day in (16, 17, 18):
        phases = ["impulse" if "impulse" in phase else phase for d, phase in seen if d == day]
        assert phases and [order.index(p) for p, _ in groupby(phases)] == sorted({order.index(p) for p in phases})
    assert not any(phase == "supply" for day, phase in seen if day == 16)


# --- positions --------------------------------------------------------------------------------------------------------

CARDS: dict[str, Any] = {"hand": {"german": [37], "allied": [13]}}


@pytest.mark.rule("enemy_action", "2.1-boxes:a", "2.21-steps:b", "2.23:ab")
@pytest.mark.parametrize(
    ("units", "fields", "message"),
    [
        ({"de-18": "1205", "us-110-28": "1205"}, {}, "enemy unit"),
        ({"us-110-28": "exited"}, {}, "only German units"),
        ({"us-110-28": "okw"}, {}, "OKW"),
        ({"de-18": "vdh"}, {}, "von der Heydte"),
        ({"de-18": "1205"}, {"lost": {"de-18": 4}}, "steps"),
        ({"de-18": "1205"}, {"low": ["de-18"], "oos": ["de-18"]}, "two supply markers"),
        ({"de-18": "1205"}, {"isolated": ["de-18"], "nofuel": ["de-18"]}, "isolated"),
        ({"de-18": "reserve"}, {"dispersed": ["de-18"]}, "not on the map"),
        ({"us-110-28": "1014"}, {"roadblocks": ["1014"]}, "Allied unit"),
        ({}, {"ip": ["1205"]}, "nobody"),
        ({}, {"allied_wall": ["1126"]}, "not a Westwall"),
        ({}, {"german_towns": ["0101"]}, "no town"),
        ({}, {"fuel": 4}, "fuel|depots"),
        ({}, {"day": 19, "scenario": "surprised"}, "not a day"),
        ({}, {"unused": []}, "missing"),
        ({}, {"pile": {"german": [37]}}, "two places"),
        ({}, {"mode": "sideways"}, "sideways"),
        ({}, {"flank": "up"}, "unknown edge"),
        ({}, {"impulses": {"german": -1}}, "not possible"),
    ],
)
def test_positions_that_cannot_be(units: dict[str, str], fields: dict[str, Any], message: str) -> None:
    found = bad_position("german-impulse", units, **(CARDS | fields))
    assert any(part in found for part in message.split("|")), found


@pytest.mark.parametrize("scenario", [s.id for s in GAME.scenarios])
def test_nothing_is_wrong_at_the_start(scenario: str) -> None:
    assert GAME.invariants(set_up(scenario)) == []
