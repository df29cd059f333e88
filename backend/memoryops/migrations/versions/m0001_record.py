"""The record, the ledger, investigations and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "workspaces",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("next_incident_number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workspaces")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("incident_id", sa.String(length=24), nullable=True),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_events_workspace_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("events", schema=None) as batch_op:
        batch_op.create_index("ix_events_workspace_id_id", ["workspace_id", "id"], unique=False)

    op.create_table(
        "incidents",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("service", sa.Text(), nullable=False),
        sa.Column(
            "severity",
            sa.Enum("sev1", "sev2", "sev3", "sev4", name="severity", native_enum=False, length=32),
            nullable=False,
        ),
        sa.Column(
            "status",
            sa.Enum(
                "triage",
                "investigating",
                "identified",
                "monitoring",
                "resolved",
                name="status",
                native_enum=False,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("environment", sa.Text(), nullable=True),
        sa.Column("version", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("symptoms", sa.Text(), nullable=True),
        sa.Column("commander", sa.Text(), nullable=True),
        sa.Column("declared_by", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("declared_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("root_cause", sa.Text(), nullable=True),
        sa.Column("resolution", sa.Text(), nullable=True),
        sa.Column("ineffective_actions", sa.Text(), nullable=True),
        sa.Column("postmortem", sa.Text(), nullable=True),
        sa.Column(
            "outcome",
            sa.Enum(
                "fixed", "mitigated", "self_recovered", "false_alarm", name="outcome", native_enum=False, length=32
            ),
            nullable=True,
        ),
        sa.Column("resolved_by", sa.Text(), nullable=True),
        sa.Column("same_as", sa.String(length=24), nullable=True),
        sa.Column("fingerprint", sa.String(length=80), nullable=True),
        sa.Column("sample", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_incidents_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_incidents")),
        sa.UniqueConstraint("workspace_id", "number", name=op.f("uq_incidents_workspace_id_number")),
    )
    with op.batch_alter_table("incidents", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_incidents_id"), ["id"], unique=False)
        batch_op.create_index("ix_incidents_workspace_fingerprint", ["workspace_id", "fingerprint"], unique=False)
        batch_op.create_index(
            "ix_incidents_workspace_status_number", ["workspace_id", "status", "number"], unique=False
        )

    op.create_table(
        "memory_documents",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("document_id", sa.String(length=64), nullable=False),
        sa.Column("wanted", sa.Boolean(), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "none",
                "queued",
                "retaining",
                "retained",
                "ready",
                "failed",
                "withdrawing",
                "withdrawn",
                name="documentstate",
                native_enum=False,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("reason", sa.String(length=64), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("content_hash", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("probe", sa.Text(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("document_metadata", sa.JSON(), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("retained_revision", sa.Integer(), nullable=True),
        sa.Column("ready_revision", sa.Integer(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("retained_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lease_owner", sa.String(length=64), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_for", sa.String(length=32), nullable=True),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("forgotten_by", sa.Text(), nullable=True),
        sa.Column("probe_trace", sa.JSON(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_memory_documents_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_memory_documents")),
        sa.UniqueConstraint("workspace_id", "document_id", name=op.f("uq_memory_documents_workspace_id_document_id")),
    )
    with op.batch_alter_table("memory_documents", schema=None) as batch_op:
        batch_op.create_index("ix_memory_documents_due", ["state", "next_attempt_at"], unique=False)

    op.create_table(
        "investigations",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("incident_id", sa.String(length=24), nullable=False),
        sa.Column(
            "state",
            sa.Enum(
                "queued", "running", "completed", "interrupted", name="investigationstate", native_enum=False, length=32
            ),
            nullable=False,
        ),
        sa.Column("started_by", sa.Text(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("completed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_owner", sa.String(length=64), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("evidence", sa.JSON(), nullable=True),
        sa.Column("analysis", sa.JSON(), nullable=True),
        sa.Column("trace", sa.JSON(), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_investigations_incident_pk")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_investigations_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_investigations")),
        sa.UniqueConstraint("id", name=op.f("uq_investigations_id")),
    )
    with op.batch_alter_table("investigations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_investigations_incident_pk"), ["incident_pk"], unique=False)
        batch_op.create_index(batch_op.f("ix_investigations_state"), ["state"], unique=False)

    op.create_table(
        "memory_transitions",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("document_pk", sa.Integer(), nullable=False),
        sa.Column(
            "from_state",
            sa.Enum(
                "none",
                "queued",
                "retaining",
                "retained",
                "ready",
                "failed",
                "withdrawing",
                "withdrawn",
                name="documentstate",
                native_enum=False,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column(
            "to_state",
            sa.Enum(
                "none",
                "queued",
                "retaining",
                "retained",
                "ready",
                "failed",
                "withdrawing",
                "withdrawn",
                name="documentstate",
                native_enum=False,
                length=32,
            ),
            nullable=False,
        ),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_pk"], ["memory_documents.pk"], name=op.f("fk_memory_transitions_document_pk")
        ),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_memory_transitions_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_memory_transitions")),
    )
    with op.batch_alter_table("memory_transitions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_memory_transitions_document_pk"), ["document_pk"], unique=False)

    op.create_table(
        "timeline_entries",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("happened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recorded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("changes", sa.JSON(), nullable=True),
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["incident_pk"], ["incidents.pk"], name=op.f("fk_timeline_entries_incident_pk")),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f("fk_timeline_entries_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_timeline_entries")),
    )
    with op.batch_alter_table("timeline_entries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_timeline_entries_incident_pk"), ["incident_pk"], unique=False)

    create_search_index()


SEARCHED = ("title", "error", "symptoms", "root_cause", "resolution")


def create_search_index() -> None:
    """FTS5 kept current by triggers on SQLite; a GIN index over the searched expression on Postgres."""
    columns = ", ".join(SEARCHED)
    if op.get_bind().dialect.name == "postgresql":
        text = " || ' ' || ".join(f"coalesce({name}, '')" for name in SEARCHED)
        op.execute(f"CREATE INDEX ix_incidents_search ON incidents USING gin (to_tsvector('simple', {text}))")
        return
    op.execute(
        f"CREATE VIRTUAL TABLE incidents_search USING fts5({columns}, content='incidents', content_rowid='pk', "
        "tokenize='unicode61 remove_diacritics 2')"
    )
    new = ", ".join(f"new.{name}" for name in SEARCHED)
    old = ", ".join(f"old.{name}" for name in SEARCHED)
    insert = f"INSERT INTO incidents_search(rowid, {columns}) VALUES (new.pk, {new});"
    remove = f"INSERT INTO incidents_search(incidents_search, rowid, {columns}) VALUES ('delete', old.pk, {old});"
    op.execute(f"CREATE TRIGGER incidents_search_insert AFTER INSERT ON incidents BEGIN {insert} END")
    op.execute(f"CREATE TRIGGER incidents_search_delete AFTER DELETE ON incidents BEGIN {remove} END")
    op.execute(
        f"CREATE TRIGGER incidents_search_update AFTER UPDATE OF {columns} ON incidents BEGIN {remove} {insert} END"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.drop_table("incidents_search")
    for table in (
        "timeline_entries",
        "memory_transitions",
        "investigations",
        "memory_documents",
        "incidents",
        "events",
        "workspaces",
    ):
        op.drop_table(table)
