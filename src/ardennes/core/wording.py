"""Identifiers, dates and counts in words."""

from __future__ import annotations

from functools import cache

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def humanised(name: str) -> str:
    """An identifier as words.

    >>> humanised("german-combat-before-movement")
    'German combat before movement'
    """
    text = name.replace("-", " ").replace("_", " ")
    return text[:1].upper() + text[1:]


def typed(value: object) -> str:
    """A value of an option as it is typed in a command or a file.

    >>> typed(True), typed("variable")
    ('true', 'variable')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def short_date(iso: str) -> str:
    """A date in short form.

    >>> short_date("1944-12-16"), short_date("")
    ('16 Dec', '')
    """
    day, _, month = long_date(iso).partition(" ")
    return f"{day} {month[:3]}" if iso else ""


@cache
def long_date(iso: str) -> str:
    """A date with the full name of its month.

    >>> long_date("1945-01-02"), long_date("")
    ('2 January', '')
    """
    if not iso:
        return ""
    _, month, day = iso.split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]}"


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun, singular or plural.

    >>> counted(1, "choice"), counted(2, "choice"), counted(0, "process", "processes")
    ('1 choice', '2 choices', '0 processes')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
