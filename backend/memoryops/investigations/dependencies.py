"""How a request gets at investigations."""

from typing import Annotated

from fastapi import Depends, Path, Request

from memoryops.investigations.models import Investigation
from memoryops.investigations.runs import Runs
from memoryops.investigations.service import load
from memoryops.kit.dependencies import ReadSession, WriteSession


async def get_runs(request: Request) -> Runs:
    runs: Runs = request.app.state.runtime.runs
    return runs


InvestigationIdInPath = Annotated[str, Path(description="The run's id, `INV-…`.")]


async def get_investigation(session: ReadSession, investigation_id: InvestigationIdInPath) -> Investigation:
    return await load(session, investigation_id)


async def get_changing_investigation(session: WriteSession, investigation_id: InvestigationIdInPath) -> Investigation:
    return await load(session, investigation_id, lock=True)


CurrentRuns = Annotated[Runs, Depends(get_runs)]
ChangingInvestigation = Annotated[Investigation, Depends(get_changing_investigation)]
CurrentInvestigation = Annotated[Investigation, Depends(get_investigation)]
