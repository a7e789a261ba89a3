"""The command `ardennes`: one function per subcommand. Bad input gets a one-line message and exit status 2."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import ardennes
from ardennes.atlas.errors import BadAtlas
from ardennes.board.file import BadBoard
from ardennes.core import plainfile
from ardennes.core.errors import ArdennesError, BadInput, one_of
from ardennes.core.game import Game
from ardennes.core.match import Match
from ardennes.core.wording import counted
from ardennes.games import data_check, find, game_ids
from ardennes.lab.table import read_options
from ardennes.players import new_player, player_names, players_of, thinker
from ardennes.players.cores import CORES, use_all
from ardennes.players.custom import is_custom
from ardennes.terminal import HUMAN, Keeper, Kept, Leave, Screen, Session, known, latest, reading
from ardennes.terminal import rules as rulebook

BAD_INPUT = 2


class Parser(argparse.ArgumentParser):
    """Report an error in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"ardennes: {' '.join(message.split())} ('{self.prog} --help' explains)\n")


# --- games, play -----------------------------------------------------------------------------------------------------------------------


def games(args: argparse.Namespace) -> int:
    """list the games, their scenarios and options"""
    reading.show_games(ardennes.games(), Screen())
    return 0


def _all_sides() -> list[str]:
    """The sides of all games: each has an option for its player."""
    return list(dict.fromkeys(side for name in game_ids() for side in find(name).sides))


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help=f"one of: {', '.join(game_ids())}")
    parser.add_argument("--scenario", help="how the game is set up (see 'ardennes games')")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set a game option")
    for side in _all_sides():
        parser.add_argument(f"--{side}", metavar="PLAYER", help=f"who plays the {side} side")
    parser.add_argument("--seed", help="the same seed and choices give the same game")
    parser.add_argument(
        "--continue",
        action="store_true",
        dest="go_on",
        help="continue the last unfinished game (of GAME, if given)",
    )
    parser.add_argument("--load", metavar="RECORD", help="continue a saved match")
    parser.add_argument("--position", metavar="FILE", help="start from a position")
    parser.add_argument("--save", metavar="FILE", help="save the match in this file (it is saved after every choice)")
    parser.add_argument("--new-dice", action="store_true", help="with --load: continue with new dice")
    _recover_argument(parser)
    parser.epilog = (
        f"PLAYER is one of: {', '.join((HUMAN, *player_names()))}; or your own program, as FILE.py:NAME or MODULE:NAME. "
        "By default you play the first side and 'greedy' plays the others. 'general@10' is a general who thinks for ten seconds a turn."
    )


def play(args: argparse.Namespace) -> int:
    """play a game in the terminal"""
    kept = _kept(args)
    game = _game_of(args)
    seats = _seats(game, args, kept.seats if kept else {})
    solo = list(seats.values()).count(HUMAN) <= 1
    save = Path(args.save) if args.save is not None else None
    if save is not None and save.exists() and not (args.load is not None and save.samefile(args.load)):
        raise BadInput(
            "this file already exists: choose another name, or continue the game with --load", where=str(save)
        )
    screen = Screen()
    greeting = ""
    try:
        if args.load is not None:
            match = _loaded(args, screen, solo)
        elif args.position is not None:
            match = ardennes.load_position(Path(args.position), seed=args.seed, solo=solo)
        else:
            match = ardennes.new(game.id, args.scenario, read_options(game, args.option), args.seed, solo=solo)
            greeting = _unfinished(game) if screen.live else ""
    except Leave:
        return 0
    if kept is not None and args.go_on and save is None and match.count:
        keeper = Keeper(match, seats, kept.record, kept.note)
    else:
        keeper = Keeper(match, seats, save)
    use_all()
    try:
        return Session(match, seats, screen, keeper, greeting).run()
    finally:
        CORES.use(0)


def _kept(args: argparse.Namespace) -> Kept | None:
    """The game to continue, or what is known about the loaded file: who plays which side."""
    if not args.go_on:
        return known(Path(args.load)) if args.load is not None else None
    for name, given in (
        ("--load", args.load),
        ("--position", args.position),
        ("--scenario", args.scenario),
        ("--option", args.option),
        ("--seed", args.seed),
    ):
        if given:
            raise BadInput(f"--continue continues a game unchanged: leave out {name}")
    kept = latest(None if args.game is None else find(args.game).id)
    args.load = str(kept.record)
    return kept


def _loaded(args: argparse.Namespace, screen: Screen, solo: bool) -> Match:
    """The match of a record. If its seed is missing, offer new dice instead of asking for every die."""
    match = ardennes.replay(args.load, seed=args.seed, solo=solo, recover=args.recover, new_dice=args.new_dice)
    if match.is_over or not match.dice_by_hand or not match.record.commitment:  # no commitment: dice rolled by hand
        return match
    missing = "this record was saved without its seed, so its dice are unknown"
    if not screen.live:
        raise BadInput(f"{missing}: use --new-dice for new dice, or --seed if you know the seed", where=args.load)
    screen.say(f"{args.load}: {missing}. Everything played so far stays as it is.")
    if not screen.confirm("Continue with new dice?"):
        raise Leave
    return match.with_new_dice()


def _unfinished(game: Game) -> str:
    """Remind the player of an unfinished game when starting another."""
    try:
        latest(game.id)
    except (ArdennesError, OSError):
        return ""
    return f"You have an unfinished game: 'ardennes play {game.id} --continue' continues it."


def _game_of(args: argparse.Namespace) -> Game:
    """The game named in the arguments or in the file."""
    if args.seed is not None and not args.seed.strip():
        raise BadInput("the seed is empty; give a number or a word")
    if args.recover and args.load is None:
        raise BadInput("--recover needs --load")
    if args.new_dice and args.load is None:
        raise BadInput("--new-dice needs --load")
    if args.load is None and args.position is None:
        if args.game is None:
            raise BadInput(f"which game? {one_of(game_ids())}")
        return find(args.game)
    if args.load is not None and args.position is not None:
        raise BadInput("use either --load or --position, not both")
    if args.scenario is not None or args.option:
        raise BadInput("scenario and options come from the file: leave out --scenario and --option")
    if args.load is not None:
        name = ardennes.Record.load(args.load, recover=args.recover).game
    else:
        name = ardennes.load_position(Path(args.position)).game.id
    if args.game not in (None, name):
        raise BadInput(f"the file is a match of {name}, not of {args.game}")
    return find(name)


def _seats(game: Game, args: argparse.Namespace, before: dict[str, str]) -> dict[str, str]:
    """Who plays which side: as the options say, else as before. If they name no human, the first open side is played by one."""
    said = {side: who for side in _all_sides() if (who := getattr(args, side)) is not None}
    given = {**(before if set(before) <= set(game.sides) else {}), **said}
    for side in given:
        if side not in game.sides:
            raise BadInput(f"{game.id} has no side '{side}'; {one_of(game.sides)}")
        if given[side] != HUMAN:
            new_player(given[side], "0", side)  # report a bad player before the game begins
            known = None if is_custom(given[side]) else thinker(given[side]).name
            if known is not None and known not in players_of(game):
                raise BadInput(f"{given[side]} cannot play {game.id}; {one_of((HUMAN, *players_of(game)))}")
    out: dict[str, str] = {}
    for side in game.sides:
        human = HUMAN not in given.values() and HUMAN not in out.values()
        out[side] = given.get(side) or (HUMAN if human else "greedy")
    return out


# --- rules -----------------------------------------------------------------------------------------------------------------------------


def _rules_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=f"one of: {', '.join(game_ids())}")
    parser.add_argument(
        "case", nargs="?", help="a case by number or title, such as 12.1, a word to search for, or 'glossary'"
    )
    parser.add_argument("--search", metavar="WORDS", help="list the cases that contain all these words")
    parser.add_argument("--all", action="store_true", help="show every case in full, and the glossary")
    parser.add_argument("--format", choices=("text", "md"), default="text", help="print text (default) or Markdown")
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="show which tests prove which cases and checks (of one case, if given); exit status 1 if any has no test",
    )
    parser.add_argument("--tests", metavar="DIR", help="where the tests are (default: ./tests)")


def rules(args: argparse.Namespace) -> int:
    """the rules of a game, case by case"""
    game = find(args.game)
    asked = [name for name in ("case", "search", "all") if getattr(args, name)]
    if len(asked) > 1:
        raise BadInput("use only one of: a case, --search, --all")
    if args.coverage:
        return _coverage(game, args)
    if args.tests is not None:
        raise BadInput("--tests needs --coverage")
    screen = Screen()
    ledger = game.ledger
    if args.format == "md":
        if args.case:
            cases = [ledger.find(args.case)]
        else:
            cases = ledger.search(args.search) if args.search else list(ledger)
        sys.stdout.write(rulebook.markdown(game.title, ledger, cases))
    elif args.case:
        screen.show(rulebook.rule_lines(ledger, args.case, screen))
    elif args.search:
        found = rulebook.search_lines(ledger, args.search, screen)
        if not found:
            raise BadInput(f"no case of {game.id} contains '{args.search}'")
        screen.show(found)
    else:
        screen.show(rulebook.all_lines(ledger, screen) if args.all else rulebook.index_lines(ledger, ledger, screen))
    return 0


def _coverage(game: Game, args: argparse.Namespace) -> int:
    """Which tests prove the rules: status 1 if a case or a check has none."""
    from ardennes.core.proof import coverage, unproved

    if args.search or args.all or args.format != "text":
        raise BadInput("--coverage can only be combined with a single case and --tests")
    tests = Path(args.tests or "tests")
    if not tests.is_dir():
        raise BadInput(f"there is no test folder '{tests}'; name it with --tests DIR")
    screen = Screen()
    proofs = coverage(game.ledger, tests)
    if args.case:
        case = game.ledger.find(args.case)
        proofs = [proof for proof in proofs if proof.case == case]
        screen.show(rulebook.proof_lines(proofs[0], screen))
    else:
        screen.show(rulebook.coverage_lines(proofs, screen))
    return 1 if unproved(proofs) else 0


# --- data ------------------------------------------------------------------------------------------------------------------------------


def _check_data_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game whose data files you have changed")
    parser.add_argument("--data", metavar="DIR", help="where the data files are (default: those of the game)")


def check_data(args: argparse.Namespace) -> int:
    """what is inconsistent in a game's data files"""
    folder, problems = data_check(args.game, args.data)
    for line in problems:
        print(line)
    print(f"{counted(len(problems), 'problem')} in {folder}" if problems else f"{folder}: all data fit together")
    return 1 if problems else 0


# --- records ---------------------------------------------------------------------------------------------------------------------------


def _recover_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--recover", action="store_true", help="if the record is damaged, use the part before the damage"
    )


def _record_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", help="a saved match")
    _recover_argument(parser)


def verify(args: argparse.Namespace) -> int:
    """check a record: every choice legal, every die from the seed"""
    checked = ardennes.verify(args.record, recover=args.recover)
    Screen().say(f"{args.record}: {'; '.join(checked)}. The record is valid.")
    return 0


def _part_arguments(parser: argparse.ArgumentParser) -> None:
    _record_arguments(parser)
    parser.add_argument("--to", type=int, metavar="N", help="stop after the first N choices (default: all)")


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    _part_arguments(parser)
    parser.add_argument("--log", action="store_true", help="also print the whole log")


def replay(args: argparse.Namespace) -> int:
    """show the situation of a record"""
    match = ardennes.replay(args.record, to=args.to, recover=args.recover)
    reading.show_match(match, Screen(), log=args.log)
    return 0


def _position_arguments(parser: argparse.ArgumentParser) -> None:
    _part_arguments(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="write to this file instead of printing")


def position(args: argparse.Namespace) -> int:
    """write the situation of a record as a position (YAML)"""
    text = plainfile.dump(ardennes.replay(args.record, to=args.to, recover=args.recover).position())
    if args.output in (None, "-"):
        sys.stdout.write(text)
        return 0
    try:
        Path(args.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"cannot write: {error.strerror}", where=args.output) from None
    return 0


def _show_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a position (YAML or JSON) or a record")
    _recover_argument(parser)


def show(args: argparse.Namespace) -> int:
    """show the situation of a position or a record"""
    reading.show_match(_situation(args.file, args.recover), Screen(), log=False)
    return 0


def _situation(file: str, recover: bool) -> Match:
    """The match in a file, which is a record or a position."""
    if reading.is_record(Path(file)):
        return ardennes.replay(file, recover=recover)
    return ardennes.load_position(Path(file))


# --- simulate --------------------------------------------------------------------------------------------------------------------------


def _simulate_arguments(parser: argparse.ArgumentParser) -> None:
    from ardennes.lab import simulate as lab

    lab.add_arguments(parser)


def simulate(args: argparse.Namespace) -> int:
    """play many games between programs and show statistics"""
    from ardennes.lab import simulate as lab

    return lab.run(args)


# --- lab -------------------------------------------------------------------------------------------------------------------------------


def _lab_arguments(parser: argparse.ArgumentParser) -> None:
    from ardennes.lab import command

    command.add_arguments(parser)


def lab(args: argparse.Namespace) -> int:
    """measure and tune players"""
    from ardennes.lab import command

    return command.run(args)


# --- serve -----------------------------------------------------------------------------------------------------------------------------


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    from ardennes.server import command

    command.add_arguments(parser)


def serve(args: argparse.Namespace) -> int:
    """play in the browser: start the server (needs the extra 'server')"""
    from ardennes.server import command

    return command.run(args)


# --- atlas -----------------------------------------------------------------------------------------------------------------------------


def _atlas_arguments(parser: argparse.ArgumentParser) -> None:
    from ardennes.atlas import command

    command.add_atlas_arguments(parser)


def atlas(args: argparse.Namespace) -> int:
    """make and check the boards (needs the extra 'atlas')"""
    from ardennes.atlas import command

    return command.run(lambda: int(args.atlas(args)))


def _map_arguments(parser: argparse.ArgumentParser) -> None:
    from ardennes.atlas import command

    command.add_map_arguments(parser)
    _recover_argument(parser)


def map_(args: argparse.Namespace) -> int:
    """draw the board of a game, or a position on it, as SVG or PNG (needs the extra 'atlas')"""
    from ardennes.atlas import command

    if args.recover and args.position is None:
        raise BadInput("--recover needs --position")
    match = None if args.position is None else _situation(args.position, args.recover)
    if match is not None and match.game.id != args.game:
        raise BadInput(f"the file is a match of {match.game.id}, not of {args.game}", where=args.position)
    return command.run(lambda: command.draw_map(args, match))


# --- main ------------------------------------------------------------------------------------------------------------------------------

Command = Callable[[argparse.Namespace], int]
COMMANDS: tuple[tuple[Command, Callable[[argparse.ArgumentParser], None] | None], ...] = (
    (games, None),
    (play, _play_arguments),
    (rules, _rules_arguments),
    (check_data, _check_data_arguments),
    (verify, _record_arguments),
    (replay, _replay_arguments),
    (position, _position_arguments),
    (show, _show_arguments),
    (simulate, _simulate_arguments),
    (lab, _lab_arguments),
    (serve, _serve_arguments),
    (atlas, _atlas_arguments),
    (map_, _map_arguments),
)


def _parser(argv: Sequence[str]) -> Parser:
    parser = Parser(
        prog="ardennes", description="Classic board wargames of the Battle of the Bulge.", allow_abbrev=False
    )
    parser.add_argument("--version", action="version", version=f"ardennes {ardennes.__version__}")

    def help_(args: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(run=help_)  # for a bare `ardennes`
    commands = parser.add_subparsers(metavar="COMMAND", dest="command")
    for command, arguments in COMMANDS:
        name, about = command.__name__.rstrip("_").replace("_", "-"), command.__doc__ or ""
        sub = commands.add_parser(name, help=about, description=about[:1].upper() + about[1:] + ".", allow_abbrev=False)
        if arguments is not None and name in argv:  # the other commands, and their imports, are not needed
            arguments(sub)
        sub.set_defaults(run=command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    argv = sys.argv[1:] if argv is None else list(argv)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        args = _parser(argv).parse_args(argv)
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except (ArdennesError, BadAtlas, BadBoard) as error:
        print(f"ardennes: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # whatever read the output (head, less) has exited
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"ardennes: {error.filename or 'system'}: {error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return 130
