"""Positions: any situation in any game as a small YAML or JSON text, as FEN is for chess.

The fields of a game's state and frames are written by their kind (see `kinds`), with names instead of numbers; a field with its
usual value is left out. Reading checks everything and says where the first mistake is.
"""

from __future__ import annotations

from os import PathLike
from typing import Any

from ardennes.core import plainfile
from ardennes.core.errors import BadInput, brief, one_of, plain
from ardennes.core.game import Game, Result
from ardennes.core.names import Names
from ardennes.core.state import Frame, State, field_kinds

FORMAT = 1
_HEAD = ("ardennes", "game", "scenario", "options")


# --- writing -------------------------------------------------------------------------------------------------------------------------


def state_to_plain(game: Game, s: State, scenario: str, options: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {
        "ardennes": FORMAT,
        "game": game.id,
        "scenario": scenario,
        "options": dict(options),
    }
    usual = game.blank(scenario, options)
    for name, kind in field_kinds(type(s)).items():
        value = getattr(s, name)
        if kind == "Location":
            out["units"] = {game.unit_names.names[u]: game.place_name(p) for u, p in enumerate(value) if p != _NOWHERE}
        elif value != getattr(usual, name):
            out[name] = _to_plain(game, kind, value)
    stack = tuple(s.stack)
    phase = next((name for name, frames in game.phases.items() if frames == stack), None)
    if phase is not None:
        out["phase"] = phase
    else:
        out["frames"] = [_frame_to_plain(game, frame) for frame in stack]
    if s.result is not None:
        out["result"] = {"winner": s.result.winner, "level": s.result.level, "points": s.result.points}
    return out


_NOWHERE = -1
_LARGEST = 1_000_000


def _frame_to_plain(game: Game, frame: Frame) -> dict[str, Any]:
    out: dict[str, Any] = {"frame": type(frame).__name__}
    for name, kind in field_kinds(type(frame)).items():
        out[name] = _to_plain(game, kind, getattr(frame, name))
    return out


def _to_plain(game: Game, kind: str, value: Any) -> Any:
    units, places = game.unit_names, game.place_names
    match kind:
        case "Unit":
            return None if value < 0 else units.names[value]
        case "Units":
            return units.list_of(value)
        case "Place":
            return None if value < 0 else places.names[value]
        case "Places":
            return places.list_of(value)
        case "Side":
            return game.sides[value]
        case "PerSide":
            return dict(zip(game.sides, value, strict=True))
        case "PlacesPerSide":
            return {side: places.list_of(v) for side, v in zip(game.sides, value, strict=True)}
        case "UnitPlace":
            return {units.names[u]: places.names[p] for u, p in enumerate(value) if p >= 0}
        case "UnitNumber":
            return {units.names[u]: n for u, n in enumerate(value) if n}
        case "tuple[int, ...]":
            return list(value)
        case _:
            return value


# --- reading -------------------------------------------------------------------------------------------------------------------------


def _name(value: Any) -> str:
    """A name as text. A hex such as 1010 may be written without quotes, like 0907."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and 0 <= value <= _LARGEST and not isinstance(value, bool) else ""


class _Reader:
    """Converts plain data, and knows where in the file each value is."""

    def __init__(self, game: Game, where: str, lines: plainfile.Lines) -> None:
        self.game = game
        self.where = where
        self.lines = lines

    def error(self, path: tuple[Any, ...], message: str) -> BadInput:
        name = ".".join(plain(p) for p in path)
        short = path
        while short and short not in self.lines:
            short = short[:-1]
        line = f":{self.lines[short]}" if short in self.lines else ""
        return BadInput(message, where=f"{self.where}{line}: {name}" if name else f"{self.where}{line}")

    def mapping(self, path: tuple[Any, ...], value: Any) -> dict[Any, Any]:
        if not isinstance(value, dict):
            raise self.error(path, f"expected a mapping, not {brief(value)}")
        return value

    def one(self, path: tuple[Any, ...], names: Names, value: Any) -> int:
        found = names.index.get(_name(value))
        if found is None:
            raise self.error(path, f"unknown {names.kind} {brief(value)}")
        return found

    def number(self, path: tuple[Any, ...], value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.error(path, f"expected a whole number, not {brief(value)}")
        if abs(value) > _LARGEST:
            raise self.error(path, f"{brief(value)} is too large: numbers may not exceed {_LARGEST}")
        return value

    def text(self, path: tuple[Any, ...], value: Any) -> str:
        if not isinstance(value, str) or any(
            "\ud800" <= c <= "\udfff" for c in value
        ):  # half a character cannot be written
            raise self.error(path, f"expected text, not {brief(value)}")
        return value

    def members(self, path: tuple[Any, ...], names: Names, value: Any) -> int:
        if not isinstance(value, list):
            raise self.error(path, f"expected a list of {names.kind} names, not {brief(value)}")
        out = 0
        for i, item in enumerate(value):
            out |= 1 << self.one((*path, i), names, item)
        return out

    def side(self, path: tuple[Any, ...], value: Any) -> int:
        if value not in self.game.sides:
            raise self.error(path, f"unknown side {brief(value)}; {one_of(self.game.sides)}")
        return self.game.sides.index(value)

    def value(self, path: tuple[Any, ...], kind: str, value: Any, usual: Any) -> Any:
        units, places = self.game.unit_names, self.game.place_names
        match kind:
            case "Unit":
                return -1 if value is None else self.one(path, units, value)
            case "Units":
                return self.members(path, units, value)
            case "Place":
                return -1 if value is None else self.one(path, places, value)
            case "Places":
                return self.members(path, places, value)
            case "Side":
                return self.side(path, value)
            case "PerSide" | "PlacesPerSide":
                out = list(usual)
                for key, item in self.mapping(path, value).items():
                    at = self.side((*path, key), key)
                    here = (*path, key)
                    out[at] = self.number(here, item) if kind == "PerSide" else self.members(here, places, item)
                return out
            case "Location":
                out = list(usual)
                for key, item in self.mapping(path, value).items():
                    out[self.one((*path, key), units, key)] = self.location((*path, key), item)
                return out
            case "UnitPlace" | "UnitNumber":
                out = list(usual)
                for key, item in self.mapping(path, value).items():
                    unit = self.one((*path, key), units, key)
                    here = (*path, key)
                    out[unit] = self.one(here, places, item) if kind == "UnitPlace" else self.number(here, item)
                return out
            case "int":
                return self.number(path, value)
            case "bool":
                if not isinstance(value, bool):
                    raise self.error(path, f"expected true or false, not {brief(value)}")
                return value
            case "str":
                return self.text(path, value)
            case "tuple[int, ...]":
                if not isinstance(value, list):
                    raise self.error(path, f"expected a list of numbers, not {brief(value)}")
                return tuple(self.number((*path, i), item) for i, item in enumerate(value))
        raise TypeError(f"field {path} has a kind that positions do not support: {kind}")

    def location(self, path: tuple[Any, ...], value: Any) -> int:
        boxes = self.game.boxes
        name = _name(value)
        if name in boxes:
            return boxes[name]
        found = self.game.place_names.index.get(name)
        if found is None:
            kind = self.game.place_names.kind
            raise self.error(
                path, f"unknown {kind} {brief(value)}; allowed: a {kind} on the board, or one of {', '.join(boxes)}"
            )
        return found

    def frame(self, path: tuple[Any, ...], value: Any) -> Frame:
        row = dict(self.mapping(path, value))
        name = row.pop("frame", None)
        found = next((f for f in self.game.frame_types if f.__name__ == name), None)
        if found is None:
            raise self.error(path, f"unknown frame {brief(name)}; {one_of(f.__name__ for f in self.game.frame_types)}")
        kinds = field_kinds(found)
        for key in row:
            if key not in kinds:
                raise self.error((*path, key), f"frame {name} has no field {brief(key)}; {one_of(kinds)}")
        for key in kinds:
            if key not in row:
                raise self.error(path, f"frame {name} needs the field {key!r}")
        usual = [0] * len(self.game.sides)
        return found(**{k: self.value((*path, k), kinds[k], v, usual) for k, v in row.items()})

    def result(self, path: tuple[Any, ...], value: Any) -> Result:
        row = self.mapping(path, value)
        fields = ("winner", "level", "points")
        for key in row:
            if key not in fields:
                raise self.error((*path, key), f"a result has no {brief(key)}; {one_of(fields)}")
        winner, level = row.get("winner"), row.get("level", "")
        if winner is not None:
            self.side((*path, "winner"), winner)
        return Result(winner, self.text((*path, "level"), level), self.number((*path, "points"), row.get("points")))


def state_from_plain(
    game: Game, data: dict[str, Any], where: str = "position", lines: plainfile.Lines | None = None
) -> State:
    """The state of a position, settled. Raises BadInput that says where the mistake is."""
    r = _Reader(game, where, lines or {})
    if data.get("ardennes") != FORMAT:
        raise r.error((), "this is not a position of Ardennes: it needs 'ardennes: 1'")
    if data.get("game", game.id) != game.id:
        raise r.error(("game",), f"this is a position of {brief(data['game'])}, not of {game.id}")
    scenario, options = position_head(game, data, r)
    s = game.blank(scenario, options)
    kinds = field_kinds(type(s))
    by_key = {("units" if kind == "Location" else name): (name, kind) for name, kind in kinds.items()}
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
            stack = tuple(r.frame(("frames", i), item) for i, item in enumerate(value))
        elif key == "result":
            s.result = r.result(("result",), value)
        elif key in by_key:
            name, kind = by_key[key]
            setattr(s, name, r.value((key,), kind, value, getattr(s, name)))
        else:
            allowed = [*_HEAD, *by_key, "phase", "frames", "result"]
            raise r.error((key,), f"unknown entry; {one_of(allowed, most=40)}")
    if stack is None:
        raise r.error((), f"a position needs a phase; {one_of(game.phases, most=30)}")
    s.stack = list(stack)
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


def _settle_checked(s: State, r: _Reader, key: str) -> None:
    """Ask the first question. A stack that does not fit the rest of the position is a mistake in the file, whatever error it causes."""
    try:
        s.settle()
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise r.error((key,), f"this does not fit the rest of the position ({brief(str(error))})") from None
    if s.decision is not None and not s.decision.count():
        raise r.error((key,), f"this does not fit the rest of the position: nothing can be done ({s.decision.prompt})")


def position_head(game: Game, data: dict[str, Any], r: _Reader | None = None) -> tuple[str, dict[str, Any]]:
    """A position's scenario and options, checked."""
    r = r or _Reader(game, "position", {})
    options = data.get("options")
    if options is not None:
        r.mapping(("options",), options)
    try:
        scenario = game.scenario(data.get("scenario")).id
    except BadInput as error:
        raise r.error(("scenario",), error.message) from None
    try:
        return scenario, game.with_defaults(options)
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
