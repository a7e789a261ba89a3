"""9.3 to 9.5 What is at stake in a fight: strengths, odds, number of chits, chance of hits (format: `ardennes.core.preview`)."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Place, Units
from ardennes.core.names import each
from ardennes.core.preview import draws, outcome, row, shift, strength
from ardennes.core.wording import counted
from ardennes.games.enemy_action import chits
from ardennes.games.enemy_action.facts import BOARD, CHITS, HEX_NAMES, ROSTER, SIDES, UNIT_NAMES
from ardennes.games.enemy_action.state import EnemyActionState, foe
from ardennes.games.enemy_action.strength import (
    COMBAT,
    across,
    attack,
    attacker,
    candidates,
    chit_rows,
    defence,
    defending,
    doubled,
    maximum,
    minimum,
)

_MANY = 4
"""From this number on hits are shown together."""
_TABS = 5
"""So many numbers of chits are shown side by side."""


def place_title(place: Place) -> str:
    """A hex's display name, with its town if it has one."""
    town = BOARD.places[place].get("town")
    return f"{town} ({HEX_NAMES.names[place]})" if town else HEX_NAMES.names[place]


def ratio_text(mine: int, theirs: int) -> str:
    """The odds in words: "2.4 to 1"."""
    if not theirs:
        return f"{mine} to 0"
    value = mine / theirs
    return f"{value:.1f} to 1".replace(".0 ", " ")


def planned(s: EnemyActionState, target: Place, units: Units) -> EnemyActionState:
    """A copy of the position in which these units attack a hex."""
    new = s.clone()
    side = attacker(s)
    new.target, new.attackers = target, units
    new.defenders = defending(s, foe(side), target) if target != s.target else s.defenders
    return new


def all_out(s: EnemyActionState, target: Place) -> dict[str, Any] | None:
    """An attack with everybody who can take part."""
    return fight(planned(s, target, candidates(s, attacker(s), target)))


def fight(s: EnemyActionState) -> dict[str, Any] | None:
    """The fight as it stands; None if nobody attacks yet."""
    if s.target < 0 or not s.attackers or not s.defenders:
        return None
    side = attacker(s)
    mine, theirs = attack(s), defence(s)
    least, most = minimum(s), maximum(s)
    drawn = s.drawn.bit_count()
    tables = [_table(s, n, n - drawn, s.total == n) for n in _worth_showing(s, least, most)]
    return {
        "title": f"Attack on {s.names(s.defenders)}",
        "place": HEX_NAMES.names[s.target],
        "place_title": place_title(s.target),
        "case": "9",
        "attackers": UNIT_NAMES.list_of(s.attackers),
        "defenders": UNIT_NAMES.list_of(s.defenders),
        "sides": [
            strength(SIDES[side], "attack", mine, _attack_rows(s)),
            strength(SIDES[foe(side)], "defence", theirs, _defence_rows(s)),
        ],
        "compare": {"title": "Odds", "text": ratio_text(mine, theirs), "note": f"{mine} : {theirs}"},
        "shifts": _shifts(s, least, most),
        "tables": tables,
        "warnings": [],
        "note": f"{counted(least, 'chit')} must be drawn, up to {most} can be."
        if most > least
        else f"{counted(least, 'chit')} must be drawn.",
        "draws": _drawn(s, s.total or most) if drawn else None,
    }


def _drawn(s: EnemyActionState, most: int) -> dict[str, Any]:
    """9-step4: the chits drawn so far, and their hits as they count."""
    here, shown = chits.scene(s), []
    for chit in each(s.drawn):
        part = here.up(chit)
        a, d = here.hits(part)
        kind = "for" if d > a else "against" if a > d else "neither"
        face, text = (chits.hits_text(part), chits.situation_text(part)) if part else ("", "does not apply")
        if chits.pending(s, chit) and maximum(s) >= chits.LARGE:
            face, text = "?", "counts only in a large attack"
        shown.append((CHITS.names[chit], face, text, kind))
    a, d = chits.adjusted(s, here)
    words = {0: "none", 1: "one step"}
    sums = [
        ("Hits on the defender", d, words.get(d, f"{d} steps")),
        ("Hits on the attacker", a, words.get(a, f"{a} steps")),
    ]
    return draws(shown, most, s.cup.bit_count(), [(title, n, text if n else "") for title, n, text in sums])


def _unit_row(s: EnemyActionState, unit: int) -> dict[str, Any]:
    value = f"[{s.strength(unit)}]" if s.bracketed(unit) else str(s.strength(unit))
    return row(ROSTER.name[unit], value, UNIT_NAMES.names[unit])


def _attack_rows(s: EnemyActionState) -> list[dict[str, Any]]:
    out = [_unit_row(s, u) for u in each(s.attackers)]
    wet = across(s, s.attackers, s.target)
    if wet:
        lost = sum(s.strength(u) for u in each(s.attackers)) - attack(s)
        out.append(row("Across a river", f"-{lost}", case="9.4-ratio"))
    return out


def _defence_rows(s: EnemyActionState) -> list[dict[str, Any]]:
    out = [_unit_row(s, u) for u in each(s.defenders)]
    what = doubled(s)
    if what:
        out.append(row("City" if what == "city" else "Westwall", "x2", case="9.4-ratio"))
    return out


def _shifts(s: EnemyActionState, least: int, most: int) -> list[dict[str, str]]:
    out = [shift("Minimum draw: steps of the defenders", str(least), "9.3-minimum")]
    out += [shift(text, f"{n:+d}", case) for text, n, case in chit_rows(s)]
    out.append(shift("Maximum draw", str(most), "9.3-maximum"))
    if cover := chits.cover(s):
        out.append(shift(f"Defender in {cover}", f"{counted(int(COMBAT['cover']), 'hit')} fewer", "9.5-adjust"))
    if relief := chits.relief(s):
        out.append(
            shift("Defender isolated", "no hits on the attacker", "9.5-adjust")
            if relief < 0
            else shift(
                "Defender dispersed, out of supply or out of fuel",
                f"{counted(relief, 'hit')} fewer on the attacker",
                "9.5-adjust",
            )
        )
    return out


def _worth_showing(s: EnemyActionState, least: int, most: int) -> list[int]:
    """The numbers of chits to show the chances for: the declared one, or all that can be declared. If these are many, the last stands for
    those before it."""
    if s.total:
        return [s.total]
    some = list(range(least, most + 1))
    return some if len(some) <= _TABS else [*some[: _TABS - 1], most]


def _table(s: EnemyActionState, draws: int, more: int, chosen: bool) -> dict[str, Any]:
    """The chances of hits on both sides with a number of chits in all."""
    found = chits.outlook(s, max(more, 0))
    outcomes = []
    for who, role in ((1, "defender"), (0, "attacker")):
        by_hits = [0.0] * (_MANY + 1)
        for hits, chance in found["chances"].items():
            by_hits[min(hits[who], _MANY)] += chance
        for n, chance in enumerate(by_hits):
            if chance:
                label = f"{role[0].upper()}{n}{'+' if n == _MANY else ''}"
                kind = "neither" if not n else "for" if who else "against"
                text = "none" if not n else f"{label[1:]} {'hit' if n == 1 else 'hits'}"
                outcomes.append(outcome(label, text, chance, [], kind, f"Hits on the {role}"))
    return {"id": str(draws), "title": counted(draws, "chit"), "chosen": chosen, "columns": [], "outcomes": outcomes}
