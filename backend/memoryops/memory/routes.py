"""The ledger and memory's health over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path

from memoryops.kit.dependencies import Actor, CurrentClock, CurrentWorkspace, ReadSession, WriteSession
from memoryops.memory import reading
from memoryops.memory.auditing import last_audit
from memoryops.memory.dependencies import CurrentAuditor, Health
from memoryops.memory.health import MemoryNotAskedError
from memoryops.memory.port import MemoryUnavailable
from memoryops.memory.retrying import retry_many
from memoryops.memory.schemas import LastAudit, MemoryAudit, MemoryHealthView, RetainMany, Retried

router = APIRouter(prefix="/memory", tags=["memory"])

audit_router = APIRouter(prefix="/memory/audit", tags=["memory"])

DocumentId = Annotated[str, Path(description="The document's id, which is its incident's id.")]


@router.get("/status", response_model=MemoryHealthView)
async def get_memory_status(session: ReadSession, health: Health) -> MemoryHealthView:
    """Tell whether memory answers, since when, and why not."""
    return await reading.health_view(session, health)


@audit_router.get("", response_model=LastAudit)
async def get_last_audit(session: ReadSession) -> LastAudit:
    """Read the newest audit of memory."""
    return LastAudit(last=await last_audit(session))


@audit_router.post("", response_model=MemoryAudit)
async def audit_memory(auditor: CurrentAuditor, workspace_id: CurrentWorkspace, actor: Actor) -> MemoryAudit:
    """Compare the ledger with what memory holds, document by document, now."""
    try:
        return await auditor.run(workspace_id, asked_by=actor)
    except MemoryUnavailable as error:
        raise MemoryNotAskedError(error) from error


@router.post("/documents/retain", response_model=Retried)
async def retain_documents(session: WriteSession, chosen: RetainMany, actor: Actor, clock: CurrentClock) -> Retried:
    """Try many documents again now; a forgotten one comes back by the call for itself only."""
    return await retry_many(session, chosen, by=actor, at=clock.now())
