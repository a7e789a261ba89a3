"""The package in an empty environment: the wheel with each extra alone, on the oldest and the newest supported Python.

Only what the metadata ask for is installed, in the versions of requirements.lock, so that anything missing there is noticed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import pytest
import uv

from tests.browser.server import Server
from tests.machine import NOT_TESTED, need
from tests.page.conftest import ROOT, Built

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PROMISED = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
HERE = f"3.{sys.version_info.minor}"
OLDEST, NEWEST = PROMISED[0], PROMISED[-1]
PYTHONS = list(dict.fromkeys([OLDEST, HERE, NEWEST]))
LOCK = ["-c", str(ROOT / "requirements.lock")]

IMPORT_ALL = """
import importlib, pkgutil, sys, ardennes
for module in pkgutil.walk_packages(ardennes.__path__, "ardennes."):
    if not module.name.startswith(tuple(sys.argv[1:])):
        importlib.import_module(module.name)
"""
"""Imports every module except those of the named packages, whose extra is not installed."""


def python(version: str) -> str:
    """A Python of this version, or its number if none is found, so that uv downloads one if it can."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    tried = [sys.executable, shutil.which(f"python{version}"), *pyenv.glob(f"{version}.*/bin/python")]
    for path in tried:
        asked = [str(path), "-c", "import sys; print('3.%d' % sys.version_info.minor)"]
        if path and subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() == version:
            return str(path)
    return version


def run_uv(*args: str) -> None:
    """Run uv; without the package index there is nothing to test."""
    done = subprocess.run([uv.find_uv_bin(), *args], capture_output=True, text=True, check=False)
    if re.search("Failed to fetch|error sending request|dns error", done.stderr):
        need(None, "package index in reach", "PyPI, or the one that UV_DEFAULT_INDEX names")
    assert done.returncode == 0, done.stderr


class Home:
    """An empty environment with the package in it."""

    def __init__(self, folder: Path, version: str, wheel: Path, extra: str = "", how: Sequence[str] = LOCK) -> None:
        self.folder = folder
        self.bin = folder / "home" / "bin"
        found = python(version)
        made = subprocess.run(
            [uv.find_uv_bin(), "venv", "-q", "--python", found, str(self.bin.parent)], capture_output=True, check=False
        )
        if made.returncode != 0 and found == version:
            pytest.skip(f"{NOT_TESTED}: there is no Python {version} on this machine")
        assert made.returncode == 0, made.stderr.decode()
        wanted = f"{wheel}[{extra}]" if extra else str(wheel)
        run_uv("pip", "install", "-q", "--only-binary", ":all:", "--python", str(self.bin / "python"), wanted, *how)
        nowhere = folder / "nowhere"
        nowhere.mkdir()
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
        self.environ = kept | {"PATH": str(nowhere)}  # no Node, no other Python

    def run(self, *command: str, status: int = 0) -> str:
        """Run one of its programs; returns what it printed."""
        program = [str(self.bin / command[0]), *command[1:]]
        done = subprocess.run(program, cwd=self.folder, env=self.environ, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def serves(self) -> None:
        """Start the server, and look at the page and a new game."""
        with Server(self.folder / "games.db", [str(self.bin / "ardennes")], self.environ) as server:
            with urllib.request.urlopen(server.url) as answer:
                assert '<div id="app">' in answer.read().decode("utf-8")
            with urllib.request.urlopen(server.url + "api/games/bulge/boards/light.svg") as answer:
                assert answer.status == 200
            token = server.new_table(allied="greedy")["token"]
            assert server.table(token)["game"] == "bulge"


@pytest.mark.parametrize("version", PYTHONS)
def test_the_package_alone_plays_in_the_terminal(version: str, built: Built, tmp_path: Path) -> None:
    home = Home(tmp_path, version, built.wheel)
    assert home.run("ardennes", "--version") == f"ardennes {PROJECT['version']}\n"
    assert home.run("ardennes") == home.run("python", "-m", "ardennes", "--help")
    assert home.run("ardennes", "play", "bulge", "--german", "random", "--allied", "random", "--seed", "7")
    home.run("python", "-c", IMPORT_ALL, "ardennes.server", "ardennes.atlas")
    assert "ardennes[server]" in home.run("ardennes", "serve", status=2)
    assert "ardennes[atlas]" in home.run("ardennes", "map", "bulge", "-o", "bulge.svg", status=2)


@pytest.mark.parametrize("version", PYTHONS)
def test_the_extra_server_serves_the_page(version: str, built: Built, tmp_path: Path) -> None:
    home = Home(tmp_path, version, built.wheel, "server")
    home.run("python", "-c", IMPORT_ALL, "ardennes.atlas")
    home.serves()


def test_the_server_runs_with_the_oldest_libraries_that_are_allowed(built: Built, tmp_path: Path) -> None:
    oldest = ["--resolution", "lowest-direct", "-r", str(ROOT / "pyproject.toml"), "--extra", "server"]
    home = Home(tmp_path, OLDEST, built.wheel, "server", oldest)
    home.run("python", "-c", IMPORT_ALL, "ardennes.atlas")
    home.serves()


@pytest.mark.parametrize("version", PYTHONS)
def test_the_extra_atlas_draws_boards(version: str, built: Built, tmp_path: Path) -> None:
    home = Home(tmp_path, version, built.wheel, "atlas")
    home.run("python", "-c", IMPORT_ALL, "ardennes.server")
    home.run("ardennes", "map", "bulge", "-o", "bulge.png", "--width", "400")
    assert (tmp_path / "bulge.png").read_bytes().startswith(b"\x89PNG")


def test_a_users_bot_passes_mypy_strict_and_plays(built: Built, tmp_path: Path) -> None:
    home = Home(tmp_path, HERE, built.wheel)
    bot = str(shutil.copy(Path(__file__).with_name("bot.py"), tmp_path))
    checker = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(home.bin / "python"), bot]
    done = subprocess.run(checker, cwd=tmp_path, env=home.environ, capture_output=True, text=True, check=False)
    assert done.stdout == "Success: no issues found in 1 source file\n", done.stdout + done.stderr
    assert "Commander" in home.run("python", bot)
