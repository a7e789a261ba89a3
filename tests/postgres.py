"""A private PostgreSQL server for the tests: a real one, in a temporary folder, shared by all processes of a test run.

Each process that uses it holds a shared lock on a file. A guardian process, which ignores Ctrl-C, waits until that lock is free because
the last of them has ended, for whatever reason; then it stops the server and removes the folder.
"""

from __future__ import annotations

import fcntl
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.machine import PATIENCE, free_port

USER = "postgres"
"""PostgreSQL refuses to run as root; it then runs as this user, which Debian's package creates."""


def find_bin() -> str | None:
    """The newest installed PostgreSQL server's folder of programs, or None."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found and (initdb := shutil.which("initdb")):
        found = [Path(initdb).resolve().parent]
    found = [path for path in found if os.geteuid() or _user()]
    newest = max(found, key=lambda path: (len(path.parts[-2]), path.parts[-2]), default=None)
    return None if newest is None else str(newest)


def _user() -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(USER)
    except KeyError:
        return None


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL server of our own: where its files are, and the port on the loopback address."""

    programs: Path
    folder: Path
    port: int

    @classmethod
    def make(cls, programs: Path, *, fsync: bool = False) -> Cluster:
        """Make the files of a server. It is not started yet."""
        folder = Path(tempfile.mkdtemp(prefix="ardennes-pg-"))
        user = _user() if os.geteuid() == 0 else None
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        cluster = cls(programs, folder, free_port())
        try:
            cluster._fill(fsync)
        except BaseException:
            cluster.remove()
            raise
        return cluster

    def _fill(self, fsync: bool) -> None:
        data = self.folder / "data"
        self._call("initdb", "--no-sync", "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C")
        settings = {
            "listen_addresses": "'127.0.0.1'",
            "port": self.port,
            "unix_socket_directories": f"'{self.folder}'",
            "fsync": "on" if fsync else "off",
            "full_page_writes": "on" if fsync else "off",
            "max_connections": 200,
            "shared_buffers": "'32MB'",
            "logging_collector": "off",
        }
        with (data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in settings.items())

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._call(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", str(self.folder / "log"), "-w", "-t", "120", "start"
        )

    def stop(self) -> None:
        """End the server at once."""
        self._call("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "-t", "120", "stop", check=False)

    def kill(self) -> None:
        """End all processes of the server without warning, as a power cut would."""
        server = psutil.Process(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]))
        parts = [server, *server.children(recursive=True)]
        for part in parts:
            with suppress(psutil.NoSuchProcess):
                part.kill()
        while any(part.is_running() and part.status() != psutil.STATUS_ZOMBIE for part in parts):
            time.sleep(0.01)
        # They may name a zombie process.
        (self.folder / "data" / "postmaster.pid").unlink()
        (self.folder / f".s.PGSQL.{self.port}.lock").unlink()

    def remove(self) -> None:
        """End the server and delete its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{database}"

    def sql(self, statement: str) -> None:
        """Run a statement on the server, with its own client."""
        server = ["-h", str(self.folder), "-p", str(self.port), "-U", USER, "-d", "postgres"]
        self._call("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", *server, "-c", statement)

    def hang_up(self, database: str) -> None:
        """End all connections to a database, and wait until they have ended."""
        end = f"pg_terminate_backend(pid, {PATIENCE * 1000:.0f})"
        self.sql(f"SELECT {end} FROM pg_stat_activity WHERE datname = '{database}'")

    def _call(self, program: str, *arguments: str, check: bool = True) -> None:
        root = os.geteuid() == 0
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            # What the server inherits must not keep the caller's pipes open.
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE,
            stderr=subprocess.DEVNULL if program == "pg_ctl" else subprocess.STDOUT,
            cwd=self.folder,
            user=USER if root else None,
            group=USER if root else None,
            extra_groups=[] if root else None,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
            timeout=2 * PATIENCE,
        )
        if check and done.returncode:
            log = self.folder / "log"
            said = done.stdout.decode() if done.stdout else log.read_text() if log.exists() else ""
            raise RuntimeError(f"{program} failed ({done.returncode}): {said[-2000:]}")


@contextmanager
def shared_cluster(base: Path, programs: Path) -> Iterator[Cluster]:
    """The server shared by everyone who names the same folder. It stops when the last of them has ended."""
    with (base / "postgres.users").open("a") as users:
        with _locked(base / "postgres.start"):
            fcntl.flock(
                users, fcntl.LOCK_SH
            )  # the guardian, if it was just about to end the server, has ended it before this
            state = base / "postgres.json"
            if not state.exists():
                cluster = Cluster.make(programs)
                state.write_text(json.dumps([str(cluster.programs), str(cluster.folder), cluster.port]))
                _guard(base)
                cluster.start()
            where, folder, port = json.loads(state.read_text())
        yield Cluster(Path(where), Path(folder), port)


def _guard(base: Path) -> None:
    quiet = subprocess.DEVNULL
    command = [sys.executable, "-m", "tests.postgres", str(base)]
    root = Path(__file__).parents[1]
    subprocess.Popen(command, start_new_session=True, stdin=quiet, stdout=quiet, stderr=quiet, cwd=root)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def guardian(base: Path) -> None:
    """Wait until nobody uses the server of this folder, then end it."""
    while True:
        with (base / "postgres.users").open("a") as users:
            fcntl.flock(users, fcntl.LOCK_EX)  # waits as long as anyone holds it
        with _locked(base / "postgres.start"), (base / "postgres.users").open("a") as users:
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:  # somebody came meanwhile
                continue
            state = base / "postgres.json"
            programs, folder, port = json.loads(state.read_text())
            state.unlink()
            Cluster(Path(programs), Path(folder), port).remove()
            return


if __name__ == "__main__":
    guardian(Path(sys.argv[1]))
