"""Look-up tables for players, built from the game's data. The ledger's cases refer to them by these names."""

from __future__ import annotations

from typing import Any

from ardennes.core.ledger import Table
from ardennes.core.names import each
from ardennes.games.enemy_action import facts
from ardennes.games.enemy_action.chits import chit_text
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BOARD,
    CALENDAR,
    CARD_FACTS,
    CHIT_FACTS,
    EVENT_ROWS,
    GERMAN,
    GROUP_ROWS,
    HEX_NAMES,
    REACTION_ROWS,
    ROSTER,
    SIDES,
    TABLES,
    TACTIC_ROWS,
)

_NAMES = HEX_NAMES.names
_QUALITY = {"G": "green", "R": "regular", "E": "elite"}
_TERRAIN = {"clear": "Clear", "broken": "Broken", "woods": "Woods", "forest": "Forest", "city": "City"}
_ARMIES = {"6pa": "6th Panzer Army", "5pa": "5th Panzer Army", "7a": "7th Army", "okw": "OKW Reserve"}
_EDGES = {
    "west": "west",
    "south": "south",
    "north-east": "north, east of the Meuse",
    "north-west": "north, west of the Meuse",
}


def charts() -> dict[str, Table]:
    return {
        "calendar": _calendar(),
        "dates": _dates(),
        "movement": _movement(),
        "strategic": _strategic(),
        "maximum": _maximum(),
        "hits": _hits(),
        "surrender": _surrender(),
        "supply": _supply(),
        "points": _points(),
        "towns": _towns(),
        "exits": _exits(),
        "exit edges": _exit_edges(),
        "reserves": _reserves(),
        "events": _events("command", "Command events"),
        "special events": _events("special", "Special events"),
        "reactions": _reactions(),
        "tactics": _tactics(),
        "german cards": _cards(GERMAN),
        "allied cards": _cards(ALLIED),
        "fuel": _fuel(),
        "chits": _chits(),
        "formations": _formations(),
        "german units": _units(GERMAN),
        "allied units": _units(ALLIED),
        "scenarios": _scenarios(),
        **{f"levels {row['id']}": _levels(row) for row in TABLES["scenario"] if row.get("tables")},
        "crisis": _crisis(),
        "crisis arrivals": _crisis_arrivals(),
        "crisis german": _crisis_units(GERMAN),
        "crisis allied": _crisis_units(ALLIED),
    }


def when(dates: str) -> str:
    """The days of a date mark, in words.

    >>> when("18"), when("18+"), when("16-17,24-29"), when("")
    ('18', 'from 18', '16 to 17, 24 to 29', 'always')
    """
    if not dates:
        return "always"
    parts = (f"from {p[:-1]}" if p.endswith("+") else p.replace("-", " to ") for p in dates.split(","))
    return ", ".join(parts)


def _calendar() -> Table:
    columns = (
        "December",
        "Fixed artillery range",
        "German supplemental cards",
        "Allied supplemental cards",
        "Allied hand",
        "Allied victory",
        "German victory",
    )
    rows = []
    for day, row in CALENDAR.items():
        wins = (
            (f"{row['level']}, below {row['below']}", f"{row['level']}, from {row['above']}")
            if "level" in row
            else ("", "")
        )
        rows.append((day, row["far"], row["german"], row["allied"], row["hand"], *wins))
    return Table.of("Calendar", columns, rows)


_DATED = {
    "surprise": "three German surprise impulses",
    "traffic_jams": "German traffic jams",
    "slow_reaction": "slow Allied reaction",
    "german_full_supply": "all German units in supply",
    "boundaries": "German armies keep to their areas",
    "supply_phase": "Supply Phase, Allied supply checked",
    "demolition": "Allied engineers blow bridges",
    "delayed_reserves": "delayed reserves",
    "westwall_loss": "points lost for Westwall hexes",
    "german_supply": "German supply checked",
    "fuel": "German fuel checked",
    "replacements": "replacements",
    "interdiction": "Allied air interdiction",
    "british_free": "British units move freely",
}


def _dates() -> Table:
    rows = [(when(TABLES["dates"][rule]), text) for rule, text in _DATED.items()]
    return Table.of("Rules with dates", ("December", "In force"), rows)


def _movement() -> Table:
    terms = TABLES["movement"]
    rows = [(title, *terms[code]["cost"], terms[code]["freeze"]) for code, title in _TERRAIN.items()]
    rows += [
        ("Town", "as its ground", "as its ground", "as its ground"),
        ("Along a road", terms["road"], terms["road"], terms["road"]),
        ("Leaving an enemy zone of control", *(f"+{terms['leave_zoc']}",) * 3),
        ("Leaving the map", *(f"+{terms['exit']}",) * 3),
    ]
    return Table.of("Movement points", ("Terrain", "Infantry", "Mechanized", "Mechanized, Ground Freeze"), rows)


def _strategic() -> Table:
    terms = TABLES["movement"]
    rows = (
        ("Mechanized", f"{terms['mechanized_strategic']} times the allowance"),
        ("Allied infantry", f"{terms['allied_infantry_strategic']} times the allowance"),
        ("German infantry", f"{terms['german_infantry_strategic']} points more than the allowance"),
    )
    return Table.of("Strategic movement", ("Unit", "Points"), rows)


def _maximum() -> Table:
    terms = TABLES["combat"]
    rows = (
        ("Each attacking unit whose strength is not bracketed", "+1"),
        ("Each tactic of the attacker, the free one included", f"{terms['tactic_chits']:+d}"),
        ("An elite unit attacks", f"{terms['elite_chits']:+d}"),
        ("Each attacker with three or four steps", f"{terms['big_unit_chits']:+d}"),
        ("All defenders out of supply", f"{terms['oos_chits']:+d}"),
        ("All defenders isolated", f"{terms['isolated_chits']:+d}"),
        ("Screen", f"{terms['screen_chits']:+d}"),
        ("Fury of Bastogne, hex with VP", f"{terms['fury_chits']:+d}"),
        ("Fury of Bastogne, any other hex", f"{-terms['fury_chits']:+d}"),
    )
    return Table.of("Chits that the attacker may draw", ("Because of", "Chits"), rows)


def _hits() -> Table:
    terms = TABLES["combat"]
    rows = (
        (
            "Defender in a town, city or improved position, or German in the Westwall",
            f"defender hits -{terms['cover']} in all",
        ),
        ("All defenders dispersed, out of supply or out of fuel", f"attacker hits -{terms['disordered']}"),
        ("All defenders isolated", "no attacker hits"),
    )
    return Table.of("Adjusting hits", ("If", "Then"), rows)


def _surrender() -> Table:
    rows = [(_QUALITY[q].capitalize(), f"1 to {n}") for q, n in TABLES["supply"]["surrender"].items()]
    return Table.of("Surrender", ("Unit", "A step is lost on"), rows)


def _supply() -> Table:
    rows = (
        ("Low supply", "no tactics for it, no exit, no strategic movement, no replacements"),
        (
            "Out of supply",
            "the same; no attack, no new improved position; mechanized units move one hex; attackers draw one more chit and ignore one hit",
        ),
        (
            "Isolated",
            "the same; no zone of control; infantry moves or retreats one hex, mechanized units neither; "
            "attackers draw two more chits and ignore all hits",
        ),
    )
    return Table.of("Without supply", ("State", "Effects"), rows)


def _points() -> Table:
    terms = TABLES["victory"]
    east, west = terms["exit_east"], terms["exit_west"]
    rows = (
        ("Each town or city in German hands", "its value"),
        ("A German unit west of the Meuse in supply, once per game", terms["meuse"]),
        (
            "Unit off the map east of the Meuse",
            f"{east['infantry']} per infantry step, {east['mechanized']} per mechanized step",
        ),
        (
            "Unit off the map west of the Meuse",
            f"{west['infantry']} per infantry strength point, {west['mechanized']} per mechanized strength point",
        ),
        (f"Each {terms['eliminated']} Allied units eliminated", 1),
        ("Von der Heydte relieved", terms["vdh"]),
        (f"Each Westwall hex in Allied hands, {when(TABLES['dates']['westwall_loss'])}", -terms["westwall"]),
    )
    return Table.of("German victory points", ("For", "Points"), rows)


def _towns() -> Table:
    rows = []
    for place, points in facts.TOWN_VP.items():
        if points:
            kind = "city" if facts.CITIES >> place & 1 else "town"
            rows.append((BOARD.places[place].get("town", ""), _NAMES[place], kind, points))
    return Table.of("Towns and cities that count", ("Name", "Hex", "Kind", "VP"), sorted(rows))


def _exits() -> Table:
    rows = []
    for place, until in facts.EXIT_UNTIL.items():
        rows.append(
            (_NAMES[place], _EDGES[facts.exit_edge(place)], f"until {until}" if until < facts.LAST_DATE else "")
        )
    return Table.of("German exit hexes", ("Hex", "Edge", "December"), rows)


def _exit_edges() -> Table:
    rows = [(title, "; ".join(_EDGES[edge] for edge in TABLES["exits"][army])) for army, title in _ARMIES.items()]
    return Table.of("Where German units may leave the map", ("Units of", "Edges"), rows)


def _reserves() -> Table:
    terms = TABLES["reserves"]
    rows = (
        ("Distance from enemy units, towns and cities", terms["distance"]),
        ("The same in a hex at the map edge", terms["edge_distance"]),
        ("Strategic reserves: distance from enemy units, towns and cities", terms["strategic_distance"]),
        ("XXX Corps (11.51): distance from German units, towns and cities", terms["british_distance"]),
        ("Distance to a unit of the division, corps or army, at most", terms["nearness"]),
        ("Days after its date from which a unit may come in without a card", terms["delay"]),
    )
    return Table.of("Reserves", ("Rule", "Hexes or days"), rows)


def _events(kind: str, title: str) -> Table:
    rows = [
        (row["title"], row["side"].capitalize(), when(row["dates"]), row["text"], row["source"])
        for row in EVENT_ROWS
        if row["kind"] == kind
    ]
    return Table.of(title, ("Event", "Side", "December", "Effect", "Source"), rows)


def _reactions() -> Table:
    rows = [(row["title"], row["side"].capitalize(), row["text"], row["source"]) for row in REACTION_ROWS]
    return Table.of("Reactions", ("Reaction", "Side", "Effect", "Source"), rows)


def _tactics() -> Table:
    rows = []
    for row in TACTIC_ROWS:
        who = "; ".join(f"{side.capitalize()} {when(dates)}" for side, dates in row["dates"].items())
        rows.append((row["title"], who, row["role"], row["text"], row["source"]))
    return Table.of("Combat tactics", ("Tactic", "Who and when", "Role", "Effect", "Source"), rows)


def _cards(side: int) -> Table:
    rows = []
    for card in CARD_FACTS:
        if card.side == side:
            kind = "primary" if card.primary else "supplemental"
            entry = str(card.entry) if card.entry else "with the OKW Reserve"
            rows.append((card.number, card.title, kind, entry, card.text, card.source))
    columns = ("No.", "Card", "Kind", "From", "What it can do", "Source")
    return Table.of(f"{SIDES[side].capitalize()} cards", columns, sorted(rows))


def _fuel() -> Table:
    rows = [
        (card.number, GROUP_ROWS[g]["title"], ", ".join(map(str, days)))
        for card in CARD_FACTS
        for g, days in card.no_fuel
    ]
    return Table.of("Formations without fuel", ("Card", "Formation", "December"), sorted(rows))


def _chits() -> Table:
    rows = []
    for chit in CHIT_FACTS:
        first = {"front": "first", "back": "second"}.get(chit.priority, "")
        row = (
            chit.name[-2:],
            chit_text(chit.front),
            chit_text(chit.back),
            first,
            "yes" if chit.blue else "",
            chit.source,
        )
        rows.append(row)
    columns = ("No.", "First side", "Second side", "Comes first", "Blue", "Source")
    return Table.of("Combat chits: hits on attacker (A), defender (D), German (G) or Allied (U) units", columns, rows)


def _formations() -> Table:
    rows = []
    for g, row in enumerate(GROUP_ROWS):
        units = ROSTER.listed(facts.IN_GROUP[g]) if row["kind"] != "army" else ""
        rows.append((row["title"], row["side"].capitalize(), row["kind"], units))
    return Table.of("Formations", ("Formation", "Side", "Kind", "Units"), rows)


def _units(side: int) -> Table:
    rows = []
    for u in each(facts.OF_SIDE[side]):
        row = ROSTER.rows[u]
        quality = "/".join(_QUALITY[q] for q in dict.fromkeys(row["quality"].split("/")))
        if row["start"]:
            comes = f"hex {row['start']}"
        elif facts.ENTRY[u]:
            comes = f"{facts.ENTRY[u]} December{', strategic' if row['strategic'] else ''}"
        else:
            comes = "special"
        corps = GROUP_ROWS[facts.CORPS_OF[u]]["title"]
        rows.append((row["name"], corps, row["type"], row["strength"], row["ma"], quality, comes, row["source"]))
    columns = ("Unit", "Corps", "Type", "Strength by steps", "Movement", "Quality", "Starts or arrives", "Source")
    return Table.of(f"{SIDES[side].capitalize()} units", columns, rows)


def _scenarios() -> Table:
    rows = [(row["title"], f"{row['first']} to {row['last']}", row["about"], row["case"]) for row in TABLES["scenario"]]
    return Table.of("Scenarios", ("Scenario", "December", "About", "Case"), rows)


def _levels(plan: dict[str, Any]) -> Table:
    table = plan["tables"][0]
    rows = []
    above: int | None = None
    for low, winner, level in table["levels"]:
        points = f"{low} or more" if above is None else f"{low} to {above - 1}" if low > -100 else f"up to {above - 1}"
        rows.append((points, f"{winner.capitalize()} {level} victory" if winner else "draw"))
        above = low
    return Table.of(f"{plan['title']}: victory on {table['dates']} December", ("German VP", "Result"), rows)


def _crisis() -> Table:
    terms = TABLES["crisis"]
    rows = (
        ("German towns", ", ".join(terms["german_towns"])),
        ("German bridges", ", ".join(terms["german_bridges"])),
        ("Blown bridges", ", ".join(terms["blown"])),
        ("Roadblocks", ", ".join(terms["roadblocks"])),
        ("Westwall hexes that cost no VP", ", ".join(terms["front_wall"])),
        ("Allied supplemental cards", terms["allied_supplementals"]),
        ("German cards lost before play", terms["german_loses"]),
        ("Source", terms["source"]),
    )
    return Table.of("Crisis at the Meuse: the map on 22 December", ("What", "Where"), rows)


def _crisis_arrivals() -> Table:
    rows = []
    for name, day in TABLES["crisis"]["arrivals"].items():
        group = facts.GROUP.get(name)
        units = facts.IN_GROUP[group] if group is not None else 1 << facts.UNIT[name]
        title = GROUP_ROWS[group]["title"] if group is not None else ROSTER.listed(units)
        rows.append((title, facts.ENTRY[units.bit_length() - 1], day))
    return Table.of("Crisis at the Meuse: later reserves", ("Formation", "In other scenarios", "In this one"), rows)


_MARKS = {"reduced": "one step lost", "low": "low supply", "ip": "improved position"}


def _crisis_units(side: int) -> Table:
    rows = []
    for u in each(facts.OF_SIDE[side]):
        row = ROSTER.rows[u]
        if row["crisis"]:
            marks = ", ".join(_MARKS[mark] for mark in row["crisis_marks"].split())
            rows.append((GROUP_ROWS[facts.CORPS_OF[u]]["title"], row["name"], row["crisis"], marks))
    return Table.of(f"{SIDES[side].capitalize()} units on 22 December", ("Corps", "Unit", "Hex", "State"), rows)
