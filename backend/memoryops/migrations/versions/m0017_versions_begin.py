"""A version of a postmortem's section knows when it was begun: what one person saves within minutes is one version."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("postmortem_versions", sa.Column("began_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("postmortem_versions", "began_at")
