"""The real server in a separate process, on a free port, with its own database."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.machine import PATIENCE, free_port


class Server:
    """`ardennes serve`. It can be stopped and restarted on the same port with the same games."""

    def __init__(
        self,
        database: Path,
        command: Sequence[str] = (str(Path(sys.executable).with_name("ardennes")),),
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.command = [*command, "serve", "--port", str(self.port)]
        self._environ = {
            **environ,
            "ARDENNES_DATABASE": str(database),
            "ARDENNES_TABLE_RATE": "100000",
            "ARDENNES_ADVICE_RATE": "100000",
            "ARDENNES_LOGIN_RATE": "100000",
            "ARDENNES_ACCOUNT_RATE": "100000",
            "ARDENNES_ROBOTS": "1",
        }
        self._log = database.with_suffix(".log")
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def log(self) -> str:
        """What the server has printed."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command, env=self._environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self._log.parent
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server did not start:\n{self.log}")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it; with SIGKILL, as if the machine had failed."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            raise RuntimeError(f"the server did not end:\n{self.log}") from None
        finally:
            self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "api/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """One API request, and its response."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def new_table(
        self,
        same_screen: bool = False,
        seed: str = "7",
        game: str = "bulge",
        scenario: str | None = None,
        position: Mapping[str, Any] | None = None,
        **seats: str,
    ) -> dict[str, Any]:
        """A new game, from a position if one is given: its tokens by role, under `links`, and the creator's own under `token`."""
        sides = next(one["sides"] for one in self.call("GET", "api/games") if one["id"] == game)
        chosen = {side["id"]: "human" for side in sides} | seats
        body = {"game": game, "scenario": scenario, "seats": chosen, "same_screen": same_screen, "seed": seed}
        if position is not None:
            body["position"] = json.dumps(position)
        made: dict[str, Any] = self.call("POST", "api/tables", body)
        return made

    def table(self, token: str) -> dict[str, Any]:
        """What the API says about a table."""
        found: dict[str, Any] = self.call("GET", "api/table", token=token)
        return found
