"""9.2 Combat tactics: which cards may be played as what, what they do, and the units that they bring into the fight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.kinds import Card, Cards, Place, Places, Side, Unit, Units
from ardennes.core.limits import Limits, offered
from ardennes.core.names import bits, each
from ardennes.core.state import Frame, Hints, Undone
from ardennes.games.enemy_action import preview
from ardennes.games.enemy_action.cards import PickedCard
from ardennes.games.enemy_action.facts import (
    ALLIED,
    ATTACKING,
    BOARD,
    BUILT,
    CALENDAR,
    CARD_FACTS,
    DEFENDING,
    GERMAN,
    HEX_NAMES,
    MA,
    MECH,
    OF_SIDE,
    ON_FOOT,
    SAPPERS,
    SIDES,
    TACTIC,
    TACTIC_ROWS,
    TACTICS,
    TACTICS_OF,
    UNIT_NAMES,
    VDH,
    WESTWALL,
    on_date,
)
from ardennes.games.enemy_action.fields import River
from ardennes.games.enemy_action.hits import Drawing
from ardennes.games.enemy_action.movement import reinforce, reinforce_reach
from ardennes.games.enemy_action.moving import Marching
from ardennes.games.enemy_action.state import EnemyActionState
from ardennes.games.enemy_action.strength import SCREEN, able_limits, attacker, beside, fight_misfit

FIXED = 1 << TACTIC["fixed-artillery"]
INFILTRATION = 1 << TACTIC["infiltration"]
REINFORCE = TACTIC["reinforce-battle"]
COORDINATION = TACTIC["assault-coordination"]
ARTILLERY = 1 << TACTIC["artillery"]


# --- who may use tactics, and which (9.2, 9.22, 9.24) -----------------------------------------------------------------


def involved(s: EnemyActionState, side: Side) -> Units:
    """The units of a side that take part in the fight."""
    return s.attackers if side == attacker(s) else s.defenders


def may_use(s: EnemyActionState, side: Side) -> bool:
    """9.2, 9.24, 4.11: has a side a unit in the fight that is supplied, not dispersed and not von der Heydte?"""
    if side == ALLIED and s.surprising:
        return False
    return bool(involved(s, side) & ~s.dispersed & ~s.unsupplied & ~(1 << VDH))


def why_no_tactics(s: EnemyActionState, side: Side) -> Refusal | None:
    """9.2, 9.24, 4.11: why a side has no tactics in this fight; None if it has."""
    if side == ALLIED and s.surprising:
        return Refusal("4.11", "the Allied player may play no cards in the three surprise impulses")
    if may_use(s, side):
        return None
    units = involved(s, side) & ~s.dispersed & ~s.unsupplied
    if units:
        return Refusal("9.24", f"no tactic can help {s.names(units)}")
    return Refusal("9.2", "no unit in this fight is both supplied and undispersed")


@cache
def today(side: Side, day: int) -> int:
    """2-dates, 4.13: the tactics that a side has on a day."""
    return bits(t for t in each(TACTICS_OF[side]) if on_date(TACTIC_ROWS[t]["dates"][SIDES[side]], day))


def tactic_limits(s: EnemyActionState, side: Side, card: Card = -1) -> Limits:
    """9.2: the tactics that a card can be played as now; without a card, those that the free tactic of 9.23 can be."""
    yield "9.22", TACTICS_OF[side], "{} is not one of your side's tactics"
    if side == ALLIED and s.on("slow_reaction"):
        yield "4.13", ~ARTILLERY, "{} is not available to the Allies on 16 December"
    yield "2-dates", today(side, s.day), "{} is not available today"
    if card >= 0:
        yield "9.2", CARD_FACTS[card].tactics_on(s.day), f"{CARD_FACTS[card].title} cannot be played as {{}} today"
    place = s.target
    if side == attacker(s):
        yield "9.2", ATTACKING, "{} is for the defender"
        if not any(s.type_of(u) in ON_FOOT for u in each(s.attackers)):
            yield "9.2", ~INFILTRATION, "{} needs an infantry unit in the attack"
    else:
        yield "9.2", DEFENDING, "{} is for the attacker"
        if not s.defenders & MECH:
            yield "9.3-maximum", ~SCREEN, "{} needs a mechanized unit in the defence"
        yield "9.3-maximum", ~(s.tactics[side] & SCREEN), "{} counts only once"
        if BUILT >> place & 1:
            yield "12.32", ~SAPPERS, "{}: towns and cities have no improved positions"
        if s.ip >> place & 1:
            yield "12.32", ~SAPPERS, "{}: there is already an improved position"
    far = int(CALENDAR[s.day]["far"])
    if not BOARD.within(place, far) & WESTWALL:
        yield "9.2", ~FIXED, f"{{}} reaches {far} hexes from the Westwall today, which is not far enough"


def tactics_for(s: EnemyActionState, side: Side, card: Card) -> int:
    """9.2: the tactics that a card can be played as in this fight."""
    return offered(tactic_limits(s, side, card))


def fitting(s: EnemyActionState, side: Side, cards: Cards) -> Cards:
    """9.2: those of some cards that can be played as a tactic in this fight."""
    return bits(c for c in each(cards) if tactics_for(s, side, c))


def card_limits(s: EnemyActionState, side: Side) -> Limits:
    """9.2: the cards that a side can play as a tactic now."""
    yield "5.1", s.hand[side], "{} is not in your hand"
    why = why_no_tactics(s, side)
    if why is not None:
        yield why.case, 0, why.reason
    yield "9.2", fitting(s, side, s.hand[side]), "{} has no tactic for this fight"


# --- what they do -----------------------------------------------------------------------------------------------------


def spend(s: EnemyActionState, side: Side, card: Card, tactic: int) -> None:
    """9.2, 5.7: a card is played as a tactic; it goes to the discards, or back to the draw pile if it says so."""
    s.tell("plays_tactic", side, card, tactic)
    back = CARD_FACTS[card].returns
    if back and on_date(back, s.day):
        s.return_card(card)
        s.tell("returns", side, card)
    else:
        s.discard(card)


def use(s: EnemyActionState, side: Side, tactic: int) -> None:
    """9.2: a tactic takes effect."""
    s.tactics[side] |= 1 << tactic
    s.plays[side] += 1
    bit = 1 << s.target
    attacks = side == attacker(s)
    if SAPPERS >> tactic & 1:
        if not attacks:
            s.ip |= bit
            s.tell("digs_in", s.target)
        elif s.ip & bit:  # 12.34
            s.ip &= ~bit
            s.tell("loses_ip", s.target)
    elif tactic == REINFORCE:
        s.push(Reinforce(side, -1))
    elif tactic == COORDINATION:
        s.push(Coordinate(side, int(TACTIC_ROWS[tactic]["units"])))


def leave_positions(s: EnemyActionState) -> None:
    """12.34: an improved position goes when all units of its hex have attacked in this activation."""
    side = attacker(s)
    for place in each(s.places_of(s.attackers) & s.ip):
        if not s.units_at(place, side) & ~s.attacked:
            s.ip &= ~(1 << place)
            s.tell("loses_ip", place)


# --- step 2: the attacker's tactics -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AttackTactics(Frame):
    """9-step2 The attacker plays any number of tactics; each of them also allows one chit more."""

    side: Side

    title: ClassVar[str] = "Tactics"
    labels: ClassVar[dict[str, str]] = {"card": "Play as a tactic", "bonus": "Free tactic", "ready": "Draw chits"}
    main: ClassVar[str] = "ready"
    picks: ClassVar[frozenset[str]] = frozenset({"card"})
    below: ClassVar[tuple[str, ...]] = ("Combat",)
    public: ClassVar[bool] = True

    def limits_card(self, s: EnemyActionState) -> Limits:
        return card_limits(s, self.side)

    def limits_bonus(self, s: EnemyActionState) -> Limits:
        if not s.bonus:
            yield "9.23", 0, "only Allied units activated by an army or army group card have a free tactic"
        if s.bonus_used:
            yield "9.23", 0, "this attack has had its free tactic"
        yield from tactic_limits(s, self.side)

    def decide(self, s: EnemyActionState) -> Decision | None:
        free = s.bonus and not s.bonus_used
        if not may_use(s, self.side) or not (s.hand[self.side] or free):
            open_defence(s)
            return None
        prompt = f"Tactics for the attack on {preview.place_title(s.target)}?"
        return s.ask(
            SIDES[self.side],
            prompt,
            "9-step2",
            "9.2",
            card=offered(self.limits_card(s)),
            bonus=offered(self.limits_bonus(s)) if free else 0,
            ready=NOTHING,
        )

    def on_card(self, s: EnemyActionState, card: Card) -> None:
        s.push(ChooseTactic(self.side, card))

    def on_bonus(self, s: EnemyActionState, tactic: int) -> None:
        s.bonus_used = True
        s.tell("free_tactic", self.side, tactic)
        use(s, self.side, tactic)

    def on_ready(self, s: EnemyActionState, _: None) -> None:
        open_defence(s)

    def preview(self, s: EnemyActionState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: EnemyActionState, verb: str, raw: Any) -> dict[str, Any] | None:
        return _outlook(s, self.side, verb, raw)

    def hints(self, s: EnemyActionState) -> Hints:
        out: Hints = {"card": _card_notes(s, self.side), "ready": {"": {"danger": True}}}
        out["bonus"] = {TACTICS.names[t]: _tactic_note(t) for t in each(s.offers("bonus"))}
        if not s.plays[self.side]:
            out["ready"][""] |= {"label": "No tactics", "passes": True}
        return out

    def undone(self, s: EnemyActionState) -> Undone | None:
        if s.bonus and not s.bonus_used:
            return Undone(text="the free tactic of this attack is not named yet")
        return None

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return fight_misfit(s)


_BRINGS = 1 << REINFORCE | 1 << COORDINATION
"""The tactics that bring units into the fight; who comes is chosen afterwards."""


def _outlook(s: EnemyActionState, side: Side, verb: str, raw: Any) -> dict[str, Any] | None:
    """The fight with a tactic, or with a card that can be only one; None if the effect depends on a further choice."""
    some = tactics_for(s, side, raw) if verb == "card" else 1 << raw if verb in ("tactic", "bonus") else 0
    if not some or some & some - 1 or some & _BRINGS:
        return None
    w = s.clone()
    use(w, side, some.bit_length() - 1)
    return preview.fight(w)


def _tactic_note(tactic: int) -> dict[str, Any]:
    row = TACTIC_ROWS[tactic]
    return {"label": row["title"], "note": row["text"]}


def _card_notes(s: EnemyActionState, side: Side) -> dict[str, dict[str, Any]]:
    names = CARD_FACTS
    out = {}
    for card in each(s.offers("card")):
        some = [str(TACTIC_ROWS[t]["title"]) for t in each(tactics_for(s, side, card))]
        out[names[card].name] = {"note": "any tactic" if names[card].any_tactic else ", ".join(some)}
    return out


# --- step 3: the defender's tactics -----------------------------------------------------------------------------------


def _may_defend(s: EnemyActionState, side: Side) -> bool:
    """9-step3: may the defender play a tactic, for all the attacker knows?"""
    return bool(s.hand[side] and may_use(s, side) and fitting(s, side, s.unseen(side)))


def open_defence(s: EnemyActionState) -> None:
    """9-step3: the attacker has no more tactics. The defender is asked if, for all anyone can tell, they could have one."""
    s.become(DefendTactics(ALLIED if attacker(s) == GERMAN else GERMAN, s.target))


@dataclass(frozen=True, slots=True)
class DefendTactics(Frame):
    """9-step3 The defender plays any number of tactics and knows those of the attacker."""

    side: Side
    place: Place

    title: ClassVar[str] = "Tactics"
    labels: ClassVar[dict[str, str]] = {"card": "Play as a tactic", "pass": "No more tactics"}
    main: ClassVar[str] = "pass"
    picks: ClassVar[frozenset[str]] = frozenset({"card"})
    below: ClassVar[tuple[str, ...]] = ("Combat",)
    window: ClassVar[bool] = True
    public: ClassVar[bool] = True

    def limits_card(self, s: EnemyActionState) -> Limits:
        return card_limits(s, self.side)

    def decide(self, s: EnemyActionState) -> Decision | None:
        if not _may_defend(s, self.side):
            self._on(s)
            return None
        prompt = f"{preview.place_title(self.place)} is attacked: tactics for the defence?"
        choices: dict[str, Any] = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        return s.ask(SIDES[self.side], prompt, "9-step3", "9.2", **choices)

    def _on(self, s: EnemyActionState) -> None:
        s.become(Drawing(attacker(s)))

    def on_card(self, s: EnemyActionState, card: Card) -> None:
        s.push(ChooseTactic(self.side, card))

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.revealed()
        self._on(s)

    def preview(self, s: EnemyActionState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: EnemyActionState, verb: str, raw: Any) -> dict[str, Any] | None:
        return _outlook(s, self.side, verb, raw)

    def hints(self, s: EnemyActionState) -> Hints:
        out: Hints = {"card": _card_notes(s, self.side)}
        if not s.plays[self.side]:
            out["pass"] = {"": {"label": "No tactics"}}
        return out

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return fight_misfit(s) or ("" if self.place == s.target else "another hex is attacked")


@dataclass(frozen=True, slots=True)
class ChooseTactic(Frame):
    """9.22 What a card is played as. The card is only picked until then."""

    side: Side
    card: PickedCard

    title: ClassVar[str] = "Tactics"
    labels: ClassVar[dict[str, str]] = {"tactic": "Play as this"}
    below: ClassVar[tuple[str, ...]] = ("AttackTactics", "DefendTactics")

    def limits_tactic(self, s: EnemyActionState) -> Limits:
        return tactic_limits(s, self.side, self.card)

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_tactic(s)) if self.card >= 0 else 0
        if not some:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Which tactic do you play the card as?", "9.2", "9.22", tactic=some)

    def on_tactic(self, s: EnemyActionState, tactic: int) -> None:
        s.pop()
        spend(s, self.side, self.card, tactic)
        use(s, self.side, tactic)

    def preview(self, s: EnemyActionState) -> dict[str, Any] | None:
        return preview.fight(s)

    def fight(self, s: EnemyActionState, verb: str, raw: Any) -> dict[str, Any] | None:
        return _outlook(s, self.side, verb, raw)

    def hints(self, s: EnemyActionState) -> Hints:
        return {"tactic": {TACTICS.names[t]: _tactic_note(t) for t in each(s.offers("tactic"))}}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        wrong = fight_misfit(s)
        return wrong or ("" if s.hand[self.side] >> self.card & 1 else "the picked card is not in the hand")


# --- tactics that bring units -----------------------------------------------------------------------------------------


def _places(s: EnemyActionState, side: Side) -> Places:
    """Where Reinforce Battle brings a unit: next to the attacked hex, or into it."""
    attacks = side == attacker(s)
    return BOARD.neighbours(s.target) if attacks else 1 << s.target


def reinforcing(s: EnemyActionState, side: Side, unit: Unit, spent: int = 0, barred: int = 0) -> Places:
    """The hexes into which Reinforce Battle can bring a unit; an attacker that is next to the target may also stay where it is. `spent`,
    `barred`: points used already, and bridges blown in its face (7.33)."""
    here = 1 << s.at[unit]
    to = _places(s, side)
    near = BOARD.within(s.target, max(MA[unit], 1) + 1)  # a hex costs at least one point, and the first is free
    found = reinforce_reach(s, unit, spent, barred) & to & ~here if near & here else 0
    out = bits(p for p in each(found) if s.fits(p, 1 << unit))
    return out | (here & to)


_FARTHEST = 8
"""No unit comes from farther away with its allowance."""


def _reinforce_limits(s: EnemyActionState, side: Side) -> Limits:
    """6.5, 9.1, 9.24: who could come into the fight by Reinforce Battle, whatever the way there."""
    yield "9.1", OF_SIDE[side], "{} is an enemy unit"
    yield "9.1", s.on_map(side), "{} is not on the map"
    yield "9.24", ~(1 << VDH), "no tactic can help {}"
    if side == attacker(s):
        yield "9.1", ~s.active, "{} is active: Reinforce Battle brings an inactive unit"
        yield from able_limits(s)
    else:
        yield "9.1", ~s.defenders, "{} is already defending"
        yield "9.74", ~s.retreated, "{} has retreated in this activation"
        yield "9.1", ~s.defended, "{} has already been attacked in this activation"
        yield "9.9", ~s.dispersed, "{} is dispersed"
        yield "10.41", ~s.nofuel, "{} is out of fuel"
    yield "9.2", s.units_in(side, BOARD.within(s.target, _FARTHEST)), "{} is too far away"


def reinforce_limits(s: EnemyActionState, side: Side) -> Limits:
    """6.5, 9.1, 9.24: who can come into the fight by Reinforce Battle."""
    yield from _reinforce_limits(s, side)
    can = bits(u for u in each(offered(_reinforce_limits(s, side))) if reinforcing(s, side, u))
    yield "9.2", can, "{} cannot get there with its movement allowance, or the hex is full"


@dataclass(frozen=True, slots=True)
class Reinforce(Frame):
    """9.1 Reinforce Battle: one inactive unit comes into the fight. `unit` is the one that was chosen; `spent`, `barred` and `asked` are
    those of a move, as a bridge can be blown in its face (7.33); `came`: it is where it was to go."""

    side: Side
    unit: Unit
    spent: int = 0
    barred: River = 0
    asked: Place = -1
    came: bool = False

    title: ClassVar[str] = "Reinforce Battle"
    labels: ClassVar[dict[str, str]] = {"unit": "Bring this unit", "hex": "Bring it here", "no": "Nobody"}
    below: ClassVar[tuple[str, ...]] = ("AttackTactics", "DefendTactics")

    def limits_unit(self, s: EnemyActionState) -> Limits:
        yield "9.2", 0 if self.unit >= 0 else -1, "a unit has been chosen: say where it goes"
        yield from reinforce_limits(s, self.side)

    def limits_hex(self, s: EnemyActionState) -> Limits:
        if self.unit < 0:
            yield "9.2", 0, "choose the unit first"
            return
        yield "9.2", _places(s, self.side), f"{{}} is not next to {HEX_NAMES.names[s.target]}"
        where = reinforcing(s, self.side, self.unit, self.spent, self.barred)
        yield "9.2", where, f"{s.name(self.unit)} cannot get to {{}}, or it is full"

    def decide(self, s: EnemyActionState) -> Decision | None:
        if self.came:
            s.pop()
            take_part(s, self.side, self.unit)
            return None
        if self.unit >= 0:
            where = offered(self.limits_hex(s))
            if where & where - 1:
                return s.ask(SIDES[self.side], f"Where does {s.name(self.unit)} join the attack?", "9.2", hex=where)
            if where:
                self._come(s, self.unit, where.bit_length() - 1)
            else:  # a blown bridge keeps it away
                s.pop()
            return None
        some = offered(self.limits_unit(s))
        if not some:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Which unit joins the fight?", "9.2", unit=some, no=NOTHING)

    def on_unit(self, s: EnemyActionState, unit: Unit) -> None:
        s.become(replace(self, unit=unit))

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        self._come(s, self.unit, place)

    def on_no(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def _come(self, s: EnemyActionState, unit: Unit, place: Place) -> None:
        """The unit goes there hex by hex and takes part. It is not activated by that."""
        here = s.at[unit]
        if place == here:
            if not self.spent:
                s.tell("reinforces", unit, here, here)
            s.become(replace(self, came=True))
            return
        path = reinforce(s, unit, self.spent, self.barred).path(place)
        s.push(Marching(self.side, unit, path, self.spent, self.barred, "reinforce", False, self.asked))

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return fight_misfit(s)


def take_part(s: EnemyActionState, side: Side, unit: Unit) -> None:
    """A unit that a tactic brings takes part in the fight from now on."""
    bit = 1 << unit
    if side == attacker(s):
        s.attackers |= bit
        s.attacked |= bit
        leave_positions(s)
    else:
        s.defenders |= bit
        s.defended |= bit


@dataclass(frozen=True, slots=True)
class Coordinate(Frame):
    """9.1 Assault Coordination: inactive units next to the attacked hex join the attack; `left` more may."""

    side: Side
    left: int

    title: ClassVar[str] = "Assault Coordination"
    labels: ClassVar[dict[str, str]] = {"join": "Join the attack", "done": "Nobody else"}
    main: ClassVar[str] = "done"
    picks: ClassVar[frozenset[str]] = frozenset({"join"})
    below: ClassVar[tuple[str, ...]] = ("AttackTactics",)

    def limits_join(self, s: EnemyActionState) -> Limits:
        yield "9.1", OF_SIDE[self.side], "{} is an enemy unit"
        yield "9-step1", beside(s, self.side, s.target), f"{{}} is not next to {HEX_NAMES.names[s.target]}"
        yield "9.1", ~s.active, "{} is active: Assault Coordination is for inactive units"
        yield "9.24", ~(1 << VDH), "no tactic can help {}"
        yield from able_limits(s)
        yield "9.21", ~s.low, "{} is in low supply"

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_join(s)) if self.left else 0
        if not some:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Which inactive units join the attack?", "9.1", join=some, done=NOTHING)

    def on_join(self, s: EnemyActionState, unit: Unit) -> None:
        s.become(replace(self, left=self.left - 1))
        s.tell("joins", unit, s.target)
        take_part(s, self.side, unit)

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()

    def undone(self, s: EnemyActionState) -> Undone:
        return Undone(could=s.offers("join"))

    def hints(self, s: EnemyActionState) -> Hints:
        return {"join": {UNIT_NAMES.names[u]: {"note": f"strength {s.strength(u)}"} for u in each(s.offers("join"))}}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return fight_misfit(s)
