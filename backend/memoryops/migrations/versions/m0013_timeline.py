"""Timelines: entries of kinds that can be edited, pinned and removed, what they said before, images in their texts."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
CHANGE = sa.Enum("edited", "removed", "restored", native_enum=False, length=32)
ADDED: dict[str, sa.types.TypeEngine[Any]] = {
    "details": sa.JSON(),
    "edited_at": MOMENT,
    "edited_by": sa.Text(),
    "pinned_at": MOMENT,
    "pinned_by": sa.Text(),
    "removed_at": MOMENT,
    "removed_by": sa.Text(),
}


def upgrade() -> None:
    for name, kind in ADDED.items():
        op.add_column("timeline_entries", sa.Column(name, kind, nullable=True))
    op.add_column("timeline_entries", sa.Column("revision", sa.Integer(), nullable=False, server_default="1"))
    _create_versions()
    _create_images()


def downgrade() -> None:
    op.drop_table("timeline_images")
    op.drop_table("timeline_versions")
    for name in ("revision", *ADDED):
        op.drop_column("timeline_entries", name)


def _create_versions() -> None:
    op.create_table(
        "timeline_versions",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("entry_pk", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("change", CHANGE, nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("happened_at", MOMENT, nullable=False),
        sa.Column("details", sa.JSON(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["entry_pk"], ["timeline_entries.pk"], name=op.f("fk_timeline_versions_entry_pk")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_timeline_versions_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_timeline_versions")),
        sa.UniqueConstraint("entry_pk", "revision", name=op.f("uq_timeline_versions_entry_pk_revision")),
    )


def _create_images() -> None:
    op.create_table(
        "timeline_images",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("media_type", sa.String(length=16), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("added_by", sa.Text(), nullable=False),
        sa.Column("added_at", MOMENT, nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_timeline_images_incident_pk")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_timeline_images_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_timeline_images")),
        sa.UniqueConstraint("id", name=op.f("uq_timeline_images_id")),
        sa.UniqueConstraint("incident_pk", "digest", name=op.f("uq_timeline_images_incident_pk_digest")),
    )
