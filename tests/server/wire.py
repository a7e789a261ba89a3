"""A proxy between a page and the server that counts every byte in both directions."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.machine import PATIENCE

SIZE = 65_536


class Wire:
    """Counts what goes through; `port` is where to connect."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.up = self.down = 0

    @property
    def total(self) -> int:
        return self.up + self.down


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """A proxy to a server on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        wire = Wire(door.getsockname()[1])
        threading.Thread(target=_accept, args=(door, port, wire), daemon=True).start()
        yield wire


def _accept(door: socket.socket, port: int, wire: Wire) -> None:
    with suppress(OSError):  # the door is closed
        while True:
            near, _ = door.accept()
            far = socket.create_connection(("127.0.0.1", port), PATIENCE)
            for source, sink, way in ((near, far, "up"), (far, near, "down")):
                source.settimeout(None)
                threading.Thread(target=_pump, args=(source, sink, wire, way), daemon=True).start()


def _pump(source: socket.socket, sink: socket.socket, wire: Wire, way: str) -> None:
    with suppress(OSError):
        while data := source.recv(SIZE):
            setattr(wire, way, getattr(wire, way) + len(data))
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
