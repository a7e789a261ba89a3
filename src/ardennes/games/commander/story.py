"""The sentences for the game's events, and the words that fill their gaps."""

from __future__ import annotations

from ardennes.core.story import Event
from ardennes.core.wording import counted
from ardennes.games.commander.facts import SIDES

_MOVE = ("unit", "place", "place")
_VP = "German victory points: {%d}."

EVENTS: dict[str, Event] = {
    "day": Event("{0} December began.", ("text",), "4-1-time-reset", nobody=True),
    "out_of_supply": Event("Cut off from supply: {0}.", ("units",), "9-oos-status", nobody=True),
    "supplied_again": Event("In supply again: {0}.", ("units",), "9-oos-status", nobody=True),
    "attrition": Event("{0} was cut off, with the enemy around it.", ("unit",), "9-attrition", nobody=True),
    "crossed": Event("{0} held {1}, beyond the Meuse. " + _VP % 2, ("unit", "place", "text"), "12-meuse", nobody=True),
    "arrives": Event("{0} arrived in {2}.", _MOVE, "10-reinforcements", moves=(0, 1, 2)),
    "delayed": Event("Delayed by a day: {0}.", ("units",), "10-delay"),
    "named_short": Event("The Allies named units short of fuel: {0}.", ("units",), "9-fuel-shortage"),
    "short": Event("Without fuel that day: {0}.", ("units",), "9-fuel-shortage"),
    "replaced": Event("{0} received replacements and was at strength {1}.", ("unit", "text"), "11-points"),
    "commando": Event("German commandos kept {0} from acting that day.", ("unit",), "4-7-commando"),
    "activates": Event("The {0} player activated {1}: {2}.", ("side", "place", "units"), "4-activation"),
    "passes": Event("The {0} player passed.", ("side",), "4-passing"),
    "evening": Event("{0} December ended.", ("text",), "4-end-of-day", nobody=True),
    "moves": Event("{0} moved from {1} to {2}.", _MOVE, "7-movement", moves=(0, 1, 2)),
    "moves_by": Event("{0} moved from {1} by {3} to {2}.", (*_MOVE, "place"), "7-movement", moves=(0, 1, 2)),
    "comes_back": Event("{0} came back from {1} to {2}.", _MOVE, "7-armor-mech", moves=(0, 1, 2)),
    "exits": Event(
        "{0} went off the map at {1} and earned {3}. " + _VP % 4,
        (*_MOVE, "points", "text"),
        "12-vp-exit",
        moves=(0, 1, 2),
    ),
    "released": Event("{0} was at the Meuse near {1}: the British were free to cross.", ("unit", "place"), "7-british"),
    "british_free": Event("The British were free to cross the Meuse.", (), "7-british", nobody=True),
    "takes": Event("{0} troops took {1}.", ("side", "place"), "6-control-markers"),
    "takes_vp": Event("{0} troops took {1}. " + _VP % 2, ("side", "place", "text"), "12-vp-spaces"),
    "battle": Event(
        "{0} troops attacked in {1}: {2} against {3}.", ("side", "place", "units", "units"), "8-mandatory", combat=True
    ),
    "rolls": Event("{0} rolled {1} at {2}: {3}.", ("unit", "dice", "text", "hits"), "8-dice", combat=True),
    "hits": Event(
        "{0}: {1} on the defender, {2} on the attacker; the terrain stopped {3}.",
        ("place", "hits", "text", "text"),
        "8-hit-resolution",
        combat=True,
    ),
    "no_retreat": Event("No retreat from {0}: {1}.", ("place", "text"), "8-retreat", combat=True),
    "no_way_out": Event("No retreat from {0}: {1}.", ("place", "text"), "8-retreat-destination", combat=True),
    "loses": Event("{0} lost {1} and was at strength {2}.", ("unit", "text", "text"), "8-applying-hits", combat=True),
    "eliminated": Event(
        "{0} was eliminated. " + _VP % 3, (*_MOVE, "text"), "12-vp-units", combat=True, moves=(0, 1, 2)
    ),
    "retreats": Event("{0} fell back from {1} to {2}.", _MOVE, "8-retreat", combat=True, moves=(0, 1, 2)),
    "breaks_through": Event(
        "{0} broke through from {1} to {2}.", _MOVE, "8-breakthrough", combat=True, moves=(0, 1, 2)
    ),
    "goes_on": Event(
        "The evening of {0} December: the Germans had {1}; {2} would have won, {3} would have lost.",
        ("text", "points", "text", "text"),
        "12-victory-determination",
        nobody=True,
    ),
    "over": Event(
        "The battle was over. {0}, with German victory points at {1}.",
        ("victor", "text"),
        "12-victory-determination",
        nobody=True,
    ),
}

_VICTORS = {SIDES[0]: "The Germans had won", SIDES[1]: "The Allies had won"}


def word(gap: str, x: object) -> str | None:
    """The text for a kind of gap that only this game has."""
    if gap == "victor":
        return _VICTORS.get(str(x), "Nobody had won")
    if gap == "points" and isinstance(x, int):
        return counted(x, "point")
    if gap == "hits":
        return "one hit" if x == 1 else f"{x or 'no'} hits"
    if gap == "dice":
        return "one die" if x == 1 else f"{x} dice"
    return None
