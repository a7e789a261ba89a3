"""9 Combat: the attacks of an activation, one after the other, and step 1 of each. Steps 2 and 3 are in `tactics`, 4 to 7 in `hits` and
`retreat`, 8 and 9 in `advance`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.games.enemy_action import preview
from ardennes.games.enemy_action.facts import BOARD, EVERY, HEX_NAMES, SIDES, UNIT_NAMES
from ardennes.games.enemy_action.state import EnemyActionState, foe
from ardennes.games.enemy_action.strength import alone, attack_limits, candidates, defending, ready, target_limits
from ardennes.games.enemy_action.tactics import AttackTactics, leave_positions


@dataclass(frozen=True, slots=True)
class Combat(Frame):
    """9 Active units attack, one hex after the other; each attack is over before the next is declared."""

    side: Side

    title: ClassVar[str] = "Combat"
    labels: ClassVar[dict[str, str]] = {"target": "Attack", "done": "End attacks"}
    main: ClassVar[str] = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"target"})
    below: ClassVar[tuple[str, ...]] = ("Activation",)

    def limits_target(self, s: EnemyActionState) -> Limits:
        return target_limits(s, self.side)

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_target(s))
        if not some:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Choose a hex to attack, or end combat", "9", target=some, done=NOTHING)

    def on_target(self, s: EnemyActionState, place: Place) -> None:
        s.target = place
        s.defenders = defending(s, foe(self.side), place)
        some = candidates(s, self.side, place)
        s.attackers = some if not some & some - 1 else 0
        s.push(Plan(self.side))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def attacks(self, s: EnemyActionState) -> dict[str, int]:
        return {"target": -1}

    def fight(self, s: EnemyActionState, verb: str, raw: Any) -> dict[str, Any] | None:
        """An attack with everybody who can take part."""
        return preview.all_out(s, raw) if verb == "target" else None

    def undone(self, s: EnemyActionState) -> Undone:
        near = BOARD.spread(s.offers("target"), EVERY)
        return Undone(could=ready(s, self.side) & s.units_in(self.side, near))

    def hints(self, s: EnemyActionState) -> Hints:
        names, out = HEX_NAMES.names, {}
        for place in each(s.offers("target")):
            out[names[place]] = {"note": s.names(defending(s, foe(self.side), place))}
        return {"target": out}


@dataclass(frozen=True, slots=True)
class Plan(Frame):
    """9-step1 Which of the active units next to the target attack it."""

    side: Side

    title: ClassVar[str] = "Attack"
    labels: ClassVar[dict[str, str]] = {"join": "Add to the attack", "all": "Attack with all", "ready": "Attack"}
    main: ClassVar[str] = "ready"
    picks: ClassVar[frozenset[str]] = frozenset({"join"})
    below: ClassVar[tuple[str, ...]] = ("Combat",)

    def limits_join(self, s: EnemyActionState) -> Limits:
        yield from attack_limits(s, self.side, s.target)
        yield "9-step1", ~s.attackers, "{} is already taking part"

    def decide(self, s: EnemyActionState) -> Decision:
        more = offered(self.limits_join(s))
        can = NOTHING if self.why_ready(s, None) is None else ()
        place = preview.place_title(s.target)
        prompt = f"Attack {place}: who takes part?" if more else f"Attack {place} with {s.names(s.attackers)}?"
        everybody = NOTHING if more else ()
        return s.ask(SIDES[self.side], prompt, "9-step1", "9.1", join=more, all=everybody, ready=can)

    def on_join(self, s: EnemyActionState, unit: Unit) -> None:
        s.attackers |= 1 << unit

    def on_all(self, s: EnemyActionState, _: None) -> None:
        s.attackers |= offered(self.limits_join(s))
        self._declare(s)

    def on_ready(self, s: EnemyActionState, _: None) -> None:
        self._declare(s)

    def why_ready(self, s: EnemyActionState, _: object) -> Refusal | None:
        if not s.attackers:
            return Refusal("9-step1", "choose the attacking units first")
        if alone(s, s.attackers):
            return Refusal(
                "2.21-strength", f"{s.names(s.attackers)}: a unit with a bracketed strength may not attack alone"
            )
        return None

    def why_all(self, s: EnemyActionState, _: object) -> Refusal | None:
        return None if offered(self.limits_join(s)) else Refusal("9.1", "nobody else can take part")

    def _declare(self, s: EnemyActionState) -> None:
        s.attacked |= s.attackers
        s.defended |= s.defenders
        s.tell("attacks", s.attackers, s.target, s.defenders)
        leave_positions(s)
        s.become(AttackTactics(self.side))

    def usual(self, s: EnemyActionState) -> Iterator[tuple[str, Any]]:
        """A unit joins in if it can only help: it could attack no other hex."""
        others = offered(target_limits(s, self.side)) & ~(1 << s.target)
        for u in each(s.offers("join") & ~s.units_in(self.side, BOARD.spread(others, EVERY))):
            yield "join", u

    def preview(self, s: EnemyActionState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: EnemyActionState, verb: str, raw: Any) -> dict[str, Any] | None:
        more: Units = 1 << raw if verb == "join" else offered(self.limits_join(s)) if verb == "all" else 0
        return preview.fight(preview.planned(s, s.target, s.attackers | more))

    def undone(self, s: EnemyActionState) -> Undone:
        return Undone(could=s.offers("join"))

    def hints(self, s: EnemyActionState) -> Hints:
        out: dict[str, dict[str, Any]] = {}
        for u in each(s.offers("join")):
            value = f"[{s.strength(u)}]" if s.bracketed(u) else str(s.strength(u))
            out[UNIT_NAMES.names[u]] = {"note": f"strength {value}"}
        return {"join": out}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if s.target < 0 or not s.defenders:
            return "no hex is attacked"
        return ""
