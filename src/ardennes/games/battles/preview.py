"""b9.3 What is at stake in an attack: strengths, odds, shifts, exact chances with all dice that are still open, and the risks (format:
`ardennes.core.preview`)."""

from __future__ import annotations

from typing import Any

from ardennes.core import preview as core
from ardennes.core.kinds import Place, Units
from ardennes.core.limits import offered
from ardennes.core.names import each
from ardennes.core.preview import row, shift
from ardennes.core.wording import counted
from ardennes.games.battles.facts import (
    ARTILLERY,
    BARRAGE,
    COLUMNS,
    CRT,
    DIE,
    SIDES,
    TABLES,
    UNIT_NAMES,
    odds_column,
)
from ardennes.games.battles.state import BattlesState, foe
from ardennes.games.battles.strength import (
    MOST_LEFT,
    Spread,
    across_river,
    attack_spread,
    attack_value,
    attacker,
    blocking,
    breakdown_number,
    columns,
    defence_spread,
    defence_value,
    defenders,
    features,
    fighting,
    fpf_value,
    gains,
    left_shifts,
    multiplier,
    near,
    pure,
    right_shifts,
    weakened,
)

_TITLES = {
    "clear": "Clear",
    "light": "Light woods",
    "heavy": "Heavy woods",
    "town": "Town",
    "city": "City",
    "westwall": "Westwall",
    "fortified": "Fortified position",
}
_THROWS = [(a + b) for a in DIE for b in DIE]


def planned(s: BattlesState, target: Place, attackers: Units, guns: Units) -> dict[str, Any] | None:
    """An attack that could be made."""
    t = s.clone()
    t.end_fight()
    t.target, t.attackers, t.guns = target, attackers, guns
    return fight(t)


def fight(s: BattlesState) -> dict[str, Any] | None:
    """The fight in the state, before its die; None if there is none yet, or no longer."""
    if s.target < 0 or not s.attackers | s.guns or s.outcome:
        return None
    side, there = attacker(s), defenders(s)
    before, after = columns(s)
    attack, defence = attack_spread(s), defence_spread(s)
    base = before[0][0]
    low, high = COLUMNS[before[0][0]], COLUMNS[before[-1][0]]
    kind = "Barrage on" if pure(s) else "Attack on"
    totals = f"{_range(attack)} to {_range(defence)}"
    return core.fight(
        s.game,
        f"{kind} {s.names(there)}",
        "b10.15" if pure(s) else "b9.3",
        s.target,
        s.attackers | s.guns,
        there | s.fpf,
        sides=[
            core.strength(SIDES[side], "attack", _least(attack), _attack_rows(s), _range(attack)),
            core.strength(SIDES[foe(side)], "defence", _least(defence), _defence_rows(s), _range(defence)),
        ],
        compare=("Odds", low if low == high else f"{low} to {high}", totals),
        shifts=_shifts(s),
        tables=[CRT.preview(base, after, chosen=True)],
        warnings=_warnings(s),
        note="Odds are rounded down in the defender's favour.",
    )


def used(s: BattlesState) -> str:
    """b9.3: the column, or columns, on which the attack in the state would be resolved."""
    after = columns(s)[1]
    low, high = COLUMNS[after[0][0]], COLUMNS[after[-1][0]]
    return low if low == high else f"{low} to {high}"


def _least(spread: Spread) -> int:
    return min(high for _, high in spread)


def _range(spread: Spread) -> str:
    found = [high for _, high in spread]
    return str(min(found)) if min(found) == max(found) else f"{min(found)}\u2013{max(found)}"


def _hopes(s: BattlesState, unit: int) -> str:
    """16.62: the points of a unit's Intensive Fire in words; '' if it uses none."""
    if not s.points[unit]:
        return ""
    if not s.dice[unit]:
        return f"{counted(s.points[unit], 'point')} stated"
    return f"{counted(gains(s, unit)[0], 'point')} gained"


def _attack_rows(s: BattlesState) -> list[dict[str, Any]]:
    out = []
    for u in each(s.attackers):
        if across_river(s, u, s.target):
            said, case = f"{s.strength(u)} halved: {attack_value(s, u, s.target)}", "b9.31"
        else:
            said, case = str(s.strength(u)), ""
        out.append(row(s.name(u), said, UNIT_NAMES.names[u], case))
        hopes = _hopes(s, u)
        if hopes:
            out.append(row("Intensive Fire", hopes, UNIT_NAMES.names[u], "16.62"))
    for u in each(s.guns):
        out.append(row(s.name(u), f"barrage {BARRAGE[u]}", UNIT_NAMES.names[u], "b10.13"))
        if s.saturating >> u & 1:
            kind = "Withering fire" if s.withering >> u & 1 else "Normal fire"
            found = sorted({multiplier(s, u, die) for die in ((s.dice[u],) if s.dice[u] else DIE)})
            times = f"\u00d7 {found[0]}" if len(found) == 1 else f"\u00d7 {found[0]} to {found[-1]}"
            out.append(row(kind, times, UNIT_NAMES.names[u], "16.72"))
    if s.guns and blocking(s, s.target):
        out.append(row("Barrage into blocking terrain", "halved", case="10.19"))
    return out


def _defence_rows(s: BattlesState) -> list[dict[str, Any]]:
    out = []
    there = defenders(s)
    fight_on = fighting(s, there)
    for u in each(there):
        name = UNIT_NAMES.names[u]
        if not fight_on >> u & 1:
            out.append(row(s.name(u), 0, name, "9.68"))
            continue
        printed = s.fpf_strength(u) if ARTILLERY >> u & 1 else s.strength(u)
        said, case = str(printed), "b10.31" if ARTILLERY >> u & 1 else ""
        if s.burnt >> u & 1:
            said, case = "1 (burnt tubes)", "16.78-effects"
        elif weakened(s, u):
            said = f"{printed} halved: {defence_value(s, u)}"
            case = "16.67" if s.no_ammo[u] else "b6.4" if s.marching >> u & 1 else "b10.31"
        out.append(row(s.name(u), said, name, case))
        hopes = _hopes(s, u)
        if hopes:
            out.append(row("Intensive Fire", hopes, name, "16.62"))
    return out + [row(s.name(u), f"FPF {fpf_value(s, u)}", UNIT_NAMES.names[u], "b10.3") for u in each(s.fpf)]


def _shifts(s: BattlesState) -> list[dict[str, str]]:
    out = []
    for name in features(s, s.target):
        left = int(TABLES["shifts"][name]["left"])
        if left:
            out.append(shift(_TITLES[name], f"{left} left", "b9.34"))
    total = sum(int(TABLES["shifts"][name]["left"]) for name in features(s, s.target))
    if total > MOST_LEFT:
        out.append(shift("At most", f"{left_shifts(s, s.target)} left", "b9.33"))
    if right_shifts(s):
        out.append(shift("Surprise", f"{right_shifts(s)} right", "b9.33"))
    if any(s.points) and _capped(s):
        out.append(shift("Intensive Fire", "1 column at most", "16.61"))
    return out


def _capped(s: BattlesState) -> bool:
    """16.61: could Intensive Fire move the column by more than one?"""
    for attack in attack_spread(s):
        for defence in defence_spread(s):
            base, full = (max(0, odds_column(a, d)) for a, d in zip(attack, defence, strict=True))
            if abs(full - base) > 1:
                return True
    return False


def _warnings(s: BattlesState) -> list[str]:
    from ardennes.games.battles.fire import fpf_limits, intense_limits, may_intensify

    out = []
    side = attacker(s)
    asked = s.stack[-1] if s.stack else None
    early = type(asked).__name__ in ("Combat", "Plan")
    help_ = offered(fpf_limits(s, foe(side))) if early and not pure(s) else 0
    if help_:
        most = sum(sorted((fpf_value(s, u) for u in each(help_)), reverse=True)[:2])
        out.append(f"The defender can add up to {most} by FPF.")
    if early and may_intensify(s, foe(side)) and offered(intense_limits(s, foe(side))):
        out.append("The defender can use Intensive Fire.")
    if pure(s):
        out.append("No ground units: every retreat is one hex, and nobody advances.")
        if s.guns & ~near(s, s.guns):
            out.append("Guns that are not next to the target suffer nothing.")
    close = near(s, s.guns)
    if close:
        out.append(f"Next to the target, so losses and retreat can hit {s.names(close)}.")
    risky = "{}: a {:.0%} chance of a breakdown; otherwise out of ammunition."
    out += [risky.format(s.name(u), _breakdown(s, u)) for u in each(s.saturating)]
    tries = [u for u, points in enumerate(s.points) if points and not s.dice[u]]
    out += [f"{s.name(u)}: a {min(6, s.points[u])} in 6 chance of running out of ammunition." for u in tries]
    return out


def saturation_note(s: BattlesState, kind: str, unit: int) -> str:
    """16.72, 16.74: what Saturation Fire of a kind would do for and to an artillery unit."""
    t = s.clone()
    t.saturating |= 1 << unit
    t.withering = s.withering | 1 << unit if kind == "withering" else s.withering
    times = [multiplier(t, unit, die) for die in DIE]
    return f"\u00d7 {min(times)} to {max(times)} by die; breaks down {_breakdown(t, unit):.0%} of the time"


def _breakdown(s: BattlesState, unit: int) -> float:
    """16.74: the chance that a unit is lost."""
    dice = (s.dice[unit],) if s.dice[unit] else DIE
    bad = sum(total <= breakdown_number(s, unit, die) for die in dice for total in _THROWS)
    return bad / (len(dice) * len(_THROWS))
