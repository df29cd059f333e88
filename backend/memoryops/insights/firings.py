"""The firings of alerts that a number counted: too many to read at once, so the database pages them."""

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident
from memoryops.insights.counted import CountedRow
from memoryops.insights.firing_sheets import AlertCount
from memoryops.insights.loading_firings import UNCONFIRMED, Unconfirmed, acknowledged, attached, fired_in
from memoryops.insights.period import Period
from memoryops.insights.rows import Of, RowsQuery
from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import ScopedSession
from memoryops.kit.schemas import Page

COUNTS: Mapping[Of, Callable[[AlertCount], int]] = {
    Of.firings: attrgetter("fired"),
    Of.acknowledged: attrgetter("acknowledged"),
    Of.attached: attrgetter("attached"),
    Of.acted_on: attrgetter("acted_on"),
    Of.ignored: attrgetter("ignored"),
}


def firings_counted(alerts: Iterable[AlertCount], query: RowsQuery) -> int:
    """How many firings the number counts."""
    return sum(COUNTS[query.of](alert) for alert in alerts if query.alert in (None, alert.pk))


def list_firings(
    session: ScopedSession, period: Period, query: RowsQuery, *, total: int, limit: int, cursor: str | None
) -> Page[CountedRow]:
    """One page of firings, newest word first; raises InvalidCursorError."""
    where, asked = [*fired_in(period), chosen(query.of)], repr((period, query))
    if query.alert is not None:
        where.append(AlertOccurrence.alert_pk == query.alert)
    if cursor is not None:
        where.append(AlertOccurrence.pk < decode_cursor(cursor, asked))
    found = sa.select(AlertOccurrence.pk).outerjoin(Unconfirmed, UNCONFIRMED).where(*where)
    pks = session.scalars(found.order_by(AlertOccurrence.pk.desc()).limit(limit + 1)).all()
    rows = session.execute(
        sa.select(AlertOccurrence, Alert.title, Incident.status, Incident.sample)
        .join(Alert, Alert.pk == AlertOccurrence.alert_pk)
        .outerjoin(Incident, Incident.pk == AlertOccurrence.incident_pk)
        .where(AlertOccurrence.pk.in_(pks[:limit]))
        .order_by(AlertOccurrence.pk.desc())
    )
    return Page[CountedRow](
        items=[_row(*row) for row in rows],
        next_cursor=encode_cursor(pks[limit - 1], asked) if len(pks) > limit else None,
        total=total,
    )


def chosen(of: Of) -> sa.ColumnElement[bool]:
    """Which of the firings."""
    acted_on = sa.or_(acknowledged(), attached())
    conditions: dict[Of, sa.ColumnElement[bool]] = {
        Of.acknowledged: acknowledged(),
        Of.attached: attached(),
        Of.acted_on: acted_on,
        Of.ignored: sa.not_(acted_on),
    }
    return conditions.get(of, sa.true())


def _row(firing: AlertOccurrence, title: str, status: Status | None, sample: bool | None) -> CountedRow:
    ended = firing.ended_at
    return CountedRow(
        id=f"ALR-{firing.alert_pk}",
        incident_id=firing.incident_id,
        title=title,
        service=firing.service,
        severity=firing.severity,
        status=status,
        at=firing.began_at,
        value_s=None if ended is None else max(0.0, (ended - firing.began_at).total_seconds()),
        sample=bool(sample),
    )
