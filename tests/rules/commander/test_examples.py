"""The worked examples of the rulebook, with the same units, spaces and dice."""

from __future__ import annotations

import pytest

from tests.rules.commander.table import (
    EVERYWHERE,
    START,
    asked,
    contested,
    controls,
    go,
    goals,
    has,
    next_roll,
    number,
    offered,
    refused,
    roll,
    rolls,
    situation,
    state,
    strength,
    supplied,
    value,
    vp,
    where,
    why_not,
)

# --- 6 and 7: control and movement -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "6-ex-control:a")
def test_the_five_states_of_control() -> None:
    match = situation(
        "german-turn",
        {"us-b9arm": "Malmedy", "de-3fj": "Losheim", "de-18vg": "Vielsalm", "us-7arm": "Vielsalm"},
        german=["Stadtkyll"],
    )
    spaces = ("Trois Ponts", "Malmedy", "Stadtkyll", "Losheim", "Vielsalm")
    assert [controls(match, name) for name in spaces] == ["allied", "allied", "german", "german", "allied"]
    assert [contested(match, name) for name in spaces] == [False, False, False, False, True]


@pytest.mark.rule("commander", "7-ex-movement:abcd")
def test_movement_from_bleialf() -> None:
    match = situation("german-turn", {"de-116pz": "Bleialf", "de-560vg": "Bleialf"}, day=16)
    match.play("activate", "Bleialf")
    near = {"St. Vith", "Schonberg", "Prum", "Dasburg"}
    assert set(goals(match, "de-560vg")) == near
    assert set(goals(match, "de-116pz")) == near | {"Baasem", "Losheim", "Clervaux", "Vielsalm"}
    for name in ("Stadtkyll", "Kruchten", "Bitburg"):
        assert why_not(match, "de-116pz", name) == "7-armor-mech"
    for name in ("Losheim", "Baasem", "Clervaux"):
        assert why_not(match, "de-560vg", name) == "7-infantry"


@pytest.mark.rule("commander", "7-ex-strategic:abcde")
def test_strategic_movement_from_bleialf() -> None:
    german = (*START, "Bleialf", "St. Vith", "Vielsalm", "Clervaux", "Houffalize", "Elsenborn")
    units = {"de-116pz": "Bleialf", "de-12ss": "Schonberg", "us-1inf": "Schonberg", "us-2inf": "Malmedy"}
    match = situation("german-turn", units, german=german, day=17)
    match.play("activate", "Bleialf")
    assert "Houffalize" in goals(match, "de-116pz")
    assert why_not(match, "de-116pz", "Trois Ponts") == "7-armor-mech"
    assert why_not(match, "de-116pz", "Malmedy") == "7-strategic"
    assert why_not(match, "de-116pz", "Elsenborn") == "7-strategic"
    other = situation("german-turn", units, german=german, day=17)
    other.play("activate", "Schonberg")
    assert "Vielsalm" in goals(other, "de-12ss")  # two spaces by road are open to it, three are not
    assert why_not(other, "de-12ss", "Houffalize") == "7-strategic"
    assert not {"Houffalize", "Clervaux", "Dasburg"} & set(goals(other, "de-12ss")) - {"Clervaux"}
    with_losheim = situation("german-turn", units, german=(*german, "Losheim"), day=17)
    with_losheim.play("activate", "Bleialf")
    assert "Elsenborn" in goals(with_losheim, "de-116pz")


@pytest.mark.rule("commander", "7-ex-rivers:abce")
def test_rivers_and_bridges_at_ouffet() -> None:
    units = {"de-18vg": "Herve", "de-9ss": "Herve", "de-12ss": "Herve", "us-30inf": "Ouffet"}
    match = situation("german-turn", units, german=(*START, "Herve", "Stoumont"), day=19)
    match.play("activate", "Herve")
    assert "Ouffet" in goals(match, "de-9ss")  # over Herve/Ouffet, where nobody has crossed yet
    go(match, "de-18vg", "Ouffet")
    assert contested(match, "Ouffet")
    copy = match.at(match.count)
    copy.play("unit", "de-9ss")
    copy.play("space", "Ouffet")
    assert asked(copy) == "Moves"  # one way only, by Stoumont
    assert state(copy).over[number("de-9ss")] == state(copy).tables["space"].index["Stoumont"]
    go(match, "de-9ss", "Ouffet")
    assert why_not(match, "de-12ss", "Ouffet") == "7-river-limit"
    assert "Werbomont" in goals(match, "de-12ss")
    go(match, "de-12ss", "Werbomont")


@pytest.mark.rule("commander", "7-ex-rivers:d", "7-bridge-cut")
def test_the_bridge_into_ouffet_is_cut_before_anyone_has_crossed() -> None:
    units = {"de-18vg": "Herve", "de-9ss": "Herve", "de-12ss": "Herve", "us-30inf": "Ouffet"}
    match = situation("german-turn", units, german=(*START, "Herve", "Stoumont"), day=19)
    match.play("activate", "Herve")
    match.play("unit", "de-9ss")
    match.play("space", "Ouffet")
    assert asked(match) == "Moves"  # one way only: straight over Herve/Ouffet, not by Stoumont
    assert state(match).over[number("de-9ss")] == state(match).tables["space"].index["Herve"]
    # from Spa, where no other way leads to Ouffet, the second step over the bridge is refused
    units = {"de-9ss": "Spa", "us-30inf": "Ouffet"}
    match = situation("german-turn", units, german=(*START, "Spa", "Stoumont"), day=19)
    match.play("activate", "Spa")
    assert why_not(match, "de-9ss", "Ouffet") == "7-bridge-cut"


@pytest.mark.rule("commander", "7-ex-control:abc")
def test_control_and_movement_at_neufchateau() -> None:
    units = {"de-fuhrergrn": "Neufchateau", "us-26inf": "Neufchateau", "de-fuhrerbeg": "Bastogne"}
    match = situation("german-turn", units, german=(*START, "Bastogne"), day=21)
    copy = match.at(0)
    match.play("activate", "Neufchateau")
    for name in ("Florenville", "Recogne"):
        assert why_not(match, "de-fuhrergrn", name) == "7-leaving-contested"
    assert set(goals(match, "de-fuhrergrn")) & {"Sibret", "Martelange"}  # both by way of Bastogne
    go(match, "de-fuhrergrn", "Sibret")
    assert any("to Sibret by way of Bastogne" in line for line in match.log)
    copy.play("activate", "Bastogne")
    go(copy, "de-fuhrerbeg", "Arlon")
    assert (controls(copy, "Martelange"), controls(copy, "Arlon")) == ("german", "german")
    assert vp(copy) == value("Bastogne", "Martelange", "Arlon")


@pytest.mark.rule("commander", "7-ex-control:a", "7-leaving-contested:f")
def test_infantry_in_contested_neufchateau_cannot_go_to_sibret() -> None:
    units = {"de-26vg": "Neufchateau", "us-26inf": "Neufchateau"}
    match = situation("german-turn", units, german=(*START, "Bastogne"), day=21)
    match.play("activate", "Neufchateau")
    assert goals(match, "de-26vg") == ["Bastogne"]
    for name in ("Sibret", "Martelange", "Florenville", "Recogne"):
        assert why_not(match, "de-26vg", name) == "7-leaving-contested"


# --- 8: hit chances ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "8-ex-vianden:ab", "8-ex-clervaux:abc", "8-mod-def-river:ab")
def test_hit_chances_at_vianden_and_clervaux() -> None:
    units = {
        "de-2pz": "Dasburg",
        "de-5fj": "Dasburg",
        "de-26vg": "Clervaux",
        "us-109inf": "Vianden",
        "us-110inf": "Clervaux",
    }
    match = situation("german-turn", units, day=16)
    match.play("activate", "Dasburg")
    go(match, "de-2pz", "Vianden")
    go(match, "de-5fj", "Clervaux")
    assert offered(match, "battle") == ["Clervaux", "Vianden"]
    match.play("battle", "Vianden")
    assert rolls(match) == {"de-2pz": (5, 7), "us-109inf": (1, 3)}
    roll(match, "de-2pz", 8, 8, 9, 9, 10)
    roll(match, "us-109inf", 10)
    assert rolls(match) == {"de-26vg": (4, 5), "de-5fj": (4, 5), "us-110inf": (2, 3)}
    assert sum(dice for unit, (dice, _) in rolls(match).items() if unit.startswith("de")) == 8
    assert has(match, "active", "de-26vg")
    while asked(match) != "Turn":
        match.play("hits", 0)
    assert has(match, "cubes", "de-26vg")


@pytest.mark.rule("commander", "8-ex-vianden:c")
def test_the_attack_on_vianden_a_day_later_has_no_surprise() -> None:
    match = situation("german-turn", {"de-2pz": "Dasburg", "us-109inf": "Vianden"}, day=17)
    match.play("activate", "Dasburg")
    go(match, "de-2pz", "Vianden", via="")
    assert next_roll(match) == ("de-2pz", 5, 6)


COMPREHENSIVE = {
    "us-b9arm": "Spa/1",
    "us-4inf": "Spa/1",
    "de-2pz": "Spa/1",
    "us-1inf": "Verviers",
    "us-30inf": "Verviers",
    "de-1ss": "Eupen",
    "de-12ss": "Eupen",
    "de-lehr": "Eupen",
}


@pytest.mark.rule(
    "commander",
    "8-ex-spa:abcdefghi",
    "8-ex-verviers:abcdefgh",
    "8-reduction-limit:c",
    "8-hit-chances:c",
    "8-attacker-defender:a",
)
def test_the_comprehensive_example_spa_then_verviers() -> None:
    match = situation("german-turn", COMPREHENSIVE, german=(*START, "Eupen", "Monschau", "Spa"), day=19)
    before = vp(match)
    match.play("activate", "Eupen")
    go(match, "de-1ss", "Spa")
    go(match, "de-12ss", "Verviers")
    go(match, "de-lehr", "Verviers")
    match.play("battle", "Spa")
    assert has(match, "active", "de-2pz")
    assert next_roll(match) == ("de-1ss", 7, 4)
    assert roll(match, "de-1ss", 1, 2, 2, 3, 5, 6, 7) == 4
    assert next_roll(match) == ("de-2pz", 2, 4)
    assert roll(match, "de-2pz", 2, 6) == 1
    assert next_roll(match) == ("us-b9arm", 1, 3)
    assert roll(match, "us-b9arm", 1) == 1
    assert next_roll(match) == ("us-4inf", 1, 2)
    assert roll(match, "us-4inf", 2) == 1
    # five hits less one for the woods kill both; the two hits on the Germans go one to each unit
    assert (where(match, "us-b9arm"), where(match, "us-4inf"), where(match, "de-2pz")) == ("eliminated",) * 3
    assert strength(match, "de-1ss") == 5
    assert vp(match) == before + 1 - 1
    assert asked(match) == "Breakthrough"
    assert offered(match, "space") == ["Stoumont", "Trois Ponts", "Verviers"]
    assert offered(match, "stay") == [None]
    assert refused(match, "space", "Malmedy") == "8-breakthrough-limits"
    assert refused(match, "space", "Eupen") == "8-breakthrough-limits"
    match.play("space", "Stoumont")
    assert controls(match, "Spa") == "german"
    assert not contested(match, "Spa")
    # Verviers follows at once, being the only battle left
    assert next_roll(match) == ("de-12ss", 7, 4)
    assert roll(match, "de-12ss", 3, 4, 5, 6, 7, 8, 9) == 2
    assert next_roll(match) == ("de-lehr", 5, 4)
    assert roll(match, "de-lehr", 3, 4, 5, 7, 9) == 2
    assert next_roll(match) == ("us-1inf", 4, 3)
    assert roll(match, "us-1inf", 2, 5, 7, 8) == 1
    assert next_roll(match) == ("us-30inf", 4, 3)
    assert roll(match, "us-30inf", 3, 5, 6, 9) == 1
    assert (asked(match), match.decision.side) == ("Response", "allied")
    retreat = match.at(match.count)
    match.play("stand")
    assert (strength(match, "us-1inf"), strength(match, "us-30inf")) == (3, 3)
    assert (strength(match, "de-12ss"), strength(match, "de-lehr")) == (5, 3)
    assert all(has(match, "cubes", unit) for unit in ("de-1ss", "de-12ss", "de-lehr"))
    assert not any(has(match, "cubes", unit) for unit in ("us-1inf", "us-30inf"))
    retreat.play("retreat")  # the two hits become one
    assert asked(retreat) == "Losses"
    retreat.play("unit", "us-1inf")
    assert (strength(retreat, "us-1inf"), strength(retreat, "us-30inf")) == (3, 4)


# --- 9 and 11: supply, fuel, replacements ------------------------------------------------------------------------------------------------


@pytest.mark.rule("commander", "9-ex-supply:abcd")
@pytest.mark.parametrize(
    ("german", "expected"),
    [
        (("Malmedy", "Losheim", "Stadtkyll"), (True, True)),
        (("Losheim", "Stadtkyll"), (True, False)),
        (("Malmedy", "Stadtkyll"), (False, False)),
    ],
)
def test_supply_of_malmedy_and_spa(german: tuple[str, ...], expected: tuple[bool, bool]) -> None:
    units = {"de-3fj": "Malmedy", "us-7arm": "Malmedy", "de-1ss": "Spa", "us-1inf": "Spa"}
    match = situation("supply", units, german=german, day=19)
    assert (supplied(match, "de-3fj"), supplied(match, "de-1ss")) == expected


EAST = tuple(name for name in EVERYWHERE if name not in ("Verviers", "Spa", "Herve", "Stoumont"))
FUEL = {
    "de-116pz": "Marche",
    "de-lehr": "Manhay",
    "de-10ss": "Houffalize/4",
    "de-2pz": "Bastogne/2",
    "de-26vg": "Wiltz",
    "us-30inf": "Verviers/3",
    "us-3arm": "Verviers",
    "us-84inf": "Hotton",
}
GERMAN_EAST = (*START, "Losheim", "Schonberg", "Bleialf", "St. Vith", "Vielsalm", "Clervaux", "Vianden", "Wiltz", "Houffalize",
               "Bastogne", "Manhay")  # fmt: skip


@pytest.mark.rule("commander", "9-ex-fuel:abc", "9-fuel-shortage:e")
def test_the_fuel_check_of_23_december() -> None:
    match = situation("supply", FUEL, german=GERMAN_EAST, day=23)
    assert has(match, "oos", "de-116pz")
    assert (asked(match), match.decision.side) == ("NameShort", "allied")
    assert "de-116pz" in offered(match, "unit")  # legal, though it serves no purpose
    assert refused(match, "unit", "de-26vg") == "9-fuel-shortage"
    for unit in ("de-lehr", "de-10ss", "de-2pz"):
        match.play("unit", unit)
    assert match.decision.side == "german"
    assert offered(match, "unit") == ["de-10ss", "de-2pz", "de-lehr"]
    match.play("unit", "de-10ss")
    match.play("unit", "de-2pz")
    assert has(match, "short", "de-lehr")
    assert not has(match, "short", "de-10ss") and not has(match, "short", "de-2pz")


@pytest.mark.rule("commander", "11-ex-replacements:abc")
def test_replacements_after_the_fuel_check_played_as_21_december() -> None:
    match = situation("supply", FUEL, german=GERMAN_EAST, day=21)
    for unit in ("de-lehr", "de-10ss", "de-2pz", "de-10ss", "de-2pz"):
        match.play("unit", unit)
    assert (asked(match), match.decision.side) == ("Replace", "german")
    assert offered(match, "unit") == ["de-2pz"]
    assert refused(match, "unit", "de-116pz") == "9-oos-effects"
    assert refused(match, "unit", "de-lehr") == "9-fuel-shortage"
    assert refused(match, "unit", "de-10ss") == "11-eligible"
    assert refused(match, "unit", "de-26vg") == "11-eligible"
    match.play("unit", "de-2pz")
    assert strength(match, "de-2pz") == 3
    # the infantry point is lost: nobody can use it; the Allied player is next
    assert (asked(match), match.decision.side) == ("Replace", "allied")
    assert offered(match, "unit") == ["us-30inf"]
    match.play("unit", "us-30inf")
    assert strength(match, "us-30inf") == 4
    assert asked(match) == "Turn"
