"""The verbs of entries that people write: add, edit, remove, restore, pin; nothing that was said is lost."""

import re
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from memoryops.incidents.models import Incident, TimelineEntry
from memoryops.incidents.schemas import TimelineItem
from memoryops.incidents.timeline.kinds import EntryChangeKind, EntryKind, details_of
from memoryops.incidents.timeline.models import TimelineVersion
from memoryops.incidents.timeline.promises import check_told, keep_promise
from memoryops.incidents.timeline.reading import id_of, item_of
from memoryops.incidents.timeline.recording import check_past, record
from memoryops.incidents.timeline.schemas import EntryAdd, EntryEdit
from memoryops.kit.clock import Clock
from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, NotFoundError
from memoryops.kit.events import announce
from memoryops.kit.revisions import check_revision

ENTRY_ID = re.compile(r"record-0*(?P<pk>[1-9][0-9]{0,11})", re.ASCII)
STEP_ID = re.compile(r"memory-[0-9]{1,18}", re.ASCII)
WRITTEN_BY_PEOPLE = frozenset(EntryKind)


class EntryNotFoundError(NotFoundError):
    """The incident's timeline has no such entry."""


class MemoryStepError(ConflictError):
    """The ledger tells what memory did; nobody changes that."""


class SystemEntryError(ConflictError):
    """The system wrote the entry, as what it did."""


class EntryRemovedError(ConflictError):
    """The entry was removed from the timeline."""


async def load_entry(session: Session, incident: Incident, entry_id: str) -> TimelineEntry:
    """The entry, removed or not; raises EntryNotFoundError, or MemoryStepError for one that the ledger tells."""
    if STEP_ID.fullmatch(entry_id):
        raise MemoryStepError("Memory's ledger tells this step; it is neither edited, removed nor pinned.")
    named = ENTRY_ID.fullmatch(entry_id)
    wanted = sa.select(TimelineEntry).where(TimelineEntry.incident_pk == incident.pk)
    entry = None if named is None else await session.scalar(wanted.where(TimelineEntry.pk == int(named["pk"])))
    if entry is None or id_of(entry.pk) != entry_id:
        raise EntryNotFoundError(f"The timeline of {incident.id} has no entry {entry_id[:40]!r}.")
    return entry


async def add_entry(session: Session, incident: Incident, added: EntryAdd, *, actor: str, clock: Clock) -> TimelineItem:
    """Write an entry; raises FutureMomentError for one from the future, EntryDetailsError for what its kind forbids."""
    now = clock.now()
    check_past("happened_at", added.happened_at, now)
    given = added.details()
    if added.kind is EntryKind.deploy:
        given = {"service": incident.service, **{name: value for name, value in given.items() if value is not None}}
    entry = record(
        session,
        incident,
        added.kind.value,
        actor=actor,
        at=now,
        happened_at=added.happened_at,
        text=added.text,
        details=details_of(added.kind, added.text, given),
    )
    await session.flush()
    check_told(entry)
    await keep_promise(session, incident, entry)
    return item_of(entry)


async def edit_entry(
    session: Session,
    incident: Incident,
    entry: TimelineEntry,
    changes: EntryEdit,
    *,
    if_match: str | None,
    actor: str,
    clock: Clock,
) -> TimelineItem:
    """Change what an entry says, keeping what it said; an edit that changes nothing makes no version."""
    _check_change(entry, if_match)
    _check_present(entry)
    now = clock.now()
    check_past("happened_at", changes.happened_at, now)
    given = changes.model_dump(exclude_unset=True)
    text = given.get("text", entry.text)
    happened_at = given.get("happened_at", entry.happened_at) or entry.recorded_at
    details = details_of(EntryKind(entry.kind), text, {**(entry.details or {}), **changes.details()})
    if (text, happened_at, details) != (entry.text, entry.happened_at, entry.details):
        _keep_version(session, incident, entry, EntryChangeKind.edited, actor=actor, at=now)
        entry.text, entry.happened_at, entry.details = text, happened_at, details
        entry.edited_at, entry.edited_by = now, actor
        check_told(entry)
        await keep_promise(session, incident, entry)
    return item_of(entry)


async def remove_entry(
    session: Session, incident: Incident, entry: TimelineEntry, *, if_match: str | None, actor: str, clock: Clock
) -> None:
    """Hide an entry; removing a removed one changes nothing."""
    _check_change(entry, if_match)
    if entry.removed_at is None:
        now = clock.now()
        _keep_version(session, incident, entry, EntryChangeKind.removed, actor=actor, at=now)
        entry.removed_at, entry.removed_by = now, actor
        await keep_promise(session, incident, entry)


async def restore_entry(
    session: Session, incident: Incident, entry: TimelineEntry, *, actor: str, clock: Clock
) -> TimelineItem:
    """Bring a removed entry back; restoring a visible one changes nothing."""
    if entry.removed_at is not None:
        _keep_version(session, incident, entry, EntryChangeKind.restored, actor=actor, at=clock.now())
        entry.removed_at, entry.removed_by = None, None
        await keep_promise(session, incident, entry)
    return item_of(entry)


async def pin_entry(
    session: Session, incident: Incident, entry: TimelineEntry, *, actor: str, clock: Clock
) -> TimelineItem:
    """Mark an entry as one that matters; pinning twice keeps who did so first."""
    _check_present(entry)
    if entry.pinned_at is None:
        entry.pinned_at, entry.pinned_by = clock.now(), actor
        _announce(session, incident, entry, "entry_pinned", actor=actor, at=entry.pinned_at)
    return item_of(entry)


async def unpin_entry(
    session: Session, incident: Incident, entry: TimelineEntry, *, actor: str, clock: Clock
) -> TimelineItem:
    """Take the mark away."""
    if entry.pinned_at is not None:
        entry.pinned_at, entry.pinned_by = None, None
        _announce(session, incident, entry, "entry_unpinned", actor=actor, at=clock.now())
    return item_of(entry)


async def versions_of(session: Session, entry: TimelineEntry) -> Sequence[TimelineVersion]:
    """What the entry said before, newest first."""
    rows = await session.scalars(
        sa.select(TimelineVersion).where(TimelineVersion.entry_pk == entry.pk).order_by(TimelineVersion.revision.desc())
    )
    return rows.all()


def _check_change(entry: TimelineEntry, if_match: str | None) -> None:
    if entry.kind not in WRITTEN_BY_PEOPLE:
        raise SystemEntryError(
            f"The system wrote this entry ({entry.kind}); only what people wrote is changed. Add a note to correct it."
        )
    current = item_of(entry).model_dump(mode="json")
    check_revision("The entry", entry.revision, if_match, current=current)


def _check_present(entry: TimelineEntry) -> None:
    if entry.removed_at is not None:
        raise EntryRemovedError(f"{entry.removed_by} removed this entry; bring it back first (POST /restore).")


def _keep_version(
    session: Session, incident: Incident, entry: TimelineEntry, change: EntryChangeKind, *, actor: str, at: datetime
) -> None:
    """Keep what the entry says before it changes, as one more revision of it."""
    entry.revision += 1
    version = TimelineVersion(
        entry_pk=entry.pk,
        revision=entry.revision,
        change=change,
        by=actor,
        at=at,
        text=entry.text,
        happened_at=entry.happened_at,
        details=entry.details,
    )
    session.add(version)
    _announce(session, incident, entry, f"entry_{change.value}", actor=actor, at=at)


def _announce(
    session: Session, incident: Incident, entry: TimelineEntry, change: str, *, actor: str, at: datetime
) -> None:
    told = {"change": change, "entry": id_of(entry.pk), "revision": incident.revision, "actor": actor}
    announce(session, incident.workspace_id, "incident", incident.id, at, **told)
