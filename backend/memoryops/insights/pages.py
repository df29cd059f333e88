"""Tables as they are answered: a page of one as JSON, made once for the same figures, or all of it as CSV."""

from fastapi import Response
from pydantic import BaseModel

from memoryops.insights import failing, noise, repeating, taking, week
from memoryops.insights import findings as found
from memoryops.insights.asking import Insights
from memoryops.insights.counted import FailingService, HeatMap, NoisyAlert, RepeatingError, Table, TimeTaken, WeekHour
from memoryops.insights.figures import Figures
from memoryops.insights.found import Finding
from memoryops.insights.spreadsheets import memory_csv, table_csv, times_csv
from memoryops.insights.tables import Form, Paging, as_file, as_json, part, table
from memoryops.kit.zones import zone_named


async def services(insights: Insights, figures: Figures, paging: Paging, form: Form) -> Response:
    """Which services keep failing."""
    if form is Form.csv:
        return as_file("services", table_csv(FailingService, figures.services))

    async def page() -> BaseModel:
        some = part(figures, figures.services, paging, "services")
        return Table[FailingService](**table(figures, failing.SAYS, some.items, some))

    return await as_json(figures, ("services", paging), page)


async def errors(insights: Insights, figures: Figures, paging: Paging, form: Form) -> Response:
    """Which errors repeat; raises InvalidCursorError."""
    if form is Form.csv:
        return as_file("repeating-errors", table_csv(RepeatingError, await insights.errors(figures, figures.errors)))

    async def page() -> BaseModel:
        some = part(figures, figures.errors, paging, "errors")
        lines = await insights.errors(figures, some.items)
        return Table[RepeatingError](**table(figures, repeating.SAYS, lines, some))

    return await as_json(figures, ("errors", paging), page)


async def hours(figures: Figures, zone: str, form: Form) -> Response:
    """The hours of the week; raises UnknownZoneError."""
    named = zone_named(zone).key

    def lines() -> list[WeekHour]:
        return week.week_hours(figures.history.incidents, figures.period, named)

    if form is Form.csv:
        return as_file("hours", table_csv(WeekHour, lines()))

    async def page() -> BaseModel:
        return HeatMap(**table(figures, week.SAYS, lines()), zone=zone)

    return await as_json(figures, ("hours", zone), page)


async def times(figures: Figures, form: Form) -> Response:
    """How long each step takes."""
    if form is Form.csv:
        return as_file("times", times_csv(figures.times))

    async def page() -> BaseModel:
        return Table[TimeTaken](**table(figures, taking.SAYS, figures.times))

    return await as_json(figures, "times", page)


async def alert_noise(insights: Insights, figures: Figures, paging: Paging, form: Form) -> Response:
    """Which alerts fired in vain; raises InvalidCursorError."""
    if form is Form.csv:
        return as_file("alert-noise", table_csv(NoisyAlert, await insights.alerts(figures, figures.alerts)))

    async def page() -> BaseModel:
        some = part(figures, figures.alerts, paging, "noise")
        lines = await insights.alerts(figures, some.items)
        return noise.alert_noise(table(figures, noise.SAYS, lines, some), figures.noise)

    return await as_json(figures, ("noise", paging), page)


async def memory(figures: Figures, form: Form) -> Response:
    """What memory gave and has yet to learn."""
    if form is Form.csv:
        return as_file("memory", memory_csv(figures.memory))

    async def page() -> BaseModel:
        return figures.memory

    return await as_json(figures, "memory", page)


async def findings(insights: Insights, figures: Figures, paging: Paging, form: Form) -> Response:
    """What stands out; raises InvalidCursorError."""
    if form is Form.csv:
        return as_file("findings", table_csv(Finding, await insights.findings(figures, figures.findings)))

    async def page() -> BaseModel:
        some = part(figures, figures.findings, paging, "findings")
        lines = await insights.findings(figures, some.items)
        return Table[Finding](**table(figures, found.SAYS, lines, some))

    return await as_json(figures, ("findings", paging), page)
