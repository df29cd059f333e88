"""What insights count stands in columns: when incidents were acknowledged and mitigated, what runs got from memory."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ACTIONS = ("note", "edited", "investigation_started", "resolved")
BATCH = 500
FINGERPRINTS = "ix_incidents_workspace_fingerprint"

incidents = sa.table(
    "incidents",
    sa.column("pk", sa.Integer),
    sa.column("commander", sa.Text),
    sa.column("declared_at", sa.DateTime(timezone=True)),
    sa.column("acknowledged_at", sa.DateTime(timezone=True)),
    sa.column("mitigated_at", sa.DateTime(timezone=True)),
)
entries = sa.table(
    "timeline_entries",
    sa.column("pk", sa.Integer),
    sa.column("incident_pk", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("recorded_at", sa.DateTime(timezone=True)),
    sa.column("actor", sa.Text),
    sa.column("changes", sa.JSON),
)
investigations = sa.table(
    "investigations",
    sa.column("pk", sa.Integer),
    sa.column("evidence", sa.JSON),
    sa.column("memory_status", sa.String),
    sa.column("shown", sa.JSON),
)

Row = Any


def upgrade() -> None:
    moment, status = sa.DateTime(timezone=True), sa.Enum("ok", "empty", "unavailable", native_enum=False, length=32)
    op.add_column("incidents", sa.Column("acknowledged_at", moment, nullable=True))
    op.add_column("incidents", sa.Column("mitigated_at", moment, nullable=True))
    op.add_column("investigations", sa.Column("memory_status", status, nullable=True))
    op.add_column("investigations", sa.Column("shown", sa.JSON(), nullable=False, server_default=sa.text("'[]'")))
    op.drop_index(FINGERPRINTS, table_name="incidents")
    op.create_index(FINGERPRINTS, "incidents", ["workspace_id", "fingerprint", "declared_at"], unique=False)
    op.create_index("ix_incidents_workspace_declared", "incidents", ["workspace_id", "declared_at"], unique=False)
    _fill_in_milestones(op.get_bind())
    _fill_in_recalls(op.get_bind())


def downgrade() -> None:
    op.drop_index("ix_incidents_workspace_declared", table_name="incidents")
    op.drop_index(FINGERPRINTS, table_name="incidents")
    op.create_index(FINGERPRINTS, "incidents", ["workspace_id", "fingerprint"], unique=False)
    op.drop_column("investigations", "shown")
    op.drop_column("investigations", "memory_status")
    op.drop_column("incidents", "mitigated_at")
    op.drop_column("incidents", "acknowledged_at")


def _fill_in_milestones(connection: sa.Connection) -> None:
    """From the timelines, entry by entry in the order in which they were written."""
    found = sa.select(incidents.c.pk, incidents.c.commander, incidents.c.declared_at).order_by(incidents.c.pk)
    for rows in _batches(connection.execute(found).all()):
        pks = [row.pk for row in rows]
        told = sa.select(entries).where(entries.c.incident_pk.in_(pks)).order_by(entries.c.incident_pk, entries.c.pk)
        timelines = {
            pk: list(timeline) for pk, timeline in groupby(connection.execute(told), key=lambda row: row.incident_pk)
        }
        for row in rows:
            values = _milestones(row, timelines.get(row.pk, []))
            connection.execute(sa.update(incidents).where(incidents.c.pk == row.pk).values(values))


def _milestones(incident: Row, timeline: Sequence[Row]) -> dict[str, Any]:
    acted = [row.recorded_at for row in timeline if row.kind in ACTIONS and row.actor != "memoryops"]
    if _declared_with_commander(incident, timeline):
        acted.append(incident.declared_at)
    mitigated = None
    for row in timeline:
        changes = row.changes or {}
        if row.kind == "edited" and "status" in changes:
            mitigated = row.recorded_at if changes["status"]["to"] == "monitoring" else None
        elif row.kind == "reopened":
            mitigated = None
        elif row.kind == "resolved" and changes.get("outcome") == "mitigated":
            mitigated = mitigated or row.recorded_at
    return {"acknowledged_at": min(acted, default=None), "mitigated_at": mitigated}


def _declared_with_commander(incident: Row, timeline: Sequence[Row]) -> bool:
    """Whether there was a commander before the first edit of it."""
    for row in timeline:
        if row.kind == "edited" and "commander" in (row.changes or {}):
            return row.changes["commander"]["from"] is not None
    return incident.commander is not None


def _fill_in_recalls(connection: sa.Connection) -> None:
    found = sa.select(investigations.c.pk).where(investigations.c.evidence.is_not(None))
    for pks in _batches(connection.scalars(found).all()):
        rows = connection.execute(
            sa.select(investigations.c.pk, investigations.c.evidence).where(investigations.c.pk.in_(pks))
        ).all()
        for row in rows:
            values = _recall(row.evidence or {})
            connection.execute(sa.update(investigations).where(investigations.c.pk == row.pk).values(values))


def _recall(evidence: Mapping[str, Any]) -> dict[str, Any]:
    similar = evidence.get("similar_historical_incidents", [])
    shown = [item["incident_id"] for item in similar if item.get("match") == "strong"]
    return {"memory_status": evidence.get("memory_status"), "shown": shown}


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (rows[start : start + BATCH] for start in range(0, len(rows), BATCH))
