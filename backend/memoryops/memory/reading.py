"""Reading the ledger: lists, one document, and health with counts."""

from typing import Any

import sqlalchemy as sa

from memoryops.kit.cursor import decode_cursor, encode_cursor
from memoryops.kit.db import Session
from memoryops.kit.schemas import Page
from memoryops.memory.attempts import is_proof_of_absence
from memoryops.memory.health import MemoryHealth
from memoryops.memory.ledger import get_document
from memoryops.memory.models import DocumentRevision, LedgerDocument, LedgerTransition
from memoryops.memory.schemas import (
    AbsenceProof,
    LedgerDocumentView,
    LedgerItem,
    LedgerRevision,
    LedgerStep,
    MemoryHealthView,
)
from memoryops.memory.states import DocumentState
from memoryops.workspaces.service import bank_id


async def list_documents(
    session: Session, states: tuple[DocumentState, ...], *, limit: int, cursor: str | None, count: bool
) -> Page[LedgerItem]:
    """One page of the ledger; raises InvalidCursorError."""
    where = [LedgerDocument.state.in_(states)] if states else []
    query = f"ledger{sorted(states)}"
    rows_query = sa.select(LedgerDocument).where(*where)
    if cursor is not None:
        rows_query = rows_query.where(LedgerDocument.pk < decode_cursor(cursor, query))
    rows = list(await session.scalars(rows_query.order_by(LedgerDocument.pk.desc()).limit(limit + 1)))
    total = sa.select(sa.func.count()).select_from(LedgerDocument).where(*where)
    return Page[LedgerItem](
        items=[LedgerItem(**_fields(row)) for row in rows[:limit]],
        next_cursor=encode_cursor(rows[limit - 1].pk, query) if len(rows) > limit else None,
        total=await session.scalar(total) if count else None,
    )


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
        **_fields(entry),
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


def _fields(entry: LedgerDocument) -> dict[str, Any]:
    same = ("state", "reason", "detail", "revision", "retained_revision", "ready_revision", "content_hash", "attempts")
    times = ("next_attempt_at", "retained_at", "ready_at", "updated_at", "forgotten_at", "forgotten_by")
    return {
        "id": entry.document_id,
        "incident_id": entry.document_id,
        **{name: getattr(entry, name) for name in (*same, *times)},
    }


async def health_view(session: Session, health: MemoryHealth, *, threshold: float) -> MemoryHealthView:
    """Memory's health with the ledger's counts by state."""
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
        threshold=threshold,
        documents={state: by_state.get(state, 0) for state in DocumentState},
    )
