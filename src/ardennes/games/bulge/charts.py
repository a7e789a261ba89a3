"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.games.bulge.facts import (
    ALLIED,
    BOARD,
    CF,
    CRTS,
    DUE_ON,
    EDGE,
    ENTRY_HEXES,
    EXITS,
    GERMAN,
    HEX_NAMES,
    MORE,
    OF_SIDE,
    OUTCOMES,
    PRIMARY,
    ROSTER,
    SECONDARY,
    SHIFTS,
    TABLES,
    TURNS,
    WEATHERS,
)

_TERRAIN = {"clear": "Clear", "rough": "Rough", "light": "Light woods", "heavy": "Heavy woods"}
_POINTS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_SIZES = {"XX": "division", "X": "brigade", "III": "regiment"}


def charts() -> dict[str, Table]:
    return {
        "primary": CRTS[PRIMARY].chart("Primary combat results table"),
        "secondary": CRTS[SECONDARY].chart("Secondary combat results table"),
        "outcomes": Table("Combat results", ("Result", "Means"), tuple((k, v["text"]) for k, v in OUTCOMES.items())),
        "shifts": _shifts(),
        "terrain": _terrain(),
        "weather": _weather(),
        "variable weather": _variable_weather(),
        "limits": _limits(),
        "entries": _entries(),
        "exits": _exits(),
        "scatter": _scatter(),
        "german units": _units("German units", GERMAN),
        "allied units": _units("Allied units", ALLIED),
    }


def _shifts() -> Table:
    mist = TABLES["combat"]["shifts"]["mist_up_to"]
    rows = (
        ("Surprise, turn 1", "German", "before movement", SHIFTS["surprise_before"]),
        ("Surprise, turn 1", "German", "after movement", SHIFTS["surprise_after"]),
        ("Overcast", "German", "after movement", SHIFTS["overcast_german"]),
        (f"Mist, on a die of 1 to {mist}", "German", "after movement", SHIFTS["mist_german"]),
        ("Clear", "Allied", "after movement", SHIFTS["clear_allied"]),
        ("Each ground support mission", "either", "before or after", SHIFTS["ground_support"]),
    )
    return Table(
        "Column shifts",
        ("Because of", "Attacker", "Combat phase", "Columns right"),
        tuple((*row[:3], str(row[3])) for row in rows),
    )


def _terrain() -> Table:
    rows = [
        (title, str(TABLES["terrain"][kind]["mp"]), f"+{TABLES['terrain'][kind]['defence']}")
        for kind, title in _TERRAIN.items()
    ]
    rows += [
        ("Town", "as the terrain", f"+{MORE['town_defence']} on top of the terrain"),
        ("West Wall", "as the terrain", f"+{MORE['west_wall_defence']} on top, German defenders only"),
        ("Road", f"{MORE['road_mp']}, or 1/5 in mechanized road movement", "nothing"),
        ("River side", f"+{MORE['river_mp']} on top", f"+{MORE['river_defence']} if every attacker attacks across one"),
        ("Bridge side", "as the road", "as a river side"),
    ]
    return Table("Terrain effects", ("Terrain", "MP to enter", "Adds to the defender"), tuple(rows))


def _weather() -> Table:
    rows = []
    for number, turn in enumerate(TURNS[1:], 1):
        air = tuple(f"{allied} / {german}" for allied, german in (turn["air"][w] for w in WEATHERS))
        modifier = f"{turn['drm']:+d}" if turn["drm"] else "0"
        rows.append((str(number), turn["date"], turn["weather"], modifier, *air))
    columns = ("Turn", "Date", "Weather", "Die", *(f"Air, {weather}" for weather in WEATHERS))
    return Table("Weather and air points (Allied / German)", columns, tuple(rows))


def _variable_weather() -> Table:
    rows = []
    lowest: int | None = None
    for highest, state in TABLES["weather"]["table"]:
        text = f"{highest} or less" if lowest is None else f"{lowest} or more" if highest >= 99 else ""
        rows.append((text or (f"{lowest} to {highest}" if highest != lowest else str(highest)), state))
        lowest = highest + 1
    return Table("Variable weather", ("Modified die", "Weather"), tuple(rows))


def _limits() -> Table:
    rows = tuple((str(n), t["date"], *(str(limit) for limit in t["vp"])) for n, t in enumerate(TURNS[1:], 1))
    return Table("Victory limits", ("Turn", "Date", "Germans win at or above", "Allies win at or below"), rows)


def _entries() -> Table:
    ranges = TABLES["reinforcements"]["edges"]
    rows = []
    for letter, edge in _POINTS.items():
        stretch = " to ".join(ranges[letter]) if letter in ranges else "the whole edge"
        rows.append((letter, edge, stretch, ", ".join(HEX_NAMES.list_of(ENTRY_HEXES[letter]))))
    return Table("Entry hexes", ("Letter", "Edge", "From", "Road hexes"), tuple(rows))


def _exits() -> Table:
    rows = ((HEX_NAMES.names[place], str(BOARD.places[place]["road_off"]), str(f)) for place, f in EXITS.items())
    return Table("Exit hexes", ("Hex", "Edge", "Factor"), tuple(rows))


def _scatter() -> Table:
    points = ("-".join(_POINTS[letter] for letter in point) for point in TABLES["airdrop"]["scatter"])
    rows = tuple((str(die), f"one hex {point}") for die, point in enumerate(points, 1))
    return Table("Airdrop scatter", ("Die", "Lands"), rows)


def _units(title: str, side: int) -> Table:
    rows = []
    for u in each(OF_SIDE[side]):
        row = ROSTER.rows[u]
        comes = f"turn {DUE_ON[u]}, {_POINTS.get(EDGE[u], 'by air')}" if DUE_ON[u] else f"hex {row['setup']}"
        kind = row["type"] if row["nation"] != "UK" else f"British {row['type']}"
        rows.append((row["name"], f"{kind} {_SIZES[row['size']]}", str(CF[u]), comes))
    return Table(title, ("Unit", "Type", "CF", "Starts or arrives"), tuple(rows))
