"""Patrol, a toy game for tests: cards in hidden hands, chits in a cup, ambushes in the middle of a march, formations, boxes, free set-up.

Two sides of three units on sixteen hexes. A side draws up to three cards and plays one: a march moves the units of a formation, and whoever
comes beside an enemy may be ambushed; chits decide who is lost. docs/adding-a-game.md leads through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, ClassVar

from ardennes.board.hexes import Grid, HexBoard
from ardennes.core.decision import NOTHING, Decision
from ardennes.core.deploy import FreeSetUp
from ardennes.core.fields import NOBODY, OWNER, seen_by
from ardennes.core.game import Event, Game, Option, Result, Scenario, SideInfo
from ardennes.core.kinds import Cards, CardsPerSide, Chits, Place, Side, Unit, Units, box_numbers
from ardennes.core.ledger import Ledger
from ardennes.core.limits import Limit, offered
from ardennes.core.names import Names, bits, each
from ardennes.core.placed import PlacedState, placed_problems
from ardennes.core.roster import Roster
from ardennes.core.sequence import Sequence, Step, step_of
from ardennes.core.state import Frame, Hints, Setup, Undone
from ardennes.core.walk import Walk, path_to

RED, BLUE = 0, 1
SIDES = ("red", "blue")
GRID = Grid(4, 4, "even", "west", "north", 1, "{row}{col}")
BOARD = HexBoard(GRID, {GRID.name(r, c): {} for r in range(1, 5) for c in range(1, 5)}, {}, "Patrol")
HEXES = Names("hex", BOARD.names)
ROSTER = Roster(
    __name__,
    SIDES,
    [
        {"id": f"{side}-{n}", "side": side, "name": f"{side.capitalize()} {n}", "nation": "", "type": "infantry"}
        | {"size": "I", "source": "toy", "start": f"{row}{n}", "group": f"{side}-{'a' if n < 3 else 'b'}"}
        for side, row in zip(SIDES, "14", strict=True)
        for n in (1, 2, 3)
    ],
)
START = [HEXES.index[row["start"]] for row in ROSTER.rows]
GROUPS = Names("formation", sorted({row["group"] for row in ROSTER.rows}))
IN_GROUP = [ROSTER.where(lambda row, g=g: row["group"] == g) for g in GROUPS.names]  # type: ignore[misc]
OF_SIDE = [bits(g for g, units in enumerate(IN_GROUP) if units & ROSTER.of_side[side]) for side in (RED, BLUE)]
KINDS = ("march", "march", "march", "march", "ambush", "ambush")
CARDS = Names(
    "card",
    [f"{side}-{kind}-{n}" for side in SIDES for n, kind in enumerate(KINDS)],
    pools=[side for side in SIDES for _ in KINDS],
)
MARCHES = bits(c for c, name in enumerate(CARDS.names) if "march" in name)
DECKS = [bits(c for c, pool in enumerate(CARDS.pools) if pool == side) for side in SIDES]
CHITS = Names("chit", ["hit-1", "hit-2", "miss-1", "miss-2", "miss-3"])
HITS = CHITS.index["hit-1"], CHITS.index["hit-2"]
HAND, REACH = 3, 2
BOXES = Names("box", ["absent", "waiting", "reserve", "lost"])
ABSENT, WAITING, RESERVE, LOST = box_numbers(BOXES).values()
HOME = [BOARD.set_of(*(name for name in HEXES.names if name.startswith(row))) for row in "14"]
LEDGER = """
cases:
- {case: "1.0", title: Sequence of play, kind: procedure, text: Each side draws and plays in turn.}
- {case: "2.0", title: Cards, kind: rule, text: Draw up to three cards; play one.}
- {case: "3.0", title: Marching, kind: rule, text: The units of a formation move up to two hexes.}
- {case: "3.1", title: Reserve, kind: rule, text: "A unit may march into the reserve box, and from there into the row of its side."}
- {case: "4.0", title: Ambush, kind: rule, text: A unit that comes beside an enemy may be ambushed.}
- {case: "5.0", title: Set-up, kind: rule, text: In the first or last two rows.}
- {case: "6.0", title: Fog, kind: rule, text: No ambushes.}
"""


class PatrolState(PlacedState):
    tables: ClassVar[dict[str, Names]] = {
        "unit": ROSTER.names,
        "hex": HEXES,
        "formation": GROUPS,
        "card": CARDS,
        "draw": CARDS,
        "chit": CHITS,
        "box": BOXES,
    }
    roster = ROSTER

    turn: int
    hand: Annotated[CardsPerSide, seen_by(OWNER)]
    deck: Annotated[CardsPerSide, seen_by(NOBODY)]
    discard: Cards
    cup: Chits

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self.turn = 1
        self.hand = [0, 0]
        self.deck = [0, 0]
        self.discard = 0
        self.cup = CHITS.all

    def in_play(self, side: Side) -> Units:
        return (self.on_map(side) | self.in_box(RESERVE)) & ROSTER.of_side[side]

    def enemies_beside(self, place: Place, side: Side) -> Units:
        return self.units_in(1 - side, BOARD.neighbours(place))


# --- cards -----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw(Frame):
    """2.0 A side draws up to three cards, which nobody else sees."""

    side: Side

    def decide(self, s: PatrolState) -> Decision | None:
        deck = s.deck[self.side]
        if not deck or s.hand[self.side].bit_count() >= HAND:
            s.pop()
            return None
        return s.ask_chance("Draw a card", "2.0", draw=deck)

    def on_draw(self, s: PatrolState, card: int) -> None:
        s.deck[self.side] &= ~(1 << card)
        s.hand[self.side] |= 1 << card
        s.tell("draws", self.side, card)
        s.tell("draws_unseen", self.side)


@dataclass(frozen=True, slots=True)
class Play(Frame):
    """2.0 A side plays a card from its hand, or passes."""

    side: Side
    title: ClassVar[str] = "Cards"
    labels: ClassVar[dict[str, str]] = {"card": "Play", "pass": "Play nothing"}

    def limits_card(self, s: PatrolState) -> Iterator[Limit]:
        yield Limit("2.0", s.hand[self.side], "{} is not in your hand")
        yield Limit("4.0", MARCHES, "{} is played when an enemy marches by")

    def decide(self, s: PatrolState) -> Decision:
        return s.ask(SIDES[self.side], "Play a card", "2.0", **{"card": offered(self.limits_card(s)), "pass": NOTHING})

    def on_card(self, s: PatrolState, card: int) -> None:
        s.hand[self.side] &= ~(1 << card)
        s.discard |= 1 << card
        s.revealed()
        s.tell("plays", self.side, card)
        s.become(ChooseFormation(self.side))

    def on_pass(self, s: PatrolState, _: None) -> None:
        s.pop()


# --- marching --------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseFormation(Frame):
    """3.0 The formation that marches."""

    side: Side
    title: ClassVar[str] = "Orders"
    labels: ClassVar[dict[str, str]] = {"formation": "March"}
    picks: ClassVar[frozenset[str]] = frozenset({"formation"})

    def limits_formation(self, s: PatrolState) -> Iterator[Limit]:
        yield Limit("3.0", OF_SIDE[self.side], "{} belongs to the other side")
        here = s.in_play(self.side)
        yield Limit("3.0", bits(g for g, units in enumerate(IN_GROUP) if units & here), "{} is lost")

    def decide(self, s: PatrolState) -> Decision | None:
        groups = offered(self.limits_formation(s))
        if not groups:
            s.pop()
            return None
        return s.ask(SIDES[self.side], "Which formation marches?", "3.0", formation=groups)

    def on_formation(self, s: PatrolState, group: int) -> None:
        s.become(March(self.side, IN_GROUP[group] & s.in_play(self.side), -1))


@dataclass(frozen=True, slots=True)
class March(Frame):
    """3.0 The units of a formation march one after the other; `unit` is the one in hand."""

    side: Side
    left: Units
    unit: Unit
    title: ClassVar[str] = "March"
    picks: ClassVar[frozenset[str]] = frozenset({"unit"})
    labels: ClassVar[dict[str, str]] = {
        "unit": "March",
        "hex": "March here",
        "box": "Go there",
        "stay": "Stay",
        "done": "The others stay",
    }

    def ways(self, s: PatrolState) -> dict[Place, Place]:
        """The hexes in reach, each with the one before it."""
        start = s.at[self.unit]
        blocked = s.occupied(RED) | s.occupied(BLUE)
        if start == RESERVE:
            return dict.fromkeys(each(HOME[self.side] & ~blocked), RESERVE)
        before: dict[Place, Place] = {}
        ring = [start]
        for _ in range(REACH):
            ring = [q for p in ring for q in each(BOARD.neighbours(p) & ~blocked) if before.setdefault(q, p) == p]
        return before

    def decide(self, s: PatrolState) -> Decision | None:
        side = SIDES[self.side]
        if self.unit >= 0:
            boxes = offered(self.limits_box(s))
            prompt = f"Where does {s.name(self.unit)} march?"
            return s.ask(side, prompt, "3.0", hex=bits(self.ways(s)), box=boxes, stay=NOTHING)
        left = self.left & s.in_play(self.side)
        if not left:
            s.pop()
            return None
        return s.ask(side, "Which unit marches?", "3.0", unit=left, done=NOTHING)

    def limits_hex(self, s: PatrolState) -> Iterator[Limit]:
        if s.at[self.unit] == RESERVE:
            yield Limit("3.1", HOME[self.side], "{} is not in the row of its side")
        yield Limit("3.0", ~(s.occupied(RED) | s.occupied(BLUE)), "there is a unit in {}")
        yield Limit("3.0", bits(self.ways(s)), "{} is more than two hexes away")

    def limits_box(self, s: PatrolState) -> Iterator[Limit]:
        yield Limit("3.1", 1 << ~RESERVE, "no unit marches into the box '{}'")
        yield Limit("3.1", 0 if s.at[self.unit] == RESERVE else -1, "the unit is in the box '{}' already")

    def on_unit(self, s: PatrolState, unit: Unit) -> None:
        s.become(replace(self, left=self.left & ~(1 << unit), unit=unit))

    def on_box(self, s: PatrolState, box: int) -> None:
        s.tell("rests", self.unit, s.at[self.unit], ~box)
        s.place(self.unit, ~box)
        s.become(replace(self, unit=-1))

    def on_hex(self, s: PatrolState, place: Place) -> None:
        path = path_to(self.ways(s), s.at[self.unit], place)
        s.become(replace(self, unit=-1), Step_(self.side, self.unit, path))

    def on_stay(self, s: PatrolState, _: None) -> None:
        s.become(replace(self, unit=-1))

    def on_done(self, s: PatrolState, _: None) -> None:
        s.pop()

    def hints(self, s: PatrolState) -> Hints:
        if self.unit < 0 or s.at[self.unit] == RESERVE:
            return {}
        before = {HEXES.names[a]: HEXES.names[b] for a, b in self.ways(s).items()}
        return {"hex": {"*": {"label": "March here", "before": before}}}

    def undone(self, s: PatrolState) -> Undone:
        return Undone(could=self.left & s.in_play(self.side))

    def misfit(self, s: PatrolState, at: int) -> str:
        return "the unit is not in play" if self.unit >= 0 and not s.in_play(self.side) >> self.unit & 1 else ""


@dataclass(frozen=True, slots=True)
class Step_(Walk):
    """3.0, 4.0 A unit marches hex by hex; beside an enemy it may be ambushed."""

    below = ("March",)

    def can_enter(self, s: PatrolState, place: Place) -> bool:
        return s.at[self.unit] != LOST

    def enter(self, s: PatrolState, place: Place) -> None:
        s.tell("marches", self.unit, s.at[self.unit], place)
        s.place(self.unit, place)
        foe = 1 - self.side
        unseen = DECKS[foe] & ~s.discard
        if (
            s.enemies_beside(place, self.side)
            and not s.setup.option("fog")
            and unseen & ~MARCHES  # asked whenever it is possible as far as anybody can tell
            and s.hand[foe]
        ):
            s.push(Ambush(foe, self.unit))


@dataclass(frozen=True, slots=True)
class Ambush(Frame):
    """4.0 The other side may ambush a unit that has come beside it."""

    side: Side
    target: Unit
    below = ("Step_",)
    title: ClassVar[str] = "Ambush"
    labels: ClassVar[dict[str, str]] = {"card": "Ambush it", "pass": "Pass"}
    window: ClassVar[bool] = True

    def limits_card(self, s: PatrolState) -> Iterator[Limit]:
        yield Limit("2.0", s.hand[self.side], "{} is not in your hand")
        yield Limit("4.0", ~MARCHES, "{} is no ambush")

    def decide(self, s: PatrolState) -> Decision:
        choices = {"card": offered(self.limits_card(s)), "pass": NOTHING}
        return s.ask(SIDES[self.side], f"{s.name(self.target)} marches by: ambush it?", "4.0", **choices)

    def on_card(self, s: PatrolState, card: int) -> None:
        s.hand[self.side] &= ~(1 << card)
        s.discard |= 1 << card
        s.revealed()
        s.tell("plays", self.side, card)
        s.become(Fight(self.side, self.target, 0))

    def on_pass(self, s: PatrolState, _: None) -> None:
        s.pop()


@dataclass(frozen=True, slots=True)
class Fight(Frame):
    """4.0 Chits are drawn one by one; after each the attacker may go on. One hit, and the unit is lost; a miss after a miss ends it."""

    side: Side
    target: Unit
    misses: int
    below = ("Step_",)

    def decide(self, s: PatrolState) -> Decision | None:
        return s.ask_chance("Draw a chit", "4.0", chit=s.cup)

    def on_chit(self, s: PatrolState, chit: int) -> None:
        s.cup &= ~(1 << chit)
        s.tell("hit" if chit in HITS else "miss", chit, self.target)
        if chit in HITS:
            s.tell("lost", self.target, s.at[self.target], LOST)
            s.place(self.target, LOST)
            self._end(s)
        elif self.misses:
            self._end(s)
        else:
            s.become(More(self.side, self.target))

    @staticmethod
    def _end(s: PatrolState) -> None:
        s.cup = CHITS.all
        s.pop()


@dataclass(frozen=True, slots=True)
class More(Frame):
    """4.0 One more chit?"""

    side: Side
    target: Unit
    below = ("Step_",)
    title: ClassVar[str] = "Ambush"
    labels: ClassVar[dict[str, str]] = {"more": "Draw another", "stop": "Stop here"}

    def decide(self, s: PatrolState) -> Decision:
        return s.ask(SIDES[self.side], "Draw once more?", "4.0", more=NOTHING, stop=NOTHING)

    def on_more(self, s: PatrolState, _: None) -> None:
        s.become(Fight(self.side, self.target, 1))

    def on_stop(self, s: PatrolState, _: None) -> None:
        s.cup = CHITS.all
        s.pop()


# --- set-up and the sequence of play ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetUp(FreeSetUp):
    """5.0 Red and then Blue set up in their two rows, one unit a hex."""

    case: ClassVar[str] = "5.0"
    below = ("Rounds",)

    def taking_part(self, s: PatrolState) -> Units:
        return ROSTER.of_side[self.side]

    def allowed(self, s: PatrolState, unit: Unit) -> Iterator[Limit]:
        rows = "12" if self.side == RED else "34"
        yield Limit("5.0", bits(i for name, i in HEXES.index.items() if name[0] in rows), "{} is not in your rows")

    def has_room(self, s: PatrolState, place: Place, unit: Unit) -> bool:
        return not s.units_at(place)

    def standing(self, s: PatrolState, place: Place) -> Units:
        return s.units_at(place, self.side)

    def history(self, s: PatrolState, unit: Unit) -> Place:
        return START[unit]

    def put(self, s: PatrolState, unit: Unit, place: Place) -> None:
        s.place(unit, place if place >= 0 else WAITING)

    def on_done(self, s: PatrolState, _: None) -> None:
        s.tell("set_up", self.side)
        if self.side == RED:
            s.become(SetUp(BLUE, len(START), -1))
        else:
            s.pop()


@dataclass(frozen=True, slots=True)
class Evening(Frame):
    """1.0 The last turn, or the loss of a side, ends the game."""

    def decide(self, s: PatrolState) -> None:
        left = [s.in_play(side).bit_count() for side in (RED, BLUE)]
        last = s.game.scenario(s.setup.scenario).turns
        if s.turn >= last or not all(left):
            winner = None if left[RED] == left[BLUE] else SIDES[left[BLUE] > left[RED]]
            s.result = Result(winner, "won" if winner else "drawn", left[RED] - left[BLUE])
        else:
            s.turn += 1
            s.pop()


@dataclass(frozen=True, slots=True)
class Rounds(Sequence):
    """1.0 Each turn Red draws and plays, then Blue."""

    first: ClassVar[int] = 1
    steps: ClassVar[tuple[Step, ...]] = (
        Step("set-up", "Set-up", SetUp(RED, len(START), -1)),
        Step("red-draw", "Red draws", Draw(RED)),
        Step("red-play", "Red plays", Play(RED), ("ChooseFormation", "March")),
        Step("blue-draw", "Blue draws", Draw(BLUE)),
        Step("blue-play", "Blue plays", Play(BLUE), ("ChooseFormation", "March")),
        Step("evening", "Evening", Evening()),
    )

    def playing(self, s: PatrolState) -> int:
        if self.step != self.first:
            return self.step - 1
        waits = len(s.stack) > 1 and isinstance(s.stack[1], SetUp)
        return 0 if waits else len(self.steps) - 1


TEXTS = {
    "march": ("March", "One formation marches: each of its units moves up to two hexes, or into the reserve.", "3.0"),
    "ambush": (
        "Ambush",
        "When an enemy comes beside one of your units: draw chits against it. One hit, and it is lost.",
        "4.0",
    ),
}


class Patrol(Game):
    id = "patrol"
    title = "Patrol"
    about = "A small game for tests: cards, chits, reactions, formations, boxes, free set-up."
    rules_version = "1"
    sides = SIDES
    scenarios = (
        Scenario("short", "Short", 3, "Set up as in history; three turns.", options=("fog",)),
        Scenario("free", "Free set-up", 4, "Each side sets up where it likes in its two rows; four turns."),
    )
    options = (
        Option("fog", "Fog", (False, True), False, "No ambushes.", "6.0"),
        Option("thick", "Thick fog", (False, True), False, "Fog that stays.", "6.0", needs=(("fog", True),)),
        Option("sun", "Sun", (False, True), False, "A fine day.", "6.0", excludes=(("fog", True),)),
    )
    length = "10 min"
    difficulty = 1
    boxes: ClassVar[dict[str, int]] = box_numbers(BOXES)
    events: ClassVar[dict[str, Event]] = {
        "draws": Event("{0} draws {1}.", ("side", "card"), "2.0", to="owner"),
        "draws_unseen": Event("{0} draws a card.", ("side",), "2.0", to="others"),
        "plays": Event("{0} plays {1}.", ("side", "card"), "2.0"),
        "marches": Event("{0} marches from {1} to {2}.", ("unit", "place", "place"), "3.0", moves=(0, 1, 2)),
        "rests": Event("{0} goes into reserve.", ("unit", "place", "place"), "3.1", moves=(0, 1, 2)),
        "hit": Event(
            "A chit: {0}. {1} is hit.",
            ("chit", "unit"),
            "4.0",
            combat=True,
            draw=("Ambush on {1}", "{1} is hit", "for"),
        ),
        "miss": Event(
            "A chit: {0}.", ("chit", "unit"), "4.0", combat=True, draw=("Ambush on {1}", "A miss", "neither")
        ),
        "lost": Event("{0} is lost.", ("unit", "place", "place"), "4.0", combat=True, moves=(0, 1, 2)),
        "set_up": Event("{0} has set up.", ("side",), "5.0"),
    }
    side_info: ClassVar[dict[str, SideInfo]] = {"red": SideInfo("Red", "cross"), "blue": SideInfo("Blue", "star")}
    state_type = PatrolState
    sequence = Rounds
    roster = ROSTER
    box_titles: ClassVar[dict[str, str]] = {"waiting": "To set up", "reserve": "Reserve", "lost": "Lost"}
    unit_names = ROSTER.names
    place_names = HEXES
    tables: ClassVar[dict[str, Names]] = {"card": CARDS, "chit": CHITS, "formation": GROUPS, "box": BOXES}
    hands = "hand"
    piles: ClassVar[dict[str, str]] = {"deck": "Deck", "discard": "Discards", "cup": "Cup"}
    board = BOARD

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.load("patrol", LEDGER)

    def set_up(self, s: PatrolState) -> None:
        free = s.setup.scenario == "free"
        for u, start in enumerate(START):
            s.at[u] = WAITING if free else start
        s.deck = list(DECKS)
        s.refresh()
        s.push(Rounds(0 if free else 1))

    def clock(self, s: PatrolState) -> tuple[int, str]:
        return s.turn, step_of(s).name if len(s.stack) > 1 else "evening"

    def invariants(self, s: PatrolState) -> list[str]:
        out = placed_problems(s)
        for side in (RED, BLUE):
            cards = [s.hand[side], s.deck[side], s.discard & DECKS[side]]
            if sum(c.bit_count() for c in cards) != DECKS[side].bit_count():
                out.append(f"{SIDES[side]} has lost or won a card")
        return out

    def advise(self, s: PatrolState) -> tuple[str, Any]:
        assert s.decision is not None
        return s.decision.raw_choices()[0]

    def view(self, s: PatrolState, side: str | None) -> dict[str, Any]:
        names = ROSTER.names.names
        return {"pieces": [{"id": name, "at": self.place_name(s.at[u]), "badges": []} for u, name in enumerate(names)]}

    def printed_more(self, unit: Unit) -> dict[str, Any]:
        group = ROSTER.rows[unit]["group"]
        mark = self.side_info[ROSTER.rows[unit]["side"]].mark
        return {
            "mark": mark,
            "factors": "3-2",
            "formation": {"id": group, "title": _group_title(group), "color": _COLORS[GROUPS.index[group]]},
            "steps": None,
            "done": False,
        }

    def printed_thing(self, kind: str, number: int) -> dict[str, Any]:
        if kind == "card":
            side, what, _ = CARDS.names[number].split("-")
            title, text, case = TEXTS[what]
            return {"title": title, "text": text, "kind": what, "side": side, "case": case}
        if kind == "chit":
            return {"title": "Hit" if number in HITS else "Miss"}
        if kind == "formation":
            name = GROUPS.names[number]
            units = ROSTER.names.list_of(IN_GROUP[number])
            return {"title": _group_title(name), "units": units, "color": _COLORS[number], "side": name.split("-")[0]}
        return {}


_COLORS = ("--f-v", "--f-vii", "--f-lxvi", "--f-xlvii")


def _group_title(group: str) -> str:
    side, letter = group.split("-")
    return f"{side.capitalize()} {letter.upper()} Group"


GAME = PATROL = Patrol()
