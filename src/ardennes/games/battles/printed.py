"""What is printed on bridges, dumps, formations and plans (`Game.printed_thing`). The same for everybody, so nothing secret is in it."""

from __future__ import annotations

from typing import Any

from ardennes.core.names import each, town_titles
from ardennes.games.battles.facts import (
    BOARD,
    BRIDGE_SIDES,
    BRIDGES,
    DUMP_HEXES,
    HEX_NAMES,
    IN_FORMATION,
    PLAN_ROWS,
    ROSTER,
    SIDES,
    UNIT_NAMES,
)

_TITLES = town_titles(BOARD)


def printed(kind: str, number: int) -> dict[str, Any]:
    """What is printed on one thing of a table."""
    if kind == "bridge":
        return {"title": bridge_title(number), "between": [HEX_NAMES.names[place] for place in BRIDGE_SIDES[number]]}
    if kind == "dump":
        place = DUMP_HEXES[number]
        return {"title": _TITLES[place], "side": SIDES[1], "between": [HEX_NAMES.names[place]]}
    if kind == "formation":
        units = IN_FORMATION[number]
        first = each(units)[0]
        row = ROSTER.more[first]
        return {
            "title": row["corps_title"],
            "kind": row["corps_title"].rpartition(" ")[2].lower(),
            "side": SIDES[ROSTER.side[first]],
            "color": f"--{row['color']}",
            "units": UNIT_NAMES.list_of(units),
        }
    if kind == "plan":
        row = PLAN_ROWS[number]
        worth = ", ".join(f"{_TITLES[BOARD.index[name]]} {points}" for name, points in row["values"].items())
        return {"title": row["title"], "text": f"{row['about']} Extra points: {worth}.", "side": SIDES[0]}
    return {}


def bridge_title(number: int) -> str:
    """A bridge by its river and the nearest town: "Our at Dasburg (D1916-D1917)"."""
    a, b = BRIDGE_SIDES[number]
    river = str(BOARD.sides[a, b]["river"]).partition("/")[0]
    town = BOARD.places[a].get("town") or BOARD.places[b].get("town")
    return f"{river} at {town} ({BRIDGES.names[number]})" if town else f"{river} at {BRIDGES.names[number]}"
