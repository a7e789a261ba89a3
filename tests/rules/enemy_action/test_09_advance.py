"""9.8 Advance after combat."""

from __future__ import annotations

from typing import Any

import pytest

from ardennes import Match
from ardennes.games.enemy_action import facts as f
from tests.rules.enemy_action.fights import OTHER, declare, draw, over, stack, struck
from tests.rules.enemy_action.table import asked, offered, play, refused, situation, state, where

PAIR = {"de-3-2p": "1715", "de-39-26": "1715"}


def gone(
    units: dict[str, str],
    target: str,
    retreat: tuple[str, ...] = (),
    side: str = "german",
    defenders: tuple[str, ...] = (),
    attackers: list[str] | None = None,
    day: int = 21,
    **more: Any,
) -> Match:
    """A fight whose defenders have left the hex by this path, or are eliminated if there is none."""
    prefix = ("de-",) if side == "german" else ("us-", "uk-")
    mine = attackers or [u for u in units if u.startswith(prefix)]
    fields: dict[str, Any] = {
        "active": mine,
        "mode": "formation",
        "impulses": {"german": 5, "allied": 5},
        "target": target,
        "attackers": mine,
        "attacked": mine,
        "defenders": list(defenders),
        "defended": list(defenders),
        "retreated": list(defenders),
        "retreat": list(retreat),
        "pile": {"german": [42], "allied": [19]},
    }
    assert side in OTHER
    return situation("", units, day=day, frames=stack(side, {"frame": "Advance", "side": side}), **(fields | more))


@pytest.mark.rule("enemy_action", "9.8:abc", "9.81:a", "9-step8:ab", "8.1-advance:a")
def test_attackers_advance_into_the_vacated_hex() -> None:
    units = PAIR | {"de-304-2p": "1915", "us-501-101": "1916", "us-502-101": "1816"}
    match = gone(units, "1815", ("1916",), defenders=("us-501-101",), attackers=["de-3-2p", "de-39-26"])
    assert asked(match) == ("german", "Advance")
    assert set(offered(match, "unit")) == {"de-3-2p", "de-39-26"}  # although the hex is enemy-controlled
    assert refused(match, "unit", "de-304-2p") == "9.8"
    play(match, ("unit", "de-39-26"))
    assert offered(match, "hex") == ["1815"]
    play(match, ("hex", "1815"))
    assert where(match, "de-39-26") == "1815"
    assert refused(match, "unit", "de-39-26") == "9.8"
    play(match, "done")
    assert over(match) and where(match, "de-3-2p") == "1715"
    stood = struck(PAIR | {"us-501-101": "1815"}, "1815", (0, 1))
    play(stood, "stand")
    assert over(stood)
    spread = struck(PAIR | {"us-501-101": "1815"}, "1815", (2, 2))
    play(spread, "two", ("hex", "1916"), ("hex", "2016"), ("lose", "de-3-2p"), "disperse")
    assert over(spread) and where(spread, "de-3-2p") == "1715"


@pytest.mark.rule("enemy_action", "9.81:abc", "8.1-advance:bcd")
def test_mechanized_units_go_on() -> None:
    one = gone(PAIR | {"us-501-101": "1916"}, "1815", ("1916",), defenders=("us-501-101",))
    play(one, ("unit", "de-3-2p"))
    assert offered(one, "hex") == ["1815"] and refused(one, "hex", "1816") == "9.81"
    killed = gone(PAIR | {"us-502-101": "2016"}, "1815")
    play(killed, ("unit", "de-3-2p"))
    # 2016 controls 1916, 1917, 2015 ...: the attacked hex is free, so a controlled second hex is open
    assert {"1815", "1716", "1816", "1814", "1915", "1916"} == set(offered(killed, "hex"))
    play(killed, ("hex", "1816"))
    assert where(killed, "de-3-2p") == "1816"
    play(killed, ("unit", "de-39-26"))
    assert refused(killed, "hex", "1816") == "9.81"
    zone = gone(PAIR | {"us-502-101": "1915"}, "1815")
    play(zone, ("unit", "de-3-2p"))
    assert refused(zone, "hex", "1916") == "8.1-advance" and refused(zone, "hex", "1915") == "7.1-entry"
    assert "1816" in offered(zone, "hex")
    path = gone(
        PAIR | {"us-502-101": "1915", "us-501-101": "2016"}, "1815", ("1916", "2016"), defenders=("us-501-101",)
    )
    play(path, ("unit", "de-3-2p"))
    assert "1916" in offered(path, "hex")


@pytest.mark.rule("enemy_action", "9.81:g", "8.1-advance:bc")
def test_there_is_no_path_of_retreat_after_one_hex_and_elimination() -> None:
    zone = gone(PAIR | {"us-502-101": "1915"}, "1815", ("1916",))
    play(zone, ("unit", "de-3-2p"))
    assert refused(zone, "hex", "1916") == "8.1-advance"
    forest = gone({"de-3-2p": "1815", "us-501-101": "2017"}, "1816", ("1917",))
    play(forest, ("unit", "de-3-2p"))
    assert refused(forest, "hex", "1917") == "9.81"
    river = gone({"de-3-2p": "1815", "us-501-101": "2017"}, "1816", ("1717",))
    play(river, ("unit", "de-3-2p"))
    assert refused(river, "hex", "1717") == "9.82"


@pytest.mark.rule("enemy_action", "9.81:cde", "9.82:d")
def test_rivers_and_forest_off_the_path() -> None:
    units = {"de-3-2p": "1815", "us-501-101": "2017"}
    match = gone(units, "1816")
    play(match, ("unit", "de-3-2p"))
    assert refused(match, "hex", "1717") == "9.82" and refused(match, "hex", "1917") == "9.81"
    path = gone(units, "1816", ("1917", "2017"), defenders=("us-501-101",))
    play(path, ("unit", "de-3-2p"))
    assert "1917" in offered(path, "hex") and refused(path, "hex", "1817") == "9.82"
    wet = gone(
        {"de-3-2p": "1815", "de-304-2p": "1815", "us-501-101": "1718"},
        "1816",
        ("1717", "1718"),
        defenders=("us-501-101",),
    )
    play(wet, ("unit", "de-3-2p"), ("hex", "1717"))
    assert where(wet, "de-3-2p") == "1717"
    play(wet, ("unit", "de-304-2p"))
    assert refused(wet, "hex", "1717") == "9.82"  # one unit over an unbridged side


@pytest.mark.rule("enemy_action", "9.82:abc", "9.8:d", "9.8-illustration:bcd")
def test_advances_over_rivers() -> None:
    units = {"de-3-2p": "1717", "de-304-2p": "1717", "us-501-101": "1614"}
    free = gone(units, "1716")
    play(free, ("unit", "de-3-2p"), ("hex", "1815"), ("unit", "de-304-2p"))
    assert "1816" in offered(free, "hex")
    play(free, ("hex", "1716"))
    assert where(free, "de-304-2p") == "1716" and where(free, "de-3-2p") == "1815"
    river = f.RIVERS.index["1716-1717"]
    assert state(free).german_bridges >> river & 1
    held = gone(units | {"us-502-101": "1715"}, "1716", ("1715",), defenders=("us-501-101",))
    play(held, ("unit", "de-3-2p"), ("hex", "1716"))
    assert asked(held)[1] != "Advance" and where(held, "de-304-2p") == "1717"  # one unit over that bridge
    blown = gone(units, "1716", blown=["1716-1717"])
    play(blown, ("unit", "de-3-2p"))
    assert offered(blown, "hex") == ["1716"] and refused(blown, "hex", "1815") == "9.82"
    play(blown, ("hex", "1716"))
    assert over(blown) and where(blown, "de-304-2p") == "1717"


@pytest.mark.rule("enemy_action", "9.82:e", "4.12")
def test_traffic_jams_on_16_december() -> None:
    units = {"de-3-2p": "1717", "de-304-2p": "1717", "de-130-lehr": "1717", "us-501-101": "1614"}
    match = gone(units, "1716", day=16)
    play(match, ("unit", "de-3-2p"), ("hex", "1716"), ("unit", "de-304-2p"))
    assert offered(match, "hex") == ["1716"]  # the bridge is used: as over an unbridged river
    play(match, ("hex", "1716"))
    assert over(match) and where(match, "de-130-lehr") == "1717"


@pytest.mark.rule("enemy_action", "9.8:e", "7.61:c", "7.9-effects:a", "9.81:f", "9.8:f", "7.72")
def test_boundaries_roadblocks_and_the_meuse() -> None:
    units = {"de-1-1ss": "1715", "us-501-101": "1716"}
    assert over(gone(units, "1815", day=18))
    match = gone(units, "1815", day=20)
    assert asked(match)[1] == "Advance"
    blocked = gone(PAIR, "1815", roadblocks=["1815"])
    assert over(blocked)
    stop = gone({"de-3-2p": "1815", "de-39-26": "1815"}, "1916", roadblocks=["2016"])
    play(stop, ("unit", "de-3-2p"))
    assert offered(stop, "hex") == ["1916"] and refused(stop, "hex", "2015") == "7.9-effects"
    east = {"uk-5-ga": "1815", "de-3-2p": "1613"}
    assert over(gone(east, "1916", side="allied", day=24))
    assert not over(gone(east, "1916", side="allied", day=26))


@pytest.mark.rule("enemy_action", "9.8:a", "7.4", "9.81")
def test_stacking_in_an_advance() -> None:
    units = {"de-3-2p": "1715", "de-304-2p": "1715", "de-39-26": "1716", "de-77-26": "1716", "us-501-101": "1613"}
    match = gone(units, "1815")
    for unit in ("de-39-26", "de-77-26", "de-304-2p"):
        play(match, ("unit", unit), ("hex", "1815"))
    play(match, ("unit", "de-3-2p"))
    assert refused(match, "hex", "1815") == "7.4" and "1916" in offered(match, "hex")  # through the full hex
    play(match, "stay")
    assert over(match)


@pytest.mark.rule("enemy_action", "9.8:d", "9.71:b")
def test_an_advance_takes_a_town() -> None:
    match = gone({"de-3-2p": "1714"}, "1814")
    play(match, ("unit", "de-3-2p"), ("hex", "1814"))
    assert state(match).german_towns >> f.HEX["1814"] & 1


@pytest.mark.rule("enemy_action", "9.9:a", "9.8")
def test_dispersed_units_do_not_advance() -> None:
    match = gone(PAIR, "1815", dispersed=["de-39-26"])
    assert refused(match, "unit", "de-39-26") == "9.9"


@pytest.mark.rule("enemy_action", "9-step9:a", "9.9-removal:abc")
def test_recovery_after_the_activation() -> None:
    units = PAIR | {"de-304-2p": "1914", "de-77-26": "2014", "us-501-101": "1815"}
    marks: dict[str, Any] = {"dispersed": ["de-304-2p", "de-77-26"], "recovering": ["de-304-2p"]}
    marks["active"] = ["de-3-2p", "de-39-26", "de-304-2p"]
    match = struck(units, "1815", (2, 0), attackers=["de-3-2p", "de-39-26"], **marks)
    play(match, ("lose", "de-3-2p"), "disperse")
    while asked(match)[1] == "Entrench":
        play(match, "done")
    s = state(match)
    assert set(f.UNIT_NAMES.list_of(s.dispersed)) == {"de-3-2p", "de-39-26", "de-77-26"}


@pytest.mark.rule("enemy_action", "9.8-illustration:e", "9.82:c")
def test_two_fights_bring_two_units_over_a_river() -> None:
    units = {"de-3-2p": "1717", "de-304-2p": "1717", "us-110-28": "1816", "us-501-101": "1613"}
    more: dict[str, Any] = {"blown": ["1716-1717"], "lost": {"us-110-28": 1}, "active": ["de-3-2p", "de-304-2p"]}
    match = gone(units, "1716", attackers=["de-3-2p"], **more)
    play(match, ("unit", "de-3-2p"), ("hex", "1716"))
    assert asked(match) == ("german", "Combat")
    declare(match, "1816", "de-304-2p")
    draw(match, 29)
    play(match, "stand", ("unit", "de-304-2p"))
    assert offered(match, "hex") == ["1816"]
    play(match, ("hex", "1816"))
    assert (where(match, "de-3-2p"), where(match, "de-304-2p")) == ("1716", "1816")
