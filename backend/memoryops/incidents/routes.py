"""Incidents over HTTP."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response, status

from memoryops.incidents import listing, schemas, service
from memoryops.incidents.dependencies import ChangingIncident, CurrentIncident, DeletedIncident
from memoryops.incidents.identity import identity_of
from memoryops.incidents.lifecycle import Severity, Status
from memoryops.incidents.listing import ListQuery
from memoryops.incidents.repeats import find_repeat
from memoryops.incidents.views import view
from memoryops.kit.dependencies import Actor, CurrentClock, CurrentReader, ReadSession, WriteSession
from memoryops.kit.schemas import Line, Page, Text

router = APIRouter(prefix="/incidents", tags=["incidents"])

Limit = Annotated[int, Query(ge=1, le=200, description="Items a page.")]
Search = Annotated[
    Text,
    Query(
        max_length=500,
        description="Words that title, error, symptoms, cause, resolution, dead ends or postmortem hold.",
    ),
]
ServiceFilter = Annotated[Line, Query(max_length=schemas.NAME_LIMIT)]


@router.post("", status_code=status.HTTP_201_CREATED, response_model=schemas.Incident)
async def declare_incident(
    declared: schemas.IncidentDeclare, session: WriteSession, actor: Actor, clock: CurrentClock, response: Response
) -> schemas.Incident:
    """Declare an incident."""
    incident = await service.declare(session, declared, actor=actor, clock=clock)
    response.headers["Location"] = f"/api/v1/incidents/{incident.id}"
    return _tagged(response, await view(session, incident))


@router.get("", response_model=Page[schemas.IncidentSummary])
async def list_incidents(
    read: CurrentReader,
    status: Annotated[list[Status] | None, Query()] = None,
    severity: Annotated[list[Severity] | None, Query()] = None,
    service: ServiceFilter | None = None,
    q: Search | None = None,
    limit: Limit = 50,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    count: bool = False,
) -> Response:
    """List incidents, newest first."""
    query = ListQuery(tuple(status or ()), tuple(severity or ()), service, q)
    page = await read(partial(listing.list_incidents, query=query, limit=limit, cursor=cursor, count=count))
    return Response(page, media_type="application/json")


@router.get("/seen-before", response_model=schemas.SeenBefore)
async def get_seen_before(
    session: ReadSession,
    service: ServiceFilter,
    error: Annotated[Text, Query(max_length=8_000)],
) -> schemas.SeenBefore:
    """Tell what the record knows of an error that is about to be declared."""
    identity = await identity_of(session, service, error)
    return schemas.SeenBefore(repeat=await find_repeat(session, identity, current=None))


@router.get("/{incident_id}", response_model=schemas.Incident)
async def get_incident(session: ReadSession, incident: CurrentIncident, response: Response) -> schemas.Incident:
    """Read an incident; its revision is the ETag."""
    return _tagged(response, await view(session, incident))


@router.patch("/{incident_id}", response_model=schemas.Incident)
async def edit_incident(
    changes: schemas.IncidentEdit,
    session: WriteSession,
    incident: ChangingIncident,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
    if_match: Annotated[str | None, Header(description='The revision that was read, `"3"`.')] = None,
) -> schemas.Incident:
    """Edit an incident."""
    await service.edit(session, incident, changes, if_match=if_match, actor=actor, clock=clock)
    return _tagged(response, await view(session, incident))


@router.delete("/{incident_id}", status_code=status.HTTP_204_NO_CONTENT)
async def delete_incident(session: WriteSession, incident: ChangingIncident, actor: Actor, clock: CurrentClock) -> None:
    """Hide an incident and withdraw its memory."""
    await service.delete(session, incident, actor=actor, clock=clock)


@router.post("/{incident_id}/restore", response_model=schemas.Incident)
async def restore_incident(
    session: WriteSession, incident: DeletedIncident, actor: Actor, clock: CurrentClock, response: Response
) -> schemas.Incident:
    """Bring a deleted incident back."""
    await service.restore(session, incident, actor=actor, clock=clock)
    return _tagged(response, await view(session, incident))


@router.post("/{incident_id}/resolve", response_model=schemas.Incident)
async def resolve_incident(
    resolution: schemas.IncidentResolve,
    session: WriteSession,
    incident: ChangingIncident,
    actor: Actor,
    clock: CurrentClock,
    response: Response,
) -> schemas.Incident:
    """Resolve an incident; the record commits now, memory follows."""
    await service.resolve(session, incident, resolution, actor=actor, clock=clock)
    return _tagged(response, await view(session, incident))


@router.post("/{incident_id}/reopen", response_model=schemas.Incident)
async def reopen_incident(
    session: WriteSession, incident: ChangingIncident, actor: Actor, clock: CurrentClock, response: Response
) -> schemas.Incident:
    """Reopen a resolved incident; its memory is withdrawn."""
    await service.reopen(session, incident, actor=actor, clock=clock)
    return _tagged(response, await view(session, incident))


@router.get("/{incident_id}/repeat", response_model=schemas.Repeat | None)
async def get_repeat(session: ReadSession, incident: CurrentIncident) -> schemas.Repeat | None:
    """Tell what the record knows of this error from before; null when the incident is the first."""
    identity = await identity_of(session, incident.service, incident.error)
    return await find_repeat(session, identity, current=incident)


def _tagged(response: Response, incident: schemas.Incident) -> schemas.Incident:
    response.headers["ETag"] = f'"{incident.revision}"'
    return incident
