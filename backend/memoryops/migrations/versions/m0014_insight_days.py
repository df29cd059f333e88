"""Insights keep what they need of each day; triggers mark the days that a change reaches, in its transaction."""

from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

COUNTED = (
    "service, status, outcome, declared_at, started_at, acknowledged_at, mitigated_at, resolved_at, fingerprint, "
    "same_as, resolution_root, sample, confirms, deleted_at"
)
"""What of an incident insights count."""

FIRING = ("alert_pk", "service", "began_at", "acknowledged_at", "acted_on_at", "fired", "incident_pk")
"""What of a firing insights count."""

MARK = "INSERT INTO insight_marks (workspace_id, what, day, fingerprint, at)"
MARK_DAY = "INSERT INTO insight_marks (workspace_id, what, day)"


def upgrade() -> None:
    owner = sa.ForeignKeyConstraint(
        ["workspace_id"], ["workspaces.id"], name=op.f("fk_insight_days_workspace_id_workspaces")
    )
    op.create_table(
        "insight_days",
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("without_samples", sa.LargeBinary(), nullable=True),
        sa.Column("workspace_id", sa.String(64), nullable=False),
        owner,
        sa.PrimaryKeyConstraint("workspace_id", "what", "day", name=op.f("pk_insight_days")),
    )
    op.create_table(
        "insight_marks",
        sa.Column("pk", sa.Integer(), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("fingerprint", sa.String(80), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("workspace_id", sa.String(64), nullable=False),
        sa.ForeignKeyConstraint(
            ["workspace_id"], ["workspaces.id"], name=op.f("fk_insight_marks_workspace_id_workspaces")
        ),
        sa.PrimaryKeyConstraint("pk", name=op.f("pk_insight_marks")),
    )
    op.create_index("ix_insight_marks_workspace_what_day", "insight_marks", ["workspace_id", "what", "day"])
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _sqlite() if on_sqlite else _postgres():
        op.execute(statement)
    _mark_all(on_sqlite)


def downgrade() -> None:
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    for name, table in TRIGGERS_ON_SQLITE if on_sqlite else TRIGGERS_ON_POSTGRES:
        op.execute(f"DROP TRIGGER {name}" + ("" if on_sqlite else f" ON {table}"))
    if not on_sqlite:
        for name in ("incident", "of_incident", "document", "fired", "fired_again", "unfired"):
            op.execute(f"DROP FUNCTION insight_mark_{name}()")
    op.drop_table("insight_marks")
    op.drop_table("insight_days")


def _mark_all(on_sqlite: bool) -> None:
    """Every day of which there is something to keep."""
    for what, table, moment in (
        ("incidents", "incidents", "declared_at"),
        ("firings", "alert_occurrences", "began_at"),
    ):
        day = f"substr({moment}, 1, 10)" if on_sqlite else _utc_day(moment)
        op.execute(f"{MARK_DAY} SELECT DISTINCT workspace_id, '{what}', {day} FROM {table}")


def _unconfirmed(row: str) -> str:
    """Whether nobody confirmed the incident, or it turned out to be none: its firings then count as ignored."""
    return f"({row}.status = 'triage' OR coalesce({row}.outcome, '') = 'false_alarm' OR {row}.deleted_at IS NOT NULL)"


TRIGGERS_ON_SQLITE = (
    ("insight_incident_insert", "incidents"),
    ("insight_incident_update", "incidents"),
    ("insight_incident_moved", "incidents"),
    ("insight_incident_delete", "incidents"),
    ("insight_incident_confirmed", "incidents"),
    ("insight_document_insert", "memory_documents"),
    ("insight_document_update", "memory_documents"),
    ("insight_document_delete", "memory_documents"),
    ("insight_investigation_insert", "investigations"),
    ("insight_investigation_update", "investigations"),
    ("insight_investigation_delete", "investigations"),
    ("insight_firing_insert", "alert_occurrences"),
    ("insight_firing_update", "alert_occurrences"),
    ("insight_firing_delete", "alert_occurrences"),
)


def _sqlite() -> Iterator[str]:
    def trigger(name: str, event: str, work: str, when: str = "") -> str:
        return f"CREATE TRIGGER insight_{name} AFTER {event} FOR EACH ROW {when} BEGIN {work}; END"

    def marked(row: str) -> str:
        day = f"substr({row}.declared_at, 1, 10)"
        return f"{MARK} VALUES ({row}.workspace_id, 'incidents', {day}, {row}.fingerprint, {row}.declared_at)"

    def of_incident(condition: str) -> str:
        day = "substr(declared_at, 1, 10)"
        return f"{MARK_DAY} SELECT workspace_id, 'incidents', {day} FROM incidents WHERE {condition}"

    def firing(row: str) -> str:
        """Writers take turns on SQLite, also those who take marks away: one mark a day is enough."""
        day = f"substr({row}.began_at, 1, 10)"
        same = f"workspace_id = {row}.workspace_id AND what = 'firings' AND day = {day}"
        return (
            f"{MARK_DAY} SELECT {row}.workspace_id, 'firings', {day} "
            f"WHERE {row}.fired AND NOT EXISTS (SELECT 1 FROM insight_marks WHERE {same})"
        )

    yield trigger("incident_insert", "INSERT ON incidents", marked("NEW"))
    yield trigger("incident_update", f"UPDATE OF {COUNTED} ON incidents", marked("NEW"))
    moved = "WHEN OLD.fingerprint IS NOT NEW.fingerprint OR OLD.declared_at IS NOT NEW.declared_at"
    yield trigger("incident_moved", "UPDATE OF fingerprint, declared_at ON incidents", marked("OLD"), moved)
    yield trigger("incident_delete", "DELETE ON incidents", marked("OLD"))
    yield trigger(
        "incident_confirmed",
        "UPDATE OF status, outcome, deleted_at ON incidents",
        f"{MARK_DAY} SELECT DISTINCT NEW.workspace_id, 'firings', substr(began_at, 1, 10) "
        "FROM alert_occurrences WHERE incident_pk = NEW.pk",
        f"WHEN {_unconfirmed('OLD')} IS NOT {_unconfirmed('NEW')}",
    )
    for name, columns, row in (
        ("insert", "INSERT", "NEW"),
        ("update", "UPDATE OF {}", "NEW"),
        ("delete", "DELETE", "OLD"),
    ):
        document = f"workspace_id = {row}.workspace_id AND id = {row}.document_id"
        yield trigger(
            f"document_{name}", f"{columns.format('state, forgotten_at')} ON memory_documents", of_incident(document)
        )
        runs = f"{columns.format('memory_status, shown, started_at')} ON investigations"
        yield trigger(f"investigation_{name}", runs, of_incident(f"pk = {row}.incident_pk"))
    yield trigger("firing_insert", "INSERT ON alert_occurrences", firing("NEW"))
    changed = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in FIRING)
    yield trigger(
        "firing_update",
        f"UPDATE OF {', '.join(FIRING)} ON alert_occurrences",
        f"{firing('OLD')}; {firing('NEW')}",
        f"WHEN {changed}",
    )
    yield trigger("firing_delete", "DELETE ON alert_occurrences", firing("OLD"))


TRIGGERS_ON_POSTGRES = (
    ("insight_incident", "incidents"),
    ("insight_incident_update", "incidents"),
    ("insight_document", "memory_documents"),
    ("insight_document_update", "memory_documents"),
    ("insight_investigation", "investigations"),
    ("insight_investigation_update", "investigations"),
    ("insight_fired", "alert_occurrences"),
    ("insight_fired_again", "alert_occurrences"),
    ("insight_unfired", "alert_occurrences"),
)


def _utc_day(moment: str) -> str:
    return f"to_char({moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD')"


def _function(name: str, work: str) -> str:
    return (
        f"CREATE FUNCTION insight_mark_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {work} RETURN NULL; END $$"
    )


def _postgres() -> Iterator[str]:
    """Firings are marked once a statement: intake writes many at a time."""
    told = f"'incidents', {_utc_day('{0}.declared_at')}, {{0}}.fingerprint, {{0}}.declared_at"
    marked = f"{MARK} VALUES ({{0}}.workspace_id, {told});"
    yield _function(
        "incident",
        f"""IF TG_OP <> 'DELETE' THEN {marked.format("NEW")} END IF;
        IF TG_OP = 'DELETE' THEN {marked.format("OLD")} END IF;
        IF TG_OP = 'UPDATE' THEN
            IF (OLD.fingerprint, OLD.declared_at) IS DISTINCT FROM (NEW.fingerprint, NEW.declared_at) THEN
                {marked.format("OLD")}
            END IF;
            IF {_unconfirmed("OLD")} <> {_unconfirmed("NEW")} THEN
                {MARK_DAY} SELECT DISTINCT NEW.workspace_id, 'firings', {_utc_day("began_at")}
                FROM alert_occurrences WHERE incident_pk = NEW.pk;
            END IF;
        END IF;""",
    )
    of_incident = f"{MARK_DAY} SELECT workspace_id, 'incidents', {_utc_day('declared_at')} FROM incidents WHERE "
    yield _function(
        "of_incident",
        f"IF TG_OP = 'DELETE' THEN {of_incident} pk = OLD.incident_pk; "
        f"ELSE {of_incident} pk = NEW.incident_pk; END IF;",
    )
    yield _function(
        "document",
        f"IF TG_OP = 'DELETE' THEN {of_incident} workspace_id = OLD.workspace_id AND id = OLD.document_id; "
        f"ELSE {of_incident} workspace_id = NEW.workspace_id AND id = NEW.document_id; END IF;",
    )
    day = _utc_day("began_at")
    fired = f"{MARK_DAY} SELECT DISTINCT workspace_id, 'firings', {day} FROM {{0}} WHERE fired;"
    yield _function("fired", fired.format("added"))
    yield _function("unfired", fired.format("removed"))
    columns = ", ".join(FIRING)
    changed = f"""(SELECT workspace_id, fired, began_at FROM (
        (SELECT pk, workspace_id, {columns} FROM {{0}} EXCEPT SELECT pk, workspace_id, {columns} FROM {{1}})
    ) AS differing) AS changed"""
    yield _function(
        "fired_again",
        fired.format(changed.format("added", "removed")) + " " + fired.format(changed.format("removed", "added")),
    )
    for name, table, columns, function in (
        ("incident", "incidents", COUNTED, "incident"),
        ("document", "memory_documents", "state, forgotten_at", "document"),
        ("investigation", "investigations", "memory_status, shown, started_at", "of_incident"),
    ):
        run = f"FOR EACH ROW EXECUTE FUNCTION insight_mark_{function}()"
        yield f"CREATE TRIGGER insight_{name} AFTER INSERT OR DELETE ON {table} {run}"
        yield f"CREATE TRIGGER insight_{name}_update AFTER UPDATE OF {columns} ON {table} {run}"
    added, removed = "NEW TABLE AS added", "OLD TABLE AS removed"
    for name, event, tables in (
        ("fired", "INSERT", added),
        ("fired_again", "UPDATE", f"{removed} {added}"),
        ("unfired", "DELETE", removed),
    ):
        yield (
            f"CREATE TRIGGER insight_{name} AFTER {event} ON alert_occurrences REFERENCING {tables} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION insight_mark_{name}()"
        )
