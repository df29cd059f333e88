"""Who else is on an incident, when its next update is due, and the runbook that applies."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

COLUMNS: dict[str, sa.types.TypeEngine[Any]] = {
    "comms": sa.Text(),
    "scribe": sa.Text(),
    "next_update_at": sa.DateTime(timezone=True),
    "runbook": sa.Text(),
}


def upgrade() -> None:
    for name, kind in COLUMNS.items():
        op.add_column("incidents", sa.Column(name, kind, nullable=True))


def downgrade() -> None:
    for name in reversed(COLUMNS):
        op.drop_column("incidents", name)
