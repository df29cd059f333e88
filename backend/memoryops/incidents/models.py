"""The tables of the record: incidents, what they say of each other, their timelines, rulings on fingerprints."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.incidents.lifecycle import Outcome, RulingKind, Severity, Status
from memoryops.kit.db import Base, WorkspaceOwned
from memoryops.memory.models import LedgerDocument


class Incident(WorkspaceOwned, Base):
    """One incident. `id` is what people read (INC-117); `number` orders and never repeats in a workspace.

    `resolution_root` is where following `same_as` ends (null where it has none), and `confirms` the incident whose
    document stands in memory for this one; `groups` decides both. `fingerprint` is the identity that counts: what
    `computed_fingerprint` and `exact_error` come to under the active rulings. `acknowledged_at` is when a person first
    did something about it, `mitigated_at` since when it is no more than watched (see `milestones`). Until
    `next_update_at` somebody has promised to say how it stands.
    """

    __tablename__ = "incidents"
    __table_args__ = (
        sa.UniqueConstraint("workspace_id", "number"),
        sa.Index("ix_incidents_id", "id", "workspace_id"),
        sa.Index("ix_incidents_workspace_status_number", "workspace_id", "status", "number"),
        sa.Index("ix_incidents_workspace_service_status", "workspace_id", "service", "status", "number"),
        sa.Index("ix_incidents_workspace_declared", "workspace_id", "declared_at"),
        sa.Index("ix_incidents_workspace_fingerprint", "workspace_id", "fingerprint", "declared_at"),
        sa.Index("ix_incidents_workspace_exact_error", "workspace_id", "exact_error"),
        sa.Index("ix_incidents_workspace_resolution_root", "workspace_id", "resolution_root"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]
    id: Mapped[str] = mapped_column(sa.String(24))
    title: Mapped[str] = mapped_column(sa.Text)
    service: Mapped[str] = mapped_column(sa.Text)
    severity: Mapped[Severity]
    status: Mapped[Status]
    environment: Mapped[str | None] = mapped_column(sa.Text)
    version: Mapped[str | None] = mapped_column(sa.Text)
    error: Mapped[str | None] = mapped_column(sa.Text)
    symptoms: Mapped[str | None] = mapped_column(sa.Text)
    commander: Mapped[str | None] = mapped_column(sa.Text)
    comms: Mapped[str | None] = mapped_column(sa.Text)
    scribe: Mapped[str | None] = mapped_column(sa.Text)
    next_update_at: Mapped[datetime | None]
    runbook: Mapped[str | None] = mapped_column(sa.Text)
    declared_by: Mapped[str] = mapped_column(sa.Text)
    started_at: Mapped[datetime | None]
    declared_at: Mapped[datetime]
    acknowledged_at: Mapped[datetime | None]
    mitigated_at: Mapped[datetime | None]
    resolved_at: Mapped[datetime | None]
    root_cause: Mapped[str | None] = mapped_column(sa.Text)
    resolution: Mapped[str | None] = mapped_column(sa.Text)
    ineffective_actions: Mapped[str | None] = mapped_column(sa.Text)
    postmortem: Mapped[str | None] = mapped_column(sa.Text)
    outcome: Mapped[Outcome | None]
    resolved_by: Mapped[str | None] = mapped_column(sa.Text)
    same_as: Mapped[str | None] = mapped_column(sa.String(24))
    resolution_root: Mapped[str | None] = mapped_column(sa.String(24))
    confirms: Mapped[str | None] = mapped_column(sa.String(24))
    fingerprint: Mapped[str | None] = mapped_column(sa.String(80))
    computed_fingerprint: Mapped[str | None] = mapped_column(sa.String(80))
    exact_error: Mapped[str | None] = mapped_column(sa.String(80))
    sample: Mapped[bool]
    revision: Mapped[int]
    deleted_at: Mapped[datetime | None]


LEDGER_JOIN = sa.and_(LedgerDocument.workspace_id == Incident.workspace_id, LedgerDocument.document_id == Incident.id)
"""An incident's document in the ledger."""

SEARCHED = (
    Incident.title,
    Incident.error,
    Incident.symptoms,
    Incident.root_cause,
    Incident.resolution,
    Incident.ineffective_actions,
    Incident.postmortem,
)


class TimelineEntry(WorkspaceOwned, Base):
    """One thing that happened to an incident, written in the transaction that made it happen.

    `changes` is what the system says of it, `details` what people say beside the text (see `timeline.kinds`). A removed
    entry is hidden and kept; what an entry said before stands in `timeline_versions`.
    """

    __tablename__ = "timeline_entries"

    pk: Mapped[int] = mapped_column(primary_key=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"), index=True)
    kind: Mapped[str] = mapped_column(sa.String(32))
    happened_at: Mapped[datetime]
    recorded_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(sa.Text)
    text: Mapped[str | None] = mapped_column(sa.Text)
    changes: Mapped[dict[str, Any] | None]
    details: Mapped[dict[str, Any] | None]
    revision: Mapped[int] = mapped_column(default=1, server_default="1")
    edited_at: Mapped[datetime | None]
    edited_by: Mapped[str | None] = mapped_column(sa.Text)
    pinned_at: Mapped[datetime | None]
    pinned_by: Mapped[str | None] = mapped_column(sa.Text)
    removed_at: Mapped[datetime | None]
    removed_by: Mapped[str | None] = mapped_column(sa.Text)


class DidNotHelp(WorkspaceOwned, Base):
    """A person recorded with one incident that the resolution of another (`tried`, its id) did not help there."""

    __tablename__ = "did_not_help"
    __table_args__ = (
        sa.UniqueConstraint("incident_pk", "tried"),
        sa.Index("ix_did_not_help_workspace_tried", "workspace_id", "tried"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"))
    tried: Mapped[str] = mapped_column(sa.String(24))


class FingerprintRuling(WorkspaceOwned, Base):
    """One ruling on identity; it holds until it is undone, and is kept for ever.

    A merge makes the identity `source` count as `target`. A split gives errors whose exact text is among `exact_errors`
    the identity `target`, taken out of `source`. `incident_ids` and `into` are what the person named, `moved` is how
    many incidents changed their identity then.
    """

    __tablename__ = "fingerprint_rulings"
    __table_args__ = {"sqlite_autoincrement": True}  # noqa: RUF012

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[RulingKind]
    source: Mapped[str] = mapped_column(sa.String(80))
    target: Mapped[str] = mapped_column(sa.String(80))
    exact_errors: Mapped[list[Any]]
    incident_ids: Mapped[list[Any]]
    into: Mapped[str | None] = mapped_column(sa.String(24))
    reason: Mapped[str | None] = mapped_column(sa.Text)
    moved: Mapped[int]
    by: Mapped[str] = mapped_column(sa.Text)
    at: Mapped[datetime]
    undone_by: Mapped[str | None] = mapped_column(sa.Text)
    undone_at: Mapped[datetime | None]
