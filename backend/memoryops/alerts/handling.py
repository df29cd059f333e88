"""What a person does with one alert: put it with an incident, or declare one from it."""

from datetime import datetime

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.order.linking import earlier_incident
from memoryops.alerts.order.placing import read_board, seen_incidents
from memoryops.alerts.records import show_routing, take_turns
from memoryops.alerts.routing.chronicle import MOVED, Arrival, tell_attached, tell_recurrence
from memoryops.alerts.routing.deciding import Routed
from memoryops.alerts.routing.declaring import incident_from
from memoryops.alerts.schemas import DeclareFrom
from memoryops.alerts.views import load
from memoryops.incidents import service as incidents
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident
from memoryops.incidents.timeline import record
from memoryops.investigations.service import wish
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError
from memoryops.workspaces.service import lock_workspace

BY_HAND = "a person"


class ResolvedIncidentError(ConflictError):
    """A resolved incident takes no alert in; a recurrence is a new incident."""


class AlertHasIncidentError(ConflictError):
    """The alert is part of an open incident already."""


class NothingOccurredError(ConflictError):
    """Nobody ever said that the alert fires, so it belongs nowhere."""


async def attach(session: Session, alert_id: str, incident_id: str, *, actor: str, clock: Clock) -> Alert:
    """Put the alert's newest occurrence with an incident that is not resolved; it may come from another one."""
    alert, row = await _changing(session, alert_id)
    incident = await incidents.load(session, incident_id, lock=True)
    if incident.status is Status.resolved:
        raise ResolvedIncidentError(f"{incident.id} is resolved. Reopen it first, or declare a new incident.")
    if row.incident_pk == incident.pk:
        return alert
    await _leave(session, alert, row, incident, actor=actor, at=clock.now())
    await _join(session, alert, row, incident, Routed.attached, actor=actor, at=clock.now())
    return alert


async def declare(
    session: Session, alert_id: str, wanted: DeclareFrom, *, actor: str, clock: Clock
) -> tuple[Alert, Incident]:
    """A new incident from the alert, which is investigated by itself; raises AlertHasIncidentError."""
    alert, row = await _changing(session, alert_id)
    now = clock.now()
    board = await read_board(session, [alert], now)
    same = board.situation(alert).same
    if same is not None:
        raise AlertHasIncidentError(f"This alert is part of {same.id}, which is open.", incident_id=same.id)
    facts = board.facts(alert)
    said = incident_from(
        alert,
        service=wanted.service or facts.service,
        severity=wanted.severity or alert.severity,
        began_at=row.began_at,
        by=actor,
        at=now,
    )
    earlier = await earlier_incident(session, alert)
    incident = await incidents.declare(session, said, actor=actor, clock=clock)
    await _join(session, alert, row, incident, Routed.declared, actor=actor, at=now)
    if earlier is not None:
        (await seen_incidents(session, [incident], now))[incident.pk].recurrence_of = earlier.id
        await tell_recurrence(session, incident, earlier, alert, now)
    await wish(session, incident, actor=actor, at=now)
    return alert, incident


async def _changing(session: Session, alert_id: str) -> tuple[Alert, AlertOccurrence]:
    """The alert and its newest occurrence, with nobody else at either, nor at any incident."""
    await take_turns(session)
    alert = await load(session, alert_id, lock=True)
    await lock_workspace(session)
    row = await session.scalar(sa.select(AlertOccurrence).where(AlertOccurrence.pk == alert.current_pk))
    if row is None:
        raise NothingOccurredError("Nothing that happened is known of this alert.")
    return alert, row


async def _leave(
    session: Session, alert: Alert, row: AlertOccurrence, to: Incident, *, actor: str, at: datetime
) -> None:
    left = await session.scalar(sa.select(Incident).where(Incident.pk == row.incident_pk)) if row.incident_pk else None
    if left is not None and left.deleted_at is None:
        changes = {"alert": alert.id, "title": alert.title, "incident": to.id}
        text = f"An alert of this incident was put with {to.id}: {alert.title}"
        record(session, left, MOVED, actor=actor, at=at, text=text, changes=changes)


async def _join(
    session: Session,
    alert: Alert,
    row: AlertOccurrence,
    incident: Incident,
    decision: Routed,
    *,
    actor: str,
    at: datetime,
) -> None:
    row.decision, row.rule, row.reason = decision.value, BY_HAND, f"{actor} {decision.value} it."
    row.incident_pk, row.incident_id, row.provisional = incident.pk, incident.id, False
    row.acted_on_at = row.acted_on_at or at
    show_routing(alert, row)
    seen = (await seen_incidents(session, [incident], at))[incident.pk]
    seen.last_alert_at = at
    await tell_attached(session, incident, seen, None, [Arrival(alert, BY_HAND, row.reason)], at, actor=actor)
