"""The odds of a fight, as tables side by side."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, TextIO, cast

import pytest

from ardennes import Match
from ardennes.core.preview import outcome
from ardennes.games import find
from ardennes.terminal.odds import odds_lines
from ardennes.terminal.screen import Screen
from ardennes.terminal.session import Session
from tests.cli.desk import Typist
from tests.rules.answers import play
from tests.rules.battles.fights import ARENA, battle, guns, ring, squad
from tests.rules.enemy_action.fights import combat, declare


def table(title: str, **groups: dict[str, float]) -> dict[str, Any]:
    found = [
        outcome(label, f"{label} hits", chance, [], "for", group)
        for group, chances in groups.items()
        for label, chance in chances.items()
    ]
    return {"id": title, "title": title, "chosen": False, "columns": [], "outcomes": found}


def typed(match: Match, *lines: str) -> str:
    """What the terminal prints while these lines are typed."""
    out = io.StringIO()
    Session(match, dict.fromkeys(match.game.sides, "human"), Screen(cast(TextIO, Typist([*lines], out)), out)).run()
    return out.getvalue()


def test_a_result_that_only_later_tables_have_is_in_its_place() -> None:
    tables = [
        table("2 chits", defender={"D2": 1.0}, attacker={"A1": 1.0}),
        table("3 chits", defender={"D1": 0.1, "D2": 0.5, "D3": 0.4}, attacker={"A0": 0.2, "A1": 0.8}),
        table("4 chits", defender={"D2": 0.5, "D3": 0.4, "D4": 0.1}, attacker={"A1": 0.8, "A2": 0.2}),
    ]
    preview = {
        "title": "Attack",
        "place": "1708",
        "place_title": "1708",
        "sides": [],
        "compare": {"title": "Odds", "text": "3 to 1"},
        "shifts": [],
        "tables": tables,
        "warnings": [],
    }
    lines = [line.plain for line in odds_lines(preview, Screen(out=io.StringIO()), find("bulge").ledger)]
    labels = [line.split()[0] for line in lines if line.strip()[:2] in ("A0", "A1", "A2", "D1", "D2", "D3", "D4")]
    assert labels == ["D1", "D2", "D3", "D4", "A0", "A1", "A2"]


def test_what_short_results_mean_stays_on_their_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five tables leave no room behind the bars: the meaning comes first."""
    tables = [table(f"{n} chits", defender={"D0": 0.5, "D1": 0.5}) for n in range(2, 7)]
    preview = {
        "title": "Attack",
        "place_title": "1708",
        "sides": [],
        "compare": {"title": "Odds", "text": "3 to 1"},
        "shifts": [],
        "tables": tables,
        "warnings": [],
    }
    monkeypatch.setattr(Screen, "width", 110)
    lines = [line.plain for line in odds_lines(preview, Screen(out=io.StringIO()), find("bulge").ledger)]
    assert [line[:11] for line in lines[-2:]] == ["  D0 hits  ", "  D1 hits  "]


def test_the_odds_of_a_card_in_a_fight_are_those_with_its_tactic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    hand = {"german": [67], "allied": [17]}
    match = declare(combat({"de-3-2p": "1715", "de-39-26": "1915", "us-501-101": "1815"}, hand=hand), "1815")
    asked, answer = typed(match, "odds 1").split("odds 1", 1)
    assert "Tactics +1" in answer and "Tactics +1" not in asked


def test_many_possible_columns_are_a_range(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (regiment,), (battery,), (foe,) = squad("german", 5), guns("german", 6), squad("allied", 5)
    near, far = ring(ARENA)[0], next(p for p in ring(ring(ARENA)[0]) if p != ARENA and p not in ring(ARENA))
    where = {regiment: near, battery: far, foe: ARENA}
    match = battle("german-combat", where, battery=[battery], options={"saturation_fire": "on"})
    play(match, ("target", ARENA), ("join", regiment), ("withering", battery))
    shown = typed(match, "odds").split("odds", 1)[1]
    assert "Odds 4-1 to 7-1: column 4-1 to 7-1." in shown  # 5 + 18, 5 + 24 or 5 + 30 against 5


def test_shifts_from_one_case_cite_it_once() -> None:
    shifts = [
        {"text": "Attacking units", "value": "+3", "case": "12.3"},
        {"text": "Elite units", "value": "+1", "case": "12.3"},
        {"text": "Woods", "value": "-1", "case": "10.1"},
    ]
    preview = {
        "title": "Attack",
        "place_title": "1708",
        "sides": [],
        "compare": {"title": "Odds", "text": "3 to 1"},
        "shifts": shifts,
        "tables": [],
        "warnings": [],
    }
    lines = [line.plain for line in odds_lines(preview, Screen(out=io.StringIO()), find("bulge").ledger)]
    said = " ".join(" ".join(lines[1:]).split())
    assert said == "Odds 3 to 1; Attacking units +3; Elite units +1 (case 12.3); Woods -1 (case 10.1)."


def test_several_units_can_follow_the_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    match = combat({"de-3-2p": "1715", "de-304-2p": "1715", "de-39-26": "1915", "us-501-101": "1815"})
    match.play("target", "1815")
    out = io.StringIO()
    typed = ["join 3.2P 9", "join 3.2P 39.26"]
    Session(match, dict.fromkeys(match.game.sides, "human"), Screen(cast(TextIO, Typist(typed, out)), out)).run()
    assert [choice[1:] for choice in match.record.choices()[-2:]] == [("join", "de-3-2p"), ("join", "de-39-26")]
    assert "there is no unit '3.2P 9'" in out.getvalue()
