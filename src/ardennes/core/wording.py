"""Names and dates of the program for people."""

from __future__ import annotations

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def humanised(name: str) -> str:
    """A name of the program as words.

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


def short_date(iso: str) -> str:
    """A day in short.

    >>> short_date("1944-12-16"), short_date("")
    ('16 Dec', '')
    """
    if not iso:
        return ""
    _, month, day = iso.split("-")
    return f"{int(day)} {_MONTHS[int(month) - 1]}"
