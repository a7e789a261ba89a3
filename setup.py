"""What pyproject.toml cannot say about the package: it brings the page and the pictures of the boards, and the links of its readme work
outside the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
SOURCES = ROOT / "src"
TOOLS = {("ardennes.server", "build_page"), ("ardennes.atlas", "pictures")}
"""Modules that build what the package brings. They need the repository around them: nobody has a use for them once it is installed."""
RELATIVE_LINK = re.compile(r"(!?)(\[[^\]]*\]\()(?!#|[a-z]+:)")
"""Up to where the address begins, in Markdown; a picture has an exclamation mark before it."""


def readme() -> str:
    """README.md as the package index shows it: links and pictures lead to the repository, as it was at this release."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    source, tag = project["urls"]["Source"], f"v{project['version']}"

    def absolute(link: re.Match[str]) -> str:
        return f"{link[1]}{link[2]}{source}/{'raw' if link[1] else 'blob'}/{tag}/"

    return RELATIVE_LINK.sub(absolute, (ROOT / "README.md").read_text(encoding="utf-8"))


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

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        return [found for found in super().find_package_modules(package, package_dir) if found[:2] not in TOOLS]


class SdistWithPage(sdist):
    """Packs the sources together with the built page, so that nobody needs npm to install from them."""

    def run(self) -> None:
        build_page()
        (SOURCES / "ardennes.egg-info" / "SOURCES.txt").unlink(missing_ok=True)  # an earlier list would be added to
        super().run()


setup(
    long_description=readme(),
    long_description_content_type="text/markdown",
    cmdclass={"build_py": BuildWithPage, "sdist": SdistWithPage},
)
