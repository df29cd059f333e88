"""Insights over HTTP: tables of a period, the rows they counted, what stands out, the report."""

from fastapi import APIRouter, Response

from memoryops.insights import pages
from memoryops.insights.counted import (
    AlertNoise,
    CountedRow,
    FailingService,
    HeatMap,
    MemoryAtWork,
    RepeatingError,
    Report,
    ReportLine,
    Table,
    TimeTaken,
)
from memoryops.insights.dependencies import CurrentInsights, CurrentRows, Zone
from memoryops.insights.found import Finding
from memoryops.insights.period import CurrentPeriod
from memoryops.insights.report import FINDINGS_SHOWN, make_report, read_team
from memoryops.insights.spreadsheets import table_csv
from memoryops.insights.tables import AS_CSV, CurrentPaging, Form, Wanted, as_file
from memoryops.kit.dependencies import CurrentReader
from memoryops.kit.schemas import Page

counted_router = APIRouter(prefix="/insights", tags=["insights"])


@counted_router.get("/services", response_model=Table[FailingService], responses=AS_CSV)
async def get_failing_services(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """Which services keep failing."""
    return await pages.services(insights, await insights.figures(period), paging, form)


@counted_router.get("/errors", response_model=Table[RepeatingError], responses=AS_CSV)
async def get_repeating_errors(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """Which errors repeat, how often, and how long each fix held."""
    return await pages.errors(insights, await insights.figures(period), paging, form)


@counted_router.get("/hours", response_model=HeatMap, responses=AS_CSV)
async def get_week_hours(
    insights: CurrentInsights, period: CurrentPeriod, form: Wanted, zone: Zone = "UTC"
) -> Response:
    """In which hours of the week incidents are declared."""
    return await pages.hours(await insights.figures(period), zone, form)


@counted_router.get("/times", response_model=Table[TimeTaken], responses=AS_CSV)
async def get_times_taken(insights: CurrentInsights, period: CurrentPeriod, form: Wanted) -> Response:
    """How long it takes to acknowledge, mitigate and resolve."""
    return await pages.times(await insights.figures(period), form)


@counted_router.get("/noise", response_model=AlertNoise, responses=AS_CSV)
async def get_alert_noise(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """Which alerts fired, and which of them nobody acted on."""
    return await pages.alert_noise(insights, await insights.figures(period), paging, form)


@counted_router.get("/memory", response_model=MemoryAtWork, responses=AS_CSV)
async def get_memory_at_work(insights: CurrentInsights, period: CurrentPeriod, form: Wanted) -> Response:
    """What memory gave, what people said of it, and what it has yet to learn."""
    return await pages.memory(await insights.figures(period), form)


@counted_router.get("/findings", response_model=Table[Finding], responses=AS_CSV)
async def get_findings(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """What stands out, by seven fixed rules."""
    return await pages.findings(insights, await insights.figures(period), paging, form)


@counted_router.get("/report", response_model=Report, responses=AS_CSV)
async def get_report(
    insights: CurrentInsights, read: CurrentReader, period: CurrentPeriod, form: Wanted
) -> Report | Response:
    """The executive page: this period against the one of the same length before."""
    now, before = await insights.figures(period), await insights.figures(period.before)
    weightiest = await insights.findings(now, now.findings[:FINDINGS_SHOWN])
    report = make_report(await read(read_team), now, before, weightiest)
    return as_file("report", table_csv(ReportLine, [report.all, *report.services])) if form is Form.csv else report


@counted_router.get("/rows", response_model=Page[CountedRow])
async def list_counted_rows(
    insights: CurrentInsights, period: CurrentPeriod, query: CurrentRows, paging: CurrentPaging
) -> Page[CountedRow]:
    """The rows that a number counted, newest first; every `rows` of the other calls leads here."""
    return await insights.rows(period, query, limit=paging.limit, cursor=paging.cursor)
