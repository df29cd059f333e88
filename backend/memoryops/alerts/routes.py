"""Alerts over HTTP: the list, one alert, an incident's alerts in short, and what a person does with one.

What a person does has an address of three steps, since two are the intake's own: a source, and a token.
"""

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Response, status

from memoryops.alerts import handling, schemas
from memoryops.alerts.listing import AlertQuery, list_alerts
from memoryops.alerts.sources import BY_NAME
from memoryops.alerts.values import AlertStatus
from memoryops.alerts.views import load, summarise, view
from memoryops.incidents.dependencies import CurrentIncident
from memoryops.incidents.routes import Limit
from memoryops.incidents.schemas import NAME_LIMIT
from memoryops.kit.dependencies import Actor, CurrentClock, CurrentReader, ReadSession, WriteSession
from memoryops.kit.schemas import Line, Page, Text

router = APIRouter(prefix="/alerts", tags=["alerts"])
incident_alerts_router = APIRouter(prefix="/incidents", tags=["alerts"])

AlertIdInPath = Annotated[str, Path(description="The alert's id, `ALR-17`.", examples=["ALR-1"])]
SeverityFilter = Literal["sev1", "sev2", "sev3", "sev4", "unknown"]
NameFilter = Annotated[Line, Query(max_length=NAME_LIMIT)]


@router.get("", response_model=Page[schemas.AlertItem])
async def list_all_alerts(
    read: CurrentReader,
    source: Annotated[list[Line] | None, Query()] = None,
    status: Annotated[list[AlertStatus] | None, Query()] = None,
    service: Annotated[list[Line] | None, Query()] = None,
    severity: Annotated[list[SeverityFilter] | None, Query()] = None,
    incident: NameFilter | None = None,
    delivery: NameFilter | None = None,
    q: Annotated[Text, Query(max_length=500)] | None = None,
    limit: Limit = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    count: bool = False,
) -> Response:
    """List alerts, those that fired last first."""
    query = AlertQuery(
        tuple(BY_NAME[name].name if name in BY_NAME else name for name in source or ()),
        tuple(status or ()),
        tuple(service or ()),
        tuple(severity or ()),
        incident,
        delivery,
        q,
    )
    page = await read(partial(list_alerts, query=query, limit=limit, cursor=cursor, count=count))
    return Response(page, media_type="application/json")


@router.get("/{alert_id}", response_model=schemas.AlertView)
async def get_alert(session: ReadSession, alert_id: AlertIdInPath) -> schemas.AlertView:
    """Read an alert, with its last occurrences and what told of it."""
    return await view(session, await load(session, alert_id))


@router.post("/{alert_id}/actions/attach", response_model=schemas.AlertView)
async def attach_alert(
    wanted: schemas.Attach, session: WriteSession, alert_id: AlertIdInPath, actor: Actor, clock: CurrentClock
) -> schemas.AlertView:
    """Put an alert with an incident."""
    alert = await handling.attach(session, alert_id, wanted.incident_id, actor=actor, clock=clock)
    return await view(session, alert)


@router.post("/{alert_id}/actions/declare", status_code=status.HTTP_201_CREATED, response_model=schemas.AlertView)
async def declare_from_alert(
    wanted: schemas.DeclareFrom,
    session: WriteSession,
    alert_id: AlertIdInPath,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
) -> schemas.AlertView:
    """Declare an incident from an alert."""
    alert, incident = await handling.declare(session, alert_id, wanted, actor=actor, clock=clock)
    response.headers["Location"] = f"/api/v1/incidents/{incident.id}"
    return await view(session, alert)


@incident_alerts_router.get("/{incident_id}/alerts/summary", response_model=schemas.IncidentAlerts)
async def get_incident_alerts(
    session: ReadSession, incident: CurrentIncident, clock: CurrentClock
) -> schemas.IncidentAlerts:
    """Tell how many alerts an incident has, which of them most often, and the trend of the last hour."""
    return await summarise(session, incident, clock.now())
