"""Bringing alerts to incidents: what is open is read once, the rules decide, and their decisions are carried out."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa

from memoryops.alerts.intake.models import Integration
from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.order.case import Case
from memoryops.alerts.order.linking import Links, earlier_incident
from memoryops.alerts.records import show_routing
from memoryops.alerts.routing.chronicle import Arrival, entries_of_the_minute, tell_attached, tell_recurrence
from memoryops.alerts.routing.deciding import (
    MINUTE,
    AlertFacts,
    Decision,
    Declared,
    OpenIncident,
    Routed,
    RuleFacts,
    Situation,
    decide,
    first_match,
    group_key,
    service_key,
)
from memoryops.alerts.routing.declaring import declared_by, fallback_service, incident_from, named
from memoryops.alerts.routing.default_rules import active_rules
from memoryops.alerts.routing.models import AlertIncident
from memoryops.incidents.lifecycle import UNRESOLVED_STATUSES
from memoryops.incidents.models import Incident
from memoryops.incidents.service import declare
from memoryops.investigations.service import wish
from memoryops.kit.clock import ManualClock
from memoryops.kit.db import Session
from memoryops.workspaces.service import lock_workspace

OPEN = (Incident.status.in_(UNRESOLVED_STATUSES), Incident.deleted_at.is_(None))
OPEN_COLUMNS = (Incident.pk, Incident.id, Incident.declared_at, AlertIncident.last_alert_at)


@dataclass
class Board:
    """What is open at the moment, kept current while one alert after the other is placed.

    `imagined` counts the incidents of a rehearsal.
    """

    at: datetime
    rules: Sequence[RuleFacts]
    integrations: dict[int, str]
    same: dict[int, OpenIncident] = field(default_factory=dict)
    groups: dict[str, OpenIncident] = field(default_factory=dict)
    services: dict[str, OpenIncident] = field(default_factory=dict)
    declared: list[Declared] = field(default_factory=list)
    declared_since: Counter[int | None] = field(default_factory=Counter)
    imagined: int = 0

    def facts(self, alert: Alert) -> AlertFacts:
        """What the rules look at."""
        service = named(alert.service)
        return AlertFacts(
            source=alert.source,
            service=service or fallback_service(alert.source, self.integrations.get(alert.integration_pk)),
            named=service is not None,
            severity=alert.severity,
            environment=alert.environment,
            labels=alert.labels,
        )

    def situation(self, alert: Alert | None) -> Situation:
        """What is open for this alert, or for one that is part of no incident."""
        pk = None if alert is None else alert.incident_pk
        part_of = None if pk is None else self.same.get(pk)
        for_now = alert is not None and alert.provisional_since is not None
        return Situation(
            at=self.at,
            same=None if for_now else part_of,
            provisional=part_of if for_now else None,
            groups=MappingProxyType(self.groups),
            services=MappingProxyType(self.services),
            declared=self.declared,
            declared_since=MappingProxyType(self.declared_since),
        )

    def opened(self, incident: OpenIncident, decision: Decision, service: str) -> None:
        """Take note of an incident that was declared or took an alert in."""
        incident = self.same[incident.pk] = replace(incident, active_at=self.at)
        if decision.group_key is not None:
            self.groups[decision.group_key] = incident
        if decision.decision is Routed.declared:
            self.services[service_key(service)] = incident
            self.declared.insert(0, Declared(decision.rule_pk, incident))
            self.declared_since[decision.rule_pk] += 1


async def place(session: Session, cases: Sequence[tuple[Case, AlertOccurrence]], at: datetime) -> list[str]:
    """Bring occurrences where the rules want them; the ids of the incidents that were declared, in their order."""
    if not cases:
        return []
    # Nobody resolves or deletes an incident between our look at it and our alert in it.
    await lock_workspace(session)
    board = await read_board(session, [case.alert for case, _ in cases], at)
    arrivals: dict[int, list[tuple[Decision, Arrival]]] = {}
    declared: list[str] = []
    links = Links()
    for case, row in cases:
        facts = board.facts(case.alert)
        decision = decide(board.rules, facts, board.situation(case.alert))
        incident = decision.incident
        if _stays(row, decision, board):
            continue
        if decision.decision is Routed.declared:
            incident = await _declare(session, case.alert, row, decision, facts.service, board)
            declared.append(incident.id)
        if incident is not None:
            board.opened(incident, decision, facts.service)
            arrival = Arrival(case.alert, decision.rule, decision.reason)
            arrivals.setdefault(incident.pk, []).append((decision, arrival))
            links.take(case.alert, row, incident, decision)
        row.severity = case.alert.severity
        _set(row, decision, incident)
        show_routing(case.alert, row)
    await _tell(session, arrivals, at)
    await links.tell(session, at)
    return declared


def _stays(row: AlertOccurrence, decision: Decision, board: Board) -> bool:
    """Whether what is part of an incident stays as it is: it does unless another one takes it in.

    What an incident that ended had for want of a better one is let go where rules want it in none.
    """
    if row.incident_pk is None or decision.decision is Routed.declared:
        return False
    if decision.incident is None and row.provisional and row.incident_pk not in board.same:
        return decision.provisional
    return decision.incident is None or decision.incident.pk == row.incident_pk


def _set(row: AlertOccurrence, decision: Decision, incident: OpenIncident | None) -> None:
    row.decision, row.rule, row.reason = decision.decision.value, decision.rule, decision.reason
    row.group_key, row.provisional = decision.group_key, decision.provisional
    row.incident_pk = None if incident is None else incident.pk
    row.incident_id = None if incident is None else incident.id


async def read_board(session: Session, alerts: Sequence[Alert], at: datetime) -> Board:
    """What is open at the moment, as far as it concerns these alerts."""
    board = Board(at, await active_rules(session), await integrations_of(session, alerts))
    facts = [board.facts(alert) for alert in alerts]
    keys = {group_key(rule, one) for one in facts if (rule := first_match(board.rules, one)) is not None}
    parts = {alert.incident_pk for alert in alerts} - {None}
    if parts:
        same = await session.execute(
            sa.select(*OPEN_COLUMNS)
            .outerjoin(AlertIncident, AlertIncident.incident_pk == Incident.pk)
            .where(Incident.pk.in_(parts), *OPEN)
        )
        board.same = {row.pk: _open_incident(row) for row in same}
    grouped = await session.execute(
        sa.select(AlertIncident.group_key, *OPEN_COLUMNS)
        .join(Incident, Incident.pk == AlertIncident.incident_pk)
        .where(AlertIncident.group_key.in_(keys), *OPEN)
        .order_by(AlertIncident.pk)
    )
    board.groups = {str(key): _open_incident(row) for key, *row in grouped}
    by_service = await session.execute(
        sa.select(Incident.service, *OPEN_COLUMNS)
        .outerjoin(AlertIncident, AlertIncident.incident_pk == Incident.pk)
        .where(sa.func.lower(sa.func.trim(Incident.service)).in_(_written({one.service for one in facts})), *OPEN)
        .order_by(Incident.number)
    )
    board.services = {service_key(service): _open_incident(row) for service, *row in by_service}
    await _read_declared(session, board)
    return board


def _written(services: Iterable[str]) -> set[str]:
    """How the databases write the services in lower case: SQLite leaves letters beyond ASCII as they are."""
    ascii_only = ("".join(one.lower() if one.isascii() else one for one in service.strip()) for service in services)
    return {*ascii_only, *(service.strip().lower() for service in services)}


async def integrations_of(session: Session, alerts: Iterable[Alert]) -> dict[int, str]:
    """The names of the integrations that the alerts came by."""
    wanted = Integration.pk.in_({alert.integration_pk for alert in alerts})
    rows = await session.execute(sa.select(Integration.pk, Integration.name).where(wanted))
    return {row.pk: row.name for row in rows}


async def _read_declared(session: Session, board: Board) -> None:
    """What was declared within the last minute."""
    rows = await session.execute(
        sa.select(AlertIncident.rule_pk, sa.and_(*OPEN).label("open"), *OPEN_COLUMNS)
        .join(Incident, Incident.pk == AlertIncident.incident_pk)
        .where(AlertIncident.declared_at > board.at - MINUTE)
        .order_by(AlertIncident.pk.desc())
    )
    for rule_pk, is_open, *row in rows:
        board.declared_since[rule_pk] += 1
        if is_open:
            board.declared.append(Declared(rule_pk, _open_incident(row)))


async def _declare(
    session: Session, alert: Alert, row: AlertOccurrence, decision: Decision, service: str, board: Board
) -> OpenIncident:
    by = declared_by(alert.source, board.integrations.get(alert.integration_pk))
    wanted = incident_from(
        alert, service=service, severity=decision.severity, began_at=row.began_at, by=by, at=board.at
    )
    incident = await declare(session, wanted, actor=by, clock=ManualClock(board.at), status=decision.declare_as)
    earlier = None if alert.current_pk is None else await earlier_incident(session, alert)
    session.add(
        AlertIncident(
            incident_pk=incident.pk,
            incident_id=incident.id,
            group_key=decision.group_key,
            rule_pk=decision.rule_pk,
            declared_at=board.at,
            last_alert_at=board.at,
            recurrence_of=None if earlier is None else earlier.id,
        )
    )
    if earlier is not None:
        await tell_recurrence(session, incident, earlier, alert, board.at)
    await wish(session, incident, actor="memoryops", at=board.at)
    return OpenIncident(incident.pk, incident.id, board.at)


async def _tell(session: Session, arrivals: dict[int, list[tuple[Decision, Arrival]]], at: datetime) -> None:
    """Take note with each incident of what came to it."""
    if not arrivals:
        return
    await session.flush()
    incidents = {row.pk: row for row in await session.scalars(sa.select(Incident).where(Incident.pk.in_(arrivals)))}
    seen = await seen_incidents(session, incidents.values(), at)
    entries = await entries_of_the_minute(session, seen.values(), at)
    for pk, came in sorted(arrivals.items()):
        seen[pk].last_alert_at = at
        if seen[pk].group_key is None:
            seen[pk].group_key = came[0][0].group_key
        told = [arrival for _, arrival in came]
        await tell_attached(session, incidents[pk], seen[pk], entries.get(pk), told, at)


async def seen_incidents(session: Session, incidents: Iterable[Incident], at: datetime) -> dict[int, AlertIncident]:
    """The rows of the incidents that take alerts in; a person's own incident gets one with its first alert."""
    by_pk = {incident.pk: incident for incident in incidents}
    rows = await session.scalars(sa.select(AlertIncident).where(AlertIncident.incident_pk.in_(by_pk)))
    seen = {row.incident_pk: row for row in rows}
    for pk in by_pk.keys() - seen.keys():
        seen[pk] = AlertIncident(incident_pk=pk, incident_id=by_pk[pk].id, last_alert_at=at)
        session.add(seen[pk])
    return seen


def _open_incident(row: Sequence[Any]) -> OpenIncident:
    pk, incident_id, declared_at, last_alert_at = row
    return OpenIncident(pk, incident_id, last_alert_at or declared_at)
