"""9.3 to 9.6 Drawing chits, counting hits, and applying them: losses, retreat or dispersal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints
from ardennes.core.story import listed
from ardennes.core.wording import counted
from ardennes.games.enemy_action import chits, preview
from ardennes.games.enemy_action.advance import Advance
from ardennes.games.enemy_action.facts import BLUE, CHITS, SIDES
from ardennes.games.enemy_action.retreat import FAR, Retreat, forced, loss_notes, possible, prospect, vacated
from ardennes.games.enemy_action.state import EnemyActionState, foe
from ardennes.games.enemy_action.strength import COMBAT, fight_misfit, maximum, minimum

# --- step 4: the draw -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawing(Frame):
    """9-step4 Chits are drawn one by one: the minimum, and after that what the attacker declares."""

    side: Side

    below: ClassVar[tuple[str, ...]] = ("Combat",)

    def decide(self, s: EnemyActionState) -> Decision | None:
        so_far, least = s.drawn.bit_count(), minimum(s)
        if so_far < (s.total or least):
            if not s.cup:
                refill(s)
            return s.ask_chance(f"Chit {so_far + 1} of {s.total or least}", "9-step4", "9.3", chit=s.cup)
        if s.total:
            resolve(s, self.side)
        elif maximum(s) > least:
            s.become(More(self.side))
        else:
            s.total = least
        return None

    def preview(self, s: EnemyActionState) -> dict[str, Any] | None:
        return preview.fight(s)

    def luck(self, s: EnemyActionState) -> tuple[Side, list[float]]:
        here = chits.scene(s)
        found = (here.hits(here.up(chit)) for chit in each(s.cup))
        return self.side, [float(on_defender - on_attacker) for on_attacker, on_defender in found]

    def on_chit(self, s: EnemyActionState, chit: int) -> None:
        bit = 1 << chit
        s.cup &= ~bit
        s.drawn |= bit
        if chits.pending(s, chit) and maximum(s) >= chits.LARGE:
            large = chits.Scene(s, chits.LARGE).up(chit)
            s.tell("chit_pending", chit, "" if large is None else chits.hits_text(large), s.target, _so_far(s))
        else:
            tell_chit(s, chit)
        if BLUE & bit:
            refill(s)

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return fight_misfit(s)


def tell_chit(s: EnemyActionState, chit: int) -> None:
    """Say what a drawn chit means, seen from the attacker."""
    here = chits.scene(s)
    part = here.up(chit)
    if part is None:
        s.tell("chit_neither", chit, s.target, _so_far(s, here))
        return
    a, d = here.hits(part)
    kind = "chit_for" if d > a else "chit_against" if a > d else "chit_both"
    s.tell(kind, chit, chits.situation_text(part), chits.hits_text(part), s.target, _so_far(s, here))


def _so_far(s: EnemyActionState, here: chits.Scene | None = None) -> str:
    """The adjusted hits of the chits drawn so far, in words."""
    a, d = chits.adjusted(s, here)
    return f"{counted(d, 'hit')} on the defender, {counted(a, 'hit')} on the attacker"


def refill(s: EnemyActionState) -> None:
    """9.41: the chits of earlier fights go back into the cup; those of this one stay out."""
    full = CHITS.all & ~s.drawn
    if s.cup != full:
        s.cup = full
        s.tell("refills")


@dataclass(frozen=True, slots=True)
class More(Frame):
    """9.3-option The minimum is drawn: how many chits does the attacker draw in all?"""

    side: Side

    title: ClassVar[str] = "Chits"
    labels: ClassVar[dict[str, str]] = {"total": "Chits"}
    below: ClassVar[tuple[str, ...]] = ("Combat",)
    public: ClassVar[bool] = True

    def decide(self, s: EnemyActionState) -> Decision:
        least, most = minimum(s), maximum(s)
        prompt = f"{counted(least, 'chit')} drawn: {_so_far(s)}. How many in all, up to {most}?"
        return s.ask(SIDES[self.side], prompt, "9.3-option", "9.3-maximum", total=tuple(range(least, most + 1)))

    def why_total(self, s: EnemyActionState, total: object) -> Refusal:
        return Refusal("9.3-option", f"choose a total from {minimum(s)} to {maximum(s)}")

    def on_total(self, s: EnemyActionState, total: int) -> None:
        waiting = [chit for chit in each(s.drawn) if chits.pending(s, chit)]
        s.total = total
        s.tell("stops" if total == minimum(s) else "declares", self.side, total)
        if total >= chits.LARGE:
            for chit in waiting:
                tell_chit(s, chit)
        s.become(Drawing(self.side))

    def preview(self, s: EnemyActionState) -> dict[str, Any] | None:
        return preview.fight(s)

    def hints(self, s: EnemyActionState) -> Hints:
        out: dict[str, dict[str, Any]] = {}
        so_far = s.drawn.bit_count()
        a, d = chits.adjusted(s)
        for total in range(minimum(s), maximum(s) + 1):
            more = total - so_far
            if not more:
                out[str(total)] = {"label": f"{total}, stop here", "note": _so_far(s)}
                continue
            found = chits.outlook(s, more)
            hit = sum(chance for (_, hits), chance in found["chances"].items() if hits > d)
            hurt = sum(chance for (hits, _), chance in found["chances"].items() if hits > a)
            note = (
                f"on average {found['defender']:.1f} hits in all on the defender, {found['attacker']:.1f} on the attacker; "
                f"chance of more hits: defender {hit:.0%}, attacker {hurt:.0%}"
            )
            out[str(total)] = {"label": f"{total} ({more} more)", "note": note}
        return {"total": out}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return fight_misfit(s)


# --- step 5: hits -----------------------------------------------------------------------------------------------------


def resolve(s: EnemyActionState, side: Side) -> None:
    """9-step5: the last chit is drawn; hits are counted, and both sides apply theirs, the defender first."""
    found = chits.totals(s)
    a, d = chits.adjust(s, found)
    enemy = foe(side)
    s.hits[side], s.hits[enemy] = a, d
    s.tell("hits", a, d)
    bit = 1 << s.target
    if found[1] > 0 and s.ip & bit:  # 12.34
        s.ip &= ~bit
        s.tell("spends_ip", s.target)
    steps: list[Frame] = [Advance(side), Absorb(side)]
    if a:
        steps.append(Losses(side, 1))
    if d:
        steps.append(Respond(enemy))
    s.become(*steps)


_FEW = 3
"""So many hexes are named."""


def _loss(s: EnemyActionState, units: Units, hits: int, fine: int, more: list[str]) -> dict[str, Any]:
    """What an answer to hits means to some units: steps lost to the hits, and to a fine for a retreat into enemy zones of control."""
    if hits + fine >= s.steps_of(units):
        return {"note": "all are eliminated" if units & units - 1 else "eliminated", "danger": True}
    lost = f"{counted(hits + fine, 'step')} lost" if hits + fine else "no step lost"
    if fine:
        lost += f"{f', {fine} of them' if hits else ''} to enemy zones of control"
    return {"note": ", ".join([*more, lost]), "danger": False}


def _way(s: EnemyActionState, units: Units, hexes: int, first: Places) -> list[str]:
    """Where a retreat leads, if that can be said in a few words: all the way if it is forced, otherwise how it can begin."""
    route = [preview.place_title(place) for place in forced(s, units, hexes)]
    if len(route) == hexes:
        return [f"by {route[0]} to {route[1]}" if hexes == FAR else f"to {route[0]}"]
    names = [preview.place_title(place) for place in each(first)]
    return [f"{'to' if hexes == 1 else 'by'} {listed(names, 'or')}"] if len(names) <= _FEW else []


# --- step 6: the defender ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Respond(Frame):
    """9-step6 The defender stands and loses steps, or retreats one or two hexes to absorb one or two hits."""

    side: Side

    title: ClassVar[str] = "Hits"
    labels: ClassVar[dict[str, str]] = {"stand": "Stand", "one": "Retreat one hex", "two": "Retreat two hexes"}
    below: ClassVar[tuple[str, ...]] = ("Absorb", "Losses")
    public: ClassVar[bool] = True

    def decide(self, s: EnemyActionState) -> Decision | None:
        units = s.defenders
        can = [hexes for hexes in (1, FAR) if possible(s, units, hexes) is None] if units else []
        if not can:
            s.become(Losses(self.side, s.hits[self.side]))
            return None
        prompt = f"{counted(s.hits[self.side], 'hit')} on {s.names(units)}: stand or retreat?"
        one, two = NOTHING if 1 in can else (), NOTHING if FAR in can else ()
        return s.ask(SIDES[self.side], prompt, "9-step6", "9.5-processing", stand=NOTHING, one=one, two=two)

    def why_one(self, s: EnemyActionState, _: object) -> Refusal | None:
        return possible(s, s.defenders, 1)

    def why_two(self, s: EnemyActionState, _: object) -> Refusal | None:
        return possible(s, s.defenders, FAR)

    def on_stand(self, s: EnemyActionState, _: None) -> None:
        s.tell("stands", self.side)
        s.become(Losses(self.side, s.hits[self.side]))

    def on_one(self, s: EnemyActionState, _: None) -> None:
        self._go(s, 1)

    def on_two(self, s: EnemyActionState, _: None) -> None:
        self._go(s, FAR)

    def _go(self, s: EnemyActionState, hexes: int) -> None:
        s.hits[self.side] -= hexes
        retreat = Retreat(self.side, s.defenders, s.target, hexes, hexes == FAR)
        s.become(Losses(self.side, s.hits[self.side]), retreat)

    def hints(self, s: EnemyActionState) -> Hints:
        hits, units = s.hits[self.side], s.defenders
        out: Hints = {"stand": {"": _loss(s, units, hits, 0, [])}}
        for verb, hexes in (("one", 1), ("two", FAR)):
            if possible(s, units, hexes) is None:
                first, fine = prospect(s, units, hexes)
                dispersed = ["dispersed"] if hexes == FAR else []
                out[verb] = {"": _loss(s, units, hits - hexes, fine, [*_way(s, units, hexes, first), *dispersed])}
        return out

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if s.target < 0 or s.defenders & ~s.on_map(self.side):
            return "there is no fight"
        return "" if s.hits[self.side] > 0 else "there are no hits to apply"


# --- step losses (9.6) ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Losses(Frame):
    """9.61 A side loses steps to hits, evenly: no unit loses a second one before all have lost one, and of the attacker's hexes none has a
    second loss before all have had one."""

    side: Side
    left: int

    title: ClassVar[str] = "Losses"
    labels: ClassVar[dict[str, str]] = {"lose": "Lose a step"}
    below: ClassVar[tuple[str, ...]] = ("Absorb", "Losses", "Advance")

    def _attacks(self, s: EnemyActionState) -> bool:
        return bool(self.side == s.stack[1].side)  # type: ignore[attr-defined]

    def _units(self, s: EnemyActionState) -> Units:
        return s.attackers if self._attacks(s) else s.defenders

    def limits_lose(self, s: EnemyActionState) -> Limits:
        units = self._units(s)
        yield "9.6", units, "{} is not taking part in this fight"
        fresh = units & ~s.struck
        if not fresh:  # everybody has lost one: the next round
            return
        yield "9.61", fresh, "{} has already lost a step, and others have not"
        if self._attacks(s):
            spared = s.places_of(units) & ~s.struck_at
            if spared:
                reason = "units in the hex of {} have already lost a step, and other attacking hexes have not"
                yield "9.61", s.units_in(self.side, spared), reason

    def decide(self, s: EnemyActionState) -> Decision | None:
        units = self._units(s)
        if not self.left or not units:
            self._end(s)
            return None
        fresh = units & ~s.struck or units
        some = offered(self.limits_lose(s))
        if self.left >= fresh.bit_count():  # all lose alike
            s.become(replace(self, left=self.left - fresh.bit_count()))
            for unit in each(fresh):
                self._hit(s, unit)
            return None
        if not some & some - 1:
            self.on_lose(s, some.bit_length() - 1)
            return None
        more = s.hits[self.side] - self.left
        first = f"{counted(more + 1, 'hit')} on the attackers, and the first costs a step" if more > 0 else ""
        prompt = f"{first or counted(self.left, 'step') + ' to lose'}: which unit?"
        return s.ask(SIDES[self.side], prompt, "9.6", "9.61", lose=some)

    def on_lose(self, s: EnemyActionState, unit: Unit) -> None:
        s.become(replace(self, left=self.left - 1))
        self._hit(s, unit)

    def _hit(self, s: EnemyActionState, unit: Unit) -> None:
        units = self._units(s)
        if not units & ~s.struck:
            s.struck &= ~units
            if self._attacks(s):
                s.struck_at = 0
        s.struck |= 1 << unit
        if self._attacks(s):
            s.struck_at |= 1 << s.at[unit]
        s.hits[self.side] -= 1
        s.lose_step(unit)

    def _end(self, s: EnemyActionState) -> None:
        s.pop()
        if self.left:
            s.hits[self.side] = 0  # nobody is left to lose more
        if not self._attacks(s):
            vacated(s)

    def hints(self, s: EnemyActionState) -> Hints:
        return {"lose": loss_notes(s, s.offers("lose"))}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if s.target >= 0 and self.left >= 0 else "there is no fight"


# --- step 7: the attacker ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Absorb(Frame):
    """9-step7 The attacker has lost a step to the first hit: dispersing all attackers can absorb up to two more."""

    side: Side

    title: ClassVar[str] = "Hits"
    labels: ClassVar[dict[str, str]] = {"disperse": "Disperse", "stand": "Lose steps"}
    below: ClassVar[tuple[str, ...]] = ("Advance",)
    public: ClassVar[bool] = True

    def decide(self, s: EnemyActionState) -> Decision | None:
        hits = s.hits[self.side]
        if not hits or not s.attackers:
            s.hits[self.side] = 0
            s.pop()
            return None
        prompt = f"{counted(hits, 'more hit')} on the attackers: disperse them, or lose steps?"
        return s.ask(SIDES[self.side], prompt, "9-step7", "9.5-processing", disperse=NOTHING, stand=NOTHING)

    def on_disperse(self, s: EnemyActionState, _: None) -> None:
        s.hits[self.side] = max(0, s.hits[self.side] - int(COMBAT["disperse_hits"]))
        s.disperse(s.attackers)
        s.tell("disperses", s.attackers)
        s.become(Losses(self.side, s.hits[self.side]))

    def on_stand(self, s: EnemyActionState, _: None) -> None:
        s.become(Losses(self.side, s.hits[self.side]))

    def hints(self, s: EnemyActionState) -> Hints:
        hits = s.hits[self.side]
        left = max(0, hits - int(COMBAT["disperse_hits"]))
        lost = f"{counted(left, 'step')} lost" if left else "no step lost"
        only = offered(Losses(self.side, hits).limits_lose(s))
        who = f" by {s.names(only)}" if hits == 1 and not only & only - 1 else ""
        return {
            "disperse": {"": {"note": f"{lost}; no advance, no move and no attack until they recover"}},
            "stand": {"": {"note": f"{counted(hits, 'step')} lost{who}"}},
        }

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if s.target >= 0 else "there is no fight"
