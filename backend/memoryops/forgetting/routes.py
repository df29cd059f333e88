"""Forgetting and retaining over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query

from memoryops.forgetting import service
from memoryops.kit.dependencies import Actor, CurrentClock, WriteSession
from memoryops.memory import reading
from memoryops.memory.routes import DocumentId
from memoryops.memory.schemas import LedgerDocumentView

router = APIRouter(prefix="/memory", tags=["memory"])


@router.post("/documents/{document_id}/retain", response_model=LedgerDocumentView)
async def retain_document(
    session: WriteSession,
    document_id: DocumentId,
    actor: Actor,
    clock: CurrentClock,
    confirm: Annotated[bool, Query(description="Retain it even though it was forgotten.")] = False,
) -> LedgerDocumentView:
    """Try a document again now. One that was forgotten is a 409 until that is confirmed."""
    await service.retain(session, document_id, confirmed=confirm, by=actor, at=clock.now())
    await session.flush()
    return await reading.read_document(session, document_id)


@router.delete("/documents/{document_id}", response_model=LedgerDocumentView)
async def forget_document(
    session: WriteSession, document_id: DocumentId, actor: Actor, clock: CurrentClock
) -> LedgerDocumentView:
    """Forget a document: memory, ledger and past investigations lose its text; the incident keeps its own."""
    await service.forget(session, document_id, by=actor, at=clock.now())
    await session.flush()
    return await reading.read_document(session, document_id)
