"""What people say of analyses and evidence is kept beside the investigations, which never change."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

STANDS = sa.text("ended_at IS NULL")


def upgrade() -> None:
    verdict = sa.Enum("helped", "did_not_help", "wrong", name="verdict", native_enum=False, length=32)
    op.create_table(
        "feedback",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("investigation_id", sa.String(length=40), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("target", sa.String(length=64), nullable=False),
        sa.Column("verdict", verdict, nullable=False),
        sa.Column("sentence", sa.Text(), nullable=True),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_feedback_incident_pk")),
        sa.ForeignKeyConstraint(["investigation_id"], ["investigations.id"], name=op.f("fk_feedback_investigation_id")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_feedback_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_feedback")),
    )
    op.create_index(
        "ix_feedback_standing",
        "feedback",
        ["investigation_id", "target", "by"],
        unique=True,
        sqlite_where=STANDS,
        postgresql_where=STANDS,
    )
    op.create_index("ix_feedback_workspace_target", "feedback", ["workspace_id", "target"], unique=False)
    op.create_index(op.f("ix_feedback_incident_pk"), "feedback", ["incident_pk"], unique=False)


def downgrade() -> None:
    op.drop_table("feedback")
