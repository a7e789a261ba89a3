"""Upgrades a database from any earlier version to this program's tables. Run at every start, also by several
processes at once: one does the work, the others wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text

from ardennes.core.errors import BadInput
from ardennes.server.schema import metadata

FOLDER = Path(__file__).parent
_LOCK = 0x61726465  # any number, the same in every version of the program


def upgrade(conn: Connection) -> None:
    """Bring the tables up to date. The connection is in a transaction; the caller commits: all steps are done, or none.

    On SQLite foreign keys must be off: it makes some changes by rebuilding a table, and dropping the old one must not delete rows that
    refer to it.
    """
    if conn.dialect.name == "postgresql":
        conn.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    scripts = ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER / "versions")])

    def steps(revision: Any, context: Any) -> Any:
        return scripts._upgrade_revs("head", revision)

    try:
        with EnvironmentContext(Config(), scripts, fn=steps, destination_rev="head") as environment:
            environment.configure(connection=conn, target_metadata=metadata, render_as_batch=True)
            environment.run_migrations()
    except CommandError as error:
        if "locate revision" not in str(error):
            raise
        raise BadInput("the database was made by a newer version of this program", where="ARDENNES_DATABASE") from None
    if conn.dialect.name == "sqlite" and conn.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise BadInput("the database is damaged: some rows refer to rows that are missing", where="ARDENNES_DATABASE")
