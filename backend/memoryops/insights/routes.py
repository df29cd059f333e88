"""The dashboard, the status page and the live stream over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from sse_starlette import EventSourceResponse

from memoryops.analysis.dependencies import Model
from memoryops.incidents.schemas import IncidentId
from memoryops.insights.overview import read_overview
from memoryops.insights.schemas import Overview, SystemStatus
from memoryops.insights.status import read_status
from memoryops.kit.dependencies import CurrentDatabase, CurrentWorkspace, ReadSession
from memoryops.kit.stream import event_stream, live_events, position_of
from memoryops.memory.dependencies import Health

router = APIRouter(tags=["insights"])


@router.get("/incidents/overview", response_model=Overview)
async def get_overview(session: ReadSession) -> Overview:
    """Read the dashboard's numbers."""
    return await read_overview(session)


@router.get("/status", response_model=SystemStatus)
async def get_status(database: CurrentDatabase, health: Health, model: Model, request: Request) -> SystemStatus:
    """Tell what is connected, since when, and why not."""
    app = request.app
    return await read_status(
        database, health.current, model, version=app.version, started_at=app.state.runtime.started_at
    )


@router.get("/events", response_class=EventSourceResponse)
async def get_events(
    request: Request,
    database: CurrentDatabase,
    workspace_id: CurrentWorkspace,
    incident: Annotated[IncidentId | None, Query(description="Only events of this incident.")] = None,
    last_event_id: Annotated[str | None, Header(description="Resume behind this event.")] = None,
) -> Response:
    """Follow changes as server-sent events: `incident`, `investigation` and `memory`."""
    pulse = request.app.state.runtime.pulse
    after = position_of(last_event_id)
    return event_stream(live_events(database, workspace_id, incident_id=incident, after=after, pulse=pulse))
