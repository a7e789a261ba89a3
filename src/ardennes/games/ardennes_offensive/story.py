"""The sentences for the game's events, and the words that fill their gaps."""

from __future__ import annotations

from datetime import date

from ardennes.core.calendar import iso_date
from ardennes.core.names import each
from ardennes.core.story import Event, Part, listed
from ardennes.core.wording import counted
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    BRIDGE_SIDES,
    FIRST_DAY,
    HEX_NAMES,
    ROSTER,
    SECTIONS,
    SIDES,
    TABLES,
    UNIT_NAMES,
)

_MOVE = ("unit", "place", "place")
_OUTCOMES: dict[str, dict[str, str]] = TABLES["combat"]["outcomes"]
_TOLD = {
    "De": "the defenders were destroyed",
    "Ex": "the defenders were destroyed, and the attacker paid for it",
    "Dr3": "the defenders had to fall back three hexes",
    "Dr2": "the defenders had to fall back two hexes",
    "Dr1": "the defenders had to fall back one hex",
    "Ar1": "the attackers were thrown back one hex",
    "Ar2": "the attackers were thrown back two hexes",
    "Ar3": "the attackers were thrown back three hexes",
}
"""10.1: the results in a sentence."""

EVENTS: dict[str, Event] = {
    # --- the German table (10.3) ------------------------------------------------------------------------------------------------------
    "table_changes": Event(
        "A roll of {0}: the surprise was spent. From then on the Germans attacked on the Standard table.",
        ("die",),
        "10.3",
        roll=("The German table", "the Standard table from now on"),
        nobody=True,
    ),
    "table_stays": Event(
        "A roll of {0}: the Germans went on attacking on their Initial table.",
        ("die",),
        "10.3",
        roll=("The German table", "still the Initial table"),
        nobody=True,
    ),
    # --- set-up (17.0) ----------------------------------------------------------------------------------------------------------------
    "deploys": Event("{0} took up positions at {2}.", _MOVE, "17.0", moves=(0, 1, 2)),
    "deployed": Event("The {0} troops were in position.", ("side",), "17.0"),
    # --- reinforcements (14.0, 15.0) --------------------------------------------------------------------------------------------------
    "arrives": Event("Reached the map edge in the {1}: {0}.", ("names", "section"), "14.1A", nobody=True),
    "delayed": Event(
        "The {1} edge was closed. Sent round by the {2}, due on {3}: {0}.",
        ("names", "section", "section", "day"),
        "14.1A",
        nobody=True,
    ),
    "enters": Event("{0} came in at {1} and went on to {2}.", _MOVE, "14.1A", moves=(0, 1, 2)),
    "comes_in": Event("{0} came in at {2}.", _MOVE, "14.1A", moves=(0, 1, 2)),
    "released": Event(
        "The Germans had {0}: the British were free to cross the Meuse.", ("points",), "14.3C", nobody=True
    ),
    "drops": Event("{0} jumped over {1}.", ("unit", "place"), "15.0"),
    "landed": Event(
        "A roll of {3}: {0} landed at {2}.",
        (*_MOVE, "die"),
        "15.0",
        moves=(0, 1, 2),
        roll=("The paradrop", "{0} lands at {2}"),
    ),
    "scattered": Event(
        "A roll of {2}: {0} was scattered over {1} and lost.",
        ("unit", "place", "die"),
        "15.0",
        roll=("The paradrop", "{0} is lost"),
    ),
    # --- supply and bridges (12.0, 13.0) ----------------------------------------------------------------------------------------------
    "out_of_supply": Event("Out of supply: {0}.", ("names",), "12.3G", nobody=True),
    "isolated": Event("Isolated: {0}.", ("names",), "12.3H", nobody=True),
    "interdicted": Event("Interdicted by the enemy: {0}.", ("bridges",), "13.1A", nobody=True),
    # --- movement (5.0, 6.0) ----------------------------------------------------------------------------------------------------------
    "moves": Event("{0} moved from {1} to {2}.", _MOVE, "5.0", moves=(0, 1, 2)),
    "marches": Event("{0} marched in column from {1} to {2}.", _MOVE, "6.0", moves=(0, 1, 2)),
    "forms_column": Event("{0} formed a march column at {1}.", ("unit", "place"), "6.3C"),
    "leaves_column": Event("{0} left road mode at {1}.", ("unit", "place"), "6.3C"),
    "must_leave": Event("{0} had fought on the road and had to leave road mode at {1}.", ("unit", "place"), "6.7L"),
    "lost_on_road": Event(
        "{0} had fought on the road, could not leave road mode at {1} and was lost.", ("unit", "place"), "6.7L"
    ),
    "returns": Event("{0} came back from the map edge at {1} to {2}.", _MOVE, "5.3M", moves=(0, 1, 2)),
    # --- combat (9.0, 10.0) -----------------------------------------------------------------------------------------------------------
    "attack": Event(
        "{0} attacked {1} at {2}: {3} to {4}, odds {5}, on the {6} table.",
        ("units", "units", "place", "text", "text", "text", "table"),
        "9.0",
        combat=True,
    ),
    "waives": Event("{0} gave up the shelter of {1}.", ("units", "place"), "E-11.0", combat=True),
    "lowers": Event("The attacker lowered the odds from {0} to {1}.", ("text", "text"), "9.4L", combat=True),
    **{
        f"result-{label}": Event(
            f"A roll of {{0}} in column {{1}}: {_TOLD[label]}.",
            ("die", "text", "units"),
            "10.1",
            combat=True,
            roll=(f"Column {{1}}: {label}", words["text"]),
        )
        for label, words in _OUTCOMES.items()
    },
    "immune": Event("{0} held on in {1}.", ("units", "place"), "11.0-town", combat=True),
    "retreats": Event("{0} fell back from {1}{3} to {2}.", (*_MOVE, "way"), "10.2", combat=True, moves=(0, 1, 2)),
    "to_edge": Event(
        "{0} fell back from {1}{3} to {2}, off the live map.",
        (*_MOVE, "way"),
        "9.7P",
        combat=True,
        moves=(0, 1, 2),
    ),
    "no_retreat": Event("{0} had no way out of {1} and was lost.", ("unit", "place"), "10.2", combat=True),
    "no_retreat_enemy": Event(
        "{0} was cut off at {1}, with the enemy on every way out, and was lost.", ("unit", "place"), "7.3D", combat=True
    ),
    "no_retreat_full": Event(
        "{0} found every way out of {1} crowded with friends and was lost.", ("unit", "place"), "8.0", combat=True
    ),
    "no_retreat_road": Event(
        "{0} was caught on the road at {1}, could not fall back along it and was lost.",
        ("unit", "place"),
        "6.7M",
        combat=True,
    ),
    "exchanged": Event("{0} was given up in the exchange at {1}.", ("unit", "place"), "10.1", combat=True),
    "eliminated": Event("{0} was destroyed at {1}.", ("unit", "place"), "16.0A", combat=True),
    "advances": Event("{0} advanced from {1} to {2}.", _MOVE, "9.6N", combat=True, moves=(0, 1, 2)),
    # --- victory (16.0) ---------------------------------------------------------------------------------------------------------------
    "holds": Event("{0} troops held the exit at {1}: {2}.", ("side", "place", "points"), "16.0C", nobody=True),
    "tabulated": Event(
        "On the evening of {0} the Germans had {1} and the Allies {2}.", ("day", "points", "text"), "16.0E", nobody=True
    ),
    "over": Event("The battle was over. {0}, {1} to {2}.", ("victor", "text", "text"), "16.1", nobody=True),
}

_VICTORS = {SIDES[0]: "The Germans had won", SIDES[1]: "The Allies had won"}
SECTION_WORDS = {
    "NE": "northeast",
    "NW": "northwest",
    "W": "west",
    "SW": "southwest",
    "SE": "southeast",
    "E": "east",
}
"""The sections of the map edge in a sentence ("by the northeast")."""
TABLE_WORDS = {"initial": "German Initial", "standard": "Standard"}


def _name(place: int) -> str:
    """The town of a hex, or another place in it that is worth a name."""
    what = BOARD.places[place]
    return str(what.get("town") or next(iter(what.get("also") or ()), ""))


NAMED = {place: name for place in range(len(BOARD.names)) if (name := _name(place))}
"""The hexes with a name."""


def _near() -> dict[int, str]:
    """For each hex without a name, that of a hex next to it, a town if there is one."""
    rank = sorted(NAMED, key=lambda place: bool(BOARD.places[place].get("town")))
    beside = {other: NAMED[place] for place in rank for other in each(BOARD.neighbours(place))}
    return {place: name for place, name in beside.items() if place not in NAMED}


NEAR = _near()


def place_said(place: int) -> str:
    """A hex in a sentence: with the name of what is in it, or next to it."""
    name = HEX_NAMES.names[place]
    if place in NAMED:
        return f"{NAMED[place]} ({name})"
    return f"{name} near {NEAR[place]}" if place in NEAR else name


FEW = 3
"""So many units are called by their names."""


def names(units: int) -> list[Part]:
    """Units by name; in long lists, by what is on their counters."""
    parts: list[Part] = []
    said = ROSTER.said if units.bit_count() <= FEW else ROSTER.name
    for unit in each(units):
        parts += [{"t": ", "}] if parts else []
        parts.append({"t": said[unit], "unit": UNIT_NAMES.names[unit]})
    return parts or [{"t": "nobody"}]


def bridge_said(bridge: int) -> str:
    """A bridge in a sentence."""
    a, b = BRIDGE_SIDES[bridge]
    town = NAMED.get(a) or NAMED.get(b)
    names = f"{HEX_NAMES.names[a]}-{HEX_NAMES.names[b]}"
    return f"{names} at {town}" if town else names


def word(gap: str, x: object) -> str | None:
    """The text for a kind of gap that only this game has."""
    if gap == "day" and isinstance(x, int):
        day = date.fromisoformat(iso_date(FIRST_DAY, x))
        return f"{day.day} {'December' if day.month == 12 else 'January'}"
    if gap == "victor":
        return _VICTORS.get(str(x), "Nobody had won")
    if gap == "points" and isinstance(x, int):
        return counted(x, "point")
    if gap == "table":
        return TABLE_WORDS.get(str(x), str(x))
    if gap == "section":
        return SECTION_WORDS[(*SECTIONS, "E")[x] if isinstance(x, int) else str(x)]
    if gap == "way" and isinstance(x, tuple):
        return f" through {listed([HEX_NAMES.names[p] for p in x])}" if x else ""
    if gap == "bridges" and isinstance(x, int):
        numbers = list(each(x))
        if len(numbers) > 3:
            return counted(len(numbers), "bridge")
        return f"the bridge{'s' * (len(numbers) != 1)} {listed([bridge_said(b) for b in numbers])}"
    return None
