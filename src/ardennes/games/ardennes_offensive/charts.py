"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

import tomllib
from functools import cache

from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.core.roster import data_text
from ardennes.games.ardennes_offensive.facts import (
    ALLIED,
    CHANGED,
    CRTS,
    EXIT_SECTION,
    EXITS,
    GATES,
    GERMAN,
    HEX_NAMES,
    HISTORICAL,
    INITIAL,
    LAST_TURN,
    MA,
    OF_SIDE,
    ROSTER,
    SCHEDULES,
    SECTIONS,
    SIDES,
    STANDARD,
    STRENGTH,
    TABLES,
)
from ardennes.games.ardennes_offensive.story import SECTION_WORDS, place_said

_RECONSTRUCTED = {STANDARD: 6}
"""10.0-standard: the row that is not in the rulebook."""
_OUTCOMES: dict[str, dict[str, str]] = TABLES["combat"]["outcomes"]


def charts() -> dict[str, Table]:
    return {
        "initial": _results(INITIAL, "German Initial combat results table"),
        "standard": _results(STANDARD, "Standard combat results table (* reconstructed)"),
        "outcomes": Table("Combat results", ("Result", "Means"), tuple((k, v["text"]) for k, v in _OUTCOMES.items())),
        "terrain": _terrain(),
        "road mode": _road_mode(),
        "supply": _supply(),
        "entries": _entries(),
        "exits": _exits(),
        "victory": _victory(),
        "scenarios": _scenarios(),
        "german set-up": set_up(GERMAN),
        "allied set-up": set_up(ALLIED),
        "allied historical": _schedule("Allied reinforcements, historical rate", ALLIED, HISTORICAL),
        "allied slowed": _schedule("Allied reinforcements, slowed rate", ALLIED, CHANGED),
        "german historical": _schedule("German reinforcements, historical rate", GERMAN, HISTORICAL),
        "german accelerated": _schedule("German reinforcements, accelerated rate", GERMAN, CHANGED),
    }


def _results(name: str, title: str) -> Table:
    """A combat results table; the reconstructed row is marked with a star."""
    plain = CRTS[name].chart(title)
    lost = _RECONSTRUCTED.get(name)
    rows = tuple((f"{row[0]} *", *row[1:]) if row[0] == str(lost) else row for row in plain.rows)
    return Table(title, plain.columns, rows)


def _terrain() -> Table:
    cost = TABLES["movement"]
    wall = TABLES["west_wall"]
    shelter = "Ar and Dr have no effect"
    rows = (
        ("Clear", *_both(cost["clear"]), "none"),
        ("Rough", *_both(cost["rough"]), "none"),
        ("Road, over a road side", *_both(cost["road"]), "none"),
        ("Town", "as the terrain", "as the terrain", f"{shelter} on units in it"),
        ("Ford side", *_both(cost["ford"], "+"), "none"),
        ("River side", *_both(cost["river"], "+"), "none"),
        ("Bridge side, not interdicted", "+0", "+0", "none"),
        (
            "West Wall",
            *(f"+0, Allies +{cost['west_wall_allied']} off the road",) * 2,
            f"Germans ×{wall['defence']} in defence, ×{wall['attack']} attacking out of it; {shelter} on them",
        ),
        ("Cleared West Wall", "+0", "+0", f"Germans ×{wall['cleared_defence']} in defence; {shelter} on them"),
        ("Impassable", "closed", "closed", "none"),
        ("Map Edge", "Allied retreats only", "Allied retreats only", "nobody fights there"),
        ("Stacking or unstacking", *_both(cost["stacking"], "+"), "none"),
        ("Entering or leaving road mode", *_both(cost["mode"], "+"), "strength halved in road mode"),
    )
    return Table("Terrain effects", ("Terrain", "MP, mechanized", "MP, on foot", "In combat"), rows)


def _both(costs: list[int], sign: str = "") -> tuple[str, str]:
    mech, foot = costs
    return f"{sign}{mech}", f"{sign}{foot}"


def _road_mode() -> Table:
    rates, change = TABLES["road_mode"], TABLES["movement"]["mode"]
    rows = []
    for who, ma, rate, cost in (
        ("German mechanized", 10, rates["mech"], change[0]),
        ("Allied mechanized", 12, rates["mech"], change[0]),
        ("German foot", 4, rates["german_foot"], change[1]),
        ("Allied foot", 4, rates["allied_foot"], change[1]),
    ):
        rows.append((who, str(rate), str(ma * rate), str(cost), str((ma - cost) * rate)))
    columns = ("Unit", "Hexes per MP", "Hexes in a phase", "MP to change mode", "Hexes after entering")
    return Table("Road mode", columns, tuple(rows))


def _supply() -> Table:
    rows = (
        ("Supplied", "normal", "normal", "normal"),
        ("Unsupplied", "halved", "normal", "halved"),
        ("Isolated", "cannot attack", "halved", "halved"),
    )
    return Table("Supply effects", ("State", "Attack", "Defence", "Allowance"), rows)


def _entries() -> Table:
    names = {**{name: SECTION_WORDS[name].capitalize() for name in SECTIONS}, "E": "East (German)"}
    rows = tuple((code, title, ", ".join(HEX_NAMES.list_of(GATES[code]))) for code, title in names.items())
    return Table("Sections and entry hexes", ("Code", "Section", "Road hexes"), rows)


@cache
def exit_roads() -> dict[str, str]:
    """Where the road of each exit hex leads to ("Liège by the Condroz")."""
    recipe = tomllib.loads(data_text(__name__.rpartition(".")[0], "board.toml"))
    return {
        row["hex"]: str(row.get("why", ""))
        for row in recipe["corrections"]
        if "hex" in row and "exit" in row.get("set", {})
    }


def _exits() -> Table:
    roads = exit_roads()
    needed = TABLES["victory"]["bastogne_sections"]
    rows = []
    for place, value in sorted(EXITS.items(), key=lambda pair: (SECTIONS.index(EXIT_SECTION[pair[0]]), pair[0])):
        section = EXIT_SECTION[place]
        name = HEX_NAMES.names[place]
        rows.append(
            (name, section, roads.get(name, ""), str(value), "Bastogne" if section in needed else "", "reconstructed")
        )
    return Table("Exit hexes", ("Hex", "Section", "Road", "VP", "Only with", "Value"), tuple(rows))


def _victory() -> Table:
    rules = TABLES["victory"]
    high, low, needed = rules["german_ratio"], rules["allied_ratio"], rules["needed"]
    rows = (
        (f"End of turns 1 to {rules['early_until']}", f"{needed} German VP or more", "German victory at once"),
        (f"End of turn {LAST_TURN}", f"fewer than {needed} German VP", "Allied victory"),
        (f"End of turn {LAST_TURN}", f"German to Allied VP {high:g} or more", "German victory"),
        (f"End of turn {LAST_TURN}", f"German to Allied VP less than {low:g}", "Allied victory"),
        (f"End of turn {LAST_TURN}", "anything between", "draw"),
    )
    return Table("Who wins", ("When", "If", "Then"), rows)


def _scenarios() -> Table:
    rows = tuple(
        (row["id"], row["title"], *(x for side in SIDES for x in row[side]), row["expected"])
        for row in TABLES["scenario"]
    )
    columns = (
        "No.",
        "Scenario",
        "German set-up",
        "German rate",
        "Allied set-up",
        "Allied rate",
        "The designers expect",
    )
    return Table("Scenarios", columns, rows)


def _schedule(title: str, side: int, rate: str) -> Table:
    due = SCHEDULES[rate]
    groups = ROSTER.groups(lambda u: _when(*due[u]), OF_SIDE[side])
    rows = []
    for (turn, _, code), units in groups.items():
        names = ", ".join(f"{ROSTER.name[u]} ({STRENGTH[u]}-{MA[u]})" for u in units)
        rows.append((str(turn), "paradrop" if code == "drop" else code, str(len(units)), names))
    return Table(title, ("Turn", "By", "Units", "Names"), tuple(rows))


def _when(turn: int, code: str) -> tuple[int, int, str] | None:
    """Turn, order and section of a unit that comes as a reinforcement."""
    order = (*SECTIONS, "WB", "E", "drop")
    return (turn, order.index(code), code) if turn else None


def set_up(side: int) -> Table:
    """17.0: the historical set-up of a side."""
    rows = tuple(
        (ROSTER.name[u], f"{STRENGTH[u]}-{MA[u]}", place_said(HEX_NAMES.index[ROSTER.rows[u]["start"]]))
        for u in each(OF_SIDE[side])
        if ROSTER.rows[u]["start"]
    )
    return Table(f"{SIDES[side].capitalize()} set-up", ("Unit", "Values", "Hex"), rows)
