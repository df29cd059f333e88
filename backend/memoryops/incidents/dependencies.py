"""Load-or-404, once: the incident a request is about."""

from typing import Annotated

from fastapi import Depends, Path

from memoryops.incidents.models import Incident
from memoryops.incidents.service import load
from memoryops.kit.dependencies import ReadSession, WriteSession
from memoryops.workspaces.service import lock_workspace

IncidentIdInPath = Annotated[str, Path(description="The incident's id, `INC-117`.", examples=["INC-101"])]


async def get_incident(session: ReadSession, incident_id: IncidentIdInPath) -> Incident:
    return await load(session, incident_id)


async def get_noted_incident(session: WriteSession, incident_id: IncidentIdInPath) -> Incident:
    return await load(session, incident_id, lock=True)


async def get_changing_incident(session: WriteSession, incident_id: IncidentIdInPath) -> Incident:
    # Before any row: what it confirms, or is confirmed by, may change with it.
    await lock_workspace(session)
    return await load(session, incident_id, lock=True)


async def get_deleted_incident(session: WriteSession, incident_id: IncidentIdInPath) -> Incident:
    await lock_workspace(session)
    return await load(session, incident_id, deleted=True, lock=True)


CurrentIncident = Annotated[Incident, Depends(get_incident)]
NotedIncident = Annotated[Incident, Depends(get_noted_incident)]
ChangingIncident = Annotated[Incident, Depends(get_changing_incident)]
DeletedIncident = Annotated[Incident, Depends(get_deleted_incident)]
