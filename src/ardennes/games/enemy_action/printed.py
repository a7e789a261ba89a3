"""2.22, 2.3 What is printed on cards, chits and formations, as people read it. It is the same for everybody, so nothing here is secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ardennes.games.enemy_action import chits
from ardennes.games.enemy_action.charts import when
from ardennes.games.enemy_action.facts import (
    CARD_FACTS,
    CHIT_FACTS,
    EVENT_ROWS,
    GROUP_ROWS,
    GROUP_TITLE,
    GROUPS,
    HEX_NAMES,
    IN_GROUP,
    REACTION_ROWS,
    RIVER_SIDES,
    RIVER_TITLES,
    SIDES,
    TABLES,
    TACTIC_ROWS,
    UNIT_NAMES,
    CardFacts,
    Dated,
)

_SHORT = {
    " Division": "",
    " and ": " · ",
    ", ": " · ",
    "Volksgrenadier": "VG",
    "Panzergrenadier": "PzGren",
    "Fallschirmjäger": "FJ",
    "Infantry": "Inf",
    "Armored": "Armd",
    "Armoured": "Armd",
    "Airborne": "Abn",
    "Brigade": "Bde",
    "Kampfgruppe": "KG",
}
"""How the name of a formation is shortened where there is little room."""


def printed(kind: str, number: int) -> dict[str, Any]:
    """What is printed on one thing of a table (`Game.printed_thing`)."""
    if kind == "card":
        return _card(CARD_FACTS[number])
    if kind == "chit":
        return _chit(number)
    if kind == "formation":
        row = GROUP_ROWS[number]
        units = UNIT_NAMES.list_of(IN_GROUP[number])
        return {
            "title": row["title"],
            "kind": row["kind"],
            "side": row["side"],
            "color": _color(number),
            "units": units,
        }
    if kind == "river":
        return {"title": RIVER_TITLES[number], "between": [HEX_NAMES.names[place] for place in RIVER_SIDES[number]]}
    rows = {"event": EVENT_ROWS, "tactic": TACTIC_ROWS, "reaction": REACTION_ROWS}.get(kind)
    if rows is None:
        return {}
    return {"title": rows[number]["title"], "text": rows[number]["text"], "side": rows[number].get("side")}


def short_title(title: str) -> str:
    """A card's title, shortened.

    >>> short_title("18th Volksgrenadier Division and 62nd Volksgrenadier Division")
    '18th VG · 62nd VG'
    """
    for word, short in _SHORT.items():
        title = title.replace(word, short)
    return title


def _color(formation: int) -> str | None:
    color = GROUP_ROWS[formation]["color"] if formation >= 0 else ""
    return f"--{color}" if color else None


# --- cards ---------------------------------------------------------------------------------------------------------------


def _card(card: CardFacts) -> dict[str, Any]:
    return {
        "title": card.title,
        "short": short_title(card.title) if card.kind == "division" else card.title.split(" (")[0],
        "text": card.text,
        "kind": "" if card.kind == "none" else card.kind,
        "side": SIDES[card.side],
        "case": "2.3",
        "corner": str(card.number),
        "color": _color(card.corps),
        "formations": [GROUPS.names[g] for g in card.activate],
        "lines": [{"tag": tag, "text": text} for tag, text in _lines(card)],
        "foot": {"tag": "Combat", "text": _tactics(card)} if card.any_tactic or card.tactics else None,
    }


def _lines(card: CardFacts) -> Iterator[tuple[str, str]]:
    """What a card can be played for, each in a few words under a tag."""
    for event, dates in card.special:
        yield "Special", _dated(EVENT_ROWS, ((event, dates),))
    if card.activate:
        yield "Activate", _activates(card)
    if card.kampfgruppe:
        yield "Kampfgruppe", f"units of {'any army' if card.kampfgruppe == 'all' else 'the army'} around a hex"
    if card.ignore_zoc:
        some = ", ".join(f"{short_title(GROUP_TITLE[g])} on {dates} Dec" for g, dates in card.ignore_zoc)
        yield "Through enemy zones", some
    if card.deploy:
        yield "Reserves", "all of these" if card.kind == "division" else f"all of the {card.kind}"
    if card.deploy_one >= 0:
        yield "Reserves", f"one unit of {short_title(GROUP_TITLE[card.deploy_one])}"
    if card.rp:
        dates = TABLES["dates"]["replacements"]
        yield "Replace", f"{card.rp} {'step' if card.rp == 1 else 'steps'}{_brackets(dates)}"
    if card.any_event:
        yield "Event", "any of your side"
    elif card.events:
        yield "Event", _dated(EVENT_ROWS, card.events)
    if card.reactions:
        yield "Reaction", _dated(REACTION_ROWS, card.reactions)
    if card.one_unit:
        yield "Or", "any one unit in supply, no attack"
    if card.no_fuel:
        some = "; ".join(f"{short_title(GROUP_TITLE[g])} {', '.join(map(str, days))}" for g, days in card.no_fuel)
        yield "No fuel", f"{some} Dec"


def _activates(card: CardFacts) -> str:
    titles = [short_title(GROUP_TITLE[g]) for g in card.activate]
    extra = " and all stacked with it; each attack has a free tactic" if card.stacked else ""
    if card.kind in ("army", "army group"):
        return f"one corps{extra}"
    if card.kind == "corps":
        return f"the whole corps{extra}"
    return " or ".join(filter(None, (", ".join(titles[:-1]), titles[-1]))) + extra


def _tactics(card: CardFacts) -> str:
    text = "any tactic" if card.any_tactic else _dated(TACTIC_ROWS, card.tactics)
    return f"{text}; comes back{_brackets(card.returns)}" if card.returns else text


def _dated(rows: Sequence[dict[str, Any]], some: Dated) -> str:
    return ", ".join(f"{rows[number]['title']}{_brackets(dates)}" for number, dates in some)


def _brackets(dates: str) -> str:
    return f" ({when(dates)} Dec)" if dates else ""


# --- chits ---------------------------------------------------------------------------------------------------------------


def _chit(number: int) -> dict[str, Any]:
    chit = CHIT_FACTS[number]
    sides = (chit.front, chit.back)
    return {
        "title": " / ".join(dict.fromkeys(chits.situation_text(part) for part in sides)),
        "text": "; ".join(chits.chit_text(part) for part in sides),
        "kind": "blue" if chit.blue else "",
        "case": "2.22",
        "lines": [{"tag": chits.hits_text(part), "text": chits.situation_text(part)} for part in sides],
    }
