"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.games.bulge import facts
from ardennes.games.bulge.facts import ALLIED, BOARD, CRTS, GERMAN, HEX_NAMES, MORE, SHIFTS, TABLES, TURNS, WEATHERS

_TERRAIN = {"clear": "Clear", "rough": "Rough", "light": "Light woods", "heavy": "Heavy woods"}
_POINTS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_SIZES = {"XX": "division", "X": "brigade", "III": "regiment"}


def charts() -> dict[str, Table]:
    results = [(label, words["text"]) for label, words in facts.OUTCOMES.items()]
    limits = [(n, turn["date"], *turn["vp"]) for n, turn in enumerate(TURNS[1:], start=1)]
    exits = [(HEX_NAMES.names[p], BOARD.places[p]["road_off"], factor) for p, factor in facts.EXITS.items()]
    scatter = ["-".join(_POINTS[letter] for letter in point) for point in TABLES["airdrop"]["scatter"]]
    landings = [(die, f"one hex {point}") for die, point in enumerate(scatter, start=1)]
    ends = ("Turn", "Date", "Germans win at or above", "Allies win at or below")
    return {
        "primary": CRTS[facts.PRIMARY].chart("Primary combat results table"),
        "secondary": CRTS[facts.SECONDARY].chart("Secondary combat results table"),
        "outcomes": Table.of("Combat results", ("Result", "Means"), results),
        "shifts": _shifts(),
        "terrain": _terrain(),
        "weather": _weather(),
        "variable weather": _variable_weather(),
        "limits": Table.of("Victory limits", ends, limits),
        "entries": _entries(),
        "exits": Table.of("Exit hexes", ("Hex", "Edge", "Factor"), exits),
        "scatter": Table.of("Airdrop scatter", ("Die", "Lands"), landings),
        "german units": _units("German units", GERMAN),
        "allied units": _units("Allied units", ALLIED),
    }


def _shifts() -> Table:
    rows = (
        ("Surprise, turn 1", "German", "before movement", SHIFTS["surprise_before"]),
        ("Surprise, turn 1", "German", "after movement", SHIFTS["surprise_after"]),
        ("Overcast", "German", "after movement", SHIFTS["overcast_german"]),
        (f"Mist, on a die of 1 to {SHIFTS['mist_up_to']}", "German", "after movement", SHIFTS["mist_german"]),
        ("Clear", "Allied", "after movement", SHIFTS["clear_allied"]),
        ("Each ground support mission", "either", "before or after", SHIFTS["ground_support"]),
    )
    return Table.of("Column shifts", ("Because of", "Attacker", "Combat phase", "Columns right"), rows)


def _terrain() -> Table:
    terrain = TABLES["terrain"]
    rows = [(title, terrain[kind]["mp"], f"+{terrain[kind]['defence']}") for kind, title in _TERRAIN.items()]
    rows += [
        ("Town", "as the terrain", f"+{MORE['town_defence']} on top of the terrain"),
        ("West Wall", "as the terrain", f"+{MORE['west_wall_defence']} on top, German defenders only"),
        ("Road", f"{MORE['road_mp']}, or 1/5 in mechanized road movement", "nothing"),
        ("River side", f"+{MORE['river_mp']} on top", f"+{MORE['river_defence']} if every attacker attacks across one"),
        ("Bridge side", "as the road", "as a river side"),
    ]
    return Table.of("Terrain effects", ("Terrain", "MP to enter", "Adds to the defender"), rows)


def _weather() -> Table:
    rows = []
    for number, turn in enumerate(TURNS[1:], start=1):
        air = [f"{allied} / {german}" for allied, german in (turn["air"][w] for w in WEATHERS)]
        rows.append((number, turn["date"], turn["weather"], f"{turn['drm']:+d}" if turn["drm"] else 0, *air))
    columns = ("Turn", "Date", "Weather", "Die", *(f"Air, {weather}" for weather in WEATHERS))
    return Table.of("Weather and air points (Allied / German)", columns, rows)


def _variable_weather() -> Table:
    (first, sky), *between, (_, last) = TABLES["weather"]["table"]
    rows, lowest = [(f"{first} or less", sky)], first + 1
    for highest, sky in between:
        rows.append((f"{lowest} to {highest}" if lowest < highest else f"{highest}", sky))
        lowest = highest + 1
    rows.append((f"{lowest} or more", last))
    return Table.of("Variable weather", ("Modified die", "Weather"), rows)


def _entries() -> Table:
    ranges = TABLES["reinforcements"]["edges"]
    rows = []
    for letter, edge in _POINTS.items():
        stretch = " to ".join(ranges[letter]) if letter in ranges else "the whole edge"
        rows.append((letter, edge, stretch, ", ".join(HEX_NAMES.list_of(facts.ENTRY_HEXES[letter]))))
    return Table.of("Entry hexes", ("Letter", "Edge", "From", "Road hexes"), rows)


def _units(title: str, side: int) -> Table:
    rows = []
    for u in each(facts.OF_SIDE[side]):
        row, due = facts.ROSTER.rows[u], facts.DUE_ON[u]
        comes = f"turn {due}, {_POINTS.get(facts.EDGE[u], 'by air')}" if due else f"hex {row['setup']}"
        kind = row["type"] if row["nation"] != "UK" else f"British {row['type']}"
        rows.append((row["name"], f"{kind} {_SIZES[row['size']]}", row["cf"], comes))
    return Table.of(title, ("Unit", "Type", "CF", "Starts or arrives"), rows)
