"""What users get: both packages contain everything they should and nothing else, and their metadata are correct."""

from __future__ import annotations

import email
import re
import subprocess
import tarfile
import tomllib
import zipfile
from email.message import Message

import pytest

from tests.page.conftest import ROOT, Built

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def names(built: Built) -> set[str]:
    """The files of the wheel."""
    return set(zipfile.ZipFile(built.wheel).namelist())


@pytest.fixture(scope="module")
def metadata(built: Built) -> Message:
    """What the package index reads; the payload is the description."""
    inside = f"ardennes-{PROJECT['version']}.dist-info/METADATA"
    return email.message_from_string(zipfile.ZipFile(built.wheel).read(inside).decode("utf-8"))


def test_the_wheel_has_the_page_the_boards_the_data_and_the_types(built: Built, names: set[str]) -> None:
    assert "ardennes/server/page/index.html" in names
    assert any(name.startswith("ardennes/server/page/assets/") and name.endswith(".js") for name in names)
    assert "ardennes/server/boards/bulge-light.svg.gz" in names
    assert "ardennes/server/boards/bulge-dark.webp" in names
    assert any(name.startswith("ardennes/server/migrations/versions/") for name in names)
    assert "ardennes/py.typed" in names
    tracked = (ROOT / "src" / "ardennes").glob("*/**/data/**/*")
    data = {path.relative_to(ROOT / "src").as_posix() for path in tracked if path.is_file()}
    assert "ardennes/games/bulge/data/map.json" in data
    assert data - names == set()
    assert built.wheel.stat().st_size < 15_000_000


def test_the_wheel_has_nothing_that_only_a_build_or_a_test_needs(names: set[str]) -> None:
    assert {name.split("/")[0] for name in names} == {"ardennes", f"ardennes-{PROJECT['version']}.dist-info"}
    assert not any("node_modules" in name or "__pycache__" in name for name in names)
    assert not {"ardennes/server/build_page.py", "ardennes/atlas/pictures.py"} & names


def test_the_sdist_has_everything_under_version_control(built: Built) -> None:
    asked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if asked.returncode != 0:
        pytest.skip("this is no repository")
    ours = {name for name in asked.stdout.split("\0") if name and (ROOT / name).is_file()}
    assert {"CHANGELOG.md", "docs/design.md", "tests/page/test_package.py", "web/package.json"} <= ours
    with tarfile.open(built.sdist) as packed:
        inside = {member.name.partition("/")[2] for member in packed.getmembers() if member.isfile()}
    assert ours - inside == set()
    assert "src/ardennes/server/page/index.html" in inside
    assert not any("node_modules/" in name or "__pycache__" in name for name in inside)


def test_the_build_gives_no_warnings(built: Built) -> None:
    assert [line for line in built.log.splitlines() if "warning:" in line.lower()] == []


def test_the_metadata_have_the_projects_address(metadata: Message) -> None:
    urls = dict(str(line).split(", ") for line in metadata.get_all("Project-URL", []))
    assert set(urls) == {"Source", "Documentation", "Changelog", "Issues"}
    assert all(url.startswith(urls["Source"]) for url in urls.values())


def test_links_and_pictures_of_the_description_are_absolute_and_lead_to_files(metadata: Message) -> None:
    text = metadata.get_payload()
    assert isinstance(text, str)
    links = re.findall(r"\]\(([^)]*)\)", text) + re.findall(r"(?:src|href)=[\"']([^\"']*)", text)
    relative = [link for link in links if not link.startswith(("https://", "#"))]
    assert relative == []
    ours = re.compile(rf"{re.escape(PROJECT['urls']['Source'])}/(raw|blob)/v{re.escape(PROJECT['version'])}/([^#]+)")
    found = [match for link in links if (match := ours.match(link))]
    assert [match[2] for match in found if not (ROOT / match[2]).exists()] == []
    pictures = {match[2] for match in found if match[1] == "raw"}
    assert "docs/app/board.webp" in pictures
    assert not any(name.endswith(".md") for name in pictures)


def test_the_licence_expression_names_every_licence(metadata: Message) -> None:
    spdx = {
        "Apache 2.0": "Apache-2.0",
        "CC BY 4.0": "CC-BY-4.0",
        "LGPL 3.0 or later": "LGPL-3.0-or-later",
        "ODbL 1.0": "ODbL-1.0",
    }
    table = (ROOT / "src" / "ardennes" / "atlas" / "data" / "README.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| `[^|]*\|[^|]*\| ([^|(]*?) (?:\(|\|)", table, re.MULTILINE)
    assert len(cells) >= 11
    page = (ROOT / "src" / "ardennes" / "server" / "page" / "licenses.md").read_text(encoding="utf-8")
    needed = {spdx[cell] for cell in cells} | set(re.findall(r"^## .* \((.*)\)$", page, re.MULTILINE)) | {"OFL-1.1"}
    assert set(metadata["License-Expression"].split(" AND ")) == needed
    brought = [str(name) for name in metadata.get_all("License-File", [])]
    assert {"LICENSE", "NOTICE"} <= set(brought) and len([name for name in brought if "OFL" in name]) == 2
