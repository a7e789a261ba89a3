"""The rulebook's illustrations of combat (9) as positions.

Only the captions are known. Where they name hexes, units or numbers, the positions have the same; the rest is placed so that every
statement of the caption can be seen on our map.
"""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.core.names import bits
from ardennes.games.enemy_action import facts as f
from ardennes.games.enemy_action.chits import Scene, totals
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import maximum, minimum
from tests.rules.enemy_action.fights import combat, declare, draw, names, over, planned, struck
from tests.rules.enemy_action.hands import card
from tests.rules.enemy_action.table import BRIDGES, asked, offered, play, refused, state, where
from tests.rules.enemy_action.test_09_advance import gone


def lost(match: Match, unit: str) -> int:
    return state(match).lost[f.UNIT[unit]]


def is_dispersed(match: Match, unit: str) -> bool:
    return bool(state(match).dispersed >> f.UNIT[unit] & 1)


# --- who attacks whom (9.1) -------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.1:abcdef")
def test_attack_eligibility() -> None:
    """9.1, A to F: five German units around two Allied hexes, 1815 and 1914."""
    units = {
        "de-3-2p": "1915",
        "de-304-2p": "1915",  # C: with the one above
        "de-39-26": "1715",
        "de-560": "1715",  # E: inactive, with the one above
        "de-77-26": "2014",  # F: out of supply
        "us-501-101": "1815",
        "us-502-101": "1914",
    }
    match = combat(units, active=[u for u in units if u.startswith("de-") and u != "de-560"], oos=["de-77-26"])
    assert set(offered(match, "target")) == {"1815", "1914"}
    play(match, ("target", "1815"))
    assert offered(match, "target") == []  # A: one hex at a time
    assert refused(match, "join", "de-560") == "9.1"  # E
    play(match, ("join", "de-3-2p"), "ready")  # B, C: the one stacked with it and the one in 1715 stay out of it
    assert names(state(match).attackers) == {"de-3-2p"}
    draw(match, 16, 45)
    assert asked(match) == ("german", "Combat")
    assert refused(match, "target", "1815") == "9.1"  # F: attacked once
    play(match, ("target", "1914"))
    assert refused(match, "join", "de-77-26") == "10.22"  # F: without supply
    assert names(state(match).attackers) == {"de-304-2p"}  # D: de-3-2p has attacked
    play(match, "ready")
    draw(match, 49, 54)
    assert asked(match)[1] != "Combat"  # nobody is left who could attack anybody


# --- the draw (9.3) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.3-illustration:a", "9.3-option:ab", "9.3-maximum:a", "9.3-minimum:a")
def test_five_units_two_tactics_and_an_elite_one() -> None:
    """9.3: played with cards, from the declaration to the last chit."""
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "de-130-lehr": "1915", "de-2-1ss": "1915", "de-39-26": "1716"}
    hand: dict[str, list[int]] = {"german": [47, 48], "allied": []}
    pile = {"german": [42], "allied": [19]}
    match = combat({**units, "us-501-101": "1815"}, hand=hand, pile=pile, lost={"de-39-26": 1})
    declare(match, "1815")
    play(match, ("card", card(47)), ("tactic", "artillery"), ("card", card(48)), ("tactic", "combat-engineers"))
    s = state(match)
    assert (minimum(s), maximum(s)) == (2, 7)
    assert asked(match) == ("chance", "Drawing")
    draw(match, 49, 54)
    assert asked(match) == ("german", "More") and offered(match, "total") == [2, 3, 4, 5, 6, 7]
    play(match, ("total", 7))
    for chit in (55, 56, 57, 58):
        draw(match, chit)
        assert asked(match) == ("chance", "Drawing")
    draw(match, 59)
    assert asked(match)[1] != "Drawing"


# --- flank attacks (9.4) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.4-flank:abcd")
@pytest.mark.parametrize(
    ("attackers", "target", "flanked"),
    [
        (("1715", "1716", "1816"), "1815", True),  # A: from three hexes
        (("1715",), "1815", False),  # B: by one unit
        (("1714", "1813", "1915"), "1814", False),  # C: by three units, but the hex is a town
        (("1715", "1916"), "1815", True),  # D: from two hexes that are not adjacent
    ],
)
def test_flank_attacks(attackers: tuple[str, ...], target: str, flanked: bool) -> None:
    """9.4, A to D: in the open at 1815, and in Bastogne (1814)."""
    units = {"us-501-101": target}
    for unit, place in zip(("de-39-26", "de-77-26", "de-78-26"), attackers, strict=False):
        units[unit] = place
        assert f.BOARD.distance(f.HEX[place], f.HEX[target]) == 1
    s = planned(units, target)
    assert Scene(s, 2).holds(f.ChitSide("flank", "", ())) == flanked


# --- hits (9.5) -------------------------------------------------------------------------------------------------------


def chits(*numbers: int) -> int:
    return bits(f.CHITS.index[f"chit-{n:02}"] for n in numbers)


def sums(s: EnemyActionState, *numbers: int) -> list[tuple[int, int]]:
    """The hits on attacker and defender after each of these chits."""
    out = []
    for n in range(1, len(numbers) + 1):
        s.drawn = chits(*numbers[:n])
        out.append(totals(s))
    return out


@pytest.mark.rule("enemy_action", "9.5-illustration:ab", "9.5:ac")
def test_hits_of_three_five_and_four_chits() -> None:
    """9.5: A2 D2 by three chits; A1 D2 by five, of which two are D-1, and A1 D3 by the first four; A1 D3 or A0 D4 by four, of which one is
    G1."""
    even = planned({"de-3-2p": "1715", "us-501-101": "1815"}, "1815")  # 6 to 5
    assert sums(even, 11, 20, 9) == [(1, 1), (2, 1), (2, 2)]
    units = {"de-1-1ss": "1817", "de-9-9ss": "1719", "us-424-106": "1718", "us-110-28": "1618"}  # in woods
    flank = planned(units, "1718")
    assert sums(flank, 33, 8, 5, 24, 35) == [(0, 2), (1, 3), (1, 4), (1, 3), (1, 2)]
    air: dict[str, Any] = {"tactics": {"allied": ["airpower"]}}
    three = ("1715", "1716", "1916")
    german = planned(
        {**dict(zip(("de-1-1ss", "de-9-9ss", "de-2-2ss"), three, strict=True)), "us-424-106": "1815"}, "1815", **air
    )
    allied = planned(
        {**dict(zip(("us-cca-3a", "us-ccb-3a", "us-ccr-3a"), three, strict=True)), "de-39-26": "1815"},
        "1815",
        "allied",
        **air,
    )
    four = (31, 32, 5, 49)
    assert sums(german, *four)[-1] == (1, 3) and sums(allied, *four)[-1] == (0, 4)


# --- retreats (9.7) ---------------------------------------------------------------------------------------------------

EAST = [h for h in f.HEX_NAMES.list_of(f.BUILT) if f.COLUMN[f.HEX[h]] <= 18 and h != "1316"]
SUPPLY: dict[str, Any] = {"german_towns": EAST, "german_bridges": BRIDGES}
"""The roads behind the front are German."""
OURTHE = {
    "de-77-26": "1217",  # A
    "de-39-26": "1317",  # D
    "de-18": "1418",
    "de-3-2p": "1418",
    "us-cca-2a": "1218",
    "us-cca-3a": "1316",
    "us-ccb-3a": "1416",
    "us-ccr-3a": "1417",
    "us-333-84": "1215",
    "us-334-84": "1219",
}
"""9.7, A and D: 1117 and 1319 are woods, 1216 is forest, 1318 is broken; there is no bridge between 1217 and 1117; the hex 1418 is full."""


@pytest.mark.rule("enemy_action", "9.7-illustration:ade", "9.72:b", "9.7-priorities:ab", "9.7-choice:b", "9.75:de")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_retreats_a_and_d() -> None:
    """9.7, A and D, one after the other in the same activation. (On our map the forest hex is across the river as well.)"""
    match = combat(OURTHE, "allied", active=[u for u in OURTHE if u.startswith("us-")], **SUPPLY)
    # A: one hit.
    draw(declare(match, "1217", "us-cca-2a"), 20, 49)
    assert asked(match) == ("german", "Respond") and state(match).hits == [1, 0]
    play(match, "one")
    assert offered(match, "hex") == ["1117"]
    assert refused(match, "hex", "1318") == refused(match, "hex", "1317") == "9.7-priorities"
    play(match, ("hex", "1117"), ("unit", "us-cca-2a"), ("hex", "1217"))
    assert lost(match, "de-77-26") == 0 and not is_dispersed(match, "de-77-26")
    # D: two hits; A's attacker has closed 1217.
    declare(match, "1317", "us-cca-3a", "us-ccb-3a", "us-ccr-3a")
    draw(match, 1, 2)
    play(match, ("total", 2))
    assert state(match).hits == [2, 0] and names(state(match).defenders) == {"de-39-26"}
    play(match, "two")
    assert refused(match, "hex", "1217") == "9.7-priorities"  # an enemy is there
    assert set(offered(match, "hex")) == {"1216", "1318"}
    play(match, ("hex", "1216"))
    assert lost(match, "de-39-26") == 1
    assert offered(match, "hex") == ["1117"]  # with A, at no cost
    play(match, ("hex", "1117"))
    assert where(match, "de-39-26") == where(match, "de-77-26") == "1117"
    assert lost(match, "de-39-26") == 1 and is_dispersed(match, "de-39-26")


@pytest.mark.rule("enemy_action", "9.7-illustration:de", "9.72:bc")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_retreat_d_by_the_priorities_and_before_a() -> None:
    """9.7 D: the way that the priorities prescribe, broken and then woods, would be the end of the unit. If A has not been attacked, D can
    go to its hex."""
    after = {**OURTHE, "de-77-26": "1117", "us-cca-2a": "1217"}
    attackers = ["us-cca-3a", "us-ccb-3a", "us-ccr-3a"]
    match = struck(after, "1317", (0, 2), "allied", attackers, **SUPPLY)
    play(match, "two", ("hex", "1318"))
    assert lost(match, "de-39-26") == 1 and offered(match, "hex") == ["1319"]
    play(match, ("hex", "1319"))
    assert where(match, "de-39-26") == "eliminated"
    sturdy = {("de-62" if unit == "de-39-26" else unit): place for unit, place in after.items()}
    match = struck(sturdy, "1317", (0, 2), "allied", attackers, **SUPPLY)
    play(match, "two")  # with a third step it would survive, so it has no choice
    assert offered(match, "hex") == ["1318"] and refused(match, "hex", "1216") == "9.7-choice"
    first = struck(OURTHE, "1317", (0, 1), "allied", attackers, **SUPPLY)
    play(first, "one")
    assert offered(first, "hex") == ["1217"]


@pytest.mark.rule("enemy_action", "9.7-illustration:b", "9.75:e")
@pytest.mark.usefixtures("every_retreat_is_asked")
def test_retreat_b() -> None:
    """9.7 B: from Mersch (2508) over the bridge to 2509, then to 2510 (clear) or 2609 (woods). An enemy controls 2409."""
    assert f.CLEAR >> f.HEX["2510"] & 1 and f.WOODS >> f.HEX["2609"] & 1
    units = {"de-39-26": "2508", "us-cca-10a": "2407", "us-ccb-10a": "2607", "us-8-4": "2309"}
    match = struck(units, "2508", (0, 2), "allied", ["us-cca-10a", "us-ccb-10a"], german_towns=["2508"])
    play(match, "two")
    assert offered(match, "hex") == ["2509"]
    play(match, ("hex", "2509"))
    assert set(offered(match, "hex")) == {"2510", "2609"}
    play(match, ("hex", "2609"))
    assert where(match, "de-39-26") == "2609" and lost(match, "de-39-26") == 0 and is_dispersed(match, "de-39-26")


@pytest.mark.rule("enemy_action", "9.7-illustration:c", "9.73:a", "7.4:d")
def test_retreat_c() -> None:
    """9.7 C: two units of two steps in 1321; one of three steps is in 1320, and 1220 and 1420 are enemy-controlled."""
    units = {"us-cca-3a": "1221", "us-ccb-3a": "1421", "de-304-2p": "1321", "de-3-2p": "1321", "de-fuhbg": "1320"}
    held = struck(units, "1321", (0, 1), "allied")
    play(held, "stand", ("lose", "de-3-2p"))
    assert where(held, "de-3-2p") == "1321" and lost(held, "de-3-2p") == 1  # holding the hex costs the step
    match = struck(units, "1321", (0, 1), "allied")
    zone = state(match).zoc(f.ALLIED)
    assert zone >> f.HEX["1220"] & zone >> f.HEX["1420"] & 1
    play(match, "one")
    assert refused(match, "hex", "1320") == "7.4" and "1220" in offered(match, "hex")
    play(match, ("hex", "1220"))
    assert set(offered(match, "lose")) == {"de-3-2p", "de-304-2p"}
    play(match, ("lose", "de-3-2p"))
    assert (lost(match, "de-3-2p"), lost(match, "de-304-2p")) == (1, 0) and state(match).hits == [0, 0]
    assert where(match, "de-3-2p") == where(match, "de-304-2p") == "1220"


# --- advances (9.8) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("enemy_action", "9.8-illustration:a", "9.81:a", "8.1-advance:bd")
def test_advance_a() -> None:
    """9.8 A: attackers in 1708, the defender has gone from 1608 by way of 1609 to 1610. 1509 is controlled from 1409, 1608 is not."""
    units = {"de-3-2p": "1708", "de-39-26": "1708", "us-110-28": "1610", "us-cca-9a": "1409", "us-109-28": "1709"}
    shaken: dict[str, Any] = {"dispersed": ["us-110-28", "us-109-28"]}
    match = gone(units, "1608", ("1609", "1610"), defenders=("us-110-28",), **shaken)
    zone = state(match).zoc(f.ALLIED)
    assert zone >> f.HEX["1509"] & 1 and not zone >> f.HEX["1608"] & 1
    play(match, ("unit", "de-39-26"))
    assert offered(match, "hex") == ["1608"]
    play(match, ("hex", "1608"), ("unit", "de-3-2p"))
    assert set(offered(match, "hex")) == {"1608", "1508", "1509", "1609"}  # three choices for the second hex
    play(match, ("hex", "1509"))
    assert (where(match, "de-3-2p"), where(match, "de-39-26")) == ("1509", "1608")
    watched = gone(units, "1608", ("1609", "1610"), defenders=("us-110-28",), dispersed=["us-110-28"])
    play(watched, ("unit", "de-3-2p"))  # the unit in 1709 controls 1608 now
    assert refused(watched, "hex", "1509") == "8.1-advance" and "1609" in offered(watched, "hex")


LA_ROCHE = {"de-3-2p": "1416", "de-304-2p": "1416", "us-110-28": "1314"}
"""9.8, B to E: attackers south of La Roche (1316). The bridge leads from 1416; 1215 and 1216 are forest, with a road only to 1215."""


@pytest.mark.rule("enemy_action", "9.8-illustration:b", "9.82:a")
def test_advance_b() -> None:
    """9.8 B: two mechanized units over the bridge; the Allied unit in 1317 is too weak to control anything."""
    weak: dict[str, Any] = {"lost": {"us-109-28": 1}, "dispersed": ["us-110-28"]}
    match = gone({**LA_ROCHE, "us-109-28": "1317"}, "1316", ("1315", "1314"), defenders=("us-110-28",), **weak)
    assert not state(match).zoc(f.ALLIED)
    play(match, ("unit", "de-3-2p"))
    assert refused(match, "hex", "1216") == "9.81" and {"1215", "1315"} <= set(offered(match, "hex"))
    play(match, ("hex", "1215"), ("unit", "de-304-2p"), ("hex", "1315"))
    assert (where(match, "de-3-2p"), where(match, "de-304-2p")) == ("1215", "1315")


@pytest.mark.rule("enemy_action", "9.8-illustration:c", "9.81:b", "9.82:b")
def test_advance_c() -> None:
    """9.8 C: the defender has gone one hex, to 1315, and another unit there still controls La Roche."""
    units = {**LA_ROCHE, "us-110-28": "1315", "us-109-28": "1315"}
    match = gone(units, "1316", ("1315",), defenders=("us-110-28",))
    play(match, ("unit", "de-3-2p"))
    assert offered(match, "hex") == ["1316"]
    play(match, ("hex", "1316"))
    assert over(match) and (where(match, "de-3-2p"), where(match, "de-304-2p")) == ("1316", "1416")


@pytest.mark.rule("enemy_action", "9.8-illustration:d", "9.82:c")
def test_advance_d() -> None:
    """9.8 D: as B, but the bridge is blown."""
    shaken: dict[str, Any] = {"dispersed": ["us-110-28"], "blown": ["1316-1416"]}
    match = gone(LA_ROCHE, "1316", ("1315", "1314"), defenders=("us-110-28",), **shaken)
    play(match, ("unit", "de-3-2p"))
    assert offered(match, "hex") == ["1316"] and refused(match, "hex", "1315") == "9.82"
    play(match, ("hex", "1316"))
    assert over(match) and where(match, "de-304-2p") == "1416"


@pytest.mark.rule("enemy_action", "9.8-illustration:e", "9.82:c")
def test_advance_e() -> None:
    """9.8 E: two units in La Roche attack 1317 and 1415 in two fights, each over a river side of its own without a bridge."""
    units = {"de-3-2p": "1316", "de-304-2p": "1316", "us-110-28": "1317", "us-109-28": "1415"}
    match = combat(units, lost={"us-110-28": 1, "us-109-28": 1}, german_towns=["1316"])
    for unit, target, chit in (("de-3-2p", "1317", 29), ("de-304-2p", "1415", 26)):
        play(draw(declare(match, target, unit), chit), "one")
        play(match, ("hex", offered(match, "hex")[0]))
        play(match, ("unit", unit))
        assert offered(match, "hex") == [target]
        play(match, ("hex", target))
    assert (where(match, "de-3-2p"), where(match, "de-304-2p")) == ("1317", "1415")
