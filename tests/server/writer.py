"""A process that adds to games as fast as it can and says on its output what was acknowledged: `python -m tests.server.writer <url> <name>
<most> <game>...`. Several may add to the same game; the one that comes second reads it again.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

from ardennes.server.database import Database
from ardennes.server.store import Conflict, Summary, append_entries, entries_since


async def write(url: str, name: str, most: int, games: list[int]) -> None:
    """Add entries to all these games at once."""
    database = await Database.open(url)

    async def add(game_id: int) -> None:
        at = len(await database.read(entries_since, game_id, 0))
        for n in range(most):
            while True:
                try:
                    at = await database.run(
                        append_entries, game_id, at, [("german", name, n)], Summary("german", f"Turn {n}")
                    )
                    break
                except Conflict:
                    at += len(await database.read(entries_since, game_id, at))
            print(game_id, at, n, flush=True)

    await asyncio.gather(*(add(game_id) for game_id in games))
    await database.close()


def start(url: str, name: str, most: int, *games: int) -> subprocess.Popen[str]:
    """Start such a process."""
    command = [sys.executable, "-m", "tests.server.writer", url, name, str(most), *map(str, games)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=Path(__file__).parents[2]
    )


if __name__ == "__main__":
    asyncio.run(write(sys.argv[1], sys.argv[2], int(sys.argv[3]), [int(game) for game in sys.argv[4:]]))
