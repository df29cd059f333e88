"""From the record to firings of alerts, and to what alerts are called: each query is bounded by the period."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.incidents.lifecycle import Outcome, Status
from memoryops.incidents.models import Incident
from memoryops.insights.firing_sheets import FiringSheet, firing_sheet
from memoryops.insights.history import AlertName
from memoryops.insights.loading import END, START, parts
from memoryops.insights.period import Period
from memoryops.kit.db import ScopedSession, UtcDateTime


def fired_in(period: Period) -> list[sa.ColumnElement[bool]]:
    """The condition: a firing that began in the period."""
    began = AlertOccurrence.began_at
    where = [began >= period.start, began < period.end, AlertOccurrence.fired.is_(True)]
    if period.services:
        where.append(AlertOccurrence.service.in_(period.services))
    return where


Unconfirmed = aliased(Incident)
UNCONFIRMED = sa.and_(
    Unconfirmed.pk == AlertOccurrence.incident_pk,
    sa.or_(
        Unconfirmed.status == Status.triage,
        Unconfirmed.outcome == Outcome.false_alarm,
        Unconfirmed.deleted_at.is_not(None),
    ),
)
"""The incident of a firing where nobody confirmed it, or where it turned out to be none: an outer join."""


def acknowledged() -> sa.ColumnElement[bool]:
    """Whether somebody acknowledged the firing at its source or acted on it here."""
    return sa.or_(AlertOccurrence.acknowledged_at.is_not(None), AlertOccurrence.acted_on_at.is_not(None))


def attached() -> sa.ColumnElement[bool]:
    """Whether the firing belongs to an incident that a person confirmed; needs the outer join `UNCONFIRMED`."""
    return sa.and_(AlertOccurrence.incident_pk.is_not(None), Unconfirmed.pk.is_(None))


FIRED = (
    sa.select(
        AlertOccurrence.alert_pk,
        AlertOccurrence.service,
        acknowledged().label("a"),
        attached().label("b"),
        sa.func.count(),
    )
    .outerjoin(Unconfirmed, UNCONFIRMED)
    .where(AlertOccurrence.began_at >= START, AlertOccurrence.began_at < END, AlertOccurrence.fired.is_(True))
    .group_by(AlertOccurrence.alert_pk, AlertOccurrence.service, "a", "b")
)


def load_firings(session: ScopedSession, stretch: Period) -> FiringSheet:
    """The firings of that stretch of time."""
    rows = session.execute(FIRED, {"start": stretch.start, "end": stretch.end})
    return firing_sheet(
        (pk, service, bool(noticed), bool(joined), count) for pk, service, noticed, joined, count in rows
    )


NAMED = sa.select(Alert.pk, Alert.source, Alert.fingerprint, Alert.title).where(
    Alert.pk.in_(sa.bindparam("pks", expanding=True, type_=sa.Integer()))
)


def load_alert_names(session: ScopedSession, pks: Collection[int]) -> dict[int, AlertName]:
    """What these alerts are called, by their primary keys."""
    found: dict[int, AlertName] = {}
    for some in parts(sorted(pks)):
        found.update((pk, AlertName(*name)) for pk, *name in session.execute(NAMED, {"pks": some}))
    return found


def load_last_fired(
    session: ScopedSession, period: Period, wanted: Collection[tuple[int, str | None]]
) -> dict[tuple[int, str | None], datetime]:
    """When alerts began to fire last in the period, by their primary keys and the services they fired for."""
    last = (
        sa.select(AlertOccurrence.pk)
        .where(*fired_in(period), AlertOccurrence.alert_pk == Alert.pk)
        .order_by(AlertOccurrence.began_at.desc())
        .limit(1)
        .correlate(Alert)
        .scalar_subquery()
    )
    newest = aliased(AlertOccurrence)
    of = (AlertOccurrence.alert_pk, AlertOccurrence.service)
    found: dict[tuple[int, str | None], datetime] = {}
    for some in parts(sorted({pk for pk, _ in wanted})):
        rows = sa.select(newest.alert_pk, newest.service, newest.began_at).select_from(Alert)
        fired = session.execute(rows.join(newest, newest.pk == last).where(Alert.pk.in_(some)))
        found.update({(pk, service): at for pk, service, at in fired})
    # Few alerts change the service that they fire for.
    for some in parts(sorted({pk for pk, service in wanted if (pk, service) not in found})):
        began = sa.func.max(AlertOccurrence.began_at, type_=UtcDateTime())
        every = sa.select(*of, began).where(*fired_in(period), AlertOccurrence.alert_pk.in_(some)).group_by(*of)
        found.update({(pk, service): at for pk, service, at in session.execute(every)})
    return found
