"""Incidents are found by id in their workspace: SQLite took an index by the workspace alone, and read all its rows."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INDEX = "ix_incidents_id"


def upgrade() -> None:
    op.drop_index(INDEX, table_name="incidents")
    op.create_index(INDEX, "incidents", ["id", "workspace_id"], unique=False)


def downgrade() -> None:
    op.drop_index(INDEX, table_name="incidents")
    op.create_index(INDEX, "incidents", ["id"], unique=False)
