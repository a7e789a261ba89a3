"""8 What is at stake in a battle: dice, chances, terrain and the spread of hits (format: `ardennes.core.preview`)."""

from __future__ import annotations

from typing import Any

from ardennes.core import preview
from ardennes.core.kinds import Place, Side, Units
from ardennes.core.names import each
from ardennes.core.preview import outcome, row, shift
from ardennes.core.wording import counted
from ardennes.games.commander import odds
from ardennes.games.commander.facts import SIDE, SIDES, UNIT_NAMES
from ardennes.games.commander.losses import why_held
from ardennes.games.commander.odds import Modifier, Throw
from ardennes.games.commander.state import CommanderState, space_title


def next_battle(s: CommanderState, side: int, places: int) -> dict[str, Any] | None:
    """The coming battle: the one in the first of these spaces, with a warning about the others."""
    spaces = each(places)
    if not spaces:
        return None
    attackers = odds.attackers_at(s, spaces[0], side)
    out = battle(s, spaces[0], attackers, s.units_at(spaces[0], 1 - side))
    if len(spaces) > 1:
        out["warnings"].append(f"There will also be a battle in {', '.join(space_title(p) for p in spaces[1:])}.")
    return out


def battle(s: CommanderState, place: Place, attackers: Units, defenders: Units) -> dict[str, Any]:
    """A battle before the dice are rolled."""
    side = SIDE[attackers.bit_length() - 1]
    off = odds.terrain_reduction(s, place, defenders)
    attack = _throws(s, place, attackers, defenders, attackers)
    defence = _throws(s, place, attackers, defenders, defenders)
    on_defender, on_attacker = odds.spread_of_hits(attack), odds.spread_of_hits(defence)
    net = (sum(on_defender[: off + 1]), *on_defender[off + 1 :])
    expected = [sum(n * p for n, p in enumerate(chances)) for chances in (net, on_attacker)]
    more = [row("Terrain stops", counted(off, "hit"), case="8-terrain-reduction")] if off else []
    over_river = odds.came_over_river(s, attackers)
    held = why_held(s, place, defenders)  # 8-retreat: it is certain before the dice are rolled
    return preview.fight(
        s.game,
        f"Battle in {space_title(place)}",
        "8-dice",
        place,
        attackers,
        defenders,
        sides=[
            _strength(side, "attack", attack, _rows(s, attackers, attack)),
            _strength(1 - side, "defence", defence, _rows(s, defenders, defence) + more),
        ],
        compare=(
            "Expected hits on defender and attacker, after terrain",
            f"{expected[0]:.1f} : {expected[1]:.1f}",
            "expected hits, after terrain",
        ),
        shifts=[
            *_shifts("attacker", odds.attack_modifiers(s, place, side, defenders)),
            *_shifts("defender", odds.defence_modifiers(place, attackers, over_river)),
        ],
        tables=[
            _table("defender", "Hits on the defender, after terrain", net, "for"),
            _table("attacker", "Hits on the attacker", on_attacker, "against"),
        ],
        warnings=[f"The defenders cannot retreat: {held.reason}."] if held else [],
        note="The dice have ten sides: each roll of the unit's hit chance or less is a hit.",
    )


def _throws(s: CommanderState, place: Place, attackers: Units, defenders: Units, units: Units) -> tuple[Throw, ...]:
    return tuple((odds.dice_of(s, u), odds.chance_of(s, place, attackers, defenders, u)) for u in each(units))


def _strength(side: Side, role: str, throws: tuple[Throw, ...], rows: list[dict[str, Any]]) -> dict[str, Any]:
    total = sum(dice for dice, _ in throws)
    return preview.strength(SIDES[side], role, total, rows, _dice(total))


def _dice(n: int) -> str:
    return counted(n, "die", "dice")


def _rows(s: CommanderState, units: Units, throws: tuple[Throw, ...]) -> list[dict[str, Any]]:
    return [
        row(
            f"{s.name(u)} ({s.strength(u)})",
            f"{_dice(dice)}, hit on {chance} or less",
            UNIT_NAMES.names[u],
            "8-hit-chances",
        )
        for u, (dice, chance) in zip(each(units), throws, strict=True)
    ]


def _shifts(who: str, modifiers: list[Modifier]) -> list[dict[str, str]]:
    return [shift(m.text, f"{m.value:+d} {who}", m.case) for m in modifiers]


def _table(name: str, title: str, chances: tuple[float, ...], kind: str) -> dict[str, Any]:
    outcomes = [
        outcome(str(n), "no hit" if not n else "one hit" if n == 1 else f"{n} hits", p, [], kind if n else "neither")
        for n, p in enumerate(chances)
        if p >= 0.0005
    ]
    return {"id": name, "title": title, "chosen": False, "columns": [], "outcomes": outcomes}
