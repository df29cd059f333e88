"""Each occurrence says whether it was where it is only for want of a better place; its reason is words for people."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    provisional: sa.Column[bool] = sa.Column("provisional", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("alert_occurrences", provisional)
    op.execute("UPDATE alert_occurrences SET provisional = true WHERE reason LIKE '%once the limit allows.'")


def downgrade() -> None:
    op.drop_column("alert_occurrences", "provisional")
