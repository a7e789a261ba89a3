"""What is inconsistent in the data files, for people who correct values from their printed copy (`ardennes check-data enemy_action`).

It reads the files themselves and imports nothing of the game, so that it can also say what is wrong when the game cannot be loaded.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ardennes.core.datafiles import DataFiles, Row, repeated, untagged

SIDES = ("german", "allied")
TYPES = ("infantry", "parachute", "airborne", "glider", "mech", "armor", "recon", "combined")
ON_FOOT = TYPES[:4]
SITUATIONS = (
    *(
        "ratio",
        "terrain",
        "flank",
        "one-hex",
        "adjacent",
        "disordered",
        "armor",
        "combined",
        "elite",
        "green",
        "artillery",
    ),
    *("air", "engineers", "recon", "ip", "large", "date", "allied-attack", "5pa-attack"),
)
CARD_KINDS = ("army group", "army", "corps", "division", "none")
CHITS = 60
DECKS = {"german": 37, "allied": 34}
"""2: the cards of each side."""
IN_PLAY = {("german", 16): (7, 18), ("allied", 16): (3, 9), ("german", 22): (9, 23), ("allied", 22): (7, 24)}
"""3-cards, 15.5-cards: primary and supplemental cards dated up to a day."""


def problems(folder: Path) -> list[str]:
    """Everything that does not fit, one line each: file, row and what is wrong."""
    return list(_Check(folder).run())


class _Check(DataFiles):
    def run(self) -> Iterator[str]:
        try:
            self.tables: dict[str, Any] = tomllib.loads(self.text("tables.toml"))
            board = json.loads(self.text("map.json"))
            self.units = self.rows("units.csv")
            self.groups = self.rows("groups.csv")
            self.cards = self.rows("cards.csv")
            self.chits = self.rows("chits.csv")
            self.titles = self.rows("formations.csv")
        except (OSError, ValueError) as error:
            yield str(error)
            return
        self.hexes = set(board["places"])
        self.rivers = {frozenset(side[:2]) for side in board["sides"] if side[2].get("river")}
        self.group_of = {row["id"]: row for row in self.groups}
        self.first = int(self.tables["game"]["first_date"])
        self.last = int(self.tables["game"]["last_date"])
        yield from self._tables()
        yield from self._groups()
        yield from self._units()
        yield from self._stacks()
        yield from self._cards()
        yield from self._decks()
        yield from self._chits()

    # --- shared ------------------------------------------------------------------------------------------------------

    def _dates(self, where: str, dates: str) -> Iterator[str]:
        for part in filter(None, dates.split(",")):
            found = re.fullmatch(r"(\d+)(?:\+|-(\d+))?", part.strip())
            if found is None:
                yield f"{where}: '{part}' is not a date; write 18, 18+ or 18-23"
                continue
            low, high = int(found[1]), int(found[2] or found[1])
            if not self.first <= low <= high <= self.last:
                yield f"{where}: '{part}' is not within {self.first} to {self.last} December"

    def _hex(self, where: str, name: str) -> Iterator[str]:
        if name not in self.hexes:
            yield f"{where}: '{name}' is not a hex of the map"

    def _formation(self, where: str, name: str, side: str) -> Iterator[str]:
        row = self.group_of.get(name)
        if row is None:
            yield f"{where}: '{name}' is not in groups.csv"
        elif row["side"] != side:
            yield f"{where}: '{name}' is not {side}"

    # --- files -------------------------------------------------------------------------------------------------------

    def _tables(self) -> Iterator[str]:
        tables = self.tables
        days = [row["date"] for row in tables["calendar"]["days"]]
        if days != list(range(self.first, self.last + 1)):
            yield f"tables.toml: the calendar has the days {days}, not {self.first} to {self.last}"
        for row in tables["calendar"]["days"]:
            if "below" in row and row["below"] > row["above"]:
                yield f"tables.toml: calendar {row['date']}: below {row['below']} is more than above {row['above']}"
        for name, dates in tables["dates"].items():
            if name != "source":
                yield from self._dates(f"tables.toml: dates.{name}", dates)
        for kind in ("event", "reaction", "tactic"):
            rows = tables[kind]
            yield from repeated(f"tables.toml: {kind}: id", (row["id"] for row in rows))
            for row in rows:
                where = f"tables.toml: {kind} {row['id']}"
                yield from untagged(where, row["source"])
                dates = row.get("dates", "")
                for mark in dates.values() if isinstance(dates, dict) else [dates]:
                    yield from self._dates(where, mark)
        for row in tables["scenario"]:
            where = f"tables.toml: scenario {row['id']}"
            if not self.first <= row["first"] <= row["last"] <= self.last:
                yield f"{where}: it goes from {row['first']} to {row['last']}"
            for table in row.get("tables", ()):
                lows = [low for low, _, _ in table["levels"]]
                if lows != sorted(lows, reverse=True):
                    yield f"{where}: the victory levels are not in falling order"
        crisis = tables["crisis"]
        for key in ("roadblocks", "front_wall", "german_towns"):
            for name in crisis[key]:
                yield from self._hex(f"tables.toml: crisis.{key}", name)
        names = {row["id"] for row in (*self.groups, *self.units)}
        for name, day in crisis["arrivals"].items():
            if name not in names:
                yield f"tables.toml: crisis.arrivals: there is no division or unit '{name}'"
            if not self.first <= day <= self.last:
                yield f"tables.toml: crisis.arrivals: {day} is not a day of the calendar"
        for key in ("blown", "german_bridges"):
            for name in crisis[key]:
                if frozenset(name.split("-")) not in self.rivers:
                    yield f"tables.toml: crisis.{key}: there is no river between {name.replace('-', ' and ')}"

    def _groups(self) -> Iterator[str]:
        yield from repeated("groups.csv: id", (row["id"] for row in self.groups))
        for row in self.groups:
            where = f"groups.csv: {row['id']}"
            if row["side"] not in SIDES:
                yield f"{where}: unknown side '{row['side']}'"
            if row["kind"] not in ("army", "corps", "division"):
                yield f"{where}: unknown kind '{row['kind']}'"
            if row["kind"] == "division" and row["corps"]:
                yield from self._formation(where, row["corps"], row["side"])
            mine = (
                unit
                for unit in self.units
                if row["id"] in (unit["corps"], unit["division"], f"army-{unit['army']}", *unit["keys"].split())
            )
            if next(mine, None) is None:
                yield f"{where}: no unit belongs to it"
            yield from untagged(where, row["source"])

    def _units(self) -> Iterator[str]:
        yield from repeated("units.csv: id", (row["id"] for row in self.units))
        titles = {row["unit"] for row in self.titles}
        for row in self.units:
            where = f"units.csv: {row['id']}"
            if row["id"] not in titles:
                yield f"{where}: formations.csv has no row for it"
            if row["side"] not in SIDES:
                yield f"{where}: unknown side '{row['side']}'"
            yield from self._steps(where, row)
            for name in filter(None, (row["corps"], row["division"], *row["keys"].split())):
                yield from self._formation(where, name, row["side"])
            if not row["ma"].isdigit() or not 1 <= int(row["ma"]) <= 10:
                yield f"{where}: '{row['ma']}' is not a movement allowance"
            if row["start"]:
                yield from self._hex(where, row["start"])
            entry = row["entry"]
            if entry not in ("", "OR", "VDH") and not (entry.isdigit() and self.first <= int(entry) <= self.last):
                yield f"{where}: '{entry}' is not an entry date; write a day of December, OR or VDH"
            if bool(row["start"]) == bool(entry):
                yield f"{where}: a unit needs either a starting hex or an entry date"
            if row["crisis"] not in ("", "eliminated"):
                yield from self._hex(where, row["crisis"])
            for mark in row["crisis_marks"].split():
                if mark not in ("reduced", "low", "ip"):
                    yield f"{where}: unknown mark '{mark}'; use reduced, low or ip"
            yield from untagged(where, row["source"])
        for row in self.titles:
            if row["unit"] not in {unit["id"] for unit in self.units}:
                yield f"formations.csv: '{row['unit']}' is not in units.csv"

    def _steps(self, where: str, row: Row) -> Iterator[str]:
        if row["steps"] not in ("1", "2", "3", "4"):
            yield f"{where}: a unit has 1 to 4 steps, not '{row['steps']}'"
            return
        steps = int(row["steps"])
        for key in ("strength", "quality", "types"):
            if len(row[key].split("/")) != steps:
                yield f"{where}: {key} '{row[key]}' does not have {steps} parts"
        values = []
        for part in row["strength"].split("/"):
            if re.fullmatch(r"\d+|\[\d+\]", part) is None:
                yield f"{where}: '{part}' is not a strength; write 5 or [5]"
                return
            values.append((int(part.strip("[]")), "[" in part))
        if [v for v, _ in values] != sorted((v for v, _ in values), reverse=True):
            yield f"{where}: strength '{row['strength']}' does not fall from step to step"
        if [b for _, b in values] != sorted(b for _, b in values):
            yield f"{where}: strength '{row['strength']}' loses its brackets again"
        if set(row["quality"].split("/")) - {"G", "R", "E"}:
            yield f"{where}: quality '{row['quality']}' is not made of G, R and E"
        kinds = row["types"].split("/")
        for kind in kinds:
            if kind not in TYPES:
                yield f"{where}: unknown type '{kind}'; one of {', '.join(TYPES)}"
        if len({kind in ON_FOOT for kind in kinds}) > 1:
            yield f"{where}: types '{row['types']}' are partly infantry and partly mechanized"
        if row["type"] != kinds[0]:
            yield f"{where}: type '{row['type']}' is not the first of '{row['types']}'"

    def _stacks(self) -> Iterator[str]:
        """7.4: the set-ups keep the stacking limits."""
        most = int(self.tables["game"]["units_in_hex"]), int(self.tables["game"]["steps_in_hex"])
        for column, less in (("start", ""), ("crisis", "reduced")):
            found: dict[tuple[str, str], list[int]] = {}
            for row in self.units:
                if row[column] in self.hexes and row["steps"].isdigit():
                    steps = int(row["steps"]) - (1 if less and less in row["crisis_marks"].split() else 0)
                    found.setdefault((row[column], row["side"]), []).append(steps)
            for (place, side), steps_here in sorted(found.items()):
                if len(steps_here) > most[0] or sum(steps_here) > most[1]:
                    yield f"units.csv: {column} {place}: {len(steps_here)} {side} units with {sum(steps_here)} steps are too many"
                if min(steps_here) < 1:
                    yield f"units.csv: {column} {place}: a unit of one step cannot be reduced"

    def _cards(self) -> Iterator[str]:
        yield from repeated("cards.csv: id", (row["id"] for row in self.cards))
        yield from repeated("cards.csv: number", (row["number"] for row in self.cards))
        events = {row["id"]: row for row in self.tables["event"]}
        reactions = {row["id"]: row for row in self.tables["reaction"]}
        tactics = {row["id"]: row for row in self.tables["tactic"]}
        for row in self.cards:
            where = f"cards.csv: {row['id']}"
            side = row["side"]
            if side not in SIDES:
                yield f"{where}: unknown side '{side}'"
                continue
            if row["kind"] not in CARD_KINDS:
                yield f"{where}: unknown kind '{row['kind']}'; one of {', '.join(CARD_KINDS)}"
            if bool(row["rp"]) != (row["kind"] == "corps"):
                yield f"{where}: corps cards, and only they, have replacement points"
            if row["entry"].isdigit():
                yield from self._dates(where, row["entry"])
            for name in row["activate"].split():
                yield from self._formation(where, name, side)
            for name in row["deploy"].split() if row["deploy"] != "all" else ():
                yield from self._formation(where, name, side)
            for column, known in (
                ("events", events),
                ("special", events),
                ("reactions", reactions),
                ("tactics", tactics),
            ):
                for name, dates in _parts(row[column]):
                    if name not in known:
                        yield f"{where}: {column}: '{name}' is not in tables.toml"
                        continue
                    yield from self._dates(f"{where}: {name}", dates)
                    owners = known[name].get("side") or known[name]["dates"]
                    if side not in owners:
                        yield f"{where}: {column}: '{name}' is not {side}"
                    if column in ("events", "special") and (known[name]["kind"] == "special") != (column == "special"):
                        yield f"{where}: '{name}' is a {known[name]['kind']} event"
            for name, dates in _parts(row["ignore_zoc"]):
                yield from self._formation(where, name, side)
                yield from self._dates(where, dates)
            for name, days in _parts(row["no_fuel"]):
                if name not in row["activate"].split():
                    yield f"{where}: no_fuel: the card does not activate '{name}'"
                for day in days.split():
                    if not day.isdigit() or not 20 <= int(day) <= self.last:
                        yield f"{where}: no_fuel: '{day}' is not a day from 20 to {self.last}"
            yield from untagged(where, row["source"])

    def _decks(self) -> Iterator[str]:
        """2, 3-cards, 15.5-cards: the numbers of cards that the rulebook fixes, and enough supplemental cards for every day."""
        for side, size in DECKS.items():
            mine = [row for row in self.cards if row["side"] == side]
            if len(mine) != size:
                yield f"cards.csv: {len(mine)} {side} cards instead of {size}"
            dated = [(int(row["entry"]), bool(row["primary"])) for row in mine if row["entry"].isdigit()]
            for (owner, day), (primary, rest) in IN_PLAY.items():
                if owner == side:
                    found = (sum(1 for d, p in dated if d <= day and p), sum(1 for d, p in dated if d <= day and not p))
                    if found != (primary, rest):
                        has = f"{found[0]} primary and {found[1]} supplemental {side} cards"
                        yield f"cards.csv: {has} up to {day} December instead of {primary} and {rest}"
            drawn = 0
            for row in self.tables["calendar"]["days"]:
                free = sum(1 for d, p in dated if d <= row["date"] and not p) - drawn
                drawn = int(row[side])
                if free < drawn:
                    yield f"cards.csv: on {row['date']} December only {free} {side} supplemental cards can be drawn, not {drawn}"

    def _chits(self) -> Iterator[str]:
        yield from repeated("chits.csv: id", (row["id"] for row in self.chits))
        if len(self.chits) != CHITS:
            yield f"chits.csv: {len(self.chits)} chits instead of {CHITS}"
        for row in self.chits:
            where = f"chits.csv: {row['id']}"
            for face in ("front", "back"):
                situation = row[face].partition(" ")[0]
                if situation not in SITUATIONS:
                    yield f"{where}: unknown situation '{situation}'; one of {', '.join(SITUATIONS)}"
                hits = row[f"{face}_hits"]
                if re.fullmatch(r"([ADGU]-?\d+)( [ADGU]-?\d+)*", hits) is None:
                    yield f"{where}: '{hits}' are not hits; write A1, D2 or A1 D1"
            if row["priority"] not in ("", "front", "back"):
                yield f"{where}: priority is front, back or nothing, not '{row['priority']}'"
            yield from untagged(where, row["source"])
        if self.chits and not any(row["blue"] for row in self.chits):
            yield "chits.csv: no chit is blue"


def _parts(text: str) -> list[tuple[str, str]]:
    """Names with dates: "engineers; airpower 21-29"."""
    if text == "any":
        return []
    out = []
    for part in filter(None, (p.strip() for p in text.split(";"))):
        name, _, dates = part.partition(" ")
        out.append((name, dates.strip()))
    return out
