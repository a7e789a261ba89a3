"""What the models share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

Short = Annotated[str, StringConstraints(max_length=200)]
Token = Annotated[str, StringConstraints(max_length=64)]
Argument = str | int | None
Setting = str | int | bool
LONGEST_MARK = 64
"""Characters of a `story_mark` or `digest`."""
MOST = 10_000_000
"""The largest number of a moment, a chat line, ..."""
STEPS = 500
"""The most choices in one step."""
Point = tuple[float, float]
Mark = Literal["cross", "star", "roundel", "none"]


class Answer(BaseModel):
    """Base of answers: every field without a default is always present."""

    model_config = ConfigDict(extra="forbid")


class Loose(BaseModel):
    """Base of answers to which a game may add fields of its own."""

    model_config = ConfigDict(extra="allow")


class Request(BaseModel):
    """Base of requests: unknown fields are refused, and a number is not accepted as text."""

    model_config = ConfigDict(extra="forbid", strict=True)


# --- errors ------------------------------------------------------------------------------------------------------------------------------


class ErrorBody(Answer):
    """What went wrong: a code for programs, one line for people, the case of the rules that refuses."""

    code: str
    message: str
    case: str | None = None


class Error(Answer):
    """The body of every answer that is an error."""

    error: ErrorBody
