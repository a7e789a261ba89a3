"""9.0 Combat: planning attacks, and the compulsory ones of the first turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.sequence import other_step
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.ardennes_offensive import preview
from ardennes.games.ardennes_offensive.facts import (
    BOARD,
    COLUMNS,
    EVERY,
    GERMAN,
    HEX_NAMES,
    LIVE,
    OF_SIDE,
    SIDE,
    SIDES,
    UNIT_NAMES,
    odds_column,
)
from ardennes.games.ardennes_offensive.fight import Waive, attack_misfit
from ardennes.games.ardennes_offensive.state import OffensiveState
from ardennes.games.ardennes_offensive.strength import (
    able,
    attack_strength,
    beside_all,
    column,
    defence_strength,
    defenders,
    fresh_hexes,
    in_contact,
    planned,
    table_of,
)

# --- plans -------------------------------------------------------------------------------------------------------------------------------

Planned = tuple[Units, Places]
"""The attackers and the hexes they attack."""


def plans(s: OffensiveState, side: Side) -> dict[int, Planned]:
    """The planned attacks of a side, by number."""
    out: dict[int, Planned] = {}
    for number, units in sorted(s.plans().items()):
        attackers, hexes = units & s.on_map(side), s.places_of(units & OF_SIDE[1 - side])
        if attackers and hexes:
            out[number] = attackers, hexes
    return out


def make_plan(s: OffensiveState, number: int, attackers: Units, hexes: Places) -> int:
    """Write down a planned attack under its number (0: a new one); returns the number."""
    side = SIDE[attackers.bit_length() - 1]
    number = number or 1 + max(s.plans(), default=0)
    s.plan(attackers | defenders(s, 1 - side, hexes), number)
    return number


def free(s: OffensiveState, side: Side) -> Units:
    """The units that can attack and are in no plan yet."""
    return able(s, side) & ~planned(s)


# --- the compulsory attacks of the first turn (4.2-german, E-4.2) ------------------------------------------------------------------------


def planning_first(s: OffensiveState, side: Side) -> bool:
    """E-4.2: is it the German combat phase of game-turn 1, before the first fight? Then every unit in contact must be planned for."""
    return s.turn == 1 and side == GERMAN and not (s.obliged | s.fought | s.attacked)


def uncovered(s: OffensiveState, side: Side) -> Units:
    """E-4.2: the units of both sides in contact that no plan includes yet."""
    return in_contact(s) & ~planned(s) if planning_first(s, side) else 0


def duties(s: OffensiveState, side: Side) -> Units:
    """E-4.2: the units of both sides that must still fight before the phase can end."""
    if planning_first(s, side):
        return in_contact(s)
    on_map = s.active(side) | s.active(1 - side)
    return s.obliged & ~s.fought & ~s.attacked & on_map


def completed(s: OffensiveState, side: Side, attackers: Units, hexes: Places) -> Planned | None:
    """E-4.2: a plan with everybody added whom it would leave without a partner; None if it cannot include them all.

    Whatever is left over then has partners among itself, so it splits into groups of one against many: all of it can be planned for.
    """
    if not planning_first(s, side):
        return attackers, hexes
    left = uncovered(s, side)
    mine, theirs = left & OF_SIDE[side], s.places_of(left & OF_SIDE[1 - side])
    while True:
        mine &= ~attackers
        theirs &= ~hexes
        alone = mine & ~s.units_in(side, BOARD.spread(theirs, EVERY))
        unfought = theirs & ~BOARD.spread(s.places_of(mine), EVERY)
        if not alone and not unfought:
            return attackers, hexes
        attackers |= alone
        hexes |= unfought
        if s.places_of(attackers) & ~beside_all(hexes):
            return None


# --- the phase ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combat(Frame):
    """9.0 A combat phase: attacks are planned and fought in any order. On game-turn 1 the German player plans all of them first (E-4.2)."""

    side: Side
    title = "Attacks"
    labels: ClassVar[dict[str, str]] = {"attack": "Attack this hex", "fight": "Fight now", "done": "End attacks"}
    main = "done"
    picks = frozenset({"attack"})

    def limits_attack(self, s: OffensiveState) -> Limits:
        foe = 1 - self.side
        yield "9.1A", s.occupied(foe), "there is no enemy unit in {}"
        yield "11.0-mapedge", LIVE, "{} is a Map Edge hex: units there cannot be attacked"
        fresh = fresh_hexes(s, foe)
        yield "9.1C", fresh, "the units in {} have been attacked in this phase"
        all_plans = plans(s, self.side)
        taken = 0
        for _, hexes in all_plans.values():
            taken |= hexes
        idle = s.places_of(free(s, self.side))
        near = BOARD.spread(idle, EVERY) & ~taken
        for number, (attackers, hexes) in all_plans.items():
            if not idle & beside_all(hexes) and not fresh & ~taken & beside_all(s.places_of(attackers)):
                continue  # nobody and nothing could be added: most plans, and quick to see
            plan = Plan(self.side, number, attackers, hexes)
            if offered(plan.limits_unit(s)) or offered(plan.limits_target(s)):
                near |= hexes
        yield "9.1A", near, lambda p: self._out_of_touch(s, p)

    def _out_of_touch(self, s: OffensiveState, place: Place) -> Refusal:
        beside = s.units_in(self.side, BOARD.neighbours(place))
        name = HEX_NAMES.names[place]
        if not beside:
            return Refusal("9.1A", f"none of your units is next to {name}")
        if any(hexes >> place & 1 for _, hexes in plans(s, self.side).values()):
            return Refusal("9.2F", f"the attack on {name} is planned, and nobody can be added to it")
        if not beside & ~s.fought:
            return Refusal("9.1C", f"every unit next to {name} has attacked in this phase")
        if not beside & ~s.fought & ~s.isolated:
            return Refusal("12.6", f"the units next to {name} are isolated and cannot attack")
        return Refusal("9.1C", f"every unit next to {name} that could attack is part of another planned attack")

    def limits_fight(self, s: OffensiveState) -> Limits:
        hexes = 0
        for _, some in plans(s, self.side).values():
            hexes |= some
        yield "9.0", hexes, "no attack on {} is planned"
        missing = uncovered(s, self.side)
        yield "E-4.2", 0 if missing else -1, lambda p: self._first_plan(s, missing)

    def _first_plan(self, s: OffensiveState, missing: Units) -> str:
        said = s.names(missing)
        return f"on game-turn 1 you plan all attacks before you roll; not in one yet: {said}"

    def decide(self, s: OffensiveState) -> Decision | None:
        targets = offered(self.limits_attack(s))
        ready = offered(self.limits_fight(s)) if s.plans() else 0
        if not targets and not ready:
            self._end(s)
            return None
        must = duties(s, self.side)
        if uncovered(s, self.side):
            prompt = "Everyone in contact must fight: plan all attacks first"
        elif must:
            prompt = "Fight the planned attacks"
        elif ready:
            prompt = "Fight a planned attack, plan another, or end the phase"
        else:
            prompt = "Choose a hex to attack, or end the phase"
        if must:
            return s.ask(SIDES[self.side], prompt, "9.0", "E-4.2", attack=targets, fight=ready)
        return s.ask(SIDES[self.side], prompt, "9.0", attack=targets, fight=ready, done=NOTHING)

    def on_attack(self, s: OffensiveState, place: Place) -> None:
        for number, (attackers, hexes) in plans(s, self.side).items():
            if hexes >> place & 1:
                s.push(Plan(self.side, number, attackers, hexes))
                return
        who = offered(Plan(self.side, 0, 0, 1 << place).limits_unit(s))
        s.push(Plan(self.side, 0, who if who & (who - 1) == 0 else 0, 1 << place))

    def on_fight(self, s: OffensiveState, place: Place) -> None:
        plan = next((plan for plan in plans(s, self.side).values() if plan[1] >> place & 1), None)
        assert plan is not None
        begin(s, *plan)

    def on_done(self, s: OffensiveState, _: None) -> None:
        self._end(s)

    def _end(self, s: OffensiveState) -> None:
        s.obliged = 0
        s.drop_plans()  # a plan that is not fought ends with the phase
        s.pop()

    def why_done(self, s: OffensiveState, _: None) -> Refusal:
        said = s.names(duties(s, self.side))
        return Refusal("E-4.2", f"on game-turn 1 these units must fight before the phase can end: {said}")

    def could(self, s: OffensiveState) -> Units:
        """The units that can still attack somebody: those in plans, and those next to an enemy hex that can be attacked."""
        ready = able(s, self.side)
        return ready & (planned(s) | s.units_in(self.side, BOARD.spread(s.offers("attack") or 0, EVERY)))

    def undone(self, s: OffensiveState) -> Undone:
        must = uncovered(s, self.side) or duties(s, self.side)
        return Undone(could=self.could(s) & ~must, must=must)

    def attacks(self, s: OffensiveState) -> dict[str, int]:
        return {"attack": -1, "fight": -1}

    def warns(self, s: OffensiveState) -> dict[str, Units]:
        return {"must fight on game-turn 1": (uncovered(s, self.side) or duties(s, self.side)) & OF_SIDE[self.side]}

    def fight(self, s: OffensiveState, verb: str, raw: Any) -> dict[str, Any] | None:
        """A planned attack as it is, another with everybody who could join in."""
        if verb not in ("attack", "fight"):
            return None
        for attackers, hexes in plans(s, self.side).values():
            if hexes >> raw & 1:
                return preview.fight(s, attackers, hexes)
        return preview.fight(s, offered(Plan(self.side, 0, 0, 1 << raw).limits_unit(s)), 1 << raw)

    def hints(self, s: OffensiveState) -> Hints:
        missing = s.places_of(uncovered(s, self.side) & OF_SIDE[1 - self.side])
        attack: dict[str, dict[str, Any]] = {
            HEX_NAMES.names[p]: {"note": "must be attacked on game-turn 1"} for p in each(missing)
        }
        fight: dict[str, dict[str, Any]] = {}
        for attackers, hexes in plans(s, self.side).values():
            odds = COLUMNS[column(s, attackers, hexes)]
            for place in each(hexes):
                name = HEX_NAMES.names[place]
                fight[name] = {"note": f"{counted(attackers.bit_count(), 'unit')}, {odds}", "danger": True}
                attack[name] = {"label": "Add to this attack", "note": f"planned at {odds}"}
        left = sum(1 for _ in fight)
        done = {"": {"note": "planned attacks are dropped"}} if left else {}
        return {"attack": attack, "fight": fight, "done": done}

    def misfit(self, s: OffensiveState, at: int) -> str:
        return other_step(s, self) or plans_misfit(s, self.side)


def plans_misfit(s: OffensiveState, side: Side) -> str:
    """What is wrong with the planned attacks of a position."""
    for number, (attackers, hexes) in plans(s, side).items():
        if s.places_of(attackers) & ~beside_all(hexes):
            return f"in the planned attack {number} an attacker is not next to every hex that is attacked (case 9.1A)"
        if attackers & ~able(s, side) or hexes & ~fresh_hexes(s, 1 - side):
            return f"in the planned attack {number} a unit cannot attack or be attacked (case 9.1C)"
    covered = 0
    for attackers, hexes in plans(s, side).values():
        covered |= attackers | defenders(s, 1 - side, hexes)
    if planned(s) & ~covered:
        name = UNIT_NAMES.list_of(planned(s) & ~covered)[0]
        return f"{name} belongs to a planned attack without attackers or defenders"
    if completed(s, side, 0, 0) != (0, 0):
        return "the planned attacks leave a unit without an enemy that it could fight (case E-4.2)"
    return ""


def begin(s: OffensiveState, attackers: Units, hexes: Places) -> None:
    """9.0: a fight begins."""
    side = SIDE[attackers.bit_length() - 1]
    foe = 1 - side
    if planning_first(s, side):
        s.obliged = in_contact(s)
    there = s.units_in(foe, hexes)
    attack, defence = attack_strength(s, attackers), defence_strength(s, foe, hexes)
    odds = COLUMNS[odds_column(attack, defence)]
    first = (hexes & -hexes).bit_length() - 1
    s.tell("attack", attackers, there, first, str(attack), str(defence), odds, table_of(s, side))
    s.plan(attackers | there, 0)
    s.push(Waive(attackers, hexes, 0, side))


@dataclass(frozen=True, slots=True)
class Plan(Frame):
    """9.2 An attack is planned: attackers, and perhaps more hexes. Each attacker must be next to each of these hexes (9.1A)."""

    side: Side
    number: int
    """The number of the planned attack to which something is added; 0 for a new one."""
    attackers: Units
    hexes: Places
    below = ("Combat",)
    title = "Plan an attack"
    labels: ClassVar[dict[str, str]] = {
        "unit": "Add to the attack",
        "target": "Attack this hex too",
        "all": "Add all who have nobody else to attack",
        "ready": "Plan it",
        "fight": "Fight now",
    }
    main = "ready"
    picks = frozenset({"unit", "target", "all"})
    public = True

    def limits_unit(self, s: OffensiveState) -> Limits:
        yield "9.1A", OF_SIDE[self.side], "{} is an enemy unit"
        yield "9.1C", ~self.attackers, "{} is already part of this attack"
        yield "9.1A", s.units_in(self.side, beside_all(self.hexes)), lambda u: self._not_beside(s, u)
        yield "9.1C", ~s.fought, "{} has already attacked in this phase"
        yield "12.6", ~s.isolated, "{} is isolated and cannot attack"
        yield "9.1C", ~planned(s), "{} is part of another planned attack"
        if planning_first(s, self.side):
            rest = s.units_in(self.side, beside_all(self.hexes)) & free(s, self.side) & ~self.attackers
            fits = bits(u for u in each(rest) if completed(s, self.side, self.attackers | 1 << u, self.hexes))
            yield "E-4.2", fits, "with {} in this attack, some unit would be left without an enemy to fight"

    def _not_beside(self, s: OffensiveState, unit: Unit) -> Refusal:
        place = s.at[unit]
        if place < 0:
            return Refusal("9.1A", f"{s.name(unit)} is not on the map")
        if not LIVE >> place & 1:
            return Refusal("11.0-mapedge", f"{s.name(unit)} is in a Map Edge hex and cannot attack")
        far = next(p for p in each(self.hexes) if not BOARD.neighbours(place) >> p & 1)
        return Refusal("9.1A", f"{s.name(unit)} is not next to {HEX_NAMES.names[far]}")

    def limits_target(self, s: OffensiveState) -> Limits:
        foe = 1 - self.side
        yield "9.1A", s.live(foe), "there is no enemy unit in {} that can be attacked"
        yield "9.2D", ~self.hexes, "{} is already part of this attack"
        yield "9.1C", fresh_hexes(s, foe), "the units in {} have been attacked in this phase"
        yield "9.1C", ~s.places_of(planned(s) & OF_SIDE[foe]), "another attack on {} is planned"
        if self.attackers:
            near = beside_all(s.places_of(self.attackers))
            yield "9.1A", near, "not every attacker is next to {}"
        else:
            near = BOARD.spread(s.places_of(offered(self.limits_unit(s))), EVERY)
            yield "9.1A", near, "no unit that could attack is next to {} and to the other hex"
        if planning_first(s, self.side):
            some = near & s.live(foe) & ~self.hexes
            yield (
                "E-4.2",
                bits(p for p in each(some) if self._possible(s, self.hexes | 1 << p)),
                "with {} in this attack, some unit would be left without an enemy to fight",
            )

    def _possible(self, s: OffensiveState, hexes: Places) -> bool:
        """Can an attack on these hexes be completed?"""
        if self.attackers:
            return completed(s, self.side, self.attackers, hexes) is not None
        return bool(offered(Plan(self.side, self.number, 0, hexes).limits_unit(s)))

    def helpers(self, s: OffensiveState) -> Units:
        """The units that can join and have nobody else to attack, and those that must join."""
        open_hexes = fresh_hexes(s, 1 - self.side) & ~s.places_of(planned(s) & OF_SIDE[1 - self.side]) & ~self.hexes
        joining = offered(self.limits_unit(s))
        return joining & ~s.units_in(self.side, BOARD.spread(open_hexes, EVERY)) if joining else 0

    def missing(self, s: OffensiveState) -> Planned:
        """E-4.2: the units and hexes that must be added before the plan is complete."""
        if not self.attackers:
            return 0, 0
        full = completed(s, self.side, self.attackers, self.hexes)
        assert full is not None, "only additions that can be completed are offered"
        return full[0] & ~self.attackers, full[1] & ~self.hexes

    def complete(self, s: OffensiveState) -> bool:
        """Can the plan be left as it is? One that was planned before must have grown."""
        if not self.attackers or self.missing(s) != (0, 0):
            return False
        return not self.number or plans(s, self.side).get(self.number) != (self.attackers, self.hexes)

    def decide(self, s: OffensiveState) -> Decision:
        unit, target = offered(self.limits_unit(s)), offered(self.limits_target(s))
        ready = self.complete(s)
        where = " and ".join(HEX_NAMES.list_of(self.hexes))
        must, more = self.missing(s)
        if must or more:
            said = s.names(must | s.units_in(1 - self.side, more))
            prompt = f"Attack on {where}: {said} must be part of it"
        elif ready:
            prompt = f"Attack on {where}: add units or hexes, or leave it at that"
        else:
            prompt = f"Attack on {where}: choose units"
        now = self.hexes if ready and not self._too_early(s) else 0
        found = {
            "unit": unit,
            "target": target,
            "all": NOTHING if unit and self.helpers(s) else (),
            "ready": NOTHING if ready else (),
            "fight": now,
        }
        return s.ask(SIDES[self.side], prompt, "9.2", **found)

    def _too_early(self, s: OffensiveState) -> Units:
        """E-4.2: the units that are still to be planned for before anybody may fight, once this plan is made."""
        return uncovered(s, self.side) & ~self.attackers & ~s.units_in(1 - self.side, self.hexes)

    def on_unit(self, s: OffensiveState, unit: Unit) -> None:
        s.become(Plan(self.side, self.number, self.attackers | 1 << unit, self.hexes))

    def on_target(self, s: OffensiveState, place: Place) -> None:
        s.become(Plan(self.side, self.number, self.attackers, self.hexes | 1 << place))

    def on_all(self, s: OffensiveState, _: None) -> None:
        s.become(Plan(self.side, self.number, self.attackers | self.helpers(s), self.hexes))

    def on_ready(self, s: OffensiveState, _: None) -> None:
        make_plan(s, self.number, self.attackers, self.hexes)
        s.pop()

    def on_fight(self, s: OffensiveState, _: Place) -> None:
        make_plan(s, self.number, self.attackers, self.hexes)
        s.pop()
        begin(s, self.attackers, self.hexes)

    def why_ready(self, s: OffensiveState, _: None) -> Refusal:
        if not self.attackers:
            return Refusal("9.0", "choose the attacking units first")
        must, more = self.missing(s)
        if must or more:
            said = s.names(must | s.units_in(1 - self.side, more))
            return Refusal("E-4.2", f"without this attack they would have no enemy left to fight: {said}")
        return Refusal("9.2", "nothing has been added to the planned attack")

    def why_fight(self, s: OffensiveState, place: Place) -> Refusal:
        if not self.complete(s):
            return self.why_ready(s, None)
        early = self._too_early(s)
        if early:
            said = s.names(early)
            return Refusal("E-4.2", f"on game-turn 1 you plan all attacks before you roll; not in one yet: {said}")
        return Refusal("9.0", f"{HEX_NAMES.names[place]} is not part of this attack")

    def why_all(self, s: OffensiveState, _: None) -> Refusal:
        return Refusal("9.1B", "every other unit that could join has another enemy to attack; add them one by one")

    def usual(self, s: OffensiveState) -> Iterator[tuple[str, Any]]:
        """Whoever can only help joins in, and whoever must."""
        must, more = self.missing(s)
        for u in each((self.helpers(s) | must) & (s.offers("unit") or 0)):
            yield "unit", u
        for place in each(more & (s.offers("target") or 0)):
            yield "target", place

    def preview(self, s: OffensiveState) -> dict[str, Any] | None:
        return preview.fight(s, self.attackers, self.hexes) if self.attackers else None

    def attacks(self, s: OffensiveState) -> dict[str, int]:
        return {"target": -1, "fight": -1}

    def fight(self, s: OffensiveState, verb: str, raw: Any) -> dict[str, Any] | None:
        attackers, hexes = self.attackers, self.hexes
        if verb == "unit":
            attackers |= 1 << raw
        elif verb == "target":
            hexes |= 1 << raw
        elif verb == "all":
            attackers |= self.helpers(s)
        return preview.fight(s, attackers, hexes) if attackers else None

    def undone(self, s: OffensiveState) -> Undone:
        must, more = self.missing(s)
        must |= s.units_in(1 - self.side, more)
        return Undone(could=(s.offers("unit") or 0) & ~must, must=must)

    def hints(self, s: OffensiveState) -> Hints:
        must, more = self.missing(s)
        note = {"note": "must take part: nobody else is left to fight"}
        joining = self.helpers(s) if self.attackers or s.offers("unit") else 0
        with_all = f"adds {s.names(joining)}" if joining else ""
        return {
            "unit": {UNIT_NAMES.names[u]: note for u in each(must)},
            "target": {HEX_NAMES.names[p]: note for p in each(more)},
            "all": {"": {"note": with_all}},
            "ready": {"": {"note": "the die is rolled later"}},
            "fight": {HEX_NAMES.names[p]: {"danger": True, "note": "the die is rolled now"} for p in each(self.hexes)},
        }

    def misfit(self, s: OffensiveState, at: int) -> str:
        phase = s.stack[1]
        if not isinstance(phase, Combat) or phase.side != self.side:
            return "the attack does not belong to this combat phase"
        wrong = attack_misfit(s, self.side, self.attackers, self.hexes)
        if wrong:
            return wrong
        known = plans(s, self.side).get(self.number, (0, 0))
        if self.number and (not known[0] or known[0] & ~self.attackers or known[1] & ~self.hexes):
            return f"there is no planned attack {self.number} that this one adds to"
        other = (self.attackers | defenders(s, 1 - self.side, self.hexes)) & planned(s)
        if any(s.battle[u] != self.number for u in each(other)):
            return "a unit belongs to another planned attack"
        if not self.attackers:
            return "" if offered(self.limits_unit(s)) else "nobody can attack these hexes"
        fits = completed(s, self.side, self.attackers, self.hexes) is not None
        grows = self.complete(s) or offered(self.limits_unit(s)) or offered(self.limits_target(s))
        return "" if fits and grows else "this attack cannot be completed (case E-4.2)"
