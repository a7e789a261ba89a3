"""`ardennes lab`: measuring and tuning players."""

from __future__ import annotations

import argparse
from importlib import import_module

from ardennes.core.errors import BadInput

_COMMANDS = {
    "ladder": "let the players of a game play each other, on both sides, and show how strong they are",
    "ideas": "measure what looking ahead tells a planner about its ideas",
    "fit": "fit how a game's positions are valued to games of programs (needs the extra 'lab')",
    "places": "play many games and show when each side comes to some places",
    "tune": "find better weights for a game's greedy player by self-play (needs the extra 'lab')",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(metavar="COMMAND", dest="what", required=True)
    for name, about in _COMMANDS.items():
        sub = commands.add_parser(name, help=about, description=about[:1].upper() + about[1:] + ".", allow_abbrev=False)
        module = import_module(f"ardennes.lab.{name}")
        module.add_arguments(sub)
        sub.set_defaults(lab=module.run)


def run(args: argparse.Namespace) -> int:
    try:
        code: int = args.lab(args)
    except ModuleNotFoundError as error:
        raise BadInput(f"this needs the package {error.name}: pip install 'ardennes[lab]'") from None
    return code
