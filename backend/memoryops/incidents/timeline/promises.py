"""When the next update is due, by what the newest status update promised."""

from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.timeline.kinds import EntryKind
from memoryops.kit.db import Session
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.schemas import rfc3339


class PromiseInThePastError(InvalidInputError):
    """The next update cannot be due before this one."""


async def keep_promise(session: Session, incident: Incident, entry: TimelineEntry) -> None:
    """Let the incident's next update be due when its newest status update says, and not at all when that says nothing.

    Raises PromiseInThePastError for one due before it was promised. A resolved incident promises nothing.
    """
    if entry.kind != EntryKind.status_update:
        return
    promised = (entry.details or {}).get("next_update_at")
    due = None if promised is None else datetime.fromisoformat(promised)
    if due is not None and due <= entry.happened_at:
        message = f"Must lie after {rfc3339(entry.happened_at)}, when this update was given."
        raise PromiseInThePastError(
            f"next_update_at: {message}", errors=[{"field": "next_update_at", "message": message}]
        )
    if incident.status is not Status.resolved and await _is_newest(session, entry):
        incident.next_update_at = due


async def _is_newest(session: Session, entry: TimelineEntry) -> bool:
    newest = await session.scalar(
        sa.select(TimelineEntry.pk)
        .where(
            TimelineEntry.incident_pk == entry.incident_pk,
            TimelineEntry.kind == EntryKind.status_update,
            TimelineEntry.removed_at.is_(None),
        )
        .order_by(TimelineEntry.happened_at.desc(), TimelineEntry.pk.desc())
        .limit(1)
    )
    return newest == entry.pk
