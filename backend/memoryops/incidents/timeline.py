"""The timeline: what happened, when it happened, and when it was written down."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from memoryops.incidents.milestones import SYSTEM, reach
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.schemas import NoteAdd, Timeline, TimelineItem
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.errors import InvalidInputError
from memoryops.kit.events import announce
from memoryops.kit.schemas import rfc3339
from memoryops.memory.models import LedgerDocument, LedgerTransition
from memoryops.memory.states import DocumentState


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
    )
    session.add(entry)
    news = {"change": kind, "revision": incident.revision, "actor": actor}
    announce(session, incident.workspace_id, "incident", incident.id, at, **news)
    return entry


async def add_note(session: Session, incident: Incident, note: NoteAdd, *, actor: str, clock: Clock) -> TimelineItem:
    """Write a note; raises FutureMomentError for one from the future."""
    now = clock.now()
    check_past("happened_at", note.happened_at, now)
    entry = record(session, incident, "note", actor=actor, at=now, happened_at=note.happened_at, text=note.text)
    await session.flush()
    return _from_record(entry)


async def read_timeline(session: Session, incident: Incident) -> Timeline:
    """The incident's entries merged with the ledger's steps, oldest first."""
    entries = await session.scalars(sa.select(TimelineEntry).where(TimelineEntry.incident_pk == incident.pk))
    steps = await session.scalars(
        sa.select(LedgerTransition)
        .join(LedgerDocument, LedgerDocument.pk == LedgerTransition.document_pk)
        .where(LedgerDocument.document_id == incident.id)
        .order_by(LedgerTransition.pk)
    )
    items = [*map(_from_record, entries), *_from_ledger(steps)]
    return Timeline(items=sorted(items, key=_order))


def _order(item: TimelineItem) -> tuple[datetime, datetime, bool, str]:
    """Of one moment, the cause in the record comes before its effect on memory."""
    return item.happened_at, item.recorded_at, item.source == "memory", item.id


def _from_record(entry: TimelineEntry) -> TimelineItem:
    return TimelineItem(
        id=f"record-{entry.pk:012d}",
        source="record",
        kind=entry.kind,
        happened_at=entry.happened_at,
        recorded_at=entry.recorded_at,
        actor=entry.actor,
        text=entry.text,
        changes=entry.changes,
    )


RETRY_STATES = frozenset(
    {DocumentState.retaining, DocumentState.failed, DocumentState.queued, DocumentState.withdrawing}
)


def _from_ledger(steps: Iterable[LedgerTransition]) -> list[TimelineItem]:
    """Steps as entries; a run of retries is folded into its newest step, with the count of attempts."""
    folded: list[LedgerTransition] = []
    for step in steps:
        if folded and _repeats(folded[-1], step):
            folded[-1] = step
        else:
            folded.append(step)
    return [_from_step(step) for step in folded]


def _repeats(previous: LedgerTransition, step: LedgerTransition) -> bool:
    if step.attempt <= 1 or previous.revision != step.revision:
        return False
    return previous.to_state is step.to_state or {previous.to_state, step.to_state} <= RETRY_STATES


def _from_step(step: LedgerTransition) -> TimelineItem:
    return TimelineItem(
        id=f"memory-{step.pk:012d}",
        source="memory",
        kind=f"memory_{step.to_state.value}",
        happened_at=step.at,
        recorded_at=step.at,
        actor=SYSTEM,
        text=step.cause,
        changes={"from": step.from_state.value, "to": step.to_state.value, "attempt": step.attempt},
    )
