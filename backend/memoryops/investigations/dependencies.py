"""How a request gets at investigations."""

from typing import Annotated

from fastapi import Depends, Path, Request

from memoryops.investigations.models import Investigation
from memoryops.investigations.runs import Runs
from memoryops.investigations.service import load
from memoryops.kit.dependencies import ReadSession


async def get_runs(request: Request) -> Runs:
    runs: Runs = request.app.state.runtime.runs
    return runs


async def get_investigation(
    session: ReadSession, investigation_id: Annotated[str, Path(description="The run's id, `INV-…`.")]
) -> Investigation:
    return await load(session, investigation_id)


CurrentRuns = Annotated[Runs, Depends(get_runs)]
CurrentInvestigation = Annotated[Investigation, Depends(get_investigation)]
