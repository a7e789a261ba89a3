"""Playing in the terminal, with scripted input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

import ardennes
from tests.cli.desk import Outcome, run

START = ("play", "bulge", "--seed", "7", "--allied", "random")
SPACES = ("play", "commander", "--seed", "7")
GERMAN_ATTACK = ["14cav", "12 VG", "3fj", "primary"]


def one_turn(screen: str) -> str | None:
    """A simple player's answers: end what can be ended, roll, otherwise take the first choice."""
    if "Turn 2 of" in screen or "The game is over" in screen:
        return None
    for word in ("roll", "done", "stay"):
        if re.search(rf"\d\) {word}\b", screen):
            return word
    return "1"


def digest(path: Path) -> str:
    return ardennes.replay(path).state.digest()


def played(outcome: Outcome) -> str:
    """What was printed, without the file it was saved in, whose name contains the time."""
    return outcome.out[: outcome.out.rindex("Saved in ")]


def test_a_whole_turn_by_numbers_and_names() -> None:
    moves = iter(["lehr 1404", "unit de-276", "hex 1603", "12 ss pz", "0501", "0401"])

    def typed(screen: str) -> str | None:
        if "German movement" in screen or "Move " in screen:
            return next(moves, "done")
        return one_turn(screen)

    outcome = run(*START, typed=typed)
    assert outcome.status == 0 and outcome.err == ""
    assert "Pz Lehr moved from 1305 to 1404." in outcome.out
    assert "276 VG moved from 1604 to 1603." in outcome.out
    assert "12 SS Pz moved from 0401 to 0501." in outcome.out
    assert "1 SS Pz moved from 0501 to 0401." in outcome.out  # it had to make room
    assert "german> hex 1603" in outcome.out  # what is typed is in the output too
    assert "German attacks after movement: " in outcome.out
    assert "Turn 2 of 18" in outcome.out  # the Allies have played too


@pytest.mark.parametrize("start", [START, SPACES], ids=["hexes", "areas"])
def test_the_same_session_prints_the_same(start: tuple[str, ...]) -> None:
    assert played(run(*start, typed=one_turn)) == played(run(*start, typed=one_turn))


@pytest.mark.parametrize(
    "start",
    [START, (*START, "--option", "airdrop=true"), (*START, "--option", "weather=variable"), SPACES],
    ids=["hexes", "airdrop", "weather", "areas"],
)
def test_no_line_is_longer_than_80_and_no_escape_codes(start: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    extra = iter(
        [
            "help",
            "choices",
            "list",
            "units",
            "map",
            "map 0707",
            "map st_vith",
            "log all",
            "why 0407",
            "rule 12.1",
            "odds",
        ]
    )
    outcome = run(*start, typed=lambda screen: next(extra, None) or one_turn(screen))
    assert max(map(cell_len, played(outcome).splitlines())) <= 80
    assert "\x1b" not in outcome.out


def test_the_screen_of_a_question() -> None:
    outcome = run(*START)
    head, *tracks = outcome.lines[1:4]
    chart = outcome.lines[4:]
    assert head.startswith("Turn 1 of 18, 16 Dec: German attacks before movement ==")
    assert re.fullmatch(
        r"Victory points 0 \(Germans win at \d+, Allies at -?\d+\); Weather overcast; British restricted",
        " ".join(tracks),
    )
    row = next(line for line in chart if line.startswith("05"))
    assert ">14cA1" in row and "3fjG3" in row and "1ssG7" in row  # a target, and own units
    assert "German: Choose a unit to attack, or end the phase [12.0]" in chart
    assert any("4) 14 Cav 1 @0503" in line for line in chart)
    assert "or     10) done: End attacks" in chart
    assert any("'help' explains" in line for line in chart)  # the first screen says how to start
    assert outcome.out.count("'help' explains") == 1


def test_hexes_are_marked_on_the_map_and_typed() -> None:
    outcome = run(*START, typed=["done", "lehr"])
    screen = outcome.out[outcome.out.rindex("Turn 1 of") :]
    said = " ".join(screen.split())
    assert "hex Move here: 41, marked on the map: type the number of one; 'choices' lists them" in said
    row = next(line for line in screen.splitlines() if line.startswith("14"))
    assert ":1404 :1403 .1402-#1401" in row  # terrain and number; # is a town
    assert "*lehG6" in screen


# --- numbers ---------------------------------------------------------------------------------------------------------------------------


def test_every_hex_has_a_number_although_only_the_map_shows_it() -> None:
    outcome = run(*START, typed=["done", "lehr", "choices", "42"])
    row = next(line for line in outcome.lines if "42) " in line)
    assert "or   1) stay" in outcome.out
    moved = re.search(r"42\) (?:\w+ \()?(\d{4})", row)
    assert moved is not None and f"Pz Lehr moved from 1305 to {moved[1]}." in outcome.out


def test_more_than_nine_spaces_have_numbers_too() -> None:
    outcome = run(*SPACES, typed=["10"])
    assert "10) Clervaux" in outcome.out and "10):Clervaux G4A2" in outcome.out  # in the list and on the map
    assert "The German player activated Clervaux" in outcome.out


def test_a_number_on_the_screen_comes_before_a_name() -> None:
    """Against 110 Inf, 2 Pz is number 1 and 26 VG number 2. Typed ahead, before the numbers are on the screen, 2 means 2 Pz."""
    assert "German attack 5: 26 VG 5" in run(*START, typed=["110", "2"]).out
    assert "German attack 6: 2 Pz 6" in run(*START, typed=["110 2"]).out


def test_several_answers_on_a_line() -> None:
    outcome = run(*START, typed=["14cav 12 3fj prim roll", "log"])
    assert "12 VG and 3 FJ attacked 14 Cav at 0503, on the" in outcome.out


# --- looking around --------------------------------------------------------------------------------------------------------------------


def test_map_of_a_space_tells_its_neighbours_and_their_borders() -> None:
    outcome = run(*SPACES, typed=["map clervaux"])
    after = outcome.out[outcome.out.index("german> map") :]
    assert (
        "Clervaux: woods; cancels 2 hits, 1 if the attacker holds it; artillery; held by the Allied side, contested."
        in " ".join(after.split())
    )
    assert "26VG: 26th Volksgrenadier Division, German, infantry, 4-3, 4 steps\n" in after
    assert "  Dasburg      road, Our  broken  German 2Pz 4, 5FJ 4\n" in after
    assert "  Vielsalm     no road    woods   Allied, empty\n" in after


def test_map_of_a_hex_or_unit_tells_all_about_it() -> None:
    outcome = run(*START, typed=["map 102cav", "map prum", "map nowhere"])
    assert "Monschau (0104): " in outcome.out and "102 Cav: 102nd Cavalry Group, Allied" in outcome.out
    assert "Prüm (0902): clear; road to " in outcome.out  # typed without the accent
    assert "there is no hex, town or unit on the map called 'nowhere'" in outcome.out


def test_list_has_every_space_with_owner_points_units_and_neighbours() -> None:
    outcome = run(*SPACES, typed=["list", "list losheim", "list xyz"])
    lines = outcome.lines
    for title in ardennes.new("commander").view()["places"].values():
        assert any(
            re.match(rf"  [a-z]+ +{re.escape(str(title['title']).split(':')[0].split(',')[0])}", line) for line in lines
        )
    assert "  bas   Bastogne +2    broken  Allied, empty" in lines
    assert lines[lines.index("  bas   Bastogne +2    broken  Allied, empty") + 1].startswith("      =La Roche ~Ourthe")
    only = outcome.out[outcome.out.index("list losheim") : outcome.out.index("list xyz")]
    assert "  los  Losheim  woods  German 3FJ 4; Allied 14 Cav 1" in only and "Bastogne" not in only
    assert "no place matches 'xyz'" in outcome.out


def test_units_lists_reinforcements_and_when_they_arrive() -> None:
    outcome = run(*SPACES, typed=["units", "units german", "units 101"])
    due = next(box["title"] for box in ardennes.new("commander").view()["boxes"] if box["id"] == "due")
    assert "On the map: German" in outcome.lines and f"{due}: Allied" in outcome.lines
    german = outcome.out[outcome.out.index("units german") : outcome.out.index("units 101")]
    assert "On the map: German" in german and "On the map: Allied" not in german
    only = outcome.out[outcome.out.index("units 101") :]
    assert "101 Abn" in only and "When they come" in only and "1SS Pz" not in only


# --- undo ------------------------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_a_die(tmp_path: Path) -> None:
    a, b = tmp_path / "a", tmp_path / "b"
    run(*START, typed=[*GERMAN_ATTACK, f"save {a}"])
    run(*START, typed=[*GERMAN_ATTACK, "roll", "undo", f"save {b}"])
    assert digest(a) == digest(b)
    assert re.search(r"\b1 undo", run("verify", str(b)).out)


def test_undo_goes_back_past_the_programs_answers(tmp_path: Path) -> None:
    """At the last German choice of turn 1: undo must bring that question back, and the same answer must get the same reply."""
    path = tmp_path / "game"
    run(*START, "--save", str(path), typed=one_turn)
    record = ardennes.Record.load(path)
    choices = record.choices()
    last = max(n for n, (by, _, _) in enumerate(choices) if by == "german")
    assert last < len(choices) - 1  # the program answered after it
    before = ardennes.replay(path, to=last)
    again = tmp_path / "again"
    verb, argument = choices[last][1:]
    answer = verb if argument is None else f"{verb} {argument}"
    load = ("play", "--load", str(path), "--allied", "random")
    run(*load, typed=["undo", f"save {again}"])
    assert ardennes.replay(again).state.digest() == before.state.digest()
    run(*load, "--save", str(path), typed=["undo", answer])
    assert ardennes.Record.load(path).choices() == choices


def test_undo_at_the_start_says_so() -> None:
    assert "there is nothing to undo" in run(*START, typed=["undo"]).out


def test_two_people_cannot_undo_a_die() -> None:
    outcome = run(
        "play", "bulge", "--german", "human", "--allied", "human", "--seed", "7", typed=[*GERMAN_ATTACK, "roll", "undo"]
    )
    assert "that cannot be undone" in outcome.out


# --- understanding ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    ["4", "attack 4", "us-14cav", "14cav", "14 Cav", "14 cav", "14CAV", "0503", "attack 0503", "attack us-14cav"],
)
def test_ways_to_name_a_target(typed: str) -> None:
    assert "German: Attack 14 Cav: choose units" in run(*START, typed=[typed]).out


@pytest.mark.parametrize("typed", ["4", "Prüm", "prum", "PRÜM", "pru", "activate prüm", "activate 4"])
def test_ways_to_name_a_space(typed: str) -> None:
    assert "The German player activated Prüm" in run(*SPACES, typed=[typed]).out


def test_a_line_stops_where_it_cannot_go_on() -> None:
    outcome = run(*START, typed=["14cav; 3fj; 0101; primary"])
    assert "German: Attack 14 Cav: add units, then choose a table" in outcome.out
    last = " ".join(outcome.lines[-5:])
    assert "0101 cannot be chosen now: Attack 14 Cav: add units, then choose a table (case 12.1-1)" in last


def test_a_refused_choice_is_explained() -> None:
    outcome = run(*START, typed=["9b", "done", "1ss", "0407"])
    assert "9b: none of your units is next to 9 Arm CCB (case 12.0-1)" in outcome.out
    assert "Enemy zones of control block the way to 0407 (case 9.1)" in outcome.out


def test_an_ambiguous_answer_is_queried() -> None:
    assert "'attack 1' may be" not in run(*START, typed=["attack 1"]).out
    assert "'attack' could be attack 102 Cav, attack 2 Inf, " in " ".join(run(*START, typed=["attack"]).out.split())


@pytest.mark.parametrize(
    ("typed", "meant"), [("hepl", "help"), ("choises", "choices"), ("dnoe", "done"), ("qiut", "quit")]
)
def test_a_typo_gets_a_suggestion(typed: str, meant: str) -> None:
    said = " ".join(run(*START, typed=[typed]).out.split())
    assert f"'{typed}' is neither a choice nor a command; did you mean '{meant}'?" in said


def test_a_command_among_other_words_is_pointed_out() -> None:
    said = run(*SPACES, typed=["quit now"]).out
    assert "'quit' is a command: type it on a line of its own" in " ".join(said.split())


def test_why_prints_the_case() -> None:
    outcome = run(*START, typed=["why 9b", "why done", "why us-2", "why", "why xyz", "why column -4"])
    case = ardennes.new("bulge").game.ledger.find("12.0-1")
    assert f"12.0-1  {case.title}" in outcome.out
    assert " ".join(case.text.split()[:6]) in outcome.out
    assert "done can be chosen now (case 12.0;" in outcome.out
    assert "attack 2 Inf can be chosen now" in outcome.out
    assert "why what? For example: why 9b" in outcome.out
    assert "'xyz' is not something you can choose here" in outcome.out
    assert "this is not the time for 'column'" in outcome.out.lower()


def test_why_answers_for_a_hex_when_only_units_can_be_chosen() -> None:
    outcome = run(*START, typed=["why 0707", "quit"])
    assert any("0707 cannot be chosen now: " in line for line in outcome.lines)


PLOT = ("play", "battles", "--scenario", "st_vith", "--option", "dumps=on", "--german", "human", "--allied", "human")


def test_a_hex_by_its_number_is_the_move_and_its_way_needs_the_verb() -> None:
    outcome = run("play", "battles", "--scenario", "st_vith", typed=["done", "done", "1 SS PG", "B1022"])
    assert "1 SS PG moved from Stadtkyll (B1125) to B1022." in outcome.out


def test_another_unit_in_the_middle_of_a_move_is_told_how_to_go_back() -> None:
    outcome = run("play", "battles", "--scenario", "st_vith", typed=["done", "done", "1 SS PG", "12 SS Eng"])
    said = " ".join(outcome.out.split())
    assert "12 SS Eng cannot be chosen now: Move 1 SS PG (case 5.1); 'undo' goes back one choice" in said


def test_why_gives_the_reason_that_fits_the_question_and_no_other() -> None:
    outcome = run("play", "battles", "--scenario", "st_vith", typed=["done", "done", "1 SS PG", "why B0420"])
    assert "B0420 cannot be reached with 5 MPs" in outcome.out  # German units are there too
    assert "this is not the time" not in outcome.out


def test_why_a_number_is_too_high() -> None:
    outcome = run(*PLOT, typed=["Spa", "why 66", "66"])
    assert outcome.out.count("there are 65 Petrol Points left to place") == 2


def test_why_takes_the_first_letters_of_a_unit() -> None:
    outcome = run("play", "battles", "--scenario", "st_vith", typed=["done", "done", "why 25 SS"])
    assert "25 SS PG/12 is held back until game turn" in outcome.out


def test_why_takes_the_first_digits_of_a_unit() -> None:
    outcome = run("play", "battles", "--scenario", "st_vith", typed=["done", "done", "1 SS PG", "why 402"])
    assert "402 cannot be chosen now: Move 1 SS PG" in outcome.out


def test_a_forced_march_needs_its_verb() -> None:
    start = ("play", "battles", "--scenario", "st_vith", "--option", "forced_march=on")
    match = ardennes.new("battles", scenario="st_vith", options={"forced_march": "on"}, seed=1)
    for verb, argument in (("done", None), ("done", None), ("unit", "de-1-ss-pg")):
        match.play(verb, argument)
    only = match.decision.choices["force"][0]
    outcome = run(*start, typed=["done", "done", "1 SS PG", only, f"force {only}"])
    said = " ".join(outcome.out.split())
    assert f"'{only}' would be 'force " in said and "type it like this if you mean it" in said
    assert "1 SS PG forced a march" in said


def test_a_verb_without_a_name_asks_for_one() -> None:
    outcome = run("play", "battles", "--scenario", "st_vith", typed=["LXVI Corps Eng", "why build"])
    assert "why what? Add a name: why build NAME" in outcome.out


def test_a_site_is_listed_with_its_name_only_once() -> None:
    row = next(line for line in run(*PLOT, typed=["choices"]).lines if ") Spa (B1609)" in line)
    assert row.count("Spa") == 1


def test_a_hex_is_described_in_words_of_the_scenario() -> None:
    outcome = run("play", "battles", "--scenario", "22_december", typed=["map B0716"])
    said = " ".join(outcome.out.split())
    assert "6 victory points for the Germans if they hold it in supply" in said
    assert "victory points 10" not in said and "angriefen" not in said


def test_rule_and_its_errors() -> None:
    outcome = run(*START, typed=["rule 12.2-De", "rule 77", "rule"])
    assert "Defender eliminated (De)" in outcome.out
    assert "In detail" in outcome.out
    assert "bulge has no case '77'" in outcome.out
    assert "which rule? For example: rule 12.0, rule supply, rule glossary" in outcome.out


def test_rule_finds_a_word_and_shows_the_glossary() -> None:
    assert "11.0    Bridge interdiction" in run(*START, typed=["rule bridge"]).out
    assert "movement point; a unit has five" in run(*START, typed=["rule glossary"]).out


# --- odds ------------------------------------------------------------------------------------------------------------------------------


def test_odds_are_shown_before_an_attack_is_committed() -> None:
    outcome = run(*START, typed=["14cav", "odds", "odds 3fj", "3fj", "odds 12"])
    assert "no odds to show" in outcome.out
    shown = "  German attack 3: 3 FJ 3\n  Allied defence 3: 14 Cav 1, Light woods +2\n"
    assert outcome.out.count(shown) == 2  # asked for, and shown by itself
    assert "Difference 0; Surprise 2 right (case 5.0-1): column +6 to +8." in outcome.out
    assert "  Dr  ####........  33%  ####........  33%  defender falls back" in outcome.out
    assert "German attack 7: 12 VG 4, 3 FJ 3" in outcome.out


def test_no_result_is_cut_off() -> None:
    said = " ".join(run(*START, typed=["14cav 3fj"]).out.split())
    assert "one attacker destroyed, the others fall back" in said


def test_odds_of_several_dice_have_their_own_wording() -> None:
    outcome = run(*SPACES, typed=["odds dasburg", "dasburg 5fj", "odds bleialf"])
    said = " ".join(outcome.out.split())
    assert "no odds to show: 'dasburg' does not lead to a fight" in said
    assert "  German attack 4 dice: 5FJ (4) 4 dice, hit on 5 or less\n" in outcome.out
    assert "Allied defence 1 die: 112/28 Inf (1) 1 die, hit on 3 or less, Terrain stops 1 hit" in said
    assert "each roll of the unit's hit chance or less is a hit" in said
    assert "           Hits on the defender, after terrain  Hits on the attacker\n" in outcome.out
    assert "  one hit  ####........  38%                    ####........  30%\n" in outcome.out


def test_odds_of_a_target_count_everybody_who_could_attack_it() -> None:
    outcome = run("play", "battles", "--scenario", "clervaux", typed=["done", "done", "done", "odds hosingen"])
    assert "Combat Results Table" in outcome.out and "3-110/28 2" in outcome.out


def test_the_first_digits_of_a_name_are_enough_but_a_number_without_a_choice_is_a_mistake() -> None:
    to_hosingen = ["done", "done", "done", "hosingen"]
    outcome = run("play", "battles", "--scenario", "clervaux", typed=[*to_hosingen, "99", "766"])
    assert outcome.out.count("there is no choice 99; 'choices' lists them") == 1
    assert "German attack 6: 766 VAK barrage 6" in outcome.out


# --- help ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "examples"),
    [
        (START, ["5 is attack 106 Inf", "attack 106", "102cav 272", "why 9b", "rule 12.0", "map 0804"]),
        (SPACES, ["6 is activate Bitburg", "activate bit", "gem 272vg", "why tri", "rule Activation", "map bit"]),
    ],
    ids=["hexes", "areas"],
)
def test_help_gives_examples_from_the_current_game(start: tuple[str, ...], examples: list[str]) -> None:
    said = " ".join(run(*start, typed=["help"]).out.split())
    for example in examples:
        assert f": {example} " in said


@pytest.mark.parametrize("start", [START, SPACES], ids=["hexes", "areas"])
def test_what_help_shows_can_be_typed(start: tuple[str, ...]) -> None:
    said = " ".join(run(*start, typed=["help"]).out.split())
    found = re.search(r"several answers, one after the other: (.+?) Enter ", said)
    assert found is not None
    outcome = run(*start, typed=[found[1]])
    assert "neither a choice" not in outcome.out and "Saved in" in outcome.out


def test_seats() -> None:
    """A side given as human is played; otherwise the first side that is left open."""

    def sides(*argv: str) -> Outcome:
        return run("play", "bulge", "--seed", "7", *argv)

    assert "German: Choose a unit to attack" in sides("--allied", "random").out
    assert "Allied: " in sides("--allied", "human", "--german", "random").out
    assert "Allied: " in sides("--german", "random").out
