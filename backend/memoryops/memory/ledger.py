"""The ledger: what should be in memory, changed in the transaction that changes the record."""

from datetime import datetime

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.kit.errors import ConflictError, NotFoundError
from memoryops.kit.events import announce
from memoryops.memory.attempts import tombstone_of
from memoryops.memory.documents import WrittenDocument, incident_tag, workspace_tag
from memoryops.memory.models import DocumentRevision, LedgerDocument, LedgerTransition
from memoryops.memory.schemas import DocumentMemory
from memoryops.memory.states import DocumentState, check_step

S = DocumentState


FORGOTTEN = "forgotten"


class DocumentNotFoundError(NotFoundError):
    """The ledger has no document with that id."""


class NothingToRetainError(ConflictError):
    """The document is not wanted in memory, so it cannot be retained."""

    slug = "nothing-to-retain"
    title = "There is nothing to retain"


class ForgottenDocumentError(ConflictError):
    """The document was forgotten, and nobody confirmed that it shall be retained again all the same."""

    slug = "forgotten-document"
    title = "The document was forgotten"


async def remember(session: Session, written: WrittenDocument, *, cause: str, at: datetime) -> None:
    """Want this document in memory; the same content that is wanted already changes nothing.

    Of a forgotten document the ledger takes the wish and no text; only `retain_again` ends a forgetting.
    """
    entry = await _entry(session, written.document.document_id)
    if entry is None:
        entry = _new_entry(written, at)
        session.add(entry)
        await session.flush()
    elif entry.wanted and entry.content_hash == written.content_hash:
        _take_probe(entry, written)
        return
    entry.wanted = True
    if entry.forgotten_at is not None:
        return
    _take_content(session, entry, written, cause=cause, at=at)
    entry.withdrawn_for, entry.attempts = None, 0
    if not is_leased(entry, at):
        move(session, entry, S.queued, cause=cause, at=at)
    entry.updated_at = at


async def withdraw(session: Session, document_id: str, *, cause: str, reason: str, at: datetime) -> None:
    """Want this document out of memory; where it never was, nothing changes."""
    entry = await _entry(session, document_id)
    if entry is None or not entry.wanted:
        return
    entry.wanted = False
    if entry.forgotten_at is not None:
        return
    entry.withdrawn_for, entry.attempts = reason, 0
    entry.updated_at = at
    if not is_leased(entry, at):
        move(session, entry, S.withdrawing, cause=cause, at=at, reason=reason)


async def forget(session: Session, document_id: str, *, by: str, at: datetime) -> LedgerDocument:
    """Take the document out of memory for good and erase the ledger's copy: only `retain_again` brings it back.

    Forgotten twice, it stays forgotten by the first. The entry is written when this returns.
    """
    entry = await get_document(session, document_id, lock=True)
    if entry.forgotten_at is None:
        entry.withdrawn_for, entry.attempts = FORGOTTEN, 0
        entry.forgotten_at, entry.forgotten_by = at, by
        entry.detail, entry.updated_at = None, at
        if not is_leased(entry, at):
            move(session, entry, S.withdrawing, cause=f"forgotten by {by}", at=at, reason=FORGOTTEN)
        await erase(session, entry)
        await session.flush()
    return entry


def check_wanted(entry: LedgerDocument) -> None:
    """Raise NothingToRetainError unless the record wants the document in memory, whether it was forgotten or not."""
    if not entry.wanted:
        raise NothingToRetainError(_why_not(entry))


async def retain_again(session: Session, written: WrittenDocument, *, by: str, at: datetime) -> None:
    """End a forgetting with what the record says now."""
    entry = await get_document(session, written.document.document_id)
    _take_content(session, entry, written, cause=f"retained again by {by}", at=at)
    entry.forgotten_at = entry.forgotten_by = entry.withdrawn_for = None
    entry.attempts, entry.updated_at = 0, at
    if not is_leased(entry, at):
        move(session, entry, S.queued, cause=f"retained again by {by}", at=at)


async def retry(session: Session, document_id: str, *, by: str, at: datetime) -> LedgerDocument:
    """Make the document due now, or its withdrawal where that failed; raises where memory should not hold it."""
    entry = await get_document(session, document_id)
    if not entry.belongs and entry.state is not S.failed:
        raise ForgottenDocumentError(_warning(entry)) if entry.wanted else NothingToRetainError(_why_not(entry))
    entry.attempts = 0
    if not is_leased(entry, at):
        target = S.queued if entry.belongs else S.withdrawing
        move(session, entry, target, cause=f"retry asked for by {by}", at=at, reason=entry.withdrawn_for)
    return entry


async def erase(session: Session, entry: LedgerDocument) -> None:
    """Leave a tombstone of a forgotten document: no text of any revision, no tag but its ids, of probes the counts.

    The probe itself stays until memory was proved to have let go, and is shown to nobody. Hashes and times stay.
    """
    ids = [workspace_tag(entry.workspace_id), incident_tag(entry.document_id)]
    entry.text, entry.tags = "", ids
    entry.probe_trace = tombstone_of(entry.probe_trace)
    if entry.state is S.withdrawn:
        entry.probe = ""
    await session.execute(
        sa.update(DocumentRevision)
        .where(DocumentRevision.document_pk == entry.pk)
        .values(text=None, tags=ids)
        .execution_options(synchronize_session=False)
    )


async def get_document(session: Session, document_id: str, *, lock: bool = False) -> LedgerDocument:
    """The ledger's entry; raises DocumentNotFoundError. `lock` makes others who lock it wait, on Postgres."""
    entry = await _entry(session, document_id, lock=lock)
    if entry is None:
        raise DocumentNotFoundError(f"No document {document_id} is in the ledger of this workspace.")
    return entry


def move(
    session: Session,
    entry: LedgerDocument,
    to: DocumentState,
    *,
    cause: str,
    at: datetime,
    reason: str | None = None,
    detail: str | None = None,
    next_attempt_at: datetime | None = None,
) -> None:
    """Take the entry to another state, keep the step, and tell open consoles."""
    check_step(entry.state, to)
    if to is S.queued and entry.state in (S.withdrawing, S.withdrawn) and entry.retained_revision is None:
        entry.retained_at = None  # it was given up, not lost
    session.add(
        LedgerTransition(
            workspace_id=entry.workspace_id,
            document_pk=entry.pk,
            from_state=entry.state,
            to_state=to,
            revision=entry.revision,
            cause=cause,
            attempt=entry.attempts,
            at=at,
        )
    )
    entry.state, entry.reason, entry.detail = to, reason, detail
    entry.next_attempt_at = next_attempt_at or (at if to in DUE_STATES else None)
    entry.updated_at = at
    announce(session, entry.workspace_id, "memory", entry.document_id, at, state=to.value, reason=reason)


DUE_STATES = (S.queued, S.retaining, S.retained, S.withdrawing)


def document_memory(entry: LedgerDocument | None) -> DocumentMemory:
    """How the entry looks on its incident."""
    if entry is None:
        return NOT_REMEMBERED
    return DocumentMemory(
        state=entry.state,
        reason=entry.reason,
        attempts=entry.attempts,
        next_attempt_at=entry.next_attempt_at,
        retained_at=entry.retained_at,
        ready_at=entry.ready_at,
        confirms=None,
    )


NOT_REMEMBERED = DocumentMemory(
    state=S.none, reason=None, attempts=0, next_attempt_at=None, retained_at=None, ready_at=None, confirms=None
)


def is_retained(entry: LedgerDocument | None) -> bool:
    """Whether some revision of the document is in memory now."""
    return entry is not None and entry.retained_revision is not None


async def _entry(session: Session, document_id: str, *, lock: bool = False) -> LedgerDocument | None:
    wanted = sa.select(LedgerDocument).where(LedgerDocument.document_id == document_id)
    entry: LedgerDocument | None = await session.scalar(wanted.with_for_update() if lock else wanted)
    return entry


def _new_entry(written: WrittenDocument, at: datetime) -> LedgerDocument:
    return LedgerDocument(
        document_id=written.document.document_id,
        wanted=True,
        state=S.none,
        revision=0,
        content_hash="",
        text="",
        probe="",
        tags=[],
        document_metadata={},
        happened_at=written.document.happened_at,
        attempts=0,
        updated_at=at,
    )


def _take_probe(entry: LedgerDocument, written: WrittenDocument) -> None:
    """A newer writer may ask for the same text in other words; what was forgotten stays erased."""
    if entry.text:
        entry.probe = written.probe


def _take_content(
    session: Session, entry: LedgerDocument, written: WrittenDocument, *, cause: str, at: datetime
) -> None:
    """Make this the document's content, and keep it as one of its revisions."""
    entry.text = written.document.text
    entry.tags = list(written.document.tags)
    entry.document_metadata = dict(written.document.metadata)
    entry.content_hash = written.content_hash
    entry.probe = written.probe
    entry.revision = int(written.document.metadata["revision"])
    entry.happened_at = written.document.happened_at
    session.add(
        DocumentRevision(
            workspace_id=entry.workspace_id,
            document_pk=entry.pk,
            revision=entry.revision,
            content_hash=entry.content_hash,
            text=entry.text,
            tags=entry.tags,
            document_metadata=entry.document_metadata,
            cause=cause,
            written_at=at,
        )
    )


def _warning(entry: LedgerDocument) -> str:
    when = f"{entry.forgotten_at:%Y-%m-%d %H:%M} UTC"
    return (
        f"{entry.document_id} was forgotten by {entry.forgotten_by} on {when}. To retain it again, written anew from "
        "the incident's record, repeat the call with confirm=true; past investigations stay erased."
    )


def _why_not(entry: LedgerDocument) -> str:
    state = f"{entry.state.value} ({entry.reason or 'no reason'})"
    return f"{entry.document_id} is {state}, and its incident teaches nothing now; resolve the incident to retain it."


def is_leased(entry: LedgerDocument, at: datetime) -> bool:
    """Whether a worker has the entry in its hands."""
    return entry.lease_until is not None and entry.lease_until > at
