"""Both databases for the server tests: a SQLite file, and a database on a real PostgreSQL server started by the test run."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import need
from tests.postgres import Cluster, find_bin, shared_cluster


@pytest.fixture(scope="session")
def postgresql_programs() -> Path:
    """Where PostgreSQL's programs are. Without them tests are skipped, or fail if CI is set."""
    return Path(need(find_bin(), "PostgreSQL", "Debian: apt-get install postgresql"))


@pytest.fixture(scope="session")
def cluster(postgresql_programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The PostgreSQL server of this test run, shared by all its processes."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    with shared_cluster(base, postgresql_programs) as found:
        yield found


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite file that does not exist yet."""
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def postgresql_url(cluster: Cluster) -> Iterator[str]:
    """An empty database of a real PostgreSQL."""
    name = f"test_{secrets.token_hex(6)}"
    cluster.sql(f"CREATE DATABASE {name}")
    yield cluster.url(name)
    cluster.sql(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of either kind: a test that asks for it runs with both."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
