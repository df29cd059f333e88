"""One document in its three places: what the record would write now, what the ledger wants, what memory holds."""

import sqlalchemy as sa

from memoryops.evidence.recall import Recaller
from memoryops.evidence.schemas import DocumentBesideRecord, HeldText, LedgerText, RecordOfDocument
from memoryops.incidents.learning import written as write
from memoryops.incidents.lifecycle import REMEMBERED_OUTCOMES, Status
from memoryops.incidents.models import LEDGER_JOIN, Incident
from memoryops.memory.audit import revision_of
from memoryops.memory.health import MemoryNotCompared
from memoryops.memory.ledger import get_document
from memoryops.memory.models import LedgerDocument
from memoryops.memory.port import MemoryReason, MemoryUnavailable
from memoryops.memory.schemas import MemoryStatus
from memoryops.workspaces.service import bank_id


async def read_beside(recaller: Recaller, document_id: str) -> DocumentBesideRecord:
    """The document with the record beside it; raises DocumentNotFoundError. Memory is asked between two reads."""
    async with recaller.database.reading(recaller.workspace_id) as session:
        entry = await get_document(session, document_id)
        incident: Incident = (
            await session.scalars(
                sa.select(Incident).join(LedgerDocument, LEDGER_JOIN).where(LedgerDocument.pk == entry.pk)
            )
        ).one()
    written = _written(incident) if entry.wanted else None
    held = await _held(recaller, document_id, was_retained=entry.retained_at is not None)
    return DocumentBesideRecord(
        incident=_record(incident),
        written=written,
        ledger=LedgerText(text=entry.text, revision=entry.revision, content_hash=entry.content_hash),
        held=held,
        same=_is_same(held, written if entry.belongs else None),
    )


def _is_same(held: HeldText, wanted: str | None) -> bool:
    if wanted is None:
        return held.status is MemoryStatus.empty
    return held.status is MemoryStatus.ok and held.text == wanted


async def _held(recaller: Recaller, document_id: str, *, was_retained: bool) -> HeldText:
    """What a lookup says; it needs no calibration, and what it does not find counts once memory was compared."""
    try:
        stored = await recaller.memory.find(bank_id(recaller.workspace_id), document_id)
        if stored is None and not recaller.health.is_compared:
            raise MemoryNotCompared()
    except MemoryUnavailable as error:
        if error.reason is MemoryReason.bank_missing and not was_retained:
            return NOTHING_HELD
        recaller.health.observe(error)
        unavailable = MemoryStatus.unavailable
        return HeldText(status=unavailable, reason=error.reason, detail=error.detail, text=None, revision=None, tags=[])
    if stored is None:
        return NOTHING_HELD
    return HeldText(
        status=MemoryStatus.ok,
        reason=None,
        detail=None,
        text=stored.text,
        revision=revision_of(stored),
        tags=list(stored.tags),
    )


NOTHING_HELD = HeldText(status=MemoryStatus.empty, reason=None, detail=None, text=None, revision=None, tags=[])


def _written(incident: Incident) -> str | None:
    teaches = incident.status is Status.resolved and incident.outcome in REMEMBERED_OUTCOMES
    if not teaches or incident.deleted_at is not None:
        return None
    return write(incident).document.text


def _record(incident: Incident) -> RecordOfDocument:
    fields = {name: getattr(incident, name) for name in RecordOfDocument.model_fields if name != "deleted"}
    return RecordOfDocument(**fields, deleted=incident.deleted_at is not None)
