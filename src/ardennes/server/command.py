"""`ardennes serve`: the server as a command."""

from __future__ import annotations

import argparse
import dataclasses
import errno
import importlib.util
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from ardennes.core.errors import BadInput

if TYPE_CHECKING:
    import asyncio

    from ardennes.server.settings import Settings

PORT = 8044
NEEDED = (
    "fastapi",
    "uvicorn",
    "sqlalchemy",
    "greenlet",
    "alembic",
    "asyncpg",
    "argon2",
    "orjson",
    "httptools",
    "websockets",
)
BACKLOG = 2048


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: %(default)s, this machine only)"
    )
    parser.add_argument("--port", type=int, help=f"the port (default: {PORT}, or the next free one; 0: any free port)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument(
        "--database",
        metavar="WHERE",
        help="a file, or postgresql://... (default: $ARDENNES_DATABASE, else a file in your data folder)",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise BadInput("the server needs more packages: pip install 'ardennes[server]'")
    from ardennes.server.settings import Settings, database_url

    settings = Settings.from_env()
    if args.database is not None:
        settings = dataclasses.replace(settings, database=database_url(args.database))
    sock = listen(args.host, args.port)
    with sock:
        return _serve(settings, sock, args.open)


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the requested port, or on the first free one if none is requested."""
    if port is not None and not 0 <= port <= 65535:
        raise BadInput(f"{port} is not a port: use 0 to 65535", where="--port")
    tried = [port] if port is not None else [*range(PORT, PORT + 20), 0]
    for number in tried:
        try:
            return _bound(host, number)
        except OSError as error:
            if isinstance(error, socket.gaierror):
                raise BadInput(f"there is no address '{host}'", where="--host") from None
            if number == tried[-1] or error.errno != errno.EADDRINUSE:
                said = (
                    "is taken by another program"
                    if error.errno == errno.EADDRINUSE
                    else f"cannot be used: {error.strerror}"
                )
                raise BadInput(f"port {number} of {host} {said}", where="--port") from None
    raise AssertionError("unreachable")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sock = socket.socket(family, kind, protocol)  # asyncio turns off Nagle's delay only on a socket that says it is TCP
    try:
        if os.name != "nt":  # so that the port can be used again at once after the server has ended
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(where)
        sock.listen(BACKLOG)
    except OSError:
        sock.close()
        raise
    return sock


def _serve(settings: Settings, sock: socket.socket, browse: bool) -> int:
    import asyncio

    from ardennes.server.serving import serve

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # Writes run in a thread; with the default of 5 ms each hand-over between it and the event loop could take that long.
    sys.setswitchinterval(0.0005)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(serve(settings, sock, lambda: _ready(sock, browse)))
    return 0


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if importlib.util.find_spec("uvloop") is None:
        return None
    import uvloop

    return uvloop.new_event_loop


def _ready(sock: socket.socket, browse: bool) -> None:
    url = page_url(sock)
    print(url, flush=True)
    if browse:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def page_url(sock: socket.socket) -> str:
    """The page's address for a browser on this machine."""
    host, port = sock.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
