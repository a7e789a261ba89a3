"""The sentences for the game's events, and the words that fill their gaps."""

from __future__ import annotations

from datetime import date

from ardennes.core.calendar import iso_date
from ardennes.core.names import each
from ardennes.core.story import Event, listed
from ardennes.core.wording import counted
from ardennes.games.bulge.facts import BOARD, FIRST_DAY, OUTCOMES, SIDES, SUPPORT

_MOVE = ("unit", "place", "place")
_VP = "German victory points: {%d}."

EVENTS: dict[str, Event] = {
    "weather": Event("The morning of {0} was {1}.", ("day", "sky"), "6.0", nobody=True),
    "missions": Event("{0} aircraft flew {1}.", ("side", "flights"), "7.0-1"),
    "interdicts": Event("{0} aircraft bombed the road at {1}.", ("side", "place"), "7.2"),
    "resupplied": Event("Transports dropped supplies to {0}.", ("unit",), "7.4"),
    "mechanized": Event("{0} was loaded on trucks.", ("unit",), "10.2-2"),
    "moves": Event("{0} moved from {1} to {2}.", _MOVE, "10.0", moves=(0, 1, 2)),
    "arrives": Event("{0} came in at {1} and went on to {2}.", _MOVE, "13.0", moves=(0, 1, 2)),
    "enters": Event("{0} arrived at {2}.", _MOVE, "13.0", moves=(0, 1, 2)),
    "exits": Event("{0} drove off the map at {2}, an exit of factor {3}.", (*_MOVE, "text"), "3.1-1", moves=(0, 1, 2)),
    "out_of_supply": Event(
        "{0} was out of supply; the die, a {1}, left it {2}.",
        ("unit", "die", "movement"),
        "14.1",
        roll=("Out of supply", "{0} has {2}"),
    ),
    "stuck": Event(
        "{0} was out of supply; the die, a {1}, left it standing.",
        ("unit", "die", "text"),
        "14.1",
        roll=("Out of supply", "{0} cannot move"),
    ),
    "goes_back": Event("There was no room for {0} at {1}: it went back to {2}.", _MOVE, "8.0", moves=(0, 1, 2)),
    "released": Event("German troops came near the British, who were free to move from then on.", (), "13.0-1"),
    "drop_die": Event(
        "{1} {0}: a {2}.", ("unit", "throw", "die"), "15.0", roll=("The airdrop", "{1} {0}"), combat=True
    ),
    "no_drop": Event("There was no airdrop: {0} stayed behind.", ("unit",), "15.0"),
    "landed": Event("{0} landed at {2}.", _MOVE, "15.0", moves=(0, 1, 2)),
    "attack": Event(
        "{0} attacked {1} at {2}, on the {3} table.", ("units", "unit", "place", "text"), "12.1", combat=True
    ),
    "supports": Event(
        "{0} fighter-bombers joined in against {2}: {1}.", ("side", "strikes", "unit"), "7.3", combat=True
    ),
    "mist_helps": Event(
        "A {0} on the die: the mist hid the attackers, one column to the right.",
        ("die",),
        "6.1",
        combat=True,
        roll=("Mist", "one column to the right"),
    ),
    "mist_hinders": Event(
        "A {0} on the die: the mist was of no help.", ("die",), "6.1", combat=True, roll=("Mist", "no shift")
    ),
    **{
        f"result-{label}": Event(
            f"A {{0}} on the die, in the column {{1}}: {words['told']}.",
            ("die", "text", "unit"),
            f"12.2-{label}",
            combat=True,
            roll=(f"Column {{1}}: {label}", words["text"]),
        )
        for label, words in OUTCOMES.items()
    },
    "retreats": Event("{0} fell back from {1} to {2}.", _MOVE, "12.3", combat=True, moves=(0, 1, 2)),
    "no_retreat": Event("{0} had no way out of {1}.", ("unit", "place"), "12.3", combat=True),
    "advances": Event("{0} advanced to {2}.", _MOVE, "12.4", combat=True, moves=(0, 1, 2)),
    "eliminated": Event("{0} was destroyed. " + _VP % 3, (*_MOVE, "text"), "3.1", combat=True, moves=(0, 1, 2)),
    "scores": Event(
        "{0}, which had left at {1}, earned {2}. " + _VP % 3, ("unit", "place", "points", "text"), "3.1-2", nobody=True
    ),
    "loses_score": Event(
        "The road to {1} was cut behind {0}: {2} were lost. " + _VP % 3,
        ("unit", "place", "points", "text"),
        "3.1-3",
        nobody=True,
    ),
    "goes_on": Event(
        "By nightfall the Germans had {0}; {1} would have won the battle, {2} would have lost it.",
        ("points", "text", "text"),
        "3.0",
        nobody=True,
    ),
    "over": Event(
        "The battle was over. {0}, with German victory points at {1}.", ("victor", "text"), "3.0", nobody=True
    ),
}

_SKIES = {"overcast": "overcast", "mist": "misty", "clear": "clear"}
_THROWS = ("", "The jump of", "The landing of", "The scattering of")
_VICTORS = {SIDES[0]: "The Germans had won", SIDES[1]: "The Allies had won"}
_FLIGHTS = ("patrol", "interdiction mission", "ground support mission", "supply mission")


def _near() -> dict[int, str]:
    """For each hex without a town, a town next to it."""
    towns = {place: str(what["town"]) for place, what in enumerate(BOARD.places) if what.get("town")}
    beside = {other: town for place, town in towns.items() for other in each(BOARD.neighbours(place))}
    return {place: town for place, town in beside.items() if place not in towns}


NEAR = _near()


def word(gap: str, x: object) -> str | None:
    """The text for a kind of gap that only this game has."""
    if gap == "day" and isinstance(x, int):
        day = date.fromisoformat(iso_date(FIRST_DAY, x))
        return f"{day.day} {'December' if day.month == 12 else 'January'}"
    if gap == "sky":
        return _SKIES[str(x)]
    if gap == "throw" and isinstance(x, int):
        return _THROWS[x]
    if gap == "victor":
        return _VICTORS.get(str(x), "Nobody had won")
    if gap == "points" and isinstance(x, int):
        return counted(x, "point")
    if gap == "movement" and isinstance(x, int):
        return counted(x, "movement point")
    if gap == "strikes":
        return "one ground support mission" if x == 1 else f"{x or 'no'} ground support missions"
    if gap == "flights" and isinstance(x, tuple):
        return _flights(*x)
    return None


def _flights(*flown: int) -> str:
    """Missions by kind, and how much ground support enemy patrols drove off."""
    *missions, left = flown
    found = [counted(n, kind) for n, kind in zip(missions, _FLIGHTS, strict=True) if n]
    stopped = missions[SUPPORT] - left
    more = (
        f"; {counted(stopped, 'ground support mission')} {'was' if stopped == 1 else 'were'} driven off"
        if stopped
        else ""
    )
    return (listed(found) if found else "no missions") + more
