"""The format of a preview: what is at stake in a question. It is the same for every game, so page and terminal can draw any of them.

{"title": "Attack on 106 Inf", "place": "0804", "place_title": "...", "case": "12.1", "attackers": [units], "defenders": [units],
 "sides": [{"side": "german", "role": "attack", "total": 6, "text": "6" or "6 dice",
            "rows": [{"text": "18 VG", "value": "3", "unit": id or None, "case": ""}]}, ...],
 "compare": {"title": "Difference", "text": "+3", "note": "6 - 3"},
 "shifts": [{"text": "Surprise", "value": "1 right", "case": "5.0"}],
 "tables": [{"id": "primary", "title": "Primary table", "chosen": False,
             "columns": [{"label": "+3 +5", "name": "+3 to +5", "state": "" or "base" or "final"}],
             "outcomes": [{"label": "De", "text": "defender destroyed", "chance": 0.1667, "faces": [1],
                           "kind": "for" or "neither" or "against", "group": "" or "Hits on the defender"}]}],
 "warnings": ["..."], "note": "how to read it, where that is not plain",
 "draws": the chits drawn so far (see `draws`), None if there are none}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ardennes.core.game import Game
from ardennes.core.kinds import Place, Units


def row(text: str, value: object, unit: str | None = None, case: str = "") -> dict[str, Any]:
    """One line of a side's strength."""
    return {"text": text, "value": str(value), "unit": unit, "case": case}


def strength(side: str, role: str, total: int, rows: Sequence[dict[str, Any]], text: str = "") -> dict[str, Any]:
    """What one side contributes; `text` says the total in words if it is more than a number."""
    return {"side": side, "role": role, "total": total, "text": text or str(total), "rows": list(rows)}


def shift(text: str, value: str, case: str) -> dict[str, str]:
    """Something that changes the column."""
    return {"text": text, "value": value, "case": case}


def outcome(label: str, text: str, chance: float, faces: Sequence[int], kind: str, group: str = "") -> dict[str, Any]:
    """One result: its chance, the die faces that give it (none if that depends on another die), and whom it favours. If a table tells of
    several things at once, the results of each are a `group` with a title."""
    return {
        "label": label,
        "text": text,
        "chance": round(chance, 4),
        "faces": list(faces),
        "kind": kind,
        "group": group,
    }


def draws(
    chits: Sequence[tuple[str, str, str, str]], most: int, left: int, sums: Sequence[tuple[str, int, str]]
) -> dict[str, Any]:
    """The chits drawn so far in a fight: each with what is read off it, what that means, and whom it favours; how many can be drawn in all,
    how many are left in the cup, and what they add up to (title, number, words)."""
    return {
        "chits": [dict(zip(("chit", "face", "text", "kind"), chit, strict=True)) for chit in chits],
        "most": most,
        "left": left,
        "sums": [dict(zip(("title", "value", "text"), one, strict=True)) for one in sums],
    }


def fight(
    game: Game,
    title: str,
    case: str,
    place: Place,
    attackers: Units,
    defenders: Units,
    *,
    sides: Sequence[dict[str, Any]],
    compare: tuple[str, str, str],
    shifts: Sequence[dict[str, str]],
    tables: Sequence[dict[str, Any]],
    warnings: Sequence[str] = (),
    note: str = "",
) -> dict[str, Any]:
    """The whole preview of a fight; `compare` is title, text and note."""
    return {
        "title": title,
        "place": game.place_name(place),
        "place_title": game.place_title(place),
        "case": case,
        "attackers": game.unit_names.list_of(attackers),
        "defenders": game.unit_names.list_of(defenders),
        "sides": list(sides),
        "compare": dict(zip(("title", "text", "note"), compare, strict=True)),
        "shifts": list(shifts),
        "tables": list(tables),
        "warnings": list(warnings),
        "note": note,
        "draws": None,
    }
