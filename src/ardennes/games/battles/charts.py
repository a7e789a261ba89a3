"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

from typing import Any

from ardennes.core.calendar import iso_date
from ardennes.core.ledger import Table
from ardennes.core.names import each, town_titles
from ardennes.core.wording import short_date
from ardennes.games.battles import facts
from ardennes.games.battles.facts import BOARD, CRT, DIE, GERMAN, HEX_NAMES, PLAN_ROWS, ROSTER, RULES, SIDES, TABLES
from ardennes.games.battles.setup import exit_hexes
from ardennes.games.battles.state import window
from ardennes.games.battles.strength import gain

_PLACES = town_titles(BOARD)
_GROUND = {
    "road": "Along a road",
    "town": "Town",
    "city": "City",
    "clear": "Clear",
    "light": "Light woods",
    "heavy": "Heavy woods",
}
_COVER = {**_GROUND, "westwall": "Westwall, Germans only", "fortified": "Fortified position"}
_CLASSES = ("foot", "mech", "artillery")


def charts() -> dict[str, Table]:
    scenarios = TABLES["scenario"]
    return {
        "scenarios": _scenarios(),
        "movement": _movement(),
        "march": _march(),
        "results": CRT.chart("Combat Results Table"),
        "outcomes": _outcomes(),
        "terrain": _terrain(),
        "shortage": _shortage(),
        "demolition": _demolition(),
        "supply sources": _sources(),
        "intensive fire": _intensive(),
        "saturation fire": _saturation(),
        "dumps": _dumps(),
        "ending": _ending(),
        "plans": _plans(),
        **{f"places {row['id']}": _values(row) for row in scenarios},
        **{f"levels {row['id']}": _levels(row) for row in scenarios},
        "german units": _units(GERMAN),
        "allied units": _units(1 - GERMAN),
    }


def _where(names: Any) -> str:
    return ", ".join(_PLACES[facts.hex_at(name)] for name in names)


def turn_said(turn: int) -> str:
    """A turn with its date.

    >>> turn_said(4)
    '4 (17 Dec PM)'
    """
    return f"{turn} ({short_date(iso_date(facts.FIRST_DAY, turn, 2))} {'PM' if turn % 2 == 0 else 'AM'})"


# --- movement and combat -----------------------------------------------------------------------------------------------------------------


def _movement() -> Table:
    rows = []
    for kind, title in _GROUND.items():
        cells = []
        for who in _CLASSES:
            plain, mud = TABLES["costs"][kind][who]
            cells.append("closed" if plain < 0 else str(plain) if plain == mud else f"{plain} ({mud})")
        rows.append((title, *cells))
    rows += [
        ("Leaving an enemy zone of control", *(f"+{RULES['zone_cost']}",) * 3),
        ("River without a bridge, as a first step", f"+{RULES['river_cost']}", "closed", "closed"),
        ("Westwall off the road, Allied units", *(f"+{RULES['westwall_cost']}",) * 3),
        ("Leaving the map", "closed", f"+{RULES['exit_cost']}", "closed"),
    ]
    return Table.of("Movement points, in mud in brackets", ("Into", "Foot", "Mechanized", "Artillery"), rows)


def _march() -> Table:
    forced, usual, slow = RULES["forced_march"], RULES["march"], RULES["march_slow"]
    rows = (
        ("German foot units", f"{slow} times", f"+{forced['foot']}"),
        (f"German artillery with an allowance of {RULES['slow_artillery']}", f"{slow} times", "none"),
        ("Other artillery", f"{usual} times", "none"),
        ("Allied foot units", f"{usual} times", f"+{forced['foot']}"),
        ("Mechanized units", f"{usual} times", f"+{forced['mech']}"),
    )
    return Table.of("March mode and forced march", ("Units", "Allowance in march mode", "By a forced march"), rows)


def _outcomes() -> Table:
    rows = [(result, words["text"]) for result, words in TABLES["combat"]["outcomes"].items()]
    return Table.of("Combat results", ("Result", "Means"), rows)


def _terrain() -> Table:
    rows = []
    for kind, row in TABLES["shifts"].items():
        rows.append((_COVER[kind], row["left"] or "none", "halved" if row["blocking"] else "in full"))
    rows.append((f"All together at most {RULES['most_left']}", "", ""))
    return Table.of("The defender's hex in combat", ("Hex", "Columns to the left", "Barrage"), rows)


def _demolition() -> Table:
    engineer = RULES["engineer_strength"] - RULES["engineer_die"]
    rows = (
        ("Engineers", f"1 to {engineer}"),
        ("Other ground units", "not above their strength"),
        ("Artillery", f"not above FPF less {RULES['artillery_die']}"),
    )
    return Table.of("Blowing bridges", ("Unit", "Succeeds on a die of"), rows)


# --- supply ------------------------------------------------------------------------------------------------------------------------------


def _shortage() -> Table:
    rows = []
    for name, table in TABLES["shortage"]["tables"].items():
        used = [plan["title"] for plan in TABLES["scenario"] if plan["shortage"] == name]
        for row in table:
            last = row["to"] >= 99
            turns = f"from {row['from']}" if last else f"{row['from']} to {row['to']}"
            rows.append(("All scenarios" if last else ", ".join(used), turns, *row["by_die"]))
    return Table.of("German formations without petrol, by die", ("Scenario", "Game turns", *map(str, DIE)), rows)


def _sources() -> Table:
    rows = []
    for plan in TABLES["scenario"]:
        for side, name in enumerate(SIDES):
            named = plan.get("supply", {}).get(name)
            found = facts.SOURCES[side] & window(plan["id"])
            places = HEX_NAMES.list_of(found) if named is None else named
            closed = {row["hex"]: row["from"] for row in plan.get("closed", []) if row["side"] == name}
            said = []
            for p in places:
                until = f" until turn {closed[p] - 1}" if p in closed else ""
                if closed.get(p, 99) > plan["first"]:
                    said.append(_PLACES[facts.hex_at(p)] + until)
            rows.append((plan["title"], name.capitalize(), ", ".join(said)))
    return Table.of("Supply sources", ("Scenario", "Side", "Hexes"), rows)


def _dumps() -> Table:
    rows = []
    for plan in TABLES["scenario"]:
        sites = [_PLACES[facts.DUMP_HEXES[d]] for d in each(facts.dump_sites(plan["id"]))]
        rows.append((plan["title"], plan["dump_points"], ", ".join(sites)))
    return Table.of("American supply dumps", ("Scenario", "Petrol Points", "Possible sites"), rows)


# --- fire --------------------------------------------------------------------------------------------------------------------------------


def _intensive() -> Table:
    rows = []
    for points in range(1, len(DIE) + 1):
        good = sum(gain(points, die, False) > 0 for die in DIE)
        partial = sum(gain(points, die, True) for die in DIE) / len(DIE)
        rows.append((points, f"{good} in 6", f"{6 - good} in 6", f"{points * good / 6:.2f}", f"{partial:.2f}"))
    columns = (
        "Points stated",
        "Gained with a chance of",
        "Out of ammunition with",
        "Gain on average",
        "On average with partial success",
    )
    return Table.of("Intensive Fire", columns, rows)


def _saturation() -> Table:
    terms = TABLES["saturation"]
    rows = []
    for die, normal, withering in zip(DIE, terms["normal"], terms["withering"], strict=True):
        cells = (
            cell for row in (normal, withering) for cell in ("/".join(map(str, row["by_range"])), row["breakdown"])
        )
        rows.append((die, *cells))
    columns = ("Die", "Normal, range 1/2/3", "Breakdown on", "Withering, range 1/2/3", "Breakdown on")
    return Table.of("Saturation Fire: multipliers, and the breakdown number on two dice", columns, rows)


# --- scenarios ---------------------------------------------------------------------------------------------------------------------------


def _scenarios() -> Table:
    rows = []
    for plan in TABLES["scenario"]:
        maps = plan["window"].replace("+", ", ") or "all"
        rows.append((plan["title"], maps, turn_said(plan["first"]), turn_said(plan["last"]), plan["about"]))
    return Table.of("Scenarios", ("Scenario", "Maps", "First turn", "Last turn", "About"), rows)


def _ending() -> Table:
    rows = [
        (p["title"], *(p["ending"][name] for name in ("better", "even", "worse")), p["last"])
        for p in TABLES["scenario"]
    ]
    columns = ("Scenario", "German player better", "Even", "Worse", "Printed last turn")
    return Table.of("First turn with an ending check", columns, rows)


def _values(plan: dict[str, Any]) -> Table:
    rows = [
        (_PLACES[facts.hex_at(name)], points)
        for name, points in sorted(plan["values"].items(), key=lambda pair: (-pair[1], pair[0]))
    ]
    ways = _where(HEX_NAMES.list_of(exit_hexes(plan["id"])))
    most = f"; at most {plan['most_exit']} in all" if plan["most_exit"] else ""
    rows.append((f"Exits: {ways}", f"{RULES['exit_vp']} per step{most}"))
    return Table.of(f"{plan['title']}: German victory points", ("Place", "VP"), rows)


def _levels(plan: dict[str, Any]) -> Table:
    rows, above = [], None
    for row in plan["levels"]:
        low = row["from"]
        points = f"{low} or more" if above is None else f"{low} to {above - 1}" if low > -999 else f"up to {above - 1}"
        rows.append((points, f"{row['winner'].capitalize()} {row['level']} victory" if row["winner"] else "draw"))
        above = low
    return Table.of(f"{plan['title']}: levels of victory", ("Net VP", "Result"), rows)


def _plans() -> Table:
    rows = [
        (row["title"], row["about"], ", ".join(f"{_PLACES[facts.hex_at(p)]} {n}" for p, n in row["values"].items()))
        for row in PLAN_ROWS
    ]
    return Table.of("German victory plans of the campaign", ("Plan", "Idea", "Extra points"), rows)


# --- units -------------------------------------------------------------------------------------------------------------------------------


def _units(side: int) -> Table:
    rows = []
    for u in each(facts.OF_SIDE[side]):
        row = ROSTER.rows[u]
        guns = (row["barrage"], row["fpf"]) if row["barrage"] else ("", "")
        strength = f"{row['strength']}/{row['reduced']}" if row["reduced"] else row["strength"]
        cells = ("" if row["barrage"] else strength, row["ma"], *guns)
        rows.append((row["name"], ROSTER.more[u]["corps_title"], row["kind"].replace("_", " "), *cells, row["source"]))
    columns = ("Unit", "Formation", "Type", "Strength, full and reduced", "MA", "Barrage", "FPF", "Source")
    return Table.of(f"{SIDES[side].capitalize()} units", columns, rows)
