"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.games.commander import facts
from ardennes.games.commander.facts import ALLIED, DAYS, GERMAN, HOURS, SIDES, TITLES

_LIMITS = ("December", "Germans win at or above", "Allies win at or below")
_POINTS = ("December", "German infantry", "German armor", "Allied infantry", "Allied armor")


def charts() -> dict[str, Table]:
    days = list(DAYS.values())
    notes = [(day.day, SIDES[day.initiative].capitalize(), day.note) for day in days]
    limits = [(day.day, day.german_wins, day.allied_wins) for day in days if day.german_wins is not None]
    points = [(day.day, *day.replacements[GERMAN], *day.replacements[ALLIED]) for day in days]
    times = [(hour, "no" if hour == HOURS[-1] else "yes", "no" if hour == HOURS[0] else "yes") for hour in HOURS]
    turns = ("Time", "Turn of the player with the initiative", "Turn of the other player")
    return {
        "calendar": Table.of("Calendar", ("December", "Initiative", "What begins or ends"), notes),
        "victory": Table.of("Victory checks", _LIMITS, limits),
        "replacements": Table.of("Replacement points", _POINTS, (row for row in points if any(row[1:]))),
        "time": Table.of("Time track", turns, times),
        "spaces": _spaces(),
        "german units": _units("German units", GERMAN),
        "allied units": _units("Allied units", ALLIED),
    }


def _spaces() -> Table:
    rows = []
    for i, place in enumerate(facts.BOARD.places):
        held, taken = facts.REDUCTION[i]
        more = [f"letter {letter}" for letter in place.get("entry", ())]
        more += [f"{edge} edge" for edge in place.get("edge", ())]
        marks = (("artillery", facts.ARTILLERY), ("exit", facts.EXITS), ("beyond the Meuse", facts.FAR_BANK))
        more += [mark for mark, places in marks if places >> i & 1]
        hits = held if held == taken else f"{held} / {taken}"
        rows.append((TITLES[i], facts.TERRAIN[i], hits, facts.VALUE[i] or "-", ", ".join(more) or "-"))
    return Table.of("Spaces", ("Space", "Terrain", "Hits cancelled", "VP", "Also"), rows)


def _units(title: str, side: int) -> Table:
    rows = []
    for u in each(facts.OF_SIDE[side]):
        row = facts.ROSTER.rows[u]
        dice = row["strength"] + (" + 1" if facts.BONUS >> u & 1 else "")
        kind = ("elite " if facts.ELITE >> u & 1 else "") + facts.TYPE_TITLES[row["type"]]
        start = TITLES[facts.BOARD.index[row["start"]]] if row["start"] else ""
        day = "OKW reserve" if facts.RESERVE_UNITS >> u & 1 else f"{facts.ARRIVES[u]} December"
        comes = start or f"{day}, {' or '.join(facts.LETTERS[u])}"
        rows.append((row["name"], kind, dice, facts.CHANCE[u].replace("/", " / "), comes))
    return Table.of(title, ("Unit", "Type", "Strength", "Hit chance", "Starts or arrives"), rows)
