"""The tables of routing: the rules that people set, and the incidents that took alerts in."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from memoryops.incidents.lifecycle import Severity, Status
from memoryops.kit.db import Base, WorkspaceOwned


class RoutingRule(WorkspaceOwned, Base):
    """One routing rule; the first enabled one by `position` that matches an alert decides. Deleted ones are kept."""

    __tablename__ = "routing_rules"
    __table_args__ = (sa.Index("ix_routing_rules_workspace_position", "workspace_id", "position"),)

    pk: Mapped[int] = mapped_column(primary_key=True)
    position: Mapped[int]
    name: Mapped[str] = mapped_column(sa.Text)
    enabled: Mapped[bool]
    match: Mapped[dict[str, Any]]
    action: Mapped[str] = mapped_column(sa.String(16))
    declare_as: Mapped[Status]
    severity: Mapped[Severity | None]
    group_labels: Mapped[list[Any]]
    window_minutes: Mapped[int]
    limit_per_minute: Mapped[int]
    created_by: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime]
    updated_by: Mapped[str] = mapped_column(sa.Text)
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]

    @property
    def id(self) -> str:
        """What people read, `RUL-3`."""
        return f"RUL-{self.pk}"


class AlertIncident(WorkspaceOwned, Base):
    """An incident that took alerts in, and by what: one row an incident, so that routing never counts alerts.

    `declared_at` is null where the alerts were attached to an incident that stood there already. `told_pk` is the
    timeline entry that counts the alerts of the minute `told_at` began; `announced_at` is when consoles were told last.
    """

    __tablename__ = "alert_incidents"
    __table_args__ = (
        sa.UniqueConstraint("incident_pk"),
        sa.Index("ix_alert_incidents_workspace_group", "workspace_id", "group_key", "pk"),
        sa.Index("ix_alert_incidents_workspace_declared", "workspace_id", "declared_at"),
    )

    pk: Mapped[int] = mapped_column(primary_key=True)
    incident_pk: Mapped[int] = mapped_column(sa.ForeignKey("incidents.pk"))
    incident_id: Mapped[str] = mapped_column(sa.String(24))
    group_key: Mapped[str | None] = mapped_column(sa.String(80))
    rule_pk: Mapped[int | None] = mapped_column(sa.ForeignKey("routing_rules.pk"))
    declared_at: Mapped[datetime | None]
    last_alert_at: Mapped[datetime]
    recurrence_of: Mapped[str | None] = mapped_column(sa.String(24))
    told_pk: Mapped[int | None]
    told_at: Mapped[datetime | None]
    announced_at: Mapped[datetime | None]
