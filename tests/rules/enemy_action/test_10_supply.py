"""10 Supply: supply heads, supply paths, the daily check, surrender; and the Supply Phase (4-III) with air interdiction."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import bridges, exits, movement, replacements, reserves, strategic, supply
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.hands import card, numbers
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where

FAR = {"de-3-2p": "0101", "us-110-28": "0129"}
"""Two units in corners of the map, so that both sides are there."""
DAYS = range(16, 24)
BUILDING = [f.cards_with_event(event, day) for event in ("bridge-engineers", "engineers", "airpower") for day in DAYS]
QUIET = [
    [c.number for n, c in enumerate(f.CARD_FACTS) if c.side == side and not any(some >> n & 1 for some in BUILDING)]
    for side in (f.GERMAN, f.ALLIED)
]
"""Each side's cards that cannot be played in the Supply Phase."""
IDLE = [n for n in QUIET[f.GERMAN] if all(f.CARD_FACTS[f.CARD[card(n)]].without_fuel(day) < 0 for day in DAYS)]
"""German cards whose formations always have fuel."""
NO_EVENTS = {"german": IDLE[:1], "allied": QUIET[f.ALLIED][:1]}
ALL_GERMAN = f.HEX_NAMES.list_of(f.BUILT)


def board(units: dict[str, str], **more: Any) -> Any:
    """The state of a small position, at an impulse on 19 December."""
    more.setdefault("day", 19)
    more.setdefault("hand", NO_EVENTS)
    frames = [{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "german", "stage": 0}]
    return state(situation("", FAR | units, frames=frames, impulses={"german": 1}, **more))


def fed(s: Any, side: int, place: str) -> bool:
    return supply.in_supply(s, side, f.HEX[place])


def head(s: Any, side: int, place: str) -> bool:
    return bool(supply.heads(s, side) >> f.HEX[place] & 1)


def supply_phase(units: dict[str, str], **more: Any) -> Match:
    """The start of the Supply Phase on 19 December. Without other cards it asks nothing, and the German impulse is reached at once."""
    more.setdefault("day", 19)
    more.setdefault("hand", NO_EVENTS)
    return situation("supply", FAR | units, **more)


def marks(match: Match, unit: str) -> str:
    s, bit = state(match), 1 << f.UNIT[unit]
    return " ".join(name for name in ("low", "oos", "isolated") if getattr(s, name) & bit)


# --- supply paths (10.1) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.1:ah")
def test_a_path_has_at_most_four_hexes_the_head_included() -> None:
    s = board({})
    distance = {"0405": 0, "0406": 1, "0407": 2, "0408": 3, "0409": 4}
    assert head(s, f.GERMAN, "0405")
    assert not any(head(s, f.GERMAN, place) for place in ("0406", "0407", "0408", "0409", "0410"))
    assert all(fed(s, f.GERMAN, place) for place in distance)
    assert not fed(s, f.GERMAN, "0410")
    unit = f.UNIT["de-62"]
    for place, hexes in distance.items():
        line = supply.paths(board({"de-62": place}), unit)
        first = next(n for n, at in enumerate(line) if supply.heads(s, f.GERMAN) >> at & 1)
        assert first == hexes


@pytest.mark.rule("enemy_action", "10.1:b")
def test_a_unit_on_a_supply_head_has_a_path_of_no_hexes() -> None:
    s = board({"us-109-28": "1719", "de-62": "1718"})
    assert s.zoc(f.GERMAN) >> f.HEX["1719"] & 1
    assert head(s, f.ALLIED, "1719") and fed(s, f.ALLIED, "1719")
    assert not head(board({"de-62": "1718"}), f.ALLIED, "1719")  # nobody is there to hold the crossroads


@pytest.mark.rule("enemy_action", "10.1:c")
def test_a_controlled_hex_is_closed_unless_a_friendly_unit_is_there() -> None:
    lone = {"de-62": "0409"}
    wall = {"us-9-2": "0306", "us-23-2": "0507"}
    assert fed(board(lone), f.GERMAN, "0409")
    assert not fed(board(lone | wall), f.GERMAN, "0409")
    held = {"de-277": "0407", "de-326": "0406", "de-272": "0405"}
    assert fed(board(lone | wall | held), f.GERMAN, "0409")
    for gap in held:
        assert not fed(board(lone | wall | {u: at for u, at in held.items() if u != gap}), f.GERMAN, "0409")


@pytest.mark.rule("enemy_action", "10.1:d")
def test_an_empty_enemy_town_closes_the_path() -> None:
    gate = {"de-62": "1207"}
    assert fed(board(gate, german_towns=ALL_GERMAN), f.GERMAN, "1108")
    s = board({}, day=19)
    towns = set(f.HEX_NAMES.list_of(s.german_towns))
    assert "0605" not in towns and not head(s, f.GERMAN, "0605") and not head(s, f.GERMAN, "0606")
    s = board({}, german_towns=[*towns, "0605"])
    assert head(s, f.GERMAN, "0605")


@pytest.mark.rule("enemy_action", "10.1:ei")
def test_bridges_carry_a_path_only_if_they_are_ones_own() -> None:
    over = "1707-1708"
    mine = {"german_bridges": [over], "bridges": [over]}
    theirs = {"german_bridges": [], "bridges": [over]}
    assert fed(board({}, **mine), f.GERMAN, "1709")
    assert not fed(board({}, **theirs), f.GERMAN, "1709")
    assert fed(board({}, bridges=[]), f.GERMAN, "2107")  # straight over the river
    assert not fed(board({}, bridges=["2106-2107"], german_bridges=[]), f.GERMAN, "2107")  # not over an enemy bridge
    new = "1807-1808"
    assert new in f.RIVERS.index and not f.PRINTED_BRIDGES >> f.RIVERS.index[new] & 1
    assert fed(board({}, bridges=[new], german_bridges=[new]), f.GERMAN, "1809")
    assert not fed(board({}, bridges=[]), f.GERMAN, "1809")


@pytest.mark.rule("enemy_action", "10.1:fg")
def test_an_unbridged_river_is_crossed_only_straight_into_a_supply_head() -> None:
    s = board({}, bridges=[])
    assert head(s, f.GERMAN, "1707") and fed(s, f.GERMAN, "1708")
    assert not head(s, f.GERMAN, "1807") and head(s, f.GERMAN, "1907")
    beyond = [name for name in ("1808", "1709", "1809") if fed(s, f.GERMAN, name)]
    assert "1709" not in beyond and "1809" not in beyond


@pytest.mark.rule("enemy_action", "10.1:f")
def test_a_head_one_hex_behind_the_river_is_too_far() -> None:
    held = {"us-112-28": "1807"}  # an Allied unit holds the bank: no head is next to 1708 any more
    assert fed(board({}, bridges=[]), f.GERMAN, "1708")
    s = board(held | {"us-110-28": "1607"}, bridges=[])
    assert not head(s, f.GERMAN, "1707") and not fed(s, f.GERMAN, "1708")


# --- supply heads (10.1-heads, 10.13, 10-edges) ---------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.1-heads:a")
def test_a_blown_bridge_cuts_the_road() -> None:
    own = ["1707-1708"]
    s = board({}, german_bridges=own)
    assert head(s, f.GERMAN, "1708")
    assert not head(board({}, german_bridges=own, blown=own), f.GERMAN, "1708")


@pytest.mark.rule("enemy_action", "10.1-heads:b")
def test_a_controlled_road_hex_is_open_only_with_a_friendly_unit() -> None:
    open_ = {"german_bridges": ["1707-1708"]}
    near = {"us-112-28": "1807"}
    assert head(board({}, **open_), f.GERMAN, "1708")
    assert not head(board(near, **open_), f.GERMAN, "1708")
    assert head(board(near | {"de-62": "1708", "de-326": "1707"}, **open_), f.GERMAN, "1708")


@pytest.mark.rule("enemy_action", "10.1-heads", "10.1")
def test_a_unit_without_control_closes_nothing() -> None:
    open_ = {"german_bridges": ["1707-1708"]}
    near = {"us-112-28": "1807"}
    assert head(board(near, dispersed=["us-112-28"], **open_), f.GERMAN, "1708")


@pytest.mark.rule("enemy_action", "10.1-heads:c")
def test_a_road_path_ends_only_where_a_road_leaves_the_map() -> None:
    assert f.SOURCES[f.GERMAN] == f.FRIENDLY_EDGE[f.GERMAN] & f.BOARD.set_of(
        *(f.HEX_NAMES.names[i] for i in f.ROAD_OFF)
    )
    edge_only = f.FRIENDLY_EDGE[f.ALLIED] & f.ROAD_HEXES & ~f.SOURCES[f.ALLIED]
    assert edge_only  # roads that touch the edge without leaving the map
    roads = f.BOARD.set_of(*(f.HEX_NAMES.names[p] for p in f.ROAD_OFF))
    assert not edge_only & roads


@pytest.mark.rule("enemy_action", "10.1-heads:d")
def test_a_roadblock_cuts_german_roads_only() -> None:
    open_ = {"german_bridges": ["1707-1708"]}
    assert head(board({}, **open_), f.GERMAN, "1708")
    s = board({}, roadblocks=["1708"], **open_)
    assert not head(s, f.GERMAN, "1708")
    assert head(board({}, roadblocks=["1719"]), f.ALLIED, "1719")
    assert head(board({}, german_bridges=["1707-1708"], roadblocks=["1709"]), f.GERMAN, "1708")  # next to it is fine


@pytest.mark.rule("enemy_action", "10.1-heads:e", "10.13:ac")
def test_allied_supply_passes_the_westwall_only_where_an_allied_unit_is() -> None:
    s = board({}, german_towns=[])
    assert not supply.heads(s, f.ALLIED) & f.WESTWALL
    assert not head(s, f.ALLIED, "1204")
    s = board({"us-112-28": "1205"}, german_towns=[])
    assert head(s, f.ALLIED, "1205") and head(s, f.ALLIED, "1204")
    s = board({"us-112-28": "1406"}, german_towns=[])
    assert fed(s, f.ALLIED, "1406")
    alone = {"us-112-28": "1605"}
    assert not fed(board(alone, german_towns=[]), f.ALLIED, "1605")


@pytest.mark.rule("enemy_action", "10.13:b")
def test_german_supply_passes_the_westwall_freely() -> None:
    s = board({})
    assert supply.heads(s, f.GERMAN) & f.WESTWALL and not s.occupied(f.GERMAN) & f.WESTWALL


@pytest.mark.rule("enemy_action", "10.1-heads:f")
def test_a_repaired_bridge_joins_the_road_and_a_new_one_does_not() -> None:
    own = ["1707-1708"]
    s = board({}, german_bridges=own, blown=own)
    assert not head(s, f.GERMAN, "1708")
    s.build_bridge(f.RIVERS.index["1707-1708"], f.GERMAN)
    assert head(s, f.GERMAN, "1708")
    new = "1807-1808"
    s = board({}, bridges=[new], german_bridges=[new])
    assert f.ROAD_HEXES >> f.HEX["1808"] & 1 and not head(s, f.GERMAN, "1808") and fed(s, f.GERMAN, "1808")


@pytest.mark.rule("enemy_action", "10-edges:abc")
def test_friendly_map_edges() -> None:
    german, allied = f.FRIENDLY_EDGE
    assert german >> f.HEX["0105"] & 1 and f.WESTWALL >> f.HEX["0105"] & 1
    assert allied >> f.HEX["0106"] & 1
    assert german & allied == 0


@pytest.mark.rule("enemy_action", "10.11:a")
def test_a_surrounded_unit_on_a_friendly_edge_is_in_supply() -> None:
    ring = f.HEX_NAMES.list_of(f.BOARD.spread(1 << f.HEX["0929"], f.EVERY))
    foes = dict(zip(("de-62", "de-326", "de-18", "de-277", "de-246", "de-560"), ring, strict=False))
    match = supply_phase({"us-109-28": "0929"} | foes)
    assert marks(match, "us-109-28") == ""


@pytest.mark.rule("enemy_action", "10.1")
def test_a_path_can_end_at_a_friendly_map_edge() -> None:
    s = board({})
    assert fed(s, f.GERMAN, "0109") and not fed(
        s, f.GERMAN, "0110"
    )  # four hexes from the Westwall hex 0105, which has no road
    assert not f.ROAD_HEXES >> f.HEX["0105"] & 1
    line = supply.paths(board({"de-62": "0109"}), f.UNIT["de-62"])
    assert [f.HEX_NAMES.names[p] for p in line] == ["0109", "0108", "0107", "0106", "0105"]


@pytest.mark.rule("enemy_action", "10.11:a")
def test_an_empty_edge_hex_next_to_enemies_is_in_supply_too() -> None:
    s = board({"de-62": "2528", "de-326": "2527", "de-272": "2529"})
    around = supply_neighbours("2628") | 1 << f.HEX["2628"]
    assert around & ~(s.zoc(f.GERMAN) | s.occupied(f.GERMAN)) == 0
    assert fed(s, f.ALLIED, "2628")


@pytest.mark.rule("enemy_action", "10-hexes:f")
def test_a_hex_with_a_dispersed_enemy_is_not_in_supply() -> None:
    s = board({"de-62": "1719"}, dispersed=["de-62"])
    assert not fed(s, f.ALLIED, "1719") and fed(s, f.ALLIED, "1718")


@pytest.mark.rule("enemy_action", "10-hexes:ef")
def test_supply_of_a_hex_follows_the_board_and_never_holds_where_the_enemy_is() -> None:
    match = situation(
        "",
        FAR | {"us-109-28": "1708"},
        day=19,
        hand=NO_EVENTS,
        impulses={"german": 1},
        frames=[{"frame": "Day", "step": 3}, {"frame": "Impulse", "side": "german", "stage": 0}],
    )
    s = state(match)
    assert fed(s, f.ALLIED, "1708") and not fed(s, f.GERMAN, "1708")
    s.place(f.UNIT["us-109-28"], f.HEX["1719"])
    s.place(f.UNIT["de-3-2p"], f.HEX["1708"])
    assert fed(s, f.GERMAN, "1708") and not fed(s, f.ALLIED, "1708")


# --- the daily check (4-III, 10, 10.12, 10.2) ---------------------------------------------------------------------------------


CUT = {"us-109-28": "1802", "de-62": "1902", "de-326": "1702"}
"""An Allied unit deep behind the German lines."""
LOST = {"de-62": "1719", "us-109-28": "1819", "us-112-28": "1718", "us-393-99": "1620"}
"""A German unit deep behind the Allied lines."""


@pytest.mark.rule("enemy_action", "10:ab", "4-III:d", "10.12:b")
@pytest.mark.parametrize(
    ("day", "german", "allied"), [(16, "", ""), (17, "", "low"), (18, "", "low"), (19, "low", "low")]
)
def test_who_is_checked_on_which_day(day: int, german: str, allied: str) -> None:
    match = supply_phase(CUT, day=day)
    assert marks(match, "us-109-28") == allied
    match = supply_phase(LOST, day=day)
    assert marks(match, "de-62") == german


@pytest.mark.rule("enemy_action", "10.12")
def test_von_der_heydte_is_checked_from_the_morning_after_the_landing() -> None:
    match = supply_phase({"de-vdh": "0614"}, day=17)
    assert marks(match, "de-vdh") == "low"


@pytest.mark.rule("enemy_action", "4-III:b", "10.2:a")
def test_one_state_per_day() -> None:
    for before, after in (("", "low"), ("low", "oos"), ("oos", "isolated")):
        fields = {before: ["us-109-28"]} if before else {}
        match = supply_phase(CUT, **fields)
        assert marks(match, "us-109-28") == after
        assert asked(match)[1] != "Surrender"


@pytest.mark.rule("enemy_action", "4-III:c", "10.2:b")
@pytest.mark.parametrize("marker", ["low", "oos", "isolated"])
def test_a_unit_in_supply_loses_any_marker(marker: str) -> None:
    match = supply_phase({"us-109-28": "1719"}, **{marker: ["us-109-28"]})
    assert marks(match, "us-109-28") == ""


@pytest.mark.rule("enemy_action", "4-III")
def test_the_check_goes_by_the_board_as_it_was_before_it() -> None:
    # The isolated Allied unit has supply and controls the German unit's only way out only once its marker has gone.
    units = {"us-112-28": "0307", "us-109-28": "0508", "de-62": "0409"}
    assert marks(supply_phase(units), "de-62") == "low"
    both = ["us-112-28", "us-109-28"]
    match = supply_phase(units, isolated=both)
    assert marks(match, "us-112-28") == "" and marks(match, "de-62") == ""


@pytest.mark.rule("enemy_action", "4-III:e")
def test_a_roadblock_without_supply_goes() -> None:
    near = {"de-62": "1718", "de-326": "1720", "de-18": "1620", "de-277": "1619", "de-246": "1819", "de-560": "1818"}
    match = supply_phase(near, roadblocks=["1719", "1014"], german_towns=[])
    assert f.HEX_NAMES.list_of(state(match).roadblocks) == ["1014"]


@pytest.mark.rule("enemy_action", "10-units:b")
def test_a_marker_stays_until_the_next_supply_phase() -> None:
    s = board({"us-109-28": "1719"}, low=["us-109-28"])
    assert fed(s, f.ALLIED, "1719") and s.unsupplied == 1 << f.UNIT["us-109-28"]


@pytest.mark.rule("enemy_action", "10-units:a")
def test_a_unit_cut_off_during_the_day_is_not_marked() -> None:
    s = board(CUT)
    assert not fed(s, f.ALLIED, "1802") and not s.unsupplied


@pytest.mark.rule("enemy_action", "10.12:a")
def test_a_surrounded_german_unit_is_in_supply_until_the_18th() -> None:
    match = supply_phase(LOST, day=18)
    s = state(match)
    assert not s.unsupplied >> f.UNIT["de-62"] & 1 and not fed(s, f.GERMAN, "1719")


# --- surrender (10.24) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.24:a")
@pytest.mark.parametrize(("quality", "highest"), [("G", 6), ("R", 4), ("E", 2)])
@pytest.mark.parametrize("above", [0, 1])
def test_the_roll_depends_on_quality(quality: str, highest: int, above: int) -> None:
    unit = next(
        u for u in range(len(f.ROSTER)) if f.SIDE[u] == f.ALLIED and f.QUALITY[u][-1] == quality and f.STEPS[u] > 1
    )
    name = f.UNIT_NAMES.names[unit]
    match = supply_phase({name: "1802", "de-62": "1902", "de-326": "1702"}, isolated=[name])
    assert asked(match) == ("chance", "Surrender")
    play(match, ("die", highest + above))
    assert state(match).lost[unit] == 1 - above
    assert marks(match, name) == "isolated"


@pytest.mark.rule("enemy_action", "10.24:bc", "4-III:b")
def test_the_last_step_goes_to_the_eliminated_box_and_each_unit_rolls() -> None:
    stack = {"us-109-28": "1802", "us-112-28": "1802", "de-62": "1902", "de-326": "1702"}
    lost = {"us-109-28": f.STEPS[f.UNIT["us-109-28"]] - 1}
    match = supply_phase(stack, isolated=["us-109-28"], oos=["us-112-28"], lost=lost)
    assert asked(match) == ("chance", "Surrender")
    play(match, ("die", 1))
    assert where(match, "us-109-28") == "eliminated"
    assert state(match).losses(f.ALLIED) == 1 << f.UNIT["us-109-28"]
    assert asked(match)[1] != "Surrender"  # the other one has become isolated only now
    assert marks(match, "us-112-28") == "isolated"
    both = supply_phase(stack, isolated=["us-109-28", "us-112-28"])
    play(both, ("die", 10))
    assert asked(both) == ("chance", "Surrender")


# --- bridges first (4-III step 1) ---------------------------------------------------------------------------------------------


def with_event(side: int, event: str, day: int) -> list[int]:
    return numbers(f.cards_with_event(event, day) & f.DECK[side])


@pytest.mark.rule("enemy_action", "4-III:a")
def test_a_bridge_repaired_first_carries_supply_at_once() -> None:
    builder = with_event(f.GERMAN, "bridge-engineers", 19)[0]
    cut = {"de-62": "1710"}
    river = "1707-1708"
    fields: dict[str, Any] = {"blown": [river], "german_bridges": [river], "german_towns": ["1709"]}
    hands = {"german": [builder], "allied": QUIET[f.ALLIED][:1]}
    match = supply_phase(cut, hand=hands, **fields)
    assert asked(match) == ("german", "Builders")
    assert marks(play(match, "pass"), "de-62") == "low"
    match = supply_phase(cut, hand=hands, **fields)
    play(match, ("card", card(builder)))
    assert asked(match) == ("german", "BridgeWork") and offered(match, "repair") == [river]
    assert refused(match, "blow", river) in ("12.21", "4-III")
    play(match, ("repair", river))
    assert marks(match, "de-62") == ""
    assert not state(match).hand[f.GERMAN]


@pytest.mark.rule("enemy_action", "4-III")
def test_allied_engineers_come_first_and_the_step_ends_when_both_have_passed() -> None:
    allies, germans = with_event(f.ALLIED, "engineers", 19)[:2], with_event(f.GERMAN, "bridge-engineers", 19)[:1]
    match = supply_phase({}, hand={"german": germans, "allied": allies}, blown=["1707-1708"])
    assert asked(match) == ("allied", "Builders")
    play(match, "pass")
    assert asked(match) == ("german", "Builders")
    play(match, ("card", card(germans[0])))
    play(match, ("build", offered(match, "build")[0]))
    assert asked(match) == ("allied", "Builders")  # the German bridge came after the Allied pass
    play(match, ("card", card(allies[0])))
    play(match, ("build", offered(match, "build")[0]))
    assert asked(match) == ("allied", "Builders")  # the German side has no card left: it counts as passing
    play(match, "pass")
    assert asked(match)[1] == "Impulse"


@pytest.mark.rule("enemy_action", "4-III")
def test_the_window_does_not_tell_whether_a_side_has_the_card() -> None:
    hidden = with_event(f.GERMAN, "bridge-engineers", 19)[0]
    match = supply_phase({}, hand=NO_EVENTS, pile={"german": [hidden]})
    assert asked(match) == ("german", "Builders")
    assert list(match.decision.choices) == ["pass"]
    assert refused(match, "card", card(IDLE[0])) == "5.1"


# --- air interdiction (5.1-interdiction) ----------------------------------------------------------------------------------------


PLANES = with_event(f.ALLIED, "airpower", 21)


def morning(day: int, **more: Any) -> Match:
    hands = {"german": IDLE[:7], "allied": [PLANES[0], QUIET[f.ALLIED][0]]}
    match = supply_phase({}, day=day, hand=hands, **more)
    while match.decision is not None and asked(match)[1] == "Builders":
        play(match, "pass")
    return match


@pytest.mark.rule("enemy_action", "5.1-interdiction:a", "4-III:f")
def test_no_interdiction_before_the_21st() -> None:
    assert asked(morning(20))[1] == "Impulse"
    assert asked(morning(21)) == ("allied", "Interdict")


@pytest.mark.rule("enemy_action", "5.1-interdiction:bcd")
def test_interdiction_takes_two_cards_and_the_first_impulse() -> None:
    match = morning(21)
    play(match, ("card", card(PLANES[0])))
    assert asked(match) == ("chance", "LoseCards")
    play(match, ("draw", card(IDLE[0])), ("draw", card(IDLE[1])))
    s = state(match)
    assert s.hand[f.GERMAN].bit_count() == 5
    assert set(numbers(s.discards[f.GERMAN])) == set(IDLE[:2])
    assert asked(match)[0] != "german"
    assert s.impulses[f.GERMAN] == 1 and not s.skip


@pytest.mark.rule("enemy_action", "5.1-interdiction")
def test_interdiction_can_be_declined() -> None:
    match = play(morning(21), "pass")
    assert asked(match) == ("german", "Impulse")
    assert state(match).hand[f.GERMAN].bit_count() == 7


@pytest.mark.rule("enemy_action", "4-III:f")
def test_fuel_is_checked_from_the_20th_and_before_interdiction() -> None:
    dry = next(c for c in f.CARD_FACTS if c.without_fuel(21) >= 0 and c.number in QUIET[f.GERMAN])
    hands = {"german": [dry.number, *IDLE[:2]], "allied": PLANES[:1]}
    match = supply_phase({}, day=21, hand=hands)
    while asked(match)[1] == "Builders":
        play(match, "pass")
    if asked(match)[1] == "NoFuel":
        play(match, ("discard", dry.name))
    assert asked(match) == ("allied", "Interdict")
    assert numbers(state(match).discards[f.GERMAN]) == [dry.number]
    early = supply_phase(
        {},
        day=19,
        hand={"german": [c.number for c in f.CARD_FACTS if c.without_fuel(20) >= 0][:1], "allied": QUIET[f.ALLIED][:1]},
    )
    while asked(early)[1] == "Builders":
        play(early, "pass")
    assert not state(early).discards[f.GERMAN]


# --- what a lack of supply does (10.21, 10.22, 10.23) -----------------------------------------------------------------------------


def goes(s: Any, unit: str) -> set[str]:
    """The hexes to which a unit can move."""
    u = f.UNIT[unit]
    return set(f.HEX_NAMES.list_of(movement.reach(s, u).everywhere & ~(1 << s.at[u])))


@pytest.mark.rule("enemy_action", "10.21:b")
def test_low_supply_rules_out_strategic_movement() -> None:
    unit = f.UNIT["us-109-28"]
    s = board({"us-109-28": "1719"})
    assert strategic.reach(s, unit).everywhere & ~(1 << s.at[unit])
    s = board({"us-109-28": "1719"}, low=["us-109-28"])
    assert not strategic.reach(s, unit).everywhere & ~(1 << s.at[unit])


@pytest.mark.rule("enemy_action", "10.21:c")
def test_low_supply_rules_out_an_exit() -> None:
    units = {"de-3-2p": "1229"}
    assert exits.reach(board(units, day=22), f.UNIT["de-3-2p"])
    assert not exits.reach(board(units, day=22, low=["de-3-2p"]), f.UNIT["de-3-2p"])


@pytest.mark.rule("enemy_action", "10.21:d", "10-hexes:d")
def test_replacements_need_a_supplied_unit_in_a_supplied_hex() -> None:
    corps = f.CORPS_OF[f.UNIT["us-109-28"]]
    lost = {"us-109-28": 1}
    bit = 1 << f.UNIT["us-109-28"]
    assert replacements.candidates(board({"us-109-28": "1719"}, day=22, lost=lost), corps) & bit
    assert not replacements.candidates(board({"us-109-28": "1719"}, day=22, lost=lost, low=["us-109-28"]), corps) & bit
    assert not replacements.candidates(board(CUT, day=22, lost=lost), corps) & bit


@pytest.mark.rule("enemy_action", "10.22:a")
def test_out_of_supply_mechanized_units_move_one_hex() -> None:
    tanks, foot = "us-ccb-9a", "us-109-28"
    units = {tanks: "1719", foot: "1316"}
    free = board(units)
    s = board(units, oos=[tanks, foot])
    near = set(f.HEX_NAMES.list_of(f.BOARD.spread(1 << f.HEX["1719"], f.EVERY)))
    assert goes(s, tanks) and goes(s, tanks) <= near
    assert not goes(free, tanks) <= near
    assert goes(s, foot) == goes(free, foot)


@pytest.mark.rule("enemy_action", "10.22:d")
def test_units_out_of_supply_keep_their_zone_of_control() -> None:
    s = board({"us-109-28": "1719"}, oos=["us-109-28"])
    assert s.zoc(f.ALLIED) >> f.HEX["1718"] & 1
    s = board({"us-109-28": "1719"}, isolated=["us-109-28"])
    assert not s.zoc(f.ALLIED) >> f.HEX["1718"] & 1


@pytest.mark.rule("enemy_action", "10.23:ab")
def test_isolated_infantry_moves_one_hex_and_never_out_of_a_zone() -> None:
    unit = {"us-109-28": "1708"}
    s = board(unit, isolated=["us-109-28"], german_bridges=["1707-1708"], german_towns=["1709"])
    assert goes(s, "us-109-28") == {
        "1608",
        "1808",
    }  # not the German town 1709, not over the bridge or the river into the Westwall
    assert "1709" in goes(board(unit, isolated=["us-109-28"]), "us-109-28")
    held = board(unit | {"de-62": "1609"}, isolated=["us-109-28"])
    assert held.zoc(f.GERMAN) >> f.HEX["1708"] & 1 == 0
    held = board(unit | {"de-62": "1608"}, isolated=["us-109-28"])
    assert held.zoc(f.GERMAN) >> f.HEX["1708"] & 1 and not goes(held, "us-109-28")


@pytest.mark.rule("enemy_action", "10.23:e")
def test_isolated_units_do_not_keep_reserves_away() -> None:
    waiting = {"us-110-28": "reserve", "us-112-28": "1719", "de-62": "1718"}
    unit = f.UNIT["us-110-28"]
    near = supply_neighbours("1718")
    assert not reserves.places(board(waiting, day=18), unit) & near
    s = board(waiting, day=18, isolated=["de-62"])
    assert reserves.places(s, unit) & near
    assert not reserves.places(s, unit) >> f.HEX["1718"] & 1


def supply_neighbours(place: str) -> int:
    return f.BOARD.spread(1 << f.HEX[place], f.EVERY)


@pytest.mark.rule("enemy_action", "10-units:d")
def test_a_reserve_unit_that_arrives_is_in_supply() -> None:
    s = board({"us-110-28": "reserve", "us-112-28": "1719"}, day=18)
    unit = f.UNIT["us-110-28"]
    place = min(f.HEX[name] for name in f.HEX_NAMES.list_of(reserves.places(s, unit)))
    s.place(unit, place)
    assert not s.unsupplied >> unit & 1 and supply.in_supply(s, f.ALLIED, place)


@pytest.mark.rule("enemy_action", "10-hexes:ab")
def test_bridges_need_one_bank_in_supply() -> None:
    river = 1 << f.RIVERS.index["1707-1708"]
    s = board({}, blown=["1707-1708"])
    assert fed(s, f.GERMAN, "1707") and bridges.repairable(s, f.GERMAN) & river
    far = 1 << f.RIVERS.index["1117-1118"]
    s = board({}, blown=["1117-1118"])
    assert not bridges.repairable(s, f.GERMAN) & far and bridges.repairable(s, f.ALLIED) & far
    s = board({}, day=19)
    assert bridges.blowable(s) & far
    inner = 1 << f.RIVERS.index["1802-1803"]
    assert not fed(s, f.ALLIED, "1802") and not fed(s, f.ALLIED, "1803") and not bridges.blowable(s) & inner


# --- the illustration (10.1-illustration): each letter in a place of our own -------------------------------------------------------


@pytest.mark.rule("enemy_action", "10.1-illustration:abc")
def test_illustration_of_tracing_supply() -> None:
    """German units west of the Westwall at Monschau (A to C, G) and on the Our (D to F)."""
    a = board({"de-62": "0407", "us-9-2": "0408"})
    assert a.zoc(f.ALLIED) >> f.HEX["0407"] & 1 and fed(a, f.GERMAN, "0407")
    assert len([p for p in supply.paths(a, f.UNIT["de-62"]) if not supply.heads(a, f.GERMAN) >> p & 1]) == 2
    weak = next(u for u in range(len(f.ROSTER)) if f.SIDE[u] == f.ALLIED and f.BRACKETED[u][1] and f.STEPS[u] > 1)
    name = f.UNIT_NAMES.names[weak]
    beside = {"de-62": "0407", "us-9-2": "0408", name: "0307", "us-23-2": "0507"}
    b = board(beside, lost={name: f.STEPS[weak] - 1}, dispersed=["us-23-2"])
    assert not b.controls(f.HEX["0307"], f.ALLIED) and fed(b, f.GERMAN, "0407")
    assert not fed(board(beside, dispersed=["us-23-2"]), f.GERMAN, "0407")  # at full strength it would close the way
    c = board({"de-62": "0408", "de-277": "0407", "us-9-2": "0508"})
    assert c.zoc(f.ALLIED) >> f.HEX["0407"] & 1 and fed(c, f.GERMAN, "0408")
    assert not fed(board({"de-62": "0408", "us-9-2": "0507"}), f.GERMAN, "0408")
    e = board({"de-62": "1708"}, bridges=[])
    assert fed(e, f.GERMAN, "1708")
    closed = board({"de-62": "1708", "us-9-2": "1807", "us-23-2": "1507"}, bridges=[])
    assert not fed(closed, f.GERMAN, "1708")  # E needs a supply head without enemy control across the river
    d = board({"de-62": "1808"}, bridges=[])
    assert not head(d, f.GERMAN, "1807") and not fed(d, f.GERMAN, "1808")
    f_ = board({"de-62": "1709", "de-277": "1708"}, bridges=[])
    assert fed(f_, f.GERMAN, "1708") and not fed(f_, f.GERMAN, "1709")
    g = board({"de-62": "0409", "us-9-2": "0507", "us-23-2": "0306"})
    assert not fed(g, f.GERMAN, "0409")
