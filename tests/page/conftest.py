"""What is published, built once for all tests, in whichever process they run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Built:
    """The files that would be uploaded, and what the build said."""

    sdist: Path
    wheel: Path
    log: str


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist of the repository and the wheel of that sdist, as `python -m build` makes them, but with the tools of this environment."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # which all processes of this run share
    folder /= "published"
    folder.mkdir(exist_ok=True)
    log = folder / "log.txt"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not log.exists():
            said = _build("sdist", ROOT, folder)
            (sdist,) = folder.glob("*.tar.gz")
            shutil.unpack_archive(sdist, folder)
            said += _build("wheel", folder / sdist.name.removesuffix(".tar.gz"), folder)
            log.write_text(said, encoding="utf-8")
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Built(sdist, wheel, log.read_text(encoding="utf-8"))


def _build(what: str, source: Path, folder: Path) -> str:
    """Build one of the two; returns what was printed."""
    hook = f"import sys; from setuptools import build_meta; build_meta.build_{what}(sys.argv[1])"
    environ = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    done = subprocess.run(
        [sys.executable, "-c", hook, str(folder)], cwd=source, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
