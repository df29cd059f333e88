"""Reading the ledger: one document, and health with counts."""

from typing import Any

import sqlalchemy as sa

from memoryops.kit.db import Session
from memoryops.memory.attempts import is_proof_of_absence
from memoryops.memory.health import HealthWatch
from memoryops.memory.ledger import get_document
from memoryops.memory.models import DocumentRevision, LedgerDocument, LedgerTransition
from memoryops.memory.schemas import (
    AbsenceProof,
    LedgerDocumentView,
    LedgerRevision,
    LedgerStep,
    MemoryHealthView,
)
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id


async def read_document(session: Session, document_id: str) -> LedgerDocumentView:
    """One document with its text, revisions and steps; raises DocumentNotFoundError."""
    entry = await get_document(session, document_id)
    steps = await session.scalars(
        sa.select(LedgerTransition).where(LedgerTransition.document_pk == entry.pk).order_by(LedgerTransition.pk)
    )
    revisions = await session.scalars(
        sa.select(DocumentRevision).where(DocumentRevision.document_pk == entry.pk).order_by(DocumentRevision.pk)
    )
    absent = is_proof_of_absence(entry.probe_trace)
    return LedgerDocumentView(
        **entry_fields(entry),
        text=entry.text,
        tags=entry.tags,
        metadata=entry.document_metadata,
        bank_id=bank_id(entry.workspace_id),
        probe="" if entry.forgotten_at else entry.probe,
        probe_trace=None if absent else entry.probe_trace,
        absence=AbsenceProof.model_validate(entry.probe_trace) if absent and not entry.belongs else None,
        steps=[LedgerStep.model_validate(step) for step in steps],
        revisions=[LedgerRevision.model_validate(one) for one in revisions],
    )


def entry_fields(entry: LedgerDocument) -> dict[str, Any]:
    """The fields of a `LedgerEntry`."""
    same = ("state", "reason", "detail", "revision", "retained_revision", "ready_revision", "content_hash", "attempts")
    times = ("next_attempt_at", "retained_at", "ready_at", "updated_at", "forgotten_at", "forgotten_by")
    return {
        "id": entry.document_id,
        "incident_id": entry.document_id,
        **{name: getattr(entry, name) for name in (*same, *times)},
    }


async def health_view(session: Session, watch: HealthWatch) -> MemoryHealthView:
    """Memory's health with the ledger's counts by state."""
    health = watch.current
    calibration = watch.calibration if watch.is_calibrated else None
    counts = await session.execute(sa.select(LedgerDocument.state, sa.func.count()).group_by(LedgerDocument.state))
    by_state = dict(counts.all())
    return MemoryHealthView(
        status="ready" if health.is_ready else "unavailable",
        reason=health.reason,
        detail=health.detail,
        advice=health.advice,
        since=health.since,
        checked_at=health.checked_at,
        kind=health.server.kind,
        url=health.server.url,
        version=health.server.version,
        log_file=health.server.log_file,
        bank_id=bank_id(session.workspace_id),
        threshold=calibration.threshold if calibration else None,
        embedding=calibration.embedding if calibration else None,
        calibrated=calibration.source if calibration else None,
        documents={state: by_state.get(state, 0) for state in DocumentState},
    )
