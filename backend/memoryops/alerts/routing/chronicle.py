"""What alerts leave on an incident's timeline: one entry a minute, however many come, and one when all are over."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from memoryops.alerts.models import Alert, AlertOccurrence
from memoryops.alerts.routing.models import AlertIncident
from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.timeline import id_of, record
from memoryops.incidents.timeline.kinds import ALERTS_ATTACHED
from memoryops.kit.counting import counted
from memoryops.kit.db import Session
from memoryops.kit.events import announce

ACTOR = "memoryops"
OVER = "alerts_over"
MOVED = "alert_moved"
RECURRENCE, RECURRED = "recurrence", "recurred"
FOLD = timedelta(minutes=1)
ANNOUNCE_EVERY = timedelta(seconds=1)
NAMED = 5


@dataclass(frozen=True)
class Arrival:
    """One alert that an incident took in, by which rule and why."""

    alert: Alert
    rule: str
    reason: str


async def entries_of_the_minute(
    session: Session, seen: Iterable[AlertIncident], at: datetime
) -> dict[int, TimelineEntry]:
    """The entries to which this minute's alerts are added, by incident; none where one has to begin."""
    pks = {one.told_pk for one in seen if one.told_at is not None and at - one.told_at < FOLD}
    rows = await session.scalars(sa.select(TimelineEntry).where(TimelineEntry.pk.in_(pks))) if pks else ()
    return {row.incident_pk: row for row in rows}


async def tell_attached(
    session: Session,
    incident: Incident,
    seen: AlertIncident,
    entry: TimelineEntry | None,
    arrivals: Sequence[Arrival],
    at: datetime,
    *,
    actor: str = ACTOR,
) -> None:
    """Say that the incident took alerts in, in the entry of this minute where there is one."""
    if entry is None:
        changes = _counted({}, arrivals)
        entry = record(session, incident, ALERTS_ATTACHED, actor=actor, at=at, text=_text(changes), changes=changes)
        await session.flush()
        seen.told_pk, seen.told_at, seen.announced_at = entry.pk, at, at
        return
    entry.changes = _counted(entry.changes or {}, arrivals)
    entry.text = _text(entry.changes)
    if seen.announced_at is None or at - seen.announced_at >= ANNOUNCE_EVERY:
        seen.announced_at = at
        news = {"change": ALERTS_ATTACHED, "revision": incident.revision, "entry": id_of(entry.pk)}
        announce(session, session.workspace_id, "incident", incident.id, at, **news)


async def tell_over(session: Session, incident_pks: set[int], at: datetime) -> None:
    """Say of those incidents whose alerts are all over that they are; their status is changed by people only."""
    for pk in sorted(incident_pks):
        going_on = sa.select(AlertOccurrence.pk).where(AlertOccurrence.incident_pk == pk, AlertOccurrence.open)
        if await session.scalar(going_on.limit(1)) is not None:
            continue
        incident = await session.scalar(sa.select(Incident).where(Incident.pk == pk))
        if incident is not None and incident.deleted_at is None and incident.status is not Status.resolved:
            text = "All alerts of this incident are over, by their sources. Its status is changed by people."
            record(session, incident, OVER, actor=ACTOR, at=at, text=text)


async def tell_recurrence(session: Session, incident: Incident, earlier: Incident, alert: Alert, at: datetime) -> None:
    """Link an incident with the earlier one of the same alert, on both timelines where both can be seen."""
    said = {"alert": alert.id, "title": alert.title}
    before = f"An alert of this incident was part of {earlier.id} before: {alert.title}"
    changes = {**said, "incident": earlier.id}
    record(session, incident, RECURRENCE, actor=ACTOR, at=at, text=before, changes=changes)
    if earlier.deleted_at is None:
        again = f"An alert of this incident came again, as {incident.id}: {alert.title}"
        record(session, earlier, RECURRED, actor=ACTOR, at=at, text=again, changes={**said, "incident": incident.id})


def tell_moved(session: Session, left: Incident, to: Incident, alerts: Sequence[Alert], at: datetime) -> None:
    """Say that alerts which an incident took in for others went on to where they belong."""
    if left.deleted_at is None:
        count, first = len(alerts), alerts[0]
        told = f"{counted(count, 'alert')} that {'was' if count == 1 else 'were'}"
        text = f"{told} here provisionally went on to {to.id}: {first.title}"
        changes = {"alert": first.id, "title": first.title, "incident": to.id, "alerts": count}
        record(session, left, MOVED, actor=ACTOR, at=at, text=text, changes=changes)


def _counted(changes: Mapping[str, Any], arrivals: Sequence[Arrival]) -> dict[str, Any]:
    rules = Counter(changes.get("rules", {}))
    rules.update(arrival.rule for arrival in arrivals)
    severities = Counter(changes.get("severities", {}))
    severities.update(arrival.alert.severity.value if arrival.alert.severity else "unknown" for arrival in arrivals)
    named = [*changes.get("first", []), *({"id": one.alert.id, "title": one.alert.title} for one in arrivals)]
    return {
        "alerts": changes.get("alerts", 0) + len(arrivals),
        "rules": dict(rules),
        "severities": dict(severities),
        "first": named[:NAMED],
        "reason": changes.get("reason") or arrivals[0].reason,
    }


def _text(changes: Mapping[str, Any]) -> str:
    count = changes["alerts"]
    rules = ", ".join(f"{name} ({times})" for name, times in sorted(changes["rules"].items()))
    return f"{counted(count, 'alert')} joined this incident, by: {rules}. {changes['reason']}"
