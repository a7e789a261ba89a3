"""A match played in the terminal: people type, programs answer for the other sides."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.text import Text

from ardennes.core.decision import CHANCE
from ardennes.core.errors import ArdennesError, BadInput
from ardennes.core.match import Match
from ardennes.core.orders import Order
from ardennes.core.wording import counted, humanised
from ardennes.players import Player, Seat, new_player
from ardennes.terminal import commands
from ardennes.terminal.cards import on_the_table
from ardennes.terminal.guesses import about, alike, is_behind, reasons
from ardennes.terminal.keeping import Keeper
from ardennes.terminal.menu import Item, Menu
from ardennes.terminal.odds import odds_lines
from ardennes.terminal.screen import Leave, Screen, uninterrupted
from ardennes.terminal.situation import Situation
from ardennes.terminal.wording import Mark, heading, log_lines, mark_choice, marks_of

HUMAN = "human"
_MOST_MAP = 41
"""Lines of the map shown with a question."""
_REMEMBERED = 300
"""How many choices of a loaded match are replayed to find their phases."""
_LONGEST_NAME = 5
"""The most words in a choice: the verb, and a name such as 150 Pz Bde."""
_SHORT_LOG = 6
"""A longer log is shown before the map."""
_WELCOME = "'help' explains how to play here. Your game is saved as you go."


class Session:
    """One match at one terminal."""

    def __init__(
        self, match: Match, players: Mapping[str, str], screen: Screen, keeper: Keeper | None = None, greeting: str = ""
    ) -> None:
        self.match = match
        self.players = dict(players)
        self.screen = screen
        self.keeper = keeper or Keeper(match, players)
        self.humans = {side for side, player in players.items() if player == HUMAN}
        self.marks: dict[int, Mark] = marks_of(match, _REMEMBERED)
        """When in the game each choice was made, for the log."""
        self.table = Situation(match, screen)
        self.written: set[Path] = {self.keeper.record.resolve()} if self.keeper.record else set()
        """Files that this session may write again."""
        self._brains: dict[str, Player] = {}
        self._seen = dict.fromkeys((*match.game.sides, None), self.last_own())
        """Choices whose events have been shown to a side (None: to a spectator)."""
        self._reader = ""
        self._welcome = [line for text in (greeting, _WELCOME) if text for line in screen.wrap(text)]
        """A hint shown once, below the first question."""

    # --- the course of a session -------------------------------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game is over or the player leaves; returns the exit status."""
        try:
            self.keeper.save()  # find out now if the file cannot be written, not after the first choice
            while True:
                try:
                    return self._run()
                except KeyboardInterrupt:
                    self.screen.show("")
                    self.screen.leaving = self._leaving()
                    self.screen.ask_to_leave()
        except Leave:
            self._goodbye()
            return 0

    def _run(self) -> int:
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
                self.show()
            if notice:
                self.screen.say(notice, "yellow")
            self.screen.leaving = self._leaving()
            line = self.screen.ask(self._prompt())
            if " ".join(line.split()).casefold() in ("quit", "q"):
                raise Leave
            notice = self._react(line)  # right above the prompt, below anything redrawn

    def _react(self, line: str) -> str:
        """Carry out what was typed; returns the message if it cannot be done."""
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
        command = commands.COMMANDS.get(word.casefold())
        if command is not None and not self._is_verb(word):
            command(self, rest.strip())
        elif self.match.result is not None:
            raise BadInput("the game is over; you can still use 'undo', 'log', 'map', 'save FILE' and 'quit'")
        else:
            self._answer(line)

    def _enter(self) -> None:
        """Nothing typed: make the choice if there is only one, else show the question again."""
        if self.match.result is None and self.match.decision.count() == 1:
            menu = self.menu()
            self._take(menu.items[0], menu.items[0].verb, menu)
        else:
            self.show()

    def _is_verb(self, word: str) -> bool:
        return self.match.result is None and word in self.match.decision.raw

    def _let_programs_answer(self) -> None:
        match = self.match
        self._brains.clear()
        while match.result is None and (side := match.decision.side) not in self.humans and side != CHANCE:
            with self.screen.busy(f"{side} ({self.players[side].rpartition('/')[2]}) is thinking"):
                while match.result is None and match.decision.side == side:
                    verb, argument = self._brain(side).choose(Seat(match, side))
                    self._play(verb, argument)

    def _brain(self, side: str) -> Player:
        """A fresh player after every answer of a person, so that a match continues the same way after an undo or a load."""
        found = self._brains.get(side)
        if found is None:
            seed = f"{self.match.record.commitment} {self.match.count}"
            found = self._brains[side] = new_player(self.players[side], seed, side)
        return found

    def _play(self, verb: str, argument: Any) -> None:
        with uninterrupted():
            mark_choice(self.match, self.marks, verb, argument)

    # --- saving ------------------------------------------------------------------------------------------------------------------------

    def _kept(self) -> str:
        """Save. An error is returned, not raised: the game can go on."""
        try:
            with uninterrupted():
                self.keeper.save()
        except ArdennesError as error:
            return f"NOT SAVED: {error}"
        return ""

    def _leaving(self) -> str:
        """The question asked on Ctrl-C."""
        if self.keeper.is_untouched:
            return "Leave the game?"
        self._kept()  # in the middle of a program's turn
        return f"Leave the game? It is {'' if self.keeper.is_saved else 'NOT '}saved."

    def _goodbye(self) -> None:
        trouble = self._kept()
        if trouble:
            self.screen.say(trouble, "bold red")
        elif self.match.result is not None:
            return
        elif self.keeper.is_untouched:
            self.screen.show("Nothing was played, so there is nothing to save.")
        else:
            self.screen.say_whole(f"Saved in {self.keeper.record}")
        if not trouble and self.keeper.record is not None:
            self.screen.show("'ardennes play --continue' continues this game.")

    # --- the screen --------------------------------------------------------------------------------------------------------------------

    def viewer(self) -> str | None:
        """Whose view the screen shows: that of the side being asked, or else of the only person."""
        decision = self.match.state.decision
        if decision is not None and decision.side in self.humans:
            return decision.side
        return next(iter(self.humans)) if len(self.humans) == 1 else None

    def view(self) -> dict[str, Any]:
        return self.match.view(self.viewer())

    def menu(self) -> Menu:
        return Menu(self.table.places, self.view(), self.match.decision)

    def _prompt(self) -> str:
        return "over> " if self.match.result is not None else f"{self.match.decision.side}> "

    def show(self) -> None:
        """The log since the last question, the heading, the map, the odds, the question."""
        screen = self.screen
        self._hand_over()
        told = self._tell()
        if self.match.result is not None:
            self._over()
            return
        view = self.view()
        menu = Menu(self.table.places, view, self.match.decision)
        scene = self.table.scene(view, menu)
        head = heading(view, self.match.game.sides, screen)
        cards = on_the_table(self.match.game, view)
        head += map(Text, screen.wrap(cards)) if cards else []
        preview = self.match.preview(self.viewer())
        ledger = self.match.game.ledger
        odds = odds_lines(preview, screen, ledger) if preview else []
        decision = self.match.decision
        cases = f" [{', '.join(ledger.names.get(case, case) for case in decision.cases)}]" if decision.cases else ""
        reaction = "Reaction: " if self.match.state.stack[-1].window else ""
        asked = f"{humanised(decision.side)}: {reaction}{decision.prompt}{cases}"
        question = [Text(line, "bold") for line in screen.wrap(asked)]
        least = self.table.least
        room = screen.height - told - len(head) - len(odds) - len(question) - 1 - len(self._welcome)
        listed = menu.lines(screen, scene, max(3, room - (0 if odds else least)))
        room -= len(listed)
        chart = self.table.excerpt(scene, min(_MOST_MAP, room)) if room >= least else []
        screen.show([*head, *chart, *odds, *question, *listed])
        screen.show(self._welcome, "dim")
        self._welcome = []
        self.table.remember(scene)

    def _hand_over(self) -> None:
        """Hot-seat: make sure that nobody sees the other player's question by accident."""
        if len(self.humans) < 2 or self.match.result is not None or self._reader == self.match.decision.side:
            return
        if self._reader and self.screen.live:
            self.screen.clear()
            self.screen.pause(f"{humanised(self.match.decision.side)} to play. Press Enter when ready: ")
        self._reader = self.match.decision.side

    def _tell(self) -> int:
        """Show the log since the last question; returns how many of its lines are still on the screen."""
        viewer = self.viewer()
        seen = self._seen[viewer]
        if viewer is None and self._reader:  # a hot-seat game is over: whoever chose last has read what came before
            seen = max(seen, self._seen[self._reader])
        events = self.match.told_since(seen, viewer)
        self._seen[viewer] = self.match.count
        lines = log_lines(self.match, events, self.marks, self.screen)
        if not lines:
            return 0
        short = len(lines) <= _SHORT_LOG
        if self.screen.page(lines) and not short:
            self.screen.pause("-- Enter to continue --")
        return len(lines) if short and self.screen.live else 0

    def _over(self) -> None:
        self.screen.show(result_text(self.match), "bold")
        if self.keeper.is_saved:
            file = shlex.quote(str(self.keeper.record))
            self.screen.say_whole(f"The record is in {self.keeper.record}")
            self.screen.say_whole(f"'ardennes verify {file}' checks it.")

    # --- answers -----------------------------------------------------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        """One answer, or several one after the other as long as the same side is asked."""
        menu = self.menu()
        found = menu.find(line)
        if len(found) == 1:
            self._take(found[0], line, menu)
            return
        words = line.replace(";", " ").split()
        if self._are_several(words):
            del words[0]
        elif found or len(words) < 2 or (not self._is_bare(words[0]) and self.reasons(line)):
            raise self.unclear(line, found)
        side = self.match.decision.side
        first = True
        while words:
            if self.match.result is not None or self.match.decision.side != side:
                raise BadInput(f"'{' '.join(words)}' was skipped: another question came first")
            menu = self.menu()
            for size in range(min(len(words), _LONGEST_NAME), 0, -1):  # a name may have several words
                found = menu.find(" ".join(words[:size]), names_first=not first)
                if len(found) == 1:
                    break
            else:
                raise self.unclear(words[0], found)
            self._take(found[0], " ".join(words[:size]), menu)
            del words[:size]
            first = False

    def _are_several(self, words: list[str]) -> bool:
        """Are these a verb and several of its choices, such as "join 12 SS"?"""
        menu = self.menu()
        found = [menu.find(f"{words[0]} {word}") for word in words[1:]]
        some = {(item.verb, item.argument) for items in found for item in items if item.verb == words[0]}
        return self._is_verb(words[0]) and 1 < len(found) == len(some) == sum(map(len, found))

    def _is_bare(self, word: str) -> bool:
        """Is this an answer that takes no name, such as "done", so that what follows belongs to the next question?"""
        found = self.menu().find(word)
        return len(found) == 1 and found[0].argument is None

    def _take(self, item: Item, typed: str, menu: Menu) -> None:
        if menu.needs_verb(item, typed):
            raise BadInput(f"'{typed.strip()}' would be '{menu.said(item)}': type it like this if you mean it")
        self.table.look_at(item.argument)
        self._play(item.verb, item.argument)

    def unclear(self, typed: str, found: list[Item]) -> BadInput:
        """Why typed text is not an answer."""
        typed = typed.strip()
        if found:
            some = ", ".join(self.menu().told_apart(found[:6])) + (", ..." if len(found) > 6 else "")
            return BadInput(f"'{typed}' could be {some}: please say which")
        why = self.reasons(typed)
        if why:
            behind = self.match.can_undo() is None and is_behind(self.match, self.view(), self.table.places, typed)
            said = about(typed, f"{why[0].reason} ({self.match.game.ledger.cite(why[0].case)})")
            return BadInput(said + ("; 'undo' goes back one choice" if behind else ""))
        if self._is_verb(typed):
            return BadInput(f"'{typed}' needs a name: {typed} NAME")
        if typed.isdecimal():
            return BadInput(f"there is no choice {typed}; 'choices' lists them")
        word = typed.split(" ")[0]
        near = alike(word, [*commands.COMMANDS, "quit", *(item.verb for item in self.menu().items)])
        if near == word:  # among other words
            return BadInput(f"'{near}' is a command: type it on a line of its own")
        hint = f"did you mean '{near}'?" if near else "'help' lists the commands, 'choices' the choices"
        return BadInput(f"'{typed}' is neither a choice nor a command; {hint}")

    def reasons(self, typed: str) -> list[Any]:
        """Why something is not offered: refusals, without repetition."""
        return reasons(self.match, self.view(), self.table.places, typed)

    # --- standing orders ---------------------------------------------------------------------------------------------------------------

    def give_order(self, given: Order | None) -> None:
        """Pass from now on where an order says so; None: be asked again."""
        side = self.viewer()
        if side is None:
            raise BadInput("only a side that a person plays can have a standing order")
        if given is None:
            self.match.orders.pop(side, None)
            return
        self.match.orders[side] = given
        with uninterrupted():
            self.match.follow_orders()

    # --- undo --------------------------------------------------------------------------------------------------------------------------

    def last_own(self) -> int:
        """How many choices had been made before the last one by a person; -1 if there is none."""
        own = self.humans | ({CHANCE} if self.match.dice_by_hand else set())
        choices = self.match.record.choices()
        return next((n for n in range(len(choices) - 1, -1, -1) if choices[n][0] in own), -1)

    def undo(self) -> None:
        """Take back the last choice made by a person."""
        with uninterrupted():
            if not self.match.solo:
                self.match.undo()
            else:
                keep = self.last_own()
                if keep < 0:
                    raise BadInput("there is nothing to undo")
                self.match.undo(to=keep)
        count = self.match.count
        self._seen = {side: min(seen, count) for side, seen in self._seen.items()}
        self._seen[self.viewer()] = count
        self.marks = {number: mark for number, mark in self.marks.items() if number <= count}


def result_text(match: Match) -> str:
    """How the game ended."""
    result = match.result
    assert result is not None
    winner = f"{humanised(result.winner)} victory" if result.winner else "A draw"
    return f"The game is over. {winner}: {result.level}, {counted(result.points, 'point')}."
