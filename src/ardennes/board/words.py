"""A place of a board in words: its ground, its roads and rivers, and whatever else its file says about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

_DRAWN = frozenset(
    {
        "terrain",
        "town",
        "size",
        "also",
        "latlon",
        "source",
        "front",
        "xy",
        "shape",
        "label",
        "counter",
        "stack",
        "off",
        "bank",
        "control",
        "road_off",
        "vp",
        "exit",
        "exit_until",
        "no_exit",
        "dump",
    }
)
"""Attributes that are described separately, concern only the drawing or the set-up, or are told by the game in its own words, because what
they mean depends on the scenario."""
_WORDS = {"west_wall": "West Wall", "supply": "supply source"}


def ground_text(what: Mapping[str, Any], legend: Mapping[str, Any]) -> str:
    """The kinds of ground of a place, as the board's legend names them.

    >>> ground_text({"terrain": ["light"]}, {"light": {"name": "Light woods"}})
    'light woods'
    """
    return ", ".join(str(legend.get(code, {}).get("name", code)).lower() for code in ground_codes(what))


def ground_codes(what: Mapping[str, Any]) -> list[str]:
    """The kinds of ground of a place as the board file writes them."""
    terrain = what.get("terrain", [])
    return [terrain] if isinstance(terrain, str) else list(terrain)


def place_text(
    what: Mapping[str, Any],
    around: Iterable[tuple[str, Mapping[str, Any]]],
    legend: Mapping[str, Any],
    titles: Mapping[str, str],
) -> str:
    """A place in words: its ground, roads, rivers and features.

    >>> place_text({"terrain": ["heavy"], "town": "Vianden"}, [("0708", {"road": 1, "river": "Our", "bridge": 1})], {}, {"0708": "0708"})
    'heavy; road to 0708; Our towards 0708, bridge; Vianden'

    A bridge may be described by what has become of it.

    >>> place_text({"terrain": ["heavy"]}, [("0708", {"river": "Our", "bridge": "blown bridge"})], {}, {"0708": "0708"})
    'heavy; Our towards 0708, blown bridge'
    """
    parts = [ground_text(what, legend)]
    around = list(around)
    for level, word in ((1, "road"), (2, "minor road")):
        ways = [titles[other] for other, side in around if side.get("road") == level]
        if ways:
            parts.append(f"{word} to {_listed(ways)}")
    if what.get("road_off"):
        edges = what["road_off"]
        parts.append(f"road off the map to the {_listed([edges] if isinstance(edges, str) else edges)}")
    rivers: dict[tuple[str, str], list[str]] = {}
    for other, side in around:
        name = side.get("river") or side.get("ford")
        if name:
            bridge = side.get("bridge") or ""
            text = bridge if isinstance(bridge, str) else "bridge"
            rivers.setdefault((str(name), text), []).append(titles[other])
    for (name, bridge), ways in rivers.items():
        parts.append(f"{name} towards {_listed(ways)}" + (f", {bridge}" if bridge else ""))
    if what.get("town"):
        parts.append(str(what["town"]))
    parts += traits(what)
    return "; ".join(part for part in parts if part)


def traits(what: Mapping[str, Any]) -> list[str]:
    """What else the board says about a place."""
    also = [f"also {_listed(what['also'])}"] if what.get("also") else []
    return also + [_said(key, value) for key, value in what.items() if key not in _DRAWN and value]


def _said(key: str, value: Any) -> str:
    word = _WORDS.get(key, key.replace("_", " "))
    if value is True or value == 1:
        return word
    if key in ("supply", "entry") and isinstance(value, str):
        return f"{value.capitalize()} {word}"
    if key == "reduction":
        held, taken = value
        less = f", {taken or 'none'} if the attacker holds it" if taken != held else ""
        return f"cancels {held} hit{'' if held == 1 else 's'}{less}"
    if isinstance(value, list):
        return f"{word} {_listed(str(v) for v in value)}"
    return f"{word} {value}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)


def border_text(side: Mapping[str, Any]) -> str:
    """The border between two places in a few words: a road or none, and what flows there.

    >>> border_text({"road": 1, "river": "Our"}), border_text({"river": "Our", "bridge": 1}), border_text({"road": 2, "ford": "Salm"})
    ('road, Our', 'no road, Our with a bridge', 'minor road, ford of the Salm')
    """
    road = {0: "no road", 2: "minor road"}.get(int(side.get("road") or 0), "road")
    if side.get("river"):
        bridge = " with a bridge" if side.get("bridge") and not side.get("road") else ""
        return f"{road}, {side['river']}{bridge}"
    return f"{road}, ford of the {side['ford']}" if side.get("ford") else road
