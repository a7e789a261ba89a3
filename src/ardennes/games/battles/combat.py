"""b9.1, b9.2 The Combat Phase: a hex is chosen, the attack is put together, and then resolved step by step.

What is asked after the attack is declared is in `fire` (FPF, Intensive and Saturation Fire), `results` (the die and losses), `retreat` and
`advance`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.games.battles import moving, preview
from ardennes.games.battles.advance import attackers_advance
from ardennes.games.battles.facts import BARRAGE, BOARD, HEX_NAMES, OF_SIDE, SIDES, UNIT_NAMES
from ardennes.games.battles.fire import Breakdown, FinalFire, FireDice, Intense, breakers, mark_failures
from ardennes.games.battles.results import Roll, attackers_lose, defenders_lose
from ardennes.games.battles.retreat import attackers_retreat, defenders_retreat
from ardennes.games.battles.state import BattlesState, foe
from ardennes.games.battles.strength import (
    MOST_GUNS,
    RANGE,
    across_river,
    attack_limits,
    attack_value,
    barrage_limits,
    best_guns,
    candidates,
    declared,
    target_limits,
)


def begin(s: BattlesState, side: Side) -> None:
    """b9.1, b10.3, 9.68: nobody has attacked, given FPF or retreated in this phase."""
    s.attacked &= ~OF_SIDE[side]
    s.fought = s.fpf_given = s.joined = 0


@dataclass(frozen=True, slots=True)
class Combat(Frame):
    """b9.1 The side attacks enemy hexes, one after the other, as it likes."""

    side: Side
    started: bool = False

    title = "Combat"
    main: ClassVar[str] = "done"
    labels: ClassVar[dict[str, str]] = {"target": "Attack this hex", "done": "End attacks"}
    picks: ClassVar[frozenset[str]] = frozenset({"target"})
    below: ClassVar[tuple[str, ...]] = ("GameTurn",)

    def limits_target(self, s: BattlesState) -> Limits:
        return target_limits(s, self.side)

    def decide(self, s: BattlesState) -> Decision | None:
        if not self.started:
            begin(s, self.side)
            s.become(replace(self, started=True))
            return None
        some = offered(self.limits_target(s))
        if not some:
            self.on_done(s, None)
            return None
        return s.ask(SIDES[self.side], "Choose a hex to attack, or end attacks", "b9.1", target=some, done=NOTHING)

    def on_target(self, s: BattlesState, place: Place) -> None:
        s.target = place
        ground, guns = candidates(s, self.side, place)
        only = ground | guns
        if not only & only - 1 and not (guns and s.has("saturation_fire")):
            s.attackers, s.guns = ground, guns
        s.push(Plan(self.side))

    def on_done(self, s: BattlesState, _: None) -> None:
        s.fought = s.fpf_given = s.joined = 0
        moving.end_player_turn(s, self.side)
        s.pop()

    def attacks(self, s: BattlesState) -> dict[str, int]:
        return {"target": -1}

    def fight(self, s: BattlesState, verb: str, raw: Any) -> dict[str, Any] | None:
        """The attack with all ground units that can take part; if there are none, with the best guns."""
        if verb != "target":
            return None
        ground, guns = candidates(s, self.side, raw)
        return preview.planned(s, raw, ground, 0 if ground else best_guns(guns, MOST_GUNS))

    def undone(self, s: BattlesState) -> Undone:
        could = 0
        for place in each(s.offers("target")):
            ground, guns = candidates(s, self.side, place)
            could |= ground | guns
        return Undone(could=could)

    def hints(self, s: BattlesState) -> Hints:
        far = [place for place in each(s.offers("target")) if not candidates(s, self.side, place)[0]]
        return {"target": {HEX_NAMES.names[place]: {"note": "barrage only"} for place in far}} if far else {}


@dataclass(frozen=True, slots=True)
class Plan(Frame):
    """b9.2 step 1: the attack on a hex is put together from ground units and artillery with its kind of fire (16.72)."""

    side: Side

    title = "Attack"
    main: ClassVar[str] = "attack"
    labels: ClassVar[dict[str, str]] = {
        "join": "Add to the attack",
        "gun": "Barrage",
        "normal": "Normal Saturation Fire",
        "withering": "Withering Saturation Fire",
        "all": "Add all ground units",
        "attack": "Attack",
    }
    picks: ClassVar[frozenset[str]] = frozenset({"join", "gun", "normal", "withering", "all"})
    spreads: ClassVar[dict[str, str]] = {"all": "join"}
    below: ClassVar[tuple[str, ...]] = ("Combat",)

    # --- what is allowed

    def limits_join(self, s: BattlesState) -> Limits:
        yield "b9.1", ~s.attackers, "{} is already taking part"
        yield from attack_limits(s, self.side, s.target)

    def limits_gun(self, s: BattlesState) -> Limits:
        yield "b10.13", ~s.guns, "{} is already firing"
        yield from barrage_limits(s, self.side, s.target)
        full = s.guns.bit_count() >= MOST_GUNS
        yield "b10.13", 0 if full else -1, f"at most {MOST_GUNS} artillery units fire in one attack"
        yield "b9.3", self._enough(s), "with {} as one of the guns the odds could not reach 1-3"

    def _enough(self, s: BattlesState) -> Units:
        """b9.3: the guns that leave the attack possible (at most three may fire, so weak ones can take the place of strong ones)."""
        if declared(s, s.target, s.attackers, s.guns) >= 0:
            return -1
        ground, guns = candidates(s, self.side, s.target)
        left = MOST_GUNS - s.guns.bit_count() - 1
        out = 0
        for u in each(guns & ~s.guns):
            chosen = s.guns | 1 << u
            if declared(s, s.target, s.attackers | ground, chosen | best_guns(guns & ~chosen, left)) >= 0:
                out |= 1 << u
        return out

    def _limits_saturation(self, s: BattlesState) -> Limits:
        yield "16.7", -1 if s.has("saturation_fire") else 0, "Saturation Fire is not in use in this game"
        yield from self.limits_gun(s)

    def limits_normal(self, s: BattlesState) -> Limits:
        return self._limits_saturation(s)

    def limits_withering(self, s: BattlesState) -> Limits:
        return self._limits_saturation(s)

    def why_attack(self, s: BattlesState, _: object) -> Refusal | None:
        if not s.attackers | s.guns:
            return Refusal("b9.2", "choose the attacking units first")
        if declared(s, s.target, s.attackers, s.guns) < 0:
            return Refusal("b9.3", "the odds are below 1-3 before FPF and shifts")
        return None

    def why_all(self, s: BattlesState, _: object) -> Refusal:
        return Refusal("b9.1", "no other ground unit can take part")

    def decide(self, s: BattlesState) -> Decision:
        ground, guns = offered(self.limits_join(s)), offered(self.limits_gun(s))
        shells = guns if s.has("saturation_fire") else 0
        return s.ask(
            SIDES[self.side],
            f"Attack on {s.game.place_titles[s.target]}: who takes part?",
            "b9.2",
            join=ground,
            gun=guns,
            normal=shells,
            withering=shells,
            all=NOTHING if ground else (),
            attack=NOTHING if self.why_attack(s, None) is None else (),
        )

    # --- what it does

    def on_join(self, s: BattlesState, unit: Unit) -> None:
        s.attackers |= 1 << unit

    def on_all(self, s: BattlesState, _: None) -> None:
        s.attackers |= offered(self.limits_join(s))

    def on_gun(self, s: BattlesState, unit: Unit) -> None:
        s.guns |= 1 << unit

    def on_normal(self, s: BattlesState, unit: Unit) -> None:
        s.guns |= 1 << unit
        s.saturating |= 1 << unit

    def on_withering(self, s: BattlesState, unit: Unit) -> None:
        self.on_normal(s, unit)
        s.withering |= 1 << unit

    def on_attack(self, s: BattlesState, _: None) -> None:
        s.attacked |= s.attackers | s.guns
        s.fought |= 1 << s.target
        for u in each(s.units_at(s.target)):
            s.release[u] = 0  # b15.4
        there = s.units_at(s.target)
        if s.attackers and s.guns:
            s.tell("attacks_with_guns", s.attackers, s.target, there, s.guns)
        elif s.attackers:
            s.tell("attacks", s.attackers, s.target, there)
        else:
            s.tell("barrage", s.guns, s.target, there)
        s.become(Fight(self.side, 0))

    # --- what the page shows

    def preview(self, s: BattlesState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: BattlesState, verb: str, raw: Any) -> dict[str, Any] | None:
        t = s.clone()
        if verb != "attack":
            getattr(self, f"on_{verb}")(t, raw)
        return preview.fight(t)

    def usual(self, s: BattlesState) -> Iterator[tuple[str, Any]]:
        """Ground units that have no other hex to attack join in."""
        others = s.occupied(foe(self.side)) & ~s.fought & ~(1 << s.target)
        for u in each(s.offers("join")):
            if not BOARD.neighbours(s.at[u]) & others:
                yield "join", u

    def undone(self, s: BattlesState) -> Undone:
        return Undone(could=s.offers("join") | s.offers("gun"))

    def hints(self, s: BattlesState) -> Hints:
        names = UNIT_NAMES.names
        join = {}
        for u in each(s.offers("join")):
            river = ", across a river" if across_river(s, u, s.target) else ""
            join[names[u]] = {"note": f"attacks with {attack_value(s, u, s.target)}{river}"}
        gun = {}
        for u in each(s.offers("gun")):
            gun[names[u]] = {"note": f"barrage {BARRAGE[u]}, range {BOARD.distance(s.at[u], s.target)} of {RANGE}"}
        hints: Hints = {"join": join, "gun": gun}
        for kind in ("normal", "withering"):
            hints[kind] = {names[u]: {"note": preview.saturation_note(s, kind, u)} for u in each(s.offers(kind))}
        now = preview.fight(s)
        if now is None or declared(s, s.target, s.attackers, s.guns) < 0:
            return hints
        attack = {"label": f"Attack at {preview.used(s)}", "note": "before FPF", "danger": True}
        return hints | {"attack": {"": attack}}

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.target < 0 or not offered(target_limits(s, self.side)) >> s.target & 1:
            return "there must be a hex that the side can attack (case b9.1)"
        ground, guns = candidates(s, self.side, s.target)
        if s.attackers & ~ground or s.guns & ~guns or s.guns.bit_count() > MOST_GUNS:
            return "one of the units cannot attack this hex (case b9.1)"
        return ""


# --- the fight, step by step (b9.2) -------------------------------------------------------------------------------------------------------


def _after(s: BattlesState, side: Side) -> None:
    """16.66, 16.74: who is out of ammunition, and what happens to the guns of Saturation Fire."""
    mark_failures(s)
    left = breakers(s)
    if left:
        s.push(Breakdown(left))


STEPS: tuple[Callable[[BattlesState, Side], None], ...] = (
    lambda s, side: s.push(FinalFire(foe(side))),
    lambda s, side: s.push(Intense(foe(side))),
    lambda s, side: s.push(Intense(side)),
    lambda s, side: s.push(FireDice()),
    lambda s, side: s.push(Roll(side)),
    lambda s, side: defenders_lose(s, foe(side)),
    attackers_lose,
    lambda s, side: defenders_retreat(s, foe(side)),
    attackers_retreat,
    attackers_advance,
    _after,
)
"""b9.2 steps 2 to 11, by the side that attacks."""


@dataclass(frozen=True, slots=True)
class Fight(Frame):
    """b9.2 An attack that has been declared is resolved, step by step."""

    side: Side
    step: int

    below: ClassVar[tuple[str, ...]] = ("Combat",)

    def decide(self, s: BattlesState) -> Decision | None:
        if self.step >= len(STEPS):
            s.end_fight()
            s.pop()
            return None
        s.become(replace(self, step=self.step + 1))
        STEPS[self.step](s, self.side)
        return None

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.target < 0 or not s.attackers | s.guns:
            return "no attack is under way (case b9.2)"
        if (s.attackers | s.guns) & ~OF_SIDE[self.side]:
            return "the attackers must belong to the side whose Combat Phase it is (case b9.1)"
        return "" if 0 <= self.step <= len(STEPS) else f"there is no step {self.step} of an attack (case b9.2)"
