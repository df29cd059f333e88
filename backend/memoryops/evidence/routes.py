"""Recall and reflect for the explorer, over HTTP."""

from fastapi import APIRouter

from memoryops.evidence.dependencies import CurrentRecaller
from memoryops.evidence.query import clean_query
from memoryops.evidence.reflecting import reflect
from memoryops.evidence.schemas import RecallRequest, RecallResponse, ReflectRequest, ReflectResponse
from memoryops.evidence.verify import Subject
from memoryops.memory.documents import filter_tag

recall_router = APIRouter(prefix="/memory", tags=["memory"])
reflect_router = APIRouter(prefix="/incidents", tags=["incidents"])


@recall_router.post("/recall", response_model=RecallResponse)
async def recall_memory(request: RecallRequest, recaller: CurrentRecaller) -> RecallResponse:
    """Recall by meaning."""
    filters = request.model_dump(mode="json", exclude={"query"}, exclude_none=True)
    tags = [filter_tag(kind, value) for kind, value in filters.items()]
    evidence = await recaller.recall(Subject(recaller.workspace_id, clean_query(request.query)), tags)
    return RecallResponse(
        memory_status=evidence.status, memory=evidence.trace, similar_historical_incidents=list(evidence.matches)
    )


@reflect_router.post("/reflect", response_model=ReflectResponse)
async def reflect_on_incidents(request: ReflectRequest, recaller: CurrentRecaller) -> ReflectResponse:
    """Ask for patterns across incidents."""
    return await reflect(recaller, request.query)
