"""9.3 What is at stake in a fight: strengths with what changes them, odds, the chance of each result, and the risks (format:
`ardennes.core.preview`)."""

from __future__ import annotations

from typing import Any

from ardennes.core.kinds import Places, Side, Units
from ardennes.core.names import bits, each
from ardennes.core.preview import row, shift, strength
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    COLUMNS,
    CRTS,
    HEX_NAMES,
    SIDE,
    SIDES,
    STRENGTH,
    UNIT_NAMES,
    odds_column,
)
from ardennes.games.ardennes_offensive.retreat import Retreating
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import (
    attack_factor,
    attack_strength,
    by_hex,
    defence_factor,
    defence_strength,
    defenders,
    face,
    half,
    immune,
    isolated_now,
    table_of,
)


def place_title(place: int) -> str:
    """A hex's display name, with its town if it has one."""
    town = BOARD.places[place].get("town")
    return f"{town} ({HEX_NAMES.names[place]})" if town else HEX_NAMES.names[place]


def fight(
    s: OffensiveState,
    attackers: Units,
    hexes: Places,
    waived: Places = 0,
    *,
    chosen: bool = False,
    final: int | None = None,
) -> dict[str, Any] | None:
    """A fight of some attackers against some hexes. `final`: the column, if the odds have been lowered."""
    if not attackers:
        return None
    side: Side = SIDE[attackers.bit_length() - 1]
    foe = 1 - side
    isolated = isolated_now(s, foe, hexes)
    attack, defence = attack_strength(s, attackers), defence_strength(s, foe, hexes, isolated)
    base = odds_column(attack, defence)
    column = base if final is None else final
    table = CRTS[table_of(s, side)]
    there = s.units_in(foe, hexes)
    first = (hexes & -hexes).bit_length() - 1
    lowered = [shift("Odds lowered", f"to {COLUMNS[column]}", "9.4L")] if column != base else []
    results = sorted({line[column] for line in table.rows})
    return {
        "title": f"Attack on {s.names(there)}",
        "place": HEX_NAMES.names[first],
        "place_title": " and ".join(place_title(place) for place in each(hexes)),
        "case": "9.0",
        "attackers": UNIT_NAMES.list_of(attackers),
        "defenders": UNIT_NAMES.list_of(there),
        "sides": [
            strength(SIDES[side], "attack", attack, _rows(s, side, attackers, s.unsupplied, attacks=True)),
            strength(SIDES[foe], "defence", defence, _rows(s, foe, there, isolated, attacks=False)),
        ],
        "compare": {"title": "Odds", "text": COLUMNS[base], "note": f"{attack} to {defence}"},
        "shifts": lowered,
        "tables": [table.preview(base, [(column, 1)], chosen)],
        "warnings": _warnings(s, attackers, there, waived, results),
        "note": "Odds are rounded down in the defender's favour.",
    }


def _rows(s: OffensiveState, side: Side, units: Units, low: Units, *, attacks: bool) -> list[dict[str, Any]]:
    """Printed strengths hex by hex, each followed by what changes them."""
    out = []
    fights = units if attacks else defenders(s, side, s.places_of(units))
    for place, here in by_hex(s, units):
        for u in each(here):
            joined = not fights >> u & 1
            out.append(row(s.name(u), 0 if joined else STRENGTH[u], UNIT_NAMES.names[u], "E-9.0-1" if joined else ""))
        here &= fights
        if here & low:
            n = face(here & low)
            out.append(row("Out of supply" if attacks else "Isolated", f"{n} halved: {half(n)}", case="12.6"))
        if here & s.road:
            out.append(row("Road mode", "halved", case="6.6K"))
        factor = (attack_factor if attacks else defence_factor)(s, side, place)
        if factor > 1 and here:
            name, case = ("First turn", "4.2") if s.turn == 1 else ("West Wall", "11.0-westwall")
            out.append(row(name, f"\u00d7 {factor}", case=case))
    return out


def _stuck(s: OffensiveState, units: Units, count: int) -> Units:
    """Those of some units that could not retreat so far if all of them had to go now."""
    return bits(u for u in each(units) if not Retreating(s, u, count).open)


def _warnings(s: OffensiveState, attackers: Units, there: Units, waived: Places, results: list[str]) -> list[str]:
    """What can go wrong, and what a retreat would do."""
    out = []
    for kind, units, who in (("Ar", attackers, "attackers"), ("Dr", there, "defenders")):
        longest = max((int(result[2:]) for result in results if result[:2] == kind), default=0)
        if not longest:
            continue
        safe = immune(s, units)
        safe &= ~s.units_in(SIDE[units.bit_length() - 1], waived) if safe else 0
        if safe:
            out.append(f"{kind} does not move these {who}: {s.names(safe)}.")
        stuck: dict[Units, list[str]] = {}
        for result in (f"{kind}{count}" for count in range(1, longest + 1)):
            lost = _stuck(s, units & ~safe, int(result[2:])) if result in results else 0
            if lost:
                stuck.setdefault(lost, []).append(result)
        for lost, when in stuck.items():
            they = "they" if lost & lost - 1 else "it"
            out.append(f"{', '.join(when)}: {s.names(lost)} could not retreat now; {they} would be lost.")
    if "Ex" in results:
        side = SIDE[there.bit_length() - 1] if there else 0
        owed = face(defenders(s, side, s.places_of(there)))
        have = face(attackers)
        out.append(
            f"Ex costs the attacker units of at least {owed} in printed strength, out of {have}."
            if have > owed
            else "Ex costs the attacker every unit in the attack."
        )
    dry = attackers & s.unsupplied
    if dry:
        out.append(f"Out of supply, attacking at half strength: {s.names(dry)}.")
    marching = (attackers | there) & s.road
    if marching:
        out.append(f"In road mode, and must leave it in the next movement phase: {s.names(marching)}.")
    return out
