"""A match: one game being played, with its dice and its record."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from os import PathLike
from typing import Any, Self

from ardennes.core import chance as dice
from ardennes.core import show
from ardennes.core.decision import CHANCE, Decision, Refusal
from ardennes.core.diary import Diary, filled
from ardennes.core.errors import BadInput, IllegalChoice, brief, one_of, whole
from ardennes.core.game import Game, Result
from ardennes.core.intent import look_ahead, try_all
from ardennes.core.layers import find_overlay, front_layers, moved_layers
from ardennes.core.names import each
from ardennes.core.orders import PASS, Order
from ardennes.core.overlay import FRONT, MOVED
from ardennes.core.picture import situation_svg
from ardennes.core.position import position_head, state_from_plain, state_to_plain
from ardennes.core.record import Choice, Record
from ardennes.core.refusal import why_not
from ardennes.core.secrets import has_hidden, hidden_slots
from ardennes.core.snapshot import Snapshot, answers_in, not_legal
from ardennes.core.state import State
from ardennes.core.story import BEGIN, Chronicle, event_counts, last_moves, told_to
from ardennes.core.view import decision_view, table_view

_EVERY = 100
"""A snapshot of the situation is kept every so many choices."""


class Match:
    """One game being played.

    `chance="seed"` answers chance from the seed; `chance="manual"` asks it like a side (`match.play("die", 4)`).
    `solo=True` lets undo go back over dice and revealed secrets.
    """

    def __init__(
        self,
        game: Game,
        record: Record,
        *,
        chance: str = "seed",
        solo: bool = False,
    ) -> None:
        if chance not in ("seed", "manual"):
            raise BadInput(f"chance cannot be {brief(chance)}; {one_of(('seed', 'manual'))}")
        self.game = game.under(record.rules)
        self.record = record
        self.solo = solo
        self._manual = chance == "manual"
        self.state: State = self._first_state()
        self._dice = 0
        self._done: list[Choice] = []
        """The choices that have not been undone."""
        self._answers: dict[str, int] = {}
        """How often each side has answered or taken back: never goes down."""
        self._fixed = 0
        """Choices up to this one cannot be taken back: a die was rolled or a secret revealed."""
        self._chronicle = Chronicle()
        self._snapshots: list[Snapshot] = []
        self.orders: dict[str, Order] = {}
        """What a side has ordered to be passed for it: private, and no part of the record."""
        self._open_chronicle()
        self._keep()
        self.roll()

    # --- asking and answering ----------------------------------------------------------------------------------------------------

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
    def dice_by_hand(self) -> bool:
        """Must the caller answer for chance? True if dice are rolled by hand, or if the match comes from a record without its seed."""
        return self._manual or self.record.seed is None

    @property
    def count(self) -> int:
        """How many choices have been made, dice included."""
        return len(self._done)

    def play(self, verb: str, argument: Any = None, *, by: str | None = None) -> None:
        """Answer the pending question. Raises IllegalChoice, and changes nothing, if the choice was not offered or if `by` is not
        the side that is asked."""
        state = self.state
        decision = state.decision
        raw = argument
        if decision is not None and (by is None or by == decision.side) and isinstance(verb, str):
            table = state.tables.get(verb)
            if table is not None:
                raw = table.index.get(argument, -1) if isinstance(argument, str) else -1
            if decision.offers(verb, raw):
                # The game's own text, not the caller's: a server keeps many matches.
                name = argument if table is None else table.names[raw]
                self._take(decision.side, verb, name, raw)
                decision = state.decision
                if decision is not None and decision.side == CHANCE:
                    self.roll()
                if self.orders:
                    self.follow_orders()
                return
        refusal = why_not(self.game, self.state, verb, argument, by)
        raise IllegalChoice(verb, argument, refusal.case, refusal.reason)

    def explain(self, verb: str, argument: Any = None, *, by: str | None = None) -> Refusal | None:
        """Why a choice is not offered; None if it is."""
        decision = self.state.decision
        if decision is not None and (by is None or by == decision.side) and isinstance(verb, str):
            table = self.state.tables.get(verb)
            raw = argument if table is None else table.index.get(argument, -1) if isinstance(argument, str) else -1
            if decision.offers(verb, raw):
                return None
        return why_not(self.game, self.state, verb, argument, by)

    def follow_orders(self) -> None:
        """Pass for sides that have ordered it, until somebody has to answer in person."""
        while (decision := self.state.decision) is not None:
            order = self.orders.get(decision.side)
            if order is None or not order.passes(self.game, self.state):
                return
            self._take(decision.side, PASS, None, None)
            self.roll()

    def play_all(self, choices: Sequence[tuple[str, Any]], *, by: str | None = None) -> None:
        """Answer several questions of one side as one step: all of these choices, or none. Raises IllegalChoice for the first that is not
        offered, and BadInput if a die, a secret or another side comes before the last."""
        side = by if by is not None else self.decision.side
        try_all(self.game, self.state, choices, side)
        for verb, argument in choices:
            self.play(verb, argument, by=side)

    def ahead(self, picks: Sequence[tuple[str, Any]], side: str | None = None) -> dict[str, Any]:
        """The question behind some picks of the side that is asked, with its preview; nothing is played. See `Frame.picks`."""
        asked = side if side is not None else self.decision.side
        self._check_side(asked)
        s = look_ahead(self.game, self.state, picks, asked)
        return {**(decision_view(self.game, s, asked) or {}), "preview": s.stack[-1].preview(s)}

    def fight(self, verb: str, argument: Any = None, side: str | None = None) -> dict[str, Any] | None:
        """The preview of the fight that this choice would start, for the side that is asked; None if it starts none."""
        decision = self.decision
        table = self.state.tables.get(verb)
        raw = argument if table is None else table.index.get(argument, -1)
        if side not in (None, decision.side) or not decision.offers(verb, raw):
            return None
        return self.state.stack[-1].fight(self.state, verb, raw)

    def preview(self, side: str | None = None) -> dict[str, Any] | None:
        """What is at stake in the pending question (strengths, shifts and chances of a declared attack), or None: for the side that
        is asked, and for everybody if it is not secret."""
        self._check_side(side)
        decision = self.state.decision
        if decision is None:
            return None
        top = self.state.stack[-1]
        return top.preview(self.state) if top.public or side == decision.side else None

    def _take(self, by: str, verb: str, argument: Any, raw: Any) -> None:
        state = self.state
        barrier = state.barrier
        if by == CHANCE:
            self._dice += 1
            state.barrier += 1
        choice = (by, verb, argument)
        done = self._done
        self.record.entries.append(choice)
        done.append(choice)
        self._answers[by] = self._answers.get(by, 0) + 1
        state.apply(verb, raw)
        if state.barrier != barrier:
            self._fixed = len(done)
        if state.events:
            self._chronicle.note(len(done), state.events)
            state.events.clear()
        if len(done) % _EVERY == 0:
            self._keep()
        if state.result is not None:
            self._finish()

    def roll(self) -> None:
        """Answer chance from the seed until a side is asked. Usually that has happened already; an earlier moment (`at`) may be one in
        which a die is due."""
        if self._manual or self.record.seed is None:
            return
        while (decision := self.state.decision) is not None and decision.side == CHANCE:
            ((verb, outcomes),) = decision.raw.items()
            table = self.state.tables.get(verb)
            if table is not None:  # a card or a chit: drawn from a set
                outcomes = each(outcomes)
            raw = outcomes[dice.draw(self.record.seed, self._dice, decision.weights, len(outcomes))]
            self._take(CHANCE, verb, raw if table is None else table.names[raw], raw)

    def _finish(self) -> None:
        result = self.state.result
        assert result is not None
        self.record.result = {"winner": result.winner, "level": result.level, "points": result.points}

    # --- the story -----------------------------------------------------------------------------------------------------------------

    def _open_chronicle(self) -> None:
        turn, phase = self.game.clock(self.state)
        if not self.state.events or self.state.events[0][0] != BEGIN:
            self._chronicle.note(0, [(BEGIN, turn, phase)])
        self._chronicle.note(0, self.state.events)
        self.state.events.clear()

    @property
    def log(self) -> list[str]:
        """What has happened, one sentence per event."""
        return [self.game.story(event) for _, event in self._chronicle.told]

    def events_since(self, count: int) -> list[tuple[int, str]]:
        """Number of the choice and sentence of each event after the first `count` choices."""
        whole(count, "a number of choices")
        return [(n, self.game.story(event)) for n, event in self._chronicle.told if n > count]

    def told_since(self, count: int, side: str | None = None) -> list[tuple[int, str]]:
        """Number of the choice and sentence of each event after the first `count` choices that a side (None: a spectator) may know."""
        self._check_side(side)
        told = self._chronicle.told
        seen = self._chronicle.visible(self.game, side)
        return [(told[i][0], self.game.story(told[i][1])) for i in seen if told[i][0] > count]

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
        if out[-1] != self.count and not self.game.hides(self.state, side):
            out.append(self.count)
        return out

    # --- views and copies ------------------------------------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy of this match, with the same future dice, undo and story. What never changes is shared."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.record = self.record.copy()
        other.state = self.state.clone()
        other._done = self._done.copy()
        other._answers = self._answers.copy()
        story = self._chronicle
        other._chronicle = story.cut(len(story.told), len(story.phases))
        other._snapshots = self._snapshots.copy()
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        """Is it the same match: the same game with the same setup, dice and choices? Undone choices do not count. To ask whether the
        situation is the same, however it came about, compare `state`."""
        if not isinstance(other, Match):
            return NotImplemented
        return self._done == other._done and self.record.header() == other.record.header()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return show.one_line(self)

    def __str__(self) -> str:
        return show.chart(self)

    def svg(self, side: str | None = None, theme: str = "light", detail: str = "far") -> str | None:
        """A picture of the board and its counters as a side (None: a spectator) may see it; None if the game has no drawn board.

        `theme` is light or dark. `detail` is far (for the whole board: large counters and letters) or near (to zoom in).
        """
        return situation_svg(self.game, self.view(side), theme, detail)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows."""
        return self.svg()

    def with_new_dice(self, seed: int | str | None = None) -> Match:
        """A new match that starts from the current position with new dice; this one does not change.

        The new record starts from the position, with a commitment to its own seed, so that it can be verified like any other. The
        choices made so far, and so undo and story, belong to the old record.
        """
        return new_match(self.game, seed=seed, solo=self.solo, position=self.position())

    def _check_side(self, side: str | None) -> None:
        if side is not None:
            self.game.side_number(side)

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
        return self.game.overlay(self.state, side, overlay, of)

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
        # A secret that is still empty is marked too: otherwise the file would tell whether somebody has begun to choose.
        kept = self.game.hides(self.state, side) or any(hidden_slots(self.state, self.game.eyes(side)))
        return state_to_plain(self.game, self.state, side) if kept and not self.is_over else self.position()

    @property
    def imagined(self) -> str | None:
        """The side (or "spectator") for whom this match was branched off, if what that side could not know was drawn anew."""
        return (self.record.position or {}).get("imagined")

    def branch(self, side: str | None = None, seed: int | str | None = None) -> Match:
        """A new match from here, with new dice, as a side (None: a spectator) may have it: what it may not know is drawn anew, and
        `imagined` says so."""
        return new_match(self.game, seed=seed, solo=self.solo, position=self.position_for(side))

    def diary(self, side: str | None = None) -> Diary:
        """The match as a side (None: a spectator) saw it, to take away while there are secrets in it."""
        self._check_side(side)
        return Diary.of(self, side)

    def walk_through(self, counts: Sequence[int]) -> Iterator[Match]:
        """The match at several moments (counts of choices in rising order): one match that goes on from each to the next."""
        other = self._from(self._snapshots[0])
        for count in counts:
            other._go_on(self._done, count)
            yield other

    def record_for(self, side: str | None = None) -> Record:
        """The record as a side (None: a spectator) may have it: complete once the game is over; before that, without the seed and undone
        choices, up to the last choice after which nothing was hidden from the side."""
        self._check_side(side)
        if self.is_over:
            return self.record.copy()
        out = self.record.header()
        out.entries = list(self._done[: self._last_open(side)])
        return out

    def _last_open(self, side: str | None) -> int:
        """The most choices after which nothing was hidden from the side."""
        hides = self.game.hides
        if not hides(self.state, side):
            return self.count
        for kept in reversed(self._snapshots):
            other = self._from(kept)
            found = -1
            while True:
                if not hides(other.state, side):
                    found = other.count
                if other.count >= min(kept.count + _EVERY, self.count):
                    break
                other._go_on(self._done, other.count + 1)
            if found >= 0:
                return found
        raise BadInput("the match began with something hidden from this seat, so it cannot have the record yet")

    # --- going back ------------------------------------------------------------------------------------------------------------------

    def undo(self, *, by: str | None = None, to: int | None = None) -> None:
        """Take back the last choice of a side, or all choices after the first `to`. Not over a die or a revealed secret, except in solo
        play; dice are never rerolled: the n-th die of a match stays what it is."""
        keep, refusal = self._undo(by, to)
        if refusal is not None:
            raise BadInput(refusal)
        self._go_back(keep)
        self.roll()  # a die that was due there comes up again, the same as before

    def _go_back(self, keep: int) -> None:
        earlier = self._replayed(keep)
        for side in {choice[0] for choice in self._done[keep:]}:
            self._answers[side] = self._answers.get(side, 0) + 1
        self.record.entries.append(keep)
        self.record.result = None
        self.state = earlier.state
        self._dice, self._done, self._fixed = earlier._dice, earlier._done, earlier._fixed
        self._chronicle, self._snapshots = earlier._chronicle, earlier._snapshots

    def can_undo(self, *, by: str | None = None, to: int | None = None) -> str | None:
        """Why an undo would be refused, as a sentence; None if it is possible."""
        return self._undo(by, to)[1]

    def undo_limit(self, by: str) -> int:
        """How far a side can go back at once: up to its own choices since the last die, secret, or choice of another. The current count
        if it cannot."""
        self._check_side(by)
        keep = self.count
        while keep > self._fixed and self._done[keep - 1][0] == by:
            keep -= 1
        return keep

    def _undo(self, by: str | None, to: int | None) -> tuple[int, str | None]:
        """How many choices would be left, and why the undo is refused, if it is."""
        if by != CHANCE:
            self._check_side(by)
        done = self._done
        decision = self.state.decision
        waits = by not in (None, CHANCE) and decision is not None and decision.side != by
        if waits and not self.solo and self.game.hides(self.state, by):  # any other reason would reveal what was chosen
            return 0, "another side is choosing in secret: that cannot be undone"
        if not any(side != CHANCE or self._manual for side, _, _ in done):
            return 0, "there is nothing to undo"
        keep = self._last_answer() if to is None else whole(to, "a number of choices")
        if not 0 <= keep < len(done):
            return 0, f"cannot go back to choice {keep}; the match has {len(done)}"
        who = done[keep][0]
        if by is not None and who != by:
            return keep, f"the last choice was made by {who}, not by {by}"
        if keep < self._fixed and not self.solo:
            return keep, "a die was rolled or a secret revealed since: that cannot be undone"
        return keep, None

    def _last_answer(self) -> int:
        """The number of the last choice of a side: dice that followed it from the seed go with it."""
        keep = len(self._done) - 1
        while keep and self._done[keep][0] == CHANCE and not self._manual:
            keep -= 1
        return keep

    def at(self, count: int) -> Match:
        """The match as it was after its first `count` choices, as an independent match."""
        if not 0 <= whole(count, "a number of choices") <= self.count:
            raise BadInput(f"there is no choice {count}; the match has {self.count}")
        return self._replayed(count)

    def _replayed(self, count: int) -> Match:
        other = self._from(self._snapshots[count // _EVERY])
        other._go_on(self._done, count)
        return other

    def _keep(self) -> None:
        """Keep a snapshot of the situation to look back from."""
        story = self._chronicle
        self._snapshots.append(
            Snapshot(self.count, self.state.clone(), self._dice, self._fixed, len(story.told), len(story.phases))
        )

    def _from(self, kept: Snapshot) -> Match:
        """An independent match at the point of the snapshot."""
        other = object.__new__(Match)
        other.game, other.solo, other._manual = self.game, self.solo, self._manual
        other.orders = {}
        other.record = self.record.header()
        other.record.seed = self.record.seed
        other._done = self._done[: kept.count]
        other.record.entries = list(other._done)
        other._answers = answers_in(other._done)
        other.state = kept.state.clone()
        other._dice, other._fixed = kept.dice, kept.fixed
        other._chronicle = self._chronicle.cut(kept.told, kept.phases)
        other._snapshots = self._snapshots[: kept.count // _EVERY + 1]
        if other.state.result is not None:
            other._finish()
        return other

    def _go_on(self, choices: list[Choice], count: int) -> None:
        """Replay choices known to be legal, up to so many in all."""
        for by, verb, argument in choices[self.count : count]:
            table = self.state.tables.get(verb)
            self._take(by, verb, argument, argument if table is None else table.index[argument])

    def follow(self, entries: Sequence[Choice | int]) -> None:
        """Take over entries that were added to the record elsewhere, undos included. BadInput if they do not fit: the match is then
        unusable."""
        own = self.record.entries
        end = len(own) + len(entries)
        for at, entry in enumerate(entries, start=len(own)):
            if at < len(own):  # a die already rolled from the seed
                if own[at] != entry:
                    raise BadInput(f"entry {at + 1} of the record differs from the one here")
            elif isinstance(entry, int):
                if not 0 <= entry < self.count:
                    raise BadInput(
                        f"entry {at + 1} of the record goes back to choice {entry}; the match has {self.count}"
                    )
                self._go_back(entry)
            else:
                self.take_all([entry])
        if len(own) != end:
            raise BadInput("the match has choices after the end of the record")

    def take_all(self, choices: list[Choice]) -> None:
        """Play recorded choices, dice included. The first that is not legal raises BadInput with its number."""
        for number, (by, verb, argument) in enumerate(choices, start=1):
            try:
                self.play(verb, argument, by=by)
            except IllegalChoice as error:
                raise not_legal(number, by, verb, argument, error) from None

    def _first_state(self) -> State:
        r = self.record
        if r.position is not None:
            if position_head(self.game, r.position) != (r.scenario, r.options):
                raise BadInput("the scenario or options of the match differ from those of its start position")
            return state_from_plain(self.game, r.position)
        state = self.game.start(self.game.setup(r.scenario, r.options))
        state.settle()
        return state


def new_match(
    game: Game,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | str | None = None,
    chance: str = "seed",
    solo: bool = False,
    position: dict[str, Any] | None = None,
) -> Match:
    """A new match, from a scenario or from a position. With dice rolled by hand there is no seed, and so no commitment."""
    text = dice.seed_text(seed)
    if position is not None:
        position = deepcopy(position)  # what the caller does with it later does not change the record
        if has_hidden(position):
            position = filled(game, position, text)
        scenario, options = position_head(game, position)
    by_hand = chance == "manual"
    record = Record(
        game.id,
        game.scenario(scenario).id,
        game.with_defaults(options, scenario),
        game.rules_version,
        "" if by_hand else dice.commitment(text),
        position,
        seed=None if by_hand else text,
    )
    return Match(game, record, chance=chance, solo=solo)


def replay(
    game: Game,
    record: Record,
    *,
    to: int | None = None,
    seed: int | str | None = None,
    solo: bool = False,
    recover: bool = False,
    new_dice: bool = False,
) -> Match:
    """The match of a record, after all its choices (or the first `to`), ready to continue if the seed is known. With `new_dice` it
    continues with new dice: see `Match.with_new_dice`."""
    scenario, options = game.scenario(record.scenario).id, game.with_defaults(record.options, record.scenario)
    choices = record.choices()
    if to is not None and not 0 <= whole(to, "a number of choices") <= len(choices):
        raise BadInput(f"there is no choice {to}; the record has {len(choices)}")
    fresh = Record(record.game, scenario, options, record.rules, record.commitment, record.position)
    match = Match(game, fresh, chance="manual", solo=solo)
    try:
        match.take_all(choices if to is None else choices[:to])
    except BadInput:
        if not recover:
            raise
    if to is None and not recover:
        undone = len(record.entries) != len(choices)
        match.record.entries = list(record.entries if undone else match._done)  # the same objects: a server keeps many
        match._answers = answers_in(record.entries)
    if new_dice:
        return match.with_new_dice(seed)
    text = record.seed if seed is None else dice.seed_text(seed)
    if text is not None:
        if dice.commitment(text) != record.commitment:
            raise BadInput("the seed does not match the record's commitment")
        match.record.seed = text
        match._manual = False
        match.roll()
    return match


def load_record(path: str | PathLike[str], *, recover: bool = False) -> Record:
    """Read a record file."""
    return Record.load(path, recover=recover)
