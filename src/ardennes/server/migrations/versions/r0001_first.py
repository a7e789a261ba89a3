"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make games, seats, entries, chat, accounts and sessions."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="accounts_pk"),
        sa.UniqueConstraint("name_key", name="accounts_name_key_key"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account_id", sa.Integer, nullable=False),
        sa.Column("expires", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="sessions_pk"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="sessions_account_id_fk", ondelete="CASCADE"),
    )
    op.create_index("sessions_account_id", "sessions", ["account_id"])
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("scenario", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("position", sa.Text),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("free_undo", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("updated", sa.Double, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("chats", sa.Integer, nullable=False),
        sa.Column("asked", sa.Text),
        sa.Column("asked_since", sa.Double, nullable=False),
        sa.Column("turn_text", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.PrimaryKeyConstraint("id", name="games_pk"),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.BigInteger, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account_id", sa.Integer),
        sa.Column("mail", sa.Text, nullable=False),
        sa.Column("notify", sa.Boolean, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Double),
        sa.Column("told_at", sa.Double),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("try_at", sa.Double),
        sa.PrimaryKeyConstraint("game_id", "role", name="seats_pk"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="seats_game_id_fk", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="seats_account_id_fk", ondelete="SET NULL"),
    )
    op.create_index("seats_account_id", "seats", ["account_id"])
    where = sa.text("notify")
    op.create_index("seats_notify", "seats", ["game_id"], sqlite_where=where, postgresql_where=where)
    op.create_table(
        "entries",
        sa.Column("game_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="entries_pk"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="entries_game_id_fk", ondelete="CASCADE"),
    )
    op.create_table(
        "chat",
        sa.Column("game_id", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="chat_pk"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="chat_game_id_fk", ondelete="CASCADE"),
    )
