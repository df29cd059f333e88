"""When the next update is due: what was said last of it, in the order in which things happened.

That is the newest of the standing status updates, of the changes of the incident's own `next_update_at`, and of its
resolutions and reopenings, which promise nothing. An update that promises nothing keeps what an older one promised,
and leaves nothing due.
"""

from datetime import datetime, timedelta

import sqlalchemy as sa

from memoryops.incidents.lifecycle import Status
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.timeline.kinds import EntryKind
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, InvalidInputError
from memoryops.kit.schemas import rfc3339

LEEWAY = timedelta(minutes=5)
"""How far clocks may differ, and how long somebody may take to press the button."""

IS_PROMISE = TimelineEntry.changes["next_update_at"].as_string().is_not(None)
LAST_WORDS = sa.or_(
    TimelineEntry.kind.in_((EntryKind.status_update, "resolved", "reopened")),
    sa.and_(TimelineEntry.kind == "edited", IS_PROMISE),
)


class PromiseInThePastError(InvalidInputError):
    """The next update cannot be due before this one."""


class NothingToPromiseError(ConflictError):
    """Of a resolved incident no update is due."""


def check_promise(incident: Incident, due: datetime | None, *, at: datetime) -> None:
    """Raise for an update that cannot be promised: NothingToPromiseError, or PromiseInThePastError for one long due."""
    if due is None:
        return
    if incident.status is Status.resolved:
        raise NothingToPromiseError(f"{incident.id} is resolved, so no update is due; reopen it to promise one.")
    if due < at - LEEWAY:
        raise _in_the_past(f"Must not lie before {rfc3339(at)}, which is now.")


def check_told(entry: TimelineEntry) -> None:
    """Raise PromiseInThePastError for a status update that promises the next one before itself."""
    due = _promised(entry) if entry.kind == EntryKind.status_update else None
    if due is not None and due <= entry.happened_at:
        raise _in_the_past(f"Must lie after {rfc3339(entry.happened_at)}, when this update was given.")


async def keep_promise(session: Session, incident: Incident, changed: TimelineEntry) -> None:
    """After a change of a status update, let the incident's next update be due when it was said last."""
    if changed.kind != EntryKind.status_update or incident.status is Status.resolved:
        return
    await session.flush()
    last = await session.scalar(
        sa.select(TimelineEntry)
        .where(TimelineEntry.incident_pk == incident.pk, TimelineEntry.removed_at.is_(None), LAST_WORDS)
        .order_by(TimelineEntry.happened_at.desc(), TimelineEntry.pk.desc())
        .limit(1)
    )
    incident.next_update_at = None if last is None else _promised(last)


def _promised(entry: TimelineEntry) -> datetime | None:
    said = entry.details or {} if entry.kind == EntryKind.status_update else {}
    told = (entry.changes or {}).get("next_update_at", {}).get("to", said.get("next_update_at"))
    return None if told is None else datetime.fromisoformat(told)


def _in_the_past(message: str) -> PromiseInThePastError:
    errors = [{"field": "next_update_at", "message": message}]
    return PromiseInThePastError(f"next_update_at: {message}", errors=errors)
