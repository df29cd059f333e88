"""The explorer over HTTP: recall, reflect, and the ledger with what the record says beside it."""

from typing import Annotated

from fastapi import APIRouter, Query

from memoryops.evidence import ledger_listing
from memoryops.evidence.beside import read_beside
from memoryops.evidence.dependencies import CurrentRecaller
from memoryops.evidence.exploring import explore
from memoryops.evidence.ledger_listing import LedgerQuery
from memoryops.evidence.reflecting import reflect
from memoryops.evidence.schemas import (
    DocumentBesideRecord,
    LedgerItem,
    RecallRequest,
    RecallResponse,
    ReflectRequest,
    ReflectResponse,
)
from memoryops.incidents.routes import Limit, Search, ServiceFilter
from memoryops.kit.dependencies import ReadSession
from memoryops.kit.schemas import Page
from memoryops.memory.routes import DocumentId
from memoryops.memory.states import DocumentState

recall_router = APIRouter(prefix="/memory", tags=["memory"])
ledger_router = APIRouter(prefix="/memory/documents", tags=["memory"])
reflect_router = APIRouter(prefix="/incidents", tags=["incidents"])


@recall_router.post("/recall", response_model=RecallResponse)
async def recall_memory(request: RecallRequest, recaller: CurrentRecaller) -> RecallResponse:
    """Recall by meaning."""
    return await explore(recaller, request)


@reflect_router.post("/reflect", response_model=ReflectResponse)
async def reflect_on_incidents(request: ReflectRequest, recaller: CurrentRecaller) -> ReflectResponse:
    """Ask for patterns across incidents."""
    return await reflect(recaller, request.query)


@ledger_router.get("", response_model=Page[LedgerItem])
async def list_documents(
    session: ReadSession,
    state: Annotated[list[DocumentState] | None, Query()] = None,
    reason: Annotated[str | None, Query(max_length=64)] = None,
    service: ServiceFilter | None = None,
    q: Search | None = None,
    limit: Limit = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    count: bool = False,
) -> Page[LedgerItem]:
    """List the ledger, newest document first; `q` is an incident's id or words of its record."""
    query = LedgerQuery(tuple(sorted(state or ())), reason, service, q)
    return await ledger_listing.list_documents(session, query, limit=limit, cursor=cursor, count=count)


@ledger_router.get("/{document_id}/record", response_model=DocumentBesideRecord)
async def get_document_beside_record(recaller: CurrentRecaller, document_id: DocumentId) -> DocumentBesideRecord:
    """Read the incident's record beside its document, as the ledger wants it and as memory holds it now."""
    return await read_beside(recaller, document_id)
