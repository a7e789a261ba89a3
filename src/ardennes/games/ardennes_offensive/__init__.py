"""The Ardennes Offensive: 16 December 1944 to 2 January 1945 with regiments and days, 201 units on 1,500 hexes.

Modules: `facts` (data), `state`, `sequence` (4.0), `setup` (17.0, 18.0), `movement` and `movement_phase` (5.0 to 8.0), `strength`, `combat`,
`results` and `retreat` (9.0 to 11.0), `supply` (12.0), `bridges` (13.0), `reinforcements` (14.0, 15.0), `victory` (16.0), `position` (which
positions are possible). For people: `view`, `preview`, `overlays`, `story`, `charts`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar

from ardennes.core.game import Event, Game, Option, Scenario, SideInfo
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    BOX,
    BOXES,
    BRIDGES,
    FIRST_DAY,
    HEX_NAMES,
    LAST_TURN,
    MA,
    MECH,
    ROSTER,
    SIDES,
    STRENGTH,
    TABLES,
    UNIT_NAMES,
)
from ardennes.games.ardennes_offensive.sequence import GameTurn
from ardennes.games.ardennes_offensive.setup import place_all
from ardennes.games.ardennes_offensive.state import OffensiveState


def _module(name: str) -> Any:
    where = f"{__name__}.{name}"
    return import_module(where) if find_spec(where) else None


class _AnyEvent(dict[str, Event]):
    def __missing__(self, key: str) -> Event:
        return Event(key, (), "4.0")


def _about(row: dict[str, Any]) -> str:
    def said(side: str, slow: str) -> str:
        setup, rate = row[side]
        return f"{'free set-up' if setup == 'free' else 'set-up as in history'}, {slow if rate != 'historical' else 'reinforcements as in history'}"

    allied = said("allied", "slowed reinforcements")
    german = said("german", "accelerated reinforcements")
    return f"German: {german}. Allies: {allied}. The designers expect {row['expected']}."


class ArdennesOffensive(Game):
    id = "ardennes_offensive"
    title = "The Ardennes Offensive"
    about = "The big one: bridges, supply, road columns and two hundred units from the Roer to the Moselle."
    rules_version = "1"
    sides = SIDES
    scenarios = tuple(Scenario(row["id"], row["title"], LAST_TURN, _about(row), data=row) for row in TABLES["scenario"])
    options = (
        Option(
            "allied_setup",
            "Allied set-up",
            ("scenario", "historical", "free"),
            "scenario",
            "As the scenario says, as in history, or free.",
            "17.0",
        ),
        Option(
            "german_setup",
            "German set-up",
            ("scenario", "historical", "free"),
            "scenario",
            "As the scenario says, as in history, or free.",
            "17.0",
        ),
        Option(
            "allied_rate",
            "Allied reinforcements",
            ("scenario", "historical", "slowed"),
            "scenario",
            "As the scenario says, as in history, or slowed.",
            "17.0",
        ),
        Option(
            "german_rate",
            "German reinforcements",
            ("scenario", "historical", "accelerated"),
            "scenario",
            "As the scenario says, as in history, or accelerated.",
            "17.0",
        ),
    )
    boxes = BOX
    tables: ClassVar = {"box": BOXES, "bridge": BRIDGES}
    events: ClassVar[dict[str, Event]] = _AnyEvent()
    length = "8 h"
    difficulty = 4
    side_info: ClassVar[dict[str, SideInfo]] = {
        "german": SideInfo("German", "cross"),
        "allied": SideInfo("Allied", "star"),
    }
    state_type = OffensiveState
    sequence = GameTurn
    roster = ROSTER
    first_day = FIRST_DAY
    unit_names = UNIT_NAMES
    place_names = HEX_NAMES
    board = BOARD

    def set_up(self, s: OffensiveState) -> None:
        """17.0 Set-up."""
        place_all(s)
        s.push(GameTurn(0))

    # --- for people ------------------------------------------------------------------------------------------------------------------

    def view(self, s: OffensiveState, side: str | None) -> dict[str, Any]:
        found = _module("view")
        if found is not None:
            return found.view(s)
        names = HEX_NAMES.names
        return {
            "pieces": [
                {
                    "id": UNIT_NAMES.names[u],
                    "at": names[at] if at >= 0 else BOXES.names[~at],
                    "status": [],
                    "badges": [],
                }
                for u, at in enumerate(s.at)
            ],
            "markers": [],
            "tracks": [],
            "days": [],
            "gauge": None,
            "calendar": [],
            "places": {},
        }

    def printed_more(self, unit: int) -> dict[str, Any]:
        factors = {
            "strength": STRENGTH[unit],
            "movement": MA[unit],
            "factors": f"{STRENGTH[unit]}-{MA[unit]}",
            "steps": None,
        }
        return factors | {"mechanized": bool(MECH >> unit & 1)}


GAME = ArdennesOffensive()
if (_story := _module("story")) is not None:
    ArdennesOffensive.events = _story.EVENTS
