"""How a request gets insights, and what it asks of them."""

from typing import Annotated

from fastapi import Depends, Query, Request

from memoryops.insights.asking import Insights
from memoryops.insights.counted import Measure
from memoryops.insights.rows import Of, RowsQuery
from memoryops.kit.dependencies import CurrentClock, CurrentDatabase, CurrentWorkspace
from memoryops.kit.schemas import Line

LONGEST_S = 1e9


async def get_insights(
    request: Request, database: CurrentDatabase, workspace_id: CurrentWorkspace, clock: CurrentClock
) -> Insights:
    """Insights of the request's workspace."""
    runtime = request.app.state.runtime
    return Insights(database, workspace_id, clock, runtime.figures, runtime.blocks)


CurrentInsights = Annotated[Insights, Depends(get_insights)]
Zone = Annotated[Line, Query(max_length=64, description="An IANA time zone.")]
Seconds = Annotated[float | None, Query(ge=0, le=LONGEST_S)]


async def get_rows_query(
    of: Of,
    fingerprint: Annotated[Line | None, Query(max_length=80, description="With `incidents`.")] = None,
    weekday: Annotated[int | None, Query(ge=1, le=7, description="With `hour`; 1 is Monday.")] = None,
    hour: Annotated[int | None, Query(ge=0, le=23)] = None,
    zone: Zone = "UTC",
    measure: Annotated[Measure | None, Query(description="With `time` and `untimed`.")] = None,
    at_least: Seconds = None,
    below: Seconds = None,
    alert: Annotated[str | None, Query(pattern=r"^ALR-[1-9][0-9]{0,8}$", description="With firings.")] = None,
    finding: Annotated[Line | None, Query(max_length=64, description="With `finding` and `compared`.")] = None,
) -> RowsQuery:
    """Which rows the request asks for."""
    return RowsQuery(
        of=of,
        fingerprint=fingerprint,
        weekday=weekday,
        hour=hour,
        zone=zone,
        measure=measure,
        at_least=at_least,
        below=below,
        alert=None if alert is None else int(alert.removeprefix("ALR-")),
        finding=finding,
    )


CurrentRows = Annotated[RowsQuery, Depends(get_rows_query)]
