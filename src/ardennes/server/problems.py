"""Errors as the caller sees them: a status, a code for programs and one line for people."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.responses import Response


class Problem(Exception):
    """An answer that is an error. `case` is the rule that refuses, if one does."""

    def __init__(
        self, status: int, code: str, message: str, case: str = "", headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.case = case
        self.headers = headers

    def plain(self) -> dict[str, Any]:
        """The body of the answer."""
        error = {"code": self.code, "message": self.message}
        if self.case:
            error["case"] = self.case
        return {"error": error}

    def response(self) -> Response:
        """The answer."""
        return Response(orjson.dumps(self.plain()), self.status, self.headers, "application/json")


def unknown_table() -> Problem:
    """A wrong token and a game that does not exist look the same."""
    return Problem(404, "unknown_table", "there is no such table: the link is wrong or incomplete")


def stale() -> Problem:
    """The table has moved on since the caller looked."""
    return Problem(409, "stale", "this question has already been answered: the table has moved on")


def one_line(text: object) -> str:
    """A message as one line."""
    return " ".join(str(text).split())
