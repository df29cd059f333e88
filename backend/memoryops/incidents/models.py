"""The tables of the record: incidents and their timelines."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.incidents.lifecycle import Outcome, Severity, Status
from memoryops.kit.db import Base, WorkspaceOwned


class Incident(WorkspaceOwned, Base):
    """One incident. `id` is what people read (INC-117); `number` orders and never repeats in a workspace."""

    __tablename__ = "incidents"
    __table_args__ = (
        sa.UniqueConstraint("workspace_id", "number"),
        sa.Index("ix_incidents_workspace_status_number", "workspace_id", "status", "number"),
        sa.Index("ix_incidents_workspace_fingerprint", "workspace_id", "fingerprint"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]
    id: Mapped[str] = mapped_column(sa.String(24), index=True)
    title: Mapped[str] = mapped_column(sa.Text)
    service: Mapped[str] = mapped_column(sa.Text)
    severity: Mapped[Severity]
    status: Mapped[Status]
    environment: Mapped[str | None] = mapped_column(sa.Text)
    version: Mapped[str | None] = mapped_column(sa.Text)
    error: Mapped[str | None] = mapped_column(sa.Text)
    symptoms: Mapped[str | None] = mapped_column(sa.Text)
    commander: Mapped[str | None] = mapped_column(sa.Text)
    declared_by: Mapped[str] = mapped_column(sa.Text)
    started_at: Mapped[datetime | None]
    declared_at: Mapped[datetime]
    resolved_at: Mapped[datetime | None]
    root_cause: Mapped[str | None] = mapped_column(sa.Text)
    resolution: Mapped[str | None] = mapped_column(sa.Text)
    ineffective_actions: Mapped[str | None] = mapped_column(sa.Text)
    postmortem: Mapped[str | None] = mapped_column(sa.Text)
    outcome: Mapped[Outcome | None]
    resolved_by: Mapped[str | None] = mapped_column(sa.Text)
    same_as: Mapped[str | None] = mapped_column(sa.String(24))
    fingerprint: Mapped[str | None] = mapped_column(sa.String(80))
    sample: Mapped[bool]
    revision: Mapped[int]
    deleted_at: Mapped[datetime | None]


SEARCHED = (Incident.title, Incident.error, Incident.symptoms, Incident.root_cause, Incident.resolution)


class TimelineEntry(WorkspaceOwned, Base):
    """One thing that happened to an incident, written in the transaction that made it happen."""

    __tablename__ = "timeline_entries"

    pk: Mapped[int] = mapped_column(primary_key=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"), index=True)
    kind: Mapped[str] = mapped_column(sa.String(32))
    happened_at: Mapped[datetime]
    recorded_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(sa.Text)
    text: Mapped[str | None] = mapped_column(sa.Text)
    changes: Mapped[dict[str, Any] | None]
