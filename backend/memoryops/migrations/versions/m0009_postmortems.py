"""Postmortems: one a resolved incident, its sections with every version, and comments."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

KEYS = (
    "overview", "impact", "contributing_factors", "detection", "response", "dead_ends",
    "went_well", "got_lucky", "surprised", "resolution_temporary", "resolution_lasting",
)  # fmt: skip
STATUSES = ("draft", "in_review", "published")
SOURCES = ("person", "template", "model")


def upgrade() -> None:
    _create_postmortems()
    _create_sections()
    _create_versions()
    _create_comments()


def downgrade() -> None:
    for table in ("postmortem_comments", "postmortem_versions", "postmortem_sections", "postmortems"):
        op.drop_table(table)


def _create_postmortems() -> None:
    op.create_table(
        "postmortems",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("incident_id", sa.String(length=24), nullable=False),
        sa.Column("status", _one_of(STATUSES), nullable=False),
        sa.Column("reached_for", sa.DateTime(timezone=True), nullable=True),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("reviewers", sa.JSON(), nullable=False),
        sa.Column("impact", sa.JSON(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_by", sa.Text(), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("published_revision", sa.Integer(), nullable=True),
        _workspace(),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_postmortems_incident_pk")),
        _of_workspace("postmortems"),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_postmortems")),
        sa.UniqueConstraint("incident_pk", name=op.f("uq_postmortems_incident_pk")),
    )
    op.create_index("ix_postmortems_workspace_incident", "postmortems", ["workspace_id", "incident_id"], unique=False)


def _create_sections() -> None:
    op.create_table(
        "postmortem_sections",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("postmortem_pk", sa.Integer(), nullable=False),
        sa.Column("key", _one_of(KEYS), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("proposal", sa.JSON(), nullable=True),
        _workspace(),
        sa.ForeignKeyConstraint(
            ["postmortem_pk"], ["postmortems.pk"], name=op.f("fk_postmortem_sections_postmortem_pk")
        ),
        _of_workspace("postmortem_sections"),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_postmortem_sections")),
        sa.UniqueConstraint("postmortem_pk", "key", name=op.f("uq_postmortem_sections_postmortem_pk_key")),
    )


def _create_versions() -> None:
    op.create_table(
        "postmortem_versions",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("section_pk", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("source", _one_of(SOURCES), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("citations", sa.JSON(), nullable=False),
        sa.Column("entries", sa.JSON(), nullable=False),
        sa.Column("drawn_from", sa.JSON(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("restored_from", sa.Integer(), nullable=True),
        _workspace(),
        sa.ForeignKeyConstraint(
            ["section_pk"], ["postmortem_sections.pk"], name=op.f("fk_postmortem_versions_section_pk")
        ),
        _of_workspace("postmortem_versions"),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_postmortem_versions")),
        sa.UniqueConstraint("section_pk", "revision", name=op.f("uq_postmortem_versions_section_pk_revision")),
    )


def _create_comments() -> None:
    op.create_table(
        "postmortem_comments",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("postmortem_pk", sa.Integer(), nullable=False),
        sa.Column("key", _one_of(KEYS), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_by", sa.Text(), nullable=True),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        _workspace(),
        sa.ForeignKeyConstraint(
            ["postmortem_pk"], ["postmortems.pk"], name=op.f("fk_postmortem_comments_postmortem_pk")
        ),
        _of_workspace("postmortem_comments"),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_postmortem_comments")),
    )
    op.create_index("ix_postmortem_comments_postmortem_pk", "postmortem_comments", ["postmortem_pk"], unique=False)


def _workspace() -> sa.Column[str]:
    return sa.Column("workspace_id", sa.String(length=64), nullable=False)


def _of_workspace(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f(f"fk_{table}_workspace_id"))


def _one_of(values: tuple[str, ...]) -> sa.Enum:
    return sa.Enum(*values, native_enum=False, length=32)
