"""Alerts and their occurrences as rows: read in bulk, written in bulk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence, AlertTelling
from memoryops.alerts.order.case import NOT_ROUTED, ORDER_NAMES, Case, change
from memoryops.alerts.order.history import Change, ended_at
from memoryops.alerts.order.marks import moment
from memoryops.alerts.order.occurrences import Occurrence
from memoryops.alerts.order.rules import NO_WORD
from memoryops.alerts.routing.deciding import Routed
from memoryops.kit.db import Session

T = TypeVar("T")

IN_ONE_QUERY = 500
ALERTS_LOCK = 0x616C657274
"""First key of the advisory locks on Postgres; any number that nothing else in the database uses."""


async def take_turns(session: Session) -> None:
    """Let nobody else take alerts of this workspace in before this transaction ends.

    It comes before every other lock, so no two that take alerts in can wait for each other.
    """
    await session.take_turns(ALERTS_LOCK)


async def give_keys(session: Session, rows: Sequence[Alert | AlertOccurrence]) -> None:
    """Give new rows of one kind the keys under which they will be inserted, growing in their order."""
    if rows:
        for row, key in zip(rows, await session.take_keys(type(rows[0]), len(rows)), strict=True):
            row.pk = key


async def insert(session: Session, rows: Sequence[Alert | AlertOccurrence]) -> None:
    """Insert new rows of one kind by one statement; objects of the session would cost more than all the rest."""
    if rows:
        names = type(rows[0]).__mapper__.column_attrs.keys()
        await session.insert(type(rows[0]), [{name: vars(row).get(name) for name in names} for row in rows])


async def load_alerts(session: Session, source: str, scope: int, fingerprints: Sequence[str]) -> dict[str, Alert]:
    """The alerts of the source that are known within the scope, by fingerprint."""
    found: dict[str, Alert] = {}
    for some in _batches(fingerprints):
        rows = await session.scalars(
            sa.select(Alert)
            .where(Alert.source == source, Alert.scope == scope, Alert.fingerprint.in_(some))
            .order_by(Alert.fingerprint)
        )
        found.update({row.fingerprint: row for row in rows})
    return found


async def told_by(session: Session, delivery_pks: Sequence[int]) -> set[tuple[int, int, int]]:
    """What earlier attempts at the deliveries told: delivery, place in it, and alert."""
    columns = (AlertTelling.delivery_pk, AlertTelling.place, AlertTelling.alert_pk)
    rows = await session.execute(sa.select(*columns).where(AlertTelling.delivery_pk.in_(delivery_pks)))
    return {(delivery_pk, place, alert_pk) for delivery_pk, place, alert_pk in rows}


def tellings(cases: Iterable[Case], at: datetime) -> list[dict[str, Any]]:
    """What was told, as the columns of rows."""
    return [
        {
            "delivery_pk": heard.delivery_pk,
            "place": heard.place,
            "alert_pk": case.alert.pk,
            "status": heard.status,
            "rule": heard.rule.name,
            "at": at,
        }
        for case in cases
        for heard in case.heard
    ]


@dataclass
class Written:
    """What writing occurrences came to: those to be routed with their alerts, and those that have ended.

    `absorbed` are rows that turned out to be part of another occurrence, by alert and by when that one began; `begun`
    are new ones, and `newest` those that alerts show.
    """

    newest: list[tuple[Case, AlertOccurrence]] = field(default_factory=list)
    to_route: list[tuple[Case, AlertOccurrence]] = field(default_factory=list)
    ended: list[AlertOccurrence] = field(default_factory=list)
    absorbed: dict[tuple[int, int | None], AlertOccurrence] = field(default_factory=dict)
    begun: list[AlertOccurrence] = field(default_factory=list)


async def write_occurrences(session: Session, cases: Sequence[Case]) -> Written:
    """Make the rows say what the histories say, new ones not yet inserted; the alerts have their keys."""
    changes = [(case, one) for case in cases for one in case.changes]
    rows = await _rows(session, [(case.alert.pk, moment(one.began)) for case, one in changes if one.began is not None])
    written = Written()
    for case, one in changes:
        await _write(session, case, one, rows, written)
    for case in cases:
        if case.alert.current_pk is None and case.now.newest is None:
            written.newest.append((case, _placeholder(case, written)))
    return written


async def route_anew(session: Session, cases: Sequence[Case], written: Written) -> None:
    """Have the rules look again at where those of the cases are that go on."""
    worse = {case.alert.current_pk: case for case in cases}
    if not worse:
        return
    rows = await session.scalars(sa.select(AlertOccurrence).where(AlertOccurrence.pk.in_(worse)))
    routed = {id(row) for _, row in written.to_route}
    for row in rows:
        if row.open and row.fired and id(row) not in routed:
            written.to_route.append((worse[row.pk], row))
            written.newest.append((worse[row.pk], row))


async def link_newest(session: Session, written: Written) -> None:
    """Let the alerts point to their newest occurrences, those that have begun among them."""
    await give_keys(session, written.begun)
    for case, row in written.newest:
        case.alert.current_pk = row.pk
        show_routing(case.alert, row)


def show_routing(alert: Alert, row: AlertOccurrence) -> None:
    """Let the alert show where its newest occurrence went."""
    since = (alert.provisional_since or alert.last_received_at) if row.provisional else None
    change(
        alert,
        incident_pk=row.incident_pk,
        incident_id=row.incident_id,
        decision=row.decision or Routed.recorded.value,
        rule=row.rule or "",
        reason=row.reason or "",
        provisional_since=since,
    )


async def _write(
    session: Session,
    case: Case,
    one: Change,
    rows: dict[tuple[int, datetime], AlertOccurrence],
    written: Written,
) -> None:
    row = None if one.began is None else rows.get((case.alert.pk, moment(one.began)))
    now = one.now
    if now is None:
        if row is not None:
            written.absorbed[case.alert.pk, one.part_of] = row
            await session.delete(row)
            # Its place may be wanted by a row of this very delivery.
            await session.flush()
        return
    if row is None:
        row = await _placeholder_of(session, case) or _begun(case, written)
    was_open = row.open
    _set(row, now, written.absorbed.get((case.alert.pk, now.began)))
    if case.is_to_be_routed(now, row):
        written.to_route.append((case, row))
    elif (why := NOT_ROUTED.get(now.standing)) is not None and (row.decision is None or row.rule in ORDER_NAMES):
        row.decision, row.rule, row.reason = Routed.recorded.value, why.name, why.why
    if not now.open and (was_open or row.incident_pk is None):
        written.ended.append(row)
    if now is case.now.newest:
        written.newest.append((case, row))


ROUTING = ("incident_pk", "incident_id", "group_key", "decision", "rule", "reason", "provisional", "acted_on_at")


def _begun(case: Case, written: Written) -> AlertOccurrence:
    row = AlertOccurrence(
        alert_pk=case.alert.pk,
        source=case.alert.source,
        service=case.alert.service,
        severity=case.alert.severity,
        received_at=case.alert.last_received_at,
        provisional=False,
    )
    written.begun.append(row)
    return row


async def _placeholder_of(session: Session, case: Case) -> AlertOccurrence | None:
    """The row that stands for an alert of which nothing was known; it becomes its first occurrence."""
    if case.before.newest is not None or case.alert.current_pk is None:
        return None
    row: AlertOccurrence | None = await session.scalar(
        sa.select(AlertOccurrence).where(
            AlertOccurrence.pk == case.alert.current_pk, AlertOccurrence.rule == NO_WORD.name
        )
    )
    if row is not None:
        row.decision = row.rule = row.reason = None
    return row


def _placeholder(case: Case, written: Written) -> AlertOccurrence:
    """A row for an alert of which nobody says whether it fires, so that it has a place in lists."""
    row = _begun(case, written)
    row.began_at, row.fired, row.open = row.received_at, False, False
    row.decision, row.rule, row.reason = Routed.recorded.value, NO_WORD.name, NO_WORD.why
    return row


def _set(row: AlertOccurrence, now: Occurrence, gone: AlertOccurrence | None) -> None:
    """Let the row say what is known; where it took the place of another one, it keeps where that one went."""
    change(
        row,
        began_at=moment(now.began),
        ended_at=ended_at(now),
        acknowledged_at=None if now.acknowledged is None else moment(now.acknowledged),
        fired=now.fired,
        open=now.open,
    )
    if row.acted_on_at is None and row.acknowledged_at is not None:
        row.acted_on_at = row.acknowledged_at
    if gone is not None and row.incident_pk is None:
        for name in ROUTING:
            setattr(row, name, getattr(gone, name))


async def _rows(session: Session, keys: Sequence[tuple[int, datetime]]) -> dict[tuple[int, datetime], AlertOccurrence]:
    found: dict[tuple[int, datetime], AlertOccurrence] = {}
    place = sa.tuple_(AlertOccurrence.alert_pk, AlertOccurrence.began_at)
    for some in _batches(keys):
        rows = await session.scalars(sa.select(AlertOccurrence).where(place.in_(some)))
        found.update({(row.alert_pk, row.began_at): row for row in rows})
    return found


def _batches(items: Sequence[T]) -> Iterable[Sequence[T]]:
    return (items[start : start + IN_ONE_QUERY] for start in range(0, len(items), IN_ONE_QUERY))
