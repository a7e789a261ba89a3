"""Identifiers, dates and counts in words."""

from __future__ import annotations

from functools import cache

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


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
