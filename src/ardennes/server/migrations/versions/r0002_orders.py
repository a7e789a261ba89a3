"""Standing orders of a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A seat may have an order."""
    op.add_column("seats", sa.Column("orders", sa.Text))
