"""How far a long run is: a bar on a terminal, otherwise a line now and then."""

from __future__ import annotations

import sys
import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn


class Meter:
    """Progress on stderr: a bar on a terminal, otherwise a line now and then."""

    def __init__(self, total: int, what: str) -> None:
        self.total = total
        self.what = what
        self._bar: Progress | None = None
        self._shown = time.monotonic()

    def __enter__(self) -> Meter:
        if sys.stderr.isatty():
            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                TimeRemainingColumn(),
            )
            self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self.what, total=self.total)
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, done: int) -> None:
        if self._bar is not None:
            self._bar.update(self._task, completed=done)
        elif time.monotonic() - self._shown >= 10:
            self._shown = time.monotonic()
            print(f"{done} of {self.total} {self.what}", file=sys.stderr, flush=True)
