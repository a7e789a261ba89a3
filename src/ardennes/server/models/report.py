"""How a game has gone."""

from __future__ import annotations

from ardennes.server.models.base import Answer
from ardennes.server.models.view import GaugeMark


class ReportTurn(Answer):
    """The end of a turn, or of the last one now: the points, what they mean, and the steps each side has lost."""

    turn: int
    date: str
    points: int | float
    moment: int
    marks: list[GaugeMark]
    lost: dict[str, int]


class ReportLosses(Answer):
    """What a side has lost: whole units, and steps."""

    side: str
    units: int
    steps: int


class ReportLuck(Answer):
    """The dice of a side in fights: how many, what they brought and what was to be expected, in the report's `unit`."""

    side: str
    dice: int
    got: float
    expected: float


class ReportFight(Answer):
    """A fight that mattered: who attacked, the steps each side lost, how the points changed, and the attacker's luck."""

    moment: int
    turn: int
    date: str
    title: str
    place: str
    by: str
    lost: dict[str, int]
    points: int | float
    luck: float


class ReviewedChoice(Answer):
    """A choice that cost much: what was done, what would have been better, and by how much chance to win (0 to 1)."""

    moment: int
    turn: int
    date: str
    side: str
    done: str
    better: str
    loss: float


class Review(Answer):
    """The costliest choices, the worst first; null while they are being looked for. `progress` goes from 0 to 1; null if nobody has begun,
    or if it `failed`."""

    progress: float | None
    failed: bool
    choices: list[ReviewedChoice] | None


class Report(Answer):
    """How the game has gone so far."""

    title: str
    points: list[ReportTurn]
    losses: list[ReportLosses]
    unit: str
    luck: list[ReportLuck]
    fights: list[ReportFight]
