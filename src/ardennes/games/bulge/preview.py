"""12.1 What is at stake in a fight: strengths, shifts, columns and the chance of each result (format: `ardennes.core.preview`)."""

from __future__ import annotations

from typing import Any

from ardennes.core import preview
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.names import each
from ardennes.core.preview import row, shift
from ardennes.core.results import Weighted
from ardennes.core.wording import counted
from ardennes.games.bulge import strength
from ardennes.games.bulge.facts import CF, CRTS, ROSTER, SHIFTS, SIDE, SIDES, UNIT_NAMES, column_of, defence_of, shifted
from ardennes.games.bulge.results import exchange_losses
from ardennes.games.bulge.state import BulgeState, total_cf

_GROUND = {
    "rough": "Rough ground",
    "light": "Light woods",
    "heavy": "Heavy woods",
    "town": "Town",
    "west wall": "West Wall",
}


def final_columns(diff: int, steady: int, mist: bool) -> Weighted:
    """The column to roll in, or two weighted columns while the mist die is still to be rolled."""
    if not mist:
        return [(shifted(diff, steady), 1)]
    yes = SHIFTS["mist_up_to"]
    return [(shifted(diff, steady + SHIFTS["mist_german"]), yes), (shifted(diff, steady), 6 - yes)]


def fight(
    s: BulgeState,
    after: bool,
    target: Unit,
    attackers: Units,
    support: int,
    crts: tuple[str, ...],
    *,
    chosen: bool = False,
    settled: int | None = None,
) -> dict[str, Any]:
    """A fight so far. `settled`: all shifts, once the mist die has been rolled."""
    side = 1 - SIDE[target]
    diff = strength.differential(s, target, attackers)
    steady = strength.steady_shift(s, side, after, support)
    mist = strength.needs_mist_die(s, side, after) and settled is None
    columns = final_columns(diff, steady if settled is None else settled, mist)
    attack = total_cf(attackers)
    return preview.fight(
        s.game,
        f"Attack on {ROSTER.name[target]}",
        "12.1",
        s.at[target],
        attackers,
        1 << target,
        sides=[
            preview.strength(SIDES[side], "attack", attack, [_unit_row(u) for u in each(attackers)]),
            preview.strength(SIDES[1 - side], "defence", attack - diff, _defence(s, target, attackers)),
        ],
        compare=("Difference", f"{diff:+d}" if diff else "0", f"{attack} - {attack - diff}"),
        shifts=_shifts(s, side, after, support, mist, 0 if settled is None else settled - steady),
        tables=[
            with_losses(CRTS[crt].preview(column_of(diff), columns, chosen), CF[target], attackers) for crt in crts
        ],
        warnings=[] if chosen else _warnings(s, after, target, attackers),
    )


def with_losses(table: dict[str, Any], defender_cf: int, attackers: Units) -> dict[str, Any]:
    """12.2-Ex: what an exchange would cost these attackers."""
    lost = total_cf(exchange_losses(defender_cf, attackers)[0]) if attackers else 0
    for result in table["outcomes"]:
        if result["label"] == "Ex":
            result["text"] = f"defender destroyed, attackers lose {lost or 'nothing'}"
            result["kind"] = "for" if lost < defender_cf else "neither"
    return table


def _unit_row(unit: Unit) -> dict[str, Any]:
    return row(ROSTER.name[unit], CF[unit], UNIT_NAMES.names[unit])


def _defence(s: BulgeState, target: Unit, attackers: Units) -> list[dict[str, Any]]:
    out = [_unit_row(target)]
    out += [row(_GROUND[name], f"+{n}", case="D-TEC") for name, n in defence_of(s.at[target], SIDE[target])]
    river = strength.river_bonus(s, target, attackers)
    if river:
        out.append(row("River", f"+{river}", case="D-TEC"))
    return out


def _columns_moved(n: int) -> str:
    return f"{abs(n)} {'right' if n > 0 else 'left'}"


def _shifts(s: BulgeState, side: Side, after: bool, support: int, mist: bool, misty: int) -> list[dict[str, str]]:
    weather = s.weather.capitalize() if s.weather != "clear" else "Clear sky"
    missions = f"Ground support, {counted(support, 'mission')}"
    found = [
        ("Surprise", strength.surprise(s, side, after), "5.0-1"),
        (weather, strength.weather_shift(s, side, after), "6.1"),
        (missions, support * SHIFTS["ground_support"], "7.3"),
        ("Mist", misty, "6.1"),
    ]
    out = [shift(text, _columns_moved(n), case) for text, n, case in found if n]
    if mist:
        out.append(shift(f"Mist, on a die of 1-{SHIFTS['mist_up_to']}", _columns_moved(SHIFTS["mist_german"]), "6.1"))
    return out


def _warnings(s: BulgeState, after: bool, target: Unit, attackers: Units) -> list[str]:
    out = []
    missing = strength.must_join(s, after, target, attackers)
    if missing:
        out.append(f"Must take part, with nobody else to attack: {s.names(missing)}.")
    dry = strength.out_of_supply(s, attackers)
    if dry:
        out.append(f"Out of supply, so only the Secondary table: {s.names(dry)}.")
    return out
