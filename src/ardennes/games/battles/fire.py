"""b10.3 Final protective fire, 16.6 Intensive Fire, 16.7 Saturation Fire: what is asked and rolled around the die of an attack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.core.wording import counted
from ardennes.games.battles import preview
from ardennes.games.battles.facts import ARTILLERY, BOARD, DIE, OF_SIDE, ROSTER, SIDE, SIDES, UNIT_NAMES
from ardennes.games.battles.state import BattlesState, foe
from ardennes.games.battles.strength import (
    MOST_FPF,
    RANGE,
    attacker,
    breakdown_number,
    defenders,
    failed,
    fighting,
    fpf_value,
    gains,
    most_points,
    multiplier,
    near,
    pure,
    spent,
)

TWO_DICE = tuple(range(2, 13))
TWO_DICE_WEIGHTS = tuple(6 - abs(7 - total) for total in TWO_DICE)


# --- final protective fire (b10.3) --------------------------------------------------------------------------------------------------------


def fpf_limits(s: BattlesState, side: Side) -> Limits:
    """b10.3: which artillery can help the defenders of the attacked hex."""
    yield "b10.3", 0 if pure(s) else -1, "no FPF is given against a barrage without ground units"
    yield "b10.3", OF_SIDE[side], "{} belongs to the other side"
    yield "b10.3", ARTILLERY, "{} is not artillery"
    yield "b10.3", s.on_map(side), "{} is not on the map"
    yield "b10.31", ~s.units_at(s.target), "{} is in the attacked hex and defends there anyway"
    reach = s.units_in(side, BOARD.within(s.target, RANGE))
    yield "b10.3", reach, f"{{}} is more than {counted(RANGE, 'hex', 'hexes')} away"
    yield "b10.1", s.in_battery(), "{} is not in battery"
    yield "b10.3", ~s.fpf_given, "{} has already given FPF in this phase"
    yield "b10.3", ~s.fpf, "{} is already helping"
    full = s.fpf.bit_count() >= MOST_FPF
    yield "b10.3", 0 if full else -1, f"at most {counted(MOST_FPF, 'artillery unit')} can help a hex"


@dataclass(frozen=True, slots=True)
class FinalFire(Frame):
    """b10.3 The defender names the artillery that gives FPF."""

    side: Side

    title = "Final protective fire"
    main: ClassVar[str] = "ready"
    labels: ClassVar[dict[str, str]] = {"gun": "Give FPF", "ready": "Continue"}
    picks: ClassVar[frozenset[str]] = frozenset({"gun"})
    public = True
    below: ClassVar[tuple[str, ...]] = ("Fight",)

    def limits_gun(self, s: BattlesState) -> Limits:
        return fpf_limits(s, self.side)

    def decide(self, s: BattlesState) -> Decision | None:
        some = offered(self.limits_gun(s))
        if not some and not s.fpf:
            s.pop()
            return None
        where = s.game.place_titles[s.target]
        return s.ask(SIDES[self.side], f"{where} is attacked: who gives FPF?", "b10.3", gun=some, ready=NOTHING)

    def on_gun(self, s: BattlesState, unit: Unit) -> None:
        s.fpf |= 1 << unit

    def on_ready(self, s: BattlesState, _: None) -> None:
        if s.fpf:
            s.fpf_given |= s.fpf
            s.tell("fpf", s.fpf, s.target)
        s.pop()

    def preview(self, s: BattlesState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: BattlesState, verb: str, raw: Any) -> dict[str, Any] | None:
        if verb != "gun":
            return preview.fight(s)
        t = s.clone()
        t.fpf |= 1 << raw
        return preview.fight(t)

    def undone(self, s: BattlesState) -> Undone:
        return Undone(could=s.offers("gun"))

    def hints(self, s: BattlesState) -> Hints:
        notes = {UNIT_NAMES.names[u]: {"note": f"FPF {fpf_value(s, u)}"} for u in each(s.offers("gun"))}
        ready = {"label": f"FPF of {s.names(s.fpf)}"} if s.fpf else {"label": "No FPF", "passes": True}
        return {"gun": notes, "ready": {"": ready}}

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.target < 0 or not s.attackers:
            return "FPF is given when ground units attack (case b10.3)"
        return "" if self.side == foe(attacker(s)) else "FPF is given by the defender (case b10.3)"


# --- Intensive Fire (16.6) ----------------------------------------------------------------------------------------------------------------


def may_intensify(s: BattlesState, side: Side) -> bool:
    """16.61: may a side use Intensive Fire in this game?"""
    return s.setup.option("intensive_fire") in (SIDES[side], "both")


def taking_part(s: BattlesState, side: Side) -> Units:
    """16.62: the units of a side in this attack."""
    return s.attackers if side == attacker(s) else defenders(s)


def intense_limits(s: BattlesState, side: Side) -> Limits:
    """16.6 to 16.64, 16.73: which units can state points."""
    yield "16.61", -1 if may_intensify(s, side) else 0, "Intensive Fire is not open to this side in this game"
    yield "16.62", OF_SIDE[side], "{} belongs to the other side"
    yield "16.6", ~ARTILLERY, "artillery does not use Intensive Fire"
    part = taking_part(s, side)
    yield "16.62", part, "{} takes no part in this attack"
    yield "9.68", fighting(s, part) if side != attacker(s) else -1, "{} has retreated into the hex and adds nothing"
    shelled = pure(s) and side != attacker(s) and not near(s, s.guns)
    yield "16.73-intensive", 0 if shelled else -1, "none of the guns that fire is next to {}"
    yield "16.63", ~s.unsupplied, "{} is out of supply"
    yield "16.63", ~spent(s), "{} is out of ammunition"
    yield "16.62", ~bits(u for u in each(part) if s.points[u]), "{} has stated its points"


@dataclass(frozen=True, slots=True)
class Intense(Frame):
    """16.62 A side states for its units in the attack how many points they try to gain: the defender first, then the attacker."""

    side: Side

    title = "Intensive Fire"
    main: ClassVar[str] = "ready"
    labels: ClassVar[dict[str, str]] = {"unit": "Use Intensive Fire", "ready": "Continue"}
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    public = True
    below: ClassVar[tuple[str, ...]] = ("Fight",)

    def limits_unit(self, s: BattlesState) -> Limits:
        return intense_limits(s, self.side)

    def decide(self, s: BattlesState) -> Decision | None:
        some = offered(self.limits_unit(s))
        if not some:
            s.pop()
            return None
        where = s.game.place_titles[s.target]
        prompt = f"Attack on {where}: who uses Intensive Fire?"
        return s.ask(SIDES[self.side], prompt, "16.62", unit=some, ready=NOTHING)

    def on_unit(self, s: BattlesState, unit: Unit) -> None:
        s.push(Points(self.side, unit))

    def on_ready(self, s: BattlesState, _: None) -> None:
        s.pop()

    def preview(self, s: BattlesState) -> dict[str, Any] | None:
        return preview.fight(s)

    def undone(self, s: BattlesState) -> Undone:
        return Undone(could=s.offers("unit"))

    def hints(self, s: BattlesState) -> Hints:
        notes = {}
        for u in each(s.offers("unit")):
            most = most_points(s, u)
            notes[UNIT_NAMES.names[u]] = {"note": "1 point" if most == 1 else f"1 to {most} points"}
        stated = any(s.points[u] for u in each(taking_part(s, self.side)))
        ready = {"label": "No more Intensive Fire"} if stated else {"label": "No Intensive Fire", "passes": True}
        return {"unit": notes, "ready": {"": ready}}

    def misfit(self, s: BattlesState, at: int) -> str:
        if s.target < 0 or not s.attackers | s.guns:
            return "points are stated in an attack (case 16.62)"
        return "" if may_intensify(s, self.side) else "Intensive Fire is not open to this side (case 16.61)"


@dataclass(frozen=True, slots=True)
class Points(Frame):
    """16.64 How many points one unit tries to gain: at most one less than its strength, and always at least one."""

    side: Side
    unit: Unit

    title = "Intensive Fire"
    labels: ClassVar[dict[str, str]] = {"points": "Try to gain"}
    below: ClassVar[tuple[str, ...]] = ("Intense",)

    def decide(self, s: BattlesState) -> Decision:
        most = most_points(s, self.unit)
        prompt = f"How many points should {ROSTER.name[self.unit]} try to gain?"
        return s.ask(SIDES[self.side], prompt, "16.64", points=tuple(range(1, most + 1)))

    def why_points(self, s: BattlesState, points: object) -> Refusal:
        most = most_points(s, self.unit)
        return Refusal("16.64", f"{ROSTER.name[self.unit]} can try for at most {counted(most, 'point')}")

    def on_points(self, s: BattlesState, points: int) -> None:
        s.points[self.unit] = points
        s.tell("states", self.unit, points)
        s.pop()

    def preview(self, s: BattlesState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: BattlesState, verb: str, raw: Any) -> dict[str, Any] | None:
        t = s.clone()
        t.points[self.unit] = raw
        return preview.fight(t)

    def hints(self, s: BattlesState) -> Hints:
        notes = {}
        for points in range(1, most_points(s, self.unit) + 1):
            good = max(0, len(DIE) - points)
            works = f"works {counted(good, 'time')} in 6; otherwise" if good else "cannot work:"
            if s.has("intensive_fire_partial"):  # 16.69
                works = f"{works} one less than the die, and" if good else "gains one less than the die, and then:"
            note = f"{works} out of ammunition"
            notes[str(points)] = {"label": f"{points} ({good} in 6)", "note": note}
        return {"points": notes}

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = s.target >= 0 and offered(intense_limits(s, self.side)) >> self.unit & 1
        return "" if fits else "the unit cannot use Intensive Fire here (case 16.62)"


# --- the dice (16.65, 16.72) --------------------------------------------------------------------------------------------------------------


def rollers(s: BattlesState) -> list[Unit]:
    """16.65, 16.72: the units that still have to roll, the defender's first, then attackers, then artillery."""
    stated = [u for u, points in enumerate(s.points) if points and not s.dice[u]]
    mine = attacker(s)
    return sorted(stated, key=lambda u: (SIDE[u] == mine, u)) + [u for u in each(s.saturating) if not s.dice[u]]


@dataclass(frozen=True, slots=True)
class FireDice(Frame):
    """16.65 One die for each unit that uses Intensive or Saturation Fire."""

    title = ""
    public = True
    below: ClassVar[tuple[str, ...]] = ("Fight",)

    def decide(self, s: BattlesState) -> Decision | None:
        left = rollers(s)
        if not left:
            s.pop()
            return None
        saturates = s.saturating >> left[0] & 1
        prompt = f"{'Saturation' if saturates else 'Intensive'} Fire of {ROSTER.name[left[0]]}"
        return s.ask_chance(prompt, "16.72" if saturates else "16.65", die=DIE)

    def on_die(self, s: BattlesState, die: int) -> None:
        unit = rollers(s)[0]
        s.dice[unit] = die
        if s.saturating >> unit & 1:
            kind = "withering" if s.withering >> unit & 1 else "normal"
            s.tell("saturates", unit, kind, die, multiplier(s, unit, die))
        else:
            s.tell("intense", unit, s.points[unit], die, gains(s, unit)[0])

    def preview(self, s: BattlesState) -> dict[str, Any] | None:
        return preview.fight(s)

    def misfit(self, s: BattlesState, at: int) -> str:
        return "" if s.target >= 0 and s.attackers | s.guns else "no attack is under way (case b9.2)"


# --- afterwards (16.66, 16.74) ------------------------------------------------------------------------------------------------------------


def empty(s: BattlesState, unit: Unit) -> None:
    """16.66, 16.76: a unit is out of ammunition."""
    s.no_ammo[unit] = s.turn
    s.tell("no_ammo", unit)


def mark_failures(s: BattlesState) -> None:
    """16.66: units whose Intensive Fire failed are out of ammunition after the attack."""
    for u, points in enumerate(s.points):
        if points and s.at[u] >= 0 and failed(s, u):
            empty(s, u)


def breakers(s: BattlesState) -> Units:
    """16.74: artillery that used Saturation Fire and has survived the attack."""
    return bits(u for u in each(s.saturating) if s.at[u] >= 0)


@dataclass(frozen=True, slots=True)
class Breakdown(Frame):
    """16.74 Two dice for each artillery unit that used Saturation Fire: not above its breakdown number, and it is lost (16.78: burnt)."""

    left: Units

    title = "Breakdown"
    below: ClassVar[tuple[str, ...]] = ("Fight",)

    def decide(self, s: BattlesState) -> Decision | None:
        if not self.left:
            s.pop()
            return None
        unit = each(self.left)[0]
        number = breakdown_number(s, unit, s.dice[unit])
        prompt = f"Does {ROSTER.name[unit]} break down? It does on {number} or less"
        return s.ask_chance(prompt, "16.74", weights=TWO_DICE_WEIGHTS, sum=TWO_DICE)

    def on_sum(self, s: BattlesState, total: int) -> None:
        unit = each(self.left)[0]
        number = breakdown_number(s, unit, s.dice[unit])
        s.become(Breakdown(self.left & ~(1 << unit)))
        s.tell("breakdown", unit, total, number)
        if total > number:
            empty(s, unit)
        elif s.has("burnt_tubes"):
            s.burnt |= 1 << unit
            s.tell("burnt", unit)
        else:
            s.eliminate(unit)

    def misfit(self, s: BattlesState, at: int) -> str:
        fits = not self.left & ~breakers(s) and all(s.dice[u] for u in each(self.left))
        return "" if fits else "only artillery that used Saturation Fire can break down (case 16.74)"
