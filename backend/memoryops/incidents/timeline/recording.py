"""Entries are written in the transaction of their cause."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memoryops.incidents.milestones import reach
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.kit.db import Session
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.events import announce
from memoryops.kit.schemas import rfc3339


class FutureMomentError(InvalidInputError):
    """Something cannot have happened yet."""


def check_past(field: str, moment: datetime | None, latest: datetime) -> None:
    """Raise FutureMomentError for a moment behind the latest possible one."""
    if moment is not None and moment > latest:
        message = f"Must not lie after {rfc3339(latest)}."
        raise FutureMomentError(f"{field}: {message}", errors=[{"field": field, "message": message}])


def record(
    session: Session,
    incident: Incident,
    kind: str,
    *,
    actor: str,
    at: datetime,
    happened_at: datetime | None = None,
    text: str | None = None,
    changes: Mapping[str, Any] | None = None,
    details: Mapping[str, Any] | None = None,
) -> TimelineEntry:
    """Add an entry in the transaction of its cause, keep what it says of milestones, and tell open consoles."""
    reach(incident, kind, actor=actor, at=at)
    entry = TimelineEntry(
        incident_pk=incident.pk,
        kind=kind,
        happened_at=happened_at or at,
        recorded_at=at,
        actor=actor,
        text=text,
        changes=dict(changes) if changes else None,
        details=dict(details) if details else None,
        revision=1,
    )
    session.add(entry)
    news = {"change": kind, "revision": incident.revision, "actor": actor}
    announce(session, incident.workspace_id, "incident", incident.id, at, **news)
    return entry
