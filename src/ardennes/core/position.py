"""Positions: any situation in any game as a small YAML or JSON text, as FEN is for chess.

The fields of a game's state and frames are written by their kind (see `kinds`), with names instead of numbers; a field with its
usual value is left out. Reading checks everything and says where the first mistake is.
"""

from __future__ import annotations

import random
from collections import Counter
from os import PathLike
from typing import Any

from ardennes.core import plainfile
from ardennes.core.errors import BadInput, brief, one_of
from ardennes.core.fields import HIDDEN, Each, Field, Reader, Some, Spot, fields_of
from ardennes.core.game import Game, Result
from ardennes.core.secrets import STATE, Gap, Slot, as_hidden, fill, hidden_slots, is_hidden, shown
from ardennes.core.state import Frame, State

FORMAT = 1
_HEAD = ("ardennes", "game", "scenario", "options", "seen_by", "imagined")
"""`seen_by`: only what this side may know is in it. `imagined`: what this side could not know was drawn anew."""


# --- writing -------------------------------------------------------------------------------------------------------------------------


EVERYTHING = "everything"
"""Instead of a side: nothing is left out."""


def state_to_plain(game: Game, s: State, to: str | None = EVERYTHING) -> dict[str, Any]:
    """A state as plain data: all of it, or what a side (None: a spectator) may know."""
    setup = s.setup
    out: dict[str, Any] = {
        "ardennes": FORMAT,
        "game": game.id,
        "scenario": setup.scenario,
        "options": dict(setup.options),
    }
    if to != EVERYTHING:
        out["seen_by"] = to
    secret: Secrets = {}
    if to != EVERYTHING:
        side = game.eyes(to)
        s = shown(s, side)
        secret = {(slot.at, slot.field.name, slot.owner): slot for slot in hidden_slots(s, side)}
    usual = game.blank(setup)
    # What is short for a usual value is written out where something is hidden: otherwise it would tell that the value is the usual one.
    kept = {name for at, name, _ in secret if at == STATE}
    for name, field in fields_of(type(s)).items():
        value = getattr(s, name)
        if value != getattr(usual, name) or _is_location(field) or name in kept:
            out[_entry(field)] = _to_plain(game, STATE, field, s, secret)
    stack = tuple(s.stack)
    phase = next((name for name, frames in game.phases.items() if frames == stack), None)
    if phase is not None and all(at == STATE for at, _, _ in secret):
        out["phase"] = phase
    else:
        out["frames"] = [_frame_to_plain(game, at, frame, secret) for at, frame in enumerate(stack)]
    if s.result is not None:
        out["result"] = {"winner": s.result.winner, "level": s.result.level, "points": s.result.points}
    return out


Secrets = dict[tuple[int, str, int], Slot]


def _is_location(field: Field) -> bool:
    return isinstance(field.kind, Each) and isinstance(field.kind.of, Spot)


def _entry(field: Field) -> str:
    """The key of a field in a position."""
    return "units" if _is_location(field) else field.name


def _to_plain(game: Game, at: int, field: Field, holder: Any, secret: Secrets) -> Any:
    value = getattr(holder, field.name)
    if field.secret is None or not secret:
        return field.kind.plain(game, value)
    if isinstance(field.kind, Each):
        out = field.kind.plain(game, value)
        for owner, side in enumerate(game.sides):
            if (slot := secret.get((at, field.name, owner))) is not None:
                out[side] = as_hidden(game, slot)
        return out
    slot = secret.get((at, field.name, field.owner(holder)))
    return field.kind.plain(game, value) if slot is None else as_hidden(game, slot)


def _frame_to_plain(game: Game, at: int, frame: Frame, secret: Secrets) -> dict[str, Any]:
    out: dict[str, Any] = {"frame": type(frame).__name__}
    for name, field in fields_of(type(frame)).items():
        out[name] = _to_plain(game, at, field, frame, secret)
    return out


# --- reading -------------------------------------------------------------------------------------------------------------------------


def _read(r: Reader, path: tuple[Any, ...], at: int, field: Field, value: Any, usual: Any, gaps: list[Gap]) -> Any:
    """The value of a field. What is hidden is noted, to be drawn once all else is known."""
    if field.secret is None or field.secret.picked:
        return field.kind.read(r, path, value, usual)
    kind = field.kind
    if isinstance(kind, Each) and isinstance(value, dict):
        gone = {key: v for key, v in value.items() if is_hidden(v)}
        for key, v in gone.items():
            owner = r.side((*path, key), key)
            gaps.append(_gap(r, (*path, key), Slot(at, field, owner, usual[owner]), v[HIDDEN]))
        return kind.read(r, path, {key: v for key, v in value.items() if key not in gone}, usual)
    if is_hidden(value):
        gaps.append(_gap(r, path, Slot(at, field, -1, usual), value[HIDDEN]))
        return 0 if usual is None else usual
    return kind.read(r, path, value, usual)


def _gap(r: Reader, path: tuple[Any, ...], slot: Slot, size: Any) -> Gap:
    if not isinstance(slot.held, Some):
        if size is not True:
            raise r.error(path, "what is hidden here has no number: write 'hidden: true'")
        return Gap(slot, Counter())
    pools = set(r.game.table(slot.held.table).pools)
    if not isinstance(size, dict):
        return Gap(slot, Counter({min(pools): _size(r, path, size)}))
    for pool in size:
        if pool not in pools:
            raise r.error((*path, HIDDEN), f"unknown pool {brief(pool)}; {one_of(sorted(pools))}")
    return Gap(slot, Counter({pool: _size(r, path, n) for pool, n in size.items()}))


def _size(r: Reader, path: tuple[Any, ...], n: Any) -> int:
    if r.number((*path, HIDDEN), n) < 0:
        raise r.error((*path, HIDDEN), f"there cannot be {n}")
    return int(n)


def _frame(r: Reader, at: int, value: Any, gaps: list[Gap]) -> Frame:
    path = ("frames", at)
    game = r.game
    row = dict(r.mapping(path, value))
    name = row.pop("frame", None)
    found = next((f for f in game.frame_types if f.__name__ == name), None)
    if found is None:
        raise r.error(path, f"unknown frame {brief(name)}; {one_of(f.__name__ for f in game.frame_types)}")
    declared = fields_of(found)
    for key in row:
        if key not in declared:
            raise r.error((*path, key), f"frame {name} has no field {brief(key)}; {one_of(declared)}")
    for key in declared:
        if key not in row:
            raise r.error(path, f"frame {name} needs the field {key!r}")
    return found(**{k: _read(r, (*path, k), at, declared[k], v, None, gaps) for k, v in row.items()})


def _result(r: Reader, path: tuple[Any, ...], value: Any) -> Result:
    row = r.mapping(path, value)
    fields = ("winner", "level", "points")
    for key in row:
        if key not in fields:
            raise r.error((*path, key), f"a result has no {brief(key)}; {one_of(fields)}")
    winner, level = row.get("winner"), row.get("level", "")
    if winner is not None:
        r.side((*path, "winner"), winner)
    return Result(winner, r.text((*path, "level"), level), r.number((*path, "points"), row.get("points")))


def state_from_plain(
    game: Game,
    data: dict[str, Any],
    where: str = "position",
    lines: plainfile.Lines | None = None,
    rng: random.Random | None = None,
) -> State:
    """The state of a position, settled. What the position hides is drawn with `rng`. Raises BadInput with the place of the mistake."""
    r = Reader(game, where, lines or {})
    if data.get("ardennes") != FORMAT:
        raise r.error((), "this is not a position of Ardennes: it needs 'ardennes: 1'")
    if data.get("game", game.id) != game.id:
        raise r.error(("game",), f"this is a position of {brief(data['game'])}, not of {game.id}")
    s = game.blank(game.setup(*position_head(game, data, r)))
    by_key = {_entry(field): field for field in fields_of(type(s)).values()}
    gaps: list[Gap] = []
    stack: tuple[Frame, ...] | None = None
    for key, value in data.items():
        if key in _HEAD:
            continue
        if key == "phase":
            if not isinstance(value, str) or value not in game.phases:
                raise r.error(("phase",), f"unknown phase {brief(value)}; {one_of(game.phases, most=30)}")
            stack = stack or game.phases[value]  # frames are more specific than the phase
        elif key == "frames":
            if not isinstance(value, list) or not value:
                raise r.error(("frames",), "expected a list of frames")
            stack = tuple(_frame(r, i, item, gaps) for i, item in enumerate(value))
        elif key == "result":
            s.result = _result(r, ("result",), value)
        elif key in by_key:
            field = by_key[key]
            setattr(s, field.name, _read(r, (key,), STATE, field, value, getattr(s, field.name), gaps))
        else:
            allowed = [*_HEAD, *by_key, "phase", "frames", "result"]
            raise r.error((key,), f"unknown entry; {one_of(allowed, most=40)}")
    if stack is None:
        raise r.error((), f"a position needs a phase; {one_of(game.phases, most=30)}")
    s.stack = list(stack)
    if gaps:
        try:
            fill(game, s, gaps, rng or random.Random(0))
        except BadInput as error:
            raise r.error((), error.message) from None
    game.refresh(s)
    source = "frames" if "frames" in data else "phase"
    for path, message in game.check_position(s):
        raise r.error(_in_file(path, source), message)
    _settle_checked(s, r, source)
    return s


def _in_file(path: str, source: str) -> tuple[Any, ...]:
    """The path of a field as written in the file: list items have numbers, and the stack may be given by the phase alone."""
    head, *rest = path.split(".")
    if head == "frames":
        return ("phase",) if source == "phase" else (head, *(int(p) if p.isdigit() else p for p in rest))
    return (head, *rest)


def _settle_checked(s: State, r: Reader, key: str) -> None:
    """Ask the first question. A stack that does not fit the rest of the position is a mistake in the file, whatever error it causes."""
    try:
        s.settle()
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise r.error((key,), f"this does not fit the rest of the position ({brief(str(error))})") from None
    if s.decision is not None and not s.decision.count():
        raise r.error((key,), f"this does not fit the rest of the position: nothing can be done ({s.decision.prompt})")


def position_head(game: Game, data: dict[str, Any], r: Reader | None = None) -> tuple[str, dict[str, Any]]:
    """A position's scenario and options, checked."""
    r = r or Reader(game, "position", {})
    options = data.get("options")
    if options is not None:
        r.mapping(("options",), options)
    try:
        scenario = game.scenario(data.get("scenario")).id
    except BadInput as error:
        raise r.error(("scenario",), error.message) from None
    try:
        return scenario, game.with_defaults(options, scenario)
    except BadInput as error:
        raise r.error(("options",), error.message) from None


def read_position(source: str | PathLike[str] | dict[str, Any]) -> tuple[dict[str, Any], str, plainfile.Lines]:
    """A position as plain data, from a file (path), YAML or JSON text (a str with a newline or a brace), or a dict."""
    if isinstance(source, dict):
        return source, "position", {}
    if not isinstance(source, str | PathLike):
        raise BadInput(f"a position must be a file, text or a mapping, not {brief(source)}")
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        data, lines = plainfile.parse(source, "position")
        where = "position"
    else:
        data, lines = plainfile.read(source)
        where = str(source)
    if not isinstance(data, dict):
        raise BadInput("a position must be a mapping", where=where)
    return data, where, lines
