"""Alerts: what each is, how often it occurred, what told it, and the rules that route it."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_routing_rules_workspace_position": ("routing_rules", ["workspace_id", "position"]),
    "ix_alert_incidents_workspace_declared": ("alert_incidents", ["workspace_id", "declared_at"]),
    "ix_alert_incidents_workspace_group": ("alert_incidents", ["workspace_id", "group_key", "pk"]),
    "ix_alerts_incident_pk": ("alerts", ["incident_pk"]),
    "ix_alerts_workspace_current": ("alerts", ["workspace_id", "current_pk"]),
    "ix_alerts_workspace_service": ("alerts", ["workspace_id", "service", "current_pk"]),
    "ix_alerts_workspace_severity": ("alerts", ["workspace_id", "severity", "current_pk"]),
    "ix_alerts_workspace_source": ("alerts", ["workspace_id", "source", "current_pk"]),
    "ix_alerts_workspace_status": ("alerts", ["workspace_id", "status", "current_pk"]),
    "ix_alert_occurrences_incident_open": ("alert_occurrences", ["incident_pk", "open"]),
    "ix_alert_occurrences_incident_alert": ("alert_occurrences", ["incident_pk", "alert_pk", "began_at", "open"]),
    "ix_alert_occurrences_workspace_began": ("alert_occurrences", ["workspace_id", "began_at"]),
    "ix_alert_occurrences_workspace_service_began": ("alert_occurrences", ["workspace_id", "service", "began_at"]),
    "ix_alert_tellings_alert": ("alert_tellings", ["alert_pk", "pk"]),
    "ix_incidents_workspace_service_status": ("incidents", ["workspace_id", "service", "status", "number"]),
}

SEARCHED = ("title", "service", "fingerprint", "error")
TEXT = " || ' ' || ".join(f"coalesce({name}, '')" for name in SEARCHED)
PLAIN = rf"""translate(
    regexp_replace(pg_catalog.normalize({TEXT}, 'NFD'), '[\u0300-\u036f]', '', 'g'),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{{|}}~', repeat(' ', 32))"""


def upgrade() -> None:
    _create_routing()
    _create_alerts()
    _create_what_was_told()
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns, unique=False)
    _create_search()


def _create_routing() -> None:
    op.create_table(
        "routing_rules",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("match", sa.JSON(), nullable=False),
        sa.Column("action", sa.String(length=16), nullable=False),
        sa.Column("declare_as", _status(), nullable=False),
        sa.Column("severity", _severity(), nullable=True),
        sa.Column("group_labels", sa.JSON(), nullable=False),
        sa.Column("window_minutes", sa.Integer(), nullable=False),
        sa.Column("limit_per_minute", sa.Integer(), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_by", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        *_owned("routing_rules"),
    )
    op.create_table(
        "alert_incidents",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("incident_pk", sa.Integer(), nullable=False),
        sa.Column("incident_id", sa.String(length=24), nullable=False),
        sa.Column("group_key", sa.String(length=80), nullable=True),
        sa.Column("rule_pk", sa.Integer(), nullable=True),
        sa.Column("declared_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_alert_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("recurrence_of", sa.String(length=24), nullable=True),
        sa.Column("told_pk", sa.Integer(), nullable=True),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=True),
        _points_to("alert_incidents", "incident_pk", "incidents"),
        _points_to("alert_incidents", "rule_pk", "routing_rules"),
        *_owned("alert_incidents"),
        sa.UniqueConstraint("incident_pk", name=op.f("uq_alert_incidents_incident_pk")),
    )


def _create_alerts() -> None:
    op.create_table(
        "alerts",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("scope", sa.Integer(), nullable=False),
        sa.Column("fingerprint", sa.String(length=255), nullable=False),
        sa.Column("integration_pk", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", _alert_status(), nullable=False),
        sa.Column("severity", _severity(), nullable=True),
        sa.Column("severity_raw", sa.Text(), nullable=True),
        sa.Column("service", sa.Text(), nullable=True),
        sa.Column("environment", sa.Text(), nullable=True),
        sa.Column("version", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("labels", sa.JSON(), nullable=False),
        sa.Column("links", sa.JSON(), nullable=False),
        sa.Column("notes", sa.JSON(), nullable=False),
        sa.Column("content_order", sa.String(length=80), nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("occurrences", sa.Integer(), nullable=False),
        sa.Column("duplicates", sa.Integer(), nullable=False),
        sa.Column("received", sa.Integer(), nullable=False),
        sa.Column("first_received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_delivery_pk", sa.Integer(), nullable=False),
        sa.Column("current_pk", sa.Integer(), nullable=True),
        sa.Column("incident_pk", sa.Integer(), nullable=True),
        sa.Column("incident_id", sa.String(length=24), nullable=True),
        sa.Column("decision", sa.String(length=16), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.Column("settled", sa.JSON(), nullable=False),
        _points_to("alerts", "incident_pk", "incidents"),
        _points_to("alerts", "integration_pk", "integrations"),
        _points_to("alerts", "last_delivery_pk", "deliveries"),
        *_owned("alerts"),
        sa.UniqueConstraint(
            "workspace_id",
            "source",
            "scope",
            "fingerprint",
            name=op.f("uq_alerts_workspace_id_source_scope_fingerprint"),
        ),
    )


def _create_what_was_told() -> None:
    op.create_table(
        "alert_occurrences",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("alert_pk", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=64), nullable=False),
        sa.Column("service", sa.Text(), nullable=True),
        sa.Column("severity", _severity(), nullable=True),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("acknowledged_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fired", sa.Boolean(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("acted_on_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("incident_pk", sa.Integer(), nullable=True),
        sa.Column("incident_id", sa.String(length=24), nullable=True),
        sa.Column("group_key", sa.String(length=80), nullable=True),
        sa.Column("decision", sa.String(length=16), nullable=True),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        _points_to("alert_occurrences", "alert_pk", "alerts"),
        _points_to("alert_occurrences", "incident_pk", "incidents"),
        *_owned("alert_occurrences"),
        sa.UniqueConstraint("alert_pk", "began_at", name=op.f("uq_alert_occurrences_alert_pk_began_at")),
    )
    op.create_table(
        "alert_tellings",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("delivery_pk", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("alert_pk", sa.Integer(), nullable=False),
        sa.Column("status", _alert_status(), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _points_to("alert_tellings", "alert_pk", "alerts"),
        _points_to("alert_tellings", "delivery_pk", "deliveries"),
        *_owned("alert_tellings"),
        sa.UniqueConstraint(
            "delivery_pk", "place", "alert_pk", name=op.f("uq_alert_tellings_delivery_pk_place_alert_pk")
        ),
    )


def _create_search() -> None:
    """FTS5 kept current by triggers on SQLite; a GIN index over the searched expression on Postgres."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"CREATE INDEX ix_alerts_search ON alerts USING gin (to_tsvector('simple', {PLAIN}))")
        return
    columns = ", ".join(SEARCHED)
    op.execute(
        f"CREATE VIRTUAL TABLE alerts_search USING fts5({columns}, content='alerts', content_rowid='pk', "
        "tokenize='unicode61 remove_diacritics 2')"
    )
    new = ", ".join(f"new.{name}" for name in SEARCHED)
    old = ", ".join(f"old.{name}" for name in SEARCHED)
    insert = f"INSERT INTO alerts_search(rowid, {columns}) VALUES (new.pk, {new});"
    remove = f"INSERT INTO alerts_search(alerts_search, rowid, {columns}) VALUES ('delete', old.pk, {old});"
    op.execute(f"CREATE TRIGGER alerts_search_insert AFTER INSERT ON alerts BEGIN {insert} END")
    op.execute(f"CREATE TRIGGER alerts_search_delete AFTER DELETE ON alerts BEGIN {remove} END")
    op.execute(f"CREATE TRIGGER alerts_search_update AFTER UPDATE OF {columns} ON alerts BEGIN {remove} {insert} END")


def _severity() -> sa.Enum:
    return sa.Enum("sev1", "sev2", "sev3", "sev4", name="severity", native_enum=False, length=32)


def _status() -> sa.Enum:
    words = ("triage", "investigating", "identified", "monitoring", "resolved")
    return sa.Enum(*words, name="status", native_enum=False, length=32)


def _alert_status() -> sa.Enum:
    words = ("firing", "resolved", "acknowledged", "unknown")
    return sa.Enum(*words, name="alertstatus", native_enum=False, length=32)


def _owned(table: str) -> tuple[sa.Column[str] | sa.schema.SchemaItem, ...]:
    return (
        sa.Column("workspace_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["workspace_id"], ["workspaces.id"], name=op.f(f"fk_{table}_workspace_id")),
        sa.PrimaryKeyConstraint("pk", name=op.f(f"pk_{table}")),
    )


def _points_to(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{target}.pk"], name=op.f(f"fk_{table}_{column}"))


def downgrade() -> None:
    op.drop_index("ix_incidents_workspace_service_status", table_name="incidents")
    if op.get_bind().dialect.name == "sqlite":
        op.drop_table("alerts_search")
    for table in ("alert_tellings", "alert_occurrences", "alerts", "alert_incidents", "routing_rules"):
        op.drop_table(table)
