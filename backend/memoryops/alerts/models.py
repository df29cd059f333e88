"""The tables of alerts: what each is by now, how often it occurred, and which delivery told what of it."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.alerts.values import AlertStatus
from memoryops.incidents.lifecycle import Severity
from memoryops.kit.db import Base, WorkspaceOwned

FINGERPRINT_LIMIT = 255
PROVISIONAL = sa.column("provisional_since").is_not(None)


class Alert(WorkspaceOwned, Base):
    """One alert: what one source calls by one fingerprint, through all its occurrences.

    `scope` is the pk of the integration where fingerprints are an installation's own, else 0 (see `Source.local_ids`).

    `starts_at` to `acknowledged_at`, `incident_pk` and the routing (`decision`, `rule`, `reason`) are those of its
    newest occurrence, `current_pk`, which also orders lists: pks of occurrences grow in the order in which word of
    them came. `occurrences` counts those that fired, `duplicates` the messages that said nothing new. `marks` are what
    the order of things is computed from, `settled` what was computed from marks that are kept no longer. While it is
    where it is only for want of a better place, `provisional_since` says which message brought it there.
    """

    __tablename__ = "alerts"
    __table_args__ = (
        sa.UniqueConstraint("workspace_id", "source", "scope", "fingerprint"),
        sa.Index("ix_alerts_workspace_current", "workspace_id", "current_pk"),
        sa.Index("ix_alerts_workspace_source", "workspace_id", "source", "current_pk"),
        sa.Index("ix_alerts_workspace_status", "workspace_id", "status", "current_pk"),
        sa.Index("ix_alerts_workspace_service", "workspace_id", "service", "current_pk"),
        sa.Index("ix_alerts_workspace_severity", "workspace_id", "severity", "current_pk"),
        sa.Index("ix_alerts_provisional", "workspace_id", "pk", sqlite_where=PROVISIONAL, postgresql_where=PROVISIONAL),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(sa.String(64))
    scope: Mapped[int]
    fingerprint: Mapped[str] = mapped_column(sa.String(FINGERPRINT_LIMIT))
    integration_pk: Mapped[int] = mapped_column(sa.ForeignKey("integrations.pk"))
    title: Mapped[str] = mapped_column(sa.Text)
    status: Mapped[AlertStatus]
    severity: Mapped[Severity | None]
    severity_raw: Mapped[str | None] = mapped_column(sa.Text)
    service: Mapped[str | None] = mapped_column(sa.Text)
    environment: Mapped[str | None] = mapped_column(sa.Text)
    version: Mapped[str | None] = mapped_column(sa.Text)
    error: Mapped[str | None] = mapped_column(sa.Text)
    description: Mapped[str | None] = mapped_column(sa.Text)
    labels: Mapped[dict[str, Any]]
    links: Mapped[list[Any]]
    notes: Mapped[list[Any]]
    content_order: Mapped[str] = mapped_column(sa.String(80))
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    acknowledged_at: Mapped[datetime | None]
    occurrences: Mapped[int]
    duplicates: Mapped[int]
    received: Mapped[int]
    first_received_at: Mapped[datetime]
    last_received_at: Mapped[datetime]
    last_delivery_pk: Mapped[int] = mapped_column(sa.ForeignKey("deliveries.pk"))
    current_pk: Mapped[int | None]
    incident_pk: Mapped[int | None] = mapped_column(sa.ForeignKey("incidents.pk"), index=True)
    incident_id: Mapped[str | None] = mapped_column(sa.String(24))
    decision: Mapped[str] = mapped_column(sa.String(16))
    rule: Mapped[str] = mapped_column(sa.Text)
    reason: Mapped[str] = mapped_column(sa.Text)
    marks: Mapped[list[Any]]
    settled: Mapped[dict[str, Any]]
    provisional_since: Mapped[datetime | None]

    @property
    def id(self) -> str:
        """What people read, `ALR-17`."""
        return f"ALR-{self.pk}"


class AlertOccurrence(WorkspaceOwned, Base):
    """One time that an alert fired, or was said to be over or acknowledged without being seen firing (`fired` false).

    `began_at` is its start by the source's word, else the moment of the first message of it. `ended_at` is null while
    it is `open`, and also where nobody said when it ended. `group_key` is what it was grouped by when it was routed.
    `acted_on_at` is when a person first did something about it. Source, service and severity are as told first.
    It is `provisional` where it went only for want of a better place (see `Alert.provisional_since`).
    """

    __tablename__ = "alert_occurrences"
    __table_args__ = (
        sa.UniqueConstraint("alert_pk", "began_at"),
        sa.Index("ix_alert_occurrences_workspace_began", "workspace_id", "began_at"),
        sa.Index("ix_alert_occurrences_workspace_service_began", "workspace_id", "service", "began_at"),
        sa.Index("ix_alert_occurrences_incident_open", "incident_pk", "open"),
        sa.Index("ix_alert_occurrences_incident_alert", "incident_pk", "alert_pk", "began_at", "open"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    alert_pk: Mapped[int] = mapped_column(sa.ForeignKey("alerts.pk"))
    source: Mapped[str] = mapped_column(sa.String(64))
    service: Mapped[str | None] = mapped_column(sa.Text)
    severity: Mapped[Severity | None]
    began_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    acknowledged_at: Mapped[datetime | None]
    fired: Mapped[bool]
    open: Mapped[bool]
    received_at: Mapped[datetime]
    acted_on_at: Mapped[datetime | None]
    incident_pk: Mapped[int | None] = mapped_column(sa.ForeignKey("incidents.pk"))
    incident_id: Mapped[str | None] = mapped_column(sa.String(24))
    group_key: Mapped[str | None] = mapped_column(sa.String(80))
    decision: Mapped[str | None] = mapped_column(sa.String(16))
    rule: Mapped[str | None] = mapped_column(sa.Text)
    reason: Mapped[str | None] = mapped_column(sa.Text)
    provisional: Mapped[bool]


class AlertTelling(WorkspaceOwned, Base):
    """One alert in one delivery, at one place in it, and by which rule of order it was taken (see `order`)."""

    __tablename__ = "alert_tellings"
    __table_args__ = (
        sa.UniqueConstraint("delivery_pk", "place", "alert_pk"),
        sa.Index("ix_alert_tellings_alert", "alert_pk", "pk"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    delivery_pk: Mapped[int] = mapped_column(sa.ForeignKey("deliveries.pk"))
    place: Mapped[int]
    alert_pk: Mapped[int] = mapped_column(sa.ForeignKey("alerts.pk"))
    status: Mapped[AlertStatus]
    rule: Mapped[str] = mapped_column(sa.String(40))
    at: Mapped[datetime]
