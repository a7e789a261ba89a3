"""Checks the engine's guarantees while a game is played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from ardennes.core import plainfile
from ardennes.core.decision import CHANCE, Decision
from ardennes.core.errors import BadInput, IllegalChoice
from ardennes.core.game import Game
from ardennes.core.match import Match, replay
from ardennes.core.position import state_from_plain, state_to_plain
from ardennes.core.record import Choice, Record
from ardennes.core.state import State
from ardennes.core.verify import verify
from ardennes.core.wording import counted
from ardennes.lab.coverage import Counts, offered, verbs_of
from ardennes.lab.pool import one_line
from ardennes.lab.table import turn_of

LONGEST = 20_000
"""A game with more choices than this is taken to be endless."""

# Average number of choices between two checks of a kind. Cheap checks are done after every choice.
_EVERY_LISTING = 4
_EVERY_REFUSAL = 6
_EVERY_CLONES = 20
_EVERY_VIEW = 25
_EVERY_POSITION = 16
_EVERY_UNDO = 60
_EVERY_YAML = 1500
_SPARING = 6
"""In a game of much more than ordinary length, views are checked this many times more rarely, copies and listings half as often."""
_SOME = 12
"""In such a game, a check of copies carries out this many of the choices, and at least one of each verb."""
_FEW = 2
"""How many positions to keep for each verb that can be chosen there."""
_MOST_UNDOS = 2
"""Undo checks per game: each one replays the game from the start."""

GARBAGE: tuple[Any, ...] = (
    *(None, 0, 1, -1, True, False, 1.0, 10**30, "", " ", "no such thing", "0", "chance"),
    *("\x00", "é" * 300, b"x", [], ["x"], {}, {"x": 1}, (), (1, 2), object),
)
GARBAGE_VERBS: tuple[Any, ...] = ("", "undo", "pass", "decide", "__class__", "é", "x" * 300, None, 3, ["unit"], ("a",))


class Broken(Exception):
    """One of the engine's guarantees is broken."""


# --- one game ----------------------------------------------------------------------------------------------------------------------------


class Run:
    """One game and its checks."""

    def __init__(
        self, game: Game, match: Match, counts: Counts, rng: random.Random, slips: dict[str, float], manual: bool
    ) -> None:
        self.game = game
        self.match = match
        self.counts = counts
        self.rng = rng
        self.slips = slips
        """The probability that each side makes a random choice instead of following advice."""
        self.advisers = {side: game.adviser() for side in game.sides}
        """Plans are kept from one question to the next."""
        self.manual = manual
        self.by_verb = (
            rng.random() < 0.5
        )  # choose the verb first, so that rare ones come up, or pick from all choices with equal probability
        self.history: dict[int, tuple[str, int]] = {}
        """Digest and barrier by number of choices made."""
        self.seen: list[tuple[str, Any]] = []
        self.script: list[Choice] = []
        """The choices to start with, dice included."""
        self.undo_rounds = 0
        self.situations: dict[str, list[dict[str, Any]]] = {}
        """Positions seen during the game, by each verb that could be chosen there."""
        self.trying = ""
        self.sparing = _SPARING if game.bulk > 1 else 1
        """How many times more rarely than usual the expensive checks are made."""

    def play(self) -> None:
        """Play to the end and check everything along the way."""
        match = self.match
        while match.result is None:
            if match.count > LONGEST:
                raise Broken(f"the game does not end: {match.count} choices")
            self.check()
            if match.count and self.undo_rounds < _MOST_UNDOS and self.once_in(_EVERY_UNDO):
                self.undo_rounds += 1
                self.check_undo()
            verb, argument = self.pick()
            self.seen.append((verb, argument))
            self.trying = f"{verb} {argument}"
            before, kind = match.count, type(match.state.stack[-1]).__name__
            match.play(verb, argument)
            self.counts.verbs[f"{kind}.{verb}"] += 1
            self.trying = ""
            self.counts.choices += match.count - before
        self.check_over()

    def once_in(self, n: int) -> bool:
        return self.rng.random() * n < 1

    def pick(self) -> tuple[str, Any]:
        match, rng = self.match, self.rng
        side = match.decision.side
        if match.count < len(self.script):
            return self.script[match.count][1:]
        if side != CHANCE and rng.random() >= self.slips[side]:
            verb, raw = self.advisers[side](match.imagine(side, rng))
            if not match.decision.offers(verb, raw):
                raise Broken(f"the advice is not offered: {verb} {raw}")
            self.counts.advised += 1
            return verb, self.argument(match.state, verb, raw)
        choices = match.decision.choices
        new = [name.split(".")[1] for name in offered(match.state) if not self.counts.verbs[name]]
        if new:  # prefer what has never been done in this batch
            return new[0], rng.choice(choices[new[0]])
        if self.by_verb:
            verb = rng.choice(list(choices))
            return verb, rng.choice(choices[verb])
        return rng.choice([(verb, argument) for verb, some in choices.items() for argument in some])

    @staticmethod
    def argument(state: State, verb: str, raw: Any) -> Any:
        table = state.tables.get(verb)
        return raw if table is None else table.names[raw]

    # --- what is checked -------------------------------------------------------------------------------------------------------------

    def check(self, thorough: bool = False) -> None:
        """Check the situation: some of the checks now and then, or all of them."""
        match = self.match
        state = match.state
        self.sound(state, "")
        decision = match.decision
        kind = type(state.stack[-1]).__name__
        self.counts.frames[kind] += 1
        digest = state.digest()
        known = self.history.setdefault(match.count, (digest, state.barrier))
        if known[0] != digest:
            raise Broken(f"choice {match.count} led to another position the first time")
        key = None
        for every, check in (
            (_EVERY_LISTING * min(2, self.sparing), self.check_listing),
            (_EVERY_CLONES * min(2, self.sparing), self.check_clones),
            (_EVERY_REFUSAL, self.check_refusals),
            (_EVERY_VIEW * self.sparing, self.check_views),
            (1 if self.is_rare() else _EVERY_POSITION, self.check_position),
        ):
            if thorough or self.once_in(every):
                key = key or state.key()
                check()
                if state.key() != key or match.decision is not decision or match.state is not state:
                    raise Broken(f"{check.__name__} has changed the state")

    def is_rare(self) -> bool:
        """Does this position offer a verb that few of the kept positions offer?"""
        return any(len(self.situations.get(verb, ())) < _FEW for verb in offered(self.match.state))

    def sound(self, state: State, after: str) -> None:
        """No invariant is broken, and somebody can answer."""
        problems = self.game.invariants(state)
        if problems:
            raise Broken(f"invariants{after}: {'; '.join(problems)}")
        decision = state.decision
        if state.result is not None:
            if decision is not None:
                raise Broken(f"a question is asked though the game is over{after}")
            return
        if decision is None or decision.count() < 1:
            self.counts.dead_ends += 1
            raise Broken(f"dead end{after}: nobody can answer {type(state.stack[-1]).__name__}")
        if decision.side not in self.game.sides and decision.side != CHANCE:
            raise Broken(f"there is no side {decision.side!r} to answer{after}")
        if decision.side == CHANCE:
            self.sound_chance(decision)

    def sound_chance(self, decision: Decision) -> None:
        if len(decision.raw) != 1:
            raise Broken("chance is asked for more than one verb")
        outcomes = [outcome for _, outcome in decision.raw_choices()]
        weights = decision.weights
        if len(set(outcomes)) != len(outcomes):
            raise Broken(f"an outcome of chance is listed twice: {outcomes}")
        if weights is not None and (
            len(weights) != len(outcomes) or not all(type(w) is int and w > 0 for w in weights)
        ):
            raise Broken(f"the weights {weights} of {outcomes} are not all whole numbers above 0")

    def check_listing(self) -> None:
        """All ways of listing the choices agree."""
        match = self.match
        decision = match.decision
        named = [(verb, argument) for verb, some in decision.choices.items() for argument in some]
        raw = decision.raw_choices()
        if not decision.prompt:
            raise Broken("a question without text")
        if not len(named) == len(raw) == decision.count():
            raise Broken(f"{counted(len(named), 'choice')} by name, {len(raw)} inside, {decision.count()} counted")
        if any(not some for some in decision.choices.values()):
            raise Broken(f"a verb is offered with nothing to choose: {decision.choices}")
        if len({repr(c) for c in named}) != len(named):
            raise Broken("a choice is offered twice")
        top = match.state.stack[-1]
        for (verb, argument), (verb_inside, inside) in zip(named, raw, strict=True):
            if verb != verb_inside or argument != self.argument(match.state, verb, inside):
                raise Broken(f"{verb} {argument} by name is {verb_inside} {inside} inside")
            if not decision.offers(verb, inside):
                raise Broken(f"{verb} {argument} is listed but not offered")
            if not hasattr(top, f"on_{verb}"):
                raise Broken(f"{type(top).__name__} cannot carry out {verb}")
        for verb, argument in self.rng.sample(named, min(8, len(named))):
            why = match.explain(verb, argument)
            if why is not None:
                raise Broken(f"{verb} {argument} is offered, but explained as not allowed: {why}")
        for case in decision.cases:
            if case not in self.game.ledger.cases:
                raise Broken(f"the question cites a case that does not exist: {case}")
        again = match.state.clone()
        again.settle()
        if again.decision is None or again.decision.raw != decision.raw or again.digest() != match.state.digest():
            raise Broken("asking again gives another question")
        self.counts.listings += 1

    def check_clones(self) -> None:
        """Every offered choice (in long games: some of them) can be carried out on a copy without affecting the original."""
        state = self.match.state
        before = state.key()
        for verb, raw in self.to_copy():
            copy = state.clone()
            after = f" after {verb} {self.argument(state, verb, raw)} on a copy"
            try:
                copy.apply(verb, raw)
            except Exception as error:
                raise Broken(f"an error{after}: {one_line(error)}") from error
            self.sound(copy, after)
            self.sound_pick(copy, after)
            self.counts.verbs[f"{type(state.stack[-1]).__name__}.{verb}"] += 1
            self.counts.clones += 1
        if state.key() != before:
            raise Broken("a change of a copy changed the original")

    def to_copy(self) -> list[tuple[str, Any]]:
        """The choices to carry out on copies: all of them, or in long games some of each verb."""
        choices = self.match.decision.raw_choices()
        if self.sparing == 1 or len(choices) <= _SOME:
            return choices
        verbs = list(self.match.decision.raw)
        each = max(1, _SOME // len(verbs))
        out = []
        for verb in verbs:
            mine = [choice for choice in choices if choice[0] == verb]
            out += self.rng.sample(mine, min(each, len(mine)))
        return out

    def sound_pick(self, copy: State, after: str) -> None:
        """What a side picks in secret changes nothing for anybody else."""
        state, decision = self.match.state, copy.decision
        for side in (None, *self.game.sides):
            seen = self.game.shown(copy, side)
            if seen is copy:
                continue
            asked = None if decision is None else decision.side
            if (
                seen != self.game.shown(state, side)
                or copy.events
                or (copy.barrier, asked) != (state.barrier, self.match.decision.side)
            ):
                raise Broken(f"{side} can tell that something was picked in secret{after}")

    def check_refusals(self) -> None:
        """A choice that is not offered is refused by an existing case and changes nothing."""
        match, rng = self.match, self.rng
        entries, key = len(match.record.entries), match.state.key()
        for verb, argument, by in self.not_offered():
            told = f"{verb!r} {argument!r}" + (f" by {by!r}" if by is not None else "")
            try:
                why = match.explain(verb, argument, by=by)
                match.play(verb, argument, by=by)
            except IllegalChoice as error:
                if why is None:
                    raise Broken(f"{told} is not offered, but explained as if it were") from None
                if error.case not in self.game.ledger.cases:
                    raise Broken(f"{told} is refused by a case that does not exist: {error.case!r}") from None
                if not error.reason or error.case != why.case:
                    raise Broken(f"{told} is refused in two ways: {error} and {why}") from None
                self.counts.cases[error.case] += 1
            except Exception as error:
                raise Broken(f"{told} is not refused but fails: {one_line(error)}") from error
            else:
                self.counts.accepted_not_offered += 1
                raise Broken(f"{told} is not offered, but accepted")
            if match.state.key() != key or len(match.record.entries) != entries:
                raise Broken(f"{told} was refused but changed something")
            self.counts.refusals += 1
        if self.once_in(20):
            self.seen = rng.sample(self.seen, min(60, len(self.seen)))

    def not_offered(self) -> Iterator[tuple[Any, Any, Any]]:
        """Some choices that are not offered, as (verb, argument, side)."""
        match, rng = self.match, self.rng
        decision, tables = match.decision, match.state.tables
        wrong: list[tuple[Any, Any]] = []
        if self.seen:  # choices that were legal earlier
            wrong += [rng.choice(self.seen) for _ in range(2)]
        for verb in rng.sample(list(decision.raw), min(2, len(decision.raw))):  # a legal verb with another argument
            if verb in tables:
                wrong += [(verb, rng.choice([n for n in tables[verb].names if n])) for _ in range(2)]
            wrong.append((verb, rng.choice(GARBAGE)))
        verb = rng.choice(list(tables))  # another verb
        wrong.append((verb, rng.choice([n for n in tables[verb].names if n])))
        own = verbs_of(type(match.state.stack[-1]))
        wrong.append((rng.choice(own), rng.choice([None, *GARBAGE])))
        wrong.append((rng.choice(GARBAGE_VERBS), rng.choice(GARBAGE)))
        for verb, argument in wrong:
            some = decision.choices.get(verb, []) if isinstance(verb, str) else []
            if not any(argument == a and type(argument) is type(a) for a in some):
                yield verb, argument, rng.choice([None, decision.side])
        # a legal choice by the wrong side
        verb, argument = rng.choice([(v, a) for v, some in decision.choices.items() for a in some])
        others = [side for side in (*self.game.sides, CHANCE, "nobody", "", 3, ["x"]) if side != decision.side]
        yield verb, argument, rng.choice(others)

    def check_views(self) -> None:
        """Every view can be serialised, and nothing hidden from a side affects what it sees or may do."""
        game, match = self.game, self.match
        state = match.state
        self.counts.turns[str(turn_of(game, state))] += 1
        for side in (None, *game.sides):
            json.dumps(match.preview(side))
            view = match.view(side)
            if json.loads(json.dumps(view)) != view:
                raise Broken(f"the view of {side} is not plain data")
            if (view["decision"] is not None) != (match.decision.side == side):
                raise Broken(f"the view of {side} shows a question to {match.decision.side}")
            self.counts.views += 1
            if side is None:
                continue
            seed = self.rng.random()
            other = match.imagine(side, random.Random(seed))
            self.sound(other, f" as {side} imagines it")
            seen = game.shown(state, side)
            if (game.view(other, side), game.marks(other, side)) != (game.view(seen, side), game.marks(seen, side)):
                raise Broken(f"{side} can tell what it imagines from what is")
            if state_to_plain(game, other, side) != state_to_plain(game, state, side):
                raise Broken(f"the position for {side} tells what it cannot know")
            assert other.decision is not None
            if other.decision.side != match.decision.side:
                raise Broken(f"as {side} imagines it, {other.decision.side} is asked")
            if match.decision.side == side and (other.decision.raw, other.decision.prompt) != (
                match.decision.raw,
                match.decision.prompt,
            ):
                raise Broken(f"as {side} imagines it, it has other choices")
            self.check_shown(side, other)
            again, first = random.Random(seed + 1), random.Random(seed + 1)
            if game.imagine(other, side, again) != game.imagine(state, side, first):
                raise Broken(f"what {side} imagines depends on what it cannot know")
            self.counts.imagined += 1

    def check_shown(self, side: str, other: State) -> None:
        """Hints, previews and overlays shown to a side do not depend on anything hidden from it."""
        game, match, rng = self.game, self.match, self.rng
        state = game.shown(match.state, side)
        if not game.hides(match.state, side) and other != state:
            raise Broken(f"nothing is hidden from {side}, but it imagines something else")
        if match.decision.side == side and other.stack[-1].hints(other) != state.stack[-1].hints(state):
            raise Broken(f"the hints for {side} tell what it cannot know")
        if state.stack[-1].public and other.stack[-1].preview(other) != state.stack[-1].preview(state):
            raise Broken(f"the preview for {side} tells what it cannot know")
        what = rng.choice(game.overlays)
        names = {"": [""], "side": list(game.sides), "unit": list(game.unit_names.index)}
        of = rng.choice(names[what.of])
        json.dumps(match.overlay(what.id, of, side))
        if game.overlay(other, side, what.id, of) != game.overlay(state, side, what.id, of):
            raise Broken(f"overlay {what.id} of {of} tells {side} what it cannot know")
        counts = match.event_counts(side)
        told = match.story(side, max(0, len(counts) - 3))
        if json.loads(json.dumps(told)) != told or [line["n"] for line in told] != list(range(len(counts)))[-3:]:
            raise Broken(f"the story for {side} is not plain data in order")

    def check_position(self) -> None:
        """A position is the same after it is written and read back."""
        match = self.match
        plain = match.position()
        text = json.dumps(plain)
        data = json.loads(text)
        if data != plain:
            raise Broken("the position is not plain data")
        if self.once_in(_EVERY_YAML // _EVERY_POSITION):
            data, _ = plainfile.parse(plainfile.dump(plain), "position")
            if data != plain:
                raise Broken("the position is another one when written as YAML")
        state = state_from_plain(self.game, data)
        if state.digest() != match.state.digest() or state != match.state:
            raise Broken("the position is another one when read again")
        assert state.decision is not None
        if (state.decision.raw, state.decision.side) != (match.decision.raw, match.decision.side):
            raise Broken("the position asks another question when read again")
        self.counts.positions += 1
        for verb in offered(match.state):
            known = self.situations.setdefault(verb, [])
            if len(known) < _FEW or self.once_in(3):
                known.append(data)

    def check_undo(self) -> None:
        """Undo restores the earlier state, for one choice or several; past dice and secrets only in solo play."""
        match = self.match
        for _ in range(self.rng.randint(1, 3)):
            done = match.record.choices()
            keep = len(done)
            while keep and done[keep - 1][0] == CHANCE and not self.manual:
                keep -= 1
            if not keep:
                return
            keep -= 1
            self.trying = "undo"
            digest, barrier = self.history[keep]
            here, locked = match.state.digest(), barrier != match.state.barrier
            match.solo = False
            for by in (*(s for s in self.game.sides if s != done[keep][0]), None):
                if by is None and not locked:
                    continue
                try:
                    match.undo(by=by)
                except BadInput:
                    if match.state.digest() != here:
                        raise Broken("an undo was refused but changed something") from None
                    self.counts.undos_refused += 1
                else:
                    what = "a die or a secret" if by is None else f"a choice of {done[keep][0]}"
                    raise Broken(f"an undo over {what} was not refused to {by}")
            chooser = done[keep][0]
            decision = match.state.decision
            waits = chooser != CHANCE and decision is not None and decision.side != chooser
            match.solo = locked or (waits and self.game.hides(match.state, chooser))
            match.undo(by=chooser)
            if match.count != keep or match.state.digest() != digest:
                raise Broken(f"undo does not lead back to choice {keep}")
            self.sound(match.state, " after an undo")
            self.history = {count: known for count, known in self.history.items() if count <= keep}
            self.counts.undos += 1
            self.trying = ""

    def check_over(self) -> None:
        """After the end nothing can be chosen, and replaying the record gives the same end and the same position halfway."""
        game, match, rng = self.game, self.match, self.rng
        self.sound(match.state, " at the end")
        self.counts.games += 1
        self.counts.endings[f"{match.record.scenario} {turn_of(game, match.state)}"] += 1
        try:
            match.play(*rng.choice(self.seen or [("done", None)]))
        except IllegalChoice as error:
            if error.case not in game.ledger.cases:
                raise Broken(f"a choice after the end is refused by no case: {error.case!r}") from None
        else:
            raise Broken("a choice was accepted after the end")
        for side in (None, *game.sides):
            json.dumps(match.view(side))
        if state_from_plain(game, match.position()).digest() != match.state.digest():
            raise Broken("the position at the end is another one when read again")
        lines = match.record.lines(with_seed=not self.manual)
        record = Record.parse("".join(line + "\n" for line in lines).encode())
        again = replay(game, record)
        if again.state.digest() != match.state.digest() or again.result != match.result or again.log != match.log:
            raise Broken("the record leads to another end")
        middle = rng.choice(list(self.history))
        if match.at(middle).state.digest() != self.history[middle][0]:
            raise Broken(f"the record leads to another position after choice {middle}")
        self.counts.replays += 2
        if self.once_in(3):
            verify(game, record)
            self.counts.replays += 1
