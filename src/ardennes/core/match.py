"""A match: one game being played, with its dice and its record."""

from __future__ import annotations

import random
from copy import deepcopy
from pathlib import Path
from typing import Any

from ardennes.core import chance as dice
from ardennes.core.decision import CHANCE, Decision, Refusal
from ardennes.core.errors import BadInput, IllegalChoice, brief, one_of, plain
from ardennes.core.game import Game, Result
from ardennes.core.position import position_head, state_from_plain, state_to_plain
from ardennes.core.record import Record
from ardennes.core.state import State


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
            raise BadInput(f"chance cannot be {chance!r}; {one_of(('seed', 'manual'))}")
        self.game = game
        self.record = record
        self.solo = solo
        self._manual = chance == "manual"
        self.state: State = self._first_state()
        self._dice = 0
        self._count = 0
        self._story: list[tuple[int, tuple[Any, ...]]] = []
        self._drain()
        self._roll()

    # --- asking and answering ----------------------------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """The pending question. Once the game is over there is none, and asking for it is an error."""
        found = self.state.decision
        if found is None:
            raise BadInput("the game is over: there is no decision")
        return found

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def count(self) -> int:
        """How many choices have been made, dice included."""
        return self._count

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
                self._take(decision.side, verb, argument, raw)
                self._roll()
                return
        refusal = self._why_not(verb, argument, by)
        raise IllegalChoice(verb, argument, refusal.case, refusal.reason)

    def explain(self, verb: str, argument: Any = None, *, by: str | None = None) -> Refusal | None:
        """Why a choice is not offered; None if it is."""
        decision = self.state.decision
        if decision is not None and (by is None or by == decision.side) and isinstance(verb, str):
            table = self.state.tables.get(verb)
            raw = argument if table is None else table.index.get(argument, -1) if isinstance(argument, str) else -1
            if decision.offers(verb, raw):
                return None
        return self._why_not(verb, argument, by)

    def preview(self) -> dict[str, Any] | None:
        """What is at stake in the pending question (strengths, shifts and chances of a declared attack), or None."""
        return None if self.state.result is not None else self.state.stack[-1].preview(self.state)

    def _why_not(self, verb: str, argument: Any, by: str | None) -> Refusal:
        state = self.state
        decision = state.decision
        general = self.game.ledger.sequence_case
        if decision is None:
            return Refusal(general, "the game is over")
        if by is not None and by != decision.side:  # without the prompt: it is for the other side only
            return Refusal(general, f"it is not for {plain(by)} to answer: {decision.side} is asked")
        case = decision.cases[0] if decision.cases else general
        if not isinstance(verb, str) or not any(hasattr(frame, "on_" + verb) for frame in self.game.frame_types):
            return Refusal(case, f"{brief(verb)} is nothing one can do in this game; now {one_of(decision.choices)}")
        if not hasattr(state.stack[-1], "on_" + verb):
            return Refusal(case, f"this is not the time for '{verb}': {decision.prompt}")
        table = state.tables.get(verb)
        raw = argument
        if table is not None:
            found = table.index.get(argument) if isinstance(argument, str) else None
            if found is None:
                return Refusal(case, f"there is no {table.kind} {brief(argument)}")
            raw = found
        elif not _is_simple(argument):
            return Refusal(case, f"'{verb}' cannot be {brief(argument)}")
        elif argument is not None and decision.choices.get(verb) == [None]:
            return Refusal(case, f"'{verb}' takes no argument")
        own = state.why(verb, raw)
        if own is not None:
            return own
        now = decision.choices.get(verb)
        allowed = f"'{verb}' is not offered now" if now is None else one_of(now)
        return Refusal(case, f"not possible now ({decision.prompt}); {allowed}")

    def _take(self, by: str, verb: str, argument: Any, raw: Any) -> None:
        if by == CHANCE:
            self._dice += 1
            self.state.barrier += 1
        self.record.entries.append((by, verb, argument))
        self._count += 1
        self.state.apply(verb, raw)
        if self.state.events:
            self._drain()
        if self.state.result is not None:
            self._finish()

    def _roll(self) -> None:
        """Answer chance from the seed until a side is asked."""
        if self._manual or self.record.seed is None:
            return
        while (decision := self.state.decision) is not None and decision.side == CHANCE:
            ((verb, outcomes),) = decision.raw.items()
            at = dice.draw(self.record.seed, self._dice, decision.weights, len(outcomes))
            self._take(CHANCE, verb, outcomes[at], outcomes[at])

    def _finish(self) -> None:
        result = self.state.result
        assert result is not None
        self.record.result = {"winner": result.winner, "level": result.level, "points": result.points}

    # --- the story -----------------------------------------------------------------------------------------------------------------

    def _drain(self) -> None:
        count = self._count
        self._story += [(count, event) for event in self.state.events]
        self.state.events.clear()

    @property
    def log(self) -> list[str]:
        """What has happened, one sentence an event."""
        return [self.game.story(event) for _, event in self._story]

    def events_since(self, count: int) -> list[tuple[int, str]]:
        """Number of the choice and sentence of each event after the first `count` choices."""
        return [(n, self.game.story(event)) for n, event in self._story if n > count]

    # --- views and copies ------------------------------------------------------------------------------------------------------------

    def view(self, side: str | None = None) -> dict[str, Any]:
        """Plain data: only what this side (None: a spectator) may know."""
        if side is not None:
            self.game.side_number(side)
        out = self.game.view(self.state, side)
        decision = self.state.decision
        out["answers"] = sum(
            by == side for by, _, _ in self.record.choices()
        )  # a total would tell how much others chose
        out["asked"] = None if decision is None else decision.side
        out["decision"] = None
        if decision is not None and decision.side == side:
            out["decision"] = {
                "prompt": decision.prompt,
                "cases": list(decision.cases),
                "choices": decision.choices,
            }
        result = self.state.result
        out["result"] = (
            None if result is None else {"winner": result.winner, "level": result.level, "points": result.points}
        )
        return out

    def imagine(self, side: str, rng: random.Random) -> State:
        """A state that fits what the side knows, with everything hidden drawn anew."""
        self.game.side_number(side)
        return self.game.imagine(self.state, side, rng)

    def position(self) -> dict[str, Any]:
        """The whole situation as plain data, secrets included."""
        return state_to_plain(self.game, self.state, self.record.scenario, self.record.options)

    # --- going back ------------------------------------------------------------------------------------------------------------------

    def undo(self, *, by: str | None = None, to: int | None = None) -> None:
        """Take the last choice of a side back, or all choices after the first `to`. Not over a die or a revealed secret, except in solo
        play; dice are never rolled anew: the n-th die of a match stays what it is."""
        done = self.record.choices()
        if not any(side != CHANCE or self._manual for side, _, _ in done):
            raise BadInput("there is nothing to undo")
        keep = self._last_answer(done) if to is None else to
        if not 0 <= keep < len(done):
            raise BadInput(f"cannot go back to choice {keep}; the match has {len(done)}")
        who = done[keep][0]
        if by is not None and who != by:
            raise BadInput(f"the last choice was made by {who}, not by {by}")
        earlier = self._replayed(done[:keep])
        if earlier.state.barrier != self.state.barrier and not self.solo:
            raise BadInput("a die was rolled or a secret revealed since: that cannot be undone")
        self.record.entries.append(keep)
        self.record.result = None
        self.state = earlier.state
        self._dice, self._count, self._story = earlier._dice, earlier._count, earlier._story

    def _last_answer(self, done: list[tuple[str, str, Any]]) -> int:
        """The number of the last choice of a side: dice that followed it from the seed go with it."""
        keep = len(done) - 1
        while keep and done[keep][0] == CHANCE and not self._manual:
            keep -= 1
        return keep

    def at(self, count: int) -> Match:
        """The match as it was after its first `count` choices, as a match of its own."""
        done = self.record.choices()
        if not 0 <= count <= len(done):
            raise BadInput(f"there is no choice {count}; the match has {len(done)}")
        return self._replayed(done[:count])

    def _replayed(self, choices: list[tuple[str, str, Any]]) -> Match:
        r = self.record
        fresh = Record(r.game, r.scenario, r.options, r.rules, r.commitment, r.position)
        other = Match(self.game, fresh, chance="manual", solo=self.solo)
        other.take_all(choices)
        other.record.seed = r.seed
        other._manual = self._manual
        return other

    def take_all(self, choices: list[tuple[str, str, Any]]) -> None:
        """Play recorded choices, dice included. The first that is not legal raises BadInput with its number."""
        for number, (by, verb, argument) in enumerate(choices, start=1):
            try:
                self.play(verb, argument, by=by)
            except IllegalChoice as error:
                raise _not_legal(number, by, verb, argument, error) from None

    def _first_state(self) -> State:
        r = self.record
        if r.position is not None:
            if position_head(self.game, r.position) != (r.scenario, r.options):
                raise BadInput("scenario or options of the match are not those of the position it starts from")
            return state_from_plain(self.game, r.position)
        state = self.game.start(r.scenario, r.options)
        state.settle()
        return state


def new_match(
    game: Game,
    scenario: str | None = None,
    options: dict[str, Any] | None = None,
    seed: int | str | None = None,
    chance: str = "seed",
    solo: bool = False,
    position: dict[str, Any] | None = None,
) -> Match:
    """A new match, from a scenario or from a position. With dice thrown by hand there is no seed, and so no commitment."""
    text = _seed_text(seed)
    if position is not None:
        position = deepcopy(position)  # what the caller does with his data later does not change the record
        scenario, options = position_head(game, position)
    by_hand = chance == "manual"
    record = Record(
        game.id,
        game.scenario(scenario).id,
        game.with_defaults(options),
        game.rules_version,
        "" if by_hand else dice.commitment(text),
        position,
        seed=None if by_hand else text,
    )
    return Match(game, record, chance=chance, solo=solo)


def _seed_text(seed: int | str | None) -> str:
    if seed is None:
        return dice.new_seed()
    try:
        text = str(seed)
        text.encode()
    except ValueError:  # a number of thousands of digits, or bytes that are no text
        raise BadInput("this cannot be a seed: it must be a text or a number of reasonable length") from None
    return text


def _is_simple(argument: object) -> bool:
    """Could this be the argument of some verb? (A `why_` of a game need not cope with anything else.)"""
    if isinstance(argument, str):
        return len(argument) <= 200
    if isinstance(argument, int):
        return argument.bit_length() <= 64
    return argument is None


def _not_legal(number: int, by: str, verb: str, argument: object, error: IllegalChoice) -> BadInput:
    what = plain(verb) if argument is None else f"{plain(verb)} {plain(argument)}"
    return BadInput(f"choice {number} ({plain(by)}: {what}) is not legal: {error.reason} (case {error.case})")


def replay(
    game: Game,
    record: Record,
    *,
    to: int | None = None,
    seed: int | str | None = None,
    solo: bool = False,
    recover: bool = False,
) -> Match:
    """The match of a record, after all its choices (or the first `to`), ready to go on if the seed is known."""
    scenario, options = game.scenario(record.scenario).id, game.with_defaults(record.options)
    if record.rules != game.rules_version:
        raise BadInput(f"the record was made with rules version {record.rules}; this is {game.rules_version}")
    choices = record.choices()
    if to is not None and not 0 <= to <= len(choices):
        raise BadInput(f"there is no choice {to}; the record has {len(choices)}")
    fresh = Record(record.game, scenario, options, record.rules, record.commitment, record.position)
    match = Match(game, fresh, chance="manual", solo=solo)
    try:
        match.take_all(choices if to is None else choices[:to])
    except BadInput:
        if not recover:
            raise
    if to is None and not recover:
        match.record.entries = list(record.entries)
    text = record.seed if seed is None else _seed_text(seed)
    if text is not None:
        if dice.commitment(text) != record.commitment:
            raise BadInput("the seed does not fit the record's commitment")
        match.record.seed = text
        match._manual = False
        match._roll()
    return match


def verify(game: Game, record: Record) -> list[str]:
    """Check a record: every choice legal, every die from the committed seed, undone choices too. Returns what was checked; raises
    BadInput if something is wrong."""
    found = replay(
        game,
        Record(record.game, record.scenario, record.options, record.rules, record.commitment, record.position),
    )
    rolled = undone = bold = 0
    seed = record.seed
    if seed is not None and dice.commitment(_seed_text(seed)) != record.commitment:
        raise BadInput("the revealed seed does not fit the commitment of the header")
    for number, entry in enumerate(record.entries, start=1):
        if isinstance(entry, int):
            before = found.state.barrier
            found = found.at(entry)
            undone += 1
            bold += found.state.barrier != before
            continue
        by, verb, argument = entry
        if by == CHANCE:
            _check_die(found, seed, number, verb, argument)
            rolled += 1
        try:
            found.play(verb, argument, by=by)
        except IllegalChoice as error:
            raise _not_legal(number, by, verb, argument, error) from None
    if record.result != found.record.result:
        raise BadInput(f"the record says the result is {record.result}, playing it gives {found.record.result}")
    out = [f"{found.count} choices legal"]
    if seed is not None:
        out.append(f"{rolled} dice follow from the seed")
    elif record.commitment:
        out.append("dice not checked: the seed is not revealed yet")
    else:
        out.append("dice not checked: they were thrown by hand")
    if undone:
        out.append(f"{undone} undos" + (f", {bold} of them over a die or a revealed secret" if bold else ""))
    out.append("finished" if found.result is not None else "not finished")
    return out


def _check_die(match: Match, seed: str | None, number: int, verb: str, argument: object) -> None:
    """Is this the answer that the seed gives? (Whether chance is asked at all is checked when it is played.)"""
    decision = match.state.decision
    if seed is None or decision is None or decision.side != CHANCE or verb not in decision.raw:
        return
    outcomes = decision.raw[verb]
    due = outcomes[dice.draw(seed, match._dice, decision.weights, len(outcomes))]
    if due != argument or type(due) is not type(argument):
        raise BadInput(f"choice {number}: the seed gives {verb} {due}, the record says {plain(argument)}")


def load_record(path: str | Path, *, recover: bool = False) -> Record:
    """Read a record file."""
    return Record.load(path, recover=recover)
