"""`ardennes check-data enemy_action`: the data fit together, and every kind of mistake is named with its row."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.games import data_check

DATA = Path(__file__).parents[3] / "src/ardennes/games/enemy_action/data"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for file in DATA.iterdir():
        if file.suffix in (".csv", ".toml", ".json"):
            shutil.copy(file, tmp_path / file.name)
    return tmp_path


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text, f"{old} is not in {file}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_data_fit_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data", "enemy_action"]) == 0
    assert "all data fit together" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("units.csv", "5/3/[1],G/G/G", "5/3,G/G/G", "de-272: strength '5/3' does not have 3 parts"),
        ("units.csv", "5/3/[1],G/G/G", "3/5/[1],G/G/G", "does not fall from step to step"),
        ("units.csv", "5/3/[1],G/G/G", "[5]/3/[1],G/G/G", "loses its brackets again"),
        ("units.csv", "5/3/[1],G/G/G", "5/x/[1],G/G/G", "'x' is not a strength"),
        ("units.csv", "G/G/G,infantry/infantry/infantry", "G/G/X,infantry/infantry/infantry", "not made of G, R and E"),
        ("units.csv", "infantry/infantry/infantry,3,0205", "infantry/armor/infantry,3,0205", "partly infantry"),
        ("units.csv", ",3,0205,", ",3,9905,", "'9905' is not a hex of the map"),
        ("units.csv", ",3,0205,,,,", ",3,0205,,18,,", "either a starting hex or an entry date"),
        ("units.csv", "de-326,german", "de-272,german", "id 'de-272' appears 2 times"),
        ("units.csv", "6pa,lxvii", "6pa,lxviii", "'lxviii' is not in groups.csv"),
        ("groups.csv", "lxvii,german,corps", "lxvii,german,crops", "unknown kind 'crops'"),
        ("cards.csv", "bridge-engineers", "bridge-builders", "'bridge-builders' is not in tables.toml"),
        ("cards.csv", "commandos 16-20", "commandos 16-31", "'16-31' is not within 16 to 29 December"),
        ("cards.csv", "fuel-priority 20+", "ground-freeze 20+", "'ground-freeze' is a special event"),
        ("cards.csv", "de-1ss 22 26", "de-1ss 12 26", "no_fuel: '12' is not a day"),
        ("cards.csv", "german,37,I SS", "german,35,I SS", "number '35' appears 2 times"),
        ("chits.csv", "ratio >=3,D1", "ratio >=3,E1", "'E1' are not hits"),
        ("chits.csv", "chit-01,ratio", "chit-01,fog", "unknown situation 'fog'"),
        ("tables.toml", '"1117-1118", "1515-1615"', '"1117-1119", "1515-1615"', "no river between 1117 and 1119"),
        ("tables.toml", "us-75 = 24", "us-57 = 24", "there is no division or unit 'us-57'"),
        ("tables.toml", "us-75 = 24", "us-75 = 34", "34 is not a day of the calendar"),
        ("tables.toml", 'surprise = "16"', 'surprise = "sixteen"', "'sixteen' is not a date"),
        ("tables.toml", "{ date = 17,", "{ date = 18,", "the calendar has the days"),
    ],
)
def test_a_mistake_is_named(copy: Path, file: str, old: str, new: str, said: str) -> None:
    change(copy, file, old, new)
    found = data_check("enemy_action", str(copy))[1]
    assert any(said in line and line.startswith(file) for line in found), found


def test_a_missing_card_and_a_missing_cell_are_named(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = (copy / "cards.csv").read_text(encoding="utf-8").splitlines()
    (copy / "cards.csv").write_text("\n".join(rows[:-1]) + "\n", encoding="utf-8")
    assert main(["check-data", "enemy_action", "--data", str(copy)]) == 1
    assert "36 german cards instead of 37" in capsys.readouterr().out
    (copy / "chits.csv").write_text("id,front\nchit-01\n", encoding="utf-8")
    assert data_check("enemy_action", str(copy))[1] == ["chits.csv:2: the row has more or fewer cells than the header"]


def test_other_games_and_folders_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data", "bulge"]) != 0
    assert "cannot be checked" in capsys.readouterr().err
    assert main(["check-data", "enemy_action", "--data", "/nowhere/at/all"]) != 0
