"""A match played in the terminal: people type, programs answer for the other sides."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from ardennes.board.hexes import HexBoard
from ardennes.core import plainfile
from ardennes.core.decision import CHANCE
from ardennes.core.errors import ArdennesError, BadInput
from ardennes.core.match import Match
from ardennes.core.wording import humanised
from ardennes.players import Player, Seat, new_player
from ardennes.terminal.chart import HexChart, Scene, area_list, legend, scene_of
from ardennes.terminal.menu import Item, Menu, guesses, other_names
from ardennes.terminal.rules import case_lines, rule_lines
from ardennes.terminal.screen import Screen
from ardennes.terminal.wording import Mark, heading, log_lines, mark_choice, marks_of, odds_lines

HUMAN = "human"
_MAP_LINES = (9, 41)
"""The fewest and the most lines of a map."""
_REMEMBERED = 300
"""So many choices of a loaded match are played once more to know their phases."""
_LONGEST_NAME = 5
"""Words of a choice: the verb, and a name such as 150 Pz Bde."""
_SHORT_LOG = 6
"""A log of more lines is read before the map is shown."""

HELP = (
    ("NUMBER", "take the choice with this number"),
    ("NAME", "take it by name: a hex, a unit (name, id, or the hex where it stands), a word such as done"),
    ("VERB NAME", "the same, saying what to do with it: attack 0304"),
    (
        "A B C",
        "several answers one after the other: 1ss 0407 moves 1ss to 0407, and 99 Inf 277 VG 12 VG primary is an attack",
    ),
    ("why X", "why X cannot be chosen, with the case of the rules"),
    ("rule CASE", "a case of the rules; also rule WORD, rule glossary"),
    ("odds [X]", "strengths and chances of the attack; with X, if X were chosen"),
    ("map [X]", "the whole map; or the part around a hex or unit"),
    ("log [N|all]", "what has happened"),
    ("undo", "take your last choice back"),
    ("save FILE", "save the match (with its dice, so keep it to yourself)"),
    ("position FILE", "write the situation as a position that can be edited"),
    ("Enter", "show the question again; if there is but one choice, take it"),
    ("quit", "leave (so do Ctrl-D and Ctrl-C)"),
)


class Session:
    """One match at one terminal."""

    def __init__(self, match: Match, players: Mapping[str, str], screen: Screen, save: Path | None = None) -> None:
        self.match = match
        self.players = dict(players)
        self.screen = screen
        self.save = save
        self.humans = {side for side, player in players.items() if player == HUMAN}
        self._brains: dict[str, Player] = {}
        self._marks: dict[int, Mark] = marks_of(match, _REMEMBERED)
        """Where in the course of the game each choice was made, for the log."""
        self._seen = self._last_own()
        """Choices whose events have been shown."""
        self._centre: str | None = None
        self._reader = ""
        self._written = -1
        """How many entries of the record are in the file."""
        self._ours: set[Path] = {save.resolve()} if save else set()
        """Files that this session may write again."""
        board = self._board = match.game.board
        self._chart = HexChart(board) if isinstance(board, HexBoard) else None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "why": self._why,
            "rule": self._rule,
            "odds": self._odds,
            "map": self._map,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "position": self._position,
        }

    # --- the course of a session -------------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Until the game is over or the person has had enough. The exit status."""
        try:
            return self._run()
        except KeyboardInterrupt:
            self.screen.show("")
            self._goodbye()
            return 0

    def _run(self) -> int:
        self._autosave()
        asked, notice = -1, ""
        while True:
            notice = self._kept() or notice
            self._let_programs_answer()
            notice = self._kept() or notice
            if self.match.result is not None and not self.humans:
                self._tell()
                self._over()
                return 0
            mark = len(self.match.record.entries)
            if mark != asked:
                asked = mark
                self._show()
            if notice:
                self.screen.say(notice, "yellow")
            line = self.screen.ask(self._prompt())
            word = "quit" if line is None else " ".join(line.split()).casefold()
            if word in ("quit", "q"):
                self._goodbye()
                return 0
            notice = self._react(line or "")  # said right above the prompt, below whatever is shown anew

    def _react(self, line: str) -> str:
        """Do what is typed. What is to be said about it, if it cannot be done."""
        try:
            if line.strip():
                self._obey(line)
            elif self.screen.live:
                self._enter()
        except ArdennesError as error:
            return str(error)
        except BrokenPipeError:
            raise
        except OSError as error:
            return f"{error.filename}: {error.strerror}"
        return ""

    def _obey(self, line: str) -> None:
        word, _, rest = line.strip().partition(" ")
        command = self._commands.get(word.casefold())
        if command is not None and not self._is_verb(word):
            command(rest.strip())
        elif self.match.result is not None:
            raise BadInput("the game is over; 'undo', 'log', 'map', 'save FILE' and 'quit' are left")
        else:
            self._answer(line)

    def _enter(self) -> None:
        """Nothing typed: take the choice if there is but one, else show the question again."""
        if self.match.result is None and self.match.decision.count() == 1:
            self._take(self._menu(self._view()).items[0])
        else:
            self._show()

    def _is_verb(self, word: str) -> bool:
        return self.match.result is None and word in self.match.decision.choices

    def _let_programs_answer(self) -> None:
        match = self.match
        self._brains.clear()
        while match.result is None and (side := match.decision.side) not in self.humans and side != CHANCE:
            with self.screen.busy(f"{side} ({self.players[side]}) is thinking"):
                while match.result is None and match.decision.side == side:
                    verb, argument = self._brain(side).choose(Seat(match, side))
                    self._play(verb, argument)

    def _brain(self, side: str) -> Player:
        """A fresh player after every answer of a person, so that a match goes on in the same way after an undo or a load."""
        found = self._brains.get(side)
        if found is None:
            seed = f"{self.match.record.commitment} {self.match.count}"
            found = self._brains[side] = new_player(self.players[side], seed, side)
        return found

    def _play(self, verb: str, argument: Any) -> None:
        mark_choice(self.match, self._marks, verb, argument)

    def _goodbye(self) -> None:
        if self.match.result is not None:
            return
        if self.save is None:
            self.screen.show("Not saved.")
            return
        seats = [f"--{side} {player}" for side, player in self.players.items()]
        file = shlex.quote(str(self.save))
        self.screen.show(f"Saved in {self.save}. To go on:")
        self.screen.command(["ardennes play", f"--load {file}", f"--save {file}", *seats])

    def show_situation(self, log: bool) -> None:
        """The situation as a spectator sees it, and before it all that happened; nothing is asked."""
        screen, match = self.screen, self.match
        if log:
            self._marks = marks_of(match)
            screen.show(log_lines(match.events_since(-1), match.record.choices(), self._marks, screen))
        view = self._view()
        screen.show(heading(view, match.game.sides, screen))
        screen.show(self._whole_map(self._scene(view)))
        undone = len(match.record.entries) - match.count
        screen.show(
            f"After {match.count} choices, dice included" + (f" ({undone} more lines: undone)." if undone else ".")
        )
        if match.result is not None:
            screen.show(self._result_text(), "bold")
        else:
            decision = match.decision
            screen.say(f"{humanised(decision.side)}: {decision.prompt} ({decision.count()} choices)", "bold")

    # --- the screen --------------------------------------------------------------------------------------------------------------------

    def _viewer(self) -> str | None:
        """Whose eyes the screen has: the side that is asked, else the only person's."""
        decision = self.match.state.decision
        if decision is not None and decision.side in self.humans:
            return decision.side
        return next(iter(self.humans)) if len(self.humans) == 1 else None

    def _view(self) -> dict[str, Any]:
        return self.match.view(self._viewer())

    def _prompt(self) -> str:
        return "over> " if self.match.result is not None else f"{self.match.decision.side}> "

    def _show(self) -> None:
        """The log since the last question, the heading, the map, the odds, the question."""
        screen = self.screen
        if len(self.humans) > 1 and self.match.result is None and self._reader != self.match.decision.side:
            if self._reader and screen.live:
                screen.clear()
                screen.pause(f"{humanised(self.match.decision.side)} to answer. Enter when ready: ")
            self._reader = self.match.decision.side
        told = self._tell()
        if self.match.result is not None:
            self._over()
            return
        view = self._view()
        scene = self._scene(view)
        head = heading(view, self.match.game.sides, screen)
        preview = self.match.preview(self._viewer())
        odds = odds_lines(preview, screen) if preview else []
        menu = self._menu(view).lines(screen)
        decision = self.match.decision
        cases = f" [{', '.join(decision.cases)}]" if decision.cases else ""
        question = [Text(line, "bold") for line in screen.wrap(f"{humanised(decision.side)}: {decision.prompt}{cases}")]
        used = told + len(head) + len(odds) + len(question) + len(menu) + 1
        least, most = _MAP_LINES
        chart = self._excerpt(scene, max(least, min(most, screen.height - used)))
        screen.show([*head, *chart, *odds, *question, *menu])
        if scene.focus:
            self._centre = min(scene.focus)

    def _tell(self) -> int:
        """The log since the last question. How many lines of it are still on the screen."""
        events = self.match.events_since(self._seen)
        self._seen = self.match.count
        lines = log_lines(events, self.match.record.choices(), self._marks, self.screen)
        if not lines:
            return 0
        short = len(lines) <= _SHORT_LOG
        if self.screen.page(lines) and not short:
            self.screen.pause("-- Enter to go on --")
        return len(lines) if short and self.screen.live else 0

    def _over(self) -> None:
        self.screen.show(self._result_text(), "bold")
        if self.save is not None:
            self.screen.show(
                f"The record is in {self.save}; 'ardennes verify {shlex.quote(str(self.save))}' checks it."
            )
        else:
            self.screen.show("The record is not saved" + ("; 'save FILE' does it." if self.humans else "."))

    def _result_text(self) -> str:
        result = self.match.result
        assert result is not None
        winner = f"{humanised(result.winner)} wins" if result.winner else "A draw"
        return f"The game is over. {winner}: {result.level}, {result.points} points."

    def _menu(self, view: dict[str, Any]) -> Menu:
        return Menu(self.match.game, view, self.match.decision)

    def _scene(self, view: dict[str, Any]) -> Scene:
        return scene_of(view, self.match.game.sides, self._board)

    def _excerpt(self, scene: Scene, lines: int, around: str = "") -> list[Text]:
        if self._chart is not None:
            return self._chart.excerpt(scene, self.screen.width, lines, self._centre, around)
        return area_list(self._board, scene, self.screen.width, lines)

    def _whole_map(self, scene: Scene) -> list[Text]:
        if self._chart is not None:
            return self._chart.overview(scene, self.screen.width)
        return self._excerpt(scene, 10_000)

    # --- answers -----------------------------------------------------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        """One answer, or several one after the other as long as the same side is asked."""
        found = self._menu(self._view()).find(line)
        if len(found) == 1:
            self._take(found[0])
            return
        words = line.replace(";", " ").split()
        if found or len(words) < 2 or self._reasons(line):
            raise self._unclear(line, found)
        side = self.match.decision.side
        while words:
            if self.match.result is not None or self.match.decision.side != side:
                raise BadInput(f"'{' '.join(words)}' is left out: another question came first")
            menu = self._menu(self._view())
            for size in range(min(len(words), _LONGEST_NAME), 0, -1):  # a name may have several words
                found = menu.find(" ".join(words[:size]))
                if len(found) == 1:
                    break
            else:
                raise self._unclear(words[0], found)
            self._take(found[0])
            del words[:size]

    def _take(self, item: Item) -> None:
        if isinstance(item.argument, str) and item.argument in self._board.index:
            self._centre = item.argument
        self._play(item.verb, item.argument)

    def _unclear(self, typed: str, found: list[Item]) -> BadInput:
        typed = typed.strip()
        if found:
            some = ", ".join(item.text for item in found[:6]) + (", ..." if len(found) > 6 else "")
            return BadInput(f"'{typed}' may be {some}: please say which")
        reasons = self._reasons(typed)
        if reasons:
            return BadInput(_about(typed, str(reasons[0])))
        return BadInput(f"'{typed}' is none of the choices, and no command ('help' lists them)")

    def _reasons(self, typed: str) -> list[Any]:
        """Why something is not offered: refusals, without repetition."""
        out = []
        for verb, argument in guesses(self.match, self._view(), typed):
            refusal = self.match.explain(verb, argument)
            if refusal is not None and refusal not in out:
                out.append(refusal)
        return out

    # --- commands ----------------------------------------------------------------------------------------------------------------------

    def _help(self, _: str) -> None:
        for what, text in HELP:
            self.screen.show(self.screen.wrap(text, f"  {what:<14}"))
        if len(self.humans) <= 1:
            self.screen.say(
                "Undo goes back to your last choice, over dice and the answers of the program. Dice stay as they are."
            )
        self.screen.show(legend(self._board, self.match.game.sides))

    def _why(self, typed: str) -> None:
        if not typed:
            raise BadInput("why what? For example: why 0407, why done, why crt secondary")
        if self.match.result is not None:
            raise BadInput("the game is over")
        found = self._menu(self._view()).find(typed)
        reasons = [] if found else self._reasons(typed)
        ledger = self.match.game.ledger
        if found:
            cases = ", ".join(self.match.decision.cases)
            self.screen.say(f"{found[0].text} can be chosen now (case {cases}; 'rule CASE' shows it).")
        elif not reasons:
            raise BadInput(f"'{typed}' is nothing that could be chosen here")
        for refusal in reasons[:2]:
            self.screen.say(_about(typed, str(refusal)), "yellow")
            if refusal.case in ledger.cases:
                self.screen.show(case_lines(ledger.find(refusal.case), self.screen))

    def _rule(self, number: str) -> None:
        ledger = self.match.game.ledger
        if not number:
            raise BadInput(f"which rule? For example: rule {ledger.sequence_case}, rule supply, rule glossary")
        self.screen.page(rule_lines(ledger, number, self.screen))

    def _odds(self, typed: str) -> None:
        if self.match.result is not None:
            raise BadInput("the game is over")
        preview = self.match.preview(self._viewer())
        if typed:
            found = self._menu(self._view()).find(typed)
            if len(found) != 1:
                raise self._unclear(typed, found)
            state = self.match.state.clone()
            table = state.tables.get(found[0].verb)
            state.apply(found[0].verb, found[0].argument if table is None else table.index[found[0].argument])
            preview = state.stack[-1].preview(state) if state.result is None else None
        if preview is None:
            raise BadInput("there are no odds to show: choose a target and at least one attacker first")
        self.screen.show(odds_lines(preview, self.screen))

    def _map(self, typed: str) -> None:
        view = self._view()
        scene = self._scene(view)
        if not typed:
            self.screen.page(self._whole_map(scene))
        else:
            self._centre = self._place(typed, view)
            lines = max(_MAP_LINES[0], min(_MAP_LINES[1], self.screen.height - 2))
            self.screen.show(self._excerpt(scene, lines, self._centre))
        if not self.screen.live:
            self.screen.show(legend(self._board, self.match.game.sides), "dim")

    def _place(self, typed: str, view: dict[str, Any]) -> str:
        """The place that is meant: by its name, or by a unit there."""
        places = self.match.game.place_names.index
        text = typed.casefold()
        for piece in view["pieces"]:
            if piece["at"] in places and text in (piece["id"].casefold(), *other_names(piece)):
                return str(piece["at"])
        for name, number in places.items():
            if text == name.casefold() or text == self.match.game.place_title(number).split(" (")[0].casefold():
                return name
        raise BadInput(f"there is no {self.match.game.place_names.kind}, town or unit on the map called '{typed}'")

    def _log(self, typed: str) -> None:
        if typed and typed != "all" and not typed.isdecimal():
            raise BadInput("log what? 'log' for the last events, 'log 100' for more, 'log all' for everything")
        events = self.match.events_since(-1)
        events = events if typed == "all" else events[-int(typed or 30) :] if typed != "0" else []
        self.screen.page(log_lines(events, self.match.record.choices(), self._marks, self.screen))

    def _last_own(self) -> int:
        """How many choices had been made before the last one by a person; -1 if there is none."""
        own = self.humans | ({CHANCE} if self.match.record.seed is None else set())
        choices = self.match.record.choices()
        return next((n for n in range(len(choices) - 1, -1, -1) if choices[n][0] in own), -1)

    def _undo(self, _: str) -> None:
        if not self.match.solo:
            self.match.undo()
        else:
            keep = self._last_own()
            if keep < 0:
                raise BadInput("there is nothing to undo")
            self.match.undo(to=keep)
        self._seen = self.match.count
        self._marks = {number: mark for number, mark in self._marks.items() if number <= self.match.count}

    # --- files -------------------------------------------------------------------------------------------------------------------------

    def _autosave(self) -> None:
        if self.save is not None and self._written != len(self.match.record.entries):
            self.match.record.save(self.save, with_seed=True)
            self._written = len(self.match.record.entries)

    def _kept(self) -> str:
        """Save if there is a file to save to. What went wrong: that is no reason to stop playing."""
        try:
            self._autosave()
        except ArdennesError as error:
            return f"NOT SAVED: {error}"
        return ""

    def _new_file(self, typed: str, command: str) -> Path:
        if not typed:
            raise BadInput(f"{command} where? Name a file: {command} FILE")
        if not typed.isprintable():
            raise BadInput("this is not the name of a file")
        path = Path(typed).expanduser()
        if path.exists() and path.resolve() not in self._ours:
            raise BadInput("this file exists already; name another", where=str(path))
        return path

    def _save(self, typed: str) -> None:
        path = self._new_file(typed, "save") if typed or self.save is None else self.save
        self.match.record.save(path, with_seed=True)
        self._ours.add(path.resolve())
        self.save, self._written = path, len(self.match.record.entries)
        self.screen.show(f"Saved in {path}; from now on it is saved after every choice.")

    def _position(self, typed: str) -> None:
        path = self._new_file(typed, "position")
        try:
            path.write_text(plainfile.dump(self.match.position()), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"cannot write: {error.strerror}", where=str(path)) from None
        self._ours.add(path.resolve())
        self.screen.show(
            f"The position is in {path}; 'ardennes play --position {shlex.quote(str(path))}' starts from it."
        )


def _about(typed: str, reason: str) -> str:
    """A reason with what it is about, unless it names it itself."""
    return reason[:1].upper() + reason[1:] if typed.casefold() in reason.casefold() else f"{typed}: {reason}"
