"""The timeline as it is read: entries of the record merged with the steps of memory, in one order."""

from collections.abc import Iterable
from datetime import UTC, datetime

import sqlalchemy as sa

from memoryops.incidents.milestones import SYSTEM
from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.schemas import Timeline, TimelineItem
from memoryops.kit.db import Session
from memoryops.kit.events import position_in
from memoryops.memory.models import LedgerDocument, LedgerTransition
from memoryops.memory.states import DocumentState


async def read_timeline(session: Session, incident: Incident, *, removed: bool = False) -> Timeline:
    """The incident's entries merged with the ledger's steps, oldest first; removed ones only where asked for."""
    position = await position_in(session)
    entries = await session.scalars(entries_of(incident, removed=removed))
    items = in_order([*map(item_of, entries), *await read_steps(session, incident)])
    return Timeline(items=items, next_cursor=None, position=position, since=None)


def entries_of(incident: Incident, *, removed: bool) -> sa.Select[TimelineEntry]:
    """The incident's entries in no order; removed ones only where asked for."""
    wanted = sa.select(TimelineEntry).where(TimelineEntry.incident_pk == incident.pk)
    return wanted if removed else wanted.where(TimelineEntry.removed_at.is_(None))


async def read_steps(session: Session, incident: Incident) -> list[TimelineItem]:
    """What the ledger tells of the incident's document, retries folded, oldest first."""
    steps = await session.scalars(
        sa.select(LedgerTransition)
        .join(LedgerDocument, LedgerDocument.pk == LedgerTransition.document_pk)
        .where(LedgerDocument.document_id == incident.id)
        .order_by(LedgerTransition.pk)
    )
    return _from_ledger(steps)


def in_order(items: Iterable[TimelineItem]) -> list[TimelineItem]:
    """By the instants at which things happened, whatever clocks showed then; of one instant, as they were written."""
    return sorted(items, key=place_of)


Place = tuple[datetime, datetime, bool, str]


def place_of(item: TimelineItem) -> Place:
    """Of one moment, the cause in the record comes before its effect on memory."""
    return _instant(item.happened_at), _instant(item.recorded_at), item.source == "memory", item.id


def _instant(moment: datetime) -> datetime:
    """Two moments of one zone are compared by what its clocks showed, unless that zone is UTC."""
    return moment.astimezone(UTC)


def id_of(entry_pk: int) -> str:
    """The id of an entry of the record, by which ids sort as entries were written."""
    return f"record-{entry_pk:012d}"


def item_of(entry: TimelineEntry) -> TimelineItem:
    """An entry of the record as it is shown."""
    return TimelineItem(
        id=id_of(entry.pk),
        source="record",
        kind=entry.kind,
        happened_at=entry.happened_at,
        recorded_at=entry.recorded_at,
        actor=entry.actor,
        text=entry.text,
        changes=entry.changes,
        details=entry.details,
        revision=entry.revision,
        edited_at=entry.edited_at,
        edited_by=entry.edited_by,
        pinned=entry.pinned_at is not None,
        pinned_at=entry.pinned_at,
        pinned_by=entry.pinned_by,
        removed_at=entry.removed_at,
        removed_by=entry.removed_by,
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
        details=None,
        revision=1,
        edited_at=None,
        edited_by=None,
        pinned=False,
        pinned_at=None,
        pinned_by=None,
        removed_at=None,
        removed_by=None,
    )
