"""What is inconsistent in the data files, for people who correct values from their printed copy (`ardennes check-data battles`).

It reads the files themselves and imports nothing of the game, so that it can also say what is wrong when the game cannot be loaded.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ardennes.core.datafiles import DataFiles, Row, repeated, untagged

SIDES = ("german", "allied")
GUNS = ("artillery", "sp_artillery", "werfer")
KINDS = (
    *("infantry", "armor", "mech_infantry", "recon", "cavalry", "tank", "tank_destroyer", "assault_gun", "engineer"),
    *GUNS,
)
EXPERIENCE = ("better", "even", "worse")


def problems(folder: Path) -> list[str]:
    """Everything that does not fit, one line each: file, row and what is wrong."""
    return list(_Check(folder).run())


class _Check(DataFiles):
    def run(self) -> Iterator[str]:
        try:
            self.tables: dict[str, Any] = tomllib.loads(self.text("tables.toml"))
            self.board: dict[str, Any] = json.loads(self.text("map.json"))
            self.units = self.rows("units.csv")
            self.titles = self.rows("formations.csv")
            self.setups = self.rows("setups.csv")
        except (OSError, ValueError) as error:
            yield str(error)
            return
        self.unit = {row["id"]: row for row in self.units}
        self.scenarios = {row["id"]: row for row in self.tables["scenario"]}
        self.roads = {name for a, b, what in self.board["sides"] if what.get("road") for name in (a, b)}
        self.bridges = {frozenset((a, b)) for a, b, what in self.board["sides"] if what.get("bridge")}
        yield from self._units()
        yield from self._titles()
        yield from self._combat()
        for row in self.tables["scenario"]:
            yield from self._scenario(row)
        yield from self._dumps()
        yield from self._setups()
        for name in self.scenarios:
            yield from self._stacks(name)

    # --- shared ------------------------------------------------------------------------------------------------------

    def _place(self, name: str) -> str:
        """A hex by the name that the board uses; "" if it does not exist."""
        name = self.board["aliases"].get(name, name)
        return name if name in self.board["places"] else ""

    def _in_window(self, name: str, window: str) -> bool:
        """b2.1: is a hex of the board on one of the sheets ("" for all of them)?"""
        row, column = self._at(name)
        for sheet in self.board["grid"]["windows"]:
            if not window or sheet["map"] in window.split("+"):
                down, right = row - sheet["row"], column - sheet["col"]
                if 1 <= down <= sheet["rows"] and 1 <= right <= sheet["columns"]:
                    return True
        return False

    def _at(self, name: str) -> tuple[int, int]:
        sheet = next(sheet for sheet in self.board["grid"]["windows"] if sheet["map"] == name[0])
        return int(name[1:3]) + sheet["row"], int(name[3:5]) + sheet["col"]

    def _hex(self, where: str, name: str, window: str, road: bool = False) -> Iterator[str]:
        place = self._place(name)
        if not place:
            yield f"{where}: '{name}' is no hex of the board"
        elif not self._in_window(place, window):
            yield f"{where}: {name} is not on the maps of the scenario"
        elif road and place not in self.roads:
            yield f"{where}: there is no road in {name}"

    # --- units -------------------------------------------------------------------------------------------------------

    def _units(self) -> Iterator[str]:
        yield from repeated("units.csv: id:", (row["id"] for row in self.units))
        used = {row["unit"] for row in self.setups}
        for row in self.units:
            where = f"units.csv: {row['id']}"
            if row["side"] not in SIDES:
                yield f"{where}: unknown side '{row['side']}'"
            if row["kind"] not in KINDS:
                yield f"{where}: unknown kind '{row['kind']}'; one of {', '.join(KINDS)}"
            if row["id"] not in used:
                yield f"{where}: no scenario uses it"
            if not row["ma"].isdigit() or not 1 <= int(row["ma"]) <= 10:
                yield f"{where}: '{row['ma']}' is no movement allowance"
                continue
            yield from self._strength(where, row)
            if row["mobility"] != (wanted := _mobility(row, int(self.tables["game"]["mech_ma"]))):
                yield f"{where}: by b3.3 it moves as '{wanted}', not '{row['mobility']}'"
            yield from untagged(where, row["source"])

    def _strength(self, where: str, row: Row) -> Iterator[str]:
        """b3.1, b3.2, b3.4"""
        text = row["strength"]
        if row["kind"] in GUNS:
            if text != "0" or row["reduced"]:
                yield f"{where}: artillery has strength 0 and one step (b3.4)"
            for key in ("barrage", "fpf"):
                if not row[key].isdigit() or int(row[key]) < 1:
                    yield f"{where}: artillery needs a number for {key}, not '{row[key]}'"
            if row["range"] != str(self.tables["game"]["range"]):
                yield f"{where}: the range of artillery is {self.tables['game']['range']}, not '{row['range']}' (b3.4)"
            return
        if row["barrage"] or row["fpf"] or row["range"]:
            yield f"{where}: only artillery has barrage, range and fpf"
        pattern = r"\(\d+\)" if row["kind"] == "engineer" else r"[1-9]\d*"
        if re.fullmatch(pattern, text) is None:
            yield f"{where}: '{text}' is no strength; write 5, or (1) for engineers"
            return
        full = int(text.strip("()"))
        wanted = str(-(-full // 2)) if full > 1 and text.isdigit() else ""
        if row["reduced"] != wanted:
            yield f"{where}: the reduced strength of {text} is '{wanted}', not '{row['reduced']}' (b3.1)"

    def _titles(self) -> Iterator[str]:
        yield from repeated("formations.csv: unit:", (row["unit"] for row in self.titles))
        yield from repeated("formations.csv: said:", (row["said"] for row in self.titles))
        for missing in [name for name in self.unit if name not in {row["unit"] for row in self.titles}]:
            yield f"formations.csv: there is no row for {missing}"
        looks: dict[str, set[tuple[str, str]]] = {}
        for row in self.titles:
            where = f"formations.csv: {row['unit']}"
            if row["unit"] not in self.unit:
                yield f"{where}: it is no unit of units.csv"
            for key in ("title", "said", "corps", "corps_title", "color"):
                if not row[key]:
                    yield f"{where}: {key} is empty"
            looks.setdefault(row["corps"], set()).add((row["corps_title"], row["color"]))
            yield from untagged(where, row["source"])
        for corps, found in looks.items():
            if len(found) > 1:
                yield f"formations.csv: '{corps}' has {len(found)} titles or colours"

    # --- tables ------------------------------------------------------------------------------------------------------

    def _combat(self) -> Iterator[str]:
        """9.4"""
        combat = self.tables["combat"]
        columns = len(combat["columns"])
        if len(combat["rows"]) != 6:
            yield f"tables.toml: combat: {len(combat['rows'])} rows instead of 6"
        for die, row in enumerate(combat["rows"], start=1):
            if len(row) != columns:
                yield f"tables.toml: combat: die {die} has {len(row)} results for {columns} columns"
            for result in row:
                if result not in combat["outcomes"]:
                    yield f"tables.toml: combat: die {die}: '{result}' has no meaning in combat.outcomes"

    def _scenario(self, row: dict[str, Any]) -> Iterator[str]:
        where = f"tables.toml: scenario {row['id']}"
        sheets = {sheet["map"] for sheet in self.board["grid"]["windows"]}
        window = row["window"]
        if window and set(window.split("+")) - sheets:
            yield f"{where}: '{window}' is no window; write a map, maps with +, or nothing for all"
            return
        if not 1 <= row["first"] < row["last"]:
            yield f"{where}: it goes from turn {row['first']} to {row['last']}"
        turns = [row["ending"].get(key, 0) for key in EXPERIENCE]
        if not row["first"] < turns[0] < turns[1] < turns[2]:
            yield f"{where}: the ending turns {turns} do not rise from better to worse (16.84)"
        if row["shortage"] not in self.tables["shortage"]["tables"]:
            yield f"{where}: there is no shortage table '{row['shortage']}'"
        divisions = {unit["division"] for unit in self._in(row["id"]) if unit["side"] == "german"}
        for name in row["fuel"]:
            if name not in divisions:
                yield f"{where}: fuel: '{name}' is no German formation of the scenario"
        yield from self._victory(where, row)
        for key in ("blown", "intact"):
            for name in row.get(key, ()):
                yield from self._bridge(f"{where}: {key}", name)
        for work in row["works"]:
            yield from self._bridge(f"{where}: works", work["bridge"])
            for name in work["units"]:
                if name not in {setup["unit"] for setup in self._of(row["id"])}:
                    yield f"{where}: works: '{name}' is not in the set-up"
        for name in row["fortified"]:
            yield from self._hex(f"{where}: fortified", name, window)
        named = [("exits", row.get("exits", []))]
        named += [(key, row[key][side]) for key in ("supply", "entries") if key in row for side in SIDES]
        for key, names in named:
            for name in names:
                yield from self._hex(f"{where}: {key}", name, window, road=True)

    def _victory(self, where: str, row: dict[str, Any]) -> Iterator[str]:
        """b17.2, b17.5"""
        plans = row.get("plans", [])
        yield from repeated(f"{where}: plan:", (plan["id"] for plan in plans))
        for name, points in [*row["values"].items(), *(item for plan in plans for item in plan["values"].items())]:
            yield from self._hex(f"{where}: values", name, row["window"])
            if points < 1:
                yield f"{where}: {name} is worth {points}"
        for name in row["german_at_start"]:
            if name not in row["values"]:
                yield f"{where}: german_at_start: {name} has no value"
        lows = [level["from"] for level in row["levels"]]
        if lows != sorted(lows, reverse=True) or len(set(lows)) != len(lows):
            yield f"{where}: the victory levels are not in falling order"
        if lows and lows[-1] > -500:
            yield f"{where}: the last victory level has to take everything below"
        for level in row["levels"]:
            if level["winner"] not in ("", *SIDES):
                yield f"{where}: unknown winner '{level['winner']}'"

    def _bridge(self, where: str, name: str) -> Iterator[str]:
        if frozenset(self._place(part) for part in name.split("-")) not in self.bridges:
            yield f"{where}: there is no bridge between {name.replace('-', ' and ')}"

    def _dumps(self) -> Iterator[str]:
        """16.58"""
        sites: Counter[str] = Counter()
        for name, what in self.board["places"].items():
            for scenario in what.get("dump", ()):
                sites[scenario] += 1
                if scenario not in self.scenarios:
                    yield f"map.json: {name}: dump: there is no scenario '{scenario}'"
                elif not self._in_window(name, self.scenarios[scenario]["window"]):
                    yield f"map.json: {name}: dump: it is not on the maps of {scenario}"
        for name, row in self.scenarios.items():
            if row["dump_points"] < 1 or not sites[name]:
                yield f"tables.toml: scenario {name}: {row['dump_points']} Petrol Points for {sites[name]} dump sites"

    # --- set-ups -----------------------------------------------------------------------------------------------------

    def _of(self, scenario: str) -> list[Row]:
        return [row for row in self.setups if row["scenario"] == scenario]

    def _in(self, scenario: str) -> list[Row]:
        return [self.unit[row["unit"]] for row in self._of(scenario) if row["unit"] in self.unit]

    def _setups(self) -> Iterator[str]:
        for row in self.setups:
            where = f"setups.csv: {row['scenario']} {row['unit']}"
            scenario, unit = self.scenarios.get(row["scenario"]), self.unit.get(row["unit"])
            if scenario is None or unit is None:
                yield f"{where}: no such {'scenario' if scenario is None else 'unit'}"
                continue
            if not row["turn"].isdigit():
                yield f"{where}: '{row['turn']}' is no turn; write 0 for units on the map"
                continue
            turn = int(row["turn"])
            if turn and not scenario["first"] <= turn <= scenario["last"]:
                yield f"{where}: turn {turn} is not between {scenario['first']} and {scenario['last']}"
            yield from self._hex(where, row["hex"], scenario["window"], road=turn > 0)
            yield from self._condition(where, row, unit, turn)
            yield from untagged(where, row["source"])
        for name in self.scenarios:
            yield from repeated(f"setups.csv: {name}:", (row["unit"] for row in self._of(name)))

    def _condition(self, where: str, row: Row, unit: Row, turn: int) -> Iterator[str]:
        gun = unit["kind"] in GUNS
        modes = ("movement",) if gun and turn else ("battery", "movement") if gun else ("normal",)
        if row["mode"] not in (*modes, *(("march",) if turn else ())):
            yield f"{where}: mode is {' or '.join(modes)}, not '{row['mode']}'"
        if row["release"] and not row["release"].isdigit():
            yield f"{where}: '{row['release']}' is no release turn"
        if row["lost"] not in ("", "0") and not (row["lost"] == "1" and unit["reduced"]):
            yield f"{where}: it cannot have lost '{row['lost']}' steps"
        place = self._place(row["hex"])
        closed = place and self.board["places"][place]["terrain"] == ["heavy"] and place not in self.roads
        if closed and unit["mobility"] == "artillery":
            yield f"{where}: towed guns cannot be in the heavy woods of {row['hex']}, where there is no road (b5.41)"

    def _stacks(self, scenario: str) -> Iterator[str]:
        """b8.1, b8.3: at most three units in a hex, all of one side."""
        most = int(self.tables["game"]["units_in_hex"])
        found: dict[str, list[str]] = {}
        for row in self._of(scenario):
            if row["turn"] == "0" and row["unit"] in self.unit:
                found.setdefault(self._place(row["hex"]), []).append(self.unit[row["unit"]]["side"])
        for place, sides in found.items():
            if len(sides) > most:
                yield f"setups.csv: {scenario}: {len(sides)} units in {place}, more than {most}"
            if len(set(sides)) > 1:
                yield f"setups.csv: {scenario}: both sides are in {place}"


def _mobility(row: Row, mech_ma: int) -> str:
    """b3.3"""
    if row["kind"] in ("artillery", "werfer"):
        return "artillery"
    on_foot = row["kind"] in ("infantry", "engineer") and int(row["ma"]) < mech_ma
    return "foot" if on_foot else "mech"
