"""Corrections: applied last, so what a rulebook prints overrides the geography."""

from __future__ import annotations

from typing import Any

from ardennes.atlas.recipe import Correction, Recipe

Places = dict[str, dict[str, Any]]
Sides = dict[tuple[str, str], dict[str, Any]]


def apply_corrections(recipe: Recipe, places: Places, sides: Sides) -> None:
    """Apply every correction in order; sides without attributes are left out."""
    for correction in recipe.corrections:
        for what in targets(correction, places, sides):
            what.update(correction.set)
            for name in correction.unset:
                what.pop(name, None)
            what["source"] = _source(what.get("source", ""), correction)
    for key in [k for k, what in sides.items() if not set(what) - {"source"}]:
        del sides[key]


def targets(correction: Correction, places: Places, sides: Sides) -> list[dict[str, Any]]:
    """The attributes of the hexes or sides that a correction is about."""
    if correction.kind == "hex":
        return [places[h] for h in correction.hexes]
    pairs = zip(correction.hexes, correction.hexes[1:], strict=False)
    return [sides.setdefault((min(pair), max(pair)), {}) for pair in pairs]


def holds(correction: Correction, places: Places, sides: Sides) -> bool:
    """Does the board already have what a correction says? (Asked of the geography alone.)"""
    if correction.kind == "hex":
        found = [places[h] for h in correction.hexes]
    else:
        pairs = zip(correction.hexes, correction.hexes[1:], strict=False)
        found = [sides.get((min(pair), max(pair)), {}) for pair in pairs]
    return all(
        all(what.get(k) == v for k, v in correction.set.items()) and not any(k in what for k in correction.unset)
        for what in found
    )


def _source(before: str, correction: Correction) -> str:
    """A hex's or side's source with that of a correction added."""
    names = ", ".join([*correction.set, *(f"no {name}" for name in correction.unset)])
    new = f"{names}: {tag(correction.source, correction.case)}"
    parts = [part for part in before.split("; ") if part and part != new]
    return "; ".join([new, *parts])


def tag(source: str, case: str) -> str:
    """A source with its case."""
    return f"{source} {case}" if case else source


def derive_bridges(sides: Sides) -> None:
    """A side has a bridge exactly when it has a road and a river or ford; a blown one stays blown."""
    for what in sides.values():
        crossing = "road" in what and ("river" in what or "ford" in what)
        if not crossing:
            what.pop("bridge", None)
        elif "bridge" not in what:
            what["bridge"] = 1
