"""Places and units in words: a line of a list, and everything about one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ardennes.board.bits import each
from ardennes.board.hexes import HexBoard
from ardennes.board.words import border_text, ground_text, place_text, traits
from ardennes.core.game import Game
from ardennes.terminal.names import fold, short_names, words_of
from ardennes.terminal.scene import Piece, Scene, by_side, unit_words

_SECTORS = ("North", "Centre", "South")


class Places:
    """The places of a game's board."""

    def __init__(self, game: Game, scenario: str | None = None) -> None:
        self.game = game
        self.board = game.board
        inside = game.window(scenario)
        self.titles = {name: game.place_title(n) for name, n in self.board.index.items() if inside >> n & 1}
        """The places of the scenario."""
        self.are_hexes = isinstance(self.board, HexBoard)

    def bare(self, name: str) -> str:
        """The name without the number of its hex: "St. Vith" for "St. Vith (0707)"."""
        return self.titles[name].split(" (")[0]

    def names_of(self, name: str) -> tuple[str, ...]:
        """Everything you may type for a place, folded."""
        return words_of(name, self.titles[name], self.bare(name))

    def number(self, name: str) -> str:
        """The number of a hex without the letter of its map, which nobody types if there is only one map: 1211 for B1211."""
        digits = name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return digits if self.are_hexes and digits.isdecimal() else ""

    @cached_property
    def short(self) -> dict[str, str]:
        """The fewest letters you have to type, for places that have a name."""
        return {} if self.are_hexes else short_names(self.titles)

    @cached_property
    def _folded(self) -> dict[str, tuple[str, ...]]:
        return {name: self.names_of(name) for name in self.titles}

    def meant(self, typed: str) -> list[str]:
        """The places the typed text may mean: by a full name, else by the first letters of one. A number has to be complete."""
        text = fold(typed)
        found = [name for name, names in self._folded.items() if text in names]
        found = found or [name for name in self.titles if text and text == self.number(name)]
        if found or not text or text.isdecimal():
            return found
        return [name for name, names in self._folded.items() if any(n.startswith(text) for n in names)]

    def ground(self, name: str) -> str:
        return ground_text(self.board.places[self.board.index[name]], self.board.legend)

    def border(self, a: str, b: str) -> str:
        """The border between two places in a few words; '' if they are not neighbours."""
        i, j = self.board.index[a], self.board.index[b]
        if not self.board.neighbours(i) >> j & 1:
            return ""
        return border_text(self.board.sides.get((i, j), {}))

    def ways(self, name: str) -> str:
        """The neighbours of a place with signs for the borders: = a road, ~ a river."""
        out = []
        for other in self.neighbours(name):
            side = self._side(name, other)
            road, river = "=" if side.get("road") else "", f" ~{side['river']}" if side.get("river") else ""
            out.append(f"{road}{self.titles[other]}{river}")
        return ", ".join(out)

    def neighbours(self, name: str) -> list[str]:
        around = [self.board.names[i] for i in each(self.board.neighbours(self.board.index[name]))]
        return [other for other in around if other in self.titles]

    def sectors(self) -> dict[str, list[str]]:
        """All places in map order: three bands from north to south, each from west to east."""
        where = {name: self.board.xy(self.board.index[name]) for name in self.titles}
        south = sorted(where, key=lambda name: where[name][1])
        out = {}
        for number, sector in enumerate(_SECTORS):
            some = south[len(south) * number // 3 : len(south) * (number + 1) // 3]
            out[sector] = sorted(some, key=lambda name: where[name])
        return {sector: some for sector, some in out.items() if some}

    # --- in words ----------------------------------------------------------------------------------------------------------------------

    def who(self, name: str, scene: Scene) -> str:
        """Who is there, and who holds the place if nobody is; '' if there is nothing to say."""
        here = scene.pieces.get(name, ())
        if here:
            return "; ".join(
                f"{self.game.side_title(side)} {', '.join(map(unit_words, some))}"
                for side, some in by_side(here, scene.sides).items()
            )
        holder = scene.places.get(name, {}).get("control")
        return f"{self.game.side_title(holder)}, empty" if holder else ""

    def row(self, name: str, scene: Scene) -> list[str]:
        """A place as a line of a table: name and worth, ground, who is there."""
        worth = scene.places.get(name, {}).get("value")
        return [
            self.titles[name] + (f" +{worth}" if worth and not self.are_hexes else ""),
            self.ground(name),
            self.who(name, scene),
        ]

    def about(self, name: str, scene: Scene) -> list[str]:
        """All about a place: one paragraph for the place itself, then one for each unit there."""
        number = self.board.index[name]
        what, seen = self.board.places[number], scene.places.get(name, {})
        if self.are_hexes:
            around = [(other, self._now(name, other, scene)) for other in self.neighbours(name)]
            nameless = {key: value for key, value in what.items() if key != "town"}
            parts = [place_text(nameless, around, self.board.legend, self.titles)]
        else:
            parts = ["; ".join([self.ground(name), *traits(what)])]
        if seen.get("control"):
            contested = ", contested" if seen.get("contested") else ""
            parts.append(f"held by the {self.game.side_title(seen['control'])} side{contested}")
        title = str(seen.get("title", ""))
        own = title.removeprefix(self.titles[name]).lstrip(": ,")
        parts += [own] if own else []
        parts += [f"marker: {scene.markers[name].split('!', 1)[-1]}"] if name in scene.markers else []
        units = [
            unit_text(piece) for some in by_side(scene.pieces.get(name, ()), scene.sides).values() for piece in some
        ]
        return [f"{self.titles[name]}: {'; '.join(parts)}.", *units]

    def _side(self, a: str, b: str) -> dict[str, object]:
        return dict(self.board.sides.get((self.board.index[a], self.board.index[b]), {}))

    def _now(self, a: str, b: str, scene: Scene) -> dict[str, object]:
        """The border between two places with its bridge as it is now, if bridges are blown and built in this game."""
        side = self._side(a, b)
        if not scene.between or not side.get("river"):
            return side
        marker = scene.between.get((a, b))
        if marker is None:
            return side | {"bridge": ""}
        whose = f"{self.game.side_title(marker['side'])} " if marker.get("side") else ""
        return side | {"bridge": f"{whose}{marker['sign']}"}

    def near(self, name: str, scene: Scene) -> list[list[str]]:
        """The neighbours of a place with the border to each, as a table."""
        rows = []
        for other in self.neighbours(name):
            title, ground, who = self.row(other, scene)
            rows.append([title, self.border(name, other), ground, who])
        return rows


_BADGES = {
    "lowsupply": "low supply",
    "isolated": "isolated",
    "dispersed": "dispersed",
    "road": "march or road mode",
    "nofuel": "no fuel",
    "noammo": "out of ammunition",
    "burnt": "burnt tubes",
    "tired": "fatigued",
    "battery": "in battery",
    "changing": "changing mode",
    "works": "building",
}
"""What a badge on a counter says; for one that is not here, whether a unit is in supply says it all."""


def unit_text(piece: Piece, side: bool = True) -> str:
    """All about a unit; `side`: also whose it is.

    >>> unit_text({"name": "2 Pz", "title": "2nd Panzer Division", "side": "german", "type": "armor", "factors": "5-5",
    ...            "steps": [2, 3], "quality": "elite", "status": ["moved"], "badges": ["out", "road"], "supplied": False})
    '2 Pz: 2nd Panzer Division, German, armor, 5-5, 2 of 3 steps, elite, march or road mode, moved, out of supply'
    """
    whose = str(piece["side"]).capitalize() if side else ""
    parts = [piece.get("title", ""), whose, piece.get("type", ""), piece.get("factors", "")]
    left, full = piece.get("steps") or (1, 1)
    if full > 1:
        parts.append(f"{left} steps" if left == full else f"{left} of {full} steps")
    parts.append(piece.get("quality", ""))
    parts += [_BADGES[badge] for badge in piece.get("badges", ()) if badge in _BADGES]
    parts += piece.get("status", ())
    if not piece.get("supplied", True) and "out of supply" not in parts:
        parts.append("out of supply")
    return f"{piece['name']}: {', '.join(str(p) for p in parts if p and p != piece['name'])}"


def table_lines(rows: Sequence[Sequence[str]], gap: str = "  ") -> list[tuple[str, str]]:
    """Rows with aligned columns: for each row the aligned part, and the last column, which may be too long for a line. Empty columns are
    left out."""
    if not rows:
        return []
    width = max(map(len, rows))
    full = [[*row, *[""] * (width - len(row))] for row in rows]
    sizes = [max(len(row[i]) for row in full) for i in range(width)]
    kept = [i for i in range(width) if sizes[i]]
    return [("".join(f"{row[i]:<{sizes[i]}}{gap}" for i in kept[:-1]), row[kept[-1]] if kept else "") for row in full]
