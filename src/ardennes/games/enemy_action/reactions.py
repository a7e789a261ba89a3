"""5.1 Reactions: roadblocks and demolitions by Allied engineers, and Operation Greif."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.fields import One
from ardennes.core.kinds import Place, Places, Side, Unit
from ardennes.core.limits import Limit, Limits, offered
from ardennes.core.names import each
from ardennes.core.state import Frame, Hints
from ardennes.core.story import listed
from ardennes.core.wording import counted
from ardennes.games.enemy_action import supply
from ardennes.games.enemy_action.bridges import beside, blow, blowable
from ardennes.games.enemy_action.cards import PickedCard, use_reaction
from ardennes.games.enemy_action.facts import (
    ALLIED,
    BOARD,
    EVENT,
    EVENT_ROWS,
    GERMAN,
    GROUP,
    REACTION,
    REACTION_ROWS,
    RIVER_TITLES,
    ROAD_HEXES,
    SIDES,
    SIDES_OF_HEX,
    cards_with_reaction,
)
from ardennes.games.enemy_action.state import EnemyActionState

RiverSide = Annotated[int, One("river")]
"""One river side, -1 for none."""
ENGINEERS, GREIF = REACTION["engineers"], REACTION["greif"]
_FEW = 3
"""So many activated units are named."""
_MANTEUFFEL = EVENT_ROWS[EVENT["manteuffel"]]


def _engineers(s: EnemyActionState) -> bool:
    """May the Allied player hold an Engineers reaction, for all the German player knows?"""
    return not s.surprising and s.may_hold(ALLIED, cards_with_reaction("engineers", s.day))


def limits_engineers(s: EnemyActionState, reaction: str, side: Side) -> Limits:
    """5.1: the cards that can be played as a reaction now."""
    yield Limit("5.1", s.hand[side], "{} is not in your hand")
    title = REACTION_ROWS[REACTION[reaction]]["title"]
    yield Limit("5.1", cards_with_reaction(reaction, s.day), f"{{}} cannot be played as {title} today")


# --- roadblocks (7.9) -------------------------------------------------------------------------------------------------


def limits_roadblock(s: EnemyActionState) -> Limits:
    """7.9, 7.9-manteuffel: where a roadblock can be placed."""
    near = int(REACTION_ROWS[ENGINEERS]["distance"]) - 1
    yield Limit("7.9", ROAD_HEXES, "{} is not on a road")
    yield Limit("7.9", ~s.roadblocks, "there is already a roadblock in {}")
    yield Limit("7.9", ~(s.occupied(GERMAN) | s.occupied(ALLIED)), "there are units in {}")
    yield Limit("7.9", ~s.towns(GERMAN), "{} is a German town")
    yield Limit("7.9", ~BOARD.grow(s.occupied(GERMAN), near), "{} is next to a German unit")
    if s.manteuffel:
        army = s.places_of(s.group(GROUP["army-5pa"]))
        reason = "{} is within four hexes of a 5th Panzer Army unit (Manteuffel Directs Traffic)"
        yield Limit("7.9-manteuffel", ~BOARD.grow(army, int(_MANTEUFFEL["distance"])), reason)
    yield Limit("10-hexes", supply.supplied(s, ALLIED), "{} is not in Allied supply")


def roadblock_hexes(s: EnemyActionState) -> Places:
    """7.9: the hexes in which a roadblock can be placed now."""
    return offered(limits_roadblock(s))


def open_roadblocks(s: EnemyActionState) -> bool:
    """7.9: ask the Allied player for roadblocks if, for all anyone can tell, they can place some."""
    if not _engineers(s) or not roadblock_hexes(s):
        return False
    s.push(Roadblocks(ALLIED))
    return True


@dataclass(frozen=True, slots=True)
class Roadblocks(Frame):
    """7.9 At the start of a German activation the Allied player may play Engineers to place roadblocks."""

    side: Side

    title: ClassVar[str] = "Roadblocks"
    labels: ClassVar[dict[str, str]] = {"card": "Place roadblocks", "pass": "No roadblocks"}
    below: ClassVar[tuple[str, ...]] = ("Activation",)
    window: ClassVar[bool] = True

    def limits_card(self, s: EnemyActionState) -> Limits:
        return limits_engineers(s, "engineers", self.side)

    def decide(self, s: EnemyActionState) -> Decision | None:
        if not _engineers(s) or not roadblock_hexes(s):
            s.pop()
            return None
        choices: dict[str, Any] = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        many = s.active.bit_count()
        who = s.names(s.active) if many <= _FEW else counted(many, "German unit")
        prompt = f"{who} {'is' if many == 1 else 'are'} activated: place roadblocks?"
        return s.ask(SIDES[self.side], prompt, "7.9", **choices)

    def on_card(self, s: EnemyActionState, card: int) -> None:
        use_reaction(s, self.side, card, ENGINEERS)
        s.push(PlaceRoadblocks(self.side, int(REACTION_ROWS[ENGINEERS]["roadblocks"])))

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.revealed()
        s.pop()


@dataclass(frozen=True, slots=True)
class PlaceRoadblocks(Frame):
    """7.9 The Allied player places two roadblocks, or just one."""

    side: Side
    left: int

    title: ClassVar[str] = "Roadblocks"
    labels: ClassVar[dict[str, str]] = {"hex": "Roadblock here", "done": "No more roadblocks"}
    main: ClassVar[str] = "done"
    below: ClassVar[tuple[str, ...]] = ("Roadblocks",)

    def limits_hex(self, s: EnemyActionState) -> Limits:
        return limits_roadblock(s)

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self.limits_hex(s)) if self.left else 0
        if not some:
            s.pop()
            return None
        most = int(REACTION_ROWS[ENGINEERS]["roadblocks"])
        first = self.left == most
        prompt = f"Where do you place roadblock {most - self.left + 1} of {most}?"
        return s.ask(SIDES[self.side], prompt, "7.9", hex=some, done=() if first else NOTHING)

    def why_done(self, s: EnemyActionState, _: Any) -> Refusal | None:
        first = self.left == REACTION_ROWS[ENGINEERS]["roadblocks"]
        return Refusal("7.9", "place at least one roadblock") if first else None

    def on_hex(self, s: EnemyActionState, place: Place) -> None:
        s.roadblocks |= 1 << place
        s.tell("roadblock", place)
        s.become(replace(self, left=self.left - 1))

    def on_done(self, s: EnemyActionState, _: None) -> None:
        s.pop()


# --- demolition (7.33) ------------------------------------------------------------------------------------------------


def _bridges(s: EnemyActionState, place: Place) -> int:
    """7.33: the bridges at a hex that the Allied player could blow now."""
    here = beside(s, place)
    return here & blowable(s) if here else 0


def open_demolition(s: EnemyActionState, unit: Unit, place: Place) -> bool:
    """7.33: ask the Allied player whether to blow a bridge next to a German unit on the move, if it is possible as far as everybody can
    tell."""
    german = getattr(s.stack[1], "side", GERMAN) == GERMAN  # 5.1: in a German impulse only
    if not german or not s.on("demolition") or not _engineers(s) or not _bridges(s, place):
        return False
    s.push(Demolition(ALLIED, unit, place, -1))
    return True


@dataclass(frozen=True, slots=True)
class Demolition(Frame):
    """7.33 A German unit on the move or advancing is next to a bridge: the Allied player may play Engineers to blow it. `card` is the
    card in hand that they have picked for it."""

    side: Side
    unit: Unit
    place: Place
    card: PickedCard

    title: ClassVar[str] = "Demolition"
    labels: ClassVar[dict[str, str]] = {"card": "Blow a bridge", "blow": "Blow this bridge", "pass": "Pass"}
    picks: ClassVar[frozenset[str]] = frozenset({"card"})
    below: ClassVar[tuple[str, ...]] = ("Marching", "Demolition")
    window: ClassVar[bool] = True

    def limits_card(self, s: EnemyActionState) -> Limits:
        yield Limit("7.33", 0 if self.card >= 0 else -1, "a card has been picked: name the bridge")
        yield from limits_engineers(s, "engineers", self.side)

    def limits_blow(self, s: EnemyActionState) -> Limits:
        yield Limit("7.33", 0 if self.card < 0 else -1, "pick a card first")
        yield from self._limits_bridge(s)

    def _limits_bridge(self, s: EnemyActionState) -> Limits:
        yield Limit("7.33", SIDES_OF_HEX[self.place], "{} is not next to the moving unit")
        yield Limit("12.21", s.bridges, "there is no intact bridge at {}")
        yield Limit("10-hexes", _bridges(s, self.place), "neither end of {} is in Allied supply")

    def decide(self, s: EnemyActionState) -> Decision | None:
        some = offered(self._limits_bridge(s))
        if not some or not _engineers(s):
            s.pop()
            return None
        bridges = listed([f"the bridge over the {RIVER_TITLES[river]}" for river in each(some)])
        prompt = f"{s.name(self.unit)} is next to {bridges}: blow {'it' if not some & some - 1 else 'one'}?"
        if self.card >= 0:
            choices: dict[str, Any] = {"blow": some, "pass": NOTHING}
        else:
            choices = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        return s.ask(SIDES[self.side], prompt, "7.33", **choices)

    def on_card(self, s: EnemyActionState, card: int) -> None:
        s.push(replace(self, card=card))

    def on_blow(self, s: EnemyActionState, river: int) -> None:
        s.pop()
        use_reaction(s, self.side, self.card, ENGINEERS)
        greif(s, river)

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.revealed()
        if self.card >= 0:
            s.pop()
        s.pop()

    def hints(self, s: EnemyActionState) -> Hints:
        if not s.may_hold(GERMAN, cards_with_reaction("greif", s.day)):
            return {}
        return {"blow": {"*": {"note": "the Germans may still save it with Operation Greif"}}}

    def misfit(self, s: EnemyActionState, at: int) -> str:
        if (s.stack[at - 1] == replace(self, card=-1)) != (self.card >= 0):
            return "a card is picked on top of the question whether to blow a bridge"
        return "the picked card is not in the hand" if self.card >= 0 and not s.hand[self.side] >> self.card & 1 else ""


# --- Operation Greif (7.33) -------------------------------------------------------------------------------------------


def greif(s: EnemyActionState, river: int) -> None:
    """7.33: the Allied player is about to blow a bridge. The German player is asked for Operation Greif if they may hold it; if not, the
    bridge is blown."""
    if s.may_hold(GERMAN, cards_with_reaction("greif", s.day)):
        s.push(Greif(GERMAN, river))
    else:
        _blow(s, river)


def _blow(s: EnemyActionState, river: int) -> None:
    """7.33: the bridge is blown; a unit on the move may not cross there any more."""
    blow(s, river)
    for at, frame in enumerate(s.stack):
        if hasattr(frame, "barred"):
            s.stack[at] = replace(frame, barred=frame.barred | 1 << river)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class Greif(Frame):
    """7.33 The German player may play Operation Greif against the demolition of a bridge, which stays intact then."""

    side: Side
    river: RiverSide

    title: ClassVar[str] = "Operation Greif"
    labels: ClassVar[dict[str, str]] = {"card": "Save the bridge", "pass": "Pass"}
    below: ClassVar[tuple[str, ...]] = ("Demolition", "Impulse")
    window: ClassVar[bool] = True

    def limits_card(self, s: EnemyActionState) -> Limits:
        return limits_engineers(s, "greif", self.side)

    def decide(self, s: EnemyActionState) -> Decision:
        prompt = f"Save the bridge over the {RIVER_TITLES[self.river]}, about to be blown?"
        choices: dict[str, Any] = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        return s.ask(SIDES[self.side], prompt, "7.33", **choices)

    def on_card(self, s: EnemyActionState, card: int) -> None:
        use_reaction(s, self.side, card, GREIF)
        s.tell("cancelled", self.river)
        s.pop()

    def on_pass(self, s: EnemyActionState, _: None) -> None:
        s.revealed()
        s.pop()
        _blow(s, self.river)

    def misfit(self, s: EnemyActionState, at: int) -> str:
        return "" if s.bridges >> self.river & 1 else "there is no intact bridge"
