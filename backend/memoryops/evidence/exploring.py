"""A person's own recall: their words, narrowed by what they choose."""

from memoryops.evidence.query import clean_query
from memoryops.evidence.ranges import Range, remembered_within
from memoryops.evidence.recall import Recaller
from memoryops.evidence.schemas import RecallRequest, RecallResponse, TimeRange
from memoryops.evidence.verify import Subject
from memoryops.memory.documents import filter_tag

TAGGED = {"service", "severity", "environment", "outcome"}
"""What a document says of itself in its tags."""


async def explore(recaller: Recaller, request: RecallRequest) -> RecallResponse:
    """What memory holds for the request, verified; failures are a status."""
    filters = request.model_dump(mode="json", include=TAGGED, exclude_none=True)
    tags = [filter_tag(kind, value) for kind, value in filters.items()]
    within = Range(request.since, request.until)
    only = None if within.is_open else await _remembered(recaller, within)
    evidence = await recaller.recall(Subject(recaller.workspace_id, clean_query(request.query), only=only), tags)
    return RecallResponse(
        memory_status=evidence.status,
        memory=evidence.trace,
        time_range=None if only is None else TimeRange(since=within.since, until=within.until, documents=len(only)),
        similar_historical_incidents=list(evidence.matches),
    )


async def _remembered(recaller: Recaller, within: Range) -> frozenset[str]:
    async with recaller.database.reading(recaller.workspace_id) as session:
        return await remembered_within(session, within)
