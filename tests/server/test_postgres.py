"""The test run's own PostgreSQL stops when its users have ended, however they end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.machine import wait_until

ROOT = Path(__file__).parents[2]
USER = """
import sys, time
from pathlib import Path
from tests.postgres import shared_cluster
with shared_cluster(Path(sys.argv[1]), Path(sys.argv[2])) as cluster:
    print(cluster.port, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_the_server_is_shared_and_ends_with_its_last_user(
    tmp_path: Path, postgresql_programs: Path, end: signal.Signals
) -> None:
    command = [sys.executable, "-c", USER, str(tmp_path), str(postgresql_programs)]
    users = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for _ in range(2)
    ]
    ports = {user.stdout.readline() for user in users if user.stdout}
    assert len(ports) == 1
    _, folder, _ = json.loads((tmp_path / "postgres.json").read_text())
    users[0].send_signal(end)
    users[0].wait()
    time.sleep(0.3)
    assert (Path(folder) / "data" / "postmaster.pid").exists()
    users[1].send_signal(end)
    users[1].wait()
    wait_until(lambda: not Path(folder).exists(), "the server was not ended")
