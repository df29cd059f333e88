"""Load-or-404, once: the postmortem a request is about."""

from typing import Annotated

from fastapi import Depends, Request

from memoryops.analysis.dependencies import Model
from memoryops.incidents.dependencies import IncidentIdInPath
from memoryops.incidents.service import find as find_incident
from memoryops.kit.dependencies import CurrentClock, CurrentDatabase, CurrentWorkspace, ReadSession, WriteSession
from memoryops.postmortems.drafting.service import Drafter
from memoryops.postmortems.exporting.printing import Printer
from memoryops.postmortems.service import Case, load
from memoryops.workspaces.service import lock_workspace


async def get_case(session: ReadSession, incident_id: IncidentIdInPath) -> Case:
    return await load(session, incident_id)


async def get_changing_case(session: WriteSession, incident_id: IncidentIdInPath) -> Case:
    return await load(session, incident_id, lock=True)


async def get_publishing_case(session: WriteSession, incident_id: IncidentIdInPath) -> Case:
    # In the order of an edit of the incident, which this is: workspace, incident, then what hangs on it.
    await lock_workspace(session)
    await find_incident(session, incident_id, lock=True)
    return await load(session, incident_id, lock=True)


CurrentPostmortem = Annotated[Case, Depends(get_case)]
ChangingPostmortem = Annotated[Case, Depends(get_changing_case)]
PublishingPostmortem = Annotated[Case, Depends(get_publishing_case)]


async def get_drafter(
    database: CurrentDatabase, workspace_id: CurrentWorkspace, model: Model, clock: CurrentClock
) -> Drafter:
    return Drafter(database, workspace_id, model, clock)


CurrentDrafter = Annotated[Drafter, Depends(get_drafter)]


async def get_printer(request: Request) -> Printer:
    printer: Printer = request.app.state.runtime.printer
    return printer


CurrentPrinter = Annotated[Printer, Depends(get_printer)]
