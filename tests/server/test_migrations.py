from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from ardennes.core.errors import BadInput
from ardennes.server import migrations
from ardennes.server.database import Database
from ardennes.server.schema import metadata
from ardennes.server.store import StoredGame, load_game
from tests.server.shelf import CHOICE, a_game, use

NEXT = '''"""A step of a later version."""
import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade() -> None:
    {step}
'''
ADD = 'op.add_column("games", sa.Column("colour", sa.Text, nullable=False, server_default="green"))'
ANEW = f"""{ADD}
    with op.batch_alter_table("games", recreate="auto") as table:
        table.alter_column("turn_text", existing_type=sa.Text, nullable=True)"""


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Turns the program into a later version with one more migration step."""

    def change(step: str) -> None:
        folder = tmp_path / "later"
        shutil.copytree(migrations.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
        head = max(path.name[1:5] for path in (folder / "versions").glob("r*.py"))
        (folder / "versions" / "r9999_later.py").write_text(NEXT.format(head=head, step=step))
        monkeypatch.setattr(migrations, "FOLDER", folder)

    return change


def tables(conn: Connection) -> dict[str, Any]:
    """What the database itself says about its tables."""
    found = inspect(conn)
    return {
        table: (
            {column["name"]: (str(column["type"]), column["nullable"]) for column in found.get_columns(table)},
            sorted(found.get_pk_constraint(table)["constrained_columns"]),
            sorted(str(key["referred_table"]) + str(key["options"]) for key in found.get_foreign_keys(table)),
            sorted((str(index["name"]), tuple(index["column_names"])) for index in found.get_indexes(table)),
        )
        for table in found.get_table_names()
        if table != "alembic_version"
    }


def test_the_steps_lead_to_the_tables_of_the_program(database_url: str) -> None:
    async def work(database: Database) -> None:
        def differences(conn: Connection) -> list[Any]:
            context = MigrationContext.configure(conn, opts={"compare_type": True, "compare_server_default": True})
            return list(compare_metadata(context, metadata))

        assert await database.run(differences) == []
        migrated = await database.read(tables)

        def afresh(conn: Connection) -> None:
            metadata.drop_all(conn)
            metadata.create_all(conn)

        await database.run(afresh)
        assert await database.read(tables) == migrated

    use(database_url, work)


@pytest.mark.parametrize("step", [ADD, ANEW], ids=["add", "anew"])
def test_a_database_of_an_earlier_version_keeps_its_games(
    database_url: str, later: Callable[[str], None], step: str
) -> None:
    async def make(database: Database) -> StoredGame | None:
        return await database.read(load_game, (await a_game(database, entries=[CHOICE, CHOICE]))[0])

    async def look(database: Database) -> StoredGame | None:
        assert before is not None
        return await database.read(load_game, before.id)

    before = use(database_url, make)
    later(step)
    assert use(database_url, look) == before
    assert use(database_url, look) == before  # and nothing is left to do
    colours = use(
        database_url, lambda database: database.read(lambda conn: conn.execute(text("SELECT colour FROM games")).all())
    )
    assert [tuple(row) for row in colours] == [("green",)]


def test_a_step_that_fails_leaves_the_database_as_it_was(
    database_url: str, later: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = use(database_url, lambda database: database.read(tables))
    ours = migrations.FOLDER
    later(ADD + '; raise KeyError("half done")')
    with pytest.raises(KeyError):
        use(database_url, a_game)
    monkeypatch.setattr(migrations, "FOLDER", ours)
    assert use(database_url, lambda database: database.read(tables)) == before


def test_a_database_of_a_later_version_is_refused(
    database_url: str, later: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = migrations.FOLDER
    later(ADD)
    use(database_url, a_game)
    monkeypatch.setattr(migrations, "FOLDER", ours)
    with pytest.raises(BadInput, match="newer version"):
        use(database_url, a_game)


def test_processes_that_start_at_once_make_the_tables_together(database_url: str) -> None:
    command = [sys.executable, "-m", "tests.server.writer", database_url, "a", "0"]
    root = Path(__file__).parents[2]
    started = [subprocess.Popen(command, cwd=root, stderr=subprocess.PIPE) for _ in range(3)]
    for process in started:
        _, said = process.communicate()
        assert process.returncode == 0, said.decode()
    use(database_url, a_game)


def test_many_open_the_same_new_database_in_one_process(database_url: str) -> None:
    async def main() -> None:
        opened = await asyncio.gather(*(Database.open(database_url) for _ in range(6)))
        await asyncio.gather(*(a_game(database) for database in opened))
        for database in opened:
            await database.close()

    asyncio.run(main())
