"""Insights over HTTP: tables of a period, the rows they counted, what stands out, the report."""

from functools import partial

from fastapi import APIRouter, Response

from memoryops.insights import failing, findings, noise, repeating, taking, week
from memoryops.insights.counted import (
    AlertNoise,
    CountedRow,
    FailingService,
    HeatMap,
    MemoryAtWork,
    NoisyAlert,
    RepeatingError,
    Report,
    ReportLine,
    Table,
    TimeTaken,
    WeekHour,
)
from memoryops.insights.dependencies import CurrentInsights, CurrentRows, Zone
from memoryops.insights.found import Finding
from memoryops.insights.period import CurrentPeriod
from memoryops.insights.report import make_report, read_team
from memoryops.insights.spreadsheets import memory_csv, table_csv, times_csv
from memoryops.insights.tables import AS_CSV, CurrentPaging, Form, Wanted, as_file, as_json, table
from memoryops.kit.dependencies import CurrentReader
from memoryops.kit.schemas import Page

counted_router = APIRouter(prefix="/insights", tags=["insights"])


@counted_router.get("/services", response_model=Table[FailingService], responses=AS_CSV)
async def get_failing_services(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """Which services keep failing."""
    figures = await insights.figures(period)
    if form is Form.csv:
        return as_file("services", table_csv(FailingService, figures.services))
    page = partial(table, figures, failing.SAYS, figures.services, paging, "services")
    return as_json(figures, ("services", paging), lambda: Table[FailingService](**page()))


@counted_router.get("/errors", response_model=Table[RepeatingError], responses=AS_CSV)
async def get_repeating_errors(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """Which errors repeat, how often, and how long each fix held."""
    figures = await insights.figures(period)
    if form is Form.csv:
        return as_file("repeating-errors", table_csv(RepeatingError, figures.errors))
    page = partial(table, figures, repeating.SAYS, figures.errors, paging, "errors")
    return as_json(figures, ("errors", paging), lambda: Table[RepeatingError](**page()))


@counted_router.get("/hours", response_model=HeatMap, responses=AS_CSV)
async def get_week_hours(
    insights: CurrentInsights, period: CurrentPeriod, form: Wanted, zone: Zone = "UTC"
) -> Response:
    """In which hours of the week incidents are declared."""
    figures = await insights.figures(period)
    hours = partial(week.week_hours, figures.declared, period, week.zone_named(zone).key)
    if form is Form.csv:
        return as_file("hours", table_csv(WeekHour, hours()))
    return as_json(
        figures, ("hours", zone), lambda: HeatMap(**table(figures, week.SAYS, hours(), None, "hours"), zone=zone)
    )


@counted_router.get("/times", response_model=Table[TimeTaken], responses=AS_CSV)
async def get_times_taken(insights: CurrentInsights, period: CurrentPeriod, form: Wanted) -> Response:
    """How long it takes to acknowledge, mitigate and resolve."""
    figures = await insights.figures(period)
    if form is Form.csv:
        return as_file("times", times_csv(figures.times))
    page = partial(table, figures, taking.SAYS, figures.times, None, "times")
    return as_json(figures, "times", lambda: Table[TimeTaken](**page()))


@counted_router.get("/noise", response_model=AlertNoise, responses=AS_CSV)
async def get_alert_noise(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """Which alerts fired, and which of them nobody acted on."""
    figures = await insights.figures(period)
    if form is Form.csv:
        lines = (noise.noisy_alert(alert, period) for alert in figures.alerts)
        return as_file("alert-noise", table_csv(NoisyAlert, lines))
    page = partial(table, figures, noise.SAYS, figures.alerts, paging, "noise")
    return as_json(figures, ("noise", paging), lambda: noise.alert_noise(page(), figures.noise, period))


@counted_router.get("/memory", response_model=MemoryAtWork, responses=AS_CSV)
async def get_memory_at_work(insights: CurrentInsights, period: CurrentPeriod, form: Wanted) -> Response:
    """What memory gave, what people said of it, and what it has yet to learn."""
    figures = await insights.figures(period)
    if form is Form.csv:
        return as_file("memory", memory_csv(figures.memory))
    return as_json(figures, "memory", lambda: figures.memory)


@counted_router.get("/findings", response_model=Table[Finding], responses=AS_CSV)
async def get_findings(
    insights: CurrentInsights, period: CurrentPeriod, paging: CurrentPaging, form: Wanted
) -> Response:
    """What stands out, by seven fixed rules."""
    figures = await insights.figures(period)
    if form is Form.csv:
        return as_file("findings", table_csv(Finding, figures.findings))
    page = partial(table, figures, findings.SAYS, figures.findings, paging, "findings")
    return as_json(figures, ("findings", paging), lambda: Table[Finding](**page()))


@counted_router.get("/report", response_model=Report, responses=AS_CSV)
async def get_report(
    insights: CurrentInsights, read: CurrentReader, period: CurrentPeriod, form: Wanted
) -> Report | Response:
    """The executive page: this period against the one of the same length before."""
    now, before = await insights.figures(period), await insights.figures(period.before)
    report = make_report(await read(read_team), now, before)
    return as_file("report", table_csv(ReportLine, [report.all, *report.services])) if form is Form.csv else report


@counted_router.get("/rows", response_model=Page[CountedRow])
async def list_counted_rows(
    insights: CurrentInsights, period: CurrentPeriod, query: CurrentRows, paging: CurrentPaging
) -> Page[CountedRow]:
    """The rows that a number counted, newest first; every `rows` of the other calls leads here."""
    return await insights.rows(period, query, limit=paging.limit, cursor=paging.cursor)
