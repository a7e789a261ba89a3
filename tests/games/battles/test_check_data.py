"""`ardennes check-data battles`: the data fit together, and every kind of mistake is named with its row."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ardennes.cli import main
from ardennes.games import data_check

DATA = Path(__file__).parents[3] / "src/ardennes/games/battles/data"
FILES = ("units.csv", "formations.csv", "setups.csv", "tables.toml", "map.json")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copy(DATA / name, tmp_path / name)
    return tmp_path


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text, f"{old} is not in {file}"
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_data_fit_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data", "battles"]) == 0
    assert "all data fit together" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("units.csv", "78 Inf,5,3,3", "78 Inf,5,2,3", "us-309-78: the reduced strength of 5 is '3', not '2'"),
        ("units.csv", "78 Inf,5,3,3", "78 Inf,five,3,3", "'five' is no strength"),
        ("units.csv", "2 Inf,(1),,5", "2 Inf,1,,5", "us-2-eng-2: '1' is no strength; write 5, or (1) for engineers"),
        ("units.csv", "2 Inf,0,,4,5,3,3", "2 Inf,0,,4,,3,3", "us-2-divarty: artillery needs a number for barrage"),
        ("units.csv", "2 Inf,0,,4,5,3,3", "2 Inf,0,,4,5,4,3", "us-2-divarty: the range of artillery is 3"),
        ("units.csv", "741 Tk,armor,tank", "741 Tk,armor,tonk", "unknown kind 'tonk'"),
        ("units.csv", ",2,1,6,,,,mech", ",2,1,6,,,,foot", "us-741-tk: by b3.3 it moves as 'mech', not 'foot'"),
        ("units.csv", "us-310-78,", "us-309-78,", "id: 'us-309-78' appears 2 times"),
        ("formations.csv", "us-310-78,", "us-3100-78,", "there is no row for us-310-78"),
        ("formations.csv", "V Corps,f-v,", "V Corps,f-vi,", "'v' has 2 titles or colours"),
        ("formations.csv", "the 310th Infantry", "the 309th Infantry", "said: 'the 309th Infantry' appears 2 times"),
        ("setups.csv", "us-309-78,0,B2120", "us-309-78,0,B2420", "'B2420' is no hex of the board"),
        ("setups.csv", "us-309-78,0,B2120", "us-309-78,0,D0101", "D0101 is not on the maps of the scenario"),
        ("setups.csv", "us-309-78,0,B2120", "us-309-78,0,B2121", "st_vith: both sides are in B2121"),
        ("setups.csv", "us-309-78,0,B2120", "us-309-78,0,B1519", "st_vith: 4 units in B1519, more than 3"),
        ("setups.csv", "us-309-78,0,B2120,normal,5,", "us-309-78,0,B2120,battery,5,", "mode is normal, not 'battery'"),
        ("setups.csv", "us-26-1,3,B2213", "us-26-1,3,B2113", "us-26-1: there is no road in B2113"),
        ("setups.csv", "us-26-1,3,B2213", "us-26-1,13,B2213", "us-26-1: turn 13 is not between 1 and 12"),
        ("setups.csv", "us-99-divarty,0,B1420", "us-99-divarty,0,B1421", "towed guns cannot be in the heavy woods"),
        ("setups.csv", "us-801-td,0,B1420,normal,,,", "us-801-td,0,B1420,normal,,1,", "it cannot have lost '1' steps"),
        ("setups.csv", "st_vith,us-310-78", "st_vith,us-309-78", "st_vith: 'us-309-78' appears 2 times"),
        ("setups.csv", "st_vith,us-310-78", "st_veit,us-310-78", "st_veit us-310-78: no such scenario"),
        (
            "setups.csv",
            "B2120,normal,5,,HISTORY (unit and place); RECONSTRUCTED",
            "B2120,normal,5,,hearsay",
            "the source names none of",
        ),
        ("tables.toml", 'window = "D"', 'window = "E"', "'E' is no window"),
        ("tables.toml", "{ better = 8, even = 10", "{ better = 10, even = 10", "do not rise from better to worse"),
        ("tables.toml", '"Pz Lehr", "FGB"]', '"Pz Leer", "FGB"]', "fuel: 'Pz Leer' is no German formation"),
        ("tables.toml", "values = { D0116 = 25", "values = { B1609 = 25", "clervaux: values: B1609 is not on the maps"),
        ("tables.toml", 'german_at_start = ["D1518"]', 'german_at_start = ["D1519"]', "D1519 has no value"),
        ("tables.toml", "{ from = 106,", "{ from = 80,", "the victory levels are not in falling order"),
        ("tables.toml", 'bridge = "D1916-D1917"', 'bridge = "D1916-D1918"', "no bridge between D1916 and D1918"),
        ("tables.toml", 'exits = ["A0301"', 'exits = ["A0401"', "celles: exits: there is no road in A0401"),
        ("tables.toml", '["-", "R1", "R2"', '["-", "R9", "R2"', "die 1: 'R9' has no meaning"),
        ("tables.toml", 'id = "liege"', 'id = "antwerp"', "plan: 'antwerp' appears 2 times"),
        ("map.json", '"22_december"', '"december_22"', "dump: there is no scenario 'december_22'"),
    ],
)
def test_a_mistake_is_named(copy: Path, file: str, old: str, new: str, said: str) -> None:
    change(copy, file, old, new)
    assert any(said in line for line in data_check("battles", str(copy))[1]), data_check("battles", str(copy))[1]


def test_a_missing_file_or_a_broken_row_is_told(copy: Path) -> None:
    change(copy, "setups.csv", "st_vith,us-309-78,0,", "st_vith,us-309-78,")
    assert data_check("battles", str(copy))[1] == ["setups.csv:2: the row has more or fewer cells than the header"]
    (copy / "setups.csv").unlink()
    assert data_check("battles", str(copy))[1] == ["setups.csv: No such file or directory"]
