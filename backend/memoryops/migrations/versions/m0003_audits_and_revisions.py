"""Audits of memory, and every revision of a document as it was written."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

FIRST_KEPT = """
INSERT INTO memory_document_revisions
    (workspace_id, document_pk, revision, content_hash, text, tags, metadata, cause, written_at)
SELECT workspace_id, pk, revision, content_hash, NULLIF(text, ''), tags, document_metadata,
    'the revision at hand when revisions began to be kept', updated_at
FROM memory_documents
ORDER BY pk
"""


def upgrade() -> None:
    op.create_table(
        "memory_audits",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("bank_id", sa.String(length=128), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asked_by", sa.Text(), nullable=False),
        sa.Column("expected", sa.Integer(), nullable=False),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("pending", sa.Integer(), nullable=False),
        sa.Column("clean", sa.Boolean(), nullable=False),
        sa.Column("differences", sa.JSON(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_memory_audits_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_memory_audits")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "memory_document_revisions",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("metadata", sa.JSON(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_pk"], ["memory_documents.pk"], name=op.f("fk_memory_document_revisions_document_pk")
        ),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_memory_document_revisions_workspace_id")
        ),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_memory_document_revisions")),
    )
    with op.batch_alter_table("memory_document_revisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_memory_document_revisions_document_pk"), ["document_pk"], unique=False)
    op.execute(FIRST_KEPT)


def downgrade() -> None:
    op.drop_table("memory_document_revisions")
    op.drop_table("memory_audits")
