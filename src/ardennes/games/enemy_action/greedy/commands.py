"""Which card is played, and for what."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ardennes.core.kinds import Card, Places, Side, Unit, Units
from ardennes.core.names import bits, each
from ardennes.games.enemy_action import activation, cards, events, replacements, reserves
from ardennes.games.enemy_action.facts import (
    ALLIED,
    CARD_FACTS,
    EVENT_ROWS,
    IN_GROUP,
    OF_SIDE,
    ON_CALENDAR,
    RESERVE,
)
from ardennes.games.enemy_action.greedy.attacks import Attacks
from ardennes.games.enemy_action.greedy.engineers import best_work
from ardennes.games.enemy_action.greedy.line import Line
from ardennes.games.enemy_action.greedy.moves import Rater, movable
from ardennes.games.enemy_action.greedy.plans import plan
from ardennes.games.enemy_action.greedy.scene import Scene
from ardennes.games.enemy_action.greedy.weights import weights
from ardennes.games.enemy_action.greedy.worth import WORTH, worth, worth_of
from ardennes.games.enemy_action.impulse import Command, Impulse
from ardennes.games.enemy_action.state import EnemyActionState

_C, _E = weights("cards"), weights("events")
_HEXES = 2
"""How many hexes for a Kampfgruppe are looked at closely."""
_LOOK = 2
"""How many cards and hexes are looked at closely."""
Choice = tuple[str, Any]


class Use(NamedTuple):
    """What a card can be played for: its value, the verb and its argument."""

    value: float
    verb: str
    argument: Any


def card_worth(s: EnemyActionState, card: Card) -> float:
    """What a card is kept for: an impulse of its formations."""
    facts = CARD_FACTS[card]
    out = _C[facts.kind]
    if facts.activate and not any(s.group(f) for f in facts.activate) and not facts.deploy & s.in_box(RESERVE):
        out *= _C["idle"]
    return out


class Commander:
    """Weighs the commands of a side's cards against each other, in one position."""

    def __init__(self, s: EnemyActionState, side: Side) -> None:
        self.s, self.side = s, side
        self.rater = Rater(Scene(s, side))
        self._moving = 0 if s.surprising else movable(s, side, s.on_map(side))
        self._plans: dict[tuple[Units, bool], float] = {}

    def gain(self, unit: Unit) -> float:
        """What a unit gains by its own move."""
        if self.s.surprising:
            return 0.0
        return self.rater.gain(unit) if self._moving >> unit & 1 else self.rater.dig(unit)

    def activate(self, units: Units, attacks: bool = True) -> float:
        """What it is worth to activate some units."""
        found = self._plans.get((units, attacks))
        if found is None:
            found = 0.0
            busy = 0
            if attacks:
                for attack in Attacks(self.rater, units, self._moving).rough():
                    found += attack.value + _C["attackers"] * sum(self.gain(u) for u, _ in attack.spots)
                    busy |= attack.units
            found += sum(self.gain(u) for u in each(units & ~busy))
            self._plans[units, attacks] = found
        return found

    # --- the commands of a card

    def uses(self, card: Card) -> Iterator[Use]:
        """Everything that a card can be played for now."""
        s, side = self.s, self.side
        for verb, some in cards.commands(s, side, card).items():
            if verb == "formation":
                for formation in each(some):
                    yield Use(self.activate(self.units(card, Use(0.0, verb, formation))), verb, formation)
            elif verb == "unit":
                yield max(Use(self.activate(1 << u, attacks=False), verb, u) for u in each(some))
            elif verb == "kg":
                yield from self._kampfgruppe(card, some)
            elif verb in ("deploy", "deploy_one"):
                yield Use(self._deploy(card, verb == "deploy_one"), verb, None)
            elif verb == "replace":
                yield Use(self._replace(card), verb, None)
            else:
                for event in each(some):
                    yield Use(self._event(event), verb, event)

    def _kampfgruppe(self, card: Card, some: int) -> Iterator[Use]:
        def promise(place: int) -> float:
            units = activation.kampfgruppe(self.s, card, place)
            near = bits(u for u in each(units) if self.rater.sight.might[self.s.at[u]] > 0)
            return sum(self.gain(u) for u in each(units)) + _C["near"] * near.bit_count()

        hexes = sorted(each(some & self.s.occupied(self.side)), key=lambda p: (-promise(p), p))
        for place in hexes[:_HEXES]:
            yield Use(self.activate(activation.kampfgruppe(self.s, card, place)), "kg", place)

    def _deploy(self, card: Card, one: bool) -> float:
        s = self.s
        facts = CARD_FACTS[card]
        units = IN_GROUP[facts.deploy_one] if one else facts.deploy
        found = reserves.deployable(s, self.side, units & s.in_box(RESERVE))
        if not found:
            return 0.0
        best = max(each(found), key=lambda u: (worth(s, u), -u))
        value = _C["deploy"] * (worth(s, best) if one else worth_of(s, found))
        if self.side == ALLIED:
            value += max(0.0, self._barrier(best, reserves.places(s, best, found)))
        return value

    def _barrier(self, unit: Unit, places: Places) -> float:
        """How much a reserve unit would be in the enemy's way."""
        found = sorted(each(places), key=lambda p: (-self.rater.stand(unit, p), p))[:_LOOK]
        return max(Line(Scene(self.s.clone(), self.side)).gain(unit, found), default=0.0)

    def _replace(self, card: Card) -> float:
        facts = CARD_FACTS[card]
        steps = sorted((regained(self.s, u) for u in each(replacements.candidates(self.s, facts.corps))), reverse=True)
        return _C["replace"] * sum(steps[: facts.rp])

    def _event(self, event: int) -> float:
        s = self.s
        name = EVENT_ROWS[event]["id"]
        value = _E[name]
        special = _EVENTS.get(name)
        return value if special is None else special(self, s, value)

    # --- cards

    def best(self, card: Card) -> Use:
        """The best use of a card."""
        return max(self.uses(card), key=_rank)

    def closer(self, card: Card, use: Use) -> Use:
        """The same use, valued as a whole plan; only activations need that."""
        s, side = self.s, self.side
        if use.verb not in ("formation", "unit", "kg"):
            return use
        units = self.units(card, use)
        return use._replace(value=plan(s, side, units, use.verb != "unit", not s.surprising).value)

    def units(self, card: Card, use: Use) -> Units:
        """The units that an activation is about."""
        s, side = self.s, self.side
        if use.verb == "unit":
            return 1 << int(use.argument)
        if use.verb == "kg":
            return activation.kampfgruppe(s, card, use.argument)
        units = s.group(use.argument)
        if CARD_FACTS[card].stacked:
            units |= s.units_in(side, s.places_of(units)) & ~activation.barred(s, side)
        return units

    def price(self, card: Card) -> float:
        """What playing a card for a command gives up: other things that it could be kept for."""
        return _C["flexible"] * card_worth(self.s, card)


def _rank(use: Use) -> tuple[float, str, int]:
    return use.value, use.verb, -(use.argument or 0)


def regained(s: EnemyActionState, unit: Unit) -> float:
    """What a step that a reduced unit regains is worth."""
    steps = s.steps(unit)
    return WORTH[unit][steps + 1] - WORTH[unit][steps]


# --- events -----------------------------------------------------------------------------------------------------------


def _works(c: Commander, s: EnemyActionState, value: float) -> float:
    found = best_work(s, c.side, "impulse")
    return value if found is None else found.value


def _recover(c: Commander, s: EnemyActionState, value: float) -> float:
    dispersed = s.dispersed & s.on_map(c.side)
    corps = s.corps_of(dispersed)
    return value * max(worth_of(s, dispersed & IN_GROUP[f]) for f in each(corps))


def _alarm(c: Commander, s: EnemyActionState, value: float) -> float:
    some = bits(u for u in each(s.on_map(c.side)) if not c.rater.sight.might[s.at[u]])
    best = sorted((c.gain(u) for u in each(some)), reverse=True)[: int(events.row_of("raise-the-alarm")["units"])]
    return value + sum(best)


def _alert(c: Commander, s: EnemyActionState, value: float) -> float:
    due = bits(u for u in each(s.in_box(ON_CALENDAR) & OF_SIDE[c.side]) if s.due[u] == s.day + 1)
    return value if due else 0.0


_EVENTS: dict[str, Callable[[Commander, EnemyActionState, float], float]] = {
    "bridge-engineers": _works,
    "engineers": _works,
    "recover": _recover,
    "raise-the-alarm": _alarm,
    "allies-alert": _alert,
}


# --- the questions ----------------------------------------------------------------------------------------------------


class Commands:
    """Answers the questions of an impulse; what the card of the impulse is played for is found together with the card."""

    def __init__(self) -> None:
        self._use: tuple[tuple[int, ...], Use] | None = None

    def impulse(self, s: EnemyActionState, frame: Impulse) -> Choice:
        """Which card is played; or a pass, if nothing is worth a card."""
        assert s.decision is not None
        raw = s.decision.raw
        if not raw.get("card"):
            if raw.get("pass"):
                return "pass", None
            return "discard", min(each(raw["discard"]), key=lambda c: (card_worth(s, c), c))
        commander = Commander(s, frame.side)
        uses = {card: commander.best(card) for card in each(raw.get("card", 0))}
        for card in sorted(uses, key=lambda c: (uses[c].value, -c), reverse=True)[:_LOOK]:
            uses[card] = commander.closer(card, uses[card])
        card = _chosen(sorted(uses, key=lambda c: (uses[c].value - commander.price(c), -c), reverse=True), uses)
        if raw.get("pass") and uses[card].value < _C["pass_below"]:
            return "pass", None
        self._use = (_moment(s, card), uses[card])
        return "card", card

    def command(self, s: EnemyActionState, frame: Command) -> Choice:
        """What the card is played for."""
        if self._use is not None and self._use[0] == _moment(s, frame.card):
            use = self._use[1]
        else:
            use = Commander(s, frame.side).best(frame.card)
        return use.verb, use.argument


def _chosen(order: list[Card], uses: dict[Card, Use]) -> Card:
    """The best card; or, if others are to be tried instead, the best one of those that are played for something else than the best."""
    seen: list[tuple[str, Any]] = []
    for card in order:
        use = uses[card]
        if (use.verb, use.argument) in seen or (seen and use.value < _C["pass_below"]):
            continue
        if len(seen) >= _C["instead"]:
            return card
        seen.append((use.verb, use.argument))
    return order[0]


def _moment(s: EnemyActionState, card: Card) -> tuple[int, ...]:
    """The moment at which a card is played."""
    return (s.turn, *s.impulses, card)
