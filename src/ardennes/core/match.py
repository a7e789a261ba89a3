"""A match: one game being played, with its dice and its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from os import PathLike
from typing import Any, Self

from ardennes.core import chance as dice
from ardennes.core import show
from ardennes.core.decision import CHANCE
from ardennes.core.diary import Diary, filled
from ardennes.core.errors import BadInput, IllegalChoice, brief, one_of, whole
from ardennes.core.game import Game, Result
from ardennes.core.intent import try_all
from ardennes.core.names import each
from ardennes.core.orders import PASS, Order
from ardennes.core.position import position_head, state_from_plain
from ardennes.core.readable import Readable
from ardennes.core.record import Choice, Record
from ardennes.core.refusal import why_not
from ardennes.core.report import report
from ardennes.core.secrets import has_hidden
from ardennes.core.snapshot import Snapshot, answers_in, not_legal
from ardennes.core.state import State
from ardennes.core.story import BEGIN, Chronicle
from ardennes.core.talk import ACCEPT, LEVELS, TALK, why_silent

_EVERY = 100
"""A snapshot of the situation is kept every so many choices."""


class Match(Readable):
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
    def dice_by_hand(self) -> bool:
        """Must the caller answer for chance? True if dice are rolled by hand, or if the match comes from a record without its seed."""
        return self._manual or self.record.seed is None

    def play(self, verb: str, argument: Any = None, *, by: str | None = None) -> None:
        """Answer the pending question. Raises IllegalChoice, and changes nothing, if the choice was not offered or if `by` is not
        the side that is asked."""
        if verb in TALK and by is not None:
            return self.say(by, verb)
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

    def say(self, by: str, verb: str) -> None:
        """Something that players agree on across the table, at any time: a side resigns, offers a draw, accepts or declines one (`TALK`).
        Raises IllegalChoice, and changes nothing, if it cannot be said now. It cannot be taken back."""
        self._check_side(by)
        why = why_silent(self._done, self.is_over, by, verb)
        if why is not None:
            raise IllegalChoice(verb, None, self.game.ledger.sequence_case, why)
        self._take(by, verb, None, None)
        self._fixed = len(self._done)

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
        if verb in TALK:
            self._talk(by, verb)
        else:
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

    def _talk(self, by: str, verb: str) -> None:
        state = self.state
        state.tell(verb, self.game.side_number(by))
        if verb in LEVELS:
            winner = None if verb == ACCEPT else next(side for side in self.game.sides if side != by)
            state.result = Result(winner, LEVELS[verb], self.game.points_now(state))
            state.decision = None

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

    def report(self, side: str | None = None) -> dict[str, Any]:
        """How the match has gone so far, as a side (None: a spectator) may know it: points by turn, losses, luck, the fights that mattered
        (see `ardennes.core.report`)."""
        self._check_side(side)
        return report(self, side)

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

    def with_new_dice(self, seed: int | str | None = None) -> Match:
        """A new match that starts from the current position with new dice; this one does not change.

        The new record starts from the position, with a commitment to its own seed, so that it can be verified like any other. The
        choices made so far, and so undo and story, belong to the old record.
        """
        return new_match(self.game, seed=seed, solo=self.solo, position=self.position())

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
        if not self._is_closed(side):
            return self.count
        for kept in reversed(self._snapshots):
            other = self._from(kept)
            found = -1
            while True:
                if not other._is_closed(side):
                    found = other.count
                if other.count >= min(kept.count + _EVERY, self.count):
                    break
                other._go_on(self._done, other.count + 1)
            if found >= 0:
                return found
        raise BadInput("the match began with something hidden from this seat, so it cannot have the record yet")

    def _is_closed(self, side: str | None) -> bool:
        """Is anything hidden from the side here? The position that a match began with is in its record, so a secret that is still empty
        there counts too: otherwise it would show whether somebody had begun to choose."""
        began = self.count == 0 and self.record.position is not None
        return (self.game.guards if began else self.game.hides)(self.state, side)

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

    def intention(self, last: int | None = None, choices: int = 0) -> int:
        """How many choices there were before the last intention: before a side's last choice (or its choice number `last`) and the picks
        that led to it, or before its last `choices` choices."""
        if not self._done:
            return 0
        keep = self._last_answer() if last is None else last
        start = keep + 1 - choices
        if choices and start >= 0 and all(one[0] == self._done[keep][0] for one in self._done[start:keep]):
            return start
        while keep and self._done[keep - 1][0] == self._done[keep][0]:
            before = self._replayed(keep - 1).state
            if self._done[keep - 1][1] not in before.stack[-1].picks:
                break
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
