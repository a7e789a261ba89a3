"""Is a record true? Every choice legal, every die from the committed seed."""

from __future__ import annotations

from ardennes.core import chance as dice
from ardennes.core.decision import CHANCE
from ardennes.core.errors import BadInput, IllegalChoice, plain
from ardennes.core.game import Game
from ardennes.core.match import Match, replay
from ardennes.core.record import Record
from ardennes.core.snapshot import not_legal
from ardennes.core.wording import counted


def verify(game: Game, record: Record) -> list[str]:
    """Check a record: every choice legal, every die from the committed seed, undone choices too. Returns what was checked; raises
    BadInput if something is wrong."""
    found = replay(game, record.header())
    rolled = undone = bold = 0
    seed = record.seed
    if seed is not None and dice.commitment(dice.seed_text(seed)) != record.commitment:
        raise BadInput("the revealed seed does not match the commitment in the header")
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
            raise not_legal(number, by, verb, argument, error) from None
    if record.result != found.record.result:
        raise BadInput(f"the record says the result is {record.result}, playing it gives {found.record.result}")
    out = [f"{counted(found.count, 'choice')} legal"]
    if seed is not None:
        out.append("1 die follows from the seed" if rolled == 1 else f"{rolled} dice follow from the seed")
    elif record.commitment:
        out.append("dice not checked: the seed is not revealed yet")
    else:
        out.append("dice not checked: they were rolled by hand")
    if undone:
        out.append(counted(undone, "undo") + (f", {bold} of them over a die or a revealed secret" if bold else ""))
    out.append("finished" if found.result is not None else "not finished")
    return out


def _check_die(match: Match, seed: str | None, number: int, verb: str, argument: object) -> None:
    """Is this the answer that the seed gives? (Whether chance is asked at all is checked when it is played.)"""
    decision = match.state.decision
    if seed is None or decision is None or decision.side != CHANCE or verb not in decision.raw:
        return
    outcomes = decision.choices[verb]
    due = outcomes[dice.draw(seed, match._dice, decision.weights, len(outcomes))]
    if due != argument or type(due) is not type(argument):
        raise BadInput(f"choice {number}: the seed gives {verb} {due}, the record says {plain(argument)}")
