"""Names as people type them: without accents, capitals, spaces and dots, and cut short."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

_SHORTEST = 3


def fold(text: str) -> str:
    """A name without accents, capitals and punctuation. A sign before a number stays, and so does the space between two numbers.

    >>> fold("St. Vith"), fold("Prüm"), fold("Trois-Ponts"), fold("-3 to -1"), fold("110/28 Inf"), fold("110 2")
    ('stvith', 'prum', 'troisponts', '-3to-1', '11028inf', '110 2')
    """
    out = ""
    for word in unicodedata.normalize("NFKD", text.casefold()).split():
        sign = word[0] if word[0] in "+-" and word[1:2].isdecimal() else ""
        letters = "".join(c for c in word if c.isalnum())
        out += " " if out[-1:].isdecimal() and letters[:1].isdecimal() and not sign else ""
        out += sign + letters
    return out


def short_names(titles: Mapping[str, str]) -> dict[str, str]:
    """For each of several names the fewest letters that tell it from the others, at least three.

    >>> short_names({"Marche": "Marche", "Martelange": "Martelange", "St. Vith": "St. Vith"})
    {'Marche': 'marc', 'Martelange': 'mart', 'St. Vith': 'stv'}
    """
    folded = {name: fold(title) for name, title in titles.items()}
    out = {}
    for name, text in folded.items():
        others = [other for key, other in folded.items() if key != name]
        size = _SHORTEST
        while size < len(text) and any(other.startswith(text[:size]) for other in others):
            size += 1
        out[name] = text[:size]
    return out


def words_of(*names: str) -> tuple[str, ...]:
    """Names folded, each once, none empty."""
    return tuple(dict.fromkeys(filter(None, map(fold, names))))
