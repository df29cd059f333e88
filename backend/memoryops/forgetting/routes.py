"""One document over HTTP: read it, forget it, retain it again."""

from typing import Annotated

from fastapi import APIRouter, Query

from memoryops.forgetting import service
from memoryops.incidents.documents import view_document
from memoryops.incidents.schemas import IncidentDocument
from memoryops.kit.dependencies import Actor, CurrentClock, ReadSession, WriteSession
from memoryops.memory.routes import DocumentId

router = APIRouter(prefix="/memory", tags=["memory"])


@router.get("/documents/{document_id}", response_model=IncidentDocument)
async def get_document(session: ReadSession, document_id: DocumentId) -> IncidentDocument:
    """Read one document as it was written, with its steps, and whose would take its place."""
    return await view_document(session, document_id)


@router.post("/documents/{document_id}/retain", response_model=IncidentDocument)
async def retain_document(
    session: WriteSession,
    document_id: DocumentId,
    actor: Actor,
    clock: CurrentClock,
    confirm: Annotated[bool, Query(description="Retain it even though it was forgotten.")] = False,
) -> IncidentDocument:
    """Try a document again now. One that was forgotten is a 409 until that is confirmed."""
    await service.retain(session, document_id, confirmed=confirm, by=actor, at=clock.now())
    return await view_document(session, document_id)


@router.delete("/documents/{document_id}", response_model=IncidentDocument)
async def forget_document(
    session: WriteSession, document_id: DocumentId, actor: Actor, clock: CurrentClock
) -> IncidentDocument:
    """Forget a document: memory, ledger, past investigations and drafts lose its text; the incident keeps its own."""
    await service.forget(session, document_id, by=actor, at=clock.now())
    return await view_document(session, document_id)
