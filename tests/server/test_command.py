"""`ardennes serve` as a command: how it starts, what it prints, how it ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import httpx
import pytest

from ardennes.core.errors import BadInput
from ardennes.server import command
from ardennes.server.command import NEEDED, listen, page_url
from tests.machine import PATIENCE, free_port

ROOT = Path(__file__).parents[2]
MAIN = "import sys; from ardennes.cli import main; sys.exit(main())"


def _serve(*args: str, code: str = MAIN) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, "serve", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_prints_its_address_serves_and_ends_in_order(tmp_path: Path, how: signal.Signals) -> None:
    port = free_port()
    process = _serve("--port", str(port), "--database", str(tmp_path / "games.db"))
    assert process.stdout is not None
    url = process.stdout.readline().strip()
    assert url == f"http://127.0.0.1:{port}/"
    assert httpx.get(url + "api/health", timeout=PATIENCE).json()["ok"]
    process.send_signal(how)
    assert process.wait(PATIENCE) == 0
    assert process.stderr is not None and "Traceback" not in process.stderr.read()
    listen("127.0.0.1", port).close()  # the port can be used again at once


def test_a_taken_port_is_reported_or_skipped() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"port {port} of 127.0.0.1 is taken"):
            listen("127.0.0.1", port)


def test_by_default_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(command, "PORT", taken.getsockname()[1])
        with listen("127.0.0.1", None) as sock:
            assert sock.getsockname()[1] != taken.getsockname()[1]
            assert page_url(sock).startswith("http://127.0.0.1:")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--port", "70000"), "not a port"),
        (("--port", "x"), "port"),
        (("--host", "no.such.host.invalid"), "no address"),
        (("--database", "mysql://x"), "postgresql"),
        (("--database", "postgresql://127.0.0.1:1/x"), "PostgreSQL"),
        (("--database", "/no/such/folder/games.db"), "there is no folder /no/such/folder"),
        (("--database", "/proc/games.db"), "the database cannot be opened"),
    ],
)
def test_errors_are_one_line(args: tuple[str, ...], said: str) -> None:
    process = _serve(*(() if "--port" in args else ("--port", "0")), *args)
    out, err = process.communicate(timeout=PATIENCE)
    lines = [line for line in err.splitlines() if "page is not built" not in line]
    assert process.returncode == 2 and not out
    assert len(lines) == 1 and said in lines[0], err


def test_without_the_extra_one_line_says_what_to_install() -> None:
    hide = "import sys; sys.modules['fastapi'] = None\n"
    code = (
        "import importlib.util as u; real = u.find_spec\n"
        "u.find_spec = lambda name, *a: None if name == 'fastapi' else real(name, *a)\n" + MAIN.replace("; ", "\n")
    )
    process = _serve("--port", "0", code=hide + code)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.strip() == "ardennes: the server needs more packages: pip install 'ardennes[server]'"


def test_what_is_looked_for_is_what_the_extra_brings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    brought = {line.split(">")[0].split("=")[0].lower() for line in project["optional-dependencies"]["server"]}
    names = {"argon2": "argon2-cffi", "sqlalchemy": "sqlalchemy[asyncio]", "greenlet": "sqlalchemy[asyncio]"}
    assert {names.get(name, name) for name in NEEDED} | {"uvloop"} == brought


def test_a_server_that_was_killed_starts_again_with_its_games(tmp_path: Path) -> None:
    database = str(tmp_path / "games.db")
    token = ""
    for _ in range(2):
        process = _serve("--port", "0", "--database", database)
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        try:
            if not token:
                token = httpx.post(url + "api/tables", json={"game": "bulge"}, timeout=PATIENCE).json()["token"]
            headers = {"Authorization": f"Bearer {token}"}
            assert httpx.get(url + "api/table", headers=headers, timeout=PATIENCE).status_code == 200
        finally:
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
