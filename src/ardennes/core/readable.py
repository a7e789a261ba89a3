"""What can be read of a match without playing on: the pending question and what is behind it, the story, and what each side may see."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from ardennes.core.decision import Decision, Refusal
from ardennes.core.errors import BadInput, IllegalChoice, brief, whole
from ardennes.core.game import Game, Result
from ardennes.core.intent import (
    Finality,
    Wanted,
    final_choices,
    finality,
    look_ahead,
    together,
    try_all,
    why_not_together,
)
from ardennes.core.layers import find_overlay, front_layers, moved_layers
from ardennes.core.overlay import FRONT, MOVED
from ardennes.core.picture import situation_svg
from ardennes.core.position import state_to_plain
from ardennes.core.record import Choice, Record
from ardennes.core.refusal import why_not
from ardennes.core.state import State
from ardennes.core.story import Chronicle, Sentence, event_counts, last_moves, told_to
from ardennes.core.talk import draw_offered
from ardennes.core.view import ahead_view, focus, step_view, table_view


class Readable:
    """The half of a match that changes nothing; `Match` is the other half."""

    game: Game
    record: Record
    state: State
    _done: list[Choice]
    """The choices that have not been undone."""
    _answers: dict[str, int]
    """How often each side has answered or taken back: never goes down."""
    _chronicle: Chronicle

    # --- asking --------------------------------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """The pending question. Once the game is over there is none, and asking for it is an error."""
        found = self.state.decision
        if found is None:
            raise BadInput("the game is over: there is no decision")
        return found

    @property
    def choices(self) -> tuple[tuple[str, Any], ...]:
        """Every legal choice as a pair of verb and argument; none once the game is over.

        >>> from ardennes import new
        >>> match = new("bulge", seed=7)
        >>> ("attack", "us-99") in match.choices, len(match.choices) == match.decision.count()
        (True, True)
        """
        decision = self.state.decision
        return () if decision is None else tuple(decision.pairs())

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.state.result

    @property
    def is_over(self) -> bool:
        return self.state.result is not None

    @property
    def count(self) -> int:
        """How many choices have been made, dice included."""
        return len(self._done)

    @property
    def draw_offer(self) -> str | None:
        """The side whose offer of a draw stands; None if there is none."""
        return None if self.is_over else draw_offered(self._done)

    def explain(self, verb: str, argument: Any = None, *, by: str | None = None) -> Refusal | None:
        """Why a choice is not offered; None if it is."""
        decision = self.state.decision
        if decision is not None and (by is None or by == decision.side) and isinstance(verb, str):
            table = self.state.tables.get(verb)
            raw = argument if table is None else table.index.get(argument, -1) if isinstance(argument, str) else -1
            if decision.offers(verb, raw):
                return None
        return why_not(self.game, self.state, verb, argument, by)

    # --- intentions ----------------------------------------------------------------------------------------------------------------------

    def ahead(
        self,
        picks: Sequence[Wanted] = (),
        side: str | None = None,
        *,
        without: Sequence[Wanted] = (),
        usual: bool = True,
        group: Sequence[Wanted] = (),
    ) -> dict[str, Any]:
        """The question behind some picks of the side that is asked, with its preview; nothing is played. See `Frame.picks`. Picks that
        players usually want (`Frame.usual`) follow by themselves, except those in `without`. With a `group`, such as the units of a
        stack, the question is that of its first member, and offers only the places that all of them can go to."""
        asked = side if side is not None else self.decision.side
        self._check_side(asked)
        found = look_ahead(self.game, self.state, [*picks, *group[:1]], asked, without, usual)
        s = found.state
        question = ahead_view(self.game, found, asked)
        if group:
            before = [(step.verb, step.argument) for step in found.steps if (step.verb, step.argument) not in group]
            offered = {verb: some for verb, some in question["choices"].items() if question["kinds"][verb] == "place"}
            question["choices"] = {
                verb: kept
                for verb, some in offered.items()
                if verb not in question["picks"]
                and (kept := together(self.game, self.state, before, group, verb, some, asked))
            }
        final = final_choices(self.game, s, asked)
        preview = s.stack[-1].preview(s)
        if found.stop:  # it is made by a button too
            last = found.steps[-1]
            way = [(step.verb, step.argument) for step in found.steps[:-1]]
            preview = preview or self.fight(last.verb, last.argument, asked, way)
            one = (last.verb, last.argument, finality(self.game, s, last.verb, last.argument, asked))
            final += [one] if one[2] and one not in final else []
        return {
            **question,
            "preview": preview,
            "focus": focus(self.game, s),
            "steps": [step_view(self.game, step) for step in found.steps],
            "stop": found.stop,
            "final": final,
        }

    def behind(self, picks: Sequence[Wanted], side: str) -> State:
        """The state behind some picks of a side, exactly these: a copy to ask about."""
        self._check_side(side)
        return look_ahead(self.game, self.state, picks, side, usual=False).state if picks else self.state

    def why_not_together(
        self, picks: Sequence[Wanted], group: Sequence[Wanted], last: Wanted, side: str
    ) -> Refusal | None:
        """Why a group, such as the units of a stack, cannot make a choice one after the other; None if all of it can."""
        self._check_side(side)
        return why_not_together(self.game, self.state, picks, group, last, side)

    def fight(
        self, verb: str, argument: Any = None, side: str | None = None, after: Sequence[Wanted] = ()
    ) -> dict[str, Any] | None:
        """The preview of the fight that this choice would start after some others, for the side that is asked; None if it starts none."""
        decision = self.decision
        if side not in (None, decision.side):
            return None
        try:
            s = try_all(self.game, self.state, [*after, (verb, argument)], decision.side)
        except (IllegalChoice, BadInput):
            return None
        table = s.tables.get(verb)
        return s.stack[-1].fight(s, verb, argument if table is None else table.index[argument])

    def finality(
        self, verb: str, argument: Any = None, side: str | None = None, after: Sequence[Wanted] = ()
    ) -> Finality:
        """Why this choice, after some others, could not be undone; '' if it could. What the side may not know does not matter."""
        decision = self.decision
        if side not in (None, decision.side):
            return ""
        try:
            s = try_all(self.game, self.state, [*after, (verb, argument)], decision.side)
        except (IllegalChoice, BadInput):
            return ""
        return finality(self.game, s, verb, argument, decision.side)

    def preview(self, side: str | None = None) -> dict[str, Any] | None:
        """What is at stake in the pending question (strengths, shifts and chances of a declared attack), or None: for the side that
        is asked, and for everybody if it is not secret."""
        self._check_side(side)
        decision = self.state.decision
        if decision is None:
            return None
        s = self.game.shown(self.state, side)
        top = s.stack[-1]
        return top.preview(s) if top.public or side == decision.side else None

    # --- the story -----------------------------------------------------------------------------------------------------------------------

    @property
    def log(self) -> list[str]:
        """What has happened, one sentence per event."""
        return [self.game.story(event) for _, event in self._chronicle.told]

    def events_since(self, count: int) -> list[tuple[int, str]]:
        """Number of the choice and sentence of each event after the first `count` choices."""
        whole(count, "a number of choices")
        return [(n, self.game.story(event)) for n, event in self._chronicle.told if n > count]

    def told_since(self, count: int, side: str | None = None) -> list[Sentence]:
        """Each event after the first `count` choices that a side (None: a spectator) may know, with when it happened."""
        self._check_side(side)
        told = self._chronicle.told
        seen = [i for i in self._chronicle.visible(self.game, side) if told[i][0] > count]
        return [
            Sentence(n, turn, phase, self.game.story(event))
            for n, event, turn, phase, _ in self._chronicle.in_phases(seen)
        ]

    @property
    def phases(self) -> list[tuple[int, int, str]]:
        """Each phase that has begun: the number of choices before it, its turn and its name."""
        return [(count, turn, phase) for _, count, turn, phase in self._chronicle.phases]

    def story(self, side: str | None = None, start: int = 0) -> list[dict[str, Any]]:
        """What has happened as a side (None: a spectator) may know it, from its event number `start` on: plain data with sentences in
        parts, dice and moves."""
        self._check_side(side)
        return told_to(self.game, self._chronicle, self._done, side, whole(start, "the number of an event"))

    def event_counts(self, side: str | None = None) -> list[int]:
        """After how many choices each event of the side's story happened."""
        self._check_side(side)
        return event_counts(self.game, self._chronicle, side)

    def moments(self, side: str | None = None) -> list[int]:
        """The counts of choices between which a side can tell the difference: the start, each after which something happened that it may
        know, and now. Now is left out while anything is hidden: it would reveal that somebody has chosen in secret."""
        self._check_side(side)
        out = list(dict.fromkeys([0, *self.event_counts(side)]))
        if out[-1] != self.count and not self.game.guards(self.state, side):
            out.append(self.count)
        return out

    # --- what a side may see -------------------------------------------------------------------------------------------------------------

    def view(self, side: str | None = None) -> dict[str, Any]:
        """Plain data: only what this side (None: a spectator) may know."""
        self._check_side(side)
        out = table_view(self.game, self.state, side)
        out["answers"] = self.answers(side)
        return out

    def answers(self, side: str | None = None) -> int:
        """How often a side has answered or taken back: a number that never goes down, so an answer to an old question is recognised. 0 for
        a spectator: a total would reveal how much others chose in secret."""
        self._check_side(side)
        return 0 if side is None else self._answers.get(side, 0)

    def overlay(self, overlay: str, of: str = "", side: str | None = None) -> dict[str, Any]:
        """What an overlay shows to a side (None: a spectator). `of` is the side or unit it is about, if any."""
        self._check_side(side)
        what = find_overlay(self.game, overlay, of)
        if what.id == MOVED.id:
            return moved_layers(self.game, last_moves(self.game, self._chronicle, self._done, side))
        if what.id == FRONT.id:
            return front_layers(self.game, self.game.iso_date(self.game.clock(self.state)[0]))
        return self.game.overlay(self.game.shown(self.state, side), side, overlay, of)

    def svg(self, side: str | None = None, theme: str = "light", detail: str = "far") -> str | None:
        """A picture of the board and its counters as a side (None: a spectator) may see it; None if the game has no drawn board.

        `theme` is light or dark. `detail` is far (for the whole board: large counters and letters) or near (to zoom in).
        """
        return situation_svg(self.game, self.view(side), theme, detail)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return self.svg()

    def imagine(self, side: str, rng: random.Random) -> State:
        """A state that fits what the side knows, with everything hidden redrawn by `rng`."""
        self.game.side_number(side)
        if not isinstance(rng, random.Random):
            raise BadInput(f"imagine needs a random.Random, not {brief(rng)}")
        return self.game.imagine(self.state, side, rng)

    def position(self) -> dict[str, Any]:
        """The whole situation as plain data, secrets included."""
        return state_to_plain(self.game, self.state)

    def position_for(self, side: str | None = None) -> dict[str, Any]:
        """The situation as a side (None: a spectator) may have it: what it may not know is marked as hidden."""
        self._check_side(side)
        kept = self.game.guards(self.state, side) and not self.is_over
        return state_to_plain(self.game, self.state, side) if kept else self.position()

    @property
    def imagined(self) -> str | None:
        """The side (or "spectator") for whom this match was branched off, if what that side could not know was drawn anew."""
        return (self.record.position or {}).get("imagined")

    def _check_side(self, side: str | None) -> None:
        if side is not None:
            self.game.side_number(side)
