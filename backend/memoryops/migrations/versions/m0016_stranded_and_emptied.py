"""Alerts that are somewhere for want of a better place are found by it; bodies of deliveries are not kept for ever."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

PROVISIONAL = "ix_alerts_provisional"
WHERE = sa.text("provisional_since IS NOT NULL")


def upgrade() -> None:
    op.add_column("alerts", sa.Column("provisional_since", sa.DateTime(timezone=True), nullable=True))
    op.create_index(PROVISIONAL, "alerts", ["workspace_id", "pk"], sqlite_where=WHERE, postgresql_where=WHERE)
    op.add_column("deliveries", sa.Column("body_removed_at", sa.DateTime(timezone=True), nullable=True))
    # What was in an incident that ended long ago pages nobody now.
    op.execute(
        "UPDATE alerts SET provisional_since = last_received_at WHERE reason LIKE '%once the limit allows.' "
        "AND incident_pk IN (SELECT pk FROM incidents WHERE status <> 'resolved' AND deleted_at IS NULL)"
    )


def downgrade() -> None:
    op.drop_column("deliveries", "body_removed_at")
    op.drop_index(PROVISIONAL, table_name="alerts")
    op.drop_column("alerts", "provisional_since")
