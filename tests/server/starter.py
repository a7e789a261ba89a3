"""Starts servers quickly, so that a test can kill many: everything is imported once, and each server is a fork of this process.

Reads lines `database port` and answers each with the number of the new process and the address of the server, once it listens.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from ardennes.server.command import listen, page_url
from ardennes.server.serving import serve
from ardennes.server.settings import Settings


def _child(database: str, port: int, answer: int) -> None:
    sys.setswitchinterval(0.0005)
    sock = listen("127.0.0.1", port)

    def ready() -> None:
        os.write(answer, f"{os.getpid()} {page_url(sock)}\n".encode())
        os.close(answer)

    settings = Settings(database, table_rate=1_000_000, robots=1)
    asyncio.run(serve(settings, sock, ready))
    os._exit(0)


def main() -> None:
    """Start a server for each line, until there are no more lines."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # so that killed children do not become zombies
    for line in sys.stdin:
        database, port = line.split()
        read, write = os.pipe()
        if os.fork() == 0:
            os.close(read)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                _child(database, int(port), write)
            finally:
                os._exit(1)
        os.close(write)
        with os.fdopen(read) as pipe:
            print(pipe.readline().strip(), flush=True)


if __name__ == "__main__":
    main()
