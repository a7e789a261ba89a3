"""A toy game for tests of the core: two runners on five fields, a secret number each, a coin that falls unevenly.

It has a field of every kind that a position can hold, a secret that can be revealed, and chance with weights.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar

from ardennes.core.decision import NOTHING, Decision, Refusal
from ardennes.core.fields import seen_by
from ardennes.core.game import Event, Game, Option, Result, Scenario
from ardennes.core.kinds import (
    Location,
    PerSide,
    Place,
    Places,
    PlacesPerSide,
    Side,
    Unit,
    UnitNumber,
    UnitPlace,
    Units,
)
from ardennes.core.ledger import Ledger
from ardennes.core.names import Names
from ardennes.core.state import Frame, Setup, State

SIDES = ("red", "blue")
RUNNERS = Names("runner", ["red-1", "blue-1", "red-2"])
FIELDS = Names("field", ["a", "b", "", "c", "d", "e"])
COINS = ("heads", "tails", "edge")
WEIGHTS = (1, 2, 5)
LEDGER = """
cases:
- {case: "1.0", title: Sequence of play, kind: procedure, text: in turn}
- {case: "2.0", title: Running, kind: rule, text: forward}
- {case: "3.0", title: The coin, kind: rule, text: uneven}
"""


def _sees(s: ToyState, owner: int, side: int) -> bool:
    return s.open or owner == side


def _any_number(s: ToyState, holder: object, owner: int, rng: random.Random) -> int:
    return rng.randrange(4)


class ToyState(State):
    tables: ClassVar[dict[str, Names]] = {"go": FIELDS, "call": RUNNERS}

    turn: int
    at: Location
    score: PerSide
    secret: Annotated[PerSide, seen_by(_sees, draw=_any_number)]
    lit: PlacesPerSide
    home: UnitPlace
    steps: UnitNumber
    tired: Units
    wet: Places
    leader: Unit
    spot: Place
    mover: Side
    open: bool
    word: str

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__(setup)
        self.turn = 1
        self.at = [-1, -1, -1]
        self.score = [0, 0]
        self.secret = [0, 0]
        self.lit = [0, 0]
        self.home = [-1, -1, -1]
        self.steps = [0, 0, 0]
        self.tired = self.wet = 0
        self.leader = self.spot = -1
        self.mover = 0
        self.open = False
        self.word = ""


@dataclass(frozen=True, slots=True)
class Turn(Frame):
    """1.0 A side runs, picks a secret number, tosses the coin, shows its number or ends the game."""

    side: Side

    def decide(self, s: ToyState) -> Decision:
        return s.ask(
            SIDES[self.side],
            f"Turn {s.turn}",
            "1.0",
            go=FIELDS.all & ~sum(1 << p for p in set(s.at) if p >= 0),
            call=RUNNERS.all & ~s.tired,
            pick=(1, 2, 3),
            toss=NOTHING,
            show=NOTHING,
            stop=NOTHING,
        )

    def _next(self, s: ToyState) -> None:
        s.turn += 1
        s.mover = 1 - self.side
        s.begin(s.turn, f"{SIDES[s.mover]}-turn")
        s.become(Turn(1 - self.side))

    def on_go(self, s: ToyState, place: Place) -> None:
        s.tell("goes", self.side, s.at[self.side], place, self.side)
        s.at[self.side] = place
        s.home[self.side] = place
        s.steps[self.side] += 1
        s.lit[self.side] |= 1 << place
        s.wet |= 1 << place
        s.spot = place
        self._next(s)

    def on_call(self, s: ToyState, unit: Unit) -> None:
        s.tired |= 1 << unit
        s.leader = unit
        s.word = f"hello {unit}"
        self._next(s)

    def on_pick(self, s: ToyState, number: int) -> None:
        s.secret[self.side] = number
        s.tell("picks", self.side, number)
        self._next(s)

    def on_toss(self, s: ToyState, _: None) -> None:
        s.push(Toss(self.side, ()))

    def on_show(self, s: ToyState, _: None) -> None:
        s.open = True
        s.revealed()
        self._next(s)

    def on_stop(self, s: ToyState, _: None) -> None:
        s.result = Result(SIDES[self.side], "stopped", s.score[self.side])

    def why_go(self, s: ToyState, place: Place) -> Refusal:
        return Refusal("2.0", "somebody is there")


@dataclass(frozen=True, slots=True)
class Toss(Frame):
    """3.0 The coin; on its edge it is thrown again."""

    side: Side
    thrown: tuple[int, ...]
    below = ("Turn",)

    def misfit(self, s: ToyState, at: int) -> str:
        return "too often" if len(self.thrown) > 3 else ""

    def decide(self, s: ToyState) -> Decision:
        return s.ask_chance("Toss the coin", "3.0", weights=WEIGHTS, coin=COINS)

    def on_coin(self, s: ToyState, coin: str) -> None:
        s.tell("coin", coin)
        if coin == "edge" and len(self.thrown) < 3:
            s.become(Toss(self.side, (*self.thrown, s.turn)))
            return
        s.score[self.side] += COINS.index(coin) + 1
        s.pop()
        s.turn += 1
        s.mover = 1 - self.side
        s.begin(s.turn, f"{SIDES[s.mover]}-turn")
        s.become(Turn(1 - self.side))


class Toy(Game):
    id = "toy"
    title = "Toy"
    about = "A game for tests."
    rules_version = "1"
    sides = SIDES
    scenarios = (Scenario("short", "Short", 3, ""), Scenario("long", "Long", 9, ""))
    options = (Option("fast", "Fast", (False, True), False, "", "2.0"), Option("laps", "Laps", (1, 2), 1, "", "2.0"))
    boxes: ClassVar[dict[str, int]] = {"bench": -1, "out": -2}
    events: ClassVar[dict[str, Event]] = {
        "goes": Event("{3} goes from {1} to {2}.", ("unit", "place", "place", "side"), "2.0", moves=(0, 1, 2)),
        "picks": Event("{0} picks {1}.", ("side", "text"), "1.0", to="owner"),
        "coin": Event("The coin shows {0}.", ("text",), "3.0"),
    }
    state_type = ToyState
    phases: ClassVar[dict[str, tuple[Frame, ...]]] = {"red-turn": (Turn(0),), "blue-turn": (Turn(1),)}
    unit_names = RUNNERS
    place_names = FIELDS

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.load("toy", LEDGER)

    def set_up(self, s: ToyState) -> None:
        s.at = [FIELDS.index["a"], FIELDS.index["e"], -1]
        s.push(Turn(0))

    def view(self, s: ToyState, side: str | None) -> dict[str, Any]:
        known = [n if s.open or side == SIDES[i] else None for i, n in enumerate(s.secret)]
        return {"at": [self.place_name(p) for p in s.at], "secret": known}


TOY = Toy()
