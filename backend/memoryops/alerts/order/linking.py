"""Links between incidents that one alert was part of: where it came again, and where it was for a while only."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.routing.chronicle import RECURRENCE, tell_moved, tell_recurrence
from memoryops.alerts.routing.deciding import Decision, OpenIncident, Routed
from memoryops.alerts.routing.models import AlertIncident
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.kit.db import Session

Pair = tuple[int, int]
"""The pks of an incident and of the earlier one."""


@dataclass
class Links:
    """What is to be told of alerts that are attached or moved, once for each two incidents."""

    recurred: dict[Pair, tuple[Alert, bool]] = field(default_factory=dict)
    moved: dict[Pair, list[Alert]] = field(default_factory=dict)

    def take(self, alert: Alert, row: AlertOccurrence, to: OpenIncident, decision: Decision) -> None:
        """Take note, before the row is changed, of what the decision means for the incident that it was part of."""
        earlier = alert.incident_pk
        if earlier is None or earlier == to.pk:
            return
        if alert.provisional_since is not None:
            if row.incident_pk == earlier:
                self.moved.setdefault((to.pk, earlier), []).append(alert)
        elif decision.decision is Routed.attached:
            self.recurred.setdefault((to.pk, earlier), (alert, not decision.provisional))

    async def tell(self, session: Session, at: datetime) -> None:
        """Tell it on the timelines; of a recurrence only what they do not say yet."""
        if not self.recurred and not self.moved:
            return
        await session.flush()
        incidents = await _load(session, {pk for pair in (*self.recurred, *self.moved) for pk in pair})
        for (to, earlier), alerts in self.moved.items():
            tell_moved(session, incidents[earlier], incidents[to], alerts, at)
        said = await _said(session, {to for to, _ in self.recurred})
        for (to, earlier), (alert, own) in self.recurred.items():
            if (to, incidents[earlier].id) not in said:
                await tell_recurrence(session, incidents[to], incidents[earlier], alert, at)
            if own:
                await _set_recurrence(session, to, incidents[earlier])


async def _load(session: Session, pks: Iterable[int]) -> dict[int, Incident]:
    rows = await session.scalars(sa.select(Incident).where(Incident.pk.in_(pks)))
    return {row.pk: row for row in rows}


async def _said(session: Session, pks: set[int]) -> set[tuple[int, str]]:
    """Which recurrences the timelines tell of: the incident's pk and the earlier one's id."""
    if not pks:
        return set()
    rows = await session.scalars(
        sa.select(TimelineEntry).where(TimelineEntry.incident_pk.in_(pks), TimelineEntry.kind == RECURRENCE)
    )
    return {(row.incident_pk, str((row.changes or {}).get("incident"))) for row in rows}


async def _set_recurrence(session: Session, incident_pk: int, earlier: Incident) -> None:
    seen = await session.scalar(sa.select(AlertIncident).where(AlertIncident.incident_pk == incident_pk))
    if seen is not None and seen.recurrence_of is None:
        seen.recurrence_of = earlier.id


async def earlier_incident(session: Session, alert: Alert) -> Incident | None:
    """The last incident that the alert was part of, other than for want of a better one."""
    earlier: Incident | None = await session.scalar(
        sa.select(Incident)
        .join(AlertOccurrence, AlertOccurrence.incident_pk == Incident.pk)
        .where(AlertOccurrence.alert_pk == alert.pk, AlertOccurrence.provisional.is_(False))
        .order_by(AlertOccurrence.received_at.desc(), AlertOccurrence.began_at.desc())
        .limit(1)
    )
    return earlier
