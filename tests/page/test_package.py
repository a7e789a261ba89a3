"""The package as others get it: page and boards are in it, and it serves them without Node."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

from tests.browser.server import Server

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `pip wheel .` makes. The packages it is built with are those of this environment."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q"]
    options = ["--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder)]
    done = subprocess.run([*command, *options, str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_has_the_page_the_boards_and_the_migrations(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "ardennes/server/page/index.html" in names
    assert any(name.startswith("ardennes/server/page/assets/") and name.endswith(".js") for name in names)
    assert "ardennes/server/boards/bulge-light.svg.gz" in names
    assert "ardennes/server/boards/bulge-dark.webp" in names
    assert any(name.startswith("ardennes/server/migrations/versions/") for name in names)
    assert "ardennes/games/bulge/data/map.json" in names
    assert not any("node_modules" in name or name.startswith("web/") for name in names)
    assert wheel.stat().st_size < 15_000_000


def test_an_installed_wheel_serves_the_page_with_no_node_on_the_machine(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "clean"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python), "install", "-q"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    site = home / "lib" / version / "site-packages"
    # The libraries it depends on, from this environment; the project itself comes from the wheel, which stands first.
    others = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "libraries.pth").write_text(others + "\n", encoding="utf-8")
    where = subprocess.run(
        [str(python), "-c", "import ardennes; print(ardennes.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert where.stdout.startswith(str(home))
    environ = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PATH")}
    nowhere = tmp_path / "empty"
    nowhere.mkdir()
    with Server(tmp_path / "games.db", [str(home / "bin" / "ardennes")], environ | {"PATH": str(nowhere)}) as server:
        with urllib.request.urlopen(server.url) as answer:
            page = answer.read().decode("utf-8")
        assert '<div id="app">' in page
        with urllib.request.urlopen(server.url + "api/games") as answer:
            assert b'"bulge"' in answer.read()
