"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.games.commander.facts import (
    ALLIED,
    ARRIVES,
    ARTILLERY,
    ATTACK,
    BOARD,
    BONUS,
    DAYS,
    DEFENCE,
    ELITE,
    EXITS,
    FAR_BANK,
    FULL,
    GERMAN,
    HOURS,
    LETTERS,
    OF_SIDE,
    REDUCTION,
    RESERVE_UNITS,
    ROSTER,
    SIDES,
    START,
    TERRAIN,
    TITLES,
    TYPE,
    TYPE_TITLES,
    VALUE,
)


def charts() -> dict[str, Table]:
    return {
        "calendar": _calendar(),
        "victory": _victory(),
        "replacements": _replacements(),
        "time": _time(),
        "spaces": _spaces(),
        "german units": _units("German units", GERMAN),
        "allied units": _units("Allied units", ALLIED),
    }


def _calendar() -> Table:
    rows = tuple((str(day.day), SIDES[day.initiative].capitalize(), day.note) for day in DAYS.values())
    return Table("Calendar", ("December", "Initiative", "What begins or ends"), rows)


def _victory() -> Table:
    checks = [day for day in DAYS.values() if day.german_wins is not None]
    rows = tuple((str(day.day), str(day.german_wins), str(day.allied_wins)) for day in checks)
    return Table("Victory checks", ("December", "Germans win at or above", "Allies win at or below"), rows)


def _replacements() -> Table:
    rows = [
        (str(day.day), *(str(points) for side in day.replacements for points in side))
        for day in DAYS.values()
        if any(map(any, day.replacements))
    ]
    columns = ("December", "German infantry", "German armor", "Allied infantry", "Allied armor")
    return Table("Replacement points", columns, tuple(rows))


def _time() -> Table:
    last = len(HOURS) - 1
    rows = []
    for number, hour in enumerate(HOURS):
        rows.append((hour, "yes" if number < last else "no", "yes" if number else "no"))
    return Table(
        "Time track", ("Time", "Turn of the player with the initiative", "Turn of the other player"), tuple(rows)
    )


def _spaces() -> Table:
    rows = []
    for i, place in enumerate(BOARD.places):
        held, taken = REDUCTION[i]
        more = [f"letter {letter}" for letter in place.get("entry", ())]
        more += [f"{edge} edge" for edge in place.get("edge", ())]
        more += ["artillery"] if ARTILLERY >> i & 1 else []
        more += ["exit"] if EXITS >> i & 1 else []
        more += ["beyond the Meuse"] if FAR_BANK >> i & 1 else []
        hits = str(held) if held == taken else f"{held} / {taken}"
        rows.append((TITLES[i], TERRAIN[i], hits, str(VALUE[i] or "-"), ", ".join(more) or "-"))
    return Table("Spaces", ("Space", "Terrain", "Hits cancelled", "VP", "Also"), tuple(rows))


def _units(title: str, side: int) -> Table:
    rows = []
    for u in each(OF_SIDE[side]):
        dice = f"{FULL[u]} + 1" if BONUS >> u & 1 else str(FULL[u])
        chance = str(ATTACK[u]) if ATTACK[u] == DEFENCE[u] else f"{ATTACK[u]} / {DEFENCE[u]}"
        kind = ("elite " if ELITE >> u & 1 else "") + TYPE_TITLES[TYPE[u]]
        start = TITLES[BOARD.index[START[u]]] if START[u] else ""
        day = "OKW reserve" if RESERVE_UNITS >> u & 1 else f"{ARRIVES[u]} December"
        rows.append((ROSTER.name[u], kind, dice, chance, start or f"{day}, {' or '.join(LETTERS[u])}"))
    return Table(title, ("Unit", "Type", "Strength", "Hit chance", "Starts or arrives"), tuple(rows))
