"""Lets a build of the package bring the page and the pictures of the boards. All else about the package is in pyproject.toml."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

SOURCES = Path(__file__).parent / "src"


def build_page() -> None:
    """Build what is not up to date, by the same command that `make` uses."""
    path = os.pathsep.join([str(SOURCES), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "ardennes.server.build_page"]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False)
    if done.returncode != 0:
        sys.exit("ardennes: the page or the boards could not be built; the lines above say why")


class BuildWithPage(build_py):
    """Copies the package with a page that is up to date. An editable install leaves it to `make`."""

    def run(self) -> None:
        if not self.editable_mode:
            build_page()
            self.__dict__.pop("data_files", None)  # looked up again, now that the files are there
            for folder in ("page", "boards"):  # what an earlier build has left there
                shutil.rmtree(Path(self.build_lib, "ardennes", "server", folder), ignore_errors=True)
        super().run()


class SdistWithPage(sdist):
    """Packs the sources together with the built page, so that who installs from them needs no npm."""

    def run(self) -> None:
        build_page()
        super().run()


setup(cmdclass={"build_py": BuildWithPage, "sdist": SdistWithPage})
