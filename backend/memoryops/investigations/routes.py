"""Investigations over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header, Response

from memoryops.incidents.dependencies import CurrentIncident, IncidentIdInPath
from memoryops.investigations import service
from memoryops.investigations.dependencies import CurrentInvestigation, CurrentRuns
from memoryops.investigations.schemas import IncidentInvestigationResponse, InvestigationList
from memoryops.kit.dependencies import Actor, ReadSession
from memoryops.kit.stream import event_stream

router = APIRouter(tags=["investigations"])


@router.post(
    "/incidents/{incident_id}/analyze",
    response_model=IncidentInvestigationResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def analyze_incident(
    incident_id: IncidentIdInPath, runs: CurrentRuns, actor: Actor, accept: Annotated[str, Header()] = "*/*"
) -> Response | IncidentInvestigationResponse:
    """Run an investigation; with `Accept: text/event-stream`, as events, evidence first."""
    run_id = await runs.start(incident_id, actor=actor)
    if "text/event-stream" in accept:
        return event_stream(runs.follow(run_id))
    return await runs.result(run_id)


@router.get("/incidents/{incident_id}/investigations", response_model=InvestigationList)
async def list_investigations(session: ReadSession, incident: CurrentIncident) -> InvestigationList:
    """List an incident's runs, newest first."""
    return InvestigationList(items=await service.list_for(session, incident))


@router.get("/investigations/{investigation_id}", response_model=IncidentInvestigationResponse)
async def get_investigation(investigation: CurrentInvestigation) -> IncidentInvestigationResponse:
    """Read one run."""
    return service.view(investigation)
